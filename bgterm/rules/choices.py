"""The choices of a player, the only source of legality, and the most helpful error for any other action.

The referee accepts exactly the events that the choices allow.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple, assert_never

from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.cube import beavers_left, may_beaver, why_no_double
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Game, MatchState, Phase, PlayedTurn, Resignation, TakeBack, Win, wins_of
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.unrefereed import FreePlays


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


class ActionKind(Enum):
    """The kinds of actions of a player in a match.

    The value of each has the field of `Choices` that allows it, and the classes of its events.
    """

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


def allows(can: Choices, kind: ActionKind) -> bool:
    """Return whether these choices include an action of that kind."""
    return bool(getattr(can, kind.value[0]))


def choices(match: MatchState, player: Player) -> Choices:
    """Return the actions that `player` may take now. Legal plays are computed lazily."""
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


# Why an action is refused


def refusal(match: MatchState, player: Player, action: ActionKind) -> IllegalAction:
    """Return the reason, as an error to raise, why `player` may not take an action of this kind now.

    A reason that holds for the whole match comes first, then an offer to be answered, then a rule about the
    action, then what the game waits for.
    """
    return (
        _always(match, action)
        or _offer_first(match, player)
        or _of_action(match, player, action)
        or _waits_for(match, player)
    )


def was_refused(game: Game, player: Player, offer: type[Resignation | TakeBack]) -> bool:
    """Return whether the player's last `offer` was refused and may not be repeated yet. [RULES A-83, A-18b]"""
    return any(isinstance(refused, offer) and refused.player is player for refused in game.refused)


def why_not_double(match: MatchState, player: Player) -> IllegalAction | None:
    """Return why the player, who is on roll, may not double now; None when they may."""
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
