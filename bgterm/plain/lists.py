"""Numbered lists in plain mode: an entry is chosen by typing its number."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from bgterm.catalog import N_, _
from bgterm.rules.errors import IllegalAction

Say = Callable[[str], None]
"""A function that prints a line."""
Later = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""A function that queues an action after all others."""
_PAGE = 9
"""The number of entries that are printed at once."""
_SAID_AGAIN = 20
"""The most digits of a typed number that an error message repeats."""


class Option(NamedTuple):
    """An entry of a numbered list in plain mode: its text, and the function to call when its number is typed."""

    text: str
    choose: Callable[[], object]
    """The function to call when the entry is chosen."""


class Lists:
    """The printer of a session in plain mode: it prints lines, and offers one numbered list at a time."""

    def __init__(self, say: Say) -> None:
        """Begin without a list; `say` prints a line."""
        self.say_line = say
        """Prints a line of a text, even an empty one."""
        self._question = ""
        self._options: Sequence[Option] = ()
        self._listed = 0

    def say(self, *lines: str) -> None:
        """Print those of the lines that are not empty."""
        for line in filter(None, lines):
            self.say_line(line)

    def offer(self, asked: str, options: Sequence[Option]) -> None:
        """Print the question `asked` and the first of the numbered `options`. They replace an older list."""
        self._question, self._options = asked, options
        self.list_again()

    @property
    def listing(self) -> bool:
        """Whether there is a list to choose from."""
        return bool(self._options)

    @property
    def more_to_list(self) -> bool:
        """Whether the list has entries that were not printed yet."""
        return self._listed < len(self._options)

    def list_again(self) -> None:
        """Print the question and the first entries of the list again."""
        self._listed = 0
        self.more()

    def more(self) -> None:
        """Print the question again and the next entries of the list, with the number of those after them."""
        page = self._options[self._listed : self._listed + _PAGE]
        first = self._listed + 1
        self._listed += len(page)
        rest = len(self._options) - self._listed
        self.say(_("{question} Type a number.", question=self._question))
        self.say(*(_("{number}: {text}", number=at, text=option.text) for at, option in enumerate(page, first)))
        if rest:
            self.say(_("{count} more: type more.", count=rest))

    def next_page(self) -> None:
        """Print the question again and the next entries of the list. Raises IllegalAction when there are none."""
        if not self.more_to_list:
            raise IllegalAction(N_("there is no list to continue"))
        self.more()

    def choose(self, number: str) -> object:
        """Call the function of the entry with this number, as typed; return its result, which may be an awaitable.

        The list is then discarded. A number without an entry prints a message and returns None. Raises what the
        function raises.
        """
        numbered = {str(at): option for at, option in enumerate(self._options, 1)}
        if option := numbered.get(number.lstrip("0")):
            self.leave_list()
            return option.choose()
        shown, last = number[:_SAID_AGAIN], len(numbered)
        self.say(_("There is no {number} in the list: type 1 to {last}.", number=shown, last=last))
        return None

    def leave_list(self) -> None:
        """Discard the list, so that a typed number chooses nothing."""
        self._options = ()
