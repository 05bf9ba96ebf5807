"""The answer to a question of a practice: what it was worth, what was best, and when it is asked again."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size

from bgterm.catalog import N_, _
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.question import Choice
from bgterm.practice.reviews import Grade
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import PlayedTurn
from bgterm.text.events import LastEvent
from bgterm.text.joining import sentence
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.dialogs import ConfirmDialog
from bgterm.tui.screens.match.display import QuestionArea
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.score_sheet import Course
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import Line

ScreenMaker = Callable[[Practice, Workspace], BaseScreen]
"""Makes the screen of the next question, or of an answer that is graded again."""

BINDINGS: list[BindingType] = [
    bind(
        "enter,space",
        "confirm",
        "practice-next",
        N_("next"),
        N_("keep the grade, and go on"),
        "Enter",
        decides=True,
        rank=1,
    ),
    bind(
        "b",
        "board",
        "practice-board",
        N_("board"),
        N_("look at the best play, yours, and that of the match"),
        rank=2,
    ),
    bind("1", "grade(1)", "practice-again", N_("again"), rank=3),
    bind("2", "grade(2)", "practice-hard", N_("hard"), rank=4),
    bind("3", "grade(3)", "practice-good", N_("good"), rank=5),
    bind("4", "grade(4)", "practice-easy", N_("easy"), N_("easy: asked much later"), rank=6),
    bind("z", "undo", "practice-undo", N_("undo grade"), N_("take the last grade back")),
    bind("a", "aside", "practice-aside", N_("set aside"), N_("ask this card no more until you restore it")),
    bind("D", "delete", "practice-delete", N_("delete"), N_("never ask this card again (asks first)")),
    bind("i", "ids", "ids", N_("ids"), N_("the position as ids and as text, to be copied")),
    bind("f", "turn", "practice-turn", N_("flip board"), N_("turn the board")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    bind("q", "leave", "leave", N_("leave"), N_("keep the grade, and leave the practice"), leaves=True),
]


class AnswerScreen(BoardScreen):
    """The answer to the present card, which the player has answered."""

    DEFAULT_CSS = "AnswerScreen { background: $background; }"

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, practice: Practice, workspace: Workspace, next_screen: ScreenMaker) -> None:
        """Show the answer to the present card; `next_screen` makes the screen of the next one."""
        super().__init__()
        self._practice, self._workspace, self._next_screen = practice, workspace, next_screen
        self._card = practice.asked
        self._match, self._player = self._card.question.match, self._card.question.player
        self._turned, self._shown = False, 0
        self._area = QuestionArea()

    def compose(self) -> ComposeResult:
        """Yield the board, the grade, what the answer was worth, and the keys."""
        with Vertical(id="page"):
            yield TableView()
            yield Line(id="notice")
            yield self._area
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the answer; a click on the board shows another one."""
        self.table_view.board.on_spot = lambda _spot, _again: "b"
        self.lay_out(self.app.size)
        self._show_board()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out; a low window has the grade below the answer."""
        super().lay_out(size)
        self._show_text()

    # What is shown

    @property
    def _answer(self) -> Choice:
        return self._practice.answer or self._card.question.best

    @property
    def _boards(self) -> list[tuple[str, Choice]]:
        """The answers to look at, each under its heading: those that are the same only once."""
        named = [(_("Yours:"), self._answer), (_("Best:"), self._card.question.best)]
        if self._card.made:
            named.append((_("In the match:"), self._card.made))
        texts = [messages.choice_text(self._card.question, choice) for _name, choice in named]
        return [one for number, one in enumerate(named) if texts[number] not in texts[:number]]

    def _show_board(self) -> None:
        board = self.table_view.board
        board.settle()
        board.moves = self._workspace.motion
        self.table_view.show(self._match, self._scene(*self._boards[self._shown]), Course([]))

    def _scene(self, heading: str, choice: Choice) -> Scene:
        """Return the picture of the board after an answer."""
        question, settings = self._card.question, self._workspace.settings
        bottom = self._player.opponent if self._turned else self._player
        note = LastEvent(messages.choice_text(question, choice), heading)
        scene = Scene.of(self._match, mover=self._player, bottom=bottom, home_right=settings.home_right, note=note)
        dice = self._match.game.dice
        if dice is None or not choice.play:
            return scene
        board = question.board_after(choice)
        last = LastPlay.of(PlayedTurn(self._player, question.start.board, dice, choice.play), board)
        return replace(scene, board=board, last=last, used=dice.pips)

    def _show_text(self) -> None:
        """Show the answer and its grade."""
        worth, best, then, *rest = messages.about_answer(self._card, self._answer)
        grade = messages.about_grade(self._practice.grade, self._practice.due_after())
        self.query_one("#notice", Line).show(grade)
        lines = (worth, f"{best} {then}", grade if self.has_class("-low") else "  ".join(filter(None, rest)))
        self._area.ask("answer", lines)

    # Keys

    def action_board(self) -> None:
        """Show the board after the next of the answers."""
        self._shown = (self._shown + 1) % len(self._boards)
        self._show_board()

    def action_grade(self, number: int) -> None:
        """Take another grade."""
        self._practice.grade = Grade(number)
        self._show_text()

    def action_confirm(self) -> None:
        """Keep the grade, and go on."""
        self._settle(self._practice.confirm())

    def action_aside(self) -> None:
        """Set the card aside, and go on."""
        self._settle(self._practice.set_aside())

    @asks
    async def action_delete(self) -> None:
        """Delete the card when the player is sure, and go on."""
        if await self.app.push_screen_wait(ConfirmDialog(_("Delete this card, and never ask it again?"))):
            self._settle(self._practice.delete())

    def action_undo(self) -> None:
        """Go back to the card that was graded last."""
        self._settle(self._practice.undo())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a grade to undo or there is not."""
        return action != "undo" or bool(self._practice.done)

    def action_leave(self) -> None:
        """Keep the grade, and show how the practice went."""
        self._settle(self._practice.confirm(), leaves=True)

    def _settle(self, write: Coroutine[None, None, object], *, leaves: bool = False) -> None:
        """Write what was decided, and go on; say why where the disk refuses."""

        async def settle() -> None:
            try:
                await write
            except BackgammonError as error:
                self.reply(sentence(str(error)))
                return
            if leaves or self._practice.card is None:
                end(self, self._practice)
            else:
                self.give_way(self._next_screen(self._practice, self._workspace))

        self.begin_act(settle)

    def action_turn(self) -> None:
        """Turn the board."""
        self._turned = not self._turned
        self._show_board()

    def action_ids(self) -> None:
        """Show the position as ids and as text."""
        from bgterm.tui.screens.pages.record import page_of  # loaded on demand

        header, width = self._card.question.header, self.app.size.width
        self.app.push_screen(page_of("ids", header, self._match, (), width, ascii_only=self._workspace.ascii_only))

    def action_help(self) -> None:
        """Show the keys, and where the answer is from."""
        source = ", ".join(filter(None, (self._card.title, self._card.engine)))
        self.app.push_screen(help_screen(self.active_bindings, [source] if source else []))


def end(screen: BaseScreen, practice: Practice) -> None:
    """Leave the practice, and show how it went: on a page, or in the shell."""
    said = messages.summary(practice.cards, practice.reviews, len(practice.schedule().due(practice.now())))
    app, below = screen.app, len(screen.app.screen_stack) > 1
    screen.leave(said)
    if below and practice.reviews:
        app.push_screen(PageScreen(_("Practice"), Content(said)))
