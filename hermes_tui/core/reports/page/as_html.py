"""The page as one file of HTML: no script, nothing that is fetched, light and dark, wide and narrow."""

from collections.abc import Iterator, Sequence
from html import escape

from hermes_tui.core.reports.page.facts import Page, PageFile, PageFinding, style_of
from hermes_tui.core.text.terminal_safe import safe, safe_lines

_STYLE = """
:root{color-scheme:light dark;--ground:#fff;--text:#1c2024;--quiet:#5c6570;--line:#d8dde3;--field:#f4f6f8;
--good:#176b34;--part:#8a5300;--bad:#b3202c;--idle:#5c6570}
@media (prefers-color-scheme:dark){:root{--ground:#14171a;--text:#e4e7ea;--quiet:#9aa4ae;--line:#333a41;
--field:#1d2226;--good:#6fcf8c;--part:#eab25c;--bad:#ff8d8d;--idle:#9aa4ae}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 3rem;background:var(--ground);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}.quiet{color:var(--quiet)}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:1rem 0}
dt{color:var(--quiet)}dd{margin:0}
.bar{display:flex;height:1.5rem;border-radius:.25rem;overflow:hidden;background:var(--field)}
.bar span{min-width:2px;border-right:1px solid var(--ground);overflow:hidden;color:var(--ground);
font-size:.8rem;line-height:1.5rem;padding:0 .3rem;white-space:nowrap}
.good{color:var(--good)}.part{color:var(--part)}.bad{color:var(--bad)}.idle{color:var(--idle)}
.bar .good{background:var(--good)}.bar .part{background:var(--part)}.bar .bad{background:var(--bad)}
.bar .idle{background:var(--idle)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line)}
th{color:var(--quiet);font-weight:normal;border:0}
td.word{white-space:nowrap}
.finding{border-left:.25rem solid;padding:.1rem 0 .1rem .75rem;margin:.75rem 0}
.finding p{color:var(--text);margin:.1rem 0}
pre{background:var(--field);padding:.75rem;white-space:pre-wrap;margin:.5rem 0}
del{color:var(--bad)}
@media (max-width:40rem){thead{display:none}tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}
td{display:block;border:0;padding:0}td:empty{display:none}dl{display:block}dd{margin:0 0 .4rem}}
"""


_POLICY = "default-src 'none';style-src 'unsafe-inline'"
"""Whatever a name in the page may be, it fetches and runs nothing."""


def page_html(page: Page) -> Iterator[str]:
    """The file in pieces, a line or more each."""
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{_text(page.title)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{_text(page.title)}</h1><p>{_text(page.summary)}</p>"
    yield from _bar(page)
    yield "<dl>"
    yield from (f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in page.facts)
    yield "</dl>"
    yield from (f'<p class="quiet">{_text(note)}</p>' for note in page.notes)
    yield from _table("At the start", page.files)
    yield f"<h2>Findings</h2><p>{_text(page.findings_counted)}</p>"
    for finding in page.findings:
        yield from _finding(finding)
    yield from _table("When a tool call touches them", page.hints)
    if page.prompt is not None:
        yield f"<h2>The whole prompt</h2><pre>{escape(safe_lines(page.prompt))}</pre>"
    if page.has_content:
        yield from _contents((*page.files, *page.hints))
    else:
        yield '<p class="quiet">No word of the files and no path of a home is in this page.</p>'
    yield "</body></html>"


def _bar(page: Page) -> Iterator[str]:
    parts = [file for file in page.files if file.share]
    if not parts:
        return
    said = "; ".join(f"{file.path} {file.share:,} characters" for file in parts)
    yield f'<div class="bar" role="img" aria-label="The prompt: {_text(said)}">'
    for file in parts:
        style = f'class="{style_of(file.word)}" style="flex:{file.share} 0 0"'
        title = _text(f"{file.path}: {file.share:,} characters")
        yield f'<span {style} title="{title}">{_text(file.path)}</span>'
    yield "</div>"


def _finding(finding: PageFinding) -> Iterator[str]:
    style = {"error": "bad", "warning": "part"}.get(finding.severity, "idle")
    title = _text(f"{finding.severity} {finding.code}: {finding.title}")
    yield f'<div class="finding {style}"><b>{title}</b>'
    yield f"<p><code>{_text(finding.place)}</code></p><p>{_text(finding.words)}</p></div>"


def _table(title: str, files: Sequence[PageFile]) -> Iterator[str]:
    if not files:
        return
    heads = "".join(f"<th>{name}</th>" for name in ("verdict", "file", "size", "brought by", "SHA-256"))
    yield f"<h2>{_text(title)}</h2><table><thead><tr>{heads}</tr></thead><tbody>"
    for file in files:
        cells = (f"<code>{_text(cell)}</code>" if cell else "" for cell in (file.call, file.digest))
        yield (
            f'<tr><td class="word {style_of(file.word)}">{_text(f"{file.glyph} {file.word}")}</td>'
            f"<td><code>{_text(file.path)}</code></td><td>{_text(file.size)}</td>"
            f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    yield "</tbody></table>"


def _contents(files: Sequence[PageFile]) -> Iterator[str]:
    yield "<h2>The files</h2><p>What is struck through is not sent at the start.</p>"
    for file in files:
        if file.lines:
            pieces = (
                escape(safe_lines(text)) if is_sent else f"<del>{escape(safe_lines(text))}</del>"
                for text, is_sent in file.lines
            )
            yield f"<details><summary><code>{_text(file.path)}</code></summary>"
            yield f"<pre>{''.join(pieces)}</pre></details>"


def _text(words: str) -> str:
    """One line of foreign text, for an element or an attribute in quotes."""
    return escape(safe(words))
