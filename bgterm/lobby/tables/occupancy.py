"""A session at a table of the lobby, as a player or as a spectator, with its actions beside playing."""

from bgterm.catalog import N_
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.notifications import Listener, Refreshed, ignore
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player


class Occupancy:
    """One session's place at a table, as a player or as a spectator, with its actions."""

    def __init__(self, at: SharedTable, user: User, player: Player | None) -> None:
        """Take the table, which is open. Made by `sit` and `watch`."""
        self.at, self.user = at, user
        self.player = player
        """The player of the seat; None for a spectator."""
        self.table, self.chat, self.clocks = at.table, at.chat, at.timing.clocks
        """The table, its chat and its clocks (None without a clock), while the session is there."""
        self.listener: Listener = ignore
        self.order = 0
        """Of two sessions that claim a seat the one with the greater number has it."""

    @property
    def taken(self) -> bool:
        """Whether the session is still there."""
        return self.at.seating.has(self)

    async def say(self, text: str, now: float) -> bool:
        """Add a line to the chat at the moment `now`, in seconds; return whether anything is left of the text.

        Raises LobbyError when they may not, SaveError when it cannot be kept.
        """
        if self.player is None:
            raise LobbyError(N_("Spectators cannot chat: it could be advice."))
        self.at.check_talk(self.user)
        said = await self.chat.say(self.player, text, now)
        self.at.tell(Refreshed())
        return said

    def want_rematch(self) -> bool:
        """Ask for another match, when this one is over; return whether both players have."""
        return self.player is not None and self.at.over and self.at.want_rematch(self.player)

    def leave(self) -> None:
        """Leave on purpose. The seat is kept."""
        self.at.remove(self, self.table, on_purpose=True)

    def drop(self) -> None:
        """Leave because the connection has dropped: the player returns to the seat when they reconnect."""
        self.at.remove(self, self.table, on_purpose=False)


async def sit(at: SharedTable, user: User) -> Occupancy:
    """Seat the user; their other session at this seat, if there is one, is ended there.

    Raises LobbyError when they have no seat at the table, SaveError when the match cannot be opened.
    """
    player = at.seat_of(user)
    await at.open()
    occupancy = Occupancy(at, user, player)
    at.add(occupancy)
    return occupancy


async def watch(at: SharedTable, user: User) -> Occupancy:
    """Add a spectator.

    Raises LobbyError when the user may not watch, or when no player is there, SaveError when it cannot be opened.
    """
    await at.check_watchable()
    await at.open()  # it may be open only in the processes that serve the players
    occupancy = Occupancy(at, user, None)
    at.add(occupancy)
    return occupancy
