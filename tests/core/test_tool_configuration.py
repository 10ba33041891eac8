"""The files that configure this program: which counts, what is wrong in them, where a value comes from."""

import os
from pathlib import Path

import pytest

from hermes_tui.core.configuration.files import (
    ToolConfiguration,
    find_tool_configuration,
    user_file,
)
from hermes_tui.core.configuration.keys import Budgets, PathRule
from hermes_tui.core.configuration.reading import Origin
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import SettingsError
from support.trees import Tree

FILE = ".hermes-tui.toml"


def read(directory: Path) -> ToolConfiguration:
    return find_tool_configuration(directory, Disk())


def own(text: str) -> Path:
    """The user's file."""
    path = user_file(os.environ)
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def test_without_a_file_nothing_is_configured(tree: Tree) -> None:
    assert read(tree({".git/": ""})) == ToolConfiguration()


def test_every_key_is_read(tree: Tree) -> None:
    root = tree(
        {
            ".git/": "",
            FILE: """
hermes = "0.22.2"
context-length = 200_000
max-chars = 20000
fail-on = "warning"
ignore = ["ht5", "HT007"]
baseline = "known.json"
[budgets]
file = 8000
hint = 4000
[[per-path]]
paths = ["vendor/", "*.tmp"]
ignore = ["HT019"]
""",
        }
    )
    found = read(root)
    assert dict(found.values) == {
        "hermes": "0.22.2",
        "context-length": 200_000,
        "max-chars": 20_000,
        "fail-on": "warning",
        "ignore": ("HT005", "HT007"),
        "baseline": "known.json",
        "budgets.file": 8_000,
        "budgets.hint": 4_000,
        "per-path": (PathRule(("vendor/", "*.tmp"), ("HT019",)),),
    }
    assert found.budgets == Budgets(8_000, None, 4_000)
    assert found.files == (root / FILE,)


def test_the_user_has_keys_of_their_own(tree: Tree) -> None:
    path = own('theme = "textual-light"\n[keymap]\nsearch = "ctrl+f"\n')
    found = read(tree({".git/": ""}))
    assert found.theme == "textual-light"
    assert found.keymap == {"search": "ctrl+f"}
    assert found.files == (path,)


def test_the_repository_comes_before_the_user(tree: Tree) -> None:
    path = own('hermes = "0.20"\nmax-chars = 9000\n')
    root = tree({".git/": "", FILE: 'hermes = "0.22.2"'})
    found = read(root)
    assert found.values == {"hermes": "0.22.2", "max-chars": 9_000}
    assert found.paths == {"hermes": root / FILE, "max-chars": path}
    assert found.files == (root / FILE, path)


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({".git/": "", FILE: "", "a/b/": ""}, FILE),
        ({".git/": "", FILE: "", f"a/{FILE}": "", "a/b/": ""}, f"a/{FILE}"),
        ({FILE: "", "a/.git/": "", "a/b/": ""}, None),
        ({FILE: "", "a/b/": ""}, None),
        ({f"a/b/{FILE}": ""}, f"a/b/{FILE}"),
    ],
)
def test_it_is_the_nearest_up_to_the_git_root(tree: Tree, files: dict[str, str], found: str | None) -> None:
    root = tree(files)
    assert read(root / "a/b").files == (() if found is None else (root / found,))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('hermse = "1"', 1, "there is no key 'hermse'; did you mean \"hermes\"?"),
        ("[budgets]\n\nfiel = 3", 3, "there is no key 'fiel'; did you mean \"file\"?"),
        ("# files\n[x]\nfiles = 3", 2, "there is no key 'x'; there are hermes, "),
        ('ignore = [\n  "HT005",\n  "HT999",\n]', 1, "ignore cannot be used: there is no code 'HT999'"),
        ('hermes = "0.1"', 1, "hermes cannot be used: Hermes 0.1 is older than 0.13.0"),
        ("hermes = 0.22", 1, 'hermes must be a text, such as "0.22.2"'),
        ("max-chars = 0", 1, "max-chars must be a whole number from 1 to "),
        ("context-length = true", 1, "context-length must be a whole number from 1 to "),
        ('fail-on = "note"', 1, 'fail-on must be "warning" or "error"'),
        ("budgets = 3", 1, "budgets must be a table"),
        ('per-path = "a"', 1, "per-path must be tables: [[per-path]]"),
        ('\n[[per-path]]\npaths = ["a"]', 2, "[[per-path]] needs ignore"),
        (
            '[[per-path]]\npaths = ["a"]\nignore = []\n[[per-path]]\npaths = "b"\nignore = []',
            5,
            "paths must be a list of texts",
        ),
        ('theme = "x"', 1, "theme may stand in each user's own config.toml only"),
        ("[keymap]\na = 'b'", 1, "keymap may stand in each user's own config.toml only"),
        ('fail-on = "error"\n\nignore = [] []\n', 3, "no TOML: Expected newline"),
        ("a = 1\na = 2", None, "no TOML: Cannot overwrite a value"),
        ("x = [", None, "no TOML: "),
        ("a = " + "[" * 5_000, None, "no TOML: "),
        ("a = " + "9" * 5_000, None, "no TOML: "),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tree: Tree, text: str, line: int | None, said: str) -> None:
    root = tree({".git/": "", FILE: text})
    with pytest.raises(SettingsError) as error:
        read(root)
    place = root / FILE if line is None else f"{root / FILE}:{line}"
    assert str(error.value).startswith(f"{place}: {said}")


def test_what_is_for_repositories_is_refused_in_the_users_file(tree: Tree) -> None:
    path = own('\nbaseline = "x"')
    with pytest.raises(SettingsError, match=r"baseline may stand in a repository's \.hermes-tui\.toml only"):
        read(tree({".git/": ""}))
    assert path.exists()


@pytest.mark.parametrize("entry", [b"\xff\xfe", "x" * 200_000, "a" + ".a" * 20_000 + " = 1"])
def test_a_file_that_cannot_be_read_is_told(tree: Tree, entry: str | bytes) -> None:
    root = tree({".git/": "", FILE: entry})
    with pytest.raises(SettingsError, match=r"\.hermes-tui\.toml cannot be used: "):
        read(root)


def test_each_value_knows_its_line(tree: Tree) -> None:
    text = '# hermes = "0.1"\nhermes = "0.22.2"\n[budgets]\n# file\nfile = 3\nhint = 4\n'
    root = tree({".git/": "", FILE: text})
    found, disk = read(root), Disk()
    assert found.origin("hermes", disk) == Origin(root / FILE, 2)
    assert found.origin("budgets.hint", disk) == Origin(root / FILE, 6)
    assert found.origin("ignore", disk) is None
