"""The base of the screens with a list of matches: the rows of the list, and the preview of the marked match."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from bgterm.analysis.ledger import ledger
from bgterm.catalog import _
from bgterm.formats.record import GameRecord
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.rules.variants import VARIANTS
from bgterm.storage.index import Entry
from bgterm.text import library, questions
from bgterm.tui.board.layout import COMPACT
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.analysing import AnalysingScreen
from bgterm.tui.screens.base import asks
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.match_panels import games_table
from bgterm.tui.widgets.text_line import Line, RowList, ellipsis, fitted

_OF_ONE = frozenset(
    {"open", "replay", "analyse", "analyse_by", "practise", "export", "compare", "ledger", "rename", "delete"}
)
"""The actions on the marked match."""
_REST = 0.1  # seconds


_MARK = 2
"""The columns before a row for the mark."""
WIDE = 76
"""The width from which rows have all fields, in columns."""
_DATE = 10
_WIDTHS = (12, -5, -7, 10)
"""The widths of the columns for game, length, score and state, negative if right-aligned; names get the rest."""
_AND = " - "


def outcome(entry: Entry) -> str:
    """Return the description of a match's state: how it ended or, if unfinished, its score and current game."""
    return library.outcome(entry.names, entry.score, entry.length, entry.game, entry.winner, closed=entry.closed)


def sure_to_delete(entry: Entry) -> str:
    """Return the question that asks the player to confirm the deletion of a match; it names the match."""
    if not entry.readable or not entry.date:
        return _("Delete {name}? This cannot be undone.", name=entry.name)
    date, standing = entry.date[:10], outcome(entry)
    if not entry.finished:
        return _(
            "Delete the match of {date}? It is not finished: {standing}. This cannot be undone.",
            date=date,
            standing=standing,
        )
    return _(
        "Delete the match of {white} and {black} of {date}? {standing}. This cannot be undone.",
        white=entry.white,
        black=entry.black,
        date=date,
        standing=standing,
    )


def _cells(entry: Entry) -> tuple[str, ...]:
    if not entry.readable:
        return "", entry.name, "", "", "", "", _("damaged")
    stands = library.stands(entry.game, finished=entry.finished, closed=entry.closed)
    return (
        entry.date[:_DATE],
        entry.white,
        entry.black,
        VARIANTS[entry.variant].slug.capitalize(),
        library.to_points(entry.length),
        f"{entry.white_score}-{entry.black_score}",
        f"{stands} !" if entry.fault else stands,
    )


def draw_head(width: int) -> Content:
    """Return the row of column headings above a list of matches, `width` cells wide."""
    heads = _row(width - _MARK, [_(head) if head else "" for head in library.HEAD])
    return Content.styled(f"  {heads}", "$board-quiet")


@lru_cache(maxsize=256)
def draw_entry(entry: Entry, marked: bool, width: int, _cut: str) -> Content:
    """Return the row of a match in a list, `width` cells wide; a marked row is reversed, with a sign before it."""
    row = _row(width - _MARK, _cells(entry))
    mark, line = ("> ", Content.styled(row, "bold reverse")) if marked else ("  ", _with_winner(row, entry))
    return Content(mark) + line


def _with_winner(row: str, entry: Entry) -> Content:
    """Return a row with the name of the winner in bold."""
    line = Content(row)
    if entry.winner is None:
        return line
    name, before = entry.names[entry.winner.index], "" if entry.winner is Player.WHITE else _AND
    at = row.find(f"{before}{name}")
    return line.stylize("bold", at + len(before), at + len(before) + len(name)) if at >= 0 else line


def _row(width: int, cells: Sequence[str]) -> str:
    """Lay out a row in so many columns, with fewer cells in a narrow one."""
    date, white, black, *others = cells
    columns = [*zip(others, _WIDTHS, strict=True)]
    before = f"{fitted(date, _DATE)} " if width >= WIDE - _MARK else ""
    columns = columns if before else columns[1:]
    after = "".join(f" {fitted(text.rjust(-size), abs(size))}" for text, size in columns)
    return before + _pair(white, black, width - len(before) - cell_len(after)) + after


