"""A table that prompts the players who are here, and handles their answers.

Both players may sit at this terminal, or one of them, or none: only what they are asked is asked here.

The screen brings together what the referee says is possible, the widgets that show it and the prompts that ask;
no rule is worked out here.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from bgterm.lobby.refusals import Refusal, why
from bgterm.plain.commands_text import sentence
from bgterm.play.clocks import Clocks
from bgterm.play.table import Table
from bgterm.profile.autoplay import automatic_action
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.games import next_game
from bgterm.rules.match import Match, Phase, Resignation, TakeBack
from bgterm.tui.acts import Act, Acts
from bgterm.tui.bindings import DoublePress
from bgterm.tui.board.scene import Scene
from bgterm.tui.prompts.base import Acted, Answer, MatchPrompt, Prompt, Question, Thrown
from bgterm.tui.prompts.choice import ChoicePrompt, Left, Offered, Option
from bgterm.tui.prompts.dice import Cocked, DicePrompt, Fell
from bgterm.tui.prompts.move import Drafted, MovePrompt, Walked
from bgterm.tui.prompts.simple import (
    CubePrompt,
    LastPlayPrompt,
    OverPrompt,
    ResignationPrompt,
    RollPrompt,
    TakeBackPrompt,
    WaitPrompt,
)
from bgterm.tui.screens.table import TableScreen
from bgterm.tui.widgets.table_view import TableView

BOTH = tuple(Player)
"""The seats of two players at one keyboard."""


class AskingScreen(TableScreen):
    """A table with players at this keyboard, two, one or none, and the question that is to be answered now."""

    AUTO_FOCUS = ""  # no prompt has the focus before it asks: a waiting player would see the keys of the first

    def __init__(
        self,
        table: Table,
        desk: Workspace,
        notice: str = "",
        seats: Collection[Player] = BOTH,
        clocks: Clocks | None = None,
    ) -> None:
        """Sit down at the table for the players whose `seats` are here; the rest is as at any table."""
        super().__init__(table, desk, notice, clocks)
        self._seats = frozenset(seats)
        self.double_press = DoublePress()
        """Notices keys that are pressed twice; the lobby has the same one."""
        self._acts = Acts(self)

    def below(self) -> Iterator[Widget]:
        """Yield the question, with the prompts that ask it."""
        yield Question(
            *self.before_first_roll(),
            DicePrompt() if self._table.dice_typed else RollPrompt(),
            MovePrompt(self._table.match),
            CubePrompt(),
            ResignationPrompt(),
            TakeBackPrompt(),
            LastPlayPrompt(),
            OverPrompt(),
            WaitPrompt(),
            ChoicePrompt(),
            answer=self._answered,
        )

    def before_first_roll(self) -> Iterator[MatchPrompt]:
        """Return the prompts for decisions before the first roll."""
        yield from ()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out; where there is no room for a notice, the question may have some."""
        super().lay_out(size)
        self._say_aside()

    def show_notice(self) -> None:
        """Show what stands beside the question now, in a small window too."""
        super().show_notice()
        self._say_aside()

    def aside(self) -> str | Content:
        """Return what there may be no line for."""
        return self.notice

    def _say_aside(self) -> None:
        self.query_one(Question).add(self.aside() if self.has_class("-low") else "")

    @property
    def asked(self) -> Player | None:
        """The player here who is to act, the first where either may; None when the opponent is elsewhere and to
        act.
        """
        actor = self._match.last_game.to_act
        if actor is None:
            return next((player for player in Player if player in self._seats), None)
        return actor if actor in self._seats else None

    # What happens at the table

    def after_told(self, before: Match) -> None:
        """Do what the settings automate, where there is nothing to decide. [RULES A-74b]"""
        if before.last_game.to_act not in {None, *self._seats}:
            self.double_press.forget()  # the opponent has acted since
        if self.asked is not None and automatic_action(self._table, self._match, self.settings):
            self._try(self._act_by_itself)

    async def _act_by_itself(self) -> None:
        """Do it, unless the opponent was first: then it is asked again once that is shown."""
        here = self.asked is not None and not self._behind
        if here and (action := automatic_action(self._table, self._match, self.settings)):
            await action()

    async def ready(self) -> None:
        """Wait until the screen is mounted and shows its actions."""
        await super().ready()
        await self._acts.done()

    def _try(self, act: Act, done: str = "") -> None:
        """Do something at the table and show what comes of it; say when it is `done`, or why it is refused."""
        self._acts.do(partial(self._do, act, done))

    async def _do(self, act: Act, done: str) -> None:
        refusal = ""
        try:
            await act()
        except Refusal as error:
            refusal = sentence(why(error, self._match))
        if not self.is_attached:  # it was left meanwhile
            return
        if refusal:
            self.reply(refusal)
        elif done:
            self.notify_line(done)
        self.catch_up()

    # What the prompts ask for

    def _answered(self, answer: Answer) -> None:
        """Do what a player says."""
        match answer:
            case Acted(event):
                self._try(partial(self._table.apply, event))
            case Thrown(player):
                self._try(partial(self._table.roll, player))
            case Fell(player, one, other):
                self._try(partial(self._table.enter_roll, player, one, other))
            case Cocked(player, said):
                self._try(partial(self._table.report_cocked_dice, player), said)
            case Drafted():
                self._drafted()
            case Walked():
                self._show_cursor()
            case Offered(question, options):
                self._offer(question, options)
            case Left():
                self._reask()
            case _:
                self._go_on()

    def _go_on(self) -> None:
        if self.over:
            self.action_leave()
            return
        self._match = next_game(self._match)
        self._log.clear()
        self.notify_line("")
        self._show()

    def _drafted(self) -> None:
        """Show the draft."""
        prompt = self.query_one(MovePrompt)
        self._show_board()
        if prompt.draft.may_confirm_by_itself and self.settings.auto_confirm_race:
            prompt.action_confirm()

    def _show_cursor(self) -> None:
        """Show where the cursor is: nothing else has changed, unless dice still tumble."""
        if self._tumbling:
            self._show_board()
        else:
            self.query_one(TableView).show_scene(self._scene())

    def _reask(self) -> None:
        """Ask again what a list has interrupted."""
        prompt = self._prompt()
        prompt.shows_anew()
        prompt.show_again()
        self._give_keys_to(prompt)

    def _offer(self, question: str, options: list[Option]) -> None:
        """Show a numbered list to choose from, and then return to the prompt."""
        prompt = self.query_one(ChoicePrompt)
        prompt.ask(question, [replace(option, choose=partial(self._choose, option)) for option in options])
        self._give_keys_to(prompt)

    def _choose(self, option: Option) -> None:
        self._reask()
        option.choose()

    # What is shown

    def _prompt(self) -> MatchPrompt:
        """Return the prompt for the state of the match."""
        game = self._match.last_game
        if self.asked is None:
            return self.query_one(WaitPrompt)
        if self.over:
            return self.query_one(OverPrompt)
        match game.pending:
            case Resignation():
                return self.query_one(ResignationPrompt)
            case TakeBack():
                return self.query_one(TakeBackPrompt)
        match game.phase:
            case Phase.OPENING | Phase.TO_ROLL:
                return self.query_one(RollPrompt)
            case Phase.TO_MOVE:
                return self.query_one(MovePrompt)
            case Phase.DOUBLED:
                return self.query_one(CubePrompt)
            case Phase.TO_ACCEPT:
                return self.query_one(LastPlayPrompt)
            case Phase.OVER:
                return self.query_one(OverPrompt)

    def _show(self) -> None:
        """Ask what the match asks now."""
        self.query_one(Question).vocabulary = self.settings.vocabulary
        self.query_one(Question).set_class(self.over or self._match.last_game.phase is Phase.OVER, "-over")
        self.query_one(OverPrompt).closed = self._table.session_closed
        prompt = self._prompt()
        asked = self.asked
        prompt.ask(self._match, self.viewer if asked is None else asked)
        self._give_keys_to(prompt)
        super()._show()

    def _give_keys_to(self, prompt: Prompt) -> None:
        """Focus the prompt."""
        self.set_focus(prompt, scroll_visible=False)

    def _scene(self) -> Scene:
        """Return the picture of the board with the draft of the turn upon it."""
        prompt, scene = self._prompt(), super()._scene()
        return prompt.drawn_on(scene) if isinstance(prompt, MovePrompt) else scene
