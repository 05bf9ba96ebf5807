"""Long backgammon: the reference data, the toggles, and comparison with the simplest finder. [RULES part L]"""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import HEAD, Board, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.events import Moved
from bgterm.rules.match import Game, MatchState
from bgterm.rules.moves.base import HeadCount, Play
from bgterm.rules.moves.explain import moves_forbidden_by_prime, why_not_play
from bgterm.rules.moves.narde import NardePlays
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import FirstThrow, Ruleset, SixInARow
from bgterm.rules.variants import LONG
from tests import naive, naive_narde
from tests.builders import board, play
from tests.cases import rest_long
from tests.positions import board_of_id, id_of_board
from tests.reference import LONG as LONG_ROWS
from tests.reference import rows
from tests.strategies import narde_boards, rolls

WHITE, BLACK = Player.WHITE, Player.BLACK
START = "24:15 / 24:15"


def narde(text: str, *dice: int, first_turn: bool = False, **rules: object) -> NardePlays:
    position, ruleset = board(text, movement=Movement.NARDE), Ruleset(**rules)
    return NardePlays(position, WHITE, Dice.of(*dice), ruleset, first_turn=first_turn)


def groups() -> dict[str, list[dict]]:
    grouped = defaultdict(list)
    for row in rows(LONG_ROWS):
        grouped[(row.get("case") or "random").split("_")[0]].append(row)
    return grouped


# The reference data


@pytest.mark.rule("L2", "L3", "L9", "L10", "L12", "L13", "L14", "L15")
@pytest.mark.rule("L16", "L17", "L18", "L20", "L21", "L22", "L23", "L24", "L25", "L26", "L27")
@pytest.mark.parametrize("player", rest_long(1, Player))
@pytest.mark.parametrize("group", groups())
def test_reference_data(group: str, player: Player):
    for row in groups()[group]:
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
        game = Game(
            position,
            on_roll=player,
            dice=Dice.of(*row["dice"]),
            turns=0 if row["first_turn"] else 2,
        )
        match = MatchState(LONG, Ruleset(), ("White", "Black"), game)
        for moves, points in zip(row["moves"], row.get("points", [0] * len(row["moves"])), strict=True):
            after = apply(match, Moved(player, tuple(Move(*move) for move in moves)))
            assert after.score[player.index] == points


def test_the_reference_data_is_all_there():
    assert len(rows(LONG_ROWS)) == 800
    assert sum("case" in row for row in rows(LONG_ROWS)) == 222


# The board


@pytest.mark.rule("L2")
def test_the_sides_stand_half_a_board_apart():
    assert [Movement.NARDE.opponent_point(point) for point in (24, 13, 12, 1)] == [12, 1, 24, 13]


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


# The head


@pytest.mark.rule("L10", "L12")
def test_only_one_leaves_the_head_in_a_turn():
    plays = narde(START, 6, 5)
    assert len(plays) == 1
    assert play("24/18 18/13") in plays
    assert play("24/19 19/13") in plays
    assert plays.head(()) == HeadCount(0, 1)
    assert plays.head(play("24/18")) == HeadCount(1, 1)
    fault = why_not_play(plays, play("24/18 24/19"))
    assert (fault.rule, vars(fault)) == (PlayRule.HEAD_LIMIT, {"taken": 1, "allowed": 1})


@pytest.mark.rule("L13", "L14")
@pytest.mark.parametrize(
    ("dice", "moves", "allowed"),
    [((3, 3), 4, 2), ((4, 4), 4, 2), ((6, 6), 2, 2), ((5, 5), 4, 1), ((2, 2), 4, 1), ((1, 1), 4, 1)],
)
def test_first_throws_of_the_game(dice: tuple[int, int], moves: int, allowed: int):
    plays = narde(START, *dice, first_turn=True)
    assert plays.moves_needed == moves
    assert plays.head(()) == HeadCount(0, allowed)
    assert {plays.head(made).taken for made in plays} <= {1, allowed}


AFTER_FIVES = "24:15 / 24:14 4:1"
"""A board after the opponent played 5-5 first with one checker, which blocks fours."""


@pytest.mark.rule("L13", "L14", "toggles")
@pytest.mark.parametrize(
    ("first_throw", "position", "dice", "allowed"),
    [
        (FirstThrow.EACH, START, 44, 2),
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


# Blocked points


@pytest.mark.rule("L15")
def test_one_opposing_checker_closes_a_point():
    fault = why_not_play(narde("20:1 / 5:1", 3, 1), play("20/17"))
    assert (fault.rule, vars(fault)) == (
        PlayRule.POINT_BLOCKED,
        {"src": 20, "dst": 17, "count": 1, "opponent": BLACK},
    )


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
        assert (fault.rule, vars(fault)) == (
            rule,
            {"src": 13, "dst": 11} | ({"opponent": BLACK} if rule is PlayRule.PRIME_BEFORE_HOME else {}),
        )


@pytest.mark.rule("L21")
def test_a_row_may_not_even_be_passed_through():
    plays = narde(WALL + "24:15", 2, 1)
    assert play("13/11 10/9") not in plays
    assert play("10/9 13/11") in plays


# Full play


@pytest.mark.rule("L16")
def test_a_step_of_a_double_that_spoils_the_others_is_told():
    plays = narde("23:1 22:1 18:1 16:1 15:1 14:10 / 24:6 23:1 22:1 21:1 20:1 19:1 18:1 17:1 16:1 15:1", 5, 5)
    firsts = {order[0] for order in orders(plays)}
    assert firsts
    assert Move(22, 17) not in firsts
    fault = why_not_play(plays, play("22/17"))
    assert (fault.rule, vars(fault)) == (PlayRule.MORE_NUMBERS_REQUIRED, {"done": Move(22, 17), "most": 4})


def orders(plays: NardePlays, **rules: object) -> set[Play]:
    return naive_narde.legal_orders(*naive.sides(plays), *plays.dice, **rules)  # type: ignore[arg-type]


@pytest.mark.rule("L16", "L17", "L18", "L19", "toggles")
@given(
    narde_boards(checkers=6),
    rolls,
    st.booleans(),
    st.sampled_from(["in_front", "one_in_home", "free", "forbidden"]),
)
def test_plays_are_those_of_the_plainest_finder(position: Board, dice: Dice, first: bool, six: str):
    plays = NardePlays(position, WHITE, dice, Ruleset(six_in_a_row=SixInARow[six.upper()]), first_turn=first)
    every = orders(plays, first_turn=first, six=six)
    assert {end for _, end in plays.results()} == {position.played(WHITE, order) for order in every}
    naive.assert_orders(plays, every)


@given(narde_boards(), rolls, st.data())
def test_what_is_not_offered_has_a_reason(position: Board, dice: Dice, data: st.DataObject):
    plays = NardePlays(position, WHITE, dice)
    prefix = data.draw(st.sampled_from(sorted(plays)))
    prefix = prefix[: data.draw(st.integers(0, len(prefix)))]
    number = st.integers(0, HEAD)
    move = data.draw(st.builds(Move, number, number))
    if move not in plays.after(prefix):
        assert isinstance(why_not_play(plays, (*prefix, move)), IllegalPlay)
