"""The board with the players and the plays of the game beside it, which every screen of a match has."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.rules.board import Board, Player
from bgterm.rules.match import MatchState, Pair
from bgterm.text.events import Brief
from bgterm.tui.board import widget
from bgterm.tui.board.layout import COMPACT, NORMAL, plan_for
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import FACE, ON_FACE
from bgterm.tui.look.glyphs import Glyphs
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.widgets.match_panels import EndingCard, PlayerCard, Title, games_table, pip_count
from bgterm.tui.widgets.text_line import Panel, ellipsis, fitted

if TYPE_CHECKING:
    from bgterm.analysis.match_summary import Summary
    from bgterm.tui.widgets.chart import BarChart


class Course(NamedTuple):
    """The plays of the current game so far, and the pips after them, as the widgets beside the board show them."""

    plays: Sequence[Brief] = ()
    pips: Sequence[Pair] = ()
    """The pips of both players at the start and after each turn."""


def checker(player: Player, glyphs: Glyphs) -> Content:
    """Return a player's checker for a line of text, two cells wide, on the colour of the tray."""
    shape = ("▄▄" if glyphs.halves else "▆▆") if glyphs.solid else f"{glyphs.marks[player.index]} "
    return Content.styled(shape, f"${FACE[player]} on $board-tray")


class ScoreSheet(Panel[MatchState, Course]):
    """The list between the players' cards: the last plays of the game that fit.

    With enough room, the earlier games and the last lines of chat are below them.
    """

    DEFAULT_CSS = "ScoreSheet { height: 1fr; margin: 1 0; color: $board-quiet; }"
    _talk: Sequence[str] = ()
    _keys: Sequence[Binding] = ()

    def hear(self, talk: Sequence[str]) -> None:
        """Show these lines of chat, the newest last, in place of those before, if there is room."""
        if talk != self._talk:
            self._talk = talk
            self.lay_out()

    def explain(self, keys: Sequence[Binding]) -> None:
        """List these keys with their effects from now on, in place of plays."""
        self._keys = keys
        self.lay_out()

    def draw(self, match: MatchState, course: Course) -> Iterable[Content]:
        """Return the lines of the sheet that fit, for a match and the plays of its current game."""
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
    """Return a play after its roll, which is drawn as a small die; `style` is that of the play."""
    player, text, roll = play
    if not glyphs.solid:
        return Content.assemble(checker(player, glyphs), f"{roll} " if roll else "", (text, style))
    die = Content.styled(roll, f"${ON_FACE[player]} on ${FACE[player]}") if roll else checker(player, glyphs)
    return Content.assemble(die, " ", (text, style))


def sheet_head(names: tuple[str, str], width: int, cut: str) -> Content:
    """Return a row with White's and Black's names above their columns on a score sheet `width` columns wide.

    A longer name is cut and ends in `cut`.
    """
    cell = (width - _NUMBER) // 2
    heads = (f"{'':{_DIE}}{fitted(name, cell - _DIE - 1, cut)} " for name in names)
    return Content(f"{'':{_NUMBER}}{''.join(heads)}".rstrip())


