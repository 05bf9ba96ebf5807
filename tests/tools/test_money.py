"""Money games against GNU Backgammon, and the luck that is removed from them."""

import re
from pathlib import Path

import pytest

from bgterm.engine.adapter import open_adapter
from tests.engine.gnubg_text import output_of
from tools.money import Score, analysed, pairs_of, play, session, summary


def test_the_errors_are_those_of_pairs():
    """Two points won and lost with the same dice have no error; the luck that is removed had one."""
    pairs = [(Score(2, 2, 1.5), Score(-2, -1, -1.5)), (Score(1, 1, 0.9), Score(-1, -1, -0.7))]
    assert summary(pairs) == (
        "4 games: +0.0000 ± 0.0000 points a game, -0.0500 ± 0.0354 with the luck removed; "
        "won 50.0%, gammons 25.0%, lost gammons 0.0%"
    )


@pytest.mark.gnubg
@pytest.mark.long
@pytest.mark.parametrize("cube", [False, True])
def test_the_luck_is_that_of_the_statistics_of_gnu_backgammon(cube: bool, tmp_path: Path):
    gnubg = open_adapter("gnubg")
    match = session(open_adapter("builtin"), gnubg, ["1", "2"], cube=cube)
    gnubg.close()
    luck = [white.luck - black.luck for white, black in pairs_of(analysed(match))]
    match.write(tmp_path / "played.sgf")
    off = [f"set analysis {decisions} off" for decisions in ("moves", "cube")]
    cubeful = f"set analysis luckanalysis cubeful {'on' if cube else 'off'}"
    load = f"load match {tmp_path}/played.sgf"
    text = output_of([*off, cubeful, load, "analyse match", "show statistics match"], tmp_path)
    (reported,) = re.findall(r"Luck total .*\( ?(\S+)\) .*\( ?(\S+)\)", text)
    white, black = map(float, reported)
    assert white - black == pytest.approx(sum(luck), abs=0.002)


@pytest.mark.gnubg
@pytest.mark.long
def test_a_run_that_was_stopped_continues(tmp_path: Path):
    """An engine against itself wins one game of a pair exactly as it loses the other."""
    file, gnubg = tmp_path / "money.jsonl", open_adapter("gnubg")
    for games, pairs in ((2, [0, 1]), (6, [1, 3])):
        assert [len(found) for found in play(file, gnubg, games=games, seed=1, cube=True)] == pairs
    (found,) = play(file, gnubg, games=6, seed=1, cube=True)
    gnubg.close()
    assert [one.points + other.points for one, other in found] == [0, 0, 0]
    assert [one.luck + other.luck for one, other in found] == pytest.approx([0, 0, 0])
