"""What ``hermes -w`` copies into a new work tree beside what is committed: ``rules.md`` 5.6."""

import os
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk

NAME = ".worktreeinclude"


def is_copied(root: Path, path: Path, disk: Disk) -> bool:
    """The list at *root* names the file *path*; one that leads out of the repository is not copied."""
    if not disk.is_file(path) or not _leads_inside(root, path, disk):
        return False
    lines = (line.strip() for line in (disk.read(root / NAME).text or "").splitlines())
    entries = [line for line in lines if line and not line.startswith(("#", "/"))]
    return any(os.path.normpath(root / entry) == os.fspath(path) for entry in entries)


def _leads_inside(root: Path, path: Path, disk: Disk) -> bool:
    try:
        return disk.resolve(path).is_relative_to(disk.resolve(root))
    except (OSError, RuntimeError, ValueError):
        return False
