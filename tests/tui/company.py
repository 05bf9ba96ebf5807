"""Several sessions of the running program, in one lobby and one event loop, as on a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
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

    def __init__(self, folder: Path, lobby: Lobby) -> None:
        self.lobby, self._folder = lobby, folder
        self._sessions: dict[Seat, tuple[asyncio.Event, asyncio.Task[None]]] = {}
        self._numbers = count()

    async def come(
        self, user: User, code: str = "", *, settings: Settings | None = None, size: Pair = SIZE
    ) -> Seat:
        """Return the seat of a new visitor, in a session of their own."""
        workspace = workspace_in(self._folder / f"session-{next(self._numbers)}", settings or Settings())
        workspace = replace(workspace, saves=self._folder / "matches", exports=None)
        sitting = seated(LobbyScreen(self.lobby, user, workspace, code), workspace, size)
        arrived, end = asyncio.get_running_loop().create_future(), asyncio.Event()
        task = asyncio.create_task(_session(sitting, arrived, end))
        await asyncio.wait({arrived, task}, return_when=asyncio.FIRST_COMPLETED)
        seat = arrived.result() if arrived.done() else await task
        self._sessions[seat] = (end, task)
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
        while any(not seat.is_settled for seat in self._sessions):
            for seat in tuple(self._sessions):
                await seat.settle()
                if not seat.app.is_running:
                    await self._end(seat)

    async def close(self) -> None:
        """End all sessions, the last one first."""
        for seat in reversed(tuple(self._sessions)):
            await self._end(seat)

    async def _end(self, seat: Seat) -> None:
        end, task = self._sessions.pop(seat)
        end.set()
        await task


async def _session(
    sitting: AbstractAsyncContextManager[Seat], arrived: "asyncio.Future[Seat]", end: asyncio.Event
) -> None:
    """Keep a session until its end, in a task of its own, since the program sets variables of its context."""
    async with sitting as seat:
        arrived.set_result(seat)
        await end.wait()


@asynccontextmanager
async def company_in(folder: Path, lobby: Lobby) -> AsyncIterator[Company]:
    """Yield a lobby that visitors can enter; they leave at the end."""
    company = Company(folder, lobby)
    try:
        yield company
    finally:
        await company.close()
    lobby.registry.close()
