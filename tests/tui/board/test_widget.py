"""The board on a screen: the place of everything, and that no more is drawn than has changed."""

from contextlib import asynccontextmanager
from itertools import chain

import pytest
from textual.app import App
from textual.geometry import Region

from bgterm.rules.board import OFF, Board, Move, Player
from bgterm.rules.cube import Cube
from bgterm.rules.variants import BACKGAMMON, LONG
from bgterm.text.events import LastEvent
from bgterm.tui.board import styled_rows, widget
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.board.styled_rows import Ink
from bgterm.tui.look.themes import HALF_BLOCKS, register, set_terminal_class, terminal_variables
from bgterm.tui.widgets.chart import BarChart, equity
from tests.tui.screen_cells import picture

WHITE, BLACK = Player
SIZES = [(44, 15), (61, 17), (83, 23), (103, 33), (143, 43), (183, 53)]
OPENING = Scene(board=BACKGAMMON.board, mover=WHITE, bottom=WHITE, cube=Cube())
BUSY = Scene(
    board=Board.of({25: 2, 13: 8, 8: 3, 0: 2}, {25: 1, 13: 6, 6: 7, 0: 1}),
    mover=BLACK,
    bottom=WHITE,
    cursor=20,
    picked=25,
    targets=frozenset({20, 22}),
    dice=(3, 3, 3, 3),
    used=(3,),
    roller=BLACK,
    cube=Cube(4, WHITE),
    note=LastEvent("8/5* 6/3*", "Wilhelmina von Österreich:"),
)
SCENES = {
    "opening": OPENING,
    "throw": OPENING._replace(opening=(3, 5), note=LastEvent("Space or Enter throws")),
    "busy": BUSY,
    "left": BUSY._replace(home_right=False),
    "doubled": BUSY._replace(dice=(), roller=None, offered=WHITE),
    "no cube": BUSY._replace(cube=None),
    "great cube": BUSY._replace(cube=Cube(2**17)),
    "won": Scene(board=Board.of({OFF: 15}, {OFF: 11, 25: 4}), mover=WHITE, bottom=WHITE),
}


