"""Hold the model against the Hermes that is installed here: the only place that runs Hermes.

The user's own Hermes is asked in a child process, started outside the inspected directory so that no
module of the repository can be imported. To it the disk is read-only: it makes no home, seeds no ``SOUL.md``
and writes no log.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.comparison.differences import first_difference
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.settings.settings import Settings

SECONDS = 60
"""After which the child is given up."""

_QUESTION = """
import contextlib, errno, inspect, io, json, os, sys
import importlib.metadata as metadata
request = json.loads(sys.argv[1])
changing = {"os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
            "os.truncate", "os.utime"}
def refuse(event, arguments):  # 0.21.3 and later make a home as soon as they are imported
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
    opens = event == "open" and isinstance(arguments[2], int) and arguments[2] & writes
    if (opens and not str(arguments[0]).startswith("/dev/")) or event in changing:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(arguments[0]))
sys.addaudithook(refuse)
with contextlib.redirect_stdout(io.StringIO()):
    with contextlib.suppress(Exception):
        import hermes_cli.config as config
        config.ensure_hermes_home = lambda *args, **keywords: None  # a refusal would end what asks for it
        def with_cap(load):  # as if config.yaml had it; releases before 0.17 do not ask
            def loaded(*args, **keywords):
                try:
                    found = dict(load(*args, **keywords))
                except Exception:
                    found = {}
                return found | {"context_file_max_chars": request["max_chars"]}
            return loaded
        for name in ("load_config", "load_config_readonly") if request["max_chars"] is not None else ():
            if hasattr(config, name):
                setattr(config, name, with_cap(getattr(config, name)))
    from agent.prompt_builder import build_context_files_prompt as build
    takes = inspect.signature(build).parameters
    given = {name: value for name, value in request.items() if name in takes}
    try:
        answer = {"prompt": build(**given)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
versions = [found.version for found in metadata.distributions()
            if (found.metadata["Name"] or "").replace("_", "-").startswith("hermes-agent")]
answer["version"] = versions[0] if versions else None
sys.stdout.write("\\n" + json.dumps(answer))
"""


class CannotAsk(RuntimeError):  # noqa: N818 - a sentence for the user, not a fault of ours
    """The installed Hermes gives no answer; the message says why."""


class NoAnswer(CannotAsk):
    """It did not answer in time."""


class HermesAnswer(NamedTuple):
    """What the installed Hermes says."""

    version: str | None
    """From its metadata; ``None`` where it has none (a checkout)."""
    prompt: str | None
    error: str
    """What it raised."""


class FirstDifference(NamedTuple):
    """Where two texts part."""

    offset: int
    ours: str
    theirs: str


def ask_hermes(python: Path, directory: Path, settings: Settings) -> HermesAnswer:
    """Let the Hermes of the interpreter *python* build its prompt for *directory*, by *settings*.

    Raises:
        CannotAsk: no such interpreter, no Hermes in it, or no answer in time.
    """
    request = {
        "cwd": str(directory.absolute()),
        "context_length": _number_or_name(settings.context_length),
        "max_chars": _number_or_name(settings.max_chars),
    }
    # The child starts elsewhere: what is relative here would be another place there.
    homes = {"HERMES_HOME": str(settings.hermes_home.absolute()), "HOME": str(settings.home.absolute())}
    environment = dict(os.environ, **homes)
    try:
        child = subprocess.run(  # noqa: S603 - the user's own interpreter, named by the user
            [_runnable(python), "-B", "-c", _QUESTION, json.dumps(request)],
            cwd="/",
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"{python} gave no answer within {SECONDS} s") from None
    except OSError as error:
        raise CannotAsk(f"{python} cannot be run: {error.strerror}") from None
    last = child.stdout.decode("utf-8", "replace").rpartition("\n")[2]
    try:
        answer = json.loads(last)
    except ValueError:
        lines = child.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CannotAsk(
            f"{python} has no Hermes that answers: {lines[-1] if lines else 'no output'}"
        ) from None
    return HermesAnswer(answer.get("version"), answer.get("prompt"), answer.get("error", ""))


def _runnable(python: Path) -> str:
    """The interpreter for a child that starts elsewhere. A link stays one: it may lead out of its venv."""
    is_on_path = len(python.parts) == 1 and not python.exists()
    return str(python if is_on_path else python.absolute())


def _number_or_name(value: object) -> object:
    """A setting for the child: a number as it is; anything else is as good as another that is none."""
    return value if value is None or isinstance(value, int | float) else type(value).__name__


def difference(ours: str, theirs: str, around: int = 60) -> FirstDifference | None:
    """Where the texts part, with *around* characters before and behind; ``None``: nowhere."""
    offset = first_difference(ours, theirs)
    if offset is None:
        return None
    start = max(0, offset - around)
    return FirstDifference(offset, ours[start : offset + around], theirs[start : offset + around])


def outcome(startup: Startup) -> str:
    """What the model says: the prompt, or the exception in its place."""
    return startup.prompt if startup.prompt is not None else startup.failure.what if startup.failure else ""
