"""The training of the built-in engine, and that its judgements equal the engine's."""

from collections import Counter
from itertools import compress
from random import Random

import numpy as np
import pytest

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.network import Networks, networks_of
from bgterm.engine.builtin.outlook import features, kind_of, long_features, long_kind_of
from bgterm.engine.builtin.tables import exact_chances
from bgterm.engine.builtin.tables import race_chances as engine_chances
from bgterm.engine.levels import EXPERT, WORLD_CLASS
from bgterm.engine.protocol import EngineRequest, QuestionKind
from bgterm.rules.board import Board, Movement
from bgterm.rules.board import Player as Side
from bgterm.rules.dice import ROLLS
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import NAMES, MatchState
from bgterm.rules.match import Game as GameState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, LONG, NACKGAMMON
from tools.exact_hyper import Positions, points
from tools.hyper_table import Solver, compare
from tools.long_decisions import decisions, rolled_out
from tools.tournament import AheadPlayer, EnginePlayer, RandomPlayer, SensiblePlayer, play_out, tournament
from tools.train import (
    Specialist,
    Training,
    arguments,
    followed,
    gather,
    learn,
    learn_files,
    looked_ahead,
    played,
    solved,
    studied,
    train,
    turns,
)
from tools.train_brain import Brain, Layers, turned_values
from tools.train_export import export
from tools.train_games import Game, Narde, packed, turned, unpacked
from tools.train_inputs import INPUTS, LONG_INPUTS, PLAIN, in_table, inputs, kinds, long_kinds, race_chances
from tools.train_inputs import features as features_of
from tools.train_inputs import long_features as long_features_of
from tools.train_plays import SIDE, long_plays, plays, rows_of_packed

pytestmark = pytest.mark.long

VARIANTS = (BACKGAMMON, NACKGAMMON, HYPER, HYPER_1, LONG)
FAST = ["--games", "8", "--parallel", "4", "--units", "6", "--every", "0"]


def random_games(variant, count: int, seed: int = 1):
    """Yield each state of random games, before its roll is played."""
    for number in range(count):
        game = Game(variant, Random(f"{seed} {number}"))
        yield game
        while not game.play(game.rng.choice(game.options())):
            yield game


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_plays_of_games_are_legal_and_turned_twice_the_same(variant):
    for game in random_games(variant, 3):
        position, first_turn = game.positions[-1], game.turn < 2
        legal = plays_of(
            Ruleset(), unpacked(position, variant.movement), Side.WHITE, game.dice, first_turn=first_turn
        )
        after = {packed(result, Side.WHITE) for _, result in legal.results()}
        ends = {position for position in after if position & 0xFF == variant.checkers}
        options = set(game.options())
        assert options <= ends if ends else options == after
        rows = rows_of_packed([position] * 2)
        found = long_plays(rows, game.dice, first_turn=first_turn) if variant is LONG else plays(rows, game.dice)
        for origin in range(2):
            reached = found.positions[found.origins == origin]
            assert {int.from_bytes(row.tobytes(), "little") for row in reached} == after
        assert turned(turned(position)) == position
        assert packed(unpacked(turned(position), variant.movement), Side.BLACK) == position


def long_position(rng: Random) -> int:
    """Return a position of Long backgammon in which White nearly stands on six points in a row, or does."""
    first = rng.randint(6, 24)
    mine = [*range(first, first - rng.randint(1, 6), -1), *rng.choices((0, 24, *range(25)), k=rng.randint(0, 9))]
    free = [point for point in range(1, 25) if (point + 11) % 24 + 1 not in mine]
    theirs = [rng.choice((0, 24 if 24 in free else 0)), *rng.sample(free, rng.choice((0, 5, len(free))))]
    return packed(Board.of(Counter(mine), Counter(theirs), Movement.NARDE), Side.WHITE)


@pytest.mark.parametrize("first_turn", [False, True])
def test_many_plays_of_long_backgammon_are_the_legal_ones(first_turn):
    """Those of whole games are above; here rows of six are forbidden, and both dice cannot always be played."""
    rng = Random(1)
    for dice in ROLLS:
        positions = [long_position(rng) for _ in range(30)]
        found = long_plays(rows_of_packed(positions), dice, first_turn=first_turn)
        for origin, position in enumerate(positions):
            reached = found.positions[found.origins == origin]
            expected = Narde(position, dice, first_turn=first_turn).positions_after()
            assert sorted(int.from_bytes(row.tobytes(), "little") for row in reached) == sorted(expected)


