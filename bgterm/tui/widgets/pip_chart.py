"""The race of a game as a chart: for each player a row of bars, which get shorter as the checkers come home."""

from collections.abc import Iterator, Sequence

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.tui.board.styled_rows import Row
from bgterm.tui.widgets.bar_chart import BarChart

_LEAD = 24
"""The pips of a lead that fill the chart, unless some lead is greater."""


class PipChart(BarChart):
    """The race of a game: in two rows the pips of both, in more the lead after each turn, White's above Black's.

    The present is marked in two rows; it is the last turn in more.
    """

    DEFAULT_CSS = "PipChart { height: 2; width: 1fr; }"

    def __init__(self, *, ascii_only: bool) -> None:
        """Make an empty chart, of ASCII characters if wanted."""
        super().__init__(ascii_only=ascii_only)
        self._pips: Sequence[Pair] = ()
        self._now = 0

    def show(self, pips: Sequence[Pair], now: int) -> None:
        """Show what each player had left to go after each play; the present is the one numbered `now`."""
        self._pips, self._now = pips, now
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if not self._pips or not width:
            return
        if height == len(Player):
            most = max(map(max, self._pips)) or 1
            self.paint([row for player in Player for row in self._side(player, 1, most)])
            return
        most = max(_LEAD, *(abs(white - black) for white, black in self._pips))
        sides = (row for player in Player for row in self._side(player, height // 2, most))
        self.paint([self._title(_("Lead in pips") + " "), *sides])

    def _side(self, player: Player, height: int, most: int) -> Iterator[Row]:
        """Yield a player's bars, the tallest `most`."""
        leads, mine, theirs = height > 1, player.index, player.opponent.index
        shares = [((pips[theirs] - pips[mine]) if leads else pips[mine]) / most for pips in self._pips]
        label = f"{self._mark(player)} {self._pips[self._now][mine]:3} "
        hangs = leads and player is Player.BLACK
        yield from self._bars(player, label, shares, height, self._now, hangs=hangs, marks=not leads)
