"""The commands of plain mode: those of actions, and all others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from bgterm.plain.at_table import AtTable
from bgterm.play.participant import Action, Text


class Command(NamedTuple):
    """A word that can be typed; `bgterm.plain.messages` has its explanation."""

    name: str
    do: Callable[[AtTable, str], object]
    """Runs the command with the text after the word. Raises BackgammonError when it is not possible."""
    possible: Callable[[AtTable], object] | None = None
    """Returns whether the command is possible now; None for a command that is always possible and only gives
    information.
    """
    also: tuple[str, ...] = ()
    """Other names of the command, and abbreviations that take precedence over those of others."""
    text: Text = Text.NONE
    """Whether a text may or must follow the word."""
    in_full: bool = False
    """Whether the word cannot be abbreviated."""


def commands_of(actions: Sequence[Action]) -> Iterator[Command]:
    """Yield a command for each word of the actions; it performs the first possible action with that word."""
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
    """Perform the first possible action that fits the text after the word."""
    fitting = [way for way in ways if way.text is not (Text.NONE if text else Text.NEEDED)]
    way = next(filter(seat.is_possible, fitting), fitting[0])
    return seat.do(way, **way.by_word, **({"text": text} if text else {}))
