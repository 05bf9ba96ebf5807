"""The result of a game or a match over the middle of its final board."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from bgterm.catalog import _
from bgterm.rules.match import MatchState
from bgterm.tui.look.large_digits import FIGURE, large_number
from bgterm.tui.widgets.text_line import ellipsis, fitted, table

if TYPE_CHECKING:
    from bgterm.analysis.ledger import GameLine
    from bgterm.analysis.match_summary import Summary

_WIDEST = 62
"""The most columns inside the frame."""
_RIGHT = {0, 3, 4}
"""The columns of numbers."""
_RIGHT_OF_FOUR = {0, 2, 3}
"""The indices of the columns with numbers when the column for the kind of win is left out."""
_NAME = 6
"""The fewest columns of a name."""
_FRAME = Size(4, 2)
"""The columns and rows of the frame."""
_BETWEEN = " - "
"""The text between the two numbers of a score."""
_SCOREBOARD = 1 + FIGURE + 9
"""The rows of the board that a score in large digits must leave free at the end of a game."""


class EndingCard(Static):
    """The winner, the score, the games and the luck of the dice, in a frame."""

    DEFAULT_CSS = """
    EndingCard {
        layer: card; display: none; width: auto; max-width: 100%; height: auto; max-height: 100%;
        border: heavy $accent; background: $background; padding: 0 1; text-align: center;
    }
    EndingCard.-shown { display: block; }
    """

    def show(self, summary: "Summary", room: Size) -> None:
        """Show a summary on a board of this size."""
        width = min(room.width - _FRAME.width, _WIDEST)
        above = [Content.styled(f" {summary.heading} ", "bold reverse $accent"), *map(Content, summary.facts)]
        below = [Content(), *map(Content, summary.luck)] if summary.luck else []
        rows = sum(len(line.wrap(width)) for line in (*above, *below))
        left = room.height - _FRAME.height - rows
        needed = len(summary.games) + 2 + 1 + FIGURE if summary.games else _SCOREBOARD
        if not self.app.has_class("-ascii") and left >= needed:
            above += [Content(), *scoreboard(summary.match, width, ellipsis(self.app))]
            left -= 1 + FIGURE
        games = [Content(), _games(summary, width, left - 2, ellipsis(self.app))] if summary.games else []
        self.border_subtitle = Content("  ".join(self._keys()))
        self.update(Content("\n").join([*above, *games, *below]))

    def _keys(self) -> Iterator[str]:
        """Yield the texts of the keys that end a match and apply now; the key bar has the others."""
        active = {one.binding.id: one.binding for one in self.screen.active_bindings.values() if one.enabled}
        for name in ("rematch", "toggle-result"):
            if binding := active.get(name):
                yield f"{self.app.get_key_display(binding)} {_(binding.description)}"


def scoreboard(match: MatchState, width: int, cut: str) -> Sequence[Content]:
    """Return the score of a match in large digits between the players' names."""
    figures = [large_number(points) for points in match.score]
    room = max((width - sum(len(figure[0]) for figure in figures) - len(_BETWEEN)) // 2 - 2 * len("  "), 0)
    names = [fitted(name, min(max(map(cell_len, match.names)), room), cut) for name in match.names]
    white, black = f"{names[0].strip():>{len(names[0])}}", names[1]
    rows = []
    for row in range(FIGURE):
        middle = row == FIGURE // 2
        left, right = (f"{name}  " if middle else " " * cell_len(f"{name}  ") for name in (white, black))
        between = _BETWEEN if middle else " " * len(_BETWEEN)
        tiles = [Content.styled(f" {figure[row]} ", "bold $foreground on $surface") for figure in figures]
        rows.append(Content.assemble(left, tiles[0], between, tiles[1], f"  {right[:-2]}"))
    return rows


def _games(summary: "Summary", width: int, most: int, cut: str) -> Content:
    """Return the last `most` games in columns under their headings."""
    from bgterm.analysis.match_summary import earlier  # not before the end of a game

    games = summary.games
    left_out = len(games) - most + 1 if len(games) > most else 0
    shown = games[left_out:]
    more = [Content(earlier(left_out))] if left_out else []
    heads, *lines = games_table(summary.match, shown, width, cut)
    if winner := summary.match.winner:
        lines = [
            line if game.result.winner is winner else line.stylize("$board-quiet")
            for game, line in zip(shown, lines, strict=True)
        ]
    widest = max(line.cell_length for line in (heads, *lines))
    aligned = [line.pad_right(widest - line.cell_length) for line in (heads, *lines)]
    return Content("\n").join([*aligned[:1], *more, *aligned[1:]])


def games_table(match: MatchState, games: "Sequence[GameLine]", width: int, cut: str) -> Sequence[Content]:
    """Return games in columns under their headings; abbreviated, and with names cut, where they do not fit.

    The kinds of win are omitted where names would be cut too much.
    """
    from bgterm.analysis.match_summary import game_cells  # not before the end of a game

    for narrow in (False, True):
        rows = game_cells(match, games, narrow=narrow)
        lines = table(rows, right=_RIGHT).split("\n")
        excess = max(line.cell_length for line in lines) - width
        if excess <= 0:
            return lines
    names = max(cell_len(row[1]) for row in rows) - excess
    if names < _NAME:
        return table([(*row[:2], *row[3:]) for row in rows], right=_RIGHT_OF_FOUR).split("\n")
    return table([(row[0], fitted(row[1], names, cut), *row[2:]) for row in rows], right=_RIGHT).split("\n")
