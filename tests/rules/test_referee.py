"""The referee: the events that may happen at each moment, and their effects on the match."""

from functools import reduce

import pytest

from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Game, Header, MatchState, Phase, PlayedTurn, Resignation, Result, Win
from bgterm.rules.persistent import PersistentList
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, VARIANTS, Variant
from tests.builders import board, play
from tests.states import after, refused, to_roll

WHITE, BLACK = Player.WHITE, Player.BLACK
MONEY = Ruleset()


def begun(length: int = 0, **options: bool) -> MatchState:
    return start(Header(BACKGAMMON, Ruleset(length, **options)))


def result(match: MatchState) -> Result:
    assert match.shown_game.phase is Phase.OVER
    assert match.shown_game.result is match.results.last
    return match.results.last


# The opening


@pytest.mark.rule("A-14", "A-15", "A-16")
@pytest.mark.parametrize(
    ("throws", "starter"),
    [(((6, 1),), WHITE), (((2, 5),), BLACK), (((3, 3), (6, 6), (1, 2)), BLACK)],
    ids=["White", "Black", "equal dice are thrown again"],
)
def test_the_higher_die_starts_with_both_numbers(throws: tuple[tuple[int, int], ...], starter: Player):
    *ties, last = throws
    tied = after(begun(), *(OpeningThrown(*tie) for tie in ties))
    assert (tied.game.phase, tied.game.on_roll) == (Phase.OPENING, None)
    game = apply(tied, OpeningThrown(*last)).game
    assert (game.phase, game.on_roll, game.dice) == (Phase.TO_MOVE, starter, Dice.of(*last))
    assert game.throws == throws


@pytest.mark.parametrize("white", [0, 7, -1])
def test_a_die_shows_1_to_6(white: int):
    with pytest.raises(ValueError, match="1 to 6"):
        apply(begun(), OpeningThrown(white, 3))


@pytest.mark.rule("A-05", "A-08", "A-76", "A-77", "A-79", "L1", "L5")
@pytest.mark.parametrize(
    ("variant", "stands"),
    [
        ("backgammon", {24: 2, 13: 5, 8: 3, 6: 5}),
        ("nackgammon", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
        ("hyper", {24: 1, 23: 1, 22: 1}),
        ("hyper-2", {24: 1, 23: 1}),
        ("hyper-1", {24: 1}),
        ("long", {24: 15}),
    ],
)
@pytest.mark.parametrize("player", Player)
def test_starting_positions(variant: str, stands: dict[int, int], player: Player):
    counts = start(Header(VARIANTS[variant], MONEY)).game.board.counts(player)
    assert {point: count for point, count in enumerate(counts) if count} == stands


# A turn


@pytest.mark.rule("A-17", "A-20")
def test_a_roll_and_a_play_hand_the_turn_over():
    match = after(begun(), OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))
    game = match.game
    assert (game.phase, game.on_roll, game.dice) == (Phase.TO_ROLL, BLACK, None)
    assert game.last_turn == PlayedTurn(WHITE, BACKGAMMON.board, Dice(3, 1), play("8/5 6/5"))
    assert game.board == board("24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5")
    assert apply(match, Rolled(BLACK, Dice(6, 6))).game.dice == Dice(6, 6)


# The cube


@pytest.mark.rule("A-11", "A-52", "A-53", "A-54")
@pytest.mark.parametrize("cube", [Cube(), Cube(2, WHITE), Cube(64, WHITE), Cube(1024, WHITE)], ids=str)
def test_a_taken_double_doubles_the_stake_a_dropped_one_loses_it(cube: Cube):
    offered = apply(to_roll(MONEY, cube=cube), Doubled(WHITE))
    assert (offered.game.phase, offered.game.to_act, offered.game.cube) == (Phase.DOUBLED, BLACK, cube)
    taken = apply(offered, Taken(BLACK))
    assert (taken.game.phase, taken.game.to_act) == (Phase.TO_ROLL, WHITE)
    assert taken.game.cube == Cube(2 * cube.value, BLACK)
    assert choices(taken, WHITE).no_double.rule is ActionRule.CUBE_NOT_YOURS
    assert refused(taken, Doubled(WHITE)).rule is ActionRule.CUBE_NOT_YOURS
    dropped = apply(offered, Dropped(BLACK))
    assert result(dropped) == Result(WHITE, Win.SINGLE, Ending.DROPPED, cube.value)
    assert dropped.score == (cube.value, 0)


