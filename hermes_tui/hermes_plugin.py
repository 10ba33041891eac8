"""``/rules [why TEXT]`` inside a session of Hermes 0.22.2 or later: what the commands say, in its process.

Hermes finds it by the entry point ``hermes-tui`` of the group ``hermes_agent.plugins`` where both are
installed together, and loads it once somebody has said ``hermes plugins enable hermes-tui``. It changes
nothing.
"""

import os
from pathlib import Path
from typing import Any, Protocol

DESCRIPTION = "Which context files a session started here now would get, or why not: /rules why TEXT"
USAGE = "/rules tells which context files a session started here now would get; /rules why TEXT|FILE, why not"


class Context(Protocol):
    """What Hermes hands to a plugin, as far as it is used."""

    def register_command(self, name: str, handler: Any, description: str = "", args_hint: str = "") -> object:
        """Have *handler* answer ``/name``, with what stands behind it as one text."""


def register(ctx: Context) -> None:
    """Called by Hermes when it loads the plugin."""
    ctx.register_command("rules", rules, description=DESCRIPTION, args_hint="[why TEXT]")


def rules(words: str) -> str:
    """The answer to ``/rules WORDS``, in lines; whatever is wrong is said in it."""
    from hermes_tui.core.searching.bad_query import BadQueryError
    from hermes_tui.core.settings.settings import SettingsError

    verb, _, question = words.strip().partition(" ")
    try:
        if not verb:
            return "\n".join(_files())
        if verb == "why" and question.strip():
            return "\n".join(_why(question.strip()))
    except (SettingsError, BadQueryError) as error:
        return "\n".join(map(str, error.args))
    return USAGE


def _files() -> list[str]:
    from hermes_tui.core.prompt.startup import inspect
    from hermes_tui.core.reports.startup import note_text, startup_text

    startup = inspect(_situation())
    return [*startup_text(startup), "", *note_text(startup)]


def _why(question: str) -> list[str]:
    from hermes_tui.commands.why import reply_text
    from hermes_tui.core.diagnosis.why import why

    situation = _situation()
    return list(reply_text(why(question, situation), situation.settings))


def _situation() -> Any:
    """Where this Hermes works, by its own release and home."""
    from hermes_tui.core.situation import Situation

    directory = Path(os.environ.get("TERMINAL_CWD", "").strip() or os.getcwd())
    situation = Situation.here(directory, hermes=_release(), hermes_home=_home())
    return situation._replace(settings=situation.settings._replace(origin="this Hermes"))


def _release() -> str | None:
    try:
        from hermes_cli import __version__ as version  # type: ignore[import-not-found]
    except ImportError:  # asked outside of Hermes
        return None
    return str(version)


def _home() -> str | None:
    try:
        from hermes_constants import get_hermes_home  # type: ignore[import-not-found]
    except ImportError:
        return None
    return str(get_hermes_home())
