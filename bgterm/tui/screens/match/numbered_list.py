"""A numbered list of answers in place of a question, as an immutable value that shows one page at a time."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.match.lines import Lines, keyed

_DIGITS = 9
"""The digit keys that choose an entry."""
_ROWS = 2
"""The rows for entries on a page."""
_GAP = 2
"""The blanks between two entries."""
BINDINGS = (
    *(
        bind("1", "", f"choose-of-{n}", N_("choose"), shown=f"1-{n}" if n > 1 else "", decides=True)
        for n in range(1, _DIGITS + 1)
    ),
    *(bind(str(n), "", f"choose-{n}", decides=True) for n in range(2, _DIGITS + 1)),
    bind("tab,right,down,pagedown", "", "next-page", N_("more"), shown="Tab"),
    bind("shift+tab,left,up,pageup", "", "previous-page"),
    bind("escape", "", "leave-list", N_("cancel"), shown="Esc"),
)
"""The keys of a list, as bindings; the match screen looks up their actions by id."""


class ListOption(NamedTuple):
    """One entry of a numbered list."""

    text: str
    choose: Callable[[], None]
    """The function to call when the entry is chosen."""
    short: str = ""
    """The text where all whole ones would take more than a page."""


class NumberedList(NamedTuple):
    """A question with numbered answers, and its current page in `room` columns."""

    question: str
    options: Sequence[ListOption]
    room: int
    page: int = 0
    short: str = ""
    """The question where there is no room for the whole one."""

    def turned(self, by: int) -> Self:
        """Return the list `by` pages further."""
        return self._replace(page=(self.page + by) % self._pages)

    def fitted(self, room: int) -> Self:
        """Return the list for a width of so many columns."""
        other = self._replace(room=room)
        return other._replace(page=min(self.page, other._pages - 1))  # noqa: SLF001 - of the same class

    @property
    def _texts(self) -> tuple[list[str], list[int]]:
        """The texts of all entries, and the widths of the columns: their own on a single page, else equal ones."""
        for texts in ([one.text for one in self.options], [one.short or one.text for one in self.options]):
            widths = [cell_len(text) + len("1 ") + _GAP for text in texts]
            columns = -(-len(widths) // _ROWS)
            own = [max(widths[column::columns]) for column in range(columns)]
            if len(widths) <= _DIGITS and sum(own) <= self.room:
                return texts, own
        return texts, [min(max(widths), self.room)] * max(self.room // max(widths), 1)

    @property
    def _per_page(self) -> int:
        return min(_ROWS * len(self._texts[1]), _DIGITS)

    @property
    def _pages(self) -> int:
        return -(-len(self.options) // self._per_page)

    @property
    def _shown(self) -> Sequence[ListOption]:
        return self.options[self.page * self._per_page :][: self._per_page]

    def lines(self) -> Lines:
        """Return the question and the entries of the page."""
        all_texts, widths = self._texts
        page = all_texts[self.page * self._per_page :][: self._per_page]
        columns = min(len(widths), -(-len(page) // _ROWS))
        texts = [
            keyed(str(n), set_cell_size(f"{n} {text}", widths[(n - 1) % columns]))
            for n, text in enumerate(page, 1)
        ]
        page_of = ""
        if self._pages > 1:
            page_of = "  " + _("(page {page} of {pages})", page=self.page + 1, pages=self._pages)
        question = self.question + page_of
        if self.short and cell_len(question) > self.room:
            question = self.short + page_of
        return question, Content.assemble(*texts[:columns]), Content.assemble(*texts[columns:])

    def bindings(self) -> list[Binding]:
        """Return the bindings that do something on the page."""
        count, ids = len(self._shown), {"leave-list"}
        ids |= {f"choose-of-{count}", *(f"choose-{n}" for n in range(2, count + 1))}
        ids |= {"next-page", "previous-page"} if self._pages > 1 else set()
        return [one for one in Binding.make_bindings(BINDINGS) if one.id in ids]

    def chosen(self, number: int) -> ListOption:
        """Return the entry with a number on the page."""
        return self._shown[number - 1]
