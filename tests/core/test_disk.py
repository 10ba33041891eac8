"""The disk never raises for what it finds, opens nothing that could wait, and remembers what it saw."""

import os
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import MOST, Content, Unreadable
from hermes_tui.core.filesystem.file_type import FileType
from support import posix
from support.processes import as_nobody, with_memory_measured
from support.trees import Mode, Special, Tree

# ── what stands there ──


def test_kinds_are_judged_behind_links(tree: Tree) -> None:
    root = tree(
        {
            "file": "text",
            "directory/": "",
            "pipe": Special("pipe"),
            "socket": Special("socket"),
            "to_file": Path("file"),
            "to_directory": Path("directory"),
            "to_pipe": Path("pipe"),
        }
    )
    disk = Disk()
    kinds = {name: disk.node(root / name).kind for name in os.listdir(root)}
    assert kinds == {
        "file": FileType.FILE,
        "directory": FileType.DIRECTORY,
        "pipe": FileType.ENDLESS,
        "socket": FileType.SOCKET,
        "to_file": FileType.FILE,
        "to_directory": FileType.DIRECTORY,
        "to_pipe": FileType.ENDLESS,
    }
    assert disk.node(root / "file").size == 4
    assert disk.node(root / "file").identity == disk.node(root / "to_file").identity


def test_what_is_absent_says_where_a_link_leads(tree: Tree) -> None:
    root = tree({"dangling": Path("nowhere"), "loop": Path("loop"), "file": ""})
    disk = Disk()
    assert disk.node(root / "missing") == (FileType.ABSENT, 0, "", "", None, False)
    assert disk.node(root / "missing").link_words == ""
    assert disk.node(root / "dangling").kind is FileType.ABSENT
    assert disk.node(root / "dangling").broken_link == "nowhere"
    assert disk.node(root / "dangling").link_words == "a link that leads nowhere (nowhere)"
    assert disk.node(root / "loop").broken_link == "loop"
    assert disk.node(root / "loop").link_words == "a link that leads to itself (loop)"
    assert disk.read(root / "loop").detail == "it is a link that leads to itself (loop)"
    assert disk.node(root / "file" / "below").kind is FileType.ABSENT


def test_a_name_with_nul_or_of_any_length_is_absent(tree: Tree) -> None:
    root = tree({"file": ""})
    disk = Disk()
    assert disk.node(root / "a\0b").kind is FileType.ABSENT
    assert disk.read(root / "a\0b").text is None
    assert disk.node(root / ("x" * 300)).kind is FileType.DENIED
    assert not disk.exists(root / ("x" * 300))
    assert "too long" in disk.node(root / ("x" * 300)).error


def test_dev_null_reads_as_empty_and_dev_zero_is_endless() -> None:
    disk = Disk()
    assert disk.node(Path("/dev/null")).kind is FileType.NULL
    assert not disk.is_file(Path("/dev/null"))
    assert disk.read(Path("/dev/null")).text == ""
    assert disk.node(Path("/dev/zero")).kind is FileType.ENDLESS
    assert disk.read(Path("/dev/zero")).why is Unreadable.ENDLESS


def test_questions_about_kinds(tree: Tree) -> None:
    root = tree({"file": "", "directory/": "", "pipe": Special("pipe")})
    disk = Disk()
    assert [disk.exists(root / name) for name in ("file", "directory", "pipe", "none")] == [
        True,
        True,
        True,
        False,
    ]
    assert [disk.is_file(root / name) for name in ("file", "directory", "pipe")] == [True, False, False]
    assert [disk.is_directory(root / name) for name in ("file", "directory")] == [False, True]


def test_a_name_that_is_not_utf8_is_a_name_like_any_other(tree: Tree) -> None:
    root = tree({"caf\udce9/AGENTS.md": "text"})
    assert os.listdir(os.fsencode(root)) == [b"caf\xe9"]
    disk = Disk()
    assert disk.names(root) == ("caf\udce9",)
    assert disk.read(root / "caf\udce9" / "AGENTS.md").text == "text"


# ── reading ──


@pytest.mark.parametrize(
    ("data", "text", "crlf"),
    [
        (b"plain\n", "plain\n", False),
        (b"a\r\nb\rc\n", "a\nb\nc\n", True),
        (b"\r\n\r\r\n", "\n\n\n", True),
        (b"\xef\xbb\xbfbom", "\ufeffbom", False),
        (b"nul\0nul", "nul\0nul", False),
        (b"", "", False),
        ("中文 é".encode(), "中文 é", False),
        ("hello".encode("utf-16-le"), "h\0e\0l\0l\0o\0", False),
        (b"\xe2\x80\xa8\x0c\x85"[:3], "\u2028", False),
    ],
)
def test_text_is_utf8_with_universal_newlines(tree: Tree, data: bytes, text: str, crlf: bool) -> None:
    content = Disk().read(tree({"f": data}) / "f")
    assert (content.text, content.crlf, content.size) == (text, crlf, len(data))
    assert content.why is None


