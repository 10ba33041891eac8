"""The editor that a person has chosen, and how it is told where to begin."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.executables import find_program


class Editor(NamedTuple):
    """A program that edits, with its arguments."""

    command: tuple[str, ...]
    """The program is absolute."""
    is_graphical: bool
    """It has a window of its own, and is started beside the screen."""

    @property
    def name(self) -> str:
        """What it is called."""
        return _name(self.command[0])

    def at(self, path: Path, line: int, column: int) -> tuple[str, ...]:
        """The whole command, to begin at *line* and *column* of *path*, both from 1."""
        places = {"path": os.fspath(path), "line": line, "column": column}
        told = _PLACES.get(self.name, ("{path}",))
        return (*self.command, *(part.format(**places) for part in told))


class NoEditorError(Exception):
    """There is none; the message is a sentence, and may hold foreign text."""


_IN_TERMINAL = ("vi", "vim", "nvim", "nano", "pico", "joe", "jed", "mg", "ne", "kak", "ee", "mcedit")
_OF_GNOME = ("gvim", "mvim", "gedit", "gnome-text-editor")
_OF_CODE = ("code", "code-insiders", "codium", "cursor", "windsurf")
_OF_JETBRAINS = ("idea", "pycharm", "webstorm", "goland", "clion", "rubymine", "phpstorm")
_BY_COLONS = ("zed", "zeditor", "subl", "sublime_text")
_PLACES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((*_IN_TERMINAL, *_OF_GNOME), ("+{line}", "{path}")),
    **dict.fromkeys(("emacs", "emacsclient", "micro"), ("+{line}:{column}", "{path}")),
    **dict.fromkeys(("hx", "helix", *_BY_COLONS), ("{path}:{line}:{column}",)),
    **dict.fromkeys(_OF_CODE, ("--goto", "{path}:{line}:{column}")),
    **dict.fromkeys((*_OF_JETBRAINS, "kate"), ("--line", "{line}", "--column", "{column}", "{path}")),
    "mate": ("--line", "{line}:{column}", "{path}"),
    "notepad++": ("-n{line}", "-c{column}", "{path}"),
}
"""How each is told where to begin; others get the file alone."""
_GRAPHICAL = frozenset(
    (*_OF_GNOME, *_OF_CODE, *_OF_JETBRAINS, *_BY_COLONS, "kate", "mate", "notepad", "notepad++")
)
_OFFERED = (
    *("nvim", "vim", "vi", "nano", "micro", "hx", "helix", "emacs", "kak", "code", "codium", "cursor", "zed"),
    *("subl", "kate", "gedit", "gnome-text-editor", "notepad++", "notepad"),
)
"""Those that are looked for where none was chosen."""


def chosen_editor(root: Path, environ: Mapping[str, str] | None = None) -> Editor | None:
    """The editor of ``VISUAL``, else of ``EDITOR``; ``None``: neither says any.

    Args:
        root: of the repository that is inspected: nothing that lies in it is run.
        environ: the variables; those of this process if not given.

    Raises:
        NoEditorError: there is no such program, or no command can be made of what is set.
    """
    environ = os.environ if environ is None else environ
    variable = next((name for name in ("VISUAL", "EDITOR") if environ.get(name, "").strip()), None)
    if variable is None:
        return None
    typed = environ[variable]
    try:
        words = shlex.split(typed, posix=sys.platform != "win32")
    except ValueError as error:
        raise NoEditorError(f"{variable} is no command ({error}): {typed}") from None
    program = words[0].strip('"')
    if os.path.isabs(program):
        found = program if os.access(program, os.X_OK) else None
    else:
        found = find_program(program, root, environ).path
    if found is None:
        raise NoEditorError(f"There is no program {program}, which {variable} names.")
    return Editor((found, *words[1:]), _name(found) in _GRAPHICAL)


def installed_editors(root: Path, environ: Mapping[str, str] | None = None) -> Iterator[Editor]:
    """Well-known editors that are here, for somebody to choose from."""
    for name in _OFFERED:
        found = find_program(name, root, environ).path
        if found is not None:
            yield Editor((found,), name in _GRAPHICAL)


def _name(program: str) -> str:
    return os.path.basename(program).lower().removesuffix(".exe").removesuffix(".cmd")
