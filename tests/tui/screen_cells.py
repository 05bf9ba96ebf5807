"""The cells of a running application's screen, and the sentences on it."""
# ruff: noqa: SLF001 - Textual has no public way to its picture

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from wcwidth import wcwidth

from bgterm.tui.board.widget import Board
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.text_line import TextLines

Row = list[str]
"""The text of each cell of a row; the second cell of a wide character is empty."""


def cells(text: str) -> Row:
    """Return the text of each cell of a text; a mark without a width joins the character before it."""
    if text.isascii() and text.isprintable():
        return list(text)
    row: Row = []
    for character in text:
        width = wcwidth(character)
        assert width >= 0, f"a control character on the screen: {character!r}"
        if width:
            row += [character, *[""] * (width - 1)]
        elif row:
            row[max(x for x, cell in enumerate(row) if cell)] += character
    return row


def strips(app: App[str]) -> list[Strip]:
    """Return the rows of the screen with their colours."""
    with app._context():
        return app.screen._compositor.render_strips()


def picture(app: App[str]) -> list[Row]:
    """Return the cells of the screen. Raises AssertionError when a widget draws more than there is room for."""
    rows = [cells(strip.text) for strip in strips(app)]
    with app._context():
        for widget in app.screen._compositor.visible_widgets:
            _check_lines(widget)
    wrong = {len(row) for row in rows} - {app.size.width}
    assert not wrong, f"rows of {wrong} cells in a window of {app.size.width}"
    return rows


def _check_lines(widget: Widget) -> None:
    """Assert that no row of the widget is longer than the widget is wide, since Textual would cut it."""
    width, height = widget.content_size
    widget.render_lines(Region(0, 0, width, height))  # as Textual draws all lines; the board learns its size by it
    for y in range(height):
        text = widget.render_line(y).text
        assert len(cells(text)) <= width, f"{widget} is {width} cells wide and draws {text!r}"


def cut_off(app: App[str]) -> list[str]:
    """Return the widgets that have no room for all of their content, and cannot be scrolled."""
    with app._context():
        return [
            str(widget)
            for widget, place in app.screen._compositor.full_map.items()
            if not place.clip.contains_region(place.region) and _says(widget) and not _can_be_scrolled(widget)
        ]


def _says(widget: Widget) -> bool:
    return any(widget.render_line(y).text.strip() for y in range(widget.content_size.height))


def _can_be_scrolled(widget: Widget) -> bool:
    around = (one for one in widget.ancestors if isinstance(one, Widget) and not isinstance(one, Screen))
    return any(one.styles.overflow_y != "hidden" and one.max_scroll_y for one in around)


@dataclass(frozen=True)
class _Piece:
    """A text in one row of a widget, whose words have single spaces between them."""

    text: str
    y: int
    x: int
    right: int
    region: Region
    """The region of the widget on the screen."""
    place: int
    """The number of the piece in its row, from 0."""

    def goes_on(self, other: "_Piece", *, in_word: bool) -> bool:
        """Return whether a sentence can go on in `other`: to the right or below; within a word, only below."""
        if other.y == self.y + 1:
            return other.x < self.right and self.x < other.right
        beside = (other.region, other.y, other.place) == (self.region, self.y, self.place + 1)
        return beside and not in_word


def stands_on(app: App[str], sentence: str) -> bool:
    """Return whether the screen has the words of the sentence one after another, with nothing between them.

    They may be broken into rows, of which each begins below the one before it: in a column of a widget, or in
    widgets one below the other.
    """
    pieces, wanted = list(_pieces(app)), " ".join(sentence.split())
    return any(_reads(pieces, piece, start, wanted) for piece in pieces for start in _starts(piece.text, wanted))


def _starts(text: str, wanted: str) -> Iterator[int]:
    """Yield the offsets in a text at which the sentence can begin: none is within a word."""
    return (x for x in range(len(text)) if not (wanted[0].isalnum() and x and text[x - 1].isalnum()))


def _reads(pieces: Sequence[_Piece], piece: _Piece, start: int, wanted: str) -> bool:
    """Return whether the piece has the sentence at `start`, or its beginning and other pieces the rest."""
    text = piece.text[start:]
    if text.startswith(wanted):
        return not (wanted[-1].isalnum() and text[len(wanted) :][:1].isalnum())
    rest = wanted.removeprefix(text)
    if rest == wanted:
        return False
    after = (other for other in pieces if piece.goes_on(other, in_word=rest[0] != " "))
    return any(_reads(pieces, other, 0, rest.lstrip()) for other in after)


def _pieces(app: App[str]) -> Iterator[_Piece]:
    """Yield the pieces of text on the screen."""
    rows = picture(app)
    for region in _regions(app):
        for y in region.line_range:
            yield from _pieces_of(rows[y], y, region)


def _pieces_of(row: Row, y: int, region: Region) -> Iterator[_Piece]:
    """Yield the pieces of text in a row of a widget, which have at least two spaces between them."""
    shown = row[region.x : region.right]
    filled = "".join("x" if cell.strip() else " " for cell in shown)
    for place, found in enumerate(re.finditer("x(?: ?x)*", filled)):
        text = "".join(shown[found.start() : found.end()])
        yield _Piece(text, y, region.x + found.start(), region.x + found.end(), region, place)


def _regions(app: App[str]) -> Iterator[Region]:
    """Yield the regions with text: boards, forms, lines, widgets without children, and the titles of all."""
    for widget, (region, clip) in app.screen._compositor.visible_widgets.items():
        shown = region.intersection(clip).intersection(app.size.region)
        if not widget.children or isinstance(widget, Board | Form | TextLines):
            yield region.shrink(widget.gutter).intersection(shown)
        if widget.border_title:
            yield Region(region.x, region.y, region.width, 1).intersection(shown)
        if widget.border_subtitle:
            yield Region(region.x, region.bottom - 1, region.width, 1).intersection(shown)
