"""Run as a script: what our model, or a real release, sends where paths are those of Windows.

Arguments: the directory that is drive C, then ``model RELEASE`` or ``wheel DIRECTORY``. On standard input a
list of ``["start", cwd]`` and ``["call", cwd, tool, arguments]``.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

HOME = r"C:\Users\me"
HERMES_HOME = HOME + r"\.hermes"

Start = Callable[[str], str | None]
Call = Callable[[str, str, dict[str, Any]], str | None]


def of_model(release: str) -> tuple[Start, Call]:
    from hermes_tui.core.hints.tracker import HintTracker
    from hermes_tui.core.prompt.startup import inspect_startup
    from hermes_tui.core.rulesets import get_ruleset
    from hermes_tui.core.toolcalls.calls import ToolCall

    ruleset = get_ruleset(release)

    def start(cwd: str) -> str | None:
        return inspect_startup(cwd, ruleset=ruleset, home=HOME, hermes_home=HERMES_HOME).prompt

    def call(cwd: str, tool: str, arguments: dict[str, Any]) -> str | None:
        tracker = HintTracker(cwd, ruleset=ruleset, home=HOME, hermes_home=HERMES_HOME)
        return tracker.check(ToolCall(tool, arguments)).text

    return start, call


def of_wheel(directory: str) -> tuple[Start, Call]:
    sys.path.insert(0, directory)
    from agent.prompt_builder import build_context_files_prompt  # type: ignore[import-not-found]
    from agent.subdirectory_hints import SubdirectoryHintTracker  # type: ignore[import-not-found]

    def start(cwd: str) -> str | None:
        prompt: str = build_context_files_prompt(cwd=cwd)
        return prompt

    def call(cwd: str, tool: str, arguments: dict[str, Any]) -> str | None:
        hints: str | None = SubdirectoryHintTracker(working_dir=cwd).check_tool_call(tool, arguments)
        return hints

    return start, call


if __name__ == "__main__":
    drive_c, who, which = sys.argv[1:]
    from support.pretend_windows import pretend

    jobs = json.load(sys.stdin)
    start, call = of_model(which) if who == "model" else of_wheel(which)
    pretend(drive_c, HOME)
    os.environ["HERMES_HOME"] = HERMES_HOME
    print(json.dumps([start(*job[1:]) if job[0] == "start" else call(*job[1:]) for job in jobs]))
