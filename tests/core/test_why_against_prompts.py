"""``why`` against the prompts of the real releases: a line is sent if and only if it is in the prompt."""

from pathlib import Path

import pytest

from hermes_tui.core.disk import Disk
from hermes_tui.core.rulesets import RELEASES
from hermes_tui.core.text_search import fold_text
from hermes_tui.core.why import why
from questions import settings_for
from startup_cases import CASES, Case, Raises
from trees import grow

NAMES = [release.name for release in RELEASES]
RELEASES_ASKED = ("0.14.0", "0.19.0", "0.20.6", "0.22.2")
SHORTEST = 4
LONGEST = 200
BLANK = " \t\ufeff"


def lines_of(case: Case) -> list[str]:
    """Some lines of the files in the tree."""
    texts = [
        entry for entry in case.files.values() if isinstance(entry, str) and entry.isprintable() is not None
    ]
    lines = {
        line.strip(BLANK)
        for text in texts
        for line in text.splitlines()
        if SHORTEST <= len(line.strip(BLANK)) <= LONGEST
    }
    return sorted(lines)[:6]


@pytest.mark.parametrize("name", CASES)
def test_line_is_sent_exactly_where_the_releases_prompt_has_it(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    top = grow(tmp_path / "top", case.files).resolve()
    disk = Disk()
    for release in RELEASES_ASKED:
        answer = case.answer(release, NAMES, top)
        written = "" if isinstance(answer, Raises) else answer
        prompt = fold_text(
            " ".join(line for line in written.splitlines() if not line.startswith("[...truncated"))
        )
        settings = settings_for(
            release,
            home=top / "home",
            hermes_home=top / "home/.hermes",
            context_length=case.context_length,
            max_chars=case.max_chars,
        )
        for line in lines_of(case):
            if not case.skip_soul:
                reply = why(line, top / case.cwd, settings=settings, disk=disk, as_text=True, environ={})
                assert reply.is_sent == (fold_text(line) in prompt), (release, line)
