"""A planned shutdown of this process, which is announced to its players."""

import asyncio
from collections.abc import Callable
from functools import partial
from logging import WARNING
from math import ceil

from bgterm.catalog import _, ngettext
from bgterm.lobby.lobby import Lobby
from bgterm.storage.log import log

LONGEST_NOTICE = 24 * 60
"""The most minutes ahead for which a shutdown can be planned."""
_REMINDERS = (30, 15, 5, 1)
"""The minutes before a shutdown at which it is announced again."""


class PlannedShutdown:
    """The shutdown that is planned, if one is."""

    def __init__(self, lobby: Lobby, stop: Callable[[], None]) -> None:
        """Announce it in the lobby, also to players who come later; `stop` ends the server."""
        self._lobby, self._stop = lobby, stop
        self._timers: list[asyncio.TimerHandle] = []
        self._ends_at = 0.0
        """When it is due, by the clock of the event loop."""
        lobby.standing = self._announcement

    def plan(self, minutes: int, seconds: float = 0.0) -> None:
        """Announce the end of this process, and end it in so many minutes and seconds."""
        self._clear()
        loop = asyncio.get_running_loop()
        log("shutdown planned", WARNING, minutes=minutes)
        if minutes:
            self._remind(minutes)
            for left in _REMINDERS:
                if left < minutes:
                    self._timers.append(loop.call_later(60.0 * (minutes - left), self._remind, left))
        self._ends_at = loop.time() + 60.0 * minutes + seconds
        self._timers.append(loop.call_at(self._ends_at, self._stop))

    def cancel(self) -> bool:
        """Cancel it, and announce that; return whether it was planned."""
        planned = self._clear()
        if planned:
            log("shutdown cancelled")
            self._lobby.announce(cancelled)
        return planned

    def _clear(self) -> bool:
        """Cancel the timers; return whether there were any."""
        planned = bool(self._timers)
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        return planned

    def _remind(self, minutes: int) -> None:
        self._lobby.announce(partial(_shutting_down_in, minutes))

    def _announcement(self) -> str:
        """Return the announcement of the shutdown; empty when none is planned."""
        if not self._timers:
            return ""
        left = self._ends_at - asyncio.get_running_loop().time()
        return _shutting_down_in(max(ceil(left / 60.0), 1))


def cancelled() -> str:
    """Return the announcement that the shutdown is cancelled."""
    return _("The shutdown is cancelled: the server keeps running.")


def _shutting_down_in(minutes: int) -> str:
    return ngettext(
        "The server shuts down in {count} minute. Every match is kept.",
        "The server shuts down in {count} minutes. Every match is kept.",
        minutes,
    )
