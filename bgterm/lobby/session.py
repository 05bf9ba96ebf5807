"""One session of a visitor in the lobby, with the chairs on which it sits."""

from typing import TYPE_CHECKING

from bgterm.lobby.notifications import Listener
from bgterm.lobby.seat import Chair
from bgterm.lobby.users import Visitor

if TYPE_CHECKING:
    from bgterm.lobby.lobby import Lobby


class Presence:
    """One session in the lobby. A visitor may have several."""

    def __init__(self, lobby: "Lobby", visitor: Visitor, listener: Listener) -> None:
        """Made by `Lobby.enter`."""
        self._lobby, self.visitor, self.listener = lobby, visitor, listener
        self._chairs: list[Chair] = []
        self._left = False

    @property
    def chair(self) -> Chair | None:
        """The chair on which the session sits now; None while it is in the lobby."""
        return next((chair for chair in reversed(self._chairs) if chair.taken), None)

    async def sit(self, code: str) -> Chair:
        """Sit down at one's seat at a match. Raises LobbyError when one has none, SaveError."""
        return self._kept(await self._lobby.sit(self.visitor, code))

    async def watch(self, code: str) -> Chair:
        """Look on at a match. Raises LobbyError when one may not, SaveError."""
        return self._kept(await self._lobby.watch(self.visitor, code))

    async def rematch(self, chair: Chair) -> None:
        """Say that one would like another match; when both would, it begins. Raises as `Lobby.rematch`."""
        await self._lobby.rematch(chair)

    def leave(self) -> None:
        """Go, wherever one still sits as if the line had dropped; to have gone already is no error."""
        self._left = True
        for chair in self._chairs:
            chair.drop()
        self._chairs.clear()
        self._lobby.leave(self)

    def _kept(self, chair: Chair) -> Chair:
        """Remember the chair, and no more those that were left; leave it if the session has ended meanwhile."""
        self._chairs = [*(one for one in self._chairs if one.taken), chair]
        if self._left:
            chair.drop()
        return chair
