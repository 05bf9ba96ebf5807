"""The screen of a match: the board, the players, the question that is asked now, and pages to read.

What it shows and may do is a matter of its session; no rule is worked out here.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from bgterm.analysis.match_summary import summary_of
from bgterm.catalog import _
from bgterm.notation.plays import Reading
from bgterm.plain.messages import sentence
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Match, Phase
from bgterm.text import drafting
from bgterm.tui.acts import Act, Acts
from bgterm.tui.bindings import DECISION, DoublePress, ShownSince
from bgterm.tui.board.cursor import Way
from bgterm.tui.match_session import Change, LocalMatch, MatchSession
from bgterm.tui.move_entry import MoveEntry
from bgterm.tui.prompts.area import PromptArea
from bgterm.tui.prompts.base import Acted, Answer, Chosen, Thrown
from bgterm.tui.prompts.choice import Option
from bgterm.tui.prompts.dice import Cocked, Fell
from bgterm.tui.prompts.move import Confirmed, Edited, Listed, MovePrompt, Walked
from bgterm.tui.prompts.simple import WentOn
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.match.actions import ACTIONS, TableScreenMaker
from bgterm.tui.screens.match.keys import ASKING, BINDINGS, BY_LETTER, POSSIBLE
from bgterm.tui.unused_keys import why_unused
from bgterm.tui.widgets.match_panels import KeyBar
from bgterm.tui.widgets.table_view import Marked, TableView
from bgterm.tui.widgets.text_line import Line


class MatchScreen(BoardScreen):
    """A match with the players at this terminal: two, one or none."""

    AUTO_FOCUS = ""  # no prompt has the keys before it asks: a waiting player would see those of the first one
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    class Told(Message):
        """Something happened in the match."""

    class Exchanged(Message):
        """A player has contributed to verifiable dice."""

    def __init__(self, session: MatchSession, notice: str = "") -> None:
        """Show the match of a session; `notice` is said at first."""
        super().__init__()
        self.session = session
        self.double_press = DoublePress()
        """Notices keys that are pressed twice; the lobby has the same one."""
        self._acts = Acts(self)
        self._said = notice
        """The last notice beside the question; it disappears with its moment."""
        self.greeting = ""
        """The name of the rules: shown at first, unless there is anything else to show."""
        self._times = ("", "")
        self._catching_up = False
        self._result_hidden = False

    def compose(self) -> ComposeResult:
        """Yield the board with the players beside it, the question below, and the keys."""
        with Vertical(id="page"):
            yield TableView(ascii_only=self.session.workspace.ascii_only)
            yield Line(id="notice")
            yield PromptArea(self.session.table, self.answered)
            yield from self.below()
            yield KeyBar()

    def below(self) -> Iterator[Widget]:
        """Yield what stands below the question."""
        yield from ()

    def on_mount(self) -> None:
        """Follow the match."""
        session = self.session
        session.follow(partial(self._tell, self.Told), partial(self._tell, self.Exchanged))
        first = session.first_notice()
        if not first:
            self.greeting = " ".join(session.about_preset())
        self.notify_line(first or self._said or self.greeting)
        self.lay_out(self.app.size)
        if session.clocks:
            self.set_interval(1, self.show_time)
        self.show_match()

    def on_unmount(self) -> None:
        """Follow the match no longer."""
        self.session.stop()
        self.session.drop()

    # What happens in the match

    def _tell(self, message: type[Message]) -> None:
        """Hear that something happened. Another session may have made it happen: only a message may follow."""
        self.post_message(message())

    def on_match_screen_exchanged(self) -> None:
        """Ask what is to be contributed now."""
        self.area.show_view(self.session.view)

    def on_match_screen_told(self) -> None:
        """Show what happened."""
        self.catch_up()

    def catch_up(self) -> None:
        """Show every event, one after the other, with the automatic actions that follow."""
        if self._catching_up:
            return
        self._catching_up = True
        try:
            while happened := self.session.advance():
                self._show_event(*happened)
        finally:
            self._catching_up = False

    def _show_event(self, before: Match, event: Event) -> None:
        self.reply("")
        self.notify_line("")
        self.show_match()
        if isinstance(event, OpeningThrown | Rolled) and self.session.tumbles:
            self._view.tumble(self.session.scene())
        if before.last_game.to_act not in {None, *self.session.seats}:
            self.double_press.forget()  # the opponent has acted since
        self.after_event(before)
        if self.session.automatic():
            self.act(self._act_automatically)

    def after_event(self, before: Match) -> None:
        """Do what else follows once something that happened is shown; the match was as it was `before`."""

    async def _act_automatically(self) -> None:
        """Do what the settings say, unless the opponent was first: then it is asked again once that is shown."""
        if action := self.session.automatic():
            await action()

    async def ready(self) -> None:
        """Wait until the screen is there and what was done at it is shown."""
        await super().ready()
        await self._acts.done()

    def act(self, act: Act, done: str = "") -> None:
        """Do something at the table and show what comes of it; say when it is `done`, or why it is refused."""
        self._acts.do(partial(self._act, act, done))

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
        self.catch_up()

    def answered(self, answer: Answer) -> None:  # noqa: C901 - one line for each answer
        """Do what a player wants."""
        table = self.session.table
        match answer:
            case Edited(change):
                self._edit(change)
            case Walked(way):
                self._walk(way)
            case Listed():
                self._offer(_(drafting.WHICH_PLAY), self.session.entered.plays)
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

    # The turn that is entered

    def _edit(self, change: Change) -> None:
        """Change the turn; ask when it can be read in several ways."""
        entry = self.session.edit(change)
        self.area.ask(self.session.view)
        self.show_board()
        if entry.asks:
            self._offer(_(drafting.WHICH_WAY), entry.draft.options)
        elif self.session.confirms_by_itself:
            self._confirm()

    def _walk(self, way: Way) -> None:
        """Move the cursor, which changes nothing that is said, unless the last key did something wrong."""
        if self.session.walk(way):
            self.area.ask(self.session.view)
            self.show_board()
        else:
            self.area.renew(self.session.view)
            self._view.show_scene(self.session.scene())

    def _offer(self, question: str, readings: Iterable[Reading]) -> None:
        """Offer the readings as a list; the one that is chosen becomes the draft."""
        choices = [(one.text, partial(MoveEntry.chosen, moves=one.moves)) for one in readings]
        self.area.offer(question, [Option(text, partial(self._edit, change)) for text, change in choices])

    def _confirm(self) -> None:
        """End the turn; ask first when nothing is played."""
        end = partial(self.act, partial(self.session.table.apply, self.session.played))
        if self.session.entered.draft.passes:
            self.area.offer(_(drafting.LEAVE_DICE), [Option(_(drafting.LEAVE_THEM), end)])
        else:
            end()

    # What is said beside the question

    @property
    def area(self) -> PromptArea:
        """The area of the prompts."""
        return self.query_one(PromptArea)

    @property
    def _view(self) -> TableView:
        """The board with the players beside it."""
        return self.query_one(TableView)

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""
        self._said = text
        self.show_notice()

    @property
    def notice(self) -> str:
        """The text beside the question: the last notice, or a standing one."""
        return self._said or self.session.standing_notice()

    def show_notice(self) -> None:
        """Show what stands beside the question now; in a small window in the last line of the question."""
        self.query_one("#notice", Line).show(self.notice)
        self.area.add(self.aside() if self.has_class("-low") else "")

    def aside(self) -> str:
        """Return what there may be no line for."""
        return self.notice

    def lay_out(self, size: Size) -> None:
        """Lay the screen out: a low window has no line for notices, and fewer for the question."""
        super().lay_out(size)
        self._show_result()
        self.show_notice()
        self.area.show_view(self.session.view)

    # What is shown

    def show_match(self) -> None:
        """Show the match as it is now, and ask what it asks."""
        self.area.ask(self.session.view)
        self.shows_anew()
        self.show_board()
        self._show_result()

    def show_board(self) -> None:
        """Show the board with all that stands around it."""
        self._times = self.session.times_left()
        self._view.show(self.session.match, self.session.scene(), self._moves, self._times)
        self.session.share_entry()

    def _moves(self, mark: Marked) -> Sequence[Content]:
        """Return the short lines of the game at hand, each with the mark of the player it is about."""
        return [Content.assemble(mark(player), " ", text) for player, text in self.session.log.brief]

    def show_time(self) -> None:
        """Show what time is left now, if it reads otherwise than before."""
        if self.session.times_left() != self._times:
            self.show_board()
            if self.session.flag_notice():
                self.notify_line("")
                self.refresh_bindings()

    def _show_result(self) -> None:
        """Show the result over the board once the match is over, unless it is hidden."""
        table, shown = self.session.table, self.session.over and not self._result_hidden
        self._view.show_result(summary_of(table.match, table.history, table.header.stake) if shown else None)

    def show_contribution(self, said: str) -> None:
        """Show what was done about a contribution to the dice, and ask what is to be done now."""
        self.notify_line(said)
        self.show_match()

    @property
    def table_screen(self) -> TableScreenMaker:
        """The function that makes the screen of a new match at this keyboard."""
        return at_one_keyboard

    def go_to(self, session: MatchSession) -> None:
        """Show another match in place of this one."""
        self.give_way(MatchScreen(session))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now: letters do nothing else while a play is typed."""
        name = str(parameters[0]) if action == "do" else action
        if name in BY_LETTER and self.area.current.typing:
            return False
        if name in ASKING and self.area.choosing:
            return False
        possible = POSSIBLE.get(name)
        return possible(self.session) if possible else super().check_action(action, parameters)

    def why_not(self, key: Key) -> str:
        """Return why a key is not used: it came too early for its decision, or does nothing now."""
        self.catch_up()
        self.double_press.notice(key)
        prompt, session = self.focused, self.session
        if isinstance(prompt, MovePrompt) and prompt.continues_text(key):
            return ""
        active = self.active_bindings.get(key.key)
        if active and active.binding.group != DECISION:
            return ""
        decided = active.node if active else prompt
        if isinstance(decided, ShownSince) and key.time < decided.shown_since:
            return self.too_early(key)
        if not active:
            missing = session.no_export() if key.key == "e" and session.over else ""
            return missing or why_unused(key, session.table, session.seats, session.clocks, prompt)
        return self.double_press.message if self.double_press.is_by(key, self._decision) else ""

    @property
    def _decision(self) -> object:
        """The key that distinguishes decisions of different games, turns and players."""
        game = self.session.match.last_game
        return game.number, game.turns, game.to_act, game.phase is Phase.OVER

    def receive_paste(self, text: str) -> None:
        """Type a pasted play where one is to be made."""
        self.catch_up()
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
        """Do what a key of the match is for, or open a page about the match."""
        ACTIONS[name](self)

    def end_session(self) -> None:
        """End the money session, and show that."""
        self.act(self._end_session)

    async def _end_session(self) -> None:
        await self.session.end_session()
        if self.is_attached:  # it may have been left meanwhile
            self.show_match()
            self.refresh_bindings()

    async def action_turn_board(self) -> None:
        """Turn the board, or let it turn to the player who is to act."""
        self._changed(await self.session.turn_board())

    @asks
    async def action_settings(self) -> None:
        """Change what this terminal shows and does by itself."""
        from bgterm.tui.screens.setup.forms import OptionsScreen  # later: the first board needs no forms

        warning = await self.app.push_screen_wait(OptionsScreen(self.session.workspace))
        if warning is not None:
            self._changed(warning)

    def _changed(self, said: str) -> None:
        """Show the board with the current settings, and any error about them."""
        if said:
            self.notify_line(said)
        self.show_board()

    def action_toggle_result(self) -> None:
        """Hide the result, to see the final board, or show it again."""
        self._result_hidden = not self._result_hidden
        self._show_result()

    def put_away(self) -> str:
        """Leave the match, and return how it can be resumed."""
        return self.session.close()

    def action_leave(self) -> None:
        """Leave the match; everything is kept."""
        self.leave(self.put_away())


def at_one_keyboard(table: Table, workspace: Workspace, notice: str = "") -> MatchScreen:
    """Return the screen of a match of two players at this keyboard, and start their clocks."""
    return MatchScreen(LocalMatch.begin(table, workspace), notice)
