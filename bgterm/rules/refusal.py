"""Why a player may not do something now: for every action, at every moment, the error that explains most."""

from collections.abc import Callable, Mapping
from enum import Enum, auto

from bgterm.rules import illegal_actions as illegal
from bgterm.rules.board import Player
from bgterm.rules.cube import beavers_left, why_no_double
from bgterm.rules.errors import IllegalAction
from bgterm.rules.match import Game, Match, Phase, Resignation, TakeBack


class Action(Enum):
    """The actions of a player in a match."""

    ROLL = auto()
    CORRECT_ROLL = auto()
    MOVE = auto()
    DOUBLE = auto()
    ANSWER_DOUBLE = auto()
    BEAVER = auto()
    RESIGN = auto()
    ANSWER_OFFER = auto()
    """Accept or refuse a resignation, a take-back or the last play."""
    TAKE_BACK = auto()
    CHALLENGE = auto()
    CLAIM_FLAG = auto()


def refusal(match: Match, player: Player, action: Action) -> IllegalAction:
    """Return the error for an action that `player` may not take now, the one that explains most.

    That is one that always holds, or else one about the action, or else what the game waits for.
    """
    return (
        _always(match, action)
        or _offer_first(match, player)
        or _RULES.get(action, _no_more)(match, player)
        or _waits_for(match, player)
    )


def was_refused(game: Game, player: Player, offer: type[Resignation | TakeBack]) -> bool:
    """Return whether such an offer of the player may not be repeated yet. [RULES A-83, A-18b]"""
    return any(isinstance(refused, offer) and refused.player is player for refused in game.refused)


def why_not_double(match: Match, player: Player) -> IllegalAction | None:
    """Return why the player, whose turn it is to roll, may not double; None when they may."""
    game = match.game
    if game.board.is_off(player.opponent):
        return illegal.LastRoll(opponent=player.opponent)
    return why_no_double(match.ruleset, game.cube, player, game.crawford, match.need(player))


# At every moment


def _always(match: Match, action: Action) -> IllegalAction | None:
    """Return what forbids the action as long as the match lasts, or since it is over."""
    rules = match.ruleset
    match action:
        case Action.DOUBLE | Action.ANSWER_DOUBLE if not rules.cube:
            return illegal.NoCube()
        case Action.BEAVER if not beavers_left(rules):
            return illegal.NoBeavers()
        case Action.TAKE_BACK if not rules.take_back:
            return illegal.NoTakeBacks()
        case Action.CHALLENGE if not rules.policing:
            return illegal.NoChallenges()
        case Action.CLAIM_FLAG if not match.timed:
            return illegal.NoClock()
        case _:
            return illegal.MatchOver() if match.winner is not None else None


def _offer_first(match: Match, player: Player) -> IllegalAction | None:
    """Return that an offer must be answered before anything else. [RULES A-83]"""
    match match.last_game.pending:
        case None:
            return None
        case offer if offer.player is player:
            return illegal.AnswerAwaited(opponent=player.opponent)
        case Resignation():
            return illegal.ResignationUnanswered(opponent=player.opponent)
        case TakeBack():
            return illegal.TakeBackUnanswered(opponent=player.opponent)


def _waits_for(match: Match, player: Player) -> IllegalAction:
    """Return what must happen first."""
    game = match.game
    if game.to_act is player.opponent:
        return (
            illegal.AnswerAwaited(opponent=player.opponent) if game.phase in _ANSWERED else illegal.NotYourTurn()
        )
    return _FIRST[game.phase]()


_ANSWERED = (Phase.DOUBLED, Phase.TO_ACCEPT)
_FIRST: Mapping[Phase, type[IllegalAction]] = {
    Phase.OPENING: illegal.GameNotBegun,
    Phase.TO_ROLL: illegal.RollFirst,
    Phase.TO_MOVE: illegal.TurnUnfinished,
    Phase.DOUBLED: illegal.DoubleUnanswered,
    Phase.TO_ACCEPT: illegal.PlayUnanswered,
    Phase.OVER: illegal.MatchOver,
}
"""The duties of the player to act before anything else."""


# At this moment


def _no_more(_: Match, __: Player) -> None:
    """Return that no rule about the action itself stands against it."""


def _roll(match: Match, player: Player) -> IllegalAction | None:
    game = match.game
    early = game.phase is Phase.TO_MOVE and game.on_roll is player.opponent
    return illegal.DiceNotPickedUp(opponent=player.opponent) if early else None


def _correct_roll(match: Match, player: Player) -> IllegalAction | None:
    game = match.game
    if game.phase is Phase.TO_MOVE:
        return illegal.RollStands() if game.on_roll is player else None
    return illegal.DicePickedUp() if game.turns else illegal.NothingRolled()


def _move(match: Match, _: Player) -> IllegalAction | None:
    return illegal.RollFirst() if match.game.phase is Phase.OPENING else None


def _double(match: Match, player: Player) -> IllegalAction | None:
    game = match.game
    if game.crawford:
        return illegal.CrawfordGame()
    if game.on_roll is not player:
        return None
    if game.phase is Phase.TO_MOVE:
        return illegal.DoubleTooLate()
    return why_not_double(match, player) if game.phase is Phase.TO_ROLL else None


def _answer_double(match: Match, _: Player) -> IllegalAction | None:
    return None if match.game.phase is Phase.DOUBLED else illegal.NoDoubleOffered()


def _beaver(match: Match, player: Player) -> IllegalAction | None:
    asked = match.game.phase is Phase.DOUBLED and match.game.to_act is player
    return illegal.BeaverLimit(most=beavers_left(match.ruleset)) if asked else _answer_double(match, player)


def _resign(match: Match, player: Player) -> IllegalAction | None:
    return illegal.OfferRefused(opponent=player.opponent) if was_refused(match.game, player, Resignation) else None


def _answer_offer(match: Match, _: Player) -> IllegalAction | None:
    return None if match.game.phase in _ANSWERED else illegal.NothingOffered()


def _take_back(match: Match, player: Player) -> IllegalAction:
    turn = match.last_game.last_turn
    if turn is None:
        return illegal.NoPlayYet()
    if turn.settled:
        return illegal.TakeBackTooLate(opponent=turn.player.opponent)
    return illegal.PlayStands(opponent=player.opponent) if turn.player is player else illegal.OpponentsPlay()


def _challenge(match: Match, player: Player) -> IllegalAction:
    turn = match.last_game.last_turn
    if turn is None:
        return illegal.NoPlayYet()
    if turn.player is player:
        return illegal.OwnPlay()
    return illegal.ChallengeTooLate() if turn.settled else illegal.PlayJudged()


_RULES: Mapping[Action, Callable[[Match, Player], IllegalAction | None]] = {
    Action.ROLL: _roll,
    Action.CORRECT_ROLL: _correct_roll,
    Action.MOVE: _move,
    Action.DOUBLE: _double,
    Action.ANSWER_DOUBLE: _answer_double,
    Action.BEAVER: _beaver,
    Action.RESIGN: _resign,
    Action.ANSWER_OFFER: _answer_offer,
    Action.TAKE_BACK: _take_back,
    Action.CHALLENGE: _challenge,
}
"""For each action the function that returns the error against it at its own moment, or None."""
