"""Plays as text: one canonical form out, every form players use in."""

from itertools import groupby

from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.plays import Play

_NAMES = {BAR: "bar", OFF: "off"}


def play_text(board: Board, player: Player, play: Play) -> str:
    """Give the canonical text of a play, its moves in any order, on the board before it.

    The rearmost checker comes first, the moves of one checker are joined unless a blot was hit between them, and
    what several checkers do is counted; a star follows the first mention of each point where a blot is hit.

    >>> from bgterm.rules.board import Move
    >>> board = Board.of(white={13: 2, 6: 1}, black={14: 1})
    >>> play_text(board, Player.WHITE, (Move(6, 4), Move(13, 11), Move(11, 9), Move(13, 11)))
    '13/11*/9 13/11 6/4'
    """
    hits = {move.dst for move in play if board.hits(player, move)}
    routes = [_printed(chain, hits) for chain in _chains(play)]
    starred: set[int] = set()
    return " ".join(_route_text(route, len([*same]), hits, starred) for route, same in groupby(routes))


def _chains(play: Play) -> list[list[int]]:
    """Join the moves of each checker: the numbers it comes to, from its start to where it stops."""
    moves = sorted(play, reverse=True)
    chains = []
    while moves:
        chain = list(moves.pop(0))
        while onward := next((move for move in moves if move.src == chain[-1]), None):
            moves.remove(onward)
            chain.append(onward.dst)
        chains.append(chain)
    return chains


def _printed(chain: list[int], hits: set[int]) -> list[int]:
    """Leave out the points in between, except where a blot is hit."""
    return [chain[0], *(point for point in chain[1:-1] if point in hits), chain[-1]]


def _route_text(route: list[int], checkers: int, hits: set[int], starred: set[int]) -> str:
    """Give one entry, and add the points it marks as hit to `starred`."""
    points = [_NAMES.get(route[0], str(route[0]))]
    for point in route[1:]:
        star = "*" if point in hits and point not in starred else ""
        starred |= {point} & hits
        points.append(_NAMES.get(point, str(point)) + star)
    return "/".join(points) + (f"({checkers})" if checkers > 1 else "")
