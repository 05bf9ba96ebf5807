"""All actions at a table, collected from one module for each group."""

from bgterm.play.actions.dice import COCKED, CORRECT, DICE, OPENING
from bgterm.play.actions.leaving import CLAIM_FLAG, END_SESSION, FINISH, GO_ON, LEAVE
from bgterm.play.actions.looking import CHAT, EXPORT, HELP, LET_WATCH, LOOKING, REMATCH, TURN_BOARD, TURN_OWN_BOARD
from bgterm.play.actions.offers import AGREEMENTS, CUBE
from bgterm.play.actions.turn import TURN
from bgterm.play.participant import Action

_MOVES = (*DICE, COCKED, CORRECT, *CUBE, *TURN, *AGREEMENTS, CLAIM_FLAG, *OPENING)
_WORDS = (*_MOVES, *LOOKING, REMATCH, END_SESSION, LEAVE)
WORDS = tuple(action for action in _WORDS if action.words)
"""The actions that have a word in plain mode."""
_ANSWERS = (*OPENING, *DICE, *CUBE, COCKED, *TURN, GO_ON, FINISH)
_AT_TABLE = (*AGREEMENTS, CLAIM_FLAG, CORRECT, REMATCH, EXPORT, END_SESSION)
_ALWAYS = (*LOOKING, LEAVE, HELP)


def _alone(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions of a player or spectator with a terminal of their own."""
    return (*(TURN_OWN_BOARD if action is TURN_BOARD else action for action in actions), CHAT, LET_WATCH)


KEYS = tuple(action for action in (*_ANSWERS, *_AT_TABLE, *_ALWAYS, LET_WATCH) if action.key)
"""The actions that have a key at a shared keyboard; of several with one key, the first possible one is used."""
KEYS_ONLINE = _alone(KEYS[:-1])
"""The actions that have a key for a player at a server."""
KEYS_OF_SPECTATORS = _alone((REMATCH, EXPORT, *_ALWAYS))
"""The actions that have a key for a spectator at a server."""
