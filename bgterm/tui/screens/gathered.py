"""Notifications from other sessions, batched so that many changes are drawn together."""

from collections.abc import Callable, Set
from dataclasses import dataclass
from math import inf
from random import random
from time import monotonic

from textual.message import Message

from bgterm.lobby.notifications import DraftChanged, Notification, Refreshed
from bgterm.tui.screens.base import BaseScreen

SOONEST = 0.25
"""The fewest seconds between two pictures of changes by others."""
_PICTURES_A_SECOND = 50.0
"""The most pictures a second for all sessions together, so that the interval grows with their number."""

Changes = Set[type[Notification]]
"""The kinds of changes not drawn yet."""


@dataclass
class Heard(Message):
    """A message from `GatheredNotifications` to its own screen: another session changed the lobby or a table."""

    notification: Notification


class GatheredNotifications:
    """The notifications for one screen, batched: the first after a pause is drawn at once, later ones together."""

    def __init__(self, screen: BaseScreen, draw: Callable[[Changes], None], audience: Callable[[], int]) -> None:
        """Gather notifications for a screen, to which `Heard` is posted; `draw` draws the kinds of changes.

        `audience` returns the number of sessions that get the same changes: with many, they are drawn less often.
        """
        self._screen, self._draw, self._audience = screen, draw, audience
        self._pending = set[type[Notification]]()
        self._drawn_at = -inf

    def listen(self, notification: Notification) -> None:
        """Receive a notification, perhaps in another session's context, and post it to the screen as `Heard`.

        Notifications that only ask for drawing are not posted while one of them is waiting to be drawn.
        """
        kind, waits = type(notification), bool(self._pending)
        if kind in (Refreshed, DraftChanged):
            self._pending.add(kind)
        if not waits or kind not in self._pending:
            self._screen.post_message(Heard(notification))

    def gather(self) -> None:
        """Draw the gathered changes now or, if the last drawing was too recent, by a timer.

        With many sessions the timers differ at random, so that they do not all draw at one moment.
        """
        every = max(SOONEST, self._audience() / _PICTURES_A_SECOND)
        wait = max(self._drawn_at + every - monotonic(), random() * (every - SOONEST))  # noqa: S311
        if wait > 0:
            self._screen.set_timer(wait, self.draw)
        else:
            self.draw()

    def draw(self) -> None:
        """Draw all gathered changes now, and begin to gather again."""
        changes, self._pending = self._pending, set()
        self._drawn_at = monotonic()
        self._draw(changes)
