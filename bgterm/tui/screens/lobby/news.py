"""The notifications of the lobby as a session hears them: when changes are drawn, and where messages are shown."""

from collections.abc import Callable
from functools import partial
from random import random
from time import monotonic

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Closed, Notice, Notification, Refreshed
from bgterm.profile.workspace import Workspace
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import Heard, OnlineMatchScreen

_SEEN = 10.0
"""Seconds for which a message lies over a form."""
SOONEST = 0.25
"""Seconds of which all changes in the lobby are drawn together ..."""
_PICTURES_A_SECOND = 50.0
"""... and more where so many sessions are there that all of them would draw more pictures than this."""


class LobbyNews:
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
        self._screen, self._lobby, self._workspace = screen, lobby, workspace
        self._look, self._say = look, say
        self._phase = random()  # noqa: S311
        """When this session draws changes, so that not all sessions do at once."""
        self.pending = False
        """Whether there is a change that has not been drawn."""

    def listen(self, notification: Notification) -> None:
        """Hear what another session may have made happen: only a message may go from one to another.

        However many changes there are, one message is on its way.
        """
        changed = isinstance(notification, Refreshed)
        if not (changed and self.pending):
            self.pending = self.pending or changed
            self._screen.post_message(Heard(notification))

    def hear(self, notification: Notification) -> None:
        """Show a message at once with all that belongs to it, and other changes when they are gathered."""
        screen = self._screen
        stack = screen.app.screen_stack
        match notification, stack[-1]:
            case Closed(said), _:
                screen.app.exit(said())
            case Notice() as notice, _:
                self._look()
                screen.begin_act(partial(self._pass_on, notice))  # at the table, if one sits down there just now
            case _, ChatScreen() if stack[-2:-1] == [screen]:
                screen.set_timer(self._until_gathered, self._show_chat)
            case _, top if top is screen:
                screen.set_timer(self._until_gathered, self._look)
            case _:
                self.pending = False

    def _show_chat(self) -> None:
        """Show the lines of the chat where they are read, or the lobby if that is seen again."""
        self.pending = False
        match self._screen.app.screen:
            case ChatScreen() as chat if self._screen.app.screen_stack[-2:-1] == [self._screen]:
                chat.hear(self._lobby.chat.lines)
            case _:
                self._look()

    @property
    def _until_gathered(self) -> float:
        """Seconds until this session draws what has changed."""
        every = max(SOONEST, len(self._lobby.sessions) / _PICTURES_A_SECOND)
        return every * (1 - (monotonic() / every + self._phase) % 1)

    async def _pass_on(self, notice: Notice) -> None:
        """Show a message at the user's table, or else here."""
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
