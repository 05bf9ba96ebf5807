"""A player for tests and screenshots, who makes points, hits, runs and protects blots.

In Long backgammon, where nothing is hit, it runs and builds primes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from bgterm.notation.dice_evidence import derive_roll
from bgterm.rules.board import BAR, HOME, POINTS, Board, Movement, Player
from bgterm.rules.choices import choices
from bgterm.rules.events import Doubled, Dropped, Event, Moved, Taken
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.referee import apply
from tests.players import throw

_DIRECT_SHOT, _INDIRECT_SHOT, _MADE, _IN_A_ROW, _HOME_MADE, _LONG_ROW = 0.4, 0.12, 2.0, 2.5, 2.0, 3.0


def best_play(plays: LegalPlays) -> Play:
    """Return the play with the highest value for the player; of equal ones the first by its moves."""
    return min((-value(board, plays.player), play) for play, board in plays.results())[1]


def value(board: Board, player: Player) -> float:
    """Return the value of a position in about pips: by the race, the points made and the blots in danger."""
    mine, theirs = board.counts(player), board.counts(player.opponent)
    race = board.pips(player.opponent) - board.pips(player)
    if board.movement is Movement.NARDE:
        return race + 5.0 * mine[0] + _LONG_ROW * sum(mine[point] > 0 < mine[point - 1] for point in POINTS[1:-1])
    if not board.contact:
        return race + 5.0 * mine[0]
    made = [mine[point] > 1 for point in range(BAR)]
    held = sum(_MADE + _HOME_MADE * (point <= HOME) for point in POINTS if made[point] and point < 12)
    rows = sum(_IN_A_ROW for point in range(2, 12) if made[point] and made[point - 1])
    return (
        race
        + held
        + rows
        - sum(_risk(point, board.opponent_point(point), theirs) for point in POINTS if mine[point] == 1)
    )


def _risk(point: int, there: int, theirs: bytes) -> float:
    """Return how many pips a blot on `point`, the opponent's point `there`, is likely to lose to a hit."""
    away = [number - there for number in range(there + 1, BAR + 1) if theirs[number]]
    if not away:
        return 0.0
    return (BAR - point) * (
        _DIRECT_SHOT if min(away) <= HOME else _INDIRECT_SHOT if min(away) <= 2 * HOME else 0.02
    )


def decision(match: MatchState) -> Event | None:
    """Return a sensible player's next action; None when only a throw of the dice is possible."""
    player = match.shown_game.to_act
    if player is None:
        return None
    may, ahead = choices(match, player), value(match.game.board, player)
    if may.answer_double:
        return Taken(player) if ahead > -45 else Dropped(player)
    if may.double and ahead > 25:
        return Doubled(player)
    return Moved(player, best_play(may.plays)) if may.plays is not None else None


def played_match(seed: int, header: Header, games: int = 9) -> list[tuple[MatchState, Event]]:
    """Play a match with the dice of the seed; return each event with the state of the match before it."""
    return [*_played(seed, header, games)]


@cache
def first_events(seed: int, header: Header, count: int) -> tuple[Event, ...]:
    """Return the first `count` events of a match with the dice of the seed; fewer when it ends earlier."""
    return tuple(event for _, event in islice(_played(seed, header), count))


def _played(seed: int, header: Header, games: int = 9) -> Iterator[tuple[MatchState, Event]]:
    """Yield each event of a match with the state of the match before it."""
    match, thrown = start(header), 0
    while match.winner is None and len(match.results) < games:
        event = decision(match)
        if event is None:
            event = throw(match, *derive_roll(str(seed).encode(), thrown))
            thrown += 1
        yield match, event
        match = apply(match, event)
