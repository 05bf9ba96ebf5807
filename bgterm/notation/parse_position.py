"""Positions from any text that a person pastes, and the ids of a position to paste elsewhere."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bgterm.catalog import N_
from bgterm.notation.errors import NotAPosition, quoted
from bgterm.notation.gnubg_id import MATCH_ID, POSITION_ID, match_id, position_id, read_ids, read_position_id
from bgterm.notation.position import Position
from bgterm.notation.xgid import XGID, read_xgid, xgid
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Game
from bgterm.rules.variants import BACKGAMMON, Variant

_XGID = re.compile(rf"{XGID}\s*+=\s*+(\S++)", re.IGNORECASE)
_BARE_XGID = re.compile(r"[-A-Za-z]{26}:\S*+")
_LABELLED = re.compile(
    r"(?:gnu\s*+bg|gnu|position)[-\s]*+id\s*+[:=]\s*+([A-Za-z0-9+/]++)={0,2}(?::(\S++))?", re.IGNORECASE
)
_MATCH = re.compile(r"match[-\s]*+id\s*+[:=]\s*+(\S++)", re.IGNORECASE)
_GNU = re.compile(r"([A-Za-z0-9+/]{14})(?:==)?(?::(\S*+))?")
_MATCH_ALONE = re.compile(r"[A-Za-z0-9+/]{12}")


def read_position(text: str, variant: Variant = BACKGAMMON) -> Position:
    """Parse the text of a position, in a game of `variant`, which no id contains.

    The text may be a Position ID, alone or with a colon and a Match ID; the lines `Position ID: ...` and `Match
    ID: ...`, with the board between them, as GNU Backgammon prints them; an XGID, with or without `XGID=`; or a
    message with one of these in it. A Position ID alone has White on roll, and no dice. The position need not be
    possible (see `Position.faults`), but no side has too many checkers. Raises NotationError.
    """
    plain = text.strip()
    if found := _XGID.search(plain) or _BARE_XGID.fullmatch(plain):
        return read_xgid(found[found.re.groups], variant)
    if found := _LABELLED.search(plain):
        around = _MATCH.search(plain)
        return _read_gnu(found[1], found[2] or (around and around[1]), variant)
    if _MATCH_ALONE.fullmatch(plain) or (found := _MATCH.search(plain)):
        message = N_("the Match ID {text} does not contain the position: put a Position ID and a colon before it")
        raise NotationError(message, text=quoted(found[1] if found else plain))
    if found := _GNU.fullmatch(plain):
        return _read_gnu(found[1], found[2], variant)
    message = N_(
        '"{text}" is not a position: paste a Position ID, a Position ID and a Match ID joined'
        " by a colon, or an XGID"
    )
    raise NotAPosition(message, text=quoted(plain))


def _read_gnu(position: str, match: str | None, variant: Variant) -> Position:
    if match is not None:
        return read_ids(position, match, variant)
    board = read_position_id(position, Player.WHITE, variant.checkers, variant.movement)
    return Position(Game(board, Player.WHITE), variant)


@dataclass(frozen=True, slots=True)
class Id:
    """One of the ids of a position, such as its XGID, or why the position has none of that kind."""

    kind: str
    """The name of this kind of id: `Position ID`, `Match ID` or `XGID`."""
    text: str
    """The id; empty when the position has none of this kind."""
    fault: NotationError | None = None
    """Why the position has no id of this kind; None when it has."""


def ids_of(position: Position) -> tuple[Id, ...]:
    """Return the Position ID, the Match ID and the XGID of a possible position.

    The text of the Match ID begins with the Position ID, because a Match ID is of no use alone.
    """
    board = position_id(position.start.board, position.start.on_roll or Player.WHITE)
    return (
        Id(POSITION_ID, board),
        _id(MATCH_ID, lambda: f"{board}:{match_id(position)}"),
        _id(XGID, lambda: xgid(position)),
    )


def _id(kind: str, write: Callable[[], str]) -> Id:
    try:
        return Id(kind, write())
    except NotationError as fault:
        return Id(kind, "", fault)
