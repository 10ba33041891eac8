"""Whether a session that starts elsewhere, or under another git root or release, would read a file."""

from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.prompt.discovery import find_git_root
from hermes_tui.core.prompt.loader import Loader
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset

_READ = (Verdict.LOADED, Verdict.TRUNCATED, Verdict.BLOCKED, Verdict.DUPLICATE)
"""What is wrong with it then is the file's own doing, and told as its next obstacle."""


def is_read_from(directory: Path, path: Path, startup: Startup, disk: Disk) -> bool:
    """A session that starts in *directory* takes the file."""
    root = root_around(directory, startup.ruleset, disk)
    return is_read(path, directory, root, startup, startup.ruleset, disk)


def is_read(path: Path, cwd: Path, root: Path | None, startup: Startup, ruleset: Ruleset, disk: Disk) -> bool:
    """The release *ruleset* takes the file for a session in *cwd*, were *root* its git root."""
    loader = Loader(cwd, root, ruleset, disk, startup.cap)
    try:
        loader.load_project()
    except HermesFails:
        return False
    return any(draft.path == path and draft.verdict in _READ for draft in loader.drafts)


def root_around(directory: Path, ruleset: Ruleset, disk: Disk) -> Path | None:
    """The git root of *directory*; ``None`` where there is none, or where it cannot be known."""
    try:
        return find_git_root(directory, ruleset, disk)
    except HermesFails:
        return None
