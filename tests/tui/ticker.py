"""A timer that goes off when a test says so."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.widget import Widget


class Ticker:
    """A replacement for the one timer that a widget sets for itself."""

    def __init__(self) -> None:
        self.running, self.pace = False, 0.0
        self.tick: Callable[[], None]
        """The function that the timer calls when its time has come."""

    def start(self, pace: float, tick: Callable[[], None]) -> "Ticker":
        self.running, self.pace, self.tick = True, pace, tick
        return self

    def stop(self) -> None:
        self.running = False


def ticker_of(kind: type[Widget], monkeypatch: pytest.MonkeyPatch) -> Ticker:
    """Replace the timer of the widgets of a class from now on, and return the replacement."""
    ticker, real = Ticker(), kind.set_interval

    def set_interval(widget: Widget, pace: float, tick: Callable[[], None], **named: Any) -> object:
        return real(widget, pace, tick, **named) if named else ticker.start(pace, tick)  # Textual names its own

    monkeypatch.setattr(kind, "set_interval", set_interval)
    return ticker
