"""Calls and commands, and the directories of one tree whose hints they bring: what the releases do.

Held against the model by ``test_hints.py``, like ``cases/hints.py``. ``repo/`` is the working directory; see
``rules.md`` sections 2.3 and 7.
"""

from support.trees import Files

CALL_TREE: Files = {
    "repo/AGENTS.md": "root",
    "repo/sub/AGENTS.md": "sub",
    "repo/sub/f.py": "",
    "repo/sub/t.py": "",
    "repo/sub/deep/AGENTS.md": "deep",
    "repo/sub/deep/x.py": "",
    "repo/lib/AGENTS.md": "lib",
    "repo/my.app/AGENTS.md": "app",
}

_COMMANDS: dict[str, tuple[str, ...]] = {
    "sub": (
        "ls sub/", "ls ./sub", "cat sub/*.py", "pytest sub/t.py::case", "vi sub/f.py:12",
        "cat sub/f.py;ls", "cat sub/f.py|head", "ls > sub/x", "git -C sub/ status",
        "ssh host cat sub/f.py", "cat 'sub/f.py'", 'cat "sub"/f.py', "cat sub\\/f.py", "ls\nsub/f.py",
        "echo it's sub/f.py", "cat sub/x\xa0y.py",
    ),
    "lib sub": (
        "cat sub/f.py lib/g.py",
    ),
    "": (
        "ls '> sub/x'", "echo it's 'sub/f.py", "", "ls sub", "git -C sub status", "--file=sub/x",
        "ls -Isub/x", "X=sub/f run", "ls >sub/out", "cat $PWD/sub/f.py", "cat @sub/f",
        "scp host:sub/f .", "bash -c 'cat sub/f.py && ls'", "curl https://a.b/sub/f.py",
        "git clone git@a.b:sub/f.py", "ls my.app",
    ),
    "sub sub/deep": (
        "ls # sub/deep/x.py",
    ),
    "my.app": (
        "cat my.app/x",
    ),
}  # fmt: skip
"""Commands, by the directories whose hints they bring in every release."""

_NAVIGATION: dict[str, tuple[str, ...]] = {
    "sub": (
        "cd sub", "pushd sub", "make && cd sub", "(cd sub; ls)", "cd sub;ls", "cd -P sub", "cd -- sub",
        "cd - sub", "$(cd sub)", "x=$(cd sub)", "\\cd sub", '"cd" sub', "cd -- -x sub", "y) cd sub;;",
        "cd sub>out", "make || cd sub", "make | cd sub", "make & cd sub", "make |& cd sub",
        "make; cd sub", "make ;; cd sub", "make &&\ncd sub", "# note\ncd sub", "\ncd sub", "(\ncd sub)",
        "cd\nsub", '"&&" cd sub', "make '&&' cd sub", "cd sub # lib", "cd sub && cat f.py",
        "cd sub && cat deep/x.py", "c\\d sub", "'c'd sub", "c''d sub", '"c""d" sub', "pu\\shd sub",
        "c'd' sub && ls",
    ),
    "lib sub": (
        "cd sub && cd lib",
    ),
    "sub sub/deep": (
        "cd sub/deep",
    ),
    "": (
        "cd my.app", "cd -", "cd", "cd '' sub", "ls\ncd sub", "FOO=1 cd sub", "sudo cd sub",
        "time cd sub", "{ cd sub; }", "if true; then cd sub; fi", 'bash -c "cd sub"', "ls &&(cd sub)",
        "ls # note\ncd sub", "echo a#b; cd sub", "`cd sub`", "! cd sub", "if cd sub; then ls; fi",
        "while cd sub; do ls; done", "((cd sub))", "cd >x sub", "cd \\\nsub", "cd sub it's",
        "echo cd sub",
    ),
}  # fmt: skip
"""Commands with ``cd`` and ``pushd``, by the directories whose hints they bring from 0.21.3 on."""

COMMANDS = {command: fired for fired, commands in _COMMANDS.items() for command in commands}
NAVIGATION = {command: fired for fired, commands in _NAVIGATION.items() for command in commands}
ALWAYS_TAKEN = {"cd sub/deep": "sub sub/deep"}
"""Those of ``NAVIGATION`` that bring something before 0.21.3, since their words look like paths."""

CALLS: dict[str, str] = {
    'any_tool {"path": "sub/f.py"}': "sub",
    'any_tool {"file_path": "sub/f.py"}': "sub",
    'any_tool {"workdir": "sub"}': "sub",
    'any_tool {"path": "sub"}': "sub",
    'mcp__fs__read {"path": "lib/f.py", "workdir": "sub"}': "lib sub",
    'terminal {"command": "ls", "workdir": "sub"}': "sub",
    'terminal {"command": ["cat", "sub/f.py"]}': "",
    'any_tool {"path": ["sub/f.py"]}': "",
    'any_tool {"path": {"path": "sub/f.py"}}': "",
    'any_tool {"path": null, "file": "sub/f.py", "cwd": "sub", "dir": "sub", "paths": ["sub/f.py"]}': "",
    'any_tool {"path": "   "}': "",
    'bash {"command": "cat sub/f.py"}': "",
    'process {"data": "cat sub/f.py"}': "",
    'execute_code {"code": "open(\'sub/f.py\')"}': "",
    'patch {"mode": "patch", "patch": "*** Begin Patch\\n*** Update File: sub/f.py\\n*** End Patch"}': "",
    'search_files {"pattern": "sub/f.py"}': "",
    'any_tool {"Path": "sub/f.py"}': "",
}
"""Calls, and the directories whose hints they bring in every release."""
