"""``hermes-tui demo``: the inspector on a monorepo made for the purpose."""

import argparse
from pathlib import Path

from hermes_tui.commands.printing import print_startup
from hermes_tui.commands.shared import (
    add_json,
    add_mouse,
    add_settings,
    add_theme,
    has_terminal,
    path,
    run_app,
    theme_of,
    use_keys,
)
from hermes_tui.core.configuration.files import find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import SettingsError, find_settings
from hermes_tui.core.situation import Situation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--into", metavar="DIR", type=path, help="keep it in DIR (default: temporary)")
    add_settings(parser, hermes="documented", home="one that is made with it")
    add_json(parser, ": what show prints, and no screen")
    add_theme(parser)
    add_mouse(parser)


def run(options: argparse.Namespace) -> int:
    """Build it, show it, and take it away again unless it is to be kept."""
    if options.into is not None:
        return _show(options, options.into)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="hermes-tui-demo-") as directory:
        return _show(options, Path(directory))


def _show(options: argparse.Namespace, directory: Path) -> int:
    configured = find_tool_configuration(directory, Disk())
    theme = theme_of(options, configured)
    from hermes_tui.demo import DemoRefusedError, build_demo

    try:
        demo = build_demo(directory)
    except DemoRefusedError as reason:
        raise SettingsError(f"--into: {reason}") from None
    settings = find_settings(
        hermes=options.hermes or "documented",
        hermes_home=options.home or str(demo.hermes_home),
        profile=options.profile,
        context_length=options.context_length,
        max_chars=options.max_chars,
        environ={"HOME": str(demo.directory)},  # so that its paths are short: ~/monorepo
    )
    if options.hermes is None:
        settings = settings._replace(origin="what the documentation describes")
    if options.home is None:
        settings = settings._replace(home_origin="made with the demonstration")
    if has_terminal() and not options.json:
        use_keys(configured)
        return run_app(demo.start, settings, theme, demo.calls, mouse=not options.no_mouse)
    return print_startup(Situation(demo.start, settings, Disk()), as_json=options.json)
