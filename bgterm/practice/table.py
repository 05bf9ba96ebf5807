"""The table of a card: a match that is not saved begins with its position, and actions answer and grade it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from bgterm.catalog import N_, _
from bgterm.play.actions import leaving
from bgterm.play.actions.dice import ROLL
from bgterm.play.actions.looking import HELP, IDS, SETTINGS, TURN_OWN_BOARD
from bgterm.play.actions.offers import CUBE
from bgterm.play.actions.turn import TURN
from bgterm.play.participant import BESIDE, LETTER, Action, Answer, Key, Participant, Question, unless
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.practice.messages import GRADES
from bgterm.practice.practice import Practice
from bgterm.practice.question import Grade, Mark, Number
from bgterm.rules.errors import BackgammonError, IllegalAction, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import MatchState
from bgterm.storage.store import FileStore
from bgterm.text.joining import sentence

_EASY = N_("easy: asked much later")
_CERTAIN = 100
"""The largest chance, in percent."""
_LONGEST = 5
"""The most characters of a number."""


class CardVenue(Venue):
    """The venue of a practice's current card, as a question or as its answer.

    The player who is asked is at the bottom of the board, and hints are not available.
    """

    turns_board = True

    def __init__(self, practice: Practice) -> None:
        """Begin the table with the position of the current card. Raises ImpossiblePosition."""
        self.practice, self.card, self.answer = practice, practice.asked, practice.answer
        self.question = self.card.question
        header = self.question.header._replace(dice="random")
        super().__init__(Table.create(FileStore(Path()), header, lazily=True))
        self.table.journal.kept = False
        self.table.event_watchers.add(self._hear)
        self.is_played = not (self.answer or self.question.number_kind)
        """Whether a play or an action with the cube is awaited, and not a number or a grade."""
        self.seats = (self.question.player,) if self.is_played else ()
        self.actions = ANSWER if self.answer else QUESTION if self.is_played else NUMBER
        """The actions at the card."""

    @property
    def is_past(self) -> bool:
        """Whether the practice has left the question or the answer of this card."""
        return (self.practice.card, self.practice.answer) != (self.card, self.answer)

    def _hear(self, _match: MatchState, event: Event) -> None:
        """Record the player's event as the answer to the card."""
        if not self.is_past and (answer := self.question.judged_event(event)):
            self.practice.take(answer)

    def leave(self) -> str:
        """Return no message, because there is no match to resume."""
        return ""


def _practice(here: Participant) -> Practice:
    return cast("CardVenue", here.venue).practice


async def _answer_number(here: Participant, text: str | None = None) -> None:
    practice = _practice(here)
    try:
        number = float(here.view.typed_digits if text is None else text)
        answer = practice.asked.question.judged_number(number)
    except ValueError as error:
        message = N_("Type a number first.") if text is None else N_("Type a number, back or quit.")
        raise NotationError(message) from error
    if practice.asked.question.number_kind is Number.TAKE_POINT and not 0 <= number <= _CERTAIN:
        raise NotationError(N_("A chance is a number from 0 to 100."))
    practice.take(answer)


def _grading(grade: Grade) -> Action:
    """Return the action that grades the answer: its word saves the grade, its key only selects it."""

    def do(here: Participant, keeps: bool = False) -> Awaitable[None] | None:
        _practice(here).grade = grade
        return _practice(here).confirm() if keeps else None

    word, about = grade.name.lower(), _EASY if grade is Grade.EASY else ""
    key = _ONCE_SHOWN(str(grade.value), GRADES[grade], about, rank=2 + grade)
    return Action(f"grade-{word}", do=do, words=(word,), by_word={"keeps": True}, key=key)


def _mark(mark: Mark) -> Callable[..., Awaitable[None]]:
    return lambda here, **_sure: _practice(here).mark(mark)


