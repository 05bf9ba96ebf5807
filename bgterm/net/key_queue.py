"""Keys wait here when they come faster than a session may use them: in order, and none is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from bgterm.net.limits import TokenBucket

T = TypeVar("T")


class KeyQueue(Generic[T]):
    """The keys or lines typed at one terminal, passed on no faster than its budgets allow."""

    def __init__(
        self,
        take: Callable[[T], None],
        budgets: Sequence[TokenBucket],
        most: int,
        overflow: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Hand keys to `take` while all budgets have a unit left; when more than `most` wait, call `overflow`."""
        self._take, self._budgets, self._most, self._overflow, self._loop = take, budgets, most, overflow, loop
        self._waiting = deque[T]()
        self._timer: asyncio.TimerHandle | None = None

    def put(self, message: T) -> None:
        """Hand a key on now, or as soon as all before it are and the budgets allow."""
        self._waiting.append(message)
        if len(self._waiting) > self._most:
            self.clear()
            self._overflow()
        elif self._timer is None:
            self._hand_on()

    def clear(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
        if self._timer:
            self._timer.cancel()
        self._timer = None

    def _hand_on(self) -> None:
        self._timer = None
        now = self._loop.time()
        while self._waiting:
            wait = max(budget.wait(now) for budget in self._budgets)
            if wait > 0:
                self._timer = self._loop.call_later(wait, self._hand_on)
                return
            for budget in self._budgets:
                budget.take(1, now)
            self._take(self._waiting.popleft())
