"""The texts about the score: the kind of match, its standing, and the ends of a game and of the match."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import assert_never

from bgterm.notation.plural import counted
from bgterm.rules.board import Movement, Player
from bgterm.rules.match import Ending, Match, Result, Win
from bgterm.rules.variants import Variant

_WINS: Mapping[Movement, Mapping[Win, str]] = {
    Movement.HITTING: {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"},
    Movement.NARDE: {Win.SINGLE: "oin", Win.GAMMON: "mars", Win.BACKGAMMON: "koks"},
}
_OTHER_NAMES: Mapping[Movement, Mapping[Win, str]] = {
    Movement.HITTING: {Win.GAMMON: "Mars", Win.BACKGAMMON: "Koks"},
    Movement.NARDE: {},
}
"""Other names for wins; in Long backgammon the only ones."""


class WinNames(Enum):
    """Which words a win is named by. [RULES, Names]"""

    USUAL = auto()
    """Those of the variant."""
    MARS_KOKS = auto()
    """With Mars beside gammon, and Koks beside backgammon."""


# Wins


def win_name(variant: Variant, win: Win, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Name how a game is won, in the words of the variant. [RULES A-55 to A-58, L31, L32]"""
    name, other = _WINS[variant.movement][win], _OTHER_NAMES[variant.movement].get(win)
    return f"{name} ({other})" if other and vocabulary is WinNames.MARS_KOKS else name


def win_with_article(variant: Variant, win: Win, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Name it with its article: `an oin`."""
    name = win_name(variant, win, vocabulary)
    return f"an {name}" if name.startswith("o") else f"a {name}"


# Which match it is


def kind(match: Match) -> str:
    """Describe what is played: `match to 7`, `money session`."""
    return kind_of(match.ruleset.length)


def kind_of(length: int) -> str:
    """Describe what a match to so many points is; 0 is a money session."""
    return f"match to {length}" if length else "money session"


def title(match: Match) -> str:
    """Describe what is played and how far it is: `Backgammon, match to 7, game 4, Crawford`."""
    parts = [match.variant.name, kind(match), f"game {match.last_game.number}"]
    if match.last_game.crawford:
        parts.append("Crawford")
    return ", ".join(parts)


def where_it_stands(match: Match) -> str:
    """Describe which match this is and where it stands: `Ann 3, Bob 2, match to 5, game 4`."""
    return standing_of(match.names, match.score, match.ruleset.length, f"game {match.game.number}")


def standing_of(names: tuple[str, str], score: tuple[int, int], length: int, state: str) -> str:
    """Return where a match stands of which this much is known; its `state` is `game 4`, or `closed`."""
    (white, black), (mine, theirs) = names, score
    return f"{white} {mine}, {black} {theirs}, {kind_of(length)}, {state}"


NOT_SAVED = "No dice were rolled: nothing was saved."
"""The sentence about a match that was left before anything happened in it."""


def farewell(match: Match, name: str, *, plain: bool = False, program: str = "bgterm") -> str:
    """Return how a match that is left can be resumed, in plain mode or not; or how it ended.

    `program` is the command that starts bgterm. Plain mode leaves out a name that not every output can show: the
    match that was left last needs none.
    """
    if match.winner is not None:
        return f"{standing(match)}. Saved as {name}."
    resume = f"{program} resume{' --plain' if plain else ''}"
    told = "" if plain and not name.isascii() else f" {name}"
    return f"Saved: {where_it_stands(match)}. Resume with: {resume}{told}"


# Who leads


def standing(match: Match) -> str:
    """Describe who leads, or who has won the match."""
    winner, result = match.winner, match.last_game.result
    if winner is not None:
        on_time = " on time, at" if result and result.ending is Ending.ON_TIME else ""
        won, lost = match.score[winner.index], match.score[winner.opponent.index]
        return f"{match.names[winner.index]} wins the match{on_time} {won}-{lost}"
    return lead(match.names, match.score)


def lead(names: tuple[str, str], score: tuple[int, int]) -> str:
    """Describe a score: `Ann leads 3-2`, or `3-3`."""
    white, black = score
    if white == black:
        return f"{white}-{black}"
    leader = Player.WHITE if white > black else Player.BLACK
    return f"{names[leader.index]} leads {max(score)}-{min(score)}"


def score_line(match: Match) -> str:
    """Format the score after a game: `Ann leads 3-2, match to 5`, `Ann wins the match 5-1, match to 3`."""
    white, black = match.score
    level = "Level at " if white == black else ""
    return f"{level}{standing(match)}, {kind(match)}"


# How a game ended


def headline(match: Match, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Describe who won the game, or the match, and how."""
    result = match.last_game.result
    if result is None:
        return ""
    if result.winner is None:
        return "Both are off: a draw" if result.ending is Ending.DRAWN else "Nobody is said to have won"
    name = match.names[result.winner.index]
    loser = match.names[result.winner.opponent.index]
    match result.ending:
        case Ending.BORNE_OFF | Ending.DRAWN:
            said = f"{name} wins {win_with_article(match.variant, result.win, vocabulary)}"
        case Ending.DROPPED:
            said = f"{loser} passes: {name} wins"
        case Ending.RESIGNED:
            said = f"{loser} resigns: {name} wins {win_with_article(match.variant, result.win, vocabulary)}"
        case Ending.ON_TIME:
            said = f"{loser} has no time left: {name} wins the match"
        case Ending.UNRECORDED:
            said = f"{name} wins, and the record does not tell how"
        case _:
            assert_never(result.ending)
    return said


def arithmetic(match: Match) -> str:
    """Describe how the points of the game come about, `gammon 2 x cube 4 = 8`; empty while it goes on.

    It stands beside the sentence that names the win, so that one name is enough.
    """
    result = match.last_game.result
    if result is None:
        return ""
    if result.ending is Ending.DROPPED:
        return f"{counted(result.points, 'point')} (the cube before the double)"
    if result.winner is None:
        return "no points"
    if result.ending is Ending.ON_TIME:
        return "the match is lost with the time, whatever the score"
    if result.ending is Ending.UNRECORDED:
        return f"as the record says: {result.points}"
    name = _counted_as(match, result)
    if not match.ruleset.cube:
        return f"{name} = {result.points}"
    return f"{name} {result.times} x cube {result.cube} = {result.points}"


def _counted_as(match: Match, result: Result) -> str:
    """Name the win, and say why it counts as a single one if it does. [RULES A-60, A-66]"""
    name = win_name(match.variant, result.win)
    if not result.as_single:
        return name
    if match.ruleset.gammons:
        return f"Jacoby: {name} counts 1, no double was offered:"
    return f"{name} counts as {win_with_article(match.variant, Win.SINGLE)}{':' * match.ruleset.cube}"
