"""The child process of an engine, as its parent uses it."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from bgterm.engine import protocol
from bgterm.engine.checks import check_answer
from bgterm.engine.errors import ProgramEnded, engine_failed, wrong_answer
from bgterm.rules.errors import NotationError

_LONGEST_LINE = 1 << 22
"""The most bytes of a line; thousands of plays need less."""


class EngineProcess:
    """A child process that runs `bgterm.engine.child` or a replacement in tests."""

    def __init__(self, engine: str, process: asyncio.subprocess.Process) -> None:
        """Use a process that was started with pipes."""
        assert process.stdin is not None  # noqa: S101 - started with pipes
        assert process.stdout is not None  # noqa: S101
        self.engine, self._process = engine, process
        self._requests, self._replies = process.stdin, process.stdout

    @classmethod
    async def start(cls, engine: str, command: Sequence[str]) -> Self:
        """Return a new process, whose engine is perhaps not loaded yet."""
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

    async def ask(self, question: protocol.EngineRequest) -> protocol.EngineAnswer:
        """Return the checked answer to a question. Raises EngineError."""
        self._requests.write(f"{protocol.write_message(question)}\n".encode())
        with suppress(ConnectionError):  # whatever the process wrote before is read first
            await self._requests.drain()
        match await self.receive():
            case protocol.EngineAnswer() as answer:
                check_answer(question, answer)
                return answer
            case protocol.Failure(question.id, reason):
                raise engine_failed(self.engine, reason)
            case reply:
                raise wrong_answer(self.engine, f"an unexpected {protocol.MESSAGE_NAMES[type(reply)]}")

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

    async def receive(self) -> protocol.EngineRequest | protocol.Reply:
        """Return the next message of the process. Raises EngineError."""
        try:
            line = await self._replies.readline()
        except ValueError as error:  # asyncio raises ValueError for a line beyond the limit
            raise wrong_answer(self.engine, "its line is too long") from error
        if not line:
            reason = f"exit status {await self._process.wait()}"
            raise engine_failed(self.engine, reason, ProgramEnded)
        try:
            return protocol.read_message(line.decode(errors="replace"))
        except NotationError as error:
            raise wrong_answer(self.engine, str(error)) from error
