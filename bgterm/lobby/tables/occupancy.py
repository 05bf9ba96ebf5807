"""A session at a table of the lobby, as a player or as a spectator, with its actions beside playing."""

from bgterm.catalog import N_
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.notifications import Listener, Refreshed, ignore
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player


class Occupancy:
    """One session's place at a table, as a player or as a spectator, with its actions besides playing."""

    def __init__(self, at: SharedTable, user: User, player: Player | None) -> None:
        """Prepare a place at an open table; `SharedTable.add` adds it there."""
        self.at, self.user = at, user
        self.player = player
        """The player of the seat; None for a spectator."""
        self.table, self.chat, self.clocks = at.table, at.chat, at.clocks
        """The table, its chat and its clocks (None when the match has no clock)."""
        self.listener: Listener = ignore
        self.order = 0
        """A number that decides between two sessions on one seat: the greater one has the seat."""

    @property
    def taken(self) -> bool:
        """Whether the session still has its place at the table."""
        return self.at.seating.has(self)

    async def say(self, text: str) -> bool:
        """Add a line to the chat; return False if no visible text is left of it.

        Raises LobbyError when the user may not write now, SaveError when the line cannot be saved.
        """
        if self.player is None:
            raise LobbyError(N_("Spectators cannot chat: it could be advice."))
        self.at.check_talk(self.user)
        said = await self.chat.say(self.player, text)
        self.at.tell(Refreshed())
        return said

    def want_rematch(self) -> bool:
        """Record a player's wish for a rematch of a match that is over; return whether both players have it.

        For a spectator, or during the match, do nothing and return False.
        """
        return self.player is not None and self.at.over and self.at.want_rematch(self.player)

    def leave(self) -> None:
        """Leave the table on purpose. The seat is kept, but the player does not return to it automatically."""
        self.at.remove(self, on_purpose=True)

    def drop(self) -> None:
        """Leave the table because the connection has dropped; a player returns to the seat when they reconnect."""
        self.at.remove(self, on_purpose=False)
