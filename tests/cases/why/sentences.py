"""The sentences of the answers, each once: a new wording is written here and nowhere else in the table.

First the three states of a place, then what can be the cause, then what there is to do.
"""

# ── the line ──


def sent(where: str, line: int, characters: str, beside: str = "", todo: str = "") -> str:
    """It is in the prompt, in *line*, under the name of its file."""
    name = where.split(":", maxsplit=1)[0]
    place = f"line {line} of the prompt, characters {characters}, under {name}{beside}"
    return sent_as(where, place, todo)


def sent_as(where: str, what: str, todo: str = "") -> str:
    """It is sent, but not as the reader may think."""
    return f"✓ {where}: sent: {what}" + (f" → {todo}" if todo else "")


def by_hint(where: str, call: str, beside: str = "", todo: str | None = None) -> str:
    """A call brings it."""
    told = FROM_THE_START_IN_A_NEW_FILE if todo is None else todo
    name = where.split(":", maxsplit=1)[0]
    said = f"$ {call} brings it, once in a session{beside}"
    return f"→ {where}: on a call: {said} → {told}, or to keep it out, remove {name}."


def not_sent(where: str, cause: str, todo: str) -> str:
    """It does not reach the model."""
    return f"✗ {where}: not sent: {cause} → {todo}"


# ── another file comes first ──


def found_first(winners: str, then: str = "") -> str:
    were = "were" if " and " in winners else "was"
    next_one = f"; without it {then} would come next" if then else ""
    return f"{winners} {were} found first, and Hermes sends one type of context file only{next_one}"


def nothing_is_sent(winners: str) -> str:
    are, win = ("are", "win") if " and " in winners else ("is", "wins")
    return f"nothing is sent at all: {winners} {are} blocked and still {win}"


def replaced_by(name: str) -> str:
    return f"{name} comes first in the same directory, and replaces it"


def replaced_by_blocked(name: str) -> str:
    return f"{name} comes first in the same directory; it is blocked, and still wins"


def only_hint(name: str) -> str:
    return f"{name} comes first in the same directory, and a directory gives one hint only"


def search_ends_at(name: str, although: str = "") -> str:
    odd = f", although it {although}" if although else ""
    return f"the search ends at {name}, the first file that it finds{odd}"


def hangs(release: str, name: str) -> str:
    return f"Hermes {release} waits for ever here at {name}: {A_PIPE}"


# ── a copy ──


def sent_in_place(name: str) -> str:
    return f"its text is the same as that of {name}, which is sent in its place"


def sent_at_the_start(name: str) -> str:
    return f"its text is the same as that of {name}, which is sent at the start"


def brought_by_the_same_call(name: str) -> str:
    return f"its text is the same as that of {name}, which the same call brings"


def copy_of_what_is_not_sent(name: str, cause: str) -> str:
    return f"its text is the same as that of {name}, and that one does not bring it either: {cause}"


def counts_as_sent(name: str, cause: str) -> str:
    return f"its text is the same as that of {name}, which counts as sent and is not: {cause}"


# ── blocked ──


def match(line: str | int, column: int, what: str, pattern: str = "") -> str:
    """A place that the threat scan objects to; *what* with its quotation marks."""
    return f"line {line}, column {column}: {what}" + (f" ({pattern})" if pattern else "")


def blocked(*matches: str) -> str:
    """The whole file is asked for."""
    return f"blocked by the threat scan: {'; '.join(matches)}"


def blocked_here(own: str, other: str = "") -> str:
    """The words that are asked for are to blame."""
    rest = f"; and in the same file {other}" if other else ""
    return f"blocked by the threat scan for this very place: {own}{rest}"


def blocked_by(line: int, found: str, place: str = "this place is fine") -> str:
    """Another line of the file is to blame."""
    assert found.startswith(f"line {line:,},")
    return f"{place}, but the whole file is blocked by the threat scan: {found}"


NOT_SCANNED = "this place is not even scanned (it lies too far down)"

IGNORE = '"ignore previous instructions"'
HTML_COMMENT = '"<!-- secret -->"'
COMMENT_CODE = "html_comment_injection"


def in_line(line: str | int, todo: str, name: str = "AGENTS.md") -> str:
    """What helps against a match."""
    which = "lines" if isinstance(line, str) and " " in line else "line"
    return f"In {name}, {which} {line}: {todo}"


DESCRIBE_IT = 'describe it, for example "texts that try to change your rules"'


def reword(line: str | int, name: str = "AGENTS.md", effect: str = "") -> str:
    """What helps against :data:`IGNORE`."""
    return in_line(line, f"{DESCRIBE_IT}{effect}.", name)


