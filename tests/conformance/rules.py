"""The rules of ``rules.md`` by name, and how to tell that a tree reached one: from what the model says of it."""

# ruff: noqa: E501 -- a rule a line reads like a table

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from conformance.scenes import Scene
from hermes_tui.core.hints.trace import CallTrace, NameResult, Outcome, Rebinding
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.truncation import CapSource
from hermes_tui.core.releases.lookup import Ruleset, get_ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.text.provenance import Role
from hermes_tui.core.threats.scan import Threat, threat_ids
from support.trees import Mode, Special

BOM = "\ufeff"


class Seen(NamedTuple):
    """What the model says of one tree for one release."""

    scene: Scene
    top: Path
    release: Ruleset
    settings: Settings
    startup: Startup
    traces: tuple[CallTrace | Rebinding, ...]
    scans: tuple[tuple[Threat, ...], ...]

    @property
    def files(self) -> tuple[ContextFile, ...]:
        """The files of the project."""
        return tuple(file for file in self.startup.files if file.kind is not FileKind.SOUL)

    @property
    def soul(self) -> ContextFile | None:
        """``SOUL.md``."""
        return next((file for file in self.startup.files if file.kind is FileKind.SOUL), None)

    @property
    def sections(self) -> tuple[ContextFile, ...]:
        """Files of the project of which something is sent, notices included."""
        return tuple(
            file for file in self.files if file.in_prompt or file.verdict in (Verdict.BLOCKED, Verdict.LOST)
        )

    @property
    def calls(self) -> tuple[CallTrace, ...]:
        """What tool calls did."""
        return tuple(trace for trace in self.traces if isinstance(trace, CallTrace))

    def kinds(self, *verdicts: Verdict) -> set[FileKind]:
        """The types of the files with one of these verdicts."""
        return {file.kind for file in self.files if file.verdict in verdicts}

    def wins(self, kind: FileKind) -> bool:
        """The files of this type are sent."""
        return any(file.kind is kind for file in self.sections)

    def loses(self, cause: Cause) -> bool:
        """Some file of which a part is sent lost characters to this step."""
        return any(piece.cause is cause for file in self.startup.files if file.kept for piece in file.lost)

    def has_outcome(self, outcome: Outcome) -> bool:
        """Some directory on a climb came to this."""
        return any(visit.outcome is outcome for call in self.calls for visit in call.visits)

    def has_name(self, result: NameResult) -> bool:
        """Some name that a directory was asked for gave this."""
        return any(
            tried.result is result for call in self.calls for visit in call.visits for tried in visit.names
        )

    def has_word(self, part: str, *, taken: bool) -> bool:
        """Some word was taken, or not, for a reason that says *part*."""
        return any(word.taken is taken and part in word.reason for call in self.calls for word in call.words)

    def said(self, part: str) -> bool:
        """The prompt or a hint says *part*."""
        return part in (self.startup.prompt or "") or any(part in (call.text or "") for call in self.calls)


Rule = Callable[[Seen], bool]

AGENTS, CLAUDE, CURSOR, HERMES = FileKind.AGENTS, FileKind.CLAUDE, FileKind.CURSOR, FileKind.HERMES
SENT = (Verdict.LOADED, Verdict.TRUNCATED, Verdict.FLAGGED)


def _git(kind: str) -> Rule:
    def reached(seen: Seen) -> bool:
        root = seen.startup.git_root
        if root is None:
            return False
        git = root / ".git"
        kinds = {"file": git.is_file(), "link": git.is_symlink(), "directory": git.is_dir()}
        return kinds[kind] if kind == "link" else kinds[kind] and not git.is_symlink()

    return reached


def _starts(file: ContextFile, mark: str) -> bool:
    return (file.content.text or "").startswith(mark)


def _marked(seen: Seen, *verdicts: Verdict) -> bool:
    return any(file.verdict in verdicts and _starts(file, BOM) for file in seen.sections)


def _chained(seen: Seen) -> list[ContextFile]:
    return [file for file in seen.sections if file.kind is AGENTS]


def _raises(seen: Seen, error: str) -> bool:
    return seen.startup.failure is not None and seen.startup.failure.what.startswith(error)


def _cut(seen: Seen) -> list[ContextFile]:
    return [file for file in seen.startup.files if file.cut is not None and file.in_prompt]


def _label(seen: Seen, *names: str) -> bool:
    return any(file.path.name in names for file in seen.sections)


