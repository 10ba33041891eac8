"""Files that the user may not read, and what is told of them. Root is bound by no permission: nobody asks."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cases.why.case import GIT, RULE
from cases.why.sentences import (
    A_DIRECTORY,
    AS_IF_ABSENT,
    FILE_FOR_THE_DIRECTORY,
    NO_PERMISSION,
    give_back_permissions,
    not_searched,
    not_sent,
)
from support.processes import as_nobody
from support.trees import Mode, grow
from support.why_questions import ask, line


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory that everybody may enter: pytest's own is closed to others."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o755)
        yield Path(directory).resolve()


@pytest.mark.parametrize(("name", "release"), [("AGENTS.md", "documented"), ("s/AGENTS.md", "0.22.2")])
def test_the_file_gets_its_permissions_back(place: Path, name: str, release: str) -> None:
    root = grow(place / "tree", {**GIT, name: Mode(0o000, RULE)})
    assert as_nobody(lambda: line(root, str(root / name), release=release)) == not_sent(
        f"{name}:1:1", f"{NO_PERMISSION}{AS_IF_ABSENT}", give_back_permissions(name)
    )


def test_what_was_not_searched_is_told(place: Path) -> None:
    root = grow(place / "tree", {**GIT, "AGENTS.md/": "", "CLAUDE.md": Mode(0o000, RULE)})
    assert as_nobody(lambda: [remark.sentence for remark in ask(root, RULE).remarks]) == [
        not_searched("AGENTS.md", A_DIRECTORY, FILE_FOR_THE_DIRECTORY),
        not_searched("CLAUDE.md", NO_PERMISSION, give_back_permissions("CLAUDE.md")),
    ]
