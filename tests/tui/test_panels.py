"""The panels beside the board, the title and the line of keys: highlighted parts, and parts that stay in place."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Taken,
)
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.widgets.chart import BarChart
from bgterm.tui.widgets.match_panels import PlayerCard
from bgterm.tui.widgets.table_view import ScoreSheet
from bgterm.tui.widgets.text_line import with_short_names
from tests.builders import FIRST_TURN, play
from tests.tui.seat import HEADER, at_table, lay_table, seated

WHITE, BLACK = Player


def text_of(seat, kind):
    """Return the rows of the first visible widget of a class."""
    assert seat.shown  # draws the screen
    widget = next(one for one in seat.app.screen.query(kind) if one.display)
    return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]


def names_on_a_bar(seat):
    """Return the names that are shown reversed."""
    lines = [card.render_line(0) for card in seat.app.screen.query(PlayerCard)]
    pieces = [piece for line in lines for piece in line if piece.style and piece.style.reverse]
    return [piece.text.strip() for piece in pieces if piece.text.strip()]


async def names_in(theme, seat):
    """Return the names that a theme shows reversed."""
    seat.app.theme = theme
    await seat.settle()
    return names_on_a_bar(seat)


async def test_the_name_of_the_player_to_act_is_reversed(seat):
    themes = ("walnut", "mono", "terminal")
    assert [await names_in(theme, seat) for theme in themes] == [["Ann"]] * 3
    await seat.press(*"8/5 6/5", "enter", "enter")
    assert [await names_in(theme, seat) for theme in themes] == [["Bob"]] * 3


async def test_the_card_of_the_winner_stands_out(tmp_path):
    won = (
        *FIRST_TURN,
        Doubled(BLACK),
        Taken(WHITE),
        ResignationOffered(BLACK, Win.GAMMON),
        ResignationAccepted(WHITE),
    )
    async with at_table(tmp_path, past=won) as (seat, _):
        assert names_on_a_bar(seat) == ["Ann"]
        assert seat.shows("Ann 4 of 5 +4 points")
        assert seat.shows("Bob 0 of 5 167 pips")
        assert not seat.shows("behind")
        await seat.resize(120, 40)
        assert not seat.shows("behind")
        await seat.press("enter")
        assert (names_on_a_bar(seat), seat.shows("+4 points")) == ([], False)


async def test_names_use_the_whole_width_of_a_small_window(tmp_path):
    header = HEADER._replace(names=("Wilhelmina", "Sebastian"))
    async with at_table(tmp_path, header=header, size=(50, 22)) as (seat, _):
        assert "Wilhelmina" in seat.shown
        assert "Sebastian" in seat.shown


@pytest.mark.parametrize(
    ("past", "size", "shown"),
    [
        (FIRST_TURN, (80, 24), ("Ann 0 of 5 163 pips 4 ahead", "Bob 0 of 5 167 pips")),
        (FIRST_TURN, (120, 40), ("Ann 0 of 5 163 pips 4 ahead", "Bob 0 of 5 167 pips 4 behind")),
        ((*FIRST_TURN, Doubled(BLACK), Taken(WHITE)), (80, 24), ("163 pips 2 cube", "167 pips 4 behind")),
    ],
    ids=["of the leader", "of both in a large window", "beside a cube"],
)
async def test_a_card_tells_score_pips_and_lead(tmp_path, past, size, shown):
    async with at_table(tmp_path, past=past, size=size) as (seat, _):
        assert [text for text in shown if not seat.shows(text)] == []
        assert seat.shows("4 behind") is any("behind" in text for text in shown)


async def test_points_of_a_money_session_are_called_so(tmp_path):
    async with at_table(tmp_path, header=HEADER._replace(ruleset=Ruleset(length=0))) as (seat, _):
        assert seat.shows("Ann 0 points 167 pips")


async def test_a_wide_window_has_a_score_sheet(tmp_path):
    past = (*FIRST_TURN, Rolled(BLACK, Dice(6, 4)), Moved(BLACK, play("24/18 13/9")), Doubled(WHITE), Taken(BLACK))
    async with at_table(tmp_path, past=past, size=(160, 50)) as (seat, _):
        rows = [" ".join(row.split()) for row in text_of(seat, ScoreSheet)]
        assert rows[0] == "Ann Bob"
        assert rows[2:4] == ["1 31 8/5 6/5 64 24/18 13/9", "2 ▆▆ doubles to 2 ▆▆ takes"]
        await seat.resize(120, 40)
        assert [row.split(None, 1)[1] for row in text_of(seat, ScoreSheet)[:2]] == ["8/5 6/5", "24/18 13/9"]


async def test_a_score_sheet_lists_the_games_before(tmp_path):
    won = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))
    async with at_table(tmp_path, past=won, size=(160, 50)) as (seat, _):
        await seat.press("space")
        assert text_of(seat, ScoreSheet)[-1].split() == ["1", "Bob", "double", "passed", "1", "0-1"]


async def test_a_tall_window_has_a_chart_of_the_race(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN, size=(120, 40)) as (seat, _):
        rows = text_of(seat, BarChart)
        assert rows[0].startswith("Lead in pips ")
        assert len(next(row for row in seat.shown.splitlines() if "Lead in pips" in row)) == 119
        assert [row.split()[1] for row in rows if "●" in row] == ["163", "167"]
        await seat.resize(100, 30)
        assert not seat.shows("Lead in pips")


async def test_points_are_in_large_figures_on_wide_cards(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN, size=(160, 50)) as (seat, _):
        assert [row[-4:].strip() for row in text_of(seat, PlayerCard)[1:4]] == ["▄▄▄", "█ █", "█▄█"]
        await seat.resize(80, 24)
        assert "█▄█" not in "".join(text_of(seat, PlayerCard))


async def test_the_keys_at_the_right_edge_stay_where_they_are(seat):
    places = set()
    for keys in ("", "8/5", ("enter",), "6/5", ("enter",), ("enter",)):
        await seat.press(*keys)
        line = seat.shown.splitlines()[-1]
        places |= {line.find("leave   ?  help"), line.index("help")}
    last = len(line) - len("help")
    assert places == {-1, last - len("leave   ?  "), last}  # while a play is typed, q is a letter


async def test_keys_stay_where_they_are_when_one_before_them_changes(seat):
    before = seat.shown.splitlines()[-1]
    await seat.press("enter")
    after = seat.shown.splitlines()[-1]
    assert (before.index("pick up "), after.index("put down ")) == (9, 9)
    assert "Tab" in before
    assert after.index("Bksp") == before.index("←↑↓→") == 20


async def test_numbers_of_a_card_are_aligned(seat):
    rows = [row.rstrip() for row in seat.shown.splitlines()]
    ends = {row.index(word) for word in (" of 5", " pips") for row in rows if row.endswith(word)}
    assert len(ends) == 1


async def test_the_checker_in_hand_is_named_with_all_its_targets(seat):
    await seat.press("enter")
    board = seat.draft
    assert seat.shows("Ann to move 3-1: choose or type a move")
    assert seat.shows(f"> {board.picked}/_")
    for point in board.destinations:
        assert seat.shows(f"{board.picked}/{point}")
    assert len(board.destinations) == 3


async def test_the_menu_shows_the_match_to_continue(workspace):
    past = (*FIRST_TURN, Rolled(BLACK, Dice(6, 4)))
    lay_table(workspace.saves, (), past=past).close().result()
    async with seated(MenuScreen(workspace), workspace) as seat:
        assert seat.shows("Ann 0 - 0 Bob match to 5, game 1 Bob to move 6-4 begun 2026-11-20")
        assert (seat.scene.dice, seat.scene.board.pips(WHITE)) == ((6, 4), 163)


@pytest.mark.parametrize(("size", "use"), [((80, 24), "put"), ((160, 50), "put a checker down")])
async def test_the_position_editor_names_its_keys_beside_the_board(workspace, size, use):
    async with seated(PositionEditorScreen(workspace), workspace, size) as seat:
        assert f"Space   {use}" in text_of(seat, ScoreSheet)


async def test_the_menu_describes_the_marked_entry_alone(menu):
    assert menu.shows("two players at this keyboard")
    await menu.press("down")
    assert menu.shows("all matches: replay, export, ledger")
    assert not menu.shows("two players at this keyboard")


# Names that are too long for their line

LONG = "Maximiliana Konstantin"


@pytest.mark.parametrize(
    ("text", "names", "width", "shown"),
    [
        (f"{LONG} doubles; {LONG} waits", [LONG, "Ann"], 30, "Maximili… doubles; Maximili… waits"),
        (
            "Maximilianus and Maximilianus II",
            ["Maximilianus", "Maximilianus II"],
            10,
            "Maximilianus and Maximili…",
        ),
        ("Wilhelmina to move", ["Wilhelmina"], 5, "Wilhelmina to move"),
    ],
    ids=["in each of its places", "not a name that is part of another", "not a name of twelve cells"],
)
def test_a_long_name_is_shortened(text, names, width, shown):
    assert with_short_names(text, names, width, "…").plain == shown
