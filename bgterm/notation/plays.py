"""Plays as text: written in one canonical form, read in every form that players use.

    text    = [roll ":"] entry { (space | "," | ";") entry }      65: 24/18, 18/13
    entry   = stop { ("/" | "-") stop }                           13/8/3(2)   bar-22   6
    stop    = point { "*" | "(" number ")" | "x" number }         5*   7(2)   7x2
    point   = number | "bar" | "b" | "off" | "o" | "home" | "h"

Case does not matter, any dash is a dash, and a count on one stop of an entry counts the whole entry.

A text leaves open which die moves which checker, in what order and over which points. A *goal* is what a text says
about one checker, and an *interpretation* of a text is a set of goals. Reading a text means finding all legal
*sequences* of moves that reach all goals. Sequences that lead to one position count as one play; where there are
several plays, the player chooses.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, groupby, islice, pairwise, product
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.notation.errors import quoted, unreadable_play
from bgterm.rules.board import BAR, OFF, POINTS, Board, Move, Player, point_text
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, NotationError, PlayRule
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import explain_jump

_Goal = tuple[int, ...]
"""The place of a checker and the points it must still reach, with any number of dice for each."""
_Goals = tuple[_Goal, ...]

_ENOUGH = 5
"""More goals than any roll can reach; the rest of a text need not be looked at."""


# Out


def play_text(board: Board, player: Player, *parts: Play) -> str:
    """Return the canonical text of a play, its moves in any order, on the board before it.

    Moves in different `parts` are not joined. The rearmost checker comes first, the moves of one checker are
    joined unless a blot was hit between them, and equal routes are counted; a star follows the first mention of
    each point where a blot is hit.

    >>> board = Board.of(white={13: 2, 6: 1}, black={14: 1})
    >>> play_text(board, Player.WHITE, (Move(6, 4), Move(13, 11), Move(11, 9), Move(13, 11)))
    '13/11*/9 13/11 6/4'
    """
    hits = {move.dst for move in chain.from_iterable(parts) if board.hits(player, move)}
    return _text(sorted(chain.from_iterable(map(_chains, parts)), reverse=True), hits, hits)


def _text(chains: Iterable[list[int]], hits: set[int], between: Container[int]) -> str:
    """Return the text of checkers' routes, leaving out the intermediate points that are not in `between`."""
    routes = [
        [sequence[0], *(point for point in sequence[1:-1] if point in between), sequence[-1]]
        for sequence in chains
    ]
    starred: set[int] = set()
    return " ".join(_entry_text(route, len([*same]), hits, starred) for route, same in groupby(routes))


def steps_text(board: Board, player: Player, play: Play) -> str:
    """Return the text of a play with all intermediate points, which makes it unambiguous."""
    return _text(_chains(play), {move.dst for move in play if board.hits(player, move)}, POINTS)


def exact_text(plays: LegalPlays, play: Play) -> str:
    """Return the canonical text of a legal play, with intermediate points where that is ambiguous."""
    text = play_text(plays.board, plays.player, play)
    if {move.src for move in play}.isdisjoint(move.dst for move in play):
        return text
    read = read_plays(text, plays)
    alone = len(read) == 1 and read[0].moves in plays
    return text if alone else steps_text(plays.board, plays.player, play)


def _entry_text(route: list[int], checkers: int, hits: set[int], starred: set[int]) -> str:
    """Return the text of one route with its count, and add the points that it stars to `starred`."""
    points = [point_text(route[0])]
    for point in route[1:]:
        star = "*" if point in hits and point not in starred else ""
        starred |= {point} & hits
        points.append(point_text(point) + star)
    return "/".join(points) + (f"({checkers})" if checkers > 1 else "")


