"""The equity over a match as a chart: White's lead above the middle, Black's below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.tui.board.styled_rows import Row
from bgterm.tui.text_columns import fitted
from bgterm.tui.widgets.bar_chart import BarChart

_LABEL = 8
"""The columns of a checker, the equity in figures, and a blank."""


@dataclass(frozen=True, slots=True)
class Equities:
    """The equity at each moment of a match."""

    values: Sequence[float]
    """White's, in points."""
    now: int
    """The number of the present one."""
    mistakes: Sequence[str]
    """The mark of the worst mistake at each moment, or nothing."""


class EquityChart(BarChart):
    """The equity over a match; from three rows on a title with a mark above each mistake."""

    DEFAULT_CSS = "EquityChart { height: 2; width: 1fr; }"

    def __init__(self, *, ascii_only: bool) -> None:
        """Make an empty chart, of ASCII characters if wanted."""
        super().__init__(ascii_only=ascii_only)
        self._equities = Equities((), 0, ())

    def show(self, equities: Equities) -> None:
        """Show the equity at each moment."""
        self._equities = equities
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if not self._equities.values or width <= _LABEL:
            return
        sides = [row for player in Player for row in self._side(player, height // 2)]
        title = [self._title(fitted(_("Equity"), _LABEL), self._marks())] if height % 2 else []
        self.paint([*title, *sides])

    def _side(self, player: Player, height: int) -> Iterator[Row]:
        values, now = self._equities.values, self._equities.now
        most, sign = max(1.0, *map(abs, values)), 1 if player is Player.WHITE else -1
        label = fitted(f"{self._mark(player)} {round(sign * values[now], 2) + 0.0:+.2f}", _LABEL)
        shares = [sign * value / most for value in values]
        yield from self._bars(player, label, shares, height, now, hangs=player is Player.BLACK, marks=True)

    def _marks(self) -> list[str]:
        """Return for each column of bars the first character of the worst mark there, or nothing."""
        mistakes = self._equities.mistakes
        count, wide = self._columns(len(mistakes), _LABEL)
        worst = [""] * (count * wide)
        for at, mark in enumerate(mistakes):
            column = at * count // len(mistakes) * wide
            worst[column] = max(worst[column], mark[:1])
        return worst