@pytest.mark.rule("A-51")
def test_a_player_who_cannot_move_may_double():
    assert choices(to_roll(MONEY, "bar:1 24:1 / 6:2 5:2 4:2 3:2 2:2 1:2"), WHITE).double


@pytest.mark.rule("A-75b")
@pytest.mark.parametrize(
    ("length", "score", "cube", "dead"),
    [
        (5, (3, 0), Cube(1), False),
        (5, (3, 0), Cube(2, WHITE), True),
        (5, (1, 4), Cube(2, WHITE), False),
        (5, (1, 4), Cube(4, WHITE), True),
        (1, (0, 0), Cube(1), True),
        (0, (50, 0), Cube(64, WHITE), False),
    ],
)
def test_a_cube_that_already_wins_the_match_is_dead(length: int, score: tuple[int, int], cube: Cube, dead: bool):
    match = to_roll(Ruleset(length), cube=cube, score=score)
    assert choices(match, WHITE).double is not dead
    if dead:
        error = refused(match, Doubled(WHITE))
        assert error.rule is ActionRule.DEAD_CUBE
        assert vars(error) == {"value": cube.value}


# Matches and sessions


CRAWFORD = {
    "before match point": ({"length": 3}, [(BLACK, 1)], None),
    "at match point": ({"length": 3}, [(BLACK, 1), (BLACK, 1)], ActionRule.CRAWFORD_GAME),
    "at match point after one game": ({"length": 3}, [(BLACK, 2)], ActionRule.CRAWFORD_GAME),
    "after it the cube is back": ({"length": 3}, [(BLACK, 2), (WHITE, 1)], None),
    "not a second one when both are there": ({"length": 3}, [(BLACK, 2), (WHITE, 2)], ActionRule.DEAD_CUBE),
    "not without the option": ({"length": 3, "crawford": False}, [(BLACK, 2)], None),
    "not in a match to one point": ({"length": 1}, [], ActionRule.DEAD_CUBE),
    "not in a money session": ({"length": 0}, [(BLACK, 1)], None),
}


@pytest.mark.rule("A-75", "A-75b")
@pytest.mark.parametrize(("rules", "lost", "refusal"), CRAWFORD.values(), ids=CRAWFORD)
def test_crawford_game_is_the_first_at_match_point(
    rules: dict, lost: list[tuple[Player, int]], refusal: ActionRule | None
):
    match = begun(**rules)
    for loser, win in lost:
        resigned = ResignationOffered(loser, Win(win)), ResignationAccepted(loser.opponent)
        match = after(match, OpeningThrown(2, 1), *resigned)
    match = apply(match, OpeningThrown(2, 1))
    assert match.game.crawford is (refusal is ActionRule.CRAWFORD_GAME)
    match = apply(match, Moved(WHITE, play("13/11 6/5")))
    no_double = choices(match, BLACK).no_double
    assert (no_double and no_double.rule) is refusal
    assert choices(match, BLACK).double is (refusal is None)


# How a game is won


