"""The built-in engine, judged by the exact results of Hyper-backgammon with one checker."""

import pytest

from bgterm.rules.variants import HYPER_1
from tools.exact_hyper import Positions, points
from tools.tournament import EnginePlayer, RandomPlayer, SensiblePlayer, tournament

pytestmark = pytest.mark.long


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
