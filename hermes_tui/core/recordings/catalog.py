"""Recorded sessions: where they are, listed and chosen (``sessions.md`` section 1)."""

import heapq
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.portable import opened_without_waiting, user_home, usual_hermes_home
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, Recording, RecordingError
from hermes_tui.core.recordings.working_dir import find_anchor
from hermes_tui.core.settings.settings import Settings

__all__ = [
    "Listed",
    "Listing",
    "RecordedRow",
    "RecordedSession",
    "Recording",
    "RecordingError",
    "at_home_of",
    "choose",
    "choose_among",
    "directories_first",
    "each_session",
    "find_databases",
    "list_sessions",
    "open_export",
    "open_recording",
    "with_directories",
]


_DATABASE = "state.db"
_MOST_NAMED = 5
"""Sessions that are named where several are meant."""
_MOST_PROMPTS = 500
"""Sessions whose prompt is read for the list."""


class Listed(NamedTuple):
    """A session, and the file that holds it."""

    session: RecordedSession
    path: Path


class Listing(NamedTuple):
    """Sessions of several files."""

    sessions: tuple[Listed, ...]
    """The newest first."""
    problems: tuple[str, ...] = ()
    """What could not be read, each in a sentence."""


def find_databases(
    hermes_home: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    with_profiles: bool = True,
) -> tuple[Path, ...]:
    """Every ``state.db`` of this machine's homes and their profiles (section 1.1), or of one given home."""
    environ = os.environ if environ is None else environ
    if hermes_home is not None:
        homes = [Path(hermes_home)]
    else:
        given = environ.get("HERMES_HOME", "").strip()
        user = user_home(environ)
        homes = [Path(os.path.expandvars(os.path.expanduser(given)))] if given else []
        homes.append(user / f".hermes{environ.get('HERMES_DATA_DIR_SUFFIX', '').strip()}")
        homes += [usual_hermes_home(user, in_app_data=True), user / ".hermes"]
    found: dict[str, Path] = {}
    for home in homes:
        is_profile = home.parent.name == "profiles"
        roots = [home] if hermes_home is not None or not is_profile else [home, home.parent.parent]
        for root in roots:
            for directory in (root, *(_subdirectories(root / "profiles") if with_profiles else ())):
                database = directory / _DATABASE
                if _may_be_there(database):
                    whole = Path(os.path.abspath(database))
                    found.setdefault(os.path.realpath(database), whole)
    return tuple(found.values())


def _may_be_there(path: Path) -> bool:
    """Something stands at *path*, or nobody may look: then opening it says so."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _subdirectories(directory: Path) -> list[Path]:
    """The directories in *directory*; itself where it may not be listed, to be named as what it is."""
    try:
        names = sorted(os.listdir(directory))
    except PermissionError:
        return [directory] if os.path.isdir(directory) else []
    except (OSError, ValueError):
        return []
    return [directory / name for name in names if os.path.isdir(directory / name)]


def at_home_of(listed: Listed, settings: Settings) -> Settings:
    """*settings* with the Hermes home that the database of *listed* belongs to, if it is in one."""
    return settings.at_home(listed.path.parent) if listed.path.name == _DATABASE else settings


def open_export(path: Path) -> Recording:
    """The recording in *path*, which was named as an export; a database will do.

    Raises:
        RecordingError: it is none.
    """
    begin = _begin_of(path)
    if begin and not begin.startswith(b"SQLite") and not _is_json(begin):
        raise RecordingError(
            f"{path} is no export, trace, trajectory or snapshot: these are JSON (a file of calls, one a "
            "line, is for hermes-tui session)"
        )
    return open_recording(path)


def open_recording(path: Path) -> Recording:
    """The recording in *path*, whatever it is: a database or one of the JSON forms.

    Raises:
        RecordingError: it is none of them.
    """
    from hermes_tui.core.recordings.json_files import FileRecording
    from hermes_tui.core.recordings.state_db import SessionDatabase

    return FileRecording(path) if _is_json(_begin_of(path)) else SessionDatabase(path)


def _begin_of(path: Path) -> bytes:
    """How a file begins; what is none, is left to the database, which knows how to say what is wrong."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return b"SQLite"
        with open(path, "rb", buffering=0, opener=opened_without_waiting) as file:
            begin = file.read(64)
    except OSError:
        return b"SQLite"
    except ValueError as error:
        raise RecordingError(f"{str(path)!r} is no path: {error}") from None
    if begin is None:  # /proc has files that wait
        raise RecordingError(f"{path} is no recording: reading it waits for something to come")
    return begin


