"""Short words for the tests of hints: trackers that know no home, and what their traces say."""

from pathlib import Path

from cases import hints as cases
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import CallTrace, HintTracker, Outcome, Visit
from hermes_tui.core.releases.lookup import Ruleset, get_ruleset
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from support.situations import situation

LATEST = get_ruleset("latest")


def called(line: str) -> ToolCall:
    call = parse_call(line)
    assert isinstance(call, ToolCall), line
    return call


def tracker(
    root: Path, ruleset: Ruleset = LATEST, *, enabled: bool = True, disk: Disk | None = None
) -> HintTracker:
    return HintTracker(situation(root, ruleset=ruleset, disk=disk, home=root / "nobody"), enabled=enabled)


def check(root: Path, line: str, ruleset: Ruleset = LATEST) -> CallTrace:
    return tracker(root, ruleset).check(called(line))


def fired(trace: CallTrace) -> str:
    if trace.failure is not None:
        return cases.RAISES + trace.failure.what
    return " ".join(hint.label for hint in trace.hints)


def directories(trace: CallTrace) -> str:
    return " ".join(hint.label.removesuffix("/AGENTS.md") for hint in trace.hints)


def outcomes(trace: CallTrace) -> list[tuple[str, Outcome]]:
    return [(visit.shown, visit.outcome) for climb in trace.climbs for visit in climb.visits]


def visit_of(trace: CallTrace, shown: str) -> Visit:
    return next(visit for visit in trace.visits if visit.shown == shown)
