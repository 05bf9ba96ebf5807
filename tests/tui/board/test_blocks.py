"""Triangles and discs, cell by cell."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.tui.board.blocks import Checker, Column, draw_column, draw_stack, insets, with_pixels
from bgterm.tui.board.layout import COMPACT
from bgterm.tui.board.scene import Stack
from bgterm.tui.board.styled_rows import Ink, row
from bgterm.tui.look.glyphs import CHIPS

CHECKER = Checker("face", "rim")
HOLLOW = Checker("", "rim")
BLOCKS = dict(zip(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", range(16), strict=True))


def drawn(*args, top):
    """Return the rows of a column of the board, with neighbours of one look joined."""
    return [row(line) for line in draw_column(*args, top=top)]


def quarters(rows):
    """Return the colour of each quarter of each cell, in a list for each half row."""
    grid = []
    for line in rows:
        cells = [(character, ink) for text, ink in line for character in text]
        grid += [
            [ink.fg if BLOCKS[text] & bit else ink.bg for text, ink in cells for bit in bits]
            for bits in ((1, 2), (4, 8))
        ]
    return grid


@pytest.mark.parametrize(("across", "down"), [(4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8), (10, 9)])
def test_a_disc_is_round(across, down):
    missing = insets(across, down)
    assert missing == missing[::-1]
    assert list(missing[: down // 2]) == sorted(missing[: down // 2], reverse=True)
    assert missing[0] > missing[down // 2] == 0
    assert 2 * missing[0] < 2 * across


@pytest.mark.parametrize("top", [True, False])
@pytest.mark.parametrize("disc", [(4, 3), (5, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8), (10, 9)], ids=str)
def test_the_outline_of_stacked_discs_is_exact(disc, top):
    across, down = disc
    column = Column(across + 1, -(-3 * down // 2), disc, "felt")
    grid = quarters(drawn(column, [CHECKER] * 3, top=top))
    grid = grid[: 3 * down] if top else grid[-3 * down :]
    covered = [sum(colour != "felt" for colour in line) for line in grid]
    outline = [2 * (across - missing) for missing in insets(across, down)]
    assert covered == outline * 3


@pytest.mark.parametrize("top", [True, False])
def test_each_disc_has_an_edge_below(top):
    column = Column(9, 9, (7, 6), "felt")
    middle = [line[9] for line in quarters(drawn(column, [CHECKER] * 3, top=top))]
    assert middle == ["face"] * 5 + ["rim"] + ["face"] * 5 + ["rim"] + ["face"] * 5 + ["rim"]


@pytest.mark.parametrize("top", [True, False])
def test_a_small_disc_has_a_round_edge(top):
    column = Column(5, 4, (5, 4), "felt")
    disc = [
        ["felt", *["face"] * 8, "felt"],
        ["face"] * 10,
        ["rim", "rim", *["face"] * 6, "rim", "rim"],
        ["felt", *["rim"] * 8, "felt"],
    ]
    assert quarters(drawn(column, [CHECKER] * 2, top=top)) == disc * 2


@pytest.mark.parametrize("width", [3, 4, 5, 7, 11])
def test_a_point_tapers_in_its_own_width(width):
    column = Column(width, 12, (2, 4), "felt", "point")
    widths = [eighths(row) for row in drawn(column, [], top=True)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 8 * width - 8
    assert 8 <= widths[-1] <= 16


def eighths(row):
    """Return how many eighths of cells a triangle fills in a row."""
    filled = 0
    for text, ink in row:
        for character in text:
            part = " ▏▎▍▌▋▊▉█".index(character)
            filled += part if ink.fg == "point" else 8 - part if ink.bg == "point" else 0
    return filled


def test_where_eighths_are_not_drawn_well_halves_are():
    column = Column(7, 10, (5, 4), "felt", "point", halves=True)
    text = "".join(text for row in drawn(column, [], top=True) for text, _ in row)
    assert set(text) <= {" ", "▌", "█"}


def test_a_chip_has_a_gap_above_it_and_a_number_on_it():
    column = Column(4, 5, (2, 2), "felt")
    rows = drawn(column, [CHECKER, CHECKER._replace(number="12", on_face="ink")], top=True)
    assert [[text for text, _ in row] for row in rows[:2]] == [["▙▂▂▟"], ["▙", "12", "▟"]]
    assert rows[0][0][1] == Ink("felt", "face")
    assert rows[1][1][1].bg == "face"


@pytest.mark.parametrize("column", [Column(2, 5, (2, 2), "felt"), Column(4, 5, (2, 2), "felt", halves=True)])
def test_a_chip_without_room_or_finer_blocks_has_no_round_sides(column):
    (row, *_) = drawn(column, [CHECKER], top=True)
    assert "".join(text for text, _ in row).strip() in {"▂▂", "▄▄"}


def test_the_gap_beyond_a_chip_that_arrived_is_marked():
    column = Column(4, 5, (2, 2), "felt", "point")
    (row, *_) = drawn(column, [CHECKER._replace(gap="arrived")], top=True)
    assert ("▂▂", Ink("arrived", "face")) in row


@pytest.mark.parametrize("top", [True, False])
@pytest.mark.parametrize("disc", [(4, 3), (5, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8), (10, 9)], ids=str)
def test_a_hollow_disc_is_an_outline_of_the_same_size(disc, top):
    across, down = disc
    column = Column(across + 1, -(-down // 2), disc, "felt")
    filled, hollow = (quarters(drawn(column, [checker], top=top)) for checker in (CHECKER, HOLLOW))
    grid = [["felt"] * (2 * across + 2), *hollow, ["felt"] * (2 * across + 2)]
    for y, line in enumerate(filled):
        for x, colour in enumerate(line):
            inside = colour != "felt" and all(
                0 <= y + dy < len(filled) and filled[y + dy][x + dx] != "felt"
                for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
            )
            assert grid[y + 1][x] == ("rim" if colour != "felt" and not inside else "felt")


@pytest.mark.parametrize(
    ("top", "base", "hollow"),
    [
        (True, ("▙▂▂▟", Ink("felt", "face")), ("▆▆", Ink("felt", "rim"))),
        (False, ("▗▆▆▖", Ink("face", "felt")), ("▂▂", Ink("rim", "felt"))),
    ],
    ids=["hangs from the rail", "stands on the rail"],
)
def test_a_chip_begins_at_the_rail_and_a_hollow_one_is_a_bar(top, base, hollow):
    rows = drawn(Column(4, 5, (2, 2), "felt"), [CHECKER, HOLLOW], top=top)
    (first, second) = rows[:2] if top else rows[:-3:-1]
    assert (first, second[1]) == ((base,), hollow)


def test_a_checker_hides_the_colour_that_covers_less():
    column = Column(5, 8, (3, 3), "felt", "point")
    tip = drawn(column, [CHECKER] * 5, top=True)[-1]
    assert {ink.bg for _, ink in tip} <= {"felt", "point", "rim", "face"}


@pytest.mark.parametrize(("width", "cells"), [(3, " ▂▂"), (5, " ▂▂  ")])
def test_a_chip_on_a_point_of_odd_width_hangs_under_its_number(width, cells):
    plan = replace(COMPACT, point=width)
    stack = Stack(Player.WHITE, 7)
    rows = draw_stack(plan, CHIPS, stack, Ink("board-point-0", "board-felt"), 0, top=True)
    assert "".join(text for text, _ in rows[0]).translate(EDGES) == cells
    assert "".join(text for text, _ in rows[4]).translate(EDGES) == cells.replace("▂▂", " 7")


EDGES = str.maketrans("▏▎▍▌▋▊▉█▝▘▙▟", " " * 12)
"""A translation of the characters at the edges of points and chips into blanks."""


@pytest.mark.parametrize("order", [1, -1])
def test_the_first_of_two_shades_of_a_cell_lies_above(order):
    """Not one that depends on the order of a set, which differs from process to process."""
    for letter in "abcdefgh":
        first, second = (f"{letter}-face", f"{letter}-other")[::order]
        _text, ink = with_pixels(" ", Ink(bg="felt"), [first, second, first, second])
        assert (ink.fg, ink.bg) == (first, second)
