"""Charts of bars in the colours of the players, drawn in eighths of a cell or in ASCII characters."""

from collections.abc import Iterator, Sequence
from math import ceil

from rich.cells import cell_len

from bgterm.rules.board import Player
from bgterm.tui.board import styled_rows
from bgterm.tui.board.styled_rows import FACE, Ink, Row
from bgterm.tui.board.widget import Painted
from bgterm.tui.look.themes import glyphs_of

BLOCKS = " ▁▂▃▄▅▆▇"
"""Bars from the shortest to the tallest, which still leaves a gap between two rows."""
_FULL = "█"
"""A row that the bar goes on above."""
_ABOVE = dict(zip(f"{BLOCKS}{_FULL}", f"{_FULL}{BLOCKS[:0:-1]} ", strict=True))
"""The empty part of a cell above a bar, by the bar."""
ASCII_BLOCKS = " _.-:=+#"
"""The same in ASCII characters."""
ASCII_HANGING = ' \'\'"""##'
"""The same hanging from above."""
_WIDEST = 4
"""The columns of a bar where there is room enough."""


class BarChart(Painted):
    """A bar for each moment; of many moments in one column the last one counts, or the present one."""

    def __init__(self, *, ascii_only: bool) -> None:
        """Make an empty chart, of ASCII characters if wanted."""
        super().__init__()
        self._ascii_only = ascii_only

    def on_mount(self) -> None:
        """Follow the theme: it decides the marks too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def on_resize(self) -> None:
        """Use the room there is."""
        self._draw()

    def _draw(self) -> None:
        """Draw all of it for the size that it has."""
        raise NotImplementedError

    def _title(self, title: str, marks: Sequence[str] = ()) -> Row:
        """Return a title with a rule after it, in which the marks stand above their columns."""
        quiet = Ink("board-quiet", "background")
        rule = "-" if self._ascii_only else "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
        text = "".join(mark or rule for mark in marks)
        rest = rule * (self.size.width - cell_len(title) - cell_len(text))
        return styled_rows.row([(title, quiet._replace(fg="foreground")), (text, quiet), (rest, quiet)])

    def _columns(self, moments: int, label: int) -> tuple[int, int]:
        """Return how many bars stand beside a label of so many cells, and how wide each is."""
        room = max(self.size.width - label, 1)
        count = min(moments, room)
        return count, min(room // count, _WIDEST)

    def _mark(self, player: Player) -> str:
        """Return the checker of a player in a line of text."""
        return glyphs_of(self.app.theme_variables, self._ascii_only).marks[player.index]

    def _bars(
        self,
        player: Player,
        label: str,
        shares: Sequence[float],
        height: int,
        now: int,
        *,
        hangs: bool,
        marks: bool,
    ) -> Iterator[Row]:
        """Yield the rows of a player's bars, each of which fills a share of the height, below it if it `hangs`.

        The label stands in the row of their feet. The bar of the moment `now` is reversed if it `marks` that.
        """
        wide = cell_len(label)
        count, columns = self._columns(len(shares), wide)
        present, face = now * count // len(shares), Ink(FACE[player], "board-felt")
        shown = [shares[now if at == present else (at + 1) * len(shares) // count - 1] for at in range(count)]
        for row in range(height):
            foot = row == (0 if hangs else height - 1)
            spans = [(label if foot else " " * wide, face._replace(attributes="bold"))]
            for at, share in enumerate(shown):
                bar = self._bar(share, row if hangs else height - 1 - row, height, hangs=hangs)
                turned = hangs and not self._ascii_only and bar != " "
                ink = face._replace(attributes="reverse") if turned != (marks and at == present) else face
                spans.append(((_ABOVE[bar] if turned else bar) * columns, ink))
            yield styled_rows.row([*spans, (" " * (self.size.width - wide - count * columns), face)])

    def _bar(self, share: float, level: int, height: int, *, hangs: bool) -> str:
        """Return what a row shows of a bar that fills this share of the height, the row of its foot being 0."""
        blocks = (ASCII_HANGING if hangs else ASCII_BLOCKS) if self._ascii_only else f"{BLOCKS}{_FULL}"
        full = len(blocks) - 1
        tall = ceil(share * (full * height - (height == 1 and not self._ascii_only)))
        return blocks[min(max(tall - full * level, 0), full)]
