"""``why`` against the prompts of the real releases: a line is sent if and only if it is in the prompt.

The prompts are those that ``conformance/test_cases.py`` holds against the wheels. Whole lines are compared,
so that a text of one letter means as much as a long one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cases.startup import BOM, CASES, HEADER, Case, Raises
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from hermes_tui.core.searching.folding import fold_text
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.situation import Situation
from support.trees import Special, grow
from support.why_questions import settings_for

NAMES = [release.name for release in RELEASES]
MOST = 40
LONGEST = 200
SOUL = "home/.hermes/SOUL.md"
OWN = ("[...truncated ", "[BLOCKED: ")
"""How the lines begin that Hermes writes itself, headings apart."""


class Line(NamedTuple):
    """A line of a file in the tree, without the blanks around it."""

    path: str
    start: int
    end: int
    text: str


def lines_of(case: Case) -> list[Line]:
    """The lines of the texts in the tree; of very many some, evenly chosen, and the last one."""
    found = [
        line
        for path, entry in case.files.items()
        if isinstance(entry, str) and not path.endswith("/") and Path(path).name != "config.yaml"
        for line in _lines(path, entry.replace("\r\n", "\n").replace("\r", "\n"))
    ]
    step = max(1, -(-len(found) // MOST))
    return [*found[::step], *found[-1:]] if step > 1 else found


def _lines(path: str, text: str) -> Iterator[Line]:
    at = 0
    for piece in text.split("\n"):
        line = piece.strip().strip(BOM).strip()
        if line and len(line) <= LONGEST and fold_text(line):
            start = at + piece.index(line)
            yield Line(path, start, start + len(line), line)
        at += len(piece) + 1


def lines_sent(prompt: str, labels: set[str]) -> set[str]:
    """The lines of a prompt that come from files."""
    body = prompt.removeprefix(HEADER).split("\n")
    return {
        line.strip().strip(BOM).strip()
        for line in body
        if not line.startswith(OWN) and line.removeprefix("## ") not in labels
    }


def is_said_to_be_sent(line: Line, case: Case, release: str, top: Path, disk: Disk) -> bool:
    """What ``why`` says of just that line."""
    environ = {"HOME": str(top / "home"), "PATH": ""}
    settings = settings_for(
        release,
        ruleset=find_settings(hermes=release, environ=environ, disk=disk).ruleset,
        home=top / "home",
        hermes_home=top / "home/.hermes",
        context_length=case.context_length,
        max_chars=case.max_chars,
    )
    reply = why(line.text, Situation(top / case.cwd, settings, disk), as_text=True, environ={})
    return any(
        answer.state is State.SENT
        and (answer.path.resolve(), answer.start, answer.end) == (top / line.path, line.start, line.end)
        for answer in reply.answers
    )


def check(case: Case, release: str, top: Path, disk: Disk) -> int:
    """Hold every line against the prompt of *release*; gives back how many there were."""
    answer = case.answer(release, NAMES, top)
    soul = case.files.get(SOUL)
    waits = isinstance(soul, Special) and get_ruleset(release).read_timeout is None
    written = "" if isinstance(answer, Raises) or waits else answer
    if case.skip_soul and isinstance(soul, str) and not isinstance(answer, Raises):
        written += f"\n{soul}"  # left out of this text since it stands before it, as the identity
    found = lines_of(case)
    labels = {Path(line.path).name for line in found}
    labels |= {f"{'../' * depth}{label}" for label in labels for depth in range(1, 6)}
    labels |= {line.path.removeprefix(f"{case.cwd}/") for line in found}
    sent = lines_sent(written, labels)
    for text in {line.text for line in found}:
        same = [line for line in found if line.text == text]
        said = any(is_said_to_be_sent(line, case, release, top, disk) for line in same)
        assert said == (text in sent), (release, text)
    return len(found)


@pytest.mark.parametrize("name", CASES)
def test_line_is_sent_exactly_where_the_releases_prompt_has_it(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    top = grow(tmp_path / "top", case.files).resolve()
    disk = Disk()
    for release in NAMES:
        check(case, release, top, disk)


def test_most_cases_have_lines_to_ask_about() -> None:
    counts = [len(lines_of(case)) for case in CASES.values()]
    assert sum(count > 0 for count in counts) > 0.8 * len(counts)
    soul = [case for case in CASES.values() if case.skip_soul]
    assert soul
    assert all(lines_of(case) for case in soul), "what has SOUL.md as its identity is asked about as well"


def test_a_wrong_answer_would_be_noticed(tmp_path: Path) -> None:
    files = {"repo/.git/": "", "repo/AGENTS.md": "A", "repo/CLAUDE.md": "C"}
    top = grow(tmp_path / "top", files).resolve()
    assert check(Case(files, {"0.13.0": "## AGENTS.md\n\nA"}), "0.22.2", top, Disk()) == 2
    for wrong in ("## CLAUDE.md\n\nC", "## AGENTS.md\n\nA\nC", ""):
        with pytest.raises(AssertionError):
            check(Case(files, {"0.13.0": wrong}), "0.22.2", top, Disk())