def _hint_failure(seen: Seen, error: str) -> bool:
    return any(call.failure is not None and error in call.failure.what for call in seen.calls)


def _hint_labels(seen: Seen) -> set[str]:
    return {hint.file.path.name for call in seen.calls for hint in call.hints}


def _is_stripped(seen: Seen) -> bool:
    return any(
        file.verdict in SENT and (file.content.text or "").startswith((" ", "\n")) for file in seen.files
    )


STARTUP: dict[str, Rule] = {
    "1.1 a directory behind a link is judged by its target": lambda seen: seen.scene.cwd == "link",
    "1.1 a missing directory": lambda seen: not seen.startup.cwd.exists(),
    "1.1 a file as directory": lambda seen: seen.startup.cwd.is_file(),
    "1.2 .hermes.md wins": lambda seen: seen.wins(HERMES),
    "1.2 AGENTS.md wins": lambda seen: seen.wins(AGENTS),
    "1.2 CLAUDE.md wins": lambda seen: seen.wins(CLAUDE),
    "1.2 Cursor wins": lambda seen: seen.wins(CURSOR),
    "1.2 nothing is found": lambda seen: seen.startup.prompt == "",
    "1.2 a blocked file shuts others out": lambda seen: any(
        file.verdict is Verdict.SHADOWED
        and file.winner in {one.path for one in seen.files if one.verdict is Verdict.BLOCKED}
        for file in seen.files
    ),
    "1.2 an empty file falls through": lambda seen: bool(seen.sections) and bool(seen.kinds(Verdict.EMPTY)),
    "1.2 an unreadable file falls through": lambda seen: (
        bool(seen.sections) and bool(seen.kinds(Verdict.UNREADABLE))
    ),
    "1.2 an empty .hermes.md hides others and lets AGENTS.md load": lambda seen: (
        seen.wins(AGENTS)
        and any(file.kind is HERMES and file.verdict is Verdict.SUPERSEDED for file in seen.files)
    ),
    "1.2 .hermes.md from above beats AGENTS.md here": lambda seen: (
        any(file.kind is HERMES and file.path.parent != seen.startup.cwd for file in seen.sections)
        and any(file.label == "AGENTS.md" for file in seen.files if file.verdict is Verdict.SHADOWED)
    ),
    "1.2 AGENTS.md above beats CLAUDE.md here (0.20.1)": lambda seen: (
        bool(_chained(seen))
        and all(file.path.parent != seen.startup.cwd for file in _chained(seen))
        and CLAUDE in seen.kinds(Verdict.SHADOWED)
    ),
    "1.3 .git is a directory": _git("directory"),
    "1.3 .git is a file": _git("file"),
    "1.3 .git is a link": _git("link"),
    "1.3 .git is a link to nowhere": lambda seen: any(
        name.endswith(".git") and isinstance(entry, Path) and str(entry) == "nowhere"
        for name, entry in seen.scene.files.items()
    ),
    "1.3 no git root": lambda seen: seen.startup.git_root is None,
    "1.3 a nested repository cuts the walk": lambda seen: (
        seen.startup.git_root is not None
        and any(
            (parent / ".git").is_dir()
            for parent in seen.startup.git_root.parents
            if parent.is_relative_to(seen.top)
        )
    ),
    "1.3 a .git that may not be looked at raises": lambda seen: (
        _raises(seen, "PermissionError") and "/.git'" in str(seen.startup.failure)
    ),
    "1.4 HERMES.md": lambda seen: _label(seen, "HERMES.md"),
    "1.4 outside git the search climbs (0.13-0.17)": lambda seen: (
        seen.startup.git_root is None
        and any(file.kind is HERMES and file.path.parent != seen.startup.cwd for file in seen.sections)
    ),
    "1.4 front matter is removed": lambda seen: seen.loses(Cause.FRONT_MATTER),
    "1.4 front matter alone is sent whole": lambda seen: any(
        file.kind is HERMES
        and file.verdict is Verdict.LOADED
        and _starts(file, "---")
        and not any(piece.cause is Cause.FRONT_MATTER for piece in file.lost)
        for file in seen.sections
    ),
    "1.4 a directory of that name is passed over": lambda seen: any(
        file.kind is HERMES and file.verdict is Verdict.UNREADABLE and "directory" in file.reason
        for file in seen.files
    ),
    "1.4 front matter stays in other types": lambda seen: any(
        file.kind is not HERMES and file.verdict is Verdict.LOADED and _starts(file, "---")
        for file in seen.sections
    ),
    "1.5 a chain of two": lambda seen: len(_chained(seen)) == 2,
    "1.5 a chain of three or more": lambda seen: len(_chained(seen)) > 2,
    "1.5 agents.md": lambda seen: _label(seen, "agents.md"),
    "1.5 an override": lambda seen: _label(seen, "AGENTS.override.md"),
    "1.5 a name superseded in its directory": lambda seen: AGENTS in seen.kinds(Verdict.SUPERSEDED),
    "1.5 a duplicate": lambda seen: AGENTS in seen.kinds(Verdict.DUPLICATE),
    "1.5 a label relative to the cwd": lambda seen: any(
        file.label.startswith("../") for file in _chained(seen)
    ),
    "1.5 a blocked file in a chain": lambda seen: (
        len(_chained(seen)) > 1 and AGENTS in seen.kinds(Verdict.BLOCKED)
    ),
    "1.5 a link is followed": lambda seen: any(file.path.is_symlink() for file in seen.sections),
    "1.5 a name that Hermes does not know": lambda seen: FileKind.UNKNOWN in seen.kinds(Verdict.OUT_OF_REACH),
    "1.6 claude.md": lambda seen: _label(seen, "claude.md"),
    "1.6 CLAUDE.md above is not read": lambda seen: CLAUDE in seen.kinds(Verdict.OUT_OF_REACH),
    "1.6 several Cursor files": lambda seen: sum(file.kind is CURSOR for file in seen.sections) > 1,
    "1.6 a blocked Cursor file beside others": lambda seen: (
        {Verdict.BLOCKED, Verdict.LOADED} <= {file.verdict for file in seen.sections if file.kind is CURSOR}
    ),
    "1.6 the Cursor files share a cap": lambda seen: any(
        file.kind is CURSOR and file.joint_cut for file in seen.files
    ),
    "1.7 not UTF-8": lambda seen: any("not UTF-8 (byte" in file.reason for file in seen.files),
    "1.7 UTF-16": lambda seen: any("UTF-16" in file.reason for file in seen.files),
    "1.7 line ends": lambda seen: any(file.content.crlf and file.verdict in SENT for file in seen.files),
    "1.7 NUL": lambda seen: seen.said("\0"),
    "1.7 a pipe hangs (to 0.21.0)": lambda seen: (
        seen.startup.failure is not None and seen.startup.failure.hangs
    ),
    "1.7 a pipe is passed over (0.21.3)": lambda seen: any(
        "pipe" in file.reason and file.verdict is Verdict.UNREADABLE for file in seen.files
    ),
    "1.7 a file that may not be read": lambda seen: any(
        "no permission" in file.reason for file in seen.files
    ),
    "1.7 a file that may not be looked at raises": lambda seen: (
        _raises(seen, "PermissionError") and ".git'" not in str(seen.startup.failure)
    ),
    "1.7 what may not be looked at is tolerated": lambda seen: any(
        tried.result == "may not be looked at" for tried in seen.startup.tried
    ),
    "1.7 a mark blocks (to 0.18)": lambda seen: (
        not seen.release.scan_drops_bom and _marked(seen, Verdict.BLOCKED)
    ),
    "1.7 a mark is accepted (0.19)": lambda seen: _marked(seen, *SENT),
    "1.7 a mark inside blocks": lambda seen: any(
        "U+FEFF" in file.reason and not _starts(file, BOM) for file in seen.sections
    ),
    "1.8 cut by its own cap": lambda seen: any(file.kind is not FileKind.SOUL for file in _cut(seen)),
    "1.8 cut as a chain": lambda seen: any(
        file.kind is AGENTS and file.joint_cut is not None for file in seen.files
    ),
    "1.8 cut by both": lambda seen: any(file.cut and file.joint_cut for file in seen.files),
    "1.8 lost to the chain": lambda seen: bool(seen.kinds(Verdict.LOST)),
    "1.8 the cap is fixed (to 0.16)": lambda seen: (
        bool(_cut(seen)) and seen.startup.cap.source is CapSource.FIXED
    ),
    "1.8 the cap is configured": lambda seen: (
        bool(_cut(seen)) and seen.startup.cap.source is CapSource.CONFIG
    ),
    "1.8 the cap is the context length's": lambda seen: (
        seen.startup.cap.source is CapSource.CONTEXT_LENGTH and seen.startup.cap.limit > 20_000
    ),
    "1.8 the cap is the default": lambda seen: (
        bool(_cut(seen)) and seen.startup.cap.source is CapSource.DEFAULT
    ),
    "1.8 settings that are ignored": lambda seen: bool(seen.startup.cap.ignored),
    "1.8 infinity raises (0.21.3)": lambda seen: _raises(seen, "OverflowError"),
    "1.8 an infinite cap that is never asked for": lambda seen: (
        bool(seen.startup.cap.raises) and seen.startup.failure is None
    ),
    "1.8 a text of just the cap": lambda seen: any(
        len(file.section) == seen.startup.cap.limit and file.cut is None for file in seen.sections
    ),
    "1.8 marker to 0.16": lambda seen: seen.said("Use file tools to read the full file."),
    "1.8 marker to 0.21.5": lambda seen: seen.said("The middle is omitted — if you need"),
    "1.8 marker of 0.22.2": lambda seen: seen.said("The middle is omitted. If you need"),
    "1.8 omitted sections": lambda seen: seen.said("Omitted sections: "),
    "1.8 more than fifteen sections": lambda seen: seen.said("; .... If you need"),
    "1.8 a tail of 0 is the whole text": lambda seen: any(
        file.cut is not None and file.cut.tail == 0 for file in _cut(seen)
    ),
    "1.8 characters that are not bytes": lambda seen: any(
        not (file.content.text or "").isascii() for file in _cut(seen)
    ),
    "1.9 SOUL.md is sent": lambda seen: seen.soul is not None and seen.soul.verdict is Verdict.LOADED,
    "1.9 SOUL.md is blocked": lambda seen: seen.soul is not None and seen.soul.verdict is Verdict.BLOCKED,
    "1.9 SOUL.md is sent in spite of a threat (0.21.4)": lambda seen: (
        seen.soul is not None and seen.soul.verdict is Verdict.FLAGGED
    ),
    "1.9 a distribution owns SOUL.md (0.21.4)": lambda seen: (
        seen.soul is not None and "distribution.yaml" in seen.soul.reason
    ),
    "1.9 a distribution does not own SOUL.md": lambda seen: (
        seen.soul is not None
        and seen.soul.verdict is Verdict.FLAGGED
        and (seen.soul.path.parent / "distribution.yaml").is_file()
    ),
    "1.9 the legacy section goes (0.21.3)": lambda seen: (
        seen.soul is not None and any(piece.cause is Cause.LEGACY_SECTION for piece in seen.soul.lost)
    ),
    "1.9 SOUL.md is cut": lambda seen: any(file.kind is FileKind.SOUL for file in _cut(seen)),
    "1.9 SOUL.md is empty": lambda seen: seen.soul is not None and seen.soul.verdict is Verdict.EMPTY,
    "1.9 there is no SOUL.md": lambda seen: seen.soul is None,
    "1.11 project and SOUL.md": lambda seen: (
        bool(seen.sections) and not seen.scene.skip_soul and bool(seen.startup.identity_text)
    ),
    "1.11 without SOUL.md": lambda seen: seen.scene.skip_soul and bool(seen.startup.identity_text),
}

