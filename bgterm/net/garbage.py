"""The garbage collection of the server: young objects often, all objects only when nobody is playing.

The memory of a session is freed by taking its app apart (`bgterm.net.app`). The little that remains is in
reference cycles of old objects. A full collection visits all objects: with a hundred players it takes half a
second, during which the server stands still.
"""

import gc
from collections.abc import Callable
from time import thread_time

_YOUNG = (2_000, 50, 1_000_000_000)
"""The thresholds of Python's own collections, which exclude the oldest generation."""
_PATIENCE = 20.0
"""The pause without a key that a collection needs, in multiples of the time that the last one took."""
_GUESS = 0.1
"""The assumed seconds of the first collection."""
_FEW, _MOST = 10, 200
"""The numbers of ended sessions that justify a full collection in a pause, and one at any moment."""
_RARELY = 600.0
"""Seconds after which a full collection in a pause is justified even if few sessions have ended."""


class GarbageCollector:
    """The policy of a server process: when to make a full garbage collection."""

    def __init__(
        self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = thread_time
    ) -> None:
        """Begin; `clock` returns the processor time of this thread in seconds."""
        self._collect, self._clock = collect, clock
        self._cost = _GUESS
        """Seconds that the last collection took."""
        self._ended, self._when = 0, 0.0
        """The number of ended sessions at the last collection, and its moment in seconds."""

    @staticmethod
    def install() -> None:
        """Exclude all present objects from all collections, and make Python itself collect only young ones."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)

    def sweep(self, now: float, quiet: float, ended: int) -> None:
        """Make a full collection if it is worth the time and delays nobody, or after very many ended sessions.

        `now` is a moment and `quiet` the time since any player's last key, in seconds; `ended` is the number of
        sessions that have ended since the start.
        """
        since = ended - self._ended
        is_worth_it = since >= _FEW or now - self._when >= _RARELY
        if since >= _MOST or (is_worth_it and quiet >= _PATIENCE * self._cost):
            start = self._clock()
            self._collect()
            self._cost = self._clock() - start
            self._ended, self._when = ended, now
