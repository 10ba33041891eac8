"""JSON Schema (draft 2020-12) written short: what the schemas of the commands are made of."""

from enum import Enum
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
LINE: Schema = {"type": "integer", "minimum": 1, "description": "from 1"}
TRUTH: Schema = {"type": "boolean"}
ANYTHING: Schema = {}
TEXTS: Schema = {"type": "array", "items": TEXT}
OFFSET: Schema = COUNT | {"description": "characters of the file's text, from 0"}
PATH: Schema = TEXT | {"description": "the whole path"}
NOTES: Schema = TEXTS | {"description": "what could not be read or comes from elsewhere, a sentence each"}


def fields(**properties: Schema) -> Schema:
    """An object that has all of these."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def several(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


def maybe(one: Schema) -> Schema:
    """That, or ``null``."""
    return {"anyOf": [one, {"type": "null"}]}


def table(values: Schema) -> Schema:
    """An object whose names are not known beforehand."""
    return {"type": "object", "additionalProperties": values}


def word_of(words: type[Enum]) -> Schema:
    """A word of an enumeration."""
    return {"enum": [word.value for word in words]}


def answer(title: str, version: int, /, **properties: Schema) -> Schema:
    """All that a command prints, of that version of its form."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "Fields may be added without a new number in `schema`; none is taken away or changed.",
        **fields(schema={"const": version}, **properties),
    }
