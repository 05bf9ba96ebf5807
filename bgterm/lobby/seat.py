"""One session's place at a table of the lobby, and all that can be done from there beside playing."""

from typing import TYPE_CHECKING

from bgterm.editing.turn_draft import Draft
from bgterm.lobby import table_messages
from bgterm.lobby.notifications import Changed, Listener, News
from bgterm.lobby.users import LobbyError, Visitor
from bgterm.rules.board import Player

if TYPE_CHECKING:
    from bgterm.lobby.shared_table import SharedTable


class Chair:
    """One session's place at a table: a player's seat, or a place among those who look on."""

    def __init__(self, at: "SharedTable", visitor: Visitor, player: Player | None) -> None:
        """Made by `SharedTable.sit` and `SharedTable.watch`."""
        self.at, self.visitor = at, visitor
        self.player = player
        """Whose seat it is; None for who looks on."""
        self.table, self.chat, self.clocks = at.table, at.chat, at.clocks
        """The table, the talk there and the clocks, if any: for as long as one sits on the chair."""
        self.listener: Listener = deaf

    @property
    def taken(self) -> bool:
        """Whether the session still sits there."""
        return self.at.has(self)

    async def say(self, text: str, now: float) -> bool:
        """Say something at the moment `now`, in seconds; return whether anything is left of it when it is cleaned.

        Raises LobbyError when he may not, SaveError when it cannot be kept.
        """
        if self.player is None:
            raise LobbyError(table_messages.WATCHERS_ARE_SILENT)
        said = await self.chat.say(self.player, text, now)
        self.at.tell(Changed())
        return said

    def show_draft(self, draft: Draft) -> None:
        """Let everyone see the moves that he has made so far; nothing is kept until he picks up the dice."""
        self.at.show_draft(self, draft)

    async def let_watch(self, watchable: bool) -> None:
        """Let others look on or not; who looks on already has to go then. Raises SaveError."""
        if self.player is not None:
            await self.at.let_watch(watchable)

    async def end_session(self) -> None:
        """Close the money session, which either player may between two games. Raises as `Table.close_session`."""
        if self.player is not None:
            await self.at.end_session()

    def want_rematch(self) -> bool:
        """Say that he would like another match, when this one is over; return whether both would."""
        if self.player is None or not self.at.over:
            return False
        return self.at.want_rematch(self.player)

    def leave(self) -> None:
        """Get up on purpose. The seat is kept."""
        self.at.get_up(self, on_purpose=True)

    def drop(self) -> None:
        """Get up because the line has dropped: whoever has the seat comes back to it when he comes back at all."""
        self.at.get_up(self, on_purpose=False)


def deaf(_: News) -> None:
    """Hear nothing."""
