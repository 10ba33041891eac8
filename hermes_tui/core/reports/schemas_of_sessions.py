"""JSON Schemas of a simulated session, a list of recordings and a replay."""

from hermes_tui.core.hints.trace import Outcome
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.reports.schema_parts import (
    ANYTHING,
    COUNT,
    NOTES,
    NUMBER,
    PATH,
    TEXT,
    TEXTS,
    TRUTH,
    answer,
    fields,
    maybe,
    several,
    table,
    word_of,
)
from hermes_tui.core.reports.startup import SCHEMA

_RECORDED = fields(
    id=TEXT,
    source=TEXT,
    title=TEXT,
    model=TEXT,
    cwd=TEXT,
    started_at=maybe(NUMBER),
    ended_at=maybe(NUMBER),
    end_reason=TEXT,
    parent=maybe(TEXT),
    calls=maybe(COUNT),
    profile=maybe(TEXT),
    subagent=TRUTH,
)
_GIVEN = {"label": TEXT, "path": PATH, "verdict": word_of(Verdict), "characters": COUNT}

SESSION = fields(
    hints_from=maybe(PATH),
    schema={"const": SCHEMA},
    ruleset=TEXT,
    cwd=PATH,
    failure=maybe(TEXT),
    off=maybe(TEXT),
    calls=several(
        fields(
            number=COUNT,
            line=TEXT,
            tool=TEXT,
            args=table(ANYTHING),
            text=maybe(TEXT),
            characters=COUNT,
            estimated_tokens=COUNT,
            failure=maybe(TEXT),
            hints=several(fields(label=TEXT, path=PATH, verdict=word_of(Verdict))),
            words=several(fields(text=TEXT, source=TEXT, taken=TRUTH, reason=TEXT)),
            climbs=several(
                fields(
                    word=TEXT,
                    note=maybe(TEXT),
                    directories=several(fields(path=PATH, outcome=word_of(Outcome), reason=TEXT)),
                )
            ),
            traps=several(fields(name=TEXT, sentence=TEXT)),
            notes=TEXTS,
            changed_since=TEXTS,
        )
    ),
    events=several(
        fields(line=TEXT, after_call=COUNT, tracker=TEXT, prompt=TEXT, conversation=TEXT, sentence=TEXT)
    ),
    timeline=fields(
        moments=several(
            fields(
                what=TEXT,
                place=TEXT,
                files=several(fields(**_GIVEN)),
                characters=COUNT,
                estimated_tokens=COUNT,
                total_characters=COUNT,
                total_estimated_tokens=COUNT,
                sentence=maybe(TEXT),
                in_force=TRUTH,
                gone_with=maybe(TEXT),
                silent=TRUTH,
            )
        ),
        in_force=fields(
            characters=COUNT, estimated_tokens=COUNT, files=several(fields(**_GIVEN, place=TEXT))
        ),
        missing=several(fields(**_GIVEN, place=TEXT)),
    ),
    total=fields(characters=COUNT, estimated_tokens=COUNT),
)

REPLAY = answer(
    "hermes-tui replay SESSION --json",
    1,
    session=_RECORDED,
    chain=TEXTS,
    anchor=fields(recorded=TEXT, today=PATH, reason=TEXT, doubt=maybe(TEXT)),
    release=fields(name=TEXT, reason=TEXT, possible=TEXTS),
    off=maybe(TEXT),
    cap=COUNT,
    notes=NOTES,
    prompt=maybe(
        fields(
            has_context=TRUTH,
            current=TRUTH,
            sections=several(fields(label=TEXT, standing=TEXT, sentence=TEXT, modified=maybe(NUMBER))),
        )
    ),
    calls=several(
        fields(
            number=COUNT,
            session=TEXT,
            tool=TEXT,
            args=table(ANYTHING),
            timestamp=maybe(NUMBER),
            recorded=TEXTS,
            simulated=TEXTS,
            agrees=TRUTH,
            explained=TRUTH,
            cause=maybe(TEXT),
            causes=several(fields(kind=TEXT, sentence=TEXT, question=TRUTH)),
            notes=TEXTS,
            text_differs=maybe(TRUTH),
        )
    ),
    summary=table(COUNT),
)

RECORDINGS = answer(
    "hermes-tui replay --json",
    1,
    sessions=several(fields(**_RECORDED["properties"], path=PATH)),
    notes=NOTES,
)
