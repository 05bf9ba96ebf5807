"""The answer to a question of a practice: its cost, the best answer, and the day when the card is due again."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.practice import messages
from bgterm.practice.question import Choice
from bgterm.practice.reviews import Grade, Mark
from bgterm.rules.match import PlayedTurn
from bgterm.text.events import LastEvent
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import ConfirmDialog
from bgterm.tui.screens.practice.card import HELP, TURN, UNDO, CardScreen
from bgterm.tui.widgets.text_line import Line

_GO_ON = N_("keep the grade, and go on")
_BOARDS = N_("look at the best play, yours, and that of the match")
BINDINGS: list[BindingType] = [
    bind("enter,space", "confirm", "practice-next", N_("next"), _GO_ON, "Enter", decides=True, rank=1),
    bind("b", "board", "practice-board", N_("board"), _BOARDS, rank=2),
    bind("1", "grade(1)", "practice-again", N_("again"), rank=3),
    bind("2", "grade(2)", "practice-hard", N_("hard"), rank=4),
    bind("3", "grade(3)", "practice-good", N_("good"), rank=5),
    bind("4", "grade(4)", "practice-easy", N_("easy"), N_("easy: asked much later"), rank=6),
    UNDO,
    bind("a", "aside", "practice-aside", N_("set aside"), N_("ask this card no more until you restore it")),
    bind("D", "delete", "practice-delete", N_("delete"), N_("never ask this card again (asks first)")),
    bind("i", "ids", "ids", N_("ids"), N_("the position as ids and as text, to be copied")),
    TURN,
    HELP,
    bind("q", "leave", "leave", N_("leave"), N_("keep the grade, and leave the practice"), leaves=True),
]


class AnswerScreen(CardScreen):
    """The screen after the player has answered the current card."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    _shown = 0
    """The index of the answer whose board is shown."""

    def on_mount(self) -> None:
        """Make a click on the board show the next answer's board."""
        self.table_view.board.on_spot = lambda _spot, _again: "b"

    # Display

    @property
    def _answer(self) -> Choice:
        return self._practice.answer or self._card.question.best

    @property
    def _boards(self) -> list[tuple[str, Choice]]:
        """The different answers whose boards can be shown, with headings."""
        return messages.to_compare(self._card, self._answer)

    @property
    def scene(self) -> Scene:
        """The scene of the board after the answer that is shown."""
        question = self._card.question
        heading, choice = self._boards[self._shown]
        scene = self._scene_of(LastEvent(messages.choice_text(question, choice), heading))
        dice = self._match.game.dice
        if dice is None or not choice.play:
            return scene
        board = question.board_after(choice)
        last = LastPlay.of(PlayedTurn(self._player, question.start.board, dice, choice.play), board)
        return scene._replace(board=board, last=last, used=dice.pips)

    def show_text(self) -> None:
        """Show the verdict on the answer, and its grade."""
        worth, best, made, others, engine = messages.about_answer(self._card, self._answer)
        grade = messages.about_grade(self._practice.grade, self._practice.due_after())
        notice = Content.assemble(grade, (f"  {engine}", "not bold $board-quiet"))
        self.query_one("#notice", Line).show(notice)
        lines = (f"{worth} {best}", made or others, others if made else "")
        self._area.ask("answer", (worth, best, grade) if self.has_class("-low") else lines)

    # Keys

    def action_board(self) -> None:
        """Show the board after the next of the answers."""
        self._shown = (self._shown + 1) % len(self._boards)
        self.show_board()

    def action_grade(self, number: int) -> None:
        """Change the grade of the answer."""
        self._practice.grade = Grade(number)
        self.show_text()

    def action_confirm(self) -> None:
        """Save the grade, and continue with the next card."""
        self.settle(self._practice.confirm())

    def action_aside(self) -> None:
        """Set the card aside, and continue with the next card."""
        self.settle(self._practice.mark(Mark.ASIDE))

    @asks
    async def action_delete(self) -> None:
        """Delete the card after a confirmation, and continue with the next card."""
        if await self.app.push_screen_wait(ConfirmDialog(_("Delete this card, and never ask it again?"))):
            self.settle(self._practice.mark(Mark.DELETED))

    def action_leave(self) -> None:
        """Save the grade, end the practice and show its summary."""
        self.settle(self._practice.confirm(), leaves=True)

    def action_ids(self) -> None:
        """Show the page with the ids and the diagram of the position."""
        from bgterm.tui.screens.pages.record import page_of  # loaded on demand

        header, width = self._card.question.header, self.app.size.width
        self.app.push_screen(page_of("ids", header, self._match, (), width, ascii_only=self._workspace.ascii_only))

    @property
    def sources(self) -> Sequence[str]:
        """The rule behind a drill's answer, and the match and engine that the card comes from."""
        source = ", ".join(filter(None, (self._card.title, self._card.engine)))
        return [*filter(None, (messages.rule(self._card), source))]
