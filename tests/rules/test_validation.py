"""Positions that no game comes to, each with what is wrong with it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bgterm.rules.board import Board, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.games import setup_from, start
from bgterm.rules.illegal_actions import CrawfordGame, CubeNotYours, DeadCube, NoCube
from bgterm.rules.impossible_positions import (
    AllBorneOff,
    BeaveredCubeOwner,
    BeforeOpening,
    BothShutOut,
    CheckerCount,
    CrawfordInMoneyPlay,
    CubeOwnedAtOne,
    CubeTurnedInCrawfordGame,
    CubeTurnedUnused,
    CubeWithoutOwner,
    DoubleAfterRoll,
    ForbiddenPrimeHeld,
    ImpossibleAction,
    ImpossibleNumber,
    MatchWon,
    NoCrawfordRule,
    NotACubeValue,
    NotCrawfordScore,
    OnBarInLong,
    OtherMovement,
    PointShared,
    TooManyBeavers,
)
from bgterm.rules.match import GameSetup, Header, Phase, Resignation, Win
from bgterm.rules.ruleset import Ruleset, SixInARow
from bgterm.rules.scoring import WinNotPossible
from bgterm.rules.validation import faults
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from tests.builders import board
from tests.players import random_match
from tests.states import states
from tests.strategies import headers, in_whole_matches

WHITE, BLACK = Player
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
HOME = "6:3 5:3 4:3 3:2 2:2 1:2"
FIVE = Ruleset(length=5)
MONEY = Ruleset()
OPENING = GameSetup(board(START), WHITE)
ROW = "12:9 18:1 17:1 16:1 15:1 14:1 13:1"
"""Six in a row, which are Black's points 6 to 1."""


def rules_of(found: GameSetup, ruleset: Ruleset = FIVE, variant=BACKGAMMON) -> list[type[BackgammonError]]:
    wrong = faults(variant, ruleset, found)
    return [type(fault.reason if isinstance(fault, ImpossibleAction) else fault) for fault in wrong]


def on(position: str, on_roll: Player | None = WHITE, movement: Movement = Movement.HITTING, **more) -> GameSetup:
    return GameSetup(board(position, movement=movement), on_roll, **more)


@pytest.mark.parametrize(
    "found",
    [
        OPENING,
        replace(OPENING, on_roll=None),
        replace(OPENING, dice=Dice(3, 1), score=(4, 0), crawford=True),
        replace(OPENING, score=(4, 4)),
        replace(OPENING, cube=Cube(4, BLACK)),
        replace(OPENING, cube=Cube(2, WHITE), doubled=True),
        replace(OPENING, resignation=Resignation(BLACK, Win.BACKGAMMON)),
        on("bar:15 / bar:15"),
        on(f"{HOME} / bar:2 6:13"),
    ],
)
def test_a_position_that_can_be_played(found: GameSetup):
    assert rules_of(found) == []


@pytest.mark.parametrize(
    ("found", "rules"),
    [
        (GameSetup(Board.of({6: 14}, {6: 15}), WHITE), [CheckerCount]),
        (GameSetup(Board.of({6: 16}, {6: 14, 0: 2}), WHITE), [CheckerCount, CheckerCount]),
        (on("6:2 / 19:1"), [PointShared]),
        (on("6:2 4:1 / 19:1 21:3"), [PointShared, PointShared]),
        (on(" / 6:2"), [AllBorneOff]),
        (on(" / "), [AllBorneOff, AllBorneOff]),
        (on("bar:1 6:3 5:3 4:2 3:2 2:2 1:2 / bar:1 6:3 5:3 4:2 3:2 2:2 1:2"), [BothShutOut]),
        (replace(OPENING, score=(5, 2)), [MatchWon]),
        (replace(OPENING, score=(6, 9)), [MatchWon, MatchWon]),
        (replace(OPENING, score=(-1, 0)), [ImpossibleNumber]),
        (replace(OPENING, number=0, turns=-1), [ImpossibleNumber, ImpossibleNumber]),
        (replace(OPENING, crawford=True, score=(3, 2)), [NotCrawfordScore]),
        (replace(OPENING, crawford=True, score=(4, 4)), [NotCrawfordScore]),
        (replace(OPENING, cube=Cube(3, WHITE)), [NotACubeValue]),
        (replace(OPENING, cube=Cube(0)), [NotACubeValue]),
        (replace(OPENING, cube=Cube(1, BLACK)), [CubeOwnedAtOne]),
        (replace(OPENING, cube=Cube(2)), [CubeWithoutOwner]),
        (replace(OPENING, cube=Cube(2, WHITE), crawford=True, score=(4, 1)), [CubeTurnedInCrawfordGame]),
        (replace(OPENING, doubled=True, crawford=True, score=(4, 1)), [CrawfordGame]),
        (replace(OPENING, doubled=True, cube=Cube(2, BLACK)), [CubeNotYours]),
        (replace(OPENING, doubled=True, cube=Cube(4, WHITE), score=(2, 0)), [DeadCube]),
        (replace(OPENING, doubled=True, dice=Dice(3, 1)), [DoubleAfterRoll]),
        (replace(OPENING, doubled=True, raises=1, cube=Cube(2, BLACK)), [TooManyBeavers]),
        (replace(OPENING, raises=1), [TooManyBeavers]),
        (replace(OPENING, on_roll=None, dice=Dice(3, 1)), [BeforeOpening]),
        (replace(OPENING, on_roll=None, doubled=True), [BeforeOpening]),
        (replace(OPENING, on_roll=None, resignation=Resignation(WHITE, Win.SINGLE)), [BeforeOpening]),
        (on(" / 6:2", cube=Cube(3), score=(7, 0)), [AllBorneOff, MatchWon, NotACubeValue]),
    ],
)
def test_every_fault_of_a_position_is_told(found: GameSetup, rules: list[type[BackgammonError]]):
    assert rules_of(found) == rules


