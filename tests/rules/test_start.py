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
from bgterm.rules.errors import IllegalAction, ImpossiblePosition
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
MONEY, FIVE = Ruleset(), Ruleset(length=5)


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
    thrown = apply(start(Header(BACKGAMMON, MONEY, start=Game(BACKGAMMON.board))), OpeningThrown(3, 1))
    corrected = apply(thrown, OpeningCorrected(1, 3))
    assert (thrown.opening_roll_is_showing, corrected.game.on_roll) == (True, BLACK)
    assert not apply(corrected, Moved(BLACK, play("8/5 6/5"))).opening_roll_is_showing


def test_a_gap_ends_the_game_with_the_points_that_are_written():
    match = after(start(Header(BACKGAMMON, FIVE)), OpeningThrown(3, 1), Unrecorded(BLACK, 4))
    assert (match.score, match.shown_game.result.ending) == ((0, 4), Ending.UNRECORDED)
    assert apply(match, OpeningThrown(3, 1)).game.crawford


def test_a_gap_before_the_first_throw_is_a_game_too():
    match = after(start(Header(BACKGAMMON, Ruleset(length=2))), Unrecorded(None, 0), Unrecorded(WHITE, 2))
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

HOME = "6:3 5:3 4:3 3:2 2:2 1:2"
opening = Game(board(START), WHITE)._replace
"""The position before the first move, with other values of its fields."""
BEAVERS, NO_CUBE = Ruleset(beavers=1), replace(FIVE, cube=False)
NO_PRIME = Ruleset(six_in_a_row=SixInARow.FORBIDDEN)
OFFER = Resignation(WHITE, Win.BACKGAMMON)
ROW = "12:9 18:1 17:1 16:1 15:1 14:1 13:1"
"""A board with six points in a row, which are Black's points 6 to 1."""


def assert_faults(parts: list[str], found: Game, ruleset: Ruleset = FIVE, variant=BACKGAMMON) -> None:
    """Assert that the faults of a position are sentences with these parts, one for each."""
    sentences = [str(fault) for fault in faults(variant, ruleset, found)]
    assert len(sentences) == len(parts), sentences
    assert [part for part, sentence in zip(parts, sentences, strict=True) if part not in sentence] == []


def on(position: str, **more) -> Game:
    return Game(board(position), WHITE, **more)


def narde(position: str, on_roll: Player = WHITE, **more) -> Game:
    return Game(board(position, movement=Movement.NARDE), on_roll, **more)


@pytest.mark.parametrize(
    ("found", "parts"),
    [
        # positions that can be played
        (opening(), []),
        (opening(on_roll=None), []),
        (opening(dice=Dice(3, 1), score=(4, 0), crawford=True), []),
        (opening(score=(4, 4)), []),
        (opening(cube=Cube(4, BLACK)), []),
        (opening(cube=Cube(2, WHITE), doubled=True), []),
        (opening(pending=Resignation(BLACK, Win.BACKGAMMON)), []),
        (on("bar:15 / bar:15"), []),
        (on(f"{HOME} / bar:2 6:13"), []),
        # positions that cannot
        (Game(Board.of({6: 14}, {6: 15}), WHITE), ["White has 14 checkers instead of 15"]),
        (Game(Board.of({6: 16}, {6: 14, 0: 2}), WHITE), ["instead of 15", "instead of 15"]),
        (on("6:2 / 19:1"), ["both stand on White's 6 point, which is Black's 19"]),
        (on("6:2 4:1 / 19:1 21:3"), ["both stand on White's", "both stand on White's"]),
        (on(" / 6:2"), ["White has borne off all: the game is over"]),
        (on(" / "), ["has borne off all", "has borne off all"]),
        (on("bar:1 6:3 5:3 4:2 3:2 2:2 1:2 / bar:1 6:3 5:3 4:2 3:2 2:2 1:2"), ["nobody can ever move"]),
        (opening(score=(5, 2)), ["a match to 5 is over"]),
        (opening(score=(6, 9)), ["a match to 5 is over", "a match to 5 is over"]),
        (opening(score=(-1, 0)), ["expected at least"]),
        (opening(number=0, turns=-1), ["expected at least", "expected at least"]),
        (opening(crawford=True, score=(3, 2)), ["this cannot be the Crawford game"]),
        (opening(crawford=True, score=(4, 4)), ["this cannot be the Crawford game"]),
        (opening(cube=Cube(3, WHITE)), ["the cube cannot show"]),
        (opening(cube=Cube(0)), ["the cube cannot show"]),
        (opening(cube=Cube(1, BLACK)), ["Black owns the cube at 1"]),
        (opening(cube=Cube(2)), ["nobody owns it"]),
        (opening(cube=Cube(2, WHITE), crawford=True, score=(4, 1)), ["Crawford game is played without it"]),
        (opening(doubled=True, crawford=True, score=(4, 1)), ["Crawford game: no doubling"]),
        (opening(doubled=True, cube=Cube(2, BLACK)), ["owns the cube"]),
        (opening(doubled=True, cube=Cube(4, WHITE), score=(2, 0)), ["already wins you the match"]),
        (opening(doubled=True, dice=Dice(3, 1)), ["no dice can have been rolled"]),
        (opening(doubled=True, raises=1, cube=Cube(2, BLACK)), ["the cube was turned again"]),
        (opening(raises=1), ["the cube was turned again"]),
        (opening(on_roll=None, dice=Dice(3, 1)), ["nobody is on roll yet"]),
        (opening(on_roll=None, doubled=True), ["nobody is on roll yet"]),
        (opening(on_roll=None, pending=Resignation(WHITE, Win.SINGLE)), ["nobody is on roll yet"]),
        (on(" / 6:2", cube=Cube(3), score=(7, 0)), ["borne off all", "match to 5 is over", "cube cannot show"]),
    ],
)
def test_every_fault_of_a_position_is_told(found: Game, parts: list[str]):
    assert_faults(parts, found)


