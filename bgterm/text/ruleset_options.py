"""The rules that can be chosen, as the setup screen, the command line and the help name them.

A field of `Ruleset` that has no words here is called by its own name, so that a new one works at once.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from enum import Enum
from functools import cache
from typing import get_type_hints

from bgterm.rules.ruleset import MAX_LENGTH, Ruleset

Value = str | int | bool
"""The value of a field of a ruleset; an enum by its lower-case name, as in files."""

_MOST = 9
"""The highest limit that can be chosen."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be chosen."""

    name: str
    """The field of `Ruleset`."""
    label: str
    explanation: str
    """Its meaning, in a line."""
    values: tuple[tuple[Value, str], ...]
    """Its values, each with its label."""
    default: Value


_WORDS: Mapping[str, tuple[str, str]] = {
    "length": ("Match to", "Points to win the match; type a number. Money: every game counts, without an end"),
    "crawford": (
        "Crawford rule",
        "No doubling in the first game after a player is one point short of the match",
    ),
    "cube": ("Doubling cube", "Whether the stake may be doubled"),
    "jacoby": ("Jacoby rule", "Gammons and backgammons count only after a double was offered in the game"),
    "beavers": ("Beavers", "How often a doubled player and the doubler may at once turn the cube again"),
    "automatic_doubles": ("Automatic doubles", "How often equal numbers in the opening double the stake"),
    "hit_and_run": ("Hit and run", "Whether a checker that hits in its own home may move on in the same turn"),
    "policing": ("No referee", "Any play may be made; the opponent challenges illegal ones before rolling"),
    "take_back": ("Take-back", "A play may be taken back if the opponent agrees, before they roll or double"),
    "gammons": ("Gammons", "Whether gammons and backgammons count more than one"),
    "next_game": ("Later games", "First to move: by an opening roll, the winner, or each in turn"),
    "clock": ("Clock", "A reserve of 2 minutes a point for each player, and 12 seconds a move besides"),
    "pause": ("Pause while away", "How long in all the clocks stand for each player who is away from the table"),
    "first_throw": ("First throw", "Long: when two checkers may leave the head in a player's first turn"),
    "six_in_a_row": ("Six in a row", "Long: when six points in a row may be held"),
    "koks": ("Koks", "Long: a loser with nothing off and a checker in the first quarter loses three"),
    "last_throw": ("Last throw", "Long: who started and finishes first lets the other roll once more, for a draw"),
}

_NAMED: Mapping[str, str] = {
    "delay": "simple delay",
    "bronstein": "Bronstein",
    "each": "each player",
    "second": "the second player only",
    "any_double": "on any double",
    "in_front": "with one in front",
    "one_in_home": "with one at home",
}


@cache
def options() -> tuple[Option, ...]:
    """Return every rule that can be chosen, in the order of `Ruleset`."""
    types = get_type_hints(Ruleset)
    return tuple(_option(field, types[field.name]) for field in fields(Ruleset))


def shown(option: Option, value: object) -> str:
    """Return a value of the option as players read it."""
    return next((text for known, text in option.values if known == value), str(value))


def _option(field: "Field[Value]", kind: type) -> Option:
    label, explanation = _WORDS.get(field.name, (field.name.replace("_", " ").capitalize(), ""))
    values = _values(field.name, kind)
    default = next(value for value, _ in values if value == _written(field.default))
    return Option(field.name, label, explanation, values, default)


def _written(value: object) -> object:
    return value.name.lower() if isinstance(value, Enum) else value


def _values(name: str, kind: type) -> tuple[tuple[Value, str], ...]:
    if name == "length":
        return ((0, "money session"), *((n, f"{n} point{'s' * (n > 1)}") for n in range(1, MAX_LENGTH + 1)))
    if issubclass(kind, bool):
        return ((True, "yes"), (False, "no"))
    if issubclass(kind, Enum):
        names = (member.name.lower() for member in kind)
        return tuple((name, _NAMED.get(name, name.replace("_", " "))) for name in names)
    return ((0, "none"), *((n, str(n)) for n in range(1, _MOST + 1)))
