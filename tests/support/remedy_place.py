"""Somebody who stands in a copy of a tree, does things there, and sees whether the model has the rule."""

import shutil
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from hermes_tui.core.diagnosis.model import Reply, State
from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from support.hint_trackers import called
from support.situations import situation
from support.trees import repository
from support.why_questions import settings_for

RULE = "run the tests"


@dataclass
class Place:
    """A copy of a tree, and where somebody stands in it."""

    root: Path
    cwd: str
    query: str
    """What was asked: a path from *cwd*, or words of a rule."""
    release: str
    file: Path = field(default_factory=Path)
    """The file that the answer is about."""
    call: str = ""
    """One that is said to bring the rule."""
    from_the_start: bool = False
    """A call is not enough."""
    max_chars: int | None = None
    context_length: int | None = None

    @property
    def directory(self) -> Path:
        return self.root / self.cwd

    @property
    def settings(self) -> Settings:
        return settings_for(
            self.release,
            home=self.home,
            hermes_home=self.home,
            max_chars=self.max_chars,
            context_length=self.context_length,
        )

    @property
    def home(self) -> Path:
        """Of the user, and of Hermes."""
        return self.root / "home"

    def asked(self, query: str) -> Reply:
        settings = self.settings
        return why(query, Situation(self.directory, settings, Disk()), environ={})

    def at(self, name: str) -> Path:
        return self.directory / name

    def copied(self, number: int) -> "Place":
        copy = self.root.with_name(f"{self.root.name}-{number}")
        shutil.copytree(self.root, copy, symlinks=True)
        inside = self.file.is_relative_to(self.root)
        return replace(self, root=copy, file=copy / self.file.relative_to(self.root) if inside else self.file)

    # ── what somebody does ──

    def write(self, path: Path, first: int | None = None, last: int | None = None) -> None:
        """Put the rule into the file: as far from its edge as is allowed, else at the end."""
        said = f"\n{RULE}\n"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        place = len(text)
        if first is not None:
            place = min(len(text), first - len(said))
        elif last is not None:
            place = max(0, len(text) - (last - len(said)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text[:place] + said + text[place:], encoding="utf-8")

    def remove(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def shorten(self, count: int) -> None:
        """Take filler away, before the rule first, then in the other files."""
        for path in (self.file, *sorted(self.root.rglob("*.md"))):
            before, rule, after = path.read_text(encoding="utf-8").partition(RULE)
            path.write_text(f"{before[count:]}{rule}{after[max(0, count - len(before)) :]}", encoding="utf-8")
            count = max(0, count - len(before) - len(after))

    def shorten_at_the_end(self, count: int) -> None:
        """The same, as somebody does it who cuts at the end: behind the rule first."""
        for path in (self.file, *sorted(self.root.rglob("*.md"))):
            before, rule, after = path.read_text(encoding="utf-8").partition(RULE)
            kept = before[: max(0, len(before) - max(0, count - len(after)))]
            path.write_text(f"{kept}{rule}{after[: max(0, len(after) - count)]}", encoding="utf-8")
            count = max(0, count - len(before) - len(after))

    def move(self, first: int | None, last: int | None) -> None:
        self.file.write_text(self.file.read_text(encoding="utf-8").replace(RULE, "x", 1), encoding="utf-8")
        self.write(self.file, first, last)

    def run(self, command: str) -> None:
        subprocess.run(command, shell=True, check=True, cwd=self.directory)  # noqa: S602 -- as a reader would

    def start_in(self, directory: str) -> None:
        here = (self.directory / directory).resolve()
        self.query = RULE
        self.cwd = str(here.relative_to(self.root)) if here != self.root else ""

    def init(self, directory: str) -> None:
        for name, content in repository(".git").items():
            path = self.at(directory) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(exist_ok=True) if name.endswith("/") else path.write_text(str(content))

    def replace_in(self, path: Path, old: str, new: str) -> None:
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    def update(self, first: str) -> None:
        assert any(release.name == first for release in RELEASES)
        self.release = first


def is_given(place: Place) -> bool:
    """The rule is in the prompt, or in what a call appends that ``why`` names."""
    if RULE in (inspect(Situation(place.directory, place.settings, Disk())).prompt or ""):
        return True
    if place.from_the_start:
        return False
    if place.call:
        return _brings(place, place.call)
    return any(
        _brings(place, answer.call) for answer in place.asked(RULE).answers if answer.state is State.HINT
    )


def _brings(place: Place, call: str) -> bool:
    settings = place.settings
    tracker = HintTracker(
        situation(
            place.directory, ruleset=settings.ruleset, home=settings.home, hermes_home=settings.hermes_home
        )
    )
    return any(RULE in str(hint.text) for hint in tracker.check(called(call)).hints)
