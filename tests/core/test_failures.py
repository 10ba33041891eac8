"""Where a release raises or hangs, the model says so, and never does it itself (``rules.md`` 1.3, 1.7, 7)."""

from pathlib import Path
from typing import Any

import pytest

from cases.startup import HEADER
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.prompt.startup import Failure, Startup, inspect
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from hermes_tui.core.situation import Situation
from support.processes import as_nobody
from support.situations import situation
from support.trees import Files, Mode, Special, Tree
from support.why_questions import settings_for

GIT: Files = {"repo/.git/": ""}


def startup_in(
    top: Path, cwd: str = "repo", version: str = "0.22.2", *, skip_soul: bool = False, **settings: Any
) -> Startup:
    asked = situation(top / cwd, version, home=top / "home", **settings)
    return inspect(asked, skip_soul=skip_soul)


def test_a_pipe_hangs_old_releases_and_is_passed_over_by_new_ones(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": Special("pipe"), "repo/CLAUDE.md": "C"}).resolve()
    for release in RELEASES:
        startup = startup_in(top, version=release.name)
        if release.read_timeout is None:
            assert startup.prompt is None
            assert startup.failure == Failure(
                "it is a pipe or a device, not a file", top / "repo" / "AGENTS.md", hangs=True
            )
            assert (startup.project_text, startup.identity_text) == (None, None)
        else:
            assert startup.prompt == HEADER + "## CLAUDE.md\n\nC"
            assert startup.failure is None


def test_a_pipe_that_is_never_opened_does_not_hang(tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "A",
            "repo/CLAUDE.md": Special("pipe"),
            "repo/agents.md": Special("pipe"),
        }
    )
    startup = startup_in(top, version="0.13")
    assert startup.prompt == HEADER + "## AGENTS.md\n\nA"
    reasons = {file.path.name: file.next and file.next.reason for file in startup.files}
    assert "pipe" in (reasons["CLAUDE.md"] or "")


def test_where_nothing_is_sent_nothing_is_half_lost(tree: Tree) -> None:
    top = tree({**GIT, "repo/.cursorrules": "\ufeffrules"})
    startup = startup_in(top, version="0.21.3", max_chars=float("inf"))
    assert startup.failure is not None
    assert [(piece.start, piece.end) for piece in startup.files[0].lost] == [(0, 6)]


