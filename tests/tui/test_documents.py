"""Both sides of the comparison: marks, numbers, and which place belongs to which."""

from pathlib import Path

from hermes_tui.core.prompt.startup import Startup
from hermes_tui.tui.presentation.documents import (
    Links,
    Stretch,
    disk_document,
    links,
    sent_document,
    sent_text,
)
from hermes_tui.tui.text_view.document import Document
from support.running_app import MONOREPO, looked
from support.trees import Tree


def _startup(directory: Path) -> Startup:
    startup = looked(directory).startup
    assert startup is not None
    return startup


def _marked(document: Document, kind: str) -> list[str]:
    return [document.text[mark.start : mark.end] for mark in document.marks if mark.kind == kind]


def test_every_sent_character_of_a_cut_file_is_found_on_disk_and_back(tree: Tree) -> None:
    startup = _startup(tree(MONOREPO) / "packages")
    file = next(file for file in startup.files if file.label == "AGENTS.md")
    text = sent_text(file, startup)
    sent, both = str(text), links(text, file.path)
    for stretch in both.stretches:
        for offset in (stretch.disk, stretch.disk + stretch.length - 1):
            place = both.to_sent(offset)
            assert place is not None
            assert sent[place] == file.text[offset]
            assert both.to_disk(place) == offset
    assert sum(stretch.length for stretch in both.stretches) == file.sent_chars


def test_a_lost_place_goes_to_its_marker(tree: Tree) -> None:
    startup = _startup(tree(MONOREPO) / "packages")
    file = next(file for file in startup.files if file.label == "AGENTS.md")
    text = sent_text(file, startup)
    lost = max(file.lost, key=lambda piece: piece.end - piece.start)
    place = links(text, file.path).to_sent((lost.start + lost.end) // 2)
    assert place is not None
    assert str(text)[place:].lstrip().startswith("[...truncated AGENTS.md")


def test_the_heading_belongs_to_the_beginning_of_the_file() -> None:
    both = Links((Stretch(disk=3, sent=14, length=10),))
    assert both.to_disk(0) == 0
    assert both.to_sent(0) == 0
    assert both.to_sent(3) == 14


def test_nothing_sent_has_no_place() -> None:
    assert Links().to_sent(5) is None
    assert Links().to_disk(5) is None


def test_the_lost_part_is_marked_on_disk_and_the_marker_where_it_is_sent(tree: Tree) -> None:
    startup = _startup(tree(MONOREPO) / "packages")
    file = next(file for file in startup.files if file.label == "AGENTS.md")
    (lost,) = _marked(disk_document(file), "lost")
    assert "# Release steps" in lost
    sent = sent_document(sent_text(file, startup), file.path)
    assert _marked(sent, "heading") == ["## AGENTS.md"]
    (marker,) = _marked(sent, "marker")
    assert marker.startswith("[...truncated AGENTS.md")
    assert marker.endswith("]")


def test_sent_lines_carry_their_numbers_on_disk(tree: Tree) -> None:
    startup = _startup(tree({".git/": "", "AGENTS.md": "\n\none\ntwo\n"}))
    (file,) = startup.sent
    document = sent_document(sent_text(file, startup), file.path)
    assert document.text == "## AGENTS.md\n\none\ntwo"
    assert document.numbers == (None, None, 3, 4)


def test_a_line_that_the_cut_goes_through_keeps_its_number_on_both_sides(tree: Tree) -> None:
    startup = _startup(tree({".git/": "", "AGENTS.md": "a" * 30_000}))
    (file,) = startup.sent
    document = sent_document(sent_text(file, startup), file.path)
    assert document.numbers == (None, None, 1, None, None, None, 1)


def test_a_blocked_file_shows_the_notice_and_on_disk_the_very_words(tree: Tree) -> None:
    startup = _startup(tree(MONOREPO) / "packages/webapp")
    file = next(file for file in startup.files if file.label == "AGENTS.md")
    assert _marked(disk_document(file), "threat") == ["ignore all previous instructions"]
    assert _marked(disk_document(file), "lost") == []
    (notice,) = _marked(sent_document(sent_text(file, startup), file.path), "notice")
    assert notice.startswith("[BLOCKED: AGENTS.md")


def test_front_matter_is_marked_apart_from_what_is_lost(tree: Tree) -> None:
    startup = _startup(tree({".git/": "", ".hermes.md": "---\nmodel: x\n---\n\nrule\n"}))
    (file,) = startup.sent
    document = disk_document(file)
    assert _marked(document, "front") == ["---\nmodel: x\n---\n\n"]
    assert _marked(document, "lost") == []


def test_a_file_cut_with_the_whole_chain_shows_the_marker_that_names_another(tree: Tree) -> None:
    files = {
        ".git/": "",
        "AGENTS.md": "r" * 13_000,
        "a/AGENTS.md": "m" * 6_000,
        "a/b/AGENTS.md": "h" * 6_000,
    }
    startup = _startup(tree(files) / "a/b")
    (middle,) = (file for file in startup.files if file.label == "../AGENTS.md")
    document = sent_document(sent_text(middle, startup), middle.path)
    (marker,) = _marked(document, "marker")
    assert "AGENTS.md (directory chain)" in marker
    assert set(document.text.replace(marker, "").replace("## ../AGENTS.md", "").strip()) <= {"m", "\n"}
