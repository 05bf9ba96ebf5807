"""The records of finished matches of a server, for whoever knows the code that a match had."""

import asyncio
from collections.abc import Callable, Container
from dataclasses import replace
from pathlib import Path

from bgterm.formats.record import SESSION_CLOSED
from bgterm.formats.sharing_notes import sharing
from bgterm.formats.transcript import MatchFile
from bgterm.lobby import messages
from bgterm.lobby.rate_limit import Pace
from bgterm.lobby.users import LobbyError, Visitor
from bgterm.notation.json_codec import Note
from bgterm.storage.library import recorded
from bgterm.storage.match_files import read_file

_MINUTE, _HOUR = 60.0, 60 * 60.0


class Records:
    """The records in one folder."""

    def __init__(self, folder: Path, a_minute: int, misses_an_hour: int, now: Callable[[], float]) -> None:
        """Allow so many to each address in a minute, and so many codes in an hour of which there is no record."""
        self._folder, self._now = folder, now
        self._pace, self._misses = Pace(a_minute, _MINUTE), Pace(misses_an_hour, _HOUR)
        self._reading = asyncio.Lock()
        """Lets one visitor at a time search the folder."""

    async def read(self, visitor: Visitor, code: str, unfinished: Container[str]) -> MatchFile:
        """Return what anybody may have of the record of the finished match of that code.

        If spectators could not watch it, only its players may. The saves named in `unfinished` are not read.
        Raises LobbyError, FileError, SaveError.
        """
        address, now = visitor.address, self._now()
        if not (self._pace.may(address, now) and self._misses.may(address, now)):
            raise LobbyError(messages.TOO_MANY_RECORDS)
        self._pace.did(address, now)
        async with self._reading:
            found = await asyncio.to_thread(self._found, code, unfinished)
        own = [one for one in found if visitor.seat in one.header.seats and not visitor.is_guest]
        allowed = own or [one for one in found if sharing(one.items).watchable]
        if not allowed:
            self._misses.did(address, now)
            raise LobbyError(messages.no_record(code))
        return public(allowed[0])

    def _found(self, code: str, unfinished: Container[str]) -> list[MatchFile]:
        return [read_file(path) for path in recorded(self._folder, code, unfinished)]


def public(found: MatchFile) -> MatchFile:
    """Return what anybody may have of the record of a match: the play and the proof of its dice.

    It has neither the keys of the players, nor what they said, nor when they came and went.
    """
    items = tuple(item for item in found.items if not isinstance(item, Note) or _is_public(item))
    return replace(found, header=replace(found.header, seats=("", "")), items=items)


def _is_public(note: Note) -> bool:
    return note.name.startswith("dice_") or note.name in {SESSION_CLOSED.name, "cocked"}
