"""Hints as tables, and the doubling window."""

import pytest

from bgterm.cli.main import main
from bgterm.engine.analysis_report import Totals, totals
from bgterm.engine.builtin import stakes
from bgterm.engine.builtin.cube import CubeWindow
from bgterm.engine.builtin.stakes import equity_table
from bgterm.engine.hint import Hint, ask_once
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    Measure,
    Probabilities,
    QuestionKind,
    RankedPlay,
)
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset
from tests.builders import play
from tests.engine.positions import opening, stands

WHITE, BLACK = Player
RACE = Probabilities(0.75)


def cube(chances: Probabilities, **more) -> CubeAnswer:
    return CubeAnswer(0.5, 0.6, 1.0, chances, Act.DOUBLE, 1, **more)


def hint(match: MatchState, kind: QuestionKind, **answer) -> Hint:
    return Hint(match, kind, EngineAnswer(0, "", "fake", "1", Measure.CUBEFUL, **answer))


def window(match: MatchState, chances: Probabilities = RACE) -> CubeWindow:
    return CubeWindow.of(match, cube(chances))


def test_plays_are_a_table_with_all_chances():
    plays = (
        RankedPlay(play("8/5 6/5"), 0.16, Probabilities(0.553, 0.152, 0.01, 0.124, 0.005), 2),
        RankedPlay(play("24/20"), -0.014, Probabilities(0.501, 0.15, 0.01, 0.12, 0.005), 2),
    )
    head, first, second = hint(opening(Dice(3, 1)), QuestionKind.PLAYS, plays=plays).table()
    assert head == ["#", "play", "equity", "diff", "win", "gammon", "bg", "lose g", "lose bg", "plies"]
    assert first == ["1", "8/5 6/5", "+0.160", "", "55.3%", "15.2%", "1.0%", "12.4%", "0.5%", "2"]
    assert second[:4] == ["2", "24/20", "-0.014", "-0.174"]


def test_an_equity_of_nothing_has_no_minus():
    plays = tuple(
        RankedPlay(play(text), equity, Probabilities(0.5), 2) for text, equity in (("8/5", -1e-4), ("6/5", -2e-4))
    )
    found = hint(opening(Dice(3, 1)), QuestionKind.PLAYS, plays=plays)
    assert [row[2:4] for row in found.table()[1:]] == [["+0.000", ""], ["+0.000", "+0.000"]]
    assert "worth +0.000" in found.line()


def test_a_double_is_a_table_with_its_window_below():
    found = hint(stands("6:5 5:5 / 6:5 5:5", Ruleset()), QuestionKind.CUBE, cube=cube(RACE, market_losers=0.25))
    assert found.table()[1:] == [["1", "double", "+0.600", ""], ["2", "no double", "+0.500", "-0.100"]]
    assert "Take point of Black: 25.0%, or 20.0% with a live cube." in found.notes()
    assert "A gammon is worth 0.50 more to White, 0.50 to Black." in found.notes()
    assert "Market losers: 9 of 36 rolls." in found.notes()
    assert found.as_json()["window"]["take_point"] == pytest.approx(0.25)


def test_a_window_knows_gammons_and_the_score():
    money = window(stands("6:5 5:5 / 6:5 5:5", Ruleset()), Probabilities(0.7, 0.35, 0, 0.0, 0))
    assert money.take_point == pytest.approx(0.4)  # it risks 2 to gain 3: half of the losses are gammons
    last = window(stands("6:5 5:5 / 6:5 5:5", Ruleset(3), score=(1, 1)))
    assert last.take_point == pytest.approx(0.323, abs=0.001)  # a pass leaves 32.3 % at 1-2 away, by Kazaross XG2
    assert last.live_take_point == last.take_point  # nobody gains by turning it again
    assert last.gammon_values == (0, 0)


def test_the_match_equity_table_has_its_name(capsys):
    assert main(["engine", "--equities", "3"]) == 0
    title, head, *rows = capsys.readouterr().out.splitlines()
    assert title.startswith("Kazaross XG2")
    assert [row.split() for row in (head, *rows)] == [
        ["1", "2", "3"],
        ["1", "50.0", "67.7", "75.1"],
        ["2", "32.3", "50.0", "59.9"],
        ["3", "24.9", "40.1", "50.0"],
    ]
    assert equity_table(26)[0] == "Janowski"


@pytest.mark.parametrize("text", ["", "0.5 0.6", "half"])
def test_a_damaged_match_equity_table_is_named(monkeypatch, tmp_path, text, capsys):
    (tmp_path / "kazaross_xg2.txt").write_text(text)
    monkeypatch.setattr(stakes, "files", lambda _package: tmp_path)
    stakes._kazaross.cache_clear()  # noqa: SLF001
    assert main(["engine", "--equities", "3"]) == 1
    assert capsys.readouterr().err.startswith("bgterm: kazaross_xg2.txt of the built-in engine is damaged")


def test_mistakes_with_the_cube_are_counted_by_kind():
    def decision(act: Act, cost: float) -> Decision:
        return Decision(1, 1, WHITE, act, act.value, "", cost, counts=True, equity=0.0, plies=0)

    found = [
        decision(Act.NO_DOUBLE, 0.1),
        decision(Act.TAKE, 0.2),
        decision(Act.TAKE, 0.0),
        decision(Act.PLAY, 0.3),
    ]
    white, black = totals(opening(Dice(3, 1)), found)
    assert {name: count for name, count in white.faults.items() if count} == {"missed double": 1, "wrong take": 1}
    assert not any(black.faults.values())


@pytest.mark.parametrize(
    ("cost", "word"), [(0.0, "Supernatural"), (0.4, "World class"), (0.9, "Advanced"), (4.0, "Awful!")]
)
def test_an_error_rate_has_the_word_of_gnubg(cost, word):
    assert Totals(unforced=100, play_error=cost).word == word
    assert Totals().word == "-"


def test_the_built_in_engine_counts_market_losers():
    found = ask_once(
        stands("13:3 8:2 7:3 6:3 4:2 3:2 / 20:2 10:1 9:1 8:1 7:1 6:2 5:3 4:3 3:1", Ruleset()), "builtin", 1
    )
    assert 0 < (found.window.market_losers or 0) < 0.5
