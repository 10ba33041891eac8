"""Prints how fast the inspector is, as ratios from one run: ``python tests/benchmarks/run.py [NAME ...]``.

Every number has its limit beside it. Nothing here is part of the test run: a busy machine is no fault.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from support.situations import situation

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent.parent)]

from benchmarks.history import long_history
from benchmarks.measuring import (
    ENVIRONMENT,
    Ratio,
    command_milliseconds,
    in_turn,
    milliseconds,
    python,
)
from benchmarks.replay import long_replay
from benchmarks.why import why_and_check
from conformance import wheels
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.surveys.survey import survey
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from hermes_tui.demo import Call, Demo, build_demo
from support.terminal import Terminal

DOCUMENTED = get_ruleset("documented")
MEGABYTE = 1_000_000
SMALLEST_APP = """
from textual.app import App
from textual.widgets import Tree
class Smallest(App):
    def compose(self):
        tree = Tree("top")
        tree.root.add_leaf("the only leaf")
        tree.root.expand()
        yield tree
Smallest().run()
"""
OPEN = ("import sys", "from hermes_tui.cli import main", "sys.exit(main({arguments!r}))")


def inspector(*arguments: str) -> list[str]:
    """The command line as the installed script runs it."""
    return python("\n".join(OPEN).format(arguments=list(arguments)))


def first_picture() -> Iterator[Ratio]:
    """Tree and both panes filled, against the smallest app that shows one tree."""
    with tempfile.TemporaryDirectory() as directory:
        demo = build_demo(Path(directory) / "demo")
        ours = inspector(str(demo.start), "--home", str(demo.hermes_home))
        yield Ratio("first picture / smallest Textual app with a Tree", *_pictures(ours), most=1.5)


def _pictures(ours: list[str]) -> tuple[float, float]:
    def picture(command: list[str], *wanted: str) -> float:
        with Terminal(command, environment=ENVIRONMENT) as terminal:
            return terminal.wait_for(lambda text: all(words in text for words in wanted)) * 1000

    return in_turn(
        lambda: picture(ours, "Context files", "On disk", "Sent to the model", "[BLOCKED:"),
        lambda: picture(python(SMALLEST_APP), "the only leaf"),
        rounds=9,
    )


def demonstration() -> Iterator[Ratio]:
    """The demonstration is built before its first picture."""
    with tempfile.TemporaryDirectory() as directory:
        numbers = count()
        built = [milliseconds(lambda: build_demo(Path(directory) / str(next(numbers)))) for _ in range(9)]
        yield Ratio("demonstration built / 300 ms", statistics.median(built), 300, most=1)


def prompt_command() -> Iterator[Ratio]:
    """``hermes-tui prompt`` on a chain of four levels, against two imports."""
    with tempfile.TemporaryDirectory() as directory:
        top = Path(directory)
        (top / ".git").mkdir()
        inside = top / "a" / "b" / "c"
        inside.mkdir(parents=True)
        for level, place in enumerate((top, top / "a", top / "a" / "b", inside)):
            (place / "AGENTS.md").write_text(f"# Level {level}\n\n" + "- a rule of this level\n" * 60)
        environment = {**ENVIRONMENT, "HERMES_HOME": str(top / "none")}
        ours, theirs = in_turn(
            lambda: command_milliseconds(inspector("prompt", str(inside)), environment),
            lambda: command_milliseconds(python("import pathlib, re"), environment),
            rounds=25,
        )
        yield Ratio("hermes-tui prompt / python -c 'import pathlib, re'", ours, theirs, most=2)


def huge_file() -> Iterator[Ratio]:
    """A file of 60 MB: keys are answered, memory stays in bounds."""
    with tempfile.TemporaryDirectory() as directory:
        top = Path(directory)
        size = 60 * MEGABYTE
        line = "- a rule that goes on and on, as rules do, until the end of its line\n"
        (top / "AGENTS.md").write_text(line * (size // len(line)))
        (top / "CLAUDE.md").write_text("short")
        with Terminal(inspector(str(top)), environment=ENVIRONMENT) as terminal:
            terminal.wait_for("Context files")
            slowest = 0.0
            for number in range(80):
                terminal.forget()
                terminal.send("\x1b[B" if number % 2 else "\x1b[A")
                sent = time.perf_counter()
                while not terminal.read(1.0) and time.perf_counter() - sent < 5:
                    pass
                slowest = max(slowest, time.perf_counter() - sent)
                time.sleep(0.03)
            terminal.settle(1.0)
            peak = _peak(terminal.pid)
        yield Ratio("60 MB file: slowest key / 100 ms", slowest * 1000, 100, most=1)
        yield Ratio("60 MB file: peak memory / file", peak / MEGABYTE, size / MEGABYTE, most=5, unit="MB")


def _peak(pid: int) -> int:
    """Bytes of memory that the process has held at most."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no VmHWM: this benchmark needs Linux")


