"""Times the model and one real release in the same process. Run by ``run.py`` with the wheels' interpreter.

Reads ``{"release", "wheel", "sources", "startups", "sessions", "rounds"}`` as JSON from its argument,
writes ``{name: [ours, theirs]}`` in milliseconds.
"""

import json
import logging
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from support.situations import situation


def in_turn(first: Callable[[], object], second: Callable[[], object], rounds: int) -> list[float]:
    """Medians of both, measured in turn, warm."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 2):
        for work, times in zip((first, second), taken, strict=True):
            started = time.perf_counter()
            work()
            if number >= 2:
                times.append((time.perf_counter() - started) * 1000)
    return [statistics.median(times) for times in taken]


def _prompt(place: str, ruleset: Any, home: str) -> str | None:
    from hermes_tui.core.prompt.startup import inspect

    return inspect(situation(place, ruleset=ruleset, hermes_home=home)).prompt


def main() -> None:
    """Measure what was asked for."""
    request: dict[str, Any] = json.loads(sys.argv[1])
    home = tempfile.mkdtemp()
    os.environ["HOME"] = os.environ["HERMES_HOME"] = home
    sys.path[:0] = [request["wheel"], request["sources"]]
    logging.disable(logging.CRITICAL)
    from agent.prompt_builder import build_context_files_prompt  # type: ignore[import-not-found]
    from agent.subdirectory_hints import SubdirectoryHintTracker  # type: ignore[import-not-found]

    from hermes_tui.core.filesystem.disk import Disk
    from hermes_tui.core.hints.tracker import HintTracker
    from hermes_tui.core.releases.lookup import get_ruleset
    from hermes_tui.core.toolcalls.calls import ToolCall

    ruleset = get_ruleset(request["release"])
    answer: dict[str, list[float]] = {}
    for name, place in request["startups"].items():
        ours = partial(_prompt, place, ruleset, home)
        theirs = partial(build_context_files_prompt, place)
        theirs()  # writes a SOUL.md of its own the first time
        if ours() != theirs():
            raise SystemExit(f"{name}: the prompts differ, so their times say nothing")
        answer[name] = in_turn(ours, theirs, request["rounds"])
    for name, session in request["sessions"].items():

        def simulated(session: Any = session) -> None:
            tracker = HintTracker(situation(Path(session["directory"]), ruleset=ruleset, disk=Disk()))
            for tool, arguments in session["calls"]:
                tracker.check(ToolCall(tool, arguments))

        def real(session: Any = session) -> None:
            tracker = SubdirectoryHintTracker(session["directory"])
            for tool, arguments in session["calls"]:
                tracker.check_tool_call(tool, arguments)

        answer[name] = in_turn(simulated, real, request["rounds"])
    json.dump(answer, sys.stdout)


main()
