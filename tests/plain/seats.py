"""Sessions of plain mode for tests, at one keyboard and on a server, which type lines and read the answers."""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Self

from bgterm.engine.protocol import Ask
from bgterm.formats.record import GameRecord
from bgterm.lobby.bots import Bots
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.plain.session import PlainSession
from bgterm.plain.visit import Visit
from bgterm.play.clocks import Clocks
from bgterm.play.venue import Venue
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.scripted_dice import ScriptedDice
from tests.tables import begin_table
from tests.waiting import wait

HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30")


class typed:  # noqa: N801 - it is used as a function
    """An asynchronous iterator of lines, as if somebody typed them, which needs no end as a generator would."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        for line in self._lines:
            return line
        raise StopAsyncIteration


class Talk:
    """Two players in plain mode at one table with known dice."""

    def __init__(
        self,
        folder: Path,
        throws: Sequence[tuple[int, int]] = (),
        *,
        past: Sequence[Event] = (),
        settings: Settings | None = None,
        now: Callable[[], float] = monotonic,
        disk: Disk = DISK,
        advise: Ask | None = None,
        **agreed: Any,
    ) -> None:
        """Begin a match in the folder, apply the events `past`, and sit down; `now` is the clock of the match."""
        self.folder = folder
        header = HEADER._replace(**agreed)
        cup = ScriptedDice(throws) if throws else None
        self.table = begin_table(folder, header, cup, disk)
        for event in past:
            wait(self.table.apply(event))
        self.heard: list[str] = []
        """The lines that were said since `news` was last called."""
        self.seat = PlainSession(
            Venue(self.table, Clocks(self.table, now) if self.table.match.timed else None, advise),
            self.heard.append,
            settings,
            rematch=self._rematch,
        )
        self.seat.sit_down()
        wait(self.seat.settle())

    async def _rematch(self) -> None:
        self.seat.participant.leave()

    def news(self) -> list[str]:
        """Return the lines that were said since the last call."""
        said, self.heard[:] = list(self.heard), []
        return said

    def __call__(self, *lines: str) -> str:
        """Type lines; return the answer to the last one as one text."""
        for line in lines:
            self.news()
            wait(self.seat.take(line))
        return "\n".join(self.news())

    def kept(self) -> GameRecord:
        """Return the record of the match in its journal."""
        return load(find_save(self.folder, self.table.name))


LIMITS = Limits(openings=10_000, renames_a_day=10_000, challenges=10_000)


class Company:
    """The visitors of one server, each with the notifications that are still to be delivered."""

    def __init__(self, folder: Path, now: Callable[[], float] = monotonic, bots: Bots | None = None) -> None:
        registry = UserRegistry(NamesFile(folder / "people.jsonl"))
        self.lobby = Lobby(folder / "matches", registry, LIMITS, now, bots=bots)
        self.heard: dict[Visit, list[str]] = {}
        self._later = dict[Visit, deque[Callable[[], Coroutine[Any, Any, None]]]]()
        self._folder = folder

    async def come(self, name: str, key: str = "") -> Visit:
        """Connect a visitor who takes this name; `key` is by default one of the same name."""
        key = key or f"SHA256:{name}"
        heard: list[str] = []
        later = deque[Callable[[], Coroutine[Any, Any, None]]]()
        workspace = Workspace(Settings(), self._folder / f"{name}.toml", self._folder, "walnut")
        user = User(key, self.lobby.registry.name_of(key), name)
        visit = Visit(self.lobby, user, workspace, heard.append, later.append, port=22)
        self.heard[visit], self._later[visit] = heard, later
        await visit.begin()
        if not visit.lobby_session.number:
            await visit.take(name)
        await self.settle()
        return visit

    async def playing(self) -> list[Visit]:
        """Connect Ann and Bob, who sit down at one table."""
        visits = [await self.come(name) for name in ("Ann", "Bob")]
        for visit in visits:
            await self.type(visit, "quick")
        return visits

    async def settle(self) -> None:
        """Deliver all notifications to all visitors."""
        while waiting := [later for later in self._later.values() if later]:
            for later in waiting:
                await later.popleft()()

    async def type(self, visit: Visit, *texts: str) -> list[str]:
        """Type a visitor's lines; return the lines that the visitor reads after the last one."""
        for text in texts:
            before = len(self.heard[visit])
            await visit.take(text)
            await self.settle()
        return self.heard[visit][before:]

    async def open(self, visit: Visit, offer: str = "1") -> str:
        """Open a visitor's table, and return its code."""
        (said,) = await self.type(visit, f"open {offer}")
        return said.split()[2]

    def go(self, visit: Visit) -> None:
        """Disconnect a visitor."""
        visit.gone()
        del self._later[visit]
