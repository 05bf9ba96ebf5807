"""Offers to the opponent and the answers to them: doubles, resignations, take-backs, plays without a referee."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bgterm.catalog import N_, _
from bgterm.play.participant import NOT_NOW, Action, Answer, Key, Participant, Question, Text
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import KIND_OF, ActionKind, Choices, allows
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Win
from bgterm.text import questions, score


def _player(here: Participant) -> Player:
    """Return the player who is prompted."""
    return here.view.player


def _last_mover(here: Participant) -> Player:
    """Return the player here who made the last play; if none did, the player to act."""
    turn = here.table.match.shown_game.last_turn
    return turn.player if turn and turn.player in here.seats else here.view.player


def _offer(
    event: Callable[[Player], events.Event],
    name: str,
    words: str,
    key: Key,
    *,
    meant: Callable[[Participant], Player] = _player,
    in_full: bool = False,
) -> Action:
    """Return an action that applies an event for the player here who may take it.

    If no player may, the reason of the referee for that kind of action is given to the `meant` player.
    """
    kind = KIND_OF[event]

    def may(can: Choices) -> bool:
        return allows(can, kind)

    def why_not(here: Participant) -> BackgammonError | None:
        return here.table.why_closed() or (None if here.who(may) is not None else here.why_not(kind, meant(here)))

    def do(here: Participant) -> Awaitable[None]:
        player = here.who(may)
        return here.table.apply(event(meant(here) if player is None else player))

    return Action(name, why_not, do, words=tuple(words.split()), in_full=in_full, key=key)


# The cube

_DOUBLE_KEY = Key("d", N_("double"), N_("offer to play for twice the stake"))
_BEAVER = Key("b", N_("beaver"), N_("redouble at once and keep the cube"))
_DOUBLE = _offer(events.Doubled, "double", "double redouble", _DOUBLE_KEY)
CUBE = (
    replace(_DOUBLE, refusal=lambda here: NOT_NOW if here.view.typed_digits else _DOUBLE.refusal(here)),
    _offer(events.Taken, "take", "take accept", Key("t", N_("take"))),
    _offer(events.Dropped, "pass", "pass drop", Key("p", N_("pass")), in_full=True),
    _offer(events.Beavered, "beaver", "beaver raccoon", _BEAVER),
)

# Resignations, take-backs and challenges


def _no_resignation(here: Participant) -> BackgammonError | None:
    return None if here.view.can.resign else here.why_not(ActionKind.RESIGN)


def _which_win(here: Participant, win: Win | None = None, text: str = "") -> Question | None:
    """Ask which loss the player concedes, with the resulting score of each."""
    match, player, wins = here.view.match, here.view.player, here.view.can.resign
    if win is not None or _named(here, text):
        return None
    offers = questions.resignation_offers(match, player, wins, here.vocabulary)
    text = questions.which_resignation(match, player, len(offers))
    return Question("win", text, [Answer(cost, win) for win, cost in offers], short=_("What do you resign?"))


def _named(here: Participant, text: str) -> list[Win]:
    """Return the wins whose name begins with the text, in English or in the player's language."""
    variant, begun = here.view.match.variant, text.lower()
    called = {win: f"({win.name}({score.win_name(variant, win, here.vocabulary)}" for win in here.view.can.resign}
    return [win for win, names in called.items() if begun and f"({begun}" in names.lower()]


def _resign(here: Participant, win: Win | None = None, text: str = "") -> Awaitable[None]:
    meant = win or _named(here, text)[0]
    return here.table.apply(events.ResignationOffered(here.view.player, meant))


_request = partial(Key, answers=False, is_letter=True)
_RESIGN = _request("x", N_("resign"), N_("offer to give up the game"), rank=21)
_TAKE_BACK = _request("z", N_("take-back"), N_("ask to take the last play back"), rank=19)
RESIGN = Action("resign", _no_resignation, _resign, _which_win, ("resign",), Text.MAYBE, key=_RESIGN)
_CHALLENGE = Key("exclamation_mark", N_("challenge"), shown="!", answers=False, rank=2)
AGREEMENTS = (
    RESIGN,
    _offer(events.ResignationAccepted, "accept", "accept yes", Key("a", N_("accept"))),
    _offer(events.ResignationRefused, "refuse", "refuse no", Key("n", N_("refuse"))),
    _offer(events.TakeBackAsked, "take-back", "takeback", _TAKE_BACK, meant=_last_mover),
    _offer(events.TakenBack, "agree", "accept yes", Key("y", N_("allow"))),
    _offer(events.TakeBackRefused, "disagree", "refuse no", Key("n", N_("refuse"))),
    _offer(events.PlayAccepted, "accept-play", "accept yes", Key("a", N_("accept the play"))),
    _offer(events.Challenged, "challenge", "challenge", _CHALLENGE),
)
