"""Configurations and profiles, and what the releases make of them.

Each case is held twice: by ``core/test_configuration.py`` and ``core/test_homes.py`` against the model, in
the plain run, and by ``conformance/test_settings.py`` against the real releases. So what stands here is what
Hermes does.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from support.trees import Files, Mode

HOME = "home/.hermes/"
CONFIG = f"{HOME}config.yaml"
GOOD = f"{HOME}backups/config/config.yaml.good."
MANAGED = {"HERMES_MANAGED_DIR": "{top}/managed"}
BOM = "\ufeff"

DEFAULT = (20_000, None)
"""The cap and the context length where nothing is configured."""
CAP = (500, None)

Answer = tuple[int, int | None]


_T = TypeVar("_T")


def current(told: Mapping[str, _T], release: str, names: list[str]) -> _T:
    """What was told for the newest release that is not newer than *release*, of *names* (oldest first)."""
    return [told[name] for name in names[: names.index(release) + 1] if name in told][-1]


class Case(NamedTuple):
    """Files and variables, ``{top}`` in the latter for the directory in which they grow."""

    files: Files
    answers: Mapping[str, Answer]
    """From which release on which answer comes: the cap without a model, and ``model.context_length``."""
    environ: Mapping[str, str] = {}


def config(text: str | bytes, *answers: Answer | None, **environ: str) -> Case:
    """``config.yaml`` and the answers in 0.17, 0.18 to 0.21.5, and 0.22.2; ``None``: the same as before."""
    eras = ("0.17.0", "0.18.0", "0.22.2")
    told = {era: answer for era, answer in zip(eras, answers, strict=False) if answer is not None}
    return Case({CONFIG: text}, told, environ)


def length(text: str, tokens: int | None, **environ: str) -> Case:
    """``config.yaml`` and the context length that every release takes from it."""
    return config(text, (20_000, tokens), **environ)


CAP_LINE = "context_file_max_chars: 500\n"
TWO_CAPS = "a: &a {context_file_max_chars: 500}\nb: &b {context_file_max_chars: 600}\n<<: [*a, *b]\n"

LIBRARIES: dict[str, Case] = {
    "a tab before a comment": config("context_file_max_chars: 500\t# c\n", DEFAULT, CAP),
    "a tab at the end": config("context_file_max_chars: 500\t\n", DEFAULT, CAP),
    "a tab before the value": config("context_file_max_chars:\t500\n", DEFAULT, CAP),
    "a tab on another line": config(f"foo: bar\t# c\n{CAP_LINE}", DEFAULT, CAP),
    "two byte order marks": config(f"{BOM}{BOM}{CAP_LINE}", DEFAULT, CAP),
    "a newline and a byte order mark": config(f"\n{BOM}{CAP_LINE}", DEFAULT, CAP),
    "one byte order mark": config(f"{BOM}{CAP_LINE}", CAP),
    "half a pair of surrogates": config(f'x: "\\ud83d"\n{CAP_LINE}', CAP, DEFAULT, CAP),
    "an unknown directive": config(f"%FOO\n---\n{CAP_LINE}", CAP, DEFAULT, CAP),
    "a float without a sign in its exponent": config(
        "context_file_max_chars: 2.5e3\n", DEFAULT, None, (2_500, None)
    ),
    "a float without digits behind its point": config(
        "context_file_max_chars: 1.e3\n", DEFAULT, None, (1_000, None)
    ),
    "a float with a capital E": config("context_file_max_chars: 1.5E3\n", DEFAULT, None, (1_500, None)),
    "a float with underscores": config("context_file_max_chars: 1_0.5e3\n", DEFAULT, None, (10_500, None)),
    "the first of a list of merged mappings wins": config(TWO_CAPS, CAP),
    "an anchor that is given twice": config(f"a: &x 400\nb: &x 500\n{CAP_LINE}", DEFAULT, None, CAP),
    "a point and an underscore are a broken number": config(f"z: ._\n{CAP_LINE}", CAP, None, DEFAULT),
    "two merge keys": config(f"a: &a {{b: 1}}\n<<: *a\n<<: *a\n{CAP_LINE}", CAP, None, DEFAULT),
    "an equals sign as a key": config(f"=: 1\n{CAP_LINE}", CAP),
    "a line separator": config(f"x: 1\u2028y\n{CAP_LINE}", DEFAULT, None, CAP),
    "a list that holds itself": config(f"a: &a [*a]\n{CAP_LINE}", DEFAULT),
    "a mapping that holds itself": config(f"a: &a {{b: *a}}\n{CAP_LINE}", DEFAULT),
}
"""Which library reads the file."""

LENGTHS: dict[str, Case] = {
    "below model": length("model: {context_length: 200000}\n", 200_000),
    "at the root": length("context_length: 200000\n", 200_000),
    "at the root beside a name": length("model: gpt\ncontext_length: 200000\n", 200_000),
    "at the root beside an empty one": length(
        "model: {context_length: 0}\ncontext_length: 200000\n", 200_000
    ),
    "not from the root where model has one": length(
        "model: {context_length: 9}\ncontext_length: 200000\n", 9
    ),
    "a text": length("model: {context_length: '200000'}\n", 200_000),
    "a text with underscores": length("model: {context_length: ' 200_000 '}\n", 200_000),
    "a float": length("model: {context_length: 200000.5}\n", 200_000),
    "yes": length("model: {context_length: yes}\n", 1),
    "a text that is none": length("model: {context_length: 256K}\n", None),
    "a text with a point": length("model: {context_length: '2.5'}\n", None),
    "a list": length("model: {context_length: [1]}\n", None),
    "not a number": length("model: {context_length: .nan}\n", None),
    "a variable": length('model: {context_length: "${CTX}"}\n', 200_000, CTX="200000"),
    "a variable at the root": length("context_length: ${CTX}\n", 200_000, CTX="200000"),
    "a variable in a text": length("model: {context_length: '${CTX}000'}\n", 200_000, CTX="200"),
    "a variable that is not set": length('model: {context_length: "${CTX}"}\n', None),
    "a variable for the cap stays a text": length("context_file_max_chars: ${CTX}\n", None, CTX="500"),
    "a variable of the environment by name": Case(
        {CONFIG: "model: {context_length: '${env:CTX}'}\n"},
        {"0.17.0": DEFAULT, "0.20.0": (20_000, 200_000)},
        {"CTX": "200000"},
    ),
    "a variable between blanks": Case(
        {CONFIG: "model: {context_length: '${ CTX }'}\n"},
        {"0.17.0": DEFAULT, "0.20.0": (20_000, 200_000)},
        {"CTX": "200000"},
    ),
    "a variable of another source": Case(
        {CONFIG: "model: {context_length: '${vault:CTX}'}\n"},
        {"0.17.0": (20_000, 5), "0.20.0": DEFAULT},
        {"vault:CTX": "5"},
    ),
}
"""What becomes of the context length."""

AGENTS: dict[str, Case] = {
    **{
        f"agent is {value}": config(f"agent: {value}\n{CAP_LINE}", DEFAULT)
        for value in ("x", "5", "yes", "[1]", "'{}'")
    },
    **{
        f"agent is {value or 'nothing'}": config(f"agent: {value}\n{CAP_LINE}", CAP)
        for value in ("", "0", "''", "[]", "{}", "{a: b}", "[[a, b]]", "no")
    },
    "agent is x beside max_turns": config(f"max_turns: 5\nagent: x\n{CAP_LINE}", DEFAULT),
    "max_turns alone": config(f"max_turns: 5\n{CAP_LINE}", CAP),
}
"""``agent`` is the one section that must be a mapping."""

BROKEN = "foo: [\n"
SINCE = {"0.17.0": DEFAULT, "0.21.3": CAP}


def copied(broken: str | bytes | Mode, **copies: str | bytes) -> Files:
    """A broken ``config.yaml`` with good copies, by the day of January that they were made."""
    return {CONFIG: broken} | {f"{GOOD}202501{day[1:]}-000000": text for day, text in copies.items()}


COPIES: dict[str, Case] = {
    "a broken file": Case(copied(BROKEN, _01=CAP_LINE), SINCE),
    "the newest copy counts": Case(copied(BROKEN, _01="context_file_max_chars: 9\n", _02=CAP_LINE), SINCE),
    "older copies do not stand in": Case(copied(BROKEN, _01=CAP_LINE, _02=BROKEN), {"0.17.0": DEFAULT}),
    "a list": Case(copied("- 1\n", _01=CAP_LINE), SINCE),
    "a text": Case(copied("words\n", _01=CAP_LINE), SINCE),
    "not UTF-8": Case(copied(b"a: \xff\n", _01=CAP_LINE), SINCE),
    "a directory": Case({f"{CONFIG}/": "", f"{GOOD}20250101-000000": CAP_LINE}, SINCE),
    "agent beside max_turns": Case(copied("max_turns: 5\nagent: x\n", _01=CAP_LINE), SINCE),
    "agent alone": Case(copied("agent: x\n", _01=CAP_LINE), {"0.17.0": DEFAULT}),
    "a list that holds itself": Case(copied("a: &a [*a]\n", _01=CAP_LINE), {"0.17.0": DEFAULT}),
    "a copy whose agent is no mapping": Case(
        copied(BROKEN, _01=f"agent: x\n{CAP_LINE}"), {"0.17.0": DEFAULT}
    ),
    "a copy with max_turns": Case(copied(BROKEN, _01=f"max_turns: 5\n{CAP_LINE}"), SINCE),
    "an empty file is not broken": Case(copied("", _01=CAP_LINE), {"0.17.0": DEFAULT}),
    "an empty list is not broken": Case(copied("[]\n", _01=CAP_LINE), {"0.17.0": DEFAULT}),
    "a missing file is not broken": Case({f"{GOOD}20250101-000000": CAP_LINE}, {"0.17.0": DEFAULT}),
    "an empty copy": Case(copied(BROKEN, _01=""), {"0.17.0": DEFAULT}),
    "a copy with a length at the root": Case(
        copied(BROKEN, _01="context_length: 200000\n"), {"0.17.0": DEFAULT, "0.21.3": (20_000, 200_000)}
    ),
    "a copy for another reason": Case(
        {CONFIG: BROKEN, f"{HOME}backups/config/config.yaml.setup.20250101-000000": CAP_LINE},
        {"0.17.0": DEFAULT},
    ),
}
"""What stands in for a broken ``config.yaml``."""


def managed(above: str | bytes, below: str | None, answers: Mapping[str, Answer], **environ: str) -> Case:
    """A managed configuration over the user's own."""
    own: Files = {} if below is None else {CONFIG: below}
    return Case({"managed/config.yaml": above, **own}, answers, {**MANAGED, **environ})


