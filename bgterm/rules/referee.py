"""The referee, which applies events to a match.

`apply` accepts exactly the actions in `bgterm.rules.choices`. The consequences of an event (a game or the match is
won, a Crawford game follows, the board is set up for the next game) are part of applying it.
"""

from typing import assert_never

from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import KIND_OF, ActionKind, Choices, allows, choices, refusal
from bgterm.rules.cube import Cube, doubles_by_itself
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.games import with_result
from bgterm.rules.legal_plays import last_play_was_legal
from bgterm.rules.match import (
    Ending,
    Game,
    MatchState,
    Phase,
    PlayedTurn,
    Resignation,
    Result,
    TakeBack,
    Win,
    is_answered,
    result_of,
    win_not_possible,
    win_on_board,
)
from bgterm.rules.moves.base import Play
from bgterm.rules.moves.explain import why_not_play


def apply(match: MatchState, event: events.Event, can: Choices | None = None) -> MatchState:
    """Return the match after the event; `can` are the choices of the event's player, if known already.

    Raises IllegalAction for an event that is not possible now, IllegalPlay for a play that breaks a rule.
    """
    after = _after(match, event, can or choices(match, actor(match, event)))
    game = after.shown_game
    if isinstance(event, _ASIDE) or not game.refused:
        return after
    return _with_shown_game(after, game._replace(refused=()))


def apply_recorded(match: MatchState, event: events.Event) -> MatchState:
    """Return the match after an event of a record, which may repeat an offer right after its refusal. [RULES A-83]

    Earlier versions let players do so. Raises IllegalAction for an event that is not possible then, IllegalPlay
    for a play that breaks a rule.
    """
    match event:
        case events.ResignationOffered(player) | events.TakeBackAsked(player):
            kind = Resignation if isinstance(event, events.ResignationOffered) else TakeBack
            others = tuple(
                offer
                for offer in match.shown_game.refused
                if not (isinstance(offer, kind) and offer.player is player)
            )
            match = _with_shown_game(match, match.shown_game._replace(refused=others))
    return apply(match, event)


def _after(match: MatchState, event: events.Event, can: Choices) -> MatchState:  # noqa: C901 - one line for each event
    if (kind := KIND_OF.get(type(event))) and not allows(can, kind):
        raise refusal(match, actor(match, event), kind)
    match event:
        case events.OpeningThrown(white, black):
            return _throw_opening(match, white, black)
        case events.OpeningCorrected(white, black):
            return _correct_opening(match, white, black, can)
        case events.Rolled(player, dice):
            return _roll(match, player, dice)
        case events.RollCorrected(player, dice):
            if match.opening_roll_is_showing:
                raise refusal(match, player, ActionKind.CORRECT_ROLL)
            return match._replace(game=match.game._replace(dice=dice))
        case events.Moved(player, play):
            return _move(match, player, play, can)
        case events.Doubled(player):
            return _double(match)
        case events.Beavered(player):
            return _beaver(match)
        case events.Taken():
            taken = match.game._replace(doubled=False, cube=_taken_cube(match.game), raises=0)
            return match._replace(game=taken)
        case events.Dropped(player):
            return _end(match, player.opponent, Win.SINGLE, Ending.DROPPED)
        case events.ResignationOffered(player, win):
            return _offer_resignation(match, player, win, can)
        case events.ResignationAccepted(player):
            return _accept_resignation(match, player)
        case events.ResignationRefused() | events.TakeBackRefused():
            return _refuse(match)
        case events.TakeBackAsked(player):
            return _with_shown_game(match, match.shown_game._replace(pending=TakeBack(player)))
        case events.TakenBack():
            turn = match.shown_game.last_turn
            return _to_be_played_again(match, must_be_legal=bool(turn and turn.must_be_legal))
        case events.Challenged(player):
            return _challenge(match, player)
        case events.PlayAccepted(player):
            return _end(match, player.opponent, win_on_board(match, player), Ending.BORNE_OFF)
        case events.FlagClaimed(player):
            ended = match._replace(game=match.game._replace(pending=None), finished=None)
            return _end(ended, player, Win.SINGLE, Ending.ON_TIME)  # between two games the next one is not played
        case events.Unrecorded(winner, points):
            return _close(match, winner, points)
        case _:
            assert_never(event)


def event_of_throw(match: MatchState, player: Player, one: int, other: int) -> events.Event:
    """Return the event of two dice that show these numbers: a roll of `player`, or the throw for the opening.

    In the opening `one` is White's die and `other` Black's. Raises ValueError for numbers that are not on a die.
    """
    if match.game.phase is Phase.OPENING:
        return events.OpeningThrown(one, other)
    return events.Rolled(player, Dice.of(one, other))


