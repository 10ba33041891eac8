"""One scene, asked of the model and of a real release."""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from pprint import pformat
from typing import Any

# Read before any test gives up the rights of root: what is imported later may not be readable any more.
import ruamel.yaml  # noqa: F401

from conformance.asking import Oracle, settled
from conformance.rules import Seen
from conformance.scenes import Asked, Rebind, Scene
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.prompt.truncation import find_cap
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.threats.scan import scan, threat_ids
from hermes_tui.core.toolcalls.calls import ToolCall
from support.processes import NOBODY, as_nobody
from support.situations import situation
from support.trees import Special, grow


@contextmanager
def grown(scene: Scene) -> Iterator[Path]:
    """The directory that the tree of *scene* stands in, for everybody to look at."""
    top = Path(tempfile.mkdtemp(prefix="ht-")).resolve()
    try:
        top.chmod(0o755)
        yield grow(top, scene.files)
    finally:
        shutil.rmtree(top)


def judged(scene: Scene, ruleset: Ruleset, top: Path) -> Seen:
    """What the model says."""

    def judge() -> Seen:
        disk = Disk()
        home = top / "home"
        environ = {"HOME": str(home), "PATH": ""}
        if scene.hermes_home is not None:
            environ["HERMES_HOME"] = str(top / scene.hermes_home)
        environ.update(filled(dict(scene.environ), top))
        settings = find_settings(hermes=ruleset.name, environ=environ, disk=disk)
        startup = inspect(
            situation(
                top / scene.cwd,
                ruleset=settings.ruleset,
                disk=disk,
                home=home,
                hermes_home=settings.hermes_home,
                context_length=scene.context_length,
                max_chars=settings.max_chars,
            ),
            skip_soul=scene.skip_soul,
        )
        tracker = HintTracker(
            situation(
                top / (scene.working_dir or scene.cwd),
                ruleset=settings.ruleset,
                disk=disk,
                home=home,
                hermes_home=environ.get("HERMES_HOME", ""),
            ),
            enabled=scene.enabled,
        )
        traces = tuple(
            tracker.rebind(filled(one.directory, top))
            if isinstance(one, Rebind)
            else tracker.check(ToolCall(one.tool, filled(one.args, top)))
            for one in calls_of(scene, ruleset)
        )
        scans = tuple(scan(text, ruleset=ruleset) for text in scene.texts)
        return Seen(scene, top, ruleset, settings, startup, traces, scans)

    return as_nobody(judge) if scene.nobody else judge()


def asked(scene: Scene, ruleset: Ruleset, top: Path, oracle: Oracle) -> tuple[Any, Any, Any, list[Any]]:
    """What the real release says: about the settings, to the start of a session, to each call and text."""
    surroundings = {
        "home": str(top / "home"),
        "hermes_home": None if scene.hermes_home is None else str(top / scene.hermes_home),
        "environ": filled(dict(scene.environ), top),
        "uid": NOBODY if scene.nobody else None,
        "timeout": 3.0 if Special("pipe") in scene.files.values() else 60.0,
    }
    start = {
        "kind": "startup",
        "cwd": str(top / scene.cwd),
        "context_length": scene.context_length,
        "skip_soul": scene.skip_soul,
    }
    calls = [
        {"rebind": filled(one.directory, top)}
        if isinstance(one, Rebind)
        else {"tool": one.tool, "args": filled(one.args, top)}
        for one in calls_of(scene, ruleset)
    ]
    hints = {
        "kind": "hints",
        "working_dir": str(top / (scene.working_dir or scene.cwd)),
        "enabled": scene.enabled,
        "calls": calls,
    }
    settings = [{"kind": "settings"}] if ruleset.cap_from_config else []
    started, *configured = oracle.ask([start, *settings], **surroundings)
    scans = [{"kind": "scan", "text": text} for text in scene.texts]
    answers, *found = oracle.ask([hints, *scans], **surroundings)
    return configured, started, answers, found


