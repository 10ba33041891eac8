"""Does for real, on the disk, what a remedy tells a person to do."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from hermes_tui.core.diagnosis.actions import (
    Action,
    Edit,
    InitRepository,
    Place,
    Reencode,
    Remove,
    Rename,
    ReplaceLink,
    SetCap,
    Shorten,
    WriteRule,
    edited,
)
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.keys import MAX_CHARS
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.provenance import Span
from support.trees import grow, repository


def carry_out_on_disk(
    actions: Iterable[Action], situation: Situation, place: Place, *, from_the_front: bool = False
) -> tuple[Situation, Place]:
    """The situation and the asked place after *actions*, of which those on files are really done.

    Where to start, the release and the context length are in the situation alone. Who shortens a file takes
    its end first, or what is before the rule *from_the_front*.
    """
    for action in actions:
        before = situation._replace(disk=Disk())
        if isinstance(action, Shorten):
            place = _shorten(action, place, from_the_front=from_the_front)
            continue
        changed, after = action.on(before, place)
        _do(action, before, place)
        situation, place = changed._replace(disk=Disk()), after
    return situation._replace(disk=Disk()), place


def asked_text(place: Place) -> str:
    """What stands at the place now: the lines that it touches, or all of the file."""
    text = Disk().read(place.path).text or ""
    if place.span is None:
        return text.strip()
    start = text.rfind("\n", 0, place.span.start) + 1
    end = text.find("\n", max(place.span.start, place.span.end - 1))
    return text[start : end if end >= 0 else len(text)].strip()


def _do(action: Action, situation: Situation, place: Place) -> None:
    disk = situation.disk
    match action:
        case Edit(path, changes):
            _write(path, edited(disk.read(path).to_look_at, changes))
        case WriteRule(path):
            change, _ = action.change(disk, place)
            _write(path, edited(disk.read(path).text or "", (change,)))
        case Remove(paths):
            for path in paths:
                _remove(path)
        case Rename(path, to):
            to.parent.mkdir(parents=True, exist_ok=True)
            path.rename(to)
        case ReplaceLink(path):
            content = path.read_bytes()
            path.unlink()
            path.write_bytes(content)
        case Reencode(path, encoding):
            path.write_bytes(path.read_bytes().decode(encoding).encode())
        case InitRepository(directory):
            grow(directory, repository(".git"))
        case SetCap(max_chars) if max_chars is not None:
            _set_cap(situation.settings.hermes_home / "config.yaml", max_chars)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _shorten(action: Shorten, place: Place, *, from_the_front: bool) -> Place:
    """Take so many characters away, of one file after the other, but none of the rule; where that is then.

    No file is emptied where that can be avoided: a character that is no blank stays.
    """
    left, moved = action.chars, place
    texts = {path: Disk().read(path).text or "" for path in action.paths}
    for keeps_one in (True, False):
        for path, text in texts.items():
            start, end = moved.span if path == place.path and moved.span is not None else (0, 0)
            if start == end and keeps_one:
                start = len(text) - len(text.lstrip())
                end = min(start + 1, len(text))
            ahead = min(left, start) if from_the_front else max(0, min(left - (len(text) - end), start))
            behind = min(left - ahead, len(text) - end)
            left -= ahead + behind
            before = text[ahead:start] if from_the_front else text[: start - ahead]
            texts[path] = before + text[start:end] + text[end : len(text) - behind]
            if path == place.path and moved.span is not None:
                moved = moved._replace(span=Span(start - ahead, end - ahead))
    for path, text in texts.items():
        _write(path, text)
    return moved


def _set_cap(path: Path, max_chars: int) -> None:
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    others = [line for line in lines if not line.startswith(MAX_CHARS)]
    _write(path, "\n".join((*others, f"{MAX_CHARS}: {max_chars}\n")))
