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
from bgterm.rules.illegal_actions import NotYourTurn
from bgterm.rules.match import Match
from bgterm.rules.refusal import Action, refusal
from bgterm.text.joining import sentence
from bgterm.tui.bindings import key_name, no_use, shown_keys
from bgterm.tui.match_session import MatchSession
from bgterm.tui.prompts.base import Prompt

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
    error = _error(key, session.table, seats, session.clocks)
    if error and not isinstance(error, NotYourTurn):
        return sentence(error.describe(match.names))
    actor = match.last_game.to_act
    if actor is not None and actor not in seats:
        return _("{key} does nothing now: it is {name}'s turn.", key=key_name(key), name=match.names[actor.index])
    return no_use(key, shown_keys(focused.screen, focused) if focused else ())


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
