"""A :class:`Disk` that answers as one that ignores case, over a tree that does not."""

import os
from collections.abc import Callable
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.filesystem.file_type import Node


class FoldingDisk(Disk):
    """Finds an entry under every name that *fold* makes equal to its own."""

    def __init__(self, top: Path, fold: Callable[[str], str]) -> None:
        super().__init__()
        self._top = top
        self._fold = fold

    def _real(self, path: Path) -> Path:
        if self._top not in path.parents:
            return path
        real = self._top
        for name in path.relative_to(self._top).parts:
            there = os.listdir(real) if os.path.isdir(real) else []
            wanted = self._fold(name)
            real /= next((known for known in there if self._fold(known) == wanted), name)
        return real

    def node(self, path: Path) -> Node:
        return super().node(self._real(path))

    def read(self, path: Path) -> Content:
        return super().read(self._real(path))

    def names(self, directory: Path) -> tuple[str, ...]:
        return super().names(self._real(directory))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if os.path.lexists(self._real(directory / name)))

    def is_link(self, path: Path) -> bool:
        return super().is_link(self._real(path))
