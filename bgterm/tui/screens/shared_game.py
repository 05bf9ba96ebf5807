"""A table of the lobby in one session: a player's, from their own side, or a spectator's."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from bgterm.analysis.ledger import settlement
from bgterm.lobby import table_messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import (
    Closed,
    Contributed,
    DraftChanged,
    Notice,
    Notification,
    Redirected,
    Refreshed,
)
from bgterm.lobby.participant import Participant
from bgterm.lobby.refusals import Refusal, why
from bgterm.lobby.session import LobbySession
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import Match, Phase
from bgterm.tui.board.scene import Scene
from bgterm.tui.prompts.move import MovePrompt
from bgterm.tui.prompts.simple import WaitPrompt
from bgterm.tui.screens.chat import ChatScreen
from bgterm.tui.screens.game import BY_LETTER, GameScreen
from bgterm.tui.screens.page import PageScreen
from bgterm.tui.widgets.text_line import Line


class SharedScreen(GameScreen):
    """A table whose players sit at terminals of their own."""

    DEFAULT_CSS = """
    SharedScreen #company { color: $text-muted; padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f", "turn_board", "flip board", id="turn-board", tooltip="look from the other side, or from your own"
        ),
        Binding("c", "chat", "chat", id="chat", tooltip="all that was said; players say something"),
        Binding("L", "let_watch", "spectators", id="let-watch", tooltip="allow spectators, or not"),
    ]
    by_letter = BY_LETTER | {"chat", "rematch", "let_watch"}

    @dataclass
    class Heard(Message):
        """Something happened around the table; it may have been made to happen by another session."""

        notification: Notification

    def __init__(
        self,
        lobby: Lobby,
        session: LobbySession,
        participant: Participant,
        desk: Workspace,
        parting: Callable[[str], None],
    ) -> None:
        """Show the table at which a session of the lobby is; `parting` is called with why it cannot stay."""
        super().__init__(
            participant.table,
            desk,
            seats=() if participant.player is None else (participant.player,),
            clocks=participant.clocks,
        )
        self._lobby, self._session = lobby, session
        self._participant, self._parting = participant, parting
        self._chat = participant.chat
        self._turned = False
        self._attendance = Content()
        self._away: tuple[Player, ...] = participant.at.attendance.away
        self._spoken = len(participant.chat.lines)
        self._next: Notification | None = None
        participant.listener = self._listen

    def below(self) -> Iterator[Widget]:
        """Yield the question, and a line for the people present and the chat."""
        yield from super().below()
        yield Line(id="company")

    def on_unmount(self) -> None:
        """Get up, if one has not done so: the line has dropped."""
        self._participant.drop()

    # Who is there

    def _listen(self, notification: Notification) -> None:
        """Hear what another session may have made happen: only a message may go from one to another."""
        self.post_message(self.Heard(notification))

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        match heard.notification:
            case Refreshed():
                self._attendance_changed()
            case Notice(said):
                self.call_for(said)
            case DraftChanged():
                self._show_board()
            case Contributed(said):
                super().show_contribution(said)
                if self._participant.player in self._table.dice_awaited:
                    self._ring()
            case Closed() | Redirected():
                self._next = heard.notification
                self._move_on()

    def call_for(self, said: str) -> None:
        """Show a message that the player should read now."""
        self.notify_line(said)
        self._ring()

    def on_screen_resume(self) -> None:
        """Go where one was told to go while something lay over the table."""
        self._move_on()

    def _move_on(self) -> None:
        """Leave the table, for the lobby or for the next match."""
        if self.app.screen is not self or self._next is None:
            return
        notification, self._next = self._next, None
        self._participant.leave()
        match notification:
            case Closed(said):
                self._parting(said)
                self.leave()
            case Redirected(code):
                self._acts.do(partial(self._go_to, code))
            case _:
                self.leave()

    async def _go_to(self, code: str) -> None:
        """Sit down at the next match, or look on there as before."""
        try:
            go = self._lobby.watch if self._participant.player is None else self._lobby.sit
            participant = await go(self._session, code)
        except Refusal as error:
            self._parting(why(error))
            self.leave()
            return
        if self.is_attached:
            self.app.switch_screen(
                SharedScreen(self._lobby, self._session, participant, self._desk, self._parting)
            )

    def _attendance_changed(self) -> None:
        """Show who is present and the current question again."""
        if isinstance(self.app.screen, ChatScreen):
            self.app.screen.hear(self._chat.lines)
        self._notice_who_is_back()
        self._show_company()
        self.refresh_bindings()
        waiting = self.query_one(WaitPrompt)
        if self.focused is waiting:
            waiting.show_again()
        elif self._table.closed:
            self._show()

    def _show_company(self) -> None:
        """Show who is present, and the last chat line."""
        attendance = self._participant.at.attendance
        why_wait = self.query_one(WaitPrompt).aside = self._why_wait()
        facts = [
            "" if any(why_wait) else self._who_is_away(),
            table_messages.looking_on(attendance.watchers, watchable=attendance.watchable),
        ]
        lines = self._chat.lines
        talk = table_messages.said(lines[-1].name, lines[-1].text) if lines else ""
        self._attendance = Content("   ").join(map(Content, filter(None, [*facts, talk])))
        self.query_one("#company", Line).show(self._attendance)
        self.show_notice()

    def standing_notice(self) -> str:
        """Return who would like a rematch, too."""
        names, attendance = self._match.names, self._participant.at.attendance
        wanted = (
            table_messages.rematch(names, attendance.rematch, self._participant.player)
            if self._participant.at.over
            else ""
        )
        return wanted or super().standing_notice()

    def aside(self) -> str | Content:
        """Return the text that there may be no line for: a notice, or the people present and the last chat
        line.
        """
        notice = super().aside()
        return self._attendance or notice if notice in {"", self._greeting} else notice

    def _why_wait(self) -> tuple[str, str]:
        """Show that the opponent is away, and what the player can do."""
        attendance, actor = self._participant.at.attendance, self._match.last_game.to_act
        if self._table.session_closed:
            owed = settlement(self._match.names, self._match.score, self._table.header.stake)
            return table_messages.SESSION_IS_CLOSED, owed
        if actor is None or actor not in attendance.away:
            return "", ""
        gone, playing = actor in attendance.gone, self._participant.player is not None
        return f"{self._who_is_away()}.", table_messages.may_wait(guest=gone) if playing else ""

    def _who_is_away(self) -> str:
        attendance = self._participant.at.attendance
        return table_messages.away(
            self._match.names,
            dropped=attendance.dropped,
            elsewhere=attendance.elsewhere,
            left=attendance.left,
            gone=attendance.gone,
        )

    def _notice_who_is_back(self) -> None:
        """Show the player which of the awaited people are at the table now, until the next message."""
        before, self._away = self._away, self._participant.at.attendance.away
        spoken, self._spoken = self._spoken, len(self._chat.lines)
        if self._spoken != spoken:
            self.notify_line("")
        for player in before:
            if player not in self._away and player is not self._participant.player:
                self.call_for(table_messages.back(self._match.names[player.index]))

    # What is shown

    @property
    def tumbles(self) -> bool:
        """Whether dice tumble: never over a line, which may be slow. [RULES A-07]"""
        return False

    @property
    def asked(self) -> Player | None:
        """Whether the player here is asked something; nothing is asked any more once it is closed."""
        return None if self._table.closed else super().asked

    @property
    def viewer(self) -> Player:
        """The player at this terminal; White for those who look on, or Black when they have turned the board."""
        if self._participant.player is not None:
            return self._participant.player
        return Player.BLACK if self._turned else Player.WHITE

    @property
    def bottom(self) -> Player:
        """One's own side, until the board is turned."""
        return self.viewer.opponent if self._turned and self._participant.player is not None else self.viewer

    def _show(self) -> None:
        self._show_company()
        super()._show()

    def _show_board(self) -> None:
        """Show the board, and to all others the moves that have been made on it here."""
        super()._show_board()
        prompt = self._prompt()
        if isinstance(prompt, MovePrompt) and not self._behind:
            self._participant.show_draft(prompt.draft.typed(""))

    def _scene(self) -> Scene:
        """Return the scene with the draft of the player to move."""
        scene, draft = super()._scene(), self._participant.at.draft
        return scene if draft is None or self.asked is not None or self._behind else scene.with_draft(draft)

    def after_told(self, before: Match) -> None:
        """Show the end of a game that may not have been seen, and beep when it is the player's turn."""
        game, mine = self._match.last_game, self._participant.player
        if before.last_game.phase is Phase.OVER and game.number > before.last_game.number:
            self.notify_line(table_messages.result_of_last(before, self.settings.vocabulary))
        if mine is not None and game.to_act is mine and before.last_game.to_act is not mine:
            self._ring()
        super().after_told(before)

    def _ring(self) -> None:
        if self.settings.bell:
            self.app.bell()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Players speak, and others may read it; players decide who looks on, and may want it again."""
        playing = self._participant.player is not None
        match action:
            case "chat":
                return playing or bool(self._chat.lines)
            case "let_watch" if not playing:
                return False
            case "rematch":
                return (
                    playing
                    and self._participant.at.over
                    and self._participant.player not in self._participant.at.attendance.rematch
                )
            case _:
                return super().check_action(action, parameters)

    def why_not(self, key: Key) -> str:
        """Return why a key is not used; of the key that exports, how to have the match elsewhere."""
        said = super().why_not(key)
        if said and key.key == "e" and self.over:
            return table_messages.no_export(
                self._participant.at.code, proven=self._table.dice_evidence is not None
            )
        return said

    async def action_turn_board(self) -> None:
        """Look from the other side, or from one's own again."""
        self._turned = not self._turned
        self._show_board()

    def action_chat(self) -> None:
        """Ask for something to say; who looks on only reads what was said."""
        lines = self._chat.lines
        if self._participant.player is None:
            said = "\n".join(table_messages.said(line.name, line.text) for line in lines)
            self.app.push_screen(PageScreen(table_messages.CHAT, Content(said)))
        else:
            self.app.push_screen(ChatScreen(lines, self._say, self._chat.longest))

    async def _say(self, text: str) -> str:
        """Send the line; return the reason if it is refused."""
        try:
            await self._participant.say(text, monotonic())
        except Refusal as error:
            return why(error)
        return ""

    def show_contribution(self, said: str) -> None:
        """Update everybody's screen."""
        self._participant.at.contributed(self._table, said)

    def action_let_watch(self) -> None:
        """Allow spectators, or not."""
        self._try(lambda: self._participant.let_watch(not self._participant.at.watchable))

    def action_rematch(self) -> None:
        """Ask for another match, or agree to it."""
        self._try(partial(self._lobby.rematch, self._participant))

    async def _close_session(self) -> None:
        await self._participant.end_session()
        self.show_closed()

    def put_away(self) -> str:
        """Get up; in the lobby one is told how to come back."""
        self._participant.leave()
        return ""

    def action_leave(self) -> None:
        """Go back to the lobby; everything is kept."""
        self.leave(self.put_away())
