"""The whole prompt in its two forms."""

from pathlib import Path

from hermes_tui.core.prompt.startup import Startup
from hermes_tui.tui.jobs.inspect import look
from hermes_tui.tui.presentation.prompt import PromptView, as_returned, as_session
from hermes_tui.tui.widgets.styled_line import plain
from support.running_app import MONOREPO, with_home
from support.trees import Tree


def _startup(cwd: Path, home: Path) -> Startup:
    startup = look(with_home(cwd, home)).startup
    assert startup is not None
    return startup


def _covers(view: PromptView) -> bool:
    place = 0
    for part in view.parts:
        if part.start != place:
            return False
        place += part.chars
    return place == len(view.document.text)


def test_a_session_gets_soul_first_and_the_project_after_it(tree: Tree) -> None:
    root = tree({**MONOREPO, "home/SOUL.md": "be kind\n"})
    startup = _startup(root / "packages/webapp", root / "home")
    view = as_session(startup)
    assert [part.title for part in view.parts] == [
        "SOUL.md as identity",
        "written by Hermes",
        "../../AGENTS.md",
        "../AGENTS.md",
        "AGENTS.md",
    ]
    assert view.document.text.startswith("be kind\n\n# Project Context")
    assert _covers(view)


def test_the_return_value_is_the_prompt_to_the_character(tree: Tree) -> None:
    root = tree({**MONOREPO, "home/SOUL.md": "be kind\n"})
    startup = _startup(root / "packages/webapp", root / "home")
    view = as_returned(startup)
    assert view.document.text == startup.prompt
    assert view.parts[-1].title == "SOUL.md"
    assert _covers(view)


def test_without_a_soul_the_built_in_identity_is_named(tree: Tree) -> None:
    root = tree(MONOREPO)
    view = as_session(_startup(root, root / "nowhere"))
    assert "built-in identity" in plain(view.notes)
    assert view.document.text.startswith("# Project Context")


def test_an_empty_prompt_has_no_parts(tree: Tree) -> None:
    root = tree({"sub/": ""})
    view = as_session(_startup(root / "sub", root / "nowhere"))
    assert view.parts == ()
    assert view.document.text == ""
