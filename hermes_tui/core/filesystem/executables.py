"""Programs that may be run: those which the person chose, never one that the inspected repository brings."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.portable import program_names


class Program(NamedTuple):
    """What the search path has of a name."""

    path: str | None
    """Absolute; ``None``: there is none that may be run."""
    was_passed_over: bool
    """There is one that may not."""


def find_program(name: str, root: Path, environ: Mapping[str, str] | None = None) -> Program:
    """The program *name* for work on what is at *root*.

    Passed over is what lies below *root* or below a repository around it, itself or what it links to; and
    what is found from the working directory, which is what an empty or relative entry means.
    """
    environ = os.environ if environ is None else environ
    closed = _closed(root)
    passed_over = False
    for directory in environ.get("PATH", os.defpath).split(os.pathsep):
        for file in program_names(name, environ):
            path = os.path.join(directory or os.curdir, file)
            if not (os.path.isfile(path) and os.access(path, os.X_OK)):
                continue
            if os.path.isabs(directory) and not _is_below(path, closed):
                return Program(path, passed_over)
            passed_over = True
    return Program(None, passed_over)


def trusted_path(root: Path, environ: Mapping[str, str] | None = None) -> str:
    """The search path without the entries that :func:`find_program` passes over.

    Where none is left it leads nowhere: an empty one would mean the working directory.
    """
    environ = os.environ if environ is None else environ
    closed = _closed(root)
    entries = environ.get("PATH", os.defpath).split(os.pathsep)
    trusted = (entry for entry in entries if os.path.isabs(entry) and not _is_below(entry, closed))
    return os.pathsep.join(trusted) or os.devnull


def _closed(root: Path) -> tuple[str, ...]:
    """The directories that nothing is run from."""
    root = Path(os.path.abspath(root))
    around = [parent for parent in root.parents if os.path.lexists(parent / ".git")]
    return tuple({form for path in (root, *around) for form in (str(path), os.path.realpath(path))})


def _is_below(path: str, closed: tuple[str, ...]) -> bool:
    forms = (os.path.normcase(os.path.abspath(path)), os.path.normcase(os.path.realpath(path)))
    tops = [os.path.normcase(top) for top in closed]
    return any(form == top or form.startswith(top.rstrip(os.sep) + os.sep) for form in forms for top in tops)
