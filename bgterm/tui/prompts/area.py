"""The prompts of a match in one place, of which the one asks that the match waits for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from bgterm.catalog import _
from bgterm.notation.plays import Reading
from bgterm.rules.events import Moved
from bgterm.rules.match import Phase, Resignation, TakeBack
from bgterm.text import drafting
from bgterm.tui.board.cursor import Way
from bgterm.tui.match_session import MatchSession
from bgterm.tui.move_entry import MoveEntry
from bgterm.tui.prompts.base import Acted, Answer, MatchPrompt, Prompt, PromptArea
from bgterm.tui.prompts.choice import ChoicePrompt, Left, Offered, Option
from bgterm.tui.prompts.dice import DicePrompt
from bgterm.tui.prompts.move import Confirmed, Edited, Listed, MovePrompt, Walked
from bgterm.tui.prompts.simple import (
    AcceptPlayPrompt,
    CubePrompt,
    GameOverPrompt,
    ResignationPrompt,
    RollPrompt,
    TakeBackPrompt,
    WaitPrompt,
)


class Drafted(Answer):
    """The turn that is entered is another one."""


class CursorMoved(Answer):
    """The cursor is elsewhere; nothing else has changed."""


class MatchPromptArea(PromptArea):
    """The prompts of the match of a session."""

    def __init__(self, session: MatchSession, answer: Callable[[Answer], None]) -> None:
        """Make the prompts; `answer` is called with what a player does that changes more than what is asked."""
        self._session, self._pass_on = session, answer
        super().__init__(*self._prompts(), answer=self._answered)

    def _prompts(self) -> Iterator[Prompt]:
        table = self._session.table
        if table.dice_evidence:
            from bgterm.tui.prompts.contribution import ContributionPrompt  # only for such dice

            yield ContributionPrompt()
        yield DicePrompt() if table.dice_typed else RollPrompt()
        yield from (MovePrompt(), CubePrompt(), ResignationPrompt(), TakeBackPrompt(), AcceptPlayPrompt())
        yield from (GameOverPrompt(), WaitPrompt(), ChoicePrompt())

    @property
    def current(self) -> MatchPrompt:
        """The prompt for what the match waits for."""
        session, table = self._session, self._session.table
        if table.dice_awaited or table.void is not None:
            return self.query_one("ContributionPrompt", MatchPrompt)
        if session.asked is None:
            return self.query_one(WaitPrompt)
        return self.query_one(GameOverPrompt if session.over else self._by_state())

    def _by_state(self) -> type[MatchPrompt]:
        """Return the kind of prompt for the state of the game."""
        game = self._session.match.last_game
        match game.pending:
            case Resignation():
                return ResignationPrompt
            case TakeBack():
                return TakeBackPrompt
        match game.phase:
            case Phase.OPENING | Phase.TO_ROLL:
                return RollPrompt
            case Phase.TO_MOVE:
                return MovePrompt
            case Phase.DOUBLED:
                return CubePrompt
            case Phase.TO_ACCEPT:
                return AcceptPlayPrompt
            case Phase.OVER:
                return GameOverPrompt

    @property
    def choosing(self) -> bool:
        """Whether a numbered list is open."""
        return self.query_one(ChoicePrompt).has_focus

    def ask(self) -> None:
        """Ask what the match asks now."""
        self.set_class(self._session.game_over, "-over")
        prompt = self.current
        prompt.ask(self._session.view)
        self._give_keys_to(prompt)

    def ask_again(self) -> None:
        """Ask again what a list has interrupted."""
        prompt = self.current
        prompt.shows_anew()
        prompt.show_again()
        self._give_keys_to(prompt)

    def show_again(self) -> None:
        """Show what is asked as the session sees it now, if nothing has changed about what is asked."""
        prompt = self.current
        if prompt.has_focus:
            prompt.show(self._session.view)

    def offer(self, question: str, options: Sequence[Option]) -> None:
        """Show a numbered list, and go back to the question when the player has chosen."""
        prompt = self.query_one(ChoicePrompt)
        prompt.ask(question, [replace(option, choose=partial(self._choose, option)) for option in options])
        self._give_keys_to(prompt)

    def _answered(self, answer: Answer) -> None:
        match answer:
            case Edited(change):
                self._edit(change)
            case Walked(way):
                self._walk(way)
            case Listed():
                self._offer_readings(_(drafting.WHICH_PLAY), self._entry.plays)
            case Confirmed():
                self._confirm()
            case Offered(question, options):
                self.offer(question, options)
            case Left():
                self.ask_again()
            case _:
                self._pass_on(answer)

    # The turn

    @property
    def _entry(self) -> MoveEntry:
        """The turn that is entered. Raises RuntimeError while there is none."""
        if self._session.entry is None:
            raise RuntimeError("no player here has a roll to play")
        return self._session.entry

    def _edit(self, change: Callable[[MoveEntry], MoveEntry]) -> None:
        """Change the turn; ask when it can be read in several ways."""
        entry = self._session.entry = change(self._entry)
        self.current.ask(self._session.view)
        self._pass_on(Drafted())
        if entry.asks:
            self._offer_readings(_(drafting.WHICH_WAY), entry.draft.options)
        elif entry.draft.may_confirm_by_itself and self._session.settings.auto_confirm_race:
            self._confirm()

    def _walk(self, way: Way) -> None:
        """Move the cursor, which changes nothing that is said, unless the last key did something wrong."""
        fault = self._entry.fault
        self._session.entry = self._entry.walked(self._session.scene().perspective, way)
        if fault:
            self.current.ask(self._session.view)
            self._pass_on(Drafted())
        else:
            self.current.renew(self._session.view)
            self._pass_on(CursorMoved())

    def _offer_readings(self, question: str, readings: Iterable[Reading]) -> None:
        choices = [(one.text, partial(MoveEntry.chosen, moves=one.moves)) for one in readings]
        self.offer(question, [Option(text, partial(self._edit, change)) for text, change in choices])

    def _confirm(self) -> None:
        """End the turn; ask first when nothing is played."""
        if self._entry.draft.passes:
            self.offer(_(drafting.LEAVE_DICE), [Option(_(drafting.LEAVE_THEM), self._pick_up)])
        else:
            self._pick_up()

    def _pick_up(self) -> None:
        draft = self._entry.draft
        self._pass_on(Acted(Moved(draft.plays.player, draft.moves)))

    def _choose(self, option: Option) -> None:
        self.ask_again()
        option.choose()

    def _give_keys_to(self, prompt: Prompt) -> None:
        self.screen.set_focus(prompt, scroll_visible=False)