def _chains(play: Play) -> list[list[int]]:
    """Join the moves into one path for each checker: 13/8 8/5 gives [13, 8, 5]."""
    moves = sorted(play, reverse=True)
    chains = []
    while moves:
        sequence = list(moves.pop(0))
        while onward := next((move for move in moves if move.src == sequence[-1]), None):
            moves.remove(onward)
            sequence.append(onward.dst)
        chains.append(sequence)
    return chains


# From texts to entries

MAX_TEXT = 120
"""The longest text that is read, in characters: twice what any play needs."""

_EXAMPLE = "8/5 6/5"
_NAMED = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF, "home": OFF, "h": OFF}
_ALIKE = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-") | dict.fromkeys("⁄∕／", "/") | {"×": "x"})
_ROLL = r"\s*([0-9])[-,\s]?([0-9])\s*:"
_SPACES_AT_THE_END = r"[\s,;]+$"
_WORD = (
    r"(?P<space>[\s,;]+)|(?P<join>[/-])|(?P<star>\*)|(?P<count>\(\s*[1-9][0-9]?\s*\)?|x\s*[1-9][0-9]?)"
    r"|(?P<point>[0-9]+|bar|b|off|o|home|h)"
)


class TypedEntry(NamedTuple):
    """The typed route of one checker, or of several that take the same route."""

    points: tuple[int, ...]
    """The points of the route: 25 is the bar, 0 off. A single point is an origin, a destination or half a pair."""
    checkers: int | None = None
    """How many checkers take the route; None when no count is typed, which means one."""
    starred: frozenset[int] = frozenset()
    """The points that are marked as hit."""


class Entries(NamedTuple):
    """The parsed text of a play."""

    roll: tuple[int, int] | None
    """The two digits before a colon, in the order written."""
    entries: tuple[TypedEntry, ...]

    @property
    def moves(self) -> Play:
        """The moves from each typed point to the next, repeated for each checker."""
        ways = ((entry, pairwise(entry.points)) for entry in self.entries for _ in range(entry.checkers or 1))
        return tuple(Move(src, dst) for _, way in ways for src, dst in way)

    @property
    def starred(self) -> frozenset[int]:
        """The points that are marked as hit."""
        return frozenset[int]().union(*(entry.starred for entry in self.entries))


def read_entries(text: str) -> Entries:
    """Parse the text of a play. Raises NotationError for a text that cannot be one.

    >>> read_entries("31: 8/5*(2)").entries
    (TypedEntry(points=(8, 5), checkers=2, starred=frozenset({5})),)
    """
    if len(text) > MAX_TEXT:
        message = N_("that is {length} characters long; no play needs more than {most}")
        raise NotationError(message, length=len(text), most=MAX_TEXT)
    text = text.lower().translate(_ALIKE)
    roll = re.match(_ROLL, text)
    digits = (int(roll[1]), int(roll[2])) if roll else None
    return Entries(digits, _entries(text[roll.end() if roll else 0 :]))


