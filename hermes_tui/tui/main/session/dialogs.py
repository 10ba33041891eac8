"""What opens beside the session pane: the timeline, what would bring a file, where to write the session."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hermes_tui.core.prompt.startup import Startup, inspect_subagent
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.sessions.session import Session
from hermes_tui.tui.main.session.pane import SessionPane


def show_timeline(pane: SessionPane) -> None:
    """What the model was given when."""
    found = _together(pane)
    if found is None:
        return
    from hermes_tui.core.sessions.timeline import timeline
    from hermes_tui.tui.screens.timeline import TimelineScreen

    session, startup = found
    told, home = timeline(session, startup, _subagent(pane, session)), session.terms.home
    pane.app.push_screen(TimelineScreen(told, pane.keeper.entries, session.started_in, home))


def ask_what_brings(pane: SessionPane, path: Path) -> None:
    """Which call would bring a context file."""
    found = _together(pane)
    if found is None:
        return
    from hermes_tui.tui.dialogs.how_to_load import BringingJob

    session, startup = found
    BringingJob(pane.app, session, startup, _subagent(pane, session), path, pane.make)


def ask_where_to_write(pane: SessionPane) -> None:
    """Write the session to a file."""
    found = _together(pane)
    if found is None:
        return
    from hermes_tui.tui.dialogs.save_session import SaveDialog

    session, startup = found
    home = session.terms.home
    kept = (*(leg.started_in for leg in session.legs), *startup.chain[:1])

    def told(path: Path | None) -> None:
        if path is not None:
            pane.notify(f"Written: {shown_path(path, home)}", markup=False, timeout=6)

    pane.app.push_screen(SaveDialog(session, kept, session.working_dir, home), told)


def _subagent(pane: SessionPane, session: Session) -> Callable[[], Startup]:
    """What a subagent gets where the session began."""
    assert pane.inspection is not None  # noqa: S101
    return partial(inspect_subagent, pane.inspection.situation._replace(cwd=session.started_in))


def _together(pane: SessionPane) -> tuple[Session, Startup] | None:
    """The session and the start of it; says why not where there is none, or not yet."""
    session, inspection = pane.session, pane.inspection
    startup = inspection.startup if inspection else None
    if session is None or startup is None or startup.cwd != session.started_in:
        problem = inspection.problem if inspection else ""
        pane.notify(problem or "The session is still on its way there.", markup=False, timeout=3)
        return None
    return session, startup
