"""The demonstration: a layered monorepo with all that makes people ask why a rule was not loaded."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hermes_tui.demo import texts
from hermes_tui.demo.guide import packages_guide
from hermes_tui.demo.repository import Commit, write_repository

_WEBAPP = "packages/webapp"
_DEEP = "src/features/checkout/steps/payment/methods/card/forms"
_STARTER = f"{_WEBAPP}/examples/starter"
_STARTER_FILES = {"AGENTS.md": texts.STARTER, "index.html": "<!doctype html>\n<title>Tickets</title>\n"}

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
    guides, earlier = _guides(), texts.PLAIN_FILES | _before_the_last_change()
    _write(repository, guides | texts.PLAIN_FILES | _ignored())
    write_repository(
        repository,
        (
            Commit("Ada Okafor <ada@tidewater.example>", _FIRST_COMMIT, "Start the monorepo\n", earlier),
            Commit(
                "Jonas Weber <jonas@tidewater.example>",
                _SECOND_COMMIT,
                "packages: write down how we work\n\nAsked for by everybody who joined this year.\n",
                earlier | {"packages/AGENTS.md": guides["packages/AGENTS.md"]},
            ),
        ),
    )
    starter = Commit("Mina Sato <mina@tidewater.example>", _FIRST_COMMIT, "Start\n", _STARTER_FILES)
    write_repository(repository / _STARTER, (starter,))
    _write(
        directory,
        {
            "hermes-home/SOUL.md": texts.SOUL,
            "notes/AGENTS.md": texts.NOTES,
            "notes/sketches/timetable.md": texts.SKETCH,
        },
    )
    return Demo(
        directory=directory,
        repository=repository,
        start=repository / _WEBAPP,
        hermes_home=directory / "hermes-home",
        outside=directory / "notes/sketches",
        calls=_session(repository),
    )


def _guides() -> dict[str, str]:
    """Context files and what people take for them, as they stand on disk."""
    return {
        "AGENTS.md": texts.ROOT,
        ".github/copilot-instructions.md": texts.COPILOT,
        "backend/AGENTS.md": texts.BACKEND,
        "backend/migrations/AGENTS.md": texts.MIGRATIONS,
        "docs/GEMINI.md": texts.DOCS_GEMINI,
        "packages/AGENTS.md": packages_guide(),
        "packages/CLAUDE.md": texts.PACKAGES_CLAUDE,
        "packages/mobile/AGENTS.md": texts.ROOT,
        f"{_WEBAPP}/AGENTS.md": texts.WEBAPP,
        f"{_WEBAPP}/CLAUDE.md": texts.WEBAPP_CLAUDE,
        f"{_WEBAPP}/e2e/Agents.md": texts.E2E,
        f"{_WEBAPP}/scripts/.hermes.md": texts.SCRIPTS_HERMES,
        f"{_WEBAPP}/src/api/AGENTS.md": texts.API,
        f"{_WEBAPP}/src/components/AGENTS.md": texts.COMPONENTS,
        f"{_WEBAPP}/src/components/CLAUDE.md": texts.COMPONENTS_CLAUDE,
        f"{_WEBAPP}/src/features/AGENTS.md": texts.FEATURES,
        f"{_WEBAPP}/src/features/checkout/AGENTS.md": texts.CHECKOUT,
        f"{_WEBAPP}/{_DEEP}/AGENTS.md": texts.FORMS,
    }


def _before_the_last_change() -> dict[str, str]:
    """The guides as they were committed: the site's has changed since, the packages' came later."""
    guides = _guides() | {f"{_WEBAPP}/AGENTS.md": texts.WEBAPP_BEFORE}
    del guides["packages/AGENTS.md"]
    return guides


def _ignored() -> dict[str, str]:
    """Files that git does not track: installed packages, and a repository inside this one."""
    installed = {
        f"{_WEBAPP}/node_modules/{name}/AGENTS.md": texts.foreign_guide(name)
        for name in texts.FOREIGN_PACKAGES
    }
    return installed | {
        f"{_WEBAPP}/node_modules/tiny-router/index.js": "export const routes = [];\n",
        **{f"{_STARTER}/{name}": text for name, text in _STARTER_FILES.items()},
    }


def _session(repository: Path) -> tuple[Step, ...]:
    return (
        Call(
            "read_file src/components/Button.tsx",
            "src/components has an AGENTS.md: its text is appended to the result of this call.",
        ),
        Call(
            "$ pnpm vitest src/api/client.test.ts --run",
            "A word of a command counts as a path too. The file there is blocked for a harmless comment.",
        ),
        Call(
            f"read_file {_DEEP}/CardForm.tsx",
            "A deep path: src/features lies beyond the climb, so its rule does not arrive.",
        ),
        Call(
            "read_file node_modules/tiny-router/index.js",
            "node_modules is an excluded name: nothing in it is ever sent.",
        ),
        Call(
            "read_file ../../backend/src/main.py",
            "backend lies outside the working directory, so its rules do not arrive.",
        ),
        Move("cd ../..", repository, "A new session, started at the root: what was outside is inside now."),
        Call("$ ls backend", 'Nothing: "backend" has neither slash nor dot, so Hermes sees no path.'),
        Call("read_file backend/src/main.py", "Now the backend's AGENTS.md arrives."),
        Call(
            "read_file packages/mobile/App.tsx",
            "The guide of packages is cut at the cap for hints; mobile's, a copy of the root's, is not sent.",
        ),
    )


def _write(root: Path, files: Mapping[str, str]) -> None:
    made: set[Path] = set()
    for name, text in files.items():
        path = root / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_text(text, encoding="utf-8", newline="\n")
