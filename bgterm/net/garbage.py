"""When the server collects garbage: often that of young objects, and all of it only when nobody is playing.

The memory of a session that ends is freed by taking its app apart (`bgterm.net.app`). The little that is left
refers to itself and has grown old. To find it Python looks through all objects there are: where a hundred people
play this takes half a second, and the server stands still meanwhile.
"""

import gc
from collections.abc import Callable
from time import thread_time

_YOUNG = (10_000, 10, 1_000_000_000)
"""The thresholds of Python's own collections, by which it never looks through the oldest objects."""
_PATIENCE = 20.0
"""How many times as long as the last collection took nobody must have pressed a key before the next one."""
_FEW, _MOST = 10, 200
"""The sessions that must have ended before everything is collected, and those after which nobody is waited for."""
_RARELY = 600.0
"""Seconds after which everything is collected though few sessions have ended: screens have."""


class GarbageCollector:
    """Decides when all garbage is collected."""

    def __init__(
        self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = thread_time
    ) -> None:
        """Expect nothing yet; `clock` returns the processor time of this thread in seconds."""
        self._collect, self._clock = collect, clock
        self._cost = 0.0
        """Seconds that it took last."""
        self._ended, self._when = 0, 0.0
        """How many sessions had ended then, and when it was."""

    @staticmethod
    def install() -> None:
        """Keep everything there is now out of all collections, and let Python collect only young objects."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)

    def sweep(self, now: float, quiet: float, ended: int) -> None:
        """Collect everything if that is worth it and keeps nobody waiting.

        `quiet` is how many seconds ago the last key was pressed, `ended` how many sessions have ended in all.
        """
        since = ended - self._ended
        is_worth_it = since >= _FEW or now - self._when >= _RARELY
        if since >= _MOST or (is_worth_it and quiet >= _PATIENCE * self._cost):
            start = self._clock()
            self._collect()
            self._cost = self._clock() - start
            self._ended, self._when = ended, now
