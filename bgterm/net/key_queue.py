"""A queue for keys that come faster than a session may use them; none is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from bgterm.lobby.rate_limit import TokenBucket

T = TypeVar("T")


class KeyQueue(Generic[T]):
    """Passes on the keys or lines of one terminal, in order, as fast as its budgets allow."""

    def __init__(
        self,
        take: Callable[[T], None],
        budgets: Sequence[TokenBucket],
        most: int,
        overflow: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Pass keys to `take` while all budgets have a unit; call `overflow` when more than `most` wait."""
        self._take, self._budgets, self._most, self._overflow, self._loop = take, budgets, most, overflow, loop
        self._waiting = deque[T]()
        self._timer: asyncio.TimerHandle | None = None

    def put(self, message: T) -> None:
        """Pass a key on now, or after all before it as soon as the budgets allow."""
        self._waiting.append(message)
        if len(self._waiting) > self._most:
            self.clear()
            self._overflow()
        elif self._timer is None:
            self._hand_on()

    def clear(self) -> None:
        """Drop all that wait."""
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