@pytest.mark.parametrize(
    ("variants", "of_rows", "kinds_of", "of_engine", "kind"),
    [
        (VARIANTS[:-1], features_of, kinds, features, kind_of),
        ([LONG], long_features_of, lambda rows, _found: long_kinds(rows), long_features, long_kind_of),
    ],
    ids=["hitting", "long"],
)
def test_features_and_kinds_are_those_of_the_engine(variants, of_rows, kinds_of, of_engine, kind):
    rows = rows_of_packed(game.positions[-1] for variant in variants for game in random_games(variant, 4))
    expected, found = [of_engine(row.tobytes()) for row in rows], of_rows(rows)
    assert [row.tobytes() for row in found] == expected
    assert kinds_of(rows, found).tolist() == [
        kind(row.tobytes() + more) for row, more in zip(rows, expected, strict=True)
    ]


@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER], ids=lambda variant: variant.slug)
def test_bearoffs_are_those_of_the_engine(variant):
    rows = rows_of_packed(game.positions[-1] for game in random_games(variant, 30))
    rows = rows[rows[:, SIDE:-1].any(1)]
    boards = [unpacked(int.from_bytes(row.tobytes(), "little"), variant.movement) for row in rows]
    expected = [engine_chances(board, Side.WHITE) for board in boards]
    known = in_table(rows)
    assert known.tolist() == [chances is not None for chances in expected]
    found = race_chances(rows[known])
    assert np.allclose(found, [chances for chances in expected if chances], atol=1e-6)


def test_a_position_is_learned_towards_what_follows():
    """With the whole trace, each position of a game is worth what its end is worth."""
    training = Training.begin("hyper", 4, 1)
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    ((*_, last),) = [turns(training, 1, rng)]
    lesson = played(training, 1, again, trace=1.0)
    assert np.allclose(lesson.wanted[0], turned_values(last.values)[0])
    assert np.allclose(lesson.wanted[1], last.values[0])


def test_looking_ahead_is_the_mean_of_all_rolls():
    """With one checker each on the 6 point, White bears off with 27 of 36 rolls, and so does Black."""
    brain = Training.begin("hyper", 4, 1).brain
    rows = rows_of_packed([packed(Board.of({0: 2, 6: 1}, {0: 2, 6: 1}), Side.WHITE)])
    wanted, _ = looked_ahead(brain, rows, np.zeros(1))
    off = 27 / 36
    assert wanted[0, 0] == pytest.approx(off + (1 - off) * (1 - off), abs=0.01)


def test_what_follows_corrects_what_is_looked_ahead():
    """No play matters in a race of single checkers; the networks know nothing of it."""
    board, brain = Board.of({12: 1}, {12: 1}), Training.begin("hyper", 4, 1).brain
    chances, rows = exact_chances(board, Side.WHITE), rows_of_packed([packed(board, Side.WHITE)] * 2000)
    assert chances

    def wanted(count: int) -> np.ndarray:
        return followed(brain, rows, np.arange(2000), count, 1.0, np.random.default_rng(1)).wanted[:2000, 0]

    assert abs(wanted(1).mean() - chances.win) > 0.05
    assert wanted(20).mean() == pytest.approx(chances.win, abs=0.01)
    assert wanted(20).std() < 0.4


def test_a_rollout_without_luck_is_the_equity():
    """Where the table is exact, no trial is lucky."""
    brain, rng = Training.begin("long", 4, 1).brain, np.random.default_rng(1)
    rows = rows_of_packed([packed(Board.of({0: 12, 6: 2, 5: 1}, {0: 12, 6: 3}, Movement.NARDE), Side.WHITE)] * 9)
    rolls = rng.choice(len(ROLLS), size=(9, 5))
    equities = brain.judged(rows)[0] @ brain.worth - 1
    assert np.allclose(rolled_out(brain, rows, rolls), equities, atol=0.002)
    assert abs(equities[0]) < 0.9


def test_decisions_are_two_plays_of_a_roll():
    brain, rng = Training.begin("long", 4, 1).brain, np.random.default_rng(1)
    for positions, equities in decisions(brain, 5, rng):
        before = positions[:, ::-1]
        assert before[0, SIDE:].tolist() == before[1, SIDE:].tolist()
        assert before[0, :SIDE].tolist() != before[1, :SIDE].tolist()
        assert equities[0] <= equities[1]


