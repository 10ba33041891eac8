"""Texts of a repository that Hermes never reads: searched last, for a rule that stands in no context file.

Only names that people write prose under are looked at, and only so many and so large ones: the answer is to
come within a second or two.
"""

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.prompt.startup import Startup

_ENDINGS = frozenset((".md", ".mdc", ".markdown", ".txt", ".rst", ".adoc", ".org"))
_LARGEST = 1_000_000
"""Bytes of a file that is still looked at."""
_MOST_FILES = 2_000
_MOST_NAMES = 50_000
"""Entries of directories that are looked at."""


def other_texts(startup: Startup) -> Iterator[Path]:
    """Files below the git root, or below the working directory where there is none; the nearest first.

    No link is followed, and directories that hints leave out (``node_modules`` ...) are not entered.
    """
    disk, excluded = startup.disk, startup.ruleset.hints.excluded | {".git"}
    waiting = deque([startup.git_root or startup.cwd])
    names = files = 0
    while waiting:
        directory = waiting.popleft()
        for name in disk.names(directory):
            names += 1
            if names > _MOST_NAMES:
                return
            path = directory / name
            if _is_text(path, disk):
                yield path
                files += 1
                if files == _MOST_FILES:
                    return
            elif name not in excluded and disk.is_directory(path) and not disk.is_link(path):
                waiting.append(path)


def _is_text(path: Path, disk: Disk) -> bool:
    if os.path.splitext(path.name)[1].lower() not in _ENDINGS or disk.is_link(path):
        return False
    node = disk.node(path)
    return node.kind is FileType.FILE and node.size <= _LARGEST
