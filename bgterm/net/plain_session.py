"""A session in plain mode, which handles typed lines and notifications one after the other."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from bgterm.catalog import _
from bgterm.net.line_input import LONGEST, LineInput, Signal
from bgterm.plain.visit import Visit

PLAIN = "plain"
"""The login name for plain mode; `plain-K7Q2M` also leads to the table with this code."""
Act = Callable[[], Coroutine[Any, Any, None]]


def is_plain(name: str) -> bool:
    """Return whether a login name requests plain mode.

    >>> is_plain("plain"), is_plain("Plain-K7Q2M"), is_plain("plainview")
    (True, True, False)
    """
    return name.lower() == PLAIN or name.lower().startswith(f"{PLAIN}-")


def code_in(name: str) -> str:
    """Return the code of a table in a login name; empty for plain mode without one.

    >>> code_in("plain-K7Q2M"), code_in("K7Q2M"), code_in("plain")
    ('K7Q2M', 'K7Q2M', '')
    """
    return name[len(PLAIN) + 1 :] if is_plain(name) else name


class Talk:
    """The input and output of a session in plain mode, handled one after the other in one task."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        most: int,
        overflow: Callable[[], None],
        columns: Callable[[], int] | None,
    ) -> None:
        """Send bytes with `send`; `columns` returns the width of the client's terminal, None without one.

        `overflow` is called when more than `most` lines and notifications are waiting.
        """
        self._input = LineInput(send, columns)
        self._queue = asyncio.Queue[str | Signal | Act]()
        self._most, self._overflow = most, overflow

    def say(self, text: str) -> None:
        """Write a line of output."""
        self._input.say(text)

    def later(self, act: Act) -> None:
        """Queue an action after all waiting lines and actions."""
        self._queue.put_nowait(act)

    @property
    def is_behind(self) -> bool:
        """Whether an earlier line waits for its turn."""
        return not self._queue.empty()

    def typed(self, data: bytes) -> int:
        """Queue the lines that these bytes of input complete; return the number of bytes."""
        self._put(self._input.feed(data))
        return len(data)

    def ended(self) -> None:
        """Queue the last line and the end of input."""
        self._put(self._input.end())

    def _put(self, lines: Iterable[str | Signal]) -> None:
        for line in lines:
            self._queue.put_nowait(line)
        if self._queue.qsize() > self._most:
            self._overflow()

    async def hold(self, visit: Visit) -> None:
        """Handle lines and actions of a visit until the visitor leaves or input ends."""
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
