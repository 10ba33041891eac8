"""The schemas of what is told through time: ``history``, and ``compare`` of two releases or revisions."""

from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.reports.schema_parts import (
    COUNT,
    LINE,
    NOTES,
    PATH,
    TEXT,
    TRUTH,
    Schema,
    answer,
    fields,
    maybe,
    several,
    word_of,
)
from hermes_tui.core.surveys.survey import Reach

_SIZES = {"before": maybe(COUNT), "after": maybe(COUNT), "first_difference": maybe(COUNT)}
_SIDES = ("before", "after")
_FILE = fields(label=TEXT, verdict=word_of(Verdict), reason=TEXT)
_CHANGES: dict[str, Schema] = {
    "files": several(
        fields(
            path=PATH,
            **dict.fromkeys(_SIDES, maybe(fields(label=TEXT, verdict=word_of(Verdict), reason=TEXT))),
        )
    ),
    "parts": several(fields(title=TEXT, **_SIZES)),
    "below": several(
        fields(
            path=PATH,
            label=TEXT,
            **dict.fromkeys(
                _SIDES, fields(state=maybe(word_of(Reach)), verdict=maybe(word_of(Verdict)), reason=TEXT)
            ),
        )
    ),
}
_LINES = several(fields(path=PATH, line=LINE, lines=COUNT, text=TEXT, code=maybe(TEXT), cause=TEXT))
COMPARE: Schema = {
    "oneOf": [
        answer(
            "hermes-tui compare --json",
            1,
            cwd=PATH,
            before=TEXT,
            after=TEXT,
            same=TRUTH,
            **_CHANGES,
            hints=several(fields(number=COUNT, call=TEXT, **_SIZES)),
            notes=NOTES,
        ),
        answer(
            "hermes-tui compare --git --json",
            1,
            before=TEXT,
            after=TEXT,
            loss=TRUTH,
            differences=several(
                fields(
                    directories=several(PATH),
                    fallen=_LINES,
                    new=_LINES,
                    lost_hints=several(PATH),
                    **_CHANGES,
                )
            ),
            notes=NOTES,
        ),
    ]
}

_COMMIT = {"commit": maybe(TEXT), "date": maybe(TEXT), "author": maybe(TEXT), "subject": maybe(TEXT)}
_EDITS = several(fields(path=PATH, chars_before=maybe(COUNT), chars_after=maybe(COUNT)))
_STANDING = fields(
    fetched=TRUTH, state=maybe(word_of(State)), path=maybe(PATH), line=maybe(LINE), cause=maybe(TEXT)
)
_FILE_STEP = fields(
    **_COMMIT,
    files=several(
        fields(
            path=PATH,
            **dict.fromkeys(_SIDES, maybe(word_of(Verdict))),
            chars_lost=COUNT,
            cause=maybe(TEXT),
        )
    ),
    edits=_EDITS,
)
_TEXT_STEP = fields(**_COMMIT, before=_STANDING, after=_STANDING, edits=_EDITS)
HISTORY = answer(
    "hermes-tui history --json",
    1,
    answer=maybe(TEXT),
    steps=several({"oneOf": [_FILE_STEP, _TEXT_STEP]}),
    notes=NOTES,
)
