"""The autoplay of a replay: goes on by itself, at a pace that can be changed."""

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

PACES = (4.0, 2.0, 1.0, 0.5, 0.25)
"""The seconds between two plays, from slow to fast."""


class Autoplay:
    """Calls `go_on` again and again while it runs."""

    def __init__(self, screen: MessagePump, go_on: Callable[[], None]) -> None:
        """Take the screen whose timer it is."""
        self._screen, self._go_on = screen, go_on
        self._pace = PACES.index(1.0)
        self._timer: Timer | None = None

    @property
    def pace(self) -> float | None:
        """The seconds between two plays; None while it stands still."""
        return PACES[self._pace] if self._timer else None

    def start(self, faster: int = 0) -> None:
        """Start, or go on so many paces faster."""
        self.stop()
        self._pace = min(max(self._pace + faster, 0), len(PACES) - 1)
        self._timer = self._screen.set_interval(PACES[self._pace], self._go_on)

    def stop(self) -> None:
        """Stop."""
        if self._timer:
            self._timer.stop()
        self._timer = None
