"""`ssh HOST record CODE`, the only command for players: it writes the record of a finished match."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from bgterm.formats.record import GameRecord
from bgterm.lobby.table_code import is_code
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import FORMATS

_PART = 16 * 1024
"""The bytes of a record that are sent at once, and the most bytes that may be waiting before more are sent."""
_PAUSE = 0.05
"""Seconds until the number of waiting bytes is checked again."""
_SUFFIXES = (SUFFIX, ".mat", ".sgf")


class RecordCommand(NamedTuple):
    """A command that requests a record."""

    code: str
    """The code of the table."""
    suffix: str = SUFFIX
    """The file suffix of the requested format, such as `.mat`."""

    async def written(self, found: GameRecord) -> bytes:
        """Return the record as bytes in the requested format.

        Raises BackgammonError when the record has no form in this format.
        """
        text = await asyncio.to_thread(FORMATS[self.suffix].write, found.header, found.items)
        return text.encode(errors="replace")


def read_command(text: str) -> RecordCommand | None:
    """Return the request for a record in a command; None for any other command.

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
    """Send the data in parts, each when few bytes are waiting for the client; `waiting` returns their number."""
    for start in range(0, len(data), _PART):
        while waiting() > _PART:
            await asyncio.sleep(_PAUSE)
        send(data[start : start + _PART])
