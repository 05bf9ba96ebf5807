"""Automatic actions, each switched on and off; a decision is never automated."""

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, OpeningThrown, Rolled, Taken
from bgterm.rules.ruleset import Ruleset
from tests.builders import FIRST_TURN, play
from tests.positions import CONTACT, DANCE, FORCED, RACE
from tests.tui.seat import HEADER, at_table

WHITE, BLACK = Player
NOBODY_DOUBLES = HEADER._replace(ruleset=Ruleset(length=5, cube=False))


@pytest.mark.parametrize(
    ("header", "past", "keys", "on", "rolled"),
    [
        (NOBODY_DOUBLES, FIRST_TURN[:1], ("5", "enter", "enter"), True, True),
        (NOBODY_DOUBLES, FIRST_TURN[:1], ("5", "enter", "enter"), False, False),
        (HEADER, FIRST_TURN[:1], ("5", "enter", "enter"), True, False),
        (HEADER, (*FIRST_TURN, Doubled(BLACK)), ("t",), True, True),
    ],
    ids=["without the cube", "not wanted", "a double is open", "after a take"],
)
async def test_dice_are_rolled_by_themselves_where_nobody_could_double(tmp_path, header, past, keys, on, rolled):
    settings = Settings(auto_roll=on)
    async with at_table(tmp_path, [(6, 5)], header=header, past=past, settings=settings) as (seat, table):
        await seat.press(*keys)
        made = Taken(WHITE) if keys == ("t",) else FIRST_TURN[1]
        dice = (Rolled(BLACK, Dice(6, 5)),) if rolled else ()
        assert table.history == (*past, made, *dice)
        assert seat.asked == ("move" if rolled else "roll")
        assert ("double" in seat.keys) is (header is HEADER and not rolled)


async def test_the_opening_is_never_thrown_by_itself(tmp_path):
    everything = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)
    async with at_table(tmp_path, [(3, 3)], header=NOBODY_DOUBLES, settings=everything) as (seat, table):
        await seat.press("space")
        assert (table.history, seat.asked) == ((OpeningThrown(3, 3),), "roll")


@pytest.mark.rule("A-74b")
@pytest.mark.parametrize(
    ("position", "made", "said"),
    [(FORCED, "bar/21", "Ann 6-4: bar/21"), (DANCE, "", "Ann 6-5: no legal move")],
    ids=["forced", "dance"],
)
@pytest.mark.parametrize("on", [True, False])
async def test_a_play_that_is_forced_is_made_by_itself_and_shown(tmp_path, position, made, said, on):
    header, rolled = HEADER._replace(start=position._replace(dice=None)), Rolled(WHITE, position.dice)
    dice, settings = [(position.dice.high, position.dice.low)], Settings(auto_play_forced=on)
    async with at_table(tmp_path, dice, header=header, settings=settings) as (seat, table):
        await seat.press("r")
        if not on:
            assert (table.history, seat.asked) == ((rolled,), "move")
            return
        assert table.history == (rolled, Moved(WHITE, play(made)))
        assert seat.shows(said)


@pytest.mark.rule("A-74b")
@pytest.mark.parametrize(
    ("position", "typed", "on", "confirmed"),
    [
        (RACE, "6/off 6/5", True, True),
        (RACE, "6/off 6/5", False, False),
        (RACE, "6/off", True, False),
        (CONTACT, "8/5 6/5", True, False),
    ],
    ids=["race", "not wanted", "incomplete draft", "contact"],
)
async def test_the_dice_are_picked_up_by_themselves_only_in_a_race(tmp_path, position, typed, on, confirmed):
    header = HEADER._replace(start=position)
    async with at_table(tmp_path, header=header, settings=Settings(auto_confirm_race=on)) as (seat, table):
        await seat.press(*typed, "enter")
        if confirmed:
            assert table.history == (Moved(WHITE, play(typed)),)
        else:
            assert (table.history, seat.draft.moves) == ((), play(typed))
