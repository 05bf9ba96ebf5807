"""The contents of a match file in any syntax: rows of cells, game by game, not interpreted yet.

`mat` and `sgf` turn their texts into this and back; `entry_events` returns the events of a cell, `importer` reads
a whole transcript and `exporter` writes one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bgterm.formats.judged import Judgement
from bgterm.formats.record import Problem
from bgterm.notation.errors import unknown_variant
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Event
from bgterm.rules.match import NAMES, Header, Pair
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class RollAndPlay:
    """A player rolled, and played."""

    player: Player
    dice: Dice
    text: str = ""
    """The play. Empty: it was not made, or there was none; what is legal tells which."""
    passed: bool = False
    """Whether it is said that nothing could be played."""


@dataclass(frozen=True, slots=True)
class CubeTurned:
    """A player doubled, or answered a double with another turn of the cube."""

    player: Player
    value: int | None = None
    """The value that is offered; None when it is not given."""
    again: bool = False
    """Whether it answers a double, and that is said."""


@dataclass(frozen=True, slots=True)
class CubeReply:
    """A player took or dropped a double."""

    player: Player
    taken: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """The winner of the game."""

    winner: Player
    points: int | None = None
    """None when it is not said."""
    resigned: bool | None = None
    """Whether the other gave up; None when it is not said."""


@dataclass(frozen=True, slots=True)
class RawEvent:
    """An event that the format has no words for, in its own."""

    event: Event
    after: int | None = None
    """After how many events of the game it happened; None when it stands in its place."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that should be here is not told, or cannot be read."""

    reason: str
    """A sentence that says what."""


KnownEntry = RollAndPlay | CubeTurned | CubeReply | GameResult | RawEvent
"""The contents of one cell that can be read."""
Entry = KnownEntry | Gap
"""The contents of one cell."""


class TranscriptRow(NamedTuple):
    """An entry and the line it is on, from 1."""

    line: int
    entry: Entry
    judged: Judgement | None = None


@dataclass(frozen=True, slots=True)
class GameText:
    """The entries of one game."""

    line: int
    """The line on which it begins."""
    score: Pair | None = None
    """The score before it, when it is told."""
    number: int | None = None
    """The number of the game as the file states it, from 1."""
    rows: tuple[TranscriptRow, ...] = ()
    crawford: bool = False
    """Whether it is said to be the Crawford game."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Facts about a match; None for those that are not given."""

    header: Header | None = None
    """All that was agreed, when bgterm wrote it."""
    names: tuple[str, str] = NAMES
    length: int = 0
    """Points to win the match; 0 is money play."""
    variant: Variant | None = None
    jacoby: bool | None = None
    crawford: bool | None = None
    cube: bool = True
    date: str = ""
    games: tuple[GameText, ...] = ()
    problems: tuple[Problem, ...] = ()
    """The parts that could not be read at all."""
    program: str = ""
    """The program whose analysis is in the file."""


# Variants by the names that match files have for them

_FAMILY = "gammon"
"""How the words for variants end among the rules of an `.sgf` file."""


def variant_called(name: str) -> Variant:
    """Return the variant that a `.mat` file calls by this name. Raises NotationError when there is none.

    >>> variant_called("HyperGammon (1)").slug
    'hyper-1'
    """
    return _named(name.strip(), lambda variant: (variant.mat_name, variant.name))


def variant_among(rules: Iterable[str]) -> Variant:
    """Return the variant that the rules of an `.sgf` file name, the usual one when they name none.

    Raises NotationError when they name one that is not known.
    """
    rule = next(filter(is_variant, rules), None)
    return _named(rule, lambda variant: (variant.sgf_rule or variant.mat_name,)) if rule else BACKGAMMON


def is_variant(rule: str) -> bool:
    """Return whether a rule of an `.sgf` file names a variant, known or not."""
    return rule.casefold().rstrip("0123456789 ()").endswith(_FAMILY)


def _named(name: str, names: Callable[[Variant], Iterable[str]]) -> Variant:
    for variant in VARIANTS.values():
        if name.casefold() in map(str.casefold, filter(None, (*names(variant), *variant.other_names))):
            return variant
    raise unknown_variant(name, tuple(variant.mat_name for variant in VARIANTS.values() if variant.mat_name))
