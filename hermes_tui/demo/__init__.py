"""The demonstration: a layered monorepo with all that makes people ask why a rule was not loaded."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from hermes_tui.demo.repository import Commit, write_repository

_WEBAPP = "packages/webapp"
_STARTER = f"{_WEBAPP}/examples/starter"
"""A repository inside the repository."""
_UNTRACKED = (f"{_WEBAPP}/node_modules/", f"{_STARTER}/")
_LATER = "packages/AGENTS.md"
"""Came with the second commit."""

_DATA = files(__name__) / "data"
_ENDING = ".txt"
"""Each file of the data ends so: in our own repository none of them is a context file."""

_FIRST_COMMIT = 1_780_300_800  # 2026-06-01 08:00 UTC
_SECOND_COMMIT = 1_784_019_600  # 2026-07-14 09:00 UTC


class DemoRefusedError(Exception):
    """The demonstration is not built; the message is a sentence (and holds a path as it was given)."""


@dataclass(frozen=True, slots=True)
class Call:
    """A step of the prepared session: a tool call."""

    line: str
    """As a person would type it."""
    note: str
    """What to look at, in a sentence."""
    release: str = "documented"
    """The release that the note tells of."""


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the prepared session: the working directory changes, and a new session begins."""

    line: str
    """As a person would type it, ``cd ../..``."""
    directory: Path
    """Where it leads; absolute."""
    note: str
    """What to look at, in a sentence."""


Step = Call | Move


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """Where the parts of a demonstration are. All paths are absolute, with links followed."""

    directory: Path
    """Holds everything; remove it to remove the demonstration."""
    repository: Path
    """The monorepo's git root."""
    start: Path
    """``packages/webapp``, where the inspector opens."""
    hermes_home: Path
    """``HERMES_HOME`` with its ``SOUL.md``."""
    outside: Path
    """A directory without git, below one that has an ``AGENTS.md``."""
    calls: tuple[Step, ...]
    """The prepared session, from :attr:`start` on."""


def build_demo(directory: Path) -> Demo:
    """Write the demonstration into *directory*, which is made if it is not there.

    Starts no program, reads no configuration and writes the same bytes every time.

    Raises:
        DemoRefusedError: *directory* is no directory, is not empty, or cannot be written to.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if any(directory.iterdir()):
            raise DemoRefusedError(
                f"{directory} is not empty: name a directory that is empty or does not exist"
            )
        return _build(directory.resolve())
    except (FileExistsError, NotADirectoryError) as error:
        raise DemoRefusedError(f"{directory} is not a directory: the demonstration needs one") from error
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise DemoRefusedError(f"the demonstration cannot be written to {directory}: {why}") from error


def _build(directory: Path) -> Demo:
    repository = directory / "monorepo"
    monorepo = _files("monorepo")
    _write(repository, monorepo)
    tracked = {name: text for name, text in monorepo.items() if not name.startswith(_UNTRACKED)}
    # what is on disk differs from the last commit, as in a repository that somebody works in
    earlier = tracked | _files("before")
    del earlier[_LATER]
    write_repository(
        repository,
        (
            Commit("Ada Okafor <ada@tidewater.example>", _FIRST_COMMIT, "Start the monorepo\n", earlier),
            Commit(
                "Jonas Weber <jonas@tidewater.example>",
                _SECOND_COMMIT,
                "packages: write down how we work\n\nAsked for by everybody who joined this year.\n",
                earlier | {_LATER: tracked[_LATER]},
            ),
        ),
    )
    starter = _files(f"monorepo/{_STARTER}")
    write_repository(
        repository / _STARTER,
        (Commit("Mina Sato <mina@tidewater.example>", _FIRST_COMMIT, "Start\n", starter),),
    )
    for name in ("hermes-home", "notes"):
        _write(directory / name, _files(name))
    return Demo(
        directory=directory,
        repository=repository,
        start=repository / _WEBAPP,
        hermes_home=directory / "hermes-home",
        outside=directory / "notes/sketches",
        calls=tuple(_session(repository / _WEBAPP)),
    )


def _files(place: str) -> dict[str, str]:
    """The texts below *place* in the data, by the path that they get."""
    return dict(_texts(_DATA.joinpath(*place.split("/")), ""))


def _texts(directory: Traversable, above: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(directory.iterdir(), key=lambda entry: entry.name):
        name = f"{above}{entry.name}"
        if entry.is_dir():
            yield from _texts(entry, f"{name}/")
        else:
            yield name.removesuffix(_ENDING), entry.read_bytes().decode()


def _session(start: Path) -> Iterator[Step]:
    """The prepared steps, from *start* on."""
    for step in tomllib.loads((_DATA / "session.toml").read_text(encoding="utf-8"))["step"]:
        if "move" in step:
            directory = (start / step["move"].removeprefix("cd ")).resolve()
            yield Move(step["move"], directory, step["note"])
        else:
            yield Call(step["call"], step["note"])


def _write(root: Path, files: Mapping[str, str]) -> None:
    made: set[Path] = set()
    for name, text in files.items():
        path = root / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_text(text, encoding="utf-8", newline="\n")