OVERLAYS: dict[str, Case] = {
    "alone": managed(CAP_LINE, None, {"0.17.0": CAP}),
    "over the user's": managed(CAP_LINE, "context_file_max_chars: 9\n", {"0.17.0": CAP}),
    "nothing over a number": managed("context_file_max_chars:\n", CAP_LINE, {"0.17.0": DEFAULT}),
    "leaves what it does not name": managed("a: 1\n", CAP_LINE, {"0.17.0": CAP}),
    "over a broken file": managed(CAP_LINE, BROKEN, {"0.17.0": CAP}),
    "not over an agent that is no mapping": managed(CAP_LINE, "agent: x\n", {"0.17.0": DEFAULT}),
    "an agent that is no mapping in it": managed(f"agent: x\n{CAP_LINE}", None, {"0.17.0": CAP}),
    "broken": managed(BROKEN, CAP_LINE, {"0.17.0": CAP}),
    "not UTF-8": managed(b"a: \xff\n", CAP_LINE, {"0.17.0": CAP}),
    "a list": managed("- 1\n", CAP_LINE, {"0.17.0": CAP}),
    "a list that holds itself": managed("a: &a [*a]\n", CAP_LINE, {"0.17.0": DEFAULT}),
    "a tab before a comment": managed(
        "context_file_max_chars: 9\t# c\n", CAP_LINE, {"0.17.0": CAP, "0.21.5": (9, None)}
    ),
    "a key that is given twice": managed(f"a: 1\na: 2\n{CAP_LINE}", None, {"0.17.0": CAP, "0.22.2": DEFAULT}),
    "a length": managed(
        "model: {context_length: 200000}\n",
        "model: {default: x, context_length: 5}\n",
        {"0.17.0": (20_000, 200_000)},
    ),
    "another model keeps the length": managed(
        "model: {default: x}\n", "model: {context_length: 200000}\n", {"0.17.0": (20_000, 200_000)}
    ),
    "no model": managed(
        "model:\n", "model: {context_length: 200000}\n", {"0.17.0": DEFAULT, "0.19.0": (20_000, 200_000)}
    ),
    "a model by name": managed(
        "model: x\n", "model: {context_length: 200000}\n", {"0.17.0": DEFAULT, "0.20.1": (20_000, 200_000)}
    ),
    "a length at the root": managed(
        "context_length: 200000\n", None, {"0.17.0": DEFAULT, "0.20.1": (20_000, 200_000)}
    ),
    "a variable": managed("model: {context_length: '${CTX}'}\n", None, {"0.17.0": (20_000, 7)}, CTX="7"),
    "no directory there": Case({CONFIG: CAP_LINE}, {"0.17.0": CAP}, MANAGED),
    "an empty variable": Case({CONFIG: CAP_LINE}, {"0.17.0": CAP}, {"HERMES_MANAGED_DIR": " "}),
}
"""A managed configuration."""

