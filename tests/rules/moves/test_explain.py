"""Reasons why a play is not legal: the rule it breaks, and the facts for the sentence about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import BAR, OFF, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.explain import explain_source, moves_forbidden_by_prime, why_not_play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.moves.narde import NardePlays
from tests.builders import START, blocked, board, legal, play
from tests.strategies import boards, narde_boards, rolls

WHITE, BLACK = Player
BOTH = "8:1 2:5 1:7 / 22:2 20:2"
"""A board on which, with 5-1, only 8/7/2 plays both numbers."""
LEAVES_NO_3 = {"done": Move(1, OFF), "die": 3, "dice": Dice(3, 1)}


@pytest.mark.rule("A-21", "A-24", "A-25", "A-31", "A-40", "A-42")
@pytest.mark.parametrize(
    ("position", "dice", "wrong", "rule", "facts"),
    [
        (START, "31", "7/4", PlayRule.NO_CHECKER, {"src": 7}),
        (START, "31", "8/5 5/4 5/4", PlayRule.NO_CHECKER, {"src": 5}),
        (START, "31", "bar/22", PlayRule.NO_CHECKER, {"src": BAR}),
        ("bar:1 6:3 / 6:1", "43", "bar/21 bar/22", PlayRule.NO_CHECKER, {"src": BAR}),
        (START, "31", "8/5 6/5 6/5", PlayRule.NO_DICE_LEFT, {}),
        (START, "33", "8/5 8/5 8/5 13/10 13/10", PlayRule.NO_DICE_LEFT, {}),
        ("bar:1 8:2 / 6:2", "31", "8/5 8/7", PlayRule.BAR_FIRST, {}),
        ("bar:2 8:2 / 6:2", "31", "bar/22 8/7", PlayRule.BAR_FIRST, {}),
        (START, "31", "8/9", PlayRule.MOVE_BACKWARDS, {"src": 8, "dst": 9}),
        (START, "31", "7/8", PlayRule.MOVE_BACKWARDS, {"src": 7, "dst": 8}),
        (START, "31", "8/8", PlayRule.MOVE_BACKWARDS, {"src": 8, "dst": 8}),
        (START, "51", "6/5 6/1", PlayRule.POINT_BLOCKED, blocked(6, 1, 2)),
        (START, "65", "24/18 24/19", PlayRule.POINT_BLOCKED, blocked(24, 19, 5)),
        ("bar:1 / 3:4 ", "31", "bar/22", PlayRule.POINT_BLOCKED, blocked(BAR, 22, 4)),
        (START, "31", "8/4", PlayRule.NUMBER_NOT_ROLLED, {"src": 8, "dst": 4, "need": 4, "dice": Dice(3, 1)}),
        (START, "31", "24/15", PlayRule.TOO_FAR, {"src": 24, "dst": 15, "need": 9, "dice": Dice(3, 1)}),
        (START, "31", "8/5 13/6", PlayRule.TOO_FAR, {"src": 13, "dst": 6, "need": 7, "dice": Dice(3, 1)}),
        (START, "31", "8/5 13/10", PlayRule.NUMBER_USED, {"src": 13, "dst": 10, "need": 3, "left": (1,)}),
        (
            "6:1 4:1 / 6:1",
            "31",
            "6/off",
            PlayRule.NUMBER_NOT_ROLLED,
            {"src": 6, "dst": OFF, "need": 6, "dice": Dice(3, 1)},
        ),
        ("8:1 5:3 / 6:1", "54", "5/off", PlayRule.NOT_ALL_HOME, {"src": 8}),
        ("bar:1 5:3 / 6:1", "54", "bar/20 5/off", PlayRule.NOT_ALL_HOME, {"src": 20}),
        ("6:1 2:1 / 6:1", "53", "2/off", PlayRule.HIGHER_CHECKER, {"src": 2, "die": 3, "higher": 6}),
        ("6:1 3:1 2:1 / 6:1", "44", "2/off", PlayRule.HIGHER_CHECKER, {"src": 2, "die": 4, "higher": 6}),
        (BOTH, "51", "2/1", PlayRule.BOTH_NUMBERS_REQUIRED, {"done": Move(2, 1), "die": 5, "dice": Dice(5, 1)}),
        (BOTH, "51", "8/7 2/1", PlayRule.NUMBER_USED, {"src": 2, "dst": 1, "need": 1, "left": (5,)}),
        ("5:1 1:1 / 23:2", "31", "1/off", PlayRule.BOTH_NUMBERS_REQUIRED, LEAVES_NO_3),
        ("9:1 / 19:2 13:2", "21", "9/8", PlayRule.LARGER_DIE_REQUIRED, {"die": 2}),
        ("6:1 2:1 / 20:3 21:2", "21", "2/1", PlayRule.LARGER_DIE_REQUIRED, {"die": 2}),
        (START, "31", "8/5", PlayRule.PLAY_UNFINISHED, {"left": (1,)}),
        (START, "33", "8/5 8/5", PlayRule.PLAY_UNFINISHED, {"left": (3, 3)}),
        (START, "31", "", PlayRule.PLAY_UNFINISHED, {"left": (3, 1)}),
        ("6:1 2:1 / 20:3 21:2", "21", "", PlayRule.PLAY_UNFINISHED, {"left": (2,)}),
        ("6:1 / 23:2", "22", "", PlayRule.PLAY_UNFINISHED, {"left": (2,)}),
    ],
)
def test_the_rule_a_play_breaks(position: str, dice: str, wrong: str, rule: PlayRule, facts: dict):
    plays = legal(position, dice)
    assert play(wrong) not in plays
    fault = why_not_play(plays, play(wrong))
    assert (fault.rule, vars(fault)) == (rule, facts)


@pytest.mark.parametrize(
    ("position", "dice", "made", "src", "rule"),
    [
        (START, "31", "", 7, PlayRule.NO_CHECKER),
        (START, "55", "", 24, PlayRule.POINT_BLOCKED),
        (START, "31", "8/5 6/5", 24, PlayRule.NO_DICE_LEFT),
        ("bar:1 8:2 / 6:2", "31", "", 8, PlayRule.BAR_FIRST),
        ("8:1 5:3 / 6:1", "65", "", 5, PlayRule.NOT_ALL_HOME),
    ],
)
def test_the_rule_that_keeps_a_checker_where_it_is(position, dice, made, src, rule):
    assert explain_source(legal(position, dice), play(made), src).rule is rule


@given(
    st.builds(HittingPlays, boards(), st.just(WHITE), rolls)
    | st.builds(NardePlays, narde_boards(), st.just(WHITE), rolls),
    st.data(),
)
def test_every_play_that_is_not_legal_breaks_a_rule(plays: LegalPlays, data: st.DataObject):
    whole = data.draw(st.sampled_from(sorted(plays)))
    numbers = st.integers(OFF, BAR)
    more = data.draw(st.lists(st.builds(Move, numbers, numbers), max_size=2).map(tuple))
    made = whole[: data.draw(st.integers(0, len(whole)))] + more
    if made not in plays:
        assert isinstance(why_not_play(plays, made), IllegalPlay)


FIVE = "24:9 11:2 10:1 9:1 8:1 7:1"
"""A board with five points in a row and a checker that a 5 brings to their end: Black's points 18 to 23."""


@pytest.mark.rule("L20")
@pytest.mark.parametrize(
    ("position", "dice", "made", "moves"),
    [
        (f"{FIVE} / 24:15", "51", "", [Move(11, 6)]),
        (f"{FIVE} / 24:14 17:1", "51", "", []),
        (f"{FIVE} / 24:15", "62", "", []),
        (f"{FIVE} / 24:15", "51", "7/6", []),
        ("24:9 17:1 16:1 15:1 14:1 13:1 20:1 / 24:15", "62", "", [Move(24, 18), Move(20, 18)]),
        ("24:15 / 24:15", "62", "", []),
    ],
)
def test_the_moves_that_would_wall_in_six(position: str, dice: str, made: str, moves: list[Move]):
    plays = NardePlays(board(position, movement=Movement.NARDE), WHITE, Dice.of(*map(int, dice)))
    assert moves_forbidden_by_prime(plays, play(made)) == moves


def test_nothing_is_walled_in_where_checkers_are_hit():
    assert moves_forbidden_by_prime(legal(START, "62"), ()) == []
