"""The table of a question: its position in a match of its own that is not kept, with the actions of a match."""

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
"""Done by each front end."""
LEAVE = replace(
    leaving.LEAVE, key=LETTER("q", N_("leave"), N_("leave the practice; every grade is kept"), leaves=True)
)
_ANSWERS = tuple(action for action in KEYS if action.id in _CUBE or action in TURN)
FIRST_KEYS = (*_ANSWERS, TURN_OWN_BOARD, *(action for action in KEYS if action.id in _BESIDE), LEAVE)
"""The actions of the first question by their keys."""
KEYS_OF_QUESTIONS = (*FIRST_KEYS, UNDO_GRADE)
"""The actions of every later question."""
WORDS_OF_QUESTIONS = tuple(action for action in WORDS if action.id in _CUBE or action in TURN)
"""The actions of a question by their words, in plain mode."""


class QuestionVenue(Venue):
    """The venue of a question: the player sits at the bottom, and nobody advises them."""

    turns_board = True

    def leave(self) -> str:
        """Return nothing: there is no match to resume."""
        return ""


def question_venue(question: Question) -> QuestionVenue:
    """Return a table at which the question is asked. Raises ImpossiblePosition."""
    header = question.header._replace(dice="random")
    table = Table.begin(Path(), header, lazily=True)
    table.journal.kept = False
    return QuestionVenue(table)
