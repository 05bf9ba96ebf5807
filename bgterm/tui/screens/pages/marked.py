"""Pages of rows, one of which can be chosen, such as the mistakes of a match or the plays of a hint."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region

from bgterm.catalog import N_, _
from bgterm.tui.input import bind
from bgterm.tui.screens.pages.page import FRAME, TEXT_WIDTH, PageScreen
from bgterm.tui.widgets.text_line import hanging, table

if TYPE_CHECKING:
    from bgterm.engine.hint import Hint


class MarkedPage(PageScreen):
    """A page with rows, one of which is marked; arrows mark another one, and Enter chooses it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "choose", "marked-choose", N_("choose"), shown="Enter", rank=1),
        bind("down,j", "walk(1)", "marked-down", N_("mark"), shown="up/down"),
        bind("up,k", "walk(-1)", "marked-up"),
    ]

    def __init__(
        self,
        title: str,
        lines: Callable[[int], tuple[Content, Sequence[Content]]],
        below: Content,
        marked: int,
        choose: Callable[[int], object],
    ) -> None:
        """Make a page of rows between two texts; `choose` is called with the number of the chosen one.

        `lines` returns the text above the rows, and the rows, for a width of the page.
        """
        super().__init__(title, Content())
        self._lines, self._below, self._marked, self._choose = lines, below, marked, choose

    @property
    def text_width(self) -> int:
        """The columns of a line: as many as the widest row takes, in a window with room for them."""
        room = self.app.size.width - FRAME
        return min(room, max(TEXT_WIDTH, *(row.cell_length for row in self._lines(room)[1])))

    def text_for(self, width: int) -> Content:
        """Return the texts and the rows, with one marked."""
        above, listed = self._lines(width)
        rows = [row.stylize("bold reverse") if n == self._marked else row for n, row in enumerate(listed)]
        return Content("\n").join([above, *rows, self._below])

    def action_walk(self, by: int) -> None:
        """Mark the next or the previous row, and scroll to it."""
        width, page = self.text_width, self.query_one(VerticalScroll)
        above, rows = self._lines(width)
        self._marked = (self._marked + by) % len(rows)
        self.on_resize()
        before = Content("\n").join([above, *rows[: self._marked]])
        y = hanging(before, width, self.indent).plain.count("\n") + 1
        page.scroll_to_region(Region(0, y, 1, 1), animate=False)

    def action_choose(self) -> None:
        """Close the page, and choose the marked row."""
        self.dismiss()
        self._choose(self._marked)


def hint_page(hint: "Hint", choose: Callable[[int], object]) -> PageScreen:
    """Return the page of a hint, headed by its engine; `choose` is called with the index of a play."""

    def lines(width: int) -> tuple[Content, Sequence[Content]]:
        head, *rows = table(hint.table(), right=(0,), room=width).split("\n")
        return head, rows

    title = _("Hint: {engine}", engine=hint.title)
    if hint.answer.plays:
        return MarkedPage(title, lines, Content(), 0, choose)
    return PageScreen(title, hint_text(hint))


def hint_text(hint: "Hint", width: int = 0) -> Content:
    """Return the table of a hint, within a `width` if one is given, and the sentences below it."""
    rows = table(hint.table(), right=(0,), room=width)
    return Content("\n").join([rows, Content(), *map(Content, hint.notes())])
