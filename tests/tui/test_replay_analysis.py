"""The analysis in the replay: made in the background, kept beside the match, shown step by step."""

import asyncio
import json
import sys
from dataclasses import replace

import pytest

from bgterm.cli.main import main
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.engines import Engines
from bgterm.engine.errors import engine_failed
from bgterm.engine.match_analysis import MARKS
from bgterm.engine.pool import EnginePool
from bgterm.engine.protocol import Probabilities
from bgterm.play.analysis_file import analysis_path
from bgterm.play.rollouts import Rollout
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.storage.match_files import read_file
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.replay.screen import BINDINGS, ReplayScreen
from bgterm.tui.widgets.chart import BarChart
from tests.engine.fake import Fake
from tests.engine.test_match_analysis import engine
from tests.engine.test_pool import EASY, is_running
from tests.tui.seat import SIZE, seated, workspace_in
from tests.tui.test_replay import HEADER, step, written

ANALYSED = "Analysed by "
DAMAGED = "The kept analysis is damaged; what cannot be read is not used."
BUILT_IN = f"{Builtin.label} {Builtin().version()}"


@pytest.fixture
async def seat(tmp_path):
    async with replay(tmp_path, Pool()) as seat:
        yield seat


class Pool:
    """A pool that answers as `engine` does: all questions, or some before it fails or waits."""

    def __init__(self, answers=10**6, *, waits=False):
        self.answers, self.waits, self.asked, self.may_go_on = answers, waits, 0, asyncio.Event()

    async def ask(self, question, **_named):
        if self.asked >= self.answers:
            if not self.waits:
                raise engine_failed("Fake", "tired")
            await self.may_go_on.wait()
        self.asked += 1
        return await engine()(question)

    async def aclose(self):
        pass


def replay(folder, pool, size=SIZE, name="builtin", *, saved=True, **written_with):
    """Return a seat at the replay of a short match, which the pool analyses."""
    path = folder / "match.jsonl"
    if not path.exists():
        written(folder, **written_with)
    workspace = replace(
        workspace_in(folder, Settings(engine=name).changed(white="Ann", black="Bob")),
        engines=Engines(lambda _name: pool),
        saves=folder if saved else folder / "matches",
    )
    return seated(ReplayScreen(read_file(path), workspace, "match", at_one_keyboard, path), workspace, size)


async def test_each_play_has_its_cost_in_every_window(seat):
    assert "replay-mistake" not in seat.keys
    await seat.press("n")
    assert seat.shows("Press a to analyse the match: then n and N go to mistakes.")
    await seat.press("a")
    assert ANALYSED in seat.shown
    assert equities(seat) == ("● +0.00", "● +0.00")
    await seat.press("n")
    assert step(seat) == 3
    assert equities(seat) == ("● +0.22", "● -0.22")
    assert seat.shows("Ann 3-1: 8/5 6/5")
    assert seat.shows("luck of the roll +0.300")
    for columns, height, of_chart in ((44, 20, 0), (60, 22, 2), (80, 24, 2), (120, 40, 5), (200, 60, 7)):
        await seat.resize(columns, height)
        assert seat.cut_off == []
        assert "Costs ? 0.080:" in seat.shown
        assert seat.app.screen.query_one("#equity", BarChart).size.height == of_chart
        assert ("Equity" in seat.shown) == (height >= 40)


def equities(seat):
    """Return what is before the bars of the chart of equities: each player's disc and equity now."""
    chart = seat.app.screen.query_one("#equity", BarChart)
    white, black = (chart.render_line(y).text[:7] for y in range(2))
    return white, black


async def test_keys_and_the_list_go_to_the_mistakes(seat):
    await seat.press("a")
    found = []
    for _ in range(20):
        before = step(seat)
        await seat.press("n")
        if step(seat) == before:
            break
        found.append(step(seat))
    assert seat.shows("No mistake comes after this.")
    for there in reversed(found[:-1]):
        await seat.press("N")
        assert step(seat) == there
    await seat.press("N")
    assert seat.shows("No mistake comes before this.")
    await seat.press("home", "a", "down")
    assert seat.shows("error rate")
    await seat.press("enter")
    assert step(seat) == found[1]
    await seat.press("a", "up", "enter")
    assert step(seat) == found[0] == 3


async def test_the_better_play_is_drawn_and_taken_off(seat):
    assert "replay-better" not in seat.keys
    await seat.press("a", "n")
    made = seat.scene.board
    await seat.press("b")
    better = seat.scene
    assert better.board != made
    assert better.board.pips(Player.WHITE) == made.pips(Player.WHITE)
    assert (better.last.player, better.note.heading) == (Player.WHITE, "Better:")
    assert f"Better: {better.note.text}, equity" in seat.shown
    await seat.press("b")
    assert (seat.scene.note.text, seat.scene.board) == ("8/5 6/5", made)
    await seat.press("b", "right", "left")
    assert seat.scene.board == made


