"""The chats: at a table, saved with the record of the match, and in the lobby, forgotten when the server ends."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bgterm.catalog import N_, nN_
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.rate_limit import RateLimits, TokenBucket
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import Note
from bgterm.notation.sanitize import clean_line
from bgterm.play.table import Table
from bgterm.rules.board import Player

CHAT = "chat"
"""The name of the note of a chat line: `{"note":"chat","from":"Ann","text":"Well rolled."}`."""

_KEPT_IN_LOBBY = 50
"""The number of lines of the lobby's chat that are kept."""


class ChatLine(NamedTuple):
    """A line of a chat, with the name that its author had."""

    name: str
    text: str


class ChatLimits(NamedTuple):
    """The limits of chats, at tables and in the lobby: the length of a line, and how many lines in some time."""

    length: int = 200
    """The most characters of a line; further ones are cut off."""
    lines: int = 5
    """The most lines that one player may write in `seconds`."""
    seconds: float = 10.0
    """The seconds in which one player may write `lines` lines."""
    of_all_a_second: float = 3.0
    """The lines of all players in the lobby that each process passes on in a second, in the long run."""
    of_all_at_once: int = 15
    """The lines of all players in the lobby that each process passes on at once; further lines wait."""


class _LimitedChat:
    """Chat lines of limited length, with a limit for the lines of each sender in a time."""

    def __init__(
        self, limits: ChatLimits, rates: RateLimits, lines: Iterable[ChatLine] = (), most: int | None = None
    ) -> None:
        """Begin with these lines; when there are more than `most`, the oldest are dropped."""
        self.longest = limits.length
        """The most characters of a line; further ones are cut off."""
        self._limits, self._pace = limits, rates.add("chat", limits.lines, limits.seconds)
        self._lines = deque(lines, most)
        self.count = len(self._lines)
        """The number of lines so far, including dropped ones."""

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """The lines, oldest first."""
        return tuple(self._lines)

    def lines_since(self, count: int) -> tuple[ChatLine, ...]:
        """Return the lines after the first `count`, without those that were dropped."""
        new = self.count - count
        return self.lines[-new:] if new > 0 else ()

    def _accepted(self, sender: str, text: str) -> str:
        """Return the cleaned text of a line, empty when nothing is left. Raises LobbyError beyond the limit."""
        cleaned = clean_line(text, self._limits.length)
        if cleaned:
            if not self._pace.allows(sender):
                messages = nN_(
                    "At most {count} line in {seconds} seconds: try again in a moment.",
                    "At most {count} lines in {seconds} seconds: try again in a moment.",
                )
                raise LobbyError(*messages, count=self._limits.lines, seconds=round(self._limits.seconds))
            self._pace.record(sender)
        return cleaned

    def hear(self, line: ChatLine) -> None:
        """Add a line that this or another process has accepted."""
        self._lines.append(line)
        self.count += 1


class Chat(_LimitedChat):
    """The chat at one table, saved in the record of the match."""

    def __init__(self, table: Table, limits: ChatLimits, now: Callable[[], float]) -> None:
        """Begin with the lines in the record of the match; `now` returns the time in seconds."""
        super().__init__(limits, RateLimits(now), chat_lines(table.notes))
        self._table = table

    async def say(self, player: Player, text: str) -> bool:
        """Add a player's line and save it; return False, and add nothing, when the text has nothing visible.

        Raises LobbyError when the player has written too many lines lately, SaveError when it cannot be saved.
        """
        accepted = self._accepted(player.name, text)
        if accepted:
            line = ChatLine(self._table.match.names[player.index], accepted)
            await self._table.note(Note(CHAT, {"from": line.name, "text": line.text}))
            self.hear(line)
        return bool(accepted)


class LobbyChat(_LimitedChat):
    """The chat in the lobby, which keeps its last lines. Lines that come too fast are queued."""

    def __init__(self, limits: ChatLimits, rates: RateLimits) -> None:
        """Begin without a line."""
        super().__init__(limits, rates, most=_KEPT_IN_LOBBY)
        self._waiting = deque[ChatLine]()
        self._turns = TokenBucket(limits.of_all_a_second, limits.of_all_at_once)

    def say(self, user: User, text: str) -> None:
        """Queue a user's line for `add_due`; a text with nothing visible is ignored.

        Raises LobbyError when the user, or others from the same address, have written too many lines lately, or if
        the queue is full.
        """
        if len(self._waiting) >= _KEPT_IN_LOBBY:
            raise LobbyError(N_("Too many people are talking: try again in a moment."))
        if accepted := self._accepted(user.address or user.key, text):
            self._waiting.append(ChatLine(user.name, accepted))

    def add_due(self, now: float) -> tuple[ChatLine, ...]:
        """Move the lines whose turn has come from the queue to the chat, and return them; `now` is in seconds."""
        due = tuple(self._waiting.popleft() for _ in range(self._turns.take(len(self._waiting), now)))
        for line in due:
            self.hear(line)
        return due

    def wait(self, now: float) -> float:
        """Return the seconds from `now` until the next queued line may be added; 0 when none is queued."""
        return self._turns.wait(now) if self._waiting else 0.0


def chat_lines(notes: Iterable[Note]) -> Iterator[ChatLine]:
    """Yield the chat lines among the notes of a record, oldest first."""
    for note in notes:
        match note:
            case Note("chat", {"from": str(name), "text": str(text)}):
                yield ChatLine(name, text)
