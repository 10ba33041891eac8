"""The git program, asked so that nothing which a repository configures can run.

Only plumbing is asked that starts no hook, filter, pager, textconv, external diff, signature program or
editor by itself; what could still start something (the file system monitor, a fetch from a promisor remote)
is switched off by settings that win over the repository's. The user's own configuration stays in force.
"""

import os
import subprocess
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hermes_tui.core.portable import end_with_children
from hermes_tui.core.search_path import find_program, trusted_path

_T = TypeVar("_T")

SECONDS = 5.0
"""How long git may take for one answer."""

_SETTINGS: Mapping[str, str] = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.editor": "false",
    "core.sshCommand": "false",
    "core.askPass": "false",
    "log.showSignature": "false",
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


def ask_git(root: Path, *arguments: str, seconds: float = SECONDS) -> GitAnswer:
    """Run ``git ARGUMENTS`` in *root*.

    Raises:
        NoGit: there is no git that may be run, or it does not work.
        GitProblem: it takes longer than *seconds*, or it does not trust the owner of *root*.
    """
    answer = _run(_working_git(root), ("--no-pager", "-C", os.fspath(root), *arguments), root, seconds)
    if answer.code and "dubious ownership" in answer.complaint:
        raise GitProblem(_foreign(root))
    return answer


def git_program(root: Path) -> str:
    """The git for the repository at *root*. It is not run here.

    Raises:
        NoGit: there is none that may be run.
    """
    program = find_program("git", root)
    if program.path is None:
        only = "the git on PATH lies in the repository, or is found from the working directory: it is not run"
        raise NoGit(only if program.was_passed_over else "there is no git program on this machine")
    return program.path


def _working_git(root: Path) -> str:
    """The same, once it has told its version: what stands in for git may say anything with a good status."""
    program = git_program(root)
    if program in _known:
        return program
    try:
        answer = _run(program, ("version",), root, SECONDS)
    except GitProblem as error:
        raise NoGit(str(error)) from error
    if answer.code or not answer.output.startswith(b"git version "):
        said = answer.complaint.partition("\n")[0] if answer.code else "it does not tell its version"
        raise NoGit(f"{program} does not work: {said or f'it ends with status {answer.code}'}")
    _known.add(program)
    return program


_known: set[str] = set()
"""Programs that have told their version."""


def _run(program: str, arguments: tuple[str, ...], root: Path, seconds: float) -> GitAnswer:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    try:
        process = subprocess.Popen(  # noqa: S603 -- no shell, an absolute program, arguments of our own
            [program, *arguments],
            cwd="/",
            env=kept | settings() | {"PATH": trusted_path(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise GitProblem(f"git cannot be started: {error}") from error
    with process:
        try:
            output, complaint = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            end_with_children(process)
            raise GitProblem(f"git took longer than {seconds:g} seconds") from error
    return GitAnswer(process.returncode, output, complaint.decode("utf-8", "replace").strip())


def within(seconds: float, work: Callable[[], _T], give_up: Callable[[], None]) -> _T:
    """The result of *work*, which reads files that may be pipes and so may never end.

    Args:
        seconds: how long to wait.
        work: runs in a thread of its own, which is left to itself when the time is over.
        give_up: called then; ends what can be ended.

    Raises:
        GitProblem: the time is over.
    """
    results: list[_T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="git facts", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        give_up()
        raise GitProblem(f"reading the repository took longer than {seconds:g} seconds")
    return results[0]


def _foreign(root: Path) -> str:
    try:
        owner = f"uid {root.lstat().st_uid}"
    except OSError:
        owner = "somebody else"
    return f"the repository belongs to {owner}, and git does not answer about what belongs to others"
