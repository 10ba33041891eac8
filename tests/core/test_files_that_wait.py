"""A regular file whose reading waits for something to come, as /proc/kmsg: every command answers."""

import os
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.situation import Situation
from support.trees import Tree
from support.why_questions import settings_for

WAITS = "reading it waits for something to come, as from a device"
COMMANDS = (
    "show",
    "show sub",
    "check",
    "check sub",
    "check --from-every-directory",
    "why words",
    "why sub/AGENTS.md",
    "prompt sub",
    "session calls.txt",
    "compare 0.13 0.22.2",
)


class WaitingDisk(Disk):
    """sub/AGENTS.md is a regular file to whoever looks at it, and gives nothing to whoever reads it."""

    def read(self, path: Path) -> Content:
        if path.parts[-2:] == ("sub", "AGENTS.md"):
            return Content(None, Unreadable.ENDLESS, WAITS)
        return super().read(path)


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: str(release.name))
def test_a_hint_that_waits_fails_the_releases_that_wait_for_it(tree: Tree, release: object) -> None:
    root = tree({".git/": "", "AGENTS.md": "x", "sub/AGENTS.md": "", "sub/CLAUDE.md": "y"})
    settings = settings_for(release.name)  # type: ignore[attr-defined]
    found = check(Situation(root, settings, WaitingDisk()), environ={})
    said = [(finding.code, finding.text) for finding in found if finding.path == root / "sub/AGENTS.md"]
    if settings.ruleset.read_timeout is None:
        assert said == [("HT036", f"{WAITS}, and the call that asks for it never comes back")]
    else:
        assert said == [("HT018", f"{WAITS}, and Hermes goes on as if it were not there")]


@pytest.mark.parametrize("version", ["0.13", "0.21.0", "0.22.2"])
@pytest.mark.parametrize("target", ["/proc/kmsg", "/dev/kmsg", "/dev/tty", "/dev/zero", "/dev/stdin", "pipe"])
def test_every_command_answers_beside_a_link_to_what_waits(
    tree: Tree, target: str, version: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", "AGENTS.md": "x", "sub/AGENTS.md": Path(target), "calls.txt": "sub/x.py\n"})
    os.mkfifo(root / "sub/pipe")
    if target.startswith("/") and not os.path.exists(target):
        pytest.skip(f"no {target} here")
    monkeypatch.chdir(root)
    for command in COMMANDS:
        release = [] if command.startswith("compare") else ["--hermes", version]
        assert main([*command.split(), *release]) in (0, 1), command
    said = capsys.readouterr()
    assert "sub/AGENTS.md" in said.out
    assert "Traceback" not in said.err