@pytest.mark.parametrize(
    ("data", "detail", "shown"),
    [
        (
            b"one\ntwo caf" + b"\xe9 x\n",
            "it is not UTF-8 (byte 0xe9 at offset 11, line 2)",
            "one\ntwo caf\\xe9 x\n",
        ),
        (
            "hi\r\n".encode("utf-16"),
            "it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1)",
            "hi\n",
        ),
        (
            "hi".encode("utf-16-be").join([b"\xfe\xff", b""]),
            "it is UTF-16, not UTF-8 (byte 0xfe at offset 0, line 1)",
            "hi",
        ),
        (
            b"\xff\xfeh\0\0\xd8i",
            "it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1)",
            "h\\x00\\xd8\\x69",
        ),
        (b"surrogate \xed\xa0\x80", "it is not UTF-8 (byte 0xed at offset 10, line 1)", None),
        (b"cut \xe4\xb8", "it is not UTF-8 (byte 0xe4 at offset 4, line 1)", None),
        (b"overlong \xc0\xaf", "it is not UTF-8 (byte 0xc0 at offset 9, line 1)", None),
    ],
)
def test_bytes_that_are_not_utf8_are_named(tree: Tree, data: bytes, detail: str, shown: str | None) -> None:
    content = Disk().read(tree({"f": data}) / "f")
    assert content.text is None
    assert content.why is Unreadable.NOT_UTF8
    assert content.detail == detail
    if shown is not None:
        assert content.shown == shown


def test_what_is_no_file_gives_a_reason_and_is_never_opened(tree: Tree) -> None:
    root = tree(
        {"directory/": "", "pipe": Special("pipe"), "socket": Special("socket"), "loop": Path("loop")}
    )
    disk = Disk()
    reasons = {
        name: (disk.read(root / name).why, disk.read(root / name).detail)
        for name in ("directory", "pipe", "socket", "loop", "missing")
    }
    assert reasons == {
        "directory": (Unreadable.DIRECTORY, "it is a directory"),
        "pipe": (Unreadable.ENDLESS, "it is a pipe or a device, not a file"),
        "socket": (Unreadable.FAILED, "it is a socket"),
        "loop": (Unreadable.FAILED, "it is a link that leads to itself (loop)"),
        "missing": (Unreadable.FAILED, "there is nothing"),
    }


def test_without_permission_the_reason_is_said(tree: Tree) -> None:
    root = tree(
        {
            "secret": Mode(0o000, "text"),
            "closed/": Mode(0o000),
            "closed/AGENTS.md": "x",
            "into": Path("closed/x"),
        }
    )

    def look() -> list[object]:
        disk = Disk()
        return [
            disk.node(root / "secret").kind.name,
            disk.read(root / "secret").why is Unreadable.NOT_PERMITTED,
            disk.read(root / "secret").detail,
            disk.node(root / "closed" / "AGENTS.md").kind.name,
            disk.node(root / "closed" / "AGENTS.md").error,
            disk.exists(root / "closed" / "AGENTS.md"),
            disk.read(root / "closed" / "AGENTS.md").text,
            disk.node(root / "into").kind.name,
            disk.names(root / "closed"),
        ]

    denied = f"PermissionError: [Errno 13] Permission denied: '{root}/closed/AGENTS.md'"
    assert as_nobody(look) == [
        "FILE",
        True,
        "no permission to read it",
        "DENIED",
        denied,
        False,
        None,
        "DENIED",
        (),
    ]


def test_a_file_that_becomes_a_pipe_before_it_is_opened_does_not_hang(tree: Tree) -> None:
    root = tree({"f": "text"})
    disk = Disk()
    assert disk.is_file(root / "f")
    (root / "f").unlink()
    posix.os.mkfifo(root / "f")
    writer = os.open(root / "f", os.O_RDWR)  # with somebody at the other end a read would wait
    content = disk.read(root / "f")
    os.close(writer)
    assert (content.text, content.why) == (None, Unreadable.ENDLESS)
    assert content.detail == "it has become something else than a file"


