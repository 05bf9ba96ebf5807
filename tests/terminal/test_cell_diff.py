"""Shortened streams show the same picture as the whole streams, and are no longer than they must be."""

import re
from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import set_cell_size
from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.pilot import Pilot

from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.terminal.cell_diff import Cells
from bgterm.tui.app import BgTerm
from tests.tui.seat import screen_of

COLUMNS, ROWS = 24, 5
FIELDS = ((0, 7), (7, 3), (10, 1), (11, 13))
"""Column and width of the fields of a row: a widget never writes half of another's wide character."""
KEYS = ("space", "right", "enter", "right", "enter", "tab", "escape", "question_mark", "escape", "escape", "q")
JOINING = "\u0301"
RED = "\x1b[31m{}\x1b[0m".format
HIDDEN_BY_BLANKS = {"fg": "default", "bold": False, "italics": False}


class OnPyte:
    """A terminal that shows a stream."""

    def __init__(self, columns: int = COLUMNS, rows: int = ROWS) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)

    def after(self, written: str) -> list[list[pyte.screens.Char]]:
        """Write more, and return the cells of the screen; of a blank only what can be seen."""
        self.stream.feed(written)
        rows, columns = range(self.screen.lines), range(self.screen.columns)
        return [[_seen(self.screen.buffer[y][x]) for x in columns] for y in rows]


def _seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    if cell.reverse and all(re.fullmatch("[0-9a-f]{6}", colour) for colour in (cell.fg, cell.bg)):
        cell = cell._replace(fg=cell.bg, bg=cell.fg, reverse=False)
    marked = cell.underscore or cell.strikethrough or cell.reverse
    return cell if cell.data != " " or marked else cell._replace(**HIDDEN_BY_BLANKS)


PENS = "1 3 4 7 9 31 97 38;5;214 38;2;1;20;0 44 48;5;7 48;5;214 48;5;29 48;2;1;20;0 0 5 22"
pens = st.lists(st.sampled_from(PENS.split()), max_size=4).map(";".join)
pieces = st.text(alphabet=f"ab ▆中·…e{JOINING}", max_size=9)


@st.composite
def writes(draw: st.DrawFn) -> str:
    """A strategy for an update as Textual writes it: fields that are set again, and the cursor put home."""
    out = []
    for y in sorted(draw(st.sets(st.integers(0, ROWS - 1)))):
        for x, width in draw(st.sets(st.sampled_from(FIELDS))):
            text = set_cell_size(draw(pieces).lstrip(JOINING), width)
            cut = draw(st.sampled_from([at for at in range(len(text)) if text[at] != JOINING]))
            out.append(f"\x1b[{y + 1};{x + 1}H")
            out += [f"\x1b[{draw(pens)}m{part}\x1b[0m" for part in (text[:cut], text[cut:])]
        out.append("\n" if out and y < ROWS - 1 else "")
    return "".join(out) + "\x1b[1;1H"


interludes = st.sampled_from(
    ["\x1b[2J", "\x1b[K", "\x1b[2;3H\x1b[1K", "\x07", "\x1b[?2026h", "\x1b[?2026l", "\x1b[?25l"]
)


@given(st.lists(writes() | interludes, max_size=8), st.booleans(), st.booleans())
def test_what_is_left_shows_the_same_picture(stream, erases, searches):
    cells = Cells(COLUMNS, ROWS, erases=erases, searches=searches)
    reduced, whole = OnPyte(), OnPyte()
    for written in stream:
        assert reduced.after(cells.reduce(written)) == whole.after(written)


@given(writes())
def test_what_is_shown_already_is_not_sent_again(written):
    cells = Cells(COLUMNS, ROWS)
    cells.reduce(written)
    assert cells.reduce(f"\x1b[?2026h{written}\x1b[?2026l") == ""


