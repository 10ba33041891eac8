"""What one Hermes release does, as a type: every value that a release could change is a field."""

from enum import Enum
from typing import NamedTuple


class ExfilNames(Enum):
    """Which shell variables behind ``curl`` and ``wget`` count as secrets."""

    CONTAIN_OR_API_CURL_ONLY = "contains a secret word or API; curl only"
    CONTAIN_OR_API = "contains a secret word or API"
    END_IN_SECRET = "ends in a secret word"  # noqa: S105


class YamlReader(Enum):
    """What reads a YAML file. They agree on the usual and differ at the edges."""

    PYYAML = "PyYAML, all in Python"
    LIBYAML = "PyYAML with libyaml"
    """Takes a tab behind a value, for one."""
    RUAMEL = "ruamel.yaml by YAML 1.1"
    """A key that is given twice makes the file invalid, ``y`` and ``n`` are booleans, ``1e3`` is a number."""


class Scanner(NamedTuple):
    """One generation of the threat scan (``rules.md`` section 3)."""

    patterns: tuple[str, ...]
    """Pattern ids in the order in which Hermes reports them."""
    filler: int | None
    """Words allowed in each filler slot; ``None``: any number."""
    bounded: bool
    """Stretches inside comments, tags and command lines are limited (512 and 2,048 characters)."""
    length: int | None
    """Characters scanned from the start of the text; ``None``: all."""
    nfkc: bool
    """Word patterns see the text NFKC-normalised."""
    invisible: frozenset[str]
    """Invisible characters that count as a threat."""
    invisible_id: str
    """Format of their id, filled with the code point."""
    exfil_names: ExfilNames
    translate_words: bool
    """``translate_execute`` takes one to three words between "into" and "and", and a whole verb."""
    praxis: bool
    """``known_c2_framework`` includes "praxis"."""
    package_tokens: bool
    """``read_secrets`` includes ``.npmrc`` and ``.pypirc``."""


class HintRules(NamedTuple):
    """What the subdirectory hint tracker does (``rules.md`` section 2)."""

    names: tuple[str, ...]
    """File names in the order in which a directory is asked for them."""
    levels: int
    """Directories tried for one path: its own and the parents above it."""
    cap: int
    """Characters of a hint file that are sent."""
    cut_keeps_tail: bool
    """Cut like at startup (head, marker, tail); otherwise the head and a short marker."""
    outside: bool
    """Directories outside the working directory are tried too."""
    excluded: frozenset[str]
    """Directory names below the working directory whose files are never sent."""
    deduplicates: bool
    """A text already sent, or equal to the working directory's own file, is not sent again."""
    reads_cd: bool
    """The operand of ``cd`` and ``pushd`` is a path even without a slash or a dot."""
    unknown_user_raises: bool
    """``~nosuchuser`` makes the release fail."""
    checks_links: bool
    """A linked hint file must stay inside the working directory and off the read deny-list."""
    obeys_skip: bool
    """No hints where context files are switched off."""
    off_at_home: bool
    """No hints where the working directory is a home directory or like one."""
    rebinds: bool
    """A live tracker can move to another working directory."""
    follows_session: bool
    """The tracker stands in the directory that a session was given; otherwise where Hermes was started
    (``rules.md`` 2.7)."""
    wrapped: bool
    """Hints of untrusted tools end up inside the wrapper that tells the model to follow nothing in it
    (``sessions.md`` 3)."""


