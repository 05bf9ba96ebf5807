"""Why no game can stand so: every fault of a position that somebody has set up, or that a file claims."""

from collections.abc import Iterator
from dataclasses import replace

from bgterm.catalog import _
from bgterm.rules import impossible_positions as impossible
from bgterm.rules.board import BAR, HOME, POINTS, Board, Movement, Player
from bgterm.rules.cube import beavers_left, largest_automatic, why_no_double
from bgterm.rules.errors import BackgammonError, ImpossiblePosition
from bgterm.rules.match import GameSetup, Pair
from bgterm.rules.moves.narde import row_of_six
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.scoring import WinNotPossible, is_answered, wins_of
from bgterm.rules.variants import Variant


def faults(variant: Variant, ruleset: Ruleset, found: GameSetup) -> list[BackgammonError]:
    """Yield every fault of a match of the variant that begins so; nothing when it can be played."""
    return [
        *_of_board(variant, ruleset, found),
        *_of_score(ruleset, found),
        *_of_cube(ruleset, found),
        *_of_turn(variant, ruleset, found),
    ]


# The checkers


def _of_board(variant: Variant, ruleset: Ruleset, found: GameSetup) -> Iterator[BackgammonError]:
    board = found.board
    if board.movement is not variant.movement:
        yield impossible.OtherMovement(variant=_(variant.name))
    for player in Player:
        if (count := sum(board.counts(player))) != variant.checkers:
            yield impossible.CheckerCount(player=player, count=count, checkers=variant.checkers)
        elif _is_over(board, player, ruleset, found):
            yield impossible.AllBorneOff(player=player)
    mine, theirs = (board.counts(player) for player in Player)
    for point in POINTS:
        if mine[point] and theirs[board.opponent_point(point)]:
            yield impossible.PointShared(point=point, facing=board.opponent_point(point))
    if board.movement is Movement.NARDE:
        yield from _of_narde(board, ruleset)
    elif all(_is_shut_out(board, player) for player in Player):
        yield impossible.BothShutOut()


def _is_over(board: Board, player: Player, ruleset: Ruleset, found: GameSetup) -> bool:
    """Whether the player is off, so that only a last throw of the other could follow. [RULES A-47, L30, L32]"""
    if not board.is_off(player):
        return False
    last_throw = is_answered(ruleset, player, found.starter) and found.on_roll is player.opponent
    return not last_throw or board.is_off(player.opponent)


def _is_shut_out(board: Board, player: Player) -> bool:
    """Whether a checker of the player is on the bar and the opponent holds every point where it could enter."""
    home = board.counts(player.opponent)[1 : HOME + 1]
    return board.counts(player)[BAR] > 0 and min(home) >= board.movement.holding


def _of_narde(board: Board, ruleset: Ruleset) -> Iterator[BackgammonError]:
    for player in Player:
        if board.counts(player)[BAR]:
            yield impossible.OnBarInLong(player=player)
        if row := row_of_six(board, player, ruleset.six_in_a_row):
            yield impossible.ForbiddenPrimeHeld(player=player, row=row)


# The score


def _of_score(ruleset: Ruleset, found: GameSetup) -> Iterator[BackgammonError]:
    for player in Player:
        score, length = found.score[player.index], ruleset.length
        if score < 0:
            yield impossible.ImpossibleNumber(field="a score", value=score)
        elif length and score >= length:
            yield impossible.MatchWon(player=player, count=score, length=length)
    for field, value, least in (("number", found.number, 1), ("turns", found.turns, 0)):
        if value < least:
            yield impossible.ImpossibleNumber(field=field, value=value)
    if found.crawford and (fault := why_not_crawford(ruleset, found.score)):
        yield fault


def why_not_crawford(ruleset: Ruleset, score: Pair) -> ImpossiblePosition | None:
    """Return why this score has no Crawford game: in it just one player is one point short. [RULES A-75]"""
    if not ruleset.length:
        return impossible.CrawfordInMoneyPlay()
    if not ruleset.crawford:
        return impossible.NoCrawfordRule()
    if not ruleset.cube:
        return impossible.CrawfordWithoutCube()
    return None if score.count(ruleset.length - 1) == 1 else impossible.NotCrawfordScore(length=ruleset.length)


def without_idle_crawford(ruleset: Ruleset, found: GameSetup) -> GameSetup:
    """Return the start without a Crawford game where no cube is played with; old records and ids may name one."""
    return found if ruleset.cube else replace(found, crawford=False)


# The cube


def _of_cube(ruleset: Ruleset, found: GameSetup) -> Iterator[BackgammonError]:
    value, owner = found.cube.value, found.cube.owner
    untouched = value == 1 and owner is None
    if value < 1 or value & (value - 1):
        yield impossible.NotACubeValue(value=value)
    elif not untouched and not ruleset.cube:
        yield impossible.CubeTurnedUnused()
    elif not untouched and found.crawford:
        yield impossible.CubeTurnedInCrawfordGame()
    elif value == 1 and owner is not None:
        yield impossible.CubeOwnedAtOne(player=owner)
    elif owner is None and value > largest_automatic(ruleset):
        yield impossible.CubeWithoutOwner(value=value)


# Whose turn it is


def _of_turn(variant: Variant, ruleset: Ruleset, found: GameSetup) -> Iterator[BackgammonError]:
    if found.on_roll is None:
        if found.dice or found.doubled or found.raises or found.resignation:
            yield impossible.BeforeOpening()
        return
    if found.doubled:
        yield from _of_double(ruleset, found, found.on_roll)
    elif found.raises:
        yield impossible.TooManyBeavers(count=found.raises, most=0)
    if found.resignation and found.resignation.win not in wins_of(variant, ruleset):
        yield impossible.ImpossibleAction(reason=WinNotPossible(win=found.resignation.win))


def _of_double(ruleset: Ruleset, found: GameSetup, doubler: Player) -> Iterator[BackgammonError]:
    """Yield the faults of a double that waits for its answer. [RULES A-49, A-63]"""
    need = max(ruleset.length - found.score[doubler.index], 0)
    if found.dice:
        yield impossible.DoubleAfterRoll()
    if found.raises < 0 or beavers_left(ruleset, found.raises) < 0:
        yield impossible.TooManyBeavers(count=found.raises, most=beavers_left(ruleset))
    elif found.raises:
        if found.cube.owner is not doubler.opponent:
            yield impossible.BeaveredCubeOwner()
    elif reason := why_no_double(ruleset, found.cube, doubler, found.crawford, need):
        yield impossible.ImpossibleAction(reason=reason)
