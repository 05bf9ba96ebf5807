"""Pairs of players who play whole matches on a running server, each with an SSH client of their own.

Their matches are created before the server starts, so that it finds them and seats each player. A player reads the
prompt on the screen and the board in the journal, and presses keys no faster than a person does. The journal shows
the effect of a key, whatever the screen shows; without one the player tries again.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import asyncssh

from bgterm.formats.record import read_record
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.notation.json_codec import Note, read_line
from bgterm.notation.plays import play_text
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.match_offer import MatchOffer
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.events import Doubled, Dropped, Event, Moved, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState, Phase
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.library import FileLibrary, find_save
from bgterm.storage.store import MatchLibrary
from tests.net.client import Client, connect, session
from tests.waiting import wait
from tools.hands import ENTER, ESCAPE, SPACE, asked, is_same, read

KEYS_A_SECOND = 30
"""The number of keys that a player presses a second."""
LOOK = 0.05
"""Seconds between two looks at the journal."""
TRY_AGAIN = 10.0
"""Seconds after which a player takes keys of which nothing came for lost; each next time twice as many.

A server that is too slow for the keys of all players would else get ever more of them, and be done with none.
"""
TRIES = 7
"""How often a player tries; after that, the test or bgterm has an error."""


@dataclass(frozen=True)
class Seat:
    """A player of a match that was begun: name, key, side, journal and address."""

    name: str
    key: asyncssh.SSHKey
    player: Player
    journal: Any
    """The journal of the match: its path, or its lines in the database."""
    address: str
    """The client's address, which no other pair has, since each address has limits."""


Pair = tuple[Seat, Seat]


_SHORT = MatchOffer().changed(length=1, dice="verifiable", variant="hyper")
WHOLE_GAME = _SHORT.changed(variant="backgammon")
MIXED = (replace(_SHORT, ruleset=Ruleset(length=3)), *[_SHORT] * 8, WHOLE_GAME)
"""The games of ten matches: mostly Hyper-backgammon, whose games are short; one is to 3, one of backgammon."""


def begin_matches(folder: Path, pairs: int, first: int = 0, games: Sequence[MatchOffer] = MIXED) -> list[Pair]:
    """Begin `pairs` matches, numbered from `first`, in the folder of a stopped server; return their seats."""
    registry = UserRegistry(NamesFile(folder / "people.jsonl"))
    lobby = Lobby(folder / "matches", registry, Limits(openings=pairs))
    store, journal = FileLibrary(folder / "matches"), partial(find_save, folder / "matches")
    numbers = range(first, first + pairs)
    begun = [wait(begin_match(lobby, store, journal, number, games[number % len(games)])) for number in numbers]
    registry.close()
    return begun


