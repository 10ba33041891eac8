"""The README lists every code of ``check``."""

import re
from pathlib import Path

from hermes_tui.core.codes.catalogue import code_table

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_list_of_codes_is_that_of_the_table() -> None:
    found = re.search(r"<!-- codes -->\n(.*?)<!-- /codes -->", README, re.DOTALL)
    assert found, "README.md has no marks called codes"
    expected = "\n".join(code_table())
    assert found[1].strip() == expected, f"put this between the marks:\n{expected}"
