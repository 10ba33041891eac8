"""A remedy as a git-style patch, for ``git apply`` in the root of the repository. Nothing is written."""

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from hermes_tui.core.diagnosis.actions import (
    Action,
    Edit,
    Place,
    Reencode,
    Remove,
    Rename,
    WriteRule,
    edited,
)
from hermes_tui.core.diagnosis.model import Remedy
from hermes_tui.core.filesystem.disk import Disk

_CONTEXT = 3
_MOST_LINES = 20_000
"""Lines that two versions may differ in where single hunks are looked for; beyond it is one hunk."""


class NoPatch(Exception):  # noqa: N818 -- an answer, not an error
    """There is no patch; the message says why, as a clause."""


class Patch:
    """What several remedies change below one repository root, file by file."""

    def __init__(self, root: Path, disk: Disk) -> None:
        self._root = root
        self._disk = disk
        self._texts: dict[Path, str | None] = {}
        """The text of each changed file by its name then; ``None``: it is gone."""
        self._from: dict[Path, Path] = {}
        """What a file was called before."""

    def add(self, remedy: Remedy, place: Place) -> None:
        """Take over what *remedy* changes for the sake of *place*.

        Raises:
            NoPatch: a step cannot be done by a patch, or touches a file that another remedy changes.
        """
        before = dict(self._texts), dict(self._from)
        try:
            for action in remedy.actions:
                place = self._do(action, place, before[0])
        except NoPatch:
            self._texts, self._from = before
            raise

    def lines(self) -> Iterator[str]:
        """The patch, line by line with the ends of the lines."""
        for path in sorted(self._texts):
            yield from self._of(path)

    def _do(self, action: Action, place: Place, taken: dict[Path, str | None]) -> Place:
        match action:
            case Edit(path, changes, is_draft):
                if is_draft:
                    raise NoPatch("somebody has to find the words")
                self._change(path, edited(self._text(path, taken), changes), taken)
            case WriteRule(path):
                change, _ = action.change(self._disk, place)
                self._change(path, edited(self._text(path, taken), (change,)), taken)
            case Reencode(path):
                raise NoPatch(f"{path.name} is not UTF-8, and a patch is text")
            case Remove(paths):
                for path in paths:
                    if not self._disk.is_file(path) or self._disk.is_link(path):
                        raise NoPatch(f"{path.name} is no regular file")
                    self._text(path, taken)
                    self._change(path, None, taken)
            case Rename(path, to):
                if not self._disk.is_file(path) or self._disk.is_link(path):
                    raise NoPatch(f"{path.name} is no regular file")
                text = self._text(path, taken)
                self._below(path)
                self._change(to, text, taken)
                self._from[to] = path
            case _:
                raise NoPatch("it is no change of a file")
        return place

    def _below(self, path: Path) -> Path:
        if self._root not in path.parents:
            raise NoPatch(f"{path} lies outside the repository")
        return path.relative_to(self._root)

    def _text(self, path: Path, taken: dict[Path, str | None]) -> str:
        """What the file holds now, line ends as they are on disk left out."""
        if path in taken:
            raise NoPatch(f"{path.name} is changed for something else already")
        content = self._disk.read(path)
        if content.crlf:
            raise NoPatch(f"{path.name} has Windows line ends")
        if path in self._texts:
            return self._texts[path] or ""
        return content.text or ""

    def _change(self, path: Path, text: str | None, taken: dict[Path, str | None]) -> None:
        self._below(path)
        if path in taken:
            raise NoPatch(f"{path.name} is changed for something else already")
        if self._disk.is_link(path):
            raise NoPatch(f"{path.name} is a link")
        self._texts[path] = text

    def _of(self, path: Path) -> Iterator[str]:
        source = self._from.get(path, path)
        was_there = self._disk.is_file(source)
        old = (self._disk.read(source).text or "") if was_there else ""
        new = self._texts[path]
        a, b = _named("a", self._below(source)), _named("b", self._below(path))
        yield f"diff --git {a} {b}\n"
        if source != path:
            yield f"rename from {_quoted(str(self._below(source)))}\n"
            yield f"rename to {_quoted(str(self._below(path)))}\n"
        elif not was_there:
            yield "new file mode 100644\n"
        elif new is None:
            yield "deleted file mode 100644\n"
        if old == (new or ""):
            return
        yield f"--- {a if was_there else '/dev/null'}\n"
        yield f"+++ {b if new is not None else '/dev/null'}\n"
        yield from _hunks(_lines(old), _lines(new or ""))


class Remediable(Protocol):
    """A diagnosis, or a finding."""

    @property
    def asked(self) -> Place | None: ...
    @property
    def remedies(self) -> tuple[Remedy, ...]: ...


def patch_of(told: Iterable[Remediable], root: Path, disk: Disk) -> tuple[str, tuple[str, ...]]:
    """One patch with what brings each of them, as far as a patch can, and why not the rest.

    Of several remedies the first is taken that a patch can carry out; files that somebody wrote are not
    removed by it.
    """
    patch, left_out = Patch(root, disk), []
    for one in told:
        why: list[str] = []
        for remedy in one.remedies if one.asked is not None else ():
            assert one.asked is not None  # noqa: S101 -- asked for just now
            if any(isinstance(action, Remove) for action in remedy.actions) or not remedy.actions:
                continue
            try:
                patch.add(remedy, one.asked)
            except NoPatch as reason:
                why.append(f"{remedy.words}: {reason}")
            else:
                break
        else:
            left_out.extend(why[:1])
    return "".join(patch.lines()), tuple(dict.fromkeys(left_out))


def _lines(text: str) -> list[str]:
    """Lines as git has them: only a line feed ends one."""
    *whole, last = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([last] if last else [])]


def _hunks(old: list[str], new: list[str]) -> Iterator[str]:
    if len(old) + len(new) > _MOST_LINES:
        yield from _one_hunk(old, new)
        return
    for line in list(difflib.unified_diff(old, new, n=_CONTEXT))[2:]:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _one_hunk(old: list[str], new: list[str]) -> Iterator[str]:
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    same = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    begin, rest = max(0, first - _CONTEXT), max(0, same - _CONTEXT)
    old_part, new_part = old[begin : len(old) - rest], new[begin : len(new) - rest]
    yield f"@@ -{begin + 1},{len(old_part)} +{begin + 1},{len(new_part)} @@\n"
    keep = same - rest
    pieces = [
        *(f" {line}" for line in old_part[: first - begin]),
        *(f"-{line}" for line in old_part[first - begin : len(old_part) - keep]),
        *(f"+{line}" for line in new_part[first - begin : len(new_part) - keep]),
        *(f" {line}" for line in old_part[len(old_part) - keep :]),
    ]
    for piece in pieces:
        yield piece if piece.endswith("\n") else f"{piece}\n\\ No newline at end of file\n"


def _named(side: str, path: Path) -> str:
    return _quoted(f"{side}/{path.as_posix()}")


def _quoted(name: str) -> str:
    """A name as git takes it: with quotes where it holds what would end it."""
    if not any(letter in '"\\' or ord(letter) < 0x20 or ord(letter) == 0x7F for letter in name):
        return name
    escaped = "".join(
        f"\\{letter}"
        if letter in '"\\'
        else f"\\{ord(letter):03o}"
        if ord(letter) < 0x20 or ord(letter) == 0x7F
        else letter
        for letter in name
    )
    return f'"{escaped}"'
