"""The events of a match, shown one after the other on its screen, and the acts of the player at that screen."""

from functools import partial
from typing import Protocol

from bgterm.plain.messages import sentence
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.tui.acts import Act, Acts
from bgterm.tui.match_session import MatchSession


class FeedScreen(Protocol):
    """The screen of a match."""

    session: MatchSession

    @property
    def is_attached(self) -> bool:
        """Whether the screen is still there."""

    def show_event(self, before: Match, event: Event) -> None:
        """Show that something has happened; the match was as it was `before`."""

    def reply(self, sentence: str) -> None:
        """Show a message about the key that was pressed."""

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""


class EventFeed:
    """Shows what happens in a match, and does what the player wants in the order of the keys."""

    def __init__(self, screen: FeedScreen, acts: Acts) -> None:
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
