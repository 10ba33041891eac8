"""Recorded sessions: where they are, listed and chosen (``sessions.md`` section 1)."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.portable import opened_without_waiting, user_home, usual_hermes_home
from hermes_tui.core.recorded.anchors import find_anchor
from hermes_tui.core.recorded.sessions import Recording, RecordingError, Row, Session
from hermes_tui.core.settings import Settings

__all__ = [
    "Listed",
    "Listing",
    "Recording",
    "RecordingError",
    "Row",
    "Session",
    "at_home_of",
    "choose",
    "find_databases",
    "list_sessions",
    "open_export",
    "open_recording",
    "with_directories",
]


_DATABASE = "state.db"
_MOST_PROMPTS = 500
"""Sessions whose prompt is read for the list."""


class Listed(NamedTuple):
    """A session, and the file that holds it."""

    session: Session
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
                    found.setdefault(os.path.realpath(database), database)
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
    from hermes_tui.core.recorded.database import SessionDatabase
    from hermes_tui.core.recorded.files import FileRecording

    return FileRecording(path) if _is_json(_begin_of(path)) else SessionDatabase(path)


def _begin_of(path: Path) -> bytes:
    try:
        with open(path, "rb", opener=opened_without_waiting) as file:
            return file.read(64)
    except OSError:
        return b"SQLite"  # the database knows how to say what is wrong
    except ValueError as error:
        raise RecordingError(f"{str(path)!r} is no path: {error}") from None


def _is_json(begin: bytes) -> bool:
    return begin.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def list_sessions(paths: Sequence[Path]) -> Listing:
    """The sessions in *paths*, the newest first. A file that cannot be read is a problem, not an error."""
    found: list[Listed] = []
    problems: list[str] = []
    for path in paths:
        try:
            with open_recording(path) as recording:
                found.extend(Listed(session, path) for session in recording.sessions())
        except RecordingError as error:
            problems.append(str(error))
    found.sort(key=lambda listed: listed.session.started_at or 0.0, reverse=True)
    return Listing(tuple(found), tuple(problems))


def with_directories(listing: Listing) -> Listing:
    """The newest sessions that have no directory in their row get that of their prompt; up to 0.15 all."""
    wanted: dict[Path, list[Listed]] = {}
    for listed in listing.sessions[:_MOST_PROMPTS]:
        if not listed.session.cwd:
            wanted.setdefault(listed.path, []).append(listed)
    known: dict[tuple[str, Path], Listed] = {}
    for path, sessions in wanted.items():
        with suppress(RecordingError), open_recording(path) as recording:
            for listed in sessions:
                with suppress(RecordingError):
                    session = listed.session
                    anchor = find_anchor(session, recording.prompt(session.id), (), None)
                    known[session.id, path] = listed._replace(session=session._replace(cwd=anchor.recorded))
    told = (known.get((listed.session.id, listed.path), listed) for listed in listing.sessions)
    return listing._replace(sessions=tuple(told))


def choose(listing: Listing, wanted: str) -> Listed:
    """The session that *wanted* means: its id, the beginning of one, or its title.

    Raises:
        RecordingError: none, or several.
    """
    folded = wanted.strip().casefold()
    tests: tuple[Callable[[Session], bool], ...] = (
        lambda session: session.id == wanted.strip(),
        lambda session: session.title.casefold() == folded,
        lambda session: session.id.casefold().startswith(folded),
        lambda session: session.title.casefold().startswith(folded),
    )
    for test in tests if folded else ():
        fitting = [listed for listed in listing.sessions if test(listed.session)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            is_twin = len({listed.session.id for listed in fitting}) < len(fitting)
            names = ", ".join(
                listed.session.id + (f" in {listed.path}" if is_twin else "") for listed in fitting[:5]
            )
            more = f" and {len(fitting) - 5} more" if len(fitting) > 5 else ""
            raise RecordingError(f"{len(fitting)} sessions are meant by {wanted!r}: {names}{more}")
    count = len(listing.sessions)
    where = f"among {count:,} recorded ones" if count > 1 else "where one is recorded"
    where = where if count else "since none is recorded here"
    problems = f" ({'; '.join(listing.problems)})" if listing.problems else ""
    raise RecordingError(f"there is no session {wanted!r} {where}{problems}")
