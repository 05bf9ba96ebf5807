"""The built-in engine: every kind of question in every variant, and what it sees in a position."""

from dataclasses import replace
from importlib.resources import files
from operator import attrgetter

import pytest

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin import network
from bgterm.engine.builtin.outlook import (
    KINDS,
    LONG_KINDS,
    features,
    free_rolls,
    hitting_rolls,
    kind_of,
    long_features,
    long_kind_of,
)
from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import EXPERT, NOVICE, WORLD_CLASS
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Probabilities,
    QuestionKind,
)
from bgterm.rules.board import Board, Move, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import NAMES, Game, Header, MatchState, Resignation, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG, NACKGAMMON, VARIANTS
from tests.builders import board
from tests.cases import rest_long
from tests.engine.positions import QUESTIONS
from tests.players import random_match
from tests.states import states

WHITE, BLACK = Player
MONEY, TO_THREE, TO_FIVE = Ruleset(), Ruleset(length=3), Ruleset(length=5)


def answer(question: EngineRequest) -> EngineAnswer:
    """Return the built-in engine's answer, after checking that it answers the question."""
    found = Builtin().answer(question)
    check_answer(question, found)
    return found


def match_of(position: Board, rules: Ruleset = MONEY, **setup) -> MatchState:
    return MatchState(BACKGAMMON, rules, NAMES, Game(position, WHITE, **setup))


def cube_of(match: MatchState, kind: QuestionKind, *level) -> CubeAnswer:
    return answer(EngineRequest.of(match, kind, *level)).cube


FEWEST_CHECKERS_FIRST = sorted(VARIANTS.values(), key=attrgetter("checkers"))


@pytest.mark.parametrize("variant", rest_long(3, FEWEST_CHECKERS_FIRST), ids=attrgetter("name"))
@pytest.mark.parametrize("length", [3, pytest.param(0, marks=pytest.mark.long)])
def test_every_question_of_random_games_is_answered(variant, length):
    rules = Ruleset(length=length, beavers=2, cube=variant.cube)
    header = Header(variant, rules)
    asked = 0
    for match in list(states(header, random_match(7, header, 2)[0]))[::5]:
        if kind := QUESTIONS.get(match.game.phase):
            for also in (kind, QuestionKind.RESIGN, QuestionKind.ANALYSE):
                found = answer(EngineRequest.of(match, also))
                asked += 1
                equities = [play.equity for play in found.plays]
                assert equities == sorted(equities, reverse=True)
    assert asked > 3


@pytest.mark.parametrize(
    ("position", "dice", "best"),
    [
        (BACKGAMMON.board, (3, 1), "8/5 6/5"),
        (BACKGAMMON.board, (4, 2), "8/4 6/4"),
        (BACKGAMMON.board, (6, 1), "13/7 8/7"),
        (BACKGAMMON.board, (5, 3), "8/3 6/3"),
        (board("bar:1 6:14 / 8:3 6:2 5:2 4:2 3:2 2:2 1:2"), (6, 6), ""),
    ],
)
def test_the_best_play_is_the_usual_one_or_none(position, dice, best):
    found = answer(EngineRequest.of(match_of(position, dice=Dice.of(*dice)), QuestionKind.PLAYS))
    assert " ".join(map(str, sorted(found.recommended, reverse=True))) == best


@pytest.mark.parametrize("level", [EXPERT, WORLD_CLASS])
def test_the_play_that_was_made_is_among_the_answers(level):
    match = match_of(BACKGAMMON.board, dice=Dice(3, 1))
    assert len(answer(EngineRequest.of(match, QuestionKind.PLAYS)).plays) == 16
    made, question = (Move(24, 23), Move(23, 20)), EngineRequest.of(match, QuestionKind.PLAYS, level, count=1)
    assert len(answer(question).plays) == 1
    found = answer(replace(question, including=made)).plays
    after = {match.game.board.played(WHITE, ranked.play) for ranked in found}
    assert len(found) == 2
    assert match.game.board.played(WHITE, made) in after
    assert {ranked.plies for ranked in found} == {level.plies and 1}