def _entries(text: str) -> tuple[TypedEntry, ...]:
    entries: list[TypedEntry] = []
    joining = False
    for kind, written, at in _tokens(text):
        match kind:
            case "point" if joining:
                entries[-1] = entries[-1]._replace(points=(*entries[-1].points, _point(written)))
            case "point":
                entries.append(TypedEntry((_point(written),)))
            case "join" if entries and not joining:
                pass
            case "star" if entries and not joining:
                last = entries[-1]
                entries[-1] = last._replace(starred=last.starred | {last.points[-1]})
            case "count" if entries and not joining and entries[-1].checkers is None:
                entries[-1] = entries[-1]._replace(checkers=int(written.strip("(x )")))
            case _:
                raise _unreadable(text, at)
        joining = kind == "join"
    if joining:
        raise _unreadable(text, len(re.sub(_SPACES_AT_THE_END, "", text)) - 1)
    return tuple(entries)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield each token except spaces: its kind, its text and its position in the text."""
    at, tokens = 0, re.compile(_WORD)
    while at < len(text):
        token = tokens.match(text, at)
        if not token or not token.lastgroup:
            raise _unreadable(text, at)
        if token.lastgroup != "space":
            yield token.lastgroup, token[0], at
        at = token.end()


def _point(written: str) -> int:
    number = _NAMED[written] if written in _NAMED else int(written)
    if number > BAR:
        raise NotationError(N_("there is no point {text}: points are 1 to 24, bar and off"), text=quoted(written))
    return number


def _unreadable(text: str, at: int) -> NotationError:
    """Return the error for the word in which parsing stopped."""
    word = next(word for word in re.finditer(r"[^\s,;]+", text) if word.end() > at)
    return unreadable_play(word[0], _EXAMPLE)


# From entries to goals


class WrittenPlay(NamedTuple):
    """A legal play that a typed text can mean, with the moves still to make and its canonical text."""

    moves: Play
    """The moves to add to those already made, in a legal order."""
    text: str
    """The canonical text of the moves, with intermediate points only where it would be ambiguous otherwise."""


class _TypedTurn(NamedTuple):
    """The turn in which a text is read."""

    plays: LegalPlays
    """The legal plays."""
    made: Play
    """The moves already made."""
    told: bool = False
    """Whether the text repeats the moves already made; otherwise it only adds to them."""

    @property
    def start(self) -> Play:
        """The moves before the first one in the text."""
        return () if self.told else self.made

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the dice that the text can use, larger first."""
        return self.plays.unused(self.start)

    def after(self, prefix: Play) -> Sequence[Move]:
        """Return the moves that may follow `prefix`, rearmost checker first; among those made, only the next."""
        told = self.made[len(prefix) : len(prefix) + 1]
        return told or sorted(self.plays.after(prefix), reverse=True)


def read_plays(text: str, plays: LegalPlays, made: Play = ()) -> tuple[WrittenPlay, ...]:
    """Return the readings of `text` after the moves `made`: one play for each position it can lead to.

    The text need not use all dice; a text without a move is read as no moves. The text continues `made`. If it
    cannot, it may state the turn from its start: all of `made`, in any order and joined in any way, and more. A
    roll in front of the text is checked. Hits need not be starred, but a starred point must be hit in this turn.

    Raises NotationError for a text that cannot be read and IllegalPlay when no reading is legal.
    """
    _check_roll(text.strip(), plays.dice)
    typed = read_entries(text)
    if typed.roll and sorted(typed.roll) != sorted(plays.dice):
        message = N_("{text} is not the roll: you rolled {dice}")
        raise NotationError(message, text=quoted("-".join(map(str, typed.roll))), dice=plays.dice)
    if not typed.entries:
        return (WrittenPlay((), ""),)
    onward = _TypedTurn(plays, made)
    for turn in (onward, _TypedTurn(plays, made, told=True)) if made else (onward,):
        if found := _sequences(typed.entries, turn):
            return _distinct(_as_marked(found, typed.starred, turn), turn)
    raise _fault(typed.entries, onward)


def _check_roll(text: str, dice: Dice) -> None:
    """Raise NotationError when the text is just the digits of the roll and not also a point."""
    one, other = map(str, dice)
    if text in (one + other, other + one) and int(text) > BAR:
        raise NotationError(N_("{text} is your roll: type a play, like {example}"), text=text, example=_EXAMPLE)


def _sequences(entries: tuple[TypedEntry, ...], turn: _TypedTurn) -> list[Play]:
    """Return the legal sequences of the first interpretation that has any."""
    for equals in _interpretations(entries, turn):
        if found := [sequence for goals in equals for sequence in _reaching(turn, goals)]:
            return found
    return []


def _as_marked(found: list[Play], marked: frozenset[int], turn: _TypedTurn) -> list[Play]:
    """Return the sequences that hit on every starred point. Raises IllegalPlay when there is none."""
    board, player = turn.plays.board, turn.plays.player
    missed = [marked - {move.dst for move in sequence if board.hits(player, move)} for sequence in found]
    if all(missed):
        raise IllegalPlay(PlayRule.NOTHING_HIT, dst=max(missed[0]))
    return [sequence for sequence, stars in zip(found, missed, strict=True) if not stars]


