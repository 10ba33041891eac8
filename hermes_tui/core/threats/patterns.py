"""What the threat scan looks for, as data: key words and what may stand between them.

A pattern is a tuple of parts. A string lists alternatives of key words, lower case, parted by ``|``; in it
a space is a *gap* (white space, one character or more), ``~`` is white space or nothing, and ``_`` is one
white space, one hyphen or nothing. Everything else is a :class:`PatternPart`.

Words, numbers and order are facts about the releases (``rules.md`` sections 3 and 7).
"""

from enum import Enum, auto

from hermes_tui.core.releases.lookup import ExfilNames, Scanner


class PatternPart(Enum):
    """What a pattern may hold beside key words."""

    GAP = auto()
    """White space, one character or more, newlines included."""
    FILLER = auto()
    """A gap, then as many whole words as the release allows, each followed by a gap."""
    THREE = auto()
    """A gap, then up to three whole words in every release."""
    EDGE = auto()
    """A word begins or ends here."""
    WORD = auto()
    """One word character or more."""
    LETTERS = auto()
    """Word characters, or none."""
    QUOTE = auto()
    """A single or a double quote."""
    TAG = auto()
    """Up to 2,048 characters without ``>``; before 0.18 anything up to the nearest words that follow."""
    LINE = auto()
    """The same line, up to 2,048 characters; before 0.18 all of it."""
    VARIABLE = auto()
    """A shell variable whose name says that it holds a secret."""
    COMMENT = auto()
    """A stretch of an HTML comment: no ``>``, up to 512 characters; before 0.18 any number."""
    RELAY = auto()
    """A gap, a stretch of one line (up to 512 characters; before 0.18 any number), and another gap."""
    ONE_TO_THREE = auto()
    """A gap, one to three words joined by white space or hyphens, and a gap."""


Parts = tuple[str | PatternPart, ...]

GAP, FILLER, EDGE, LINE = PatternPart.GAP, PatternPart.FILLER, PatternPart.EDGE, PatternPart.LINE
TAG_LIMIT = LINE_LIMIT = 2_048
COMMENT_LIMIT = RELAY_LIMIT = 512

SECRET_WORDS = ("key", "token", "secret", "password", "credential")
FRAMEWORKS = "cobalt~strike|sliver|havoc|mythic|metasploit|brainworm"
STORES = ".env|credentials|.netrc|.pgpass"
RUN = "execute|run|eval"
TASKS = "|".join(
    before + task for before in ("", "down ", "new ", "down new ") for task in ("task", "tasks", "tasking")
)

PARTS: dict[str, Parts] = {
    "prompt_injection": ("ignore", FILLER, "previous|all|above|prior", FILLER, "instructions"),
    "sys_prompt_override": ("system prompt override",),
    "disregard_rules": ("disregard", FILLER, "your|all|any", FILLER, "instructions|rules|guidelines"),
    "bypass_restrictions": (
        "act as if|act as though",
        FILLER,
        "you",
        FILLER,
        "have no|don't have",
        FILLER,
        "restrictions|limits|rules",
    ),
    "html_comment_injection": (
        "<!--",
        PatternPart.COMMENT,
        "ignore|override|system|secret|hidden",
        PatternPart.COMMENT,
        "-->",
    ),
    "hidden_div": ("<~div style~=~", PatternPart.QUOTE, PatternPart.TAG, "display~:~none"),
    "translate_execute": ("translate", PatternPart.RELAY, "into", PatternPart.RELAY, "and", GAP, RUN),
    "deception_hide": ("do not", FILLER, "tell", FILLER, "the user"),
    "role_hijack": ("you are", FILLER, "now a|now an|now the", GAP),
    "role_pretend": ("pretend", FILLER, "you are|to be", GAP),
    "leak_system_prompt": ("output", FILLER, "system prompt|initial prompt"),
    "remove_filters": (
        "respond without|answer without|reply without",
        FILLER,
        "restrictions|limitations|filters|safety",
    ),
    "fake_update": ("you have been", FILLER, "updated to|upgraded to|patched to"),
    "identity_override": (EDGE, "name", GAP, "yourself", GAP, PatternPart.WORD),
    "c2_node_registration": ("register", GAP, "node|a~node|as node|as a~node"),
    "c2_heartbeat": ("heartbeat|beacon|check_in", GAP, "to|with", GAP),
    "c2_task_pull": ("pull", GAP, TASKS, EDGE),
    "c2_network_connect": ("connect to the network", EDGE),
    "forced_action": ("you must", PatternPart.THREE, "register|connect|report|beacon", EDGE),
    "anti_forensic_oneliner": ("only use one_liner|only use one_liners", EDGE),
    "anti_forensic_disk": ("never", FILLER, "create|write", FILLER, "script|file", FILLER, "disk"),
    "env_var_unset_agent": (
        "unset",
        GAP,
        PatternPart.LETTERS,
        "claude|codex|hermes|agent|openai|anthropic",
        PatternPart.LETTERS,
    ),
    "known_c2_framework": (EDGE, FRAMEWORKS, EDGE),
    "c2_explicit": (EDGE, "c2", GAP, "server|channel|infrastructure|beacon", EDGE),
    "c2_explicit_long": (EDGE, "command", GAP, "and control", EDGE),
    "exfil_curl": ("curl", GAP, LINE, PatternPart.VARIABLE),
    "exfil_wget": ("wget", GAP, LINE, PatternPart.VARIABLE),
    "read_secrets": ("cat", GAP, LINE, STORES),
}


def parts_of(name: str, scanner: Scanner) -> Parts:
    """The parts of the pattern called *name* as this generation of the scan has them."""
    if name == "known_c2_framework" and scanner.praxis:
        return (EDGE, f"{FRAMEWORKS}|praxis", EDGE)
    if name == "read_secrets" and scanner.package_tokens:
        return ("cat", GAP, LINE, f"{STORES}|.npmrc|.pypirc")
    if name == "translate_execute" and scanner.translate_words:
        return ("translate", PatternPart.RELAY, "into", PatternPart.ONE_TO_THREE, "and", GAP, RUN, EDGE)
    return PARTS[name]


def secret_words(scanner: Scanner) -> tuple[str, ...]:
    """The words that make a shell variable a secret."""
    return SECRET_WORDS if scanner.exfil_names is ExfilNames.END_IN_SECRET else (*SECRET_WORDS, "api")
