"""A numbered list to choose from, where else a question stands: a value, of which a page is shown at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.tui.input.bindings import DECISION, decision
from bgterm.tui.screens.match.lines import Lines, keyed

_DIGITS = 9
"""The digits that choose."""
_ROWS = 2
"""The rows for the entries."""
_GAP = 2
"""The blanks between two entries."""
BINDINGS = (
    *(
        decision("1", f"choose(1, {n})", f"choose-of-{n}", N_("choose"), shown_as=f"1-{n}" if n > 1 else "")
        for n in range(1, _DIGITS + 1)
    ),
    *(
        Binding(str(n), f"choose({n})", show=False, id=f"choose-{n}", group=DECISION)
        for n in range(2, _DIGITS + 1)
    ),
    Binding("tab,right,down,pagedown", "turn(1)", N_("more"), key_display="Tab", id="next-page"),
    Binding("shift+tab,left,up,pageup", "turn(-1)", show=False, id="previous-page"),
    Binding("escape", "leave", N_("cancel"), key_display="Esc", id="leave-list"),
)


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a numbered list."""

    text: str
    choose: Callable[[], None]
    """The function to call when it is chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberedList:
    """A question with numbered answers, and the page of them that is shown in `room` columns."""

    question: str
    options: Sequence[Option]
    room: int
    page: int = 0

    def turned(self, by: int) -> Self:
        """Return the list with another page shown."""
        return replace(self, page=(self.page + by) % self._pages)

    def fitted(self, room: int) -> Self:
        """Return the list in so many columns."""
        other = replace(self, room=room)
        return replace(other, page=min(self.page, other._pages - 1))  # noqa: SLF001 - of the same class

    @property
    def _columns(self) -> list[int]:
        """The widths of the columns: those that all entries need, if they fit on one page; else equal ones."""
        widths = [cell_len(one.text) + len("1 ") + _GAP for one in self.options]
        columns = -(-len(widths) // _ROWS)
        own = [max(widths[column::columns]) for column in range(columns)]
        if len(widths) <= _DIGITS and sum(own) <= self.room:
            return own
        return [max(widths)] * max(self.room // max(widths), 1)

    @property
    def _per_page(self) -> int:
        return min(_ROWS * len(self._columns), _DIGITS)

    @property
    def _pages(self) -> int:
        return -(-len(self.options) // self._per_page)

    @property
    def _shown(self) -> Sequence[Option]:
        return self.options[self.page * self._per_page :][: self._per_page]

    def lines(self) -> Lines:
        """Return the question and the page."""
        page = self._shown
        columns = min(len(self._columns), -(-len(page) // _ROWS))
        texts = [
            keyed(str(n), set_cell_size(f"{n} {option.text}", self._columns[(n - 1) % columns]))
            for n, option in enumerate(page, 1)
        ]
        question = self.question
        if self._pages > 1:
            question += "  " + _("(page {page} of {pages})", page=self.page + 1, pages=self._pages)
        return question, Content.assemble(*texts[:columns]), Content.assemble(*texts[columns:])

    def bindings(self) -> list[Binding]:
        """Return the keys that do something on the page."""
        count, ids = len(self._shown), {"leave-list"}
        ids |= {f"choose-of-{count}", *(f"choose-{n}" for n in range(2, count + 1))}
        ids |= {"next-page", "previous-page"} if self._pages > 1 else set()
        return [one for one in Binding.make_bindings(BINDINGS) if one.id in ids]

    def chosen(self, number: int) -> Option:
        """Return the entry with a number of the page."""
        return self._shown[number - 1]
