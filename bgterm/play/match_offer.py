"""The offer of a match: its rules, dice, opponent and stake, before it begins."""
# ruff: noqa: RUF009 - `option` makes a field; offers and rulesets never change

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from random import SystemRandom
from typing import Any, Self, TypeVar

from bgterm.catalog import N_
from bgterm.engine.levels import LEVELS
from bgterm.notation.dice import DiceOrigin
from bgterm.notation.json_codec import read_fields, write_fields
from bgterm.rules.board import Player
from bgterm.rules.match import NAMES, Header
from bgterm.rules.ruleset import Ruleset, option
from bgterm.rules.variants import BACKGAMMON, Variant

_T = TypeVar("_T")

RULES = frozenset(part.name for part in fields(Ruleset))
"""The names of all fields of a ruleset."""


@dataclass(frozen=True, slots=True)
class MatchOffer:
    """The terms of a match to be played, as a player sets them; the defaults are those for a new player."""

    white: str = option(NAMES[0], N_("First player"), N_("Plays White: type a name"))
    black: str = option(NAMES[1], N_("Second player"), N_("Plays Black: type a name; an engine has its own"))
    seats_by_lot: bool = option(False, N_("Random sides"), N_("Whether a lot decides who plays White"))
    opponent: str = option("", N_("Opponent"), N_("The second player is somebody here, or an engine"))
    """The engine that plays Black, or the second player's side; empty for a person."""
    level: str = option(
        "expert",
        N_("Level"),
        N_("How well an engine plays; lower levels make more mistakes"),
        values=[(level.name, level.label) for level in LEVELS.values()],
    )
    """How well an engine plays, as in `bgterm.engine.levels`."""
    variant: Variant = option(BACKGAMMON, N_("Variant"), N_("Which game of the backgammon family is played"))
    dice: str = option(
        "random",
        N_("Dice"),
        N_("Thrown by bgterm; thrown so that anyone can check them; or thrown by you on a real table, and typed"),
    )
    """The source of the rolls, as in `Header.dice`."""
    listed: bool = option(
        True, N_("Open to all"), N_("Whether everyone sees the table; otherwise it needs its code")
    )
    watchable: bool = option(
        True, N_("Spectators"), N_("Whether others may watch; you can change it at the table, too")
    )
    stake: str = option(
        "",
        N_("Stake per point"),
        N_("What a point is worth in a money session, such as 0.50 euro"),
        empty=N_("none"),
    )
    """The stake of a money session, as in `Header.stake`."""
    ruleset: Ruleset = Ruleset(length=5)

    @property
    def values(self) -> dict[str, Any]:
        """All options of the offer and all rules, by field name, with their values as in a form or a file."""
        own = write_fields(self)
        del own["ruleset"]
        return {**own, **write_fields(self.ruleset)}

    @property
    def opponent_name(self) -> str:
        """The typed name of the second player; empty if none was typed, so that an engine plays under its own."""
        return "" if self.black == NAMES[Player.BLACK.index] else self.black

    @classmethod
    def read(cls, values: Mapping[str, object]) -> Self:
        """Return the offer with these `values`, keyed by field name, and the defaults for missing ones.

        Unknown names are ignored. Raises NotationError for an impossible value.
        """
        usual = cls()
        return usual.changed(**{name: values[name] for name in usual.values if name in values})

    def changed(self, **values: object) -> Self:
        """Return the offer with other values, named and written as in `values`. Raises NotationError."""
        rules = {**write_fields(self.ruleset), **{name: values[name] for name in RULES & values.keys()}}
        own = {name: value for name, value in values.items() if name not in RULES}
        return read_fields(type(self), {**write_fields(self), **own, "ruleset": rules})

    def with_usual_rules(self) -> Self:
        """Return a copy of the offer with the usual rules of its variant, and the same length. [RULES L35]"""
        return replace(self, ruleset=Ruleset(length=self.ruleset.length, cube=self.variant.cube))

    def header(self, names: tuple[str, str]) -> Header:
        """Return the header of a match that begins now; `names` are White's and Black's."""
        stake = "" if self.ruleset.length else self.stake
        return Header(self.variant, self.ruleset, names, dice=self.dice, date=now(), stake=stake)


def rematch_of(header: Header) -> Header:
    """Return the header of a new match that begins now from 0-0, with the terms and sides of a former match.

    The seed of seeded dice is increased by one. Raises NotationError when the dice of the former match are not
    available any more.
    """
    return header._replace(start=None, date=now(), dice=str(DiceOrigin.read(header.dice).next_seed()))


def now() -> str:
    """Return the local time now, to the minute, in the format of `Header.date`."""
    return datetime.now().astimezone().isoformat(timespec="minutes")


def shuffled(pair: tuple[_T, _T]) -> tuple[_T, _T]:
    """Return the two items in random order."""
    one, other = pair
    return (other, one) if SystemRandom().randrange(2) else pair
