"""Matches that begin in the middle, positions in which none can, and games whose rest is not told."""

from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bgterm.notation.json_codec import read_line, write_line
from bgterm.rules.board import Board, Movement, Player
from bgterm.rules.choices import choices
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction, ImpossiblePosition
from bgterm.rules.events import Moved, OpeningCorrected, OpeningThrown, Rolled, Unrecorded
from bgterm.rules.games import position_in, start
from bgterm.rules.match import Ending, Game, Header, MatchState, Phase, Resignation, Result, TakeBack, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset, SixInARow
from bgterm.rules.validation import faults
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from tests.builders import START, board, play
from tests.players import random_match
from tests.states import after, reached, states
from tests.strategies import headers, in_whole_matches

WHITE, BLACK = Player


def _without_the_last_turn(match: MatchState) -> MatchState:
    """Return the match without the facts that only those know who saw the last play."""
    return match._replace(game=match.game._replace(last_turn=None, throws=()), results=())


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@example(Header(HYPER, Ruleset(policing=True, cube=False)), 452, 0.5)
@in_whole_matches
def test_match_from_a_snapshot_continues_like_the_original(header, seed, part):
    events, _ = random_match(seed, header, games=2)
    seen = list(states(header, events))
    at = int(part * (len(seen) - 1))
    before = seen[at]
    assume(before.shown_game.phase not in (Phase.OVER, Phase.TO_ACCEPT))
    assume(not isinstance(before.shown_game.pending, TakeBack))
    assume(before.shown_game.last_turn is None or before.shown_game.last_turn.settled)
    assume(not before.shown_game.refused)  # which a match that begins in the middle does not know
    begun = header._replace(start=position_in(before.game))
    assert _without_the_last_turn(start(begun)) == _without_the_last_turn(before)
    for player in Player:
        assert choices(start(begun), player).resign == choices(before, player).resign
    for one, other in zip(states(begun, events[at:]), seen[at:], strict=True):
        assert one.score == other.score
        assert one.game.board == other.game.board


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@in_whole_matches
def test_a_start_is_read_back_as_it_was_written(header, seed, part):
    events, _ = random_match(seed, header, games=2)
    seen = [match for match in states(header, events) if match.winner is None]
    begun = header._replace(start=position_in(seen[int(part * (len(seen) - 1))].game))
    assert read_line(write_line(begun)) == begun


def head_allowance(match: MatchState, player: Player) -> int:
    """Return how many checkers of the player may leave the head."""
    return choices(match, player).plays.head(()).allowed


@pytest.mark.rule("L13")
@pytest.mark.parametrize(
    ("position", "allowed"),
    [
        ("24:15 / 24:15", [2, 2]),
        ("24:15 / 24:13 18:2", [2, 1]),
        ("24:14 18:1 / 24:15", [1, 2]),
        ("24:14 18:1 / 24:14 18:1", [1, 1]),
    ],
)
def test_a_player_with_all_on_the_head_has_a_first_turn_to_come(position, allowed):
    stands = board(position, movement=Movement.NARDE)
    begun = [start(Header(LONG, Ruleset(), start=Game(stands, player, Dice(4, 4)))) for player in Player]
    assert [head_allowance(match, player) for match, player in zip(begun, Player, strict=True)] == allowed


@pytest.mark.rule("L13")
def test_second_turn_with_a_full_head_has_no_exception():
    shut_in = Board.of({24: 15}, {6: 1, 8: 7, 11: 7}, Movement.NARDE)
    events = Rolled(WHITE, Dice(4, 4)), Moved(WHITE, ()), Rolled(BLACK, Dice(2, 1))
    match = reached(Header(LONG, Ruleset(), start=Game(shut_in, WHITE)), events)
    black = next(iter(choices(match, BLACK).plays or ()))
    match = after(match, Moved(BLACK, black), Rolled(WHITE, Dice(6, 6)))
    assert head_allowance(match, WHITE) == 1


def test_game_set_up_before_the_opening_keeps_first_turns():
    apart = Game(board("24:10 20:5 / 24:10 20:5", movement=Movement.NARDE))
    events = OpeningThrown(6, 1), Rolled(WHITE, Dice(6, 6))
    match = reached(Header(LONG, Ruleset(), start=apart), events)
    assert head_allowance(match, WHITE) == 2


def test_the_opening_of_a_game_that_is_set_up_can_be_corrected():
    match = apply(start(Header(BACKGAMMON, Ruleset(), start=Game(BACKGAMMON.board))), OpeningThrown(3, 1))
    assert match.opening_roll_is_showing
    match = apply(match, OpeningCorrected(1, 3))
    assert match.game.on_roll is BLACK
    match = apply(match, Moved(BLACK, play("8/5 6/5")))
    assert not match.opening_roll_is_showing