def would_be_cut(name: str = "AGENTS.md") -> str:
    """What a way out does besides."""
    return f" ({name} would be cut then)"


def then_comes(call: str) -> str:
    """The call that brings it after that."""
    return f" Then $ {call} brings it."


DELETE_THE_CHARACTER = "delete the character"
DROP_THE_COMMENT = "remove the comment, or the words ignore, override, system, secret and hidden in it"
OTHER_WORD = "use another word"
OTHER_VERB_THAN_CAT = 'write "show" or "print" in place of "cat"'
OTHER_WORDS_THAN_CHECK_IN = 'write "talk to the team", "report to" or "sync up with"'
NAME_THE_VARIABLE_ABOVE = (
    "name the variable in a line above the command, or give it a name without KEY, TOKEN, SECRET, PASSWORD, "
    "CREDENTIAL and API"
)

# ── cut ──


def cut_alone(characters: str, over: str, lost: str) -> str:
    return (
        f"cut away by the cap of one file: {characters} characters with the heading, {over} too many for "
        f"20,000 ({lost})"
    )


def cut_together(characters: str, over: str, lost: str, files: str = "the whole chain") -> str:
    return (
        f"cut away by the cap of {files}: {characters} characters together, {over} too many for 20,000 "
        f"({lost})"
    )


def cut_hint(characters: str, over: str, lost: str) -> str:
    return f"cut away by the cap of a hint: {characters} characters, {over} too many for 8,000 ({lost})"


def shorten(count: str, of_which: str = "", what: str = "it") -> str:
    """The beginning of what helps against a cut."""
    noun = "character" if count == "1" else "characters"
    parts = f" ({of_which})" if of_which else ""
    return f"Shorten {what} by {count} {noun}{parts}"


def shorten_all(count: str, of_which: str = "") -> str:
    parts = f" ({of_which})" if of_which else ""
    return f"Shorten the files by {count} characters in all{parts}"


def move_into(first: str) -> str:
    return f"move the rule into the first {first} or last 4,000 characters"


NO_SETTING = "No setting raises the cap of this release."


def set_the_cap(characters: int, tokens: str) -> str:
    return (
        f"set context_file_max_chars: {characters} in config.yaml, or use a model with a context of "
        f"{tokens} tokens or more."
    )


# ── what cannot be used ──

AS_IF_ABSENT = ", and Hermes goes on as if it were not there"
A_PIPE = "it is a pipe or a device, not a file"
A_DIRECTORY = "it is a directory"
A_NULL_DEVICE = "it is a null device, and Hermes asks for files only"
EMPTY = "there is nothing in it to send"
NOT_UTF_8 = "it is not UTF-8 (byte 0xe9 at offset 3, line 1)"
UTF_16 = "it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1)"
LEADS_NOWHERE = "it is a link that leads nowhere (nowhere.md)"
TOO_LARGE = (
    "it has 60,000,000,000 bytes, and this inspector reads 1,000,000,000 at most, and what",
    "it is shown as if it were not there",
)
"""The two ends of that sentence."""
NO_PERMISSION = "no permission to read it"
HOLDS_SECRETS = ".env holds secrets, and no hint is read from there"

WRITE_SOMETHING = "Write something into it, or remove it."
FILE_IN_ITS_PLACE = "Remove it, and write the rule into a file of that name."
FILE_FOR_THE_DIRECTORY = "Rename the directory, and write the rule into a file of that name."
FILE_FOR_THE_LINK = "Remove the link, and write the rule into a file of that name, or let it lead to a file."
MAKE_IT_SHORTER = "Make it shorter."
FILE_OF_THEIR_OWN = "Write the rules into a file of their own."
RENAME_BUILD = "rename build/ (then $ ls build-rules/ brings it)"
COPY_FOR_THE_LINK = "Replace the link with a copy of the file that it leads to."


def save_as_utf_8(name: str, encoding: str = "LATIN1") -> str:
    return (
        f"Save it as UTF-8 (iconv -f {encoding} -t UTF-8 {name} > {name}.new && mv {name}.new {name}) and "
        "look at the result."
    )


def give_back_permissions(name: str) -> str:
    return f"Give it its permissions back (chmod a+r {name})."


def refused_link(target: str) -> str:
    return f"it is a link to {target}, outside the working directory, and hints follow no such link"


# ── nobody asks for it ──

