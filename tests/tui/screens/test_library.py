"""The match library on the screen: matches found, gone on with, exported, renamed and deleted, on purpose only."""

import asyncio
import os

import pytest

from bgterm.formats.sharing_notes import went
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.storage.match_files import read_file
from bgterm.text import library
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.dialogs import ConfirmDialog, PageScreen
from bgterm.tui.screens.library import screen
from bgterm.tui.screens.library.match_list import MatchPreview
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.widgets.text_line import RowList
from tests.builders import header
from tests.cases import rest_long
from tests.reference import DATA
from tests.tables import begin_table, resume_table
from tests.tui.screen_cells import strips
from tests.tui.seat import at_table, key_event, seated, workspace_in
from tests.waiting import until, wait

WHITE, BLACK = Player
SAMPLE = DATA / "matches" / "s09_match7_resign.mat"
TO_FIVE = header(5, "seed:1")
TO_ONE = TO_FIVE._replace(ruleset=Ruleset(length=1), names=("Cid", "Dee"), date="2026-11-19T19:30")
MONEY = TO_FIVE._replace(ruleset=Ruleset(), names=("Eve", "Fay"), date="2026-11-18T19:30", stake="2 euro")


@pytest.fixture
async def seat(workspace):
    async with seated(LibraryScreen(workspace), workspace) as seat:
        yield seat


def resigned(winner, win=Win.SINGLE):
    return [OpeningThrown(3, 1), ResignationOffered(winner.opponent, win), ResignationAccepted(winner)]


def keep(folder, header, minutes, *events, left=False):
    """Keep a match with a last play `minutes` minutes after 1970 began, and return its name.

    `left` writes down that both players have left its table on a server.
    """
    table = begin_table(folder, header)
    for event in events:
        wait(table.apply(event))
    for player in Player if left else ():
        wait(table.note(went(player, back=False)))
    table.close().result()
    os.utime(table.path, (0, minutes * 60))
    return table.name


@pytest.fixture
def workspace(tmp_path):
    """A workspace with an unfinished match, a finished one, a money session and a damaged save, in this order."""
    workspace = workspace_in(tmp_path)
    keep(workspace.saves, TO_FIVE, 40, OpeningThrown(3, 1))
    keep(workspace.saves, TO_ONE, 30, *resigned(BLACK))
    keep(workspace.saves, MONEY, 20, *resigned(WHITE, Win.GAMMON))
    (workspace.saves / "odd.jsonl").write_text("hello\n")
    os.utime(workspace.saves / "odd.jsonl", (0, 600))
    return workspace


def listed(seat):
    """Return the names of the saves that are listed."""
    book = seat.app.screen.query_one(RowList)
    return [entry.name for entry in book.shown]


ALL = ["2026-11-20-ann-bob", "2026-11-19-cid-dee", "2026-11-18-eve-fay", "odd"]


async def test_marks_of_menu_and_library_stay_when_they_are_left(menu):
    await menu.press(*["down"] * 2, "enter", "down", "down")
    for keys in (("enter", "q"), ("s", "s", "s"), ("v",), ("escape", "escape", "enter")):
        await menu.press(*keys)
        (marked,) = [line for line in menu.shown.splitlines() if line.startswith(" > ")]
        assert "Eve" in marked
    await menu.press("q")
    assert menu.shows("> Match library")