def many_directories() -> Iterator[Ratio]:
    """100,000 directories with 200 files: the search against ``os.walk``, and the first picture."""
    with tempfile.TemporaryDirectory() as directory:
        top = Path(directory)
        (top / ".git").mkdir()
        (top / "AGENTS.md").write_text("# Top\n")
        for outer in range(1_000):
            for inner in range(100):
                (top / f"d{outer}" / f"e{inner}").mkdir(parents=True)
            if outer % 5 == 0:
                (top / f"d{outer}" / "AGENTS.md").write_text(f"# {outer}\n")

        def searched() -> None:
            for _ in survey(situation(top, ruleset=DOCUMENTED, disk=Disk())):
                pass

        def walked() -> None:
            for _ in os.walk(top):
                pass

        ours, theirs = in_turn(lambda: milliseconds(searched), lambda: milliseconds(walked), rounds=3)
        yield Ratio("search of 100,000 directories / os.walk", ours, theirs, most=1.5)
        small = Path(directory) / "d0"
        (small / ".git").mkdir()

        def picture(place: Path) -> float:
            with Terminal(inspector(str(place)), environment=ENVIRONMENT) as terminal:
                wanted = ("Context files", "On disk", "Sent to the model")
                return terminal.wait_for(lambda text: all(words in text for words in wanted)) * 1000

        ours, theirs = in_turn(lambda: picture(top), lambda: picture(small), rounds=5)
        yield Ratio("first picture with 100,000 directories / with 100", ours, theirs, most=1.1)


RELEASES_TIMED = ("0.19.0", "0.22.2")
REAL_TREES = Path(__file__).parents[3] / "shared" / "samples" / "real"
"""Context files of other projects, where this checkout has them beside it."""


def beside_hermes() -> Iterator[Ratio]:
    """The start of a session and its hints, in one process with two real releases."""
    with tempfile.TemporaryDirectory() as directory:
        demo = build_demo(Path(directory) / "demo")
        places = {"demo": demo.start, **_real_trees(Path(directory))}
        calls = [(call.tool, dict(call.args)) for call in _calls(demo)]
        session = {"directory": str(demo.start), "calls": calls}
        huge = Path(directory) / "huge"
        huge.mkdir()
        (huge / "AGENTS.md").write_text("# H\n" + "- a rule, and the next one\n" * 2_000_000)
        for release in RELEASES_TIMED:
            startups = {name: str(place) for name, place in places.items()}
            told = _asked(release, startups, {"session": session}, rounds=25)
            for name, (ours, theirs) in told.items():
                most = 1.5 if name == "session" else 1.0
                what = "hints of a session" if name == "session" else f"start in {name}"
                yield Ratio(f"{what} / Hermes {release}", ours, theirs, most=most)
        ours, theirs = _asked("0.22.2", {"huge": str(huge)}, {}, rounds=1)["huge"]
        yield Ratio("54 MB AGENTS.md / Hermes 0.22.2", ours, theirs, most=0.2)


def _real_trees(directory: Path) -> dict[str, Path]:
    """The deepest directory with rules of each real tree, copied, with an empty ``.git``."""
    found = {}
    for source in sorted(REAL_TREES.iterdir()) if REAL_TREES.is_dir() else ():
        tree = directory / source.name
        shutil.copytree(source, tree, copy_function=shutil.copyfile)
        for place, _, _ in os.walk(tree):
            Path(place).chmod(0o755)
        (tree / ".git").mkdir()
        found[source.name] = max(
            (path.parent for path in tree.rglob("AGENTS.md")), key=lambda path: len(path.parts)
        )
    return found


def _calls(demo: Demo) -> Iterator[ToolCall]:
    for step in demo.calls:
        call = parse_call(step.line) if isinstance(step, Call) else None
        if isinstance(call, ToolCall):
            yield call


def _asked(
    release: str, startups: dict[str, str], sessions: dict[str, object], rounds: int
) -> dict[str, list[float]]:
    """Milliseconds of ours and theirs by name."""
    wheel = next(wheel for wheel in wheels.WHEELS if wheel.release == release)
    request = {
        "release": release,
        "wheel": str(wheels.unpacked(wheel)),
        "sources": str(Path(__file__).parents[2]),
        "startups": startups,
        "sessions": sessions,
        "rounds": rounds,
    }
    script = Path(__file__).with_name("beside_hermes.py")
    done = subprocess.run(
        [wheels.interpreter(), script, json.dumps(request)], check=True, stdout=subprocess.PIPE
    )
    answer: dict[str, list[float]] = json.loads(done.stdout)
    return answer


BENCHMARKS: dict[str, Callable[[], Iterator[Ratio]]] = {
    "picture": first_picture,
    "demo": demonstration,
    "prompt": prompt_command,
    "huge": huge_file,
    "directories": many_directories,
    "hermes": beside_hermes,
    "history": long_history,
    "replay": long_replay,
    "why": why_and_check,
}


def main(names: list[str]) -> int:
    """Run the benchmarks called *names*, or all."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {unknown[0]!r}: there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        for ratio in BENCHMARKS[name]():
            print(ratio, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