CONFIGURATIONS: dict[str, Case] = {
    f"{about}: {name}": case
    for about, cases in (
        ("library", LIBRARIES),
        ("length", LENGTHS),
        ("agent", AGENTS),
        ("copies", COPIES),
        ("managed", OVERLAYS),
    )
    for name, case in cases.items()
}

LINES = (
    *(
        f"context_file_max_chars: {value}\n"
        for value in ("500", "500\t# c", "2.5e3", "1.E3", "-1.5e3", "._", "0b11")
    ),
    *(f"model: {value}\n" for value in ("gpt", "", "{context_length: 0}", "{context_length: '200000'}")),
    *("model: {context_length: 200000.5}\n", "model: {default: x, context_length: '${CTX}'}\n"),
    *("model: {context_length: '${ env:CTX }'}\n", "context_length: 128000\n", "context_length: ${CTX}\n"),
    *("agent: x\n", "agent: [[a, b]]\n", "agent: 0\n", "max_turns: 5\n", "# c\n", "\n", BOM),
    *("a: &x 400\nb: &x 500\n", "z: ._\n", "=: 1\n", "x: 1\u2028y\n", "a: &a [*a]\n", "foo:\tx\n", "y: n\n"),
    *(
        's: "\\ud83d"\n',
        "%FOO\n---\n",
        "foo: [\n",
        "o: !!omap [a: 1]\n",
        "? [a]\n: b\n",
        "t: 2024-13-01\n",
        "...\n",
    ),
    *(TWO_CAPS, "d: 1\nd: 2\n", "m: &m {context_file_max_chars: 700}\n<<: *m\n", "on: off\n"),
    f"context_file_read_timeout: 1{'0' * 400}\n",
)
"""Lines of which generated configurations are made."""

