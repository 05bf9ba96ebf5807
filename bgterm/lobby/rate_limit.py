"""Rate limits. Pure counting: time is an argument."""

from collections import defaultdict, deque
from collections.abc import Hashable

_ROUNDING = 1e-6
"""The tolerance of counting with floats, in units."""


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


class TokenBucket:
    """A token bucket: it fills at a steady rate, and can be emptied at once."""

    def __init__(self, rate: float, size: float) -> None:
        """Start full, with `size` units; `rate` units a second are added."""
        self._rate, self._size = rate, size
        self._level, self._when = size, 0.0

    def take(self, wanted: int, now: float) -> int:
        """Take up to `wanted` units and return how many; `now` is in seconds and never goes back."""
        self._fill(now)
        taken = min(wanted, int(self._level + _ROUNDING))
        self._level -= taken
        return taken

    def wait(self, now: float) -> float:
        """Return the seconds until there is a unit."""
        self._fill(now)
        lacking = 1.0 - self._level
        return lacking / self._rate if lacking > _ROUNDING else 0.0

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full."""
        self._fill(now)
        return self._level >= self._size

    def _fill(self, now: float) -> None:
        self._level = min(self._size, self._level + (now - self._when) * self._rate)
        self._when = now
