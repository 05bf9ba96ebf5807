"""The screen of a match whose players have terminals of their own: a player's, or that of a spectator."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from bgterm.catalog import N_, _
from bgterm.lobby import messages
from bgterm.lobby.notifications import (
    Closed,
    Contributed,
    DraftChanged,
    Notice,
    Notification,
    Redirected,
    Refreshed,
)
from bgterm.rules.errors import BackgammonError
from bgterm.tui.online_match import OnlineMatch
from bgterm.tui.prompts.simple import WaitPrompt
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.widgets.text_line import Line

_HEARD = 6
"""The lines of the chat that are shown beside the board of a large window."""


class OnlineMatchScreen(MatchScreen):
    """A match of the lobby, with a line for the people present and the chat."""

    DEFAULT_CSS = """
    OnlineMatchScreen #company { color: $board-quiet; padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f",
            "do('turn_board')",
            N_("flip board"),
            id="turn-board",
            tooltip=N_("look from the other side, or from your own"),
        ),
        Binding("c", "chat", N_("chat"), id="chat", tooltip=N_("all that was said; players say something")),
        Binding("L", "let_watch", N_("spectators"), id="let-watch", tooltip=N_("allow spectators, or not")),
    ]

    session: OnlineMatch

    @dataclass
    class Heard(Message):
        """Something happened around the table; it may have been made to happen by another session."""

        notification: Notification

    def __init__(self, session: OnlineMatch) -> None:
        """Show the match of a session."""
        self._company = Line(id="company")
        super().__init__(session)
        self._next: Closed | Redirected | None = None
        """Where to go once nothing lies over the match."""
        session.listen(self._listen)

    def below(self) -> Sequence[Widget]:
        """Return the line for the people present and the chat."""
        return (self._company,)

    # What happens around the table

    def _listen(self, notification: Notification) -> None:
        """Hear what another session may have made happen: only a message may go from one to another."""
        self.post_message(self.Heard(notification))

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        match heard.notification:
            case Refreshed():
                self._attendance_changed()
            case Notice(said):
                self.call_for(said())
            case DraftChanged():
                self._show_turn()
            case Contributed(said):
                self.ask_anew(said())
                if self.session.participant.player in self.session.table.exchange.awaited:
                    self.ring()
            case Closed() | Redirected() as going:
                self._next = going
                self._move_on()

    def call_for(self, said: str) -> None:
        """Show a message that the player should read now."""
        self.notify_line(said)
        self.ring()

    def _attendance_changed(self) -> None:
        """Show the people present again, and the question."""
        session = self.session
        if isinstance(self.app.screen, ChatScreen):
            self.app.screen.hear(session.participant.chat.lines)
        if session.was_spoken():
            self.notify_line("")
        for said in filter(None, (*session.who_is_back(), session.new_about_hints())):
            self.call_for(said)
        self._show_attendance()
        self.look_up_actions()
        if isinstance(self.focused, WaitPrompt):
            self._display.show_question()
        elif session.table.closed:
            self.show_match()
        elif session.over:  # a rematch was asked for, perhaps
            self._display.show_question()
            self._display.show_result()

    def _show_attendance(self) -> None:
        """Show the people present, and the last line of the chat."""
        attendance = self.session.who_is_here()
        self._company.show(attendance)
        self._display.add(attendance)
        chat = self.session.participant.chat.lines
        self.table_view.hear([messages.chat_line(line.name, line.text) for line in chat[-_HEARD:]])

    def show_match(self) -> None:
        """Show the match as it is now, and who is there."""
        self._show_attendance()
        super().show_match()

    # Going elsewhere

    def on_screen_resume(self) -> None:
        """Go where one was told to go while something lay over the match."""
        self._move_on()

    def _move_on(self) -> None:
        """Leave the match, for the lobby or for the next match."""
        if self.app.screen is not self or self._next is None:
            return
        notification, self._next = self._next, None
        self.session.close()
        match notification:
            case Redirected(code):
                self.begin_act(partial(self._go_to, code))
            case Closed(said):
                self.session.parting(said())
                self.leave()

    async def _go_to(self, code: str) -> None:
        """Sit down at the next match, or watch it as before."""
        try:
            another = await self.session.moved_to(code)
        except BackgammonError as error:
            self.session.parting(str(error))
            self.leave()
            return
        if self.is_attached:
            self.give_way(OnlineMatchScreen(another))

    # Keys

    def action_chat(self) -> None:
        """Ask for something to say; spectators only read what was said."""
        chat = self.session.participant.chat
        if self.session.seats:
            self.app.push_screen(ChatScreen(chat.lines, self.session.say, chat.longest))
        else:
            said = "\n".join(messages.chat_line(line.name, line.text) for line in chat.lines)
            self.app.push_screen(PageScreen(_("Chat"), Content(said)))

    def action_let_watch(self) -> None:
        """Allow spectators, or not."""
        self.act(self.session.let_watch)
