"""The events of a match, shown one after the other on its screen, and the acts of the player at that screen."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from textual.app import App
from textual.binding import ActiveBinding

from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.text.joining import sentence
from bgterm.tui.acts import Act, Acts
from bgterm.tui.match_session import MatchSession
from bgterm.tui.prompts.area import PromptArea
from bgterm.tui.screens.base import BaseScreen

TableScreenMaker = Callable[[Table, Workspace, str], BaseScreen]
"""Makes the screen of a new match."""


class Host(Protocol):
    """The screen of the match."""

    session: MatchSession

    @property
    def app(self) -> App[Any]:
        """The application."""

    @property
    def area(self) -> PromptArea:
        """The area of the prompts."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""

    def act(self, act: Act, done: str = "") -> None:
        """Do something at the table, and show what comes of it."""

    def show_event(self, before: Match, event: Event) -> None:
        """Show that something has happened; the match was as it was `before`."""

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""

    def reply(self, sentence: str) -> None:
        """Show a message about the key that was pressed."""

    def show_match(self) -> None:
        """Show the match as it is now, and ask what it asks."""

    def settings_changed(self, warning: str) -> None:
        """Show the board with the current settings, and any warning about them."""

    def show_contribution(self, said: str) -> None:
        """Show what was done about a contribution."""

    @property
    def table_screen(self) -> TableScreenMaker:
        """The function that makes the screen of a new match at this keyboard."""

    def go_to(self, session: MatchSession) -> None:
        """Show another match in place of this one."""

    @property
    def is_attached(self) -> bool:
        """Whether the screen is still there."""

    def begin_asking(self, action: Callable[[], Coroutine[None, None, None]]) -> None:
        """Begin an action that awaits dialogs."""


class EventFeed:
    """Shows what happens in a match, and does what the player wants in the order of the keys."""

    def __init__(self, screen: Host, acts: Acts) -> None:
        """Show the match of a screen."""
        self._screen, self._acts, self._catching_up = screen, acts, False

    def catch_up(self) -> None:
        """Show every event that is not shown yet, with the automatic actions that follow."""
        if self._catching_up:
            return
        self._catching_up = True
        try:
            while happened := self._screen.session.advance():
                self._screen.show_event(*happened)
                if self._screen.session.automatic():
                    self.act(self._act_automatically)
        finally:
            self._catching_up = False

    async def _act_automatically(self) -> None:
        """Do what the settings say, unless the opponent was first: then it is asked again once that is shown."""
        if action := self._screen.session.automatic():
            await action()

    def act(self, act: Act, done: str = "") -> None:
        """Do something at the table and show what comes of it; say when it is `done`, or why it is refused."""
        self._acts.do(partial(self._act, act, done))

    async def _act(self, act: Act, done: str) -> None:
        refusal = ""
        try:
            await act()
        except BackgammonError as error:
            refusal = sentence(error.describe(self._screen.session.match.names))
        if not self._screen.is_attached:  # it was left meanwhile
            return
        if refusal:
            self._screen.reply(refusal)
        elif done:
            self._screen.notify_line(done)
        self.catch_up()
