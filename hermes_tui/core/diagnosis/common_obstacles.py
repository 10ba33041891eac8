"""Obstacles that are met in several places, each said in one way: a code, a cause, ways out."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from hermes_tui.core.diagnosis.actions import Edit, Reencode, Remove, ReplaceLink, Replacement, WriteRule
from hermes_tui.core.diagnosis.model import Obstacle, Remark, advice, untried
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way, start_in
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.hints.home_check import HomeLike
from hermes_tui.core.prompt.pointer_files import LinkAsText
from hermes_tui.core.prompt.startup import Failure, Startup
from hermes_tui.core.text.public_text import (
    NOTHING,
    Public,
    filled,
    public,
    public_list,
    release_name,
    shell_word,
)

_NAMED = 5
"""Files named in one sentence."""
OUTSIDE = public("it lies outside the working directory")


def empty(path: Path) -> Obstacle:
    """The file at *path* has no text."""
    write = Way(public("write something into it"), (WriteRule(path),))
    return Obstacle("HT019", public("there is nothing in it to send"), (write, Way(public("remove it"))))


def file_instead(path: Path) -> Way:
    """Put a file in place of what is there."""
    words = public("remove it, and write the rule into a file of that name")
    return Way(words, (Remove((path,)), WriteRule(path)))


def copy_for_link(path: Path) -> Way:
    """Put a copy in place of a link."""
    return Way(public("replace the link with a copy of the file that it leads to"), (ReplaceLink(path),))


def hermes_fails(failure: Failure, startup: Startup, names: Names, disk: Disk) -> Obstacle:
    """This release has no prompt at all."""
    act = public("waits for ever") if failure.hangs else public("fails")
    where = public(" at {}", names.show(failure.path)) if failure.path else NOTHING
    way = Way(public("remove what it stumbles over"))
    if failure.path:
        way = Way(public("remove {}", names.show(failure.path)), (Remove((failure.path,)),))
    if failure.is_refused and failure.path:
        directory = shell_word(names.directory(_refusing(failure.path, disk)))
        way = Way(public("let the directory be looked into (chmod u+rx {})", directory))
    said = public("Hermes {} {} here{}", release_name(startup.ruleset.name), act, where)
    ways = (way, Way(public("update Hermes")))
    return Obstacle("HT036", f"{said}: {failure.what}", ways, public=said)


def link_as_text(link: LinkAsText, name: Public, path: Path, disk: Disk) -> Obstacle:
    """The file *name* holds nothing but the name of another one."""
    text, old = disk.read(link.target).text or "", disk.read(path).text or ""
    copy = Way(
        public("put the text itself into {}", name),
        (Edit(path, (Replacement(0, len(old), text),)),) if text else (),
    )
    again = (Way(public("make {} a link", name)),) if link.is_there else ()
    return Obstacle("HT020", link.guess, (copy, *again), public=link.public_guess)


def in_excluded_directory(name: Public, ways: tuple[Way, ...]) -> Obstacle:
    """A file in or below a directory called *name*."""
    return Obstacle(
        "HT030", public("it lies in a directory called {}, and no hint comes from there", name), ways
    )


def files_outside(paths: Sequence[Path], common: Path, names: Names) -> Obstacle:
    """Files that only a session which starts in *common* gets, as hints."""
    start = start_in(common, names)
    words = filled("{}, where calls that touch their directories bring them", start.words)
    return Obstacle(
        "HT029",
        public(
            "{} context files lie outside the working directory, and no call can bring them from here: {}",
            *(len(paths), _named(paths, names)),
        ),
        (start._replace(words=words),),
    )


def excluded_files(paths: Sequence[Path], names: Names, ways: tuple[Way, ...]) -> Obstacle:
    """Files in one such directory."""
    files = public("1 context file") if len(paths) == 1 else public("{} context files", len(paths))
    said = public("{}, and no hint comes from a directory of that name: {}", files, _named(paths, names))
    return Obstacle("HT030", said, ways)


def _named(paths: Sequence[Path], names: Names) -> Public:
    """The files, or some of them where there are many."""
    shown = [names.show(path) for path in sorted(paths)[:_NAMED]]
    if len(paths) > _NAMED:
        shown.append(public("{} more", len(paths) - _NAMED))
    return public_list(shown)


def closed_directory(name: Public) -> Obstacle:
    """The directory *name* may not be listed."""
    return Obstacle(
        "HT046",
        public("no permission to look into it: context files in it are not known here"),
        (
            Way(public("run it as somebody who may")),
            Way(public("give the permissions back (chmod u+rx {})", shell_word(name))),
        ),
    )


def hints_off(home: HomeLike) -> Obstacle:
    """The working directory counts as a home."""
    return Obstacle("HT034", f"no hints are sent at all: {home.why}", note=home.remedy)


def unreadable(content: Content, why: str, path: Path, names: Names, disk: Disk) -> Obstacle:
    """Hermes cannot use the file at *path*, or does not: *why*, as part of a sentence."""
    name = shell_word(names.show(path))
    instead = (Remove((path,)), WriteRule(path))
    match content.why:
        case None:  # it could be read, and Hermes does not wait for it
            way = Way(public("put it where reading is quick"))
        case Unreadable.NOT_UTF8 if content.encoding:
            new = shell_word(public("{}.new", names.show(path)))
            command = public(
                "iconv -f {} -t UTF-8 {} > {} && mv {} {}", content.encoding, name, new, new, name
            )
            words = public("save it as UTF-8 ({}) and look at the result", command)
            way = Way(words, (Reencode(path, content.encoding),))
        case Unreadable.NOT_UTF8:
            way = Way(public("remove it, and write the rule into a text file of that name"), instead)
        case Unreadable.CLOSED:
            directory = shell_word(names.directory(_refusing(path, disk)))
            way = Way(public("let the directory be looked into (chmod u+rx {})", directory))
        case Unreadable.NOT_PERMITTED:
            way = Way(public("give it its permissions back (chmod a+r {})", name))
        case Unreadable.DIRECTORY:
            way = Way(public("rename the directory, and write the rule into a file of that name"), instead)
        case Unreadable.TOO_LARGE:
            way = Way(public("make it shorter"))
        case _ if "link" in content.detail:
            way = Way(public("remove the link, and write the rule into a file of that name"), instead)
        case _:
            way = file_instead(path)
    said = public("it cannot be read, and {}", content.consequence)
    ways = (way, Way(public("let it lead to a file"))) if "link" in content.detail else (way,)
    return Obstacle("HT018", f"{why}, and {content.consequence}", ways, public=said)


def _refusing(path: Path, disk: Disk) -> Path:
    """The directory that does not let *path*, links followed, be looked at."""
    with suppress(OSError, RuntimeError, ValueError):
        path = disk.resolve(path)
    while disk.node(path.parent).kind is FileType.DENIED:
        path = path.parent
    return path.parent


def unsearched(content: Content, why: str, path: Path, names: Names, disk: Disk) -> Remark:
    """Words may stand in the file at *path* all the same: it cannot be read, *why* as part of a sentence."""
    how = "could not be searched"
    if content.why is Unreadable.NOT_UTF8:
        how = "could be searched only as far as it can be decoded"
    todo = advice(untried(unreadable(content, why, path, names, disk).ways), "")
    return Remark("HT018", is_seen=True, text=f"{names.show(path)} {how}: {why}", remedy=todo)
