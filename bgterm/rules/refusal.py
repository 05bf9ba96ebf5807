"""Why a player may not take an action: for every action at every moment, the most helpful error."""

from collections.abc import Mapping
from enum import Enum

from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.cube import beavers_left, why_no_double
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.match import Game, MatchState, Phase, PlayedTurn, Resignation, TakeBack


class ActionKind(Enum):
    """The actions of a player in a match, each with the field of `Choices` that allows it, and its events."""

    ROLL = "roll", events.Rolled
    CORRECT_ROLL = "correct", events.RollCorrected
    MOVE = ("plays",)
    DOUBLE = "double", events.Doubled
    ANSWER_DOUBLE = "answer_double", events.Taken, events.Dropped
    BEAVER = "beaver", events.Beavered
    RESIGN = "resign", events.ResignationOffered
    ANSWER_RESIGNATION = "answer_resignation", events.ResignationAccepted, events.ResignationRefused
    ANSWER_TAKE_BACK = "answer_take_back", events.TakenBack, events.TakeBackRefused
    ACCEPT = "accept", events.PlayAccepted
    TAKE_BACK = "take_back", events.TakeBackAsked
    CHALLENGE = "challenge", events.Challenged
    CLAIM_FLAG = "claim_flag", events.FlagClaimed


KIND_OF: Mapping[object, ActionKind] = {event: kind for kind in ActionKind for event in kind.value[1:]}
"""The kind of action of each event by a player, by its class, except a play: plays are counted lazily."""


def refusal(match: MatchState, player: Player, action: ActionKind) -> IllegalAction:
    """Return the error for an action that `player` may not take now.

    A reason that holds for the whole match comes first, then a rule about the action, then what the game waits
    for.
    """
    return (
        _always(match, action)
        or _offer_first(match, player)
        or _of_action(match, player, action)
        or _waits_for(match, player)
    )


def was_refused(game: Game, player: Player, offer: type[Resignation | TakeBack]) -> bool:
    """Return whether such an offer of the player was refused and may not be repeated yet. [RULES A-83, A-18b]"""
    return any(isinstance(refused, offer) and refused.player is player for refused in game.refused)


def why_not_double(match: MatchState, player: Player) -> IllegalAction | None:
    """Return why the player on roll may not double; None when they may."""
    game = match.game
    if game.board.is_off(player.opponent):
        return IllegalAction(ActionRule.LAST_ROLL, opponent=player.opponent)
    return why_no_double(match.ruleset, game.cube, player, game.crawford, match.need(player))


# At every moment


def _always(match: MatchState, action: ActionKind) -> IllegalAction | None:
    """Return the error if the match never allows the action, or is over."""
    rules = match.ruleset
    match action:
        case ActionKind.DOUBLE | ActionKind.ANSWER_DOUBLE if not rules.cube:
            return IllegalAction(ActionRule.NO_CUBE)
        case ActionKind.BEAVER if not beavers_left(rules):
            return IllegalAction(ActionRule.NO_BEAVERS)
        case ActionKind.TAKE_BACK if not rules.take_back:
            return IllegalAction(ActionRule.NO_TAKE_BACKS)
        case ActionKind.CHALLENGE if not rules.policing:
            return IllegalAction(ActionRule.NO_CHALLENGES)
        case ActionKind.CLAIM_FLAG if not match.timed:
            return IllegalAction(ActionRule.NO_CLOCK)
        case _:
            return IllegalAction(ActionRule.MATCH_OVER) if match.winner is not None else None


def _offer_first(match: MatchState, player: Player) -> IllegalAction | None:
    """Return the error for a pending offer that must be answered first. [RULES A-83]"""
    offer = match.shown_game.pending
    if offer is None:
        return None
    resigning = isinstance(offer, Resignation)
    unanswered = ActionRule.RESIGNATION_UNANSWERED if resigning else ActionRule.TAKE_BACK_UNANSWERED
    broken = ActionRule.ANSWER_AWAITED if offer.player is player else unanswered
    return IllegalAction(broken, opponent=player.opponent)


