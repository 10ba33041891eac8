"""Opens the editor: in the terminal while the screen waits, or in a window of its own beside it."""

import subprocess
from pathlib import Path
from threading import Thread

from textual.app import App, SuspendNotSupported

from hermes_tui.core.diagnosis.names import place_of
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.dialogs.editor import EditorDialog
from hermes_tui.tui.editors import Editor, NoEditorError, chosen_editor, installed_editors
from hermes_tui.tui.messages import Edited
from hermes_tui.tui.state import Inspection


def edit(app: App[int], inspection: Inspection, path: Path, start: int) -> None:
    """Open *path* at its character *start*; of a whole file at what blocks it.

    The application hears :class:`Edited` when an editor in the terminal has ended.
    """
    startup = inspection.startup
    root = (startup.git_root if startup is not None else None) or inspection.options.directory
    file = inspection.file(path)
    if not start and file is not None and file.threats:
        start = file.threats[0].start
    line, column = place_of(Disk().read(path).to_look_at, start)

    def begin(editor: Editor | None) -> None:
        if editor is not None:
            _run(app, editor, editor.at(path, line, column))

    try:
        editor = chosen_editor(root)
    except NoEditorError as error:
        _warn(app, str(error))
        return
    if editor is not None:
        begin(editor)
    elif offered := tuple(installed_editors(root)):
        app.push_screen(EditorDialog(offered), begin)
    else:
        _warn(app, "No editor is known here: set EDITOR to yours, such as EDITOR=nano.")


def _run(app: App[int], editor: Editor, command: tuple[str, ...]) -> None:
    try:
        if editor.is_graphical:
            nobody = subprocess.DEVNULL
            process = subprocess.Popen(  # noqa: S603 -- what the person chose, and no shell
                command, stdin=nobody, stdout=nobody, stderr=nobody, start_new_session=True
            )
            Thread(target=process.wait, name="the editor's end", daemon=True).start()
            app.notify(f"Opened in {safe(editor.name)}.", markup=False, timeout=3)
            return
        with app.suspend():
            subprocess.run(command, check=False)  # noqa: S603 -- the same
    except SuspendNotSupported:
        _warn(app, "No editor can be opened here: the screen has no terminal to lend.")
    except (OSError, ValueError) as error:
        _warn(app, f"{editor.name} cannot be started: {error}")
    else:
        app.post_message(Edited())


def _warn(app: App[int], sentence: str) -> None:
    app.notify(safe(sentence), markup=False, severity="warning", timeout=4)
