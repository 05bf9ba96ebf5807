"""Long backgammon: the reference data, the toggles, and comparison with the simplest finder. [RULES part L]"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import Board, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import PlayRule
from bgterm.rules.events import Moved
from bgterm.rules.match import Game, MatchState
from bgterm.rules.moves.explain import moves_forbidden_by_prime, why_not_play
from bgterm.rules.moves.narde import NardePlays
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import FirstThrow, Ruleset, SixInARow
from bgterm.rules.variants import LONG
from tests import naive, naive_narde
from tests.builders import blocked, board, play
from tests.cases import rest_long
from tests.positions import board_of_id, id_of_board
from tests.reference import LONG as LONG_ROWS
from tests.reference import grouped, rows
from tests.strategies import narde_boards, rolls

WHITE, BLACK = Player.WHITE, Player.BLACK
START = "24:15 / 24:15"
GROUPS = grouped(LONG_ROWS, lambda row: row.get("case", "random").split("_")[0])


def narde(text: str, *dice: int, first_turn: bool = False, **rules: object) -> NardePlays:
    position, ruleset = board(text, movement=Movement.NARDE), Ruleset(**rules)
    return NardePlays(position, WHITE, Dice.of(*dice), ruleset, first_turn=first_turn)


# The reference data


@pytest.mark.rule("L2", "L3", "L9", "L10", "L12", "L13", "L14", "L15")
@pytest.mark.rule("L16", "L17", "L18", "L20", "L21", "L22", "L23", "L24", "L25", "L26", "L27")
@pytest.mark.parametrize("player", rest_long(1, Player))
@pytest.mark.parametrize("group", GROUPS)
def test_reference_data(group: str, player: Player):
    for row in GROUPS[group]:
        position = board_of_id(row["position"], player, movement=Movement.NARDE)
        plays = NardePlays(position, player, Dice.of(*row["dice"]), first_turn=row["first_turn"])
        ends = {id_of_board(result, player.opponent): result for _, result in plays.results()}
        assert sorted(ends) == row["results"], row
        assert len(plays) == len(ends)
        assert plays.moves_needed <= row["dice_played"]
        for moves, result in zip(row["moves"], row["results"], strict=True):
            made = tuple(Move(*move) for move in moves)
            assert made in plays
            assert position.played(player, made) == ends[result]


@pytest.mark.rule("L30", "L31")
@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("player", rest_long(1, Player))
def test_points_of_the_reference_data(player: Player, step: int):
    won = [row for row in rows(LONG_ROWS) if "points" in row]
    for row in won + rows(LONG_ROWS)[::step]:
        position = board_of_id(row["position"], player, movement=Movement.NARDE)
        game = Game(position, on_roll=player, dice=Dice.of(*row["dice"]), turns=0 if row["first_turn"] else 2)
        match = MatchState(LONG, Ruleset(), ("White", "Black"), game)
        for moves, points in zip(row["moves"], row.get("points", [0] * len(row["moves"])), strict=True):
            after = apply(match, Moved(player, tuple(Move(*move) for move in moves)))
            assert after.score[player.index] == points


# The board


@pytest.mark.rule("A-74b")
def test_contact_ends_when_both_have_gone_half_way():
    for text, contact in (
        (START, True),
        ("12:15 / 12:15", False),
        ("13:1 12:14 / 1:1", True),
        ("13:1 12:14 / 12:15", True),
        ("13:1 12:14 / ", False),
    ):
        assert board(text, movement=Movement.NARDE).contact == contact


SPOILS = "23:1 22:1 18:1 16:1 15:1 14:10 / 24:6 23:1 22:1 21:1 20:1 19:1 18:1 17:1 16:1 15:1"
"""A board on which 22/17 with 5-5 leaves no fourth move."""
SPOILS_2 = "20:1 8:1 / 18:1 17:1 6:1"
"""A board on which 8/7 with 2-1 leaves no 2: only 20/19/17 plays both numbers."""


@pytest.mark.rule("L10", "L12", "L15", "L16")
@pytest.mark.parametrize(
    ("position", "dice", "wrong", "rule", "facts"),
    [
        (START, (6, 5), "24/18 24/19", PlayRule.HEAD_LIMIT, {"taken": 1, "allowed": 1}),
        ("20:1 / 5:1", (3, 1), "20/17", PlayRule.POINT_BLOCKED, blocked(20, 17, 1)),
        (SPOILS, (5, 5), "22/17", PlayRule.MORE_NUMBERS_REQUIRED, {"done": Move(22, 17), "most": 4}),
        (SPOILS_2, (2, 1), "8/7", PlayRule.BOTH_NUMBERS_REQUIRED, {"done": Move(8, 7), "die": 2, "dice": (2, 1)}),
    ],
    ids=["two leave the head", "one checker closes a point", "a step of a double spoils two", "a step spoils one"],
)
def test_the_rule_that_a_play_breaks(
    position: str, dice: tuple[int, int], wrong: str, rule: PlayRule, facts: dict
):
    fault = why_not_play(narde(position, *dice), play(wrong))
    assert (fault.rule, vars(fault)) == (rule, facts)


AFTER_FIVES = "24:15 / 24:14 4:1"
"""A board after the opponent played 5-5 first with one checker, which blocks fours."""


@pytest.mark.rule("L13", "L14", "toggles")
@pytest.mark.parametrize(
    ("first_throw", "position", "dice", "allowed"),
    [
        (FirstThrow.EACH, START, 33, 2),
        (FirstThrow.EACH, START, 44, 2),
        (FirstThrow.EACH, START, 66, 2),
        (FirstThrow.EACH, START, 55, 1),
        (FirstThrow.EACH, AFTER_FIVES, 44, 1),
        (FirstThrow.EACH, AFTER_FIVES, 66, 2),
        (FirstThrow.SECOND, START, 44, 1),
        (FirstThrow.SECOND, START, 66, 1),
        (FirstThrow.SECOND, AFTER_FIVES, 44, 2),
        (FirstThrow.SECOND, AFTER_FIVES, 55, 1),
        (FirstThrow.ANY_DOUBLE, START, 11, 2),
        (FirstThrow.ANY_DOUBLE, AFTER_FIVES, 44, 2),
        (FirstThrow.ANY_DOUBLE, START, 21, 1),
        (FirstThrow.NONE, START, 66, 1),
        (FirstThrow.NONE, AFTER_FIVES, 33, 1),
    ],
)
def test_the_toggle_of_the_first_throw(first_throw: FirstThrow, position: str, dice: int, allowed: int):
    first = narde(position, dice // 10, dice % 10, first_turn=True, first_throw=first_throw)
    assert first.head(()).allowed == allowed
    later = narde(position, dice // 10, dice % 10, first_throw=first_throw)
    assert later.head(()).allowed == 1


# Six in a row

WALL = "13:1 10:1 9:1 8:1 7:1 6:1 / "
"""A board on which White can make six in a row with a 2, on Black's points 23 to 18."""


