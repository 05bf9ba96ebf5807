"""Clocks: the time that they take, also as counted by seconds, and the effect of a claimed flag on the match."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.events import (
    Doubled,
    Dropped,
    FlagClaimed,
    ResignationOffered,
    ResignationRefused,
    TakeBackAsked,
    TakeBackRefused,
)
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Header, Phase, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Clock, NextGame, Ruleset
from bgterm.rules.time_control import Times, left_after_turn, left_in_turn, reserve, runs_for
from bgterm.rules.variants import BACKGAMMON
from tests.builders import FIRST_TURN
from tests.players import offering_event
from tests.states import reached
from tests.strategies import in_whole_matches

WHITE, BLACK = Player
DROPPED = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))


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


RUNS = {
    "nobody before the opening": ((), None),
    "the player on roll": (FIRST_TURN, BLACK),
    "the player who was doubled": ((*FIRST_TURN, Doubled(BLACK)), WHITE),
    "the player who offers to resign": ((*FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON)), BLACK),
    "nobody between games": (DROPPED, None),
    "the player who was doubled before the first roll": ((*DROPPED, Doubled(BLACK)), WHITE),
    "nobody after the match": ((*FIRST_TURN, FlagClaimed(WHITE)), None),
}


@pytest.mark.rule("A-83", "clock")
@pytest.mark.parametrize(("happened", "player"), RUNS.values(), ids=RUNS)
def test_whose_clock_runs(happened, player):
    rules = Ruleset(length=5, clock=Clock.DELAY, next_game=NextGame.WINNER)
    assert runs_for(reached(Header(BACKGAMMON, rules), happened)) is player


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
    before = reached(Header(BACKGAMMON, Ruleset(length=5, clock=Clock.DELAY)), happened)
    assert choices(before, claims).claim_flag
    match = apply(before, FlagClaimed(claims))
    assert (match.winner, match.score, match.shown_game.phase) == (claims, before.score, Phase.OVER)
    result = match.results.last
    assert (result.ending, result.winner, result.points) == (Ending.ON_TIME, claims, 0)
    assert match.game.pending is None
    assert [choices(match, player) for player in Player] == [Choices(), Choices()]


# Clocks as they are counted second by second

KINDS = st.sampled_from([Clock.DELAY, Clock.BRONSTEIN])
RESERVE, FREE = 60, 12
OFFERS = (ResignationOffered, ResignationRefused, TakeBackAsked, TakeBackRefused)

seconds = st.integers(0, 40)
steps = st.one_of(
    st.tuples(st.just("turn"), st.sampled_from([*Player, None])),
    st.tuples(st.sampled_from(["away", "back"]), st.sampled_from([*Player])),
    st.tuples(st.sampled_from(["offer", "interrupted"]), st.none()),
)
scripts = st.lists(st.tuples(seconds, steps), max_size=30)


class Naive:
    """Clocks that are counted second by second, in the simplest way."""

    def __init__(self, kind: Clock, pause: int) -> None:
        self.kind, self.pause = kind, pause
        self.left = dict.fromkeys(Player, RESERVE)
        self.stood = dict.fromkeys(Player, 0)
        self.away: set[Player] = set()
        self.turn: Player | None = None
        self.spent = 0

    def second(self) -> None:
        stands = [player for player in self.away if self.stood[player] < self.pause]
        for player in stands:
            self.stood[player] += 1
        if stands or self.turn is None or 0 in self.left.values():
            return
        self.spent += 1
        if self.kind is Clock.BRONSTEIN or self.spent > FREE:
            self.left[self.turn] -= 1

    def turned_to(self, player: Player | None) -> None:
        if player is self.turn:
            return
        if self.kind is Clock.BRONSTEIN and self.turn is not None and self.left[self.turn]:
            self.left[self.turn] += min(self.spent, FREE)
        self.turn, self.spent = player, 0


def told(times: Times, now: float) -> dict[Player, float]:
    return {player: times.left_to(player, now) for player in Player}


@pytest.mark.rule("clock")
@given(KINDS, st.integers(0, 50), scripts)
@pytest.mark.parametrize("interrupts", [False, True])
def test_clocks_count_as_second_by_second(interrupts: bool, kind: Clock, pause: int, script: list):
    now = 1000.0
    times, naive = Times(kind, dict.fromkeys(Player, float(RESERVE)), now, float(pause)), Naive(kind, pause)
    for passing, (what, who) in script:
        for _ in range(passing):
            naive.second()
        now += passing
        match what:
            case "turn":
                times = times.turned_to(who, now)
                naive.turned_to(who)
            case "away":
                times = times.without(who, now)
                naive.away.add(who)
            case "back":
                times = times.with_again(who, now)
                naive.away.discard(who)
            case "interrupted" if interrupts:
                times = times.interrupted(now)
        assert told(times, now) == naive.left


@pytest.mark.rule("A-83")
@given(KINDS, st.integers(0, 2**32), st.sampled_from(NextGame))
@in_whole_matches
def test_offers_change_no_clock(kind: Clock, seed: int, next_game: NextGame):
    """Two clocks over one match, of which one hears of no offer, show the same at every moment."""
    rng = Random(seed)
    header = Header(BACKGAMMON, Ruleset(length=3, clock=kind, next_game=next_game))
    match, now = start(header), 0.0
    heard = deaf = Times(kind, dict.fromkeys(Player, 360.0), now).turned_to(runs_for(match), now)
    for _ in range(120):
        event = offering_event(match, rng)
        if match.winner is not None or isinstance(event, FlagClaimed):
            break
        now += rng.uniform(0, 15)
        match = apply(match, event)
        heard = heard.turned_to(runs_for(match), now)
        if not isinstance(event, OFFERS):
            deaf = deaf.turned_to(runs_for(match), now)
        assert (heard.turn, told(heard, now)) == (deaf.turn, told(deaf, now))
