"""Obstacles that are met in several places, each said in one way: a code, a culprit, a remedy."""

from collections.abc import Sequence
from pathlib import Path

from hermes_tui.core.answering.answers import Loss, Names, Remark
from hermes_tui.core.contents import Content, Unreadable
from hermes_tui.core.disk import Disk
from hermes_tui.core.hints.home_likeness import HomeLike
from hermes_tui.core.nodes import Kind
from hermes_tui.core.prompt.startup import Failure, Startup
from hermes_tui.core.wording import capitalised, listed

EMPTY = Loss("HT019", "there is nothing in it to send", "Write something into it, or remove it.")
_NAMED = 5
"""Files named in one sentence."""
_OUT_OF_EXCLUDED = "Move the rules above that directory, or rename it."


def hermes_fails(failure: Failure, startup: Startup, names: Names, disk: Disk) -> Loss:
    """This release has no prompt at all."""
    act = "waits for ever" if failure.hangs else "fails"
    where = f" at {names.show(failure.path)}" if failure.path else ""
    todo = "remove what it stumbles over"
    if failure.is_refused and failure.path:
        refusing = failure.path.parent
        while disk.node(refusing).kind is Kind.DENIED:
            refusing = refusing.parent
        todo = f"give {names.directory(refusing)} its permissions back (chmod u+rx)"
    return Loss(
        "HT036",
        f"Hermes {startup.ruleset.name} {act} here{where}: {failure.what}",
        f"{capitalised(todo)}, or update Hermes.",
    )


def link_as_text(shown: str) -> Loss:
    """A file that holds nothing but the name of another one, *shown*."""
    what = "all that is sent is the name"
    return Loss(
        "HT020",
        f"{what} {shown}: a link that was checked out as text",
        "Run git config core.symlinks true and check the file out again, or put the text itself there.",
        public=f"{what} of another file: a link that was checked out as text",
    )


def in_excluded_directory(name: str) -> Loss:
    """A file in or below a directory called *name*."""
    return Loss(
        "HT030", f"it lies in a directory called {name}, and no hint comes from there", _OUT_OF_EXCLUDED
    )


def files_outside(paths: Sequence[Path], common: Path, names: Names) -> Loss:
    """Files that only a session which starts in *common* gets, as hints."""
    shown = [names.show(path) for path in sorted(paths)[:_NAMED]]
    if len(paths) > _NAMED:
        shown.append(f"{len(paths) - _NAMED:,} more")
    return Loss(
        "HT029",
        f"{len(paths):,} context files lie outside the working directory, and no call can bring them from "
        f"there: {listed(shown)}",
        f"Start Hermes in {names.directory(common)}, where calls that touch their directories bring them.",
    )


def excluded_files(count: int) -> Loss:
    """So many files in one such directory."""
    files = "1 context file" if count == 1 else f"{count:,} context files"
    return Loss("HT030", f"{files}, and no hint comes from a directory of that name", _OUT_OF_EXCLUDED)


def closed_directory(name: str) -> Loss:
    """The directory *name* may not be listed."""
    return Loss(
        "HT046",
        "no permission to look into it: context files in it are not known here",
        f"Run it as somebody who may, or give the permissions back: chmod u+rx {name}.",
    )


def hints_off(home: HomeLike) -> Loss:
    """The working directory counts as a home."""
    return Loss("HT034", f"no hints are sent at all: {home.why}", home.remedy)


def unreadable(content: Content, why: str, name: str) -> Loss:
    """Hermes cannot use the file *name*, or does not: *why*, as part of a sentence."""
    match content.why:
        case None:  # it could be read, and Hermes does not wait for it
            todo = "Put it where reading is quick."
        case Unreadable.NOT_UTF8:
            encoding = "UTF-16" if "UTF-16" in content.detail else "LATIN1"
            todo = f"Save it as UTF-8: iconv -f {encoding} -t UTF-8 {name} (look at the result)."
        case Unreadable.NOT_PERMITTED:
            todo = f"Give it its permissions back: chmod a+r {name}."
        case Unreadable.DIRECTORY:
            todo = "Rename the directory, and write the rules into a file of that name."
        case Unreadable.ENDLESS:
            todo = "Remove it, and write the rules into a file."
        case Unreadable.TOO_LARGE:
            todo = "Make it shorter."
        case _ if "link" in content.detail:
            todo = "Remove the link, or let it lead to a file."
        case _:
            todo = "Make it a file that can be read."
    return Loss("HT018", f"{why}, and {content.consequence}", todo)


def unsearched(content: Content, why: str, name: str) -> Remark:
    """Words may stand in the file *name* all the same: it cannot be read, *why* as part of a sentence."""
    how = "could not be searched"
    if content.why is Unreadable.NOT_UTF8:
        how = "could be searched only as far as it can be decoded"
    todo = unreadable(content, why, name).remedy
    return Remark("HT018", is_seen=True, text=f"{name} {how}: {why}", remedy=todo)
