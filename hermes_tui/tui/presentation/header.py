"""The lines at the top: where we are, what is sent, and what the prompt is made of."""

from collections import Counter
from itertools import count
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from hermes_tui.core.git.roots import RepositoryKind
from hermes_tui.core.prompt.context_file import FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.startup import failure_sentence
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.tui.presentation.tree_rows import STYLES
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.columns import cut_left
from hermes_tui.tui.widgets.styled_line import Line, Piece, percent

GAP = "   "
LEAST = 24
"""Cells that the end of the directory has before the git root is left out."""
HIGH = 30
"""Rows of a terminal from which on there is room for the legend of the bar."""
BELOW = 8
"""Rows that are kept for what stands below: four of the tree in its border, the tabs, the keys."""


def header_rows(height: int, *, has_notes: bool) -> int:
    """Rows of these lines in a terminal of *height* rows; the last of them give way first."""
    wanted = 3 + has_notes + (height >= HIGH)
    return max(0, min(wanted, height - BELOW))


class Segment(NamedTuple):
    """One file's share of the bar."""

    label: str
    chars: int
    verdict: Verdict
    is_soul: bool


def segments(startup: Startup) -> tuple[Segment, ...]:
    """What the prompt is made of, in its order."""
    return tuple(
        Segment(
            safe(file.label),
            sum(span.end - span.start for span in file.in_prompt),
            file.verdict,
            file.kind is FileKind.SOUL,
        )
        for file in startup.files
        if file.in_prompt
    )


def where(inspection: Inspection, width: int) -> Line:
    """The first line: the directory, its git root, the rules; what matters least is left out first.

    The rules and the revision are always said: by others all of the screen would be another one.
    """
    options, startup = inspection.options, inspection.startup
    name, cwd = ("hermes-tui", "accent bold"), (inspection.shown(options.directory), "bold")
    if startup is None:
        return (name, (GAP, ""), cwd)
    root = ("not in a git repository: nothing above is read", "warning")
    short = ("not in git", "warning")
    if startup.git_root is not None:
        root = (f"git root {inspection.shown(startup.git_root)}{_branch(inspection)}", "muted")
        short = (f"git root …/{safe(startup.git_root.name)}", "muted")
    anchor = options.anchor
    if anchor is not None:
        root = (f"{root[0]}{GAP}hints from {inspection.shown(anchor)}", root[1])
        short = (f"{short[0]}{GAP}hints from …/{safe(anchor.name)}", short[1])
    as_of = f"as of {safe(options.at)}{GAP}" if options.at else ""
    style = "warning" if as_of else "muted"
    rules = (f"{as_of}rules: {safe(options.ruleset.name)}", style)
    settings = options.settings
    origin = (f"{rules[0]} ({safe(settings.origin)})", style)
    home = (f"home {inspection.shown(settings.hermes_home)} ({safe(settings.home_origin)})", "muted")
    forms: list[Line] = [
        (name, cwd, root, origin, home),
        (name, cwd, root, origin),
        (cwd, root, origin),
        (name, cwd, root, rules),
        (cwd, root, rules),
        (cwd, short, rules),
    ]
    for rest in ((short, rules), (rules,)):
        room = width - sum(cell_len(words) + len(GAP) for words, _ in rest)
        if room >= LEAST or len(rest) == 1:
            forms.append(((cut_left(cwd[0], max(1, room)).rstrip(), "bold"), *rest))
    return _fitting(width, *forms)


def _fitting(width: int, *forms: Line, gap: str = GAP) -> Line:
    """The first form that has room, else the last; gaps come in between."""
    lines = [tuple(piece for part in form for piece in (part, (gap, "")))[:-1] for form in forms]
    fits = (line for line in lines if sum(cell_len(words) for words, _ in line) <= width)
    return next(fits, lines[-1])


def _branch(inspection: Inspection) -> str:
    facts = inspection.repository
    if facts is None or inspection.options.at:  # what is checked out is not what is shown
        return ""
    said = [facts.branch]
    if facts.kind is not RepositoryKind.WORK_TREE:
        said.append(facts.kind.value)
    if facts.above is not None:
        said.append("inside another repository")
    words = ", ".join(word for word in said if word)
    return f" ({safe(words)})" if words else ""


def notes(inspection: Inspection) -> Line:
    """What of the settings cannot be read, in one line; empty where all can."""
    said = " · ".join(safe(note) for note in inspection.options.settings.notes)
    return ((f"! {said}", "warning bold"),) if said else ()