async def begin_match(
    lobby: Lobby, store: MatchLibrary, journal: Callable[[str], Any], number: int, offer: MatchOffer
) -> Pair:
    """Begin the match of one pair in the store of a stopped server; `journal` returns its journal by its name."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in Player]
    names = [f"{name}{number}" for name in ("White", "Black")]
    white, black = [
        await lobby.registry.pick(User(key.get_fingerprint(), ""), name)
        for key, name in zip(keys, names, strict=True)
    ]
    shared = await lobby.matchmaking.join(black, (await lobby.matchmaking.open_table(white, offer)).code)
    table = await asyncio.to_thread(Table.open, store, shared.name)
    for player in table.awaited:
        await table.exchange(VerifiableDice.add_nothing, player)
    await asyncio.wrap_future(table.close())
    address, kept = f"127.0.{number // 200 + 1}.{number % 200 + 1}", journal(shared.name)
    seats = zip(names, keys, Player, strict=True)
    one, other = (Seat(name, key, player, kept, address) for name, key, player in seats)
    return one, other


class SeatedPlayer:
    """A player at a table with an SSH client."""

    def __init__(self, seat: Seat, client: Client, seed: int) -> None:
        """Play at `seat` with `client`, by decisions from `seed`."""
        self.seat, self.client = seat, client
        self._rng = Random(seed)
        self._journal, self._torn = seat.journal.open("rb"), b""
        self._match: MatchState | None = None
        self.events = 0
        """The number of events that have been read from the journal."""

    @property
    def match(self) -> MatchState:
        """The present state of the match, by the lines that its journal has now."""
        *lines, self._torn = (self._torn + self._journal.read()).split(b"\n")
        for line in lines:
            match read_line(line.decode()):
                case Header() as header:
                    self._match = start(header)
                case Note():
                    pass
                case event if self._match:
                    self._match = apply(self._match, event)
                    self.events += 1
        assert self._match
        return self._match

    @property
    def first_move(self) -> str:
        """The first move of a legal play, as a player types it."""
        plays = choices(self.match, self.seat.player).plays
        assert plays
        src, dst = next(iter(plays))[0]
        return f"{src}/{dst or 'off'}"

    async def see_board(self) -> None:
        """Wait for the first board, unless the match is over."""
        if self.match.winner is None:
            await self.see(r"\d pips?\b")

    async def play(self) -> MatchState:
        """Play until one of the players has won the match; return its last state."""
        while (match := self.match).winner is None:
            if self._is_asked(match):
                await self._act(match)
            else:
                await self._until_changed(match)
        self._journal.close()
        return match

    def _is_asked(self, match: MatchState) -> bool:
        """Return whether this player is to act now; White begins the opening and the next game."""
        game = match.game
        if game.pending or game.to_act is not None:
            return game.to_act is self.seat.player
        return self.seat.player is Player.WHITE

    async def _until_changed(self, match: MatchState) -> None:
        """Wait until the match is no longer in this state. Raises AssertionError when the session ends."""
        while self.match is match:
            assert not self.client.line.closed, f"{self.seat.name} was hung up on:\n{self.client.text}"
            await asyncio.sleep(LOOK)

    async def _act(self, match: MatchState) -> None:
        """Make an event happen, and try again if nothing changes. Raises AssertionError after all tries."""
        event = self._decision(match)
        for earlier in range(TRIES):
            try:
                async with asyncio.timeout(TRY_AGAIN * 2**earlier):
                    await self._press_for(match, event)
                    await self._until_changed(match)
            except TimeoutError:
                await self._type(2 * ESCAPE)
            if self.match is not match:
                return
        raise AssertionError(f"{self.seat.name} cannot make {event or 'a roll'} happen:\n{self.client.text}")

    async def _press_for(self, match: MatchState, event: Event | None) -> None:
        """Press the keys that make the event happen, or throw the dice for None."""
        if match.shown_game.phase is Phase.OVER:
            await self._begin(match, f"game {match.shown_game.number + 1}")
        else:
            await self.see(asked(match))
        match event:
            case Moved(_, play):
                await self._move(match, play)
            case _:
                await self._type(_KEYS.get(type(event), SPACE))

    async def _begin(self, over: MatchState, title: str) -> None:
        """Go on to the next game, unless its title is shown already."""
        if title not in self.client.text:
            await self.see(asked(over))
            await self._type(ENTER)
            await self.see(title)

    async def _type(self, keys: str) -> None:
        """Press keys, and wait as long as a player needs for them."""
        self.client.send(keys)
        await asyncio.sleep(len(keys) / KEYS_A_SECOND)

    async def see(self, pattern: str) -> None:
        """Wait until the screen has a text that matches the pattern."""
        await self.client.line.until(
            lambda: bool(re.search(pattern, self.client.text)), f"{pattern} for {self.seat.name}"
        )

    def _decision(self, match: MatchState) -> Event | None:
        player, may = self.seat.player, choices(match, self.seat.player)
        if may.answer_resignation:
            return ResignationAccepted(player)
        if may.answer_double:
            return Taken(player) if self._rng.random() < 0.5 else Dropped(player)
        if may.double and self._rng.random() < 0.1:
            return Doubled(player)
        if may.plays is not None:
            return Moved(player, plain_play(may.plays, self._rng))
        return None

    async def _move(self, match: MatchState, play: Play) -> None:
        plays = choices(match, self.seat.player).plays
        if plays is not None and (
            len(plays) > 1 or "legal:" in self.client.text
        ):  # a forced play may be taken back
            await self._type(plain_text(plays, play) + ENTER)
        await self.see("Enter ends (your|the) turn")
        await self._type(ENTER)


_KEYS: dict[type, str] = {
    Doubled: "d",
    Taken: "t",
    Dropped: "p",
    ResignationAccepted: "a",
    ResignationOffered: "x",
}


def plain_play(plays: LegalPlays, rng: Random) -> Play:
    """Return a random play that can be typed without ambiguity, or the only play."""
    candidates = list(plays)
    rng.shuffle(candidates)
    return next(play for play in candidates if len(candidates) == 1 or plain_text(plays, play))


def plain_text(plays: LegalPlays, play: Play) -> str:
    """Return an unambiguous text of the play, joined or move by move; "" if there is none."""
    joined = play_text(plays.board, plays.player, play).replace("*", "")
    moves = " ".join(f"{move.src}/{move.dst or 'off'}" for move in play)
    return next((text for text in (joined, moves) if _is_plain(plays, play, text)), "")


def _is_plain(plays: LegalPlays, play: Play, text: str) -> bool:
    found = read(text, plays)
    return len(found) == 1 and is_same(plays, found[0], play)


@asynccontextmanager
async def sitting(port: int, seat: Seat, seed: int, **options: Any) -> AsyncIterator[SeatedPlayer]:
    """Connect, yield the player at the table, and hang up at the end."""
    conn = await connect(port, seat.key, local_addr=(seat.address, 0), **options)
    try:
        yield SeatedPlayer(seat, await session(conn), seed)
    finally:
        conn.abort()


async def play_all(port: int, pairs: Sequence[Pair], seed: int, **options: Any) -> list[MatchState]:
    """Seat all players, play all matches to the end at once, and hang up; return the ends that the players saw."""
    async with AsyncExitStack() as leaving:

        async def seated(number: int, seat: Seat) -> SeatedPlayer:
            player = await leaving.enter_async_context(sitting(port, seat, seed + number, **options))
            await player.see_board()
            return player

        seats = [seat for pair in pairs for seat in pair]
        players = await asyncio.gather(*(seated(number, seat) for number, seat in enumerate(seats)))
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in players]
    ends = [player.result() for player in playing]
    assert ends[::2] == ends[1::2]
    return ends[::2]


def check_journals(pairs: Sequence[Pair], ends: Sequence[MatchState]) -> Iterator[int]:
    """Assert that every journal replays to the end that its players saw; return the number of events of each."""
    for (seat, _), end in zip(pairs, ends, strict=True):
        record = read_record(seat.journal.read_bytes())
        assert record.damage is None, record.damage
        assert record.match == end
        assert record.match.winner is not None
        yield len(record.events)
