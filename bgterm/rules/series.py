"""A match from one game to the next: what is set up before the first throw of each."""

from dataclasses import replace

from bgterm.rules.board import Player
from bgterm.rules.match import Game, Header, Match, Phase
from bgterm.rules.options import applicable
from bgterm.rules.scoring import is_crawford
from bgterm.rules.variants import NextGame


def start(header: Header) -> Match:
    """Give the match before anything has happened; options that cannot apply are left out of its ruleset."""
    ruleset = applicable(header.variant, header.ruleset)
    return Match(header.variant, ruleset, header.names, Game(header.variant.board))


def next_game(match: Match) -> Match:
    """Give the match with the next game set up, when this one is over and the match is not."""
    starter = _next_starter(match)
    game = Game(match.variant.board, match.game.number + 1, is_crawford(match))
    if starter is not None:
        game = replace(game, phase=Phase.TO_ROLL, on_roll=starter, starter=starter)
    return replace(match, game=game)


def going_on(match: Match) -> Match:
    """Give the match as it goes on: with the next game set up when there is one, or else as it is."""
    over = match.game.phase is Phase.OVER and not match.game.pending
    return next_game(match) if over and match.winner is None else match


def _next_starter(match: Match) -> Player | None:
    """Tell who starts the next game; None when an opening throw decides."""
    last = match.game.starter
    match match.ruleset.next_game:
        case NextGame.OPENING:
            return None
        case NextGame.WINNER:
            return match.results[-1].winner
        case NextGame.ALTERNATE:
            return None if last is None else last.opponent