async def test_an_empty_book_says_so_and_offers_nothing(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(LibraryScreen(workspace), workspace) as seat:
        assert seat.shows(
            "No match is saved yet. Begin one with New match in the menu; every match is saved automatically."
        )
        assert not {"library-open", "library-replay", "library-delete", "library-export"} & seat.keys
        await seat.press("enter", "r", "e", "D", "n", "h", "dollar_sign", "down", "end", "pagedown")
        assert seat.screen is LibraryScreen


async def test_the_list_describes_each_match_in_at_most_100_columns(seat):
    assert listed(seat) == ALL
    rows = seat.shown.splitlines()[2:6]
    assert rows[0].split()[1:] == ["2026-11-20", "Ann", "-", "Bob", "Backgammon", "5", "0-0", "game", "1"]
    assert rows[1].split() == ["2026-11-19", "Cid", "-", "Dee", "Backgammon", "1", "0-1", "finished"]
    assert rows[2].split() == ["2026-11-18", "Eve", "-", "Fay", "Backgammon", "money", "2-0", "game", "2"]
    assert rows[3].split() == ["odd", "damaged"]
    assert seat.shows("Ann 0, Bob 0, match to 5, game 1")
    (row,) = [strip for strip in strips(seat.app) if "Cid - Dee" in strip.text]
    assert [part.text for part in row if part.style and part.style.bold] == ["Dee"], "the winner alone is bold"
    await seat.press("down")
    assert seat.shows("Dee won 1-0, match to 1")
    await seat.press("end")
    assert seat.shows("odd cannot be read: line 1")
    assert not {"library-open", "library-replay", "library-export", "library-compare"} & seat.keys
    for columns, wide in ((80, 80), (120, 100), (200, 100)):
        await seat.resize(columns, 40)
        (row,) = [row for row in seat.shown.splitlines() if "Ann - Bob" in row]
        assert seat.app.screen.query_one(RowList).size.width == wide - 2
        assert len(row) < wide


async def test_only_the_rows_that_are_seen_are_fetched(tmp_path):
    workspace = workspace_in(tmp_path)
    names = [keep(workspace.saves, TO_FIVE, 100 - number) for number in range(60)]
    async with seated(LibraryScreen(workspace), workspace) as seat:
        rows = len(listed(seat))
        assert rows < 24
        await seat.press("end")
        assert listed(seat) == names[-rows:]
        await seat.press("pageup", "up")
        assert len(listed(seat)) == rows
        await seat.press("home")
        assert listed(seat) == names[:rows]
        await seat.resize(120, 50)
        await seat.press("down")
        assert listed(seat) == names[: len(listed(seat))]
        assert len(listed(seat)) > rows


async def test_rows_that_another_program_has_deleted_are_blank(seat, workspace):
    await seat.press("home")
    with Library(workspace.saves) as library:
        for name in ALL[1:]:
            library.delete(name)
    await seat.press("end")
    assert (listed(seat), "library-open" in seat.keys) == ([ALL[0]], False)


async def test_a_match_is_resumed_and_a_finished_one_replayed(seat):
    await seat.press("enter")
    assert seat.screen is MatchScreen
    await seat.press("q")
    assert seat.screen is LibraryScreen
    await seat.press("down", "enter")
    assert seat.screen is ReplayScreen
    await seat.press("q", "up", "r")
    assert seat.screen is ReplayScreen
    await seat.press("q", "down", "down", "enter", "space")
    assert seat.screen is MatchScreen
    await seat.press("r", "q")
    assert listed(seat)[0] == "2026-11-18-eve-fay", "it was the last to be played"


async def test_the_list_is_sorted_filtered_and_searched(seat):
    await seat.press("s", "s")
    assert [name for name in listed(seat) if name != "odd"] == ALL[:3]
    for names in ([ALL[0], ALL[2]], [ALL[1]], ["odd"], ALL):
        await seat.press("v")
        assert set(listed(seat)) == set(names)
    await seat.press("slash", *"EVE", "enter")
    assert listed(seat) == ["2026-11-18-eve-fay"]
    assert 'with "EVE"' in seat.shown
    await seat.press("slash", *"x", "enter")
    assert listed(seat) == []
    assert seat.shows("No match fits that: Escape shows them all.")
    await seat.press("escape")
    assert (seat.screen, set(listed(seat))) == (LibraryScreen, set(ALL))


async def test_exported_match_is_written_once_and_overwrites_nothing(seat, workspace):
    workspace.exports.write_text("a file where the folder should be")
    await seat.press("e")
    assert f"cannot write to {workspace.exports} (File exists)" in seat.page
    workspace.exports.unlink()
    await seat.press("escape", "down", "e")
    assert seat.page.splitlines() == [
        str(workspace.exports / f"2026-11-19-cid-dee{suffix}") for suffix in (".mat", ".sgf")
    ]
    found = read_file(workspace.exports / "2026-11-19-cid-dee.mat")
    assert (found.match.names, found.match.score) == (("Cid", "Dee"), (0, 1))
    text = (workspace.exports / "2026-11-19-cid-dee.mat").read_bytes()
    await seat.press("escape", "e")
    assert str(workspace.exports / "2026-11-19-cid-dee.mat") in seat.page
    assert len([*workspace.exports.iterdir()]) == 2
    (workspace.exports / "2026-11-19-cid-dee.mat").write_text("somebody's notes")
    await seat.press("escape", "e")
    assert (workspace.exports / "2026-11-19-cid-dee-2.mat").read_bytes() == text
    assert (workspace.exports / "2026-11-19-cid-dee.mat").read_text() == "somebody's notes"


async def test_a_match_gets_another_name(seat, workspace):
    await seat.press("n", *["backspace"] * 30, *"Final", "enter")
    assert (workspace.saves / "final.jsonl").exists()
    assert listed(seat) == ["final", *ALL[1:]]
    assert seat.shows(f"{ALL[0]} is now called final.")
    await seat.press("n", *["backspace"] * 30, *"odd", "enter")
    assert seat.shows("There is another match called odd")
    await seat.press("n", *["backspace"] * 30, "enter")
    assert seat.shows("cannot be a name")
    assert sorted(path.stem for path in workspace.saves.iterdir()) == sorted(["final", *ALL[1:]])
    for key, name in (("down", "x"), ("s", "y")):
        await seat.press("n", name, "enter")
        assert "is now called" in seat.shown
        await seat.press(key)
        assert "is now called" not in seat.shown


async def test_imported_match_is_marked_once_and_can_be_replayed(seat, tmp_path):
    path, name = tmp_path / "match.sgf", "2026-11-20-abe-bea"
    path.write_text(SAMPLE.with_suffix(".sgf").read_text())
    await seat.press("end", "i", *str(path), "enter")
    assert seat.shows(f"Imported as {name}.")
    assert seat.shows(f"saved as {name}")
    assert name in listed(seat)
    await seat.press("end", "slash", *"cid", "enter", "i", *str(path), "enter")
    assert seat.shows(f"match.sgf is saved already, as {name}.")
    assert seat.shows(f"saved as {name}")
    assert listed(seat).count(name) == 1
    await seat.press("r")
    assert seat.screen is ReplayScreen


def test_a_closed_money_session_is_said_to_be_closed():
    said = library.outcome(("Ann", "Zoë"), (8, 0), 0, 2, None, closed=True)
    assert said == "Ann 8, Zoë 0, money session, closed"


@pytest.mark.long
async def test_an_import_keeps_the_analysis_of_the_file(seat, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.xg").write_bytes((DATA / "gammonview" / "B4_SrGcsKAQmoTyHlgJCbM.xg").read_bytes())
    await seat.press("i", *"m.xg", "enter")
    assert "Imported as 2026-01-04-fox-bluepoint02." in seat.shown
    await seat.press("r", "n")
    assert "Costs ? 0.089: 13/7(2) 8/2(2) is better. (XG Roller)" in " ".join(seat.shown.split())


@pytest.mark.parametrize(
    ("name", "said", "imported"),
    [
        ("none.mat", "No such file or directory", []),
        ("match.xg", "a match file of eXtreme Gammon", []),
        ("broken.mat", "line 31: Abe 3-1: 2/0 2/0 is not legal", ["2026-11-20-abe-bea"]),
    ],
)
async def test_what_an_import_cannot_read_is_shown(seat, tmp_path, monkeypatch, name, said, imported):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.xg").write_bytes(b"RGMH")
    (tmp_path / "broken.mat").write_text(SAMPLE.read_text().replace(" 25) 42: 2/0 2/0", " 25) 31: 2/0 2/0"))
    await seat.press("i", *name, "enter")
    assert said in seat.page
    assert all(f"Imported as {match}." in seat.page for match in imported)
    await seat.press("escape")
    assert sorted(listed(seat)) == sorted([*ALL, *imported])


@pytest.mark.parametrize("key", rest_long(2, ["enter", "space", "escape", "n", "D", "delete"]))
async def test_only_a_yes_deletes(seat, workspace, key):
    await seat.press("D")
    assert seat.screen is ConfirmDialog
    assert seat.shows("Delete the match of 2026-11-20? It is not finished: Ann 0, Bob 0, match to 5, game 1.")
    assert "Match library: 4 matches, last played first" in seat.shown
    await seat.press(key)
    assert len([*workspace.saves.iterdir()]) == 4
    if seat.screen is ConfirmDialog:
        await seat.press("n")
    await seat.press("D", "y")
    assert (seat.screen, listed(seat)) == (LibraryScreen, ALL[1:])
    assert seat.shows(f"{ALL[0]} is deleted.")
    assert not (workspace.saves / f"{ALL[0]}.jsonl").exists()


async def test_a_match_that_is_played_elsewhere_stays(workspace):
    table = resume_table(workspace.saves / f"{ALL[0]}.jsonl")
    async with seated(LibraryScreen(workspace), workspace) as seat:
        await seat.press("D", "y")
        assert seat.shows("is being played by another bgterm")
        await seat.press("enter")
        assert seat.screen is LibraryScreen
    table.close().result()
    assert (workspace.saves / f"{ALL[0]}.jsonl").exists()


async def test_a_save_that_has_just_gone_is_told(seat, workspace):
    (workspace.saves / f"{ALL[0]}.jsonl").unlink()
    for key, said in (
        ("enter", f"No saved match is called {ALL[0]}."),
        ("r", f"Cannot read {ALL[0]} (No such file or directory)."),
    ):
        await seat.press(key)
        assert (seat.screen, seat.shows(said)) == (LibraryScreen, True)


async def test_two_players_are_compared_by_a_key_of_the_help(seat):
    await seat.press("question_mark")
    assert "all that these two" in seat.page
    await seat.press("escape", "down", "h")
    assert seat.screen is PageScreen
    assert ["matches", "won", "0", "1"] in [line.split() for line in seat.page.splitlines()]


@pytest.mark.rule("A-48")
async def test_the_ledger_is_there_for_money_sessions_alone(seat):
    assert "library-ledger" not in seat.keys
    await seat.press("dollar_sign")
    assert seat.screen is LibraryScreen
    await seat.press("down", "down", "dollar_sign")
    assert "Fay owes Eve 4 euro: 2 points of 2 euro." in seat.page


async def test_a_game_over_at_the_table_has_a_ledger_and_an_export(tmp_path):
    async with at_table(tmp_path, header=MONEY, past=resigned(BLACK)) as (seat, table):
        await seat.press("dollar_sign")
        assert "Eve owes Fay 2 euro: 1 point of 2 euro." in seat.page
        await seat.press("escape", "e")
        assert read_file(seat.workspace.exports / f"{table.name}.mat").match.score == (0, 1)
        await seat.press("escape")
        assert seat.screen is MatchScreen


# The preview


def board_of(seat):
    return seat.app.screen.query_one(MatchPreview).query_one(Board)


async def test_preview_has_board_what_is_next_and_games(seat, workspace):
    assert seat.shows("Ann to move 3-1")
    for name in ALL[:3]:
        match = read_file(workspace.saves / f"{name}.jsonl").match
        assert board_of(seat).visible
        assert board_of(seat).shown.board == match.shown_game.board
        await seat.press("down")
    assert not board_of(seat).visible
    await seat.press("up")
    assert board_of(seat).visible
    rows = [" ".join(row.split()) for row in seat.shown.splitlines()]
    assert any(row.endswith("winner won as cube score") for row in rows)
    assert any(row.endswith("1 Eve gammon 1 2-0") for row in rows)


async def test_matches_that_are_passed_by_are_not_read(workspace, monkeypatch):
    rested, read = [], []

    async def rest(view):
        rested.append(view.marked.name)
        while rested[-1] == ALL[1]:  # this one is not marked for long enough
            await asyncio.sleep(0)

    monkeypatch.setattr(LibraryScreen, "rest", rest)
    monkeypatch.setattr(screen, "load", lambda path: read.append(path.stem) or load(path))
    async with seated(LibraryScreen(workspace), workspace) as seat:
        assert read == ALL[:1]
        seat.app.post_message(key_event("down"))
        await until(lambda: ALL[1] in [*rested, *read])
        await seat.press("down")
        assert read == [ALL[0], ALL[2]]
        await seat.burst("up", "down")
        assert set(read) == {ALL[0], ALL[2]}
        assert board_of(seat).shown.board == load(workspace.saves / f"{ALL[2]}.jsonl").match.shown_game.board


async def test_a_small_window_has_no_board_and_reads_no_match(workspace, monkeypatch):
    monkeypatch.setattr(screen, "load", None)
    async with seated(LibraryScreen(workspace), workspace, (79, 24)) as seat:
        assert not board_of(seat).display
        await seat.press("down")
        assert seat.shows("Dee won 1-0, match to 1")


async def test_what_is_wrong_with_a_match_is_told_at_its_mark(workspace):
    path = workspace.saves / f"{ALL[0]}.jsonl"
    path.write_bytes(path.read_bytes() + b"hello\n")
    os.utime(path, (0, 3000))
    async with seated(LibraryScreen(workspace), workspace) as seat:
        assert seat.shows("game 1 !")
        assert seat.shows("! The save was damaged at line 3")
        assert seat.shows("Ann 0, Bob 0, match to 5, game 1")
