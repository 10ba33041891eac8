"""The tools of Hermes that can name a path, and what people write in their place."""

from collections.abc import Mapping

TERMINAL = "terminal"
"""The only tool whose command Hermes reads for paths."""

TOOLS: Mapping[str, tuple[str, ...]] = {
    "read_file": ("path",),
    "write_file": ("path",),
    "patch": ("path",),
    "search_files": ("path",),
    "terminal": ("command",),
    "execute_code": ("code",),
    "skill_view": ("name", "file_path"),
    "skill_manage": ("name", "file_path"),
    "cronjob": ("workdir",),
    "cronjob_manage": ("workdir",),
    "project_create": ("path",),
    "desktop_project": ("path",),
    "delegate_task": ("goal",),
    "process": ("data",),
    "process_manage": ("data",),
    "vision_analyze": ("image_url",),
    "video_analyze": ("video_url",),
    "text_to_speech": ("output_path",),
    "kanban_create": ("workspace_path",),
    "kanban_attach": ("filename",),
    "kanban_attach_url": ("url",),
    "browser_exec": ("code",),
}
"""Tools whose arguments can name a path, with the arguments that a value without a name fills."""

MAY_BE_BARE = frozenset(("search_files",))
"""Tools that do something without any argument."""
TAKE_THE_REST = frozenset(("execute_code", "delegate_task", "process", "process_manage", "browser_exec"))
"""Tools whose first argument is text: it takes the rest of the line as it stands."""

_UNTRUSTED = frozenset(("web_search", "web_extract"))
_UNTRUSTED_BEGINNINGS = ("browser_", "mcp_")

_COMMANDS = (
    "ag awk bash bun cargo cat cd chmod chown clear cmake cp curl cut date df diff docker du echo env exit "
    "export fd file find gcc gh git go grep head java jq kill less ln ls make man mkdir more mv node npm npx "
    "perl pip pnpm popd ps pushd pwd pytest python python3 rg rm rmdir rsync ruby ruff rustc scp sed sh sort "
    "source ssh stat sudo tail tar tee test time touch tree tsc uniq unzip uv vi vim wc wget which xargs "
    "yarn zip zsh"
)
COMMANDS = frozenset(_COMMANDS.split())
"""Shell commands that people type without a $ before them."""

_OTHER_NAMES = {
    "read": "read_file",
    "write": "write_file",
    "search": "search_files",
    "edit": "patch",
    "shell": "terminal",
}
"""What other agents, and people in a hurry, call them."""


def is_untrusted(tool: str) -> bool:
    """Hermes takes what the tool returns for the words of strangers (``sessions.md`` section 3)."""
    return tool in _UNTRUSTED or tool.startswith(_UNTRUSTED_BEGINNINGS)


def similar_tool(word: str) -> str | None:
    """The tool that somebody who wrote *word* may have meant."""
    if not word.isascii() or len(word) > 40:
        return None
    from difflib import get_close_matches

    lowered = word.lower()
    if lowered in _OTHER_NAMES:
        return _OTHER_NAMES[lowered]
    close = get_close_matches(lowered, TOOLS, n=1, cutoff=0.8)
    return close[0] if close else None
