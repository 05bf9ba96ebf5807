"""A key that is pressed twice, or held down, decides one thing: nothing for the opponent, and no game unseen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
    Taken,
)
from bgterm.rules.match import GameSetup, Phase, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui import bindings
from bgterm.tui.local_match import LocalMatch
from bgterm.tui.prompts.simple import GameOverPrompt, RollPrompt
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from tests.builders import board, play
from tests.lobby.visitors import ANN, BOB, TO_THREE, lobby_in, playing
from tests.positions import DANCE, FORCED
from tests.tui.company import company_in
from tests.tui.seat import HEADER, Seat, at_table, lay_table, seated, workspace_in
from tests.waiting import wait

WHITE, BLACK = Player
ROLLED_31 = (OpeningThrown(3, 1),)
FIRST_TURN = (*ROLLED_31, Moved(WHITE, play("8/5 6/5")))
LOST = (*ROLLED_31, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
TO_FIVE, ONE_POINT = HEADER, replace(HEADER, ruleset=Ruleset(length=1))
MONEY = replace(HEADER, ruleset=Ruleset(length=0, beavers=3))
LAST_CHECKER = GameSetup(board("1:1 / 1:1"), on_roll=WHITE, dice=Dice(2, 1))
CLOSED_OUT = GameSetup(
    board("13:2 8:1 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 13:4 8:5 6:5"), on_roll=WHITE, dice=Dice(2, 1)
)
"""White moves, and then Black cannot enter whatever they roll."""
TWICE = "You pressed {} twice. Press it again to go on."


@contextmanager
def double_press(seconds: float) -> Iterator[None]:
    """Take the same key again within so many seconds for a double press, however slow the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bindings, "DOUBLE_PRESS", seconds)
        yield


async def press_twice(seat: Seat, key: str) -> None:
    """Press a key twice, the second time when what the first press did is shown."""
    with double_press(inf):
        await seat.press(key, key)


# At one keyboard


@pytest.mark.parametrize("key", ["enter", "space", "r"])
@pytest.mark.parametrize(
    ("header", "past", "keys"),
    [
        (TO_FIVE, (), ()),
        (TO_FIVE, ROLLED_31, ()),
        (TO_FIVE, ROLLED_31, tuple("8/5 6/5")),
        (TO_FIVE, ROLLED_31, (*"8/5 6/5", "enter")),
        (TO_FIVE, FIRST_TURN, ()),
        (TO_FIVE, (*FIRST_TURN, Doubled(BLACK)), ()),
        (TO_FIVE, (*FIRST_TURN, Doubled(BLACK), Taken(WHITE)), ()),
        (TO_FIVE, (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), ()),
        (TO_FIVE, (*FIRST_TURN, TakeBackAsked(WHITE)), ()),
        (MONEY, (*FIRST_TURN, Doubled(BLACK), Beavered(WHITE)), ()),
        (TO_FIVE, LOST, ()),
        (ONE_POINT, LOST, ()),
        (MONEY, LOST, ()),
        (replace(TO_FIVE, start=DANCE), (), ()),
        (replace(TO_FIVE, start=FORCED), (), ()),
        (replace(TO_FIVE, start=LAST_CHECKER), (), ()),
        (replace(ONE_POINT, start=LAST_CHECKER), (), ()),
    ],
)
async def test_key_pressed_twice_decides_one_thing(tmp_path, header, past, keys, key):
    automatic = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)
    for settings in (None, automatic):
        folder = tmp_path / str(settings is None)
        async with at_table(folder, [(3, 1), (6, 5)] * 3, header=header, past=past, settings=settings) as (
            seat,
            table,
        ):
            await seat.press(*keys)
            before = table.history
            await press_twice(seat, key)
            after = table.history
        decided = [event for event in after[len(before) :] if isinstance(event, OpeningThrown | Rolled | Moved)]
        if settings is None:
            assert len(decided) <= 1
        assert len({event.player for event in decided if isinstance(event, Moved)}) <= 1


async def test_space_twice_at_the_end_of_a_game_does_not_roll(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=LOST) as (seat, table):
        await press_twice(seat, "space")
        assert (table.history, seat.asked) == (LOST, RollPrompt)
        assert seat.shows(TWICE.format("Space"))
        await seat.press("r")
        assert table.history == (*LOST, OpeningThrown(6, 5))


async def test_space_held_down_at_the_end_of_a_game_does_not_roll(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=LOST) as (seat, table):
        with double_press(inf):
            await seat.press(*["space"] * 20)
        assert table.history == LOST
        with double_press(0):
            await seat.press("space")
        assert table.history == (*LOST, OpeningThrown(6, 5))


async def test_space_rolls_when_it_is_pressed_again_later(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=LOST) as (seat, table):
        with double_press(0):
            await seat.press("space", "space")
        assert table.history == (*LOST, OpeningThrown(6, 5))


async def test_ties_may_be_thrown_again_as_fast_as_one_likes(tmp_path):
    async with at_table(tmp_path, [(4, 4), (4, 4), (3, 1)]) as (seat, table):
        await seat.press("space", "space", "space")
        assert table.history == (OpeningThrown(4, 4), OpeningThrown(4, 4), OpeningThrown(3, 1))


@pytest.mark.parametrize("header", [TO_FIVE, ONE_POINT, MONEY])
async def test_enter_twice_does_not_pass_over_the_result(tmp_path, header):
    async with at_table(tmp_path, header=replace(header, start=LAST_CHECKER)) as (seat, table):
        await seat.write("1/off")
        await seat.press("enter")
        await press_twice(seat, "enter")
        assert (table.match.last_game.phase, seat.asked) == (Phase.OVER, GameOverPrompt)
        assert seat.app.is_running
        assert seat.shows(TWICE.format("Enter"))


