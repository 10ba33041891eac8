"""Traps in a file that the verdict does not tell: imports, links that lead out."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.text.provenance import line_of

_IMPORT = re.compile(r"(?:^|(?<=[ \t]))@(~?[\w./-]*[\w-])(?=[\s,;:)]|[.](?:\s|$)|$)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`")
_KEY = re.compile(r"[\w.-]+[ \t]*:(?:\s|$)")
_YAML = re.compile(r"[\w.-]+[ \t]*:(?:[ \t].*)?|[ \t]*-[ \t].*|[ \t]*#.*|[ \t]+.*|")


class Import(NamedTuple):
    """A line ``@path`` that Hermes sends as it stands."""

    start: int
    """Offset of the ``@``."""
    end: int
    line: int
    name: str
    """The path as it is written."""
    target: Path


def imports(path: Path, text: str, disk: Disk, home: Path) -> Iterator[Import]:
    """The imports in the text of *path* whose target is there; what stands in code is none."""
    if "@" not in text:
        return
    fences = [match.start() for match in _FENCE.finditer(text)]
    code = [match.span() for match in _CODE.finditer(text)] if "`" in text else []
    for match in _IMPORT.finditer(text):
        start = match.start()
        if sum(fence <= start for fence in fences) % 2 or any(begin <= start < end for begin, end in code):
            continue
        name = match[1]
        base = home if name.startswith("~/") else path.parent
        target = base / name.removeprefix("~/")
        if disk.is_file(target):
            yield Import(start, match.end(), line_of(text, start), name, target)


def link_target_outside(path: Path, top: Path, disk: Disk) -> Path | None:
    """Where a linked file leads, if that is outside *top*."""
    if not disk.is_link(path):
        return None
    try:
        target = disk.resolve(path)
    except (OSError, RuntimeError, ValueError):
        return None
    return None if target == top or top in target.parents else target


def is_yaml_like(front_matter: str) -> bool:
    """What was dropped as front matter looks like front matter: keys, lists, comments."""
    lines = front_matter.strip().strip("-").splitlines()
    first = next((line for line in lines if line.strip()), "")
    return bool(_KEY.match(first)) and all(_YAML.fullmatch(line.rstrip()) for line in lines)
