"""What has changed on disk since a call was made."""

from collections.abc import Iterator

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, NameResult


def changes_since(trace: CallTrace, disk: Disk) -> tuple[str, ...]:
    """What has changed on disk since the call, a sentence a file; may hold foreign text.

    The call keeps its result all the same: the model has read it.
    """
    return tuple(_changes_since(trace, disk))


def _changes_since(trace: CallTrace, disk: Disk) -> Iterator[str]:
    for visit in trace.visits:
        file = visit.file
        for tried in visit.names:
            path = visit.directory / tried.name
            if tried.result is NameResult.ABSENT and disk.is_file(path):
                yield f"{_beside(visit.shown, tried.name)} was added since."
        if file is None:
            continue
        name = _beside(visit.shown, file.path.name)
        if not disk.exists(file.path):
            yield f"{name} is gone since."
        elif disk.read(file.path).text != file.content.text:
            yield f"{name} has changed since."


def _beside(directory: str, name: str) -> str:
    return name if directory == "." else f"{directory}/{name}"
