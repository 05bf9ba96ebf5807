"""The lobby: who is here, which tables are open, which matches are played; what a user by SSH sees first."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.content import Content
from textual.events import ScreenResume

from bgterm.catalog import N_, _
from bgterm.lobby import messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.messages import SSH_PORT
from bgterm.lobby.notifications import Closed, Notice
from bgterm.lobby.open_tables import DICE, OpenTable
from bgterm.lobby.session import LobbySession
from bgterm.lobby.table_code import is_code
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import NAME_LENGTH, User, find_user
from bgterm.lobby.venue import ServerVenue
from bgterm.notation.sanitize import clean_line
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.input import bind
from bgterm.tui.screens.analysing import PracticeWanted
from bgterm.tui.screens.base import Act, Attentive, BaseScreen, asks
from bgterm.tui.screens.dialogs import ConfirmDialog, PageScreen, TextDialog, help_screen
from bgterm.tui.screens.gathered import Changes, GatheredNotifications, Heard
from bgterm.tui.screens.lobby.view import LobbyView, RowKind, row_of
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen
from bgterm.tui.screens.setup.forms import OpenTableScreen, OptionsScreen
from bgterm.tui.widgets.key_bar import KeyBar

_MINUTE = 60.0
_SET_ASIDE = N_("take a match at which nobody sits off your list; it is kept")
BINDINGS: list[BindingType] = [
    bind("enter,space", "choose", "lobby-choose", N_("go"), shown="Enter", rank=1),
    bind("n", "new", "lobby-new", N_("open a table"), rank=2),
    bind("i", "invite", "lobby-invite", N_("challenge"), N_("challenge somebody by name")),
    bind("delete,backspace", "withdraw", "lobby-withdraw", N_("withdraw"), N_("or decline"), "Del"),
    bind("delete,backspace", "set_aside", "lobby-set-aside", N_("off the list"), _SET_ASIDE, "Del"),
    bind("m", "finished", "lobby-finished", N_("finished"), N_("replay your finished matches")),
    bind("p", "practise", "lobby-practise", N_("practise"), N_("practise your own mistakes, or a drill")),
    bind("c", "chat", "lobby-chat", N_("chat"), N_("say something to everyone in the lobby"), rank=16),
    bind("M", "mute", "lobby-mute", N_("mute"), N_("hide the chat of the lobby, or show it"), listed=False),
    bind("N", "rename", "lobby-rename", N_("your name"), N_("change your name"), listed=False),
    bind("D", "delete", "lobby-delete", N_("delete your name"), N_("forget your name and keys"), listed=False),
    bind("K", "add_key", "lobby-key", N_("another key"), N_("play with another key too"), listed=False),
    bind("o", "settings", "lobby-options", N_("options")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    bind("q", "leave", "lobby-quit", N_("quit"), leaves=True),
]


class LobbyScreen(BaseScreen):
    """The screen of the lobby for one session of a user, the first screen on a server."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self, lobby: Lobby, user: User, workspace: Workspace, code: str = "", port: int = SSH_PORT
    ) -> None:
        """Create the first screen of a user, who is asked for a name if they have none.

        `code` is what they typed before the @: the code of a table to go to, or a user's name; `port` is the port
        they connected to, which their friends can use.
        """
        super().__init__()
        self._lobby, self._code = lobby, code
        self._workspace = workspace
        self._gathered = GatheredNotifications(self, self._show_news, lambda: len(lobby.sessions))
        self.lobby_session = LobbySession(user, self._gathered.listen)
        """The session in the lobby, which the user may not have entered yet."""
        self._view = LobbyView(lobby, port)
        """The list and chat of the lobby, which are mounted when they are first shown."""
        self._muted = False

    @property
    def _user(self) -> User:
        """The user with their current name, which another session of theirs may have changed."""
        return self.lobby_session.user

    def gone(self) -> None:
        """Leave the lobby because the session has ended; a second call does nothing."""
        self._workspace.stop_analysis()
        self._lobby.leave(self.lobby_session)

    on_unmount = gone

    # Coming in

    async def on_mount(self) -> None:
        """Enter the lobby; a user without a name is asked for one first.

        The lobby is not drawn before it is known that the user does not go straight to a table.
        """
        self.set_interval(_MINUTE, self.look)  # the lobby shows how long ago something was
        if self._user.name:
            self._enter()
            await self.acts_done.wait()
            await self._draw_lobby()
            self._mark_person()
        else:
            await self._draw_lobby()
            self._ask_name()

    async def _draw_lobby(self) -> None:
        """Mount the lobby's widgets when they are first visible, not on the way to a table."""
        if self._view.is_attached or self.app.screen is not self or not self.is_attached:
            return
        await self.mount(self._view, KeyBar())
        self._view.listing.focus()
        self.look()

    @asks
    async def _ask_name(self) -> None:
        """Ask for a free name, or for the code that adds the key to another user, and enter; leave without one."""
        lobby, user = self._lobby, self._user
        if lobby.greeting:
            await self.app.push_screen_wait(PageScreen(_("Welcome"), Content(lobby.greeting)))
        wish = "" if is_code(self._code) else clean_line(self._code, NAME_LENGTH)
        hint = _(messages.NAME_IS_LENT) if user.is_guest else _(messages.NAME_IS_KEPT, ask=_("press K"))
        accept = partial(lobby.registration.pick, user)
        dialog = TextDialog(_("Your name"), _("Name"), wish, hint=hint, accept=accept)
        if named := await self.app.push_screen_wait(dialog):
            self.lobby_session.user = named
            self._enter()
            self._mark_person()
        else:
            self.leave()

    def _enter(self) -> None:
        """Enter the lobby, and go to the table where the user is awaited or that they asked for."""
        try:
            self._lobby.enter(self.lobby_session)
        except LobbyError as error:
            self.leave(str(error))
            return
        self._lobby.practices.admit(self._user, self._workspace)
        if is_code(self._code):
            self.act(partial(self._go, self._code))
        self.look()

    def _mark_person(self) -> None:
        """Mark the row of the person that the user asked for; it may be the user."""
        named = None if is_code(self._code) else find_user(self._code, self._lobby.sessions.users)
        if named and named != self._user:
            self._view.listing.mark(row_of(self._lobby, self._user, named))

    # Changes in the lobby

    @on(Heard)
    def _hear(self, heard: Heard) -> None:
        """Show a message at once, with the changes that belong to it; batch other changes."""
        match heard.notification:
            case Closed(said):
                self.app.exit(said())
            case Notice() as notice:
                self.look()
                self.begin_act(partial(self._pass_on, notice))  # at the table, if one sits down there just now
            case _:
                self._gathered.gather()

    def _show_news(self, _changes: Changes) -> None:
        """Show the new chat lines where the chat is open, or the lobby if that is visible."""
        match self.app.screen:
            case ChatScreen() as chat if self.app.screen_stack[-2:-1] == [self]:
                chat.hear(self._lobby.chat.lines)
            case _:
                self.look()

    async def _pass_on(self, notice: Notice) -> None:
        """Show a message on the user's match screen, or else in the lobby and above what covers it."""
        tables = [screen for screen in self.app.screen_stack if isinstance(screen, OnlineMatchScreen)]
        for table in tables:
            table.post_message(Heard(notice))  # it may not show anything yet
        if tables:
            return
        text, top = notice.said(), self.app.screen
        self.say(text)
        if top is not self and isinstance(top, Attentive):
            top.reply(text)
        if self._workspace.settings.bell:
            self.app.bell()

    @on(ScreenResume)
    async def _see_what_is_new(self) -> None:
        """Show the lobby to a user who comes back to it."""
        await self._draw_lobby()
        self.look()

    def look(self) -> None:
        """Draw the lobby in its present state, if it is visible, and go to the table where an opponent waits."""
        if not self.lobby_session.number or not self.is_active:
            return
        if self._view.is_mounted and self._view.show(self._user, muted=self._muted):
            self.shows_anew()  # an Enter on its way was not meant for this row, or for what it is now
        if awaiting := self._lobby.match_awaiting(self._user):
            self.act(partial(self._go_back, awaiting))

    def show_notice(self, text: str) -> None:
        """Show a message below the list, in place of the one before."""
        self._view.say(text)

    def act(self, act: Act) -> None:
        """Queue an act in the lobby, such as joining a table; if it is refused, show the reason."""
        self.begin_act(partial(self._attempt, act))

    async def _attempt(self, act: Act) -> None:
        self.say("")
        with self.refusals_shown():
            await act()

    # Tables

    async def _go(self, code: str) -> None:
        """Sit down at the user's match, join the open table with this code, or watch, and show the match."""
        session = self.lobby_session
        occupancy = await self._lobby.go(session, code)
        if self.is_attached:
            venue = ServerVenue(self._lobby, occupancy)
            self.app.push_screen(OnlineMatchScreen(venue, session, self._workspace, self.say))

    async def _go_back(self, table: SharedTable) -> None:
        """Sit down where the user is awaited, unless another of their sessions does or they are elsewhere."""
        if self.is_active and table.awaits(self._user):
            await self._go(table.code)

    async def _open_quick(self) -> None:
        """Open a table for a quick game and mark it, or join one; a double press opens only one."""
        match await self._lobby.matchmaking.play_anybody(self._user):
            case OpenTable() as own:
                self._mark_own(own)
            case begun:
                await self._go(begun.code)

    async def _set_up(self, invited: str = "") -> None:
        """Show the form of a new table, and open it, for anyone or for the `invited` user."""
        settings, matchmaking = self._workspace.settings, self._lobby.matchmaking
        if settings.offer.dice not in DICE:
            self._workspace.settings = settings.changed(dice=DICE[0])
        form = OpenTableScreen(self._workspace, invited, matchmaking.bot_named(invited) if invited else None)
        if chosen := await self.app.push_screen_wait(form):
            self.act(partial(self._open, invited, chosen))

    async def _open(self, invited: str, settings: Settings) -> None:
        """Open a table, mark it, and keep its settings for the next."""
        self._mark_own(await self._lobby.matchmaking.open_table(self._user, settings.offer, invited=invited))
        if warning := await self._workspace.change(settings):
            self.say(warning)

    def _mark_own(self, table: OpenTable) -> None:
        """Mark the row of a table that the user has opened."""
        self._view.listing.mark((RowKind.OWN, table.code))
        self.look()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies to the marked row and to the user; guests have fewer actions."""
        kind = self._view.marked[0]
        match action:
            case "withdraw":
                return kind in (RowKind.OWN, RowKind.INVITATION)
            case "set_aside":
                return kind is RowKind.DESERTED
            case "choose":
                return kind not in (None, RowKind.OWN, RowKind.CLOSED)
            case _:
                return action not in ("finished", "delete") or not self._user.is_guest

    def action_choose(self) -> None:
        """Join, watch, resume or challenge by the marked row, whichever fits the row's kind."""
        match self._view.marked:
            case (RowKind.PERSON | RowKind.BOT, name):
                self.action_new(name)
            case (RowKind.QUICK, _):
                self.act(self._open_quick)
            case (RowKind.MATCH | RowKind.DESERTED | RowKind.INVITATION | RowKind.OPEN | RowKind.PLAY, code):
                self.act(partial(self._go, code))

    @asks
    async def action_new(self, invited: str = "") -> None:
        """Show the form of a new table, and open the table: for anyone, or for the user or bot named `invited`."""
        await self._set_up(invited)

    @asks
    async def action_invite(self) -> None:
        """Ask for the name of a user or bot, show the form of a new table, and open the table for them."""
        if name := await self.app.push_screen_wait(
            TextDialog(_("Challenge"), _("Name"), accept=self._check_guest)
        ):
            await self._set_up(name)

    async def _check_guest(self, name: str) -> None:
        """Raise LobbyError unless a user or bot here has this name, before the form of the match is shown."""
        if name:
            self._lobby.matchmaking.find_opponent(name)

    def action_withdraw(self) -> None:
        """Withdraw the user's open table, or decline the marked invitation."""
        self._lobby.matchmaking.withdraw(self._user, self._view.marked[1])
        self.look()

    @asks
    async def action_set_aside(self) -> None:
        """Ask whether to take the marked match off the user's list, and do so; the match stays saved."""
        table = self._lobby.matches.at(self._view.marked[1])
        me = table.player_of(self._user) if table else None
        if table is None or me is None:
            return
        question = _(
            "Take the match with {name} off your list? It is kept as it stands, and is on the list again when "
            "{name} sits down there, or one of you challenges the other.",
            name=table.header.names[me.opponent.index],
        )
        if await self.app.push_screen_wait(ConfirmDialog(question)):
            self.act(lambda: self._lobby.matches.find(table.code).set_aside(self._user))

    def action_finished(self) -> None:
        """Open the list of the user's finished matches."""
        from bgterm.tui.screens.library.screen import FinishedMatchesScreen  # loaded on demand

        self.app.push_screen(FinishedMatchesScreen(self._lobby, self._user, self._workspace))

    def action_practise(self) -> None:
        """Open the list of practices: the user's decisions in their matches here, and drills."""
        self.app.post_message(PracticeWanted())

    def action_chat(self) -> None:
        """Open the dialog for a line of chat to everyone in the lobby."""
        chat = self._lobby.chat
        self.app.push_screen(ChatScreen(chat.lines, self._say_to_all, chat.longest))

    async def _say_to_all(self, text: str) -> None:
        """Send a chat line to the lobby. Raises LobbyError when it is refused."""
        self._muted = False
        self._lobby.say(self._user, text)

    def action_mute(self) -> None:
        """Hide the lobby's chat in this session, or show it again."""
        self._muted = not self._muted
        self.look()
        self.say(_(messages.MUTED) if self._muted else "")

    def action_rename(self) -> None:
        """Ask the user for another name, and rename them."""
        hint, accept = _(messages.FORMER_NAME_STAYS), partial(self._lobby.rename, self._user)
        self.app.push_screen(TextDialog(_("Your new name"), _("Name"), self._user.name, hint=hint, accept=accept))

    @asks
    async def action_delete(self) -> None:
        """Ask the user to confirm that the server forgets their name, and delete it, which ends the session."""
        if await self.app.push_screen_wait(ConfirmDialog(_(messages.DELETED))):
            self.act(partial(self._lobby.delete, self._user))

    def action_add_key(self) -> None:
        """Show a code by which the user can log in with another SSH key under the same name."""
        self.act(self._show_key_code)

    async def _show_key_code(self) -> None:
        """Show the code. Raises LobbyError for a guest."""
        how, code, once = self._lobby.registration.explained_key_code(self._user)
        self.app.push_screen(PageScreen(_("Another key"), Content(f"{how}\n\n    {code}\n\n{once}")))

    @asks
    async def action_settings(self) -> None:
        """Open the form of the user's settings, which apply to this terminal when it is submitted."""
        if (warning := await self.app.push_screen_wait(OptionsScreen(self._workspace))) is not None:
            self.say(warning)

    def action_help(self) -> None:
        """Open the page of help: the keys, how to move, and the glossary."""
        from bgterm.text import help as text_help  # loaded on demand

        rules = [*map(_, messages.HOW_IT_WORKS), *text_help.how_to_move()]
        self.app.push_screen(help_screen(self.active_bindings, rules, heading=_("How the lobby works")))

    def put_away(self) -> str:
        """Return the sentence that the shell shows when the user leaves."""
        return self._lobby.farewell(self._user)