@pytest.fixture
def cells() -> Cells:
    cells = Cells(COLUMNS, ROWS)
    for written in ("\x1b[0m\x1b[1;1Habcdefg", "\x1b[2;1H\x1b[31mred\x1b[0m", "\x1b[3;1Hplain"):
        cells.reduce(written)
    return cells


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("\x1b[1;1HabXdef", "\x1b[1;3HX"),
        ("\x1b[1;1HXbcdefX\n\x1b[2;1H", "\x1b[1HX\x1b[5CX"),
        ("\x1b[1;1HXbcX", "\x1b[1HXbcX"),
        ("\x1b[1;1H\x1b[1;38;5;214mX\x1b[0mY", "\x1b[1H\x1b[1;38;5;214mX\x1b[mY"),
        ("\x1b[1;1H\x1b[32;44mX\x1b[0m\x1b[33;44mY\x1b[0m", "\x1b[1H\x1b[32;44mX\x1b[33mY"),
        ("\x1b[1;1H\x1b[1;44mX\x1b[0m\x1b[44mY\x1b[0m", "\x1b[1H\x1b[1;44mX\x1b[22mY"),
        ("\x1b[2;1H\x1b[38;5;1mred\x1b[0m", "\x1b[2H\x1b[38;5;1mred"),
        ("\x1b[2;1H\x1b[31mred \x1b[0m", "\x1b[A\b\b "),
        ("\x1b[1;2H中", "\x1b[1;2H中"),
        ("\x1b[1;23Habc\x1b[9;1Habc", "\x1b[1;23Hab"),
        (
            f"\x1b[1;1H{RED('A')}b{RED('C')}\n\x1b[2;1H\x1b[mR\n\x1b[3;1H{RED('P')}",
            "\x1b[2HR\x1b[1H\x1b[31mA\x1b[CC\x1b[3HP",
        ),
        (f"\x1b[1;4H{JOINING}", f"\x1b[1;4H{JOINING}"),
        ("\x1b[1;3H\x1b[44m\x1b[K", "\x1b[44m\x1b[1;3H\x1b[K"),
    ],
    ids=[
        "the cell that changed",
        "a step over what did not",
        "or the same once more where that is shorter",
        "plain again",
        "one colour of two",
        "one thing undone",
        "colours of other numbers are others",
        "a blank has no colour of its own",
        "a wide character",
        "nothing outside of the window",
        "runs in one pen one after the other",
        "what joins the cell before passes in its place",
        "what is not known acts where it would have",
    ],
)
def test_only_changes_are_sent(cells, written, sent):
    assert cells.reduce(written) == sent


def test_runs_are_sent_as_they_come_without_a_search():
    cells = Cells(COLUMNS, ROWS, searches=False)
    cells.reduce("\x1b[1;1Habcd")
    written = "\x1b[1;1H\x1b[31mA\x1b[1;3H\x1b[0mC\x1b[1;4H\x1b[31mD"
    assert cells.reduce(written) == "\r\x1b[31mA\x1b[C\x1b[mC\x1b[31mD"


@pytest.mark.parametrize(("erases", "sent"), [(True, "\x1b[44m\x1b[7X"), (False, "\x1b[44m       ")])
def test_blanks_are_erased_where_that_has_the_colour(erases, sent):
    cells = Cells(COLUMNS, ROWS, erases=erases)
    cells.reduce("\x1b[1;1Habcdefg")
    assert cells.reduce("\x1b[1;1H\x1b[44m       \x1b[0m") == f"\r{sent}"
    assert "X" not in cells.reduce("\x1b[1;1H\x1b[7m       \x1b[0m")


@pytest.mark.parametrize(
    ("first", "second", "way"),
    [
        ((4, 2), (3, 2), "\x1b[A\b"),
        ((3, 2), (4, 3), "\x1b[B"),
        ((3, 2), (5, 9), "\x1b[5;9H"),
        ((3, 9), (3, 1), "\r"),
        ((3, 9), (3, 3), "\x1b[7D"),
        ((3, 12), (3, 2), "\r\x1b[C"),
        ((3, 9), (3, 13), "\x1b[3C"),
        ((3, 9), (1, 1), "\x1b[1H"),
        ((3, COLUMNS), (3, COLUMNS - 1), f"\x1b[3;{COLUMNS - 1}H"),
    ],
)
def test_cursor_goes_the_shortest_way(cells, first, second, way):
    for row, column in (first, second):
        sent = cells.reduce(f"\x1b[{row};{column}H\x1b[mX")
    assert sent == f"{way}X"


@pytest.mark.parametrize(
    ("pens", "changed"),
    [
        (("38;5;94;48;5;29", "38;5;29;48;5;94"), "\x1b[7m"),
        (("38;5;94;48;5;29", "38;5;29;48;5;215"), "\x1b[7;38;5;215m"),
        (("38;2;9;9;9;48;2;8;8;8", "38;2;8;8;8;48;2;9;9;9"), "\x1b[7m"),
        (("31;44", "34;41"), "\x1b[34;41m"),
        (("38;5;9;48;5;12", "38;5;12;48;5;9"), "\x1b[38;5;12;48;5;9m"),
    ],
    ids=["exchanged", "one of two", "of any colours", "not of the sixteen", "by whatever name"],
)
def test_exchanged_colours_are_reversed(cells, pens, changed):
    first, second = (f"\x1b[5;{column}H\x1b[0;{pen}mX\x1b[0m" for column, pen in enumerate(pens, 1))
    cells.reduce(first)
    assert cells.reduce(second) == f"{changed}X"