def _distinct(found: list[Play], turn: _TypedTurn) -> tuple[WrittenPlay, ...]:
    """Return one sequence for each resulting position, each with an unambiguous text."""
    player = turn.plays.player
    before = turn.plays.board.played(player, turn.made)
    added: dict[Board, Play] = {}
    for sequence in found:
        moves = sequence[len(turn.made) :]
        added.setdefault(before.played(player, moves), moves)
    ends = [[(sequence[0], sequence[-1]) for sequence in _chains(moves)] for moves in added.values()]
    return tuple(
        WrittenPlay(moves, (steps_text if ends.count(end) > 1 else play_text)(before, player, moves))
        for moves, end in zip(added.values(), ends, strict=True)
    )


def _fault(entries: tuple[TypedEntry, ...], turn: _TypedTurn) -> IllegalPlay:
    """Return why the entries are not a legal play, judged by their most usual interpretation."""
    if not turn.left:
        return IllegalPlay(PlayRule.NO_DICE_LEFT)
    goals = next(_interpretations(entries, turn))[0]
    player, board = turn.plays.player, turn.plays.board.played(turn.plays.player, turn.start)
    if len(entries) == 1 and len(entries[0].points) == 1:
        (point,) = entries[0].points
        if point != OFF and not board.counts(player)[point]:
            return IllegalPlay(PlayRule.POINT_OUT_OF_REACH, dst=point, left=(*dict.fromkeys(turn.left),))
    off = board.highest(player), OFF
    goals = tuple(off if goal[0] == goal[-1] == OFF else goal for goal in goals)
    # the obstacle on the shortest sequence to most of the points
    prefix, pending = min(_states(turn, goals), key=lambda state: (sum(map(len, state[1])), len(state[0])))
    return explain_jump(turn.plays, prefix, *pending[0][:2])


# From goals to moves


def _reaching(turn: _TypedTurn, goals: _Goals) -> list[Play]:
    """Return each legal sequence that reaches the goals with the fewest dice, with all moves of the turn."""
    told = len(turn.made) if turn.told else -1
    found = [prefix for prefix, pending in _states(turn, goals) if not pending and len(prefix) > told]
    fewest = min(map(len, found), default=0)
    return [sequence for sequence in found if len(sequence) == fewest]


def _states(turn: _TypedTurn, goals: _Goals) -> Iterator[tuple[Play, _Goals]]:
    """Yield each legal beginning of a sequence, with the goals that remain after it.

    They come depth first, in the order of the text; beginnings with the same moves in another order come once.
    """
    stack = [(turn.start, goals)]
    seen = set()
    while stack:
        prefix, pending = stack.pop()
        state = (*sorted(prefix),), pending
        if state not in seen:
            seen.add(state)
            yield prefix, pending
            stack += reversed([((*prefix, move), left) for move, left in _steps(turn, prefix, pending)])


def _steps(turn: _TypedTurn, prefix: Play, pending: _Goals) -> Iterator[tuple[Move, _Goals]]:
    """Yield each legal move towards a goal, with the goals that remain after it."""
    moves = turn.after(prefix) if pending else ()
    for at, (src, dst, *beyond) in enumerate(pending):
        for move in moves:
            if move.src == src and move.dst >= dst:
                onward = (dst, *beyond) if move.dst == dst else (move.dst, dst, *beyond)
                yield move, (*pending[:at], *([onward] if len(onward) > 1 else []), *pending[at + 1 :])


