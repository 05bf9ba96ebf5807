"""The commands of plain mode: the words of actions, and everything else that can be typed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bgterm.plain.at_table import AtTable
from bgterm.play.participant import Action, Text


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed; what it does is explained in `bgterm.plain.messages`."""

    name: str
    do: Callable[[AtTable, str], object]
    """Runs it with the text after it. Raises BackgammonError when that is not possible."""
    possible: Callable[[AtTable], object] | None = None
    """Returns whether the command is possible now; None for one that is possible at any time and changes
    nothing.
    """
    also: tuple[str, ...] = ()
    """Other names for it, and abbreviations that take precedence over others."""
    text: Text = Text.NONE
    """Whether something may be typed after it."""
    in_full: bool = False
    """Whether it cannot be abbreviated."""


def commands_of(actions: Sequence[Action]) -> Iterator[Command]:
    """Yield a command for each word of the actions. It does the first of its actions that is possible."""
    names = dict.fromkeys(action.words[0] for action in actions if action.words)
    for name in names:
        ways = sorted((one for one in actions if name in one.words), key=lambda one: one.words[0] != name)
        yield Command(
            name,
            partial(_do_first, ways),
            partial(_is_any_possible, ways),
            tuple(word for word in ways[0].words if word not in names),
            ways[0].text if len({way.text for way in ways}) == 1 else Text.MAYBE,
            ways[0].in_full,
        )


def _is_any_possible(ways: Sequence[Action], seat: AtTable) -> bool:
    return any(map(seat.is_possible, ways))


def _do_first(ways: Sequence[Action], seat: AtTable, text: str) -> object:
    """Do the first possible action that fits the text after the word."""
    fitting = [way for way in ways if way.text is not (Text.NONE if text else Text.NEEDED)]
    way = next(filter(seat.is_possible, fitting), fitting[0])
    return seat.do(way, **way.by_word, **({"text": text} if text else {}))
