"""Janowski's model of the cube, the chances to win a match, and hints as tables."""

from itertools import pairwise

import pytest

from bgterm.cli.main import main
from bgterm.engine.analysis_report import Totals, totals
from bgterm.engine.builtin import stakes
from bgterm.engine.builtin.cube import EFFICIENCY, CubeWindow, LiveCube
from bgterm.engine.builtin.stakes import equity_table, stakes_of, table_name
from bgterm.engine.hint import Hint, ask_once
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, Measure, Probabilities, QuestionKind, RankedPlay
from bgterm.rules.board import Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, NACKGAMMON
from tests.builders import play
from tests.engine.positions import opening, stands

WHITE, BLACK = Player


def match_at(length=0, score=(0, 0), variant=BACKGAMMON, crawford=False, cube=Cube(), **rules) -> MatchState:
    """Return a match at the start of a game, in which White is on roll."""
    setup = Game(variant.board, WHITE, score=score, crawford=crawford, cube=cube)
    return MatchState(variant, Ruleset(length=length, **rules), NAMES, setup)


def cube_of(chances: Probabilities, match: MatchState) -> LiveCube:
    return LiveCube(chances, stakes_of(match, WHITE), stakes_of(match, BLACK))


@pytest.mark.parametrize("chance", [0.3, 0.5, 0.6, 0.7])
@pytest.mark.parametrize(("gammons", "lost"), [(0.0, 0.0), (0.2, 0.1)])
def test_money_equities_are_those_of_the_formulas(chance, gammons, lost):
    """Janowski's formulas hold between the points at which a side could as well pass."""
    chances = Probabilities(chance, gammons * chance, 0, lost * (1 - chance), 0)
    won, dropped, live = 1 + gammons, 1 + lost, EFFICIENCY
    cube = cube_of(chances, match_at())
    owned = chance * (won + dropped + 0.5 * live) - dropped
    assert cube.undoubled(mine=True, theirs=False) == pytest.approx(owned, abs=1e-3)
    assert cube.doubled() == pytest.approx(2 * (owned - 0.5 * live), abs=2e-3)


def test_with_a_live_cube_a_fifth_is_enough_to_take():
    """The take point of the model lies between that of a dead cube, a quarter, and that of a live one, a fifth."""
    take, drop = (cube_of(Probabilities(1 - chance), match_at()) for chance in (0.25, 0.2))
    assert take.doubled() < 1 < drop.doubled()


def test_the_two_sides_of_a_position_are_of_opposite_worth():
    chances = Probabilities(0.7, 0.2, 0.01, 0.05, 0.0)
    ours, theirs = (cube_of(side, match_at()) for side in (chances, chances.inverted))
    assert ours.undoubled(mine=True, theirs=False) == pytest.approx(-theirs.undoubled(mine=False, theirs=True))
    equal = cube_of(Probabilities(0.5, 0.1, 0.0, 0.1, 0.0), match_at())
    assert equal.undoubled(mine=True, theirs=True) == pytest.approx(0)


BEFORE_CRAWFORD = {(1, 2): 0.68, (1, 3): 0.75, (1, 4): 0.82, (1, 5): 0.84, (2, 3): 0.6, (2, 5): 0.74, (3, 5): 0.65}
AFTER_CRAWFORD = {(1, 1): 0.5, (2, 1): 0.49, (3, 1): 0.32, (4, 1): 0.31, (5, 1): 0.19}
PUBLISHED = {**BEFORE_CRAWFORD, (4, 7): 0.70, **AFTER_CRAWFORD}
"""The chances to win a match by the points that the player and the opponent need, of published tables."""


@pytest.mark.parametrize(("needs", "table"), PUBLISHED.items())
@pytest.mark.parametrize(("variant", "error"), [(BACKGAMMON, 0.006), (NACKGAMMON, 0.006), (HYPER, 0.03)])
def test_chances_of_a_match_are_those_of_published_tables(variant, error, needs, table):
    """The match equities of Hyper-backgammon are those of a formula."""
    white, black = 9 - needs[0] - 1, 9 - needs[1]
    assert stakes_of(match_at(9, (white, black), variant), WHITE).value(1) == pytest.approx(table, abs=error)
    assert stakes_of(match_at(9, (black, white), variant), WHITE).value(-1) == pytest.approx(1 - table, abs=error)


def test_formula_continues_the_table_beyond_25_points():
    values = [stakes_of(match_at(60, (60 - needs, 40)), WHITE).value(1) for needs in range(30, 20, -1)]
    assert values == sorted(values)
    steps = [after - before for before, after in pairwise(values)]
    assert max(steps) < 0.07


