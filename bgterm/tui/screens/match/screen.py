"""The screen of a match: the board, the players, the question that is asked now, and pages to read.

What it shows and may do is a matter of its session; no rule is worked out here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from bgterm.analysis.match_summary import summary_of
from bgterm.catalog import _
from bgterm.lobby.refusals import Refusal, why
from bgterm.notation.dice import read_roll
from bgterm.plain.messages import sentence
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event, OpeningThrown, ResignationOffered, Rolled
from bgterm.rules.match import Match, Phase
from bgterm.text import errors, events
from bgterm.tui.acts import Act, Acts
from bgterm.tui.bindings import DECISION, DoublePress, ShownSince
from bgterm.tui.board.dice_animation import FRAME, tumbling
from bgterm.tui.board.scene import Scene
from bgterm.tui.match_session import LocalMatch, MatchSession
from bgterm.tui.prompts.area import CursorMoved, Drafted, MatchPromptArea
from bgterm.tui.prompts.base import Acted, Answer, Thrown
from bgterm.tui.prompts.choice import Option
from bgterm.tui.prompts.dice import Cocked, Fell
from bgterm.tui.prompts.move import MovePrompt
from bgterm.tui.prompts.simple import WentOn
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.match import pages
from bgterm.tui.screens.match.keys import ASKING, BINDINGS, BY_LETTER, POSSIBLE
from bgterm.tui.unused_keys import why_unused
from bgterm.tui.widgets.match_panels import KeyBar
from bgterm.tui.widgets.table_view import Marked, TableView
from bgterm.tui.widgets.text_line import Line

if TYPE_CHECKING:
    from bgterm.tui.screens.pages.proof import ProofScreen


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
        self._tumbling: Timer | None = None
        self._catching_up = False
        self._result_hidden = False
        self._proof: ProofScreen | None = None

    def compose(self) -> ComposeResult:
        """Yield the board with the players beside it, the question below, and the keys."""
        with Vertical(id="page"):
            yield TableView(ascii_only=self.session.workspace.ascii_only)
            yield Line(id="notice")
            yield MatchPromptArea(self.session, self.answered)
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
        self.area.show_again()

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
            self._tumble()
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
        except Refusal as error:
            refusal = sentence(why(error, self.session.match))
        if not self.is_attached:  # it was left meanwhile
            return
        if refusal:
            self.reply(refusal)
        elif done:
            self.notify_line(done)
        self.catch_up()

    def answered(self, answer: Answer) -> None:
        """Do what a player says."""
        table = self.session.table
        match answer:
            case Drafted():
                self.show_board()
            case CursorMoved():
                self._show_cursor()
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
            case _:
                from bgterm.tui.screens.match.contributions import choose  # only for verifiable dice

                choose(self, answer)

    def _go_on(self) -> None:
        if self.session.over:
            self.action_leave()
            return
        self.session.go_on()
        self.notify_line("")
        self.show_match()

    # What is said beside the question

    @property
    def area(self) -> MatchPromptArea:
        """The area of the prompts."""
        return self.query_one(MatchPromptArea)

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
        self.area.show_again()

    # What is shown

    def show_match(self) -> None:
        """Show the match as it is now, and ask what it asks."""
        self.area.ask()
        self.shows_anew()
        self.show_board()
        self._show_result()

    def show_board(self) -> None:
        """Show the board with all that stands around it."""
        if self._tumbling:
            self._tumbling.stop()
            self._tumbling = None
        self._times = self.session.times_left()
        self._draw(self.session.scene())
        self.session.share_entry()

    def _show_cursor(self) -> None:
        """Show where the cursor is: nothing else has changed, unless dice still tumble."""
        if self._tumbling:
            self.show_board()
        else:
            self.query_one(TableView).show_scene(self.session.scene())

    def _draw(self, scene: Scene) -> None:
        self.query_one(TableView).show(self.session.match, scene, self._moves, self._times)

    def _moves(self, mark: Marked) -> Sequence[Content]:
        """Return the short lines of the game at hand, each with the mark of the player it is about."""
        return [Content.assemble(mark(player), " ", text) for player, text in self.session.log.brief]

    def _tumble(self) -> None:
        """Start the dice animation; it ends when anything else is shown, so that no key waits for it."""
        frames = tumbling(self.session.scene())
        self._tumbling = self.set_interval(FRAME, partial(self._tumble_on, frames))
        self._tumble_on(frames)

    def _tumble_on(self, frames: Iterator[Scene]) -> None:
        frame = next(frames, None)
        if frame:
            self._draw(frame)
        else:
            self.show_board()

    def show_time(self) -> None:
        """Show what time is left now, if it reads otherwise than before."""
        if self.session.times_left() != self._times:
            self.show_board()
            if self.session.flag_notice():
                self.notify_line("")
                self.refresh_bindings()

    def _show_result(self) -> None:
        """Show the result over the board once the match is over, unless it is hidden."""
        table, view = self.session.table, self.query_one(TableView)
        if self.session.over and not self._result_hidden:
            view.show_result(summary_of(table.match, table.history, table.header.stake), self._keys_of_result)
        else:
            view.show_result(None)

    @property
    def _keys_of_result(self) -> str:
        """The keys that go on from the result and do something now; the key bar has the others."""
        active = {one.binding.id: one.binding for one in self.active_bindings.values() if one.enabled}
        found = [active[name] for name in ("replay", "export", "toggle-result") if name in active]
        return "  ".join(f"{self.app.get_key_display(one)} {_(one.description)}" for one in found)

    def show_contribution(self, said: str) -> None:
        """Show what was done about a contribution to the dice, and ask what is to be done now."""
        self.notify_line(said)
        self.show_match()
        if self._proof and self.app.screen is self._proof:
            self._proof.show_again()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now: letters do nothing else while a play is typed."""
        if action in BY_LETTER and self.area.current.typing:
            return False
        if action in ASKING and self.area.choosing:
            return False
        possible = POSSIBLE.get(action)
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

    def action_resign(self) -> None:
        """Ask which loss the player concedes, with the resulting score of each."""
        session, player = self.session, self.session.speaking
        if player is None:
            return
        wins = session.choices(player).resign
        offers = events.resignation_offers(session.match, player, wins, session.settings.vocabulary)
        options = [Option(cost, partial(self._resign, ResignationOffered(player, win))) for win, cost in offers]
        self.area.offer(events.which_resignation(session.match, player, len(offers)), options)

    def _resign(self, offer: ResignationOffered) -> None:
        self.act(partial(self.session.table.apply, offer))

    def _contest(self, action: str) -> None:
        if event := self.session.contested(action):
            self.act(partial(self.session.table.apply, event))

    def action_take_back(self) -> None:
        """Ask for the last play back. [RULES A-18b]"""
        self._contest("take_back")

    def action_challenge(self) -> None:
        """Challenge the last play. [RULES A-73]"""
        self._contest("challenge")

    def action_claim_flag(self) -> None:
        """Win the match because the opponent has no time left."""
        clocks = self.session.clocks
        if clocks and clocks.claimant is not None:
            self.act(partial(clocks.claim, clocks.claimant))

    def action_correct(self) -> None:
        """Ask what the dice show that were typed wrongly."""
        from bgterm.analysis.dice_messages import dice_wanted_again  # only for such dice
        from bgterm.tui.screens.dialogs import TextDialog

        title, hint = _("Typed wrongly"), dice_wanted_again(self.session.match)
        self.app.push_screen(TextDialog(title, _("They show"), hint=hint, longest=20, accept=self._correct))

    async def _correct(self, text: str) -> str:
        """Take what the dice show; return a sentence when they cannot."""
        session, player = self.session, self.session.correcting
        try:
            if player is not None:
                await session.table.correct_roll(player, *read_roll(text))
        except BackgammonError as error:
            return errors.why(error, session.match)
        return ""

    def action_end_session(self) -> None:
        """Ask whether to end the money session, and show the settlement."""
        from bgterm.analysis.ledger import sure_to_end  # only where a session ends
        from bgterm.tui.screens.dialogs import ConfirmDialog

        asked = sure_to_end(self.session.match, self.session.table.header.stake)
        self.app.push_screen(ConfirmDialog(asked), self._end_session_if)

    def _end_session_if(self, sure: bool | None) -> None:
        if sure:
            self.act(self._end_session)

    async def _end_session(self) -> None:
        await self.session.end_session()
        if self.is_attached:  # it may have been left meanwhile
            self.show_match()
            self.refresh_bindings()

    def action_rematch(self) -> None:
        """Begin another match with the same seats and rules, or ask for it."""
        self.act(self._rematch)

    async def _rematch(self) -> None:
        if another := await self.session.rematch():
            self.give_way(MatchScreen(another))

    def action_export(self) -> None:
        """Write the match for other programs."""
        self._open(pages.exported_page)

    def action_replay(self) -> None:
        """Look at the match again."""
        self._open(partial(pages.replay, table_screen=at_one_keyboard))

    def _open(self, screen_of: Callable[[MatchSession], Screen[None]]) -> None:
        """Open a screen about the record of the match, or say why it cannot be read."""
        try:
            screen = screen_of(self.session)
        except BackgammonError as error:
            self.reply(sentence(errors.why(error, self.session.match)))
        else:
            self.app.push_screen(screen)

    def action_proof(self) -> None:
        """Show what the dice can be verified by."""
        self._proof = pages.proof_page(self.session)
        self.app.push_screen(self._proof)

    def action_moves(self) -> None:
        """Show the moves so far."""
        self.app.push_screen(pages.moves_page(self.session))

    def action_dice(self) -> None:
        """Show how the dice of both fell."""
        self.app.push_screen(pages.dice_page(self.session, self.app.size.width))

    def action_ids(self) -> None:
        """Show the position in the forms that other programs read."""
        self.app.push_screen(pages.ids_page(self.session))

    def action_ledger(self) -> None:
        """Show the games of a money session, and who owes whom how much."""
        self.app.push_screen(pages.ledger_page(self.session, self.app.size.width))

    def action_help(self) -> None:
        """Show the keys and the rules of this match."""
        self.app.push_screen(pages.help_page(self.session, self.active_bindings))

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