def _is_json(begin: bytes) -> bool:
    return begin.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def list_sessions(paths: Sequence[Path]) -> Listing:
    """The sessions in *paths*, the newest first. A file that cannot be read is a problem, not an error."""
    problems: list[str] = []
    sessions = tuple(each_session(paths, problems))
    return Listing(sessions, tuple(problems))


def each_session(
    paths: Sequence[Path], problems: list[str], opened: Callable[[Path], Recording] = open_recording
) -> Iterator[Listed]:
    """The sessions in *paths* as they are read, the newest first; what cannot be read goes to *problems*."""

    def in_file(path: Path) -> Iterator[Listed]:
        try:
            with opened(path) as recording:
                for session in recording.sessions():
                    yield Listed(session, path)
        except RecordingError as error:
            problems.append(str(error))

    return heapq.merge(
        *map(in_file, paths), key=lambda listed: listed.session.started_at or 0.0, reverse=True
    )


def with_directories(listing: Listing) -> Listing:
    """The newest sessions that have no directory in their row get that of their prompt; up to 0.15 all."""
    return listing._replace(sessions=tuple(directories_first(listing.sessions)))


def directories_first(sessions: Iterable[Listed]) -> Iterator[Listed]:
    """The same for sessions as they are read."""
    coming = iter(sessions)
    newest = tuple(islice(coming, _MOST_PROMPTS))
    wanted: dict[Path, list[Listed]] = {}
    for listed in newest:
        if not listed.session.cwd:
            wanted.setdefault(listed.path, []).append(listed)
    known: dict[tuple[str, Path], Listed] = {}
    for path, without in wanted.items():
        with suppress(RecordingError), open_recording(path) as recording:
            for listed in without:
                with suppress(RecordingError):
                    session = listed.session
                    anchor = find_anchor(session, recording.prompt(session.id), (), None)
                    known[session.id, path] = listed._replace(session=session._replace(cwd=anchor.recorded))
    yield from (known.get((listed.session.id, listed.path), listed) for listed in newest)
    yield from coming


def choose(listing: Listing, wanted: str) -> Listed:
    """The session that *wanted* means: its id, the beginning of one, or its title.

    Raises:
        RecordingError: none, or several.
    """
    return choose_among(listing.sessions, listing.problems, wanted)


def choose_among(sessions: Iterable[Listed], problems: Sequence[str], wanted: str) -> Listed:
    """The same of sessions as they are read, and of the *problems* with them.

    Raises:
        RecordingError: none, or several.
    """
    folded = wanted.strip().casefold()
    tests: tuple[Callable[[RecordedSession], bool], ...] = (
        lambda session: session.id == wanted.strip(),
        lambda session: session.title.casefold() == folded,
        lambda session: session.id.casefold().startswith(folded),
        lambda session: session.title.casefold().startswith(folded),
    )
    found: list[list[Listed]] = [[] for _ in tests]
    counts = [0 for _ in tests]
    count = 0
    for listed in sessions:
        count += 1
        for number, test in enumerate(tests):
            if folded and test(listed.session):
                counts[number] += 1
                if counts[number] <= _MOST_NAMED:
                    found[number].append(listed)
    for fitting, number in zip(found, counts, strict=True):
        if number == 1:
            return fitting[0]
        if fitting:
            is_twin = len({listed.session.id for listed in fitting}) < len(fitting)
            names = ", ".join(
                listed.session.id + (f" in {listed.path}" if is_twin else "") for listed in fitting
            )
            more = f" and {number - len(fitting)} more" if number > len(fitting) else ""
            raise RecordingError(f"{number} sessions are meant by {wanted!r}: {names}{more}")
    where = f"among {count:,} recorded ones" if count > 1 else "where one is recorded"
    where = where if count else "since none is recorded here"
    said = f" ({'; '.join(problems)})" if problems else ""
    raise RecordingError(f"there is no session {wanted!r} {where}{said}")
