"""What stops a file that no step of the start asks for: where it lies, its name, or what hints leave out."""

import os
import shlex
from pathlib import Path

from hermes_tui.core import blocking, losses
from hermes_tui.core.answers import Loss, Names
from hermes_tui.core.causes import unknown_name
from hermes_tui.core.climbing import has_suffix
from hermes_tui.core.cutting import characters
from hermes_tui.core.disk import Disk
from hermes_tui.core.files import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.hints import HintTracker, NoCall, call_that_brings
from hermes_tui.core.reasons import lines_lost
from hermes_tui.core.rulesets import RELEASES
from hermes_tui.core.settings import Settings
from hermes_tui.core.startup import Startup
from hermes_tui.core.survey import Found, Reach
from hermes_tui.core.toolcalls import ToolCall
from hermes_tui.core.traced import Span

_DIRECTORIES_LOOKED_AT = 2_000


class Reacher:
    """Says what stops files beside and below one working directory, for one release."""

    def __init__(self, startup: Startup, settings: Settings, names: Names, disk: Disk) -> None:
        self.startup = startup
        self.settings = settings
        self.names = names
        self.disk = disk
        tracker = HintTracker(
            startup.cwd,
            ruleset=settings.ruleset,
            disk=disk,
            home=settings.home,
            hermes_home=settings.hermes_home,
        )
        self.hints_off = tracker.is_off
        """Why no hint is sent at all; or nothing."""

    def loss_of(self, found: Found) -> Loss:
        """What stops *found*, which no hint brings."""
        if found.state is Reach.NEAR_MISS:
            return self._near_miss(found)
        rules, cwd, name = self.settings.ruleset, self.startup.cwd, found.path.name
        directory = found.path.parent
        if self.hints_off:
            reason = self.hints_off.removeprefix("No hints are sent at all: ").rstrip(".")
            return Loss("HT034", f"no hints are sent at all: {reason}", "Start Hermes one level deeper.")
        if cwd != directory and cwd not in directory.parents and not rules.hints.outside:
            return self._outside(found)
        if cwd in directory.parents:
            for part in directory.relative_to(cwd).parts:
                if part in rules.hints.excluded:
                    return Loss(
                        "HT030",
                        f"it lies in a directory called {part}, and no hint comes from there",
                        "Move the rules above that directory, or rename it.",
                    )
        if found.file is not None and found.file.verdict is Verdict.DUPLICATE and found.file.winner:
            winner = self.names.show(found.file.winner)
            return Loss(
                "HT009",
                f"its text is the same as that of {winner}, which counts as sent",
                "Nothing must be done if that one is sent; else say something of its own in it.",
            )
        for earlier in rules.hints.names[: rules.hints.names.index(name)]:
            if (
                self.disk.is_file(directory / earlier)
                and (self.disk.read(directory / earlier).text or "").strip()
            ):
                first = self.names.show(directory / earlier)
                return Loss(
                    "HT007",
                    f"{first} comes first in the same directory, and a directory gives one hint only",
                    f"Write the rule into {first}, or remove that file.",
                )
        if self.disk.read(found.path).text is None:
            content = self.disk.read(found.path)
            return losses.unreadable(content, content.detail, self.names.show(found.path))
        if self.disk.is_link(found.path):
            return Loss(
                "HT021",
                _small(found.reason),
                "Copy the file to where the link is: hints follow no link that leads out.",
            )
        if not (self.disk.read(found.path).text or "").strip():
            return Loss(
                "HT019", "there is nothing in it but white space", "Write something into it, or remove it."
            )
        return Loss("HT035", _small(found.reason), "Move the rule into a file that is read at the start.")

    def hint_loss(self, file: ContextFile, span: Span | None) -> Loss | None:
        """What stops a file that a hint brings, or the characters *span* of it; ``None`` where it is sent."""
        if file.verdict is Verdict.BLOCKED:
            return blocking.loss(file, span, self.startup, self.disk)
        if file.verdict is not Verdict.TRUNCATED or file.cut is None:
            return None
        taken = any(
            piece.cause is Cause.FILE_CAP
            and (span is None or (piece.start < span.end and span.start < piece.end))
            for piece in file.lost
        )
        if not taken:
            return None
        over = file.cut.total - file.cut.limit
        where = lines_lost(file.text, file.lost, Cause.FILE_CAP)
        return Loss(
            "HT014",
            f"cut away by the cap of a hint: {file.cut.total:,} characters, {over:,} too many for "
            f"{file.cut.limit:,} "
            f"({where} lost)",
            f"Shorten it by {characters(over)}, or move the rule into the first {file.cut.head:,}; no "
            "setting raises "
            "this cap.",
        )

    def how_a_hint_comes(self, found: Found) -> tuple[str, str]:
        """By which call, in a sentence, and what to keep in mind."""
        assert found.call is not None  # noqa: S101 -- a hint has its call
        directory = found.path.parent
        culprit = f"{found.call.line} brings it, once in a session{self._how_to_type(directory)}"
        deep = self.deep_below(directory)
        if deep is not None:
            culprit += (
                f"; a call in {self.names.show(deep)} is too deep to bring it, and spends what is between"
            )
        here = self.names.show(self.startup.cwd / "AGENTS.md")
        return culprit, f"What must be known from the start belongs into {here} or above."

    def _how_to_type(self, directory: Path) -> str:
        """What is easily typed otherwise, in brackets; or nothing."""
        name = os.path.relpath(directory, self.startup.cwd)
        if has_suffix(directory.name):
            return f" (not ls {name}/: a name with a dot is taken for a file)"
        if "/" in name or "." in name or name.startswith(("~", "-")):
            return ""
        typed = shlex.quote(name)
        but = f", though it does in cd {typed}" if self.settings.ruleset.hints.reads_cd else ""
        return f" (the slash is needed: Hermes sees no path in ls {typed}{but})"

    def deep_below(self, directory: Path) -> Path | None:
        """A directory so far below that Hermes, climbing from there, does not get to *directory*."""
        levels = self.settings.ruleset.hints.levels
        excluded = self.settings.ruleset.hints.excluded | {".git"}
        nearest = [os.fspath(directory)]
        looked = 0
        for _ in range(levels):
            below: list[str] = []
            for parent in nearest:
                looked += 1
                if looked > _DIRECTORIES_LOOKED_AT:
                    return None
                below.extend(_directories_in(parent, excluded))
            nearest = below
        return Path(min(nearest)) if nearest else None

    # ── why not ──

    def _near_miss(self, found: Found) -> Loss:
        name, directory = found.path.name, self.names.show(found.path.parent)
        agents = self.names.show(found.path.parent / "AGENTS.md")
        if found.kind is FileKind.HERMES:
            return Loss(
                "HT028",
                f"Hermes looks for {name} from the working directory up to the git root, and no hint "
                "asks for it",
                f"Rename it to {agents}, or start Hermes in {directory}.",
            )
        if name.lower().endswith(".mdc"):
            place = self.settings.ruleset.cursor_directory
            return Loss(
                "HT028",
                f"Cursor rules are read from {place}/*.mdc of the working directory only, and no hint "
                "asks for them",
                "Write the rule into an AGENTS.md where it belongs.",
            )
        if name == "SOUL.md":
            home = self.names.show(self.startup.soul_path)
            return Loss(
                "HT028", "SOUL.md is read from HERMES_HOME only", f"Write the rule into {home}, or {agents}."
            )
        for release in RELEASES:
            if name in release.agents_names:
                return Loss(
                    "HT027",
                    f"Hermes {self.settings.ruleset.name} does not know {name}; {release.name} and later do",
                    f"Update Hermes, or write the rule into {agents}.",
                )
        return unknown_name(found.path, self.names)

    def _outside(self, found: Found) -> Loss:
        cwd, directory = self.startup.cwd, found.path.parent
        common = Path(os.path.commonpath((cwd, directory)))
        todo = f"Start Hermes in {self.names.show(directory)}"
        if common != directory:
            call = call_that_brings(
                found.path,
                common,
                ruleset=self.settings.ruleset,
                disk=self.disk,
                home=self.settings.home,
                hermes_home=self.settings.hermes_home,
            )
            if isinstance(call, ToolCall) and not isinstance(call, NoCall):
                place = self.names.show(common)
                todo += f", or in {place}, where {call.line} brings it"
        return Loss(
            "HT029", "it lies outside the working directory, and no call can bring it from there", f"{todo}."
        )


def _directories_in(parent: str, excluded: frozenset[str] | set[str]) -> list[str]:
    try:
        with os.scandir(parent) as entries:
            return [
                entry.path
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and entry.name not in excluded
            ]
    except OSError:
        return []


def _small(sentence: str) -> str:
    """The sentence as a part of another one."""
    text = sentence.removeprefix("Hermes cannot use it: ").rstrip(".")
    return text[:1].lower() + text[1:] if text[:2].istitle() else text
