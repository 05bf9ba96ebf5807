"""The clocks of a match, which watch its table: what is left to each player, and whose flag can be claimed.

What time it is comes from a clock that only goes forward and is given as an argument; all times are in seconds.
What is left is kept in the record at each turn's end and when the table is left, so that a match that is resumed
goes on with it, and so is how long each has been away, once he is back or the table is left:

    {"note":"clock","white":587.25,"black":600}
    {"note":"away","white":0,"black":72.5}

Whoever's time has run out stops both clocks, so that there is one flag to claim, and it stays down. While a player
is away the clocks stand, as long in all as is agreed; then they go on without him. A turn that was interrupted by
the end of the program begins anew.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

from bgterm.notation.clock_words import time_left
from bgterm.notation.lines import Note
from bgterm.notation.troubles import Trouble
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.clock import PAUSES, left_after_turn, left_in_turn, reserve
from bgterm.rules.errors import IllegalAction
from bgterm.rules.events import Event, FlagClaimed
from bgterm.rules.match import Match
from bgterm.rules.series import start
from bgterm.table.saves import SaveError
from bgterm.table.table import Table

_CLOCK = "clock"
"""The note that says what is left."""
_AWAY = "away"
"""The note that says how long the clocks have stood for each player."""


class Clocks:
    """Both players' clocks. Make them with `clocks_of`."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        """Set the clocks of a match that is played with them as the table's record says, and start one.

        `now` tells the time.
        """
        self._table, self._now = table, now
        self._kind = table.match.ruleset.clock
        start_with = reserve(table.match.ruleset.length, sum(start(table.header).score))
        self._left = _kept(table, _CLOCK) or dict.fromkeys(Player, start_with)
        self._pause = PAUSES[table.match.ruleset.pause]
        self._paused = _kept(table, _AWAY) or dict.fromkeys(Player, 0.0)
        self._away: dict[Player, float] = {}
        """Since when each is away who is."""
        self._spent = 0.0
        self._since = now()
        self._turn: Player | None = None
        self._turn = self._to_run(table.match)
        self._stop_watching = table.watch(self._told)

    @property
    def running(self) -> Player | None:
        """Whose clock runs, or would if nobody were away; None between games and when a flag is down."""
        return None if self.fallen is not None else self._turn

    @property
    def standing(self) -> bool:
        """Whether they stand because a player is away."""
        return self._now() < self._since

    @property
    def fallen(self) -> Player | None:
        """Whose time has run out."""
        return next((player for player in Player if not self.left(player)), None)

    @property
    def claimant(self) -> Player | None:
        """Who may claim the flag of the other now."""
        if self.fallen is None or not choices(self._table.match, self.fallen.opponent).claim_flag:
            return None
        return self.fallen.opponent

    def left(self, player: Player) -> float:
        """Tell what is left of the player's reserve now."""
        left = self._left[player]
        return left_in_turn(self._kind, left, self._time_of_turn()) if player is self._turn else left

    def claim(self, player: Player) -> None:
        """Let the player win the match because the opponent's time is up.

        Raises IllegalAction while it is not, and as `Table.do` does.
        """
        left = self.left(player.opponent)
        if left:
            raise IllegalAction(Trouble.TIME_LEFT, left=time_left(left))
        self._table.do(FlagClaimed(player))

    def pause(self, player: Player) -> None:
        """Let the clocks stand, since the player is away; nothing when that is known."""
        if player in self._away:
            return
        self._settle()
        self._away[player] = self._now()
        self._since = max(self._since, self._until(player))

    def resume(self, player: Player) -> None:
        """Let the clocks go on, since the player is back; nothing when he was not away."""
        if player not in self._away:
            return
        self._settle()
        self._is_back(player)
        self._since = max((self._now(), *map(self._until, self._away)))

    def stop(self) -> None:
        """Put the clocks away, with what is left kept; it can be done again."""
        self._stop_watching()
        self._end_turn()
        for player in tuple(self._away):
            self._is_back(player)

    def _until(self, player: Player) -> float:
        """Give until when the clocks stand for a player who is away."""
        return self._away[player] + self._pause - self._paused[player]

    def _is_back(self, player: Player) -> None:
        """Count how long the clocks have stood for the player, and keep it."""
        paused = self._paused[player] + self._now() - self._away.pop(player)
        self._paused[player] = round(min(paused, self._pause), 2)
        self._keep(_AWAY, self._paused)

    def _time_of_turn(self) -> float:
        return self._spent + max(self._now() - self._since, 0.0)

    def _settle(self) -> None:
        """Count the time up to now as spent."""
        self._spent, self._since = self._time_of_turn(), max(self._since, self._now())

    def _to_run(self, match: Match) -> Player | None:
        over = match.winner is not None or self.fallen is not None
        return None if over else match.game.to_act

    def _told(self, match: Match, _: Event, __: int) -> None:
        """Follow the match: each turn is on the clock of who is to act."""
        if match.game.to_act is self._turn and match.winner is None:
            return
        self._end_turn()
        self._settle()
        self._spent, self._turn = 0.0, self._to_run(match)

    def _end_turn(self) -> None:
        """Stop the clock that runs, and keep what is left."""
        if self._turn is None:
            return
        self._settle()
        left = left_after_turn(self._kind, self._left[self._turn], self._spent)
        self._left[self._turn], self._turn = round(left, 2), None
        self._keep(_CLOCK, self._left)

    def _keep(self, name: str, times: Mapping[Player, float]) -> None:
        """Note a time of each player."""
        with suppress(SaveError):  # the clocks go on, and the next time is kept when the disk lets us
            self._table.note(Note(name, {player.name.lower(): times[player] for player in Player}))


def clocks_of(table: Table, now: Callable[[], float]) -> Clocks | None:
    """Give the clocks of the table; None when it is played without."""
    return Clocks(table, now) if table.match.timed else None


def _kept(table: Table, name: str) -> dict[Player, float] | None:
    """Give the times that the last note of that name in the record says; None when none does."""
    for note in reversed(table.notes):
        match note:
            case Note(found, {"white": int() | float() as white, "black": int() | float() as black}) if (
                found == name
            ):
                return {Player.WHITE: max(white, 0.0), Player.BLACK: max(black, 0.0)}
    return None
