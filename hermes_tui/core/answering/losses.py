"""Obstacles that are met in several places, each said in one way: a code, a culprit, a remedy."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from hermes_tui.core.answering.answers import Loss, Names, Remark
from hermes_tui.core.contents import Content, Unreadable
from hermes_tui.core.disk import Disk
from hermes_tui.core.hints.home_likeness import HomeLike
from hermes_tui.core.nodes import Kind
from hermes_tui.core.prompt.pointers import LinkAsText
from hermes_tui.core.prompt.startup import Failure, Startup
from hermes_tui.core.wording import capitalised, listed

EMPTY = Loss("HT019", "there is nothing in it to send", "Write something into it, or remove it.")
_NAMED = 5
"""Files named in one sentence."""
COPY_FOR_LINK = "Replace the link with a copy of the file that it leads to."
A_FILE_INSTEAD = "Remove it, and write the rule into a file of that name."
OUTSIDE = "it lies outside the working directory"


def hermes_fails(failure: Failure, startup: Startup, names: Names, disk: Disk) -> Loss:
    """This release has no prompt at all."""
    act = "waits for ever" if failure.hangs else "fails"
    where = f" at {names.show(failure.path)}" if failure.path else ""
    todo = f"remove {names.show(failure.path)}" if failure.path else "remove what it stumbles over"
    if failure.is_refused and failure.path:
        directory = shlex.quote(names.directory(_refusing(failure.path, disk)))
        todo = f"let the directory be looked into (chmod u+rx {directory})"
    return Loss(
        "HT036",
        f"Hermes {startup.ruleset.name} {act} here{where}: {failure.what}",
        f"{capitalised(todo)}, or update Hermes.",
    )


def link_as_text(link: LinkAsText, name: str) -> Loss:
    """The file *name* holds nothing but the name of another one."""
    todo = f"Put the text itself into {name}{f', or make {name} a link' if link.is_there else ''}."
    return Loss("HT020", link.guess, todo, public=link.public_guess)


def in_excluded_directory(name: str, todo: str) -> Loss:
    """A file in or below a directory called *name*."""
    return Loss("HT030", f"it lies in a directory called {name}, and no hint comes from there", todo)


def files_outside(paths: Sequence[Path], common: Path, names: Names) -> Loss:
    """Files that only a session which starts in *common* gets, as hints."""
    return Loss(
        "HT029",
        f"{len(paths):,} context files lie outside the working directory, and no call can bring them from "
        f"here: {_named(paths, names)}",
        f"Start Hermes in {names.directory(common)}, where calls that touch their directories bring them.",
    )


def excluded_files(paths: Sequence[Path], names: Names, todo: str) -> Loss:
    """Files in one such directory."""
    files = "1 context file" if len(paths) == 1 else f"{len(paths):,} context files"
    said = f"{files}, and no hint comes from a directory of that name: {_named(paths, names)}"
    return Loss("HT030", said, todo)


def _named(paths: Sequence[Path], names: Names) -> str:
    """The files, or some of them where there are many."""
    shown = [names.show(path) for path in sorted(paths)[:_NAMED]]
    if len(paths) > _NAMED:
        shown.append(f"{len(paths) - _NAMED:,} more")
    return listed(shown)


def closed_directory(name: str) -> Loss:
    """The directory *name* may not be listed."""
    return Loss(
        "HT046",
        "no permission to look into it: context files in it are not known here",
        f"Run it as somebody who may, or give the permissions back (chmod u+rx {shlex.quote(name)}).",
    )


def hints_off(home: HomeLike) -> Loss:
    """The working directory counts as a home."""
    return Loss("HT034", f"no hints are sent at all: {home.why}", home.remedy)


def unreadable(content: Content, why: str, path: Path, names: Names, disk: Disk) -> Loss:
    """Hermes cannot use the file at *path*, or does not: *why*, as part of a sentence."""
    name = shlex.quote(names.show(path))
    match content.why:
        case None:  # it could be read, and Hermes does not wait for it
            todo = "Put it where reading is quick."
        case Unreadable.NOT_UTF8 if content.encoding:
            new = shlex.quote(f"{names.show(path)}.new")
            command = f"iconv -f {content.encoding} -t UTF-8 {name} > {new} && mv {new} {name}"
            todo = f"Save it as UTF-8 ({command}), and look at the result."
        case Unreadable.NOT_UTF8:
            todo = "Remove it, and write the rule into a text file of that name."
        case Unreadable.CLOSED:
            directory = shlex.quote(names.directory(_refusing(path, disk)))
            todo = f"Let the directory be looked into (chmod u+rx {directory})."
        case Unreadable.NOT_PERMITTED:
            todo = f"Give it its permissions back (chmod a+r {name})."
        case Unreadable.DIRECTORY:
            todo = "Rename the directory, and write the rule into a file of that name."
        case Unreadable.TOO_LARGE:
            todo = "Make it shorter."
        case _ if "link" in content.detail:
            todo = "Remove the link, and write the rule into a file of that name; or let it lead to a file."
        case _:
            todo = A_FILE_INSTEAD
    return Loss("HT018", f"{why}, and {content.consequence}", todo)


def _refusing(path: Path, disk: Disk) -> Path:
    """The directory that does not let *path*, links followed, be looked at."""
    with suppress(OSError, RuntimeError, ValueError):
        path = disk.resolve(path)
    while disk.node(path.parent).kind is Kind.DENIED:
        path = path.parent
    return path.parent


def unsearched(content: Content, why: str, path: Path, names: Names, disk: Disk) -> Remark:
    """Words may stand in the file at *path* all the same: it cannot be read, *why* as part of a sentence."""
    how = "could not be searched"
    if content.why is Unreadable.NOT_UTF8:
        how = "could be searched only as far as it can be decoded"
    todo = unreadable(content, why, path, names, disk).remedy
    return Remark("HT018", is_seen=True, text=f"{names.show(path)} {how}: {why}", remedy=todo)
