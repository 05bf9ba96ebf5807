"""A position with all that is known of its match: what ids, diagrams and the position editor contain."""

from dataclasses import dataclass, fields, replace
from typing import Any

from bgterm.catalog import N_
from bgterm.rules.board import Player
from bgterm.rules.cube import Cube
from bgterm.rules.errors import BackgammonError, ImpossiblePosition
from bgterm.rules.games import position_in
from bgterm.rules.match import NAMES, Ending, Game, MatchState, Resignation
from bgterm.rules.ruleset import USUAL, Ruleset, without_inapplicable
from bgterm.rules.validation import faults, without_idle_crawford
from bgterm.rules.variants import BACKGAMMON, Variant

EVERY_RULE = frozenset(part.name for part in fields(Ruleset))
"""The names of all fields of a ruleset."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position, possible or not. A match can be begun from `start` when there are no `faults`."""

    start: Game
    variant: Variant = BACKGAMMON
    ruleset: Ruleset = USUAL
    told: frozenset[str] = frozenset()
    """The names of the ruleset's fields that the position's text states; a Position ID alone states none."""
    ending: Ending | None = None
    """How the game ended; None while it is going on. When it is over, the score includes its result."""
    winner: Player | None = None
    """The winner of the game; None while it is going on or after a draw."""

    @property
    def faults(self) -> list[BackgammonError]:
        """Why a match cannot continue from this position; empty when it can."""
        wrong = faults(self.variant, without_inapplicable(self.variant, self.ruleset), self.start)
        over = ImpossiblePosition(N_("the game is over: it cannot be continued from there"))
        return [over] if self.ending else wrong

    @property
    def to_act(self) -> Player | None:
        """The player to act; in a finished game the winner by a resignation, or otherwise the loser."""
        if self.ending is None:
            return self.start.to_act
        if self.ending is Ending.RESIGNED:
            return self.winner
        return self.winner.opponent if self.winner is not None else self.start.on_roll

    def rules_over(self, ruleset: Ruleset) -> Ruleset:
        """Return the ruleset with the rules that the position's text states in place of its own.

        Where the text allows beavers, the ruleset still sets their limit.
        """
        told = {name: getattr(self.ruleset, name) for name in self.told}
        if told.get("beavers"):
            told["beavers"] = max(told["beavers"], ruleset.beavers)
        return replace(ruleset, **told)

    def under(self, ruleset: Ruleset | None = None) -> "Position":
        """Return the position under a ruleset, by default the variant's usual one; rules that its text states win.

        Raises ImpossiblePosition when no game under these rules can reach the position.
        """
        rules = self.rules_over(ruleset or Ruleset(cube=self.variant.cube))
        found = replace(self, ruleset=rules, start=without_idle_crawford(rules, self.start))
        if wrong := found.faults:
            raise wrong[0]
        return found

    def match(self, names: tuple[str, str] = NAMES) -> MatchState:
        """Return the match at this position, without checking that it is possible."""
        return MatchState(self.variant, self.ruleset, names, self.start)


def position_of(match: MatchState) -> Position:
    """Return the position of a match, including a game that is over."""
    start, result = position_in(match.shown_game), match.shown_game.result
    if result is None:
        return Position(start, match.variant, match.ruleset, EVERY_RULE)
    start = start._replace(score=match.score, crawford=match.winner is None and match.game.crawford)
    if result.ending is Ending.RESIGNED and result.winner is not None:
        start = start._replace(pending=Resignation(result.winner.opponent, result.win))
    return Position(start, match.variant, match.ruleset, EVERY_RULE, result.ending, result.winner)


def position_stated(start: Game, variant: Variant, length: int, **stated: bool | int) -> Position:
    """Return the position of an id that states the match length and the rules in `stated`.

    The state of the cube implies that somebody has doubled, that there is a cube, beavers, and automatic doubles.
    """
    start = start._replace(double_offered=start.doubled or start.cube.owner is not None)
    rules: dict[str, Any] = {"length": length, **stated}
    if start.crawford:
        rules["crawford"] = True
    if start.doubled or start.cube != Cube():
        rules["cube"] = True
    if start.cube.owner is None and start.cube.value > 1 and not length:
        rules["automatic_doubles"] = start.cube.value.bit_length() - 1
    if start.raises:
        rules["beavers"] = start.raises
    return Position(start, variant, replace(Ruleset(), **rules), frozenset(rules))
