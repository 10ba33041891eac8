"""An inspection by the settings that apply: the one place that hands all of them on."""

import os

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup, inspect_startup
from hermes_tui.core.settings.settings import Settings


def inspect(
    cwd: str | os.PathLike[str],
    settings: Settings,
    disk: Disk | None = None,
    *,
    skip_soul: bool = False,
    skip_context_files: bool = False,
) -> Startup:
    """What the release of *settings* sends to a session in *cwd*; see
    :func:`~hermes_tui.core.prompt.startup.inspect_startup`."""
    return inspect_startup(
        cwd,
        ruleset=settings.ruleset,
        disk=disk,
        home=settings.home,
        hermes_home=settings.hermes_home,
        context_length=settings.context_length,
        max_chars=settings.max_chars,
        skip_soul=skip_soul,
        skip_context_files=skip_context_files,
    )


def inspect_subagent(cwd: str | os.PathLike[str], settings: Settings, disk: Disk | None = None) -> Startup:
    """What a subagent of such a session gets where the release gives it startup files.

    It has no ``SOUL.md``, and the model's context length does not raise its cap (``rules.md`` 5.3).
    """
    return inspect(cwd, settings._replace(context_length=None), disk, skip_soul=True)