def test_a_gap_ends_the_game_with_the_points_that_are_written():
    match = start(Header(BACKGAMMON, Ruleset(length=5)))
    match = apply(apply(match, OpeningThrown(3, 1)), Unrecorded(BLACK, 4))
    assert match.score == (0, 4)
    assert match.shown_game.result.ending is Ending.UNRECORDED
    assert apply(match, OpeningThrown(3, 1)).game.crawford


def test_a_gap_before_the_first_throw_is_a_game_too():
    match = apply(start(Header(BACKGAMMON, Ruleset(length=2))), Unrecorded(None, 0))
    match = apply(match, Unrecorded(WHITE, 2))
    assert (match.shown_game.number, match.score, len(match.results)) == (2, (2, 0), 2)
    with pytest.raises(IllegalAction):
        apply(match, Unrecorded(WHITE, 1))


@pytest.mark.parametrize(("winner", "points"), [(None, 1), (WHITE, 0), (WHITE, -1)])
def test_points_need_a_winner(winner, points):
    with pytest.raises(ValueError, match="points"):
        Unrecorded(winner, points)


def test_a_match_starts_before_the_end_of_its_first_game():
    result = Result(WHITE, Win.SINGLE, Ending.RESIGNED, cube=1)
    over = Game(BACKGAMMON.board, WHITE, pending=TakeBack(BLACK), result=result)
    assert start(Header(BACKGAMMON, Ruleset(), start=over)).game == Game(BACKGAMMON.board, WHITE)


# Positions that cannot occur in a game, each with its faults

ALL_BORNE_OFF = "{player} has borne off all: the game is over"
BEAVERED_CUBE_OWNER = "after a beaver the cube belongs to the player who was doubled"
BEFORE_OPENING = "nobody is on roll yet, so nobody can have rolled, doubled or resigned"
BOTH_SHUT_OUT = "both are on the bar against a closed board: nobody can ever move"
CHECKER_COUNT = "{player} has {count} checker instead of {checkers}"
CRAWFORD_IN_MONEY_PLAY = "a money session has no Crawford game"
CRAWFORD_WITHOUT_CUBE = "a match without the cube has no Crawford game"
CUBE_OWNED_AT_ONE = "{player} owns the cube at 1: it stays in the middle until it is turned"
CUBE_TURNED_IN_CRAWFORD_GAME = "the cube has been turned, and the Crawford game is played without it"
CUBE_TURNED_UNUSED = "the cube has been turned, and the match is played without it"
CUBE_WITHOUT_OWNER = "the cube is at {value} and nobody owns it: it belongs to the player who took it"
DOUBLE_AFTER_ROLL = "a double waits for its answer, so no dice can have been rolled"
FORBIDDEN_PRIME_HELD = "{player} holds a six-prime, {row}, which is not allowed here"
IMPOSSIBLE_ACTION = "{reason}"
IMPOSSIBLE_NUMBER = "{field} cannot be {value}; expected at least {least}"
MATCH_WON = "{player} has {count} point: a match to {length} is over"
NOT_A_CUBE_VALUE = "the cube cannot show {value}: it shows 1, 2, 4, 8 and so on"
NOT_CRAWFORD_SCORE = "this cannot be the Crawford game: exactly one player must be one point from {length}"
NO_CRAWFORD_RULE = "there is no Crawford game where the Crawford rule is not played"
ON_BAR_IN_LONG = "{player} has a checker on the bar: in Long backgammon nobody is hit"
OTHER_MOVEMENT = "checkers on this board do not move as in {variant}"
POINT_SHARED = "both stand on White's {point} point, which is Black's {facing}"
TOO_MANY_BEAVERS = "the cube was turned again {count} time; this match allows {most}"

HOME = "6:3 5:3 4:3 3:2 2:2 1:2"
FIVE = Ruleset(length=5)
MONEY = Ruleset()
OPENING = Game(board(START), WHITE)
ROW = "12:9 18:1 17:1 16:1 15:1 14:1 13:1"
"""A board with six points in a row, which are Black's points 6 to 1."""


def rules_of(found: Game, ruleset: Ruleset = FIVE, variant=BACKGAMMON) -> list[str]:
    wrong = faults(variant, ruleset, found)
    return [(fault.reason if fault.msgid == IMPOSSIBLE_ACTION else fault).msgid for fault in wrong]


