"""The result of a match over the middle of its final board."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from bgterm.analysis.match_summary import GameRow, Summary, earlier, heads
from bgterm.catalog import _
from bgterm.tui.text_columns import ellipsis, fitted, table

_WIDEST = 62
"""The columns inside the frame at most."""
_RIGHT = {0, 3, 4}
"""The columns of numbers."""
_FRAME = Size(4, 2)
"""The cells that the frame takes."""


class EndingCard(Static):
    """The winner, the games and the luck of the dice, in a frame."""

    DEFAULT_CSS = """
    EndingCard {
        layer: card; display: none; width: auto; max-width: 100%; height: auto; max-height: 100%;
        border: heavy $accent; background: $background; padding: 0 1; text-align: center;
    }
    EndingCard.-shown { display: block; }
    """

    def show(self, summary: Summary, room: Size) -> None:
        """Show a summary on a board of this size."""
        width = min(room.width - _FRAME.width, _WIDEST)
        above = [Content.styled(summary.heading, "bold reverse"), Content(summary.score), Content()]
        below = [Content(), *map(Content, summary.luck)] if summary.luck else []
        rows = sum(max(1, -(-cell_len(str(line)) // width)) for line in (*above, *below))
        games = _games(summary, width, room.height - _FRAME.height - rows - 1, ellipsis(self.app))
        self.border_subtitle = Content("  ".join(self._keys()))
        self.update(Content("\n").join([*above, games, *below]))

    def _keys(self) -> Iterator[str]:
        """Yield the keys that go on from the result and do something now; the key bar has the others."""
        active = {one.binding.id: one.binding for one in self.screen.active_bindings.values() if one.enabled}
        for name in ("replay", "export", "toggle-result"):
            if binding := active.get(name):
                yield f"{self.app.get_key_display(binding)} {_(binding.description)}"


def _games(summary: Summary, width: int, most: int, cut: str) -> Content:
    """Return the last games in columns, under their heads; `most` are shown."""
    games = summary.games
    left_out = len(games) - most + 1 if len(games) > most else 0
    shown = games[left_out:]
    more = [Content(earlier(left_out))] if left_out else []
    lines = games_table(shown, width, cut)
    widest = max(line.cell_length for line in lines)
    aligned = [line.pad_right(widest - line.cell_length) for line in lines]
    return Content("\n").join([*aligned[:1], *more, *aligned[1:]])


def games_table(games: Sequence[GameRow], width: int, cut: str) -> Sequence[Content]:
    """Return games in columns, under their heads; told in short and with names cut where there is no room."""
    for narrow in (False, True):
        rows = [heads(narrow=narrow), *(game.cells(narrow=narrow) for game in games)]
        lines = table(rows, right=_RIGHT).split("\n")
        excess = max(line.cell_length for line in lines) - width
        if excess <= 0:
            return lines
    names = max(cell_len(row[1]) for row in rows) - excess
    return table([(row[0], fitted(row[1], names, cut), *row[2:]) for row in rows], right=_RIGHT).split("\n")
