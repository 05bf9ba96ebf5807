"""The clocks of a table, which stand while a player is away."""

from collections.abc import Callable

from bgterm.lobby.tables.attendance import Seating
from bgterm.play.clocks import Clocks, clocks_of
from bgterm.play.table import Table
from bgterm.rules.board import Player


class SharedClocks:
    """The clocks, as those who are there see them."""

    def __init__(self, seating: Seating, now: Callable[[], float], *, is_alone: bool) -> None:
        """Begin without clocks; `now` returns the time in seconds, `is_alone` is as of `Hub`."""
        self._seating, self._now, self._is_alone = seating, now, is_alone
        self.clocks: Clocks | None = None
        """The clocks, while somebody is there; None when the match is played without."""
        self._absent = frozenset(Player)
        """The players who were away when the clocks were last set."""

    def open(self, table: Table) -> None:
        """Take the clocks of a table that is opened."""
        self.clocks = clocks_of(table, self._now, self._seating.keeps_times)

    def follow_seats(self) -> None:
        """Pause the clocks while a player is away, and stop them when nobody is left."""
        if self.clocks is None:
            return
        for player in Player:
            if self._seating.is_seated(player):
                self.clocks.resume(player)
            else:
                if player not in self._absent and not self._is_alone:
                    self.clocks.save()  # for the process by way of which the player comes back
                self.clocks.pause(player)
        self._absent = frozenset(player for player in Player if not self._seating.is_seated(player))
        if self._seating.empty_here:
            self.clocks.stop()
