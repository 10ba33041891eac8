"""The screen on a disk that ignores case: each file has one row, under the name that Hermes asks for."""

import re
from pathlib import Path

from support.running_app import app_on, screen_text, until, until_seen
from support.trees import Files, Tree

FILES: Files = {
    ".git/HEAD": "",
    "Agents.md": "root\n",
    "pkg/agents.md": "here\n",
    "pkg/sub/AGENTS.MD": "hint\n",
    "pkg/Claude.md": "claude\n",
}


async def test_each_file_has_one_row(folding_tree: Tree) -> None:
    root = folding_tree(FILES)
    app = app_on(root / "pkg")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "by hint")
        rows = [line.split("│")[1] for line in screen_text(pilot).splitlines() if line.startswith("│")]
        names = re.findall(r"(?i)[\w/.]*(?:agents|claude)\.md", "\n".join(rows[:20]))
        assert names == ["AGENTS.md", "AGENTS.md", "CLAUDE.md", "sub/AGENTS.md"]
        await pilot.press("!")
        said = await until(pilot, "HT027")
        assert "its name on disk is Agents.md" in said


async def test_the_verdict_says_what_linux_would_not_find(folding_tree: Tree) -> None:
    app = app_on(folding_tree({".git/HEAD": "", "Agents.md": "root\n"}))
    async with app.run_test(size=(120, 40)) as pilot:
        assert "Its name on disk is Agents.md" in await until(pilot, "Rename it to AGENTS.md")


async def test_a_change_is_seen_under_any_spelling(folding_tree: Tree) -> None:
    root = folding_tree({".git/HEAD": "", "pkg/aGENTS.md": "here\n"})
    file: Path = root / "pkg" / "aGENTS.md"
    app = app_on(root / "pkg")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "Hermes sends 1 file")
        await until_seen(pilot, lambda: file.write_text("other words\n"), "other words")
