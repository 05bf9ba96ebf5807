"""The lobby's notifications in one session: when changes are drawn, and where messages are shown."""

from collections.abc import Callable
from functools import partial

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Closed, Notice, Notification
from bgterm.profile.workspace import Workspace
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.gathered import Changes, GatheredNews, Heard
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen

_SEEN = 10.0
"""Seconds for which a message covers a form."""


class LobbyNews(GatheredNews):
    """The notifications of one session, which its screen shows."""

    def __init__(
        self,
        screen: BaseScreen,
        lobby: Lobby,
        workspace: Workspace,
        look: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        """Take the lobby screen; `look` redraws the lobby, `say` shows a message."""
        super().__init__(screen, self._show, lambda: len(lobby.sessions))
        self._lobby, self._workspace = lobby, workspace
        self._look, self._say = look, say

    def hear(self, notification: Notification) -> None:
        """Show a message at once, with the changes that belong to it; batch other changes."""
        match notification:
            case Closed(said):
                self._screen.app.exit(said())
            case Notice() as notice:
                self._look()
                # at the table, if one sits down there just now
                self._screen.begin_act(partial(self._pass_on, notice))
            case _:
                self.gather()

    def _show(self, _changes: Changes) -> None:
        """Show the new chat lines where the chat is open, or the lobby if that is visible."""
        match self._screen.app.screen:
            case ChatScreen() as chat if self._screen.app.screen_stack[-2:-1] == [self._screen]:
                chat.hear(self._lobby.chat.lines)
            case _:
                self._look()

    async def _pass_on(self, notice: Notice) -> None:
        """Show a message on the user's match screen, or else in the lobby."""
        app = self._screen.app
        tables = [screen for screen in app.screen_stack if isinstance(screen, OnlineMatchScreen)]
        for table in tables:
            table.post_message(Heard(notice))  # it may not show anything yet
        if not tables:
            text = notice.said()
            self._say(text)
            if app.screen is not self._screen:  # a form or a page lies over the lobby
                app.notify(text, timeout=_SEEN)
            if self._workspace.settings.bell:
                app.bell()