@pytest.mark.parametrize(("position", "gammon"), [(board("1:1 / 6:1 1:14"), 1.0), (board("1:1 / 1:3"), 0.0)])
def test_a_last_checker_that_is_borne_off_wins_for_certain(position, gammon):
    (play, *_) = answer(EngineRequest.of(match_of(position, dice=Dice(2, 1)), QuestionKind.PLAYS)).plays
    assert (play.equity, play.probabilities) == (1.0 + gammon, Probabilities(1.0, gammon))


def test_the_noise_of_a_level_follows_from_the_seed():
    match = match_of(BACKGAMMON.board, dice=Dice(6, 3))
    best = answer(EngineRequest.of(match, QuestionKind.PLAYS)).plays[0].play
    found = [answer(EngineRequest.of(match, QuestionKind.PLAYS, NOVICE, seed=seed)) for seed in range(20)]
    assert {reply.plays[0].play for reply in found} == {best}
    assert len({reply.recommended for reply in found}) > 1
    assert found[3] == answer(EngineRequest.of(match, QuestionKind.PLAYS, NOVICE, seed=3))
    assert answer(EngineRequest.of(match, QuestionKind.PLAYS, EXPERT)).recommended == best


WINNING, LOSING = board("1:4 / 1:14"), board("6:5 5:5 / 1:2")
CLEAR = {
    "not at the start": (match_of(BACKGAMMON.board), Act.NO_DOUBLE),
    "a take at the start": (match_of(BACKGAMMON.board, doubled=True), Act.TAKE),
    "a race that is won": (match_of(board("1:2 / 1:14")), Act.DOUBLE),
    "a pass in a race that is lost": (match_of(board("1:2 / 1:14"), doubled=True), Act.PASS),
    "not in a race that is lost": (match_of(LOSING), Act.NO_DOUBLE),
    "a take from the worse side": (match_of(LOSING, doubled=True), Act.TAKE),
    "a beaver where the doubler is worse": (match_of(LOSING, rules=Ruleset(beavers=1), doubled=True), Act.BEAVER),
    "not without a cube": (match_of(WINNING, rules=Ruleset(cube=False)), Act.NO_DOUBLE),
    "not in the Crawford game": (match_of(WINNING, rules=TO_THREE, score=(2, 0), crawford=True), Act.NO_DOUBLE),
    "not with a dead cube": (match_of(WINNING, rules=TO_THREE, cube=Cube(4, WHITE)), Act.NO_DOUBLE),
    "not with the cube of the opponent": (match_of(WINNING, cube=Cube(2, BLACK)), Act.NO_DOUBLE),
    "a trailer after the Crawford game": (match_of(BACKGAMMON.board, rules=TO_FIVE, score=(2, 4)), Act.DOUBLE),
}


@pytest.mark.parametrize(("match", "action"), CLEAR.values(), ids=CLEAR)
def test_the_cube_in_clear_positions(match, action):
    kind = QuestionKind.TAKE if match.game.doubled else QuestionKind.CUBE
    assert cube_of(match, kind).action is action


@pytest.mark.parametrize("position", [BACKGAMMON.board, board("1:2 / 1:14"), LOSING])
def test_a_double_is_worth_the_same_before_and_after_it(position):
    before = cube_of(match_of(position), QuestionKind.CUBE)
    after = cube_of(match_of(position, doubled=True), QuestionKind.TAKE)
    assert after.double_take == pytest.approx(before.double_take, abs=0.1)


def test_the_last_rolls_of_a_race_are_exact():
    """White wins with 19 rolls of 36, or never: the cube cannot be turned again, so all of it is dead."""
    cube = cube_of(match_of(board("5:1 2:1 / 1:1")), QuestionKind.CUBE)
    assert cube.action is Act.DOUBLE
    assert cube.double_take == pytest.approx(4 * 19 / 36 - 2, abs=0.05)
    # 1-1 takes one checker of 2:2 and moves the other, 2-1 takes one: 26 rolls of 36 have no 1.
    ahead = cube_of(match_of(board("2:2 / 1:1")), QuestionKind.ANALYSE, WORLD_CLASS)
    assert ahead.probabilities.win == pytest.approx(26 / 36, abs=0.02)


