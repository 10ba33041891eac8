"""The page for a program."""

import json

from hermes_tui.core.reports.page.facts import Page, PageFile

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""


def page_json(page: Page) -> str:
    """All of it as one text; ASCII only."""
    return json.dumps(
        {
            "schema": SCHEMA,
            "title": page.title,
            "summary": page.summary,
            "facts": [{"name": name, "value": value} for name, value in page.facts],
            "prompt_characters": page.prompt_size,
            "files": [_file(file) for file in page.files],
            "hints": [_file(file) for file in page.hints],
            "findings": [finding._asdict() for finding in page.findings],
            "prompt": page.prompt,
            "notes": list(page.notes),
        },
        indent=2,
    )


def _file(file: PageFile) -> dict[str, object]:
    pieces = [{"text": text, "sent": is_sent} for text, is_sent in file.lines]
    return {
        "path": file.path,
        "verdict": file.word,
        "size": file.size,
        "prompt_characters": file.share,
        "sha256_begins": file.digest,
        "call": file.call or None,
        "pieces": pieces,
    }
