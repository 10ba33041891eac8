"""The git program, asked so that nothing which a repository configures can run.

Only plumbing is asked that starts no hook, filter, pager, textconv, external diff, signature program or
editor by itself; what could still start something (the file system monitor, a fetch from a promisor remote)
is switched off by settings that win over the repository's. The user's own configuration stays in force.

Every question is bounded: in time, in memory, in what is taken of its output.
"""

import os
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from hermes_tui.core.filesystem.executables import find_program, trusted_path
from hermes_tui.core.filesystem.portable import end_with_children
from hermes_tui.core.text.public_text import Public, path_words, public

SECONDS = 1.5
"""How long git may take for one answer: nobody looks at a silent screen for longer than two."""
_PATIENCE = 10.0
"""Seconds in which a repository that took longer is not asked again: a check asks about each file."""
_MOST_OUTPUT = 1_000_000
"""Bytes of an answer that are taken; what is asked here has some hundred."""
_SHELL = "/bin/sh"
_MOST_MEMORY = 200_000
"""Thousands of bytes that git may take beside the files that it maps: an object may unpack to any number."""
_BOUNDED = (
    (_SHELL, "-c", f'ulimit -c 0; ulimit -d {_MOST_MEMORY}; exec "$0" "$@"') if os.path.exists(_SHELL) else ()
)
"""Begins a command that is bounded from the start; one that crashes leaves no core file in the repository."""

_SETTINGS: Mapping[str, str] = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.editor": "false",
    "core.sshCommand": "false",
    "core.askPass": "false",
    "core.untrackedCache": "false",
    "core.deltaBaseCacheLimit": "16m",
    "core.packedGitWindowSize": "16m",
    "core.packedGitLimit": "64m",
    "gc.auto": "0",
    "index.threads": "1",
    "log.showSignature": "false",
    "maintenance.auto": "false",
    "protocol.allow": "never",
}
_QUIET: Mapping[str, str] = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.39.4 has no GIT_NO_LAZY_FETCH: then the fetch finds no way
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "false",
    "GIT_SSH_COMMAND": "false",
    "GIT_EDITOR": "false",
    "GIT_PAGER": "cat",
    "GIT_TRACE2": "0",
    "GIT_TRACE2_EVENT": "0",
    "GIT_TRACE2_PERF": "0",
    "LC_ALL": "C",
}
_KEPT = frozenset(("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"))
_ELSEWHERE = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
)


class GitProblem(Exception):  # noqa: N818 -- an answer that git does not give, no error of ours
    """Git gives no answer; the message says why, as part of a sentence. It may hold foreign text."""


class GitTookTooLong(GitProblem):
    """It was ended."""


class NoGit(GitProblem):
    """There is no git program that answers anything at all: whatever else is asked, it is the same."""


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """What one call of git gave."""

    code: int
    """Its exit status."""
    output: bytes
    complaint: str
    """What it wrote to standard error."""


def settings() -> dict[str, str]:
    """Environment variables that make git keep still, for whoever starts it."""
    chosen = dict(_QUIET) | {"GIT_CONFIG_COUNT": str(len(_SETTINGS))}
    for number, (key, value) in enumerate(_SETTINGS.items()):
        chosen[f"GIT_CONFIG_KEY_{number}"] = key
        chosen[f"GIT_CONFIG_VALUE_{number}"] = value
    return chosen


def misleading_variable() -> str | None:
    """The environment variable, if there is one, that makes git answer about another repository."""
    return next((name for name in _ELSEWHERE if name in os.environ), None)


def ask_git(
    root: Path,
    *arguments: str,
    index: Path | None = None,
    seconds: float = SECONDS,
    words: bytes = b"",
) -> GitAnswer:
    """Run ``git ARGUMENTS`` in *root*, with the file *index* in place of the repository's index.

    *words* are what it reads from its standard input.

    Raises:
        NoGit: there is no git that may be run, or it does not work.
        GitProblem: it takes longer than *seconds*, or did a moment ago; or it does not trust the owner of
            *root*.
    """
    program = _working_git(root)
    if time.monotonic() < _not_before.get(root, 0.0):
        raise GitProblem("git took too long a moment ago, and is not asked again yet")
    environ = {"GIT_INDEX_FILE": os.fspath(index)} if index is not None else {}
    try:
        answer = _run(
            program, ("--no-pager", "-C", os.fspath(root), *arguments), root, seconds, environ, words
        )
    except GitTookTooLong:
        _not_before[root] = time.monotonic() + _PATIENCE
        raise
    if answer.code and "dubious ownership" in answer.complaint:
        raise GitProblem(_foreign(root))
    return answer