class Shown(App):
    """An app with a board and nothing else."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, theme="mono", ascii_only=False, scene=None):
        super().__init__()
        self.scene = scene
        register(self)
        self.set_class(ascii_only, "-ascii")
        self.theme = theme
        self.board = widget.Board()

    def compose(self):
        yield self.board

    def get_theme_variable_defaults(self):
        return terminal_variables(self)

    def on_mount(self):
        if self.scene:
            self.board.show(self.scene)

    def get_line_filters(self):
        return ()


def lines(board):
    """Return the text on the board, row by row."""
    x, y, width, height = board.region
    return ["".join(row[x : x + width]) for row in picture(board.app)[y : y + height]]


def parts_of(board):
    """Return the rows of each part of the board, by its region."""
    return dict(board.parts)


@asynccontextmanager
async def on_board(scene, size=(61, 17), *theme, **options):
    """Yield a board that shows the scene."""
    app = Shown(*theme, **options)
    async with app.run_test(size=size):
        app.board.show(scene)
        yield app.board


async def drawn(scene, size=(61, 17), **options):
    async with on_board(scene, size, **options) as board:
        return lines(board)


OPENING_DRAWN = """\
│ 13  14  15  16  17  18 │bar│ 19  20  21  22  23  24 │ off │
│ ●   ┊   ·   ┊   ○   ┊  │   │ ○   ┊   ·   ┊   ·   ●  │     │
│ ●   ┊   ·   ┊   ○   ┊  │   │ ○   ┊   ·   ┊   ·   ●  │     │
│ ●   ┊   ·   ┊   ○   ┊  │   │ ○   ┊   ·   ┊   ·   ┊  │     │
│ ●   ┊   ·   ┊   ·   ┊  │   │ ○   ┊   ·   ┊   ·   ┊  │     │
│ ●   ┊   ·   ┊   ·   ┊  │   │ ○   ┊   ·   ┊   ·   ┊  │     │
│                        │   │                        │     │
│                        │   │                        │┌───┐│
│                        │   │                        ││ 1 ││
│                        │   │                        │└───┘│
│                        │   │                        │     │
│ ○   ·   ┊   ·   ┊   ·  │   │ ●   ·   ┊   ·   ┊   ·  │     │
│ ○   ·   ┊   ·   ┊   ·  │   │ ●   ·   ┊   ·   ┊   ·  │     │
│ ○   ·   ┊   ·   ●   ·  │   │ ●   ·   ┊   ·   ┊   ·  │     │
│ ○   ·   ┊   ·   ●   ·  │   │ ●   ·   ┊   ·   ┊   ○  │     │
│ ○   ·   ┊   ·   ●   ·  │   │ ●   ·   ┊   ·   ┊   ○  │     │
│ 12  11  10  9   8   7  │bar│ 6   5   4   3   2   1  │ off │"""


@pytest.mark.rule("A-02", "A-03", "A-08")
async def test_the_opening_position():
    assert "\n".join(await drawn(OPENING)) == OPENING_DRAWN


@pytest.mark.rule("A-06")
async def test_home_on_the_left_is_the_mirror_image():
    seen = await drawn(SCENES["left"])
    assert seen[0] == "│off 1│ 1   2   3   4   5   6  <bar> 7   8   9   10  11  12 │"


LONG_BOARD = Scene(board=LONG.board, mover=WHITE, bottom=WHITE)


@pytest.mark.rule("A-06", "L2")
async def test_long_board_marks_heads_and_names_homes_on_each_side():
    seen = await drawn(LONG_BOARD)
    assert seen[0] == "│ 13  14  15  16  17  18 <home 19  20  21  22  23 ●24 │ off │"
    assert {row[25:30] for row in seen[1:16]} == {"│   │"}
    assert seen[16] == "│○12  11  10  9   8   7  home> 6   5   4   3   2   1  │ off │"
    seen = await drawn(LONG_BOARD._replace(home_right=False))
    assert seen[0] == "│ off │●24  23  22  21  20  19 home> 18  17  16  15  14  13 │"
    assert seen[16][31:36] == "<home"


async def test_small_long_board_shows_directions_and_heads():
    seen = await drawn(LONG_BOARD, size=(44, 15), ascii_only=True)
    assert (seen[0][18:21], seen[14][18:21]) == ("<<<", ">>>")
    assert (seen[0][36:39], seen[14][:3]) == ("O24", "X12")


async def test_a_large_die_has_pips_as_wide_as_high():
    seen = await drawn(OPENING._replace(dice=(6, 5), roller=WHITE), (143, 43), theme="walnut")
    rows = [row[75:115].strip() for row in seen[18:25] if row[75:115].strip()]
    assert rows[:5] == [
        "▄▄    ▄▄   ▄▄    ▄▄",
        "▀▀    ▀▀   ▀▀    ▀▀",
        "██    ██      ██",
        "▄▄    ▄▄   ▄▄    ▄▄",
        "▀▀    ▀▀   ▀▀    ▀▀",
    ]


async def test_large_checkers_of_characters_are_upright_on_both_sides():
    seen = await drawn(OPENING, size=(103, 33))
    assert [row[2:7] for row in seen[1:3]] == ["▗▄▄▄▖", "▝▀▀▀▘"]
    assert [row[30:35] for row in seen[30:32]] == ["▗▄▄▄▖", "▝▀▀▀▘"]


async def test_a_small_board_writes_the_number_on_the_last_checker():
    seen = await drawn(BUSY, size=(44, 15))
    assert (seen[5][1], seen[9][1]) == ("8", "6")


@pytest.mark.rule("A-04", "A-07")
async def test_marks_are_at_the_movers_numbers_and_dice_at_the_right():
    """The note stands opposite the dice, and the number of a high stack at its tip."""
    seen = await drawn(BUSY)
    assert seen[0] == "│ 12  11  10  9   8   7  <bar> 6   5   4   3   2   1  │off 1│"
    assert seen[6:11] == [
        "│ 8                      │ ○ │ 7                      │     │",
        "│      ┌───┐ ┌───┐ ┌───┐ │   │     Wilhelmina von     │     │",
        "│  3   │ 3 │ │ 3 │ │ 3 │ │   │      Österreich:       │     │",
        "│      └───┘ └───┘ └───┘ │   │       8/5* 6/3*        │┌───┐│",
        "│ 6                      │ ● │                        ││ 4 ││",
    ]
    assert seen[16] == "│ 13  14  15  16  17  18 bar 2 19 >20< 21 [22] 23  24 │off 2│"


async def test_a_note_without_room_leaves_out_who_rolled():
    anna, bert = "Maximiliane von Habsburg", "Bartholomäus Grillparzer"
    note = LastEvent(f"{anna} rolls 6 – {bert} 5 – {anna} starts", short=f"{anna} starts")
    seen = await drawn(BUSY._replace(note=note))
    assert [line[30:54].strip() for line in seen[7:10]] == ["Maximiliane von", "Habsburg starts", ""]


def written(board, words):
    """Return the colours of some words on the board."""
    return next(
        ink for rows in parts_of(board).values() for row in rows for text, ink in row if words == text.strip()
    )


async def test_the_note_has_a_bold_heading_and_warns_of_a_dance():
    async with on_board(
        OPENING._replace(note=LastEvent("bar/23 13/8", "Beatrix 5-2:")), (62, 17), "walnut"
    ) as board:
        assert written(board, "Beatrix 5-2:") == Ink("board-note", "board-felt", "bold")
        assert written(board, "bar/23 13/8") == Ink("board-note", "board-felt")
        board.show(OPENING._replace(note=LastEvent("no legal move", "Beatrix 5-2:", danced=True)))
        assert written(board, "no legal move") == Ink("board-cursor", "board-felt")


ON_BAR = OPENING._replace(board=OPENING.board.moved(WHITE, Move(24, 18)).moved(BLACK, Move(13, 7)))


async def test_checkers_on_the_bar_lie_on_felt_near_its_middle():
    async with on_board(ON_BAR, (62, 17), "walnut") as board:
        (lower,) = [rows for region, rows in parts_of(board).items() if region == Region(26, 10, 4, 6)]
        assert ["board-tray" in row[0][1] for row in lower] == [True] * 2 + [False] * 4
        assert lower[0][0] == ("▙▂▂▟", Ink("board-tray", "board-white"))
        assert written(board, "bar 1") == Ink("board-cursor", "board-rail", "bold")


async def test_on_a_small_board_felt_leaves_the_sides_of_the_bar():
    async with on_board(ON_BAR, (44, 15), "walnut") as board:
        (lower,) = [rows for region, rows in parts_of(board).items() if region == Region(18, 9, 4, 5)]
        rail, tray = (Ink(bg=f"board-{name}") for name in ("rail", "tray"))
        assert lower[0] == ((" ", rail), ("▂▂", Ink("board-tray", "board-white")), (" ", rail))
        assert lower[1] == ((" ", rail), ("  ", tray), (" ", rail))


async def test_the_bar_is_named_with_the_number_of_its_checkers():
    seen = await drawn(ON_BAR)
    assert seen[16] == "│ 12  11  10  9   8   7  bar 1 6   5   4   3   2   1  │ off │"
    assert [row[26:29] for row in seen[10:12]] == [" ● ", "   "]


async def test_on_a_small_board_the_cursor_leaves_room_for_the_number():
    async with on_board(ON_BAR._replace(cursor=25), (44, 15), "walnut") as board:
        assert lines(board)[14] == " 12 11 10 9  8  7 >b1< 6  5  4  3  2  1  off"


async def test_the_dice_for_the_opening_mirror_each_other():
    seen = await drawn(OPENING._replace(opening=(3, 5)))
    assert seen[8][1:25] == seen[8][30:54].replace("3", "5") == "         │ 5 │          "


async def test_a_die_of_blocks_has_pips_where_five_columns_are_wide():
    seen = await drawn(OPENING._replace(dice=(6, 5), roller=WHITE), (62, 17), theme="walnut")
    assert [row[31:55] for row in seen[7:10]] == [
        "       ● ●   ● ●        ",
        "       ● ●    ●         ",
        "       ● ●   ● ●        ",
    ]
    assert "6" in (await drawn(OPENING._replace(dice=(6, 5), roller=WHITE), (44, 15), theme="walnut"))[7]


async def test_offered_cube_lies_at_double_value_before_the_answerer():
    seen = await drawn(SCENES["doubled"])
    assert "│ 8 │" in seen[8][29:54]
    assert not any("┌" in line[54:] for line in seen)


@pytest.mark.rule("A-11")
@pytest.mark.parametrize(("value", "shown"), [(2, ["▄▄▄", "▄▄█", "█▄▄"]), (2**17, ["2^17"])])
async def test_the_cube_beside_large_dice_has_large_figures(value, shown):
    seen = await drawn(OPENING._replace(cube=Cube(value)), (117, 43), theme="walnut")
    assert [text for line in seen if (text := line[-9:].strip()) and text != "off"] == shown


@pytest.mark.rule("A-11")
async def test_a_cube_too_great_for_its_face_is_told_as_a_power_of_two():
    assert "2^17" in (await drawn(SCENES["great cube"]))[8]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_part_fills_its_place_exactly(size):
    app = Shown()
    async with app.run_test(size=size) as pilot:
        for theme in ("walnut", "terminal", "mono"):  # one of each set of glyphs
            app.theme = theme
            await pilot.pause()
            for scene in SCENES.values():
                app.board.show(scene)
                for region, rows in parts_of(app.board).items():
                    assert [styled_rows.cells(row) for row in rows] == [region.width] * region.height


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_ascii_is_nothing_but_ascii(size):
    app = Shown(ascii_only=True)
    async with app.run_test(size=size):
        for scene in SCENES.values():
            app.board.show(scene._replace(note=LastEvent("plain")))
            rows = chain.from_iterable(parts_of(app.board).values())
            assert "".join(text for row in rows for text, _ in row).isascii()


def parts_that_change(board, scene):
    """Show the scene, and return the regions of the parts that look different then."""
    before = parts_of(board)
    board.show(scene)
    return {region for region, rows in parts_of(board).items() if before[region] != rows}


PICKED = OPENING._replace(picked=24, cursor=18, targets=frozenset({20, 18}), dice=(6, 4), roller=WHITE)


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        (OPENING, OPENING, 0),
        (OPENING._replace(cursor=8), OPENING._replace(cursor=7), 1),
        (OPENING._replace(cursor=8), OPENING._replace(cursor=6), 2),
        (PICKED, PICKED._replace(cursor=20), 4),
        (OPENING, OPENING._replace(board=OPENING.board.moved(WHITE, Move(13, 7))), 2),
        (OPENING, OPENING._replace(mover=BLACK), 4),
        (OPENING, OPENING._replace(note=LastEvent("doubled to 4")), 1),
    ],
    ids=["nothing", "cursor in one half", "cursor to the other", "cursor on targets", "checker", "turn", "note"],
)
async def test_only_what_changed_is_painted(before, after, parts):
    async with on_board(before, (61, 17)) as board:
        assert len(parts_that_change(board, after)) == parts


async def test_a_checker_is_shown_where_the_cursor_would_put_it():
    seen = await drawn(PICKED)
    assert [row[22] for row in seen[1:4]] == ["●", "┊", "┊"]
    assert [row[35] for row in seen[1:4]] == ["+", "┊", "┊"]


async def test_the_last_play_is_marked_at_both_ends():
    played = OPENING.board.moved(BLACK, Move(13, 7))
    last = LastPlay(BLACK, ((13, 1),), ((7, 1),))
    seen = await drawn(OPENING._replace(board=played, last=last))
    assert seen[0] == "│ 13  14  15  16  17 +18 │bar│ 19  20  21  22  23  24 │ off │"
    assert seen[16] == "│-12  11  10  9   8   7  │bar│ 6   5   4   3   2   1  │ off │"


async def test_blocks_mark_the_last_play_on_the_board_itself():
    last = LastPlay(BLACK, ((13, 1),), ((7, 1),))
    played = OPENING._replace(board=OPENING.board.moved(BLACK, Move(13, 7)))
    async with on_board(played, (62, 17), "walnut") as board:
        parts = parts_that_change(board, played._replace(last=last))
        assert "+" not in "".join(lines(board))
        assert {(region.x, region.height) for region in parts} == {(1, 6), (21, 6)}
        inks = {ink for region in parts for row in parts_of(board)[region] for _, ink in row}
        assert {ink.fg for ink in inks} | {ink.bg for ink in inks} >= {"board-arrived", "board-black"}


async def test_other_dice_draw_only_the_dice():
    async with on_board(BUSY, (61, 17)) as board:
        thrown = parts_that_change(board, BUSY._replace(dice=(2, 2, 2, 2), used=(2,)))
        assert {region.y for region in thrown} == {7}


HALVES_ONLY = set(" ▌▐▄▀█▖▗▘▝▙▛▜▟▚▞_")


def blocks_on(board):
    """Return the characters of the board that are not text."""
    return {cell for row in lines(board) for cell in row if not cell.isascii() and cell not in "●·"}


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_half_blocks_draw_no_finer_ones(size):
    app = Shown("walnut", scene=BUSY._replace(note=LastEvent()))
    async with app.run_test(size=size) as pilot:
        set_terminal_class(app, HALF_BLOCKS, True)
        await pilot.pause()
        assert blocks_on(app.board) <= HALVES_ONLY
        set_terminal_class(app, HALF_BLOCKS, False)
        await pilot.pause()
        assert not blocks_on(app.board) <= HALVES_ONLY


class Charted(Shown):
    """An app with a chart in place of the board."""

    CSS = "BarChart { width: 20; height: 2; }"

    def compose(self):
        self.chart = BarChart()
        yield self.chart


async def test_only_rows_of_a_chart_that_changed_are_drawn(monkeypatch):
    sent, refresh = [], BarChart.refresh
    monkeypatch.setattr(
        BarChart, "refresh", lambda chart, *regions, **how: sent.append(regions) or refresh(chart, *regions, **how)
    )
    app = Charted()
    async with app.run_test(size=(30, 5)):
        app.chart.tell(lambda height: equity([0.0, 0.5], 0, ["", ""], height))
        for worse, rows in ((-0.5, [0, 1]), (-0.5, None), (-0.9, [1])):
            sent.clear()
            app.chart.tell(lambda height, worse=worse: equity([0.0, worse], 0, ["", ""], height))
            assert sent == ([tuple(Region(0, y, 20, 1) for y in rows)] if rows else [])
