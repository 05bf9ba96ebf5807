"""A planned shutdown of this process, which is announced to its players."""

import asyncio
from collections.abc import Callable
from functools import partial
from logging import WARNING

from bgterm.catalog import _
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.messages import shutting_down_in
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
        self._lobby.ends_at = loop.time() + 60.0 * minutes + seconds
        self._timers.append(loop.call_at(self._lobby.ends_at, self._stop))

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
        self._lobby.ends_at = None
        return planned

    def _remind(self, minutes: int) -> None:
        self._lobby.announce(partial(shutting_down_in, minutes))


def cancelled() -> str:
    """Return the announcement that the shutdown is cancelled."""
    return _("The shutdown is cancelled: the server keeps running.")