@pytest.mark.parametrize("length", [1, 2, 3, 7])
@pytest.mark.parametrize("crawford", [False, True])
def test_the_chances_of_both_sides_add_up(length, crawford):
    for white in range(length):
        for black in range(length):
            match = match_at(length, (white, black), crawford=crawford)
            for points in (-4, -2, -1, 1, 2, 4):
                both = stakes_of(match, WHITE).value(points) + stakes_of(match, BLACK).value(-points)
                assert both == pytest.approx(1)


@pytest.mark.parametrize("match", [match_at(), match_at(7, (3, 2)), match_at(7, (3, 2), cube=Cube(2, WHITE))])
def test_a_point_is_normalised_to_one(match):
    stakes, cube = stakes_of(match, WHITE), match.game.cube.value
    assert [stakes.normalised(stakes.value(points)) for points in (-cube, cube)] == [-1, 1]


@pytest.mark.parametrize(("rules", "points"), [({}, 2), ({"gammons": False}, 1), ({"jacoby": True}, 1)])
def test_gammons_count_only_where_the_rules_say_so(rules, points):
    assert stakes_of(match_at(**rules), WHITE).cubeless(Probabilities(1.0, 1.0)) == points


def test_only_matches_with_a_cube_have_a_match_equity_table():
    matches = [
        MatchState(BACKGAMMON, Ruleset(length, cube=cube), NAMES, Game(BACKGAMMON.board))
        for length, cube in ((7, True), (26, True), (7, False), (0, True))
    ]
    assert [table_name(match) for match in matches] == ["Kazaross XG2", "Janowski", "", ""]


# Hints

RACE = Probabilities(0.75)


def judged(chances: Probabilities, **more) -> CubeAnswer:
    return CubeAnswer(0.5, 0.6, 1.0, chances, Act.DOUBLE, 1, **more)


def hint(match: MatchState, kind: QuestionKind, **answer) -> Hint:
    return Hint(match, kind, EngineAnswer(0, "", "fake", "1", Measure.CUBEFUL, **answer))


def hint_of_plays(*equities: float) -> Hint:
    chances = Probabilities(0.553, 0.152, 0.01, 0.124, 0.005)
    named = zip(("8/5 6/5", "24/20"), equities, strict=True)
    plays = [RankedPlay(play(text), equity, chances, 2) for text, equity in named]
    return hint(opening(Dice(3, 1)), QuestionKind.PLAYS, plays=tuple(plays))


def test_plays_are_a_table_with_all_chances_and_no_minus_zero():
    head, first, second = hint_of_plays(0.16, -0.014).table()
    assert head == ["#", "play", "equity", "diff", "win", "gammon", "bg", "lose g", "lose bg", "plies"]
    assert first == ["1", "8/5 6/5", "+0.160", "", "55.3%", "15.2%", "1.0%", "12.4%", "0.5%", "2"]
    assert second[:4] == ["2", "24/20", "-0.014", "-0.174"]
    nothing = hint_of_plays(-1e-4, -2e-4)
    assert [row[2:4] for row in nothing.table()[1:]] == [["+0.000", ""], ["+0.000", "+0.000"]]
    assert "worth +0.000" in nothing.line()


def test_a_double_is_a_table_with_its_window_below():
    found = hint(stands("6:5 5:5 / 6:5 5:5", Ruleset()), QuestionKind.CUBE, cube=judged(RACE, market_losers=0.25))
    assert found.table()[1:] == [["1", "double", "+0.600", ""], ["2", "no double", "+0.500", "-0.100"]]
    assert "Take point of Black: 25.0%, or 20.0% with a live cube." in found.notes()
    assert "A gammon is worth 0.50 more to White, 0.50 to Black." in found.notes()
    assert "Market losers: 9 of 36 rolls." in found.notes()
    assert found.as_json()["window"]["take_point"] == pytest.approx(0.25)


def test_a_window_knows_gammons_and_the_score():
    money = CubeWindow.of(stands("6:5 5:5 / 6:5 5:5", Ruleset()), judged(Probabilities(0.7, 0.35, 0, 0.0, 0)))
    assert money.take_point == pytest.approx(0.4)  # it risks 2 to gain 3: half of the losses are gammons
    last = CubeWindow.of(stands("6:5 5:5 / 6:5 5:5", Ruleset(3), score=(1, 1)), judged(RACE))
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
    costs = [(Act.NO_DOUBLE, 0.1), (Act.TAKE, 0.2), (Act.TAKE, 0.0), (Act.PLAY, 0.3)]
    found = [
        Decision(1, 1, WHITE, act, act.value, "", cost, counts=True, equity=0.0, plies=0) for act, cost in costs
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
    close = "13:3 8:2 7:3 6:3 4:2 3:2 / 20:2 10:1 9:1 8:1 7:1 6:2 5:3 4:3 3:1"
    found = ask_once(stands(close, Ruleset()), "builtin", 1)
    assert 0 < (found.window.market_losers or 0) < 0.5