def calls_of(scene: Scene, ruleset: Ruleset) -> list[Asked | Rebind]:
    """The calls of *scene* that this release can be asked about."""
    return [one for one in scene.calls if ruleset.hints.rebinds or not isinstance(one, Rebind)]


def filled(value: Any, top: Path) -> Any:
    """*value* with the directory of the tree for ``{top}``."""
    if isinstance(value, str):
        return value.replace("{top}", str(top))
    if isinstance(value, dict):
        return {key: filled(inner, top) for key, inner in value.items()}
    return value


def differences(
    seen: Seen, configured: list[Any], started: Any, answers: Any, scans: list[Any]
) -> Iterator[str]:
    """What the release says otherwise than the model."""
    for told in configured:
        if isinstance(told, list) and told != list(configuration_of(seen)):
            yield f"the settings: {configuration_of(seen)}, and Hermes says {told}"
    if not isinstance(answers, list):  # the tracker itself raises
        answers = [answers] * len(seen.traces)
    failure = seen.startup.failure
    if failure is not None:
        ours = "no answer in time" if failure.hangs else failure.what
    else:
        ours = settled(seen.startup.prompt) or ""
    theirs = started.get("error") or settled(started["prompt"])
    if ours != theirs:
        yield f"the prompt: {apart(ours, theirs)}"
    for number, (trace, answer) in enumerate(zip(seen.traces, answers, strict=True)):
        if not isinstance(trace, CallTrace):
            continue  # Hermes tells nothing of it; the calls that follow do
        ours_here = f"raises {trace.failure.what}" if trace.failure else settled(trace.text)
        theirs_here = f"raises {answer['error']}" if isinstance(answer, dict) else settled(answer)
        if ours_here != theirs_here:
            yield f"call {number} {trace.call}: {apart(ours_here, theirs_here)}"
    for text, found, ids in zip(seen.scene.texts, seen.scans, scans, strict=True):
        if in_order(threat_ids(found)) != in_order(ids):
            yield f"the scan of {text!r}: {threat_ids(found)}, and Hermes says {ids}"


def configuration_of(seen: Seen) -> tuple[int, int | None]:
    """The cap without a model, and the model's context length."""
    length = seen.settings.context_length
    cap = find_cap(seen.settings.ruleset, max_chars=seen.settings.max_chars)
    return cap.limit, length if isinstance(length, int) else None


def in_order(ids: Iterable[str]) -> list[str]:
    """*ids* with those of invisible characters, whose order Hermes leaves open, in one order."""
    return sorted(ids, key=lambda name: name if name.startswith("invisible") else "~")


def apart(ours: str | None, theirs: str | None) -> str:
    """Where two texts part, in a line."""
    if ours is None or theirs is None:
        return f"ours is {ours!r:.300}, and Hermes' {theirs!r:.300}"
    place = next(
        (at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]),
        min(len(ours), len(theirs)),
    )
    start = max(0, place - 60)
    return (
        f"from character {place} on ours ({len(ours)} long) has {ours[start : place + 120]!r}, "
        f"and Hermes' ({len(theirs)} long) {theirs[start : place + 120]!r}"
    )


_REPEATED = re.compile(r"(.{1,40}?)\1{20,}", re.DOTALL)


def pasteable(scene: Scene) -> str:
    """*scene* as source, long runs written as products."""
    fields = [f"    {name}={_spelled(getattr(scene, name))}," for name in scene._fields if name != "files"]
    files = [f"        {_spelled(name)}: {_spelled(entry)}," for name, entry in scene.files.items()]
    return "\n".join(["Scene(", "    files={", *files, "    },", *fields, ")"])


def _spelled(value: Any) -> str:
    if not isinstance(value, str) or len(value) < 200:
        return pformat(value, width=200, sort_dicts=False).replace("PosixPath(", "Path(")
    parts = []
    done = 0
    for match in _REPEATED.finditer(value):
        if match.start() > done:
            parts.append(repr(value[done : match.start()]))
        parts.append(f"{match[1]!r} * {len(match[0]) // len(match[1])}")
        done = match.end()
    if done < len(value):
        parts.append(repr(value[done:]))
    return " + ".join(parts)
