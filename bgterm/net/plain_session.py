"""A session in plain mode: lines over a channel and notifications, in order."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from bgterm.catalog import _
from bgterm.lobby.rate_limit import TokenBucket
from bgterm.net.key_queue import KeyQueue
from bgterm.net.limits import Limits
from bgterm.net.line_input import LONGEST, LineInput, Signal
from bgterm.plain.visit import Visit

PLAIN = "plain"
"""The login name for plain mode; `plain-K7Q2M` also leads to a table."""
Act = Callable[[], Coroutine[Any, Any, None]]


def is_plain(name: str) -> bool:
    """Return whether this login name is one for plain mode.

    >>> is_plain("plain"), is_plain("Plain-K7Q2M"), is_plain("plainview")
    (True, True, False)
    """
    return name.lower() == PLAIN or name.lower().startswith(f"{PLAIN}-")


def code_in(name: str) -> str:
    """Return the code of a table in a login name; empty when there is none.

    >>> code_in("plain-K7Q2M"), code_in("K7Q2M"), code_in("plain")
    ('K7Q2M', 'K7Q2M', '')
    """
    return name[len(PLAIN) + 1 :] if is_plain(name) else name


class Talk:
    """The input and output of a session in plain mode, handled in one task, in order."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        limits: Limits,
        budgets: Sequence[TokenBucket],
        overflow: Callable[[], None],
        *,
        terminal: bool,
    ) -> None:
        """Set up with a function that sends bytes, the limits, and whether the client has a terminal."""
        self._input = LineInput(send, terminal=terminal)
        self._queue = asyncio.Queue[str | Signal | Act]()
        own = TokenBucket(limits.lines_a_second, limits.lines_at_once)
        loop = asyncio.get_running_loop()
        self._lines = KeyQueue[str | Signal](
            self._queue.put_nowait, (own, *budgets), limits.lines_waiting, overflow, loop
        )

    def say(self, text: str) -> None:
        """Write a line."""
        self._input.say(text)

    def later(self, act: Act) -> None:
        """Queue an action after everything that waits."""
        self._queue.put_nowait(act)

    def typed(self, data: bytes) -> None:
        """Queue the lines that were typed."""
        for line in self._input.feed(data):
            self._lines.put(line)

    def ended(self) -> None:
        """Queue the last line and the end of input."""
        for line in self._input.end():
            self._lines.put(line)

    def stop(self) -> None:
        """Drop the lines that wait."""
        self._lines.clear()

    async def hold(self, visit: Visit) -> None:
        """Run the visit: handle lines and notifications until the visitor leaves or input ends."""
        await visit.begin()
        while not visit.left:
            self._input.resume()
            match await self._queue.get():
                case Signal.END:
                    return
                case Signal.TOO_LONG:
                    self.say(_("That line is too long: a line has at most {count} characters.", count=LONGEST))
                case str() as line:
                    await visit.take(line)
                case act:
                    await act()
