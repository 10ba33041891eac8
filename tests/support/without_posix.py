"""A Python in which our code lacks what Windows lacks; run as a script, it asks and prints the answers.

What others use (the standard library, Textual) stays: they have their own ways on Windows.
"""

import asyncio
import builtins
import contextlib
import importlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from cases.windows import LACKING, NO_MODULES

_ours = ["hermes_tui"]
"""How the names of the modules begin for which it is hidden."""


def _asks() -> bool:
    """The code that asks, two calls above, is ours."""
    return str(sys._getframe(2).f_globals.get("__name__", "")).startswith(tuple(_ours))


def hide(*more: str) -> None:
    """From now on none of it is there for modules of ours, and for those whose names begin with *more*."""
    _ours.extend(more)
    for name, lacking in LACKING.items():
        importlib.import_module(name).__class__ = _without(lacking)
    builtins.__import__ = _importing(builtins.__import__)
    loop: Any = asyncio.SelectorEventLoop
    loop.add_signal_handler = _refusing(loop.add_signal_handler)


def _without(lacking: frozenset[str]) -> type[ModuleType]:
    class Lacking(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            if name in lacking and _asks():
                raise AttributeError(f"Windows has no {name}")
            return super().__getattribute__(name)

    return Lacking


def _importing(real: Callable[..., ModuleType]) -> Callable[..., ModuleType]:
    def importing(name: str, *arguments: Any, **keywords: Any) -> ModuleType:
        if name in NO_MODULES and _asks():
            raise ModuleNotFoundError(f"Windows has no module {name}", name=name)
        return real(name, *arguments, **keywords)

    return importing


def _refusing(real: Callable[..., None]) -> Callable[..., None]:
    def add_signal_handler(
        loop: object, number: int, call: Callable[..., object], *arguments: object
    ) -> None:
        if _asks():
            raise NotImplementedError
        real(loop, number, call, *arguments)

    return add_signal_handler


def answers(commands: list[list[str]]) -> list[tuple[int, str]]:
    """The exit status of each command line, and what it prints, errors last."""
    from hermes_tui.cli import main

    found = []
    for words in commands:
        out, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            status = main(words)
        out.flush()
        written = out.buffer
        assert isinstance(written, io.BytesIO)
        found.append((status, written.getvalue().decode("utf-8") + errors.getvalue()))
    return found


if __name__ == "__main__":
    if sys.argv[1] == "lacking":
        hide()
    print(json.dumps(answers(json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")))))
