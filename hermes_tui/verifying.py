"""Hold the model against the Hermes that is installed here: the only place that runs Hermes.

The user's own Hermes is asked in a child process, started outside the inspected directory so that no
module of the repository can be imported. The seeding of its home is switched off for the question.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.settings import Settings
from hermes_tui.core.startup import Startup

SECONDS = 60
"""After which the child is given up."""

_QUESTION = """
import contextlib, inspect, io, json, sys
import importlib.metadata as metadata
request = json.loads(sys.argv[1])
with contextlib.redirect_stdout(io.StringIO()):
    with contextlib.suppress(Exception):
        import hermes_cli.config as config
        config.ensure_hermes_home = lambda *args, **keywords: None
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


class Answer(NamedTuple):
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


def ask_hermes(python: Path, directory: Path, settings: Settings) -> Answer:
    """Let the Hermes of the interpreter *python* build its prompt for *directory*.

    Raises:
        CannotAsk: no such interpreter, no Hermes in it, or no answer in time.
    """
    request = {"cwd": str(directory), "context_length": settings.context_length}
    environment = dict(os.environ, HERMES_HOME=str(settings.hermes_home), HOME=str(settings.home))
    try:
        child = subprocess.run(  # noqa: S603 - the user's own interpreter, named by the user
            [str(python), "-c", _QUESTION, json.dumps(request)],
            cwd="/",
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotAsk(f"{python} gave no answer within {SECONDS} s") from None
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
    return Answer(answer.get("version"), answer.get("prompt"), answer.get("error", ""))


def first_difference(ours: str, theirs: str, around: int = 60) -> FirstDifference | None:
    """Where the texts part, with *around* characters before and behind; ``None``: nowhere."""
    if ours == theirs:
        return None
    shorter = min(len(ours), len(theirs))
    offset = next((place for place in range(shorter) if ours[place] != theirs[place]), shorter)
    start = max(0, offset - around)
    return FirstDifference(offset, ours[start : offset + around], theirs[start : offset + around])


def outcome(startup: Startup) -> str:
    """What the model says: the prompt, or the exception in its place."""
    return startup.prompt if startup.prompt is not None else startup.failure.what if startup.failure else ""
