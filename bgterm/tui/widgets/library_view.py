"""A list of matches with a preview, which fetches only the visible entries, even of ten thousand."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from textual import on, work
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize

from bgterm.catalog import _
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.rules.variants import VARIANTS
from bgterm.storage.index import Entry
from bgterm.text import library
from bgterm.tui.text_columns import fitted
from bgterm.tui.widgets.match_preview import MatchPreview
from bgterm.tui.widgets.row_list import RowList
from bgterm.tui.widgets.text_line import Line

Fetch = Callable[[int, int], Sequence[Entry]]
"""A function that returns entries of the list: the first index, from 0, and how many."""
Read = Callable[[Entry], Awaitable[MatchState]]
"""A function that reads the match of an entry. Raises BackgammonError."""

_MARK = 2
"""The columns before a row for the mark."""
WIDE = 76
"""The width from which rows have all fields, in columns."""
_DATE = 10
_WIDTHS = (12, -5, -7, 10)
"""The widths of the columns for game, length, score and state, negative if right-aligned; names get the rest."""
_AND = " - "
_REST = 0.1  # seconds


@dataclass(frozen=True, slots=True)
class _Fetched(Sequence[Entry]):
    """The matches of a list as a sequence that fetches only visible ones."""

    length: int
    fetch: Fetch

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, part: slice) -> Sequence[Entry]:  # type: ignore[override]  # lists ask for ranges only
        return self.fetch(part.start, part.stop - part.start)


class LibraryView(Vertical):
    """A list of matches under a title, with a preview of the marked match and a notice below."""

    DEFAULT_CSS = """
    LibraryView { height: 1fr; }
    LibraryView #heading { text-style: bold; color: $accent; padding: 0 1; }
    """

    def __init__(
        self, fetch: Fetch, describe: Callable[[Entry | None], str], read: Read, workspace: Workspace
    ) -> None:
        """Make an empty list. `describe` returns the description of the marked match, or of None for no match."""
        self._list, self._fetch = RowList[Entry](_draw_entry, head=_draw_head), fetch
        self._describe, self._read, self._workspace = describe, read, workspace
        self._heading, self._notice = Line(id="heading"), Line(id="notice")
        self._preview = MatchPreview(workspace.settings)
        super().__init__(self._heading, self._list, self._preview, self._notice)
        self._said_at: Entry | None = None
        """The match that was marked when the notice was shown."""
        self._described: Entry | None = None

    def on_mount(self) -> None:
        """Take the focus."""
        self._list.focus()

    @property
    def marked(self) -> Entry | None:
        """The marked match; None when there is none."""
        return self._list.marked

    def show(self, title: str, count: int, place: int | None = None) -> None:
        """Show `count` matches under a title, with the one at `place` marked; by default the mark stays."""
        self._heading.show(title)
        self._list.fill(_Fetched(count, self._fetch), place)
        self._show_marked()

    def say(self, text: str) -> None:
        """Show a notice until another match is marked."""
        self._said_at = self.marked
        self._notice.show(text)

    def on_unmount(self) -> None:
        """Remember the marked match, for when the list is opened again."""
        if self.marked:
            self._workspace.marked_match = self.marked.name

    def on_resize(self, event: Resize) -> None:
        """Lay out the preview for the window's size."""
        self._preview.lay_out(self.app.size)
        if self._preview.wants_board:
            self._show_board()

    @on(RowList.Marked)
    def _show_marked(self) -> None:
        """Describe the marked match, and update the keys that apply to it."""
        if self.marked != self._said_at:
            self.say("")
        description = self._describe(self.marked)
        if not self.marked:
            self._list.explain(description)
        if not self.marked or self.marked != self._described:
            self._described = self.marked
            self._preview.describe(description if self.marked else "")
            if self._preview.wants_board:
                self._show_board()
        self.screen.refresh_bindings()

    async def rest(self) -> None:
        """Wait before reading a marked match, so that the board of a match that is passed by is not read."""
        await asyncio.sleep(_REST)

    @work(exclusive=True)
    async def _show_board(self) -> None:
        """Show the board of the marked match when it has been marked for a moment."""
        entry, match = self.marked, None
        if entry and entry.readable:
            await self.rest()
            try:
                match = await self._read(entry)
            except BackgammonError:  # the error is shown when the match is opened
                match = None
        self._preview.show(match)


def outcome(entry: Entry) -> str:
    """Return how a match ended, or where it stands."""
    return library.outcome(entry.names, entry.score, entry.length, entry.game, entry.winner, closed=entry.closed)


def sure_to_delete(entry: Entry) -> str:
    """Return the question whether to delete a match, which names the match."""
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


def _draw_head(width: int) -> Content:
    heads = _row(width - _MARK, [_(head) if head else "" for head in library.HEAD])
    return Content.styled(f"  {heads}", "$board-quiet")


@lru_cache(maxsize=256)
def _draw_entry(entry: Entry, marked: bool, width: int, _cut: str) -> Content:
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
