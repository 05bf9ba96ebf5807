"""The referee: what a player may do, and what becomes of the match when something happens.

`choices` is the only source of what may be done, and `apply` accepts exactly that. What follows from an event
(a game won, the match won, the Crawford game, the next game's board) is part of applying it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from bgterm.rules.board import Player
from bgterm.rules.cube import Cube, automatically_doubled, may_beaver, why_no_double
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.faults import why_not_play
from bgterm.rules.legal import last_play_was_legal, legal_plays
from bgterm.rules.match import Ending, Game, Header, Match, Phase, Resignation, TakeBack, Turn, Win
from bgterm.rules.options import applicable
from bgterm.rules.plays import LegalPlays, Play
from bgterm.rules.policing import FreePlays
from bgterm.rules.scoring import is_crawford, result_of, scored, unscored, win_on_board, wins_of
from bgterm.rules.variants import NextGame


@dataclass(frozen=True)
class Choices:
    """What one player may do now."""

    roll: bool = False
    """Throw the dice: his own two, or one for the opening."""
    double: bool = False
    """Offer to double the stake."""
    no_double: Rule | None = None
    """Why he may not double, when it is his turn to roll and he may not."""
    answer_double: bool = False
    """Take or drop the double he is offered, or the turn of the cube that answered his own."""
    beaver: bool = False
    """Turn the cube once more in answer."""
    plays: LegalPlays | None = None
    """The legal plays of his roll."""
    free_plays: FreePlays | None = None
    """What he may leave of his roll, legal or not, when nobody but the opponent sees to it."""
    accept: bool = False
    """Accept the play with which the opponent bore off his last checker."""
    challenge: bool = False
    """Say that the opponent's last play was not legal."""
    take_back: bool = False
    """Ask to take back the play he has just made."""
    answer_take_back: bool = False
    """Agree that the opponent takes back his play, or not."""
    resign: tuple[Win, ...] = ()
    """What he may offer to lose in giving up the game."""
    answer_resignation: bool = False
    """Accept or refuse the resignation he is offered."""


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


def choices(match: Match, player: Player) -> Choices:
    """Tell what `player` may do now. Nothing is worked out that is not asked of the answer."""
    match match.game.pending:
        case Resignation(asking):
            return Choices(answer_resignation=player is not asking)
        case TakeBack(asking):
            return Choices(answer_take_back=player is not asking)
    found = _by_phase(going_on(match), player)
    turn = match.game.last_turn
    if turn is None or turn.settled or match.winner is not None:
        return found
    if turn.player is player:
        return replace(found, take_back=match.ruleset.take_back)
    return replace(found, challenge=True) if turn.unchecked else found


def apply(match: Match, event: Event) -> Match:  # noqa: C901 - one line for each event
    """Give the match after the event.

    Raises IllegalAction when it cannot happen now, IllegalPlay when it is a play that breaks a rule.
    """
    match event:
        case OpeningThrown(white, black):
            return _throw_opening(match, white, black)
        case Rolled(player, dice):
            return _roll(match, player, dice)
        case Moved(player, play):
            return _move(match, player, play)
        case Doubled(player):
            return _double(match, player)
        case Beavered(player):
            return _beaver(match, player)
        case Taken(player):
            return _take(match, player)
        case Dropped(player):
            return _drop(match, player)
        case ResignationOffered(player, win):
            return _offer_resignation(match, player, win)
        case ResignationAccepted(player):
            return _answer_resignation(match, player, accepted=True)
        case ResignationRefused(player):
            return _answer_resignation(match, player, accepted=False)
        case TakeBackAsked(player):
            return _ask_to_take_back(match, player)
        case TakenBack(player):
            return _answer_take_back(match, player, agreed=True)
        case TakeBackRefused(player):
            return _answer_take_back(match, player, agreed=False)
        case Challenged(player):
            return _challenge(match, player)
        case PlayAccepted(player):
            return _accept_play(match, player)
        case _:
            assert_never(event)


def event_of_throw(match: Match, player: Player, one: int, other: int) -> Event:
    """Give what has happened when dice are thrown now: two by `player`, or White's and Black's for the opening.

    Raises ValueError for numbers that no die shows.
    """
    if going_on(match).game.phase is Phase.OPENING:
        return OpeningThrown(one, other)
    return Rolled(player, Dice.of(one, other))


def refusal(match: Match, player: Player, action: str) -> IllegalAction:
    """Give the error for an `action` that `player` may not take now."""
    if match.game.to_act not in (player, None):
        return IllegalAction(Rule.NOT_YOUR_TURN)
    return IllegalAction(Rule.NOT_NOW, action=action)


