"""The lobby: who is here, which tables are open, which matches are played; what a user by SSH sees first."""

from dataclasses import dataclass, replace
from functools import partial
from random import random
from time import monotonic
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key, ScreenResume
from textual.message import Message

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby import messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.messages import SSH_PORT
from bgterm.lobby.notifications import Closed, Notice, Notification, Refreshed
from bgterm.lobby.open_tables import DICE, OpenTable
from bgterm.lobby.participant import Participant
from bgterm.lobby.session import LobbySession
from bgterm.lobby.shared_table import SharedTable
from bgterm.lobby.table_code import is_code
from bgterm.lobby.users import NAME_LENGTH, User
from bgterm.notation.sanitize import clean_line
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.tui.acts import Act, Acts
from bgterm.tui.bindings import DoublePress
from bgterm.tui.online_match import OnlineMatch
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.lobby.name_dialogs import NameScreen, RenameScreen
from bgterm.tui.screens.lobby.rows import Kind, key_of, row_of
from bgterm.tui.screens.lobby.tables import LobbyTables
from bgterm.tui.screens.lobby.view import LobbyView
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.screens.setup.forms import OpenTableScreen, OptionsScreen
from bgterm.tui.widgets.match_panels import KeyBar

_SEEN = 10.0
"""Seconds for which a message lies over a form."""
_SOONEST = 0.25
"""Seconds of which all changes in the lobby are drawn together ..."""
_PICTURES_A_SECOND = 50.0
"""... and more where so many sessions are there that all of them would draw more pictures than this."""
_GO = {
    Kind.MATCH: LobbyTables.sit,
    Kind.DESERTED: LobbyTables.sit,
    Kind.INVITATION: LobbyTables.join,
    Kind.OPEN: LobbyTables.join,
    Kind.PLAY: LobbyTables.watch,
}
"""The action of Enter on the row of a table."""


