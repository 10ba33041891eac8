"""Which ways out work: each is tried on a view of the disk before it is offered.

A way that does not bring the rule is never offered alone: what stops the rule afterwards is asked for, with
its own ways, until the rule is there. What else changes by it is said besides.
"""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from hermes_tui.core.diagnosis.actions import (
    Action,
    Place,
    Remove,
    Rename,
    SetCap,
    Shorten,
    StartIn,
    UseRelease,
    carried_out,
)
from hermes_tui.core.diagnosis.model import Remedy, State
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.reach import Reached, reach_of
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.public_text import Public, public

_MOST_STEPS = 4
"""Steps of a plan: somebody who needs more has to look again in between."""
_MOST_WAYS = 6
"""Ways that are tried for one obstacle."""
_BRANCHES = 2
"""Ways that a plan goes on from."""

WaysOut = Callable[[Startup, Place], tuple[Way, ...]]
"""What somebody could do about the first obstacle of a place."""
Starts = dict[tuple[Action, ...], Startup]
"""Starts after what is done to many files at once, for those who ask about one of them after the other."""


class Trial:
    """Tries ways for one place in one situation."""

    def __init__(
        self,
        startup: Startup,
        place: Place,
        names: Names,
        ways_out: WaysOut,
        wanted: Collection[State],
        known: Starts,
    ) -> None:
        """Begin with the start as it is.

        Args:
            startup: the start as it is.
            place: what is to reach the model.
            names: how paths are shown.
            ways_out: asked for what stops the place afterwards.
            wanted: how the place may reach the model.
            known: starts that were tried for other places of *startup*; what is tried here is added.
        """
        self._startup = startup
        self._place = place
        self._names = names
        self._ways_out = ways_out
        self._wanted = wanted
        self._known = known

    def remedies(self, ways: tuple[Way, ...]) -> tuple[Remedy, ...]:
        """Those of *ways* that bring the rule; where none does alone, the first plan that does.

        Ways that cannot be tried from here are kept as they are.
        """
        ways = ways[:_MOST_WAYS]
        now = self._startup.situation
        alone = {way: self._after((way,), now, self._place) for way in ways if way.actions}
        working = [way for way, remedy in alone.items() if remedy is not None]
        plan: Remedy | None = None
        if all(map(_only_removes, working)):  # somebody wrote what would be removed: another way first
            others = (way for way in alone if way not in working and not _is_for_many(way))
            plans = (self._plan((way,), now, self._place) for way in others)
            plan = next((plan for plan in plans if plan is not None), None)
        kept = (alone[way] if way.actions else _untried(way) for way in ways)
        return tuple(remedy for remedy in (plan, *kept) if remedy is not None)

    def _after(self, steps: tuple[Way, ...], situation: Situation, place: Place) -> Remedy | None:
        """The last of *steps*, carried out; ``None`` where it does not bring the rule."""
        startup, place = self._start_after(steps[-1].actions, situation, place)
        reached = reach_of(place, startup)
        if reached.state not in self._wanted:
            return None
        effects = dict.fromkeys(self._effects(startup, steps, place, reached))
        return Remedy(steps, reached.state, reached.call, tuple(effects))

    def _start_after(
        self, actions: tuple[Action, ...], situation: Situation, place: Place
    ) -> tuple[Startup, Place]:
        is_for_all = place.span is None and all(isinstance(action, Shorten | SetCap) for action in actions)
        if not is_for_all or situation is not self._startup.situation:
            situation, place = carried_out(actions, situation, place)
            return inspect(situation), place
        if actions not in self._known:
            self._known[actions] = inspect(carried_out(actions, situation, place)[0])
        return self._known[actions], place

    def _plan(self, steps: tuple[Way, ...], situation: Situation, place: Place) -> Remedy | None:
        """The last of *steps* does not bring the rule: what is to be done besides."""
        before = situation, place
        situation, place = carried_out(steps[-1].actions, situation, place)
        if (situation, place) == before:  # it cannot be done
            return None
        further = [way for way in self._ways_out(inspect(situation), place) if way.actions][:_MOST_WAYS]
        for way in further:
            remedy = self._after((*steps, way), situation, place)
            if remedy is not None:
                return remedy
        if len(steps) + 1 < _MOST_STEPS:
            for way in further[:_BRANCHES]:
                remedy = self._plan((*steps, way), situation, place)
                if remedy is not None:
                    return remedy
        return None

    def _effects(
        self, after: Startup, steps: tuple[Way, ...], place: Place, reached: Reached
    ) -> Iterator[Public]:
        """Files that were sent whole and are not any more, and the asked one, where it is sent but cut."""
        if reached.is_cut and not reach_of(place, self._startup).is_cut:
            yield self._would_be(place.path, Verdict.TRUNCATED)
        actions = [action for step in steps for action in step.actions]
        if any(isinstance(action, StartIn | UseRelease) for action in actions):
            return  # another session: all of it is another
        known = {file.path: file.verdict for file in after.files}
        meant = {path for action in actions for path in _changed(action)}
        for file in self._startup.files:
            if file.verdict is not Verdict.LOADED or file.path in meant or file.kind is FileKind.SOUL:
                continue
            verdict = known.get(file.path, Verdict.OUT_OF_REACH)
            if verdict not in (Verdict.LOADED, Verdict.DUPLICATE):
                yield self._would_be(file.path, verdict)

    def _would_be(self, path: Path, verdict: Verdict) -> Public:
        return public("{} would be {}", self._names.show(path), verdict.word)


def _only_removes(way: Way) -> bool:
    return all(isinstance(action, Remove) for action in way.actions)


def _is_for_many(way: Way) -> bool:
    """It changes many files at once: where that does not bring the rule, no plan should begin with it."""
    return any(isinstance(action, Shorten) and len(action.paths) > 1 for action in way.actions)


def _untried(way: Way) -> Remedy:
    return Remedy((way,), State.NOT_SENT, is_tried=False)


def _changed(action: Action) -> tuple[Path, ...]:
    """Files that somebody takes away or moves on purpose."""
    match action:
        case Remove(paths):
            return paths
        case Rename(path):
            return (path,)
        case _:
            return ()