def test_reversed_colours_are_no_other_than_exchanged_ones(cells):
    cells.reduce("\x1b[5;1H\x1b[0;38;5;94;48;5;29mX \x1b[0m")
    assert cells.reduce("\x1b[5;1H\x1b[0;7;38;5;29;48;5;94mX \x1b[0m") == ""


def test_pen_is_held_so_that_what_follows_is_short_too():
    cells = Cells(COLUMNS, ROWS, erases=True)
    cells.reduce(f"\x1b[2;1H\x1b[m{'':a<{COLUMNS}}\x1b[4;1H\x1b[1;38;5;94;48;5;29mX\x1b[0m")
    changes = "\x1b[2;1H\x1b[38;5;29;48;5;215mXX        \x1b[0m", "\x1b[4;2H\x1b[38;5;94;48;5;29mX\x1b[0m"
    assert cells.reduce("".join(changes)) == "\x1b[2H\x1b[0;38;5;29;48;5;215mXX\x1b[8X\x1b[2B\b\x1b[7;48;5;94mX"


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [("abcdefghijkl", "abcdef", "\x1b[6D\x1b[K"), ("abc        def", "", "\r\x1b[K")],
)
def test_end_of_a_row_is_erased_at_once(before, after, sent):
    cells = Cells(COLUMNS, ROWS, erases=True)
    cells.reduce(f"\x1b[2;1H\x1b[m{before:{COLUMNS}}")
    assert cells.reduce(f"\x1b[2;1H\x1b[m{after:{COLUMNS}}") == sent


def test_half_a_wide_character_is_unknown(cells):
    cells.reduce("\x1b[1;1H中")
    cells.reduce("\x1b[1;2HX")
    assert cells.reduce("\x1b[1;1HaX") == "\ra"


def test_bell_and_clipboard_pass_by(cells):
    passing = "\x07\x1b]52;c;YQ==\x07\x1b]22;default\x1b\\"
    assert cells.reduce(passing) == passing
    assert cells.reduce("\x1b[1;1Habcdef") == ""


@pytest.mark.parametrize(
    "unknown", ["\x1b[2J", "\x1b[?1049h", "\x1bc", "\x1b]8;;https://example.org\x1b\\", "\x1b", "\t"]
)
def test_after_what_is_not_known_everything_is_sent(cells, unknown):
    assert cells.reduce(unknown).endswith(unknown)
    assert cells.reduce("\x1b[1;1Habcdef") == "\x1b[1Habcdef"


def test_another_size_makes_all_unknown(cells):
    cells.resize(COLUMNS, ROWS)
    assert cells.reduce("\x1b[1;1Habcdef") == ""
    cells.resize(COLUMNS, ROWS + 1)
    assert cells.reduce("\x1b[1;1Habcdef") == "\x1b[1Habcdef"


def test_picture_is_held_back_only_if_it_changes(cells):
    assert [cells.reduce(part) for part in ("\x1b[?2026h", "\x1b[1;1Ha", "\x1b[?2026l")] == ["", "", ""]
    held = [cells.reduce(part) for part in ("\x1b[?2026h", "\x1b[1;1HX", "\x1b[?2026l")]
    assert held == ["", "\x1b[?2026h\x1b[1HX", "\x1b[?2026l"]


class _Recorder(Driver):
    """A terminal of 80 x 24 that keeps what is written to it."""

    written: list[str]

    def write(self, data: str) -> None:
        self.written.append(data)

    def start_application_mode(self) -> None:
        self.send_message(events.Resize(Size(80, 24), Size(80, 24)))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


async def test_whole_turn_at_the_table_shows_the_same_picture(tmp_path: Path):
    written: list[str] = []
    recorder = type("Recorder", (_Recorder,), {"written": written})
    settings = Settings().changed(white="Ann", black="Bjørn 中")
    workspace = Workspace(settings, tmp_path / "settings.toml", tmp_path / "matches", "walnut")
    table = workspace.new_table(seed=3)
    app = BgTerm(screen_of(table, workspace), workspace, recorder)

    async def play(pilot: Pilot[str]) -> None:
        for key in KEYS:
            await pilot.press(key)
        app.exit()

    await app.run_async(size=(80, 24), mouse=False, auto_pilot=play)
    table.close().result()
    cells = Cells(80, 24)
    sent = [cells.reduce(part) for part in written]
    assert sum(map(len, sent)) < sum(map(len, written)) / 2
    reduced, whole = OnPyte(80, 24), OnPyte(80, 24)
    for few, many in zip(sent, written, strict=True):
        assert reduced.after(few) == whole.after(many)
