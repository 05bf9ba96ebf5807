"""The referee: the events that may happen at each moment, and their effects on the match."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
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
    TakeBackAsked,
    Taken,
    TakenBack,
)
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Game, Header, MatchState, Phase, PlayedTurn, Resignation, Result, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, VARIANTS
from tests.builders import board, play
from tests.states import after, refused, states

WHITE, BLACK = Player.WHITE, Player.BLACK
MONEY = Ruleset()
BEAR_OFF = "1:1 / 6:14"
"""A board on which White bears off the last checker with any roll."""


def header(length: int = 0, **options: bool) -> Header:
    return Header(BACKGAMMON, Ruleset(length, **options))


def match_with(game: Game, ruleset: Ruleset = MONEY, score: tuple[int, int] = (0, 0)) -> MatchState:
    return MatchState(BACKGAMMON, ruleset, ("White", "Black"), game._replace(score=score))


def to_roll(text: str = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", cube: Cube = Cube()) -> Game:
    return Game(board(text), on_roll=WHITE, cube=cube)


def to_move(text: str, dice: Dice, cube: Cube = Cube()) -> Game:
    return Game(board(text), on_roll=WHITE, dice=dice, cube=cube)


def result(match: MatchState) -> Result:
    assert match.shown_game.phase is Phase.OVER
    assert match.shown_game.result is match.results.last
    return match.results.last


def drop_game(match: MatchState, loser: Player) -> MatchState:
    """Play the next game so that `loser` drops the first double."""
    winner = loser.opponent
    match = apply(match, OpeningThrown(*((1, 2) if winner is WHITE else (2, 1))))
    opening = next(iter(choices(match, loser).plays or ()))
    return after(match, Moved(loser, opening), Doubled(winner), Dropped(loser))


# The opening


@pytest.mark.rule("A-14", "A-16")
@pytest.mark.parametrize(("white", "black", "starter"), [(6, 1, WHITE), (2, 5, BLACK)])
def test_the_higher_die_starts_with_both_numbers(white: int, black: int, starter: Player):
    game = apply(start(header()), OpeningThrown(white, black)).game
    assert (game.phase, game.on_roll, game.dice) == (Phase.TO_MOVE, starter, Dice.of(white, black))


@pytest.mark.rule("A-15")
def test_equal_dice_are_thrown_again():
    tied = after(start(header()), OpeningThrown(3, 3), OpeningThrown(6, 6))
    assert (tied.game.phase, tied.game.on_roll) == (Phase.OPENING, None)
    game = apply(tied, OpeningThrown(1, 2)).game
    assert game.throws == ((3, 3), (6, 6), (1, 2))
    assert (game.on_roll, game.dice) == (BLACK, Dice(2, 1))


@pytest.mark.parametrize("white", [0, 7, -1])
def test_a_die_shows_1_to_6(white: int):
    with pytest.raises(ValueError, match="1 to 6"):
        apply(start(header()), OpeningThrown(white, 3))


@pytest.mark.rule("A-49", "A-50")
def test_nobody_doubles_before_the_first_roll():
    match = start(header())
    for player in Player:
        assert not choices(match, player).double
        assert refused(match, Doubled(player)).rule is ActionRule.GAME_NOT_BEGUN


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_each_variant_starts_from_its_own_board(variant):
    assert start(Header(variant, MONEY)).game.board == variant.board


@pytest.mark.rule("A-05", "A-08", "A-76", "A-77", "A-79", "L1", "L5")
@pytest.mark.parametrize(
    ("variant", "start"),
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
def test_starting_positions(variant: str, start: dict[int, int], player: Player):
    counts = VARIANTS[variant].board.counts(player)
    assert {point: count for point, count in enumerate(counts) if count} == start


# A turn


@pytest.mark.rule("A-17", "A-20")
def test_a_roll_and_a_play_hand_the_turn_over():
    match = after(start(header()), OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))
    game = match.game
    assert (game.phase, game.on_roll, game.dice) == (Phase.TO_ROLL, BLACK, None)
    assert game.last_turn == PlayedTurn(WHITE, BACKGAMMON.board, Dice(3, 1), play("8/5 6/5"))
    assert game.board == board("24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5")
    assert apply(match, Rolled(BLACK, Dice(6, 6))).game.dice == Dice(6, 6)


@pytest.mark.rule("A-31")
def test_a_hit_checker_waits_on_the_bar():
    game = to_move("8:1 / 20:1", Dice(2, 1))
    hit = apply(match_with(game), Moved(WHITE, play("8/6 6/5")))
    assert hit.game.board == board("5:1 / bar:1")


@pytest.mark.rule("A-27", "A-33")
def test_a_roll_that_cannot_be_played_is_passed_by_an_empty_play():
    game = to_move("bar:1 / 6:2 5:2 4:2 3:2 2:2 1:2", Dice(6, 5))
    match = apply(match_with(game), Moved(WHITE, ()))
    assert (match.game.board, match.game.on_roll) == (game.board, BLACK)


# The cube


@pytest.mark.rule("A-53")
def test_taken_double_doubles_the_stake_and_the_taker_owns_it():
    offered = apply(match_with(to_roll()), Doubled(WHITE))
    assert (offered.game.phase, offered.game.to_act) == (Phase.DOUBLED, BLACK)
    assert offered.game.cube == Cube(1, None)
    taken = apply(offered, Taken(BLACK))
    assert (taken.game.phase, taken.game.to_act) == (Phase.TO_ROLL, WHITE)
    assert taken.game.cube == Cube(2, BLACK)
    assert choices(taken, WHITE).no_double.rule is ActionRule.CUBE_NOT_YOURS
    assert refused(taken, Doubled(WHITE)).rule is ActionRule.CUBE_NOT_YOURS


@pytest.mark.rule("A-52")
@pytest.mark.parametrize("value", [1, 2, 64, 1024])
def test_dropped_double_loses_a_single_game_at_the_old_stake(value: int):
    owner = WHITE if value > 1 else None
    match = after(match_with(to_roll(cube=Cube(value, owner))), Doubled(WHITE), Dropped(BLACK))
    assert result(match) == Result(WHITE, Win.SINGLE, Ending.DROPPED, value)
    assert match.score == (value, 0)


@pytest.mark.rule("A-11", "A-53", "A-54")
def test_only_the_owner_redoubles_and_without_limit():
    match = match_with(to_roll(cube=Cube(64, WHITE)))
    redoubled = after(match, Doubled(WHITE), Taken(BLACK), Rolled(WHITE, Dice(6, 1)))
    assert redoubled.game.cube == Cube(128, BLACK)
    answered = after(redoubled, Moved(WHITE, play("13/7 8/7")), Doubled(BLACK), Taken(WHITE))
    assert answered.game.cube == Cube(256, WHITE)


@pytest.mark.rule("A-51")
def test_a_player_who_cannot_move_may_double():
    closed_out = to_roll("bar:1 24:1 / 6:2 5:2 4:2 3:2 2:2 1:2")
    assert choices(match_with(closed_out), WHITE).double


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
    match = match_with(to_roll(cube=cube), Ruleset(length), score)
    assert choices(match, WHITE).double is not dead
    if dead:
        error = refused(match, Doubled(WHITE))
        assert error.rule is ActionRule.DEAD_CUBE
        assert vars(error) == {"value": cube.value}


# Matches and sessions


@pytest.mark.rule("A-75")
def test_crawford_game_follows_the_first_arrival_at_match_point():
    match = drop_game(drop_game(start(header(3)), BLACK), BLACK)
    assert match.score == (2, 0)
    match = after(match, OpeningThrown(1, 2))
    assert match.game.crawford
    match = apply(match, Moved(BLACK, next(iter(choices(match, BLACK).plays or ()))))
    assert choices(match, WHITE).no_double.rule is ActionRule.CRAWFORD_GAME
    assert refused(match, Doubled(WHITE)).rule is ActionRule.CRAWFORD_GAME


@pytest.mark.rule("A-75", "A-75b")
def test_after_the_crawford_game_the_cube_is_back():
    match = drop_game(drop_game(start(header(3)), BLACK), BLACK)
    match = after(match, OpeningThrown(1, 2), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
    assert match.score == (2, 1)
    match = apply(match, OpeningThrown(2, 1))
    assert not match.game.crawford
    match = apply(match, Moved(WHITE, next(iter(choices(match, WHITE).plays or ()))))
    assert choices(match, BLACK).double
    taken = after(match, Doubled(BLACK), Taken(WHITE))
    assert taken.game.cube == Cube(2, WHITE)


@pytest.mark.rule("A-75")
def test_only_one_crawford_game_when_both_reach_match_point():
    match = drop_game(drop_game(start(header(3)), BLACK), BLACK)
    lost = (OpeningThrown(2, 1), ResignationOffered(WHITE, Win.GAMMON), ResignationAccepted(BLACK))
    match = after(match, *lost)
    assert match.score == (2, 2)
    assert not apply(match, OpeningThrown(2, 1)).game.crawford


@pytest.mark.rule("A-75")
def test_without_the_option_there_is_no_crawford_game():
    match = drop_game(drop_game(start(header(3, crawford=False)), BLACK), BLACK)
    assert not apply(match, OpeningThrown(2, 1)).game.crawford


@pytest.mark.rule("A-75")
def test_a_match_to_one_point_has_no_crawford_game():
    match = start(header(1))
    assert not match.game.crawford
    moved = after(match, OpeningThrown(2, 1), Moved(WHITE, play("13/11 6/5")))
    assert choices(moved, BLACK).no_double.rule is ActionRule.DEAD_CUBE


@pytest.mark.rule("A-75")
def test_a_match_ends_when_a_player_has_enough_points():
    match = start(header(1))
    match = after(
        match, OpeningThrown(2, 1), ResignationOffered(BLACK, Win.BACKGAMMON), ResignationAccepted(WHITE)
    )
    assert match.score == (3, 0)
    assert match.winner is WHITE
    for player in Player:
        assert not choices(match, player).roll
    assert refused(match, OpeningThrown(2, 1)).rule is ActionRule.MATCH_OVER


@pytest.mark.rule("A-75")
def test_a_money_session_goes_on():
    match = start(header())
    for _ in range(5):
        match = drop_game(match, BLACK)
    assert match.score == (5, 0)
    assert match.winner is None
    assert not match.game.crawford
    assert apply(match, OpeningThrown(2, 1)).game.number == 6


@pytest.mark.rule("A-19")
def test_each_game_starts_anew():
    match = apply(drop_game(start(header(7)), WHITE), OpeningThrown(4, 4))
    assert match.game == Game(BACKGAMMON.board, number=2, score=(0, 1), throws=((4, 4),))
    assert match.score == (0, 1)


@pytest.mark.rule("A-75")
@pytest.mark.parametrize("length", [-1, 100])
def test_a_match_is_to_1_to_99_points(length: int):
    with pytest.raises(ValueError, match="1 to 99"):
        Ruleset(length)


# How a game is won


@pytest.mark.rule("A-55", "A-56", "A-57", "A-58")
@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:14", Win.SINGLE),  # one is off
        ("bar:1 24:1", Win.SINGLE),  # most are off, even though one is on the bar
        ("6:15", Win.GAMMON),
        ("18:1 6:14", Win.GAMMON),
        ("19:1 6:14", Win.BACKGAMMON),  # the winner's six point
        ("24:1 6:14", Win.BACKGAMMON),
        ("bar:1 6:14", Win.BACKGAMMON),
    ],
)
def test_where_the_loser_stands_decides_how_a_game_is_won(loser: str, win: Win):
    match = match_with(to_move(f"2:1 / {loser}", Dice(6, 5), Cube(4, BLACK)))
    match = apply(match, Moved(WHITE, next(iter(choices(match, WHITE).plays or ()))))
    assert result(match) == Result(WHITE, win, Ending.BORNE_OFF, 4)
    assert match.score == (4 * win, 0)


@pytest.mark.rule("A-78")
@pytest.mark.parametrize(
    ("loser", "win"), [("6:2", Win.SINGLE), ("18:1 6:2", Win.GAMMON), ("bar:1 6:2", Win.BACKGAMMON)]
)
def test_with_three_checkers_a_win_is_counted_in_the_same_way(loser: str, win: Win):
    game = Game(board(f"2:1 / {loser}", checkers=3), on_roll=WHITE, dice=Dice(6, 5))
    match = MatchState(HYPER, MONEY, ("White", "Black"), game)
    assert result(apply(match, Moved(WHITE, play("2/off")))).win is win


@pytest.mark.rule("A-47")
def test_the_last_checker_off_wins_with_dice_left():
    match = match_with(to_move(BEAR_OFF, Dice(6, 6)))
    assert result(apply(match, Moved(WHITE, play("1/off")))).winner is WHITE


@pytest.mark.rule("A-75b")
def test_points_above_the_length_count_in_full():
    match = match_with(to_move("1:1 / 6:15", Dice(6, 6), Cube(4, BLACK)), Ruleset(5), (4, 0))
    assert apply(match, Moved(WHITE, play("1/off"))).score == (12, 0)


# Resignation


@pytest.mark.rule("A-83")
@pytest.mark.parametrize("resigner", Player)
@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize(
    "before",
    [(), (Rolled(WHITE, Dice(3, 1)),), (Doubled(WHITE),)],
    ids=["to roll", "to move", "doubled"],
)
def test_a_resignation_at_any_moment_of_a_game(before: tuple[Event, ...], win: Win, resigner: Player):
    stood = after(match_with(to_roll(cube=Cube(2, WHITE))), *before)
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


@pytest.mark.rule("A-83")
def test_one_resignation_at_a_time_and_the_opponent_answers():
    match = apply(match_with(to_roll()), ResignationOffered(WHITE, Win.SINGLE))
    assert refused(match, ResignationAccepted(WHITE)).rule is ActionRule.ANSWER_AWAITED
    assert refused(match, ResignationOffered(BLACK, Win.SINGLE)).rule is ActionRule.RESIGNATION_UNANSWERED
    assert refused(match, Rolled(WHITE, Dice(2, 1))).rule is ActionRule.ANSWER_AWAITED


# What may not happen now


MOVED = Moved(WHITE, play("8/5 6/5"))
ALL = {
    "opening": OpeningThrown(2, 1),
    "rolled": Rolled(WHITE, Dice(2, 1)),
    "moved": MOVED,
    "doubled": Doubled(WHITE),
    "taken": Taken(BLACK),
    "dropped": Dropped(BLACK),
    "resigned": ResignationOffered(WHITE, Win.SINGLE),
    "accepted": ResignationAccepted(BLACK),
    "refused": ResignationRefused(BLACK),
}
PHASES: dict[str, tuple[MatchState, set[str]]] = {
    "opening": (start(header()), {"opening"}),
    "to roll": (match_with(to_roll()), {"rolled", "doubled", "resigned"}),
    "doubled": (apply(match_with(to_roll()), Doubled(WHITE)), {"taken", "dropped", "resigned"}),
    "to move": (apply(match_with(to_roll()), Rolled(WHITE, Dice(3, 1))), {"moved", "resigned"}),
    "over": (drop_game(start(header()), BLACK), {"opening"}),
    "resigning": (apply(match_with(to_roll()), ResignationOffered(WHITE, Win.GAMMON)), {"accepted", "refused"}),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", ALL)
def test_what_may_happen_in_each_phase(phase: str, name: str):
    match, allowed = PHASES[phase]
    if name in allowed:
        assert apply(match, ALL[name]) != match
    else:
        assert isinstance(refused(match, ALL[name]), IllegalAction)


def test_states_are_the_fold_of_the_events():
    events = [OpeningThrown(3, 1), MOVED, Rolled(BLACK, Dice(6, 1))]
    every = list(states(header(), events))
    assert len(every) == 4
    assert every[0] == start(header())
    assert every[-1] == after(start(header()), *events)


# The next game is set up by what ends a game


def test_the_next_game_is_set_up_with_the_result():
    match = drop_game(start(header(7)), BLACK)
    assert match.game == Game(BACKGAMMON.board, number=2, score=(1, 0))
    assert match.finished is match.shown_game
    assert (match.shown_game.number, match.shown_game.phase) == (1, Phase.OVER)
    begun = apply(match, OpeningThrown(4, 4))
    assert (begun.finished, begun.shown_game.number) == (None, 2)


def test_no_game_is_set_up_after_the_match():
    match = apply(apply(start(header(1)), OpeningThrown(2, 1)), ResignationOffered(BLACK, Win.SINGLE))
    match = apply(match, ResignationAccepted(WHITE))
    assert (match.winner, match.finished, match.game.phase) == (WHITE, None, Phase.OVER)


@pytest.mark.rule("A-18b")
def test_taking_back_the_last_play_of_a_game_goes_back_to_it():
    before = apply(match_with(to_roll("1:1 / 6:15")), Rolled(WHITE, Dice(2, 1)))
    won = apply(before, Moved(WHITE, play("1/off")))
    assert (won.game.number, won.score) == (2, (2, 0))
    asked = apply(won, TakeBackAsked(WHITE))
    assert (asked.to_act, asked.game.number) == (BLACK, 2)
    assert isinstance(refused(asked, OpeningThrown(2, 1)), IllegalAction)
    assert apply(asked, TakenBack(BLACK)) == before
