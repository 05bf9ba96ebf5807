"""The screen of a card of a practice: its question, or its answer, with the keys of a match."""

from collections.abc import Awaitable, Callable
from functools import partial

from textual.content import Content
from textual.events import Key

from bgterm.catalog import _
from bgterm.play.participant import Participant
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.table import LEAVE, CardVenue
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import PlayedTurn
from bgterm.text.events import LastEvent
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.input import KeyMeaning
from bgterm.tui.screens.dialogs import PageScreen, help_screen
from bgterm.tui.screens.match.display import MatchDisplay
from bgterm.tui.screens.match.keys import MatchKeys
from bgterm.tui.screens.match.lines import Lines
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.widgets.table_view import Course


class CardDisplay(MatchDisplay):
    """The widgets of a card that asks for a number or has been answered.

    A card that asks for a play or a cube action is shown by a `MatchDisplay`.
    """

    _compared = 0
    """How often the board of another answer was shown."""

    def __init__(self, venue: CardVenue, here: Participant, workspace: Workspace) -> None:
        """Show the card of a venue, at which no play can be made."""
        super().__init__(here, workspace, ())
        self._venue, self._card, self._answer = venue, venue.card, venue.answer
        self.table_view.hides_pips = venue.answer is None

    @property
    def viewer(self) -> Player:
        """The player whose decision the card asks for; their numbers name the points."""
        return self._card.question.player

    @property
    def _bottom(self) -> Player:
        return self.viewer.opponent if self.turned else self.viewer

    @property
    def scene(self) -> Scene:
        """The scene of the card's position; once answered, after the compared answer that is shown."""
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
        """Draw the board, with neither the name of the rules nor the plays of a game beside it."""
        self.table_view.name_rules("")
        self.table_view.board.moves = self._workspace.motion
        self.table_view.show(self._view.match, self.scene, Course())

    def compare(self) -> None:
        """Show the board after the next of the compared answers: the player's, the best, and the first again."""
        self._compared += 1
        self.show_board()

    def _unfitted(self, *, noticed: bool) -> Lines:
        if self._answer is None:
            question = messages.number_question(self._card.question)
            typed = Content.assemble(("> ", "bold $accent"), (f"{self._view.typed_digits}_", "bold"))
            return (Content.assemble(question, " ", typed), "", "") if self._is_low else (question, typed, "")
        worth, best, made, others, _engine = messages.about_answer(self._card, self._answer)
        return (worth, best, self._grade) if self._is_low else (f"{worth} {best}", made or others, made and others)

    def show_question(self) -> None:
        """Draw the card's question, or what is right about its answer, and the grade above it."""
        super().show_question()
        self.show_notice()

    def show_notice(self) -> None:
        """Draw the grade of the answer and the engine that judged it, once there is an answer."""
        super().show_notice()
        if self._answer:
            *_said, engine = messages.about_answer(self._card, self._answer)
            self._line.show(Content.assemble(self._grade, (f"  {engine}", "not bold $board-quiet")))

    @property
    def _grade(self) -> str:
        practice = self._venue.practice
        due = None if self._venue.is_past else practice.due_after()
        return messages.about_grade(practice.grade, due)


class CardScreen(MatchScreen):
    """The screen of a practice's current card: its question or, once answered, the answer and its grade."""

    venue: CardVenue

    def __init__(self, practice: Practice, workspace: Workspace) -> None:
        """Show the current card; the practice's notice and the number of the card are shown with a question."""
        venue = CardVenue(practice)
        said = "" if venue.answer else "  ".join(filter(None, (messages.progress(practice), practice.notice)))
        super().__init__(venue, workspace, said, venue.actions)
        if isinstance(self._display, CardDisplay):
            self._keys = MatchKeys(self.here, venue.actions, ())  # only keys of a match are chosen
            self._own = {**self._own, "compare": self._display.compare}
            self.table_view.board.on_spot = lambda _spot, _again: "b" if venue.answer else ""

    def make_display(self) -> MatchDisplay:
        """Make the widgets of a match for a card that is played, otherwise those of a `CardDisplay`."""
        if self.venue.is_played:
            return super().make_display()
        return CardDisplay(self.venue, self.here, self.workspace)

    @property
    def how_to_quit(self) -> str:
        """The message shown after Ctrl+C: how to leave the practice or quit, and that grades are saved."""
        key = self._keys.of("leave", "q")
        return _("Press {key} to leave or Ctrl+Q to quit; every grade is kept.", key=key)

    def meaning_of(self, key: Key) -> KeyMeaning:
        """Return what a key would do in the present view; a double press acts on one card's screen only."""
        meaning = super().meaning_of(key)
        decision = None if meaning.decision is None else (id(self), meaning.decision)
        return meaning._replace(screen=self.venue.practice, decision=decision)

    async def _act(self, act: Callable[[], Awaitable[str | None]], asks_again: bool) -> None:
        """Perform an act, then show the card that is current after it, or the summary at the end."""
        await super()._act(act, asks_again)
        practice = self.venue.practice
        if practice.card is None or self.here.left:
            self._end()
        elif self.venue.is_past and self.is_attached:
            self.give_way(CardScreen(practice, self.workspace))

    def action_leave(self) -> None:
        """End the practice, with the grade of an answered card saved, and show its summary."""
        self.act(partial(self.here.do, LEAVE))

    def _end(self) -> None:
        """Show the summary of the practice: on a page, or in the shell."""
        practice, app, below = self.venue.practice, self.app, len(self.app.screen_stack) > 1
        said = messages.summary(practice)
        self.leave(said)
        if below and practice.answered:
            app.push_screen(PageScreen(_("Practice"), Content(said)))

    def _help(self) -> PageScreen:
        """Return the page of the keys: with the rules at a question, and with the sources at an answer."""
        if self.venue.is_played:
            return super()._help()
        sources = messages.sources(self.venue.card) if self.venue.answer else ()
        return help_screen(self.active_bindings, sources, heading=_("Where the answer comes from"))