_not_before: dict[Path, float] = {}
"""When a repository may be asked again that was too slow: seconds of the monotonic clock."""


def git_program(root: Path) -> str:
    """The git for the repository at *root*. It is not run here.

    Raises:
        NoGit: there is none that may be run.
    """
    program = find_program("git", root)
    if program.path is None:
        only = public(
            "the git on PATH lies in the repository, or is found from the working directory: it is not run"
        )
        raise NoGit(only if program.was_passed_over else public("there is no git program on this machine"))
    return program.path


def _working_git(root: Path) -> str:
    """The same, once it has told its version: what stands in for git may say anything with a good status."""
    program = git_program(root)
    if program in _known:
        return program
    try:
        answer = _run(program, ("version",), root, SECONDS, {})
    except GitProblem as error:
        raise NoGit(str(error)) from error
    if answer.code or not answer.output.startswith(b"git version "):
        said = answer.complaint.partition("\n")[0] if answer.code else "it does not tell its version"
        raise NoGit(f"{program} does not work: {said or f'it ends with status {answer.code}'}")
    _known.add(program)
    return program


_known: set[str] = set()
"""Programs that have told their version."""


def _run(
    program: str,
    arguments: tuple[str, ...],
    root: Path,
    seconds: float,
    environ: Mapping[str, str],
    words: bytes = b"",
) -> GitAnswer:
    with _started(program, arguments, root, environ, subprocess.PIPE if words else None) as process:
        if process.stdin is not None:
            threading.Thread(target=_tell, args=(process.stdin, words), name="git's question").start()
        output, complaint = _taken(process, seconds)
    return GitAnswer(process.returncode, output, complaint.decode("utf-8", "replace").strip())


def start_git(root: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start ``git ARGUMENTS`` in *root*, to be asked on its standard input; what it complains of is lost.

    It knows the bounds of memory, not those of time: end it by :func:`end_git`.

    Raises:
        NoGit: there is no git that may be run, or it does not work.
        GitProblem: it cannot be started.
    """
    whole = ("--no-pager", "-C", os.fspath(root), *arguments)
    return _started(_working_git(root), whole, root, {}, subprocess.PIPE, subprocess.DEVNULL)


def _started(
    program: str,
    arguments: tuple[str, ...],
    root: Path,
    environ: Mapping[str, str],
    questions: int | None,
    complaints: int = subprocess.PIPE,
) -> "subprocess.Popen[bytes]":
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    try:
        return subprocess.Popen(  # noqa: S603 -- no shell, an absolute program, arguments of our own
            [*_BOUNDED, program, *arguments],
            cwd="/",
            env=kept | settings() | {"PATH": trusted_path(root)} | dict(environ),
            stdin=questions or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise GitProblem(f"git cannot be started: {error}") from error


def _tell(stream: IO[bytes], words: bytes) -> None:
    with suppress(OSError, ValueError), stream:
        stream.write(words)


def _taken(process: "subprocess.Popen[bytes]", seconds: float) -> tuple[bytes, bytes]:
    """The first of what it writes to standard output and to standard error; it has ended then, or is to be.

    Raises:
        GitTookTooLong: it is still at it.
    """
    written: list[bytes] = [b"", b""]

    def take(number: int, stream: "IO[bytes] | None") -> None:
        if stream is not None:
            with suppress(OSError, ValueError):
                written[number] = stream.read(_MOST_OUTPUT)

    readers = [
        threading.Thread(target=take, args=(number, stream), name="git's answer", daemon=True)
        for number, stream in enumerate((process.stdout, process.stderr))
    ]
    end = time.monotonic() + seconds
    for reader in readers:
        reader.start()
    try:
        for reader in readers:
            reader.join(max(0.0, end - time.monotonic()))
        if max(map(len, written)) < _MOST_OUTPUT:
            process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise GitTookTooLong(f"git took longer than {seconds:g} seconds") from error
    finally:
        end_git(process)
        for reader in readers:
            reader.join()  # nobody writes any more
    return written[0], written[1]


def end_git(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it started."""
    if process.poll() is not None:
        return
    with suppress(OSError):
        end_with_children(process)
    process.wait()


def _foreign(root: Path) -> Public:
    try:
        owner = path_words(Path(f"uid {root.lstat().st_uid}"))
    except OSError:
        owner = public("somebody else")
    return public("the repository belongs to {}, and git does not answer about what belongs to others", owner)