def _sure(_here: Participant, sure: bool = False) -> Question | None:
    """Return the confirmation before a card is deleted; None once it is answered."""
    question = _("Delete this card, and never ask it again?")
    return None if sure else Question("sure", question, [Answer(_("delete"), True)], is_final=True)


_SURE = {"sure": True}


async def _keep_and_leave(here: Participant, **_sure: object) -> None:
    """Leave the practice, and keep the grade of an answer; a failure to save it becomes the notice."""
    practice = _practice(here)
    here.leave()
    try:
        if practice.answer:
            await practice.confirm()
    except BackgammonError as error:
        practice.notice = sentence(str(error))


_ONCE_SHOWN = partial(Key, answers=False)
"""Makes a key beside the answers that counts only if it was pressed after the card was shown."""
_UNDO = LETTER("z", N_("undo grade"), N_("take the last grade back"), rank=20)
_LEAVE = LETTER("q", N_("leave"), N_("leave the practice; every grade is kept"), leaves=True)
_ANSWER = Key("enter", N_("answer"), shown="Enter", rank=1)
_ERASE = BESIDE("backspace", N_("erase"), shown="Bksp", rank=2)
_DIGITS = BESIDE("0 1 2 3 4 5 6 7 8 9", "", is_listed=False)
_POINT = BESIDE("full_stop", "", is_listed=False)
_NEXT = Key("enter space", N_("next"), N_("keep the grade, and go on"), "Enter", rank=1)
_BOARDS = _ONCE_SHOWN("b", N_("board"), N_("look at the best play, yours, and that of the match"), rank=2)
_ASIDE = _ONCE_SHOWN("a", N_("set aside"), N_("ask this card no more until you restore it"))
_DELETE = _ONCE_SHOWN("D", N_("delete"), N_("never ask this card again (asks first)"))
_IDS = BESIDE("i", N_("ids"), N_("the position as ids and as text, to be copied"))
_NO_GRADE = IllegalAction(N_("There is no grade to take back."))
_UNDOES = unless(lambda here: _practice(here).done, _NO_GRADE)
_HAS_ROOM = unless(lambda here: len(here.view.typed_digits) < _LONGEST)
_HAS_NO_POINT = unless(lambda here: len(here.view.typed_digits) < _LONGEST and "." not in here.view.typed_digits)
UNDO_GRADE = Action("undo-grade", _UNDOES, lambda here: _practice(here).undo(), words=("back",), key=_UNDO)
LEAVE = replace(leaving.LEAVE, do=_keep_and_leave, key=_LEAVE)
_AROUND = (TURN_OWN_BOARD, HELP, LEAVE)
QUESTION = (ROLL, *CUBE, *TURN, TURN_OWN_BOARD, IDS, SETTINGS, HELP, LEAVE, UNDO_GRADE)
"""The actions at a question about a play or the cube."""
ANSWER_NUMBER = Action("answer-number", do=_answer_number, key=_ANSWER)
NUMBER = (
    ANSWER_NUMBER,
    Action("erase-number", do=lambda here: here.type_digits(here.view.typed_digits[:-1]), key=_ERASE),
    Action("type-number", _HAS_ROOM, key=_DIGITS),
    Action("type-point", _HAS_NO_POINT, key=_POINT),
    UNDO_GRADE,
    *_AROUND,
)
"""The actions at a question for a number."""
NEXT = Action("next-card", do=lambda here: _practice(here).confirm(), key=_NEXT)
COMPARE = Action("compare", words=("board",), key=_BOARDS)
"""The action that shows the boards after the answers, which each front end does itself."""
ANSWER = (
    NEXT,
    COMPARE,
    *map(_grading, Grade),
    UNDO_GRADE,
    Action("set-aside", do=_mark(Mark.ASIDE), words=("aside",), key=_ASIDE),
    Action("delete-card", do=_mark(Mark.DELETED), question=_sure, words=("delete",), by_word=_SURE, key=_DELETE),
    replace(IDS, key=_IDS),
    *_AROUND,
)
"""The actions at an answer."""
