"""Run as a script: what our model, or a real release, sends where paths are those of Windows.

Arguments: the directory that is drive C, then ``model RELEASE`` or ``wheel DIRECTORY``. On standard input a
list of ``["start", cwd]``, ``["call", cwd, tool, arguments]`` and ``["home"]``.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from support.situations import situation

HOME = r"C:\Users\me"
HERMES_HOME = HOME + r"\.hermes"

Start = Callable[[str], str | None]
Call = Callable[[str, str, dict[str, Any]], str | None]
Home = Callable[[], str]


def of_model(release: str) -> tuple[Start, Call, Home]:
    from hermes_tui.core.hints.tracker import HintTracker
    from hermes_tui.core.prompt.startup import inspect
    from hermes_tui.core.releases.lookup import get_ruleset
    from hermes_tui.core.settings.settings import find_settings
    from hermes_tui.core.toolcalls.calls import ToolCall

    ruleset = get_ruleset(release)

    def start(cwd: str) -> str | None:
        return inspect(situation(cwd, ruleset=ruleset, home=HOME, hermes_home=HERMES_HOME)).prompt

    def call(cwd: str, tool: str, arguments: dict[str, Any]) -> str | None:
        tracker = HintTracker(situation(cwd, ruleset=ruleset, home=HOME, hermes_home=HERMES_HOME))
        return tracker.check(ToolCall(tool, arguments)).text

    def home() -> str:
        return str(find_settings(hermes=release).hermes_home)

    return start, call, home


def of_wheel(directory: str) -> tuple[Start, Call, Home]:
    sys.path.insert(0, directory)
    from agent.prompt_builder import build_context_files_prompt  # type: ignore[import-not-found]
    from agent.subdirectory_hints import SubdirectoryHintTracker  # type: ignore[import-not-found]

    def start(cwd: str) -> str | None:
        prompt: str = build_context_files_prompt(cwd=cwd)
        return prompt

    def call(cwd: str, tool: str, arguments: dict[str, Any]) -> str | None:
        hints: str | None = SubdirectoryHintTracker(working_dir=cwd).check_tool_call(tool, arguments)
        return hints

    def home() -> str:
        from hermes_constants import get_hermes_home  # type: ignore[import-not-found]

        return str(get_hermes_home())

    return start, call, home


if __name__ == "__main__":
    drive_c, who, which = sys.argv[1:]
    from support.pretend_windows import pretend

    jobs = json.load(sys.stdin)
    start, call, home = of_model(which) if who == "model" else of_wheel(which)
    asked: dict[str, Callable[..., str | None]] = {"start": start, "call": call, "home": home}
    pretend(drive_c, HOME)
    answers = []
    for kind, *arguments in jobs:
        os.environ["HERMES_HOME"] = "" if kind == "home" else HERMES_HOME
        answers.append(asked[kind](*arguments))
    print(json.dumps(answers))
