"""A position drawn with characters, as players paste it into messages.

The player on roll is X and sits at the bottom, so that the points are numbered for X: 13 to 24 above, 12 to 1
below. Before the opening roll X is White. In Long backgammon O goes the same way round as X, from the lower left
corner.
"""

from collections.abc import Iterator

from bgterm.notation.position import Position
from bgterm.rules.board import BAR, OFF, Board, Movement, Player
from bgterm.rules.match import NAMES, Win

_UPPER = (range(13, 19), range(19, 25))
_LOWER = (range(12, 6, -1), range(6, 0, -1))
_TALL = 5
"""The rows of a point; checkers above them are shown as a number."""
_SIGNS = "XO"


def diagram(position: Position, names: tuple[str, str] = NAMES) -> str:
    """Draw a position, with names, score, pips, cube and whose turn it is, as far as they are known.

    The lines end with line feeds, are of ASCII but for the names, and at most 72 columns wide.
    """
    start = position.start
    bottom = Player.WHITE if start.on_roll is None else start.on_roll
    marks = {bottom: _SIGNS[0], bottom.opponent: _SIGNS[1]}
    lines = (
        f"X: {names[bottom.index]}   O: {names[bottom.opponent.index]}",
        *_standing(position, bottom),
        *_board(start.board, bottom),
        _pair("Pips", start.board.pips(bottom), start.board.pips(bottom.opponent)) + _off(start.board, bottom),
        *_cube(position, marks),
        _turn(position, marks),
    )
    return "".join(f" {line}\n" for line in lines)


def _pair(what: str, mine: int, theirs: int) -> str:
    return f"{what}: X {mine}, O {theirs}"


def _standing(position: Position, bottom: Player) -> Iterator[str]:
    """Yield the score, and the rules that a Match ID or XGID states."""
    rules, score = position.ruleset, position.start.score
    if "length" not in position.told:
        return
    parts = [_pair("Score", score[bottom.index], score[bottom.opponent.index])]
    parts.append(f"match to {rules.length}" if rules.length else "money session")
    if position.start.crawford:
        parts.append("Crawford game")
    parts += [
        name for name, on in (("Jacoby", rules.jacoby), ("beavers", rules.beavers)) if on and not rules.length
    ]
    yield ", ".join(parts)


# The board


def _board(board: Board, bottom: Player) -> Iterator[str]:
    middle = "BAR" if board.movement is Movement.HITTING else "   "
    yield "+13-14-15-16-17-18------19-20-21-22-23-24-+"
    for row in range(_TALL):
        yield _row(board, bottom, _UPPER, bottom.opponent, row)
    yield f"|{' ' * 18}|{middle}|{' ' * 18}|"
    for row in reversed(range(_TALL)):
        yield _row(board, bottom, _LOWER, bottom, row)
    yield "+12-11-10--9--8--7-------6--5--4--3--2--1-+"


def _row(board: Board, bottom: Player, halves: tuple[range, range], barred: Player, row: int) -> str:
    """Draw a row of the upper or lower half, counted from the board's edge, and of the bar of `barred`."""
    left, right = ("".join(_cell(*_stack(board, bottom, point), row) for point in half) for half in halves)
    bar = _cell(_SIGNS[barred is not bottom], board.counts(barred)[BAR], row)
    return f"|{left}|{bar}|{right}|"


def _stack(board: Board, bottom: Player, point: int) -> tuple[str, int]:
    """Return the player who holds a `point` of the `bottom` player's numbers, and their number of checkers."""
    theirs = board.counts(bottom.opponent)[board.opponent_point(point)]
    return (_SIGNS[1], theirs) if theirs else (_SIGNS[0], board.counts(bottom)[point])


def _cell(sign: str, count: int, row: int) -> str:
    if row == _TALL - 1 and count > _TALL:
        return f"{count:>2} "
    return f" {sign} " if row < count else "   "


def _off(board: Board, bottom: Player) -> str:
    mine, theirs = (board.counts(player)[OFF] for player in (bottom, bottom.opponent))
    return f"   {_pair('Off', mine, theirs)}" if mine or theirs else ""


# The turn


def _cube(position: Position, marks: dict[Player, str]) -> Iterator[str]:
    cube = position.start.cube
    if position.told and position.ruleset.cube:
        yield f"Cube: {cube.value}" + ("" if cube.owner is None else f", owned by {marks[cube.owner]}")


def _turn(position: Position, marks: dict[Player, str]) -> str:
    """Describe the player to act and what they must do, or the winner."""
    start, actor = position.start, position.to_act
    if position.ending:
        return "The game is over" + ("" if position.winner is None else f": {marks[position.winner]} has won")
    if start.on_roll is None or actor is None:
        return "Nobody is on roll: the opening throw decides"
    if start.resignation:
        asking, win = marks[start.resignation.player], start.resignation.win
        what = "the game" if win is Win.SINGLE else f"a {win.name.lower()}"
        return f"{asking} offers to resign {what}, {marks[actor]} to answer"
    if start.doubled:
        again = "The cube is turned again" if start.raises else f"{marks[start.on_roll]} doubles"
        return f"{again} to {start.cube.offered}, {marks[actor]} to take or pass"
    return f"{marks[actor]} to play {start.dice.high}{start.dice.low}" if start.dice else f"{marks[actor]} on roll"
