"""The rows of a list of matches, in columns, and the sentences about one of them."""

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.variants import VARIANTS
from bgterm.storage.index import Entry
from bgterm.text import library
from bgterm.tui.widgets.text_line import fitted

_MARK = 2
"""The columns before a row for the mark."""
WIDE = 76
"""The width from which rows have all fields, in columns."""
_DATE = 10
_WIDTHS = (12, -5, -7, 10)
"""The widths of the columns for game, length, score and state, negative if right-aligned; names get the rest."""
_AND = " - "


def outcome(entry: Entry) -> str:
    """Return how a match ended, or where it stands."""
    return library.outcome(entry.names, entry.score, entry.length, entry.game, entry.winner, closed=entry.closed)


def sure_to_delete(entry: Entry) -> str:
    """Return the question whether to delete a match, which names the match."""
    if not entry.readable or not entry.date:
        return _("Delete {name}? This cannot be undone.", name=entry.name)
    date, standing = entry.date[:10], outcome(entry)
    if not entry.finished:
        return _(
            "Delete the match of {date}? It is not finished: {standing}. This cannot be undone.",
            date=date,
            standing=standing,
        )
    return _(
        "Delete the match of {white} and {black} of {date}? {standing}. This cannot be undone.",
        white=entry.white,
        black=entry.black,
        date=date,
        standing=standing,
    )


def _cells(entry: Entry) -> tuple[str, ...]:
    if not entry.readable:
        return "", entry.name, "", "", "", "", _("damaged")
    stands = library.stands(entry.game, finished=entry.finished, closed=entry.closed)
    return (
        entry.date[:_DATE],
        entry.white,
        entry.black,
        VARIANTS[entry.variant].slug.capitalize(),
        library.to_points(entry.length),
        f"{entry.white_score}-{entry.black_score}",
        f"{stands} !" if entry.fault else stands,
    )


def draw_head(width: int) -> Content:
    """Return the headings of the columns."""
    heads = _row(width - _MARK, [_(head) if head else "" for head in library.HEAD])
    return Content.styled(f"  {heads}", "$board-quiet")


@lru_cache(maxsize=256)
def draw_entry(entry: Entry, marked: bool, width: int, _cut: str) -> Content:
    """Return the row of a match."""
    row = _row(width - _MARK, _cells(entry))
    mark, line = ("> ", Content.styled(row, "bold reverse")) if marked else ("  ", _with_winner(row, entry))
    return Content(mark) + line


def _with_winner(row: str, entry: Entry) -> Content:
    """Return a row with the name of the winner in bold."""
    line = Content(row)
    if entry.winner is None:
        return line
    name, before = entry.names[entry.winner.index], "" if entry.winner is Player.WHITE else _AND
    at = row.find(f"{before}{name}")
    return line.stylize("bold", at + len(before), at + len(before) + len(name)) if at >= 0 else line


def _row(width: int, cells: Sequence[str]) -> str:
    """Lay out a row in so many columns, with fewer cells in a narrow one."""
    date, white, black, *others = cells
    columns = [*zip(others, _WIDTHS, strict=True)]
    before = f"{fitted(date, _DATE)} " if width >= WIDE - _MARK else ""
    columns = columns if before else columns[1:]
    after = "".join(f" {fitted(text.rjust(-size), abs(size))}" for text, size in columns)
    return before + _pair(white, black, width - len(before) - cell_len(after)) + after


def _pair(white: str, black: str, width: int) -> str:
    """Return two players' names in so many columns; if they do not fit, both are cut as little as possible."""
    if not black or cell_len(white) + cell_len(black) + len(_AND) <= width:
        return fitted(f"{white}{_AND}{black}".removesuffix(_AND), width)
    room = width - len(_AND)
    mine = max(min(cell_len(white), room // 2), room - cell_len(black))
    return f"{fitted(white, mine)}{_AND}{fitted(black, room - mine)}"
