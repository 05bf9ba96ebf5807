"""Reading and writing lines on standard streams: any bytes may come in, and a reader may go away."""

import os
import sys
import termios
from collections.abc import Iterator
from typing import BinaryIO, TextIO
from unicodedata import normalize

from bgterm.catalog import N_
from bgterm.notation.sanitize import is_mark, visible
from bgterm.rules.errors import IllegalAction


def refuse_closed(**streams: TextIO | None) -> None:
    """Raise IllegalAction if a stream, given by its name, is None because it was closed at the start."""
    for name, stream in streams.items():
        if stream is None:
            raise IllegalAction(
                N_("{stream} is closed, and bgterm needs it: send it to or from a file, or /dev/null, instead"),
                stream=name,
            )


def cook(stdin: TextIO, stdout: TextIO) -> None:
    """Restore the terminal if a killed program left it in raw mode, and perhaps on its alternate screen."""
    inputs, outputs, control, local, *others = termios.tcgetattr(stdin)
    if local & termios.ICANON:
        return
    from bgterm.terminal.driver import RESTORE  # loads Textual
    from bgterm.terminal.window import MOUSE_OFF

    inputs, outputs = inputs | termios.ICRNL | termios.IXON, outputs | termios.OPOST
    local |= termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN
    termios.tcsetattr(stdin, termios.TCSANOW, [inputs, outputs, control, local, *others])
    if stdout.isatty():
        print(end=MOUSE_OFF + RESTORE.decode(), file=stdout, flush=True)


def lines_of(stdin: BinaryIO, longest: int) -> Iterator[bytes]:
    """Yield the lines of a stream; of a line with more than `longest` bytes, the first `longest` + 1."""
    while line := stdin.readline(longest + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stdin.readline(longest)
        yield line


def discard(stdout: BinaryIO) -> None:
    """Redirect a stream whose writing has failed to /dev/null, so that closing it does not fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stdout.fileno())
    os.close(nowhere)


def shown(text: str, encoding: str | None) -> str:
    """Return the text without control characters, and in characters of the encoding.

    Other characters lose their accents, and become `?` where the encoding lacks them even so.

    >>> shown("Émile – 马", "ascii")
    'Emile ? ?'
    """
    encoding = encoding or "utf-8"
    parts = (char if char.encode(encoding, "ignore") else _without_marks(char) for char in visible(text))
    return "".join(parts).encode(encoding, "replace").decode(encoding)


def _without_marks(char: str) -> str:
    return "".join(part for part in normalize("NFKD", char) if not is_mark(part))


def complain(message: str) -> None:
    """Print `bgterm: MESSAGE` on standard error, if the process has one."""
    if sys.stderr is not None:
        print(shown(f"bgterm: {message}", sys.stderr.encoding), file=sys.stderr)
