"""YAML as each Hermes release reads it (seen by running them).

Up to 0.21.5 that is PyYAML. 0.22.2 uses another library: a key that is given twice makes the file invalid,
``y`` and ``n`` are booleans, ``1e3`` is a number, and a list may be a key.
"""

import re
from collections.abc import Hashable
from typing import Any

import yaml

from hermes_tui.core.setting_values import shown_value


class InvalidYamlError(ValueError):
    """The text is no YAML; the message tells where and why, as part of a sentence."""


def load_yaml(text: str, *, strict: bool) -> object:
    """What *text* holds; *strict* reads it as 0.22.2 does.

    Raises:
        InvalidYamlError: it cannot be read.
    """
    try:
        value: object = yaml.load(text, Loader=_StrictLoader if strict else yaml.SafeLoader)  # noqa: S506 -- a SafeLoader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = f"line {mark.line + 1}: " if mark else ""
        raise InvalidYamlError(f"{line}{error.problem or 'cannot be parsed'}") from None
    except yaml.YAMLError as error:
        raise InvalidYamlError(" ".join(str(error).split())) from None
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError, MemoryError) as error:
        # PyYAML raises these for values such as "!!bool maybe", "!!timestamp x" and the 45th of a month.
        raise InvalidYamlError(f"a value cannot be read ({type(error).__name__}: {error})") from None
    return value


class _StrictLoader(yaml.SafeLoader):
    """The differences of 0.22.2."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 -- as PyYAML has it
        own = [self._key(key) for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        for place, key in enumerate(own):
            if key in own[:place]:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {shown_value(key)} is given twice", node.start_mark
                )
        self.flatten_mapping(node)
        return {self._key(key): self.construct_object(value, deep=deep) for key, value in node.value}

    def _key(self, node: yaml.Node) -> Hashable:
        key = self.construct_object(node, deep=True)
        key = tuple(key) if isinstance(key, list) else key
        if not isinstance(key, Hashable):
            raise yaml.constructor.ConstructorError(None, None, "a mapping is no key", node.start_mark)
        return key


_StrictLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"[yYnN]$"), list("yYnN"))
_StrictLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+$"), list("-+0123456789")
)
_StrictLoader.bool_values = {**yaml.SafeLoader.bool_values, "y": True, "n": False}
