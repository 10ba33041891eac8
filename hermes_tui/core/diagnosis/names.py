"""Paths and places as a reader sees them."""

import os
from pathlib import Path
from typing import NamedTuple, Self

from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import line_of
from hermes_tui.core.text.public_text import Public


class Names(NamedTuple):
    """How paths are shown: from one directory for what is in its repository, else from the home."""

    base: Path
    top: Path
    home: Path

    @classmethod
    def around(cls, startup: Startup, base: Path | None = None) -> Self:
        """As somebody reads them who starts a session there, or in *base*."""
        return cls(base or startup.cwd, startup.git_root or startup.cwd, startup.settings.home)

    def show(self, path: Path) -> Public:
        """The path for a reader."""
        if path == self.top or self.top in path.parents:
            shown = os.path.relpath(path, self.base)
            return Public(
                f"{shown}/" if shown.endswith((".", "..")) else shown
            )  # readable before a full stop
        return self.whole(path)

    def whole(self, path: Path) -> Public:
        """The path from the home, or from the root of the disk: it can be followed from anywhere."""
        return Public(f"~/{path.relative_to(self.home)}" if self.home in path.parents else str(path))

    def directory(self, path: Path) -> Public:
        """A directory for a reader, with a slash at its end, so that it can be told from a file."""
        return Public(f"{self.show(path).rstrip('/')}/")


def place_of(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at *offset*."""
    return line_of(text, offset), offset - text.rfind("\n", 0, offset)
