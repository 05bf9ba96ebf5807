"""The race of a game as a chart: for each player a row of bars, which get shorter as the checkers come home."""

from collections.abc import Iterator, Sequence
from math import ceil

from rich.cells import cell_len

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.tui.board import styled_rows
from bgterm.tui.board.styled_rows import FACE, Ink, Row
from bgterm.tui.board.widget import Painted
from bgterm.tui.themes import glyphs_of

BLOCKS = " ▁▂▃▄▅▆▇"
"""Bars from the shortest to the tallest, which still leaves a gap between two rows."""
_FULL = "█"
"""A row that the bar goes on above."""
_ABOVE = dict(zip(f"{BLOCKS}{_FULL}", f"{_FULL}{BLOCKS[:0:-1]} ", strict=True))
"""The empty part of a cell above a bar, by the bar."""
_LEAD = 24
"""The pips of a lead that fill the chart, unless some lead is greater."""
ASCII_BLOCKS = " _.-:=+#"
"""The same in ASCII characters."""
ASCII_HANGING = ' \'\'"""##'
"""The same hanging from above."""
_WIDEST = 4
"""The columns of a bar where there is room enough."""
_NUMBER = 6
"""The columns of a checker, the pips in figures, and a blank."""


class PipChart(Painted):
    """The race of a game: in two rows the pips of both, in more the lead after each turn, White's above Black's.

    The present is marked in two rows; it is the last turn in more.
    """

    DEFAULT_CSS = "PipChart { height: 2; width: 1fr; }"

    def __init__(self, *, ascii_only: bool) -> None:
        """Make an empty chart, of ASCII characters if wanted."""
        super().__init__()
        self._ascii_only = ascii_only
        self._pips: Sequence[Pair] = ()
        self._now = 0

    def show(self, pips: Sequence[Pair], now: int) -> None:
        """Show what each player had left to go after each play; the present is the one numbered `now`."""
        self._pips, self._now = pips, now
        self._draw()

    def on_mount(self) -> None:
        """Follow the theme: it decides the marks too."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def on_resize(self) -> None:
        """Use the room there is."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if not self._pips or not width:
            return
        if height == len(Player):
            most = max(map(max, self._pips)) or 1
            self.paint([*self._bars(Player.WHITE, 1, most), *self._bars(Player.BLACK, 1, most)])
            return
        title, quiet = _("Race") + " ", Ink("board-quiet", "background")
        rule = ("-" if self._ascii_only else "\N{BOX DRAWINGS LIGHT HORIZONTAL}") * (width - cell_len(title))
        most = max(_LEAD, *(abs(white - black) for white, black in self._pips))
        sides = (row for player in Player for row in self._bars(player, height // 2, most))
        self.paint([styled_rows.row([(title, quiet._replace(fg="foreground")), (rule, quiet)]), *sides])

    def _bars(self, player: Player, height: int, most: int) -> Iterator[Row]:
        """Yield a player's bars, the tallest `most`; of many plays in one column the last one counts."""
        room = max(self.size.width - _NUMBER, 1)
        count = min(len(self._pips), room)
        wide = min(room // count, _WIDEST)
        face, number = Ink(FACE[player], "board-felt"), self._pips[self._now][player.index]
        glyphs, leads = glyphs_of(self.app.theme_variables, self._ascii_only), height > 1
        hangs = leads and player is Player.BLACK
        now = self._now * count // len(self._pips)
        shown = [
            self._pips[self._now if at == now else (at + 1) * len(self._pips) // count - 1] for at in range(count)
        ]
        for row in range(height):
            middle = row == (0 if hangs else height - 1)
            label = f"{glyphs.marks[player.index]} {number:3} " if middle else " " * _NUMBER
            spans = [(label, face._replace(attributes="bold"))]
            for at, pips in enumerate(shown):
                value = pips[player.opponent.index] - pips[player.index] if leads else pips[player.index]
                bar = self._bar(value / most, row if hangs else height - 1 - row, height, hangs=hangs)
                turned = hangs and not self._ascii_only and bar != " "
                ink = face._replace(attributes="reverse") if turned or (at == now and not leads) else face
                spans.append(((_ABOVE[bar] if turned else bar) * wide, ink))
            yield styled_rows.row([*spans, (" " * (room - count * wide), face)])

    def _bar(self, part: float, level: int, height: int, *, hangs: bool) -> str:
        """Return what a row shows of a bar that fills this part of the height, the row of its foot being 0."""
        blocks = (ASCII_HANGING if hangs else ASCII_BLOCKS) if self._ascii_only else f"{BLOCKS}{_FULL}"
        full = len(blocks) - 1
        tall = ceil(part * (full * height - (height == 1 and not self._ascii_only)))
        return blocks[min(max(tall - full * level, 0), full)]
