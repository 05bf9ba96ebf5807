"""No hit and run: the reference data, and the moves on offer while a turn is made. [RULES part H]"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import Board, Move, Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import PlayRule
from bgterm.rules.match import Game, MatchState
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, VARIANTS
from tests import naive
from tests.builders import board, play
from tests.positions import board_of_id, id_of_board
from tests.reference import HIT_AND_RUN, rows
from tests.strategies import boards, rolls

WHITE = Player.WHITE
BLOT = "8:3 6:4 5:2 / 24:1 21:1 13:5"
"""A board with Black's blots on White's 4 point and ace point."""


def strict(position: Board, dice: Dice, player: Player = WHITE) -> LegalPlays:
    return HittingPlays(position, player, dice, Ruleset(hit_and_run=False))


@pytest.mark.rule("H1", "H2", "H3", "H4")
@pytest.mark.parametrize("player", Player)
def test_reference_data(player: Player):
    for row in rows(HIT_AND_RUN):
        position = board_of_id(row["position"], player, VARIANTS[row["variant"]].checkers)
        plays = strict(position, Dice.of(*row["dice"]), player)
        found = sorted(id_of_board(result, player.opponent) for _, result in plays.results())
        assert found == row["results"], row
        free = HittingPlays(position, player, plays.dice)
        every = sorted(id_of_board(result, player.opponent) for _, result in free.results())
        assert every == sorted(row["results"] + row["banned"])
        assert plays.moves_needed == row["dice_played"]


def test_the_reference_data_is_all_there():
    assert len(rows(HIT_AND_RUN)) == 150


@pytest.mark.rule("H2")
def test_the_option_on_and_off():
    hit_and_run, stay = play("6/4 4/1"), play("6/4 8/5")
    for allowed in (True, False):
        game = Game(board(BLOT), on_roll=WHITE, dice=Dice(3, 2))
        match = MatchState(BACKGAMMON, Ruleset(hit_and_run=allowed), ("White", "Black"), game)
        plays = choices(match, WHITE).plays
        assert plays is not None
        assert (hit_and_run in plays) == allowed
        assert stay in plays


@pytest.mark.rule("H5")
def test_only_what_can_still_be_completed_is_offered():
    plays = strict(board(BLOT), Dice(3, 2))
    assert Move(6, 4) in plays.after(())
    assert Move(4, 1) not in plays.after(play("6/4"))
    assert Move(8, 5) in plays.after(play("6/4"))


@pytest.mark.rule("H5")
@pytest.mark.parametrize(
    ("wrong", "rule", "facts"),
    [
        ("6/4 4/1", PlayRule.HIT_AND_RUN, {"dst": 4}),
        ("8/4", PlayRule.NUMBER_NOT_ROLLED, {"src": 8, "dst": 4, "need": 4, "dice": Dice(3, 2)}),
        ("6/4", PlayRule.PLAY_UNFINISHED, {"left": (3,)}),
    ],
)
def test_the_reason_is_the_rule_and_the_point_that_is_hit(wrong: str, rule: PlayRule, facts: dict):
    fault = why_not_play(strict(board(BLOT), Dice(3, 2)), play(wrong))
    assert (fault.rule, vars(fault)) == (rule, facts)


@pytest.mark.rule("H4")
def test_a_hit_and_run_that_is_forced_is_legal():
    plays = strict(board("5:1 / 23:1 22:2"), Dice(3, 2))
    assert list(plays) == [play("5/2 2/off")]
    assert play("5/2 2/off") in plays


@given(boards(checkers=4), rolls)
def test_orders_are_those_whose_result_is_allowed(position: Board, dice: Dice):
    plays = strict(position, dice)
    results = {result for _, result in plays.results()}
    every = naive.orders(HittingPlays(position, WHITE, dice))
    allowed = {order for order in every if position.played(WHITE, order) in results}
    naive.assert_orders(plays, allowed)
    assert not any(order in plays for order in every - allowed)


@pytest.mark.rule("H1", "H3", "H4")
@given(boards(), rolls, st.sampled_from(Player))
def test_a_result_runs_only_when_all_do(position: Board, dice: Dice, player: Player):
    free = HittingPlays(position, player, dice)
    results = [result for _, result in free.results()]
    allowed = [result for result in results if not hit_and_ran(position, result, player)]
    assert [result for _, result in strict(position, dice, player).results()] == (allowed or results)


def hit_and_ran(before: Board, after: Board, player: Player) -> bool:
    """Whether a home point with one opposing checker before has no checker after. [RULES H3]"""
    mine, theirs = after.counts(player), after.counts(player.opponent)
    blots = [point for point in range(1, 7) if before.counts(player.opponent)[25 - point] == 1]
    return any(not mine[point] and not theirs[25 - point] for point in blots)
