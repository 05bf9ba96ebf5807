"""When the server collects garbage: young objects often, everything only when nobody is playing.

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
"""The time without a key that is needed for a collection, in multiples of what the last one took."""
_GUESS = 0.1
"""Seconds that the first collection may take."""
_FEW, _MOST = 10, 200
"""The ended sessions that make a full collection worth it, and those that make it due at once."""
_RARELY = 600.0
"""Seconds after which a full collection is worth it though few sessions have ended."""


class GarbageCollector:
    """Decides when to make a full collection."""

    def __init__(
        self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = thread_time
    ) -> None:
        """Start; `clock` returns the processor time of this thread in seconds."""
        self._collect, self._clock = collect, clock
        self._cost = _GUESS
        """Seconds that the last collection took."""
        self._ended, self._when = 0, 0.0
        """The sessions that had ended by then, and when it was."""

    @staticmethod
    def install() -> None:
        """Exclude all present objects from collections, and make Python collect only young ones."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)

    def sweep(self, now: float, quiet: float, ended: int) -> None:
        """Make a full collection if it is worth it and delays nobody.

        `quiet` is how many seconds ago the last key was pressed, `ended` how many sessions have ended in all.
        """
        since = ended - self._ended
        is_worth_it = since >= _FEW or now - self._when >= _RARELY
        if since >= _MOST or (is_worth_it and quiet >= _PATIENCE * self._cost):
            start = self._clock()
            self._collect()
            self._cost = self._clock() - start
            self._ended, self._when = ended, now
