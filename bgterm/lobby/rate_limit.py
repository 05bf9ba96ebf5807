"""Rate limits."""

from collections import defaultdict, deque
from collections.abc import Hashable


class SlidingWindow:
    """A limit of so many actions in so many seconds, for each key."""

    def __init__(self, most: int, seconds: float) -> None:
        """Allow `most` actions in `seconds` for each key."""
        self.most, self.seconds = most, seconds
        self._times = defaultdict[Hashable, deque[float]](lambda: deque(maxlen=most))

    def allows(self, who: Hashable, now: float) -> bool:
        """Return whether the key may act again at the moment `now`, in seconds."""
        times = self._times.get(who)
        return times is None or len(times) < self.most or now - times[0] >= self.seconds

    def record(self, who: Hashable, now: float) -> None:
        """Count an action of the key, and forget keys whose last action is long ago."""
        self._times[who].append(now)
        for one in [one for one, times in self._times.items() if now - times[-1] >= self.seconds]:
            del self._times[one]

    def forget(self, who: Hashable) -> None:
        """Forget a key."""
        self._times.pop(who, None)
