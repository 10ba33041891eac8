"""The replay of a session of 50,000 calls: against a minute, against the real tracker, and in memory."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import ENVIRONMENT, Ratio, milliseconds
from conformance import wheels
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.toolcalls.calls import ToolCall
from support.situations import situation
from support.state_databases import Recorder, hinted

CALLS = 50_000
FEW = 5_000
RELEASE = "0.22.2"
SECONDS = 60
"""That a replay may take."""
RESULT = {"content": "1|def work():\n2|    return None\n" * 20, "total_lines": 40}

REPLAY = """
import sys
from hermes_tui.core.recordings.replay import Summary, replay
from hermes_tui.core.recordings.catalog import open_recording
with open_recording(sys.argv[1]) as recording:
    for event in replay(recording, "long"):
        if isinstance(event, Summary):
            print(event.calls, event.agreeing)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
REAL = """
import json, logging, os, sys, tempfile, time
os.environ["HOME"] = os.environ["HERMES_HOME"] = tempfile.mkdtemp()
sys.path[:0] = [sys.argv[1]]
logging.disable(logging.CRITICAL)
from agent.subdirectory_hints import SubdirectoryHintTracker
calls = [json.loads(line) for line in open(sys.argv[3])]
tracker = SubdirectoryHintTracker(sys.argv[2])
begun = time.perf_counter()
for tool, args in calls:
    tracker.check_tool_call(tool, args)
print(time.perf_counter() - begun)
"""


def long_replay() -> Iterator[Ratio]:
    """Hints fire a thousand times; two calls in a hundred are recorded otherwise than today's files say."""
    with tempfile.TemporaryDirectory() as directory:
        top = Path(directory) / "tree"
        for number in range(1_000):
            place = top / f"d{number // 50}" / f"e{number}"
            place.mkdir(parents=True)
            (place / "AGENTS.md").write_text(f"# Rules of {number}\n")
        calls = list(_calls(CALLS))
        many = _recorded(Path(directory) / "many" / "state.db", top, calls)
        few = _recorded(Path(directory) / "few" / "state.db", top, calls[:FEW])
        wide = _recorded(Path(directory) / "wide" / "state.db", top, calls[:FEW], padding="x" * 50_000)
        taken, peak = _replayed(many)
        _, small_peak = _replayed(few)
        yield Ratio(f"replay of {CALLS:,} calls / a minute", taken, SECONDS * 1000, most=1)
        _, wide_peak = _replayed(wide)
        sizes = " / ".join(f"{path.stat().st_size / 1e6:,.0f} MB" for path in (wide, few))
        name = f"memory: database of {sizes}, same calls"
        yield Ratio(name, wide_peak / 1e6, small_peak / 1e6, most=1.25, unit="MB")
        # Every path that was asked for is remembered, as in Hermes: about half a kilobyte a call.
        yield Ratio(f"memory: {CALLS:,} / {FEW:,} calls", peak / 1e6, small_peak / 1e6, most=2.5, unit="MB")
        wheel = next(wheel for wheel in wheels.WHEELS if wheel.release == RELEASE)
        if not (wheels.ROOT / wheel.name).is_dir():
            print(f"The calls through the real tracker were not timed: {wheels.ROOT} has no {wheel.name}.")
            return
        real = _real(wheels.ROOT / wheel.name, top, calls)
        yield Ratio(f"replay of {CALLS:,} calls / real tracker {RELEASE}", taken, real, most=3)


def _calls(count: int) -> Iterator[tuple[str, dict[str, object]]]:
    for number in range(count):
        place = f"d{number * 7 % 20}/e{number * 7 % 20 * 50 + number // 20 % 50}"
        match number % 4:
            case 0:
                yield "read_file", {"path": f"{place}/main.py"}
            case 1:
                yield "terminal", {"command": f"cd {place} && pytest -x {place}/test_{number}.py | tail -3"}
            case 2:
                yield "search_files", {"path": place, "pattern": f"def f{number}"}
            case _:
                yield "write_file", {"path": f"{place}/new_{number}.py", "content": "x = 1\n" * 100}


def _recorded(path: Path, top: Path, calls: list[tuple[str, dict[str, object]]], padding: str = "") -> Path:
    tracker = HintTracker(situation(top, ruleset=get_ruleset(RELEASE), disk=Disk()))
    recorder = Recorder(path, RELEASE).session("long", cwd=top)
    recorder.connection.execute("BEGIN")
    for number, (tool, args) in enumerate(calls):
        if number % 100 == 0:
            recorder.user()
        hints = [(hint.label, "rules") for hint in tracker.check(ToolCall(tool, args)).hints]
        if number % 50 == 49:
            hints.append((f"gone/{number}/AGENTS.md", "rules that are not there any more"))
        (call_id,) = recorder.request((tool, args))
        recorder.result(call_id, tool, hinted({**RESULT, "padding": padding}, *hints))
    recorder.connection.execute("COMMIT")
    return recorder.close()


def _replayed(database: Path) -> tuple[float, float]:
    """Milliseconds and bytes that the replay takes in a process of its own."""
    peak = 0.0

    def run() -> None:
        nonlocal peak
        sources = os.fspath(Path(__file__).parents[2])
        done = subprocess.run(
            [sys.executable, "-c", REPLAY, database],
            env={**ENVIRONMENT, "PYTHONPATH": sources},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        peak = int(done.stdout.split()[-1]) * 1024

    taken = milliseconds(run)
    return taken, peak


def _real(wheel: Path, top: Path, calls: list[tuple[str, dict[str, object]]]) -> float:
    """Milliseconds of the same calls in Hermes' own tracker."""
    lines = top.parent / "calls.jsonl"
    lines.write_text("".join(f"{json.dumps(call)}\n" for call in calls))
    done = subprocess.run(
        [wheels.interpreter(), "-c", REAL, wheel, top, lines], stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout) * 1000