def what(inspection: Inspection, width: int) -> Line:
    """The second line, a sentence: how many files are sent, what became of the others, how large it is."""
    startup = inspection.startup
    if inspection.problem:
        return ((inspection.problem, "error bold"),)
    if startup is None:
        return ((inspection.reading, "muted"),)
    if startup.failure is not None:
        return ((failure_sentence(startup, startup.failure), "error bold"),)
    numbers = Counter(file.verdict for file in startup.files)
    reached = [verdict for verdict in Verdict if numbers[verdict] and verdict.is_sent]
    kept_out = [verdict for verdict in Verdict if numbers[verdict] and not verdict.is_sent]
    if not startup.prompt:
        counts = (_count(verdict, numbers) for verdict in kept_out)
        return _fitting(width, (("Nothing is sent from here.", "warning bold"), *counts))
    number = sum(numbers[verdict] for verdict in reached)
    files = f"{number or 'no'} file{'' if number < 2 else 's'}"
    partly = [_count(verdict, numbers) for verdict in reached if verdict is not Verdict.LOADED]
    others = [_count(verdict, numbers) for verdict in kept_out]
    noted = [count for count in others if count[1] != "muted"]
    leads = (
        _sentence(f"Hermes sends {files} from here", partly, "not sent: ", others),
        _sentence(f"Hermes sends {files} from here", partly, "not sent: ", noted),
        _sentence(f"{files} sent", partly, "not sent: ", noted),
        _sentence(f"{number or 'none'} sent", partly, "", noted),
    )
    size = (f"  ~{estimate_tokens(startup.prompt):,} tokens", "bold")
    cap = startup.cap
    chain = f"  chain {startup.chain_chars:,} of {cap.limit:,}"
    caps = (f"{chain} ({cap.explanation})", f"{chain} ({cap.source.value})", chain, f"  cap {cap.limit:,}")
    forms = [(*lead, size, (limit, "muted")) for lead in leads for limit in caps]
    return _fitting(width, *forms, (*leads[-1], size), gap="")


def _count(verdict: Verdict, numbers: Counter[Verdict]) -> Piece:
    return f"{verdict.glyph} {numbers[verdict]} {verdict.word}", STYLES.get(verdict, "muted")


def _sentence(said: str, partly: list[Piece], introduction: str, others: list[Piece]) -> Line:
    """How many are sent, which of them not as they are, and what is not sent."""
    pieces: list[Piece] = [(said, "bold")]
    for number, piece in enumerate(partly):
        pieces += [(", " if number else " (", ""), piece]
    if partly:
        pieces.append((")", ""))
    for number, piece in enumerate(others):
        pieces += [(", " if number or not introduction else f"; {introduction}", ""), piece]
    return tuple(pieces)


def bar(startup: Startup, width: int) -> Line:
    """The prompt as a bar: a segment a file, against the cap; ``SOUL.md`` has a cap of its own."""
    parts = segments(startup)
    chain = [part for part in parts if not part.is_soul]
    free = max(0, startup.cap.limit - sum(part.chars for part in chain))
    soul = [part for part in parts if part.is_soul]
    sizes = [part.chars for part in (*chain, *soul)]
    *cells, room = _shared_out([*sizes, free], max(1, width - len(soul)))
    pieces = [
        _segment(number, part, size) for number, part, size in zip(count(1), chain, cells, strict=False)
    ]
    is_over = startup.chain_chars > startup.cap.limit
    pieces.append(("…" * room, "warning") if is_over else ("·" * room, "free"))
    for part in soul:
        pieces += [(" ", ""), _segment(len(parts), part, cells[-1])]
    return tuple(pieces)


def _shared_out(sizes: list[int], cells: int) -> list[int]:
    """The cells that each size gets: in proportion, two at least while there is room; the last the rest."""
    whole = sum(sizes) or 1
    least = min(2, cells // len(sizes))
    shares = [max(least, size * cells // whole) for size in sizes[:-1]]
    while sum(shares) > cells:
        shares[shares.index(max(shares))] -= 1
    return [*shares, cells - sum(shares)]


def legend(startup: Startup) -> Line:
    """The bar in words, for every segment its number."""
    pieces: list[tuple[str, str]] = []
    limit = startup.cap.limit
    for number, part in enumerate(segments(startup), 1):
        share = "" if part.is_soul or not limit else f" {percent(part.chars / limit)}"
        style = STYLES.get(part.verdict, "muted")
        pieces += [
            (f"{number} ", f"{style} bold"),
            (part.label, ""),
            (f" {part.chars:,}{share}", "muted"),
            (GAP, ""),
        ]
    free = limit - startup.chain_chars
    pieces.append((f"· free {free:,}", "muted") if free >= 0 else (f"… {-free:,} over the cap", "warning"))
    return tuple(pieces)


def _segment(number: int, part: Segment, cells: int) -> Piece:
    """A file's share, with its number, and its label where there is room."""
    words = f"▏{number} {part.label}"
    if cell_len(words) > cells:
        words = f"▏{number}"
    return set_cell_size(words, cells), f"bar-{STYLES.get(part.verdict, 'muted')}"
