"""Plays as text: one canonical form out, every form players use in.

A text says less than a play, so reading it means finding all legal sequences of moves that do what it says. Those
that lead to one position count as one play; when there are several, the player chooses.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import groupby

from bgterm.notation.errors import OtherRoll
from bgterm.notation.grammar import Entry, read_entries
from bgterm.notation.resolve import ReadingContext, interpretations, sequences, why_no_sequence
from bgterm.rules.board import BAR, OFF, POINTS, Board, Player
from bgterm.rules.errors import IllegalPlay
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.errors import NoDiceLeft, NothingHit, PointOutOfReach

_NAMES = {BAR: "bar", OFF: "off"}


# Out


def play_text(board: Board, player: Player, play: Play) -> str:
    """Return the canonical text of a play, its moves in any order, on the board before it.

    The rearmost checker comes first, the moves of one checker are joined unless a blot was hit between them, and
    what several checkers do is counted; a star follows the first mention of each point where a blot is hit.

    >>> from bgterm.rules.board import Move
    >>> board = Board.of(white={13: 2, 6: 1}, black={14: 1})
    >>> play_text(board, Player.WHITE, (Move(6, 4), Move(13, 11), Move(11, 9), Move(13, 11)))
    '13/11*/9 13/11 6/4'
    """
    hits = {move.dst for move in play if board.hits(player, move)}
    return _text(_chains(play), hits, hits)


def _text(chains: Iterable[list[int]], hits: set[int], between: Container[int]) -> str:
    """Return the text of the routes of checkers, naming of the points in between those that `between` holds."""
    routes = [
        [sequence[0], *(point for point in sequence[1:-1] if point in between), sequence[-1]]
        for sequence in chains
    ]
    starred: set[int] = set()
    return " ".join(_entry_text(route, len([*same]), hits, starred) for route, same in groupby(routes))


def _steps_text(board: Board, player: Player, play: Play) -> str:
    """Return the text of a play with all points in between."""
    return _text(_chains(play), {move.dst for move in play if board.hits(player, move)}, POINTS)


def _entry_text(route: list[int], checkers: int, hits: set[int], starred: set[int]) -> str:
    """Return one entry, and add the points it marks as hit to `starred`."""
    points = [_NAMES.get(route[0], str(route[0]))]
    for point in route[1:]:
        star = "*" if point in hits and point not in starred else ""
        starred |= {point} & hits
        points.append(_NAMES.get(point, str(point)) + star)
    return "/".join(points) + (f"({checkers})" if checkers > 1 else "")


def _chains(play: Play) -> list[list[int]]:
    """Join the moves of each checker: the numbers it comes to, from its start to where it stops."""
    moves = sorted(play, reverse=True)
    chains = []
    while moves:
        sequence = list(moves.pop(0))
        while onward := next((move for move in moves if move.src == sequence[-1]), None):
            moves.remove(onward)
            sequence.append(onward.dst)
        chains.append(sequence)
    return chains


# In


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play that a text can mean."""

    moves: Play
    """The moves it adds to those already made, in an order that is legal."""
    text: str
    """Their canonical text; with all points in between where only those tell it from another play."""


def read_plays(text: str, plays: LegalPlays, made: Play = ()) -> tuple[WrittenPlay, ...]:
    """Return what `text` can mean after the moves `made`: one play for each position it can lead to.

    The text need not use all dice; one with no move in it is read as no moves. It goes on from `made`. If it
    cannot, it may tell the turn from its start: all of `made`, in any order and joined as one likes, and more.
    A roll before it is checked. A hit need not be marked, but what is marked must be a hit of this turn.

    Raises NotationError for what cannot be read and IllegalPlay when no play it can mean is legal.
    """
    typed = read_entries(text)
    if typed.roll and sorted(typed.roll) != sorted(plays.dice):
        raise OtherRoll(text="-".join(map(str, typed.roll)), dice=plays.dice)
    if not typed.entries:
        return (WrittenPlay((), ""),)
    onward = ReadingContext(plays, made)
    for turn in (onward, ReadingContext(plays, made, told=True)) if made else (onward,):
        if found := _sequences(typed.entries, turn):
            return _distinct(_as_marked(found, typed.entries, turn), turn)
    raise _fault(typed.entries, onward)


def _sequences(entries: tuple[Entry, ...], turn: ReadingContext) -> list[Play]:
    """Return the legal sequences of the first interpretation that has any."""
    for equals in interpretations(entries, turn):
        if found := [sequence for goals in equals for sequence in sequences(turn, goals)]:
            return found
    return []


def _as_marked(found: list[Play], entries: tuple[Entry, ...], turn: ReadingContext) -> list[Play]:
    """Keep the sequences that hit wherever the text marks a hit. Raises IllegalPlay when there is none."""
    board, player = turn.plays.board, turn.plays.player
    marked = frozenset[int]().union(*(entry.starred for entry in entries))
    missed = [marked - {move.dst for move in sequence if board.hits(player, move)} for sequence in found]
    if all(missed):
        raise NothingHit(dst=max(missed[0]))
    return [sequence for sequence, stars in zip(found, missed, strict=True) if not stars]


def _distinct(found: list[Play], turn: ReadingContext) -> tuple[WrittenPlay, ...]:
    """Keep one sequence for each position, and give each a text of its own."""
    player = turn.plays.player
    before = turn.plays.board.played(player, turn.made)
    added: dict[Board, Play] = {}
    for sequence in found:
        moves = sequence[len(turn.made) :]
        added.setdefault(before.played(player, moves), moves)
    ends = [[(sequence[0], sequence[-1]) for sequence in _chains(moves)] for moves in added.values()]
    return tuple(
        WrittenPlay(moves, (_steps_text if ends.count(end) > 1 else play_text)(before, player, moves))
        for moves, end in zip(added.values(), ends, strict=True)
    )


def _fault(entries: tuple[Entry, ...], turn: ReadingContext) -> IllegalPlay:
    """Return why no interpretation of the entries is legal, by the most usual one."""
    if not turn.left:
        return NoDiceLeft()
    goals = next(interpretations(entries, turn))[0]
    if len(entries) == 1 and len(entries[0].points) == 1:
        (point,), board = entries[0].points, turn.plays.board.played(turn.plays.player, turn.start)
        if point == OFF:
            goals = ((board.highest(turn.plays.player), OFF),) * len(goals)
        elif not board.counts(turn.plays.player)[point]:
            return PointOutOfReach(dst=point)
    return why_no_sequence(turn, goals)
