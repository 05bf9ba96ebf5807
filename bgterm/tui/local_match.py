"""A match of two players at one keyboard."""

from dataclasses import replace
from time import monotonic

from bgterm.play.clocks import clocks_of
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.tui.match_session import MatchSession


class LocalMatch(MatchSession):
    """A match whose players share the screen."""

    @classmethod
    def begin(cls, table: Table, workspace: Workspace) -> "LocalMatch":
        """Return the match of a table with both players before it; its clocks run from now on."""
        return cls(table, workspace, clocks=clocks_of(table, monotonic))

    @property
    def viewer(self) -> Player:
        """The player to act."""
        actor = self.match.last_game.to_act
        return Player.WHITE if actor is None else actor

    @property
    def bottom(self) -> Player:
        """White, or the player to act where the board is turned to them."""
        return self.viewer if self.settings.turn_board else Player.WHITE

    async def turn_board(self) -> None:
        """Turn the board to the player to act, or keep it. Raises SettingsNotSaved when that cannot be kept."""
        await self.workspace.change(replace(self.settings, turn_board=not self.settings.turn_board))

    async def rematch(self) -> MatchSession:
        """Begin another match with the same seats and rules."""
        table = self.workspace.rematch_table(self.table.header)
        self.close()
        return LocalMatch.begin(table, self.workspace)