def test_a_socket_does_not_hang(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": Special("socket"), "repo/CLAUDE.md": "C"})
    for version in ("0.13", "0.22.2"):
        assert startup_in(top, version=version).prompt == HEADER + "## CLAUDE.md\n\nC"


def test_dev_null_is_an_empty_file(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": Path("/dev/null"), "repo/CLAUDE.md": "C"})
    startup = startup_in(top, version="0.13")
    assert startup.prompt == HEADER + "## CLAUDE.md\n\nC"
    assert startup.files[0].verdict is Verdict.EMPTY


def test_an_infinite_cap_fails_from_0_21_3_once_a_file_has_text(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    startup = startup_in(top, max_chars=float("inf"))
    assert startup.failure == Failure(
        "OverflowError: cannot convert float infinity to integer", None, hangs=False
    )
    assert startup_in(top, version="0.21.0", max_chars=float("inf")).failure is None


# Which place may not be looked at, what stands there, and up to which release that raises (None: never).
DENIED: dict[str, tuple[Files, str, str, str | None]] = {
    ".git": ({"repo/a/.git/": "", "repo/a/": Mode(0o000)}, "repo/a", "repo/a/.git", "0.21.3"),
    "hermes behind a link": (
        {**GIT, "closed/x": "", "closed/": Mode(0o000), "repo/.hermes.md": Path("../closed/x")},
        "repo",
        "repo/.hermes.md",
        "0.21.3",
    ),
    "agents behind a link": (
        {**GIT, "closed/x": "", "closed/": Mode(0o000), "repo/AGENTS.md": Path("../closed/x")},
        "repo",
        "repo/AGENTS.md",
        "0.21.3",
    ),
    "claude behind a link": (
        {**GIT, "closed/x": "", "closed/": Mode(0o000), "repo/CLAUDE.md": Path("../closed/x")},
        "repo",
        "repo/CLAUDE.md",
        "0.21.3",
    ),
    "cursorrules behind a link": (
        {**GIT, "closed/x": "", "closed/": Mode(0o000), "repo/.cursorrules": Path("../closed/x")},
        "repo",
        "repo/.cursorrules",
        "0.21.3",
    ),
    ".cursor": (
        {**GIT, "repo/.cursor/rules/a.mdc": "x", "repo/.cursor/": Mode(0o000)},
        "repo",
        "repo/.cursor/rules",
        "0.21.3",
    ),
    ".cursor/rules": (
        {**GIT, "repo/.cursor/rules/a.mdc": "x", "repo/.cursor/rules/": Mode(0o000)},
        "repo",
        "",
        None,
    ),
    "a rule that is listed and may not be looked at": (
        {**GIT, "repo/.cursor/rules/a.mdc": "x", "repo/.cursor/rules/": Mode(0o444)},
        "repo",
        "repo/.cursor/rules/a.mdc",
        "only 0.21.3",
    ),
    "a file without read permission": ({**GIT, "repo/AGENTS.md": Mode(0o000, "A")}, "repo", "", None),
}


@pytest.mark.parametrize("case", DENIED)
def test_without_permission_old_releases_raise_and_new_ones_go_on(case: str, tree: Tree) -> None:
    files, cwd, place, last = DENIED[case]
    top = tree(files)
    results = as_nobody(
        lambda: {
            release.name: (startup.failure, startup.prompt)
            for release in RELEASES
            for startup in [startup_in(top, cwd, release.name)]
        }
    )
    raised = f"PermissionError: [Errno 13] Permission denied: '{top / place}'"
    order = [release.name for release in RELEASES]
    for name, (failure, prompt) in results.items():
        late = last is None or order.index(name) > order.index(last.removeprefix("only "))
        if last == "only 0.21.3":
            late = name != "0.21.3"
        if case == ".git" and name == "0.21.3":
            # The .git is tolerated there already; the next thing that is asked for is not.
            raised = raised.replace("/.git'", "/.hermes.md'")
        if late:
            assert (failure, prompt) == (None, ""), name
        else:
            assert failure is not None, name
            assert failure.what == raised, name
            assert prompt is None


def test_a_denied_type_behind_the_winner_is_listed_and_does_not_fail(tree: Tree) -> None:
    top = tree(
        {**GIT, "repo/AGENTS.md": "A", "repo/.cursor/rules/a.mdc": "x", "repo/.cursor/": Mode(0o000)},
    )
    answer = as_nobody(
        lambda: [
            (startup.prompt, [(file.path.name, file.verdict, file.next) for file in startup.files[1:]])
            for startup in [startup_in(top, version="0.19")]
        ]
    )
    ((prompt, others),) = answer
    assert prompt == HEADER + "## AGENTS.md\n\nA"
    ((name, verdict, following),) = others
    assert (name, verdict) == ("rules", Verdict.SHADOWED)
    assert following is not None
    assert following.verdict is Verdict.UNREADABLE


def test_a_denied_soul_fails_in_every_release(tree: Tree) -> None:
    top = tree({**GIT, "home/.hermes/SOUL.md": "x", "home/.hermes/": Mode(0o000)})
    results = as_nobody(lambda: [startup_in(top, version=release.name).failure for release in RELEASES])
    raised = f"PermissionError: [Errno 13] Permission denied: '{top / 'home/.hermes/SOUL.md'}'"
    assert [failure and failure.what for failure in results] == [raised] * len(RELEASES)


def test_a_soul_that_is_left_out_of_the_prompt_fails_nobody_and_says_so(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "home/.hermes/SOUL.md": Special("pipe")})
    startup = startup_in(top, version="0.20.1", skip_soul=True)
    assert startup.failure is None
    assert startup.prompt == HEADER + "## AGENTS.md\n\nA"
    assert startup.identity_text is None
    soul = next(file for file in startup.files if file.label == "SOUL.md")
    assert soul.verdict is Verdict.UNREADABLE
    assert soul.reason == (
        "Not sent: it is a pipe or a device, not a file. "
        "A session that reads it as its identity does not start."
    )
    assert startup_in(top, version="0.20.1").failure is not None


@pytest.mark.parametrize("release", ["0.13.0", "0.19.0", "0.21.0", "0.22.2"])
@pytest.mark.parametrize("name", ["AGENTS.md", "CLAUDE.md", ".cursorrules", ".hermes.md"])
def test_a_pipe_fails_nobody_where_context_files_are_switched_off(
    tree: Tree, name: str, release: str
) -> None:
    top = tree({".git/": "", name: Special("pipe")})
    startup = inspect(situation(top, ruleset=get_ruleset(release), home=top), skip_context_files=True)
    assert startup.failure is None
    assert startup.prompt == ""


def test_where_hermes_hangs_every_file_is_listed_with_what_it_would_be(tree: Tree) -> None:
    files: Files = {"repo/AGENTS.md": "A", "repo/sub/AGENTS.md": Special("pipe"), "repo/sub/CLAUDE.md": "C"}
    startup = startup_in(tree({**GIT, **files}).resolve(), "repo/sub", version="0.20.1")
    assert startup.failure is not None
    told = [(file.label, file.verdict, file.reason, file.next and file.next.reason) for file in startup.files]
    before = "Not sent: Hermes waits for ever at AGENTS.md before it sends anything."
    pipe = "Not sent: it is a pipe or a device, not a file. Hermes gets no further, and sends nothing."
    assert told == [
        ("../AGENTS.md", Verdict.OUT_OF_REACH, before, "if Hermes read it, it would be sent whole"),
        ("AGENTS.md", Verdict.UNREADABLE, pipe, None),
        ("CLAUDE.md", Verdict.OUT_OF_REACH, before, "if Hermes read it, it would be shadowed"),
    ]
    assert not startup.sent


def test_a_cap_that_fails_sends_nothing_of_any_file(tree: Tree) -> None:
    (file,) = startup_in(tree({**GIT, "repo/AGENTS.md": "A"}), max_chars=float("inf")).files
    assert (file.verdict, file.reason) == (
        Verdict.OUT_OF_REACH,
        "Not sent: Hermes fails before it sends anything.",
    )


def test_a_refused_directory_is_to_be_given_its_permissions_back(tree: Tree) -> None:
    top = tree({"repo/.git/": "", "repo/w/x/": "", "repo/w/": Mode(0o000)})
    settings = settings_for("0.19")
    found = as_nobody(lambda: check(Situation(top / "repo/w/x", settings, Disk()), environ={}))
    (remedy,) = (finding.remedy for finding in found if finding.code == "HT036")
    assert remedy == f"Let the directory be looked into (chmod u+rx {top}/repo/w/), or update Hermes."
