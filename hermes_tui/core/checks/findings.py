"""What is lost and what is a trap, each with a code, a place and a remedy.

A finding's message has no content of files in it, so that a report can be posted in public;
:attr:`Finding.text` has. Paths and messages do not depend on the directory that a session starts in, so equal
findings can be grouped.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.blocked import one_match
from hermes_tui.core.diagnosis.chain_file import Case, front_matter, legacy_section, loss_of
from hermes_tui.core.diagnosis.imports_and_links import imports, link_target_outside
from hermes_tui.core.diagnosis.model import Loss, Names, place_of
from hermes_tui.core.diagnosis.other_spellings import found_here_only
from hermes_tui.core.diagnosis.truncated import marker
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import first_with
from hermes_tui.core.text.public_text import Public, file_name, public, release_name

_MATCHES = 50
"""Matches of the threat scan that one file gets findings for."""

_CUT = ("HT010", "HT011", "HT012")
_CAPS = (Cause.FILE_CAP, Cause.JOINT_CAP)


class Finding(NamedTuple):
    """One loss or trap."""

    code: str
    path: Path
    shown: str
    """The path for a reader."""
    line: int
    """From 1."""
    column: int
    message: Public
    """What is wrong, in a sentence without content of files."""
    text: str
    """The same, with the words that matter."""
    remedy: str
    public_remedy: Public
    """The remedy without content of files."""
    directories: tuple[str, ...] = ()
    """Where a session must start for it to be so: strings, for there may be thousands."""

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


class Finder:
    """Makes findings of what the model says, with paths as *names* shows them."""

    def __init__(self, startup: Startup, names: Names) -> None:
        """Paths are shown as *names* has them; settings and disk are those of *startup*."""
        self._ruleset = startup.ruleset
        self._names = names
        self._disk = startup.disk
        self._home = startup.settings.home
        self._of_content: dict[Path, tuple[Finding, ...]] = {}

    def of_startup(self, startup: Startup) -> Iterator[Finding]:
        """What is lost when a session starts there."""
        failure = startup.failure
        if failure is not None:
            yield self.of_loss(
                failure.path or startup.cwd,
                common_obstacles.hermes_fails(failure, startup, self._names, self._disk),
            )
            return  # nothing else is sent or lost
        for file in startup.files:
            yield from self._of_file(file, startup)
        joint = next((file for file in startup.files if file.joint_cut is not None), None)
        if joint is not None and marker(joint, self._names, self._disk):
            name = file_name(joint.joint_cut.path) if joint.joint_cut else public("")
            yield self.at(
                joint.path,
                "HT013",
                public("the marker of the cut names {} in the working directory, which does not exist", name),
                public("Shorten the files, so that nothing is cut."),
            )

    def _of_file(self, file: ContextFile, startup: Startup) -> Iterator[Finding]:
        if file.verdict is Verdict.BLOCKED:
            yield from self.of_threats(file)
            return
        case = Case(file, startup, self._names)
        if file.verdict is Verdict.FLAGGED:
            first = min(file.threats, key=lambda threat: threat.start)
            yield self._found(
                file,
                first.start,
                Loss(
                    "HT003",
                    public("it is sent although the threat scan matched ({})", first.public_id),
                    public(""),
                ),
            )
        loss = loss_of(case)
        if loss is not None:
            start = next((piece.start for piece in file.lost if piece.cause in _CAPS), 0)
            yield self._found(file, start, loss)
        if not file.verdict.is_sent:
            return
        for cause, special in (
            (Cause.FRONT_MATTER, front_matter(case)),
            (Cause.LEGACY_SECTION, legacy_section(case)),
        ):
            if special is not None:
                piece = next(piece for piece in file.lost if piece.cause is cause)
                taken = file.text[piece.start : piece.end]  # line ends before a section go with it
                yield self._found(file, piece.end - len(taken.lstrip("\n")), special)
        length = startup.ruleset.scanner.length
        if length is not None and len(file.text) > length and file.kind is not FileKind.SOUL:
            yield self._found(
                file,
                length,
                Loss(
                    "HT004",
                    public("only the first {} characters are scanned", length),
                    public("Shorten the file."),
                ),
            )
        yield from self.of_content(file.path, file.text)

    def of_threats(self, file: ContextFile) -> Iterator[Finding]:
        """One for each place that the scan objects to."""
        for threat in file.threats[:_MATCHES]:
            yield self._found(file, threat.start, one_match(file, threat))

    def of_content(self, path: Path, text: str) -> tuple[Finding, ...]:
        """Traps in the text of a file that is sent, wherever the session starts."""
        if path not in self._of_content:
            self._of_content[path] = tuple(self._traps(path, text))
        return self._of_content[path]

    def _traps(self, path: Path, text: str) -> Iterator[Finding]:
        spelling = found_here_only(path, self._ruleset, self._disk) if path.name != "SOUL.md" else None
        if spelling is not None:
            yield self.of_loss(path, spelling)
        link = link_as_text(path, text, self._disk)
        if link is not None:
            yield self.of_loss(path, common_obstacles.link_as_text(link, self._names.show(path)))
        outside = link_target_outside(path, self._names.top, self._disk)
        if outside is not None and path.name != "SOUL.md":
            refused = first_with(lambda release: release.hints.checks_links)
            as_hint = (
                public(", and refused as a hint")
                if self._ruleset.hints.checks_links
                else public(" and as a hint; from {} on a hint refuses it", release_name(refused))
            )
            yield self.at(
                path,
                "HT021",
                public(
                    "it is a link to {}, outside the repository: followed at the start{}",
                    self._names.show(outside),
                    as_hint,
                ),
                common_obstacles.COPY_FOR_LINK,
            )
        for found in imports(path, text, self._disk, self._home):
            line, column = place_of(text, found.start)
            yield self.at(
                path,
                "HT033",
                f"@{found.name} is an import, and Hermes sends that line as it stands",
                public("Put the text itself there."),
                message=public("a line imports another file, and Hermes sends that line as it stands"),
                place=(line, column),
            )

    # ── parts ──

    def _found(self, file: ContextFile, start: int, loss: Loss) -> Finding:
        return self.of_loss(file.path, loss, place_of(file.text, start) if file.text else (1, 1))

    def of_loss(self, path: Path, loss: Loss, place: tuple[int, int] = (1, 1)) -> Finding:
        """A finding about *path* from what stops it."""
        return Finding(
            code=loss.code,
            path=path,
            shown=self._names.show(path),
            line=place[0],
            column=place[1],
            message=loss.public_culprit,
            text=loss.culprit,
            remedy=loss.short_todo,
            public_remedy=loss.public_todo,
        )

    def at(
        self,
        path: Path,
        code: str,
        text: str,
        remedy: str,
        *,
        message: Public | None = None,
        place: tuple[int, int] = (1, 1),
    ) -> Finding:
        """A finding about *path*; without a *message* the text is posted in public where it may be."""
        return self.of_loss(path, Loss(code, text, remedy, public=message), place)
