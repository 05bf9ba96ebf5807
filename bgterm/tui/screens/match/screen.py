"""The screen of a match: the board, the players, the question that is asked now, and pages to read.

What it shows and may do is a matter of its session; no rule is worked out here.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.geometry import Size
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.editing.turn_draft import MOST_LISTED, Draft
from bgterm.formats.engine_notes import engine_seat
from bgterm.notation.plays import WrittenPlay
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.terminal.mouse import Clicked
from bgterm.text import drafting
from bgterm.text.joining import sentence
from bgterm.tui.bindings import DECISION, DoublePress, ShownSince
from bgterm.tui.board.cursor import Way
from bgterm.tui.board.hit_test import Spot
from bgterm.tui.local_match import LocalMatch
from bgterm.tui.match_session import Change, MatchSession
from bgterm.tui.prompts.base import Acted, Answer, Changed, Chosen, Thrown
from bgterm.tui.prompts.choice import Left, Offered, Option
from bgterm.tui.prompts.dice import Cocked, Fell
from bgterm.tui.prompts.move import Confirmed, Edited, Listed, MovePrompt, Walked
from bgterm.tui.prompts.simple import RollPrompt, WentOn
from bgterm.tui.screens.base import Act
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.match.actions import ACTIONS
from bgterm.tui.screens.match.display import MatchDisplay
from bgterm.tui.screens.match.host import TableScreenMaker
from bgterm.tui.screens.match.keys import ASKING, BINDINGS, BY_LETTER, POSSIBLE, possible_actions
from bgterm.tui.unused_keys import why_unused
from bgterm.tui.widgets.table_view import TableView

if TYPE_CHECKING:
    from bgterm.tui.screens.match.hints import Hints


class MatchScreen(BoardScreen):
    """A match with the players at this terminal: two, one or none."""

    AUTO_FOCUS = ""  # no prompt has the keys before it asks: a waiting player would see those of the first one
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, session: MatchSession, notice: str = "") -> None:
        """Show the match of a session; `notice` is said at first."""
        super().__init__()
        self.session = session
        self.double_press = DoublePress[object]()
        """Notices keys that are pressed twice; the lobby has the same one."""
        self._first_notice = notice
        self._display = MatchDisplay(session, self.answered, self.below())
        self.area = self._display.area
        self.table_view.board.on_spot = self._board_clicked
        self._hints: Hints | None = None
        self._catching_up = False
        self._possible = frozenset[str]()
        """The actions that can be done as the match stands."""

    def compose(self) -> ComposeResult:
        """Yield the board with the players beside it, the question below, and the keys."""
        yield self._display

    def below(self) -> Sequence[Widget]:
        """Return the widgets between the question and the keys."""
        return ()

    def on_mount(self) -> None:
        """Follow the match."""
        session, display = self.session, self._display
        later = self.call_later  # another session may make something happen: only a message may follow
        session.follow(
            partial(later, self._catch_up),
            partial(later, display.show_question),
            partial(later, self.ask_anew),
        )
        display.greet(self._first_notice)
        self.lay_out(self.app.size)
        if session.clocks:
            self.set_interval(1, self.show_time)
        self.show_match()

    def on_unmount(self) -> None:
        """Follow the match no longer."""
        if self._hints:
            self._hints.stop()
        self.session.stop()
        self.session.drop()

    @property
    def hints(self) -> "Hints":
        """The hints for the present decision."""
        if self._hints is None:
            from bgterm.tui.screens.match.hints import Hints  # only for those who ask an engine

            self._hints = Hints(self)
        return self._hints

    # What happens in the match

    def show_event(self, before: Match, event: Event) -> None:
        """Show that something has happened; the match was as it was `before`."""
        self.reply("")
        self.notify_line("")
        self.show_match()
        if before.last_game.to_act not in {None, *self.session.seats}:
            self.double_press.forget()  # the opponent has acted since
        if said := self.session.result_of_last(before):
            self.notify_line(said)
        if self.session.comes_to_act(before):
            self.ring()

    def _catch_up(self) -> None:
        """Show every event that is not shown yet, with the automatic actions that follow."""
        if self._catching_up:
            return
        self._catching_up = True
        try:
            while happened := self.session.advance():
                self.show_event(*happened)
                if self.session.automatic():
                    self.act(self._act_automatically)
        finally:
            self._catching_up = False

    # What players do

    async def _act_automatically(self) -> None:
        """Perform an automatic action, unless the opponent was first: then again once that is shown."""
        if action := self.session.automatic():
            await action()

    def act(self, act: Act, done: str = "") -> None:
        """Do something at the table and show what comes of it; say when it is `done`, or why it is refused."""
        self.begin_act(partial(self._act, act, done))

    async def _act(self, act: Act, done: str) -> None:
        refusal = ""
        try:
            await act()
        except BackgammonError as error:
            refusal = sentence(error.describe(self.session.match.names))
        if not self.is_attached:  # it was left meanwhile
            return
        if refusal:
            self.reply(refusal)
        elif done:
            self.notify_line(done)
        self._catch_up()

    def answered(self, answer: Answer) -> None:  # noqa: C901 - one line for each answer
        """Carry out what a player asks for."""
        table = self.session.table
        match answer:
            case Edited(change, whole):
                self.edit(change, whole=whole)
            case Walked(way):
                self._walk(way)
            case Listed():
                self._offer(_(drafting.WHICH_PLAY), self.session.drafted.legal_plays_matching())
            case Confirmed():
                self._confirm()
            case Acted(event):
                self.act(partial(table.apply, event))
            case Thrown(player):
                self.act(partial(table.roll, player))
            case Fell(player, one, other):
                self.act(partial(table.enter_roll, player, one, other))
            case Cocked(player, said):
                self.act(partial(table.report_cocked_dice, player), said)
            case WentOn():
                self._go_on()
            case Offered(question, options):
                self.area.offer(question, options)
            case Left():
                self.area.close_list()
            case Changed():
                self.area.show_lines()
            case Chosen():
                from bgterm.tui.screens.match.contributions import choose  # only for verifiable dice

                choose(self, answer)

    def _go_on(self) -> None:
        if self.session.over:
            self.action_leave()
            return
        self.session.go_on()
        self.notify_line("")
        self.show_match()

    # The turn that is made

    def edit(self, change: Change, *, whole: bool = False) -> None:
        """Change the draft; ask which reading of a `whole` text is meant when there are several."""
        draft = self.session.edit(change, whole=whole)
        self.area.ask(self.session.view)
        self._show_turn()
        self.session.share_draft()
        if whole and draft.options:
            self._offer(_(drafting.WHICH_WAY), draft.options)
        elif self.session.confirms_by_itself:
            self._confirm()

    def _walk(self, way: Way) -> None:
        """Move the cursor, which changes nothing that is said, unless the last key did something wrong."""
        faulty = self.session.walk(way)
        (self.area.ask if faulty else self.area.renew)(self.session.view)
        self._show_turn()

    def _show_turn(self) -> None:
        """Show the draft: the board first, and then around it what that has changed."""
        scene = self.session.scene()
        self.table_view.board.show(scene)
        self.table_view.show_around(scene)

    def _offer(self, question: str, readings: Iterable[WrittenPlay]) -> None:
        """Offer the readings as a list; the one that is chosen becomes the draft."""
        options = [
            Option(one.text, partial(self.edit, partial(Draft.chosen, moves=one.moves)))
            for one in islice(readings, MOST_LISTED)
        ]
        self.area.offer(question, options)

    def _confirm(self) -> None:
        """End the turn; ask first when nothing is played."""
        session, end = self.session, partial(self.act, partial(self.session.table.apply, self.session.played))
        if session.drafted.leaves_dice:
            self.area.offer(_(drafting.LEAVE_DICE), [Option(_(drafting.LEAVE_THEM), end)])
        elif session.has_tutor and not session.drafted.forced:
            self.hints.check(end)
        else:
            end()

    def show_hint(self) -> None:
        """Show what an engine recommends now."""
        self.hints.show()

    # What is shown

    @property
    def table_view(self) -> TableView:
        """The board with the players beside it."""
        return self._display.table_view

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""
        self._display.say(text)

    def ring(self) -> None:
        """Ring the bell of the terminal, if the player wants it."""
        if self.session.settings.bell:
            self.app.bell()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out: a low window has no line for notices, and fewer for the question."""
        super().lay_out(size)
        self._display.show_result()
        self._display.show_notice()
        self._display.show_question()

    def show_match(self) -> None:
        """Show the match as it is now, and ask what it asks."""
        self.look_up_actions()
        self.area.ask(self.session.view)
        self.shows_anew()
        self._display.show_board()
        self._display.show_result()

    def ask_anew(self, notice: str = "") -> None:
        """Ask what the session asks now, beside this notice or what the session says about it."""
        self.notify_line(notice)
        self.show_match()

    def show_time(self) -> None:
        """Show what time is left now, if it reads otherwise than before."""
        if self._display.show_time() and self.session.flag_notice():
            self.notify_line("")
            self.look_up_actions()

    @property
    def table_screen(self) -> TableScreenMaker:
        """The function that makes the screen of a new match at this keyboard."""
        return at_one_keyboard

    def go_to(self, session: MatchSession) -> None:
        """Show another match in place of this one."""
        self.give_way(MatchScreen(session))

    # Keys

    def look_up_actions(self) -> None:
        """Look up which actions can be done as the match stands."""
        self._possible = possible_actions(self.session)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now: letters do nothing else while a play is typed."""
        name = str(parameters[0]) if action == "do" else action
        if name in BY_LETTER and self.area.current.typing:
            return False
        if name in ASKING and self.area.choosing:
            return False
        if name == "claim_flag":  # at any moment
            return self.session.claims_flag
        if name in POSSIBLE:
            return name in self._possible
        return super().check_action(action, parameters)

    def why_not(self, key: Key) -> str:
        """Return why a key is not used: it came too early for its decision, or does nothing now."""
        if self.session.behind:
            self._catch_up()
        self.double_press.notice(key)
        prompt, session = self.focused, self.session
        if isinstance(prompt, MovePrompt) and prompt.takes(key):
            return ""
        active = self.active_bindings.get(key.key)
        if active and active.binding.group != DECISION:
            return ""
        decided = active.node if active else prompt
        if isinstance(decided, ShownSince) and key.time < decided.shown_since:
            return self.too_early(key)
        if not active:
            return why_unused(key, session, prompt)
        return self.double_press.message if self.double_press.is_by(key, self.session.decision) else ""

    @property
    def undo_key(self) -> str:  # type: ignore[override]  # constant elsewhere
        """The key that the right button of the mouse stands for."""
        return "backspace" if isinstance(self.focused, MovePrompt) else "escape"

    def click(self, click: Clicked, *, again: bool) -> str:
        """Handle a click on the board as it is now."""
        if self.session.behind:
            self._catch_up()
        return super().click(click, again=again)

    def _board_clicked(self, spot: int | Spot | None, again: bool) -> str:
        """Move a checker by a click, or return the key that it stands for."""
        prompt = self.focused
        if spot is Spot.CUBE:
            return "d"
        if not isinstance(prompt, MovePrompt):
            return "space" if spot is Spot.DICE and isinstance(prompt, RollPrompt) else ""
        if spot is Spot.DICE and prompt.draft.complete:
            return "enter"
        if not again:
            self.edit(partial(Draft.clicked, point=spot if isinstance(spot, int) else None), whole=True)
        return ""

    def receive_paste(self, text: str) -> None:
        """Type a pasted play where one is to be made."""
        if self.session.behind:
            self._catch_up()
        prompt = self.focused
        if isinstance(prompt, MovePrompt):
            prompt.paste(text)
        else:
            super().receive_paste(text)

    @property
    def how_to_quit(self) -> str:
        """The answer to Ctrl+C."""
        return _("Press q to leave or Ctrl+Q to quit; the match is saved.")

    # What players can do at any time

    def action_do(self, name: str) -> None:
        """Perform the action of a key of the match, or open a page about the match."""
        ACTIONS[name](self)

    def settings_changed(self) -> None:
        """Show the board with the current settings."""
        self._display.show_board()

    def action_toggle_result(self) -> None:
        """Hide the result, to see the final board, or show it again."""
        self._display.toggle_result()

    def put_away(self) -> str:
        """Leave the match, and return how it can be resumed."""
        return self.session.close()

    def action_leave(self) -> None:
        """Leave the match; everything is kept."""
        self.leave(self.put_away())


def at_one_keyboard(table: Table, workspace: Workspace, notice: str = "") -> MatchScreen:
    """Return the screen of a match of two players at this keyboard, or of one and an engine; its clocks start."""
    if seat := engine_seat(table.notes):
        from bgterm.lobby.messages import level_of_bot  # only for matches against engines
        from bgterm.tui.engine_match import EngineMatch

        level = sentence(level_of_bot(table.match.names[seat.player.index], seat.level))
        return MatchScreen(EngineMatch.begin_with(table, workspace, seat), notice or level)
    return MatchScreen(LocalMatch.begin(table, workspace), notice)
