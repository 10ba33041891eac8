"""Ask the real releases about every text of ``scanner_texts.py`` and write down what they say.

    cd tests && ~/.cache/hermes-oracle/venv/bin/python -m conformance.make_scanner_corpus /path/to/oracle.py

The answers go to ``tests/core/scanner_corpus.json``, one text a line; the tests there need no wheel. The
oracle runs in the same Python as this script, so take the one of its own environment.
"""

import json
import subprocess
import sys
from pathlib import Path

from conformance.scanner_texts import TEXTS, Text

RELEASES = {
    "0.14.0": "0.14.0",
    "0.16.0": "0.16.0",
    "0.17.0": "0.17.0",
    "0.18.2": "0.18.2",
    "0.19.0": "0.19.0",
    "0.21.0": "0.21.0.post1",
    "0.22.2": "0.22.2.post1",
}
"""One release of each generation of the scan, and what the oracle calls it."""
CORPUS = Path(__file__).parent.parent / "core" / "scanner_corpus.json"
AT_LEAST = 10


def main() -> None:
    """Ask, check that every pattern has its hits and misses, and write."""
    entries = [(about, text) for about, (hits, misses) in sorted(TEXTS.items()) for text in [*hits, *misses]]
    texts = [whole(text) for _, text in entries]
    answers = {release: ask(sys.argv[1], name, texts) for release, name in RELEASES.items()}
    lines = []
    counts = {about: [0, 0] for about in TEXTS}
    for index, (about, text) in enumerate(entries):
        said = {release: answers[release][index] for release in RELEASES}
        counts[about][0] += any(is_about(ids, about) for ids in said.values())
        counts[about][1] += not is_about(said["0.22.2"], about)
        lines.append(json.dumps([about, text, changes(said)], separators=(",", ":")))
    for about, (hits, misses) in counts.items():
        if min(hits, misses) < AT_LEAST:
            raise SystemExit(f"{about}: {hits} texts match in some release, {misses} not in the newest")
    body = ",\n".join(sorted(lines))
    CORPUS.write_text(f'{{"releases":{json.dumps([*RELEASES])},\n"texts":[\n{body}\n]}}\n', encoding="utf-8")
    print(f"{CORPUS}: {len(lines)} texts")


def is_about(ids: list[str], about: str) -> bool:
    """*ids* name the pattern *about*; ``invisible`` stands for every character."""
    return about in ids or any(name.split("_")[0].split()[0] == about for name in ids)


def changes(said: dict[str, list[str]]) -> dict[str, list[str]]:
    """Answers of the releases that answer otherwise than the one before."""
    kept: dict[str, list[str]] = {}
    last = None
    for release, ids in said.items():
        if ids != last:
            kept[release] = last = ids
    return kept


def whole(text: str | Text) -> str:
    """The text that *text* describes."""
    if isinstance(text, str):
        return text
    return "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in text)


def ask(oracle: str, release: str, texts: list[str]) -> list[list[str]]:
    """What *release* reports for each text; invisible characters by code point."""
    request = json.dumps({"id": "corpus", "jobs": [{"kind": "scan", "text": text} for text in texts]})
    asked = subprocess.run(
        [sys.executable, oracle, release, "--serve"],
        input=request + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(asked.stdout)["answers"]
    for ids, text in zip(found, texts, strict=True):
        if not isinstance(ids, list):
            raise SystemExit(f"{release} on {text[:80]!r}: {ids}")
    invisible = "invisible"
    return [
        sorted(name for name in ids if name.startswith(invisible))
        + [name for name in ids if not name.startswith(invisible)]
        for ids in found
    ]


if __name__ == "__main__":
    main()
