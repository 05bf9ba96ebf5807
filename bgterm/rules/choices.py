"""The choices of a player: the only source of legality. The referee accepts exactly the events that they allow."""

from typing import NamedTuple, assert_never

from bgterm.rules.board import Player
from bgterm.rules.cube import may_beaver
from bgterm.rules.errors import IllegalAction
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState, Phase, Resignation, TakeBack, Win
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.unrefereed import FreePlays
from bgterm.rules.refusal import ActionKind, was_refused, why_not_double
from bgterm.rules.scoring import wins_of


class Choices(NamedTuple):
    """The actions that one player may take now; all are false or empty by default."""

    roll: bool = False
    """Roll the dice: both, or one for the opening."""
    correct: bool = False
    """Correct the dice that were typed, in a match whose players throw their own."""
    double: bool = False
    """Offer to double the stake."""
    no_double: IllegalAction | None = None
    """Why the player on roll may not double; None when they may, or when it is not theirs to roll."""
    answer_double: bool = False
    """Take or drop a double, or a beaver that answered the player's own double."""
    beaver: bool = False
    """Answer a double by turning the cube once more."""
    plays: LegalPlays | None = None
    """The legal plays of the player's roll."""
    free_plays: FreePlays | None = None
    """The plays that may be made without a referee, legal or not."""
    accept: bool = False
    """Accept the play that bore off the opponent's last checker."""
    challenge: bool = False
    """Challenge the opponent's last play as illegal."""
    take_back: bool = False
    """Ask to take back the play just made."""
    answer_take_back: bool = False
    """Agree to the opponent's take-back, or refuse it."""
    resign: tuple[Win, ...] = ()
    """The losses that the player may offer in a resignation."""
    answer_resignation: bool = False
    """Accept or refuse the opponent's resignation."""
    claim_flag: bool = False
    """Claim the match because the opponent's time is up."""


def allows(can: Choices, kind: ActionKind) -> bool:
    """Return whether these choices include an action of that kind."""
    return bool(getattr(can, kind.value[0]))


def choices(match: MatchState, player: Player) -> Choices:
    """Return the choices of `player` now. Legal plays are computed lazily."""
    found = _in_match(match, player)
    return found._replace(claim_flag=True) if match.timed and match.winner is None else found


def _in_match(match: MatchState, player: Player) -> Choices:
    """Return the choices of `player`, without a claim on the clock."""
    match match.shown_game.pending:
        case None:
            pass
        case Resignation(asking):
            return Choices(answer_resignation=player is not asking)
        case TakeBack(asking):
            return Choices(answer_take_back=player is not asking)
        case offer:
            assert_never(offer)
    found = _by_phase(match, player)
    turn = match.shown_game.last_turn
    if turn is None or turn.settled or match.winner is not None:
        return found
    if turn.player is player:
        again = was_refused(match.shown_game, player, TakeBack)
        return found._replace(take_back=match.ruleset.take_back and not again)
    return found._replace(challenge=True) if may_challenge(match, player) else found


def may_challenge(match: MatchState, player: Player) -> bool:
    """Return whether the player may challenge the opponent's last play. [RULES A-73]"""
    game = match.shown_game
    turn = game.last_turn
    return turn is not None and turn.unchecked and not (turn.settled or turn.player is player or game.pending)


def _by_phase(match: MatchState, player: Player) -> Choices:
    """Return the choices of `player` in the phase of the game, ignoring offers and take-backs."""
    game, ruleset = match.game, match.ruleset
    mine = player is game.on_roll
    resign = () if was_refused(game, player, Resignation) else wins_of(match.variant, ruleset)
    match game.phase:
        case Phase.OVER:
            return Choices()
        case Phase.OPENING:
            return Choices(roll=True, correct=match.opening_roll_is_showing)
        case Phase.DOUBLED if player is game.to_act:
            return Choices(resign=resign, answer_double=True, beaver=may_beaver(ruleset, game.raises))
        case Phase.TO_ROLL if mine:
            no_double = why_not_double(match, player)
            return Choices(
                resign=resign,
                roll=True,
                correct=match.opening_roll_is_showing,
                double=no_double is None,
                no_double=no_double,
            )
        case Phase.TO_MOVE if mine:
            free = FreePlays(game.board, player) if ruleset.policing and not game.must_be_legal else None
            correct = not game.must_be_legal
            return Choices(resign=resign, plays=legal_plays(match), free_plays=free, correct=correct)
        case Phase.TO_ACCEPT if not mine:
            return Choices(resign=resign, accept=True)
        case _:
            return Choices(resign=resign)
