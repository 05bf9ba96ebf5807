"""Rate limits, whose clock is a parameter."""

from collections import defaultdict, deque
from collections.abc import Callable
from functools import partial

_ROUNDING = 1e-6
"""The tolerance for rounding errors, in units."""


class SlidingWindow:
    """A rate limit with a sliding window, counted for each key: a text such as an address or a user's key."""

    def __init__(
        self, most: int, seconds: float, now: Callable[[], float], recorded: Callable[[str], None]
    ) -> None:
        """Allow `most` actions in `seconds` for each key; `recorded` is called with the key of each action.

        `now` returns the time in seconds.
        """
        self.most, self.seconds, self._now, self._recorded = most, seconds, now, recorded
        self._times = defaultdict[str, deque[float]](lambda: deque(maxlen=most))

    def allows(self, who: str) -> bool:
        """Return whether the key `who` may act now; this counts nothing."""
        times = self._times.get(who)
        return times is None or len(times) < self.most or self._now() - times[0] >= self.seconds

    def record(self, who: str) -> None:
        """Count an action of the key `who` now, and call `recorded`, which makes other processes count it too."""
        self.hear(who)
        self._recorded(who)

    def hear(self, who: str) -> None:
        """Count an action of the key `who` now, in this process only. Keys without a recent action are dropped."""
        now = self._now()
        self._times[who].append(now)
        for one in [one for one, times in self._times.items() if now - times[-1] >= self.seconds]:
            del self._times[one]


class RateLimits:
    """The rate limits of one lobby, by name, whose actions all processes count together."""

    def __init__(
        self, now: Callable[[], float], recorded: Callable[[str, str], None] = lambda _limit, _who: None
    ) -> None:
        """Begin without a limit; `recorded` is called with the name of the limit and the key for each action.

        `now` returns the time in seconds.
        """
        self._now, self._recorded = now, recorded
        self._windows: dict[str, SlidingWindow] = {}

    def add(self, name: str, most: int, seconds: float) -> SlidingWindow:
        """Add and return a limit with this name: `most` actions in so many seconds for each key."""
        window = self._windows[name] = SlidingWindow(most, seconds, self._now, partial(self._recorded, name))
        return window

    def hear(self, name: str, who: str) -> None:
        """Count an action of the key `who` against the limit with this name, as another process has done."""
        self._windows[name].hear(who)


class TokenBucket:
    """A rate limit as a token bucket: units are added at a steady rate up to its size, and actions take them."""

    def __init__(self, rate: float, size: float) -> None:
        """Start full, with `size` units; `rate` units are added each second."""
        self._rate, self._size = rate, size
        self._level, self._when = size, 0.0

    def take(self, wanted: int, now: float) -> int:
        """Take up to `wanted` whole units, and return how many; `now`, in seconds, must never decrease."""
        self._fill(now)
        taken = min(wanted, int(self._level + _ROUNDING))
        self._level -= taken
        return taken

    def spend(self, units: float, now: float) -> None:
        """Subtract units that were used already, at `now` in seconds; the level may become negative."""
        self._fill(now)
        self._level -= units

    def level(self, now: float) -> float:
        """Return the units in the bucket at `now`, in seconds; negative when more were spent than there were."""
        self._fill(now)
        return self._level

    def wait(self, now: float) -> float:
        """Return the seconds from `now` until one whole unit is in the bucket; 0 if there is one."""
        lacking = 1.0 - self.level(now)
        return lacking / self._rate if lacking > _ROUNDING else 0.0

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full at `now`, in seconds."""
        return self.level(now) >= self._size

    def _fill(self, now: float) -> None:
        self._level = min(self._size, self._level + (now - self._when) * self._rate)
        self._when = now
