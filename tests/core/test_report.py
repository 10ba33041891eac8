"""What the model says, as plain text and as JSON."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.reports.startup import SCHEMA, counted, note_text, shown_path, startup_json, startup_text
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.situation import Situation
from support.trees import Files, Special, Tree

GIT: Files = {"repo/.git/": ""}


def both(top: Path, cwd: str = "repo", version: str = "0.22.2") -> tuple[str, dict[str, object]]:
    """The text and the JSON of one inspection, with *top* written as ``TOP``."""
    startup = startup_in(top, cwd, version)
    lines = (*startup_text(startup), "", *note_text(startup))
    text = "\n".join(lines).replace(str(top), "TOP")
    answer = json.dumps(startup_json(startup)).replace(str(top), "TOP")
    return text, json.loads(answer)


def startup_in(top: Path, cwd: str = "repo", version: str = "0.22.2") -> Startup:
    settings = find_settings(hermes=version, environ={"HOME": str(top / "home"), "PATH": ""})
    return inspect(Situation(top / cwd, settings, Disk()))


def test_text_names_every_file_with_verdict_size_and_reason(tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "x" * 20_000,
            "repo/CLAUDE.md": "system prompt override",
            "home/.hermes/SOUL.md": "I am.",
        }
    ).resolve()
    text, _ = both(top)
    size = len(startup_in(top).prompt or "")
    assert text.splitlines() == [
        "TOP/repo · git root TOP/repo",
        "rules: 0.22.2 (--hermes) · cap 20,000 (20,000 while the context length is unknown)",
        "home: TOP/home/.hermes (default)",
        f"1 sent · 1 cut · 1 shadowed · prompt {size:,} characters, ~{(size + 3) // 4:,} tokens",
        "",
        "◐ cut         AGENTS.md  17,986 of 20,000 characters",
        "    Cut: 20,014 characters with its heading, cap 20,000 · a part of line 1 lost.",
        "○ shadowed    CLAUDE.md  22 characters",
        "    Not sent: AGENTS.md was found first, and Hermes sends one type of context file only.",
        '    (alone it would be blocked: line 1, column 1: "system prompt override" (sys_prompt_override))',
        "✓ sent        SOUL.md    5 characters",
        "    Sent whole.",
        "",
        "This is what a session started here now would get; a running session keeps its prompt.",
    ]


def test_text_lists_what_was_asked_for_where_nothing_is_sent(tree: Tree) -> None:
    top = tree({"repo/a/": "", "AGENTS.md": "x"}).resolve()
    text, _ = both(top, "repo/a")
    assert text.splitlines() == [
        "TOP/repo/a · not in a git repository",
        "rules: 0.22.2 (--hermes) · cap 20,000 (20,000 while the context length is unknown)",
        "home: TOP/home/.hermes (default)",
        "1 not read · prompt 0 characters, ~0 tokens",
        "",
        "· not read    ../../AGENTS.md  1 character",
        "    Not sent: there is no git repository here, so nothing above the working directory is read.",
        "    (if Hermes read it, it would be sent whole)",
        "",
        "Nothing is sent. Asked for, in this order:",
        "    TOP/repo/a/.hermes.md: not there",
        "    TOP/repo/a/HERMES.md: not there",
        "    TOP/repo/a/AGENTS.override.md: not there",
        "    TOP/repo/a/AGENTS.md: not there",
        "    TOP/repo/a/agents.md: not there",
        "    TOP/repo/a/CLAUDE.md: not there",
        "    TOP/repo/a/claude.md: not there",
        "    TOP/repo/a/.cursorrules: not there",
        "    TOP/repo/a/.cursor/rules: not there",
        "    TOP/home/.hermes/SOUL.md: not there",
        "",
        "Note: Not in a git repository: only the working directory itself is looked at.",
        "Note: There is no SOUL.md: Hermes writes one with a text of its own when it first starts.",
        "This is what a session started here now would get; a running session keeps its prompt.",
    ]


def test_text_and_json_say_where_this_release_would_hang(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": Special("pipe")}).resolve()
    text, answer = both(top, version="0.19")
    assert text.splitlines()[3] == (
        "Hermes 0.19.0 would hang here at TOP/repo/AGENTS.md: it is a pipe or a device, not a file"
    )
    assert answer["prompt"] is None
    assert answer["failure"] == {
        "what": "it is a pipe or a device, not a file",
        "path": "TOP/repo/AGENTS.md",
        "hangs": True,
    }


def test_json_holds_the_same_facts(tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "x" * 14_000 + "\n# Gone\n" + "y" * 10_000,
            "repo/CLAUDE.md": "\nsystem prompt override",
        }
    ).resolve()
    _, answer = both(top)
    assert {key: answer[key] for key in ("schema", "ruleset", "hermes_home", "cwd", "git_root", "chain")} == {
        "schema": SCHEMA,
        "ruleset": {"name": "0.22.2", "era": "E12", "origin": "--hermes"},
        "hermes_home": {"path": "TOP/home/.hermes", "origin": "default"},
        "cwd": "TOP/repo",
        "git_root": "TOP/repo",
        "chain": ["TOP/repo"],
    }
    assert answer["cap"] == {
        "limit": 20_000,
        "source": "default",
        "explanation": "20,000 while the context length is unknown",
    }
    assert answer["failure"] is None
    assert answer["files"] == [
        {
            "kind": "agents",
            "label": "AGENTS.md",
            "path": "TOP/repo/AGENTS.md",
            "verdict": "truncated",
            "reason": "Cut: 24,022 characters with its heading, cap 20,000 · a part of line 1, "
            "line 2 and a part of line 3 lost, "
            'and with them "Gone".',
            "context_list": None,
            "next": None,
            "winner": None,
            "winners": [],
            "bytes": 24_008,
            "characters": 24_008,
            "sha256": sha256((top / "repo/AGENTS.md").read_bytes()).hexdigest(),
            "sent_characters": 17_986,
            "estimated_tokens": (len(str(startup_in(top).files[0].section)) + 3) // 4,
            "kept": [{"start": 0, "end": 13_986}, {"start": 20_008, "end": 24_008}],
            "lost": [
                {
                    "start": 13_986,
                    "end": 20_008,
                    "first_line": 1,
                    "last_line": 3,
                    "cause": "cap of one file",
                }
            ],
            "headings_lost": [{"line": 2, "text": "Gone"}],
            "threats": [],
        },
        {
            "kind": "claude",
            "label": "CLAUDE.md",
            "path": "TOP/repo/CLAUDE.md",
            "verdict": "shadowed",
            "reason": "Not sent: AGENTS.md was found first, and Hermes sends one type of context file only.",
            "context_list": None,
            "next": {
                "verdict": "blocked",
                "reason": 'alone it would be blocked: line 2, column 1: "system prompt override" '
                "(sys_prompt_override)",
            },
            "winner": "TOP/repo/AGENTS.md",
            "winners": ["TOP/repo/AGENTS.md"],
            "bytes": 23,
            "characters": 23,
            "sha256": sha256((top / "repo/CLAUDE.md").read_bytes()).hexdigest(),
            "sent_characters": 0,
            "estimated_tokens": 0,
            "kept": [],
            "lost": [{"start": 0, "end": 23, "first_line": 1, "last_line": 2, "cause": "not sent"}],
            "headings_lost": [],
            "threats": [
                {
                    "id": "sys_prompt_override",
                    "start": 1,
                    "end": 23,
                    "line": 2,
                    "column": 1,
                    "text": "system prompt override",
                }
            ],
        },
    ]
    assert answer["tried"] == [
        {"kind": "hermes", "path": "TOP/repo/.hermes.md", "found": False, "result": "not there"},
        {"kind": "hermes", "path": "TOP/repo/HERMES.md", "found": False, "result": "not there"},
        {"kind": "agents", "path": "TOP/repo/AGENTS.override.md", "found": False, "result": "not there"},
        {"kind": "agents", "path": "TOP/repo/AGENTS.md", "found": True, "result": "has text"},
        {"kind": "soul", "path": "TOP/home/.hermes/SOUL.md", "found": False, "result": "not there"},
    ]
    assert answer["notes"] == [
        "There is no SOUL.md: Hermes writes one with a text of its own when it first starts."
    ]


def test_nothing_from_disk_can_act_on_a_terminal(tree: Tree) -> None:
    hostile = "\x1b]52;c;UFdORUQ=\x07\u202e\x9b2J"
    top = tree({**GIT, f"repo/{hostile}/CLAUDE.md": f"system prompt override {hostile}"}).resolve()
    text, _ = both(top, f"repo/{hostile}")
    assert not any(character in text for character in "\x1b\x07\u202e\x9b")
    assert "CLAUDE.md" in text


def test_counted_says_each_verdict_once(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "repo/CLAUDE.md": "C", "repo/.cursorrules": "U"})
    assert counted(startup_in(top)) == "1 sent · 2 shadowed"
    assert counted(startup_in(tree({"none/": ""}), "none")) == ""


def test_a_path_is_shown_from_home(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("/home/me")
    assert shown_path(home, home) == "~"
    assert shown_path(home / "a b", home) == "~/a b"
    assert shown_path(Path("/home/meme"), home) == "/home/meme"
    monkeypatch.setenv("HOME", "/home/me")
    assert shown_path(home / "x") == "~/x"


def test_what_is_no_text_has_bytes_and_no_characters(tree: Tree) -> None:
    text, answer = both(tree({**GIT, "repo/AGENTS.md": "sixteen".encode("utf-16")}).resolve())
    (line,) = [line for line in text.splitlines() if "AGENTS.md" in line and "unreadable" in line]
    assert "16 bytes" in line
    assert "characters" not in line
    files = answer["files"]
    assert isinstance(files, list)
    assert [(file["bytes"], file["characters"]) for file in files] == [(16, 0)]