HINTS: dict[str, Rule] = {
    **{
        f"2.1 {name}": lambda seen, name=name: name in _hint_labels(seen)  # type: ignore[misc]
        for name in ("AGENTS.md", "agents.md", "AGENTS.override.md", "CLAUDE.md", "claude.md", ".cursorrules")
    },
    **{
        f"2.1 a name: {result.value}": lambda seen, result=result: seen.has_name(result)  # type: ignore[misc]
        for result in NameResult
    },
    "2.2 head only, 8,000 (to 0.21.0)": lambda seen: any(
        "chars total]" in (call.text or "") for call in seen.calls
    ),
    "2.2 head and tail, 32,000 (0.21.3)": lambda seen: any(
        "kept 22400+6400" in (call.text or "") for call in seen.calls
    ),
    "2.3 a path argument": lambda seen: seen.has_word("is a path, whatever the tool", taken=True),
    "2.3 an argument that is no text": lambda seen: seen.has_word("no text", taken=False),
    "2.3 another key": lambda seen: seen.has_word("is not looked at", taken=False),
    "2.3 a command of another tool": lambda seen: seen.has_word(
        "only a command of the tool terminal", taken=False
    ),
    "2.3 a word with a slash": lambda seen: seen.has_word('it has a "/"', taken=True),
    "2.3 a word with a dot": lambda seen: seen.has_word('it has a "."', taken=True),
    "2.3 a bare word": lambda seen: seen.has_word('no "/" and no "."', taken=False),
    "2.3 an option": lambda seen: seen.has_word("like an option", taken=False),
    "2.3 an address": lambda seen: seen.has_word("address", taken=False),
    "2.3 quotes that are not closed": lambda seen: any(
        call.call.tool == "terminal" and str(call.call.args.get("command", "")).count("'") % 2 == 1
        for call in seen.calls
    ),
    "2.3 the operand of cd (0.21.3)": lambda seen: seen.has_word("cd or pushd goes there", taken=True),
    "2.3 the operand of cd is not read (to 0.21.0)": lambda seen: seen.has_word(
        "does not read where cd goes", taken=False
    ),
    "2.4 ~ is the home": lambda seen: any(
        word.taken and word.text.startswith("~/") for call in seen.calls for word in call.words
    ),
    "2.4 ~nosuchuser raises (to 0.17)": lambda seen: _hint_failure(seen, "RuntimeError"),
    "2.4 ~nosuchuser is ignored (0.18)": lambda seen: (
        not seen.release.hints.unknown_user_raises
        and any(
            word.taken and word.text.startswith("~nosuchuser") for call in seen.calls for word in call.words
        )
    ),
    "2.4 a dotted directory as the path": lambda seen: any(
        word.taken and word.text.rstrip("/").endswith(("my.app", "v1.2")) and climb.visits
        for call in seen.calls
        for climb in call.climbs
        for word in (climb.word,)
    ),
    "2.4 a climb of five": lambda seen: any(
        len(climb.visits) >= 5 for call in seen.calls for climb in call.climbs
    ),
    "2.4 several paths in one call": lambda seen: any(
        sum(word.taken for word in call.words) > 1 for call in seen.calls
    ),
    "2.5 outside is read (to 0.14)": lambda seen: any(
        hint.label.startswith(("~/", "/")) for call in seen.calls for hint in call.hints
    ),
    "2.5 off in a directory like home (0.22.2)": lambda seen: (
        bool(seen.calls) and "No hints are sent at all" in seen.calls[0].before.off
    ),
    "2.6 the seed suppresses a copy (0.20.0)": lambda seen: (
        any(sent.at_startup for call in seen.calls for sent in call.before.sent.values())
        and seen.has_outcome(Outcome.DUPLICATE)
    ),
    "2.7 switched off (0.21.3)": lambda seen: (
        not seen.scene.enabled and bool(seen.calls) and bool(seen.calls[0].before.off)
    ),
    "2.7 a rebinding that moves (0.22.2)": lambda seen: any(
        isinstance(trace, Rebinding) and trace.moved for trace in seen.traces
    ),
    "2.7 a rebinding that is ignored (0.22.2)": lambda seen: any(
        isinstance(trace, Rebinding) and not trace.moved for trace in seen.traces
    ),
    "2.8 several hints in one call": lambda seen: any(len(call.hints) > 1 for call in seen.calls),
    **{
        f"2.x a directory: {outcome.value}": lambda seen, outcome=outcome: seen.has_outcome(outcome)  # type: ignore[misc]
        for outcome in Outcome
    },
}


