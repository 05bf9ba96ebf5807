"""How often somebody may do something."""

from collections import defaultdict, deque
from collections.abc import Hashable


class Pace:
    """So often in so many seconds, each for himself."""

    def __init__(self, most: int, seconds: float) -> None:
        """Let everyone do it `most` times in `seconds`."""
        self.most, self.seconds = most, seconds
        self._times = defaultdict[Hashable, deque[float]](lambda: deque(maxlen=most))

    def may(self, who: Hashable, now: float) -> bool:
        """Whether he may do it again at the moment `now`, in seconds."""
        times = self._times[who]
        return len(times) < self.most or now - times[0] >= self.seconds

    def did(self, who: Hashable, now: float) -> None:
        """Count that he has done it."""
        self._times[who].append(now)

    def forget(self, who: Hashable) -> None:
        """Count nothing any more of who has gone."""
        self._times.pop(who, None)
