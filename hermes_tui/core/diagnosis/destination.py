"""Where rules of a directory off the chain belong, and whether a hint would come from there."""

from pathlib import Path

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.model import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import Outcome
from hermes_tui.core.prompt.context_file import Next, Verdict
from hermes_tui.core.prompt.placement import Belonging, belonging, belonging_below, into, writing
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.surveys.survey import Judge
from hermes_tui.core.text.public_text import NOTHING, Public, file_name, public, public_list, public_sentence


def belonging_as_hint(directory: Path, name: str, startup: Startup, judge: Judge, disk: Disk) -> Belonging:
    """The file that a hint brings of *directory*; a new one is called *name*."""
    found = belonging_below(directory, name, startup.ruleset, disk)
    hint = judge.judge(found.path, None).file if found.is_there else None
    return found if hint is None else into(hint)


def out_of_reach(target: Belonging, startup: Startup, judge: Judge) -> Next | None:
    """Why no hint comes from where *target* is; ``None`` where one may, or where none is needed."""
    if target.path.parent in startup.chain:
        return None
    visit = judge.judge(target.path, None).visit
    why = NOTHING
    if judge.at_home is not None:
        why = common_obstacles.hints_off(judge.at_home).public_culprit
    elif visit is not None and visit.outcome is Outcome.OUTSIDE:
        why = common_obstacles.OUTSIDE
    elif visit is not None and visit.outcome is Outcome.EXCLUDED:
        why = common_obstacles.in_excluded_directory(file_name(Path(visit.excluded_by)), "").public_culprit
    return Next(Verdict.OUT_OF_REACH, why, why) if why else None


def out_of_excluded(path: Path, startup: Startup, names: Names, judge: Judge, disk: Disk) -> Public:
    """What to do with *path*: a directory whose name hints leave out, or a file below one."""
    cwd, rules = startup.cwd, startup.ruleset
    steps = [step for step in (*reversed(path.parents), path) if startup.chain[0] in step.parents]
    excluded = [step for step in steps if step.name in rules.hints.excluded and step not in startup.chain]
    directory = excluded[0].parent if excluded else cwd
    if directory in startup.chain:
        target = belonging(directory, cwd, startup.files, rules, disk)
    else:
        target = belonging_as_hint(directory, "AGENTS.md", startup, judge, disk)
    write = writing(target, names.show(target.path))
    if not excluded or cwd not in excluded[0].parents:  # under another name it would lie outside
        return public_sentence(write)
    others = public_list([names.directory(step) for step in excluded])
    return public_sentence(public("{}, or rename {}", write, others))