# ── profiles ──

EXITS = "Hermes exits"


class Profile(NamedTuple):
    """What ``hermes`` does that is given no profile."""

    files: Files
    homes: Mapping[str, str]
    """From which release on which home is in force, or :data:`EXITS`."""
    hermes_home: str | None = None


ROOT = "{top}/home/.hermes"
WORK_HOME = f"{ROOT}/profiles/work"
WORK: Files = {f"{HOME}profiles/work/SOUL.md": "w"}
ACTIVE = f"{HOME}active_profile"
INSIDE = "{top}/home/.hermes/sub"


def active(
    name: str, homes: Mapping[str, str] | str, files: Files = WORK, hermes_home: str | None = None
) -> Profile:
    """``active_profile`` with *name* in it."""
    told = {"0.13.0": homes} if isinstance(homes, str) else homes
    return Profile({ACTIVE: name, **files}, told, hermes_home)


PROFILES: dict[str, Profile] = {
    "none": Profile(WORK, {"0.13.0": ROOT}),
    "empty": active(" \n", ROOT),
    "default": active("default\n", ROOT),
    "a profile": active("work\n", WORK_HOME),
    "in capitals": active("Work\n", WORK_HOME),
    "default in capitals": active("Default\n", ROOT),
    "not there": active("nope\n", EXITS),
    "no name": active("a.b", EXITS, {f"{HOME}profiles/a.b/SOUL.md": ""}),
    "a name of Hermes' own": active("test", EXITS, {f"{HOME}profiles/test/SOUL.md": ""}),
    "a way out": active("../other", EXITS, {f"{HOME}other/SOUL.md": ""}),
    "64 letters": active("a" * 64, f"{ROOT}/profiles/{'a' * 64}", {f"{HOME}profiles/{'a' * 64}/SOUL.md": ""}),
    "65 letters": active("a" * 65, EXITS, {f"{HOME}profiles/{'a' * 65}/SOUL.md": ""}),
    "two lines": active("work\nplay\n", EXITS),
    "a byte order mark": active(f"{BOM}work\n", {"0.13.0": EXITS, "0.22.2": WORK_HOME}),
    "nothing in it": active(
        "work", {"0.13.0": WORK_HOME, "0.21.5": EXITS}, {f"{HOME}profiles/work/notes": ""}
    ),
    "deleted": active(
        "work", {"0.13.0": WORK_HOME, "0.21.0": EXITS}, {**WORK, f"{HOME}profiles/.deleted/work": ""}
    ),
    "from a home inside": active(
        "work", {"0.13.0": WORK_HOME, "0.20.4": EXITS}, {**WORK, f"{HOME}sub/SOUL.md": ""}, INSIDE
    ),
    "below a home inside": active(
        "work",
        {"0.13.0": EXITS, "0.20.4": f"{INSIDE}/profiles/work"},
        {f"{HOME}sub/profiles/work/SOUL.md": ""},
        INSIDE,
    ),
    "default from a home inside": active(
        "Default", {"0.13.0": ROOT, "0.20.4": INSIDE}, {f"{HOME}sub/SOUL.md": ""}, INSIDE
    ),
    "not named from a home inside": active("default", INSIDE, {f"{HOME}sub/SOUL.md": ""}, INSIDE),
    "of another home": Profile(
        {"hh/active_profile": "work", "hh/profiles/work/SOUL.md": "", ACTIVE: "nope"},
        {"0.13.0": "{top}/hh/profiles/work"},
        "{top}/hh",
    ),
    "not there in another home": Profile(
        {"hh/active_profile": "work", **WORK}, {"0.13.0": EXITS}, "{top}/hh"
    ),
    "a home that is a profile": active("nope", WORK_HOME, WORK, WORK_HOME),
}
"""Whose profile is in force."""