def on(position: str, on_roll: Player | None = WHITE, movement: Movement = Movement.HITTING, **more) -> Game:
    return Game(board(position, movement=movement), on_roll, **more)


@pytest.mark.parametrize(
    "found",
    [
        OPENING,
        OPENING._replace(on_roll=None),
        OPENING._replace(dice=Dice(3, 1), score=(4, 0), crawford=True),
        OPENING._replace(score=(4, 4)),
        OPENING._replace(cube=Cube(4, BLACK)),
        OPENING._replace(cube=Cube(2, WHITE), doubled=True),
        OPENING._replace(pending=Resignation(BLACK, Win.BACKGAMMON)),
        on("bar:15 / bar:15"),
        on(f"{HOME} / bar:2 6:13"),
    ],
)
def test_a_position_that_can_be_played(found: Game):
    assert rules_of(found) == []


@pytest.mark.parametrize(
    ("found", "rules"),
    [
        (Game(Board.of({6: 14}, {6: 15}), WHITE), [CHECKER_COUNT]),
        (Game(Board.of({6: 16}, {6: 14, 0: 2}), WHITE), [CHECKER_COUNT, CHECKER_COUNT]),
        (on("6:2 / 19:1"), [POINT_SHARED]),
        (on("6:2 4:1 / 19:1 21:3"), [POINT_SHARED, POINT_SHARED]),
        (on(" / 6:2"), [ALL_BORNE_OFF]),
        (on(" / "), [ALL_BORNE_OFF, ALL_BORNE_OFF]),
        (on("bar:1 6:3 5:3 4:2 3:2 2:2 1:2 / bar:1 6:3 5:3 4:2 3:2 2:2 1:2"), [BOTH_SHUT_OUT]),
        (OPENING._replace(score=(5, 2)), [MATCH_WON]),
        (OPENING._replace(score=(6, 9)), [MATCH_WON, MATCH_WON]),
        (OPENING._replace(score=(-1, 0)), [IMPOSSIBLE_NUMBER]),
        (OPENING._replace(number=0, turns=-1), [IMPOSSIBLE_NUMBER, IMPOSSIBLE_NUMBER]),
        (OPENING._replace(crawford=True, score=(3, 2)), [NOT_CRAWFORD_SCORE]),
        (OPENING._replace(crawford=True, score=(4, 4)), [NOT_CRAWFORD_SCORE]),
        (OPENING._replace(cube=Cube(3, WHITE)), [NOT_A_CUBE_VALUE]),
        (OPENING._replace(cube=Cube(0)), [NOT_A_CUBE_VALUE]),
        (OPENING._replace(cube=Cube(1, BLACK)), [CUBE_OWNED_AT_ONE]),
        (OPENING._replace(cube=Cube(2)), [CUBE_WITHOUT_OWNER]),
        (OPENING._replace(cube=Cube(2, WHITE), crawford=True, score=(4, 1)), [CUBE_TURNED_IN_CRAWFORD_GAME]),
        (OPENING._replace(doubled=True, crawford=True, score=(4, 1)), [ActionRule.CRAWFORD_GAME]),
        (OPENING._replace(doubled=True, cube=Cube(2, BLACK)), [ActionRule.CUBE_NOT_YOURS]),
        (OPENING._replace(doubled=True, cube=Cube(4, WHITE), score=(2, 0)), [ActionRule.DEAD_CUBE]),
        (OPENING._replace(doubled=True, dice=Dice(3, 1)), [DOUBLE_AFTER_ROLL]),
        (OPENING._replace(doubled=True, raises=1, cube=Cube(2, BLACK)), [TOO_MANY_BEAVERS]),
        (OPENING._replace(raises=1), [TOO_MANY_BEAVERS]),
        (OPENING._replace(on_roll=None, dice=Dice(3, 1)), [BEFORE_OPENING]),
        (OPENING._replace(on_roll=None, doubled=True), [BEFORE_OPENING]),
        (OPENING._replace(on_roll=None, pending=Resignation(WHITE, Win.SINGLE)), [BEFORE_OPENING]),
        (on(" / 6:2", cube=Cube(3), score=(7, 0)), [ALL_BORNE_OFF, MATCH_WON, NOT_A_CUBE_VALUE]),
    ],
)
def test_every_fault_of_a_position_is_told(found: Game, rules: list[str]):
    assert rules_of(found) == rules


