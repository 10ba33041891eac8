"""How the commands print an answer, and what they write into files that somebody names."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import as_typed

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.model import Remark
    from hermes_tui.core.diagnosis.patch import Remediable
    from hermes_tui.core.prompt.startup import Startup

HERMES_FAILS = 1
"""Exit status where this Hermes release would not get as far as a prompt."""


def say(lines: Iterable[str]) -> None:
    """Print harmless *lines*: at a terminal broken between words and with colours, elsewhere as they are."""
    if not sys.stdout.isatty():
        for line in lines:
            print(line)
        return
    from hermes_tui.commands.on_terminal import columns, has_colours, laid_out

    width, with_colours = columns(sys.stdout.fileno()), has_colours()
    for line in lines:
        for part in line.split("\n"):
            for piece in laid_out(part, width, with_colours=with_colours):
                print(piece)


def note_lines(*notes: str) -> Iterator[str]:
    """What could not be read, for a reader; the same once."""
    if not notes:  # and nothing to import for it
        return
    from hermes_tui.core.text.terminal_safe import safe

    yield from (f"Note: {safe(note)}" for note in dict.fromkeys(notes))


def complain(*notes: str) -> None:
    """The same beside an answer that must stay as it is."""
    for line in note_lines(*notes):
        print(f"hermes-tui: {line}", file=sys.stderr)


def print_json(answer: object) -> None:
    """ASCII only: names and reasons may hold what a terminal would act on."""
    import json

    for piece in json.JSONEncoder(indent=2).iterencode(answer):  # as one text it would be most of the memory
        print(piece, end="")
    print()


def json_text(answer: object) -> str:
    """The same as one text."""
    import json

    return json.dumps(answer, indent=2)


def write_output(path: str, text: str) -> None:
    """Write *text* into the file that somebody named; ``-`` would be a file of that name.

    Raises:
        SettingsError: it cannot be written.
    """
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"{as_typed(path)} cannot be written: {reason}") from None


def print_startup(situation: Situation, *, as_json: bool) -> int:
    """Every file with its verdict, at the start and by hints; returns the exit status."""
    from hermes_tui.core.prompt.startup import inspect
    from hermes_tui.core.reports.hints import list_hints, listing_json, listing_text
    from hermes_tui.core.reports.startup import note_text, startup_json, startup_text

    startup = inspect(situation)
    settings, disk = startup.settings, startup.disk
    hints = list_hints(startup)
    off = None
    if "HERMES_IGNORE_RULES" in os.environ:
        from hermes_tui.core.diagnosis.environment import switched_off

        off = switched_off(settings.ruleset, os.environ)
    spellings = tuple(_spelling_notes(startup, disk))
    if as_json:
        answer = startup_json(startup)
        answer["notes"].extend(spellings)
        answer |= {"switched_off": off.text if off is not None else None, "hints": listing_json(hints)}
        print_json(answer)
    else:
        if off is not None:
            say((f"{off_line(off)} Without that:", ""))
        lines = (*startup_text(startup), *listing_text(hints, disk), "", *note_text(startup), *spellings)
        say(lines)
    return HERMES_FAILS if startup.failure else 0


def _spelling_notes(startup: "Startup", disk: Disk) -> Iterator[str]:
    """What is sent from here only because this disk ignores case, a line each."""
    from hermes_tui.core.diagnosis.model import advice, untried
    from hermes_tui.core.diagnosis.other_spellings import found_here_only
    from hermes_tui.core.text.terminal_safe import safe

    for file in startup.sent:
        here = found_here_only(file.path, startup.ruleset, disk) if file.path != startup.soul_path else None
        if here is not None:
            yield safe(f"{file.label}: {here.cause}. {advice(untried(here.ways), here.note)}")


def off_line(remark: "Remark") -> str:
    """That rules are switched off, before anything that holds only where they are not."""
    from hermes_tui.core.text.terminal_safe import safe

    return safe(f"✗ {remark.text} → {remark.remedy}")


def print_patch(told: "Iterable[Remediable]", root: Path, disk: Disk) -> None:
    """What brings them as one patch for ``git apply`` in *root*; what it leaves out goes beside."""
    from hermes_tui.core.diagnosis.patch import patch_of

    patch, left_out = patch_of(told, root, disk)
    sys.stdout.flush()
    sys.stdout.buffer.write(patch.encode("utf-8", "surrogateescape"))
    complain(*(f"not in the patch: {why}" for why in left_out))
    if not patch:
        complain("there is nothing that a patch could do")
