"""Matches that begin in the middle, and games whose rest is not told."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bgterm.notation.json_codec import read_line, write_line
from bgterm.rules.board import Board, Movement, Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction
from bgterm.rules.events import Moved, OpeningCorrected, OpeningThrown, Rolled, Unrecorded
from bgterm.rules.games import position_in, start
from bgterm.rules.match import Ending, Game, Header, MatchState, Phase, Result, TakeBack, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from tests.builders import board, play
from tests.players import random_match
from tests.states import after, states
from tests.strategies import headers, in_whole_matches


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
    plays = choices(match, player).plays
    assert plays is not None
    return plays.head(()).allowed


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
    events = Rolled(Player.WHITE, Dice(4, 4)), Moved(Player.WHITE, ()), Rolled(Player.BLACK, Dice(2, 1))
    *_, match = states(Header(LONG, Ruleset(), start=Game(shut_in, Player.WHITE)), events)
    black = next(iter(choices(match, Player.BLACK).plays or ()))
    match = after(match, Moved(Player.BLACK, black), Rolled(Player.WHITE, Dice(6, 6)))
    assert head_allowance(match, Player.WHITE) == 1


def test_game_set_up_before_the_opening_keeps_first_turns():
    apart = Game(board("24:10 20:5 / 24:10 20:5", movement=Movement.NARDE))
    events = OpeningThrown(6, 1), Rolled(Player.WHITE, Dice(6, 6))
    *_, match = states(Header(LONG, Ruleset(), start=apart), events)
    assert head_allowance(match, Player.WHITE) == 2


def test_the_opening_of_a_game_that_is_set_up_can_be_corrected():
    match = apply(start(Header(BACKGAMMON, Ruleset(), start=Game(BACKGAMMON.board))), OpeningThrown(3, 1))
    assert match.opening_roll_is_showing
    match = apply(match, OpeningCorrected(1, 3))
    assert match.game.on_roll is Player.BLACK
    match = apply(match, Moved(Player.BLACK, play("8/5 6/5")))
    assert not match.opening_roll_is_showing


def test_a_gap_ends_the_game_with_the_points_that_are_written():
    match = start(Header(BACKGAMMON, Ruleset(length=5)))
    match = apply(apply(match, OpeningThrown(3, 1)), Unrecorded(Player.BLACK, 4))
    assert match.score == (0, 4)
    assert match.shown_game.result is not None
    assert match.shown_game.result.ending is Ending.UNRECORDED
    assert apply(match, OpeningThrown(3, 1)).game.crawford


def test_a_gap_before_the_first_throw_is_a_game_too():
    match = apply(start(Header(BACKGAMMON, Ruleset(length=2))), Unrecorded(None, 0))
    match = apply(match, Unrecorded(Player.WHITE, 2))
    assert (match.shown_game.number, match.score, len(match.results)) == (2, (2, 0), 2)
    with pytest.raises(IllegalAction):
        apply(match, Unrecorded(Player.WHITE, 1))


@pytest.mark.parametrize(("winner", "points"), [(None, 1), (Player.WHITE, 0), (Player.WHITE, -1)])
def test_points_need_a_winner(winner, points):
    with pytest.raises(ValueError, match="points"):
        Unrecorded(winner, points)


def test_a_match_starts_before_the_end_of_its_first_game():
    result = Result(Player.WHITE, Win.SINGLE, Ending.RESIGNED, cube=1)
    over = Game(BACKGAMMON.board, Player.WHITE, pending=TakeBack(Player.BLACK), result=result)
    assert start(Header(BACKGAMMON, Ruleset(), start=over)).game == Game(BACKGAMMON.board, Player.WHITE)
