"""What each command prints with ``--json``, as JSON Schema; a test holds real answers against them."""

from hermes_tui.core.codes.catalogue import Severity
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.prompt.context_file import Cause, FileKind, Verdict
from hermes_tui.core.prompt.truncation import CapSource
from hermes_tui.core.reports import findings
from hermes_tui.core.reports.schema_parts import (
    ANYTHING,
    COUNT,
    LINE,
    NOTES,
    NUMBER,
    OFFSET,
    PATH,
    TEXT,
    TEXTS,
    TRUTH,
    Schema,
    answer,
    fields,
    maybe,
    several,
    word_of,
)
from hermes_tui.core.reports.schemas_of_history import COMPARE, HISTORY
from hermes_tui.core.reports.schemas_of_sessions import RECORDINGS, REPLAY, SESSION
from hermes_tui.core.surveys.survey import Reach

_DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the text"}
_RULESET = fields(name=TEXT, origin=TEXT)
_FAILURE = maybe(fields(what=TEXT, path=maybe(PATH), hangs=TRUTH))
_THREAT = fields(id=TEXT, start=OFFSET, end=OFFSET, line=LINE, column=LINE, text=TEXT)
_FILE = fields(
    kind=word_of(FileKind),
    label=TEXT,
    path=PATH,
    verdict=word_of(Verdict),
    reason=TEXT,
    context_list=maybe(TEXT),
    next=maybe(fields(verdict=word_of(Verdict), reason=TEXT)),
    winner=maybe(PATH),
    winners=several(PATH),
    bytes=COUNT,
    characters=COUNT,
    sha256=maybe(_DIGEST),
    sent_characters=COUNT,
    estimated_tokens=COUNT,
    kept=several(fields(start=OFFSET, end=OFFSET)),
    lost=several(fields(start=OFFSET, end=OFFSET, first_line=LINE, last_line=LINE, cause=word_of(Cause))),
    headings_lost=several(fields(line=COUNT, text=TEXT)),
    threats=several(_THREAT),
)
_FOUND = fields(
    kind=word_of(FileKind),
    label=TEXT,
    path=PATH,
    state=word_of(Reach),
    call=maybe(TEXT),
    reason=TEXT,
    repository=maybe(PATH),
    file=maybe(_FILE),
)
_ACTION: Schema = {
    "type": "object",
    "properties": {"action": TEXT},
    "required": ["action"],
    "description": "what can be done by a program; further fields by the kind of action",
}
_REMEDY = fields(
    words=maybe(TEXT),
    steps=several(maybe(TEXT)),
    actions=several(_ACTION),
    tried=TRUTH,
    state=maybe(word_of(State)),
    call=TEXT,
    effects=TEXTS,
)
_SEVERITY = word_of(Severity)

_SHOW = answer(
    "hermes-tui show --json; also of hermes-tui and hermes-tui demo",
    1,
    ruleset=fields(name=TEXT, era=TEXT, origin=TEXT),
    hermes_home=fields(path=PATH, origin=TEXT),
    cwd=PATH,
    git_root=maybe(PATH),
    hints_from=maybe(PATH),
    chain=several(PATH),
    cap=fields(limit=COUNT, source=word_of(CapSource), explanation=TEXT),
    prompt=maybe(fields(characters=COUNT, estimated_tokens=COUNT)),
    failure=_FAILURE,
    files=several(_FILE),
    tried=several(fields(kind=word_of(FileKind), path=PATH, found=TRUTH, result=TEXT)),
    notes=NOTES,
    switched_off=maybe(TEXT),
    hints=fields(
        brought=several(_FOUND),
        not_brought=several(_FOUND),
        excluded=several(fields(path=PATH, label=TEXT, files=COUNT)),
        closed=several(fields(path=PATH, label=TEXT)),
    ),
)

