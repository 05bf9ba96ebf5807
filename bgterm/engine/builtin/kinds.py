"""The kinds of positions, each of which has a network of its own.

A position has the same kind for both players. Positions are in the form of `bgterm.engine.builtin.network`.
"""

from bgterm.catalog import N_
from bgterm.engine.builtin.outlook import CONTACT, FEATURES, MOBILITY, SIX
from bgterm.rules.board import BAR, HOME, POINTS

KINDS = (N_("race"), N_("back game"), N_("prime"), N_("bear-in"), N_("attack"), N_("contact"))
"""The kinds of the hitting games, in the order of their networks.

In a race no checker can be hit any more. In a back game a side holds two points in the opponent's home. A prime
holds back the rearmost checker. In a bear-in a side has left the opponent's home. In an attack a side has checkers
there, or on the bar, and holds no point there. Everything else is contact.
"""
LONG_KINDS = ("race", "contact")
"""The kinds of Long backgammon: in a race all checkers of both sides are in their second half."""
_RACE, _BACK_GAME, _PRIME, _BEAR_IN, _ATTACK, _CONTACT = range(len(KINDS))
_SIDE = 26
_HALF = len(POINTS) // 2
_BACK = slice(BAR - HOME, BAR + 1)
_BACK_OF_OPPONENT = slice(_SIDE + HOME, _SIDE - 1, -1)
TRAPPED = 14
"""The most of 36 rolls that free the rearmost checker from a prime."""


def kind_of(position: bytes) -> int:
    """Return the kind of a position of a hitting game, as its index in `KINDS`."""
    features = position[-len(FEATURES) :]
    if not features[CONTACT]:
        return _RACE
    back = position[_BACK], position[_BACK_OF_OPPONENT]
    points = [sum([count > 1 for count in side[:HOME]]) for side in back]
    if max(points) > 1:
        return _BACK_GAME
    if min(features[MOBILITY], features[MOBILITY + SIX]) <= TRAPPED:
        return _PRIME
    if not all(map(any, back)):
        return _BEAR_IN
    return _CONTACT if all(points) else _ATTACK


def long_kind_of(position: bytes) -> int:
    """Return the kind of a position of Long backgammon, as its index in `LONG_KINDS`."""
    mine, theirs = position[:_SIDE], position[2 * _SIDE - 1 : _SIDE - 1 : -1]
    return int(any(mine[_HALF + 1 :]) or any(theirs[_HALF + 1 :]))
