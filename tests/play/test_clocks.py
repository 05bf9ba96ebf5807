"""The clocks of a match: they run for the player to act, outlive the program, and show fallen flags."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from bgterm.notation.json_codec import Note
from bgterm.play.clocks import Clocks
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction
from bgterm.rules.events import (
    Doubled,
    Dropped,
    FlagClaimed,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
)
from bgterm.rules.match import Game, Header, Win
from bgterm.rules.ruleset import Clock, NextGame, Pause, Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.builders import FIRST_TURN, Time, play
from tests.sealed import CONTRIBUTION, FINGERPRINT, contribute, decide
from tests.storage.faults import Saboteur
from tests.tables import begin_table, reopened
from tests.waiting import wait, written

TIME_LEFT = "no flag to claim yet: {opponent} has {left} left"

pytestmark = pytest.mark.rule("clock")

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=5, clock=Clock.DELAY), ("Ann", "Bob"))
RESERVE = 600
"""Ten minutes in seconds: two minutes for each of five points."""
ROLLED = Rolled(BLACK, Dice(2, 1))


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def table(tmp_path) -> Iterator[Table]:
    laid = begin_table(tmp_path, HEADER)
    yield laid
    laid.close().result()


def both(clocks: Clocks) -> tuple[float, float]:
    return clocks.left(WHITE), clocks.left(BLACK)


DELAY = HEADER.ruleset
BRONSTEIN = replace(DELAY, clock=Clock.BRONSTEIN)
WINNER_STARTS = replace(DELAY, next_game=NextGame.WINNER)
OPENING, FIVE_POINT = FIRST_TURN
WHITE_AWAY, WHITE_BACK, BLACK_AWAY, BLACK_BACK = (
    (name, player) for player in Player for name in ("pause", "resume")
)
OFFERED, REFUSED = ResignationOffered(WHITE, Win.SINGLE), ResignationRefused(BLACK)
DROPPED = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))
BOTH_AWAY = (OPENING, 12, WHITE_AWAY, 50, BLACK_AWAY, 20, WHITE_BACK, 270)
"""Events and pauses in seconds, after which Black may be away for ten more seconds."""
REOPENED, KILLED = "the table is left and resumed", "the program ends at once, and another one resumes the table"
VISITS = (BLACK_AWAY, 11.9, REOPENED) * 4
"""Black is away, and White leaves the table and comes back, again and again before the delay is over."""


def pausing(pause: Pause) -> Ruleset:
    return replace(DELAY, pause=pause)


def away_three_times(seconds: int) -> tuple[object, ...]:
    """Return the events of White's turn in which White is away for as many seconds, and twice for 50 more."""
    spells = ((WHITE_AWAY, each, WHITE_BACK, REOPENED) for each in (seconds, 50, 50))
    return (OPENING, 12, *chain.from_iterable(spells))


