"""What is lost and what is a trap, each with a code, a place and a remedy.

A finding's message has no content of files in it, so that a report can be posted in public;
:attr:`Finding.text` has. Paths and messages do not depend on the directory that a session starts in, so equal
findings can be grouped.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.actions import Place
from hermes_tui.core.diagnosis.blocked import of_pattern
from hermes_tui.core.diagnosis.chain_file import Case, front_matter, legacy_section, obstacle_of
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.imports_and_links import imports, link_target_outside
from hermes_tui.core.diagnosis.model import Diagnosis, Obstacle, Remedy, advice, public_advice, untried
from hermes_tui.core.diagnosis.names import Names, place_of
from hermes_tui.core.diagnosis.other_spellings import found_here_only
from hermes_tui.core.diagnosis.truncated import marker
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import first_with
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, file_name, public, release_name

_CUT = ("HT010", "HT011", "HT012")
_CAPS = (Cause.FILE_CAP, Cause.JOINT_CAP)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One loss or trap."""

    code: str
    path: Path
    shown: Public
    """The path for a reader."""
    line: int = 1
    """From 1."""
    column: int = 1
    message: Public
    """What is wrong, in a sentence without content of files."""
    text: str
    """The same, with the words that matter."""
    note: str = ""
    """What else there is to say to somebody who wants to change it."""
    directories: tuple[str, ...] = ()
    """Where a session must start for it to be so: strings, for there may be thousands."""
    asked: Place | None = field(default=None, repr=False, compare=False)
    """What the remedies bring, where it is a place in a file."""
    find_remedies: Callable[[], tuple[Remedy, ...]] = field(default=tuple, repr=False, compare=False)
    """Tries the ways out; asked once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "find_remedies", cache(self.find_remedies))  # as a diagnosis does

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What brings what is lost; tried when it is first asked for."""
        return self.find_remedies()

    @property
    def remedy(self) -> str:
        """What to do, in a sentence or two."""
        return advice(self.remedies, self.note)

    @property
    def public_remedy(self) -> Public:
        """The same without content of files."""
        return public_advice(self.remedies, self.code)

    @property
    def severity(self) -> Severity:
        """How much it costs."""
        return get_code(self.code).severity

    @property
    def key(self) -> tuple[str, Path, int, int, str]:
        """Findings of the same key are one, seen from several directories.

        What a cap takes differs by a few characters with the length of the labels: that is one finding.
        """
        if self.code in _CUT:
            return self.code, self.path, 0, 0, ""
        return self.code, self.path, self.line, self.column, self.text

    @property
    def sentence(self) -> str:
        """The whole line."""
        todo = f" → {self.remedy}" if self.remedy else ""
        return f"{self.shown}:{self.line}:{self.column}: {self.severity.value} {self.code}: {self.text}{todo}"


def grouped(findings: Iterable[Finding]) -> list[Finding]:
    """One of each kind, with all its directories; the worst first, then by file and line."""
    found: dict[object, Finding] = {}
    directories: dict[object, dict[str, None]] = {}
    for finding in findings:
        found.setdefault(finding.key, finding)
        directories.setdefault(finding.key, {}).update(dict.fromkeys(finding.directories))
    told = (replace(finding, directories=tuple(directories[key])) for key, finding in found.items())
    return sorted(told, key=_order)


def _order(finding: Finding) -> tuple[int, str, int, int, str]:
    return -finding.severity.rank, finding.shown, finding.line, finding.column, finding.code


