"""The replay of a match: every way through it, the screens on the way, and playing on from a position in it."""

import pytest
from textual.widgets import Static

from bgterm.formats.engine_notes import EngineSeat, engine_seat
from bgterm.formats.record import read_record
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import write_line
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.events import Rolled
from bgterm.rules.games import position_in
from bgterm.rules.match import Phase
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.journal import load
from bgterm.storage.match_files import read_file
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.match.screen import MatchScreen, at_one_keyboard
from bgterm.tui.screens.pages import PositionIdsScreen, ProofScreen
from bgterm.tui.screens.replay.screen import PACES, ReplayScreen
from bgterm.tui.widgets.chart import BLOCKS, BarChart
from tests.analysis.test_replay import GAMES
from tests.builders import header
from tests.cases import rest_long
from tests.reference import DATA, match_files
from tests.tables import begin_table, resign
from tests.tui.seat import kept_at, seated, workspace_in
from tests.tui.ticker import ticker_of
from tests.waiting import wait

WHITE, BLACK = Player
HEADER = header(7, "seed:1")
MONEY = HEADER._replace(ruleset=Ruleset(), stake="1 euro")


@pytest.fixture
async def seat(tmp_path):
    async with replay(tmp_path) as seat:
        yield seat


def written(folder, header=HEADER, events=GAMES):
    path = folder / "match.jsonl"
    path.write_text("".join(f"{write_line(line)}\n" for line in (header, *events)))
    return path


def replay(folder, path=None, **header):
    """Return a seat at the replay of the file, or of a short match."""
    workspace = workspace_in(folder)
    found = read_file(path or written(folder, **header))
    return seated(ReplayScreen(found, workspace, "match", at_one_keyboard), workspace)


def step(seat):
    """Return the number of the step that the replay shows."""
    return seat.app.screen._step.number  # noqa: SLF001 - where the screen is


async def test_every_key_goes_its_way(seat):
    assert step(seat) == 0
    for keys, steps in (
        (("right", "l", "right", "right", "left", "h"), (1, 2, 3, 5, 3, 2)),
        (("full_stop", "full_stop", "comma"), (3, 4, 3)),
        (("d", "d", "D"), (6, 14, 6)),
        (("pagedown", "pageup", "end", "pageup", "home"), (12, 0, 16, 12, 0)),
        (("left", "comma", "pageup"), (0, 0, 0)),
        (("end", "right", "full_stop", "pagedown"), (16, 16, 16, 16)),
    ):
        for key, wanted in zip(keys, steps, strict=True):
            await seat.press(key)
            assert (key, step(seat)) == (key, wanted)


async def test_each_step_shows_what_happened_dice_and_race(seat):
    assert seat.shows("Backgammon: Ann 0, Bob 0, match to 7, game 1")
    await seat.press("right")
    assert bars(seat) == [BLOCKS[-1] * 16] * 2
    assert "167" in seat.shown
    await seat.press("right", "right")
    assert seat.shows("Ann 3-1: 8/5 6/5")
    assert seat.shows("step 3 of 16")
    for used in ((), (6, 4)):
        await seat.press("full_stop")
        scene = seat.scene
        assert (scene.dice, scene.used, scene.roller, scene.mover) == ((6, 4), used, BLACK, BLACK)
    assert scene.board.pips(BLACK) == 157
    for bottom in (BLACK, WHITE):
        await seat.press("f")
        assert seat.scene.bottom is bottom
    await seat.press("d")
    assert seat.shows("Ann doubles to 2")
    await seat.press("pagedown")
    assert [len(row) for row in bars(seat)] == [8, 8]
    await seat.press("left")
    assert seat.shows("Bob resigns: Ann wins a single game")
    assert seat.shows("step 11 of 16, single game 1 x cube 2 = 2: Ann leads 2-0")


def bars(seat):
    """Return the bars of the chart, row by row, without the numbers before them."""
    chart = seat.app.screen.query_one("#race", BarChart)
    return [chart.render_line(y).text[6:].rstrip() for y in range(chart.size.height)]