class LobbyScreen(BaseScreen):
    """The lobby, as one session sees it."""

    DEFAULT_CSS = "LobbyScreen { background: $background; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose", N_("go"), key_display="Enter", id="lobby-choose"),
        Binding("n", "new", N_("open a table"), id="lobby-new"),
        Binding("i", "invite", N_("challenge"), id="lobby-invite", tooltip=N_("challenge somebody by name")),
        Binding(
            "delete,backspace",
            "withdraw",
            N_("withdraw"),
            key_display="Del",
            id="lobby-withdraw",
            tooltip=N_("or decline"),
        ),
        Binding(
            "delete,backspace",
            "set_aside",
            N_("off the list"),
            key_display="Del",
            id="lobby-set-aside",
            tooltip=N_("take a match at which nobody sits off your list; it is kept"),
        ),
        Binding("m", "finished", N_("finished"), id="lobby-finished", tooltip=N_("replay your finished matches")),
        Binding("c", "chat", N_("chat"), id="lobby-chat", tooltip=N_("say something to everyone in the lobby")),
        Binding(
            "M",
            "mute",
            N_("mute"),
            show=False,
            id="lobby-mute",
            tooltip=N_("hide the chat of the lobby, or show it"),
        ),
        Binding("N", "rename", N_("your name"), show=False, id="lobby-rename", tooltip=N_("change your name")),
        Binding(
            "K", "add_key", N_("another key"), show=False, id="lobby-key", tooltip=N_("play with another key too")
        ),
        Binding("o", "settings", N_("options"), id="lobby-options"),
        Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
        Binding("q", "quit", N_("quit"), id="lobby-quit"),
    ]

    @dataclass
    class Heard(Message):
        """Something happened in the lobby; it may have been made to happen by another session."""

        notification: Notification

    def __init__(
        self, lobby: Lobby, user: User, workspace: Workspace, code: str = "", port: int = SSH_PORT
    ) -> None:
        """Create the first screen of a user, who is asked for a name if theirs is empty.

        `code` is what they typed before the @: the code of a table to go straight to, or somebody's name; `port`
        is the port they connected to, which their friends can use.
        """
        super().__init__()
        self._lobby, self._newcomer, self._workspace, self._code = lobby, user, workspace, code
        self._port = port
        self._lobby_session: LobbySession | None = None
        self._phase = random()  # noqa: S311
        """When this session draws changes, so that not all sessions do at once."""
        self._acts = Acts(self)
        self._to_look = False
        """Whether there is a change that has not been drawn."""
        self._said = ""
        self._tables: LobbyTables | None = None
        """The actions of this session on tables; None before it has entered."""
        self._view: LobbyView | None = None
        """The picture of the lobby; None while it has not been seen."""
        self._muted = False
        self._double_press = DoublePress()

    @property
    def _user(self) -> User:
        """The user under their current name, which another session of theirs may have changed."""
        return self._lobby_session.user if self._lobby_session else self._newcomer

    @property
    def lobby_session(self) -> LobbySession | None:
        """The session in the lobby; None before it has entered."""
        return self._lobby_session

    def gone(self) -> None:
        """Leave the lobby after any end of the session; leaving again does nothing."""
        if self._lobby_session:
            self._lobby.leave(self._lobby_session)

    # Coming in

    async def on_mount(self) -> None:
        """Come in, or be asked for a name first; nothing is shown before one is where one is to go."""
        if self._user.name:
            self._enter()
            await self._acts.done()
            await self._draw_lobby()
            self._mark_person()
        else:
            await self._draw_lobby()
            self._ask_name()

    async def _draw_lobby(self) -> None:
        """Mount the picture of the lobby when it is seen first: not on the way to a table."""
        if self._view or self.app.screen is not self:
            return
        view = LobbyView(self._lobby, self._port)
        await self.mount(view, KeyBar())
        self._view = view
        view.take_keys()
        view.say(self._said)
        self._look()

    async def ready(self) -> None:
        """Wait until the screen is mounted and its actions are done."""
        await super().ready()
        await self._acts.done()

    @asks
    async def _ask_name(self) -> None:
        """Ask for a name, and come in with it; leave without one."""
        wish = "" if is_code(self._code) else clean_line(self._code, NAME_LENGTH)
        asking = NameScreen(self._lobby, self._user, wish)
        if await self.app.push_screen_wait(asking) is None:
            self.leave()
        else:
            self._newcomer = asking.user
            self._enter()
            self._mark_person()

    def _enter(self) -> None:
        """Come in, and go where one is awaited or asked to go."""
        try:
            self._lobby_session = self._lobby.enter(self._user, self._listen)
        except LobbyError as error:
            self.leave(str(error))
            return
        self._tables = LobbyTables(self._lobby, self._lobby_session, self._workspace, self._show_table)
        if is_code(self._code):
            self._do(self._tables.way_to(self._code))
        self._look()

    def _mark_person(self) -> None:
        """Mark where somebody is whom the user has named; it may be the user's own name."""
        named = None if is_code(self._code) else self._lobby.called(self._code)
        if self._view and named and named != self._user:
            self._view.mark(row_of(self._lobby, self._user, named))

    def on_unmount(self) -> None:
        """Go."""
        self.gone()

    # What happens in the lobby

    def _listen(self, notification: Notification) -> None:
        """Hear what another session may have made happen: only a message may go from one to another.

        However many changes there are, one message is on its way.
        """
        changed = isinstance(notification, Refreshed)
        if not (changed and self._to_look):
            self._to_look = self._to_look or changed
            self.post_message(self.Heard(notification))

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        """Show a sentence at once with all that belongs to it, and other changes when they are gathered."""
        match heard.notification:
            case Closed(said):
                self.app.exit(said())
            case Notice() as notice:
                self._look()
                self._acts.do(partial(self._pass_on, notice))  # at the table, if one sits down there just now
            case _ if self._is_chatting:
                self._to_look = False
                self._hear_talk()
            case _ if self._sees_lobby:
                self.set_timer(self._until_gathered, self._look)
            case _:
                self._to_look = False

    @on(ScreenResume)
    async def _see_what_is_new(self) -> None:
        """Show the lobby to a user who comes back to it."""
        await self._draw_lobby()
        self._look()

    @on(LobbyView.Aged)
    def _show_new_times(self) -> None:
        self._look()

    @on(LobbyView.Hinted)
    def _show_new_keys(self) -> None:
        self.refresh_bindings()

    @property
    def _until_gathered(self) -> float:
        """Seconds until this session draws what has changed."""
        every = max(_SOONEST, self._lobby.sessions / _PICTURES_A_SECOND)
        return every * (1 - (monotonic() / every + self._phase) % 1)

    @property
    def _is_chatting(self) -> bool:
        """Whether the user is about to say something in the lobby."""
        stack = self.app.screen_stack
        return isinstance(stack[-1], ChatScreen) and len(stack) > 1 and stack[-2] is self

    def _hear_talk(self) -> None:
        if isinstance(self.app.screen, ChatScreen):
            self.app.screen.hear(self._lobby.chat.lines)

    @property
    def _sees_lobby(self) -> bool:
        """Whether the user is in the lobby, and no other screen lies over it."""
        return self._lobby_session is not None and self.app.screen is self

    def _look(self) -> None:
        """Show the lobby as it is now, while it is seen, and go where one is awaited."""
        self._to_look = False
        if not self._sees_lobby:
            return
        if self._view and self._view.show(self._user, muted=self._muted):
            self.shows_anew()  # an Enter on its way was not meant for this row, or for what it is now
        if awaiting := self._lobby.awaiting(self._user):
            self._do(partial(self._go_back, awaiting))

    async def _go_back(self, table: SharedTable) -> None:
        """Sit down where the user is awaited, unless they are elsewhere by now."""
        if self._tables and self.app.screen is self:
            await self._tables.go_back(table)

    @property
    def _marked(self) -> tuple[Kind | None, str]:
        """The action of the marked row and its subject; None without a row."""
        return self._view.marked if self._view else (None, "")

    def _say(self, text: str) -> None:
        self._said = text
        if self._view:
            self._view.say(text)

    async def _pass_on(self, notice: Notice) -> None:
        """Show a message at the user's table, or else here."""
        tables = [screen for screen in self.app.screen_stack if isinstance(screen, OnlineMatchScreen)]
        for table in tables:
            table.post_message(OnlineMatchScreen.Heard(notice))  # it may not show anything yet
        if not tables:
            text = notice.said()
            self._say(text)
            if self.app.screen is not self:  # a form or a page lies over the lobby
                self.app.notify(text, timeout=_SEEN)
            if self._workspace.settings.bell:
                self.app.bell()

    def _do(self, act: Act) -> None:
        """Do something; what is refused is said."""
        self._acts.do(partial(self._attempt, act))

    async def _attempt(self, act: Act) -> None:
        self._say("")
        try:
            await act()
        except BackgammonError as error:
            self._say(str(error))

    def _show_table(self, lobby_session: LobbySession, participant: Participant) -> None:
        if self.is_attached:
            table = OnlineMatchScreen(
                OnlineMatch(self._lobby, lobby_session, participant, self._workspace, self._say)
            )
            table.double_press = self._double_press
            self.app.push_screen(table)

    # Keys

    def why_not(self, key: Key) -> str:
        """Return why a key is not used: a second press of the one that left a table begins nothing here."""
        self._double_press.notice(key)
        if (early := super().why_not(key)) or key.key not in ("enter", "space"):
            return early
        return self._double_press.message if self._double_press.is_by(key, LobbyScreen) else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The actions on the marked row."""
        kind = self._marked[0]
        if action == "withdraw":
            return kind in (Kind.OWN, Kind.INVITATION)
        if action == "set_aside":
            return kind is Kind.DESERTED
        if action == "choose":
            return kind not in (None, Kind.OWN)
        if action == "finished":
            return not self._user.is_guest
        return super().check_action(action, parameters)

    def action_choose(self) -> None:
        """Do what the marked row is for."""
        kind, about = self._marked
        if kind is Kind.PERSON:
            self._set_up(about)
        elif self._tables and kind in _GO:
            self._do(partial(_GO[kind], self._tables, about))
        elif self._tables and kind is Kind.QUICK:
            self._do(self._wait_for_anybody)

    def action_new(self) -> None:
        """Set up a table for anyone."""
        self._set_up()

    @asks
    async def action_invite(self) -> None:
        """Ask whom to challenge, and set up a table for them."""
        if name := await self.app.push_screen_wait(TextDialog(_("Challenge"), _("Name"))):
            await self._open_table(name)

    @asks
    async def _set_up(self, invited: str = "") -> None:
        await self._open_table(invited)

    async def _open_table(self, invited: str) -> None:
        """Ask what is to be played, and open a table."""
        settings = self._workspace.settings
        if settings.dice not in DICE:
            self._workspace.settings = replace(settings, dice=DICE[0])
        if chosen := await self.app.push_screen_wait(OpenTableScreen(self._workspace, invited)):
            self._do(partial(self._opened, invited, chosen))

    async def _wait_for_anybody(self) -> None:
        """Open a table for a quick game, unless a double press has opened one, and mark it."""
        if self._tables and (table := await self._tables.open_quick()):
            self._mark_own(table)

    async def _opened(self, invited: str, settings: Settings) -> None:
        """Open the table, and mark it."""
        if self._tables:
            table, said = await self._tables.open(invited, settings)
            self._mark_own(table)
            self._say(said)

    def _mark_own(self, table: OpenTable) -> None:
        if self._view:
            self._view.mark(key_of(Kind.OWN, table.code))
        self._look()

    def action_withdraw(self) -> None:
        """Withdraw the own table, or decline the invitation."""
        about = self._marked[1]
        self._lobby.withdraw(self._user, about)
        self._look()

    @asks
    async def action_set_aside(self) -> None:
        """Ask whether the match is to go off the list, and take it off."""
        code = self._marked[1]
        if self._tables and (opponent := self._tables.opponent_at(code)):
            question = _(
                "Take the match with {name} off your list? It is kept as it stands, and is on the list again when "
                "{name} sits down there, or one of you challenges the other.",
                name=opponent,
            )
            if await self.app.push_screen_wait(ConfirmDialog(question)):
                self._do(partial(self._set_aside, code))

    async def _set_aside(self, code: str) -> None:
        if self._tables:
            await self._tables.set_aside(code)
            self._look()

    def action_finished(self) -> None:
        """Show the user's finished matches."""
        from bgterm.tui.screens.library.finished_matches import FinishedMatchesScreen  # loaded on demand

        self.app.push_screen(FinishedMatchesScreen(self._lobby, self._user, self._workspace))

    def action_chat(self) -> None:
        """Ask for something to say to everyone in the lobby."""
        chat = self._lobby.chat
        self.app.push_screen(ChatScreen(chat.lines, self._say_to_all, chat.longest))

    async def _say_to_all(self, text: str) -> str:
        """Send the line; return the reason if it is refused."""
        self._muted = False
        try:
            self._lobby.say(self._user, text)
        except BackgammonError as error:
            return str(error)
        return ""

    def action_mute(self) -> None:
        """Hide what is said in the lobby, or show it again."""
        self._muted = not self._muted
        self._look()
        self._say(_(messages.MUTED) if self._muted else "")

    def action_rename(self) -> None:
        """Ask the player for another name."""
        self.app.push_screen(RenameScreen(self._lobby, self._user))

    def action_add_key(self) -> None:
        """Show a code with which the player can come with another key."""
        self._do(self._show_key_code)

    async def _show_key_code(self) -> None:
        registration = self._lobby.registration
        said = ngettext(
            "To play from another computer, or with another key, connect with it and\n"
            "type this code where you are asked for a name:\n\n    {code}\n\n"
            "It works once, within {count} minute. Anyone who has it can play as you.",
            "To play from another computer, or with another key, connect with it and\n"
            "type this code where you are asked for a name:\n\n    {code}\n\n"
            "It works once, within {count} minutes. Anyone who has it can play as you.",
            registration.key_code_minutes,
            code=registration.key_code(self._user),
        )
        self.app.push_screen(PageScreen(_("Another key"), Content(said)))

    @asks
    async def action_settings(self) -> None:
        """Change how this terminal shows the board."""
        if (warning := await self.app.push_screen_wait(OptionsScreen(self._workspace))) is not None:
            self._say(warning)

    def action_help(self) -> None:
        """Show the keys, how to move, and the glossary."""
        from bgterm.text import help as text_help  # loaded on demand

        rules = [*map(_, messages.HOW_IT_WORKS), *text_help.how_to_move()]
        self.app.push_screen(
            help_screen(
                self.active_bindings, rules, text_help.glossary().items(), heading=_("How the lobby works")
            )
        )

    def action_quit(self) -> None:
        """Go home."""
        self.leave(self.put_away())

    def put_away(self) -> str:
        """Return what to say to a player who goes."""
        kept = not self._user.is_guest and bool(self._lobby.matches_of(self._user))
        return messages.goodbye(matches=kept)
