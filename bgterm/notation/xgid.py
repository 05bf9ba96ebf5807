"""Positions as eXtreme Gammon writes them.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

After `XGID=` come, with colons between: the board; the cube as a power of two; its owner; who is on roll; the
dice; the score of the bottom player and that of the top player; 1 in the Crawford game and otherwise 0, or in a
money session 1 for Jacoby and 2 for beavers, added up; the length of the match, 0 for money; the largest cube
as a power of two, which is not read, since here there is none.

The board has 26 characters: the top player's bar, the points 1 to 24 of the bottom player, and the bottom player's
bar. `A`, `B`, `C` are one, two, three checkers of the bottom player and so on, `a`, `b`, `c` those of the top
player, and
`-` is an empty point. Owner and player on roll are 1 for the bottom player, -1 for the top player, 0 for
nobody. The dice are two digits, `00` when they are not thrown; `D` when a double waits for its answer, `B` when a
beaver and `R` when a raccoon does. All three tell the cube as it was before the double; where it is already with
the player who was doubled, it is read as it stands. As GNU Backgammon has it, Black is at the bottom.
"""

import re
from collections.abc import Mapping

from bgterm.catalog import N_, _, ngettext
from bgterm.notation.errors import invalid_id, not_expressible
from bgterm.notation.position import Position, position_stated
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import BAR, POINTS, Board, Movement, Player
from bgterm.rules.cube import Cube, largest_automatic
from bgterm.rules.dice import Dice
from bgterm.rules.match import Game
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.rules.variants import BACKGAMMON, Variant

XGID = "XGID"
"""The name of an id in this format, as in error messages."""

_BOTTOM, _TOP = Player.BLACK, Player.WHITE
_LARGEST_CUBE = 10
"""The power of two of the largest cube that eXtreme Gammon assumes."""
_JACOBY, _BEAVERS = 1, 2
_OFFERS = "DBR"
"""The letter for each offer that waits for an answer: a double, a beaver, a raccoon."""
_SHOWN = 30
"""How many characters of an unreadable field are quoted."""
_BOTTOMS, _TOPS = "-ABCDEFGHIJKLMNO", "-abcdefghijklmno"
"""The letter for each number of checkers, from 0 on: the bottom player's and the top player's."""
_FIELDS: Mapping[str, tuple[str, str]] = {
    "board": (r"[-A-Oa-o]{26}", N_("the board, 26 of A to O, a to o and -")),
    "cube": (r"\d{1,2}", N_("the cube, a power of two")),
    "owner": (r"-1|0|1", N_("the owner of the cube, 1, 0 or -1")),
    "on_roll": (r"-1|1", N_("who is on roll, 1 or -1")),
    "dice": (r"00|[1-6][1-6]|[DdBbRr]", N_("the dice, like 31, or 00, D, B or R")),
    "bottom": (r"\d{1,9}", N_("the score of the bottom player")),
    "top": (r"\d{1,9}", N_("the score of the top player")),
    "rules": (r"[0-3]", N_("the rules, 0 to 3")),
    "length": (r"\d{1,9}", N_("the length of the match")),
    "largest": (r"\d{1,9}", N_("the largest cube, a power of two")),
}
"""The pattern of each field, and its name in error messages."""


def xgid(position: Position) -> str:
    """Return the XGID of a position. Raises NotationError when it has none."""
    if what := _nameless(position):
        raise not_expressible(XGID, what)
    start, rules = position.start, position.ruleset
    cube = start.cube.before_double(start.raises, start.on_roll)
    money = _JACOBY * rules.jacoby + _BEAVERS * (rules.beavers > 0)
    parts = (
        _board(start.board),
        cube.value.bit_length() - 1,
        _sign(cube.owner),
        _sign(start.on_roll),
        _dice(start),
        start.score[_BOTTOM.index],
        start.score[_TOP.index],
        int(start.crawford) if rules.length else money,
        rules.length,
        max(_LARGEST_CUBE, cube.value.bit_length() - 1),
    )
    return f"{XGID}={':'.join(map(str, parts))}"


def _nameless(position: Position) -> str:
    """Return the first part of the position that an XGID cannot express, in words; empty when there is none."""
    start = position.start
    if start.board.movement is Movement.NARDE:
        return _(position.variant.name)
    if position.ending:
        return _("a game that is over")
    if start.on_roll is None:
        return _("a game that waits for the opening throw")
    if start.resignation:
        return _("an offer to resign")
    if start.raises >= len(_OFFERS):
        return _("a cube that was turned again more than twice")
    before = start.cube.value >> start.raises
    automatic = 1 < before <= largest_automatic(position.ruleset)
    return _("a beaver after an automatic double") if start.raises and automatic else ""


