"""Hyper-backgammon with one and two checkers, against the rules and against an independent solution."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.tables import exact_chances, exact_equities
from bgterm.engine.protocol import EngineRequest, Probabilities, QuestionKind
from bgterm.rules.board import Board, Player
from bgterm.rules.dice import ROLLS
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import NAMES, Game, MatchState, win_on_board
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER_1, HYPER_2, Variant

WHITE, BLACK = Player
MONEY = Ruleset()
CHECKERS = {HYPER_1: 1, HYPER_2: 2}


def stands(variant: Variant, board: Board, rules: Ruleset = MONEY) -> MatchState:
    return MatchState(variant, rules, NAMES, Game(board, WHITE))


def positions(variant: Variant, many: int) -> list[Board]:
    """Return `many` random positions in which nobody has won and no point has checkers of both sides."""
    random, found = Random(4), list[Board]()
    sides = [*combinations_with_replacement(range(26), CHECKERS[variant])]
    while len(found) < many:
        mine, theirs = ({number: side.count(number) for number in side} for side in random.choices(sides, k=2))
        meet = any(25 - number in theirs for number in mine if 0 < number < 25)
        if not meet and mine.keys() != {0} and theirs.keys() != {0}:
            found.append(Board.of(mine, theirs))
    return found


def mean_of_rolls(variant: Variant, board: Board, worth) -> float:
    """Return the mean over all rolls of the best play's worth; `worth` is that of a board to White, who played."""
    total = 0.0
    for dice in ROLLS:
        boards = [after for _play, after in plays_of(MONEY, board, WHITE, dice).results()]
        best = max(
            float(win_on_board(stands(variant, each), BLACK)) if each.is_off(WHITE) else worth(each)
            for each in boards
        )
        total += best * (1 if dice.is_double else 2)
    return total / 36


def equity(found: Probabilities | None) -> float:
    assert found
    return 2 * found.win - 1 + found.win_gammon + found.win_backgammon - found.lose_gammon - found.lose_backgammon


@pytest.mark.parametrize("variant", CHECKERS, ids=lambda variant: variant.slug)
def test_chances_are_the_mean_of_the_best_plays(variant):
    for board in positions(variant, 15):
        expected = mean_of_rolls(variant, board, lambda after: -equity(exact_chances(after, BLACK)))
        assert equity(exact_chances(board, WHITE)) == pytest.approx(expected, abs=4e-4)


@pytest.mark.parametrize("variant", CHECKERS, ids=lambda variant: variant.slug)
def test_equities_with_the_cube_are_the_mean_of_the_best_plays(variant):
    """The opponent doubles before their roll where that is worth more, and White passes what costs a point."""

    def may_double(after: Board) -> float:
        middle, _own, theirs = exact_equities(after, BLACK)
        return -max(middle, min(2 * theirs, 1.0))

    def may_not(after: Board) -> float:
        return -exact_equities(after, BLACK)[2]

    for board in positions(variant, 15):
        middle, own, _theirs = exact_equities(board, WHITE)
        assert middle == pytest.approx(mean_of_rolls(variant, board, may_double), abs=6e-4)
        assert own == pytest.approx(mean_of_rolls(variant, board, may_not), abs=6e-4)


def test_one_checker_is_worth_what_another_solver_says():
    """`python -m tools.exact_hyper` improves plays until they are perfect: 0.452773 for the player on roll."""
    assert equity(exact_chances(HYPER_1.board, WHITE)) == pytest.approx(0.452773, abs=3e-4)


def test_the_engine_takes_both_from_the_table():
    match = stands(HYPER_2, HYPER_2.board)
    cube = Builtin().answer(EngineRequest.of(match, QuestionKind.CUBE)).cube
    assert cube
    assert cube.probabilities == exact_chances(HYPER_2.board, WHITE)
    assert (cube.no_double, cube.double_take) == (
        exact_equities(HYPER_2.board, WHITE)[0],
        2 * exact_equities(HYPER_2.board, WHITE)[2],
    )


def test_other_positions_are_unknown():
    assert exact_chances(BACKGAMMON.board, WHITE) is None
    assert not exact_equities(Board.of({0: 2}, {1: 2}), WHITE)
