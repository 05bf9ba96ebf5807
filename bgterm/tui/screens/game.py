"""Playing at a table: the question that is to be answered now, and what comes of the answer.

Both players may sit at this terminal, or one of them, or none: only what they are asked is asked here.

The screen brings together what the referee says is possible, the widgets that show it and the prompts that ask;
no rule is worked out here.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from bgterm.notation import refusals, words
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Challenged, Event, ResignationOffered, TakeBackAsked
from bgterm.rules.match import Match, Phase, Resignation, TakeBack, Win
from bgterm.rules.series import next_game
from bgterm.table.by_itself import by_itself
from bgterm.table.clock import Clocks, clocks_of
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

BY_LETTER = frozenset(
    {"resign", "leave", "turn_board", "moves", "dice", "settings", "words", "take_back", "claim_flag", "ids"}
)
"""What letters do that could be part of a play."""

_ASKING = frozenset({"resign", "words"})
"""What asks with a list, and so not while there is one."""


BOTH = tuple(Player)
"""The seats of two players at one keyboard."""


class GameScreen(TableScreen):
    """A table with players at this keyboard: two, one or none."""

    AUTO_FOCUS = ""  # no prompt has the keys before it asks: the first one's would be shown to who waits
    by_letter: ClassVar[frozenset[str]] = BY_LETTER
    """What letters do that could be part of a play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "resign", "resign", id="resign", tooltip="offer to give up the game"),
        Binding("z", "take_back", "ask it back", id="take-back", tooltip="ask to take the last play back"),
        Binding("exclamation_mark", "challenge", "challenge", key_display="!", id="challenge"),
        Binding("g", "claim_flag", "claim the flag", id="claim-flag", tooltip="the opponent has no time left"),
        Binding("w", "words", "add words", id="words", tooltip="mix words of your own into the dice"),
        Binding("e", "export", "export", id="export", tooltip="write the match as .mat and .sgf files"),
        Binding(
            "E", "end_session", "end the session", id="end-session", tooltip="close the money session for good"
        ),
    ]

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

    def below(self) -> Iterator[Widget]:
        """Give the question, with the prompts that ask it."""
        yield Question(
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

    # Who is here

    @property
    def asked(self) -> Player | None:
        """Who of those here is asked now, the first where either may answer; None when one waits for another."""
        actor = self._match.game.to_act
        if actor is None:
            return min(self._seats, default=None)
        return actor if actor in self._seats else None

    @property
    def speaking(self) -> Player | None:
        """For whom the keys of the table are: the only player here, or of two the one who is to act."""
        if self._seats == frozenset(BOTH):
            return self._match.game.to_act
        return min(self._seats, default=None)

    @property
    def may_add_words(self) -> bool:
        """Players can, before the first throw of verifiable dice."""
        return bool(self._seats) and self._table.words_welcome

    # What happens at the table

    def after_told(self, before: Match) -> None:
        """Press the keys that the player has left to us."""
        self._press_by_itself()

    def _press_by_itself(self) -> None:
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
                from bgterm.notation.dice_words import COCKED  # only for dice that can be

                self.notify_line(COCKED)
                self._try(partial(self._table.cocked, answer.player))
            case MovePrompt.Asked():
                self._offer(answer.question, answer.options)
            case _:
                self._go_on()

    def _go_on(self) -> None:
        if self._match.winner is not None:
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
        self.query_one(Question).mars_koks = self.settings.mars_koks
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

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Resigning is there when there is a game to resign; letters are not while a play is typed."""
        if action in self.by_letter and self._prompt().typing:
            return False
        if action in _ASKING and self.query_one(ChoicePrompt).has_focus:
            return False
        if action == "words":
            return self.may_add_words
        if action in ("take_back", "challenge"):
            return self._contested(action) is not None
        if action == "claim_flag":
            return self._clocks is not None and self._clocks.claimant in self._seats
        if action == "export":
            return len(self._seats) == len(BOTH) and self._match.game.phase is Phase.OVER
        if action == "end_session":
            return bool(self._seats) and self._table.may_close_session
        if action == "resign":
            player = self.speaking
            return player is not None and bool(choices(self._match, player).resign)
        return super().check_action(action, parameters)

    def action_words(self) -> None:
        """Ask whose words are to be mixed into the dice, and for them."""
        from bgterm.notation.dice_words import WHOSE_WORDS  # only for dice that take them

        if (player := self.speaking) is not None:
            self._ask_words(player)
            return
        names = self._match.names
        self._offer(
            WHOSE_WORDS,
            [Option(names[player], partial(self._ask_words, player)) for player in sorted(self._seats)],
        )

    def _ask_words(self, player: Player) -> None:
        from bgterm.tui.screens.ask import AskScreen  # later, like the other pages

        self.app.push_screen(AskScreen(self._match.names[player], "Your words"), partial(self._add_words, player))

    def _add_words(self, player: Player, text: str | None) -> None:
        from bgterm.notation.dice_words import words_added

        if text:
            self.notify_line(words_added(self._match.names[player]))
            self._try(partial(self.add_words, player, text))

    def add_words(self, player: Player, text: str) -> None:
        """Mix words into the dice. Raises as `Table.add_words`."""
        self._table.add_words(player, text)

    def action_export(self) -> None:
        """Write the match for other programs, where the players are."""
        from bgterm.table.export import export  # only for who takes something away

        self.notify_line(export(self._table.header, tuple(self._table.history), self._table.name))

    def action_end_session(self) -> None:
        """Close the money session, and leave."""
        self._try(self._table.close_session)
        if self._table.session_closed:
            self.action_leave()

    def _contested(self, action: str) -> Event | None:
        """Give what may be done about the last play: who made it asks for it back, the other challenges it."""
        for player in self._seats:
            can = choices(self._match, player)
            if action == "take_back" and can.take_back:
                return TakeBackAsked(player)
            if action == "challenge" and can.challenge:
                return Challenged(player)
        return None

    def _contest(self, action: str) -> None:
        event = self._contested(action)
        if event and not self._behind:
            self._try(partial(self._table.do, event))

    def action_take_back(self) -> None:
        """Ask for the last play back. [RULES A-18b]"""
        self._contest("take_back")

    def action_claim_flag(self) -> None:
        """Win the match because the opponent has no time left."""
        if self._clocks and self._clocks.claimant is not None and not self._behind:
            self._try(partial(self._clocks.claim, self._clocks.claimant))

    def action_challenge(self) -> None:
        """Say that the last play was not legal. [RULES A-73]"""
        self._contest("challenge")

    def action_resign(self) -> None:
        """Ask what the player offers to resign, with what it makes of the score."""
        player = self.speaking
        if player is None:
            return
        question = words.which_resignation(self._match, player)
        offers = [
            Option(words.resignation_costs(self._match, player, win), partial(self._resign, player, win))
            for win in choices(self._match, player).resign
        ]
        self._offer(question, offers)

    def _resign(self, player: Player, win: Win) -> None:
        self._try(partial(self._table.do, ResignationOffered(player, win)))


def at_one_keyboard(table: Table, desk: Desk, notice: str = "") -> GameScreen:
    """Give the screen of a table with both players before it; their clocks, if any, run from now on."""
    return GameScreen(table, desk, notice, clocks=clocks_of(table, monotonic))
