"""A match of two players at one keyboard."""

from time import monotonic

from bgterm.play.clocks import clocks_of
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.tui.match_session import MatchSession


class LocalMatch(MatchSession):
    """A match whose players share the screen."""

    @classmethod
    def begin(cls, table: Table, workspace: Workspace) -> "LocalMatch":
        """Return the match of a table with both players before it; its clocks run from now on."""
        return cls(table, workspace, clocks=clocks_of(table, monotonic))

    async def rematch(self) -> MatchSession:
        """Begin another match with the same seats and rules."""
        table = self.workspace.rematch_table(self.table.header)
        self.close()
        return LocalMatch.begin(table, self.workspace)
