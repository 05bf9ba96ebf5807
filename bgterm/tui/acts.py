"""Actions of a player that take time, because they are saved before anybody sees them."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine

from textual.screen import Screen

Act = Callable[[], Coroutine[None, None, None]]
"""Does something."""


class Acts:
    """The acts of the player at one screen: each begins when those before it are done, and the screen goes on."""

    def __init__(self, screen: Screen[None]) -> None:
        """Take the screen; it ends with what an act fails of."""
        self._screen = screen
        self._waiting = deque[Act]()
        self._task: asyncio.Task[None] | None = None
        self._done = asyncio.Event()
        self._done.set()

    def do(self, act: Act) -> None:
        """Begin an act, now or in its turn."""
        self._waiting.append(act)
        if self._done.is_set():
            self._done.clear()
            self._task = asyncio.create_task(self._work())

    async def done(self) -> None:
        """Wait until all acts are done."""
        await self._done.wait()

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._waiting.popleft()()
        except Exception as fault:  # noqa: BLE001 - as Textual does with what a handler raises
            self._screen.app._handle_exception(fault)  # noqa: SLF001 - private in Textual 8.2.8
        finally:
            self._waiting.clear()
            self._done.set()
