"""The plays of a game beside its board: as a list, or in two columns like a score sheet, if there is room."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textual.binding import Binding
from textual.content import Content

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState, Pair
from bgterm.text.events import Brief
from bgterm.tui.board.styled_rows import FACE, ON_FACE
from bgterm.tui.look.glyphs import Glyphs
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.widgets.match_panels import games_table
from bgterm.tui.widgets.text_line import Panel, ellipsis, fitted


class Course(NamedTuple):
    """The plays of a game so far, for display."""

    plays: Sequence[Brief] = ()
    pips: Sequence[Pair] = ()
    """The pips of both players at the start and after each turn."""


def checker(player: Player, glyphs: Glyphs) -> Content:
    """Return a player's checker on felt, two cells wide."""
    shape = ("▄▄" if glyphs.halves else "▆▆") if glyphs.solid else f"{glyphs.marks[player.index]} "
    return Content.styled(shape, f"${FACE[player]} on $board-tray")


class ScoreSheet(Panel[MatchState, Course]):
    """The last plays of a game that fit."""

    DEFAULT_CSS = "ScoreSheet { height: 1fr; }"
    _talk: Sequence[str] = ()
    _keys: Sequence[Binding] = ()

    def hear(self, talk: Sequence[str]) -> None:
        """Show the last chat lines, if there is room."""
        if talk != self._talk:
            self._talk = talk
            self.lay_out()

    def explain(self, keys: Sequence[Binding]) -> None:
        """Show keys and their uses in place of plays."""
        self._keys = keys
        self.lay_out()

    def draw(self, match: MatchState, course: Course) -> Iterable[Content]:
        """Return the sheet in the characters of the theme, as many lines as fit."""
        width, height = self._width, self._height
        if not height:
            return ()
        if self._keys:
            head, lines, foot = [*self._legend(width)][:height], list[Content](), list[Content]()
        elif width < SHEET:
            head, lines, foot = list[Content](), [*self._list(course, width)], list[Content]()
        else:
            head, lines = self._columns(match.names, course, width)
            foot = self._chat(width, height - len(head) - len(lines) - 1)
            foot = self._games(match, width, height - len(head) - len(lines) - len(foot) - 2) + foot
        shown = lines[-max(height - len(head) - len(foot), 1) :]
        return (*head, *shown, *[Content()] * (height - len(head) - len(shown) - len(foot)), *foot)

    def _legend(self, width: int) -> Iterator[Content]:
        """Yield a line for each key."""
        shown = {key.description: (self.app.get_key_display(key), key) for key in self._keys if key.description}
        for name, key in shown.values():
            use = _(key.tooltip if key.tooltip and width >= SHEET else key.description)
            yield Content.assemble((f"{name:<{_KEY}}", "$foreground"), use)

    def _games(self, match: MatchState, width: int, height: int) -> list[Content]:
        """Return the last games of the match that fit, under the column headings."""
        if not match.results or height <= 2:
            return []
        from bgterm.analysis.ledger import ledger  # not before the end of a game

        games = [*ledger(match)][2 - height :]
        head, *lines = games_table(match, games, width, ellipsis(self.app))
        return [head.stylize("not bold $foreground"), self._rule(width), *lines]

    def _chat(self, width: int, height: int) -> list[Content]:
        """Return the last chat lines that fit, under a heading."""
        room = min(height - 3, _TALK)
        if not self._talk or room < 1:
            return []
        rows = [row for line in self._talk[-room:] for row in _folded(Content(line), width)]
        return [Content(), Content.styled(_("Chat"), "$foreground"), self._rule(width), *rows[-room:]]

    def _rule(self, width: int) -> Content:
        """Return the line below the column headings."""
        return Content(("-" if self.app.has_class("-ascii") else "\N{BOX DRAWINGS LIGHT HORIZONTAL}") * width)

    def _list(self, course: Course, width: int) -> Iterator[Content]:
        """Yield a row for each play, or more for a long one."""
        for number, play in enumerate(course.plays, 1):
            yield from _folded(self._line(course, number, play), width)

    def _columns(self, names: tuple[str, str], course: Course, width: int) -> tuple[list[Content], list[Content]]:
        """Return the column headings, and the plays of both players in two columns with turn numbers."""
        plays = [(play.player, self._line(course, number, play)) for number, play in enumerate(course.plays, 1)]
        head = sheet_head(names, width, ellipsis(self.app)).stylize("$foreground")
        return [head, self._rule(width)], [*sheet_rows(plays, width)]

    def _line(self, course: Course, number: int, play: Brief) -> Content:
        """Return a play after its roll, drawn as a small die; the last one is highlighted."""
        style = "$foreground" if number == len(course.plays) else ""
        return sheet_line(play, glyphs_of(self.app.theme_variables), style)


def sheet_line(play: Brief, glyphs: Glyphs, style: str = "") -> Content:
    """Return a play after its roll, drawn as a small die."""
    player, text, roll = play
    if not glyphs.solid:
        return Content.assemble(checker(player, glyphs), f"{roll} " if roll else "", (text, style))
    die = Content.styled(roll, f"${ON_FACE[player]} on ${FACE[player]}") if roll else checker(player, glyphs)
    return Content.assemble(die, " ", (text, style))


def sheet_head(names: tuple[str, str], width: int, cut: str) -> Content:
    """Return the names of both players above their columns on a score sheet of so many columns."""
    cell = (width - _NUMBER) // 2
    heads = (f"{'':{_DIE}}{fitted(name, cell - _DIE - 1, cut)} " for name in names)
    return Content(f"{'':{_NUMBER}}{''.join(heads)}".rstrip())


def sheet_rows(lines: Iterable[tuple[Player | None, Content]], width: int) -> Iterator[Content]:
    """Yield the lines of a game: the two players' in two columns with turn numbers.

    A line of no player spans both columns, after the turn before it.
    """
    cell = (width - _NUMBER) // 2
    turns = [_SheetTurn([], [], [])]
    for player, line in lines:
        if player is None:
            turns[-1].below.append(line)
            continue
        if len(turns) == 1 or turns[-1][player.index] or turns[-1].black:
            turns.append(_SheetTurn([], [], []))
        turns[-1][player.index].extend(_folded(line, cell - 1))
    for number, (white, black, below) in enumerate(turns):
        for row, (left, right) in enumerate(zip_longest(white, black, fillvalue=Content())):
            place = f"{'' if row else number:{_NUMBER - 2}}  "
            yield Content.assemble(place, left.pad_right(max(cell - left.cell_length, 0)), right)
        yield from below


class _SheetTurn(NamedTuple):
    """A turn of both players on a score sheet, in lines that may need several rows."""

    white: list[Content]
    black: list[Content]
    below: list[Content]


def _folded(line: Content, width: int) -> list[Content]:
    """Wrap a line into rows, indenting all but the first."""
    first, *others = line.wrap(width) if line.cell_length <= width else line.wrap(width - _DIE)
    return [first, *(Content.assemble(" " * _DIE, row) for row in others)]


_TALK = 6
"""The most rows of the chat."""
_KEY = 8
"""The columns of a key."""
_DIE = 3
"""The columns of a roll and a blank."""
_NUMBER = 4
"""The columns of the number of a turn."""
SHEET = 36
"""The columns from which the plays of both players are side by side."""