async def test_listed_mistakes_use_the_width_of_the_window(tmp_path):
    names = ("Anna-Magdalena Bach", "Johann Sebastian Bach")
    async with replay(tmp_path, Pool(), (120, 40), header=HEADER._replace(names=names)) as seat:
        await seat.press("a", "a")
        assert any(" missed double " in row and "best: double" in row for row in seat.shown.splitlines())


@pytest.mark.parametrize("saved", [True, False], ids=["beside the match", "of another file elsewhere"])
async def test_what_was_kept_is_shown_at_once(tmp_path, saved):
    async with replay(tmp_path, Pool(), saved=saved) as seat:
        await seat.press("a")
    assert analysis_path(tmp_path / "match.jsonl").exists() is saved
    pool = Pool()
    async with replay(tmp_path, pool, saved=saved) as seat:
        await seat.press("n")
        assert seat.shows("Costs ? 0.080:")
        await seat.press("a")
        assert seat.shows("error rate")
        assert pool.asked == 0


async def test_it_stops_and_goes_on_where_it_was(tmp_path):
    whole = Pool()
    (tmp_path / "other").mkdir()
    async with replay(tmp_path / "other", whole) as seat:
        await seat.press("a")
    first, second = Pool(2 * whole.asked // 3, waits=True), Pool()
    async with replay(tmp_path, first) as seat:
        await seat.press("a")
        assert "%" in seat.shown
        assert "replay-stop" in seat.keys
        await seat.press("right")
        assert step(seat) == 1
        await seat.press("escape")
        assert seat.shows("Stopped. Press a to continue the analysis.")
        assert "replay-stop" not in seat.keys
    async with replay(tmp_path, second) as seat:
        await seat.press("a")
        assert ANALYSED in seat.shown
    assert second.asked < whole.asked <= first.asked + second.asked


async def test_the_command_line_asks_nothing_again(tmp_path, monkeypatch, capsys):
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("a")
    asked = []
    monkeypatch.setattr(EnginePool, "ask", lambda _pool, question: asked.append(question))
    arguments = ["analyse", str(tmp_path / "match.jsonl"), "--engine", "builtin", "--json"]
    assert await asyncio.to_thread(main, arguments) == 0
    assert asked == []
    assert '"mark": "?"' in capsys.readouterr().out


async def test_an_engine_that_fails_costs_nothing_that_was_done(tmp_path):
    pool = Pool(10)
    async with replay(tmp_path, pool) as seat:
        await seat.press("a")
        assert seat.shows("Fake failed (tired).")
        assert analysis_path(tmp_path / "match.jsonl").read_text().count("\n") > 1
        pool.answers = "many"  # which no number can be compared with
        await seat.press("a")
        assert seat.shows("Internal error (TypeError). Press a to continue the analysis.")
        assert "replay-stop" not in seat.keys
        pool.answers = 10**6
        await seat.press("a")
        assert ANALYSED in seat.shown
        await seat.press("q")


async def test_an_analysis_under_way_ends_with_the_program(tmp_path):
    command = [sys.executable, "-m", "tests.engine.fake", "hang"]
    pool = EnginePool("fake", adapter=Fake(), command=command)
    async with replay(tmp_path, pool) as seat:
        child = int((await pool.ask(EASY)).version)
        await seat.press("a")
        assert "replay-stop" in seat.keys
        assert is_running(child)
    assert not is_running(child)
    assert not pool.children


@pytest.mark.long
async def test_other_plies_replace_the_analysis(tmp_path):
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("A")
        assert seat.shows("Analyse the match")
        await seat.press("down", "1", "enter", "enter")
        assert seat.shows(f"Analysed by {BUILT_IN}, 1 ply.")
        await seat.press("A")
        assert seat.shows(f"Analysed by {BUILT_IN}, 1 ply. Another choice replaces this analysis.")
        await seat.press("escape")
        assert head_of(tmp_path)["plies"] == 1
        await seat.press("A", "down", "0", "enter", "enter")
        assert seat.shows(f"Analysed by {BUILT_IN}, 0 plies.")
    assert head_of(tmp_path)["plies"] == 0
    steps = [json.loads(line)["step"] for line in lines_of(tmp_path)[1:]]
    assert sorted(set(steps)) == [*range(1, max(steps) + 1)]


async def test_a_continues_with_the_plies_that_were_chosen(tmp_path):
    first, second = Pool(20, waits=True), Pool()
    async with replay(tmp_path, first) as seat:
        await seat.press("A", "down", "1", "enter", "enter")
        assert "replay-analyse-by" not in seat.keys
        await seat.press("escape")
        assert seat.shows("Stopped. Press a to continue the analysis.")
    async with replay(tmp_path, second, name="gnubg") as seat:
        await seat.press("A")
        assert seat.shows(f"Partly analysed by {BUILT_IN}")
        assert seat.shows(
            "The analysis continues with the same engine, version and plies, and starts over with any other."
        )
        await seat.press("escape", "a")
        assert seat.shows(f"Analysed by {BUILT_IN}, 1 ply.")
    assert head_of(tmp_path)["plies"] == 1


async def test_an_engine_that_cannot_be_asked_keeps_the_analysis(tmp_path, monkeypatch):
    async with replay(tmp_path, Pool(20)) as seat:
        await seat.press("A", "down", "1", "enter", "enter")
        assert seat.shows("Fake failed (tired).")
    before = lines_of(tmp_path)
    monkeypatch.setattr("bgterm.engine.adapters.builtin.Builtin.missing", lambda _engine: "reinstall bgterm")
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("a")
        assert seat.shows(f"{Builtin.label} is not installed: reinstall bgterm.")
        assert "replay-stop" not in seat.keys
    assert lines_of(tmp_path) == before


async def test_an_engine_that_looks_ahead_less_is_reported(seat):
    await seat.press("A", "question_mark")
    assert "first row" in seat.page
    assert "Bksp" not in seat.page
    assert "Ctrl+U" not in seat.page
    await seat.press("escape", "backspace")
    assert seat.shows("Analyse the match")
    await seat.press("down", "2", "enter", "enter")
    assert seat.shows("Analysed. Built-in bot looks ahead 1 roll at most, not 2.")


def test_help_explains_the_marks_of_mistakes():
    told = next(each.tooltip for each in BINDINGS if each.id == "replay-mistake").replace(" costs", "")
    assert all(f"{mark} {least}" in told for least, mark in MARKS)


async def test_without_an_engine_there_is_no_form(tmp_path, monkeypatch):
    monkeypatch.setattr("bgterm.engine.adapter.ADAPTERS", {"builtin": "builtin.Builtin"})
    monkeypatch.setattr("bgterm.engine.adapters.builtin.Builtin.missing", lambda _engine: "reinstall bgterm")
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("A")
        assert not seat.shows("Analyse the match")
        assert seat.shows("No engine that is installed plays Backgammon")


def lines_of(folder):
    return analysis_path(folder / "match.jsonl").read_text().splitlines()


def head_of(folder):
    return json.loads(lines_of(folder)[0])


async def test_without_a_file_there_is_no_analysis(workspace, tmp_path):
    record = read_file(written(tmp_path))
    async with seated(ReplayScreen(record, workspace, "match", at_one_keyboard), workspace) as seat:
        assert "replay-analyse" not in seat.keys


@pytest.mark.parametrize(
    ("damage", "remark"),
    [
        (lambda data: b"nonsense\n" + data, DAMAGED),
        (lambda data: data[: len(data) // 2] + b"\n" + data[len(data) // 2 :], DAMAGED),
        (lambda data: data.replace(b'"match": "', b'"match": "0'), "is of an earlier state of the match"),
    ],
    ids=["head", "middle", "match"],
)
async def test_a_file_that_is_no_use_is_made_anew(damage, remark, tmp_path):
    path = analysis_path(tmp_path / "match.jsonl")
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("a")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    async with replay(tmp_path, Pool()) as seat:
        assert remark in " ".join(seat.shown.split())
        await seat.press("a")
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def even(monkeypatch):
    """Replace the games of rollouts by even ones; return a list that counts them."""
    games = []
    monkeypatch.setattr(Rollout, "_played", lambda *_start: games.append(1) or Probabilities(0.5))
    return games


async def test_a_whole_rollout_judges_the_decision(tmp_path, monkeypatch):
    games = even(monkeypatch)
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("a", "n", "r")
        assert seat.shows("Ann 3-1: 8/5 6/5")
        assert seat.shows(f"{BUILT_IN}, 36 trials")
        assert seat.shows("± 0.000")
        await seat.press("question_mark")
        assert "Keys" in seat.page
        await seat.press("escape")
        assert seat.shows(f"{BUILT_IN}, 36 trials")
        await seat.press("escape")
        assert step(seat) == 3
        assert seat.shows("The best play. (36 trials)")
    many = len(games)
    async with replay(tmp_path, Pool(0)) as seat:
        await seat.press("right", "right", "right")
        assert seat.shows("The best play. (36 trials)")
        await seat.press("r")
        assert seat.shows("72 trials")
    assert len(games) == 2 * many


async def test_a_rollout_needs_a_decision_and_says_why_it_fails(tmp_path, monkeypatch):
    def fails(*_start):
        raise engine_failed("Fake", "tired")

    monkeypatch.setattr(Rollout, "_played", fails)
    async with replay(tmp_path, Pool()) as seat:
        await seat.press("r")
        assert "replay-rollout" not in seat.keys
        assert seat.shows("Nothing was decided here: go to a play or a double, then r rolls it out.")
        await seat.press("right", "right", "right", "r")
        assert seat.shows("Fake failed (tired).")
        await seat.press("escape")
        assert step(seat) == 3
