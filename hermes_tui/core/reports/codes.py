"""What a code comes to under the release and the settings that apply: whether it can occur, and its limit."""

from collections.abc import Callable, Iterator
from typing import Any

from hermes_tui.core.codes.catalogue import Code, explained
from hermes_tui.core.prompt.truncation import Cap, CapSource, find_cap
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.settings import Settings

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

_ONLY_WHERE: dict[str, Callable[[Ruleset], bool]] = {
    "HT003": lambda ruleset: not ruleset.soul_blocks,
    "HT004": lambda ruleset: ruleset.scanner.length is not None,
    "HT009": lambda ruleset: ruleset.agents_chain or ruleset.hints.deduplicates,
    "HT013": lambda ruleset: ruleset.agents_chain,
    "HT017": lambda ruleset: ruleset.soul_drops_legacy_section,
    "HT026": lambda ruleset: not ruleset.agents_chain,
    "HT029": lambda ruleset: not ruleset.hints.outside,
    "HT030": lambda ruleset: bool(ruleset.hints.excluded),
    "HT034": lambda ruleset: ruleset.hints.off_at_home,
    "HT039": lambda ruleset: ruleset.install_tree_guard,
    "HT044": lambda ruleset: ruleset.agents_chain or ruleset.hints.deduplicates,
}
"""Codes for what only some releases do (``releases.md``)."""

_CUT_AT_THE_START = ("HT010", "HT011", "HT012", "HT013")


def occurs(code: Code, ruleset: Ruleset) -> bool:
    """*ruleset* does what *code* tells of."""
    is_there = _ONLY_WHERE.get(code.id)
    return is_there is None or is_there(ruleset)


def explained_here(code: Code, settings: Settings) -> Iterator[str]:
    """All that there is to say about *code*, in lines; at last what holds by *settings*."""
    yield from explained(code)
    cap = _cap_of(code, settings)
    if not occurs(code, settings.ruleset):
        yield f"By the rules of {settings.ruleset.name} this cannot occur ({settings.origin})."
    elif cap is not None:
        yield f"Here the cap is {cap.limit:,} characters: {cap.explanation}."
        if code.id in _CUT_AT_THE_START:
            told = (
                "warns of a cut when it builds the prompt" if settings.ruleset.cut_warns else "cuts silently"
            )
            yield f"Hermes {told}."


def _cap_of(code: Code, settings: Settings) -> Cap | None:
    """The cap that *code* tells of, if it does."""
    if code.id == "HT014":
        cap = settings.ruleset.hints.cap
        return Cap(cap, CapSource.FIXED, f"fixed at {cap:,} for a hint")
    if code.id in _CUT_AT_THE_START:
        return find_cap(
            settings.ruleset, context_length=settings.context_length, max_chars=settings.max_chars
        )
    return None


def codes_json(codes: tuple[Code, ...], settings: Settings) -> dict[str, Any]:
    """The same for a program; ``cap`` counts characters."""
    return {
        "schema": SCHEMA,
        "ruleset": {"name": settings.ruleset.name, "origin": settings.origin},
        "codes": [
            code._asdict()
            | {
                "severity": code.severity.value,
                "occurs": occurs(code, settings.ruleset),
                "cap": cap.limit if cap else None,
            }
            for code in codes
            for cap in (_cap_of(code, settings),)
        ],
        "notes": list(settings.notes),
    }
