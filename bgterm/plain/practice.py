"""A practice in lines of text: a question is played as in a match, its answer is graded by a word."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from bgterm.catalog import N_, _
from bgterm.plain import position_speech
from bgterm.plain.answers import ANSWERS
from bgterm.plain.at_table import AtTable
from bgterm.plain.commands import Command
from bgterm.plain.lists import Say
from bgterm.plain.messages import unknown
from bgterm.plain.session import PlainSession
from bgterm.play.actions.leaving import LEAVE
from bgterm.play.participant import Action
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.question import Choice
from bgterm.practice.reviews import Grade
from bgterm.practice.table import WORDS_OF_QUESTIONS, question_venue
from bgterm.profile.settings import Settings
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence

Lines = AsyncIterator[str]
_GRADES = {"again": Grade.AGAIN, "hard": Grade.HARD, "good": Grade.GOOD, "easy": Grade.EASY}
_GRADE = N_("Press Enter to keep the grade, or type again, hard, good, easy, board, aside, delete, back or quit.")
_WORDS = (*_GRADES, "board", "aside", "delete", "back", "quit")


class QuestionSeat(AtTable):
    """The player at the table of a question, until they have answered it, go back or leave."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Sit down at the question of the present card."""
        self._practice, self._asked = practice, practice.asked.question
        venue = question_venue(self._asked)
        super().__init__(venue.table, say, settings, (self._asked.player,), venue)
        self.answer: Choice | None = None
        """The answer, once there is one."""
        self.goes_back = False
        """Whether the player goes back to the card before."""

    @property
    def actions(self) -> Sequence[Action]:
        """The actions of a question."""
        return (*WORDS_OF_QUESTIONS, LEAVE)

    def sit_down(self, notice: str = "") -> None:
        """Name the card, and describe the board and the question."""
        number, count = self._practice.at + 1, len(self._practice.cards)
        board = position_speech.board(self.match.names, self._asked.start.board, self._asked.player)
        self.say(messages.progress(number, count), notice, *board)
        super().sit_down()

    def get_up(self) -> None:
        """Leave the table; there is nothing to say about it."""
        self.stop()
        self.venue.leave()

    def go_back(self) -> None:
        """Go back to the card before."""
        self.goes_back = True
        self.participant.leave()

    def ask(self) -> None:
        """Print the prompt, unless the question is answered."""
        if self.answer is None:
            super().ask()

    def _catch_up(self) -> None:
        """Take what was done for the answer."""
        for happened in self.participant.news():
            if answer := self._asked.judged_event(happened.event):
                self.answer = answer
                self.participant.leave()


def _back(seat: AtTable, _text: str) -> None:
    if isinstance(seat, QuestionSeat):
        seat.go_back()


_COMMANDS = (*ANSWERS, Command("back", _back))


class PlainPractice:
    """A practice in plain mode, which takes one line after the other."""

    def __init__(self, practice: Practice, say: Say, settings: Settings) -> None:
        """Take a practice, with a function that prints lines, and the player's settings."""
        self._practice, self._say, self._settings = practice, say, settings
        self._seat: QuestionSeat | None = None
        """The player at the question that is played; None at a number or an answer."""
        self.over = False
        """Whether the player has left, or no card is left."""

    async def run(self, lines: Lines, notice: str = "") -> None:
        """Ask one card after the other until the player leaves or the lines end, and say how it went."""
        await self.ask(notice)
        async for line in lines:
            await self.take(line)
            if self.over:
                return
        self.leave()

    async def ask(self, notice: str = "") -> None:
        """Ask the present card, or say how the practice went."""
        practice = self._practice
        if practice.card is None:
            self.leave()
        elif practice.asked.question.number_kind:
            self._ask_number(notice)
        else:
            self._seat = QuestionSeat(practice, self._say, self._settings)
            self._session = PlainSession(self._seat, _COMMANDS)
            self._seat.sit_down(notice)
            await self._seat.settle()

    async def take(self, line: str) -> None:
        """Take a line: an answer, a grade or a command."""
        word = line.strip().lower()
        if self._practice.answer:
            await self._grade(word)
        elif self._seat:
            await self._play(self._seat, line)
        else:
            await self._answer_number(word)

    def leave(self) -> None:
        """Leave, and say how the practice went."""
        practice = self._practice
        self.stop()
        due = len(practice.schedule().due(practice.now()))
        self._say(messages.summary(practice.cards, practice.reviews, due))

    def stop(self) -> None:
        """Leave without a word."""
        self.over = True
        if self._seat:
            self._seat.get_up()

    async def _play(self, seat: QuestionSeat, line: str) -> None:
        """Take a line at the table of a question."""
        await self._session.take(line)
        if not seat.participant.left:
            return
        seat.get_up()
        self._seat = None
        if seat.answer:
            self._take(seat.answer)
        elif seat.goes_back:
            await self._settle("back")
        else:
            self.leave()

    def _ask_number(self, notice: str) -> None:
        practice, asked = self._practice, self._practice.asked.question
        for said in filter(None, (messages.progress(practice.at + 1, len(practice.cards)), notice)):
            self._say(said)
        for said in position_speech.board(asked.names, asked.start.board, asked.player, counted=False):
            self._say(said)
        self._say(messages.number_question(asked))

    async def _answer_number(self, word: str) -> None:
        if word == "back":
            await self._settle(word)
        elif word in ("quit", "exit", "leave"):
            self.leave()
        else:
            try:
                self._take(self._practice.asked.question.judged_number(float(word)))
            except ValueError:
                self._say(_("Type a number, back or quit."))

    def _take(self, answer: Choice) -> None:
        """Take an answer, and say what it is worth."""
        self._practice.take(answer)
        for said in filter(None, messages.about_answer(self._practice.asked, answer)):
            self._say(said)
        self._say_grade()

    def _say_grade(self) -> None:
        self._say(messages.about_grade(self._practice.grade, self._practice.due_after()))
        self._say(_(_GRADE))

    async def _grade(self, word: str) -> None:
        """Take a line about the answer."""
        if word == "board":
            self._say_boards()
        elif word and word not in _WORDS:
            self._say(unknown(word, _WORDS))
        else:
            await self._settle(word)

    def _say_boards(self) -> None:
        """Describe the board after the best answer and after that of the player."""
        card, answer = self._practice.asked, self._practice.answer
        for choice in filter(None, dict.fromkeys((card.question.best, answer, card.made))):
            self._say(f"{messages.choice_text(card.question, choice)}:")
            names, board = card.question.names, card.question.board_after(choice)
            for said in position_speech.board(names, board, card.question.player):
                self._say(said)

    async def _settle(self, word: str) -> None:
        """Keep what was decided about the card, and ask the next one."""
        practice = self._practice
        practice.grade = _GRADES.get(word, practice.grade)
        writes: dict[str, Callable[[], Awaitable[None]]] = {"aside": practice.set_aside, "delete": practice.delete}
        try:
            if word == "back":
                await self._undo()
            else:
                await writes.get(word, practice.confirm)()
        except BackgammonError as error:
            self._say(sentence(str(error)))
        if word == "quit":
            self.leave()
        elif not practice.answer:
            await self.ask()

    async def _undo(self) -> None:
        if not await self._practice.undo():
            self._say(_("There is no grade to take back."))
        elif self._practice.answer:
            self._say(messages.verdict(self._practice.asked, self._practice.answer))
            self._say_grade()
