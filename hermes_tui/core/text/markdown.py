"""Foreign text in Markdown, where it must be no more than text."""

import re

from hermes_tui.core.text.terminal_safe import safe

_ACTS = re.compile(r"[\\`*_\[\]<>|~&$]|:(?=//)|w(?=ww\.)")


def markdown(text: str) -> str:
    """One line of *text* as Markdown that shows just that: no link, no tag, nobody is mentioned."""
    quoted = _ACTS.sub(lambda found: f"&#{ord(found[0])};", safe(text))
    # What GitHub makes of @name and #1 it makes of what is shown: only something between keeps it from that.
    return re.sub(r"@|(?<!&)#", lambda found: f"{found[0]}<!-- -->", quoted)
