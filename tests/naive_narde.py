"""Legal plays of Long backgammon found in the simplest way: the rules word for word, each order of steps tried.

Independent of `bgterm.rules.moves.narde`. Both sides are lists of 26 counts, each by its own numbers (0 off).
"""

from bgterm.rules.board import Move

Side = list[int]
Order = tuple[Move, ...]


def other(point: int) -> int:
    """Return the number that a point has for the opponent."""
    return (point + 11) % 24 + 1


def walls_in(mine: Side, theirs: Side, six: str) -> bool:
    """Return whether the mover holds a six-prime that is not allowed. [RULES L20, L22]"""
    held = {other(point) for point in range(1, 25) if mine[point]}
    for last in range(1, 20):
        if held.issuperset(range(last, last + 6)):
            allowed = {
                "free": True,
                "in_front": any(theirs[:last]),
                "one_in_home": any(theirs[:7]),
                "forbidden": False,
            }
            if not allowed[six]:
                return True
    return False


def two_may_leave(theirs: Side, high: int, low: int) -> bool:
    """Whether two checkers may leave the head, since only the opponent's head stops the first. [RULES L13]"""
    if high != low or high not in (3, 4, 6):
        return False
    point = 24
    while point > 12:
        point -= high
        if theirs[other(point)]:
            return point == 12
    return False


def steps(mine: Side, theirs: Side, die: int, head_left: int, six: str) -> list[Move]:
    """Return the legal steps with a die."""
    found = []
    for src in range(1, 25):
        dst = max(src - die, 0)
        if not mine[src] or (src == 24 and not head_left):
            continue
        if dst == 0 and (any(mine[7:]) or (src != die and any(mine[src + 1 :]))):
            continue
        if dst > 0 and theirs[other(dst)]:
            continue
        if not walls_in(made(mine, src, dst), theirs, six):
            found.append(Move(src, dst))
    return found


def made(mine: Side, src: int, dst: int) -> Side:
    """Return the side after a step."""
    mine = mine[:]
    mine[src] -= 1
    mine[dst] += 1
    return mine


def orders(mine: Side, theirs: Side, dice: list[int], head_left: int, six: str) -> list[tuple[Order, list[int]]]:
    """Return every order of steps that goes on until no die can be used, with the dice that it used."""
    found = []
    for die in set(dice):
        left = dice[:]
        left.remove(die)
        for step in steps(mine, theirs, die, head_left, six):
            for onward, used in orders(made(mine, *step), theirs, left, head_left - (step.src == 24), six):
                found.append(((step, *onward), [die, *used]))
    return found or [((), [])]


def legal_orders(
    mine: Side, theirs: Side, high: int, low: int, *, first_turn: bool = False, six: str = "in_front"
) -> set[Order]:
    """Return the orders that use the most dice, or the larger die; and those that end the game. [L16 to L30]"""
    head_left = 2 if first_turn and two_may_leave(theirs, high, low) else 1
    every = orders(mine, theirs, [high, low] if high != low else [high] * 4, head_left, six)
    most = max(len(used) for _, used in every)
    legal = [(order, used) for order, used in every if len(used) == most]
    if most == 1 and high != low:
        legal = [(order, used) for order, used in legal if used == [high]] or legal
    won = {order for order, _ in every if sum(step.dst == 0 for step in order) == sum(mine[1:]) and order}
    return {order for order, _ in legal} | won
