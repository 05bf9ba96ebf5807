"""Several sessions of the running program, in one lobby and one event loop, as on a server."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.profile.settings import Settings
from bgterm.rules.match import Pair
from bgterm.tui.screens.lobby.screen import LobbyScreen
from tests.tui.seat import SIZE, Seat, seated, workspace_in


class Company:
    """A lobby, and the seats of its visitors."""

    def __init__(self, folder: Path, lobby: Lobby, stack: AsyncExitStack) -> None:
        self.lobby = lobby
        self._folder, self._stack = folder, stack
        self._seats: dict[int, tuple[Seat, AsyncExitStack]] = {}
        self._sessions = count()

    async def come(
        self, user: User, code: str = "", *, settings: Settings | None = None, size: Pair = SIZE
    ) -> Seat:
        """Return the seat of a new visitor, in a session of their own."""
        workspace = workspace_in(self._folder / f"session-{next(self._sessions)}", settings or Settings())
        workspace = replace(workspace, saves=self._folder / "matches", exports=None)
        own = await self._stack.enter_async_context(AsyncExitStack())
        seat = await own.enter_async_context(
            seated(LobbyScreen(self.lobby, user, workspace, code), workspace, size)
        )
        self._seats[id(seat)] = (seat, own)
        await self.settle()
        return seat

    async def press(self, seat: Seat, *keys: str) -> None:
        """Press keys for one visitor, and update everyone's screen after each."""
        for key in keys:
            await seat.press(key)
            await self.settle()

    async def drop(self, seat: Seat) -> None:
        """Drop a visitor's connection."""
        seat.app.exit()
        await self.settle()

    async def settle(self) -> None:
        """Wait until all visitors see all that has happened, which may make others hear something.

        Sessions that have ended are removed, as on a server.
        """
        while any(not seat.is_settled for seat, _ in self._seats.values()):
            for seat, own in tuple(self._seats.values()):
                await seat.settle()
                if not seat.app.is_running:
                    del self._seats[id(seat)]
                    await own.aclose()


@asynccontextmanager
async def company_in(folder: Path, lobby: Lobby) -> AsyncIterator[Company]:
    """Yield a lobby that visitors can enter; they leave at the end."""
    async with AsyncExitStack() as stack:
        yield Company(folder, lobby, stack)
    lobby.registry.close()