@posix.needs_root
@posix.needs_proc
def test_a_file_of_the_system_that_waits_is_endless(tree: Tree) -> None:
    root = tree({"AGENTS.md": Path("/proc/kmsg")})
    disk = Disk()
    assert disk.is_file(root / "AGENTS.md")
    found = [disk.read(root / "AGENTS.md")]
    try:  # the first read may be given what was waiting
        reader = os.open("/proc/kmsg", os.O_RDONLY | posix.os.O_NONBLOCK)
    except OSError:
        pytest.skip("this machine keeps its messages")
    with os.fdopen(reader, "rb", buffering=0) as messages:
        while messages.read():
            pass
    found.append(Disk().read(root / "AGENTS.md"))
    assert found[-1].why is Unreadable.ENDLESS
    assert found[-1].detail == "reading it waits for something to come, as from a device"


def test_a_file_that_the_system_makes_up_is_read_whole(tree: Tree) -> None:
    root = tree({"AGENTS.md": Path("/proc/self/status")})
    assert "VmPeak" in (Disk().read(root / "AGENTS.md").text or "")


@pytest.mark.parametrize("size", [MOST + 1, 60_000_000_000])
def test_a_file_of_any_size_is_only_measured(tree: Tree, size: int) -> None:
    root = tree({"AGENTS.md": ""})
    os.truncate(root / "AGENTS.md", size)
    measured = with_memory_measured(lambda: Disk().read(root / "AGENTS.md")[:3])
    detail = f"it has {size:,} bytes, and this inspector reads 1,000,000,000 at most"
    assert measured.answer == (None, Unreadable.TOO_LARGE, detail)
    assert measured.grown < 50_000_000


@posix.needs_proc
def test_where_memory_does_not_suffice_the_reason_is_said(tree: Tree) -> None:
    root = tree({"AGENTS.md": ""})
    os.truncate(root / "AGENTS.md", MOST)

    def poor() -> Content:
        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * posix.resource.getpagesize()
        posix.resource.setrlimit(posix.resource.RLIMIT_AS, (in_use + 200_000_000,) * 2)
        return Disk().read(root / "AGENTS.md")

    content = with_memory_measured(poor).answer
    assert (content.text, content.why) == (None, Unreadable.TOO_LARGE)
    assert content.detail == "there is not enough memory to look into it"
    assert content.size == MOST


def test_a_file_that_goes_away_before_it_is_opened_has_a_reason(tree: Tree) -> None:
    root = tree({"f": "text"})
    disk = Disk()
    assert disk.is_file(root / "f")
    (root / "f").unlink()
    content = disk.read(root / "f")
    assert (content.text, content.why) == (None, Unreadable.FAILED)
    assert content.detail == "No such file or directory"


