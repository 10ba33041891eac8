"""Files that Hermes finds only because this disk ignores case.

On Linux, where case counts, a colleague's clone or a build has the file under a name that nothing asks for.
"""

from pathlib import Path

from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.discovery import owner
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.surveys.walk import known_names
from hermes_tui.core.text.public_text import path_words, public


def found_here_only(path: Path, ruleset: Ruleset, disk: Disk) -> Obstacle | None:
    """What is said of *path*, as Hermes asks for it, where its directory lists it under another name.

    ``None`` where that name is one that Hermes asks for as well.
    """
    if path.suffix != ".mdc" and disk.listed(path) == path.name:  # nearly always
        return None
    top = owner(path, ruleset)
    asked = path.relative_to(top)
    steps = reversed((path, *(parent for parent in path.parents if top in parent.parents)))
    listed = Path(*(disk.listed(step) for step in steps))
    if listed == asked or str(listed) in (*known_names(ruleset), *ruleset.hints.names):
        return None
    return Obstacle(
        "HT027",
        f"its name on disk is {listed}: Hermes finds it because this disk ignores case, and not on Linux",
        (Way(public("rename it to {}, in a git repository with git mv", path_words(asked))),),
    )
