"""The clocks of a table on a server, which pause while a player is away."""

from collections.abc import Callable

from bgterm.lobby.tables.attendance import Seating
from bgterm.play.clocks import Clocks, clocks_of
from bgterm.play.table import Table
from bgterm.rules.board import Player


class SharedClocks:
    """The clocks of one table; each process runs those of its own players."""

    def __init__(self, seating: Seating, now: Callable[[], float], *, is_alone: bool) -> None:
        """Begin without clocks; `now` returns the time in seconds, `is_alone` means no other process exists."""
        self._seating, self._now, self._is_alone = seating, now, is_alone
        self.clocks: Clocks | None = None
        """The clocks while the table is open; None when it is closed or the match has no clock."""
        self._absent = frozenset(Player)
        """The players who were away at the last call of `follow_seats`."""

    def open(self, table: Table) -> None:
        """Read the clocks of a table that was opened."""
        self.clocks = clocks_of(table, self._now, self._seating.keeps_times)

    def follow_seats(self) -> None:
        """Pause the clock of each absent player, and stop all clocks when this process has nobody at the table."""
        if self.clocks is None:
            return
        for player in Player:
            if self._seating.is_seated(player):
                self.clocks.resume(player)
            else:
                if player not in self._absent and not self._is_alone:
                    self.clocks.save()  # for the process that the player comes back to
                self.clocks.pause(player)
        self._absent = frozenset(player for player in Player if not self._seating.is_seated(player))
        if self._seating.empty_here:
            self.clocks.stop()
