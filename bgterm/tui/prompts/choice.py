"""A numbered list to choose from, where else a question stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from bgterm.catalog import N_, _
from bgterm.tui.bindings import DECISION, decision
from bgterm.tui.prompts.base import Answer, Changed, Lines, Prompt, keyed


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a numbered list."""

    text: str
    choose: Callable[[], None]
    """The function to call when it is chosen."""


_DIGITS = 9
"""The digits that choose."""
_ROWS = 2
"""The rows for the entries."""
_GAP = 2
"""The blanks between two entries."""


@dataclass(frozen=True, slots=True)
class Offered(Answer):
    """A player has something to choose before the match goes on."""

    question: str
    options: list[Option]


class Left(Answer):
    """Nothing was chosen."""


class ChoicePrompt(Prompt):
    """A numbered list, a page at a time: digits choose, Escape leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
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
    ]

    _question = ""
    _options: Sequence[Option] = ()
    _page = 0

    def ask(self, question: str, options: Sequence[Option]) -> None:
        """List the options under the question, the first page at first."""
        self._question, self._options, self._page = question, options, 0

    @property
    def _columns(self) -> list[int]:
        """The widths of the columns: those that all entries need, if they fit on one page; else equal ones."""
        room, widths = self.screen.size.width - 2, [cell_len(one.text) + len("1 ") + _GAP for one in self._options]
        columns = -(-len(widths) // _ROWS)
        own = [max(widths[column::columns]) for column in range(columns)]
        if len(widths) <= _DIGITS and sum(own) <= room:
            return own
        return [max(widths)] * max(room // max(widths), 1)

    @property
    def _per_page(self) -> int:
        return min(_ROWS * len(self._columns), _DIGITS)

    @property
    def _pages(self) -> int:
        return -(-len(self._options) // self._per_page)

    def lines(self) -> Lines:
        """Return the question and the page."""
        self._page = min(self._page, self._pages - 1)
        page = self._options[self._page * self._per_page :][: self._per_page]
        columns = min(len(self._columns), -(-len(page) // _ROWS))
        texts = [
            keyed(str(n), set_cell_size(f"{n} {option.text}", self._columns[(n - 1) % columns]))
            for n, option in enumerate(page, 1)
        ]
        question = self._question
        if self._pages > 1:
            question += "  " + _("(page {page} of {pages})", page=self._page + 1, pages=self._pages)
        return question, Content.assemble(*texts[:columns]), Content.assemble(*texts[columns:])

    def why_not(self, key: Key) -> str:
        """Return the message that the list comes first."""
        return _("Choose a number, or press Esc to go back.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether the page has an entry of that number, and whether there are more pages."""
        match action, parameters:
            case "turn", _:
                return bool(self._options) and self._pages > 1
            case "choose", (1, int() as entries):
                return bool(self._options) and entries == self._shown
            case "choose", (int() as number,):
                return bool(self._options) and number <= self._shown
            case _:
                return True

    @property
    def _shown(self) -> int:
        """How many entries the page shows."""
        return min(self._per_page, len(self._options) - self._page * self._per_page)

    def _at(self, number: int) -> int:
        """Return where the entry with a number of the page stands among all."""
        return self._page * self._per_page + number - 1

    def action_choose(self, number: int, _entries: int = 0) -> None:
        """Choose an entry of the page."""
        self._options[self._at(number)].choose()

    def action_turn(self, by: int) -> None:
        """Turn the page."""
        self._page = (self._page + by) % self._pages
        self.shows_anew()
        self.answer(Changed())

    def action_leave(self) -> None:
        """Leave the list."""
        self.answer(Left())
