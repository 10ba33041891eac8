"""The page as Markdown, for an issue or a comment."""

from collections.abc import Iterator, Sequence

from hermes_tui.core.reports.page.facts import Page, PageFile
from hermes_tui.core.text.markdown import markdown
from hermes_tui.core.text.terminal_safe import safe_lines

_CELLS = 40
"""Characters of the bar."""


def page_markdown(page: Page) -> Iterator[str]:
    """The lines."""
    yield f"## {markdown(page.title)}"
    yield ""
    yield markdown(page.summary)
    yield from _bar(page)
    yield ""
    yield from (f"- {markdown(name)}: {markdown(value)}" for name, value in page.facts)
    yield from (f"- note: {markdown(note)}" for note in page.notes)
    yield from _table("At the start", page.files)
    yield from ("", "### Findings", "", markdown(page.findings_counted))
    if page.findings:
        yield ""
    for finding in page.findings:
        yield f"- **{finding.severity} {finding.code}** {markdown(finding.place)}: {markdown(finding.words)}"
    yield from _table("When a tool call touches them", page.hints)
    if page.prompt is not None:
        yield from _fenced("The whole prompt", safe_lines(page.prompt))
    if page.has_content:
        for file in (*page.files, *page.hints):
            if file.lines:
                yield from _fenced(file.path, safe_lines("".join(text for text, _ in file.lines)))
    else:
        yield from ("", "No word of the files and no path of a home is in here.")


def _bar(page: Page) -> Iterator[str]:
    parts = [file for file in page.files if file.share]
    if not parts:
        return
    yield ""
    for file in parts:
        cells = max(1, round(_CELLS * file.share / max(1, page.prompt_size)))
        yield f"- {'█' * cells} {markdown(file.path)} {file.share:,}"


def _table(title: str, files: Sequence[PageFile]) -> Iterator[str]:
    if not files:
        return
    yield from ("", f"### {title}", "", "| | file | size | brought by | SHA-256 |", "|---|---|---|---|---|")
    for file in files:
        cells = (f"{file.glyph} {file.word}", file.path, file.size, file.call, file.digest)
        yield f"| {' | '.join(markdown(cell) for cell in cells)} |"


def _fenced(title: str, text: str) -> Iterator[str]:
    """A text as it stands, behind a line that opens it; no fence in it ends that around it."""
    fence = "`" * max(3, 1 + max((len(run) for run in text.split() if set(run) == {"`"}), default=0))
    while fence in text:
        fence += "`"
    yield from ("", f"<details><summary>{markdown(title)}</summary>", "")
    yield from (fence, text.rstrip("\n"), fence, "</details>")
