"""Everything that can be asked for at a table, one module for each group."""

from bgterm.play.actions.agreements import AGREEMENTS
from bgterm.play.actions.cube import CUBE
from bgterm.play.actions.dice import COCKED, CORRECT, DICE, DOUBLE_NOW
from bgterm.play.actions.leaving import CLAIM_FLAG, END_SESSION, FINISH, GO_ON, LEAVE, LEAVE_UNKEPT
from bgterm.play.actions.looking import (
    CHAT,
    EXPORT,
    HELP,
    LET_WATCH,
    LOOKING,
    REMATCH,
    TURN_BOARD,
    TURN_OWN_BOARD,
)
from bgterm.play.actions.opening import OPENING
from bgterm.play.actions.turn import TURN
from bgterm.play.participant import Action

_MOVES = (*DICE, COCKED, CORRECT, DOUBLE_NOW, *CUBE, *TURN, *AGREEMENTS, CLAIM_FLAG, *OPENING)
_WORDS = (*_MOVES, *LOOKING, REMATCH, END_SESSION, LEAVE)
WORDS = tuple(action for action in _WORDS if action.words)
"""The actions that are asked for by a word, in plain mode."""
_ANSWERS = (*OPENING, *DICE, DOUBLE_NOW, COCKED, *CUBE, *TURN, GO_ON, FINISH)
_AT_TABLE = (*AGREEMENTS, CLAIM_FLAG, CORRECT, REMATCH, EXPORT, END_SESSION)
_ALWAYS = (*LOOKING, LEAVE_UNKEPT, LEAVE, HELP)


def _alone(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions of somebody with a terminal of their own, beside others."""
    return (*(TURN_OWN_BOARD if action is TURN_BOARD else action for action in actions), CHAT, LET_WATCH)


KEYS = tuple(action for action in (*_ANSWERS, *_AT_TABLE, *_ALWAYS, LET_WATCH) if action.key)
"""The actions that are asked for by a key at one keyboard; the first possible one of a key counts."""
KEYS_ONLINE = _alone(KEYS[:-1])
"""The same at a server."""
KEYS_OF_SPECTATORS = _alone((REMATCH, EXPORT, *_ALWAYS))
"""The same for spectators there."""
