"""How matches begin: one after the other, so that the limits hold, and for all processes to know."""

import asyncio
from collections.abc import Sequence

from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.hub import Begun, Hub
from bgterm.lobby.matches import Matches
from bgterm.lobby.quotas import Quotas
from bgterm.lobby.session import Sessions
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player
from bgterm.rules.match import Header


class MatchStarter:
    """Begins the matches of a lobby."""

    def __init__(self, matches: Matches, quotas: Quotas, sessions: Sessions, hub: Hub) -> None:
        """Begin matches that are kept with the others, and counted by the quotas."""
        self._matches, self._quotas, self._sessions, self._hub = matches, quotas, sessions, hub
        self.lock = asyncio.Lock()
        """Held while a match begins: the next one is judged after it."""

    async def begin(
        self, header: Header, players: Sequence[User], shared_as: Sharing, bot: EngineSeat | None, *, by: User
    ) -> SharedTable:
        """Begin a match of the two, White first, which counts as begun `by` one of them; one may be a bot.

        Raises as `Table.begin`.
        """
        shared = await self._matches.begin(header, players, shared_as, bot)
        guests = {user.key: player.name for player, user in zip(Player, players, strict=True) if user.is_guest}
        self._hub.send(Begun(shared.name, guests))
        self._quotas.record_beginning(by)
        for user in players:
            if user.is_guest and user not in self._sessions.users:  # they have left meanwhile
                shared.forget_guest(user)
        return shared
