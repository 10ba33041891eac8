"""Generated tool calls: every form of ``rules.md`` section 2.3 and 7, on every kind of path."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

CALLS = 6
"""In one session."""


class Asked(NamedTuple):
    """A tool call."""

    tool: str
    args: dict[str, Any]


class Rebind(NamedTuple):
    """A change of the working directory while the session runs."""

    directory: str


TOOLS = (
    "read_file",
    "write_file",
    "patch",
    "search_files",
    "terminal",
    "execute_code",
    "process",
    "mcp_x_y",
    "bash",
)
KEYS = ("path", "path", "file_path", "workdir", "file", "cwd", "paths", "dir")
PLACES = (
    *(
        "sub",
        "sub/deep",
        "sub/main.py",
        "my.app",
        "my.app/main.py",
        "v1.2",
        "v1.2/src/x.ts",
        "p/q/r/s/t/u/x.py",
    ),
    *(
        "p/q/r/s/t/u",
        "p/q/r",
        "node_modules/pkg/index.js",
        "build",
        "build/out.o",
        ".archive/x/y.py",
        "vendor/v.go",
    ),
    *(
        ".github/workflows",
        "with space",
        "with space/x.py",
        "caf\udce9/x.py",
        "inside/main.py",
        "outside/main.py",
    ),
    *(
        "outside",
        "sub/secret/x.py",
        "sub/gone",
        "sub/gone/deep/x.py",
        "..",
        "../x.py",
        "../../x",
        ".",
        "./sub",
        "sub/",
    ),
    *(
        "{top}/repo/sub/main.py",
        "{top}/other/x.py",
        "{top}/repo",
        "/",
        "~/x.py",
        "~",
        "~nosuchuser/x.py",
        "~root/x",
    ),
    *(
        "Build/x",
        ".cache/x",
        "site-packages/p/x.py",
        "sub/.git/config",
        "sub//main.py",
        "sub/../sub/main.py",
        "a/b",
    ),
    *(
        "sub/*.py",
        "sub/t.py::case",
        "sub/f.py:12",
        "link/x.py",
        "AGENTS.md",
        "sub/AGENTS.md",
        "repo/sub/x.py",
    ),
)
MOVES = ("{top}/repo", "{top}/repo/sub", "{top}/home", "~", "~/x", "{top}/no")
ODD_VALUES: tuple[Any, ...] = (
    "",
    " ",
    "\0a/b",
    "sub/\0x",
    None,
    5,
    True,
    ["sub/x.py"],
    {"a": "sub/x.py"},
    "x" * 5_000,
)
COMMANDS = (
    *(
        "cat {p}",
        "cat {p}/x.py",
        "ls {p}",
        "ls {p}/",
        "cat './{p}'",
        'cat "{p}/x y.py"',
        "cat {p}/a.py {q}/b.py",
    ),
    *(
        "cd {p}",
        "cd {p} && ls",
        "make && cd {p}",
        "(cd {p}; ls)",
        "cd {p};ls",
        "cd -P {p}",
        "cd -- {p}",
        "pushd {p}",
    ),
    *(
        "cd -",
        "cd",
        "cd - {p}",
        "cd -- -x {p}",
        "$(cd {p})",
        "x=$(cd {p})",
        "\\cd {p}",
        '"cd" {p}',
        "y) cd {p};;",
    ),
    *(
        "cd {p}>out",
        "cd ~/{p}",
        "cd {p} | cat",
        "cd {p} & ls",
        "cd {p} || cd {q}",
        "cd {p} |& cat",
        "cd .. ; cd {p}",
    ),
    *(
        "`cd {p}`",
        "! cd {p}",
        "if cd {p}; then ls; fi",
        "while cd {p}; do ls; done",
        "((cd {p}))",
        "cd >x {p}",
    ),
    *(
        "cd \\\n{p}",
        "FOO=1 cd {p}",
        "sudo cd {p}",
        "time cd {p}",
        "{ cd {p}; }",
        "then cd {p}",
        'bash -c "cd {p}"',
    ),
    *(
        "a &&(cd {p})",
        "ls\ncd {p}",
        "make &&\ncd {p}",
        "# note\ncd {p}",
        "\ncd {p}",
        "ls # note\ncd {p}",
        "a;\n\ncd {p}",
    ),
    *(
        "ls # {p}/x.py",
        "echo a#b ; cd {p}",
        "cd {p} # there",
        "cat '{p}/x.py",
        'echo "a\ncd {p}',
        "cd '{p}",
        "cd {p}'",
    ),
    *("cat --file={p}/x", "gcc -I{p}", "gcc -I {p}/include", "X={p}/f make", "cat >{p}/out", "cat > {p}/out"),
    *(
        "cat $HOME/{p}/x",
        "curl -d @{p}/f http://h/x",
        "scp host:{p}/f .",
        "git -C {p} status",
        "git -C {p}/ status",
    ),
    *(
        "curl http://h/{p}/x",
        "curl https://h/{p}",
        "git clone git@h:{p}.git",
        "cat {p}/f.py;ls",
        "cat {p}/f.py|head",
    ),
    *(
        "cat {p}/*.py",
        "pytest {p}/t.py::case",
        "cat {p}/f.py:12",
        "grep 'in {p}/x or' .",
        "cd {p} && cat deep/x.py",
    ),
    *(
        "",
        " ",
        "make",
        "...",
        "cat \u00a0{p}/x",
        "cd\t{p}",
        "cd\u00a0{p}",
        "cat {p}/x\\ y.py",
        "cd {p}\\",
        "popd {p}",
    ),
)


@st.composite
def places(draw: st.DrawFn, here: st.SearchStrategy[str] | None) -> str:
    """A path as a tool gets it; mostly one of *here*."""
    place = draw(st.sampled_from(PLACES) if here is None else st.one_of(here, here, st.sampled_from(PLACES)))
    return place + draw(st.sampled_from(("", "", "", "/", "/x.py", "/new/y")))


@st.composite
def commands(draw: st.DrawFn, here: st.SearchStrategy[str] | None) -> str:
    """A line for the shell."""
    form = draw(st.sampled_from(COMMANDS))
    command = form.replace("{p}", draw(places(here))).replace("{q}", draw(places(here)))
    return command + draw(st.sampled_from(("", "", "", " && cat sub/x.py", "; cd sub")))


@st.composite
def calls(draw: st.DrawFn, here: st.SearchStrategy[str] | None = None) -> Asked | Rebind:
    """One thing that happens in a session."""
    tool, key = draw(st.sampled_from(TOOLS)), draw(st.sampled_from(KEYS))
    match draw(st.integers(0, 19)):
        case 0:
            return Rebind(draw(st.sampled_from(MOVES)))
        case 1:
            return Asked(tool, {key: draw(st.sampled_from(ODD_VALUES))})
        case 2:
            return Asked(
                "terminal", {"command": draw(st.sampled_from(ODD_VALUES)), "workdir": draw(places(here))}
            )
        case 3:
            return Asked(tool, {"command": draw(commands(here))})
        case 4:
            return Asked("terminal", {"command": draw(commands(here)), "workdir": draw(places(here))})
        case 5:
            return Asked(
                tool, {"path": draw(places(here)), "file_path": draw(places(here)), key: draw(places(here))}
            )
        case number if number < 12:
            return Asked("terminal", {"command": draw(commands(here))})
    return Asked(tool, {draw(st.sampled_from(KEYS[:4])): draw(places(here))})
