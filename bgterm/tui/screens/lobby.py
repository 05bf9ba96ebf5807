"""The lobby: who is here, which tables are open, which matches are played; what a visitor by SSH sees first."""

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static

from bgterm.table.company import Ended, News
from bgterm.table.desk import Desk
from bgterm.table.lobby import Lobby, Presence
from bgterm.table.people import Visitor
from bgterm.tui.screens.base import BaseScreen


class LobbyScreen(BaseScreen):
    """The lobby, as one session sees it."""

    @dataclass
    class Heard(Message):
        """Something happened in the lobby; it may have been made to happen by another session."""

        news: News

    def __init__(self, lobby: Lobby, visitor: Visitor, desk: Desk, code: str = "") -> None:
        """Make the first screen of a visitor; he is asked for his name when it is empty.

        `code` is what he typed before the @: the code of a table to go straight to, or somebody's name.
        """
        super().__init__()
        self._lobby, self._visitor, self._desk, self._code = lobby, visitor, desk, code
        self._presence: Presence | None = None

    def compose(self) -> ComposeResult:
        """Give the list."""
        yield Static(id="list")

    def on_mount(self) -> None:
        """Come in."""
        self._presence = self._lobby.enter(self._visitor, self._listen)

    def _listen(self, news: News) -> None:
        """Hear what another session may have made happen: only a message may go from one to another."""
        self.post_message(self.Heard(news))

    def on_unmount(self) -> None:
        """Go."""
        self.gone()

    def gone(self) -> None:
        """Leave the lobby, whatever became of the session; to have left already is no error."""
        if self._presence:
            self._presence.leave()

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        if isinstance(heard.news, Ended):
            self.leave(heard.news.said)
