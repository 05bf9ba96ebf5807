"""Screens as cells: how they are kept, how two of them differ, and how one is drawn."""

import lzma
import re

import pytest
from textual.widgets import Static

from tests.tui.idle import until_idle
from tests.tui.themed_app import ThemedApp
from tools.cells import Run, differences, read_screens, rows_of, svg_of, write_screens

ROWS = [[Run("bold #ffffff on #000000", "ab"), Run("none", "c d")], [Run("none", "     ")]]


@pytest.mark.parametrize(
    ("after", "lines"),
    [
        (ROWS, []),
        (
            [[Run("bold #ffffff on #000000", "ax"), Run("none", "c e")], ROWS[1]],
            [
                "row 1, columns 2 to 2: was 'b' (bold #ffffff on #000000), is 'x' (bold #ffffff on #000000)",
                "row 1, columns 5 to 5: was 'd' (none), is 'e' (none)",
            ],
        ),
        (
            [[Run("bold #ffffff on #000000", "a"), Run("reverse", "bc"), Run("none", " d")], ROWS[1]],
            ["row 1, columns 2 to 3: was 'b' (bold #ffffff on #000000) 'c' (none), is 'bc' (reverse)"],
        ),
        ([ROWS[0]], ["row 2, columns 1 to 5: was '     ' (none), is nothing"]),
        ([ROWS[0], [Run("none", "    ")]], ["row 2, columns 5 to 5: was ' ' (none), is nothing"]),
        ([*ROWS, [Run("dim", "e")]], ["row 3, columns 1 to 1: was nothing, is 'e' (dim)"]),
    ],
    ids=["same", "text", "style", "no row", "short row", "new row"],
)
def test_differences_are_named_by_row_and_column(after, lines):
    assert [*differences(ROWS, after)] == lines
    wide = ([[Run("none", text)]] for text in ("\u674e x", "\u674e y"))
    assert [*differences(*wide)] == ["row 1, columns 4 to 4: was 'x' (none), is 'y' (none)"]


def test_screens_are_read_back_and_written_only_if_they_differ(tmp_path):
    path = tmp_path / "screens.json.xz"
    write_screens({"one": ROWS}, path)
    packed = lzma.compress(lzma.decompress(path.read_bytes()), check=lzma.CHECK_NONE)
    path.write_bytes(packed)
    write_screens({"one": ROWS}, path)
    assert path.read_bytes() == packed
    write_screens({"one": ROWS, "two": []}, path)
    assert read_screens(path) == {"one": ROWS, "two": []}


async def test_rows_have_the_text_and_styles_of_the_app():
    class Words(ThemedApp):
        CSS = "Screen { background: #010203; color: #fefdfc; } Static { background: #010203; }"

        def compose(self):
            yield Static("[bold]two[/] words")

    app = Words()
    async with app.run_test(size=(9, 2)):
        await until_idle(app)
        assert rows_of(app) == [
            [Run("bold #fefdfc on #010203", "two"), Run("#fefdfc on #010203", " words")],
            [Run("on #010203", " " * 9)],
        ]


def test_a_picture_has_the_colours_of_cells_and_of_xterm():
    svg = svg_of([[Run("bold #112233 on #445566", "ab"), Run("color(1) on color(12)", "c")]], "a title")
    assert {"#112233", "#445566", "#cd0000", "#5c5cff"} <= {*re.findall("#[0-9a-f]{6}", svg)}
    assert "a&#160;title" in svg
    assert [text for _, text in re.findall(r'<text class="(.*?)"[^>]*>(.*?)</text>', svg)][1:] == ["ab", "c"]
