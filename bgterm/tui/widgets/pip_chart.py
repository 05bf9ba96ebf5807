"""The race of a game as a chart: for each player a row of bars, which get shorter as the checkers come home."""

from collections.abc import Sequence

from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.tui.board import styled_rows
from bgterm.tui.board.styled_rows import FACE, Ink, Row
from bgterm.tui.board.widget import Painted
from bgterm.tui.themes import glyphs_of

BLOCKS = " ▁▂▃▄▅▆▇"
"""Bars from the shortest to the tallest, which still leaves a gap between two rows."""
ASCII_BLOCKS = " _.-:=+#"
"""The same in ASCII characters."""
_WIDEST = 4
"""The columns of a bar where there is room enough."""
_NUMBER = 6
"""The columns of a checker, the pips in figures, and a blank."""


class PipChart(Painted):
    """Two rows of bars, White's above Black's; the present is marked."""

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

    def on_resize(self) -> None:
        """Use the room there is."""
        self._draw()

    def _draw(self) -> None:
        if self._pips and self.size.width:
            self.paint([self._row(player) for player in Player])

    def _row(self, player: Player) -> Row:
        """Return a player's bars; where there are more plays than columns, the last play of each column counts."""
        room = max(self.size.width - _NUMBER, 1)
        count = min(len(self._pips), room)
        wide = min(room // count, _WIDEST)
        face, number = Ink(FACE[player], "board-felt"), self._pips[self._now][player.index]
        mark = glyphs_of(self.app.theme_variables, self._ascii_only).marks[player.index]
        spans = [(f"{mark} {number:3} ", face._replace(attributes="bold"))]
        now = self._now * count // len(self._pips)
        for column in range(count):
            at = self._now if column == now else (column + 1) * len(self._pips) // count - 1
            bar = self._bar(self._pips[at][player.index]) * wide
            spans.append((bar, face._replace(attributes="reverse") if column == now else face))
        return styled_rows.row([*spans, (" " * (room - count * wide), face)])

    def _bar(self, pips: int) -> str:
        blocks = ASCII_BLOCKS if self._ascii_only else BLOCKS
        most = max(map(max, self._pips)) or 1
        return blocks[-(-pips * (len(blocks) - 1) // most)]