def _board(board: Board) -> str:
    bottom, top = board.counts(_BOTTOM), board.counts(_TOP)
    points = (_checkers(bottom[point], top[board.opponent_point(point)]) for point in POINTS)
    return "".join((_checkers(0, top[BAR]), *points, _checkers(bottom[BAR], 0)))


def _checkers(bottom: int, top: int) -> str:
    return _BOTTOMS[bottom] if bottom else _TOPS[top]


def _sign(player: Player | None) -> int:
    return {_BOTTOM: 1, _TOP: -1, None: 0}[player]


def _dice(start: Game) -> str:
    if start.doubled:
        return _OFFERS[start.raises]
    return f"{start.dice.high}{start.dice.low}" if start.dice else "00"


def read_xgid(text: str, variant: Variant = BACKGAMMON) -> Position:
    """Parse an XGID into a position, with or without `XGID=` and with or without its last field.

    Raises NotationError for a text that is not an XGID.
    """
    if variant.movement is Movement.NARDE:
        raise not_expressible(XGID, _(variant.name))
    found = _fields(text)
    length, rules = int(found["length"]), int(found["rules"])
    if length > MAX_LENGTH:
        fault = _("a match length is 1 to {most} points, not {length}", most=MAX_LENGTH, length=length)
        raise invalid_id(XGID, text, fault)
    if length and rules > 1:
        raise invalid_id(XGID, text, _("the rules of a match are 0 or 1, not {rules}", rules=rules))
    board = _read_board(text, found["board"], variant)
    on_roll, owner = _player(found["on_roll"]), _player(found["owner"])
    dice = found["dice"].upper()
    doubled = dice in _OFFERS
    raises = _OFFERS.index(dice) if doubled else 0
    start = Game(
        board,
        on_roll,
        None if doubled or dice == "00" else Dice.of(*map(int, dice)),
        _raised(Cube(1 << int(found["cube"]), owner), on_roll, raises),
        doubled=doubled,
        raises=raises,
        score=(int(found["top"]), int(found["bottom"])),
        crawford=length > 0 and rules == 1,
    )
    if length:
        return position_stated(start, variant, length)
    return position_stated(start, variant, 0, jacoby=bool(rules & _JACOBY), beavers=rules // _BEAVERS)


def _raised(cube: Cube, on_roll: Player | None, raises: int) -> Cube:
    """Return the cube after a double by the player on roll and `raises` further turns (beaver, raccoon)."""
    doubled = on_roll.opponent if on_roll is not None else None
    return cube if cube.owner is doubled or not raises else Cube(cube.value << raises, doubled)


def _fields(text: str) -> dict[str, str]:
    """Return the text of each field by its name. Raises NotationError for a field of the wrong form."""
    parts = re.sub(rf"^{XGID}\s*=\s*", "", text, flags=re.IGNORECASE).split(":")
    most = len(_FIELDS)
    if len(parts) not in (most - 1, most):
        fault = ngettext(
            "it has {count} field, not {most}", "it has {count} fields, not {most}", len(parts), most=most
        )
        raise invalid_id(XGID, text, fault)
    for part, (pattern, what) in zip(parts, _FIELDS.values(), strict=False):
        if not re.fullmatch(pattern, part, flags=re.ASCII):
            raise invalid_id(XGID, text, _('"{text}" is not {what}', text=clean_line(part, _SHOWN), what=_(what)))
    return dict(zip(_FIELDS, parts, strict=False))


def _read_board(text: str, written: str, variant: Variant) -> Board:
    bottom, top = ([max(signs.find(char), 0) for char in written] for signs in (_BOTTOMS, _TOPS))
    if bottom[0] or top[BAR]:
        raise invalid_id(XGID, text, _("a checker is on the bar of the other side"))
    sides = bottom[1:], top[BAR - 1 :: -1]
    if max(map(sum, sides)) > variant.checkers:
        raise invalid_id(XGID, text, _("a side has more than {count} checkers", count=variant.checkers))
    mine, theirs = (bytes([variant.checkers - sum(side), *side]) for side in sides)
    return Board.of_counts(_BOTTOM, mine, theirs)


def _player(sign: str) -> Player | None:
    return {"1": _BOTTOM, "-1": _TOP}.get(sign)
