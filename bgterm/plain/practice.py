"""A practice in plain mode: a question is answered like a turn of a match, and its grade by a word."""

from collections.abc import AsyncIterator, Callable, Sequence

from bgterm.catalog import N_, _
from bgterm.plain import position_speech
from bgterm.plain.answers import ANSWERS
from bgterm.plain.at_table import AtTable
from bgterm.plain.commands import Command
from bgterm.plain.lists import Lists, Say
from bgterm.plain.messages import unknown
from bgterm.plain.session import PlainSession
from bgterm.play.actions.leaving import LEAVE
from bgterm.play.analysing import Analyses
from bgterm.play.participant import Action
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.question import Choice, Question
from bgterm.practice.reviews import Grade, Mark
from bgterm.practice.table import WORDS_OF_QUESTIONS, question_venue
from bgterm.profile.settings import Settings
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence

_GRADES = {grade.name.lower(): grade for grade in Grade}
_GRADE = N_("Press Enter to keep the grade, or type again, hard, good, easy, board, aside, delete, back or quit.")
_WORDS = (*_GRADES, "board", "aside", "delete", "back", "quit")
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


class QuestionSeat(AtTable):
    """The player at the table of a question, until they have answered or left."""

    def __init__(self, question: Question, say: Say, settings: Settings) -> None:
        """Prepare the table of a question."""
        self._asked = question
        venue = question_venue(self._asked)
        super().__init__(venue.table, say, settings, (self._asked.player,), venue)
        self.answer: Choice | None = None
        """The player's answer; None before there is one."""

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that are available at a question."""
        return (*WORDS_OF_QUESTIONS, LEAVE)

    def ask(self) -> None:
        """Print the prompt, unless the question has been answered."""
        if self.answer is None:
            super().ask()

    def _catch_up(self) -> None:
        """Take the player's events as the answer."""
        for happened in self.participant.news():
            if answer := self._asked.judged_event(happened.event):
                self.answer = answer
                self.participant.leave()


class PlainPractice(Lists):
    """A practice in plain mode, to which the typed lines are passed."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Prepare to run the practice; `say` prints a line."""
        super().__init__(say)
        self._practice, self._settings = practice, settings
        self._seat: QuestionSeat | None = None
        """The table of the last question; None if its answer is a number."""
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
        """Print the question of the current card, or the summary when no card is left."""
        practice, self._seat = self._practice, None
        if practice.card is None:
            self.leave()
            return
        asked = practice.card.question
        counted = asked.number_kind is None
        board = position_speech.board(asked.names, asked.start.board, asked.player, counted=counted)
        self.say(messages.progress(practice), practice.notice, *board)
        if asked.number_kind:
            self.say(messages.number_question(asked))
        else:
            seat = self._seat = QuestionSeat(asked, self._say, self._settings)
            self._session = PlainSession(seat, (*ANSWERS, Command("back", lambda *_: self._settle("back"))))
            seat.sit_down()
            await seat.settle()

    async def take(self, line: str) -> None:
        """Handle a typed line: an answer, a grade or a command."""
        word = line.strip().lower()
        if self._practice.answer:
            await self._grade(word)
        elif self._seat:
            await self._play(self._seat, line)
        else:
            await self._answer_number(word)

    def leave(self) -> None:
        """End the practice, and print its summary."""
        self.stop()
        self.say(messages.summary(self._practice))

    def stop(self) -> None:
        """End the practice without a summary."""
        self.over = True
        if self._seat:
            self._seat.stop()

    async def _play(self, seat: QuestionSeat, line: str) -> None:
        """Handle a line at the table of a question."""
        await self._session.take(line)
        if seat.answer:
            seat.stop()
            self._answer(seat.answer)
        elif seat.participant.left:
            self.leave()

    async def _answer_number(self, word: str) -> None:
        if word == "back":
            await self._settle(word)
        elif word in LEAVE.words:
            self.leave()
        else:
            try:
                self._answer(self._practice.asked.question.judged_number(float(word)))
            except ValueError:
                self.say(_("Type a number, back or quit."))

    def _answer(self, answer: Choice) -> None:
        """Record the answer to the current card, and print its verdict and grade."""
        self._practice.take(answer)
        self.say(*messages.about_answer(self._practice.asked, answer))
        self._say_grade()

    def _say_grade(self) -> None:
        self.say(messages.about_grade(self._practice.grade, self._practice.due_after()), _(_GRADE))

    async def _grade(self, word: str) -> None:
        """Handle a line after the answer: a grade or a command."""
        if word == "board":
            self._say_boards()
        elif word and word not in _WORDS:
            self.say(unknown(word, _WORDS))
        else:
            await self._settle(word)

    def _say_boards(self) -> None:
        """Print the board after the player's answer, after the best play, and after the play in the match."""
        card = self._practice.asked
        question = card.question
        for heading, choice in messages.to_compare(card, self._practice.answer or question.best):
            board = position_speech.board(question.names, question.board_after(choice), question.player)
            self.say(f"{heading} {messages.choice_text(question, choice)}.", *board)

    async def _settle(self, word: str) -> None:
        """Record the grade or what else was decided about the card, and ask the next one."""
        practice = self._practice
        practice.grade = _GRADES.get(word, practice.grade)
        try:
            match word:
                case "back":
                    await self._undo()
                case "aside":
                    await practice.mark(Mark.ASIDE)
                case "delete":
                    await practice.mark(Mark.DELETED)
                case _:
                    await practice.confirm()
        except BackgammonError as error:
            self.say(sentence(str(error)))
        if word == "quit":
            self.leave()
        elif not practice.answer:
            await self.ask()

    async def _undo(self) -> None:
        if not await self._practice.undo():
            self.say(_("There is no grade to take back."))
        elif self._practice.answer:
            self.say(messages.verdict(self._practice.asked, self._practice.answer))
            self._say_grade()
