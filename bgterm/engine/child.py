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
"""A function that writes a line, given without its line end."""

_NICE = 5
"""The niceness of a child, below screens and the server."""


class _Inbox:
    """The parent's requests, read in a separate thread, so that a cancellation arrives during a computation."""

    def __init__(self, lines: Iterable[str], ended: Callable[[], object]) -> None:
        """Begin to read `lines`; `ended` is called when the parent has closed the pipe."""
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
    """Answer the questions in `lines`, one after the other, until there are no more.

    If a program that the adapter has started ends, it is restarted once for a question. A BackgammonError is
    reported to the parent; any other exception of the adapter ends the child.
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
    """Return the reason of an error, without the engine's name, which the parent adds."""
    return error.reason if isinstance(error, EngineFailed) else str(error)


def _end_group() -> None:
    """End this process at once, with all programs that it has started."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main(adapter: Adapter) -> None:
    """Answer the requests on standard input; output that the engine prints goes to standard error."""
    os.nice(_NICE)
    with os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1) as pipe:
        os.dup2(2, 1)
        serve(adapter, sys.stdin, lambda line: pipe.write(f"{line}\n"), _end_group)
    _end_group()


if __name__ == "__main__":
    main(open_adapter(sys.argv[1]))