@pytest.mark.rule("A-55", "A-56", "A-57", "A-58", "A-78")
@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER], ids=["15 checkers", "3 checkers"])
@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:{rest}", Win.SINGLE),  # one is off
        ("bar:1 24:1", Win.SINGLE),  # others are off, even though one is on the bar
        ("6:{all}", Win.GAMMON),
        ("18:1 6:{rest}", Win.GAMMON),
        ("19:1 6:{rest}", Win.BACKGAMMON),  # the winner's six point
        ("24:1 6:{rest}", Win.BACKGAMMON),
        ("bar:1 6:{rest}", Win.BACKGAMMON),
    ],
)
def test_where_the_loser_stands_decides_how_a_game_is_won(loser: str, win: Win, variant: Variant):
    stands = f"2:1 / {loser.format(rest=variant.checkers - 1, all=variant.checkers)}"
    match = to_roll(MONEY, stands, variant, cube=Cube(4, BLACK))
    match = after(match, Rolled(WHITE, Dice(6, 5)), Moved(WHITE, play("2/off")))
    assert result(match) == Result(WHITE, win, Ending.BORNE_OFF, 4)
    assert match.score == (4 * win, 0)


@pytest.mark.rule("A-47", "A-75", "A-75b")
def test_the_last_checker_off_wins_and_all_its_points_count():
    match = to_roll(Ruleset(5), "1:1 / 6:15", cube=Cube(4, BLACK), score=(4, 0))
    match = after(match, Rolled(WHITE, Dice(6, 6)), Moved(WHITE, play("1/off")))
    assert (match.score, match.winner, match.finished, match.game.phase) == ((12, 0), WHITE, None, Phase.OVER)


# Resignation


@pytest.mark.rule("A-83")
@pytest.mark.parametrize("resigner", Player)
@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize(
    "before", [(), (Rolled(WHITE, Dice(3, 1)),), (Doubled(WHITE),)], ids=["to roll", "to move", "doubled"]
)
def test_a_resignation_at_any_moment_of_a_game(before: tuple[Event, ...], win: Win, resigner: Player):
    stood = after(to_roll(MONEY, cube=Cube(2, WHITE)), *before)
    offered = apply(stood, ResignationOffered(resigner, win))
    assert offered.game.pending == Resignation(resigner, win)
    assert offered.game.to_act is resigner.opponent
    refused_offer = apply(offered, ResignationRefused(resigner.opponent))
    assert refused_offer.game.refused == (Resignation(resigner, win),)
    assert refused_offer._replace(game=refused_offer.game._replace(refused=())) == stood
    accepted = apply(offered, ResignationAccepted(resigner.opponent))
    # While a double is answered the cube counts as it stood before.
    assert result(accepted) == Result(resigner.opponent, win, Ending.RESIGNED, 2)
    assert accepted.score[resigner.opponent.index] == 2 * win


# The next game is set up by what ends a game


@pytest.mark.rule("A-19", "A-75")
@pytest.mark.parametrize("length", [0, 7])
def test_the_next_game_is_set_up_with_the_result(length: int):
    lost = ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE)
    match = after(begun(length), OpeningThrown(1, 2), *lost)
    assert match.game == Game(BACKGAMMON.board, number=2, score=(1, 0))
    assert match.finished is match.shown_game
    assert (match.shown_game.number, match.shown_game.phase) == (1, Phase.OVER)
    tied = apply(match, OpeningThrown(4, 4))
    assert (tied.finished, tied.shown_game) == (None, match.game._replace(throws=((4, 4),)))


# The list of results, which shares its beginning with the list before it


def sequence(items: str) -> PersistentList[str]:
    return reduce(PersistentList.added, items, PersistentList())


def test_a_list_of_results_equals_one_with_equal_items():
    empty, three = sequence(""), sequence("abc")
    assert ([*empty], len(empty), [*three], len(three), three.last) == ([], 0, ["a", "b", "c"], 3, "c")
    longer = three.added("d")
    assert (longer, three) == (sequence("abcd"), sequence("abc"))
    assert (longer.before is three, empty.before is empty) == (True, True)
    assert hash(three) == hash(sequence("abc"))
    assert three not in (sequence("abd"), three.before, empty, ("a", "b", "c"))
