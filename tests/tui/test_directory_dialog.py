"""Typing a directory: what is meant, what fits, what will not do."""

from pathlib import Path

from hermes_tui.tui.dialogs.directory import completions, expanded, nearest
from hermes_tui.tui.widgets.safe_input import one_for_one
from support.trees import Tree


def test_paths_are_meant_from_the_working_directory_and_from_home(tmp_path: Path) -> None:
    cwd, home = tmp_path / "a/b", tmp_path / "home"
    assert expanded("../c", cwd, home) == tmp_path / "a/c"
    assert expanded("~/x", cwd, home) == home / "x"
    assert expanded("~", cwd, home) == home
    assert expanded("/etc", cwd, home) == Path("/etc")
    assert expanded("", cwd, home) == cwd


def test_directories_only_are_offered_and_hidden_ones_when_asked_for(tree: Tree) -> None:
    root = tree({"src/": "", "scripts/": "", "s.txt": "", ".secret/": "", "docs/": ""})
    assert list(completions("s", root, None)) == ["scripts", "src"]
    assert list(completions(f"{root}/", root, None)) == ["docs", "scripts", "src"]
    assert list(completions(".", root, None)) == [".secret"]


def test_what_cannot_be_listed_offers_nothing(tree: Tree) -> None:
    root = tree({"file": ""})
    assert list(completions("nowhere/x", root, None)) == []
    assert list(completions("file/", root, None)) == []
    assert list(completions("a\0/", root, None)) == []


def test_a_typed_line_is_drawn_one_harmless_sign_a_character() -> None:
    assert one_for_one("a\x1b[2Jb") == "a␛[2Jb"
    assert one_for_one("x\u202ey\u200bz") == "x\ufffdy\ufffdz"
    assert one_for_one("[/]") == "[/]"


def test_a_directory_that_is_gone_is_not_offered(tree: Tree) -> None:
    root = tree({"web/.cursor/": "", "web/src/": "", "file": ""})
    gone = root / "web/.cursor/rules"
    assert nearest(root / "web/src") == root / "web/src"
    assert nearest(root / "web/gone/deeper") == root / "web"
    assert nearest(root / "file/x") == root
    assert nearest(gone) == root / "web"  # nobody starts in a hidden directory
    assert nearest(root / "web/.cursor") == root / "web/.cursor"  # unless it was asked for
