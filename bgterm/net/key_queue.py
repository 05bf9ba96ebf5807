"""A queue for keys that come faster than a session uses them; none is dropped."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import copy_context

from textual.message import Message


class KeyQueue:
    """Passes on the keys of one terminal, in order, one at each turn that the event loop gives to the session."""

    def __init__(
        self,
        take: Callable[[Message], None],
        most: int,
        overflow: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Pass keys to `take` in the present context; call `overflow` when more than `most` wait."""
        self._take, self._most, self._overflow, self._loop = take, most, overflow, loop
        self._context = copy_context()
        self._waiting = deque[Message]()

    def put(self, message: Message) -> None:
        """Pass a key on after all before it."""
        self._waiting.append(message)
        if len(self._waiting) > self._most:
            self.clear()
            self._overflow()
        elif len(self._waiting) == 1:
            self._loop.call_soon(self._pass_on, context=self._context)

    def clear(self) -> None:
        """Drop all that wait."""
        self._waiting.clear()

    def _pass_on(self) -> None:
        if self._waiting:
            self._take(self._waiting.popleft())
        if self._waiting:
            self._loop.call_soon(self._pass_on, context=self._context)
