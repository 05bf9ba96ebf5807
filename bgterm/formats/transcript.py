"""The contents of a match file in any syntax: entries by game and row, not yet interpreted as events.

`mat` and `sgf` convert their texts to transcripts and back; `entry_events` returns the events of an entry,
`importer` reads a whole transcript and `exporter` writes one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bgterm.formats.record import Judgement, Problem
from bgterm.notation.errors import unknown_variant
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Dropped, Event, Taken
from bgterm.rules.match import NAMES, Header, Pair
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class RollAndPlay:
    """The entry of a match file for a roll and its play."""

    player: Player
    dice: Dice
    text: str = ""
    """The play as text; empty if the play is missing, or if none was legal."""
    passed: bool = False
    """Whether the file states that no move was possible."""


@dataclass(frozen=True, slots=True)
class CubeTurned:
    """The entry of a match file for a double, or for a beaver or raccoon in answer to one."""

    player: Player
    value: int | None = None
    """The value to which the cube is turned; None if not given."""
    again: bool = False
    """Whether the file states that this answers a double."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The entry of a match file for the result of a game: who won, and how many points."""

    winner: Player
    points: int | None = None
    """The points that the winner gets; None if not given."""
    resigned: bool | None = None
    """Whether the loser resigned; None if not stated."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The entry of a match file for something missing or unreadable."""

    reason: str
    """The missing or unreadable part, in a sentence."""


CubeReply = Taken | Dropped
"""The entry of an answer to a double."""
KnownEntry = RollAndPlay | CubeTurned | GameResult | Event
"""An entry that could be read; an event for which the format has no notation is written as in a journal."""
Entry = KnownEntry | Gap
"""The contents of one cell or node."""


class TranscriptRow(NamedTuple):
    """An entry of a match file with its line, from 1, and the analysis of another program, if there is one."""

    line: int
    entry: Entry
    judged: Judgement | None = None
    after: int | None = None
    """The number of events of the game before the entry; None if it is in its place among the rows."""
    event: int = 0
    """In a match that is exported, the number of the entry's last event, from 1; 0 for an added result."""


@dataclass(frozen=True, slots=True)
class GameText:
    """The entries of one game in a match file, and the score before it as stated there."""

    line: int
    """The line on which the game begins."""
    score: Pair | None = None
    """The score before the game; None if not given."""
    number: int | None = None
    """The number of the game in the file, from 1; None if not given."""
    rows: tuple[TranscriptRow, ...] = ()
    crawford: bool = False
    """Whether the file states that this is the Crawford game."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The contents of a match file. Facts that the file does not give are None."""

    header: Header | None = None
    """The header, if bgterm wrote the file; it overrides the other facts."""
    names: tuple[str, str] = NAMES
    length: int = 0
    """The match length in points; 0 for money play."""
    variant: Variant | None = None
    jacoby: bool | None = None
    crawford: bool | None = None
    cube: bool = True
    date: str = ""
    games: tuple[GameText, ...] = ()
    problems: tuple[Problem, ...] = ()
    """The faults of parts that could not be read at all."""
    program: str = ""
    """The program whose analysis is in the file; empty without one."""


# Variants by the names that match files have for them

_FAMILY = "gammon"
"""The common ending of the names for variants among the rules of an `.sgf` file."""


def variant_called(name: str) -> Variant:
    """Return the variant that a `.mat` file calls by this name. Raises NotationError for an unknown name.

    >>> variant_called("HyperGammon (1)").slug
    'hyper-1'
    """
    return _named(name.strip(), lambda variant: (variant.mat_name, variant.name))


def variant_among(rules: Iterable[str]) -> Variant:
    """Return the variant named in an `.sgf` file's rules, else backgammon. Raises NotationError if unknown."""
    rule = next(filter(is_variant, rules), None)
    return _named(rule, lambda variant: (variant.sgf_rule or variant.mat_name,)) if rule else BACKGAMMON


def is_variant(rule: str) -> bool:
    """Return whether an item of the rules in an `.sgf` file ends as the names of variants do, known or not."""
    return rule.casefold().rstrip("0123456789 ()").endswith(_FAMILY)


def _named(name: str, names: Callable[[Variant], Iterable[str]]) -> Variant:
    for variant in VARIANTS.values():
        if name.casefold() in map(str.casefold, filter(None, (*names(variant), *variant.other_names))):
            return variant
    raise unknown_variant(name, tuple(variant.mat_name for variant in VARIANTS.values() if variant.mat_name))