def test_sixty_megabytes_take_at_most_five_times_their_size(tree: Tree) -> None:
    size = 60_000_000
    line = b"All work and no play makes an agent dull.\n"
    root = tree({"big": line * (size // len(line) + 1)})
    measured = with_memory_measured(lambda: len(Disk().read(root / "big").text or ""))
    assert measured.answer >= size
    assert measured.grown <= 5 * size


# ── listing, resolving, remembering ──


def test_names_are_sorted_and_none_where_there_is_no_directory(tree: Tree) -> None:
    root = tree({"b": "", "a": "", ".hidden": "", "Z": ""})
    assert Disk().names(root) == (".hidden", "Z", "a", "b")
    assert Disk().names(root / "a") == ()
    assert Disk().names(root / "missing") == ()


def test_present_names_stand_there_even_as_links_to_nowhere(tree: Tree) -> None:
    root = tree({"file": "", "directory/": "", "dangling": Path("nowhere")})
    disk = Disk()
    asked = ("dangling", "none", "file", "directory", "a\0b")
    assert disk.present(root, asked) == ("dangling", "file", "directory")
    assert disk.present(root / "file", ("x",)) == ()
    view = disk.changed(removed=[root / "file"], replaced={root / "none": "new"})
    assert view.present(root, ("file", "none", "directory")) == ("none", "directory")


def test_a_link_is_told_from_a_file(tree: Tree) -> None:
    root = tree({"file": "", "link": Path("file"), "dangling": Path("nowhere")})
    disk = Disk()
    assert [disk.is_link(root / name) for name in ("file", "link", "dangling", "none")] == [
        False,
        True,
        True,
        False,
    ]


def test_when_a_file_was_written_is_known_where_it_is_there(tree: Tree) -> None:
    root = tree({"file": ""})
    os.utime(root / "file", (1_000, 2_000))
    assert Disk().modified(root / "file") == 2_000.0
    assert Disk().modified(root / "none") is None
    assert Disk().modified(root / "a\0b") is None


def test_resolve_follows_links_and_need_not_end_anywhere(tree: Tree) -> None:
    root = tree({"real/": "", "link": Path("real")}).resolve()
    disk = Disk()
    assert disk.resolve(root / "link" / "x") == root / "real" / "x"
    assert disk.resolve(root / "link" / "x") is disk.resolve(root / "link" / "x")


def test_a_disk_remembers_and_a_new_one_looks_again(tree: Tree) -> None:
    root = tree({"f": "old"})
    disk = Disk()
    assert disk.read(root / "f").text == "old"
    assert disk.names(root) == ("f",)
    (root / "f").write_text("new")
    (root / "g").write_text("")
    assert disk.read(root / "f").text == "old"
    assert disk.names(root) == ("f",)
    assert Disk().read(root / "f").text == "new"


def test_remember_makes_a_value_once() -> None:
    disk = Disk()
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return 7

    assert [disk.remember("key", make), disk.remember("key", make)] == [7, 7]
    assert made == [1]


# ── what if ──


def test_a_view_takes_files_away_and_the_disk_stays(tree: Tree) -> None:
    root = tree({"a": "1", "d/x/y": "2", "keep": "3"})
    disk = Disk()
    view = disk.changed(removed=[root / "a", root / "d"])
    assert not view.exists(root / "a")
    assert not view.is_file(root / "d" / "x" / "y")
    assert view.read(root / "a") == Content(None, Unreadable.FAILED, "it is taken away")
    assert view.read(root / "keep").text == "3"
    assert view.names(root) == ("keep",)
    assert disk.names(root) == ("a", "d", "keep")
    assert disk.read(root / "a").text == "1"


def test_a_view_reads_other_text_and_new_files_appear(tree: Tree) -> None:
    root = tree({"a": "1"})
    view = Disk().changed(replaced={root / "a": "one é", root / "new": "2"})
    assert view.read(root / "a").text == "one é"
    assert view.node(root / "a").size == 6
    assert view.is_file(root / "new")
    assert view.read(root / "new").text == "2"
    assert view.names(root) == ("a", "new")
    assert view.resolve(root / "a") == (root / "a").resolve()


def test_a_new_file_brings_its_directories(tree: Tree) -> None:
    root = tree({"gone/x": "", "file": ""})
    new = root / ".cursor" / "rules" / "a.mdc"
    view = Disk().changed(removed=[root / "gone"], replaced={new: "rule", root / "gone" / "y": "y"})
    assert view.is_directory(root / ".cursor")
    assert view.is_directory(root / ".cursor" / "rules")
    assert view.names(root / ".cursor" / "rules") == ("a.mdc",)
    assert view.is_directory(root / "gone")
    assert view.names(root / "gone") == ("y",)
    assert not view.is_directory(root / "other")


def test_a_view_on_a_view_holds_both_changes(tree: Tree) -> None:
    root = tree({"a": "1", "b": "2"})
    first = Disk().changed(replaced={root / "a": "A"}, unblocked=[root / "a"])
    second = first.changed(removed=[root / "b"], unblocked=[root / "c"])
    assert second.read(root / "a").text == "A"
    assert not second.exists(root / "b")
    assert [second.is_unblocked(root / name) for name in "abc"] == [True, False, True]
    assert [first.is_unblocked(root / name) for name in "abc"] == [True, False, False]


def test_a_replaced_text_is_scanned_by_itself(tree: Tree) -> None:
    root = tree({"a": "1"})
    disk = Disk()
    view = disk.changed(replaced={root / "a": "A"})
    assert disk.scan_key(root / "a") != view.scan_key(root / "a")
    assert disk.scan_key(root / "b") == view.scan_key(root / "b")
    assert view.scan_key(root / "a") != disk.changed(replaced={root / "a": "B"}).scan_key(root / "a")


def test_views_share_what_was_found_out_once(tree: Tree) -> None:
    disk = Disk()
    disk.remember("key", lambda: 1)
    assert disk.changed(removed=[tree({})]).remember("key", lambda: 2) == 1


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"caf\xe9", "LATIN1"),
        (b"\x93run\x94", "CP1252"),
        (b"\x81 caf\xe9", "LATIN1"),
        ("run é".encode("utf-16"), "UTF-16"),
        ("run é".encode("utf-16-le"), "UTF-16LE"),
        ("run é".encode("utf-16-be"), "UTF-16BE"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", ""),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", ""),
    ],
)
def test_what_is_not_utf_8_is_said_to_be_in_another_encoding_or_no_text(
    tree: Tree, data: bytes, encoding: str
) -> None:
    assert Disk().read(tree({"AGENTS.md": data}) / "AGENTS.md").encoding == encoding
