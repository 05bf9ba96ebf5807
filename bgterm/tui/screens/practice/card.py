"""The base of practice screens without a play on the board: the answer, and the question for a number."""

from collections.abc import Callable, Coroutine, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size

from bgterm.catalog import N_, _
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.text.events import LastEvent
from bgterm.text.joining import sentence
from bgterm.tui.board.scene import Scene
from bgterm.tui.input.bindings import bind
from bgterm.tui.input.key_rule import KeyMeaning
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.match.display import QuestionArea
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.score_sheet import Course
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import Line

ScreenMaker = Callable[[Practice, Workspace], BaseScreen]
"""A function that makes the screen of the current card: its question, or its answer to be graded again."""

UNDO = bind("z", "undo", "practice-undo", N_("undo grade"), N_("take the last grade back"))
TURN = bind("f", "turn", "practice-turn", N_("flip board"), N_("turn the board"))
HELP = bind("question_mark,f1", "help", "help", N_("help"), shown="?")


class CardScreen(BoardScreen):
    """A screen with the board of the current card, and lines below it."""

    DEFAULT_CSS = "CardScreen { background: $background; }"

    def __init__(self, practice: Practice, workspace: Workspace, next_screen: ScreenMaker) -> None:
        """Show the current card of a practice; `next_screen` makes the screen of the next one."""
        super().__init__()
        self._practice, self._workspace, self._next_screen = practice, workspace, next_screen
        self._card = practice.asked
        self._match, self._player = self._card.question.match, self._card.question.player
        self._turned = False
        self._area = QuestionArea()

    def compose(self) -> ComposeResult:
        """Yield the board, a notice, the text and the keys."""
        with Vertical(id="page"):
            yield TableView()
            yield Line(id="notice")
            yield self._area
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the board and the text of the card."""
        self.lay_out(self.app.size)
        self.show_board()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out; a low window has no line for the notice."""
        super().lay_out(size)
        self.show_text()

    def show_text(self) -> None:
        """Show the lines below the board; subclasses decide which."""
        raise NotImplementedError

    @property
    def sources(self) -> Sequence[str]:
        """The paragraphs about the card on its help page; none by default."""
        return ()

    @property
    def scene(self) -> Scene:
        """The scene of the board: the position of the question."""
        return self._scene_of(LastEvent())

    def _scene_of(self, note: LastEvent) -> Scene:
        bottom = self._player.opponent if self._turned else self._player
        home_right = self._workspace.settings.home_right
        return Scene.of(self._match, mover=self._player, bottom=bottom, home_right=home_right, note=note)

    def show_board(self) -> None:
        """Show the board in the position of `scene`."""
        board = self.table_view.board
        board.settle()
        board.moves = self._workspace.motion
        self.table_view.show(self._match, self.scene, Course([]))

    def painted(self, key: Key) -> KeyMeaning:
        """Return the meaning of a key; a deciding key pressed twice counts on one screen of the practice only."""
        meaning = super().painted(key)
        decision = None if meaning.decision is None else self
        return meaning._replace(screen=self._practice, decision=decision)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key applies: undoing needs a grade to take back."""
        return action != "undo" or bool(self._practice.done)

    def action_undo(self) -> None:
        """Take back the last grade, and show that card again."""
        self.settle(self._practice.undo())

    def settle(self, write: Coroutine[None, None, object], *, leaves: bool = False) -> None:
        """Await `write`, which saves a decision about the card, then show the next card; report an error."""

        async def settle() -> None:
            failure = ""
            try:
                await write
            except BackgammonError as error:
                failure = sentence(str(error))
            if leaves or self._practice.card is None:
                end(self, self._practice, failure)
            elif failure:
                self.reply(failure)
            else:
                self.give_way(self._next_screen(self._practice, self._workspace))

        self.begin_act(settle)

    def action_turn(self) -> None:
        """Flip the board."""
        self._turned = not self._turned
        self.show_board()

    def action_help(self) -> None:
        """Show the help: the keys, and the sources of the card."""
        self.app.push_screen(help_screen(self.active_bindings, self.sources))


def end(screen: BaseScreen, practice: Practice, failure: str = "") -> None:
    """End the practice, and show its summary and a `failure` to save: on a page, or in the shell."""
    said = " ".join(filter(None, (failure, messages.summary(practice))))
    app, below = screen.app, len(screen.app.screen_stack) > 1
    screen.leave(said)
    if below and practice.reviews:
        app.push_screen(PageScreen(_("Practice"), Content(said)))
