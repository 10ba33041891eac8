"""How ``--help`` is laid out."""

import argparse
import os
from functools import cache


class HelpLayout(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal; descriptions and examples as they are written.

    Every argument that a parser is given asks for a layout, and the standard one imports ``shutil`` each
    time to know how wide it is: 2 ms of each answer.
    """

    def __init__(self, prog: str) -> None:
        """Lay out the help of *prog*."""
        super().__init__(prog, width=_columns() - 2)


@cache
def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(1).columns or _USUAL
    except OSError:
        return _USUAL


_USUAL = 80
