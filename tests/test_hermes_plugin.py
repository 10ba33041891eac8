"""The plugin for Hermes, outside of Hermes: what it registers and says. The wheel: ``conformance/``."""

import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from hermes_tui.hermes_plugin import register, rules
from support.trees import Tree

pytestmark = pytest.mark.usefixtures("no_hermes_here")


class Hermes:
    """Takes what a plugin registers."""

    def __init__(self) -> None:
        self.commands: dict[str, Callable[[str], str]] = {}

    def register_command(
        self, name: str, handler: Callable[[str], str], description: str = "", args_hint: str = ""
    ) -> object:
        assert description
        assert args_hint == "[why TEXT]"
        self.commands[name] = handler
        return None


def test_the_entry_point_is_a_module_that_registers_the_command() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    (module,) = project["project"]["entry-points"]["hermes_agent.plugins"].values()
    hermes = Hermes()
    import_module(module).register(hermes)
    register(hermes)
    assert hermes.commands == {"rules": rules}


def test_it_says_what_the_commands_say(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs\n"})
    monkeypatch.chdir(root)
    assert "✓ sent" in rules("")
    assert rules("why tabs").startswith("✓ AGENTS.md:1:5: sent: ")
    assert rules("why ").startswith("/rules tells ")
    assert rules("nonsense").startswith("/rules tells ")


def test_where_hermes_works_counts(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"a/.git/": "", "a/AGENTS.md": "use tabs", "b/": ""})
    monkeypatch.chdir(root / "b")
    monkeypatch.setenv("TERMINAL_CWD", str(root / "a"))
    assert "AGENTS.md" in rules("")
