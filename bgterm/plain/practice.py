"""A practice in plain mode: a question is answered like a turn of a match, and its grade by a word."""

from collections.abc import AsyncIterator, Callable, Sequence

from bgterm.catalog import N_, _
from bgterm.plain import position_speech
from bgterm.plain.lists import Say
from bgterm.plain.messages import unknown
from bgterm.plain.session import PlainSession
from bgterm.play.analysing import Analyses
from bgterm.play.participant import Action
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.question import Choice
from bgterm.practice.table import ANSWER_NUMBER, COMPARE, NEXT, CardVenue
from bgterm.profile.settings import Settings

_GRADE = N_("Press Enter to keep the grade, or type again, hard, good, easy, board, aside, delete, back or quit.")
_QUARTER = 25
"""The percent of an analysis after which its progress is printed again."""


def follow(analyses: Analyses, say: Say, end: Callable[[], None]) -> None:
    """Watch the running analysis: print its percentage at each quarter, and call `end` when it has ended."""
    done = 0

    def hear() -> None:
        nonlocal done
        if not analyses.is_running:
            unwatch()
            end()
        elif done < (done := analyses.percent // _QUARTER) < 100 // _QUARTER:
            say(_("{percent}% is analysed.", percent=analyses.percent))

    unwatch = analyses.watchers.add(hear)


class CardSeat(PlainSession):
    """The place of a player at the current card of a practice, until they have answered it, gone on, or left."""

    venue: CardVenue

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Prepare the table of the current card of a practice."""
        super().__init__(CardVenue(practice), say, settings)

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that can be typed at the card, before or after its answer."""
        return self.venue.actions

    @property
    def over(self) -> bool:
        """Whether the player has answered the card, gone on from its answer, or left."""
        return super().over or self.venue.is_past

    async def show(self) -> None:
        """Print the question of the card; once it is answered, the grade and the right answer instead."""
        venue, practice, question = self.venue, self.venue.practice, self.venue.question
        if venue.answer:
            grade = messages.about_grade(practice.grade, practice.due_after())
            self.say(*messages.about_answer(venue.card, venue.answer), grade, _(_GRADE))
            return
        board = position_speech.board(
            question.names, question.start.board, question.player, counted=venue.is_played
        )
        self.say(messages.progress(practice), practice.notice, *board, messages.number_question(question))
        if venue.is_played:
            self.sit_down()
            await self.settle()

    def _take(self, line: str) -> object:
        """Run the command of a line.

        For a question about a number, and after an answer, only words of the card's actions are commands.
        """
        if self.venue.is_played:
            return super()._take(line)
        answer, words = self.venue.answer, {word: action for action in self.actions for word in action.words}
        action = NEXT if answer and not line else words.get(line.lower())
        if action and action is not COMPARE:
            return self.do(action, **action.by_word)
        if not answer:
            return self.do(ANSWER_NUMBER, text=line)
        if action:
            self._say_boards(answer)
        else:
            self.say(unknown(line, [each.words[0] for each in self.actions if each.words]))
        return None

    def _say_boards(self, answer: Choice) -> None:
        """Print the board after the player's answer, after the best play, and after the play in the match."""
        question = self.venue.question
        for heading, choice in messages.to_compare(self.venue.card, answer):
            board = position_speech.board(question.names, question.board_after(choice), question.player)
            self.say(f"{heading} {messages.choice_text(question, choice)}.", *board)


class PlainPractice:
    """The run of a practice in plain mode: it prints the cards one by one, and receives the typed lines."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Prepare to run the practice; `say` prints a line."""
        self._practice, self._say, self._settings = practice, say, settings
        self._seat: CardSeat | None = None
        """The table of the current card; None before the first."""
        self.over = False
        """Whether the player has left, or no card is left."""

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Ask the cards, answered by `lines`, until these end or the player leaves; then print the summary."""
        await self.ask()
        async for line in lines:
            await self.take(line)
            if self.over:
                return
        self.leave()

    async def ask(self) -> None:
        """Print the current card, its question or its answer; when no card is left, end and print the summary."""
        if self._practice.card is None:
            self.leave()
            return
        if self._seat:
            self._seat.stop()
        self._seat = CardSeat(self._practice, self._say, self._settings)
        await self._seat.show()

    async def take(self, line: str) -> None:
        """Handle a typed line, an answer, a grade or a command; print the next card when this one is done."""
        if seat := self._seat:
            await seat.take(line)
            if seat.participant.left:
                self.leave()
            elif seat.venue.is_past:
                await self.ask()

    def leave(self) -> None:
        """End the practice, and print its summary."""
        self.stop()
        self._say(messages.summary(self._practice))

    def stop(self) -> None:
        """End the practice without a summary, because the session ends or goes elsewhere."""
        self.over = True
        if self._seat:
            self._seat.stop()
