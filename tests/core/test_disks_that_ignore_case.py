"""On a disk that ignores case Hermes' question finds what a listing calls otherwise, and one file is one row."""

from hermes_tui.core.disk import Disk
from support.trees import Tree


def test_listing(folding_tree: Tree) -> None:
    root = folding_tree({"Agents.md": "Use tabs.\n"})
    disk = Disk()
    assert disk.read(root / "AGENTS.md").text == "Use tabs.\n"
    assert disk.listed(root / "AGENTS.md") == "Agents.md"