async def test_when_there_is_no_double_one_stays(tmp_path):
    async with replay(tmp_path, events=GAMES[:3]) as seat:
        await seat.press("d")
        assert step(seat) == 0
        assert seat.shows("No double and no irregular play comes after this.")
        await seat.press("right", "D")
        assert step(seat) == 1
        assert seat.shows("No double and no irregular play comes before this.")


async def test_plays_to_come_are_hidden_and_dimmed_on_the_page(seat):
    await seat.press("right", "right", "right", "right")
    shown = seat.shown
    assert "31 8/5 6/5" in shown
    assert "64 24/14" in shown
    assert "doubles to 2" not in shown
    await seat.press("m")
    assert seat.screen is PageScreen
    assert "Bob 6-4: 24/14" in seat.page
    lines = seat.app.screen._text_for(76).split("\n")  # noqa: SLF001 - with its styles
    styles = [str(line.spans[0].style) if line.spans else "" for line in lines]
    now = styles.index("bold reverse")
    assert styles[:now] == [""] * now
    assert set(styles[now + 1 :]) == {"$board-quiet"}


@pytest.fixture
def clock(monkeypatch):
    return ticker_of(ReplayScreen, monkeypatch)


async def test_autoplay_changes_speed_and_stops_at_the_end(tmp_path, clock):
    async with replay(tmp_path, events=GAMES[:5]) as seat:
        await seat.press("space")
        assert (clock.running, clock.pace) == (True, 1.0)
        assert seat.shows("autoplay every 1 s")
        await seat.press("plus")
        assert seat.shows("autoplay every 0.5 s")
        await seat.press("minus", "minus")
        assert (clock.pace, seat.shows("autoplay every 2 s")) == (2.0, True)
        await seat.press(*["equals_sign"] * 9)
        assert (clock.pace, clock.running) == (PACES[-1], True)
        for wanted in (1, 2, 3, 5):
            clock.tick()
            await seat.settle()
            assert step(seat) == wanted
        assert (clock.running, "by itself" in seat.shown) == (False, False)
        await seat.press("space")
        assert (clock.running, step(seat)) == (True, 0)
        await seat.press("space")
        assert (clock.running, "by itself" in seat.shown) == (False, False)


async def test_a_page_over_the_board_holds_it(seat, clock):
    screen = seat.app.screen
    await seat.press("space", "m")
    clock.tick()
    await seat.settle()
    assert screen._step.number == 0  # noqa: SLF001 - the page is the screen now
    await seat.press("escape")
    clock.tick()
    await seat.settle()
    assert step(seat) == 1


async def test_any_position_is_played_on_as_a_new_match(seat, tmp_path):
    await seat.press("d", "full_stop", "full_stop", "p", "enter", "enter")
    assert seat.screen is MatchScreen
    header, match = seat.table.header, seat.table.match
    before = load(tmp_path / "match.jsonl")
    assert header.start.board.pips(WHITE) == 163
    assert (match.game.phase, match.game.cube.value) == (Phase.TO_MOVE, 2)
    assert (header.names, match.ruleset) == (before.header.names, before.match.ruleset)
    assert (header.dice, seat.table.history) == ("random", ())
    assert position_in(match.game) == header.start
    await seat.press("q")
    assert kept_at(seat.workspace) == []
    assert (seat.screen, step(seat)) == (ReplayScreen, 8)
    await seat.press("home", "right", "right", "right", "p")
    assert seat.shows("> Opponent < a person >")
    await seat.press("b", "down", *"novice"[:1], "enter", "enter")
    assert engine_seat(seat.table.notes) == EngineSeat(WHITE, "builtin", "novice")
    assert seat.table.header.names == ("Built-in bot", "Bob")
    await seat.press("q", "p", "escape")
    assert seat.screen is ReplayScreen


async def test_an_engine_plays_on_in_the_match_from_its_replay(tmp_path):
    path, seat_of_engine = written(tmp_path), EngineSeat(BLACK, "builtin", "casual")
    header, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join((header, f"{write_line(seat_of_engine.note)}\n", *rest)))
    async with replay(tmp_path, path) as seat:
        await seat.press("right", "p")
        assert seat.shows("> Opponent < Built-in bot >")
        await seat.press("enter", "enter")
        assert engine_seat(seat.table.notes) == seat_of_engine
        assert seat.app.screen.view.seats == (WHITE,)
        await seat.press("q", "p", "a", "enter", "enter")
        assert engine_seat(seat.table.notes) is None
        assert (seat.app.screen.view.seats, seat.table.header.names) == ((WHITE, BLACK), ("Ann", "Black"))