class Finder:
    """Makes findings of what the model says, with paths as *names* shows them."""

    def __init__(self, startup: Startup, names: Names) -> None:
        """Paths are shown as *names* has them; settings and disk are those of *startup*."""
        self._ruleset = startup.ruleset
        self._names = names
        self._disk = startup.disk
        self._home = startup.settings.home
        self._of_content: dict[Path, tuple[_Trap, ...]] = {}

    def of_startup(self, startup: Startup) -> Iterator[Finding]:
        """What is lost when a session starts there."""
        failure = startup.failure
        diagnoser = Diagnoser(startup, self._names)
        if failure is not None:
            obstacle = common_obstacles.hermes_fails(failure, startup, self._names, self._disk)
            yield self.of_obstacle(failure.path or startup.cwd, obstacle)
            return  # nothing else is sent or lost
        for file in startup.files:
            yield from self._of_file(file, diagnoser)
        joint = next((file for file in startup.files if file.joint_cut is not None), None)
        if joint is not None and marker(joint, self._names, self._disk):
            name = file_name(joint.joint_cut.path) if joint.joint_cut else NOTHING
            cause = public(
                "the marker of the cut names {} in the working directory, which does not exist", name
            )
            way = Way(public("shorten the files, so that nothing is cut"))
            yield self.of_obstacle(joint.path, Obstacle("HT013", cause, (way,)))

    def _of_file(self, file: ContextFile, diagnoser: Diagnoser) -> Iterator[Finding]:
        startup = diagnoser.startup
        if file.verdict is Verdict.BLOCKED:
            yield from self.of_threats(file, diagnoser)
            return
        case = Case(file, startup, self._names)
        if file.verdict is Verdict.FLAGGED:
            first = min(file.threats, key=lambda threat: threat.start)
            flagged = Obstacle(
                "HT003", public("it is sent although the threat scan matched ({})", first.public_id)
            )
            yield self._found(file, first.start, flagged, diagnoser)
        obstacle = obstacle_of(case)
        if obstacle is not None:
            start = next((piece.start for piece in file.lost if piece.cause in _CAPS), 0)
            yield self._found(file, start, obstacle, diagnoser)
        if not file.verdict.is_sent:
            return
        for cause, special in (
            (Cause.FRONT_MATTER, front_matter(case)),
            (Cause.LEGACY_SECTION, legacy_section(case)),
        ):
            if special is not None:
                piece = next(piece for piece in file.lost if piece.cause is cause)
                taken = file.text[piece.start : piece.end]  # line ends before a section go with it
                start = piece.end - len(taken.lstrip("\n"))
                yield self._found(file, start, special, diagnoser, Span(start, piece.end))
        length = startup.ruleset.scanner.length
        if length is not None and len(file.text) > length and file.kind is not FileKind.SOUL:
            said = public("only the first {} characters are scanned", length)
            yield self._found(
                file, length, Obstacle("HT004", said, (Way(public("shorten the file")),)), diagnoser
            )
        yield from self.of_content(file)

    def of_threats(self, file: ContextFile, diagnoser: Diagnoser) -> Iterator[Finding]:
        """One for each pattern that the scan objects to, at its first place."""
        for _, group in groupby(file.threats, key=lambda threat: threat.id):
            threats = tuple(group)
            obstacle = of_pattern(file, threats, self._names)
            yield self._found(file, threats[0].start, obstacle, diagnoser)

    def of_content(self, file: ContextFile) -> Iterator[Finding]:
        """Traps in the text of a file that is sent, where its own place is sent."""
        return (trap.finding for trap in self.traps(file.path, file.text) if trap.is_sent_in(file))

    def traps(self, path: Path, text: str) -> "tuple[_Trap, ...]":
        """Traps in the text of a file, wherever the session starts."""
        if path not in self._of_content:
            self._of_content[path] = tuple(self._traps(path, text))
        return self._of_content[path]

    def _traps(self, path: Path, text: str) -> "Iterator[_Trap]":
        link = link_as_text(path, text, self._disk)
        if link is not None:
            obstacle = common_obstacles.link_as_text(link, self._names.show(path), path, self._disk)
            yield _Trap(None, self.of_obstacle(path, obstacle))
        spelling = found_here_only(path, self._ruleset, self._disk) if path.name != "SOUL.md" else None
        if spelling is not None:
            yield _Trap(None, self.of_obstacle(path, spelling))
        outside = link_target_outside(path, self._names.top, self._disk)
        if outside is not None and path.name != "SOUL.md":
            refused = first_with(lambda release: release.hints.checks_links)
            as_hint = (
                public(", and refused as a hint")
                if self._ruleset.hints.checks_links
                else public(" and as a hint; from {} on a hint refuses it", release_name(refused))
            )
            where = self._names.show(outside)
            cause = public(
                "it is a link to {}, outside the repository: followed at the start{}", where, as_hint
            )
            way = common_obstacles.copy_for_link(path)
            yield _Trap(None, self.of_obstacle(path, Obstacle("HT021", cause, (way,))))
        for found in imports(path, text, self._disk, self._home):
            obstacle = Obstacle(
                "HT033",
                f"@{found.name} is an import, and Hermes sends that line as it stands",
                (Way(public("put the text itself there")),),
                public=public("a line imports another file, and Hermes sends that line as it stands"),
            )
            yield _Trap(found.start, self.of_obstacle(path, obstacle, place_of(text, found.start)))

    # ── parts ──

    def _found(
        self,
        file: ContextFile,
        start: int,
        obstacle: Obstacle,
        diagnoser: Diagnoser,
        span: Span | None = None,
    ) -> Finding:
        place = place_of(file.text, start) if file.text else (1, 1)
        finding = self.of_obstacle(file.path, obstacle, place)
        asked = diagnoser.place(file.path, span)
        return replace(finding, asked=asked, find_remedies=lambda: diagnoser.remedies(asked, obstacle.ways))

    def of_obstacle(self, path: Path, obstacle: Obstacle, place: tuple[int, int] = (1, 1)) -> Finding:
        """A finding about *path*, whose ways out are not tried."""
        return Finding(
            code=obstacle.code,
            path=path,
            shown=self._names.show(path),
            line=place[0],
            column=place[1],
            message=obstacle.public_cause,
            text=obstacle.cause,
            note=obstacle.note,
            find_remedies=lambda: untried(obstacle.ways),
        )

    def of_diagnosis(self, found: Diagnosis) -> Finding:
        """The same judgement as a finding."""
        obstacle = found.obstacle
        assert obstacle is not None  # noqa: S101 -- asked for only where something stops it
        finding = self.of_obstacle(found.path, obstacle, (found.line, found.column))
        return replace(finding, asked=found.asked, find_remedies=lambda: found.remedies)


class _Trap(NamedTuple):
    """Something in a file that is not as it seems."""

    start: int | None
    """Where it begins; ``None``: it is the whole file."""
    finding: Finding

    def is_sent_in(self, file: ContextFile) -> bool:
        """The place is sent: what is lost deceives nobody."""
        start = self.start
        return start is None or any(kept.start <= start < kept.end for kept in file.kept)
