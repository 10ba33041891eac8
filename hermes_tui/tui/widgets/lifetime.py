"""What lasts: nothing that is not there yet, or no more, is asked.

Keys come faster than screens. Textual gives a widget no children once the application is told to end, or
once it is being removed; its handlers would ask for them all the same. So nothing is taken down half built,
and no key goes ahead of what the key before it opens (:class:`LastingApp`); what was to follow a refresh is
dropped with its widget (:class:`Lasting`); a screen is left once (:class:`Page`, :class:`Dialog`).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.widget import AwaitMount, Widget

Result = TypeVar("Result")

# Mixed in as plain classes: Textual looks for a widget's style sheet in its first base that is a widget.
if TYPE_CHECKING:
    _Widget = Widget
    _Screen = Screen[Any]
else:
    _Widget = _Screen = object


class Lasting(_Widget):
    """What makes a widget one that is not asked after its end; stands before the widget's own base."""

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """As Textual's, but dropped if this widget has gone before the refresh."""
        return super().call_after_refresh(self._if_it_runs, partial(callback, *args, **kwargs))

    def _if_it_runs(self, callback: Callable[[], Any]) -> Any:
        return callback() if self.is_running else None


class _Leavable(Lasting, _Screen):
    """What makes a screen one that is left once, and hears no more news from then on."""

    _is_left = False

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """As Textual's; the second time nothing. What lies over it goes with it."""
        if self._is_left or self not in self.app.screen_stack:
            return AwaitComplete()
        self._is_left = True
        if self.is_active and self.is_mounted:
            return self._take_down(result)
        self.app.call_later(self._leave_from_below, result)
        return AwaitComplete()

    async def _leave_from_below(self, result: Any) -> None:
        """Close what lies over it, once that stands, then this."""
        while self in self.app.screen_stack:
            top = self.app.screen
            await standing((top,))
            if top is not self.app.screen:
                continue
            if top is self:
                self._take_down(result)
            elif isinstance(top, _Leavable):
                top._is_left = True
                top._take_down(None)
            else:
                return

    def _take_down(self, result: Any) -> AwaitComplete:
        """On top and whole: leave, and leave what it does beside."""
        for widget in self.walk_children(Widget, with_self=True):
            self.workers.cancel_node(widget)
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """What bubbles is news of somebody: keys, choices, answers. A screen that was left wants none."""
        if not (self._is_left and message.bubble):
            await super()._on_message(message)


class Page(_Leavable, Screen[Result]):
    """A whole screen."""


class Dialog(_Leavable, ModalScreen[Result]):
    """A screen over another."""


class Palette(_Leavable, CommandPalette):
    """Textual's palette, left as our screens are: its search asks for the list that it had."""

    def _action_command_list(self, action: str) -> None:
        """As Textual's, but no page of a list that has no room."""
        if self.query_one(CommandList).scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)


_NOTHING = events.Event()
"""Stands for something that is still in hand, before there was any."""


class LastingApp(App[Result]):
    """An application that takes down nothing half built."""

    is_leaving = False
    """It was told to end: nothing is opened any more."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead: deque[events.Event] = deque()
        self._in_hand: events.Event | None = None
        self._handing: asyncio.Task[None] | None = None

    async def on_event(self, event: events.Event) -> None:
        """What is typed ahead waits for what was typed before it, and for the screen that it is for."""
        is_typed = isinstance(event, events.Key | events.Paste) and not event.is_forwarded
        if is_typed and self._in_hand is not None and not self._goes_with_it(event):
            self._ahead.append(event)
            return
        if isinstance(event, events.InputEvent | events.Paste):
            await standing(self.screen_stack[-1:])
            if self.is_leaving:
                return
        receiver = (self.focused or self.screen) if is_typed else None
        await super().on_event(event)
        if receiver is None or self._in_hand not in (None, event):
            return
        self._in_hand = event
        if _is_text(event, receiver):
            self._hand_next()
        else:
            self._handing = asyncio.create_task(self._hand_next_after(receiver))

    def hold_typed(self) -> None:
        """What is typed from now on waits until :meth:`let_typed_through`."""
        self._in_hand = _NOTHING

    def let_typed_through(self) -> None:
        """What was held goes where it belongs now."""
        if self._in_hand is _NOTHING:
            self._hand_next()

    def _goes_with_it(self, event: events.Event) -> bool:
        """It is what has just been let through, or the same key again: an arrow that is held down."""
        known = self._in_hand
        if isinstance(event, events.Key) and isinstance(known, events.Key) and not self._ahead:
            return event is known or (event.key == known.key and not event.is_printable)
        return event is known

    async def _hand_next_after(self, receiver: Widget) -> None:
        """Once *receiver*, all around it and the application had what was typed: the next of it."""
        for pump in (*receiver.ancestors_with_self, self):  # itself twice: what a key called for comes later
            await _until_heard(pump)
        self._hand_next()

    def _hand_next(self) -> None:
        self._in_hand = self._ahead.popleft() if self._ahead else None
        if self._in_hand is not None:
            self.post_message(self._in_hand)

    def push_screen(self, *arguments: Any, **options: Any) -> Any:
        """As Textual's; nothing once the application was told to end."""
        if self.is_leaving:
            return AwaitMount(self.screen, [])
        return super().push_screen(*arguments, **options)

    def exit(
        self, result: Result | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End, as soon as what is being built stands. The first word counts."""
        if self.is_leaving:
            return
        self.is_leaving = True
        if not self.is_running:  # nothing is built yet
            super().exit(result, return_code, message)
            return
        self.call_later(self._exit_whole, result, return_code, message)

    async def _exit_whole(self, result: Result | None, code: int, message: RenderableType | None) -> None:
        await standing(self.screen_stack)
        super().exit(result, code, message)

    async def _shutdown(self) -> None:
        self.is_leaving = True
        if self.is_running:  # not told to end: a test that goes away
            await standing(self.screen_stack)
        await super()._shutdown()

    def action_command_palette(self) -> None:
        """The commands, to be found by name."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))


def _is_text(event: events.Event, receiver: Widget) -> bool:
    """It only adds to a line: nothing is opened by it."""
    if isinstance(event, events.Key):
        return receiver.check_consume_key(event.key, event.character)
    return True


async def _until_heard(pump: MessagePump) -> None:
    """Wait until *pump* had all that was sent to it before, or has ended."""
    heard = asyncio.Event()
    pump.call_later(heard.set)
    while not heard.is_set() and pump.is_running:
        with suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 0.1)


async def standing(screens: Iterable[Screen[Any]]) -> None:
    """Wait until each of *screens* is built with everything in it."""
    for screen in screens:
        while absent := [
            widget for widget in screen.walk_children(Widget, with_self=True) if not widget.is_mounted
        ]:
            await AwaitMount(screen, absent)
