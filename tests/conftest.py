"""Fixtures for every test."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Tree = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Builds a directory from a dict that reads like it.

    ``tree({"AGENTS.md": "text", "a/b.py": "", ".git/": ""})`` gives the directory; a name that ends in a slash
    is a directory.
    """

    def build(files: Mapping[str, str]) -> Path:
        root = tmp_path / "tree"
        root.mkdir(exist_ok=True)
        for name, text in files.items():
            path = root / name
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="")
        return root

    return build
