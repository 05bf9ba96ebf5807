"""The texts about a draft that every front end shows."""

from collections.abc import Iterable

from bgterm.catalog import N_, _
from bgterm.rules.board import Move
from bgterm.rules.moves.base import HeadCount

POLICED = N_("No referee: the opponent may challenge the play before rolling or doubling.")
"""The note for players in a match without a referee. [RULES A-73]"""
WHICH_ROUTE = N_("Which route? It changes what you hit.")
"""The question when a checker can come to a point in several ways."""
WHICH_MOVE = N_("Which move do you mean?")
"""The question when a text can mean several moves."""
WHICH_PLAY = N_("Which legal play?")
"""The question above the list of plays."""
LEAVE_DICE = N_("Nothing is played yet. End the turn without a move?")
"""The confirmation before a turn ends although its roll can be played. [RULES A-73]"""
LEAVE_THEM = N_("end the turn")
"""The answer to `LEAVE_DICE` that ends the turn."""


def head_count(count: HeadCount) -> str:
    """Format how many checkers have left the head in this turn, and how many may. [RULES L12]"""
    return _("head: {taken} of {allowed} used", taken=count.taken, allowed=count.allowed)


def walls(moves: Iterable[Move]) -> str:
    """Return which moves would build a forbidden six-prime; empty for no `moves`. [RULES L20]"""
    texts = [f"{move.src}/{move.dst}" for move in moves]
    return _("would build a six-prime: {moves}", moves=" ".join(texts)) if texts else ""