OUTSIDE_FROM_HERE = "it lies outside the working directory, and no call can bring it from here"
OUTSIDE_GIT = "there is no git repository here, so nothing above the working directory is read"
CURSOR_ABOVE = "Cursor rules are read in the working directory only, and this one lies above it"
CLAUDE_ABOVE = "CLAUDE.md is read in the working directory only, and this one lies above it"
CURSOR_BELOW = (
    "Cursor rules are read from .cursor/rules/*.mdc of the working directory only, and no hint asks for them"
)
HERMES_BELOW = (
    "Hermes looks for .hermes.md from the working directory up to the git root, and no hint asks for it"
)
SOUL_IN_A_PROJECT = "SOUL.md is read from HERMES_HOME only"
NO_CONTEXT_FILE = "it is no context file, and Hermes sends no others"
NO_HINT_FROM_BUILD = "it lies in a directory called build, and no hint comes from there"


def unknown_name(name: str) -> str:
    return f"Hermes does not know the name {name}"


def above_the_root(why: str) -> str:
    return f"it lies above the git root, where Hermes stops: {why}"


def here_only(release: str) -> str:
    return f"Hermes {release} reads AGENTS.md in the working directory only"


def no_hints_at_all(why: str) -> str:
    return f"no hints are sent at all: {why}"


# ── dropped, imported, pointed to ──


def imported(line: int, by: str) -> str:
    return f"line {line} of {by} imports it, and Hermes sends that line as it stands"


def imported_in_vain(line: int, by: str, cause: str) -> str:
    """The line that imports it is lost itself."""
    return f"line {line} of {by} imports it, and that line is not sent itself: {cause}"


def name_only(target: str) -> str:
    """A link that was checked out as text."""
    return f"all that is sent is the name {target}, perhaps a link that was checked out as text"


def should_lead_here(name: str, target: str) -> str:
    return f"{name} should lead here; {name_only(target)}"


def taken_for_front_matter(lines: str) -> str:
    return (
        "it is taken for front matter: .hermes.md begins with ---, and Hermes drops all up to the next line "
        f"that begins with --- ({lines})"
    )


def in_front_matter(lines: str) -> str:
    return f"it is in the front matter of .hermes.md ({lines}), which Hermes drops"


# ── what there is to do ──

FROM_THE_START_IN_A_NEW_FILE = "To have it from the start, write it into a new AGENTS.md"
FROM_THE_START_IN_AGENTS = "To have it from the start, write it into AGENTS.md"
SENT_ONCE = "Nothing to do: it is sent once."


def write_or_remove(name: str, remove: str = "") -> str:
    return f"Write the rule into {name}, or remove {remove or name}."


def write(name: str) -> str:
    return f"Write the rule into {name}."


def write_new(name: str) -> str:
    return f"Write the rule into a new {name}."


def write_new_or(name: str, other: str) -> str:
    return f"Write the rule into a new {name}, or {other}."


def remove(name: str) -> str:
    return f"Remove {name}."


def rename(name: str) -> str:
    return f"Rename it to {name}."


def put_text_into(name: str, *, or_link: bool = False) -> str:
    return (
        f"Put the text itself into {name}, or make {name} a link."
        if or_link
        else f"Write the text itself into {name}."
    )


def remove_copy(name: str, line: int, todo: str) -> str:
    return f"Remove this copy, and in {name}, line {line}: {todo}"


def with_call(todo: str, call: str) -> str:
    """The call that brings it after the first of one or two ways out."""
    first, comma, other = todo.partition(", or ")
    return f"{first} (then $ {call} brings it){comma}{other}" if comma else todo + then_comes(call)


def write_and_change(name: str, todo: str, line: int = 1) -> str:
    """The file that the rule belongs into is blocked."""
    return f"Write the rule into {name}, then in {name}, line {line}: {todo}"


def write_there_or_remove(name: str, todo: str, removed: str = "") -> str:
    return f"{write_and_change(name, todo)}, or remove {removed or name}."


def no_copy_any_more(name: str) -> str:
    return f"Add a line to {name}, so that it is no copy any more"


def slash_needed(directory: str, *, though_cd: bool = True) -> str:
    """Why the call has a slash at its end, from 0.20.x on in contrast to ``cd``."""
    cd = f", though it does in cd {directory}" if though_cd else ""
    return f" (the slash is needed: Hermes sees no path in ls {directory}{cd})"


# ── beside the lines ──


def not_searched(name: str, why: str, todo: str) -> str:
    """The words may be in that file."""
    return f"Seen: {name} could not be searched: {why} → {todo}"


def searched_in_part(name: str, why: str, todo: str) -> str:
    """The words may be in that file, where it cannot be decoded."""
    return f"Seen: {name} could be searched only as far as it can be decoded: {why} → {todo}"


def searched_as_text(why: str, todo: str = "") -> str:
    """What was asked for is no file."""
    return f"Seen: {why}; it was searched for as a text" + (f" → {todo}" if todo else "")