@pytest.mark.parametrize(("level", "plies"), [(NOVICE, 0), (EXPERT, 1)])
def test_a_take_and_a_close_double_are_looked_at_a_roll_ahead(level, plies):
    close = board("13:3 8:2 7:3 6:3 4:2 3:2 / 20:2 10:1 9:1 8:1 7:1 6:2 5:3 4:3 3:1")
    for kind, doubled in ((QuestionKind.CUBE, False), (QuestionKind.TAKE, True)):
        assert cube_of(match_of(close, doubled=doubled), kind, level).plies == plies


@pytest.mark.parametrize(
    ("position", "offered", "answered"),
    [
        (board("6:10 / 1:1"), None, (Win.SINGLE, None)),
        (BACKGAMMON.board, None, (None, None)),
        (board("1:4 / 1:4"), None, (None, None)),
        (board("1:1 / 1:1"), Win.SINGLE, (None, True)),
        (BACKGAMMON.board, Win.SINGLE, (None, True)),
        (board("6:10 / 1:2"), Win.SINGLE, (None, True)),
        (board("1:2 / 6:15"), Win.SINGLE, (None, False)),
        (board("1:2 / 6:15"), Win.GAMMON, (None, True)),
    ],
)
def test_certain_loss_is_resigned_and_what_it_is_worth_accepted(position, offered, answered):
    match = match_of(position, pending=Resignation(BLACK, offered) if offered else None)
    resign = answer(EngineRequest.of(match, QuestionKind.RESIGN)).resign
    assert (resign.offer, resign.accept) == answered


@pytest.mark.parametrize(("rules", "score", "accepted"), [(Ruleset(0), (0, 0), True), (Ruleset(3), (1, 2), False)])
def test_a_resignation_is_weighed_by_match_equity(rules, score, accepted):
    """To win 90 %, of these 15 % by a gammon, is worth less than a point, but more than it at 2-away 1-away."""

    class Fixed(Builtin):
        def chances(self, _question, _match):
            return CubeAnswer(0.0, 0.0, 1.0, Probabilities(0.9, 0.15), Act.NO_DOUBLE)

    match = match_of(BACKGAMMON.board, rules=rules, score=score, pending=Resignation(BLACK, Win.SINGLE))
    found = Fixed().answer(EngineRequest.of(match, QuestionKind.RESIGN))
    assert found.resign.accept is accepted


@pytest.mark.parametrize("change", [lambda data: data[:-2], lambda data: b"bgn1" + data[4:], lambda _data: b""])
def test_damaged_weights_are_one_sentence(change, monkeypatch, tmp_path):
    data = (files("bgterm.engine.builtin") / "long.weights").read_bytes()
    (tmp_path / "long.weights").write_bytes(change(data))
    monkeypatch.setattr(network, "files", lambda _package: tmp_path)
    said = r"^long.weights of the built-in engine is damaged: install bgterm again$"
    with pytest.raises(EngineError, match=said):
        network.networks_of.__wrapped__("long")


# Shots, blockades, contact and kinds of positions

SHOTS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
"""How many of 36 rolls hit an unblocked blot at each distance, as every book has them."""


def counts_of(board: Board, on_roll: Player = WHITE) -> bytes:
    return board.counts(on_roll) + board.counts(on_roll.opponent)[::-1]


def kind(board: Board, on_roll: Player = WHITE) -> str:
    counts = counts_of(board, on_roll)
    return KINDS[kind_of(counts + features(counts))]


def test_shots_are_those_of_the_books_and_blocks_stop_some():
    shots = {distance: hitting_rolls(1 << distance - 1, 0).bit_count() for distance in SHOTS}
    assert shots == SHOTS
    assert hitting_rolls(1 << 5, 0b10101).bit_count() == 17 - 2 - 1  # 5-1 and 3-3 are stopped; 4-2 and 2-2 are not
    assert hitting_rolls(1 << 6, 0b111111).bit_count() == 0


