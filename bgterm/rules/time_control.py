"""The clocks of a match as a value: what each event and each moment takes of the players' time, in seconds.

What time it is, is told from outside. A player's turn lasts as long as they are the one to act in the game; an
offer that is to be answered changes nothing about it. [RULES A-83] With the simple delay the first seconds of each
turn are free; with Bronstein's they run, and are given back at its end as far as they were used. A player with
nothing left of the reserve loses the match, once the opponent claims it. That is how clocks are set at tournaments
of the US. While a player is away from the table both clocks stand, as long in all as the two have agreed on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf

from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Clock, Pause

DELAY = 12.0
"""The seconds of each turn that cost nothing."""
PAUSES: Mapping[Pause, float] = {
    Pause.NEVER: 0.0,
    Pause.FIVE_MINUTES: 300.0,
    Pause.TEN_MINUTES: 600.0,
    Pause.THIRTY_MINUTES: 1800.0,
    Pause.UNLIMITED: inf,
}
"""The seconds in all that the clocks stand for each player who is away."""
_A_POINT, _A_POINT_SCORED = 120.0, 60.0
_DIGITS = 2
"""To how many digits of a second the times are kept."""


def reserve(length: int, scored: int) -> float:
    """Return what each player has at first, in a match to `length` in which `scored` points are scored by both.

    >>> reserve(7, 0) / 60
    14.0
    """
    return max(length * _A_POINT - scored * _A_POINT_SCORED, 0.0)


def left_in_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Return what is left of a player's reserve after so much time of a turn that goes on."""
    free = 0.0 if clock is Clock.BRONSTEIN else DELAY
    return max(reserve - max(spent - free, 0.0), 0.0)


def left_after_turn(clock: Clock, reserve: float, spent: float) -> float:
    """Return what is left of it when the turn is over; what had run out does not come back."""
    left = left_in_turn(clock, reserve, spent)
    return left + min(spent, DELAY) if left and clock is Clock.BRONSTEIN else left


def runs_for(match: MatchState) -> Player | None:
    """Return whose clock runs, whatever offer is to be answered; None between games and after the match."""
    game = match.game
    between = bool(match.results) and not (game.throws or game.dice or game.turns or game.double_offered)
    return None if between or match.winner is not None else game.to_go_on


@dataclass(frozen=True, slots=True)
class Times:
    """Both clocks at a moment. Each method takes the time; those that change something return other clocks."""

    kind: Clock
    left: Mapping[Player, float]
    """The time left to each player when the turn began."""
    since: float
    """Up to when the turn is counted; in the future while the clocks stand."""
    pause: float = 0.0
    """The total time that the clocks stay paused for an absent player."""
    turn: Player | None = None
    """The player whose clock runs."""
    spent: float = 0.0
    """How much of the turn is counted."""
    stood: Mapping[Player, float] = field(default_factory=lambda: dict.fromkeys(Player, 0.0))
    """How long the clocks have stood for each player, but for the present absence."""
    away: Mapping[Player, float] = field(default_factory=dict)
    """Since when each player is away who is."""

    def left_to(self, player: Player, now: float) -> float:
        """Return what is left to the player."""
        left = self.left[player]
        return left_in_turn(self.kind, left, self._counted(now).spent) if player is self.turn else left

    def fallen(self, now: float) -> Player | None:
        """Return whose time has run out; that stops both clocks."""
        return next((player for player in Player if not self.left_to(player, now)), None)

    def turned_to(self, player: Player | None, now: float) -> "Times":
        """Return the clocks with this player's running, or none; the turn continues if the player is the same."""
        if player is self.turn:
            return self
        times = self._counted(now)
        if times.turn is not None:
            left = left_after_turn(times.kind, times.left[times.turn], times.spent)
            times = replace(times, left={**times.left, times.turn: round(left, _DIGITS)})
        times = replace(times, turn=None, spent=0.0)
        return times if times.fallen(now) is not None else replace(times, turn=player)

    def interrupted(self, now: float) -> "Times":
        """Return the clocks as they are kept in the middle of a turn: only its first seconds still count."""
        times = self._counted(now)
        if times.turn is None:
            return times
        left = round(times.left_to(times.turn, now), _DIGITS)
        times = replace(times, left={**times.left, times.turn: left})
        return times.gone_on(round(times.spent, _DIGITS))

    def gone_on(self, spent: float) -> "Times":
        """Return the clocks in a turn of which so much was spent before, and taken off what is left."""
        spent = min(max(spent, 0.0), DELAY)
        if self.turn is None:
            return self
        again = spent if self.kind is Clock.BRONSTEIN else 0.0
        return replace(self, left={**self.left, self.turn: self.left[self.turn] + again}, spent=spent)

    def without(self, player: Player, now: float) -> "Times":
        """Return the clocks paused, since the player is away."""
        if player in self.away:
            return self
        times = self._counted(now)
        until = now + self.pause - self.stood[player]
        return replace(times, away={**self.away, player: now}, since=max(times.since, until))

    def with_again(self, player: Player, now: float) -> "Times":
        """Return the clocks running again, since the player is back."""
        if player not in self.away:
            return self
        times = self._counted(now)
        lasted = self.stood[player] + now - self.away[player]
        stood = {**self.stood, player: round(min(lasted, self.pause), _DIGITS)}
        away = {other: since for other, since in self.away.items() if other is not player}
        until = (since + self.pause - stood[other] for other, since in away.items())
        return replace(times, stood=stood, away=away, since=max((now, *until)))

    def _counted(self, now: float) -> "Times":
        """Return the clocks with the time up to now counted."""
        return replace(self, spent=self.spent + max(now - self.since, 0.0), since=max(self.since, now))
