"""The prompts of a match in one place, of which the one asks that the match waits for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from textual.content import Content

from bgterm.play.table import Table
from bgterm.rules.match import Offer, Phase, Resignation, TakeBack
from bgterm.tui.match_view import MatchView
from bgterm.tui.prompts.base import Answer, Lines, MatchPrompt, Prompt
from bgterm.tui.prompts.choice import ChoicePrompt, Option
from bgterm.tui.prompts.dice import DicePrompt
from bgterm.tui.prompts.move import MovePrompt
from bgterm.tui.prompts.simple import (
    AcceptPlayPrompt,
    CubePrompt,
    GameOverPrompt,
    ResignationPrompt,
    RollPrompt,
    TakeBackPrompt,
    WaitPrompt,
)
from bgterm.tui.widgets.text_line import TextLines

_PENDING: Mapping[type[Offer], type[MatchPrompt]] = {Resignation: ResignationPrompt, TakeBack: TakeBackPrompt}
"""The prompts for what is to be answered before the game goes on."""
_BY_PHASE: Mapping[Phase, type[MatchPrompt]] = {
    Phase.OPENING: RollPrompt,
    Phase.TO_ROLL: RollPrompt,
    Phase.TO_MOVE: MovePrompt,
    Phase.DOUBLED: CubePrompt,
    Phase.TO_ACCEPT: AcceptPlayPrompt,
    Phase.OVER: GameOverPrompt,
}


class PromptArea(TextLines):
    """Three lines for the text of the current prompt; changing the prompt moves nothing on the screen."""

    DEFAULT_CSS = "PromptArea { height: 3; padding: 0 1; }"

    def __init__(self, table: Table, answer: Callable[[Answer], None]) -> None:
        """Make the prompts of a table; `answer` is called with what a player wants."""
        super().__init__()
        self._answer, self._dice_typed = answer, table.dice_typed
        self._said: Lines = ("", "", "")
        self._aside = ""
        self._choice = ChoicePrompt(answer)
        self.current: MatchPrompt = WaitPrompt(answer)
        """The prompt for what the match waits for."""
        self._prompts: dict[type[MatchPrompt], MatchPrompt] = {WaitPrompt: self.current}
        """Those that have asked something: few ever do in a game."""

    def _prompt_for(self, view: MatchView) -> MatchPrompt:
        """Return the prompt for what the match waits for."""
        kind = self._kind_for(view)
        if kind not in self._prompts:
            self._prompts[kind] = kind(self._answer)
        return self._prompts[kind]

    def _kind_for(self, view: MatchView) -> type[MatchPrompt]:
        if view.contributing:
            from bgterm.tui.prompts.contribution import ContributionPrompt  # only for verifiable dice

            return ContributionPrompt
        if not view.asked:
            return WaitPrompt
        game = view.match.last_game
        if view.over:
            return GameOverPrompt
        kind = _PENDING[type(game.pending)] if game.pending else _BY_PHASE[game.phase]
        return DicePrompt if kind is RollPrompt and self._dice_typed else kind

    # What is asked

    @property
    def choosing(self) -> bool:
        """Whether a numbered list is open."""
        return self._choice.has_focus

    def ask(self, view: MatchView) -> None:
        """Ask what the match asks now."""
        self.current = self._prompt_for(view)
        self.current.ask(view)
        self._give_keys_to(self.current)

    def show_view(self, view: MatchView) -> None:
        """Show another view of the match, if it does not change what is asked and nothing is to be chosen."""
        if self.current.has_focus and self._prompt_for(view) is self.current:
            self.current.see(view)
            self._show(self.current)

    def renew(self, view: MatchView) -> None:
        """Take a view that looks the same here; keys pressed before were meant for the last one."""
        self.current.shows_anew()
        self.current.see(view)

    def offer(self, question: str, options: Sequence[Option]) -> None:
        """Show a numbered list, and go back to the question when the player has chosen."""
        self._choice.ask(question, [replace(option, choose=partial(self._choose, option)) for option in options])
        self._give_keys_to(self._choice)

    def close_list(self) -> None:
        """Go back from the numbered list to the question."""
        self._give_keys_to(self.current)

    def show_lines(self) -> None:
        """Show the lines of the question or the list, which have changed, and nothing else has."""
        self._show(self._choice if self.choosing else self.current)

    def add(self, aside: str) -> None:
        """Show a text in the last line, as long as the prompt leaves it empty."""
        self._aside = aside
        self._fill()

    def _choose(self, option: Option) -> None:
        self.close_list()
        option.choose()

    def _give_keys_to(self, prompt: Prompt) -> None:
        if self.is_attached and not prompt.is_attached:
            self.mount(prompt)
        prompt.shows_anew()
        self._show(prompt)
        self.screen.set_focus(prompt, scroll_visible=False)

    def _show(self, prompt: Prompt) -> None:
        self._said = prompt.lines()
        self._fill()
        self.refresh_bindings()

    def _fill(self) -> None:
        question, middle, last = self._said
        self.show(Content.assemble(question).stylize_before("bold"), middle, last or self._aside)
