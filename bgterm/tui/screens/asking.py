"""A table at which those who are here are asked what the match waits for, and what comes of their answers.

Both players may sit at this terminal, or one of them, or none: only what they are asked is asked here.

The screen brings together what the referee says is possible, the widgets that show it and the prompts that ask;
no rule is worked out here.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial

from textual import on
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from bgterm.notation import refusals
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match, Phase, Resignation, TakeBack
from bgterm.rules.series import next_game
from bgterm.table.by_itself import by_itself
from bgterm.table.clock import Clocks
from bgterm.table.desk import Desk
from bgterm.table.table import Table
from bgterm.tui.scene import Scene
from bgterm.tui.screens.table import TableScreen
from bgterm.tui.widgets.choice_prompt import ChoicePrompt, Option
from bgterm.tui.widgets.dice_prompt import DicePrompt
from bgterm.tui.widgets.move_prompt import MovePrompt
from bgterm.tui.widgets.prompt import MatchPrompt, Prompt, Question
from bgterm.tui.widgets.prompts import (
    CubePrompt,
    LastPlayPrompt,
    OverPrompt,
    ResignationPrompt,
    RollPrompt,
    TakeBackPrompt,
    WaitPrompt,
)

BOTH = tuple(Player)
"""The seats of two players at one keyboard."""


class AskingScreen(TableScreen):
    """A table with players at this keyboard, two, one or none, and the question that is to be answered now."""

    AUTO_FOCUS = ""  # no prompt has the keys before it asks: the first one's would be shown to who waits

    def __init__(
        self,
        table: Table,
        desk: Desk,
        notice: str = "",
        seats: Collection[Player] = BOTH,
        clocks: Clocks | None = None,
    ) -> None:
        """Sit down at the table for the players whose `seats` are here; the rest is as at any table."""
        super().__init__(table, desk, notice, clocks)
        self._seats = frozenset(seats)
        self._noticed = ""

    def below(self) -> Iterator[Widget]:
        """Give the question, with the prompts that ask it."""
        yield Question(
            *self.before_first_roll(),
            DicePrompt() if self._table.dice_typed else RollPrompt(),
            MovePrompt(),
            CubePrompt(),
            ResignationPrompt(),
            TakeBackPrompt(),
            LastPlayPrompt(),
            OverPrompt(),
            WaitPrompt(),
            ChoicePrompt(),
        )

    def before_first_roll(self) -> Iterator[MatchPrompt]:
        """Return the prompts for what must be settled before the first roll."""
        yield from ()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out; where there is no room for a notice, the question may have some."""
        super().lay_out(size)
        self._say_aside()

    def notify_line(self, text: str) -> None:
        """Say something that is not a question."""
        super().notify_line(text)
        self._noticed = text
        self._say_aside()

    def aside(self) -> str | Content:
        """Give what there may be no line for."""
        return self._noticed

    def _say_aside(self) -> None:
        self.query_one(Question).add(self.aside() if self.has_class("-low") else "")

    @property
    def asked(self) -> Player | None:
        """Who of those here is asked now, the first where either may answer; None when one waits for another."""
        actor = self._match.game.to_act
        if actor is None:
            return min(self._seats, default=None)
        return actor if actor in self._seats else None

    # What happens at the table

    def after_told(self, before: Match) -> None:
        """Do what the settings do for the player, where nothing is his to decide. [RULES A-74b]"""
        if self.asked is not None and (action := by_itself(self._table, self._match, self.settings)):
            self._try(action)

    def _try(self, action: Callable[[], object]) -> None:
        """Do something at the table; what is refused is said, and nothing is lost."""
        try:
            action()
        except BackgammonError as error:
            self.notify_line(refusals.why(error, self._match))

    # What the prompts ask for

    @on(Prompt.Answered)
    def _answered(self, answer: Prompt.Answered) -> None:
        """Do what a player says; a second answer, given before what came of the first was shown, is dropped."""
        if self._behind or answer.match is not self._match:
            return
        match answer:
            case Prompt.Acted():
                self._try(partial(self._table.do, answer.event))
            case Prompt.Thrown():
                self._try(partial(self._table.roll, answer.player))
            case DicePrompt.Fell():
                self._try(partial(self._table.rolled, answer.player, answer.one, answer.other))
            case DicePrompt.Cocked():
                self.notify_line(answer.said)
                self._try(partial(self._table.cocked, answer.player))
            case ChoicePrompt.Asked():
                self._offer(answer.question, answer.options)
            case _:
                self._go_on()

    def _go_on(self) -> None:
        if self.over:
            self.action_leave()
            return
        self._match = next_game(self._match)
        self._log.clear()
        self._show()

    @on(MovePrompt.Changed)
    def _drafted(self) -> None:
        prompt = self.query_one(MovePrompt)
        self._show_board()
        if prompt.draft.may_confirm_by_itself and self.settings.auto_confirm_race:
            prompt.action_confirm()

    @on(ChoicePrompt.Left)
    def _left_list(self) -> None:
        self._reask()

    def _reask(self) -> None:
        """Ask again what a list has interrupted."""
        prompt = self._prompt()
        prompt.show_again()
        self._give_keys_to(prompt)

    def _offer(self, question: str, options: list[Option]) -> None:
        """Let a player choose from a numbered list, and then go back to what was asked."""
        prompt = self.query_one(ChoicePrompt)
        prompt.ask(question, [replace(option, choose=partial(self._choose, option)) for option in options])
        self._give_keys_to(prompt)

    def _choose(self, option: Option) -> None:
        if not self._behind:
            self._reask()
            option.choose()

    # What is shown

    def _prompt(self) -> MatchPrompt:
        """Give the prompt for what the match waits for."""
        game = self._match.game
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
        self.query_one(Question).set_class(self.over or self._match.game.phase is Phase.OVER, "-over")
        self.query_one(OverPrompt).closed = self._table.session_closed
        prompt = self._prompt()
        asked = self.asked
        prompt.ask(self._match, self.viewer if asked is None else asked)
        self._give_keys_to(prompt)
        super()._show()

    def _give_keys_to(self, prompt: Prompt) -> None:
        """Let the question be answered, by keys that are pressed from now on."""
        self.drop_typed_ahead()
        self.set_focus(prompt, scroll_visible=False)

    def _scene(self) -> Scene:
        """Give the picture of the board with the draft of the turn upon it."""
        prompt, scene = self._prompt(), super()._scene()
        return prompt.drawn_on(scene) if isinstance(prompt, MovePrompt) else scene
