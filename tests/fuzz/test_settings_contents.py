"""Seeded damage to Hermes' settings, and every command that reads them: a line of text, and nothing else.

A short run stands among the plain tests; ``pytest -m fuzz --mutations 2000 tests/fuzz`` is the long one.
"""

from pathlib import Path
from random import Random

import pytest

from support.answering_mutations import answer_of, state_of
from support.mutations import mutated
from support.processes import children_of_this
from support.trees import Files, Tree

FEW = 30
"""Mutations of the plain run."""
SETTINGS = b"""\
defaults: &defaults {temperature: 0.7, timeout: 30}
others: &others
  <<: *defaults
  provider: "open ${PROVIDER}"
model:
  <<: [*defaults, *others]
  default: some/model
  context_length: 128_000
context_file_max_chars: 40000
context_file_read_timeout: 5.5
agent: {max_turns: 90, personalities: {short: |
    be short
  }}
terminal: {backend: local, cwd: "."}
list: [1, 0x1f, 1:30, 1e3, .inf, .nan, 2026-01-01, ~, yes, !!str 5, "${HOME}${X}"]
self: &self [1, 2]
again: *self
"""
FILES: Files = {
    ".git/": "",
    "AGENTS.md": "use tabs\n",
    "a/AGENTS.md": "a rules\n",
    "calls": "a/x.py\n",
    "home/.hermes/SOUL.md": "be kind\n",
    "home/.hermes/config.yaml": SETTINGS,
    "home/.hermes/backups/config/config.yaml.good.20250101-000000": SETTINGS,
    "home/.hermes/distribution.yaml": "name: work\ndistribution_owned: [SOUL.md]\n",
    "home/.hermes/active_profile": "work\n",
    "home/.hermes/profiles/work/config.yaml": SETTINGS,
    "home/.hermes/profiles/work/SOUL.md": "work\n",
    "managed/config.yaml": "model: {context_length: 64000}\nagent: {}\n",
}
READ = [name for name in FILES if name.startswith(("home/", "managed/")) and not name.endswith("SOUL.md")]
COMMANDS = (
    ("show",),
    ("show", "--json"),
    ("prompt",),
    ("check",),
    ("check", "--format", "sarif"),
    ("why", "use tabs"),
    ("session", "calls"),
    ("compare", "0.19"),
    ("session", "calls", "--json"),
)


@pytest.fixture
def root(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tree(FILES)
    monkeypatch.setenv("HOME", str(root / "home"))
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(root / "managed"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(root)
    return root


def settings_are_mutated(root: Path, count: int) -> None:
    others = set(children_of_this())
    for number in range(count):
        random = Random(f"settings {number}")
        name = random.choice(READ)
        sound = (root / name).read_bytes()
        (root / name).write_bytes(mutated(sound, random))
        command = COMMANDS[number % len(COMMANDS)]
        release = random.choice(("0.17", "0.19", "0.21.3", "0.22.2", "documented"))
        before = state_of([root])
        answer_of((*command, "--hermes", release), f"mutation {number} of {name}")
        assert state_of([root]) == before, f"mutation {number} of {name}: something was written"
        (root / name).write_bytes(sound)
    assert set(children_of_this()) <= others


def test_settings_of_any_contents_are_answered(root: Path) -> None:
    settings_are_mutated(root, FEW)


@pytest.mark.fuzz
def test_settings_of_very_many_contents_are_answered(root: Path, pytestconfig: pytest.Config) -> None:
    settings_are_mutated(root, pytestconfig.getoption("--mutations"))