def sheet_rows(lines: Iterable[tuple[Player | None, Content]], width: int) -> Iterator[Content]:
    """Yield the rows of a score sheet `width` columns wide, with White's and Black's lines side by side by turn.

    `lines` are in order of time, each with its player. A line without a player spans both columns, after the turn
    before it.
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


_TITLE = 1
"""The rows above the board."""
_SIDE = 17
"""The fewest columns beside the board for names and moves."""
_WIDE, _WIDE_SIDE = 150, 38
"""The columns of a window from which a score sheet fits beside the board, and the columns of that side."""
_SIDE_AT_MOST = 46
_ROOMY = 20
"""The rows of a board from which the cards are large."""
_RACE = {48: 11, 38: 9, 30: 7}
"""The rows of the race chart, by the fewest rows of the board."""


class InPlace(Layout):
    """The Textual layout of a `TableView`, which puts each part where the view's `places` has it."""

    name = "in-place"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the placements of the displayed children."""
        places = parent.places() if isinstance(parent, TableView) else ()
        return [WidgetPlacement(place, Offset(), Spacing(), child) for child, place in places if child in children]


class TableView(Widget):
    """The widget of a match: title, board, and beside it a card for each player with the plays between."""

    DEFAULT_CSS = """
    TableView { layers: board card; }
    TableView #side > * { padding: 0 0 0 1; }
    TableView.-wide #side > * { padding: 0 1; }
    TableView.-narrow #side { display: none; }
    TableView #side > BarChart { margin-bottom: 1; padding: 0 1; }
    """

    def __init__(self) -> None:
        """Make an empty table."""
        self.board, self._title = widget.Board(), Title()
        self.sheet = ScoreSheet()
        """The plays, and what else is beside the board."""
        self._race: BarChart | None = None
        upper, lower = self._cards = (PlayerCard(), PlayerCard())
        self._result: EndingCard | None = None
        self._side = Vertical(upper, self.sheet, lower, id="side")
        super().__init__(self._title, self.board, self._side)
        self._room, self._beside = Size(NORMAL.width, NORMAL.height), _SIDE
        """The size of the board, and the columns beside it."""
        self._laid_out: tuple[Size, Glyphs] | None = None
        """The size and the characters for which the table was laid out."""
        self._match: MatchState | None = None
        self._pips: Sequence[Pair] = ()
        """The pips of both players before each play of the current game."""
        self._race_rows = 0
        """The rows of the race chart."""
        self._times = ("", "")
        self.hides_pips = False
        """Whether the pips of the players are hidden, because a drill asks for them."""
        self._around: tuple[Board, Player] | None = None
        """The board and the bottom player that the cards were last drawn for."""

    layout = InPlace()
    """The arrangement of the parts."""

    def places(self) -> Iterator[tuple[Widget, Region]]:
        """Yield the title, the board, the side and, if there is one, the result, each with its region."""
        board = Region(0, _TITLE, *self._room)
        yield self._title, Region(0, 0, board.width + self._beside, _TITLE)
        yield self.board, board
        yield self._side, Region(board.width, _TITLE, self._beside, board.height)
        if self._result:
            gutter, viewport = self._result.gutter, self.app.size
            width = min(self._result.get_content_width(board.size, viewport), board.width - gutter.width)
            height = self._result.get_content_height(board.size, viewport, width)
            card = Size(width + gutter.width, min(height + gutter.height, board.height))
            space = board.size - card
            yield self._result, Region(space.width // 2, _TITLE + space.height // 2, *card)

    def on_mount(self) -> None:
        """Lay the parts out again when the theme changes: boards of characters and of blocks differ in size."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._follow_theme())

    def _follow_theme(self) -> None:
        if self._laid_out:
            self.lay_out(self._laid_out[0])

    def lay_out(self, size: Size) -> None:
        """Use the largest board that fits `size`, the room for the widget, and put the players in the rest."""
        if (size, self._glyphs) == self._laid_out:
            return
        self._laid_out = size, self._glyphs
        side = _SIDE if size.width < _WIDE else _WIDE_SIDE
        plan = plan_for(size - Size(side, _TITLE), solid=self._glyphs.solid)
        self.set_class(size.width < plan.width + _SIDE, "-narrow")
        if self.is_narrow:
            plan = plan_for(size - Size(0, _TITLE), solid=self._glyphs.solid)
        beside = min(size.width - plan.width, _SIDE_AT_MOST)
        self.styles.width, self.styles.height = plan.width + beside, plan.height + _TITLE
        for card in self._cards:
            card.set_class(plan.height >= _ROOMY, "-roomy")
        self._race_rows = next((rows for least, rows in _RACE.items() if plan.height >= least), 0)
        self._show_race()
        self.set_class(beside > _SIDE + 1, "-wide")
        self._room, self._beside = Size(plan.width, plan.height), beside
        self.board.refresh(layout=True)  # Textual keeps the arrangement of a size until a child requests a layout
        self.sheet.lay_out()
        self._show_players()

    def name_rules(self, name: str) -> None:
        """Show the name of the rules in the title; an empty text shows none."""
        self._title.remark = name
        self._show_players()

    def show_result(self, summary: "Summary | None") -> None:
        """Show the summary of an ended game or match over the board, or for None remove the one shown."""
        if summary is None:
            if self._result and self._result.has_class("-shown"):
                self.call_after_refresh(self.screen.refresh)  # Textual may miss that the card's place is free
                self._result.remove_class("-shown")
        elif self.is_attached:
            if self._result is None:
                self._result = EndingCard(classes="-shown")
                self.mount(self._result)
            self._result.add_class("-shown")
            self._result.show(summary, self._room)

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room beside the board, so that the players are in the title."""
        return self.has_class("-narrow")

    def show(self, match: MatchState, scene: Scene, course: Course, times: tuple[str, str] = ("", "")) -> None:
        """Show a match: the board as in `scene`, and the score, the plays of `course` and the times around it.

        `times` are the times left to White and Black as text; empty without clocks.
        """
        self._match, self._times, self._around = match, times, None
        self.board.show(scene)
        self.show_around(scene)
        self.sheet.tell(match, course)
        self._pips = course.pips
        self._show_race()

    def show_times(self, times: tuple[str, str]) -> bool:
        """Draw other times left, White's and Black's as text; return whether they differ from those shown."""
        before, self._times = self._times, times
        if times != before:
            self._show_players()
        return times != before

    def _show_race(self) -> None:
        """Show the race where there is room for it."""
        shown = self._race_rows > 0 and bool(self._pips)
        if shown and self._side.is_attached:
            from bgterm.tui.widgets.chart import BarChart, race  # only in a large window

            if self._race is None:
                self._race = BarChart()
                self._side.mount(self._race, after=self.sheet)
            self._race.styles.height = self._race_rows
            self._race.tell(partial(race, self._pips, len(self._pips) - 1))
        if self._race:
            self._race.display = shown

    def show_around(self, scene: Scene) -> None:
        """Draw the players' cards and the title for a scene whose position or orientation has changed."""
        if self._around != (scene.board, scene.bottom):
            self._around = scene.board, scene.bottom
            self._show_players()

    def _show_players(self) -> None:
        """Draw the title and the cards for the present size."""
        if self._match is None or self._around is None:
            return
        board, bottom = self._around
        pips = board.pips_of_both
        marks, times = (checker(Player.WHITE, self._glyphs), checker(Player.BLACK, self._glyphs)), self._times
        white, black = (
            ("", "") if self.hides_pips else (time or pip_count(number), time or str(number))
            for time, number in zip(times, pips, strict=True)
        )
        left = [*zip(white, black, strict=True)]
        self._title.tell(self._match, marks, left, self.is_narrow)
        for card, player in zip(self._cards, (bottom.opponent, bottom), strict=True):
            card.tell(
                self._match, player, marks[player.index], None if self.hides_pips else pips, times[player.index]
            )

    @property
    def _glyphs(self) -> Glyphs:
        return glyphs_of(self.app.theme_variables)


LEAST = Size(COMPACT.width, COMPACT.height + 1)
"""The size of the smallest table."""
