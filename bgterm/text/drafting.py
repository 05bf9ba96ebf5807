"""The texts about a draft: its continuations and next moves."""

from collections.abc import Iterable

from bgterm.catalog import N_, _, ngettext
from bgterm.editing.turn_draft import Draft
from bgterm.notation.dice import roll_text
from bgterm.notation.plays import play_text
from bgterm.rules.board import BAR, Board, Move, Player
from bgterm.rules.match import Match
from bgterm.rules.moves.base import HeadCount

POLICED = N_("No referee: the opponent may challenge the play before rolling or doubling.")
"""The note for players in a match without a referee. [RULES A-73]"""
WHICH_WAY = N_("Which route? It changes what you hit.")
"""The question when a checker can come to a point in several ways."""
WHICH_PLAY = N_("The legal plays: which?")
"""The question above the list of plays."""
LEAVE_DICE = N_("Nothing is played yet. End the turn without a move?")
"""The question before a roll is passed that could be played. [RULES A-73]"""
LEAVE_THEM = N_("end the turn")
"""The answer that passes it."""


def move_question(match: Match, draft: Draft) -> str:
    """Describe who plays what, and how: all is played that can be, or a checker is in hand, or neither."""
    plays = draft.plays
    name, roll = match.names[plays.player.index], roll_text(plays.dice)
    if not plays.moves_needed:
        return _("{name} rolled {roll}: no legal move. Enter ends the turn.", name=name, roll=roll)
    if draft.complete and draft.forced:
        return _("{name} rolled {roll}: only one play. Enter ends your turn.", name=name, roll=roll)
    if draft.complete:
        return _("{name} {roll}: Enter ends your turn, Backspace undoes.", name=name, roll=roll)
    if draft.sources == {BAR}:
        return _("{name} to move {roll}: enter from the bar", name=name, roll=roll)
    if draft.picked is not None:
        return _("{name} to move {roll}: where does {point} go?", name=name, roll=roll, point=draft.picked)
    return _("{name} to move {roll}: choose or type a move", name=name, roll=roll)


def free_question(match: Match, draft: Draft) -> str:
    """Describe who plays what when any play may be left."""
    name, roll = match.names[draft.plays.player.index], roll_text(draft.plays.dice)
    if draft.moves:
        return _("{name} to move {roll}: make your play; Enter leaves it so", name=name, roll=roll)
    return _("{name} to move {roll}: make your play; Enter plays nothing", name=name, roll=roll)


def several(count: int) -> str:
    """Return the message that a text can mean several things."""
    return ngettext(
        "{count} way to play that: Enter to choose", "{count} ways to play that: Enter to choose", count
    )


def head_count(count: HeadCount) -> str:
    """Describe how many checkers have left the head in this turn, and how many may. [RULES L12]"""
    return _("head: {taken} of {allowed} used", taken=count.taken, allowed=count.allowed)


def walls(moves: Iterable[Move]) -> str:
    """Describe which moves six in a row forbids; empty when it forbids none. [RULES L20]"""
    texts = [f"{move.src}/{move.dst}" for move in moves]
    return _("would build a six-prime: {moves}", moves=" ".join(texts)) if texts else ""


def legal_moves(board: Board, player: Player, moves: Iterable[Move]) -> str:
    """Describe which moves of one die may come next, hits starred: `legal: 8/5*  6/5`."""
    texts = [play_text(board, player, (move,)) for move in sorted(moves, reverse=True)]
    return _("legal: {moves}", moves="  ".join(texts)) if texts else ""
