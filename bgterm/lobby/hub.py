"""The other processes that serve the same lobby: what this one sends to them.

Each process keeps a copy of what is shared: who is here and where they sit, the open tables, the matches. It reads
its copy at once and without waiting; what must be agreed on is asked of the hub. In a server of one process there
is nobody to ask.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from bgterm.lobby.notifications import Message
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.users.user_registry import User


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line in the lobby."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """A message to a user, or with an empty key to everybody."""

    key: str
    said: Message
    challenge: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A message to everyone at a table, which they leave."""

    code: str
    said: Message


@dataclass(frozen=True, slots=True)
class Drafted:
    """The moves that the player to act has made so far: pairs of points."""

    code: str
    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Contribution:
    """A message about a contribution to the dice of a match."""

    code: str
    said: str


@dataclass(frozen=True, slots=True)
class Shared:
    """How a match is shared now, by the names of the players."""

    code: str
    watchable: bool
    left: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    closed: bool = False
    played: bool = False
    """Whether anything has happened in the match, so that it is kept when both players leave."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """A player, by name of the colour, would like hints for both, or turned them off."""

    code: str
    player: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """A match that has begun, by the name of its record, with the players who are guests by their keys."""

    name: str
    guests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advanced:
    """A match, by its name, in which the turn has passed or a game has ended: lists have to read it again.

    It comes with the line of the event.
    """

    name: str
    ended: bool


@dataclass(frozen=True, slots=True)
class MovedOn:
    """Everyone at a table goes on to another."""

    code: str
    to: str


@dataclass(frozen=True, slots=True)
class Acted:
    """An act that counts against a rate limit: the name of the limit, and the key that it is counted for."""

    limit: str
    who: str


@dataclass(frozen=True, slots=True)
class KeyCode:
    """A code that adds a key to a player; without a player it was used."""

    code: str
    key: str = ""
    seconds: float = 0.0


HubMessage = (
    Said | Told | Sent | Drafted | Contribution | Shared | Hinted | Begun | Advanced | MovedOn | Acted | KeyCode
)
"""A message to the other processes."""


class Hub:
    """The other processes, as one of them sees them; here there is none, and never will be."""

    name = ""
    """A prefix that makes the keys of the guests unique; empty for the only process."""
    is_alone = True
    """Whether there is no other process, and never will be."""

    def changed(self) -> None:
        """Send who is here and where they sit; several changes at once are sent together."""

    def send(self, message: HubMessage) -> None:
        """Send a message after all those before it."""

    async def add(self, table: OpenTable) -> None:
        """Open a table for all. Raises LobbyError when that cannot be kept."""

    async def take(self, tables: Collection[OpenTable], guest: User) -> bool:  # noqa: ARG002 - nobody else is there
        """Hold back all open tables of the hosts of these and of a guest, to begin a match.

        Returns whether these are still open, and no match begins at any of all on another process. Raises
        LobbyError.
        """
        return True

    def release(self, table: OpenTable, guest: User) -> None:
        """Offer the tables again that `take` held back, because the match cannot begin."""

    def withdraw(self, codes: Iterable[str], players: Iterable[User] = ()) -> None:
        """Withdraw open tables, and those of these players that `take` held back for a match that has begun."""
