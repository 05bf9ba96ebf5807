"""The value of a game, and whether the Crawford game follows."""

from bgterm.catalog import N_, _
from bgterm.rules.board import OFF, Movement, Player
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.match import Ending, MatchState, Result, Win
from bgterm.rules.ruleset import Ruleset, has_crawford_game
from bgterm.rules.variants import Variant

_FIRST_QUARTER = 19
"""The lowest number of a player's starting quarter, which with hitting is the opponent's home."""
_WINS = tuple(Win)
_WIN_TEXTS = {Win.SINGLE: N_("single"), Win.GAMMON: N_("gammon"), Win.BACKGAMMON: N_("backgammon")}


def wins_of(variant: Variant, ruleset: Ruleset) -> tuple[Win, ...]:
    """Return the ways to win a game; Long backgammon has a triple win only with koks. [RULES L32]"""
    if variant.movement is Movement.HITTING or ruleset.koks:
        return _WINS
    return _WINS[:-1]


def win_not_possible(win: Win) -> IllegalAction:
    """Return the error for a resignation of a loss that the variant does not have. [RULES L32]"""
    return IllegalAction(ActionRule.WIN_NOT_POSSIBLE, win=_(_WIN_TEXTS[win]))


def is_answered(ruleset: Ruleset, player: Player, starter: Player | None) -> bool:
    """Whether the opponent throws once more when `player` is the first to bear off all checkers. [RULES L32]"""
    return ruleset.last_throw and player is starter


def win_on_board(match: MatchState, loser: Player) -> Win:
    """Return how much bearing off wins against `loser`'s checkers. [RULES A-55 to A-58, L31]"""
    board = match.game.board
    if board.counts(loser)[OFF]:
        return Win.SINGLE
    worst = Win.BACKGAMMON if board.highest(loser) >= _FIRST_QUARTER else Win.GAMMON
    return min(worst, max(wins_of(match.variant, match.ruleset)))


def result_of(match: MatchState, winner: Player | None, win: Win, ending: Ending) -> Result:
    """Return the result of a game that ends now, at the present cube. [RULES A-48 to A-60, A-66 to A-68]"""
    single = counts_as_single(match) and win > Win.SINGLE
    return Result(winner, win, ending, match.game.cube.value, as_single=single)


def counts_as_single(match: MatchState) -> bool:
    """Whether a gammon would count as a single win now. [RULES A-66 to A-68]"""
    return not match.ruleset.gammons or (match.ruleset.jacoby and not match.game.double_offered)


def is_crawford(match: MatchState) -> bool:
    """Whether the game after the one that is over is the Crawford game.

    It is the first game after a player has come within one point of the match. [RULES A-75]
    """
    last = match.ruleset.length - 1
    return max(match.game.score) < last <= max(match.score) and has_crawford_game(match.variant, match.ruleset)
