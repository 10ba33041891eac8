"""Obstacles that are met in several places, each said in one way: a code, a culprit, a remedy."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from hermes_tui.core.diagnosis.model import Loss, Names, Remark
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.filesystem.file_type import Kind
from hermes_tui.core.hints.home_check import HomeLike
from hermes_tui.core.prompt.pointer_files import LinkAsText
from hermes_tui.core.prompt.startup import Failure, Startup
from hermes_tui.core.text.public_text import Public, public, public_list, release_name, shell_word

EMPTY = Loss(
    "HT019", public("there is nothing in it to send"), public("Write something into it, or remove it.")
)
_NAMED = 5
"""Files named in one sentence."""
COPY_FOR_LINK = public("Replace the link with a copy of the file that it leads to.")
A_FILE_INSTEAD = public("Remove it, and write the rule into a file of that name.")
OUTSIDE = public("it lies outside the working directory")


def hermes_fails(failure: Failure, startup: Startup, names: Names, disk: Disk) -> Loss:
    """This release has no prompt at all."""
    act = public("waits for ever") if failure.hangs else public("fails")
    where = public(" at {}", names.show(failure.path)) if failure.path else public("")
    todo = public("Remove what it stumbles over, or update Hermes.")
    if failure.path:
        todo = public("Remove {}, or update Hermes.", names.show(failure.path))
    if failure.is_refused and failure.path:
        directory = shell_word(names.directory(_refusing(failure.path, disk)))
        todo = public("Let the directory be looked into (chmod u+rx {}), or update Hermes.", directory)
    said = public("Hermes {} {} here{}", release_name(startup.ruleset.name), act, where)
    return Loss("HT036", f"{said}: {failure.what}", todo, public=said)


def link_as_text(link: LinkAsText, name: Public) -> Loss:
    """The file *name* holds nothing but the name of another one."""
    too = public(", or make {} a link", name) if link.is_there else public("")
    todo = public("Put the text itself into {}{}.", name, too)
    return Loss("HT020", link.guess, todo, public=link.public_guess)


def in_excluded_directory(name: Public, todo: str) -> Loss:
    """A file in or below a directory called *name*."""
    said = public("it lies in a directory called {}, and no hint comes from there", name)
    return Loss("HT030", said, todo)


def files_outside(paths: Sequence[Path], common: Path, names: Names) -> Loss:
    """Files that only a session which starts in *common* gets, as hints."""
    return Loss(
        "HT029",
        public(
            "{} context files lie outside the working directory, and no call can bring them from here: {}",
            len(paths),
            _named(paths, names),
        ),
        public(
            "Start Hermes in {}, where calls that touch their directories bring them.",
            names.directory(common),
        ),
    )


def excluded_files(paths: Sequence[Path], names: Names, todo: str) -> Loss:
    """Files in one such directory."""
    files = public("1 context file") if len(paths) == 1 else public("{} context files", len(paths))
    said = public("{}, and no hint comes from a directory of that name: {}", files, _named(paths, names))
    return Loss("HT030", said, todo)


def _named(paths: Sequence[Path], names: Names) -> Public:
    """The files, or some of them where there are many."""
    shown = [names.show(path) for path in sorted(paths)[:_NAMED]]
    if len(paths) > _NAMED:
        shown.append(public("{} more", len(paths) - _NAMED))
    return public_list(shown)


def closed_directory(name: Public) -> Loss:
    """The directory *name* may not be listed."""
    return Loss(
        "HT046",
        public("no permission to look into it: context files in it are not known here"),
        public("Run it as somebody who may, or give the permissions back (chmod u+rx {}).", shell_word(name)),
    )


def hints_off(home: HomeLike) -> Loss:
    """The working directory counts as a home."""
    return Loss("HT034", f"no hints are sent at all: {home.why}", home.remedy)


def unreadable(content: Content, why: str, path: Path, names: Names, disk: Disk) -> Loss:
    """Hermes cannot use the file at *path*, or does not: *why*, as part of a sentence."""
    name = shell_word(names.show(path))
    match content.why:
        case None:  # it could be read, and Hermes does not wait for it
            todo = public("Put it where reading is quick.")
        case Unreadable.NOT_UTF8 if content.encoding:
            new = shell_word(public("{}.new", names.show(path)))
            todo = public(
                "Save it as UTF-8 (iconv -f {} -t UTF-8 {} > {} && mv {} {}), and look at the result.",
                content.encoding,
                *(name, new, new, name),
            )
        case Unreadable.NOT_UTF8:
            todo = public("Remove it, and write the rule into a text file of that name.")
        case Unreadable.CLOSED:
            directory = shell_word(names.directory(_refusing(path, disk)))
            todo = public("Let the directory be looked into (chmod u+rx {}).", directory)
        case Unreadable.NOT_PERMITTED:
            todo = public("Give it its permissions back (chmod a+r {}).", name)
        case Unreadable.DIRECTORY:
            todo = public("Rename the directory, and write the rule into a file of that name.")
        case Unreadable.TOO_LARGE:
            todo = public("Make it shorter.")
        case _ if "link" in content.detail:
            todo = public(
                "Remove the link, and write the rule into a file of that name; or let it lead to a file."
            )
        case _:
            todo = A_FILE_INSTEAD
    said = public("it cannot be read, and {}", content.consequence)
    return Loss("HT018", f"{why}, and {content.consequence}", todo, public=said)


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
