"""What holds for every tree and every release, on trees that stand in no file system."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.texts import FRONT_MATTER, HEADINGS, LEGACY, MARKS, MORE_MARKS, ODD, PLAIN, threats
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES
from hermes_tui.core.text.provenance import Role, Span, merged
from support.situations import situation

ROOT = Path("/nowhere/repo")
CHAIN = (ROOT, ROOT / "a", ROOT / "a" / "b")
NAMES = (
    "AGENTS.md",
    "agents.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    ".hermes.md",
    ".cursorrules",
    "GEMINI.md",
)
WORDS = (
    *PLAIN,
    *MARKS,
    *MORE_MARKS,
    *FRONT_MATTER,
    *LEGACY,
    *HEADINGS,
    *(text for text in ODD if "\r" not in text),
)
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), threats()), max_size=4).map("".join)


@st.composite
def startups(draw: st.DrawFn) -> Startup:
    """Any start of a session."""
    places = [*(directory / name for directory in CHAIN for name in NAMES), ROOT.parent / "AGENTS.md"]
    chosen = draw(st.lists(st.sampled_from(places), max_size=6, unique=True))
    texts = {path: draw(TEXTS) for path in chosen}
    texts[ROOT / ".git"] = ""
    if draw(st.booleans()):
        texts[ROOT / "home" / "SOUL.md"] = draw(TEXTS)
    return inspect(
        situation(
            CHAIN[-1],
            ruleset=draw(st.sampled_from((*RELEASES, DOCUMENTED))),
            disk=Disk().changed(replaced=texts),
            hermes_home=ROOT / "home",
            max_chars=draw(st.sampled_from((None, 0, 3, 20, 40, 60, 90, 150, 400, float("inf")))),
        ),
        skip_soul=draw(st.booleans()),
    )


def places(spans: tuple[Span, ...]) -> set[int]:
    return {place for span in spans for place in range(*span)}


def each_character_of_a_file_is_either_sent_or_lost_to_a_step(startup: Startup) -> None:
    for file in startup.files:
        kept = places(file.kept)
        lost = places(tuple(Span(piece.start, piece.end) for piece in file.lost))
        assert kept | lost == set(range(file.chars)), file.label
        if startup.failure is None:
            assert not kept & lost, file.label
            assert sum(piece.end - piece.start for piece in file.lost) == len(lost), "no step takes it twice"
        assert file.sent_chars == len(kept)
        assert file.kept == merged(file.kept)


def what_is_kept_stands_in_the_prompt_as_it_stands_in_the_file(startup: Startup) -> None:
    text = startup.prompt_text
    if text is None:
        assert startup.failure is not None
        return
    prompt = str(text)
    for file in startup.files:
        if file.kind is FileKind.SOUL:
            continue  # may be left out of this prompt
        found = [startup.prompt_ranges(file.path, *span) for span in file.kept]
        assert all(found), file.label
        for at, span in ((at, span) for spans in found for at, span in enumerate(spans)):
            role, path, place = text.source(span.start)
            assert (role, path) == (Role.FILE, file.path)
            assert place is not None
            assert prompt[slice(*span)] == file.text[place : place + span.end - span.start], at


def verdicts_agree_with_what_is_sent(startup: Startup) -> None:
    if startup.failure is not None:
        return
    for file in startup.files:
        if file.verdict in (Verdict.SHADOWED, Verdict.SUPERSEDED, Verdict.DUPLICATE, Verdict.OUT_OF_REACH):
            assert (file.kept, file.in_prompt) == ((), ())
            assert file.next is not None
        if file.verdict in (Verdict.SHADOWED, Verdict.SUPERSEDED, Verdict.DUPLICATE):
            assert file.winner is not None
        if file.verdict in (Verdict.EMPTY, Verdict.LOST, Verdict.UNREADABLE, Verdict.BLOCKED):
            assert file.kept == ()
        if file.verdict is Verdict.TRUNCATED:
            assert file.cut is not None or file.joint_cut is not None
        assert file.reason.endswith(".")


def parts_cover_the_prompt_without_a_gap(startup: Startup) -> None:
    end = 0
    for part in startup.parts():
        assert part.start == end
        assert part.end > part.start
        end = part.end
    assert end == len(startup.prompt or "")


def lost_headings_stand_on_lost_lines(startup: Startup) -> None:
    for file in startup.files:
        lines = file.text.split("\n")
        for heading in file.headings_lost:
            assert heading.text in lines[heading.line - 1]
            assert "#" in lines[heading.line - 1]


PROMISES = (
    each_character_of_a_file_is_either_sent_or_lost_to_a_step,
    what_is_kept_stands_in_the_prompt_as_it_stands_in_the_file,
    verdicts_agree_with_what_is_sent,
    parts_cover_the_prompt_without_a_gap,
    lost_headings_stand_on_lost_lines,
)


@settings(max_examples=300)
@given(startups())
def test_every_start_keeps_every_promise(startup: Startup) -> None:
    for holds in PROMISES:
        holds(startup)
