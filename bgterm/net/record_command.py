"""`ssh HOST record CODE`, the only command of a server: write the record of a finished match."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from bgterm.formats.record import GameRecord
from bgterm.lobby.table_code import is_code
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import FORMATS

ReadCode = Callable[[str], Coroutine[None, None, GameRecord]]
"""Returns the record of a code."""
_PART = 16 * 1024
"""How many bytes of a record are sent at once, when no more of it wait for the client ..."""
_PAUSE = 0.05
"""... and how many seconds pass before that is checked again."""
_SUFFIXES = (SUFFIX, ".mat", ".sgf")


@dataclass(frozen=True, slots=True)
class RecordCommand:
    """A requested record."""

    code: str
    """The code of the table."""
    suffix: str = SUFFIX
    """The file suffix of its format."""

    async def read(self, read: ReadCode) -> bytes:
        """Return the record that `read` finds by the code. Raises what `read` does, and BackgammonError."""
        found = await read(self.code)
        text = await asyncio.to_thread(FORMATS[self.suffix].write, found.header, found.items)
        return text.encode(errors="replace")


def read_command(text: str) -> RecordCommand | None:
    """Return the record that a command requests; None for every other command.

    >>> read_command("record K7Q2M --format mat")
    RecordCommand(code='K7Q2M', suffix='.mat')
    >>> read_command("ls")
    """
    match text.replace("=", " ").split():
        case ["record", code]:
            suffix = SUFFIX
        case ["record", code, "--format", name] | ["record", "--format", name, code]:
            suffix = f".{name}"
        case _:
            return None
    return RecordCommand(code.upper(), suffix) if is_code(code) and suffix in _SUFFIXES else None


async def send_slowly(data: bytes, send: Callable[[bytes], None], waiting: Callable[[], int]) -> None:
    """Send the data in parts, each when the client has read most of the last; `waiting` returns the rest."""
    for start in range(0, len(data), _PART):
        while waiting() > _PART:
            await asyncio.sleep(_PAUSE)
        send(data[start : start + _PART])