@pytest.mark.parametrize(
    ("found", "ruleset", "rules"),
    [
        (OPENING._replace(crawford=True), MONEY, [CRAWFORD_IN_MONEY_PLAY]),
        (OPENING._replace(score=(30, 70)), MONEY, []),
        (OPENING._replace(crawford=True, score=(4, 0)), replace(FIVE, crawford=False), [NO_CRAWFORD_RULE]),
        (OPENING._replace(crawford=True, score=(4, 0)), replace(FIVE, cube=False), [CRAWFORD_WITHOUT_CUBE]),
        (OPENING._replace(cube=Cube(2, WHITE)), replace(FIVE, cube=False), [CUBE_TURNED_UNUSED]),
        (OPENING._replace(doubled=True), replace(FIVE, cube=False), [ActionRule.NO_CUBE]),
        (OPENING._replace(cube=Cube(4)), Ruleset(automatic_doubles=2), []),
        (OPENING._replace(cube=Cube(8)), Ruleset(automatic_doubles=2), [CUBE_WITHOUT_OWNER]),
        (OPENING._replace(doubled=True, raises=1, cube=Cube(2, BLACK)), Ruleset(beavers=1), []),
        (OPENING._replace(doubled=True, raises=1, cube=Cube(2, WHITE)), Ruleset(beavers=1), [BEAVERED_CUBE_OWNER]),
        (OPENING._replace(doubled=True, raises=2, cube=Cube(4, BLACK)), Ruleset(beavers=1), [TOO_MANY_BEAVERS]),
    ],
)
def test_what_can_be_is_decided_by_the_rules_in_force(found: Game, ruleset: Ruleset, rules: list[str]):
    assert rules_of(found, ruleset) == rules


@pytest.mark.parametrize(
    ("found", "ruleset", "rules"),
    [
        (on("24:15 / 24:15", movement=Movement.NARDE), FIVE, []),
        (on("bar:1 24:14 / 24:15", movement=Movement.NARDE), FIVE, [ON_BAR_IN_LONG]),
        (on("24:15 / 24:14 12:1", movement=Movement.NARDE), FIVE, [POINT_SHARED]),
        (on(f"{ROW} / 24:15", movement=Movement.NARDE), FIVE, [POINT_SHARED, FORBIDDEN_PRIME_HELD]),
        (on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:15", movement=Movement.NARDE), FIVE, [FORBIDDEN_PRIME_HELD]),
        (on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1", movement=Movement.NARDE), FIVE, []),
        (
            on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1", movement=Movement.NARDE),
            Ruleset(six_in_a_row=SixInARow.FORBIDDEN),
            [FORBIDDEN_PRIME_HELD],
        ),
        (on(START), FIVE, [OTHER_MOVEMENT]),
        (
            on("24:15 / 24:15", movement=Movement.NARDE, pending=Resignation(WHITE, Win.BACKGAMMON)),
            FIVE,
            [ActionRule.WIN_NOT_POSSIBLE],
        ),
        (
            on("24:15 / 24:15", movement=Movement.NARDE, pending=Resignation(WHITE, Win.BACKGAMMON)),
            replace(FIVE, koks=True),
            [],
        ),
        (on(" / 6:2", BLACK, Movement.NARDE, starter=WHITE), replace(FIVE, last_throw=True), []),
        (on(" / 6:2", WHITE, Movement.NARDE, starter=WHITE), replace(FIVE, last_throw=True), [ALL_BORNE_OFF]),
        (on(" / 6:2", BLACK, Movement.NARDE, starter=WHITE), FIVE, [ALL_BORNE_OFF]),
    ],
)
def test_positions_of_long_backgammon(found: Game, ruleset: Ruleset, rules: list[str]):
    assert rules_of(found, ruleset, LONG) == rules


def test_a_variant_has_its_own_number_of_checkers():
    three = Game(board("24:1 23:1 22:1 / 24:3", checkers=3), WHITE)
    assert rules_of(three, variant=HYPER) == []
    assert rules_of(three) == [CHECKER_COUNT, CHECKER_COUNT]


def test_no_match_begins_with_an_impossible_position():
    with pytest.raises(ImpossiblePosition, match=": it shows 1, 2, 4, 8 and so on"):
        start(Header(BACKGAMMON, FIVE, start=OPENING._replace(cube=Cube(3))))


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@in_whole_matches
def test_wherever_a_game_comes_to_is_possible(header: Header, seed: int, part: float):
    events, _ = random_match(seed, header, games=2)
    seen = list(states(header, events))
    match = seen[int(part * (len(seen) - 1))]
    assume(match.winner is None and match.game.phase is not Phase.TO_ACCEPT)
    assert faults(match.variant, match.ruleset, position_in(match.game)) == []
