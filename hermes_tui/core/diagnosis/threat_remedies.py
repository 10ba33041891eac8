"""What to write instead, for each finding of the threat scan, and where an invisible character sits."""

import re

from hermes_tui.core.text.phrases import quoted
from hermes_tui.core.text.public_text import Public, public
from hermes_tui.core.threats.scan import Threat

_VARIABLE = public(
    "name the variable in a line above the command, or give it a name without KEY, TOKEN, SECRET, PASSWORD, "
    "CREDENTIAL and API"
)
_INSTEAD = {
    "prompt_injection": public(
        'say it without these words, for example: "texts that try to cancel your instructions"'
    ),
    "sys_prompt_override": public('write "replacing the system prompt"'),
    "disregard_rules": public('write "skip", or name the rule, for example: "rule 3 does not apply here"'),
    "bypass_restrictions": public("describe the attack in other words"),
    "html_comment_injection": public(
        "remove the comment, or the words ignore, override, system, secret and hidden in it"
    ),
    "hidden_div": public("remove the hidden element, or let style not be its first attribute"),
    "translate_execute": public('make two sentences of it, the second without "and"'),
    "deception_hide": public('write "keep this out of the answer", or "never hide this from people"'),
    "role_hijack": public('write "your role is", or "the repository has become"'),
    "role_pretend": public('write "play", "simulate" or "stand in for"'),
    "leak_system_prompt": public('write "print", or "the first prompt"'),
    "remove_filters": public('write "say it free of caveats", for example'),
    "fake_update": public('write "this was moved to version 2"'),
    "identity_override": public('write "choose a name"'),
    "c2_node_registration": public(
        'write "add the Node.js handlers", or put a word between "register" and "node"'
    ),
    "c2_heartbeat": public('write "talk to the team", "report to" or "sync up with"'),
    "c2_task_pull": public('write "fetch tasks", or "take the next task"'),
    "c2_network_connect": public('write "go online", or "join the network"'),
    "forced_action": public('write "always report", without "you must" in front'),
    "anti_forensic_oneliner": public('write "keep commands to one line"'),
    "anti_forensic_disk": public('write "keep scripts in memory"'),
    "env_var_unset_agent": public('write "clear the variable", or "env -u NAME"'),
    "known_c2_framework": public("use another word"),
    "c2_explicit": public('write "control server"'),
    "c2_explicit_long": public('write "control infrastructure"'),
    "exfil_curl": _VARIABLE,
    "exfil_wget": _VARIABLE,
    "read_secrets": public('write "show" or "print" in place of "cat"'),
}

_JOINED = "\u200d"
_PICTOGRAPH = re.compile("[\xa9\xae\u203c-\u3299\U0001f000-\U0001faff]")
_CONTEXT = 12
_LONGEST = 60


def instead(threat: Threat) -> Public:
    """What to do about it, as part of a sentence."""
    if is_invisible(threat):
        return public("delete the character")
    return _INSTEAD.get(threat.id, public("write it in other words"))


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
