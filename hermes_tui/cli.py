"""Arguments in; opens the inspector or prints an answer."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui import __version__
from hermes_tui.core.disk import Disk
from hermes_tui.core.settings import Settings, SettingsError, find_settings, installed_interpreters
from hermes_tui.core.startup import Startup, inspect_startup

if TYPE_CHECKING:
    from hermes_tui.demo import Step

BAD_INPUT = 2
HERMES_FAILS = 1
OPEN = "open"

DESCRIPTION = """\
See which context files (AGENTS.md, .hermes.md, CLAUDE.md, Cursor rules, SOUL.md) the Hermes Agent puts
into its prompt from a directory, what of each is cut or blocked, and which rules a tool call would bring."""

EXAMPLES = """\
examples:
  hermes-tui                      open the inspector on this directory
  hermes-tui ~/repo/packages/api  ... on another one
  hermes-tui demo                 a monorepo that shows everything, removed afterwards
  hermes-tui show                 every file with its verdict and the reason, as text
  hermes-tui show --json          ... for a program
  hermes-tui prompt               the exact text that Hermes would send
  hermes-tui prompt --hermes 0.19 ... by another release

Nothing is written into the inspected directory, nothing in it is run, and no Hermes is needed.
Exit status: 0, 1 where this Hermes release would fail, 2 for bad input."""


class BadInput(ValueError):  # noqa: N818 - it is the input that is wrong
    """The command line asks for what cannot be had; the message is a sentence."""


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="hermes-tui",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hermes-tui {__version__}")
    parser.add_argument(
        "--print-completion",
        choices=("bash", "zsh", "tcsh"),
        action=_PrintCompletion,
        help="print a script that completes this command in a shell",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    opened = commands.add_parser(OPEN, help="open the inspector (what hermes-tui does without a command)")
    _add_directory(opened)
    _add_settings(opened)
    _add_theme(opened)
    opened.set_defaults(run=_open)

    demo = commands.add_parser("demo", help="open the inspector on a monorepo made for the purpose")
    demo.add_argument("--into", metavar="DIR", type=Path, help="keep it in DIR (default: temporary)")
    demo.add_argument("--hermes", metavar="VERSION", help="release to show (default: documented)")
    _add_theme(demo)
    demo.set_defaults(run=_demo)

    prompt = commands.add_parser("prompt", help="print what Hermes' build_context_files_prompt returns")
    _add_directory(prompt)
    _add_settings(prompt)
    prompt.add_argument("--skip-soul", action="store_true", help="without SOUL.md, as a session uses it")
    prompt.set_defaults(run=_prompt)

    show = commands.add_parser("show", help="print every context file with its verdict and the reason")
    _add_directory(show)
    _add_settings(show)
    show.add_argument("--json", action="store_true", help="for a program")
    show.set_defaults(run=_show)

    compare = commands.add_parser("compare", help="tell what another Hermes release does otherwise here")
    compare.add_argument("before", metavar="VERSION", help="0.13 to 0.22.2, 'latest' or 'documented'")
    compare.add_argument("after", metavar="VERSION")
    _add_directory(compare)
    _add_home(compare.add_argument_group("which Hermes"))
    compare.add_argument("--json", action="store_true", help="for a program")
    compare.set_defaults(run=_compare)

    verify = commands.add_parser("verify", help="run the Hermes installed here and compare its prompt")
    _add_directory(verify)
    verify.add_argument("--python", metavar="PATH", type=Path, help="the interpreter that has Hermes")
    _add_home(verify.add_argument_group("which Hermes"))
    verify.set_defaults(run=_verify)
    return parser


def _add_directory(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "directory", nargs="?", default=Path(), type=Path, metavar="DIRECTORY", help="default: here"
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which Hermes")
    group.add_argument(
        "--hermes",
        metavar="VERSION",
        help="0.13 to 0.22.2, 'latest' or 'documented' (default: the one installed here, else documented)",
    )
    _add_home(group)


def _add_home(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--home", metavar="DIR", help="in place of HERMES_HOME")
    group.add_argument("--profile", metavar="NAME", help="a profile of that home")
    group.add_argument("--context-length", metavar="TOKENS", type=_number, help="of the model")
    group.add_argument("--max-chars", metavar="N", type=_number, help="context_file_max_chars")


def _add_theme(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--theme", metavar="NAME", help="colours, such as textual-light or textual-ansi")


def _number(text: str) -> float:
    """A number as ``config.yaml`` could hold it: an ``int`` where it is one."""
    try:
        return int(text.replace(",", "").replace("_", ""))
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


class _PrintCompletion(argparse.Action):
    """Prints the completion script; the library for it is loaded only then."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002
        values: str | Sequence[object] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        import shtab

        print(shtab.complete(parser, str(values)))
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parser = build_parser()
    commands = ("open", "demo", "prompt", "show", "compare", "verify")
    if not given or not (
        given[0] in commands
        or given[0] in ("-h", "--help", "--version")
        or given[0].startswith("--print-completion")
    ):
        given.insert(0, OPEN)
    options = parser.parse_args(given)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except (BadInput, SettingsError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about it at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _complain(sentence: str) -> int:
    from hermes_tui.core.safe_text import safe

    print(f"hermes-tui: {safe(sentence)}", file=sys.stderr)
    return BAD_INPUT


def _settings(options: argparse.Namespace, disk: Disk, hermes: str | None = None) -> Settings:
    return find_settings(
        hermes=hermes or getattr(options, "hermes", None),
        hermes_home=options.home,
        profile=options.profile,
        context_length=options.context_length,
        max_chars=options.max_chars,
        disk=disk,
    )


def _directory(options: argparse.Namespace) -> Path:
    directory: Path = options.directory
    try:
        if directory.is_dir():
            return directory
        there = directory.exists()
    except OSError as error:
        raise BadInput(f"{str(directory)!r} cannot be looked at: {error.strerror}") from None
    raise BadInput(
        f"{str(directory)!r} is not a directory" if there else f"there is no directory {str(directory)!r}"
    )


def _inspect(options: argparse.Namespace, *, skip_soul: bool = False) -> tuple[Startup, Settings]:
    disk = Disk()
    directory = _directory(options)
    settings = _settings(options, disk)
    return _inspected(directory, settings, disk, skip_soul=skip_soul), settings


def _inspected(directory: Path, settings: Settings, disk: Disk, *, skip_soul: bool = False) -> Startup:
    return inspect_startup(
        directory,
        ruleset=settings.ruleset,
        disk=disk,
        home=settings.home,
        hermes_home=settings.hermes_home,
        context_length=settings.context_length,
        max_chars=settings.max_chars,
        skip_soul=skip_soul,
    )


def _prompt(options: argparse.Namespace) -> int:
    startup, _ = _inspect(options, skip_soul=options.skip_soul)
    prompt = startup.prompt
    if prompt is None:
        return _say_failure(startup)
    if sys.stdout.isatty():
        from hermes_tui.core.safe_text import safe_lines

        print(safe_lines(prompt))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(prompt.encode("utf-8", "surrogateescape"))
    return 0


def _say_failure(startup: Startup) -> int:
    from hermes_tui.core.report import failure_sentence

    assert startup.failure is not None  # noqa: S101
    print(failure_sentence(startup, startup.failure), file=sys.stderr)
    return HERMES_FAILS


def _show(options: argparse.Namespace) -> int:
    from hermes_tui.core import report

    startup, settings = _inspect(options)
    if getattr(options, "json", False):
        _print_json(report.startup_json(startup, settings))
    else:
        for line in report.startup_text(startup, settings):
            print(line)
    return HERMES_FAILS if startup.failure else 0


def _compare(options: argparse.Namespace) -> int:
    from hermes_tui.core import comparing

    disk = Disk()
    directory = _directory(options)
    before, after = (_settings(options, disk, version) for version in (options.before, options.after))
    comparison = comparing.compare_releases(
        directory,
        before.ruleset,
        after.ruleset,
        disk=disk,
        home=after.home,
        hermes_home=after.hermes_home,
        context_length=after.context_length,
        max_chars=after.max_chars,
    )
    if options.json:
        _print_json(comparing.comparison_json(comparison))
    else:
        for line in comparing.comparison_text(comparison):
            print(line)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from hermes_tui import verifying
    from hermes_tui.core.safe_text import safe, safe_lines

    directory = _directory(options)
    settings = _settings(options, Disk())
    interpreters = (options.python,) if options.python else installed_interpreters()
    if not interpreters:
        raise BadInput("there is no hermes on PATH: name its interpreter with --python")
    try:
        answer = verifying.ask_hermes(interpreters[0], directory.resolve(), settings)
    except verifying.CannotAsk as reason:
        raise BadInput(str(reason)) from None
    settings = _settings(options, Disk(), answer.version or "latest")
    startup = _inspected(directory, settings, Disk())
    theirs = answer.error if answer.prompt is None else answer.prompt
    difference = verifying.first_difference(verifying.outcome(startup), theirs)
    name = f"Hermes {safe(answer.version or '(no version: compared as the latest)')}"
    if difference is None:
        print(f"identical: {name} and this inspector give the same {len(theirs):,} characters")
        return 0
    print(f"different from character {difference.offset + 1:,} on")
    print(f"--- {name}\n{safe_lines(difference.theirs)}")
    print(f"--- hermes-tui\n{safe_lines(difference.ours)}")
    return 1


def _print_json(answer: object) -> None:
    import json

    # ASCII only: names and reasons may hold what a terminal would act on.
    print(json.dumps(answer, indent=2))


def _open(options: argparse.Namespace) -> int:
    if not _has_terminal():
        return _show(options)
    return _run_app(_directory(options), _settings(options, Disk()), options.theme)


def _demo(options: argparse.Namespace) -> int:
    if options.into is not None:
        return _run_demo(options, options.into)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="hermes-tui-demo-") as directory:
        return _run_demo(options, Path(directory))


def _run_demo(options: argparse.Namespace, directory: Path) -> int:
    from hermes_tui.demo import DemoRefusedError, build_demo

    try:
        demo = build_demo(directory)
    except DemoRefusedError as reason:
        raise BadInput(f"--into: {reason}") from None
    settings = find_settings(hermes=options.hermes or "documented", hermes_home=str(demo.hermes_home))
    if options.hermes is None:
        settings = settings._replace(origin="what the documentation describes")
    if _has_terminal():
        return _run_app(demo.start, settings, options.theme, demo.calls)
    from hermes_tui.core import report

    for line in report.startup_text(_inspected(demo.start, settings, Disk()), settings):
        print(line)
    return 0


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _run_app(directory: Path, settings: Settings, theme: str | None, session: "tuple[Step, ...]" = ()) -> int:
    from hermes_tui.tui.app import Options, run

    return run(
        Options(
            directory=directory,
            ruleset=settings.ruleset,
            ruleset_origin=settings.origin,
            home=settings.home,
            hermes_home=settings.hermes_home,
            context_length=settings.context_length,
            max_chars=settings.max_chars,
            theme=theme,
            session=session,
        )
    )