class Ruleset(NamedTuple):
    """What one Hermes release does, from the first probe to the prompt."""

    name: str
    """Release, or ``documented``."""
    era: str
    """Name of the rule set in ``releases.md``."""
    since: str
    """The first release that is known to behave so."""
    news: str
    """What began with it, in a phrase; ``as 0.13.0`` where it behaves like the one before."""
    note: str
    """Why this ruleset stands for the release that was asked for, when it is not that release's own."""

    # ── which files ──
    hermes_names: tuple[str, ...]
    hermes_climbs_without_git: bool
    """Outside git the search for ``.hermes.md`` goes up to the file system's root."""
    agents_names: tuple[str, ...]
    agents_chain: bool
    """``AGENTS.md`` from the git root down to the working directory, not from the latter only."""
    claude_names: tuple[str, ...]
    cursor_name: str
    cursor_directory: str
    install_tree_guard: bool
    """A working directory that nobody chose, inside Hermes' own installation, loads nothing."""
    validates_cwd: bool
    """A configured working directory that does not exist is dropped for the process' own."""

    # ── reading ──
    codec_drops_bom: bool
    """The decoder takes one leading byte order mark away, from settings as well."""
    scan_drops_bom: bool
    """The scan takes one leading byte order mark away."""
    front_matter_drops_boms: bool
    """Looking for front matter takes every leading byte order mark away."""
    read_timeout: float | None
    """Seconds after which a file counts as empty; ``None``: Hermes waits for ever."""
    denied_git_raises: bool
    """A ``.git`` that may not be looked at makes the release fail."""
    denied_file_raises: bool
    """A context file that may not be looked at makes the release fail."""
    denied_mdc_raises: bool
    """A ``.cursor/rules/*.mdc`` that is listed and may not be looked at makes the release fail."""

    # ── settings ──
    home_in_app_data: bool
    """On Windows Hermes' home is ``%LOCALAPPDATA%\\hermes``, not ``~/.hermes``."""
    expands_hermes_home: bool
    """``~`` and ``$NAME`` in ``HERMES_HOME`` are expanded."""
    config_yaml: YamlReader
    """Reads ``config.yaml``."""
    manifest_yaml: YamlReader
    """Reads ``distribution.yaml``."""
    managed_yaml: YamlReader | None
    """Reads the managed ``config.yaml``, which stands above the user's; ``None``: there is none."""
    managed_root_length: bool
    """A ``context_length`` at the root of the managed configuration counts, as it does in the user's."""
    managed_nothing_counts: bool
    """An empty section of the managed configuration takes the user's away."""
    keeps_good_copies: bool
    """Where ``config.yaml`` is broken, the newest copy in ``backups/config`` stands in for it."""
    expands_env_source: bool
    """``${env:NAME}`` and ``${ NAME }`` are ``$NAME`` as well, and ``${other:NAME}`` is no variable."""
    profiles_of_default_home: bool
    """A home inside ``~/.hermes`` has the profiles of ``~/.hermes``; otherwise those below itself."""
    profiles_can_be_deleted: bool
    """``profiles/.deleted/NAME`` takes a profile away although its directory is there."""
    profiles_need_a_file: bool
    """A profile's directory without one of the files that make a profile is none."""

    # ── scanning ──
    scanner: Scanner
    soul_blocks: bool
    """A threat in ``SOUL.md`` blocks it; otherwise only where a distribution owns the file."""
    soul_drops_legacy_section: bool
    """``SOUL.md`` loses the section "Messaging other agents"."""

    # ── cutting ──
    flat_cap: int
    """Characters of one context file, and of the whole chain."""
    cap_from_config: bool
    """``context_file_max_chars`` and the model's context length set the cap."""
    infinite_cap_raises: bool
    """``context_file_max_chars: .inf`` makes the release fail."""
    dropped_without_cap: frozenset[str]
    """Types of file that are dropped where asking for the cap fails; with the others the release fails."""
    cut_marker: str
    """Format of the marker between head and tail: name, head, tail, total, path, sections."""
    cut_marker_lists_sections: bool
    cut_names_label: bool
    """The marker names an ``AGENTS.md`` by its label; otherwise always ``AGENTS.md``."""
    cut_warns: bool
    """The person at the keyboard is told about a cut."""

    hints: HintRules

    # ── the rest of the session ──
    compacts_in_place: bool
    """A compacted session goes on as itself, not as a child (``sessions.md`` 1.5)."""
    checks_stored_model: bool
    """A resumed session whose model differs builds its prompt anew (``rules.md`` 1.12)."""
    checks_stored_cwd: bool
    """A resumed session whose working directory differs builds its prompt anew (``rules.md`` 1.12)."""
    records_before_spilling: bool
    """A result is recorded before a preview takes its place; otherwise after that, and a hint at its end is
    not recorded (``sessions.md`` 3)."""
    rebuilding_was_read: bool
    """That the command line builds a new agent when its mode changes was read in this release's code
    (``sessions.md`` 3)."""
    subagents_get_startup: bool
    """The startup files are copied into a subagent's prompt (``rules.md`` 5.3)."""
    command_line_takes_configured_cwd: bool
    """``terminal.cwd`` moves a local session as well (``sessions.md`` 4.2)."""
    ignoring_rules_wants_one: bool
    """The classic command line takes ``HERMES_IGNORE_RULES`` for set only where it is ``1``; seen up to
    0.21.3, and gone in 0.22.2 (``rules.md`` 5.2)."""
    has_safe_mode: bool
    """``--safe-mode`` leaves the project files out (``rules.md`` 5.2)."""
    platforms_can_skip: bool
    """``gateway.platforms.NAME.skip_context_files`` counts (``rules.md`` 5.2)."""
    lists_context: bool
    """``/context`` lists single files."""

    @property
    def title(self) -> str:
        """The release in a sentence."""
        return "Hermes as documented" if self.era == "documented" else f"Hermes {self.name}"
