"""What the settings do for the player, each on and off, and never a decision of his."""

from dataclasses import replace

import pytest

from bgterm.notation.plays import play_text
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, Moved, OpeningThrown, Rolled, Taken
from bgterm.rules.match import Phase
from bgterm.rules.variants import Ruleset
from bgterm.table.config import Settings
from bgterm.tui.widgets.move_prompt import MovePrompt
from bgterm.tui.widgets.prompts import RollPrompt
from tests.builders import play
from tests.tui.moments import contact, nothing_to_play, one_play, plays_of, race
from tests.tui.seat import HEADER, at_table, played_until

WHITE, BLACK = Player
NOBODY_DOUBLES = replace(HEADER, ruleset=Ruleset(length=5, cube=False))
FIRST_TURN = (OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))


@pytest.mark.parametrize(("on", "rolled"), [(True, 1), (False, 0)])
async def test_dice_are_rolled_by_themselves_where_nobody_could_double(tmp_path, on, rolled):
    settings = Settings(auto_roll=on)
    past = FIRST_TURN[:1]
    async with at_table(tmp_path, [(6, 5)], header=NOBODY_DOUBLES, past=past, settings=settings) as (seat, table):
        await seat.press("5", "enter", "enter")
        assert table.history[:2] == FIRST_TURN
        assert sum(isinstance(event, Rolled) for event in table.history) == rolled
        assert seat.asked is (MovePrompt if on else RollPrompt)


async def test_dice_are_never_rolled_by_themselves_where_a_double_could_be_offered(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN[:1], settings=Settings(auto_roll=True)) as (seat, table):
        await seat.press("5", "enter", "enter")
        assert (table.history, seat.asked) == (FIRST_TURN, RollPrompt)
        assert "double" in seat.keys


async def test_dice_are_rolled_by_themselves_for_who_has_not_the_cube(tmp_path):
    past = (*FIRST_TURN, Doubled(BLACK))
    async with at_table(tmp_path, [(6, 5)], past=past, settings=Settings(auto_roll=True)) as (seat, table):
        await seat.press("t")
        assert table.history[-2:] == (Taken(WHITE), Rolled(BLACK, table.match.game.dice))


async def test_the_opening_is_never_thrown_by_itself(tmp_path):
    everything = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)
    async with at_table(tmp_path, [(3, 3)], header=NOBODY_DOUBLES, settings=everything) as (seat, table):
        await seat.press("space")
        assert (table.history, seat.asked) == ((OpeningThrown(3, 3),), RollPrompt)


@pytest.mark.parametrize("moment", [one_play, nothing_to_play])
@pytest.mark.parametrize("on", [True, False])
async def test_a_play_that_is_forced_is_made_by_itself_and_shown(tmp_path, moment, on):
    past = played_until(moment)
    *before, rolled = past
    assert isinstance(rolled, Rolled)
    dice = [(rolled.dice.high, rolled.dice.low)]
    async with at_table(tmp_path, dice, past=before, settings=Settings(auto_play_forced=on)) as (seat, table):
        board, player = table.match.game.board, rolled.player
        await seat.press("r")
        if not on:
            assert (table.history, seat.asked) == (past, MovePrompt)
            return
        assert table.history[:-1] == past
        turn = table.match.game.last_turn
        assert (turn.player, turn.board) == (player, board)
        assert seat.shows(play_text(board, player, turn.play) or "no legal move")


@pytest.mark.parametrize(
    ("moment", "on", "confirmed"), [(race, True, True), (race, False, False), (contact, True, False)]
)
async def test_the_dice_are_picked_up_by_themselves_only_in_a_race(tmp_path, moment, on, confirmed):
    past = played_until(moment)
    async with at_table(tmp_path, past=past, settings=Settings(auto_confirm_race=on)) as (seat, table):
        plays = plays_of(table.match)
        first = next(iter(plays))
        await seat.write(play_text(plays.board, plays.player, first))
        await seat.press("enter")
        assert len(table.history) == len(past) + confirmed
        assert (table.match.game.phase is Phase.TO_MOVE) is not confirmed


async def test_a_draft_that_is_not_complete_is_not_confirmed_by_itself(tmp_path):
    past = played_until(race)
    async with at_table(tmp_path, past=past, settings=Settings(auto_confirm_race=True)) as (seat, table):
        plays = plays_of(table.match)
        move = max(plays.after(()))
        assert (move,) not in plays
        await seat.write(f"{move.src}/{move.dst or 'off'}")
        await seat.press("enter")
        assert table.history == past