def states(header: Header, events: Iterable[Event]) -> Iterator[Match]:
    """Give the match at the start and after each of the events."""
    match = start(header)
    yield match
    for event in events:
        match = apply(match, event)
        yield match


def _by_phase(match: Match, player: Player) -> Choices:
    """Tell what `player` may do in the game itself."""
    game, ruleset = match.game, match.ruleset
    mine, resign = player is game.on_roll, wins_of(match.variant, ruleset)
    match game.phase:
        case Phase.OVER:
            return Choices()
        case Phase.OPENING:
            return Choices(roll=True)
        case Phase.DOUBLED if player is game.to_act:
            return Choices(resign=resign, answer_double=True, beaver=may_beaver(ruleset, game.raises))
        case Phase.TO_ROLL if mine:
            no_double = _why_no_double(match, player)
            return Choices(resign=resign, roll=True, double=no_double is None, no_double=no_double)
        case Phase.TO_MOVE if mine:
            free = FreePlays(game.board, player) if ruleset.policing and not game.must_be_legal else None
            return Choices(resign=resign, plays=legal_plays(match), free_plays=free)
        case Phase.TO_ACCEPT if not mine:
            return Choices(resign=resign, accept=True)
        case _:
            return Choices(resign=resign)


def _why_no_double(match: Match, player: Player) -> Rule | None:
    game = match.game
    if game.board.is_off(player.opponent):
        return Rule.LAST_THROW
    return why_no_double(match.ruleset, game.cube, player, game.crawford, match.need(player))


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


def _demand(match: Match, player: Player, allowed: bool, action: str) -> None:
    if not allowed:
        raise refusal(match, player, action)


# Dice and plays


def _throw_opening(match: Match, white: int, black: int) -> Match:
    """Each throws one die; equal ones are thrown again, the higher starts. [RULES A-14 to A-17, L6, L7]"""
    match = going_on(match)
    game = match.game
    if game.phase is not Phase.OPENING:
        raise IllegalAction(Rule.NOT_NOW, action="throw for the opening")
    dice = Dice.of(white, black)
    if dice.is_double:
        cube = automatically_doubled(match.ruleset, game.cube, ties=len(game.throws))
        return replace(match, game=replace(game, throws=(*game.throws, (white, black)), cube=cube))
    starter = Player.WHITE if white > black else Player.BLACK
    game = replace(game, throws=(*game.throws, (white, black)), on_roll=starter, starter=starter)
    if match.variant.fresh_first_roll:
        return replace(match, game=replace(game, phase=Phase.TO_ROLL))
    return replace(match, game=replace(game, phase=Phase.TO_MOVE, dice=dice))


def _roll(match: Match, player: Player, dice: Dice) -> Match:
    match = going_on(match)
    on_roll = match.game.phase is Phase.TO_ROLL and choices(match, player).roll
    _demand(match, player, on_roll, "roll")
    game = match.game
    return replace(match, game=replace(game, phase=Phase.TO_MOVE, dice=dice, last_turn=_settled(game.last_turn)))


def _move(match: Match, player: Player, play: Play) -> Match:
    may, game = choices(match, player), match.game
    if may.plays is None:
        raise refusal(match, player, "move")
    if may.free_plays and (fault := may.free_plays.why_not(play)):
        raise fault
    if not may.free_plays and play not in may.plays:
        raise why_not_play(may.plays, play)
    turn = Turn(player, game.board, may.plays.dice, play, may.free_plays is not None, game.must_be_legal)
    board = game.board.played(player, play)
    game = replace(
        game,
        board=board,
        phase=Phase.TO_ROLL,
        on_roll=player.opponent,
        turns=game.turns + 1,
        dice=None,
        must_be_legal=False,
        last_turn=turn,
    )
    match = replace(match, game=game)
    if board.is_off(player):
        return _all_off(match, player)
    if board.is_off(player.opponent):
        return _end(match, player.opponent, win_on_board(match, player), Ending.BORNE_OFF)
    return match


def _all_off(match: Match, player: Player) -> Match:
    """Go on after a player has borne off his last checker. [RULES A-47, A-73, L30, L32]"""
    game, other = match.game, player.opponent
    if game.board.is_off(other):
        return _end(match, None, Win.SINGLE, Ending.DRAWN)
    if game.last_turn and game.last_turn.unchecked:
        return replace(match, game=replace(game, phase=Phase.TO_ACCEPT, on_roll=player))
    if match.ruleset.last_throw and player is game.starter:
        return match
    return _end(match, player, win_on_board(match, other), Ending.BORNE_OFF)


