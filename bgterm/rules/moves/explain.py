"""Why a play is not legal: the first rule that it breaks, for an error message."""

from collections.abc import Iterator
from itertools import accumulate, pairwise, permutations, starmap

from bgterm.rules.board import BAR, HOME, OFF, Board, Move
from bgterm.rules.dice import HIGHEST
from bgterm.rules.errors import SIX_PRIME, IllegalPlay, PlayRule
from bgterm.rules.moves.base import LegalPlays, Play


def why_not_move(plays: LegalPlays, prefix: Play, move: Move) -> IllegalPlay:
    """Return the error for `move` after the legal moves `prefix`, after which it is not legal."""
    board = plays.board.played(plays.player, prefix)
    left = plays.unused(prefix)
    src, dst = move
    mine = board.counts(plays.player)
    if dst >= src:
        return IllegalPlay(PlayRule.MOVE_BACKWARDS, src=src, dst=dst)
    if not mine[src]:
        return IllegalPlay(PlayRule.NO_CHECKER, src=src)
    if not left:
        return IllegalPlay(PlayRule.NO_DICE_LEFT)
    if mine[BAR] and src != BAR:
        return IllegalPlay(PlayRule.BAR_FIRST)
    fault = _bearing_off(plays, board, src, left) if dst == OFF else _moving(plays, board, move, left)
    return fault or plays.why_forbidden(prefix, move) or _losing_a_die(plays, move, left)


def moves_forbidden_by_prime(plays: LegalPlays, prefix: Play) -> list[Move]:
    """Return the moves after the legal moves `prefix` that only the rule on six-primes forbids. [RULES L20]"""
    counts = plays.board.played(plays.player, prefix).counts(plays.player)
    steps = (
        Move(src, src - die)
        for src in range(BAR, OFF, -1)
        for die in sorted(set(plays.unused(prefix)), reverse=True)
        if counts[src] and src > die
    )
    return [step for step in steps if why_not_move(plays, prefix, step).rule in SIX_PRIME]


def explain_jump(plays: LegalPlays, prefix: Play, src: int, dst: int) -> IllegalPlay:
    """Return why a checker cannot move from `src` to `dst` by the dice left after `prefix`, one or several."""
    fault = why_not_move(plays, prefix, Move(src, dst))
    if fault.rule in {PlayRule.NUMBER_NOT_ROLLED, PlayRule.TOO_FAR, PlayRule.NUMBER_USED}:
        for steps in _multi_step_moves(src, dst, plays.unused(prefix)):
            return why_not_play(plays, (*prefix, *steps))
    return fault


def explain_source(plays: LegalPlays, prefix: Play, src: int) -> IllegalPlay:
    """Return why no die left after `prefix` can move a checker from `src`, by the largest number left."""
    die = max(plays.unused(prefix), default=1)
    return why_not_move(plays, prefix, Move(src, max(src - die, OFF)))


def why_not_play(plays: LegalPlays, play: Play) -> IllegalPlay:
    """Return the error with the first rule that `play`, which is not one of the legal `plays`, breaks."""
    for count, move in enumerate(play):
        if move not in plays.after(play[:count]):
            return why_not_move(plays, play[:count], move)
    return IllegalPlay(PlayRule.PLAY_UNFINISHED, left=plays.unplayed(play))


def _multi_step_moves(src: int, dst: int, left: tuple[int, ...]) -> Iterator[Play]:
    """Yield the routes from `src` to `dst` by several of the `left` dice, blocked or not, larger dice first."""
    for count in range(2, len(left) + 1):
        for dice in permutations(left, count):
            stops = [src, *(max(src - pips, OFF) for pips in accumulate(dice))]
            if stops[-1] == dst and stops[-2] > OFF:
                yield tuple(starmap(Move, pairwise(stops)))


def _bearing_off(plays: LegalPlays, board: Board, src: int, left: tuple[int, ...]) -> IllegalPlay | None:
    highest = board.highest(plays.player)
    if highest > HOME:
        return IllegalPlay(PlayRule.NOT_ALL_HOME, src=highest)
    enough = [die for die in left if die >= src]
    if not enough:
        return _wrong_number(plays, Move(src, OFF), left)
    if src not in enough and src < highest:
        return IllegalPlay(PlayRule.HIGHER_CHECKER, src=src, die=enough[-1], higher=highest)
    return None


def _moving(plays: LegalPlays, board: Board, move: Move, left: tuple[int, ...]) -> IllegalPlay | None:
    src, dst = move
    holding = board.counts(plays.player.opponent)[board.opponent_point(dst)]
    if holding >= board.movement.holding:
        return IllegalPlay(PlayRule.POINT_BLOCKED, src=src, dst=dst, count=holding, opponent=plays.player.opponent)
    if src - dst not in left:
        return _wrong_number(plays, move, left)
    return None


def _wrong_number(plays: LegalPlays, move: Move, left: tuple[int, ...]) -> IllegalPlay:
    src, dst = move
    if src - dst > HIGHEST:
        return IllegalPlay(PlayRule.TOO_FAR, src=src, dst=dst, need=src - dst, dice=plays.dice)
    if len(left) < len(plays.dice.pips):
        return IllegalPlay(PlayRule.NUMBER_USED, src=src, dst=dst, need=src - dst, left=tuple(dict.fromkeys(left)))
    return IllegalPlay(PlayRule.NUMBER_NOT_ROLLED, src=src, dst=dst, need=src - dst, dice=plays.dice)


def _losing_a_die(plays: LegalPlays, move: Move, left: tuple[int, ...]) -> IllegalPlay:
    die = move.src - move.dst if move.src - move.dst in left else min(d for d in left if d >= move.src)
    if plays.moves_needed == 1 and not plays.dice.is_double:
        return IllegalPlay(PlayRule.LARGER_DIE_REQUIRED, die=plays.dice.high)
    if plays.dice.is_double:
        return IllegalPlay(PlayRule.MORE_NUMBERS_REQUIRED, done=move, most=plays.moves_needed)
    other = plays.dice.high if die == plays.dice.low else plays.dice.low
    return IllegalPlay(PlayRule.BOTH_NUMBERS_REQUIRED, done=move, die=other, dice=plays.dice)