def _interpretations(entries: Sequence[TypedEntry], turn: _TypedTurn) -> Iterator[list[_Goals]]:
    """Yield the interpretations of the entries, the more usual first; all in one list are equally usual.

    Single points are pairs (`8 5 6 5`). Or they are origins (`8 6`): as many as there are dice take the dice in
    order, the larger first. Or any die may move them, and one single point may then also be a destination (`5`).
    """
    if (pairs := _paired(entries)) is not None:
        yield [_goals(pairs)]
    single = [entry for entry in entries if len(entry.points) == 1]
    joined = _goals(entry for entry in entries if len(entry.points) > 1)
    origins = [points[0] for points in _goals(single)]
    left = turn.left
    if len(origins) == len(left) > 1 and not joined:
        yield [_starts(origins, left)]
    if single and left:
        enough = len(origins) <= len(left)
        dice = product(sorted({*left}, reverse=True), repeat=len(origins)) if enough else [left * _ENOUGH]
        starting = [(*joined, *_starts(origins, numbers)) for numbers in dice]
        yield starting + (_by_destination(joined, single[0], turn) if len(single) == 1 else [])


def _goals(entries: Iterable[TypedEntry]) -> _Goals:
    return tuple(islice(chain.from_iterable([entry.points] * (entry.checkers or 1) for entry in entries), _ENOUGH))


def _starts(origins: Sequence[int], dice: Sequence[int]) -> _Goals:
    return tuple((src, max(src - die, OFF)) for src, die in zip(origins, dice, strict=False))


def _paired(entries: Sequence[TypedEntry]) -> list[TypedEntry] | None:
    """Join single points in pairs of origin and destination; None unless all of them are pairs and moves."""
    joined: list[TypedEntry] = []
    for single, run in groupby(entries, key=lambda entry: len(entry.points) == 1):
        if not single:
            joined.extend(run)
            continue
        points = [*run]
        pairs = [*zip(points[::2], points[1::2], strict=False)]
        if len(points) % 2 or any(src.checkers or src.points <= dst.points for src, dst in pairs):
            return None
        joined += [TypedEntry(src.points + dst.points, dst.checkers) for src, dst in pairs]
    return joined


def _by_destination(joined: _Goals, entry: TypedEntry, turn: _TypedTurn) -> list[_Goals]:
    """Read a single point as a destination: of the counted checkers, or else of two if possible."""
    (dst,) = entry.points
    board = turn.plays.board.played(turn.plays.player, turn.start)
    mine = board.counts(turn.plays.player)
    sources = [src for src in range(BAR, dst, -1) if mine[src] and _reaches(src, dst, turn.left)]
    for count in (entry.checkers,) if entry.checkers else (2, 1):
        if count <= len(turn.left):
            groups = combinations_with_replacement(sources, count)
            arriving = [(*joined, *((src, dst) for src in group)) for group in groups]
            if possible := [goals for goals in arriving if _reaching(turn, goals)]:
                return possible
    return []


def _reaches(src: int, dst: int, left: Sequence[int]) -> bool:
    """Whether some or all of the `left` dice lead from `src` to `dst`, or far enough to bear off."""
    sums = {sum(dice) for count in range(1, len(left) + 1) for dice in combinations(left, count)}
    return src - dst in sums or (dst == OFF and src <= sum(left))


# Typing

_STARTS = "0123456789b/"
_ANYWHERE = "0123456789 ,;:/-*()"
_LETTERS = r"(?i:(?:^|[\s,;:])(?:b|ba|bar)$|(?:^|[\s,;:/-])(?:o|of|off)$|[/-](?:h|ho|hom|home)$|[0-9*]x$)"


def may_follow(text: str, character: str) -> bool:
    """Whether a typed character can continue the text of a play; a letter can only where it spells a word.

    >>> may_follow("", "b"), may_follow("8/5", "x"), may_follow("8/5 ", "x"), may_follow("6/", "h")
    (True, True, False, True)
    """
    if not character:
        return False
    if not text:
        return character.lower() in _STARTS
    return character in _ANYWHERE or re.search(_LETTERS, text + character) is not None
