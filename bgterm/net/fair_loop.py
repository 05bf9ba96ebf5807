"""An event loop that divides the processor fairly between sessions.

All work of a session, from input to encryption, happens in tasks that inherit the context of its first task. The
loop finds the share of the session in the context of each step of a task, charges the processor time of the step
to the origin of the session, and chooses the session whose steps run next.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from math import exp, inf
from time import thread_time
from typing import Any, TypeVar, TypeVarTuple

from bgterm.background import is_awaited
from bgterm.lobby.rate_limit import TokenBucket

_TURN = 0.003
"""Seconds for which steps of sessions run before the loop reads input and chooses again."""
FIRST_PICTURE = 1.0
"""Seconds for which a new session comes before others whose origins used as much."""
_EARLIER = 0.125
"""How much a millisecond of recent use counts, beside one since the last key."""
_AGAIN = 0.05
"""Seconds after which waiting sessions are checked again, since one may be ending."""
_MILLI = 1000.0

_Arguments = TypeVarTuple("_Arguments")
_T = TypeVar("_T")


class ProcessorTime(TokenBucket):
    """A budget of processor time in milliseconds, which remembers the recent use: one for each origin."""

    _used = 0.0

    def spend(self, units: float, now: float) -> None:
        """Charge the budget with `units` milliseconds that were used until the moment `now`, in seconds."""
        super().spend(units, now)
        self._used += units

    def used(self, now: float) -> float:
        """Return the recently used milliseconds at `now`, in seconds; those of a second ago count a third."""
        self._fill(now)
        return self._used

    def _fill(self, now: float) -> None:
        if now != self._when:  # the sessions of one origin ask at one moment
            self._used *= exp(self._when - now)
            super()._fill(now)


class Share:
    """The share of one session in the processor: its waiting steps, and the budget that they are charged to."""

    def __init__(self, origin: ProcessorTime, clock: Callable[[], float] = thread_time) -> None:
        """Begin without a step; `origin` is the budget of all sessions of one origin.

        `clock` returns the processor time of this thread in seconds.
        """
        self.origin, self.clock = origin, clock
        self.steps = deque[asyncio.Handle]()
        self._used = inf
        """The milliseconds that were used since the last key; inf before the first."""
        self.first_until = -inf
        """The moment until which the session comes before others whose origins used as much."""
        self.is_ending = False
        """Whether the session is ending; then its steps do not wait for the budget."""

    def run(self, callback: Callable[[*_Arguments], _T], *args: *_Arguments) -> _T:
        """Call a function with `args` at once, and return its result; charge its processor time to the session."""
        start = self.clock()
        try:
            return callback(*args)
        finally:
            self.charge(start)

    def charge(self, since: float) -> float:
        """Charge the session with the time since the reading `since` of the processor clock, in seconds.

        Returns the present reading of that clock.
        """
        reading = self.clock()
        used = (reading - since) * _MILLI
        self.origin.spend(used, asyncio.get_running_loop().time())
        self._used += used
        return reading

    def take_key(self) -> None:
        """Reset the session's used time, because a key came, so that its effect is drawn before news of others."""
        self._used = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds from `now` until the budget lets the session's steps run; 0 while it is ending."""
        return 0.0 if self.is_ending else self.origin.wait(now)

    def rank(self, now: float) -> float:
        """Return a number that grows with the used time, `now` by the loop's clock; the lowest runs first."""
        if self.is_ending:
            return 0.0
        recently = self.origin.used(now)
        return (0.0 if now < self.first_until else min(self._used, recently)) + _EARLIER * recently


current_share: ContextVar[Share | None] = ContextVar("current_share", default=None)
"""The share of the session to which the current context belongs; None outside sessions."""


class FairLoop(asyncio.SelectorEventLoop):
    """The event loop of a server process: sessions that used least run first, those over their budget wait."""

    def __init__(self) -> None:
        """Begin without a session."""
        super().__init__()
        self._waiting = dict[Share, None]()
        """The sessions with waiting steps, those first whose last steps ran longest ago."""
        self._next: asyncio.Handle | None = None
        """The handle of the next turn; None when no session waits."""
        self._context = Context()

    def call_soon(
        self, callback: Callable[[*_Arguments], object], *args: *_Arguments, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a call of a function for the next pass of the loop, or for the turn of its context's session.

        By default the context is the present one. The handle returned can cancel the call.
        """
        share = current_share.get() if context is None else context.get(current_share)
        if share is None:
            return super().call_soon(callback, *args, context=context)
        if (is_awaited.get() if context is None else context.get(is_awaited, 0)) > 0:
            return super().call_soon(share.run, callback, *args, context=context)
        step = asyncio.Handle(callback, args, self, context)
        share.steps.append(step)
        if share not in self._waiting:
            self._waiting[share] = None
            self._plan(0.0)
        return step

    def call_at(
        self,
        when: float,
        callback: Callable[[*_Arguments], object],
        *args: *_Arguments,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Schedule a call at a time of the loop, charged to the session of its context; return its handle."""
        share = current_share.get() if context is None else context.get(current_share)
        if share is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, share.run, callback, *args, context=context)

    def create_task(
        self,
        coro: Generator[Any, None, _T] | Coroutine[Any, Any, _T],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> asyncio.Task[_T]:
        """Begin and return a task of the context's session; it does not inherit precedence from a held lock."""
        if context is None:
            context = copy_context()
            context.run(is_awaited.set, 0)
        return super().create_task(coro, name=name, context=context)

    def _plan(self, wait: float) -> None:
        """Schedule the next turn in `wait` seconds, in place of an earlier plan."""
        if self._next:
            self._next.cancel()
        if wait:
            self._next = self.call_later(wait, self._take_turn, context=self._context)
        else:
            self._next = super().call_soon(self._take_turn, context=self._context)

    def _take_turn(self) -> None:
        """Run steps of the sessions in order of their rank, until the turn is over."""
        self._next, now, goes_on = None, self.time(), False
        try:
            for share in sorted(self._waiting, key=lambda share: share.rank(now)):
                if not share.wait(now):
                    goes_on = True
                    if self._run_steps(share, now + _TURN):
                        break
        finally:
            if self._waiting:
                self._plan(0.0 if goes_on else min(_AGAIN, *(share.wait(now) for share in self._waiting)))

    def _run_steps(self, share: Share, until: float) -> bool:
        """Run steps of a session until the moment `until`; return whether that has passed."""
        reading = share.clock()
        try:
            while share.steps and (now := self.time()) < until and not share.wait(now):
                step = share.steps.popleft()
                if not step.cancelled():
                    step._run()  # noqa: SLF001 - as the loop of asyncio does, which has no public way
                    reading = share.charge(reading)
        finally:
            self._waiting.pop(share, None)
            if share.steps:  # after others of the same rank
                self._waiting[share] = None
        return self.time() >= until
