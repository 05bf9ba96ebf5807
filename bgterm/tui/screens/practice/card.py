"""The screen of a card of a practice: its question, or its answer, with the keys of a match."""

from collections.abc import Awaitable, Callable

from textual.content import Content
from textual.events import Key

from bgterm.catalog import _
from bgterm.play.participant import Participant
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.table import LEAVE, CardVenue, actions_of
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import PlayedTurn
from bgterm.rules.replay import Step
from bgterm.text.events import LastEvent
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.input import KeyMeaning
from bgterm.tui.screens.match.display import MatchDisplay
from bgterm.tui.screens.match.keys import MatchKeys
from bgterm.tui.screens.match.lines import Lines
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.widgets.score_sheet import Course


class CardDisplay(MatchDisplay):
    """The widgets of a card with an answer, or with a question for a number."""

    _compared = 0
    """How often the board of another answer was shown."""

    def __init__(self, here: Participant, workspace: Workspace, practice: Practice) -> None:
        """Show the current card of a practice, to which no play is made."""
        super().__init__(here, workspace, ())
        self._practice, self._card, self._answer = practice, practice.asked, practice.answer
        self.table_view.hides_pips = practice.answer is None

    @property
    def viewer(self) -> Player:
        """The player who is asked."""
        return self._card.question.player

    @property
    def _bottom(self) -> Player:
        return self.viewer.opponent if self.turned else self.viewer

    @property
    def scene(self) -> Scene:
        """The scene of the board after the answer that is shown."""
        scene, question = super().scene, self._card.question
        if self._answer is None:
            return scene
        boards = messages.to_compare(self._card, self._answer)
        heading, choice = boards[self._compared % len(boards)]
        scene = scene._replace(note=LastEvent(messages.choice_text(question, choice), heading))
        dice = question.start.dice
        if dice is None or not choice.play:
            return scene
        board = question.board_after(choice)
        last = LastPlay.of(PlayedTurn(self.viewer, question.start.board, dice, choice.play), board)
        return scene._replace(board=board, last=last, used=dice.pips)

    def show_board(self) -> None:
        """Show the board without the name of the rules and the race beside it."""
        self.table_view.name_rules("")
        self.table_view.board.moves = self._workspace.motion
        self.table_view.show(self._view.match, self.scene, Course())

    def compare(self) -> None:
        """Show the board after the next of the answers."""
        self._compared += 1
        self.show_board()

    def _lines(self) -> Lines:
        if self._answer is None:
            typed = Content.assemble(("> ", "bold $accent"), (f"{self._view.typed_digits}_", "bold"))
            return messages.number_question(self._card.question), typed, ""
        worth, best, made, others, _engine = messages.about_answer(self._card, self._answer)
        return (worth, best, self._grade) if self._is_low else (f"{worth} {best}", made or others, made and others)

    def show_question(self) -> None:
        """Show the question or the answer, and the grade above it."""
        super().show_question()
        self.show_notice()

    def show_notice(self) -> None:
        """Show the grade of an answer, and the engine that it is judged by."""
        super().show_notice()
        if self._answer:
            *_said, engine = messages.about_answer(self._card, self._answer)
            self._line.show(Content.assemble(self._grade, (f"  {engine}", "not bold $board-quiet")))

    @property
    def _grade(self) -> str:
        due = self._practice.due_after() if self._practice.answer else None  # the grade has been kept
        return messages.about_grade(self._practice.grade, due)


class CardScreen(MatchScreen):
    """The current card of a practice: its question, or once it is answered its answer and grade."""

    def __init__(self, practice: Practice, workspace: Workspace) -> None:
        """Show the current card; the practice's notice and the number of the card are shown with a question."""
        self._practice, self._card, self.answer = practice, practice.asked, practice.answer
        self._makes_play = not (practice.answer or self._card.question.number_kind)
        said = "" if practice.answer else "  ".join(filter(None, (messages.progress(practice), practice.notice)))
        seats = (self._card.question.player,) if self._makes_play else ()
        super().__init__(CardVenue(practice), workspace, seats, said, actions_of(practice))
        self._shown = practice.card, practice.answer
        if not self._makes_play:
            self._keys = MatchKeys(self.here, actions_of(practice), ())  # only keys of a match are chosen
        if isinstance(self._display, CardDisplay):
            self._own = {**self._own, "compare": self._display.compare}
            self.table_view.board.on_spot = lambda _spot, _again: "b" if self.answer else ""

    def make_display(self) -> MatchDisplay:
        """Make the widgets of a match, or those of an answer."""
        if self._makes_play:
            return super().make_display()
        return CardDisplay(self.here, self.workspace, self._practice)

    @property
    def how_to_quit(self) -> str:
        """The answer to Ctrl+C: how to leave the practice or quit."""
        key = self._keys.of("leave", "q")
        return _("Press {key} to leave or Ctrl+Q to quit; every grade is kept.", key=key)

    def painted(self, key: Key) -> KeyMeaning:
        """Return the meaning of a key; a deciding key pressed twice counts on one screen of the practice only."""
        meaning = super().painted(key)
        decision = None if meaning.decision is None else (id(self), meaning.decision)
        return meaning._replace(screen=self._practice, decision=decision)

    def show_event(self, happened: Step) -> None:
        """Take the player's event as the answer."""
        super().show_event(happened)
        if self._practice.answer is None and (answer := self._card.question.judged_event(happened.event)):
            self._practice.take(answer)

    async def _act(self, act: Callable[[], Awaitable[str | None]], asks_again: bool) -> None:
        """Perform an act, then show the card that is current after it, or the summary at the end."""
        await super()._act(act, asks_again)
        practice = self._practice
        before, self._shown = self._shown, (practice.card, practice.answer)
        if practice.card is None:
            self._end()
        elif self._shown != before:
            self.give_way(CardScreen(practice, self.workspace))

    def action_leave(self) -> None:
        """Keep the grade of an answer, end the practice and show its summary."""

        async def leave() -> None:
            failure = ""
            try:
                await self.here.do(LEAVE)
            except BackgammonError as error:
                failure = self._in_words(error)
            self._end(failure)

        self.begin_act(leave)

    def _end(self, failure: str = "") -> None:
        """Show the summary of the practice and a `failure` to save: on a page, or in the shell."""
        said = " ".join(filter(None, (failure, messages.summary(self._practice))))
        app, below = self.app, len(self.app.screen_stack) > 1
        self.leave(said)
        if below and self._practice.reviews:
            app.push_screen(PageScreen(_("Practice"), Content(said)))

    def _help(self) -> PageScreen:
        """Return the page of the keys: with the rules at a question, and with the sources at an answer."""
        if self._makes_play:
            return super()._help()
        return help_screen(self.active_bindings, messages.sources(self._card) if self.answer else ())
