"""A chart of bars in the colours of the players, drawn in eighths of a cell or in ASCII characters.

It shows the race of a game, or the equity over a match: White's bars above, Black's below.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.tui.board.styled_rows import FACE
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.widgets.text_line import Panel, fitted

BLOCKS = " ▁▂▃▄▅▆▇"
"""The eighths of a bar from the shortest to the tallest, which leaves a gap below the next row."""
_FULL = "█"
"""A cell that the bar fills, because it continues above."""
_ABOVE = dict(zip(f"{BLOCKS}{_FULL}", f"{_FULL}{BLOCKS[:0:-1]} ", strict=True))
"""The empty part of a cell above each eighth of a bar."""
ASCII_BLOCKS = " _.-:=+#"
"""The parts of a bar in ASCII characters."""
ASCII_HANGING = ' \'\'"""##'
"""The parts of a hanging bar in ASCII characters."""
_WIDEST = 4
"""The most columns of a bar."""


_EQUITY = 6
"""The columns of an equity as a number."""
_LEAD = 24
"""The lead in pips that fills the chart, unless some lead is larger."""


class Bars(NamedTuple):
    """The data of a `BarChart`: for each moment, such as a play, a bar for White and one for Black."""

    title: str
    """The text above the chart, if its number of rows is odd."""
    labels: Sequence[str]
    """The labels beside White's and Black's bars, after a checker."""
    shares: Sequence[Sequence[float]]
    """The heights of White's bars and of Black's, from 0 to 1."""
    now: int
    """The index of the present moment."""
    marks: bool
    """Whether the bar of the present moment is reversed."""
    hangs: bool = True
    """Whether Black's bars hang below White's; otherwise each stand in rows of their own."""
    mistakes: Sequence[str] = ()
    """The mark of the worst mistake at each moment; empty for none."""


def race(pips: Sequence[Pair], now: int, height: int) -> Bars:
    """Return the bars of a game's race: the pips of both for a chart two rows high, for a higher one the lead.

    `pips` are White's and Black's after each play, `now` is the index of the present one, and `height` is the
    rows.
    """
    leads, labels = height > len(Player), [f"{number:3} " for number in pips[now]]
    most = max(_LEAD, *(abs(white - black) for white, black in pips)) if leads else max(map(max, pips)) or 1
    white = [(black - mine if leads else mine) / most for mine, black in pips]
    black = [(white - mine if leads else mine) / most for white, mine in pips]
    return Bars(_("Lead in pips") + " ", labels, (white, black), now, marks=not leads, hangs=leads)


def equity(values: Sequence[float], now: int, mistakes: Sequence[str], _height: int) -> Bars:
    """Return the bars of White's equity at each moment of a match.

    `now` is the index of the present moment; `mistakes` are the marks of the worst mistakes at the moments, empty
    for none.
    """
    most, signs = max(1.0, *map(abs, values)), (1, -1)
    labels = [fitted(f"{sign * values[now]:+z.2f}", _EQUITY) for sign in signs]
    shares = [[sign * value / most for value in values] for sign in signs]
    title = fitted(_("Equity"), len("● ") + _EQUITY)
    return Bars(title, labels, shares, now, marks=True, mistakes=mistakes)


class BarChart(Panel[Callable[[int], Bars]]):
    """A bar chart of moments, White's bars above and Black's below.

    If a column stands for several moments, it shows the present one or else the last.
    """

    DEFAULT_CSS = "BarChart { height: 2; }"

    @property
    def _ascii_only(self) -> bool:
        return self.app.has_class("-ascii")

    def on_mount(self) -> None:
        """Redraw when the theme changes, which also decides the characters."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.lay_out())

    def draw(self, bars_in: Callable[[int], Bars]) -> Iterator[Content]:
        """Yield the rows of the chart; `bars_in` returns its data for a number of rows."""
        bars = bars_in(self._height)
        if self._height % 2:
            yield self._title(bars)
        for player in Player:
            yield from self._side(bars, player, self._height // 2)

    def _title(self, bars: Bars) -> Content:
        """Return the title and a line after it, with the marks of mistakes above their columns."""
        rule = "-" if self._ascii_only else "─"
        text = "".join(mark or rule for mark in self._marks(bars))
        rest = rule * (self._width - cell_len(bars.title) - cell_len(text))
        return Content.assemble((bars.title, "$foreground"), (text + rest, "$board-quiet"))

    def _marks(self, bars: Bars) -> list[str]:
        """Return the first character of the worst mark in each column of bars; empty for none."""
        if not bars.mistakes:
            return []
        count, wide = self._columns(len(bars.mistakes), cell_len(bars.title))
        worst = [""] * (count * wide)
        for at, mark in enumerate(bars.mistakes):
            column = at * count // len(bars.mistakes) * wide
            worst[column] = max(worst[column], mark[:1])
        return worst

    def _columns(self, moments: int, label: int) -> tuple[int, int]:
        """Return how many bars fit beside a label of so many cells, and their width in columns."""
        room = max(self._width - label, 1)
        count = min(moments, room)
        return count, min(room // count, _WIDEST)

    def _side(self, bars: Bars, player: Player, height: int) -> Iterator[Content]:
        """Yield the rows of a player's bars, with the label in the row where they start."""
        hangs, shares, now = bars.hangs and player is Player.BLACK, bars.shares[player.index], bars.now
        mark = glyphs_of(self.app.theme_variables).marks[player.index]
        label = f"{mark} {bars.labels[player.index]}"
        wide = cell_len(label)
        count, columns = self._columns(len(shares), wide)
        present, face = now * count // len(shares), f"${FACE[player]} on $board-tray"
        shown = [shares[now if at == present else (at + 1) * len(shares) // count - 1] for at in range(count)]
        for row in range(height):
            foot = row == (0 if hangs else height - 1)
            spans = [(label if foot else " " * wide, f"bold {face}")]
            for at, share in enumerate(shown):
                bar = self._bar(share, row if hangs else height - 1 - row, height, hangs=hangs)
                turned = hangs and not self._ascii_only and bar != " "
                ink = f"reverse {face}" if turned != (bars.marks and at == present) else face
                spans.append(((_ABOVE[bar] if turned else bar) * columns, ink))
            yield Content.assemble(*spans, (" " * (self._width - wide - count * columns), face))

    def _bar(self, share: float, level: int, height: int, *, hangs: bool) -> str:
        """Return a bar's cell in the row `level`, 0 where it starts; `share` is its height from 0 to 1.

        If it `hangs`, it starts at the top.
        """
        blocks = (ASCII_HANGING if hangs else ASCII_BLOCKS) if self._ascii_only else f"{BLOCKS}{_FULL}"
        full = len(blocks) - 1
        tall = ceil(share * (full * height - (height == 1 and not self._ascii_only)))
        return blocks[min(max(tall - full * level, 0), full)]