def _pair(white: str, black: str, width: int) -> str:
    """Return two players' names in so many columns; if they do not fit, both are cut as little as possible."""
    if not black or cell_len(white) + cell_len(black) + len(_AND) <= width:
        return fitted(f"{white}{_AND}{black}".removesuffix(_AND), width)
    room = width - len(_AND)
    mine = max(min(cell_len(white), room // 2), room - cell_len(black))
    return f"{fitted(white, mine)}{_AND}{fitted(black, room - mine)}"


_WITH_BOARD = Size(80, 24)
"""The smallest window with room for the board."""
_BESIDE = 36
"""The fewest columns beside the board."""
_HEADS = 2
"""The rows above the list of games."""
_SHARE = 3 / 5
"""The largest share of a window's rows for the board, unless it is the smallest board."""


class MatchPreview(Horizontal):
    """The part of a list's screen below the list: the description of the marked match.

    In a window that is large enough, the match's board and games are beside the description.
    """

    DEFAULT_CSS = """
    MatchPreview { height: auto; padding: 0 1; }
    MatchPreview Board { margin-right: 2; }
    MatchPreview #detail { width: 1fr; height: 2; color: $board-quiet; }
    MatchPreview.-narrow #detail { height: 4; }
    MatchPreview.-with-board #detail { height: 100%; }
    """

    def __init__(self, settings: Settings) -> None:
        """Make an empty preview with the look of these settings."""
        super().__init__(Board(), Static(id="detail"))
        self._settings = settings
        self._description = ""
        self._match: MatchState | None = None

    def lay_out(self, window: Size) -> None:
        """Choose the parts and sizes of the preview for a window of this size."""
        with_board = window.width >= _WITH_BOARD.width and window.height >= _WITH_BOARD.height
        self.set_class(window.width < _WITH_BOARD.width, "-narrow")
        self.set_class(with_board, "-with-board")
        board = self.query_one(Board)
        board.display = with_board
        room = Size(window.width - _BESIDE, max(int(window.height * _SHARE), COMPACT.height))
        plan = board.plan_in(room)
        board.styles.width, board.styles.height = plan.width, plan.height
        self._show()

    @property
    def wants_board(self) -> bool:
        """Whether there is room for the board and the games, so that the marked match must be read."""
        return self.has_class("-with-board")

    def describe(self, description: str) -> None:
        """Show the description of another match. The old board stays until `show` is called for the match."""
        self._description, self._match = description, None
        self._show()

    def show(self, match: MatchState | None) -> None:
        """Show the board and the games of the described match, or none for None, if it could not be read."""
        self._match = match
        board = self.query_one(Board)
        board.visible = match is not None
        if match:
            settings = self._settings
            board.show(Scene.still(match, turned=settings.turn_board, home_right=settings.home_right))
        self._show()

    def _show(self) -> None:
        detail, lines = self.query_one("#detail", Static), Content(self._description).split("\n")
        width, height = detail.size.width or _BESIDE, detail.size.height
        if self._match and self.wants_board:
            if self._match.shown_game.to_act is not None:
                lines.append(Content.styled(questions.question(self._match), "$foreground"))
            used = sum(len(line.wrap(width)) for line in lines)
            lines += self._games(self._match, width, height - used)
        detail.update(Content("\n").join(lines))

    def _games(self, match: MatchState, width: int, room: int) -> list[Content]:
        """Return the last games that fit, under the column headings."""
        games = [*ledger(match)]
        if not games or room <= _HEADS:
            return []
        heads, *rows = games_table(match, games, width, ellipsis(self.app))
        return [Content(), heads, *rows[_HEADS - room :]]


class MatchListScreen(AnalysingScreen):
    """A base for screens with a list of matches, a preview of the marked match, and a notice below."""

    DEFAULT_CSS = """
    MatchListScreen #heading { text-style: bold; color: $accent; padding: 0 1; }
    MatchListScreen #analysis { display: none; padding: 0 1; }
    MatchListScreen #analysis.-shown { display: block; }
    """

    def __init__(self, workspace: Workspace) -> None:
        """Make an empty list."""
        super().__init__(workspace)
        self._list = RowList[Entry](draw_entry, head=draw_head)
        self._heading, self._notice, self._progress = Line(id="heading"), Line(id="notice"), Line(id="analysis")
        self._preview = MatchPreview(workspace.settings)
        self._said_at: Entry | None = None
        """The match that was marked when the notice was shown."""
        self._described: Entry | None = None

    def compose(self) -> ComposeResult:
        """Yield the title, the list, the preview, the notice, the progress of an analysis, and the key bar."""
        yield from (self._heading, self._list, self._preview, self._notice, self._progress, KeyBar())

    def on_mount(self) -> None:
        """Focus the list, and lay out the preview."""
        self._list.focus()
        self.lay_out()

    def on_unmount(self) -> None:
        """Remember the name of the marked match in the workspace, so that the next list opens with it marked."""
        if self.marked:
            self._workspace.marked_match = self.marked.name

    def on_resize(self, _event: Resize) -> None:
        """Lay out the preview for the window's new size."""
        self.lay_out()

    def lay_out(self) -> None:
        """Lay out the preview for the window's present size."""
        self._preview.lay_out(self.app.size)
        self._show_board()

    async def read(self, entry: Entry) -> GameRecord:
        """Read and return the record of a listed match. Raises BackgammonError when it cannot be read."""
        raise NotImplementedError

    def describe(self, entry: Entry | None) -> str:
        """Return the description of a listed match; for None, the text to show in place of an empty list."""
        raise NotImplementedError

    @property
    def marked(self) -> Entry | None:
        """The listed match with the mark; None when the list is empty."""
        return self._list.marked

    def list_matches(self, title: str, entries: Sequence[Entry], place: int | None = None) -> None:
        """Show these matches under this title, in place of those before.

        The match at index `place` is marked; by default the mark stays at its index.
        """
        self._heading.show(title)
        self._list.fill(entries, place)
        self._show_marked()

    def show_notice(self, text: str) -> None:
        """Show a notice until another match is marked."""
        self._said_at = self.marked
        self._notice.show(text)

    @on(RowList.Marked)
    def _show_marked(self) -> None:
        """Describe the marked match, and update the keys that apply to it."""
        if self.marked != self._said_at:
            self.show_notice("")
        description = self.describe(self.marked)
        if not self.marked:
            self._list.explain(description)
        if not self.marked or self.marked != self._described:
            self._described = self.marked
            self._preview.describe(description if self.marked else "")
            self._show_board()
        self.refresh_bindings()

    async def rest(self) -> None:
        """Wait a tenth of a second, so that matches that the mark only passes are not read."""
        await asyncio.sleep(_REST)

    @work(exclusive=True, group="preview")
    async def _show_board(self) -> None:
        """Show the board of the marked match, if there is room, when it has been marked for a moment."""
        entry, match = self.marked, None
        if entry and entry.readable and self._preview.wants_board:
            await self.rest()
            with suppress(BackgammonError):  # the error is shown when the match is opened
                match = (await self.read(entry)).match
        self._preview.show(match)

    # Actions on the marked match

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies; to a damaged match only renaming and deleting do."""
        if action not in _OF_ONE or not self.is_mounted:
            return True
        entry = self.marked
        if entry is None or (action == "ledger" and entry.length):
            return False
        return entry.readable or action in ("rename", "delete")

    async def subject(self) -> MatchFile | None:
        """Return the record, name and path of the marked match; None when no match is marked.

        Raises BackgammonError when the match cannot be read.
        """
        self.say("")
        if (entry := self.marked) is None:
            return None
        return MatchFile(await self.read(entry), entry.name, self._workspace.path_of(entry.name))

    @asks
    async def open_marked(self, screen_of: Callable[[MatchFile], Screen[None]]) -> None:
        """Read the marked match and open the screen that `screen_of` returns for it, or show why not."""
        with self.refusals_shown():
            if match := await self.subject():
                self.app.push_screen(screen_of(match))

    def action_replay(self) -> None:
        """Open the replay of the marked match."""
        from bgterm.tui.screens.match.screen import at_one_keyboard  # loaded on demand
        from bgterm.tui.screens.replay.screen import ReplayScreen  # loaded on demand

        self.open_marked(
            lambda match: ReplayScreen(match.record, self._workspace, match.name, at_one_keyboard, match.path)
        )

    def action_practise(self) -> None:
        """Open a practice of the worst decisions of the marked match."""
        from bgterm.profile.practising import Wanted  # loaded on demand
        from bgterm.tui.screens.practice.preparing import PreparingScreen

        self.open_marked(lambda match: PreparingScreen(self._workspace, Wanted(match)))

    def action_ledger(self) -> None:
        """Open the page with the games and the debts of the marked money session."""
        from bgterm.tui.screens.pages import ledger_page  # loaded on demand

        width = self.app.size.width
        self.open_marked(lambda match: ledger_page(match.record.match, match.record.header.stake, width))

    @asks
    async def action_mistakes(self) -> None:
        """Open the page of what the player's decisions in all analysed matches cost, by kind and over time."""
        from bgterm.tui.screens.practice.preparing import show_mistakes  # loaded on demand

        await show_mistakes(self.app, self._workspace)