async def test_enter_twice_does_not_end_the_opponents_turn(tmp_path):
    settings, nobody_doubles = Settings(auto_roll=True), replace(TO_FIVE, ruleset=Ruleset(length=5, cube=False))
    header = replace(nobody_doubles, start=CLOSED_OUT)
    async with at_table(tmp_path, [(6, 5)], header=header, settings=settings) as (seat, table):
        await seat.write("8/5")
        await seat.press("enter")
        await press_twice(seat, "enter")
        assert [type(event) for event in table.history] == [Moved, Rolled]
        assert seat.shows(TWICE.format("Enter"))


async def test_beaver_twice_is_no_raccoon(tmp_path):
    async with at_table(tmp_path, header=MONEY, past=(*FIRST_TURN, Doubled(BLACK))) as (seat, table):
        await press_twice(seat, "b")
        assert table.history == (*FIRST_TURN, Doubled(BLACK), Beavered(WHITE))
        assert seat.shows(TWICE.format("b"))


# Between two terminals


def is_tie(event: Event) -> bool:
    """Return whether the opening must be thrown again, so that the same is asked as before."""
    return isinstance(event, OpeningThrown) and event.white == event.black


@pytest.fixture
def lobby(tmp_path):
    return lobby_in(tmp_path)


def laid(lobby, *past):
    """Return a table at which `past` has happened, and both players are away."""
    ann, bob, white, _ = playing(lobby, TO_THREE)
    for event in past:
        wait(white.at.table.apply(event))
    ann.leave()
    bob.leave()
    return white.at


@pytest.mark.parametrize("key", ["enter", "space", "r"])
@pytest.mark.parametrize(
    ("past", "keys", "most"),
    [
        ((), (), 1),
        (ROLLED_31, (), 0),
        (ROLLED_31, (*"8/5 6/5", "enter"), 1),
        ((*FIRST_TURN, Doubled(BLACK)), (), 0),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), (), 0),
        (FIRST_TURN, (), 0),
        (LOST, (), 0),
    ],
)
async def test_key_pressed_twice_leaves_the_opponent_asked(tmp_path, lobby, past, keys, most, key):
    table = laid(lobby, *past)
    async with company_in(tmp_path, lobby) as company:
        ann, bob = await company.come(ANN), await company.come(BOB)
        await company.press(ann, *keys)
        before, asked = len(table.table.history), bob.asked
        await press_twice(ann, key)
        await company.settle()
        decided = [event for event in table.table.history[before:] if not is_tie(event)]
        assert len(decided) <= most
        if not decided:
            assert bob.asked is asked


async def test_key_is_used_again_as_soon_as_the_opponent_has_acted(tmp_path):
    workspace = workspace_in(tmp_path)
    table = lay_table(workspace.saves, [(3, 6), (2, 1)])
    async with seated(MatchScreen(LocalMatch(table, workspace, seats=(WHITE,))), workspace) as seat:
        with double_press(inf):
            await seat.press("space")
            await table.apply(Moved(BLACK, play("24/18 13/10")))
            await seat.settle()
            await seat.press("space")
        assert [type(event) for event in table.history] == [OpeningThrown, Moved, Rolled]


async def test_result_is_left_by_each_player_for_themselves(tmp_path, lobby):
    table = laid(lobby, *LOST)
    async with company_in(tmp_path, lobby) as company:
        ann, bob = await company.come(ANN), await company.come(BOB)
        await press_twice(ann, "space")
        await company.settle()
        assert (ann.asked, bob.asked, table.table.history) == (RollPrompt, GameOverPrompt, LOST)
        assert ann.shows(TWICE.format("Space"))


async def test_enter_twice_at_the_end_of_a_match_begins_no_other(tmp_path, lobby):
    _, _, white, _ = playing(lobby, replace(TO_THREE, ruleset=Ruleset(length=1)))
    for event in LOST:
        await white.at.table.apply(event)
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(ANN, white.at.code)
        assert seat.asked is GameOverPrompt
        await press_twice(seat, "enter")
        await company.settle()
        assert isinstance(seat.app.screen, LobbyScreen)
        assert lobby.open_tables.seen_by(ANN) == []
        assert seat.shows(TWICE.format("Enter"))


# Going back


@pytest.mark.parametrize("in_one_burst", [True, False])
async def test_q_twice_leaves_the_table_but_not_the_server(tmp_path, lobby, in_one_burst):
    table = laid(lobby, *FIRST_TURN)
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(ANN, table.code)
        if in_one_burst:
            await seat.burst("q", "q", "q")
        else:
            await press_twice(seat, "q")
        await company.settle()
        assert isinstance(seat.app.screen, LobbyScreen)
        assert seat.shows(TWICE.format("q"))
        with double_press(0):
            await company.press(seat, "q")
        assert not seat.app.is_running


async def test_q_twice_goes_back_to_the_menu_and_no_further(tmp_path):
    workspace = workspace_in(tmp_path)
    lay_table(workspace.saves, [], past=FIRST_TURN).close().result()
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("c")
        await press_twice(seat, "q")
        assert (type(seat.app.screen), seat.shows(TWICE.format("q"))) == (MenuScreen, True)
        with double_press(inf):
            await seat.press("b", "q", "b")
        assert isinstance(seat.app.screen, LibraryScreen)


async def test_enter_twice_on_a_page_does_not_end_the_turn(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await seat.press("5", "enter", "m")
        await press_twice(seat, "enter")
        assert (table.history, type(seat.app.screen)) == (ROLLED_31, MatchScreen)
        assert seat.shows(TWICE.format("Enter"))
