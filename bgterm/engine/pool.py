"""The child processes of engines, and pools of them in which engines answer the questions of all tables."""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Self

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, nN_
from bgterm.engine import errors, protocol
from bgterm.engine.adapter import Adapter, demand, open_adapter
from bgterm.engine.checks import check_answer
from bgterm.engine.protocol import EngineAnswer, EngineRequest
from bgterm.rules.errors import NotationError
from bgterm.rules.validation import faults

_LONGEST_LINE = 1 << 22
"""The most bytes of a line; thousands of plays need less."""


class EngineProcess:
    """The parent's handle of a child process that runs one engine, in `bgterm.engine.child`."""

    def __init__(self, engine: str, process: asyncio.subprocess.Process) -> None:
        """Use a process that was started with pipes."""
        assert process.stdin is not None  # noqa: S101 - started with pipes
        assert process.stdout is not None  # noqa: S101
        self.engine, self._process = engine, process
        self._requests, self._replies = process.stdin, process.stdout

    @classmethod
    async def start(cls, engine: str, command: Sequence[str]) -> Self:
        """Start a child process with this command; return its handle. The engine may still be loading."""
        folder, others = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (folder, others)))},
            limit=_LONGEST_LINE,
            start_new_session=True,  # so that it can be killed with all that it has started
        )
        return cls(engine, process)

    @property
    def group(self) -> int:
        """The process group of the child and of all programs that it has started."""
        return self._process.pid

    async def ask(self, question: EngineRequest) -> EngineAnswer:
        """Return the checked answer to a question. Raises EngineError."""
        self._requests.write(f"{protocol.write_message(question)}\n".encode())
        with suppress(ConnectionError):  # whatever the process wrote before is read first
            await self._requests.drain()
        match await self.receive():
            case EngineAnswer() as answer:
                check_answer(question, answer)
                return answer
            case protocol.Failure(question.id, reason):
                raise errors.engine_failed(self.engine, reason)
            case reply:
                raise errors.wrong_answer(self.engine, f"an unexpected {protocol.MESSAGE_NAMES[type(reply)]}")

    def kill(self) -> None:
        """Kill the process with all programs that it has started; an open question fails."""
        with suppress(ProcessLookupError):
            os.killpg(self.group, signal.SIGKILL)

    async def end(self) -> None:
        """Kill the process, and wait until it has ended and its pipes are closed. No question may be open."""
        self.kill()
        while await self._replies.read(_LONGEST_LINE):
            pass
        self._requests.close()
        with suppress(ConnectionError):  # the process may not have read the question
            await self._requests.wait_closed()
        await self._process.wait()

    async def receive(self) -> EngineRequest | protocol.Reply:
        """Return the next message that the child writes. Raises EngineError when it ends or cannot be read."""
        try:
            line = await self._replies.readline()
        except ValueError as error:  # asyncio raises ValueError for a line beyond the limit
            raise errors.wrong_answer(self.engine, "its line is too long") from error
        if not line:
            reason = f"exit status {await self._process.wait()}"
            raise errors.engine_failed(self.engine, reason, errors.ProgramEnded)
        try:
            return protocol.read_message(line.decode(errors="replace"))
        except NotationError as error:
            raise errors.wrong_answer(self.engine, str(error)) from error


# Pools


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """The limits of a pool: processes, waiting questions, times and failures."""

    children: int = 2
    """The most processes that answer at the same time."""
    waiting: int = 4
    """The most unanswered questions of one player."""
    seconds: float = 30.0
    """The seconds that an engine may take to answer a question without a limit of its own."""
    grace: float = 2.0
    """The seconds in which an engine must answer a question that nobody asks any more before it is killed."""
    failures: int = 5
    """The failures in a row after which no process is started for a while."""
    rest: float = 60.0
    """The seconds without new processes after `failures` failures in a row."""


