"""Calls as recordings and logs have them: JSON, or written like a call in Python."""

import json
import re
from typing import TYPE_CHECKING

from hermes_tui.core.toolcalls.tool_names import TOOLS

if TYPE_CHECKING:
    import ast

_Named = tuple[str, dict[str, object]]
"""A tool's name and its arguments."""

_CONSTANTS = {"true": True, "false": False, "null": None}


class CallError(ValueError):
    """What was typed is no call; the message is a sentence that says what is wrong, and where."""


_OPENS_JSON = re.compile(r"""\{\s*(?:["'}]|[A-Za-z_]\w*\s*:)|\[[\s\[]*\{""")


def is_json(text: str) -> bool:
    """*text* is meant as JSON, broken or not; paths begin so too: ``[slug]/page``, ``{{name}}/setup.py``."""
    if text[:1] not in ("{", "["):
        return False
    if _OPENS_JSON.match(text):
        return True
    try:
        json.loads(text)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def decoded(text: str, what: str, before: int = 0) -> object:
    """The JSON value *text*; *what* says whose it is, and *before* where in the line it begins.

    Raises:
        CallError: it is no JSON.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = before + error.pos + 1
        raise CallError(f"the JSON of {what} breaks at column {where}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise CallError(f"the JSON of {what} cannot be read: it nests too deep") from None


def calls_of_json(value: object) -> list[_Named]:
    """The calls in a recorded value: one call, or a list of them.

    Raises:
        CallError: it is neither.
    """
    if isinstance(value, list):
        return [call for one in value for call in calls_of_json(one)]
    if not isinstance(value, dict):
        raise CallError("a call in JSON is an object with a name and arguments")
    for key in ("function", "tool_call"):  # the shape that sessions record
        if isinstance(value.get(key), dict):
            return calls_of_json(value[key])
    if isinstance(value.get("tool_calls"), list):
        return calls_of_json(value["tool_calls"])
    name = value.get("name", value.get("tool"))
    if not isinstance(name, str) or not name:
        raise CallError('a call in JSON needs a name: {"name": "read_file", "arguments": {"path": "a/b.py"}}')
    for key in ("arguments", "args", "input", "parameters"):
        if key in value:
            return [(name, arguments_of(value[key], name))]
    return [(name, {})]


def arguments_of(value: object, name: str) -> dict[str, object]:
    """The arguments of the tool *name*, given as an object or as JSON text.

    Raises:
        CallError: they are neither.
    """
    if isinstance(value, str):  # sessions record the arguments as text
        value = decoded(value, f"the arguments of {name}") if value.strip() else {}
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise CallError(f'the arguments of {name} are no object such as {{"path": "a/b.py"}}')
    return value


def read_arguments(name: str, text: str, column: int) -> dict[str, object]:
    """The arguments in *text*, which follows ``name(`` and begins at *column* of the line, from 1.

    Raises:
        CallError: they cannot be read; the message says where.
    """
    import ast  # not at the top: few calls are written so
    import warnings

    source = f"f({text}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a backslash that Python does not know stays as it is
            tree = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        where = column + max(0, (error.offset or 1) - 3)
        raise CallError(f"the arguments of {name} break at column {where}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise CallError(f"the arguments of {name} cannot be read: they nest too deep or hold a NUL") from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        raise CallError(f"after the closing bracket of {name}(...) nothing more may follow")
    args: dict[str, object] = {}
    if len(tree.args) == 1 and isinstance(tree.args[0], ast.Dict):
        value = _value(tree.args[0], source)
        if isinstance(value, dict):
            args.update({str(key): item for key, item in value.items()})
    else:
        positional = TOOLS.get(name, ("path",))
        if len(tree.args) > len(positional):
            these = f"and these are {len(tree.args)}"
            raise CallError(f"{name} takes {len(positional)} without a name, {these}")
        args.update(zip(positional, (_value(node, source) for node in tree.args), strict=False))
    for keyword in tree.keywords:
        if keyword.arg is None:
            raise CallError(f"the arguments of {name} hold a ** that nothing is known about")
        args[keyword.arg] = _value(keyword.value, source)
    return args


def _value(node: "ast.expr", source: str) -> object:
    """What *node* stands for; words without quotes count as text."""
    import ast

    if isinstance(node, ast.Name) and node.id in _CONSTANTS:
        return _CONSTANTS[node.id]
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(item, source) for item in node.elts]
    if isinstance(node, ast.Dict):
        return {
            str(_value(key, source)): _value(item, source)
            for key, item in zip(node.keys, node.values, strict=True)
            if key is not None
        }
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return ast.get_source_segment(source, node) or ""
