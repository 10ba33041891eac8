"""The context files beside and below the chain, as text and as JSON: which call brings each, or why none.

Text is harmless to a terminal; sizes are characters.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.startup import file_json, size_in_words
from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile, Reach, survey
from hermes_tui.core.text.terminal_safe import safe

_MOST = 200
"""Files of a group that the text lists; JSON has all."""


class HintListing(NamedTuple):
    """What :func:`~hermes_tui.core.surveys.survey.survey` found, sorted by place."""

    brought: tuple[FoundFile, ...]
    """A call brings them."""
    not_brought: tuple[FoundFile, ...]
    """No call can, and the start of the session does not tell of them."""
    excluded: tuple[Excluded, ...]
    closed: tuple[Closed, ...]


def list_hints(startup: Startup) -> HintListing:
    """Every context file of the repository that *startup* does not tell of."""
    told = {file.path for file in startup.files}
    brought: list[FoundFile] = []
    not_brought: list[FoundFile] = []
    excluded: list[Excluded] = []
    closed: list[Closed] = []
    for seen in survey(startup.situation):
        if isinstance(seen, Excluded):
            excluded.append(seen)
        elif isinstance(seen, Closed):
            closed.append(seen)
        elif isinstance(seen, FoundFile) and seen.state is Reach.HINT:
            brought.append(seen)
        elif isinstance(seen, FoundFile) and seen.state is not Reach.ON_CHAIN and seen.path not in told:
            not_brought.append(seen)
    return HintListing(
        tuple(sorted(brought, key=lambda found: found.path)),
        tuple(sorted(not_brought, key=lambda found: found.path)),
        tuple(sorted(excluded, key=lambda found: found.directory)),
        tuple(sorted(closed, key=lambda found: found.directory)),
    )


def listing_text(listing: HintListing, disk: Disk) -> Iterator[str]:
    """Lines for each group that has any."""
    yield from _group("Brought by hints", listing.brought, disk)
    yield from _group("No hint can bring", listing.not_brought, disk)
    if listing.excluded:
        yield ""
        yield "In directories that hints leave out:"
    for excluded in listing.excluded[:_MOST]:
        files = f"{excluded.count:,} context file{'' if excluded.count == 1 else 's'}"
        yield f"    {safe(excluded.label)}/: {files}"
    if listing.closed:
        yield ""
        yield "Not looked into:"
        yield from (f"    {safe(closed.reason)}" for closed in listing.closed[:_MOST])


def _group(title: str, group: Sequence[FoundFile], disk: Disk) -> Iterator[str]:
    if not group:
        return
    yield ""
    yield f"{title} ({len(group):,}):"
    shown = group[:_MOST]
    width = max(len(safe(found.label)) for found in shown)
    for found in shown:
        glyph, word = face(found)
        size = size_in_words(found.file) if found.file is not None else ""
        call = f"{size and ' · '}{safe(found.call.line)}" if found.call is not None else ""
        yield f"{glyph} {word:<14}  {safe(found.label):<{width}}  {size}{call}".rstrip()
        if glyph != "→":
            yield f"    {safe(found.reason)}"
        link = None
        if found.call is not None and found.file is not None:
            link = link_as_text(found.path, found.file.text, disk)
        if link is not None:
            yield f"    {safe(link.sentence)}"
    if len(group) > len(shown):
        yield f"… {len(group) - len(shown):,} more; --json lists all"


def face(found: FoundFile) -> tuple[str, str]:
    """Glyph and word of a file beside the chain."""
    if found.call is None:
        return "·", found.word
    verdict = found.file.verdict if found.file is not None else Verdict.LOADED
    return ("→", found.word) if verdict is Verdict.LOADED else (verdict.glyph, verdict.word)


def listing_json(listing: HintListing) -> dict[str, Any]:
    """The same for a program, all of it."""
    return {
        "brought": [_found_json(found) for found in listing.brought],
        "not_brought": [_found_json(found) for found in listing.not_brought],
        "excluded": [
            {"path": str(excluded.directory), "label": excluded.label, "files": excluded.count}
            for excluded in listing.excluded
        ],
        "closed": [{"path": str(closed.directory), "label": closed.label} for closed in listing.closed],
    }


def _found_json(found: FoundFile) -> dict[str, Any]:
    return {
        "kind": found.kind.value,
        "label": found.label,
        "path": str(found.path),
        "state": found.state.value,
        "call": found.call.line if found.call is not None else None,
        "reason": found.reason,
        "repository": str(found.repository) if found.repository else None,
        "file": file_json(found.file) if found.file is not None else None,
    }
