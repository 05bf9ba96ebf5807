"""The chats: at a table, kept with the record of the match, and in the lobby, kept until the server ends."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bgterm.catalog import N_, nN_
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.rate_limit import RateLimits, TokenBucket
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import Note
from bgterm.notation.sanitize import clean_line
from bgterm.play.table import Table
from bgterm.rules.board import Player

CHAT = "chat"
"""The note of a chat line: `{"note":"chat","from":"Ann","text":"Well rolled."}`."""

_KEPT_IN_LOBBY = 50
"""How many lines of the chat of the lobby are kept."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A chat line."""

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
    of_all_a_second: float = 3.0
    """Lines of all players in the lobby that each process passes on in a second in the long run ..."""
    of_all_at_once: int = 15
    """... and in one go; further ones wait."""


class _LimitedChat:
    """Lines of plain text, of limited length, and not too many at once from one sender."""

    def __init__(
        self, limits: ChatLimits, rates: RateLimits, lines: Iterable[ChatLine] = (), most: int | None = None
    ) -> None:
        """Begin with these lines; of more than `most` the oldest are dropped."""
        self._limits, self._pace = limits, rates.add("chat", limits.lines, limits.seconds)
        self._lines = deque(lines, most)
        self.count = len(self._lines)
        """How many lines there have been, with those that are dropped."""

    @property
    def longest(self) -> int:
        """The greatest length of a line, in characters; the rest is cut off."""
        return self._limits.length

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """The lines, in order."""
        return tuple(self._lines)

    def lines_since(self, count: int) -> tuple[ChatLine, ...]:
        """Return the lines that came after the first `count`, if they are not dropped yet."""
        new = self.count - count
        return self.lines[-new:] if new > 0 else ()

    def _accepted(self, sender: str, text: str, now: float) -> str:
        """Return the text as it is shown, and count it; empty when nothing is left of it.

        Raises LobbyError when the sender has said too much lately.
        """
        cleaned = clean_line(text, self._limits.length)
        if cleaned:
            if not self._pace.allows(sender, now):
                messages = nN_(
                    "At most {count} line in {seconds} seconds: try again in a moment.",
                    "At most {count} lines in {seconds} seconds: try again in a moment.",
                )
                raise LobbyError(*messages, count=self._limits.lines, seconds=round(self._limits.seconds))
            self._pace.record(sender, now)
        return cleaned

    def hear(self, line: ChatLine) -> None:
        """Add a line that was accepted here or by another process."""
        self._lines.append(line)
        self.count += 1


class Chat(_LimitedChat):
    """The chat at one table."""

    def __init__(self, table: Table, limits: ChatLimits) -> None:
        """Begin with the lines that the record of the match has."""
        super().__init__(limits, RateLimits(), chat_lines(table.notes))
        self._table = table

    async def say(self, player: Player, text: str, now: float) -> bool:
        """Add a line at the moment `now`, in seconds; return whether anything is left of the player's text.

        Raises LobbyError when the player has said too much lately, SaveError when the line cannot be kept.
        """
        accepted = self._accepted(player.name, text, now)
        if accepted:
            line = ChatLine(self._table.match.names[player.index], accepted)
            await self._table.note(Note(CHAT, {"from": line.name, "text": line.text}))
            self.hear(line)
        return bool(accepted)


class LobbyChat(_LimitedChat):
    """The chat in the lobby; of many lines the last ones. Lines that come too fast wait for their turn."""

    def __init__(self, limits: ChatLimits, rates: RateLimits) -> None:
        """Begin without a line."""
        super().__init__(limits, rates, most=_KEPT_IN_LOBBY)
        self._waiting = deque[ChatLine]()
        self._turns = TokenBucket(limits.of_all_a_second, limits.of_all_at_once)

    def say(self, user: User, text: str, now: float) -> None:
        """Queue a line at the moment `now`, in seconds.

        Raises LobbyError when the user, or others from the same address, have said too much lately, or too many
        lines wait.
        """
        if len(self._waiting) >= _KEPT_IN_LOBBY:
            raise LobbyError(N_("Too many people are talking: try again in a moment."))
        if accepted := self._accepted(user.address or user.key, text, now):
            self._waiting.append(ChatLine(user.name, accepted))

    def add_due(self, now: float) -> tuple[ChatLine, ...]:
        """Add the lines whose turn it is, and return them."""
        due = tuple(self._waiting.popleft() for _ in range(self._turns.take(len(self._waiting), now)))
        for line in due:
            self.hear(line)
        return due

    def wait(self, now: float) -> float:
        """Return the seconds until a line that waits is due; 0 when none waits."""
        return self._turns.wait(now) if self._waiting else 0.0


def chat_lines(notes: Iterable[Note]) -> Iterator[ChatLine]:
    """Yield the chat lines among the notes."""
    for note in notes:
        match note:
            case Note("chat", {"from": str(name), "text": str(text)}):
                yield ChatLine(name, text)