def _ids(seen: Seen) -> set[str]:
    found = [threat for file in seen.startup.files for threat in file.threats]
    hints = [threat for call in seen.calls for hint in call.hints for threat in hint.file.threats]
    scans = [threat for scan in seen.scans for threat in scan]
    return set(threat_ids([*found, *hints, *scans]))


LATEST = get_ruleset("latest").scanner
SCAN: dict[str, Rule] = {
    **{f"3 {name}": lambda seen, name=name: name in _ids(seen) for name in LATEST.patterns},  # type: ignore[misc]
    **{
        f"3 invisible U+{ord(character):04X}": lambda seen, character=character: any(  # type: ignore[misc]
            name.endswith(f"U+{ord(character):04X}") for name in _ids(seen)
        )
        for character in sorted(LATEST.invisible)
    },
    "3 several ids in one notice": lambda seen: any(
        len(threat_ids(file.threats)) > 1 for file in seen.sections
    ),
    "3 behind the scanned length (0.18)": lambda seen: any(
        file.verdict in SENT and file.chars > 65_536 for file in seen.sections
    ),
}

EDGES: dict[str, Rule] = {
    "7 a mark and blanks: a heading with nothing below": lambda seen: any(
        "nothing below it" in file.reason for file in seen.sections
    ),
    "7 two marks": lambda seen: any(_starts(file, BOM * 2) for file in seen.sections),
    "7 a mark behind a line break": lambda seen: any(_starts(file, f"\n{BOM}") for file in seen.sections),
    "7 a mark behind front matter": lambda seen: any(
        file.kind is HERMES
        and {Cause.FRONT_MATTER, Cause.BYTE_ORDER_MARK} <= {piece.cause for piece in file.lost}
        for file in seen.sections
    ),
    "7 line breaks behind a mark survive (0.19-0.21.5)": lambda seen: (
        seen.startup.prompt is not None
        and not seen.release.codec_drops_bom
        and "\n\n\n\n" in seen.startup.prompt
        and seen.loses(Cause.BYTE_ORDER_MARK)
    ),
    "7 UTF-16 without a mark loads with NULs": lambda seen: seen.said("h\0"),
    "7 the first line's indent goes": _is_stripped,
    "7 a fence silences the gap": lambda seen: any(
        "```" in (file.content.text or "") and file.cut is not None for file in seen.sections
    ),
    "7 a limit of 0": lambda seen: bool(_cut(seen)) and seen.startup.cap.limit == 0,
    "7 a line break of Unicode before a heading": lambda seen: any(
        "\u2028#" in (file.content.text or "") for file in _cut(seen)
    ),
    "7 a full-width letter (0.18)": lambda seen: any(
        any("\uff00" <= character <= "\uffef" for character in threat.text)
        for file in seen.startup.files
        for threat in file.threats
    ),
    "7 a rule behind a closed directory": lambda seen: any(
        isinstance(entry, Mode) and name.endswith((".cursor/", ".cursor/rules/"))
        for name, entry in seen.scene.files.items()
    ),
    "7 a socket": lambda seen: any(entry == Special("socket") for entry in seen.scene.files.values()),
    "7 /dev/null": lambda seen: any(str(entry) == "/dev/null" for entry in seen.scene.files.values()),
    "7 a name that is not UTF-8": lambda seen: "\udce9" in str(seen.startup.cwd),
    "7 a loop of links": lambda seen: any(
        isinstance(entry, Path) and entry.name == Path(name).name and str(entry) == entry.name
        for name, entry in seen.scene.files.items()
    ),
    "7 a heading marker is cut away": lambda seen: any(
        file.cut is not None
        and file.joint_cut is not None
        and not any(
            run.role is Role.MARKER and run.path == file.path
            for run in (seen.startup.prompt_text.runs if seen.startup.prompt_text else ())
        )
        for file in seen.files
    ),
}

