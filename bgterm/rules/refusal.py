"""Why a player may not do something now: for every action, at every moment, the rule that stands against it."""

from collections.abc import Callable, Mapping
from enum import Enum, auto

from bgterm.rules.board import Player
from bgterm.rules.cube import why_no_double
from bgterm.rules.errors import IllegalAction, Rule
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
    """Return the error for an action that `player` may not take now, by the rule that explains most.

    That is one that always holds, or else one about the action, or else what the game waits for.
    """
    rule = (
        _always(match, action)
        or _offer_first(match, player)
        or _RULES.get(action, _no_more)(match, player)
        or _waits_for(match, player)
    )
    return IllegalAction(rule, **_facts(match, player, rule))


def _facts(match: Match, player: Player, rule: Rule) -> dict[str, object]:
    """Return what the sentence about the rule needs."""
    turn = match.last_game.last_turn
    match rule:
        case Rule.DEAD_CUBE:
            return {"value": match.game.cube.value, "need": match.need(player)}
        case Rule.BEAVER_LIMIT:
            return {"most": match.ruleset.beavers}
        case Rule.LATE_TAKE_BACK if turn:
            return {"opponent": turn.player.opponent}
        case _:
            return {"opponent": player.opponent}


def was_refused(game: Game, player: Player, offer: type[Resignation | TakeBack]) -> bool:
    """Return whether such an offer of the player may not be repeated yet. [RULES A-83, A-18b]"""
    return any(isinstance(refused, offer) and refused.player is player for refused in game.refused)


def why_not_double(match: Match, player: Player) -> Rule | None:
    """Return why the player, whose turn it is to roll, may not double; None when they may."""
    game = match.game
    if game.board.is_off(player.opponent):
        return Rule.LAST_THROW
    return why_no_double(match.ruleset, game.cube, player, game.crawford, match.need(player))


# At every moment


def _always(match: Match, action: Action) -> Rule | None:
    """Return what forbids the action as long as the match lasts, or since it is over."""
    rules = match.ruleset
    never = {
        Action.DOUBLE: not rules.cube and Rule.NO_CUBE,
        Action.ANSWER_DOUBLE: not rules.cube and Rule.NO_CUBE,
        Action.BEAVER: not rules.beavers and Rule.NO_BEAVERS,
        Action.TAKE_BACK: not rules.take_back and Rule.NO_TAKE_BACKS,
        Action.CHALLENGE: not rules.policing and Rule.NO_CHALLENGES,
        Action.CLAIM_FLAG: not match.timed and Rule.NO_CLOCK,
    }
    return never.get(action) or (Rule.MATCH_OVER if match.winner is not None else None)


def _offer_first(match: Match, player: Player) -> Rule | None:
    """Return that an offer must be answered before anything else. [RULES A-83]"""
    match match.last_game.pending:
        case None:
            return None
        case offer if offer.player is player:
            return Rule.AWAIT_ANSWER
        case Resignation():
            return Rule.ANSWER_RESIGNATION
        case TakeBack():
            return Rule.ANSWER_TAKE_BACK


def _waits_for(match: Match, player: Player) -> Rule:
    """Return what must happen first."""
    game = match.game
    if game.to_act is player.opponent:
        return Rule.AWAIT_ANSWER if game.phase in _ANSWERED else Rule.NOT_YOUR_TURN
    return _FIRST[game.phase]


_ANSWERED = (Phase.DOUBLED, Phase.TO_ACCEPT)
_FIRST: Mapping[Phase, Rule] = {
    Phase.OPENING: Rule.NOT_BEGUN,
    Phase.TO_ROLL: Rule.ROLL_FIRST,
    Phase.TO_MOVE: Rule.VOID_ROLL,
    Phase.DOUBLED: Rule.ANSWER_DOUBLE,
    Phase.TO_ACCEPT: Rule.ANSWER_PLAY,
    Phase.OVER: Rule.MATCH_OVER,
}
"""The duties of the player to act before anything else."""


# At this moment


def _no_more(_: Match, __: Player) -> None:
    """Return that no rule about the action itself stands against it."""


def _roll(match: Match, player: Player) -> Rule | None:
    game = match.game
    early = game.phase is Phase.TO_MOVE and game.on_roll is player.opponent
    return Rule.NOT_PICKED_UP if early else None


def _correct_roll(match: Match, player: Player) -> Rule | None:
    game = match.game
    if game.phase is Phase.TO_MOVE:
        return Rule.ROLL_STANDS if game.on_roll is player else None
    return Rule.PICKED_UP if game.turns else Rule.NOTHING_ROLLED


def _move(match: Match, _: Player) -> Rule | None:
    return Rule.ROLL_FIRST if match.game.phase is Phase.OPENING else None


def _double(match: Match, player: Player) -> Rule | None:
    game = match.game
    if game.crawford:
        return Rule.CRAWFORD
    if game.on_roll is not player:
        return None
    if game.phase is Phase.TO_MOVE:
        return Rule.LATE_DOUBLE
    return why_not_double(match, player) if game.phase is Phase.TO_ROLL else None


def _answer_double(match: Match, _: Player) -> Rule | None:
    return None if match.game.phase is Phase.DOUBLED else Rule.NO_DOUBLE_OFFERED


def _beaver(match: Match, player: Player) -> Rule | None:
    asked = match.game.phase is Phase.DOUBLED and match.game.to_act is player
    return Rule.BEAVER_LIMIT if asked else _answer_double(match, player)


def _resign(match: Match, player: Player) -> Rule | None:
    return Rule.OFFER_REFUSED if was_refused(match.game, player, Resignation) else None


def _answer_offer(match: Match, _: Player) -> Rule | None:
    return None if match.game.phase in _ANSWERED else Rule.NOTHING_OFFERED


def _take_back(match: Match, player: Player) -> Rule:
    turn = match.last_game.last_turn
    if turn is None:
        return Rule.NO_PLAY_YET
    if turn.settled:
        return Rule.LATE_TAKE_BACK
    return Rule.TAKE_BACK_REFUSED if turn.player is player else Rule.OTHERS_PLAY


def _challenge(match: Match, player: Player) -> Rule:
    turn = match.last_game.last_turn
    if turn is None:
        return Rule.NO_PLAY_YET
    if turn.player is player:
        return Rule.OWN_PLAY
    return Rule.LATE_CHALLENGE if turn.settled else Rule.CHALLENGED_BEFORE


_RULES: Mapping[Action, Callable[[Match, Player], Rule | None]] = {
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
"""For each action the function that returns the rule against it at its own moment, or None."""