@pytest.mark.parametrize(
    ("rules", "happens", "white", "black", "running"),
    [
        # the delay of a turn
        (DELAY, (500,), 600, 600, None),  # nobody is to act before the opening
        (DELAY, (OPENING, 42), 570, 600, WHITE),
        (DELAY, (OPENING, 42, FIVE_POINT, 20), 570, 592, BLACK),
        (BRONSTEIN, (OPENING, 20, FIVE_POINT), 592, 600, BLACK),
        # a double begins a turn, a roll does not
        (DELAY, (*FIRST_TURN, 12, Doubled(BLACK), 15, Taken(WHITE), 10, ROLLED, 10), 597, 592, BLACK),
        # kept at the end of each turn
        (DELAY, (OPENING, 42.345, FIVE_POINT, 30, ROLLED, KILLED), 569.65, 600, BLACK),
        (DELAY, (OPENING, 42.345, FIVE_POINT, 30, ROLLED, KILLED, 13), 569.65, 599, BLACK),
        # offers
        (DELAY, (OPENING, 10, OFFERED, 10, REFUSED, 10), 582, 600, WHITE),
        (DELAY, (*FIRST_TURN, TakeBackAsked(WHITE), 20, TakeBackRefused(BLACK), 20), 600, 572, BLACK),
        # between games
        (DELAY, (*DROPPED, 10_000), 600, 600, None),
        (WINNER_STARTS, (*DROPPED, OFFERED, 1000, REFUSED, 1000, ROLLED), 600, 600, BLACK),
        # a player who is away
        (DELAY, (OPENING, 22, BLACK_AWAY, BLACK_AWAY, 300, BLACK_BACK, BLACK_BACK, 10), 580, 600, WHITE),
        (DELAY, (OPENING, BLACK_AWAY, 100, FIVE_POINT, 100, BLACK_BACK, 20), 600, 592, BLACK),
        (pausing(Pause.FIVE_MINUTES), BOTH_AWAY, 600, 600, None),
        (pausing(Pause.FIVE_MINUTES), (*BOTH_AWAY, 40, BLACK_BACK, 5), 565, 600, WHITE),
        # as long in all as is agreed
        (pausing(Pause.NEVER), away_three_times(20), 480, 600, WHITE),
        (pausing(Pause.FIVE_MINUTES), away_three_times(270), 530, 600, WHITE),
        (pausing(Pause.TEN_MINUTES), away_three_times(570), 530, 600, WHITE),
        (pausing(Pause.THIRTY_MINUTES), away_three_times(1770), 530, 600, WHITE),
        (pausing(Pause.UNLIMITED), away_three_times(100_000), 600, 600, WHITE),
        # no new delay for a player who leaves and comes back
        (pausing(Pause.NEVER), (OPENING, *VISITS), 600 - 4 * 11.9 + 12, 600, WHITE),
        (pausing(Pause.NEVER), (OPENING, *VISITS, FIVE_POINT), 600 - 4 * 11.9 + 12, 600, BLACK),
        (replace(BRONSTEIN, pause=Pause.NEVER), (OPENING, *VISITS), 600 - 4 * 11.9, 600, WHITE),
        (replace(BRONSTEIN, pause=Pause.NEVER), (OPENING, *VISITS, FIVE_POINT), 600 - 4 * 11.9 + 12, 600, BLACK),
    ],
)
def test_what_the_clocks_show(tmp_path, time, rules, happens, white, black, running):
    table = begin_table(tmp_path, HEADER._replace(ruleset=rules))
    clocks = Clocks(table, time)
    for step in happens:
        if isinstance(step, int | float):
            time.passes(step)
        elif step in {REOPENED, KILLED}:
            if step is REOPENED:
                clocks.stop()
            table, time.now = reopened(table), 5.0
            clocks = Clocks(table, time)
        elif isinstance(step, tuple):
            getattr(clocks, step[0])(step[1])
        else:
            wait(table.apply(step))
    assert both(clocks) == pytest.approx((white, black))
    assert (None if clocks.standing else clocks.running) is running


# The flag


def test_a_flag_is_claimed_when_it_is_down_and_not_earlier(table, time):
    clocks = Clocks(table, time)
    wait(table.apply(OpeningThrown(3, 1)))
    time.passes(RESERVE + 12 - 5)
    with pytest.raises(IllegalAction) as refused:
        wait(clocks.claim(BLACK))
    assert (refused.value.msgid, vars(refused.value)) == (TIME_LEFT, {"opponent": WHITE, "left": "0:05"})
    assert (clocks.fallen, table.choices(BLACK).claim_flag) == (None, False)
    time.passes(5)
    assert (clocks.fallen, clocks.running, table.match.winner) == (WHITE, None, None)
    assert [table.choices(player).claim_flag for player in Player] == [False, True]
    with pytest.raises(IllegalAction):
        wait(clocks.claim(WHITE))
    wait(clocks.claim(BLACK))
    assert table.match.winner is BLACK
    assert table.history[-1] == FlagClaimed(BLACK)
    assert load(table.path).match.winner is BLACK


@pytest.mark.parametrize(
    ("meanwhile", "score"),
    [
        ((Moved(WHITE, play("8/5 6/5")),), (0, 0)),
        ((ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK)), (0, 1)),
    ],
    ids=["the turn ends", "the game ends"],
)
def test_fallen_flag_stays_down_and_stops_the_other_clock(table, time, meanwhile, score):
    clocks = Clocks(table, time)
    wait(table.apply(OpeningThrown(3, 1)))
    time.passes(RESERVE + 100)
    for event in meanwhile:
        wait(table.apply(event))
    time.passes(RESERVE + 100)
    assert (both(clocks), clocks.fallen, clocks.running) == ((0, RESERVE), WHITE, None)
    clocks.stop()
    again = Clocks(table, time)
    assert again.fallen is WHITE
    wait(again.claim(BLACK))
    assert (table.match.winner, table.match.score) == (BLACK, score)


# What is kept


