"""Janowski's model of the cube, and the chances to win a match."""

from itertools import pairwise

import pytest

from bgterm.engine.builtin.cube import EFFICIENCY, LiveCube
from bgterm.engine.builtin.stakes import stakes_of, table_name
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import Player
from bgterm.rules.cube import Cube
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, NACKGAMMON, Variant

WHITE, BLACK = Player


def match_at(
    length: int = 0,
    score: tuple[int, int] = (0, 0),
    variant: Variant = BACKGAMMON,
    *,
    crawford: bool = False,
    cube: int = 1,
    **rules,
) -> MatchState:
    setup = Game(
        variant.board, WHITE, score=score, crawford=crawford, cube=Cube(cube, WHITE if cube > 1 else None)
    )
    return MatchState(variant, Ruleset(length=length, **rules), NAMES, setup)


def cube_of(chances: Probabilities, match: MatchState) -> LiveCube:
    return LiveCube(chances, stakes_of(match, WHITE), stakes_of(match, BLACK))


@pytest.mark.parametrize("chance", [0.3, 0.5, 0.6, 0.7])
@pytest.mark.parametrize(("gammons", "lost"), [(0.0, 0.0), (0.2, 0.1)])
def test_money_equities_are_those_of_the_formulas(chance, gammons, lost):
    """Janowski's formulas hold between the points at which a side could as well pass."""
    chances = Probabilities(chance, gammons * chance, 0, lost * (1 - chance), 0)
    won, dropped, live = 1 + gammons, 1 + lost, EFFICIENCY
    cube = cube_of(chances, match_at())
    owned = chance * (won + dropped + 0.5 * live) - dropped
    assert cube.undoubled(mine=True, theirs=False) == pytest.approx(owned, abs=1e-3)
    assert cube.doubled() == pytest.approx(2 * (owned - 0.5 * live), abs=2e-3)


def test_with_a_live_cube_a_fifth_is_enough_to_take():
    """The take point of the model lies between that of a dead cube, a quarter, and that of a live one, a fifth."""
    take, drop = (cube_of(Probabilities(1 - chance), match_at()) for chance in (0.25, 0.2))
    assert take.doubled() < 1 < drop.doubled()


def test_the_two_sides_of_a_position_are_of_opposite_worth():
    chances = Probabilities(0.7, 0.2, 0.01, 0.05, 0.0)
    ours, theirs = (cube_of(side, match_at()) for side in (chances, chances.inverted))
    assert ours.undoubled(mine=True, theirs=False) == pytest.approx(-theirs.undoubled(mine=False, theirs=True))
    equal = cube_of(Probabilities(0.5, 0.1, 0.0, 0.1, 0.0), match_at())
    assert equal.undoubled(mine=True, theirs=True) == pytest.approx(0)


OF_TABLE = pytest.mark.parametrize(("variant", "error"), [(BACKGAMMON, 0.006), (NACKGAMMON, 0.006), (HYPER, 0.03)])
"""How far the match equities may be from published tables, by the package's table and, for Hyper, its formula."""


@pytest.mark.parametrize(
    ("mine", "theirs", "table"),
    [
        (1, 2, 0.68),
        (1, 3, 0.75),
        (1, 4, 0.82),
        (1, 5, 0.84),
        (2, 3, 0.60),
        (2, 5, 0.74),
        (3, 5, 0.65),
        (4, 7, 0.70),
    ],
)
@OF_TABLE
def test_chances_of_a_match_are_those_of_published_tables(variant, error, mine, theirs, table):
    length = 9
    after = match_at(length, (length - mine - 1, length - theirs), variant)
    assert stakes_of(after, WHITE).value(1) == pytest.approx(table, abs=error)
    before = match_at(length, (length - theirs, length - mine - 1), variant)
    assert stakes_of(before, WHITE).value(-1) == pytest.approx(1 - table, abs=error)


@OF_TABLE
@pytest.mark.parametrize(("needs", "table"), [(1, 0.5), (2, 0.49), (3, 0.32), (4, 0.31), (5, 0.19)])
def test_chances_after_the_crawford_game_are_those_of_tables(variant, error, needs, table):
    match = match_at(7, (7 - needs - 1, 6), variant)
    assert stakes_of(match, WHITE).value(1) == pytest.approx(table, abs=error)
    assert stakes_of(match, BLACK).value(-1) == pytest.approx(1 - table, abs=error)


def test_formula_continues_the_table_beyond_25_points():
    values = [stakes_of(match_at(60, (60 - needs, 40)), WHITE).value(1) for needs in range(30, 20, -1)]
    assert values == sorted(values)
    steps = [after - before for before, after in pairwise(values)]
    assert max(steps) < 0.07


@pytest.mark.parametrize("length", [1, 2, 3, 7])
@pytest.mark.parametrize("cube", [False, True])
def test_the_chances_of_both_sides_add_up(length, cube):
    for white in range(length):
        for black in range(length):
            match = match_at(length, (white, black), cube=1, **{"crawford": True} if cube else {})
            for points in (-4, -2, -1, 1, 2, 4):
                both = stakes_of(match, WHITE).value(points) + stakes_of(match, BLACK).value(-points)
                assert both == pytest.approx(1)


def test_a_point_is_normalised_to_one():
    for match in (match_at(), match_at(7, (3, 2)), match_at(7, (3, 2), cube=2)):
        stakes = stakes_of(match, WHITE)
        cube = match.game.cube.value
        assert [stakes.normalised(stakes.value(points)) for points in (-cube, cube)] == [-1, 1]


def test_gammons_count_only_where_the_rules_say_so():
    chances = Probabilities(1.0, 1.0)
    assert stakes_of(match_at(), WHITE).cubeless(chances) == 2
    assert stakes_of(match_at(gammons=False), WHITE).cubeless(chances) == 1
    assert stakes_of(match_at(jacoby=True), WHITE).cubeless(chances) == 1


def test_only_matches_with_a_cube_have_a_match_equity_table():
    matches = [
        MatchState(BACKGAMMON, Ruleset(length, cube=cube), NAMES, Game(BACKGAMMON.board))
        for length, cube in ((7, True), (26, True), (7, False), (0, True))
    ]
    assert [table_name(match) for match in matches] == ["Kazaross XG2", "Janowski", "", ""]
