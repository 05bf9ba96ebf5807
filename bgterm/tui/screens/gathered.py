"""The news of others as a session hears them: many changes are drawn together."""

from collections.abc import Callable, Set
from dataclasses import dataclass
from math import inf
from random import random
from time import monotonic

from textual.message import Message

from bgterm.lobby.notifications import DraftChanged, Notification, Refreshed
from bgterm.tui.screens.base import BaseScreen

SOONEST = 0.25
"""Seconds between two pictures of what others change, at least ..."""
_PICTURES_A_SECOND = 50.0
"""... and more where so many sessions hear of it that all of them would draw more pictures than this."""

Changes = Set[type[Notification]]
"""The kinds of changes that are not drawn yet."""


@dataclass
class Heard(Message):
    """Something happened in the lobby or around a table; another session may have made it happen."""

    notification: Notification


class GatheredNews:
    """The news for one screen. Changes are drawn at once after a pause, and then together."""

    def __init__(self, screen: BaseScreen, draw: Callable[[Changes], None], audience: Callable[[], int]) -> None:
        """Take the screen, which is posted `Heard`; `draw` shows changes, `audience` counts the hearers."""
        self._screen, self._draw, self._audience = screen, draw, audience
        self._pending = set[type[Notification]]()
        self._drawn_at = -inf

    def listen(self, notification: Notification) -> None:
        """Hear what another session may have made happen: only a message may go from one to another.

        However many changes there are, one message is on its way.
        """
        kind, waits = type(notification), bool(self._pending)
        if kind in (Refreshed, DraftChanged):
            self._pending.add(kind)
        if not waits or kind not in self._pending:
            self._screen.post_message(Heard(notification))

    def gather(self) -> None:
        """Draw the changes when it is time; sessions that all hear of one do not draw it in the same moment."""
        every = max(SOONEST, self._audience() / _PICTURES_A_SECOND)
        wait = max(self._drawn_at + every - monotonic(), random() * (every - SOONEST))  # noqa: S311
        if wait > 0:
            self._screen.set_timer(wait, self.draw)
        else:
            self.draw()

    def draw(self) -> None:
        """Draw all changes now."""
        changes, self._pending = self._pending, set()
        self._drawn_at = monotonic()
        self._draw(changes)
