"""A match from one game to the next: the setup before the first throw of each game."""

from typing import Any

from bgterm.rules.applicable_rules import without_inapplicable
from bgterm.rules.board import Player
from bgterm.rules.match import Game, GameSetup, Header, MatchState, Phase, Resignation
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.scoring import is_crawford
from bgterm.rules.validation import faults, without_idle_crawford
from bgterm.rules.variants import Variant


def start(header: Header) -> MatchState:
    """Return the match before its first event; options that cannot apply are left out of its ruleset.

    Raises ImpossiblePosition when the header's setup is a position that cannot occur in a game.
    """
    ruleset = without_inapplicable(header.variant, header.ruleset)
    if header.start is None:
        return MatchState(header.variant, ruleset, header.names, Game(header.variant.board))
    found = without_idle_crawford(ruleset, header.start)
    if wrong := faults(header.variant, ruleset, found):
        raise wrong[0]
    return match_from(header.variant, ruleset, header.names, found)


def match_from(variant: Variant, ruleset: Ruleset, names: tuple[str, str], found: GameSetup) -> MatchState:
    """Return the match that starts from a setup, without checking that this is a possible position."""
    facts = _shared(found) | {"double_offered": found.double_offered or found.doubled}
    game = Game(**facts, phase=_phase_of(found), pending=found.resignation)
    return MatchState(variant, ruleset, names, game, found.score)


def setup_from(match: MatchState, game: Game | None = None) -> GameSetup:
    """Return the setup of a new match that continues from the present state of this one.

    It does not include the last play, which cannot be taken back or challenged in the new match, nor a pending
    take-back. `game` is the game to continue, by default the one to be played.
    """
    game = game or match.game
    resignation = game.pending if isinstance(game.pending, Resignation) else None
    doubled = game.phase is Phase.DOUBLED
    return GameSetup(**_shared(game), doubled=doubled, resignation=resignation, score=match.score)


def started_here(match: MatchState, **changes: object) -> MatchState:
    """Return a new match that continues from the present state of this one, with changes to its `GameSetup`."""
    return match_from(match.variant, match.ruleset, match.names, setup_from(match)._replace(**changes))  # type: ignore[arg-type]


_SHARED = {*GameSetup._fields} & {*Game._fields}


def _shared(stands: Game | GameSetup) -> dict[str, Any]:
    """Return the values of the fields that `Game` and `GameSetup` have in common."""
    return {name: getattr(stands, name) for name in _SHARED}


def _phase_of(found: GameSetup) -> Phase:
    """Return the phase in which a game with this setup begins."""
    if found.on_roll is None:
        return Phase.OPENING
    if found.doubled:
        return Phase.DOUBLED
    return Phase.TO_ROLL if found.dice is None else Phase.TO_MOVE


def with_next_game(match: MatchState) -> MatchState:
    """Return the match with its next game set up after one has ended, unless the match is over."""
    if match.winner is not None:
        return match
    game, starter = Game(match.variant.board, match.game.number + 1, is_crawford(match)), _next_starter(match)
    if starter is not None:
        game = game._replace(phase=Phase.TO_ROLL, on_roll=starter, starter=starter)
    return match._replace(game=game, finished=match.game)


def _next_starter(match: MatchState) -> Player | None:
    """Return the player who starts the next game; None when an opening throw decides."""
    last = match.game.starter
    match match.ruleset.next_game:
        case NextGame.OPENING:
            return None
        case NextGame.WINNER:
            return match.results[-1].winner
        case NextGame.ALTERNATE:
            return None if last is None else last.opponent