def test_what_is_left_is_kept_when_the_table_is_left(table, time):
    clocks = Clocks(table, time)
    for event in FIRST_TURN:
        wait(table.apply(event))
    time.passes(72)
    clocks.stop()
    clocks.stop()
    time.passes(72)
    assert both(clocks) == (RESERVE, 540)
    written()
    assert [item for item in load(table.path).items if isinstance(item, Note)] == [
        Note("clock", {"white": 600.0, "black": 600.0}),
        Note("clock", {"white": 600.0, "black": 540.0, "turn": "black", "spent": 12.0}),
    ]
    again = Clocks(table, time)
    assert both(again) == (RESERVE, 540)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"white": 3},
        {"white": "all", "black": 1},
        {"white": None, "black": None},
        {"white": [], "black": 1},
        {"white": float("inf"), "black": 1},
        {"white": float("nan"), "black": 1},
        {"white": 10**400, "black": 1},
    ],
)
def test_a_note_that_says_no_time_is_passed_over(table, time, facts):
    wait(table.note(Note("clock", {"white": 90, "black": -3})))
    wait(table.note(Note("clock", facts)))
    assert both(Clocks(table, time)) == (90, 0)


def test_a_disk_that_fails_stops_no_clock(tmp_path, time):
    saboteur = Saboteur()
    table = begin_table(tmp_path, HEADER, disk=saboteur.disk)
    clocks = Clocks(table, time)
    wait(table.apply(OpeningThrown(3, 1)))
    time.passes(42)
    saboteur.plan = "the disk is full"
    clocks.stop()
    assert both(clocks) == (570, RESERVE)
    assert load(find_save(tmp_path, table.name)).events == (OpeningThrown(3, 1),)


# Contributions to verifiable dice


BLACK_TO_ROLL = Game(BACKGAMMON.board, on_roll=BLACK)
WHITE_TO_MOVE = Game(BACKGAMMON.board, on_roll=WHITE, dice=Dice(3, 1))


@pytest.mark.parametrize("begins", [BLACK_TO_ROLL, WHITE_TO_MOVE])
def test_clock_runs_from_the_end_of_the_exchange(tmp_path, time, begins):
    table = begin_table(tmp_path, HEADER._replace(dice="verifiable", start=begins))
    clocks = Clocks(table, time)
    time.passes(1000)
    contribute(table, WHITE, "lucky seven")
    time.passes(1000)
    clocks.stop()
    clocks = Clocks(table, time)
    time.passes(1000)
    contribute(table, BLACK, FINGERPRINT)
    time.passes(1000)
    assert (both(clocks), clocks.running) == ((RESERVE, RESERVE), None)
    wait(table.exchange(VerifiableDice.open, BLACK, CONTRIBUTION))
    assert clocks.running is begins.on_roll
    time.passes(42)
    assert [clocks.left(begins.on_roll), clocks.left(begins.on_roll.opponent)] == [570, RESERVE]


def test_no_clock_runs_in_a_match_that_is_void(tmp_path, time):
    table = begin_table(tmp_path, HEADER._replace(dice="verifiable", start=BLACK_TO_ROLL))
    clocks = Clocks(table, time)
    decide(table, FINGERPRINT, FINGERPRINT)
    wait(table.exchange(VerifiableDice.give_up_opening, WHITE))
    time.passes(1000)
    assert (both(clocks), clocks.running) == ((RESERVE, RESERVE), None)


def test_pause_is_kept_when_nobody_returns_to_the_table(table, time):
    clocks = Clocks(table, time)
    wait(table.apply(OpeningThrown(3, 1)))
    clocks.pause(BLACK)
    time.passes(500)
    clocks.pause(WHITE)
    time.passes(20.5)
    clocks.stop()
    time.passes(10_000)
    again = Clocks(table, time)
    again.pause(BLACK)
    time.passes(100)
    assert again.left(WHITE) == 591.5  # nine seconds and a half longer than twelve, and Black had 79.5 left
    assert [note for note in table.notes if note.name == "away"] == [
        Note("away", {"white": 0.0, "black": 520.5}),
        Note("away", {"white": 20.5, "black": 520.5}),
    ]


def test_the_time_left_comes_from_the_note_of_another_process(table, time):
    clocks = Clocks(table, time, lambda player: player is BLACK)
    wait(table.apply(OpeningThrown(3, 1)))
    time.passes(42)
    wait(table.apply(Moved(WHITE, play("8/5 6/5"))))
    assert "clock" not in [note.name for note in table.notes]
    clocks.hear(Note("clock", {"white": 580.5, "black": 600}))
    assert both(clocks) == (580.5, RESERVE)
    time.passes(20)
    assert both(clocks) == (580.5, 592)
