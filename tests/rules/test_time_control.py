"""Clocks: the time that they take from a player, and the effect of a claimed flag on the match."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    ResignationOffered,
    TakeBackAsked,
)
from bgterm.rules.match import Ending, Header, MatchState, Phase, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.time_control import left_after_turn, left_in_turn, reserve
from bgterm.rules.variants import BACKGAMMON
from tests.first_turn import FIRST_TURN
from tests.states import states

WHITE, BLACK = Player
DROPPED = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))


def after(*happened: Event) -> MatchState:
    header = Header(BACKGAMMON, Ruleset(length=5, clock=Clock.DELAY))
    return [*states(header, happened)][-1]


# Time


@pytest.mark.rule("clock")
@pytest.mark.parametrize(
    ("length", "scored", "minutes"), [(1, 0, 2), (7, 0, 14), (7, 5, 9), (25, 0, 50), (3, 9, 0)]
)
def test_reserve_is_two_minutes_a_point_less_those_scored(length, scored, minutes):
    assert reserve(length, scored) == 60 * minutes


@pytest.mark.rule("clock")
@pytest.mark.parametrize(
    ("clock", "spent", "meanwhile", "afterwards"),
    [
        (Clock.DELAY, 0, 100, 100),
        (Clock.DELAY, 12, 100, 100),
        (Clock.DELAY, 30, 82, 82),
        (Clock.DELAY, 112, 0, 0),
        (Clock.DELAY, 500, 0, 0),
        (Clock.BRONSTEIN, 0, 100, 100),
        (Clock.BRONSTEIN, 7, 93, 100),
        (Clock.BRONSTEIN, 12, 88, 100),
        (Clock.BRONSTEIN, 30, 70, 82),
        (Clock.BRONSTEIN, 99, 1, 13),
        (Clock.BRONSTEIN, 100, 0, 0),
        (Clock.BRONSTEIN, 105, 0, 0),
    ],
)
def test_what_is_left_of_a_hundred_seconds(clock, spent, meanwhile, afterwards):
    assert left_in_turn(clock, 100, spent) == meanwhile
    assert left_after_turn(clock, 100, spent) == afterwards


# The flag


@pytest.mark.rule("clock")
@pytest.mark.parametrize(
    "happened",
    [
        (),
        FIRST_TURN,
        (*FIRST_TURN, Doubled(BLACK)),
        (*FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON)),
        (*FIRST_TURN, TakeBackAsked(WHITE)),
        DROPPED,
    ],
    ids=["opening", "to roll", "doubled", "resigning", "taking back", "between games"],
)
@pytest.mark.parametrize("claims", Player)
def test_claimed_flag_wins_the_match_and_leaves_the_score(happened, claims):
    before = after(*happened)
    assert choices(before, claims).claim_flag
    match = apply(before, FlagClaimed(claims))
    assert (match.winner, match.score, match.shown_game.phase) == (claims, before.score, Phase.OVER)
    result = match.results.last
    assert (result.ending, result.winner, result.points) == (Ending.ON_TIME, claims, 0)
    assert match.game.pending is None
    assert [choices(match, player) for player in Player] == [Choices(), Choices()]