class EnginePool:
    """A few child processes of one engine, started on demand, and the questions that wait for them."""

    def __init__(
        self,
        name: str,
        limits: PoolLimits = PoolLimits(),
        *,
        adapter: Adapter | None = None,
        command: Sequence[str] = (),
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Use the engine with this name. Tests replace its adapter, the command of the children, and the clock.

        Raises EngineError for an unknown name.
        """
        self.adapter, self._limits = adapter or open_adapter(name), limits
        self._command = command or (sys.executable, "-P", "-m", "bgterm.engine.child", name)
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._slots = asyncio.Semaphore(limits.children)
        self.children: set[EngineProcess] = set()
        """The running processes."""
        self._idle: list[EngineProcess] = []
        self._open: Counter[Hashable] = Counter()
        self._asking: dict[Hashable, asyncio.Task[EngineAnswer]] = {}
        self._askers: Counter[Hashable] = Counter()
        """The questions in progress, and the number of callers that wait for each."""
        self._ids = count(1)
        self._background = BackgroundTasks("engine not ended")
        self._failures, self._rests_until, self._closed = 0, 0.0, False
        self._closing = asyncio.Lock()

    async def ask(
        self, question: EngineRequest, *, player: Hashable = None, seconds: float | None = None
    ) -> EngineAnswer:
        """Return the checked answer to a question; equal questions at the same time are asked once.

        `player` is any key that identifies the player who asks: each may have only so many questions open.
        `seconds` limits the computation, without the time in the queue. Cancelling the task cancels the question,
        unless other tasks wait for it too. Raises EngineError, and ImpossiblePosition for a position that cannot
        occur.
        """
        self._check(question, player)
        seconds = self._limits.seconds if seconds is None else seconds
        self._open[player] += 1
        try:
            return await self._shared(question, seconds)
        finally:
            self._open[player] -= 1
            self._open += Counter()  # removes the players without an open question

    async def _shared(self, question: EngineRequest, seconds: float) -> EngineAnswer:
        """Return the answer to a question, shared with other callers; the last one to be cancelled cancels it."""
        key = question, seconds
        if not (asking := self._asking.get(key)):
            asking = self._asking[key] = asyncio.create_task(self._answer(question, seconds))
            asking.add_done_callback(lambda done: done.cancelled() or done.exception())  # all askers may have left
        self._askers[key] += 1
        try:
            return await asyncio.shield(asking)
        finally:
            self._askers[key] -= 1
            if not self._askers[key]:
                asking.cancel()
                del self._asking[key], self._askers[key]

    async def _answer(self, question: EngineRequest, seconds: float) -> EngineAnswer:
        """Return the answer of a child; if the child dies, ask another child once."""
        question = replace(question, id=next(self._ids))
        with suppress(errors.ProgramEnded):
            async with self._child(seconds) as child:
                return await child.ask(question)
        async with self._child(seconds) as child:
            return await child.ask(question)

    def _check(self, question: EngineRequest, player: Hashable) -> None:
        """Raise EngineError or ImpossiblePosition if the question cannot be asked."""
        adapter = self.adapter
        demand(adapter, question.variant)
        if question.kind not in adapter.kinds:
            raise errors.kind_not_answered(adapter.label, question.kind.value)
        if wrong := faults(question.variant, question.ruleset, question.match().game):
            raise wrong[0]
        if self._open[player] >= self._limits.waiting:
            messages = nN_(
                "{count} question is waiting for its answer already: try again later",
                "{count} questions are waiting for their answers already: try again later",
            )
            raise errors.EngineError(*messages, count=self._open[player])

    @asynccontextmanager
    async def _child(self, seconds: float) -> AsyncIterator[EngineProcess]:
        """Yield an idle or new child, and release its slot at the end. Raises EngineError."""
        await self._slots.acquire()
        child = self._idle.pop() if self._idle else None
        try:
            if child is None:
                self._check_start()
                child = await EngineProcess.start(self.adapter.label, self._command)
                self.children.add(child)
                if self._closed:  # the pool was closed while the process was started
                    child.kill()
            async with asyncio.timeout(seconds):
                yield child
        except BaseException as error:
            cancelled = isinstance(error, asyncio.CancelledError)
            if child is None:
                self._slots.release()
            elif cancelled or isinstance(error, TimeoutError):
                self._background.start(self._retire(child, failed=not cancelled))
            elif isinstance(error, errors.EngineFailed) and not isinstance(error, errors.ProgramEnded):
                self._keep(child)
            else:  # the child has failed, or its answer was wrong, or bgterm has an error
                self._drop(child, failed=not cancelled)
            if isinstance(error, TimeoutError):
                raise errors.engine_timed_out(self.adapter.label, round(seconds)) from None
            if isinstance(error, OSError):
                raise errors.engine_failed(self.adapter.label, str(error)) from error
            raise
        self._failures = 0
        self._keep(child)

    def _check_start(self) -> None:
        """Raise EngineError if no child may be started now."""
        if self._closed:
            raise errors.engine_closed(self.adapter.label)
        if self._clock() < self._rests_until:
            message = N_("{engine} has failed too often: try again in a minute, or choose another engine")
            raise errors.EngineError(message, engine=self.adapter.label)

    def _keep(self, child: EngineProcess) -> None:
        """Return a child to the idle ones, and release its slot."""
        self._idle.append(child)
        self._slots.release()

    def _drop(self, child: EngineProcess, *, failed: bool) -> None:
        """Kill a child that cannot be used any more, and release its slot; count a failure if it `failed`."""
        self.children.discard(child)
        self._background.start(child.end())
        self._slots.release()
        self._failures += failed
        if self._failures >= self._limits.failures:
            self._failures, self._rests_until = 0, self._clock() + self._limits.rest

    async def _retire(self, child: EngineProcess, *, failed: bool) -> None:
        """Discard the answer to a question that nobody asks any more; kill a child that gives none in time.

        A killed child counts as a failure if it has `failed`, rather than being cancelled.
        """
        try:
            async with asyncio.timeout(self._limits.grace):
                await child.receive()
        except (errors.EngineError, TimeoutError):
            self._drop(child, failed=failed)
        else:
            self._keep(child)

    async def aclose(self) -> None:
        """Kill all children and wait until they have ended; open questions fail with EngineError."""
        self._closed = True
        for child in self.children:
            child.kill()
        async with self._closing:  # otherwise two calls that each hold some of the slots would wait for each other
            for _slot in range(self._limits.children):
                # a slot is free once its question has failed, even while its child is being started
                await self._slots.acquire()
        await asyncio.gather(*(child.end() for child in self._idle), self._background.until_idle())
        self._idle.clear()
        self.children.clear()
        for _slot in range(self._limits.children):
            self._slots.release()
