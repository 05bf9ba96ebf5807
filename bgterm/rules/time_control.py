"""The clocks of a match as a value: the time that events and moments take from the players, in seconds.

The current time is an argument. A player's turn lasts as long as they are the one to act in the game, even while
an offer is pending. [RULES A-83] With the simple delay the first seconds of each turn are free; with Bronstein's
they are counted, and given back after the turn as far as they were used. A player whose reserve is used up loses
the match once the opponent claims it. Clocks are set as at tournaments in the US. While a player is absent both
clocks are paused, up to a total that the players have agreed on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf

from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Clock, Pause

DELAY = 12.0
"""The seconds of each turn that are free, or given back after it."""
PAUSES: Mapping[Pause, float] = {
    Pause.NEVER: 0.0,
    Pause.FIVE_MINUTES: 300.0,
    Pause.TEN_MINUTES: 600.0,
    Pause.THIRTY_MINUTES: 1800.0,
    Pause.UNLIMITED: inf,
}
"""The total seconds that the clocks stay paused for each absent player."""
_A_POINT, _A_POINT_SCORED = 120.0, 60.0
_DIGITS = 2
"""The digits after the decimal point that times are rounded to."""


def reserve(length: int, scored: int) -> float:
    """Return each player's reserve in seconds, in a match to `length` in which both have `scored` points in all.

    >>> reserve(7, 0) / 60
    14.0
    """
    return max(length * _A_POINT - scored * _A_POINT_SCORED, 0.0)


def left_in_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Return the seconds left of a `reserve` after `spent` seconds of a turn, without those of a simple delay."""
    free = 0.0 if clock is Clock.BRONSTEIN else DELAY
    return max(reserve - max(spent - free, 0.0), 0.0)


def left_after_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Return the seconds left of a player's `reserve` after a turn of `spent` seconds; 0 stays 0."""
    left = left_in_turn(clock, reserve, spent)
    return left + min(spent, DELAY) if left and clock is Clock.BRONSTEIN else left


def runs_for(match: MatchState) -> Player | None:
    """Return the player whose clock runs, whatever offer is pending; None between games and after the match."""
    game = match.game
    between = bool(match.results) and not (game.throws or game.dice or game.turns or game.double_offered)
    return None if between or match.winner is not None else game.to_go_on


@dataclass(frozen=True, slots=True)
class Times:
    """Both players' clocks, immutable. Methods take the time `now` in seconds; changes return a new value."""

    kind: Clock
    left: Mapping[Player, float]
    """The seconds left to each player at the start of the turn."""
    since: float
    """The moment up to which the turn is counted; in the future while the clocks are paused."""
    pause: float = 0.0
    """The total seconds that the clocks stay paused for an absent player."""
    turn: Player | None = None
    """The player whose clock runs; None when neither does."""
    spent: float = 0.0
    """The seconds of the turn that are counted so far."""
    stood: Mapping[Player, float] = field(default_factory=lambda: dict.fromkeys(Player, 0.0))
    """The seconds that the clocks have been paused for each player, without the present absence."""
    away: Mapping[Player, float] = field(default_factory=dict)
    """The moment at which each absent player left."""

    def left_to(self, player: Player, now: float) -> float:
        """Return the seconds of the reserve that are left to the player; 0 when their time is up."""
        left = self.left[player]
        return left_in_turn(self.kind, left, self._counted(now).spent) if player is self.turn else left

    def fallen(self, now: float) -> Player | None:
        """Return the player whose time is up, which stops both clocks; None while both have time."""
        return next((player for player in Player if not self.left_to(player, now)), None)

    def turned_to(self, player: Player | None, now: float) -> "Times":
        """Return the clocks after the turn has passed to this player, or for None with neither clock running.

        The turn before is counted. Unchanged if the player's clock runs already; neither runs if a player has no
        time left.
        """
        if player is self.turn:
            return self
        times = self._counted(now)
        if times.turn is not None:
            left = left_after_turn(times.kind, times.left[times.turn], times.spent)
            times = replace(times, left={**times.left, times.turn: round(left, _DIGITS)})
        times = replace(times, turn=None, spent=0.0)
        return times if times.fallen(now) is not None else replace(times, turn=player)

    def interrupted(self, now: float) -> "Times":
        """Return the clocks for saving them within a turn, of which only the unused free seconds are left."""
        times = self._counted(now)
        if times.turn is None:
            return times
        left = round(times.left_to(times.turn, now), _DIGITS)
        times = replace(times, left={**times.left, times.turn: left})
        return times.gone_on(round(times.spent, _DIGITS))

    def gone_on(self, spent: float) -> "Times":
        """Return the clocks, as restored from a save, in a turn of which `spent` free seconds are used already."""
        spent = min(max(spent, 0.0), DELAY)
        if self.turn is None:
            return self
        again = spent if self.kind is Clock.BRONSTEIN else 0.0
        return replace(self, left={**self.left, self.turn: self.left[self.turn] + again}, spent=spent)

    def without(self, player: Player, now: float) -> "Times":
        """Return the clocks paused since now, because this player has left."""
        if player in self.away:
            return self
        times = self._counted(now)
        until = now + self.pause - self.stood[player]
        return replace(times, away={**self.away, player: now}, since=max(times.since, until))

    def with_again(self, player: Player, now: float) -> "Times":
        """Return the clocks without the pause for this player, who has come back."""
        if player not in self.away:
            return self
        times = self._counted(now)
        lasted = self.stood[player] + now - self.away[player]
        stood = {**self.stood, player: round(min(lasted, self.pause), _DIGITS)}
        away = {other: since for other, since in self.away.items() if other is not player}
        until = (since + self.pause - stood[other] for other, since in away.items())
        return replace(times, stood=stood, away=away, since=max((now, *until)))

    def _counted(self, now: float) -> "Times":
        """Return the clocks with the time up to `now` counted."""
        return replace(self, spent=self.spent + max(now - self.since, 0.0), since=max(self.since, now))
