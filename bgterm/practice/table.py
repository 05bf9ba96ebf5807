"""The table of a question: a match that is not saved begins with its position, and has the usual actions."""

from dataclasses import replace
from pathlib import Path

from bgterm.catalog import N_
from bgterm.play.actions import leaving
from bgterm.play.actions.everything import KEYS, WORDS
from bgterm.play.actions.looking import TURN_OWN_BOARD
from bgterm.play.actions.turn import TURN
from bgterm.play.participant import LETTER, Action
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.practice.question import Question

_CUBE = frozenset({"roll", "double", "take", "pass", "beaver"})
_BESIDE = frozenset({"ids", "settings", "help"})
UNDO_GRADE = Action("undo-grade", key=LETTER("z", N_("undo grade"), N_("take the last grade back"), rank=20))
"""The action that takes back the last grade, which each front end performs itself."""
LEAVE = replace(
    leaving.LEAVE, key=LETTER("q", N_("leave"), N_("leave the practice; every grade is kept"), leaves=True)
)
_ANSWERS = tuple(action for action in KEYS if action.id in _CUBE or action in TURN)
FIRST_KEYS = (*_ANSWERS, TURN_OWN_BOARD, *(action for action in KEYS if action.id in _BESIDE), LEAVE)
"""The actions with keys at the first question."""
KEYS_OF_QUESTIONS = (*FIRST_KEYS, UNDO_GRADE)
"""The actions with keys at later questions."""
WORDS_OF_QUESTIONS = tuple(action for action in WORDS if action.id in _CUBE or action in TURN)
"""The actions with words at a question, in plain mode."""


class QuestionVenue(Venue):
    """The venue of a question: the player is at the bottom of the board, and hints are not available."""

    turns_board = True

    def leave(self) -> str:
        """Return no message, because there is no match to resume."""
        return ""


def question_venue(question: Question) -> QuestionVenue:
    """Return the venue with the table at which the question is asked. Raises ImpossiblePosition."""
    header = question.header._replace(dice="random")
    table = Table.begin(Path(), header, lazily=True)
    table.journal.kept = False
    return QuestionVenue(table)
