"""What the players of a table say to each other: one line of plain text at a time, kept beside the match."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bgterm.lobby import table_messages
from bgterm.lobby.rate_limit import Pace
from bgterm.lobby.users import LobbyError
from bgterm.notation.json_codec import Note
from bgterm.notation.sanitize import clean_line
from bgterm.play.table import Table
from bgterm.rules.board import Player

CHAT = "chat"
"""The note with what somebody said: `{"note":"chat","from":"Ann","text":"Well rolled."}`."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatLimits:
    """How much may be said."""

    length: int = 200
    """How many characters of a line are kept."""
    lines: int = 5
    """So many lines one player may say ..."""
    seconds: float = 10.0
    """... in so many seconds."""


class Chat:
    """The talk at one table."""

    def __init__(self, table: Table, limits: ChatLimits) -> None:
        """Take the table, with what was said before."""
        self._table, self._limits = table, limits
        self._lines = [*_lines(table.notes)]
        self._pace = Pace(limits.lines, limits.seconds)

    @property
    def longest(self) -> int:
        """How many characters of a line are kept."""
        return self._limits.length

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """What has been said, in order."""
        return tuple(self._lines)

    async def say(self, player: Player, text: str, now: float) -> bool:
        """Let the player say something at the moment `now`, in seconds; return whether anything is left of it.

        Raises LobbyError when he says too much at once, SaveError when it cannot be kept.
        """
        said = clean_line(text, self._limits.length)
        if not said:
            return False
        if not self._pace.may(player, now):
            raise LobbyError(table_messages.too_much_talk(self._limits.lines, self._limits.seconds))
        line = ChatLine(self._table.match.names[player.index], said)
        self._pace.did(player, now)
        await self._table.note(Note(CHAT, {"from": line.name, "text": line.text}))
        self._lines.append(line)
        return True


def _lines(notes: Iterable[Note]) -> Iterator[ChatLine]:
    for note in notes:
        match note:
            case Note("chat", {"from": str(name), "text": str(text)}):
                yield ChatLine(name, text)
