"""Conditions for the moments of a match that tests of the screen need, found by random players."""

from bgterm.editing.turn_draft import Draft
from bgterm.rules.board import BAR, OFF
from bgterm.rules.choices import choices
from bgterm.rules.match import MatchState, Phase, Resignation, TakeBack
from bgterm.rules.moves.base import LegalPlays


def plays_of(match: MatchState) -> LegalPlays | None:
    """Return the legal plays; None when nobody is to play."""
    actor = match.shown_game.to_act
    return None if actor is None else choices(match, actor).plays


def race(match: MatchState) -> bool:
    """Return whether there are several plays and no contact."""
    return one_of_several(match) and not match.game.board.contact


def one_of_several(match: MatchState) -> bool:
    plays = plays_of(match)
    return plays is not None and len(plays) > 1


def contact(match: MatchState) -> bool:
    """Return whether there are several plays and hits are possible."""
    return one_of_several(match) and match.game.board.contact


def to_roll(match: MatchState) -> bool:
    return match.game.phase is Phase.TO_ROLL and not match.shown_game.pending


def doubled(match: MatchState) -> bool:
    return match.game.phase is Phase.DOUBLED and not match.shown_game.pending


def resignation(match: MatchState) -> bool:
    return isinstance(match.shown_game.pending, Resignation)


def take_back(match: MatchState) -> bool:
    return isinstance(match.shown_game.pending, TakeBack)


def last_play(match: MatchState) -> bool:
    """Return whether the last play can be challenged."""
    actor = match.shown_game.to_act
    return actor is not None and bool(choices(match, actor).challenge)


def beaver(match: MatchState) -> bool:
    """Return whether a player can beaver."""
    actor = match.shown_game.to_act
    return doubled(match) and actor is not None and choices(match, actor).beaver


def game_over(match: MatchState) -> bool:
    return match.shown_game.phase is Phase.OVER


def two_ways(match: MatchState) -> bool:
    """Return whether a checker can reach a point in two ways, of which one hits."""
    return way_to_ask(match) is not None


def way_to_ask(match: MatchState) -> str | None:
    """Return the text that a player types for such a checker, to be asked which way it goes."""
    plays = plays_of(match)
    if plays is None or plays.dice.is_double or plays.moves_needed < 2:
        return None
    distance = sum(plays.dice)
    mine = plays.board.counts(plays.player)
    for src in range(distance + 1, BAR):
        text = f"{src}/{src - distance}"
        if mine[src] and src - distance > OFF and len(Draft(plays).typed(text).options) == 2:
            return text
    return None