@pytest.mark.parametrize(
    ("found", "ruleset", "parts"),
    [
        (opening(crawford=True), MONEY, ["a money session has no Crawford game"]),
        (opening(score=(30, 70)), MONEY, []),
        (opening(crawford=True, score=(4, 0)), replace(FIVE, crawford=False), ["there is no Crawford game"]),
        (opening(crawford=True, score=(4, 0)), NO_CUBE, ["the cube has no Crawford game"]),
        (opening(cube=Cube(2, WHITE)), NO_CUBE, ["the match is played without it"]),
        (opening(doubled=True), NO_CUBE, ["no doubling: this match is played without"]),
        (opening(cube=Cube(4)), Ruleset(automatic_doubles=2), []),
        (opening(cube=Cube(8)), Ruleset(automatic_doubles=2), ["nobody owns it"]),
        (opening(doubled=True, raises=1, cube=Cube(2, BLACK)), BEAVERS, []),
        (opening(doubled=True, raises=1, cube=Cube(2, WHITE)), BEAVERS, ["the cube belongs to the player who"]),
        (opening(doubled=True, raises=2, cube=Cube(4, BLACK)), BEAVERS, ["the cube was turned again"]),
    ],
)
def test_what_can_be_is_decided_by_the_rules_in_force(found: Game, ruleset: Ruleset, parts: list[str]):
    assert_faults(parts, found, ruleset)


@pytest.mark.parametrize(
    ("found", "ruleset", "parts"),
    [
        (narde("24:15 / 24:15"), FIVE, []),
        (narde("bar:1 24:14 / 24:15"), FIVE, ["White has a checker on the bar"]),
        (narde("24:15 / 24:14 12:1"), FIVE, ["both stand on White's"]),
        (narde(f"{ROW} / 24:15"), FIVE, ["both stand on White's", "White holds a six-prime"]),
        (narde("6:9 11:2 10:1 9:1 8:1 7:1 / 24:15"), FIVE, ["White holds a six-prime"]),
        (narde("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1"), FIVE, []),
        (narde("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1"), NO_PRIME, ["White holds a six-prime"]),
        (on(START), FIVE, ["do not move as in Long backgammon"]),
        (narde("24:15 / 24:15", pending=OFFER), FIVE, ["a backgammon cannot be resigned"]),
        (narde("24:15 / 24:15", pending=OFFER), replace(FIVE, koks=True), []),
        (narde(" / 6:2", BLACK, starter=WHITE), replace(FIVE, last_throw=True), []),
        (narde(" / 6:2", starter=WHITE), replace(FIVE, last_throw=True), ["has borne off all"]),
        (narde(" / 6:2", BLACK, starter=WHITE), FIVE, ["has borne off all"]),
    ],
)
def test_positions_of_long_backgammon(found: Game, ruleset: Ruleset, parts: list[str]):
    assert_faults(parts, found, ruleset, LONG)


def test_a_variant_has_its_own_number_of_checkers():
    three = Game(board("24:1 23:1 22:1 / 24:3", checkers=3), WHITE)
    assert_faults([], three, variant=HYPER)
    assert_faults(["White has 3 checkers instead of 15", "Black has 3"], three)


def test_no_match_begins_with_an_impossible_position():
    with pytest.raises(ImpossiblePosition, match=": it shows 1, 2, 4, 8 and so on"):
        start(Header(BACKGAMMON, FIVE, start=opening(cube=Cube(3))))


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@in_whole_matches
def test_wherever_a_game_comes_to_is_possible(header: Header, seed: int, part: float):
    events, _ = random_match(seed, header, games=2)
    seen = list(states(header, events))
    match = seen[int(part * (len(seen) - 1))]
    assume(match.winner is None and match.game.phase is not Phase.TO_ACCEPT)
    assert faults(match.variant, match.ruleset, position_in(match.game)) == []
