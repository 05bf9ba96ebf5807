"""The texts about a draft: its continuations and next moves."""

from collections.abc import Iterable

from bgterm.editing.turn_draft import Draft
from bgterm.notation.dice import roll_text
from bgterm.notation.plays import play_text
from bgterm.rules.board import Board, Move, Player
from bgterm.rules.match import Match
from bgterm.rules.moves.base import HeadCount

POLICED = "No referee: the opponent may challenge the play before rolling or doubling."
"""The note for players in a match without a referee. [RULES A-73]"""
WHICH_WAY = "Which route? It changes what you hit."
"""The question when a checker can come to a point in several ways."""
WHICH_PLAY = "The legal plays: which?"
"""The question above the list of plays."""
LEAVE_DICE = "Nothing is played yet. End the turn without a move?"
"""The question before a roll is passed that could be played. [RULES A-73]"""
LEAVE_THEM = "end the turn"
"""The answer that passes it."""


def move_question(match: Match, draft: Draft) -> str:
    """Describe who plays what, and how: all is played that can be, or a checker is in hand, or neither."""
    plays = draft.plays
    name, rolled = match.names[plays.player.index], roll_text(plays.dice)
    if not plays.moves_needed:
        return f"{name} rolled {rolled}: no legal move. Enter ends the turn."
    if draft.complete and draft.forced:
        return f"{name} rolled {rolled}: only one play. Enter ends your turn."
    if draft.complete:
        return f"{name} {rolled}: Enter ends your turn, Backspace undoes."
    if draft.picked is not None:
        return f"{name} to move {rolled}: choose a destination"
    return f"{name} to move {rolled}: choose or type a move"


def free_question(match: Match, draft: Draft) -> str:
    """Describe who plays what when any play may be left."""
    plays = draft.plays
    enter = "Enter leaves it so" if draft.moves else "Enter plays nothing"
    return f"{match.names[plays.player.index]} to move {roll_text(plays.dice)}: make your play; {enter}"


def several(count: int) -> str:
    """Return the message that a text can mean several things."""
    return f"{count} ways to play that: Enter to choose"


def head_count(count: HeadCount) -> str:
    """Describe how many checkers have left the head in this turn, and how many may. [RULES L12]"""
    return f"head: {count.taken} of {count.allowed} used"


def walls(moves: Iterable[Move]) -> str:
    """Describe which moves six in a row forbids; empty when it forbids none. [RULES L20]"""
    texts = [f"{move.src}/{move.dst}" for move in moves]
    return f"would build a six-prime: {' '.join(texts)}" if texts else ""


def legal_moves(board: Board, player: Player, moves: Iterable[Move]) -> str:
    """Describe which moves of one die may come next, hits starred: `legal: 8/5*  6/5`."""
    texts = [play_text(board, player, (move,)) for move in sorted(moves, reverse=True)]
    return f"legal: {'  '.join(texts)}" if texts else ""
