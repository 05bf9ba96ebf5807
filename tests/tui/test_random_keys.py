"""Random keys, faster than anything can be shown, of one player or several: nothing breaks, nothing is lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG
from bgterm.storage.journal import load
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.menu import MenuScreen
from tests.cases import rest_long
from tests.lobby.visitors import ANN, BOB, CLEO, lobby_in, playing
from tests.states import states
from tests.tables import begin_table
from tests.tui.company import Company, company_in
from tests.tui.moments import (
    beaver,
    contact,
    doubled,
    game_over,
    last_play,
    one_of_several,
    race,
    resignation,
    take_back,
    to_roll,
    two_ways,
    way_to_ask,
)
from tests.tui.seat import HEADER, SIZE, Seat, played_until, screen_of, seated, workspace_in
from tests.waiting import wait

KEYS = (
    *"0123456789" * 3,
    *"/,*:-;(",
    *["enter", "space"] * 6,
    *["left", "right", "up", "down", "tab", "shift+tab", "backspace", "escape"] * 3,
    *"abcdefghijklmnopqrstuvwxyzABX",
    *["question_mark", "f1", "pageup", "pagedown", "home", "end", "delete", "ctrl+c", "f12", "ü", "李", "´"],
    *["t", "p", "a", "n", "r", "d", "x"] * 2,
)
SIZES = (SIZE, SIZE, (120, 40), (44, 20), (40, 10), (1, 1), (60, 50), (200, 20))
A_SITTING = 150
"""The number of keys that are pressed before the program is started again."""


@dataclass(frozen=True)
class Start:
    """A screen or a match at which the random keys begin."""

    past: Sequence
    keys: Sequence[str] = ()
    at_menu: bool = False
    header: Header = HEADER
    """The header of the match, whose dice are those of a seed in place of random ones."""


def start_at(moment, *keys: str, **agreed: object) -> Start:
    header = HEADER._replace(**agreed)
    return Start(played_until(moment, header), keys, header=header)


def asking_the_way() -> Start:
    past = played_until(two_ways)
    (*_, match) = states(HEADER, past)
    return Start(past, [*way_to_ask(match), "enter"])


STARTS = {
    "to roll": lambda: start_at(to_roll),
    "to move": lambda: start_at(contact),
    "menu": lambda: Start((), at_menu=True),
    "new match": lambda: Start((), ["n"], at_menu=True),
    "options": lambda: start_at(to_roll, "o"),
    "doubled": lambda: start_at(doubled),
    "match library": lambda: Start(played_until(game_over), ["b"], at_menu=True),
    "replay": lambda: Start(played_until(game_over), ["b", "r"], at_menu=True),
    "help": lambda: start_at(contact, "question_mark"),
    "opening": lambda: Start(()),
    "race": lambda: start_at(race),
    "dice that are typed": lambda: Start(played_until(to_roll), header=HEADER._replace(dice="manual")),
    "dice with words": lambda: Start((), header=HEADER._replace(dice="verifiable")),
    "resignation": lambda: start_at(resignation),
    "take-back": lambda: start_at(take_back),
    "beaver": lambda: start_at(beaver, ruleset=Ruleset(beavers=2, jacoby=True, automatic_doubles=1)),
    "last play": lambda: start_at(last_play, ruleset=Ruleset(length=5, policing=True)),
    "Long": lambda: start_at(one_of_several, variant=LONG, ruleset=Ruleset(koks=True, cube=False)),
    "game over": lambda: start_at(game_over),
    "list of plays": lambda: start_at(contact, "tab"),
    "question of the way": asking_the_way,
}


@pytest.mark.parametrize(
    "presses", [20, pytest.param(A_SITTING, marks=pytest.mark.long), pytest.param(10_000, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("screen", rest_long(6, STARTS))
async def test_random_keys_break_nothing_and_the_journal_replays(tmp_path, screen, presses):
    rng = Random(f"{screen} {presses}")
    start = STARTS[screen]()
    for sitting in range(-(-presses // A_SITTING)):
        await sit(tmp_path / str(sitting), start, rng, min(presses, A_SITTING))


async def sit(folder: Path, start: Start, rng: Random, presses: int) -> None:
    """Press random keys until there were enough or the program was left; assert that all was kept."""
    folder.mkdir()
    dice = start.header.dice.replace("random", f"seed:{rng.randrange(1000)}")
    by_itself = dict.fromkeys(("auto_roll", "auto_play_forced", "auto_confirm_race"), rng.random() < 0.5)
    workspace = workspace_in(folder, Settings(**by_itself).changed(white="Ann", black="Bob", dice=dice))
    first, table = sit_down(workspace, start)
    async with seated(first, workspace) as seat:
        await seat.press(*start.keys)
        await press_at_random(seat, rng, presses)
        for save in workspace.saves.glob("*.jsonl"):
            kept = load(save)
            assert kept.damage is None
            if table and table.name == save.stem:
                assert (kept.match, kept.events) == (table.match, table.history)
    if table:
        table.close().result()


def sit_down(workspace: Workspace, start: Start) -> tuple[BaseScreen, Table | None]:
    if start.at_menu and not start.past:
        return MenuScreen(workspace), None
    table = begin_table(workspace.saves, start.header._replace(dice=workspace.settings.offer.dice))
    for event in start.past:
        wait(table.apply(event))
    if start.at_menu:
        table.close().result()
        return MenuScreen(workspace), None
    return screen_of(table, workspace), table


async def press_at_random(seat: Seat, rng: Random, presses: int) -> None:
    while presses > 0 and seat.app.is_running:
        burst = rng.choices(KEYS, k=rng.choice((1, 5, 25, 50)))
        await seat.burst(*burst)
        presses -= len(burst)
        if rng.random() < 0.05 and seat.app.is_running:
            await seat.resize(*rng.choice(SIZES))


# Two players and a spectator, whose connections drop now and then

WHO = (ANN, BOB, CLEO)
KEYS_OF_A_LOBBY = (*KEYS, *"RLEci", "delete", *["enter", "space", "tab", "1"] * 10)


@pytest.mark.parametrize(
    "bursts", [10, pytest.param(30, marks=pytest.mark.long), pytest.param(3_000, marks=pytest.mark.soak)]
)
async def test_random_keys_of_several_players_leave_valid_journals(tmp_path, bursts):
    rng, lobby = Random(bursts), lobby_in(tmp_path)
    for participant in playing(lobby)[2:]:
        participant.drop()
    async with company_in(tmp_path, lobby) as company:
        seats = [await come(company, rng, at) for at in range(len(WHO))]
        for _ in range(bursts):
            at = rng.randrange(len(WHO))
            if rng.random() < 0.03 and seats[at].app.is_running:
                await company.drop(seats[at])
            if not seats[at].app.is_running:
                await company.settle()
                seats[at] = await come(company, rng, at)
            if rng.random() < 0.03:
                await seats[at].resize(*rng.choice(SIZES))
            await seats[at].burst(*rng.choices(KEYS_OF_A_LOBBY, k=rng.choice((1, 3, 10))))
            await company.settle()
        kept = [load(path) for path in (tmp_path / "matches").glob("*.jsonl")]
    assert kept
    assert not any(record.damage for record in kept)


async def come(company: Company, rng: Random, at: int) -> Seat:
    """Return the seat of a new visitor in the lobby, at a table, or with another visitor."""
    tables = [table.code for table in company.lobby.matches.live]
    settings = Settings(auto_play_forced=rng.random() < 0.5).changed(length=rng.choice((0, 1, 3)))
    return await company.come(WHO[at], rng.choice(("", "Ann", *tables)), settings=settings)