def test_learning_comes_nearer_to_what_is_wanted():
    specialist = Specialist.of(Layers.random(INPUTS, 16, np.random.default_rng(1)))
    rows = rows_of_packed(game.positions[-1] for game in random_games(BACKGAMMON, 2))
    given = inputs(rows, features_of(rows))
    wanted = np.random.default_rng(1).random((len(given), 5)).astype(np.float32)

    def error() -> float:
        return np.abs(specialist.network.outputs(specialist.network.activations(given)) - wanted).mean()

    before = error()
    for _ in range(300):
        specialist.learn(given, wanted, 0.01)
    assert error() < before / 2


def test_random_positions_have_their_exact_chances(tmp_path):
    """The solution is that of the package, which other tests compare with the rules."""
    np.save(tmp_path / "perfect.npy", Solver(1).cubeless())
    lesson = solved(tmp_path / "perfect.npy", 99, np.random.default_rng(1))
    numbers = [int.from_bytes(row.tobytes(), "little") for row in lesson.positions]
    chances = [exact_chances(unpacked(each, HYPER_1.movement), Side.WHITE) for each in numbers]
    assert np.allclose(lesson.wanted, [each for each in chances if each], atol=1e-4)
    assert len(set(numbers)) == 99


def test_a_network_is_compared_with_perfect_play(tmp_path, monkeypatch, capsys):
    """With one checker the network plays as well as `tools/exact_hyper.py` finds in another way."""
    compare(1)
    assert "a game against perfect play loses 0.00000 points" in capsys.readouterr().out
    export([Training.begin("hyper", 4, 1)], tmp_path / "random")
    networks = Networks((tmp_path / "random").read_bytes())
    monkeypatch.setattr("tools.hyper_table.networks_of", lambda _name: networks)
    compare(1)
    assert "a game against perfect play loses 0.00000 points" not in capsys.readouterr().out


@pytest.mark.parametrize("more", [[], ["--ahead", "3"], ["--ahead", "3", "--plays", "--follow", "4"]])
def test_an_interrupted_training_ends_in_the_same_weights(more, tmp_path, capsys):
    asked = arguments(["hyper", "--folder", str(tmp_path), *FAST, *more])
    whole, path = Training.begin("hyper", 6, 1), tmp_path / "hyper.npz"
    train(whole, tmp_path / "whole.npz", asked)
    asked.games = 4
    train(Training.begin("hyper", 6, 1), path, asked)
    continued, asked.games = Training.load(path), 8
    train(continued, path, asked)
    assert (continued.games, continued.rounds, len(continued.curve)) == (8, 2, 2)
    assert len(capsys.readouterr().out.splitlines()) == 4
    for one, other in zip(whole.specialists, Training.load(path).specialists, strict=True):
        assert all(np.array_equal(*parts) for parts in zip(one.parts, other.parts, strict=True))


def test_features_that_come_later_change_nothing_at_first(tmp_path):
    plain, path = Training.begin("long", 6, 1, plain=True), tmp_path / "long.npz"
    plain.save(path)
    rows = rows_of_packed(game.positions[-1] for game in random_games(LONG, 1))
    again, later = Training.load(path, plain=True), Training.load(path)
    assert [len(each.specialists[0].network.hidden) for each in (again, later)] == [PLAIN, LONG_INPUTS]
    for training in (again, later):
        assert np.allclose(training.brain.judged(rows)[0], plain.brain.judged(rows)[0], atol=1e-6)


@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER, LONG], ids=lambda variant: variant.slug)
def test_the_file_of_networks_has_their_outputs(variant, tmp_path):
    training = Training.begin(variant.slug, 8, 1)
    export([training, training], tmp_path / "weights")
    plain = Networks((tmp_path / "weights").read_bytes())
    positions = [game.positions[-1] for game in random_games(variant, 1)]
    rows = rows_of_packed(positions)
    values, known = training.brain.judged(rows)
    for position, outputs in zip([*compress(positions, ~known)], values[~known], strict=True):
        board = unpacked(position, variant.movement)
        found = plain.near(board, Side.WHITE)(board)
        assert found.win == pytest.approx(outputs[0], abs=2e-3)


