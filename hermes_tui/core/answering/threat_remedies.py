"""What to write instead, for each finding of the threat scan, and where an invisible character sits."""

import re

from hermes_tui.core.threats.scan import Threat
from hermes_tui.core.wording import quoted

_VARIABLE = (
    "name the variable in a line above the command, or give it a name without KEY, TOKEN, SECRET, PASSWORD, "
    "CREDENTIAL and API"
)
_INSTEAD = {
    "prompt_injection": (
        'say it without these words, for example: "texts that try to cancel your instructions"'
    ),
    "sys_prompt_override": 'write "replacing the system prompt"',
    "disregard_rules": 'write "skip", or name the rule, for example: "rule 3 does not apply here"',
    "bypass_restrictions": "describe the attack in other words",
    "html_comment_injection": (
        "remove the comment, or the words ignore, override, system, secret and hidden in it"
    ),
    "hidden_div": "remove the hidden element, or let style not be its first attribute",
    "translate_execute": 'make two sentences of it, the second without "and"',
    "deception_hide": 'write "keep this out of the answer", or "never hide this from people"',
    "role_hijack": 'write "your role is", or "the repository has become"',
    "role_pretend": 'write "play", "simulate" or "stand in for"',
    "leak_system_prompt": 'write "print", or "the first prompt"',
    "remove_filters": 'write "say it free of caveats", for example',
    "fake_update": 'write "this was moved to version 2"',
    "identity_override": 'write "choose a name"',
    "c2_node_registration": 'write "add the Node.js handlers", or put a word between "register" and "node"',
    "c2_heartbeat": 'write "talk to the team", "report to" or "sync up with"',
    "c2_task_pull": 'write "fetch tasks", or "take the next task"',
    "c2_network_connect": 'write "go online", or "join the network"',
    "forced_action": 'write "always report", without "you must" in front',
    "anti_forensic_oneliner": 'write "keep commands to one line"',
    "anti_forensic_disk": 'write "keep scripts in memory"',
    "env_var_unset_agent": 'write "clear the variable", or "env -u NAME"',
    "known_c2_framework": "use another word",
    "c2_explicit": 'write "control server"',
    "c2_explicit_long": 'write "control infrastructure"',
    "exfil_curl": _VARIABLE,
    "exfil_wget": _VARIABLE,
    "read_secrets": 'write "show" or "print" in place of "cat"',
}

_JOINED = "\u200d"
_PICTOGRAPH = re.compile("[\xa9\xae\u203c-\u3299\U0001f000-\U0001faff]")
_CONTEXT = 12
_LONGEST = 60


def instead(threat: Threat) -> str:
    """What to do about it, as part of a sentence."""
    if is_invisible(threat):
        return "delete the character"
    return _INSTEAD.get(threat.id, "write it in other words")


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
