"""The child process of an engine: `python -m bgterm.engine.child NAME` reads questions and writes answers."""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread

from bgterm.engine import protocol
from bgterm.engine.adapter import Adapter, open_adapter
from bgterm.engine.errors import EngineFailed, ProgramEnded
from bgterm.rules.errors import BackgammonError

Write = Callable[[str], object]
"""A function that writes a line, given without its line end."""

_NICE = 5
"""The niceness of a child, below screens and the server."""


def serve(adapter: Adapter, lines: Iterable[str], write: Write) -> None:
    """Answer the questions in `lines`, one after the other, until there are no more.

    If a program that the adapter has started ends, it is restarted once for a question. A BackgammonError of the
    adapter is reported to the parent. Raises any other exception of the adapter, which ends the child, and
    NotationError for a line that is not a message.
    """
    for line in lines:
        question = protocol.read_message(line)
        if isinstance(question, protocol.EngineRequest):
            write(protocol.write_message(_reply(adapter, question)))


def _reply(adapter: Adapter, question: protocol.EngineRequest) -> protocol.Reply:
    try:
        try:
            return adapter.answer(question)
        except ProgramEnded:
            adapter.close()
            return adapter.answer(question)
    except BackgammonError as error:
        # the parent adds the name of the engine
        reason = error.reason if isinstance(error, EngineFailed) else str(error)
        return protocol.Failure(question.id, reason)


def _read(lines: SimpleQueue[str]) -> None:
    """Read lines until the parent has closed the pipe, then end this process with all that it has started."""
    try:
        for line in sys.stdin:
            lines.put(line)
    finally:
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(0)


def main(adapter: Adapter) -> None:
    """Answer the requests on standard input; output that the engine prints goes to standard error."""
    os.nice(_NICE)
    lines = SimpleQueue[str]()
    with os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1) as pipe:
        os.dup2(2, 1)
        Thread(target=_read, args=(lines,), daemon=True).start()
        serve(adapter, iter(lines.get, ""), lambda line: pipe.write(f"{line}\n"))


if __name__ == "__main__":
    main(open_adapter(sys.argv[1]))
