"""The interface to the other processes that serve the same lobby, the messages to them, and what a lobby shares.

Each process keeps a copy of the shared state: who is here and where they sit, the open tables, the matches. It
reads its copy without waiting, and asks the hub about changes that all processes must agree on. A server of one
process has a `Hub` that does nothing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from bgterm.lobby.chat import ChatLine
from bgterm.lobby.limits import Limits
from bgterm.lobby.notifications import Message
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.users.user_registry import User
from bgterm.storage.open_match import ListChange


class Told(NamedTuple):
    """The text `said` for all sessions of the user with this key; `challenge` if it says they are challenged."""

    key: str
    said: Message
    challenge: bool = False


class Sent(NamedTuple):
    """The text `said` for everyone at the table with this code, who return to the lobby with it."""

    code: str
    said: Message


class Drafted(NamedTuple):
    """The moves so far of the unfinished turn at the table with this code, as pairs (source, destination).

    The points have the numbers of the player to act.
    """

    code: str
    moves: tuple[tuple[int, int], ...]


class Contribution(NamedTuple):
    """The sentence `said` about a player's contribution to the dice, for everyone at the table with this code."""

    code: str
    said: str


class Begun(NamedTuple):
    """The match that another process has begun, by the name of its record.

    `guests` has the name of the player, such as `WHITE`, for the user key of each guest in it.
    """

    name: str
    guests: Mapping[str, str] = {}


class Advanced(NamedTuple):
    """The news that another process has added a line to the record `name`, with its effect on the lobby's lists.

    Made from the database's notification of the line, never sent.
    """

    name: str
    change: ListChange


class MovedOn(NamedTuple):
    """The order to everyone at the table with the code `code` to move to the one with the code `to`: a rematch."""

    code: str
    to: str


class Acted(NamedTuple):
    """An act of the user or address `who` that counts against the rate limit named `limit`."""

    limit: str
    who: str


class KeyCode(NamedTuple):
    """A code, valid for `seconds`, that adds a further key to the player with this key.

    With an empty key it is a code that was used and is no longer valid.
    """

    code: str
    key: str = ""
    seconds: float = 0.0


HubMessage = ChatLine | Told | Sent | Drafted | Contribution | Begun | Advanced | MovedOn | Acted | KeyCode
"""A message to the other processes of a lobby."""


class Hub:
    """A lobby's link to the other processes that serve it; this base class, without others, does nothing."""

    name = ""
    """The prefix of the keys of this process's guests, which makes them unique; empty for the only process."""
    is_alone = True
    """Whether this process is the only one."""

    def changed(self) -> None:
        """Send the sessions of this process and their places to the others.

        Changes at one moment are sent together.
        """

    def send(self, message: HubMessage) -> None:
        """Send a message to all other processes, after those sent before."""

    async def add(self, table: OpenTable) -> None:
        """Share a new open table with the other processes.

        Raises LobbyError when its code is taken, SaveError when it cannot be saved.
        """

    async def take(self, tables: Collection[OpenTable], guest: User) -> bool:  # noqa: ARG002 - nobody else is there
        """Reserve the open tables of `guest` and of the hosts of `tables`; return whether their match may begin.

        Returns False when one of `tables` is not open any more, or when another process begins a match with one of
        these players. Raises SaveError when the database does not answer.
        """
        return True

    def release(self, table: OpenTable, guest: User) -> None:
        """Cancel the reservations that `take` made for the table's host and `guest`: their match cannot begin."""

    def withdraw(self, codes: Iterable[str], players: Iterable[User] = ()) -> None:
        """Withdraw the open tables with these codes, and the tables that `take` reserved for these players."""


class LobbyContext(NamedTuple):
    """The parts of a lobby that its services share: limits, clock, and the link to other processes."""

    limits: Limits
    now: Callable[[], float]
    """A function that returns the time in seconds."""
    hub: Hub
    """The other processes of the same lobby."""
    rates: RateLimits
    """The rate limits that all processes count together."""