SETTINGS: dict[str, Rule] = {
    "settings: a tab behind a value": lambda seen: (
        "\t#" in _configured(seen) and seen.settings.max_chars == 500
    ),
    "settings: a float without a sign in its exponent (0.22.2)": lambda seen: (
        isinstance(seen.settings.max_chars, float) and "e3" in _configured(seen).lower()
    ),
    "settings: a context length from the root": lambda seen: (
        "context_length" in seen.settings.config and isinstance(seen.settings.context_length, int)
    ),
    "settings: a context length from a variable": lambda seen: (
        "${" in _configured(seen) and seen.settings.context_length == 200_000
    ),
    "settings: agent is no mapping": lambda seen: _noted(seen, "agent is 'x', not a mapping, and"),
    "settings: what holds itself": lambda seen: _noted(seen, "holds itself"),
    "settings: the last good copy": lambda seen: _noted(seen, "goes on with its last good copy"),
    "settings: a good copy that is broken": lambda seen: _noted(seen, "The last good copy"),
    "settings: the managed configuration decides": lambda seen: _noted(
        seen, "The managed configuration decides"
    ),
    "settings: a managed configuration that is broken": lambda seen: _noted(
        seen, "The managed configuration is not used"
    ),
    "settings: a time-out past all floats": lambda seen: _noted(seen, "longer than Python can wait"),
}


def _configured(seen: Seen) -> str:
    """What ``config.yaml`` says, and its copies."""
    return "".join(
        entry for name, entry in seen.scene.files.items() if "config.yaml" in name and isinstance(entry, str)
    )


def _noted(seen: Seen, words: str) -> bool:
    return any(words in note for note in seen.settings.notes)


RULES: dict[str, Rule] = STARTUP | HINTS | SCAN | EDGES | SETTINGS
