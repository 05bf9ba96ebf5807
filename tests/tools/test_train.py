"""The training of the built-in engine, and that it judges as the engine does."""

from random import Random

import numpy as np
import pytest

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.network import Network as PlainNetwork
from bgterm.engine.builtin.outlook import extras
from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.protocol import EngineRequest, QuestionKind
from bgterm.rules.board import Player as Side
from bgterm.rules.games import match_from
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import NAMES, GameSetup
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, LONG, NACKGAMMON
from tools.tournament import AheadPlayer, EnginePlayer, RandomPlayer, SensiblePlayer, play_out, tournament
from tools.train import Player, Training, arguments, targets, train
from tools.train_export import export
from tools.train_games import BYTES, Game, inputs, packed, turned, unpacked

pytestmark = pytest.mark.long

VARIANTS = (BACKGAMMON, NACKGAMMON, HYPER, HYPER_1, LONG)
FAST = ["--games", "8", "--parallel", "4", "--batch", "4", "--units", "6", "--every", "4", "--against", "2"]


def random_games(variant, count: int, seed: int = 1):
    """Yield each state of random games, before its roll is played."""
    for number in range(count):
        game = Game(variant, Random(f"{seed} {number}"))
        yield game
        while not game.play(game.rng.choice(game.options())):
            yield game


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_the_options_are_the_legal_plays(variant):
    for game in random_games(variant, 3):
        board = unpacked(game.positions[-1], variant.movement)
        legal = plays_of(Ruleset(), board, Side.WHITE, game.dice, first_turn=game.turn < 2)
        after = {packed(result, Side.WHITE) for _, result in legal.results()}
        found = game.options()
        ends = {position for position in after if position & 0xFF == variant.checkers}
        assert set(found) <= ends if ends else set(found) == after


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_a_position_turned_twice_is_the_same(variant):
    for game in random_games(variant, 1):
        position = game.positions[-1]
        board = unpacked(turned(position), variant.movement)
        assert turned(turned(position)) == position
        assert packed(board, Side.BLACK) == position


def test_inputs_are_those_of_the_engine():
    positions = [game.positions[-1] for variant in (BACKGAMMON, HYPER) for game in random_games(variant, 5)]
    for order in ("little", "big"):
        found = inputs(positions, order, with_extras=True)[:, 4 * BYTES :]
        expected = [extras(position.to_bytes(BYTES, order)) for position in positions]
        assert np.allclose(found, expected)


def test_targets_follow_from_the_end_of_the_game():
    game = Game(HYPER_1, Random(5))
    player = Player(Training.begin("hyper", 4, 1).network)
    while True:
        ((after, values),) = player.choose([game])
        game.values.append(values)
        if game.play(after):
            break
    whole = targets(game, trace=1.0)
    assert len(whole) == len(game.positions) - 1
    assert whole[-1][0] == 1  # the player on roll before the last play has won
    assert list(whole[::-1][1::2, 0]) == [0] * (len(whole) // 2)
    own = targets(game, trace=0.0)
    assert own[-1][0] == 1
    assert own[0][0] == pytest.approx(1 - game.values[0][0])


def test_learning_comes_nearer_to_what_is_wanted():
    training = Training.begin("backgammon", 16, 1)
    given = inputs([game.positions[-1] for game in random_games(BACKGAMMON, 2)], "little", with_extras=True)
    wanted = np.random.default_rng(1).random((len(given), 5)).astype(np.float32)
    before = np.abs(training.network.outputs(given) - wanted).mean()
    for _ in range(300):
        training.learn(given, wanted, 0.01)
    assert np.abs(training.network.outputs(given) - wanted).mean() < before / 2


def test_training_goes_on_from_its_checkpoint(tmp_path, capsys):
    asked = arguments(["hyper", "--folder", str(tmp_path), *FAST])
    path = tmp_path / "hyper.npz"
    train(Training.begin("hyper", 6, 1), path, asked)
    found = Training.load(path)
    assert (found.games, len(found.curve)) == (8, 2)
    assert len(capsys.readouterr().out.splitlines()) == 2
    asked.games = 12
    train(found, path, asked)
    assert Training.load(path).games == 12


def test_the_same_seed_trains_the_same_network(tmp_path):
    asked = arguments(["hyper", "--folder", str(tmp_path), *FAST])
    found = [Training.begin("hyper", 6, 1) for _ in range(2)]
    for training in found:
        train(training, tmp_path / "hyper.npz", asked)
    assert all(np.array_equal(*parts) for parts in zip(*(training.average for training in found), strict=True))


@pytest.mark.parametrize("name", ["backgammon", "long"])
def test_the_file_of_a_network_has_its_outputs(name, tmp_path):
    training = Training.begin(name, 8, 1)
    export(training, tmp_path / "weights")
    plain, variant = PlainNetwork((tmp_path / "weights").read_bytes()), LONG if name == "long" else BACKGAMMON
    positions = [game.positions[-1] for game in random_games(variant, 1)]
    found = training.average.outputs(inputs(positions, "little", with_extras=name != "long"))
    for position, outputs in zip(positions, found, strict=True):
        packed_bytes = position.to_bytes(BYTES, "little")
        assert plain.probabilities(plain.sums(packed_bytes), packed_bytes).win == pytest.approx(
            outputs[0], abs=2e-3
        )


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_the_tournament_plays_as_the_engine_does(variant):
    """Both choose the same plays, unless two are equal but for rounding."""
    player, rules = EnginePlayer(variant), Ruleset(cube=False)
    for number, game in enumerate(random_games(variant, 2, seed=9)):
        if number % 5 or (variant is LONG and game.turn < 2):
            continue
        board = unpacked(game.positions[-1], variant.movement)
        setup = GameSetup(board, Side.WHITE, game.dice, turns=game.turn)
        question = EngineRequest.of(match_from(variant, rules, NAMES, setup), QuestionKind.PLAYS)
        answer = Builtin().answer(question, lambda _done: None)
        ((after, _),) = player.choose([game])
        ours = {
            packed(board.played(Side.WHITE, ranked.play), Side.WHITE): ranked.equity for ranked in answer.plays
        }
        assert ours[after] == pytest.approx(answer.plays[0].equity, abs=1e-5)


@pytest.mark.parametrize("variant", [BACKGAMMON, HYPER], ids=lambda variant: variant.slug)
def test_the_tournament_looks_ahead_as_the_engine_does(variant):
    player, rules = AheadPlayer(variant, gammons=False), Ruleset(length=1, cube=False)
    for number, game in enumerate(random_games(variant, 1, seed=9)):
        if number % 9:
            continue
        board = unpacked(game.positions[-1], variant.movement)
        setup = GameSetup(board, Side.WHITE, game.dice, turns=game.turn)
        question = EngineRequest.of(match_from(variant, rules, NAMES, setup), QuestionKind.PLAYS, WORLD_CLASS)
        answer = Builtin().answer(question, lambda _done: None)
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
