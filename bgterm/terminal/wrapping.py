"""Lines of text for a terminal of some width, broken between words."""

import re
from collections.abc import Iterator

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
