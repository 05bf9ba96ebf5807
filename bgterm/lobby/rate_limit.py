"""How often somebody may do something."""

from collections import defaultdict, deque
from collections.abc import Hashable


class SlidingWindow:
    """So often in so many seconds, each for himself."""

    def __init__(self, most: int, seconds: float) -> None:
        """Let everyone do it `most` times in `seconds`."""
        self.most, self.seconds = most, seconds
        self._times = defaultdict[Hashable, deque[float]](lambda: deque(maxlen=most))

    def allows(self, who: Hashable, now: float) -> bool:
        """Whether he may do it again at the moment `now`, in seconds."""
        times = self._times.get(who)
        return times is None or len(times) < self.most or now - times[0] >= self.seconds

    def record(self, who: Hashable, now: float) -> None:
        """Count that he has done it, and nothing any more of those whose last time is long ago."""
        self._times[who].append(now)
        for one in [one for one, times in self._times.items() if now - times[-1] >= self.seconds]:
            del self._times[one]

    def forget(self, who: Hashable) -> None:
        """Count nothing any more of who has gone."""
        self._times.pop(who, None)