def test_a_blot_that_is_shot_at_is_seen_from_both_sides():
    board = Board.of({24: 1, 1: 14}, {5: 1, 1: 14})
    ours, theirs = (features(counts_of(board, player)) for player in Player)
    assert ours[0] == theirs[6] == 15  # from the 24 to the 20 point
    assert ours[1] == 15 * 20 // 36  # the checker has come 20 pips
    assert ours == theirs[6:12] + theirs[:6] + theirs[18:] + theirs[12:18]


def test_features_of_a_checker_behind_a_full_prime():
    board = Board.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {13: 3})
    _shots, _cost, mobility, least, contact, pips = features(counts_of(board))[:6]
    assert (mobility, least, free_rolls(0)) == (0, 0, 36)
    assert pips == 25 + 6 * 14
    assert contact == 25 - 12  # the checkers on the opponent's 13 point are on the 12 point


def free(*blocked: int) -> int:
    """Return the rolls that a checker can move, with blocks at these distances."""
    dice = range(1, 7)
    return sum(
        (one not in blocked or other not in blocked) and one + other not in blocked
        for one in dice
        for other in dice
    )


def test_features_of_rows_and_homes():
    """White's row of five points has a checker at its edge and one on the bar behind it."""
    without_blocks = features(counts_of(Board.of({0: 13, 3: 1, 2: 1}, {25: 1, 6: 14})))
    assert without_blocks[12:18] == bytes((36, 36, 1, 5, 1, 4 + 2))
    white = dict.fromkeys((4, 5, 6, 7, 8, 13), 2) | dict.fromkeys((22, 23, 24), 1)
    found = features(counts_of(Board.of(white, {25: 1, 22: 1, 8: 6, 6: 7})))
    assert found[12:18] == bytes((free(4, 6), free(3, 5), 2, 26 + 69, 8 * 5 + 1, 16 * 3 + 4 * 1 + 0))
    assert found[18:] == bytes((free(1, 2, 3, 4, 5, 10), 36, 3, 25 + 22 + 48 + 42 - 16, 8 * 1 + 5, 16 * 1))


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Board.of({6: 15}, {6: 15}), "race"),
        (Board.of({0: 15}, {6: 15}), "race"),
        (NACKGAMMON.board, "back game"),
        (Board.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {24: 3}), "prime"),
        (Board.of({18: 2, 6: 13}, {8: 7, 6: 8}), "bear-in"),
        (Board.of({24: 1, 22: 1, 6: 13}, {24: 2, 8: 5, 6: 8}), "attack"),
        (BACKGAMMON.board, "contact"),
    ],
)
def test_kinds_of_positions_are_those_of_both_sides(board, expected):
    assert {kind(board, player) for player in Player} == {expected}


def test_long_backgammon_has_mobility_rows_and_two_kinds():
    """Black's row on White's points 23 to 19 stops White but for sixes; White's head stops 6-6 of Black."""
    board = Board.of({24: 7, 18: 1, 17: 2, 16: 5}, {24: 1, 11: 6, 10: 2, 9: 2, 8: 2, 7: 2}, Movement.NARDE)
    free = sum(6 in {one, other} and one + other != 12 for one in range(1, 7) for other in range(1, 7))
    assert long_features(counts_of(board)) == bytes((free, 3, 35, 5))
    assert long_features(counts_of(board, BLACK)) == bytes((35, 5, free, 3))
    assert long_features(counts_of(Board.of({0: 15}, {6: 15}, Movement.NARDE))) == bytes((36, 0, 36, 0))
    race = Board.of({12: 15}, {12: 15}, Movement.NARDE)
    found = [LONG_KINDS[long_kind_of(counts_of(board) + bytes(4))] for board in (LONG.board, race)]
    assert found == ["contact", "race"]
