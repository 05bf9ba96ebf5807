"""The table: the board, the players, and the question that is to be answered now.

The screen brings together what the referee says is possible, the widgets that show it and the prompts that ask;
no rule is worked out here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from bgterm.notation import words
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event, Moved, ResignationOffered
from bgterm.rules.match import Match, Phase, Win
from bgterm.rules.referee import choices, next_game
from bgterm.table.config import Settings
from bgterm.table.desk import Desk
from bgterm.table.table import Table
from bgterm.tui.log import GameLog
from bgterm.tui.scene import Scene
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.widgets.dice_prompt import DicePrompt
from bgterm.tui.widgets.line import Line
from bgterm.tui.widgets.move_prompt import MovePrompt
from bgterm.tui.widgets.panels import KeyBar
from bgterm.tui.widgets.prompts import (
    ChoicePrompt,
    CubePrompt,
    MatchPrompt,
    Option,
    OverPrompt,
    Prompt,
    Question,
    ResignationPrompt,
    RollPrompt,
)
from bgterm.tui.widgets.table_view import LEAST, TableView

_BY_LETTER = frozenset({"resign", "leave", "turn_board", "moves", "dice", "settings", "words"})
"""What letters do that could be part of a play."""
_BELOW = 6
"""The rows below the board: notice, question, a blank one, keys."""
_BELOW_AT_LEAST = 4
"""The same without notice and blank."""
_QUESTION_SAYS_IT = (Phase.OPENING, Phase.DOUBLED)
"""When what happened last is part of the question, and dice or cube lie where it would be told again."""


def _first_notice(table: Table, notice: str) -> str:
    """Say what players must know when they sit down."""
    if table.damage:
        return words.damaged(table.damage)
    if table.words_welcome and table.dice_evidence:
        return words.dice_laid_down(table.dice_evidence.commitment)
    return notice


class GameScreen(BaseScreen):
    """A table with two players at one keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "resign", "resign", id="resign", tooltip="offer to give up the game"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table; everything is kept"),
        Binding("f", "turn_board", "turn", id="turn-board", tooltip="turn the board to who is to act, or not"),
        Binding("m", "moves", "moves", id="moves", tooltip="the moves so far"),
        Binding("w", "words", "add words", id="words", tooltip="mix words of your own into the dice"),
        Binding(
            "E", "end_session", "end the session", id="end-session", tooltip="close the money session for good"
        ),
        Binding("s", "dice", "dice", id="dice", tooltip="how the dice fell"),
        Binding("o", "settings", "options", id="settings", tooltip="theme, home side, what goes by itself"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help", tooltip="keys, rules, words"),
    ]

    @dataclass
    class Told(Message):
        """Something happened at the table."""

        match: Match
        """The match after it."""
        event: Event

    def __init__(self, table: Table, desk: Desk, notice: str = "") -> None:
        """Sit down at the table; `notice` is said at first."""
        super().__init__()
        self._table, self._desk = table, desk
        self._match = self._told = table.match
        self._log = GameLog(table.header, table.history)
        self._first_notice = _first_notice(table, notice)
        self._stop_watching: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Give the board, the players beside it and the question below."""
        with Vertical(id="page"):
            yield TableView(ascii_only=self._desk.ascii_only)
            yield Line(id="notice")
            yield Question(
                DicePrompt() if self._table.dice_typed else RollPrompt(),
                MovePrompt(),
                CubePrompt(),
                ResignationPrompt(),
                OverPrompt(),
                ChoicePrompt(),
            )
            yield KeyBar()

    def on_mount(self) -> None:
        """Follow what happens at the table."""
        self._stop_watching = self._table.watch(self._tell)
        self.notify_line(self._first_notice)
        self._lay_out(self.app.size)
        self._show()

    def on_unmount(self) -> None:
        """Stop following."""
        if self._stop_watching:
            self._stop_watching()

    def on_resize(self, event: Resize) -> None:
        """Give the board the largest size there is room for, and the rest to what stands around it."""
        self._lay_out(event.size)

    def _lay_out(self, size: Size) -> None:
        low = size.height < LEAST.height + _BELOW
        self.set_class(low, "-low")
        self.query_one(TableView).lay_out(size - Size(0, _BELOW_AT_LEAST if low else _BELOW))

    @property
    def settings(self) -> Settings:
        """What the player at this terminal has chosen."""
        return self._desk.settings

    def notify_line(self, text: str) -> None:
        """Say something that is not a question."""
        self.query_one("#notice", Line).show(text)

    # What happens at the table

    def _tell(self, match: Match, event: Event, number: int) -> None:
        self.post_message(self.Told(match, event))

    @property
    def _behind(self) -> bool:
        """Whether more has happened at the table than is shown."""
        return self._told is not self._table.match

    def on_game_screen_told(self, told: Told) -> None:
        """Show what happened, and press the keys that the player has left to us."""
        self._log.add(self._match, told.event)
        self._match = self._told = told.match
        self.notify_line("")
        self._show()
        self._press_by_itself()

    def _press_by_itself(self) -> None:
        """Do what the settings do for the player, where nothing is his to decide. [RULES A-74b]"""
        actor = self._match.game.to_act
        if actor is None:
            return
        can = choices(self._match, actor)
        if self.settings.auto_roll and can.roll and not can.double and not self._table.dice_typed:
            self._try(partial(self._table.roll, actor))
        elif self.settings.auto_play_forced and can.plays is not None and len(can.plays) == 1:
            self._try(partial(self._table.do, Moved(actor, next(iter(can.plays)))))

    def _try(self, action: Callable[[], object]) -> None:
        """Do something at the table; what is refused is said, and nothing is lost."""
        try:
            action()
        except BackgammonError as error:
            self.notify_line(words.why(error, self._match))

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
                self.notify_line(words.COCKED)
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
        if prompt.draft.complete and self.settings.auto_confirm_race and not self._match.game.board.contact:
            prompt.action_confirm()

    @on(ChoicePrompt.Left)
    def _left_list(self) -> None:
        self._reask()

    def _reask(self) -> None:
        """Ask again what a list has interrupted."""
        prompt = self._prompt()
        prompt.show_again()
        prompt.open()

    def _offer(self, question: str, options: list[Option]) -> None:
        """Let a player choose from a numbered list, and then go back to what was asked."""
        prompt = self.query_one(ChoicePrompt)
        prompt.ask(question, [replace(option, choose=partial(self._choose, option)) for option in options])
        prompt.open()

    def _choose(self, option: Option) -> None:
        if not self._behind:
            self._reask()
            option.choose()

    # What is shown

    def _prompt(self) -> MatchPrompt:
        """Give the prompt for what the match waits for."""
        game = self._match.game
        if game.pending:
            return self.query_one(ResignationPrompt)
        match game.phase:
            case Phase.OPENING | Phase.TO_ROLL:
                return self.query_one(RollPrompt)
            case Phase.TO_MOVE:
                return self.query_one(MovePrompt)
            case Phase.DOUBLED:
                return self.query_one(CubePrompt)
            case Phase.OVER:
                return self.query_one(OverPrompt)

    def _show(self) -> None:
        """Show the match as it is now and ask what it asks; keys meant for what was before do nothing."""
        self.drop_typed_ahead()
        prompt = self._prompt()
        prompt.ask(self._match)
        prompt.open()
        self._show_board()

    def _show_board(self) -> None:
        self.query_one(TableView).show(self._match, self._scene(), self._log.game)

    def _scene(self) -> Scene:
        """Give the picture of the board: the match, and the draft of the turn upon it."""
        match, game = self._match, self._match.game
        viewer = game.to_act if game.to_act is not None else Player.WHITE
        scene = Scene(
            board=game.board,
            mover=viewer,
            bottom=viewer if self.settings.turn_board else Player.WHITE,
            home_right=self.settings.home_right,
            cube=game.cube if match.ruleset.cube and not game.crawford else None,
            offered=viewer if game.phase is Phase.DOUBLED else None,
            opening=game.throws[-1] if game.phase is Phase.OPENING and game.throws else None,
            note="" if game.phase in _QUESTION_SAYS_IT else self._log.last,
        )
        if game.phase is not Phase.TO_MOVE or game.pending:
            return scene
        return self.query_one(MovePrompt).drawn_on(scene)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Resigning is there when there is a game to resign; letters are not while a play is typed."""
        if action in _BY_LETTER and self._prompt().typing:
            return False
        if action == "words":
            return self._table.words_welcome
        if action == "end_session":
            return self._match.game.phase is Phase.OVER and not self._match.ruleset.length
        if action == "resign":
            actor = self._match.game.to_act
            return actor is not None and bool(choices(self._match, actor).resign)
        return super().check_action(action, parameters)

    def action_words(self) -> None:
        """Ask whose words are to be mixed into the dice, and for them."""
        names = self._match.names
        self._offer(
            words.WHOSE_WORDS, [Option(names[player], partial(self._ask_words, player)) for player in Player]
        )

    def _ask_words(self, player: Player) -> None:
        from bgterm.tui.screens.ask import AskScreen  # later, like the other pages

        def add(text: str | None) -> None:
            if text:
                self._try(partial(self._table.add_words, player, text))
                self.notify_line(words.words_added(self._match.names[player]))

        self.app.push_screen(AskScreen(self._match.names[player], "Your words"), add)

    def action_end_session(self) -> None:
        """Close the money session, and leave."""
        self._try(self._table.close_session)
        if self._table.session_closed:
            self.action_leave()

    def action_resign(self) -> None:
        """Ask what the player offers to resign, with what it makes of the score."""
        actor = self._match.game.to_act
        if actor is None:
            return
        question = words.which_resignation(self._match, actor)
        offers = [
            Option(words.resignation_costs(self._match, actor, win), partial(self._resign, actor, win))
            for win in choices(self._match, actor).resign
        ]
        self._offer(question, offers)

    def _resign(self, player: Player, win: Win) -> None:
        self._try(partial(self._table.do, ResignationOffered(player, win)))

    def action_turn_board(self) -> None:
        """Let the board turn to the player who is to act, or stay."""
        self._change(replace(self.settings, turn_board=not self.settings.turn_board))

    def action_settings(self) -> None:
        """Change what this terminal shows and does by itself."""
        from bgterm.tui.screens.setup import OptionsScreen  # later: the first board needs no forms

        self.app.push_screen(OptionsScreen(self.settings), self._change)

    def _change(self, settings: Settings | None) -> None:
        if settings is None:
            return
        self.notify_line(self._desk.change(settings))
        self.app.theme = self._desk.theme
        self._show_board()

    def action_moves(self) -> None:
        """Show the moves so far."""
        from bgterm.tui.screens.help import PageScreen  # later: the first board needs no pages

        self.app.push_screen(PageScreen("The moves so far", Content("\n".join(self._log.all))))

    def action_dice(self) -> None:
        """Show how the dice of both fell."""
        from bgterm.notation.dice_words import dice_panel  # later, like the page it is for
        from bgterm.notation.statistics import count_dice
        from bgterm.tui.screens.help import PageScreen

        counts = count_dice(self._table.header, self._table.history)
        lines = dice_panel(self._match.names, counts, self._desk.ascii_only)
        self.app.push_screen(PageScreen("The dice", Content("\n".join(lines))))

    def action_help(self) -> None:
        """Show the keys and the rules of this match."""
        from bgterm.tui.screens.help import PageScreen, help_page, keys_of  # later, like the other pages

        page = help_page(
            keys_of(self.active_bindings.values()),
            [*words.rules_of(self._match), *self._about_dice()],
            words.GLOSSARY.items(),
        )
        self.app.push_screen(PageScreen("Help", page))

    def _about_dice(self) -> list[str]:
        evidence = self._table.dice_evidence
        return [words.about_dice(self._table.header.dice, evidence.commitment if evidence else "")]

    def action_leave(self) -> None:
        """Leave the table; everything is kept."""
        self._table.close()
        self.leave(words.kept(self._table.match, self._table.name))
