"""Reading and writing lines of standard streams: any bytes in, and a reader that may go away."""

import os
import sys
import termios
from collections.abc import Iterator
from typing import BinaryIO, TextIO

from bgterm.catalog import N_
from bgterm.notation.sanitize import visible
from bgterm.rules.errors import IllegalAction


def refuse_closed(**streams: TextIO | None) -> None:
    """Raise IllegalAction for a stream that the process was started without, each under its name."""
    for name, stream in streams.items():
        if stream is None:
            raise IllegalAction(
                N_("{stream} is closed, and bgterm needs it: send it to or from a file, or /dev/null, instead"),
                stream=name,
            )


def cook(stdin: TextIO, stdout: TextIO) -> None:
    """Make a terminal read lines and show its first screen again, which a killed program has left otherwise."""
    inputs, outputs, control, local, *others = termios.tcgetattr(stdin)
    if local & termios.ICANON:
        return
    from bgterm.terminal.driver import RESTORE  # loads Textual
    from bgterm.terminal.mouse import MOUSE_OFF

    inputs, outputs = inputs | termios.ICRNL | termios.IXON, outputs | termios.OPOST
    local |= termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN
    termios.tcsetattr(stdin, termios.TCSANOW, [inputs, outputs, control, local, *others])
    if stdout.isatty():
        print(end=MOUSE_OFF + RESTORE.decode(), file=stdout, flush=True)


def lines_of(stdin: BinaryIO, longest: int) -> Iterator[bytes]:
    """Yield the lines, each cut off one byte after what is too long in any case, `longest` bytes."""
    while line := stdin.readline(longest + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stdin.readline(longest)
        yield line


def discard(stdout: BinaryIO) -> None:
    """Send what is still buffered nowhere, so that closing the stream does not fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stdout.fileno())
    os.close(nowhere)


def shown(text: str, encoding: str | None) -> str:
    """Return the text as an output can show it: a record may hold anything, also what a terminal would obey."""
    encoding = encoding or "utf-8"
    return visible(text).encode(encoding, errors="replace").decode(encoding)


def complain(message: str) -> None:
    """Print a message on standard error, if there is one, as it can show the message."""
    if sys.stderr is not None:
        print(shown(f"bgterm: {message}", sys.stderr.encoding), file=sys.stderr)
