"""Text in columns, aligned by terminal cells, so that names in any script line up."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from textual.app import App
from textual.content import Content

_LONG_NAME, _SHORT_NAME = 12, 9
"""The most cells of a name that is not shortened, and the cells of one that is."""


def ellipsis(app: App[Any]) -> str:
    """Return the ellipsis for cut text, in characters that the terminal can show."""
    return ".." if app.has_class("-ascii") else "\N{HORIZONTAL ELLIPSIS}"


def ellipsize(line: Content, width: int, cut: str) -> Content:
    """Return the line in at most `width` cells; a truncated line ends in `cut`."""
    return line if line.cell_length <= width else line.truncate(max(width - len(cut), 0)) + cut


def fitted(text: str, width: int, cut: str = "..") -> str:
    """Return the text in exactly `width` cells; a truncated text ends in `cut`."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(width - len(cut), 0)).rstrip() + cut, max(width, 0))


def with_short_names(line: str | Content, names: Iterable[str], width: int, cut: str) -> Content:
    """Return the line; where it takes more than `width` cells, long names end in `cut` after a few letters."""
    line = Content.assemble(line)
    for name in sorted(names, key=len, reverse=True):
        if cell_len(name) > _LONG_NAME and line.cell_length > width:
            short = fitted(name, _SHORT_NAME, cut).rstrip()
            for found in reversed([*re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line.plain)]):
                line = Content.assemble(line[: found.start()], short, line[found.end() :])
    return line


def hanging(text: Content, width: int, indent: int) -> Content:
    """Wrap the lines of a text; wrapped rows keep the indent of their line, or of the text after its dash."""
    rows = list[Content]()
    for line in text.split("\n"):
        by = 2 if line.plain.startswith("- ") else indent if line.plain.startswith("  ") else 0
        if line.cell_length <= width or width <= by:
            rows.append(line)
            continue
        first = line.wrap(width)[0]
        rest = line[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        rows += [first, *(Content.assemble(" " * by, row) for row in rest.wrap(width - by))]
    return Content("\n").join(rows)


def table(rows: Sequence[Sequence[str]], right: Collection[int] = (), room: int = 0) -> Content:
    """Lay out rows as a table, the first one as its head, like `laid_out`."""
    from bgterm.terminal.wrapping import laid_out  # only for tables

    head, *rest = laid_out(rows, room, right)
    return Content("\n").join([Content.styled(head, "bold"), *map(Content, rest)])
