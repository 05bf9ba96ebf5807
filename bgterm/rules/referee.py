"""The referee: what a player may do, and what becomes of the match when something happens.

`choices` is the only source of what may be done, and `apply` accepts exactly that. What follows from an event
(a game won, the match won, the Crawford game, the next game's board) is part of applying it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from bgterm.rules.board import Player
from bgterm.rules.cube import why_no_double
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.faults import why_not_play
from bgterm.rules.legal import legal_plays
from bgterm.rules.match import (
    Ending,
    Game,
    Header,
    Match,
    Phase,
    Resignation,
    Result,
    Turn,
    Win,
    is_crawford,
    win_on_board,
    wins_of,
)
from bgterm.rules.plays import LegalPlays


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
    """Take or drop the double he is offered."""
    plays: LegalPlays | None = None
    """The plays of his roll."""
    resign: tuple[Win, ...] = ()
    """What he may offer to lose in giving up the game."""
    answer_resignation: bool = False
    """Accept or refuse the resignation he is offered."""


def start(header: Header) -> Match:
    """Give the match before anything has happened."""
    return Match(header.variant, header.ruleset, header.names, Game(header.variant.board))


def next_game(match: Match) -> Match:
    """Give the match with the next game set up, when this one is over and the match is not."""
    last = match.results[-1]
    white, black = (match.score[player] - last.points * (player is last.winner) for player in Player)
    crawford = is_crawford(match.ruleset, (white, black), match.score)
    return replace(match, game=Game(match.variant.board, match.game.number + 1, crawford))


def choices(match: Match, player: Player) -> Choices:
    """Tell what `player` may do now. Nothing is worked out that is not asked of the answer."""
    game = match.game
    if game.pending:
        return Choices(answer_resignation=player is not game.pending.player)
    mine, resign = player is game.on_roll, wins_of(match.variant, match.ruleset)
    match game.phase:
        case Phase.OVER:
            return Choices(roll=match.winner is None)
        case Phase.OPENING:
            return Choices(roll=True)
        case Phase.DOUBLED:
            return Choices(resign=resign, answer_double=not mine)
        case Phase.TO_ROLL if mine:
            no_double = why_no_double(match.ruleset, game.cube, player, game.crawford, match.need(player))
            return Choices(resign=resign, roll=True, double=no_double is None, no_double=no_double)
        case Phase.TO_MOVE if mine:
            return Choices(resign=resign, plays=legal_plays(match))
        case _:
            return Choices(resign=resign)


def apply(match: Match, event: Event) -> Match:
    """Give the match after the event.

    Raises IllegalAction when it cannot happen now, IllegalPlay when it is a play that breaks a rule.
    """
    match event:
        case OpeningThrown(white, black):
            return _throw_opening(match, white, black)
        case Rolled(player, dice):
            return _roll(match, player, dice)
        case Moved():
            return _move(match, event)
        case Doubled(player):
            return _double(match, player)
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
        case _:
            assert_never(event)


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


def _demand(match: Match, player: Player, allowed: bool, action: str) -> None:
    if not allowed:
        raise refusal(match, player, action)


def _throw_opening(match: Match, white: int, black: int) -> Match:
    """Each throws one die; equal ones are thrown again, the higher starts. [RULES A-14 to A-17, L6, L7]"""
    if match.game.phase is Phase.OVER and match.winner is None:
        match = next_game(match)
    if match.game.phase is not Phase.OPENING:
        raise IllegalAction(Rule.NOT_NOW, action="throw for the opening")
    dice = Dice.of(white, black)
    game = replace(match.game, throws=(*match.game.throws, (white, black)))
    if not dice.is_double:
        starter = Player.WHITE if white > black else Player.BLACK
        game = replace(game, phase=Phase.TO_MOVE, on_roll=starter, dice=dice)
        if match.variant.fresh_first_roll:
            game = replace(game, phase=Phase.TO_ROLL, dice=None)
    return replace(match, game=game)


def _roll(match: Match, player: Player, dice: Dice) -> Match:
    on_roll = match.game.phase is Phase.TO_ROLL and choices(match, player).roll
    _demand(match, player, on_roll, "roll")
    return replace(match, game=replace(match.game, phase=Phase.TO_MOVE, dice=dice))


def _move(match: Match, event: Moved) -> Match:
    player, game = event.player, match.game
    plays = choices(match, player).plays
    if plays is None:
        raise refusal(match, player, "move")
    if event.play not in plays:
        raise why_not_play(plays, event.play)
    turn = Turn(player, game.board, plays.dice, event.play)
    board = game.board.played(player, event.play)
    match = replace(match, game=replace(game, board=board, turns=game.turns + 1, last_turn=turn, dice=None))
    if board.is_off(player):
        return _end(match, player, win_on_board(match, player.opponent), Ending.BORNE_OFF)
    return replace(match, game=replace(match.game, phase=Phase.TO_ROLL, on_roll=player.opponent))


def _double(match: Match, player: Player) -> Match:
    allowed = choices(match, player)
    if allowed.no_double:
        raise IllegalAction(allowed.no_double, value=match.game.cube.value, need=match.need(player))
    _demand(match, player, allowed.double, "double")
    return replace(match, game=replace(match.game, phase=Phase.DOUBLED))


def _take(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).answer_double, "take")
    cube = match.game.cube.taken_by(player)
    return replace(match, game=replace(match.game, phase=Phase.TO_ROLL, cube=cube))


def _drop(match: Match, player: Player) -> Match:
    _demand(match, player, choices(match, player).answer_double, "drop")
    return _end(match, player.opponent, Win.SINGLE, Ending.DROPPED)


def _offer_resignation(match: Match, player: Player, win: Win) -> Match:
    _demand(match, player, win in choices(match, player).resign, "resign")
    return replace(match, game=replace(match.game, pending=Resignation(player, win)))


def _answer_resignation(match: Match, player: Player, *, accepted: bool) -> Match:
    offer = match.game.pending
    if offer is None or not choices(match, player).answer_resignation:
        raise refusal(match, player, "answer a resignation")
    if accepted:
        return _end(match, player, offer.win, Ending.RESIGNED)
    return replace(match, game=replace(match.game, pending=None))


def _end(match: Match, winner: Player, win: Win, ending: Ending) -> Match:
    """Close the game: the cube as it stands counts, the score grows. [RULES A-52, A-55 to A-58, A-75b]"""
    result = Result(winner, win, ending, match.game.cube.value)
    white, black = (match.score[player] + result.points * (player is winner) for player in Player)
    game = replace(match.game, phase=Phase.OVER, pending=None, dice=None, result=result)
    return replace(match, game=game, score=(white, black), results=(*match.results, result))
