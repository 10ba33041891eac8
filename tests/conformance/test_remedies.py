"""What a remedy promises, done for real and asked of the real release: prompt or named call has the rule.

``pytest -m conformance tests/conformance/test_remedies.py --trees N --release 0.22.2``: a third of N trees.
"""

import re
import shutil
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, seed, settings

from conformance.asking import Oracle
from conformance.judging import grown, pasteable
from conformance.scenes import Scene, scenes
from conformance.wheels import WHEELS
from hermes_tui.core.diagnosis.actions import Place
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import FoundFile, survey
from hermes_tui.core.text.provenance import Span
from support.carrying_out import asked_text, carry_out_on_disk
from support.hint_trackers import called
from support.trees import Special, grow

pytestmark = pytest.mark.conformance

RELEASES = ("0.19.0", "0.20.6", "0.21.5", "0.22.2")
_NOTHING = "Nothing to do"
_MOST_REMEDIES = 4
_TREES_FOR_ONE = 3
"""Each of its trees is asked about many times: so many fewer of them."""
_BLANK = " \t\n\ufeff"
_REMOVED_SECTION = re.compile(r"## Messaging other agents\b.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Releases:
    """The oracle of each release; several are wanted where a remedy is another release."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._of: dict[str, Oracle] = {}

    def given(self, situation: Situation, top: Path, calls: list[str]) -> list[str]:
        """The prompt, and what each of the *calls* brings to a session of its own."""
        name = situation.ruleset.name
        if name not in self._of:
            wheel = next(wheel for wheel in WHEELS if wheel.release == name)
            self._of[name] = self._stack.enter_context(Oracle(wheel))
        cwd = str(situation.cwd)
        jobs: list[dict[str, Any]] = [
            {"kind": "startup", "cwd": cwd, "context_length": situation.settings.context_length}
        ]
        for line in calls:
            call = called(line)
            asked = [{"tool": call.tool, "args": dict(call.args)}]
            jobs.append({"kind": "hints", "working_dir": cwd, "enabled": True, "calls": asked})
        home = situation.settings.hermes_home
        answers = self._of[name].ask(jobs, home=str(top / "home"), hermes_home=str(home), timeout=20.0)
        prompt, *hints = answers
        return [str(prompt.get("prompt") or ""), *(_text(hint) for hint in hints)]


def _text(hint: Any) -> str:
    first = hint[0] if isinstance(hint, list) else None
    return first if isinstance(first, str) else ""


@pytest.fixture(scope="module")
def releases() -> Iterator[Releases]:
    with ExitStack() as stack:
        yield Releases(stack)


def situation_in(scene: Scene, release: str, top: Path) -> Situation:
    """A session in the scene, of somebody with nothing in the environment."""
    environ = {"HOME": str(top / "home"), "PATH": ""}
    if scene.hermes_home is not None:
        environ["HERMES_HOME"] = str(top / scene.hermes_home)
    disk = Disk()
    found = find_settings(hermes=release, environ=environ, disk=disk)
    return Situation(top / scene.cwd, found._replace(typed=None), disk)


def not_sent(situation: Situation, top: Path) -> Iterator[tuple[Place, Diagnosis]]:
    """Every file that is not sent whole, and the first line of each, with what is said of it."""
    startup = inspect(situation)
    diagnoser = Diagnoser(startup)
    paths = {file.path for file in startup.files}
    paths |= {found.path for found in survey(situation) if isinstance(found, FoundFile)}
    for path in sorted(paths):
        if top not in path.parents:
            continue
        text = situation.disk.read(path).text or ""
        start = len(text) - len(text.lstrip())
        first = Span(start, start + len(text.strip().partition("\n")[0]))
        last = Span(len(text.rstrip()) - len(text.strip().rpartition("\n")[2]), len(text.rstrip()))
        for span in dict.fromkeys((None, first, last) if text.strip() else (None,)):
            diagnosis = diagnoser.at(path, span)
            if diagnosis.state in (State.NOT_SENT, State.PARTLY):
                yield diagnoser.place(path, span), diagnosis


def is_in(place: Place, given_texts: list[str]) -> bool:
    """What stands at the place is in a text; of a whole file, front matter or a section may be gone."""
    text = asked_text(place)
    bodies = [[text], [text.strip(_BLANK)]]
    if place.span is None and place.path.name.lower().endswith("hermes.md"):
        bodies.append([text.rpartition("\n---")[2].strip(_BLANK + "-")])
    if place.span is None and place.path.name == "SOUL.md":
        bodies.append([part.strip() for part in _REMOVED_SECTION.split(text)])
    return any(all(part in said for part in parts) for parts in bodies for said in given_texts)


def broken_promises(scene: Scene, release: str, releases: Releases) -> Iterator[str]:
    with grown(scene) as top:
        situation = situation_in(scene, release, top)
        for place, diagnosis in list(not_sent(situation, top)):
            where = f"{place.path.relative_to(top)} {place.span}: {diagnosis.sentence}"
            if _NOTHING in diagnosis.remedy and not any(r.is_tried for r in diagnosis.remedies):
                calls = [
                    f"read_file '{directory}/x.py'"
                    for directory in sorted({place.path.parent, *place.path.parent.parents})
                    if situation.disk.resolve(situation.cwd) in (directory, *directory.parents)
                ]
                is_pointer = "points to" in diagnosis.cause
                if not is_pointer and not is_in(place, releases.given(situation, top, calls)):
                    yield f"nothing to do, and it is not there: {where}"
            for remedy in diagnosis.remedies[:_MOST_REMEDIES]:
                if not remedy.is_tried:
                    continue
                try:
                    after, moved = carry_out_on_disk(remedy.actions, situation, place)
                    texts = releases.given(after, top, [remedy.call] if remedy.call else [])
                    wanted = texts[:1] if remedy.state is State.SENT else texts[1:]
                    if not is_in(moved, wanted):
                        yield f"{remedy.words!r} does not bring {asked_text(moved)[:80]!r}: {where}"
                except (OSError, UnicodeError, StopIteration) as error:
                    yield f"{remedy.words!r} cannot be done ({error!r}): {where}"
                shutil.rmtree(top)
                grow(top, scene.files)


def is_askable(scene: Scene) -> bool:
    """Nothing in it waits for ever, and no setting but those in the tree decides."""
    return not scene.environ and Special("pipe") not in scene.files.values()


@pytest.mark.parametrize("release", RELEASES)
def test_a_remedy_brings_the_rule_to_the_real_release(
    release: str, releases: Releases, request: pytest.FixtureRequest
) -> None:
    only = request.config.getoption("--release")
    if only and release not in only:
        pytest.skip("another release was asked for")
    simplest: list[Scene] = []

    @settings(
        max_examples=2,
        derandomize=False,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(scenes())
    def hold(scene: Scene) -> None:
        if (simplest and scene == simplest[0]) or not is_askable(scene):
            return
        simplest[:] = simplest or [scene]
        broken = list(broken_promises(scene, release, releases))
        if broken:
            note(f"{pasteable(scene)}\n{release}: " + "\n".join(broken))
        assert not broken

    for number in range(request.config.getoption("--trees") // _TREES_FOR_ONE):
        seed(zlib.crc32(f"remedies {release} {number}".encode()))(hold)()
