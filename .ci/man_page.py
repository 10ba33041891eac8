"""The man page, made from the parser while the wheel is built: the parser needs the standard library only."""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.parent


def man_page() -> str:
    """The page for 80 columns."""
    from argparse_manpage.manpage import Manpage

    from hermes_tui.cli import build_parser

    parser = build_parser()
    parser.man_short_description = "why was my rule not loaded?"
    heading = r'.TH HERMES\-TUI "1" "" "hermes\-tui" "User Commands"'
    return re.sub(r"\A\.TH .*", lambda _: heading, str(Manpage(parser, format="pretty"))).rstrip() + "\n"


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the page into the wheel as ``share/man/man1/hermes-tui.1``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the page beside the build."""
        if version != "standard":  # editable: nobody looks for a page there
            return
        os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
        sys.path.insert(0, str(ROOT))
        self._made = tempfile.TemporaryDirectory()
        page = Path(self._made.name, "hermes-tui.1")
        page.write_text(man_page(), encoding="utf-8")
        build_data["shared_data"][str(page)] = "share/man/man1/hermes-tui.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Take it away again."""
        if version == "standard":
            self._made.cleanup()
