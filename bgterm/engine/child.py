"""The child process of an engine: `python -m bgterm.engine.child NAME` reads questions and writes answers."""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread

from bgterm.engine import protocol
from bgterm.engine.adapter import Adapter, open_adapter
from bgterm.engine.errors import EngineFailed, ProgramEnded, engine_failed
from bgterm.rules.errors import BackgammonError

Write = Callable[[str], object]
"""Writes a line, without its line end."""

_NICE = 5
"""How much less of the processor a child takes than screens and the server."""


class _Inbox:
    """The requests of the parent, read in a thread of their own: a cancellation is seen during a thought."""

    def __init__(self, lines: Iterable[str], ended: Callable[[], object]) -> None:
        """Begin to read; `ended` is called when the parent has closed the pipe."""
        self.questions: SimpleQueue[protocol.EngineRequest | None] = SimpleQueue()
        self.cancelled = 0
        self._lines, self._ended = lines, ended
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._lines:
                match protocol.read_message(line):
                    case protocol.EngineRequest() as question:
                        self.questions.put(question)
                    case protocol.Cancel(id):
                        self.cancelled = id
        finally:
            self.questions.put(None)
            self._ended()


def serve(
    adapter: Adapter, lines: Iterable[str], write: Write, ended: Callable[[], object] = lambda: None
) -> None:
    """Answer the questions of the lines, one after the other, until there are no more.

    A program of the adapter that has ended is started again, once for a question.
    A BackgammonError is reported; another exception of the adapter ends the child.
    """

    def send(reply: protocol.Reply) -> None:
        write(protocol.write_message(reply))

    inbox = _Inbox(lines, ended)
    try:
        send(protocol.Ready(adapter.name, adapter.version()))
    except BackgammonError as error:
        send(protocol.Failure(0, _reason(error)))
        return
    while question := inbox.questions.get():
        send(_reply(adapter, question, inbox))
    adapter.close()


def _reply(
    adapter: Adapter, question: protocol.EngineRequest, inbox: _Inbox
) -> protocol.EngineAnswer | protocol.Failure:
    def check() -> None:
        if inbox.cancelled == question.id:
            raise engine_failed(adapter.label, "cancelled")

    try:
        try:
            return adapter.answer(question, check)
        except ProgramEnded:
            adapter.close()
            return adapter.answer(question, check)
    except BackgammonError as error:
        return protocol.Failure(question.id, _reason(error))


def _reason(error: BackgammonError) -> str:
    """Return why there is no answer; the parent says which engine failed."""
    return error.reason if isinstance(error, EngineFailed) else str(error)


def _end_group() -> None:
    """End this process, in the middle of a thought, with whatever the engine has started."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main(adapter: Adapter) -> None:
    """Serve the pipes of this process. Whatever an engine prints goes to standard error."""
    os.nice(_NICE)
    with os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1) as pipe:
        os.dup2(2, 1)
        serve(adapter, sys.stdin, lambda line: pipe.write(f"{line}\n"), _end_group)
    _end_group()


if __name__ == "__main__":
    main(open_adapter(sys.argv[1]))
