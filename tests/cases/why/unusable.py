"""Rules in files that cannot be used: not text, not there, or with nothing in them (``rules.md`` 1.7)."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, documented, newest, says
from cases.why.sentences import (
    A_DIRECTORY,
    A_NULL_DEVICE,
    A_PIPE,
    AS_IF_ABSENT,
    EMPTY,
    FILE_FOR_THE_DIRECTORY,
    FILE_FOR_THE_LINK,
    FILE_IN_ITS_PLACE,
    LEADS_NOWHERE,
    NOT_UTF_8,
    UTF_16,
    WRITE_SOMETHING,
    not_searched,
    not_sent,
    save_as_utf_8,
    searched_in_part,
    with_call,
)
from support.trees import Entry, Special

AT_THE_START: dict[str, Case] = {
    "one Latin-1 accent makes the file absent": Case(
        {**GIT, "AGENTS.md": "caf\u00e9\nrun the tests\n".encode("latin-1")},
        documented(not_sent("AGENTS.md:2:1", f"{NOT_UTF_8}{AS_IF_ABSENT}", save_as_utf_8("AGENTS.md"))),
    ),
    "UTF-16 is named": Case(
        {**GIT, "AGENTS.md": "\ufeffrun".encode("utf-16-le")},
        documented(
            not_sent("AGENTS.md:1:1", f"{UTF_16}{AS_IF_ABSENT}", save_as_utf_8("AGENTS.md", "UTF-16"))
        ),
        asked=Path("AGENTS.md"),
    ),
    "words in UTF-16 are found, and the file is to blame": Case(
        {
            **GIT,
            "AGENTS.md": f"# A\r\n{RULE}\r\n".encode("utf-16"),
            "b/AGENTS.md": b"\xfe\xff" + RULE.encode("utf-16-be"),
        },
        documented("✗ AGENTS.md:2:1: not sent: it is UTF-16…", "✗ b/AGENTS.md:1:1: not sent: it is UTF-16…"),
        codes=("HT018", "HT018"),
        seen=(),
    ),
    "an empty file": Case(
        {**GIT, "AGENTS.md": " \n"},
        documented(not_sent("AGENTS.md:1:1", EMPTY, WRITE_SOMETHING)),
        asked=Path("AGENTS.md"),
    ),
    "an empty file beside one that a hint brings": Case(
        {**GIT, "d/AGENTS.md": "", "d/CLAUDE.md": RULE, "p/": ""},
        newest(not_sent("d/AGENTS.md:1:1", EMPTY, with_call(WRITE_SOMETHING, "ls d/"))),
        asked=Path("d/AGENTS.md"),
    ),
    "a directory called like a context file": Case(
        {**GIT, "AGENTS.md/": ""},
        documented(not_sent("AGENTS.md:1:1", f"{A_DIRECTORY}{AS_IF_ABSENT}", FILE_FOR_THE_DIRECTORY)),
        asked=Path("AGENTS.md"),
    ),
    "a link that leads nowhere": Case(
        {**GIT, "AGENTS.md": Path("nowhere.md")},
        documented(not_sent("AGENTS.md:1:1", f"{LEADS_NOWHERE}{AS_IF_ABSENT}", FILE_FOR_THE_LINK)),
        asked=Path("AGENTS.md"),
    ),
}


def below(entry: Entry, cause: str, todo: str) -> Case:
    """``s/AGENTS.md`` is *entry*; what is said is as for the start, and the call that brings it then."""
    return Case(
        {**GIT, "s/AGENTS.md": entry},
        says("0.20.6", not_sent("s/AGENTS.md:1:1", cause, with_call(todo, "ls s/"))),
        asked=Path("s/AGENTS.md"),
    )


BELOW: dict[str, Case] = {
    "below: a pipe": below(Special("pipe"), f"{A_PIPE}{AS_IF_ABSENT}", FILE_IN_ITS_PLACE),
    "below: a link that leads nowhere": below(
        Path("nowhere.md"), f"{LEADS_NOWHERE}{AS_IF_ABSENT}", FILE_FOR_THE_LINK
    ),
    "below: the null device": below(Path("/dev/null"), A_NULL_DEVICE, FILE_IN_ITS_PLACE),
    "below: UTF-16": below(
        "run".encode("utf-16"), f"{UTF_16}{AS_IF_ABSENT}", save_as_utf_8("s/AGENTS.md", "UTF-16")
    ),
    "below: an empty file": below(" \n", EMPTY, WRITE_SOMETHING),
    "below: a directory": Case(
        {**GIT, "s/AGENTS.md/": ""},
        newest(
            not_sent(
                "s/AGENTS.md:1:1",
                f"{A_DIRECTORY}{AS_IF_ABSENT}",
                with_call(FILE_FOR_THE_DIRECTORY, "ls s/"),
            )
        ),
        asked=Path("s/AGENTS.md"),
    ),
}


def unsearched(name: str, entry: Entry, told: str, *others: str) -> Case:
    """The file *name* may hold the words; *others* were looked through."""
    return Case(
        {**GIT, "CLAUDE.md": "x", name: entry},
        newest(),
        seen=(told,),
        searched=frozenset({"CLAUDE.md", *others}),
    )


NOT_SEARCHED: dict[str, Case] = {}
for name in ("AGENTS.md", "below/AGENTS.md"):
    NOT_SEARCHED |= {
        f"{name} was searched in part: UTF-16": unsearched(
            name,
            "other words".encode("utf-16"),
            searched_in_part(name, UTF_16, save_as_utf_8(name, "UTF-16")),
            name,
        ),
        f"{name} was searched in part: Latin-1": unsearched(
            name, b"caf\xe9", searched_in_part(name, NOT_UTF_8, save_as_utf_8(name)), name
        ),
        f"{name} was not searched: a pipe": unsearched(
            name, Special("pipe"), not_searched(name, A_PIPE, FILE_IN_ITS_PLACE)
        ),
        f"{name} was not searched: a link that leads nowhere": unsearched(
            name, Path("nowhere.md"), not_searched(name, LEADS_NOWHERE, FILE_FOR_THE_LINK)
        ),
    }

UNUSABLE = AT_THE_START | BELOW | NOT_SEARCHED
