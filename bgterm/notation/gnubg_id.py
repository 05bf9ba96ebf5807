"""Positions as short texts that GNU Backgammon reads and writes.

A *Position ID* is the board. For each side, the player not on roll first, and for each of its points 1 to 24 and
its bar, it has as many ones as there are checkers, and a zero. These 80 bits, the first being the lowest of the
first byte, are written in base64 without its `==`. The opening position is `4HPwATDgc/ABMA`. The id does not
contain the player on roll.

A *Match ID* is everything else: 72 bits, the first again the lowest of the first byte, in base64. They are the
fields of `_FIELDS`, each with its lowest bit first. `cAkAAAAAAAAA` is a money session at its start. Together the
two are written with a colon between. GNU Backgammon's player 0, whom it draws at the top, is White here, as in its
files.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum

from bgterm.catalog import _
from bgterm.notation.errors import invalid_id, not_expressible
from bgterm.notation.position import Position, position_stated
from bgterm.rules.board import BAR, POINTS, Board, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import Ending, Game, Resignation, Win
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.rules.variants import BACKGAMMON, Variant

POSITION_ID = "Position ID"
"""The name of an id of a board, as in error messages."""
MATCH_ID = "Match ID"
"""The name of an id of the score, the cube and the dice, as in error messages."""

_CHARACTERS: Mapping[str, int] = {POSITION_ID: 14, MATCH_ID: 12}
_DIGITS = re.compile(r"[A-Za-z0-9+/]*")


# Position IDs


def position_id(board: Board, on_roll: Player) -> str:
    """Return the Position ID of a board on which neither side has more than 15 checkers.

    >>> position_id(Board.of({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2}), Player.WHITE)
    '4HPwATDgc/ABMA'
    """
    counts = board.counts(on_roll.opponent)[1:] + board.counts(on_roll)[1:]
    return _packed(POSITION_ID, "".join("1" * count + "0" for count in counts))


def read_position_id(
    text: str, on_roll: Player, checkers: int = 15, movement: Movement = Movement.HITTING
) -> Board:
    """Return the board of a Position ID, with or without its `==`.

    Each side has so many `checkers`; those that are not on the board have been borne off. Raises NotationError for
    any other text.
    """
    counts = [len(run) for run in _bits(POSITION_ID, text).split("0")]
    theirs, mine, beyond = counts[:BAR], counts[BAR : 2 * BAR], counts[2 * BAR :]
    if max(sum(mine), sum(theirs)) > checkers:
        raise invalid_id(POSITION_ID, text, _("a side has more than {count} checkers", count=checkers))
    if any(beyond):
        raise invalid_id(POSITION_ID, text, _("something follows the last checker"))
    board = Board.of_counts(on_roll, _side(mine, checkers), _side(theirs, checkers), movement)
    if movement is Movement.NARDE and (mine[-1] or theirs[-1]):
        raise invalid_id(POSITION_ID, text, _("a checker is on the bar, but this game has no bar"))
    if shared := [point for point in POINTS if mine[point - 1] and theirs[board.opponent_point(point) - 1]]:
        raise invalid_id(POSITION_ID, text, _("both sides stand on the {point} point", point=shared[0]))
    return board


def _side(counts: list[int], checkers: int) -> bytes:
    return bytes([checkers - sum(counts), *counts])


# Match IDs


class _State(IntEnum):
    """The state of a game, by the numbers of GNU Backgammon."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


_ENDINGS = {_State.OVER: Ending.BORNE_OFF, _State.RESIGNED: Ending.RESIGNED, _State.DROPPED: Ending.DROPPED}
_STATES = {ending: state for state, ending in _ENDINGS.items()}
_NOBODY = 3
"""The number for the owner of a cube in the middle."""
_FIELDS: Mapping[str, int] = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "high": 3,
    "low": 3,
    "length": 15,
    "white": 15,
    "black": 15,
    "no_jacoby": 1,
    "unused": 5,
}
"""The fields of a Match ID in their order, and how many bits each has.

`cube` is the exponent of two, `turn` the player to act, `resigned` the loss that is offered. After the end of a
game the score and `crawford` are those of the next game.
"""


def match_id(position: Position) -> str:
    """Return the Match ID of a position.

    Raises NotationError when a number, such as the cube or the score, is too large for its bits.
    """
    start, rules, on_roll = position.start, position.ruleset, position.start.on_roll
    dice, turn = start.dice or (0, 0), position.to_act
    values = {
        "cube": start.cube.value.bit_length() - 1,
        "owner": _NOBODY if start.cube.owner is None else start.cube.owner.index,
        "on_roll": (on_roll or Player.WHITE).index,
        "crawford": start.crawford,
        "state": _state(position),
        "turn": (turn or Player.WHITE).index,
        "doubled": start.doubled,
        "resigned": start.resignation.win if start.resignation else 0,
        "high": dice[0],
        "low": dice[1],
        "length": rules.length,
        "white": start.score[Player.WHITE.index],
        "black": start.score[Player.BLACK.index],
        "no_jacoby": not (rules.jacoby and rules.length == 0),
        "unused": 0,
    }
    if what := _too_large(values):
        raise not_expressible(MATCH_ID, what)
    return _packed(MATCH_ID, "".join(f"{values[name]:0{width}b}"[::-1] for name, width in _FIELDS.items()))


