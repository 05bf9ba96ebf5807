"""The ledger of a money session, game by game, with the debts. [RULES A-48]"""

from collections.abc import Iterator
from dataclasses import dataclass

from bgterm.catalog import N_, _, ngettext
from bgterm.notation.stake import Stake, read_stake
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Ending, MatchState, Pair, Result
from bgterm.text.score import win_name

HEAD = (N_("game"), N_("winner"), N_("won as"), N_("times"), N_("cube"), N_("points"))
"""The heads of the columns before the players' totals; a win counts `times` the cube."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One finished game in the ledger of a money session, with the totals of both players after it."""

    number: int
    """The number of the game, from 1."""
    result: Result
    score: Pair
    """The totals of White and Black after the game."""


def ledger(match: MatchState) -> Iterator[GameLine]:
    """Yield the finished games, each with the totals after it; the first need not be game 1 or begin at 0-0."""
    white, black = (
        match.score[player.index] - sum(_points(each, player) for each in match.results) for player in Player
    )
    first = match.shown_game.number - len(match.results) + (match.shown_game.result is not None)
    for number, result in enumerate(match.results, first):
        white += _points(result, Player.WHITE)
        black += _points(result, Player.BLACK)
        yield GameLine(number, result, (white, black))


def ledger_table(match: MatchState, *, brief: bool = False) -> list[tuple[str, ...]]:
    """Return the ledger as rows of a table, the head first; the last two columns are the players' totals.

    If `brief`, each way of winning is one word.
    """
    return [(*map(_, HEAD), *match.names), *(_row(match, line, brief=brief) for line in ledger(match))]


def settlement(names: tuple[str, str], score: Pair, stake: str) -> str:
    """Return the sentence about the debt after a session; `stake` is the value of a point, or empty."""
    white, black = score
    if white == black:
        return _("Nobody owes anything: {white}-{black}.", white=white, black=black)
    winner = Player.WHITE if white > black else Player.BLACK
    points = abs(white - black)
    owed = ngettext("{count:,} point", "{count:,} points", points)
    fields = {"loser": names[winner.opponent.index], "winner": names[winner.index], "points": owed}
    if not stake:
        return _("{loser} owes {winner} {points}.", **fields)
    try:
        worth = read_stake(stake)
    except NotationError:
        return _("{loser} owes {winner} {points} of {stake}.", **fields, stake=stake)
    money = Stake(points * worth.amount, worth.unit)
    return _("{loser} owes {winner} {money}: {points} of {stake}.", **fields, money=money, stake=worth)


def sure_to_end(match: MatchState, stake: str) -> str:
    """Return the question whether to end a money session, with the debt."""
    owed = settlement(match.names, match.score, stake)
    return _("End the session for good? {settlement} It cannot be resumed.", settlement=owed)


def session_over(match: MatchState, stake: str) -> str:
    """Return the message that a money session is over, with the debt."""
    return _("The session is over. {settlement}", settlement=settlement(match.names, match.score, stake))


def _row(match: MatchState, line: GameLine, *, brief: bool) -> tuple[str, ...]:
    result, (white, black) = line.result, line.score
    times = str(result.times)
    if result.as_single:
        jacoby = match.ruleset.gammons
        times = _("{times} Jacoby", times=times) if jacoby else _("{times} no gammons", times=times)
    how = how_won(match, result, brief=brief)
    winner = winner_name(match, result)
    return str(line.number), winner, how, times, str(result.cube), f"+{result.points}", str(white), str(black)


def winner_name(match: MatchState, result: Result) -> str:
    """Return the name of the player who won a game, or `nobody`."""
    return _("nobody") if result.winner is None else match.names[result.winner.index]


def how_won(match: MatchState, result: Result, *, brief: bool = False) -> str:
    """Return how a game of the match was won, in a word or two; `brief` shortens passes and resignations."""
    if result.ending is Ending.DROPPED and brief:
        return _("passed")
    if result.ending is Ending.BORNE_OFF or (result.ending is Ending.RESIGNED and brief):
        return win_name(match.variant, result.win)
    return _(_HOW_WON[result.ending], win=win_name(match.variant, result.win))


_HOW_WON = {
    Ending.DROPPED: N_("double passed"),
    Ending.DRAWN: N_("draw"),
    Ending.ON_TIME: N_("on time"),
    Ending.UNRECORDED: N_("not recorded"),
    Ending.RESIGNED: N_("resigned {win}"),
}


def _points(result: Result, player: Player) -> int:
    return result.points if result.winner is player else 0
