"""Properties of every match, whatever the variant, the ruleset and the players do."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bgterm.rules.board import BAR, OFF, Move, Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import Ending, Header, MatchState, Phase, TakeBack, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Clock, Ruleset, inapplicable_options, without_inapplicable
from bgterm.rules.variants import HYPER, LONG
from tests.naive_narde import walls_in
from tests.players import mistyped, random_match
from tests.states import reached, states
from tests.strategies import headers, in_whole_matches, rulesets

seeds = st.integers(0, 2**32)


@given(headers, seeds)
@example(Header(HYPER, Ruleset(length=2, cube=False, gammons=False, clock=Clock.DELAY)), 2027)
@in_whole_matches
def test_matches_end_and_every_state_of_them_is_sound(header: Header, seed: int):
    events, end = random_match(seed, header)
    seen = [*states(header, events)]
    assert seen[-1] == end
    assert end.shown_game.phase is Phase.OVER
    assert end.shown_game.result is not None
    for match in seen:
        no_checker_is_lost(match)
        the_score_is_the_sum_of_the_results(match)
        one_player_acts_or_both_throw(match)
    for before, now in pairwise(seen):
        the_cube_only_ever_doubles_within_a_game(before, now)


def no_checker_is_lost(match: MatchState) -> None:
    for player in Player:
        assert sum(match.game.board.counts(player)) == match.variant.checkers


def the_score_is_the_sum_of_the_results(match: MatchState) -> None:
    for player in Player:
        assert match.score[player.index] == sum(won.points for won in match.results if won.winner is player)
    enough = match.ruleset.length and max(match.score) >= match.ruleset.length
    on_time = match.shown_game.result is not None and match.shown_game.result.ending is Ending.ON_TIME
    assert (match.winner is not None) == bool(enough or on_time)


def one_player_acts_or_both_throw(match: MatchState) -> None:
    acting = [player for player in Player if may_act(match, player)]
    if match.to_act is None:
        assert acting == ([*Player] if match.game.phase is Phase.OPENING else [])
    else:
        assert acting == [match.to_act]


def the_cube_only_ever_doubles_within_a_game(before: MatchState, now: MatchState) -> None:
    stood = before.game.cube.value if before.game.number == now.game.number else 1
    assert now.game.cube.value in {stood, 2 * stood}


@given(headers, seeds)
@in_whole_matches
def test_apply_accepts_exactly_what_is_on_offer(header: Header, seed: int):
    rng = Random(seed)
    for match in states(header, mistyped(header, random_match(seed, header, games=1)[0], seed)):
        for event, offered in [*simple_events(match), *plays(match, rng)]:
            assert accepts(match, event) == offered, event


@pytest.mark.rule("A-75")
@given(headers, seeds)
@in_whole_matches
def test_crawford_game_is_the_first_at_match_point_without_cube(header: Header, seed: int):
    events, _ = random_match(seed, header, games=10)
    at_match_point: set[int] = set()
    for match in states(header, events):
        if match.shown_game.phase is Phase.OVER:
            continue
        if max(match.score) == header.ruleset.length - 1:
            at_match_point.add(match.game.number)
        first = at_match_point == {match.game.number}
        rules = header.ruleset
        assert match.game.crawford == (first and rules.crawford and rules.cube and rules.length > 1)
        if match.game.crawford:
            assert match.game.cube.value == 1
            assert not any(choices(match, player).double for player in Player)


@given(headers, seeds)
@in_whole_matches
def test_corrected_rolls_equal_rolls_typed_right_at_once(header: Header, seed: int):
    events, end = random_match(seed, header)
    assert reached(header, mistyped(header, events, seed)) == end


@given(headers, seeds)
@in_whole_matches
def test_options_that_cannot_apply_change_nothing(header: Header, seed: int):
    fitting = header._replace(ruleset=without_inapplicable(header.variant, header.ruleset))
    assert not inapplicable_options(fitting.variant, fitting.ruleset)
    assert random_match(seed, fitting) == random_match(seed, header)


@pytest.mark.rule("L20", "L22", "toggles")
@given(rulesets, seeds)
@in_whole_matches
def test_nobody_ever_holds_six_in_a_row_that_he_may_not(ruleset: Ruleset, seed: int):
    header = Header(LONG, ruleset)
    events, _ = random_match(seed, header)
    for match, event in zip(states(header, events), events, strict=False):
        if isinstance(event, Moved):
            board, player = match.game.board, event.player
            for move in event.play:
                board = board.moved(player, move)
                sides = [list(board.counts(side)) for side in (player, player.opponent)]
                assert not walls_in(*sides, ruleset.six_in_a_row.name.lower())


@given(headers, seeds)
@in_whole_matches
def test_asking_to_take_back_and_being_refused_leaves_no_trace(header: Header, seed: int):
    for match in states(header, random_match(seed, header, games=1)[0]):
        for player in Player:
            if choices(match, player).take_back:
                asked = apply(match, TakeBackAsked(player))
                after = apply(asked, TakeBackRefused(player.opponent))
                before = match.shown_game
                assert after.shown_game.refused == (*before.refused, TakeBack(player))
                assert after.shown_game._replace(refused=before.refused) == before
                assert after._replace(game=match.game, finished=match.finished) == match


def may_act(match: MatchState, player: Player) -> bool:
    """Whether the game waits for the player."""
    may = choices(match, player)
    answers = may.answer_double or may.answer_resignation or may.answer_take_back or may.accept
    return may.roll or may.double or answers or may.plays is not None


def accepts(match: MatchState, event: Event) -> bool:
    try:
        apply(match, event)
    except BackgammonError:
        return False
    return True


def simple_events(match: MatchState) -> Iterator[tuple[Event, bool]]:
    """Yield all events but plays, and whether each is on offer now."""
    opening = match.game.phase is Phase.OPENING
    may_throw = all(choices(match, player).roll for player in Player)
    yield OpeningThrown(6, 1), opening and may_throw
    yield OpeningThrown(2, 2), opening and may_throw
    may_correct = any(choices(match, player).correct for player in Player)
    yield OpeningCorrected(2, 2), match.opening_roll_is_showing and may_correct
    for player in Player:
        may = choices(match, player)
        yield Rolled(player, Dice(6, 1)), may.roll and not opening
        yield RollCorrected(player, Dice(6, 1)), may.correct and not match.opening_roll_is_showing
        yield Doubled(player), may.double
        yield Beavered(player), may.beaver
        yield Taken(player), may.answer_double
        yield Dropped(player), may.answer_double
        yield ResignationAccepted(player), may.answer_resignation
        yield ResignationRefused(player), may.answer_resignation
        yield TakeBackAsked(player), may.take_back
        yield TakenBack(player), may.answer_take_back
        yield TakeBackRefused(player), may.answer_take_back
        yield Challenged(player), may.challenge
        yield PlayAccepted(player), may.accept
        yield FlagClaimed(player), may.claim_flag
        for win in Win:
            yield ResignationOffered(player, win), win in may.resign


def plays(match: MatchState, rng: Random) -> Iterator[tuple[Event, bool]]:
    """Yield some legal plays, and parts and variations of them, and whether each is on offer now."""
    for player in Player:
        may = choices(match, player)
        offered = may.free_plays or may.plays or ()
        possible = may.plays or plays_of(match.ruleset, match.game.board, player, match.game.dice or Dice(6, 1))
        for play in variations(rng.choice(list(possible)), rng):
            yield Moved(player, play), play in offered


def variations(play: Play, rng: Random) -> Iterator[Play]:
    other = Move(rng.randint(OFF, BAR), rng.randint(OFF, BAR))
    yield play
    yield play[:-1]
    yield play[::-1]
    yield (*play, other)
    yield (*play[:-1], other)
