"""Lines of text for a terminal of some width: broken between words, and in columns."""

import re
from collections.abc import Collection, Iterator, Sequence

_WORD = re.compile(r"(?<= )(?=[^ ])")
"""The beginning of a word after the first."""


def wrapped(line: str, columns: int) -> Iterator[str]:
    """Yield the rows of a line in so many columns; 0 is any width. A longer word stands in a row of its own.

    >>> [*wrapped("Ann, you rolled 5 4.", 10)], [*wrapped("Ann rolls.", 0)]
    (['Ann, you', 'rolled 5', '4.'], ['Ann rolls.'])
    """
    if not columns:
        yield line
        return
    from rich.cells import cell_len  # only on terminals

    row, *words = _WORD.split(line)
    for word in words:
        if cell_len((row + word).rstrip()) > columns:
            yield row.rstrip()
            row = ""
        row += word
    yield row


def laid_out(rows: Sequence[Sequence[str]], room: int = 0, right: Collection[int] = ()) -> list[str]:
    """Return the rows as lines, each column as wide as its widest cell; the columns in `right` are right-aligned.

    With a `room`, the last columns are left out where the lines would be longer. The first line then ends in dots.

    >>> laid_out([["#", "play"], ["1", "8/5 6/5"]]), laid_out([["#", "play"], ["1", "8/5 6/5"]], 4)
    (['#  play', '1  8/5 6/5'], ['# ..', '1'])
    """
    from rich.cells import cell_len  # only for tables

    def widths(rows: Sequence[Sequence[str]]) -> list[int]:
        return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]

    if not rows:
        return []
    shown, count = rows, len(rows[0])
    while count > 1 and 0 < room < sum(widths(shown)) + 2 * (count - 1):
        count -= 1
        shown = [[*rows[0][: count - 1], f"{rows[0][count - 1]} .."], *(row[:count] for row in rows[1:])]
    wide = widths(shown)

    def padded(cell: str, at: int) -> str:
        blanks = " " * (wide[at] - cell_len(cell))
        return blanks + cell if at in right else cell + blanks

    return ["  ".join(padded(cell, at) for at, cell in enumerate(row)).rstrip() for row in shown]