@pytest.mark.parametrize(
    ("found", "ruleset", "rules"),
    [
        (replace(OPENING, crawford=True), MONEY, [CrawfordInMoneyPlay]),
        (replace(OPENING, score=(30, 70)), MONEY, []),
        (replace(OPENING, crawford=True, score=(4, 0)), replace(FIVE, crawford=False), [NoCrawfordRule]),
        (replace(OPENING, cube=Cube(2, WHITE)), replace(FIVE, cube=False), [CubeTurnedUnused]),
        (replace(OPENING, doubled=True), replace(FIVE, cube=False), [NoCube]),
        (replace(OPENING, cube=Cube(4)), Ruleset(automatic_doubles=2), []),
        (replace(OPENING, cube=Cube(8)), Ruleset(automatic_doubles=2), [CubeWithoutOwner]),
        (replace(OPENING, doubled=True, raises=1, cube=Cube(2, BLACK)), Ruleset(beavers=1), []),
        (replace(OPENING, doubled=True, raises=1, cube=Cube(2, WHITE)), Ruleset(beavers=1), [BeaveredCubeOwner]),
        (replace(OPENING, doubled=True, raises=2, cube=Cube(4, BLACK)), Ruleset(beavers=1), [TooManyBeavers]),
    ],
)
def test_what_can_be_is_decided_by_the_rules_in_force(
    found: GameSetup, ruleset: Ruleset, rules: list[type[BackgammonError]]
):
    assert rules_of(found, ruleset) == rules


@pytest.mark.parametrize(
    ("found", "ruleset", "rules"),
    [
        (on("24:15 / 24:15", movement=Movement.NARDE), FIVE, []),
        (on("bar:1 24:14 / 24:15", movement=Movement.NARDE), FIVE, [OnBarInLong]),
        (on("24:15 / 24:14 12:1", movement=Movement.NARDE), FIVE, [PointShared]),
        (on(f"{ROW} / 24:15", movement=Movement.NARDE), FIVE, [PointShared, ForbiddenPrimeHeld]),
        (on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:15", movement=Movement.NARDE), FIVE, [ForbiddenPrimeHeld]),
        (on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1", movement=Movement.NARDE), FIVE, []),
        (
            on("6:9 11:2 10:1 9:1 8:1 7:1 / 24:14 17:1", movement=Movement.NARDE),
            Ruleset(six_in_a_row=SixInARow.FORBIDDEN),
            [ForbiddenPrimeHeld],
        ),
        (on(START), FIVE, [OtherMovement]),
        (
            on("24:15 / 24:15", movement=Movement.NARDE, resignation=Resignation(WHITE, Win.BACKGAMMON)),
            FIVE,
            [WinNotPossible],
        ),
        (
            on("24:15 / 24:15", movement=Movement.NARDE, resignation=Resignation(WHITE, Win.BACKGAMMON)),
            replace(FIVE, koks=True),
            [],
        ),
        (on(" / 6:2", BLACK, Movement.NARDE, starter=WHITE), replace(FIVE, last_throw=True), []),
        (on(" / 6:2", WHITE, Movement.NARDE, starter=WHITE), replace(FIVE, last_throw=True), [AllBorneOff]),
        (on(" / 6:2", BLACK, Movement.NARDE, starter=WHITE), FIVE, [AllBorneOff]),
    ],
)
def test_positions_of_long_backgammon(found: GameSetup, ruleset: Ruleset, rules: list[type[BackgammonError]]):
    assert rules_of(found, ruleset, LONG) == rules


def test_a_variant_has_its_own_number_of_checkers():
    three = GameSetup(board("24:1 23:1 22:1 / 24:3", checkers=3), WHITE)
    assert rules_of(three, variant=HYPER) == []
    assert rules_of(three) == [CheckerCount, CheckerCount]


def test_no_match_begins_with_an_impossible_position():
    with pytest.raises(NotACubeValue):
        start(Header(BACKGAMMON, FIVE, start=replace(OPENING, cube=Cube(3))))


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@in_whole_matches
def test_wherever_a_game_comes_to_is_possible(header: Header, seed: int, part: float):
    events, _ = random_match(seed, header, games=2)
    seen = list(states(header, events))
    match = seen[int(part * (len(seen) - 1))]
    assume(match.winner is None and match.game.phase is not Phase.TO_ACCEPT)
    assert faults(match.variant, match.ruleset, setup_from(match)) == []
