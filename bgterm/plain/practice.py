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
from bgterm.practice.table import COMPARE, NEXT, CardVenue, actions_of
from bgterm.profile.settings import Settings

_GRADE = N_("Press Enter to keep the grade, or type again, hard, good, easy, board, aside, delete, back or quit.")
_QUARTER = 25
"""The percent of an analysis after which its progress is printed again."""


def follow(analyses: Analyses, say: Say, end: Callable[[], None]) -> None:
    """Print how much of the running analysis is done, at each quarter, and call `end` when it has ended."""
    done = 0

    def hear() -> None:
        nonlocal done
        if not analyses.is_running:
            analyses.watchers.remove(hear)
            end()
        elif done < (done := analyses.percent // _QUARTER) < 100 // _QUARTER:
            say(_("{percent}% is analysed.", percent=analyses.percent))

    analyses.watchers.append(hear)


class CardSeat(PlainSession):
    """The player at the table of a card, until they have answered it, gone on from its answer, or left."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Prepare the table of the current card of a practice."""
        self._practice, self._card, venue = practice, practice.asked, CardVenue(practice)
        self._reads_words = bool(practice.answer or self._card.question.number_kind)
        """Whether a line is a number, a grade or another word, and not one of a match."""
        super().__init__(venue.table, say, settings, (self._card.question.player,), venue)

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that are available at the card."""
        return actions_of(self._practice)

    def ask(self) -> None:
        """Print the prompt, unless the question has been answered."""
        if self._practice.answer is None:
            super().ask()

    async def show(self) -> None:
        """Print the question of the card, or its answer."""
        practice, question = self._practice, self._card.question
        if practice.answer:
            grade = messages.about_grade(practice.grade, practice.due_after())
            self.say(*messages.about_answer(self._card, practice.answer), grade, _(_GRADE))
            return
        board = position_speech.board(
            question.names, question.start.board, question.player, counted=not self._reads_words
        )
        self.say(messages.progress(practice), practice.notice, *board, messages.number_question(question))
        if not self._reads_words:
            self.sit_down()
            await self.settle()

    async def take(self, line: str) -> None:
        """Handle a typed line: an answer, a grade or a command."""
        if self._reads_words:
            await self._take_word(line.strip().lower())
        else:
            await super().take(line)

    async def _take_word(self, word: str) -> None:
        """Handle a line at a question for a number, or after an answer."""
        practice = self._practice
        words = {word: action for action in self.actions for word in action.words}
        action = NEXT if practice.answer and not word else words.get(word)
        if action is COMPARE:
            self._say_boards()
        elif action:
            await self.do(action, **action.by_word)
        elif practice.answer:
            self.say(unknown(word, [each.words[0] for each in self.actions if each.words]))
        else:
            try:
                practice.take(self._card.question.judged_number(float(word)))
            except ValueError:
                self.say(_("Type a number, back or quit."))

    def _say_boards(self) -> None:
        """Print the board after the player's answer, after the best play, and after the play in the match."""
        question = self._card.question
        for heading, choice in messages.to_compare(self._card, self._practice.answer or question.best):
            board = position_speech.board(question.names, question.board_after(choice), question.player)
            self.say(f"{heading} {messages.choice_text(question, choice)}.", *board)

    def _catch_up(self) -> None:
        """Take the player's events as the answer."""
        for happened in self.participant.news():
            if answer := self._card.question.judged_event(happened.event):
                self._practice.take(answer)
                self.participant.leave()


class PlainPractice:
    """A practice in plain mode, to which the typed lines are passed."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Prepare to run the practice; `say` prints a line."""
        self._practice, self._say, self._settings = practice, say, settings
        self._seat: CardSeat | None = None
        """The table of the current card; None before the first."""
        self._shown = practice.card, practice.answer
        self.over = False
        """Whether the player has left, or no card is left."""

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Ask the cards until the player leaves or the lines end, then print the summary."""
        await self.ask()
        async for line in lines:
            await self.take(line)
            if self.over:
                return
        self.leave()

    async def ask(self) -> None:
        """Print the current card: its question, or its answer; or the summary when no card is left."""
        self._shown = self._practice.card, self._practice.answer
        if self._practice.card is None:
            self.leave()
            return
        if self._seat:
            self._seat.stop()
        self._seat = CardSeat(self._practice, self._say, self._settings)
        await self._seat.show()

    async def take(self, line: str) -> None:
        """Handle a typed line: an answer, a grade or a command."""
        practice, seat = self._practice, self._seat
        if seat:
            await seat.take(line)
        if seat and seat.over and (self._shown[1] or not practice.answer):
            self.leave()
        elif (practice.card, practice.answer) != self._shown:
            await self.ask()

    def leave(self) -> None:
        """End the practice, and print its summary."""
        self.stop()
        self._say(messages.summary(self._practice))

    def stop(self) -> None:
        """End the practice without a summary."""
        self.over = True
        if self._seat:
            self._seat.stop()