def _waits_for(match: MatchState, player: Player) -> IllegalAction:
    """Return the error that names the action that the game waits for."""
    game = match.game
    if game.to_act is player.opponent:
        if game.phase in _ANSWERED:
            return IllegalAction(ActionRule.ANSWER_AWAITED, opponent=player.opponent)
        return IllegalAction(ActionRule.NOT_YOUR_TURN)
    return IllegalAction(_FIRST[game.phase])


_ANSWERED = (Phase.DOUBLED, Phase.TO_ACCEPT)
_FIRST: Mapping[Phase, ActionRule] = {
    Phase.OPENING: ActionRule.GAME_NOT_BEGUN,
    Phase.TO_ROLL: ActionRule.ROLL_FIRST,
    Phase.TO_MOVE: ActionRule.TURN_UNFINISHED,
    Phase.DOUBLED: ActionRule.DOUBLE_UNANSWERED,
    Phase.TO_ACCEPT: ActionRule.PLAY_UNANSWERED,
    Phase.OVER: ActionRule.MATCH_OVER,
}
"""The rule that reminds the player to act of their duty, by phase."""


# At this moment


def _of_action(  # noqa: C901 - a case for each action
    match: MatchState, player: Player, action: ActionKind
) -> IllegalAction | None:
    """Return the error of a rule about the action at this moment; None when there is no such rule."""
    game, phase, opponent = match.game, match.game.phase, player.opponent
    match action:
        case ActionKind.ROLL if phase is Phase.TO_MOVE and game.on_roll is opponent:
            return IllegalAction(ActionRule.DICE_NOT_PICKED_UP, opponent=opponent)
        case ActionKind.CORRECT_ROLL if phase is not Phase.TO_MOVE:
            return IllegalAction(ActionRule.DICE_PICKED_UP if game.turns else ActionRule.NOTHING_ROLLED)
        case ActionKind.CORRECT_ROLL if game.on_roll is player:
            return IllegalAction(ActionRule.ROLL_STANDS)
        case ActionKind.MOVE if phase is Phase.OPENING:
            return IllegalAction(ActionRule.ROLL_FIRST)
        case ActionKind.DOUBLE if game.crawford:
            return IllegalAction(ActionRule.CRAWFORD_GAME)
        case ActionKind.DOUBLE if game.on_roll is player and phase is Phase.TO_MOVE:
            return IllegalAction(ActionRule.DOUBLE_TOO_LATE)
        case ActionKind.DOUBLE if game.on_roll is player and phase is Phase.TO_ROLL:
            return why_not_double(match, player)
        case ActionKind.ANSWER_DOUBLE | ActionKind.BEAVER if phase is not Phase.DOUBLED:
            return IllegalAction(ActionRule.NO_DOUBLE_OFFERED)
        case ActionKind.BEAVER if game.to_act is player:
            return IllegalAction(ActionRule.BEAVER_LIMIT, most=beavers_left(match.ruleset))
        case ActionKind.RESIGN if was_refused(game, player, Resignation):
            return IllegalAction(ActionRule.OFFER_REFUSED, opponent=opponent)
        case ActionKind.TAKE_BACK | ActionKind.CHALLENGE:
            return _of_last_play(match.shown_game.last_turn, player, action)
        case _ if action in _ANSWERS and phase not in _ANSWERED:
            return IllegalAction(ActionRule.NOTHING_OFFERED)
        case _:
            return None


_ANSWERS = (ActionKind.ANSWER_RESIGNATION, ActionKind.ANSWER_TAKE_BACK, ActionKind.ACCEPT)


def _of_last_play(turn: PlayedTurn | None, player: Player, action: ActionKind) -> IllegalAction:
    """Return the error for taking the last play back, or for challenging it."""
    if turn is None:
        return IllegalAction(ActionRule.NO_PLAY_YET)
    if action is ActionKind.CHALLENGE:
        if turn.player is player:
            return IllegalAction(ActionRule.OWN_PLAY)
        return IllegalAction(ActionRule.CHALLENGE_TOO_LATE if turn.settled else ActionRule.PLAY_JUDGED)
    if turn.settled:
        return IllegalAction(ActionRule.TAKE_BACK_TOO_LATE, opponent=turn.player.opponent)
    if turn.player is not player:
        return IllegalAction(ActionRule.OPPONENTS_PLAY)
    return IllegalAction(ActionRule.PLAY_STANDS, opponent=player.opponent)