def event_of_correction(match: MatchState, player: Player, one: int, other: int) -> events.Event:
    """Return the event that replaces the last typed throw: a roll of `player`, or the throw for the opening.

    In the opening `one` is White's die and `other` Black's. Raises ValueError for numbers that are not on a die.
    """
    return (
        events.OpeningCorrected(one, other)
        if match.opening_roll_is_showing
        else events.RollCorrected(player, Dice.of(one, other))
    )


def actor(match: MatchState, event: events.Event) -> Player:
    """Return the player whose choices allow an event: its own player, or the one on roll if it names none."""
    if isinstance(event, events.OpeningThrown | events.OpeningCorrected | events.Unrecorded):
        return match.game.on_roll or Player.WHITE
    return event.player


def _with_shown_game(match: MatchState, game: Game) -> MatchState:
    """Return the match with the game of the last event replaced, which may have ended."""
    return match._replace(game=game) if match.finished is None else match._replace(finished=game)


# Dice and plays


def _throw_opening(match: MatchState, white: int, black: int) -> MatchState:
    """Return the match after an opening throw: a tie, or the starter's roll. [RULES A-14 to A-17, L6, L7]"""
    game = match.game
    if game.phase is not Phase.OPENING or match.shown_game.pending:
        raise IllegalAction(ActionRule.OPENING_DECIDED if match.winner is None else ActionRule.MATCH_OVER)
    match, dice = match._replace(finished=None), Dice.of(white, black)
    if dice.is_double:
        cube = game.cube.doubled(None) if doubles_by_itself(match.ruleset, len(game.throws)) else game.cube
        return match._replace(game=game._replace(throws=(*game.throws, (white, black)), cube=cube))
    starter = Player.WHITE if white > black else Player.BLACK
    to_play = None if match.variant.fresh_first_roll else dice
    throws = (*game.throws, (white, black))
    return match._replace(game=game._replace(throws=throws, on_roll=starter, starter=starter, dice=to_play))


def _roll(match: MatchState, player: Player, dice: Dice) -> MatchState:
    if match.game.phase is not Phase.TO_ROLL:
        raise refusal(match, player, ActionKind.ROLL)
    settled = _settled(match.game.last_turn)
    game = match.game._replace(dice=dice, last_turn=settled)
    return match._replace(game=game, finished=None)


