"""The match screen on a server, for a player or a spectator."""

from collections.abc import Callable, Sequence
from functools import partial

from textual import on
from textual.content import Content
from textual.events import ScreenResume
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.notifications import Closed, Contributed, DraftChanged, Notice, Redirected, Refreshed
from bgterm.lobby.session import LobbySession
from bgterm.lobby.venue import ServerVenue
from bgterm.play.actions.everything import KEYS_OF_SPECTATORS, KEYS_ONLINE
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.replay import Step
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.gathered import Changes, GatheredNotifications, Heard
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.widgets.text_line import Line

_HEARD = 6
"""The most chat lines beside the board of a large window."""


class OnlineMatchScreen(MatchScreen):
    """The match screen of a player or spectator on a server, with those present and the chat."""

    DEFAULT_CSS = """
    OnlineMatchScreen #company { color: $board-quiet; padding: 0 1; }
    OnlineMatchScreen.-low #company { display: none; }
    OnlineMatchScreen QuestionArea { margin-bottom: 0; }
    """

    def __init__(
        self, venue: ServerVenue, session: LobbySession, workspace: Workspace, parting: Callable[[str], None]
    ) -> None:
        """Show the match at a server's table; `parting` is called with the reason when the session ends."""
        self._company = Line(id="company")
        self.server, self._session, self._parting = venue, session, parting
        super().__init__(venue, workspace, actions=KEYS_ONLINE if venue.seats else KEYS_OF_SPECTATORS)
        self._own = {**self._own, "chat": self.action_chat, "let-watch": self.action_let_watch}
        self._next: Closed | Redirected | None = None
        """The next destination, once no dialog covers the match."""
        self._gathered = GatheredNotifications(self, self._show_news, lambda: len(venue.place.at.seating.everyone))
        venue.place.listener = self._gathered.listen

    def below(self) -> Sequence[Widget]:
        """Return the line that names the people present, the only widget between question and keys."""
        return (self._company,)

    # Changes around the table

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        match heard.notification:
            case Refreshed() | DraftChanged():
                self._gathered.gather()
            case Notice(said):
                self.call_for(said())
            case Contributed(said):
                self.ask_anew(said())
                if self.server.place.player in self.here.table.awaited:
                    self.ring()
            case Closed() | Redirected() as going:
                self._next = going
                self._move_on()

    def _show_news(self, changes: Changes) -> None:
        if DraftChanged in changes:
            self._display.show_turn()
        if Refreshed in changes:
            self._attendance_changed()

    def call_for(self, said: str) -> None:
        """Show an urgent message, such as that the opponent waits, and ring the terminal's bell."""
        self.say(said)
        self.ring()

    def _attendance_changed(self) -> None:
        """Show the people present again, and the question."""
        server = self.server
        if isinstance(self.app.screen, ChatScreen):
            self.app.screen.hear(server.place.chat.lines)
        if server.was_spoken():
            self.say("")
        for said in server.new_notices():
            self.call_for(said)
        self.here.tick()
        self._show_attendance()
        self.refresh_bindings()
        if self.here.table.closed and self.asked != "wait":
            self.show_match()
        elif self.asked == "wait" or self.view.over:  # the user has perhaps asked for a rematch
            self._display.show_question()
            self._display.show_result()

    def _show_attendance(self) -> None:
        """Show the people present, and the last line of the chat."""
        attendance = self.server.who_is_here(waiting=any(self.server.waiting(self.view.match)))
        self._company.show(attendance)
        self._display.add(attendance)
        chat = self.server.place.chat.lines
        self.table_view.sheet.hear([messages.chat_line(line.name, line.text) for line in chat[-_HEARD:]])

    def show_match(self) -> None:
        """Draw the match in its current state, and the line of the people present."""
        self._show_attendance()
        super().show_match()

    def show_event(self, happened: Step) -> None:
        """Show an event of the match, and ring the bell if it is now the turn of the player here."""
        super().show_event(happened)
        if said := self._display.result_of(happened.before):
            self.say(said)
        mine, before = self.server.place.player, happened.before
        if mine is not None and self.view.match.shown_game.to_act is mine and before.shown_game.to_act is not mine:
            self.ring()

    # Going elsewhere

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Go to the next match or to the lobby, if that was postponed because a dialog covered the match."""
        self._move_on()

    def _move_on(self) -> None:
        """Leave the match, for the lobby or the next match."""
        if self.app.screen is not self or self._next is None:
            return
        notification, self._next = self._next, None
        self.venue.leave()
        match notification:
            case Redirected(code):
                self.begin_act(partial(self._go_to, code))
            case Closed(said):
                self._parting(said())
                self.leave()

    async def _go_to(self, code: str) -> None:
        """Sit down at the next match, or watch it if this one was watched."""
        lobby = self.server.lobby
        try:
            place = await (lobby.go if self.view.seats else lobby.watch)(self._session, code)
        except BackgammonError as error:
            self._parting(str(error))
            self.leave()
            return
        if self.is_attached:
            venue = ServerVenue(lobby, place)
            self.give_way(OnlineMatchScreen(venue, self._session, self.workspace, self._parting))

    # Keys

    async def rematch(self) -> None:
        """Offer the opponent another match, or accept the opponent's offer of one."""
        await self.server.lobby.matchmaking.ask_rematch(self.server.place)

    def action_chat(self) -> None:
        """Open the dialog for a line of chat; for spectators, a page with the chat so far."""
        chat = self.server.place.chat
        if self.view.seats:
            self.app.push_screen(ChatScreen(chat.lines, self._say, chat.longest))
        else:
            said = "\n".join(messages.chat_line(line.name, line.text) for line in chat.lines)
            self.app.push_screen(PageScreen(_("Chat"), Content(said)))

    async def _say(self, text: str) -> None:
        await self.server.place.say(text)

    def action_let_watch(self) -> None:
        """Allow spectators at the table, or forbid them if they are allowed."""
        at = self.server.place.at
        self.act(partial(at.let_watch, self.server.place, not at.watchable))
