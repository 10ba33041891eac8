"""Small files of this program, kept from one time to the next; where that fails, nobody needs to know."""

import contextlib
import os
from pathlib import Path

from hermes_tui.core.filesystem.portable import READING, REPLACING


def kept_text(path: Path, most: int) -> str:
    """What the file at *path* holds, no more than *most* characters; empty where it cannot be read."""
    try:
        handle = os.open(path, READING)
        with os.fdopen(handle, encoding="utf-8") as file:
            return file.read(most)
    except (OSError, ValueError):
        return ""


def keep_text(path: Path, text: str) -> None:
    """Replace the file at *path*, for its owner only."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(beside, REPLACING, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        beside.replace(path)