async def test_a_match_that_is_over_is_not_played_on(tmp_path):
    async with replay(tmp_path, DATA / "matches" / "s01_match1.mat") as seat:
        await seat.press("end", "p")
        assert seat.screen is ReplayScreen
        assert seat.shows("The match ends here: go back to an earlier position.")
        assert kept_at(seat.workspace) == []


async def test_faults_of_a_file_are_said_and_can_be_read(tmp_path):
    path = written(tmp_path)
    path.write_text(path.read_text() + "hello\nmore\n")
    async with replay(tmp_path, path) as seat:
        assert seat.shows("line 18:")
        await seat.press("w")
        assert seat.screen is PageScreen
        assert "line 18" in seat.page


async def test_ledger_and_dice_up_to_here_are_a_key_away(tmp_path):
    async with replay(tmp_path, header=MONEY) as seat:
        await seat.press("pagedown", "dollar_sign")
        assert "Bob owes Ann 2 euro: 2 points of 1 euro." in seat.page
        await seat.press("escape")
        for key, rolls in (("home", 0), ("end", sum(isinstance(event, Rolled) for event in GAMES))):
            await seat.press(key, "s")
            (told,) = [line for line in seat.page.splitlines() if line.startswith("rolls")]
            assert sum(map(int, told.split()[1:])) == rolls
            await seat.press("escape")
            assert seat.screen is ReplayScreen


async def test_proof_of_the_dice_is_a_key_away(tmp_path):
    table = begin_table(tmp_path, HEADER._replace(ruleset=Ruleset(length=1), dice="verifiable"))
    wait(table.exchange(VerifiableDice.contribute, WHITE, "lucky seven"))
    resign(table)
    table.close().result()
    record = load(table.path)
    async with replay(tmp_path, table.path) as seat:
        assert "proof" in seat.keys
        await seat.press("v")
        assert seat.screen is ProofScreen
        assert seat.shows("Compare this page with the copy that you kept.")
        await seat.press("1")
        copied = seat.app.clipboard.splitlines()
        assert {evidence(record.items).commitment, record.items[-1].facts["secret"]} <= set(copied)
        assert "lucky seven" in seat.app.clipboard
        await seat.press("2")
        assert read_record(seat.app.clipboard.encode()).match.winner is BLACK
        assert seat.shows("bgterm verify NAME.jsonl checks it.")
        await seat.press("v")
        assert seat.screen is ReplayScreen


@pytest.mark.parametrize("path", rest_long(3, match_files("mat")))
async def test_files_of_other_programs_are_gone_through_to_their_end(path, tmp_path):
    async with replay(tmp_path, path) as seat:
        width = seat.app.screen.query_one("#race", BarChart).size.width
        for key in ("pagedown", "d", "right", "end", "pageup", "home"):
            await seat.press(key)
            assert max(map(len, bars(seat))) <= width - 6
        assert step(seat) == 0


async def test_every_position_has_ids_and_the_match_is_exported(seat):
    for key in ("pagedown", "d", "end"):
        await seat.press(key, "i")
        assert seat.screen is PositionIdsScreen
        await seat.press("escape")
    await seat.press("home", "i")
    assert "4HPwATDgc/ABMA" in seat.app.screen.query(Static).first().render().plain
    await seat.press("escape", "e")
    assert str(seat.workspace.exports / "match.sgf") in seat.page
    assert read_file(seat.workspace.exports / "match.mat").match.score == (3, 1)


async def test_no_key_does_harm(seat):
    assert {"proof", "replay-faults"}.isdisjoint(seat.keys)
    await seat.press(*"abcgjknortuvwxyzABCEFG0123456789!@", "dollar_sign", "enter", "tab", "backspace", "delete")
    assert (seat.screen, step(seat)) == (ReplayScreen, 0)
    await seat.press("q")
    assert not seat.app.is_running
