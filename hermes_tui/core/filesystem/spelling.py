"""How a disk compares names that ignores their case and the form of their letters.

macOS, Windows and WSL's ``/mnt/c`` take ``Agents.md`` for ``AGENTS.md``; macOS may list as a letter and an
accent what was typed as one character, ``ä``. Whether a disk does so only the disk knows: equal here means
"perhaps one name", and :class:`~hermes_tui.core.filesystem.disk.Disk` asks.
"""

import unicodedata


def folded(name: str) -> str:
    """What two spellings of one name have in common, of a name or of a path."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