_WHY = answer(
    "hermes-tui why --json",
    2,
    query=TEXT,
    is_file=TRUTH,
    ruleset=_RULESET,
    sent=TRUTH,
    switched_off=maybe(TEXT),
    code=maybe(TEXT),
    places=COUNT,
    shown=COUNT,
    not_sent=COUNT,
    everywhere=TRUTH,
    answers=several(
        fields(
            path=PATH,
            line=LINE,
            column=LINE,
            start=OFFSET,
            end=OFFSET,
            state=word_of(State),
            code=TEXT,
            cause=TEXT,
            remedy=TEXT,
            remedies=several(_REMEDY),
            call=TEXT,
            place=maybe(fields(part=TEXT, start=COUNT, end=COUNT, line=LINE)),
        )
    ),
    remarks=several(fields(code=TEXT, seen=TRUTH, text=TEXT, remedy=TEXT)),
    closest=several(fields(path=PATH, line=LINE, text=TEXT, likeness=NUMBER)),
    searched=TEXTS,
    notes=NOTES,
)

_CHECK = answer(
    "hermes-tui check --json",
    findings.SCHEMA,
    cwd=PATH,
    cwds=several(PATH),
    ruleset=TEXT,
    findings=several(
        fields(
            code=TEXT,
            severity=_SEVERITY,
            path=PATH,
            line=LINE,
            column=LINE,
            message=TEXT,
            remedy=TEXT,
            remedies=several(_REMEDY),
            directories=several(PATH),
        )
    ),
    left_out=fields(configuration=COUNT, baseline=COUNT, since=COUNT),
    notes=NOTES,
)

_PAGE_FILE = fields(
    path=TEXT,
    verdict=TEXT,
    size=TEXT,
    prompt_characters=COUNT,
    sha256_begins=TEXT,
    call=maybe(TEXT),
    pieces=several(fields(text=TEXT, sent=TRUTH)),
)


ERROR = answer(
    "what every command prints with --json for bad input; the exit status is 2",
    1,
    error=fields(message=TEXT, more=TEXTS),
)

SCHEMAS: dict[str, Schema] = {
    "open": _SHOW,
    "demo": _SHOW,
    "show": _SHOW,
    "prompt": answer("hermes-tui prompt --json", 1, prompt=maybe(TEXT), failure=_FAILURE, notes=NOTES),
    "why": _WHY,
    "check": _CHECK,
    "report": answer(
        "hermes-tui report --json",
        1,
        title=TEXT,
        summary=TEXT,
        facts=several(fields(name=TEXT, value=TEXT)),
        prompt_characters=COUNT,
        files=several(_PAGE_FILE),
        hints=several(_PAGE_FILE),
        findings=several(fields(code=TEXT, severity=_SEVERITY, title=TEXT, place=TEXT, words=TEXT)),
        prompt=maybe(TEXT),
        notes=NOTES,
    ),
    "config": answer(
        "hermes-tui config --json",
        1,
        files=several(PATH),
        values=several(fields(key=TEXT, value=ANYTHING, path=maybe(PATH), line=maybe(LINE), origin=TEXT)),
        notes=NOTES,
    ),
    "explain": answer(
        "hermes-tui explain --json",
        1,
        ruleset=_RULESET,
        codes=several(
            fields(
                id=TEXT,
                severity=_SEVERITY,
                title=TEXT,
                meaning=TEXT,
                example=TEXT,
                mend=TEXT,
                occurs=TRUTH,
                cap=maybe(COUNT),
            )
        ),
        notes=NOTES,
    ),
    "history": HISTORY,
    "compare": COMPARE,
    "session": answer("hermes-tui session --json", 1, sessions=several(SESSION), notes=NOTES),
    "replay": {"oneOf": [REPLAY, RECORDINGS]},
    "serve": answer("hermes-tui serve --json", 1, address=TEXT),
    "verify": answer(
        "hermes-tui verify --json",
        1,
        identical=TRUTH,
        version=maybe(TEXT),
        compared_as=TEXT,
        difference=maybe(fields(offset=COUNT, theirs=TEXT, ours=TEXT)),
        notes=NOTES,
    ),
    "error": ERROR,
}
"""By command; ``error`` is what each of them prints for bad input."""