def _too_large(values: Mapping[str, int]) -> str:
    """Return the first number that has too many bits for its field, in words; empty when all fit."""
    most = {name: (1 << width) - 1 for name, width in _FIELDS.items()}
    if values["cube"] > most["cube"]:
        return _("a cube over {most}", most=1 << most["cube"])
    if max(values["white"], values["black"]) > most["white"]:
        return _("a score over {most}", most=most["white"])
    return ""


def _state(position: Position) -> _State:
    if position.ending:
        return _STATES.get(position.ending, _State.OVER)
    return _State.NONE if position.start.on_roll is None else _State.PLAYING


def read_ids(position_text: str, match_text: str, variant: Variant = BACKGAMMON) -> Position:
    """Return the position of a Position ID and a Match ID together. Raises NotationError."""
    bits = iter(_bits(MATCH_ID, match_text))
    found = {name: int("".join(next(bits) for _ in range(width))[::-1], 2) for name, width in _FIELDS.items()}
    if fault := _fault(found):
        raise invalid_id(MATCH_ID, match_text, fault)
    board = read_position_id(position_text, Player(found["on_roll"]), variant.checkers, variant.movement)
    state, turn = _State(found["state"]), Player(found["turn"])
    start = _start(found, board, state)
    money = {} if found["length"] else {"jacoby": not found["no_jacoby"]}
    position = position_stated(start, variant, found["length"], **money)
    if state in (_State.NONE, _State.PLAYING):
        return position
    winner = turn if state is _State.RESIGNED else turn.opponent
    if state is _State.OVER:
        winner = next((player for player in Player if board.is_off(player)), winner)
    return replace(position, ending=_ENDINGS[state], winner=winner)


def _fault(found: Mapping[str, int]) -> str:
    """Return what is wrong with the fields of a Match ID; empty when nothing is."""
    dice = (found["high"], found["low"])
    if found["owner"] not in (*(player.index for player in Player), _NOBODY):
        return _("its cube is nobody's")
    if found["state"] not in set(_State):
        return _("its game state is not one that is known")
    if max(dice) > 6 or dice.count(0) == 1:
        return _("no dice show {high}-{low}", high=dice[0], low=dice[1])
    if found["length"] > MAX_LENGTH:
        return _("a match length is 1 to {most} points, not {length}", most=MAX_LENGTH, length=found["length"])
    asked = found["doubled"] or found["resigned"] or found["state"] != _State.PLAYING
    if found["turn"] != found["on_roll"] and not asked:
        return _("the player to act is not on roll, though nothing is offered")
    return _("something follows its last field") if found["unused"] else ""


def _start(found: Mapping[str, int], board: Board, state: _State) -> Game:
    on_roll, turn = Player(found["on_roll"]), Player(found["turn"])
    owner = None if found["owner"] == _NOBODY else Player(found["owner"])
    raised = found["doubled"] and owner is on_roll.opponent
    return Game(
        board,
        None if state is _State.NONE else on_roll,
        Dice.of(found["high"], found["low"]) if found["high"] else None,
        Cube(1 << found["cube"], owner),
        doubled=bool(found["doubled"]),
        raises=(1 if turn is on_roll else 2) if raised else 0,
        pending=Resignation(turn.opponent, Win(found["resigned"])) if found["resigned"] else None,
        score=(found["white"], found["black"]),
        crawford=bool(found["crawford"]),
    )


# Bits


def _packed(kind: str, bits: str) -> str:
    """Encode bits, the lowest of the first byte first, as the text of an id."""
    size = _CHARACTERS[kind] * 6 // 8
    return b64encode(int(bits[::-1], 2).to_bytes(size, "little")).decode()[: _CHARACTERS[kind]]


def _bits(kind: str, text: str) -> str:
    """Decode an id into bits, the lowest of the first byte first. Raises NotationError."""
    digits, length = text.removesuffix("=="), _CHARACTERS[kind]
    if not _DIGITS.fullmatch(digits):
        raise invalid_id(kind, text, _("it is not written in base64"))
    if len(digits) != length:
        fault = _("it has {count} characters, not {length}", count=len(digits), length=length)
        raise invalid_id(kind, text, fault)
    packed = b64decode(digits + "=" * (-length % 4))
    if b64encode(packed).decode()[:length] != digits:
        raise invalid_id(kind, text, _("its last character cannot be {digit}", digit=digits[-1]))
    return f"{int.from_bytes(packed, 'little'):0{8 * len(packed)}b}"[::-1]
