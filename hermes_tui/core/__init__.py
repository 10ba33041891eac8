"""The model: reads the disk, decides everything, knows no screen.

What others use has its name here::

    from hermes_tui.core import Situation, inspect

    for file in inspect(Situation.here("packages/web", hermes="latest")).files:
        print(file.label, file.verdict.word, file.reason)

A name is looked up only when it is asked for, since ``hermes-tui prompt`` must not pay for what it does not
use; the program itself imports from the submodules.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hermes_tui.core.filesystem.disk import Disk
    from hermes_tui.core.hints.tracker import CallTrace, HintTracker
    from hermes_tui.core.prompt.startup import Startup, inspect
    from hermes_tui.core.releases.lookup import RELEASES, Ruleset, get_ruleset
    from hermes_tui.core.situation import Situation
    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile, Progress, survey
    from hermes_tui.core.threats.scan import Threat, scan
    from hermes_tui.core.toolcalls.calls import ToolCall, parse_call

_HOMES = {
    "RELEASES": "releases.lookup",
    "CallTrace": "hints.tracker",
    "Closed": "surveys.survey",
    "Disk": "filesystem.disk",
    "Excluded": "surveys.survey",
    "FoundFile": "surveys.survey",
    "HintTracker": "hints.tracker",
    "Progress": "surveys.survey",
    "Ruleset": "releases.lookup",
    "Situation": "situation",
    "Startup": "prompt.startup",
    "Threat": "threats.scan",
    "ToolCall": "toolcalls.calls",
    "get_ruleset": "releases.lookup",
    "inspect": "prompt.startup",
    "parse_call": "toolcalls.calls",
    "scan": "threats.scan",
    "survey": "surveys.survey",
}

__all__ = [
    "RELEASES",
    "CallTrace",
    "Closed",
    "Disk",
    "Excluded",
    "FoundFile",
    "HintTracker",
    "Progress",
    "Ruleset",
    "Situation",
    "Startup",
    "Threat",
    "ToolCall",
    "get_ruleset",
    "inspect",
    "parse_call",
    "scan",
    "survey",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
