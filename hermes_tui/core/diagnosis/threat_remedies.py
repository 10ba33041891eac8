"""What to write instead, for each finding of the threat scan, and where an invisible character sits."""

import re
from typing import NamedTuple

from hermes_tui.core.text.phrases import quoted
from hermes_tui.core.text.public_text import Public, public
from hermes_tui.core.threats.scan import Threat


class Instead(NamedTuple):
    """What to do about one kind of match."""

    words: Public
    """A clause that begins with the verb."""
    text: str = ""
    """What can stand in place of the match and means the same; empty where somebody must find words."""


_VARIABLE = Instead(
    public(
        "name the variable in a line above the command, or give it a name without KEY, TOKEN, SECRET, "
        "PASSWORD, CREDENTIAL and API"
    )
)
_INSTEAD = {
    "prompt_injection": Instead(
        public('describe it, for example "texts that try to change your rules"'), "try to change your rules"
    ),
    "sys_prompt_override": Instead(
        public('write "replacing the system prompt"'), "replacing the system prompt"
    ),
    "disregard_rules": Instead(public('write "skip", or name the rule: "rule 3 does not apply here"')),
    "bypass_restrictions": Instead(public("describe the attack in other words")),
    "html_comment_injection": Instead(
        public("remove the comment, or the words ignore, override, system, secret and hidden in it")
    ),
    "hidden_div": Instead(public("remove the hidden element, or let style not be its first attribute")),
    "translate_execute": Instead(public('make two sentences of it, the second without "and"')),
    "deception_hide": Instead(public('write "keep this out of the answer"'), "keep this out of the answer"),
    "role_hijack": Instead(public('write "your role is", or "the repository has become"')),
    "role_pretend": Instead(public('write "play", "simulate" or "stand in for"')),
    "leak_system_prompt": Instead(public('write "print", or "the first prompt"')),
    "remove_filters": Instead(public('write "say it free of caveats", for example')),
    "fake_update": Instead(public('write "this was moved to version 2"')),
    "identity_override": Instead(public('write "choose a name"'), "choose a name"),
    "c2_node_registration": Instead(
        public('write "add the Node.js handlers", or put a word between "register" and "node"')
    ),
    "c2_heartbeat": Instead(public('write "talk to the team", "report to" or "sync up with"')),
    "c2_task_pull": Instead(public('write "fetch tasks", or "take the next task"'), "fetch tasks"),
    "c2_network_connect": Instead(public('write "go online", or "join the network"'), "join the network"),
    "forced_action": Instead(public('write "always report", without "you must" in front')),
    "anti_forensic_oneliner": Instead(
        public('write "keep commands to one line"'), "keep commands to one line"
    ),
    "anti_forensic_disk": Instead(public('write "keep scripts in memory"'), "keep scripts in memory"),
    "env_var_unset_agent": Instead(
        public('write "clear the variable", or "env -u NAME"'), "clear the variable"
    ),
    "known_c2_framework": Instead(public("use another word")),
    "c2_explicit": Instead(public('write "control server"'), "control server"),
    "c2_explicit_long": Instead(public('write "control infrastructure"'), "control infrastructure"),
    "exfil_curl": _VARIABLE,
    "exfil_wget": _VARIABLE,
    "read_secrets": Instead(public('write "show" or "print" in place of "cat"')),
}
_DELETE = Instead(public("delete the character"))
_OTHER_WORDS = Instead(public("write it in other words"))

_JOINED = "\u200d"
_PICTOGRAPH = re.compile("[\xa9\xae\u203c-\u3299\U0001f000-\U0001faff]")
_CONTEXT = 12
_LONGEST = 60


def instead(threat: Threat) -> Instead:
    """What to do about it."""
    if is_invisible(threat):
        return _DELETE
    return _INSTEAD.get(threat.id, _OTHER_WORDS)


def is_invisible(threat: Threat) -> bool:
    """It is a single character that cannot be seen."""
    return threat.id.startswith("invisible")


def named(threat: Threat, text: str) -> str:
    """The threat for a reader: the words and the pattern, or the character and what it sits in."""
    if not is_invisible(threat):
        words = " ".join(threat.text.split())
        shown = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
        return f"{quoted(shown)} ({threat.id})"
    import unicodedata  # a shared library to load, and few need it

    code = ord(threat.text)
    name = unicodedata.name(threat.text, "a character without a name")
    return f"U+{code:04X} {name}{_seat(threat, text)}"


def _seat(threat: Threat, text: str) -> str:
    """The emoji or the word around an invisible character."""
    start, end = threat.start, threat.end
    while start > 0 and not text[start - 1].isspace() and threat.start - start < _CONTEXT:
        start -= 1
    while end < len(text) and not text[end].isspace() and end - threat.end < _CONTEXT:
        end += 1
    around = text[start:end]
    if around == threat.text:
        return ", which stands alone"
    if threat.text == _JOINED and _PICTOGRAPH.search(around):
        return f" in the emoji {around}"
    return f' in the word "{around}"'