@pytest.mark.rule("L20", "toggles")
@pytest.mark.parametrize(
    ("toggle", "opponent", "rule"),
    [
        (SixInARow.IN_FRONT, "24:15", PlayRule.PRIME_WITH_NOBODY_AHEAD),
        (SixInARow.IN_FRONT, "24:14 17:1", None),
        (SixInARow.IN_FRONT, "24:14", None),
        (SixInARow.ONE_IN_HOME, "24:14 7:1", PlayRule.PRIME_BEFORE_HOME),
        (SixInARow.ONE_IN_HOME, "24:14 6:1", None),
        (SixInARow.FORBIDDEN, "24:14 6:1", PlayRule.PRIME_FORBIDDEN),
        (SixInARow.FREE, "24:15", None),
    ],
)
def test_the_toggle_of_six_in_a_row(toggle: SixInARow, opponent: str, rule: PlayRule | None):
    plays = narde(WALL + opponent, 2, 1, six_in_a_row=toggle)
    assert (Move(13, 11) in plays.after(())) == (rule is None)
    assert moves_forbidden_by_prime(plays, ()) == ([] if rule is None else [Move(13, 11)])
    if rule:
        fault = why_not_play(plays, play("13/11"))
        opponent = {"opponent": BLACK} if rule is PlayRule.PRIME_BEFORE_HOME else {}
        assert (fault.rule, vars(fault)) == (rule, {"src": 13, "dst": 11} | opponent)


@pytest.mark.rule("L16", "L17", "L18", "L19", "toggles")
@given(
    narde_boards(checkers=6),
    rolls,
    st.booleans(),
    st.sampled_from(["in_front", "one_in_home", "free", "forbidden"]),
)
def test_plays_are_those_of_the_plainest_finder(position: Board, dice: Dice, first: bool, six: str):
    plays = NardePlays(position, WHITE, dice, Ruleset(six_in_a_row=SixInARow[six.upper()]), first_turn=first)
    every = naive_narde.legal_orders(*naive.sides(plays), *dice, first_turn=first, six=six)
    assert {end for _, end in plays.results()} == {position.played(WHITE, order) for order in every}
    naive.assert_orders(plays, every)
