"""Remedies as data, for a program that wants to carry them out.

Offsets are characters of the file's text as Hermes decodes it, before the edit; paths are absolute.
"""

import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from hermes_tui.core.diagnosis.actions import Action
from hermes_tui.core.diagnosis.model import Remedy
from hermes_tui.core.text.public_text import Public


def remedies_json(remedies: Iterable[Remedy], *, with_text: bool = True) -> list[dict[str, Any]]:
    """Each with its words, steps and actions; *with_text* tells words that may come from files as well."""
    return [_remedy_json(remedy, with_text=with_text) for remedy in remedies]


def _remedy_json(remedy: Remedy, *, with_text: bool) -> dict[str, Any]:
    def told(words: str) -> str | None:
        return words if with_text or isinstance(words, Public) else None

    return {
        "words": told(remedy.words),
        "steps": [told(step.words) for step in remedy.steps],
        "actions": [_action_json(action, with_text=with_text) for action in remedy.actions],
        "tried": remedy.is_tried,
        "state": remedy.state.value if remedy.is_tried else None,
        "call": remedy.call,
        "effects": list(remedy.effects),
    }


def _action_json(action: Action, *, with_text: bool) -> dict[str, Any]:
    """``{"action": "rename", "path": ..., "to": ...}``: the fields are those of the class."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(action).__name__).lower()
    fields = {key: _plain(value, with_text=with_text) for key, value in action._asdict().items()}
    return {"action": name, **fields}


def _plain(value: Any, *, with_text: bool) -> Any:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "_asdict"):
        hidden = () if with_text else ("text",)
        fields = value._asdict().items()
        return {key: None if key in hidden else _plain(one, with_text=with_text) for key, one in fields}
    if isinstance(value, tuple):
        return [_plain(one, with_text=with_text) for one in value]
    return value