@pytest.mark.parametrize(
    ("variant", "ahead", "step"),
    [*((variant, False, 5) for variant in VARIANTS), (BACKGAMMON, True, 9), (HYPER, True, 9)],
    ids=lambda value: getattr(value, "slug", None),
)
def test_the_tournament_plays_as_the_engine_does(variant, ahead, step):
    """Both choose the same plays, unless two are equal but for rounding."""
    player = AheadPlayer(variant, gammons=False) if ahead else EnginePlayer(variant)
    rules, level = Ruleset(length=int(ahead), cube=False), WORLD_CLASS if ahead else EXPERT
    for number, game in enumerate(random_games(variant, 1 if ahead else 2, seed=9)):
        if number % step or (variant is LONG and game.turn < 2):
            continue
        board = unpacked(game.positions[-1], variant.movement)
        setup = GameState(board, Side.WHITE, game.dice, turns=game.turn)
        question = EngineRequest.of(MatchState(variant, rules, NAMES, setup), QuestionKind.PLAYS, level)
        answer = Builtin().answer(question)
        ((after, _),) = player.choose([game])
        (chosen,) = (
            ranked for ranked in answer.plays if packed(board.played(Side.WHITE, ranked.play), Side.WHITE) == after
        )
        assert chosen.plies == answer.plays[0].plies
        assert chosen.equity == pytest.approx(answer.plays[0].equity, abs=1e-5)


@pytest.mark.parametrize(
    ("variant", "other", "share"),
    [
        (BACKGAMMON, SensiblePlayer(), 0.6),
        (NACKGAMMON, SensiblePlayer(), 0.6),
        (LONG, SensiblePlayer(), 0.8),
        (HYPER, RandomPlayer(), 0.7),
    ],
    ids=lambda value: getattr(value, "slug", ""),
)
def test_the_networks_of_the_package_win(variant, other, share):
    assert tournament(variant, EnginePlayer(variant), other, 60, seed=2).won > share


def test_a_tournament_counts_every_game():
    result = tournament(HYPER, RandomPlayer(), RandomPlayer(), 40, seed=1)
    assert result.games == 40
    assert 0 < result.won < 1
    assert result == tournament(HYPER, RandomPlayer(), RandomPlayer(), 40, seed=1)


def test_the_player_who_starts_changes_from_game_to_game():
    games = [Game(HYPER_1, Random(number)) for number in range(4)]
    scores = play_out(games, (RandomPlayer(), RandomPlayer()))
    assert len(scores) == 4
    assert all(scores)


def test_what_is_gathered_is_learned_from_files(tmp_path):
    """A round that is gathered and learned ends in the weights of the round."""
    words = ["hyper", "--folder", str(tmp_path), *FAST, "--ahead", "3", "--plays", "--follow", "2"]
    asked = arguments([*words, "--parallel", "128", "--learn", str(tmp_path / "file.npz")])
    gather(Training.begin("hyper", 6, 1), tmp_path / "file.npz", asked)
    one, other = Training.begin("hyper", 6, 1), Training.begin("hyper", 6, 1)
    learn_files(one, asked)
    learn(
        other,
        studied(other, 128, np.random.default_rng([asked.seed, 0]), asked),
        np.random.default_rng(asked.seed),
        asked,
    )
    for specialist, twin in zip(one.specialists, other.specialists, strict=True):
        assert all(np.array_equal(*parts) for parts in zip(specialist.parts, twin.parts, strict=True))
    assert not np.array_equal(
        one.specialists[1].network.hidden, Training.begin("hyper", 6, 1).specialists[1].network.hidden
    )


def test_training_begins_with_the_networks_of_the_package():
    training = Training.of_package("long")
    rows = rows_of_packed(game.positions[-1] for game in random_games(LONG, 2))
    expected = Brain.of(networks_of("long"), long=True).judged(rows)[0]
    assert np.array_equal(training.brain.judged(rows)[0], expected)


# Judged by the exact results of Hyper-backgammon with one checker


@pytest.mark.parametrize("gammons", [False, True])
def test_the_engine_is_better_than_the_sensible_player(gammons):
    positions = Positions(gammons=gammons)
    sensible, perfect = positions.chosen(SensiblePlayer()), positions.perfect()
    engine = positions.chosen(EnginePlayer(HYPER_1, gammons=gammons))
    assert 0 < points(engine, sensible) <= points(perfect, sensible)
    assert points(engine, perfect) <= 0 == pytest.approx(points(perfect, perfect))


def test_exact_results_are_those_of_a_tournament():
    positions = Positions(gammons=True)
    first = positions.chosen(_First())
    exact = points(first, positions.chosen(SensiblePlayer()))
    played = tournament(HYPER_1, _First(), SensiblePlayer(), 2_000, seed=3)
    assert played.points == pytest.approx(exact, abs=4 * played.error)


class _First(RandomPlayer):
    """A player who makes the first play of each list."""

    def choose(self, games):
        return [(game.options()[0], None) for game in games]
