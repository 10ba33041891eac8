"""Commands of Hermes that are no event of a session: what they do to its prompt and its tracker, if anything.

Source: the registry of commands of each release and the code behind it, read in 0.19.0 and 0.22.2
(``sessions.md`` 3); names of all releases.
"""

from hermes_tui.core.releases.lookup import Ruleset

_NAMES = """
agents approvals approve background battery bg blueprint branch browser btw bundles busy
codex-runtime commands config context copy credits cron curator debug deny diff egress exit export
fast focus footer gateway goal gquota handoff hatch heartbeat help history hooks image import
indicator init insights journey kanban learn login loop memory moa model mouse palette paste pause
personality pet plan platform platforms plugins profile prompt queue quit redraw refine reload
reload-mcp reload-skills retry review rollback save sessions sethome skills skin snapshot start
status statusbar steer stop subgoal subscription suggestions tasks timestamps title tools toolsets
topic topup undo update usage verbose version voice wake whoami worktree yolo
"""
NAMES = frozenset(f"/{name}" for name in _NAMES.split())
"""As they are typed."""

_BESIDE = ("/background", "/bg", "/btw", "/review")
_BACK = ("/undo", "/retry", "/rollback")


def builds_prompt(name: str, ruleset: Ruleset) -> bool:
    """After that command the context files of the prompt are those of now."""
    return name == "/model" and ruleset.checks_stored_model


def what_it_does(name: str, ruleset: Ruleset) -> str:
    """What a session has of the command, in a sentence."""
    if name == "/model":
        if not ruleset.checks_stored_model:
            return "The prompt stays as it is stored, and the tracker goes on; a messenger lets go: /evict."
        return (
            "For another model the prompt is built anew, from the files of now and with the cap of its "
            "window; the tracker goes on, so no hint is sent again. A messenger lets go of its agent: /evict."
        )
    if name == "/worktree":
        return (
            "/worktree new takes the tools to the work tree; prompt and tracker of this session stay: "
            "relative paths count from the old directory. cd DIRECTORY tells of a session that starts there."
        )
    if name == "/init":
        return "It writes an AGENTS.md; this session keeps the prompt that it has."
    if name in _BESIDE:
        return "It runs beside this session, with an agent of its own: nothing changes here."
    if name in _BACK:
        return (
            "Messages are taken back, and hints with them; the tracker goes on, so none of them comes again."
        )
    return "Nothing changes here: neither the context files in the prompt nor what the tracker remembers."
