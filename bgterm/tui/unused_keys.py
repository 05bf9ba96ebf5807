"""Why a key does nothing at a table now: the rule that forbids what it is for, or the keys there are instead."""

from collections.abc import Collection, Mapping

from textual.events import Key
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.play.clocks import Clocks
from bgterm.play.errors import SessionClosed
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction
from bgterm.rules.illegal_actions import GameNotBegun, NotYourTurn
from bgterm.rules.match import Match
from bgterm.rules.refusal import Action, refusal
from bgterm.text.joining import sentence
from bgterm.tui.bindings import key_name, no_use, shown_keys
from bgterm.tui.match_session import MatchSession
from bgterm.tui.prompts.base import Prompt
from bgterm.tui.prompts.simple import GameOverPrompt

_MEANT: Mapping[str, Action] = {
    "r": Action.ROLL,
    "d": Action.DOUBLE,
    "t": Action.ANSWER_DOUBLE,
    "p": Action.ANSWER_DOUBLE,
    "b": Action.BEAVER,
    "x": Action.RESIGN,
    "a": Action.ANSWER_OFFER,
    "n": Action.ANSWER_OFFER,
    "y": Action.ANSWER_OFFER,
    "z": Action.TAKE_BACK,
    "exclamation_mark": Action.CHALLENGE,
    "g": Action.CLAIM_FLAG,
}
"""The purpose of keys, wherever they are pressed."""


def why_unused(key: Key, session: MatchSession, focused: Widget | None) -> str:
    """Return what to say of a key that does nothing for the players of a session, with a prompt `focused`."""
    match, seats = session.table.match, session.seats
    if key.key == "e" and session.over and (how := session.no_export()):
        return how
    if isinstance(focused, Prompt) and (said := focused.why_not(key)):
        return said
    if not seats:
        return no_use(key)
    if reason := _reason(key, session):
        return reason
    error = _error(key, session.table, seats, session.clocks)
    result_first = isinstance(focused, GameOverPrompt) and isinstance(error, GameNotBegun)
    if error and not result_first and not isinstance(error, NotYourTurn):
        return sentence(error.describe(match.names))
    actor = match.last_game.to_act
    if actor is not None and actor not in seats:
        return _("{key} does nothing now: it is {name}'s turn.", key=key_name(key), name=match.names[actor.index])
    return no_use(key, shown_keys(focused.screen, focused) if focused else ())


def _reason(key: Key, session: MatchSession) -> str:
    """Return why this match, or this moment of it, has no use for a key that is for something else than a play."""
    money = not session.match.ruleset.length
    match key.key:
        case "v":
            return _("The dice of this match are not verifiable.")
        case "L" if not session.online:
            return _("Only a match over SSH can have spectators.")
        case "dollar_sign" if not money:
            return _("Only a money session has a ledger.")
        case "Q" if not money:
            return _("Only a money session can be ended early; x resigns a game.")
        case "Q" if not session.table.session_closed:
            return _("A money session can be ended only after a game.")
        case "R" if not session.over:
            return _("A rematch can begin only when the match is over.")
        case "H" if session.allows_hints:
            return _("There is no decision to recommend now.")
        case _:
            return ""


def _error(key: Key, table: Table, seats: Collection[Player], clocks: Clocks | None) -> IllegalAction | None:
    """Return the rule against what the key is for; None when it is for nothing in a match."""
    action, match = _MEANT.get(key.key), table.match
    if action is None:
        return None
    if table.session_closed:
        return SessionClosed()
    player = _player(match, action, seats)
    if action is Action.CLAIM_FLAG and clocks:
        return clocks.why_not_claim(player)
    return refusal(match, player, action)


def _player(match: Match, action: Action, seats: Collection[Player]) -> Player:
    """Return the player who would act: the only one here, or of two the one who may."""
    if len(seats) == 1:
        (only,) = seats
        return only
    turn, actor = match.last_game.last_turn, match.last_game.to_act
    match action:
        case Action.TAKE_BACK if turn:
            return turn.player
        case Action.CHALLENGE if turn:
            return turn.player.opponent
        case Action.CLAIM_FLAG if actor is not None:
            return actor.opponent
        case _:
            return Player.WHITE if actor is None else actor