def _correct_opening(match: MatchState, white: int, black: int, can: Choices) -> MatchState:
    """Return the match with the last opening throw replaced, and its automatic double undone."""
    game = match.game
    if not (can.correct and match.opening_roll_is_showing):
        raise refusal(match, game.on_roll or Player.WHITE, ActionKind.CORRECT_ROLL)
    *before, (one, other) = game.throws
    doubled = one == other and doubles_by_itself(match.ruleset, len(before))
    cube = Cube(game.cube.value // 2) if doubled else game.cube
    unthrown = game._replace(throws=tuple(before), cube=cube, on_roll=None, starter=None, dice=None)
    return _throw_opening(match._replace(game=unthrown), white, black)


def _move(match: MatchState, player: Player, play: Play, can: Choices) -> MatchState:
    game = match.game
    if can.plays is None:
        raise refusal(match, player, ActionKind.MOVE)
    if can.free_plays and (fault := can.free_plays.why_not(play)):
        raise fault
    if not can.free_plays and play not in can.plays:
        raise why_not_play(can.plays, play)
    turn = PlayedTurn(player, game.board, can.plays.dice, play, can.free_plays is not None, game.must_be_legal)
    board = game.board.played(player, play)
    game = game._replace(
        board=board,
        on_roll=player.opponent,
        turns=game.turns + 1,
        dice=None,
        must_be_legal=False,
        last_turn=turn,
    )
    match = match._replace(game=game)
    if board.is_off(player):
        return _all_off(match, player)
    if board.is_off(player.opponent):
        return _end(match, player.opponent, win_on_board(match, player), Ending.BORNE_OFF)
    return match


def _all_off(match: MatchState, player: Player) -> MatchState:
    """Return the match after a player has borne off the last checker. [RULES A-47, A-73, L30, L32]"""
    game, other = match.game, player.opponent
    if game.board.is_off(other):
        return _end(match, None, Win.SINGLE, Ending.DRAWN)
    if game.last_turn and game.last_turn.unchecked:
        return match._replace(game=game._replace(on_roll=player))
    if is_answered(match.ruleset, player, game.starter):
        return match
    return _end(match, player, win_on_board(match, other), Ending.BORNE_OFF)


# The cube


def _double(match: MatchState) -> MatchState:
    settled = _settled(match.game.last_turn)
    game = match.game._replace(doubled=True, double_offered=True, last_turn=settled)
    return match._replace(game=game, finished=None)


def _beaver(match: MatchState) -> MatchState:
    """Return the match after a beaver: the offer is taken, and twice that is offered. [RULES A-63 to A-65]"""
    game = match.game
    return match._replace(game=game._replace(cube=_taken_cube(game), raises=game.raises + 1))


def _taken_cube(game: Game) -> Cube:
    """Return the cube if the pending double is taken: its owner is the player first doubled. [RULES A-53, A-63]"""
    return game.cube.doubled(game.on_roll.opponent if game.on_roll is not None else None)


# Resigning


def _offer_resignation(match: MatchState, player: Player, win: Win, can: Choices) -> MatchState:
    if win not in can.resign:
        raise win_not_possible(win)
    return match._replace(game=match.game._replace(pending=Resignation(player, win)), finished=None)


def _accept_resignation(match: MatchState, player: Player) -> MatchState:
    offer = match.game.resignation
    if offer is None:
        raise refusal(match, player, ActionKind.ANSWER_RESIGNATION)
    return _end(match._replace(game=match.game._replace(pending=None)), player, offer.win, Ending.RESIGNED)


def _refuse(match: MatchState) -> MatchState:
    """Return the match without the pending offer, which may not be repeated at once. [RULES A-83, A-18b]"""
    game = match.shown_game
    refused = (*game.refused, game.pending) if game.pending else game.refused
    return _with_shown_game(match, game._replace(pending=None, refused=refused))


# Taking back and challenging


def _challenge(match: MatchState, player: Player) -> MatchState:
    """Return the match after a challenge: the last play stands, or a legal one must replace it. [RULES A-73]"""
    if not last_play_was_legal(match):
        return _to_be_played_again(match, must_be_legal=True)
    game = match.shown_game
    if game.phase is Phase.TO_ACCEPT:
        return _end(match, player.opponent, win_on_board(match, player), Ending.BORNE_OFF)
    turn = game.last_turn
    return _with_shown_game(match, game._replace(last_turn=turn and turn._replace(unchecked=False)))


def _to_be_played_again(match: MatchState, *, must_be_legal: bool) -> MatchState:
    """Return the match before the last play, with its dice to be played; its result and an offer are undone."""
    game, turn = match.shown_game, match.shown_game.last_turn
    if turn is None:
        return match
    again = game._replace(
        board=turn.board,
        on_roll=turn.player,
        dice=turn.dice,
        turns=game.turns - 1,
        last_turn=None,
        must_be_legal=must_be_legal,
        pending=None,
        result=None,
    )
    results = match.results.before if game.result else match.results
    return match._replace(game=again, results=results, finished=None)


def _settled(turn: PlayedTurn | None) -> PlayedTurn | None:
    """Return the turn marked as settled: it can no longer be taken back or challenged."""
    return turn._replace(settled=True) if turn and not turn.settled else turn


# The end


def _end(match: MatchState, winner: Player | None, win: Win, ending: Ending) -> MatchState:
    """End the game and score it. A play that bore off the last checker can still be taken back."""
    result = result_of(match, winner, win, ending)
    game = match.game._replace(dice=None, doubled=False)
    if ending not in _OPEN_TO_QUESTION or match.game.phase is Phase.TO_ACCEPT:
        game = game._replace(last_turn=_settled(game.last_turn))
    return with_result(match._replace(game=game), result)


def _close(match: MatchState, winner: Player | None, points: int) -> MatchState:
    """End a game whose rest is not recorded, at any point."""
    if match.winner is not None:
        raise IllegalAction(ActionRule.MATCH_OVER)
    game = match.game._replace(dice=None, doubled=False, pending=None, last_turn=_settled(match.game.last_turn))
    result = Result(winner, Win.SINGLE, Ending.UNRECORDED, cube=max(points, 1))
    return with_result(match._replace(game=game, finished=None), result)


_ASIDE = (
    events.ResignationOffered,
    events.ResignationRefused,
    events.TakeBackAsked,
    events.TakeBackRefused,
    events.OpeningCorrected,
    events.RollCorrected,
)
"""The events that leave a refused offer refused: other offers, and corrected dice."""
_OPEN_TO_QUESTION = (Ending.BORNE_OFF, Ending.DRAWN)
"""The endings by a play, which can be taken back."""
