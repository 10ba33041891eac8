"""Questions that name a file which is not there, a directory, or a file beside the one that was meant."""

from cases.why.case import GIT, Case, Line, documented
from cases.why.sentences import searched_as_text, sent_as
from support.trees import Files

MENTIONED: Files = {**GIT, "AGENTS.md": "read docs/nosuch.md"}
NOTHING: tuple[Line, ...] = ()
FOUND: tuple[Line, ...] = ("✓ AGENTS.md:1:6: …",)

NO_SUCH_FILE: dict[str, Case] = {
    f"there is no {name}": Case(
        MENTIONED,
        documented(*lines),
        asked=name,
        seen=(searched_as_text(f"there is no such file: {name}, neither from ROOT nor from here"),),
    )
    for name, lines in {
        "docs/nosuch/AGENTS.md": NOTHING,
        "x/CLAUDE.md": NOTHING,
        "docs/nosuch.md": FOUND,
        "my rules/agents.md": NOTHING,
    }.items()
} | {
    f"whether there is a {name} is not asked where it is a text": Case(
        MENTIONED, documented(*lines), asked=name, options={"as_text": True}, seen=()
    )
    for name, lines in {
        "docs/nosuch/AGENTS.md": NOTHING,
        "x/CLAUDE.md": NOTHING,
        "docs/nosuch.md": FOUND,
        "my rules/agents.md": NOTHING,
    }.items()
}

IN_A_DIRECTORY: Files = {**GIT, "AGENTS.md": "rule", "a/b/x.py": ""}
NO_FILE: dict[str, Case] = (
    {
        f"{asked} is a directory": Case(
            IN_A_DIRECTORY,
            documented(),
            asked=asked,
            seen=(
                searched_as_text(
                    f"{asked} is a directory", f"hermes-tui show {asked} tells of a session there."
                ),
            ),
        )
        for asked in ("a/b", "a/b/")
    }
    | {
        f"{asked} is not there": Case(
            IN_A_DIRECTORY,
            documented(),
            asked=asked,
            seen=(searched_as_text(f"there is no such file: {asked}, neither from ROOT nor from here"),),
        )
        for asked in ("a/nope/", "a/nope/AGENTS.md")
    }
    | {
        "a word is not taken for a directory below": Case(
            IN_A_DIRECTORY,
            documented(
                sent_as("prompt:3:42", "in words that Hermes adds itself"),
                sent_as("prompt:3:65", "in words that Hermes adds itself"),
            ),
            asked="b",
            seen=(),
        ),
    }
)

QUESTIONS = NO_SUCH_FILE | NO_FILE