# The cube


def _double(match: Match, player: Player) -> Match:
    match = going_on(match)
    allowed = choices(match, player)
    if allowed.no_double:
        raise IllegalAction(allowed.no_double, value=match.game.cube.value, need=match.need(player))
    _demand(match, player, allowed.double, "double")
    settled = _settled(match.game.last_turn)
    return replace(match, game=replace(match.game, phase=Phase.DOUBLED, double_offered=True, last_turn=settled))


def _beaver(match: Match, player: Player) -> Match:
    """Turn the cube again: the stake offered before is taken, and twice that is offered. [RULES A-63 to A-65]"""
    _demand(match, player, choices(match, player).beaver, "beaver")
    game = match.game
    return replace(match, game=replace(game, cube=_taken_cube(game), raises=game.raises + 1))


def _take(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).answer_double, "take")
    game = match.game
    return replace(match, game=replace(game, phase=Phase.TO_ROLL, cube=_taken_cube(game), raises=0))


def _taken_cube(game: Game) -> Cube:
    """Give the cube at the stake that is offered: it goes to who was doubled first. [RULES A-53, A-63]"""
    return game.cube.doubled(game.on_roll.opponent if game.on_roll is not None else None)


def _drop(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).answer_double, "drop")
    return _end(match, player.opponent, Win.SINGLE, Ending.DROPPED)


# Resigning


def _offer_resignation(match: Match, player: Player, win: Win) -> Match:
    match = going_on(match)
    _demand(match, player, win in choices(match, player).resign, "resign")
    return replace(match, game=replace(match.game, pending=Resignation(player, win)))


def _answer_resignation(match: Match, player: Player, *, accepted: bool) -> Match:
    offer = match.game.pending
    if not isinstance(offer, Resignation) or not choices(match, player).answer_resignation:
        raise refusal(match, player, "answer a resignation")
    match = replace(match, game=replace(match.game, pending=None))
    return _end(match, player, offer.win, Ending.RESIGNED) if accepted else match


# Taking back and challenging


def _ask_to_take_back(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).take_back, "take back a play")
    return replace(match, game=replace(match.game, pending=TakeBack(player)))


def _answer_take_back(match: Match, player: Player, *, agreed: bool) -> Match:
    _demand(match, player, choices(match, player).answer_take_back, "answer whether a play is taken back")
    match = replace(match, game=replace(match.game, pending=None))
    return _to_be_played_again(match) if agreed else match


def _challenge(match: Match, player: Player) -> Match:
    """Judge the last play: it stands, or is to be made anew and legally. [RULES A-73]"""
    _demand(match, player, choices(match, player).challenge, "challenge a play")
    if not last_play_was_legal(match):
        return _to_be_played_again(match, must_be_legal=True)
    if match.game.phase is Phase.TO_ACCEPT:
        return _accept_play(match, player)
    return replace(match, game=replace(match.game, last_turn=_settled(match.game.last_turn)))


def _accept_play(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).accept, "accept a play")
    return _end(match, player.opponent, win_on_board(match, player), Ending.BORNE_OFF)


def _to_be_played_again(match: Match, *, must_be_legal: bool = False) -> Match:
    """Give the match as it was before the last play, with the same dice."""
    match, turn = unscored(match), match.game.last_turn
    if turn is None:
        return match
    again = replace(
        match.game,
        board=turn.board,
        phase=Phase.TO_MOVE,
        on_roll=turn.player,
        dice=turn.dice,
        turns=match.game.turns - 1,
        last_turn=None,
        must_be_legal=must_be_legal,
    )
    return replace(match, game=again)


def _settled(turn: Turn | None) -> Turn | None:
    """Let the last play stand for good."""
    return replace(turn, settled=True) if turn and not turn.settled else turn


# The end


def _end(match: Match, winner: Player | None, win: Win, ending: Ending) -> Match:
    """Close the game and count it. A play that bore off the last checker can still be taken back."""
    result = result_of(match, winner, win, ending)
    game = replace(match.game, phase=Phase.OVER, dice=None)
    if ending not in _OPEN_TO_QUESTION or match.game.phase is Phase.TO_ACCEPT:
        game = replace(game, last_turn=_settled(game.last_turn))
    return scored(replace(match, game=game), result)


_OPEN_TO_QUESTION = (Ending.BORNE_OFF, Ending.DRAWN)
"""The ends that a play brings, which can be taken back."""
