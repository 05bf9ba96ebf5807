"""Acts that the opponent answers or may challenge: resignations, take-backs, plays without a referee."""

from collections.abc import Awaitable
from functools import partial

from bgterm.catalog import N_, _
from bgterm.play.actions.events import action_of, asked
from bgterm.play.participant import Action, Answer, Key, Participant, Question, Text
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import (
    Challenged,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from bgterm.rules.match import Win
from bgterm.text import questions, score


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
    return here.table.apply(ResignationOffered(here.view.player, meant))


def _last_mover(here: Participant) -> Player:
    """Return the player here who made the last play; if none did, the player to act."""
    turn = here.table.match.shown_game.last_turn
    return turn.player if turn and turn.player in here.seats else asked(here)


_offer = partial(Key, answers=False, is_letter=True)
_RESIGN = _offer("x", N_("resign"), N_("offer to give up the game"), rank=21)
_TAKE_BACK = _offer("z", N_("take-back"), N_("ask to take the last play back"), rank=19)
RESIGN = Action("resign", _no_resignation, _resign, _which_win, ("resign",), Text.MAYBE, key=_RESIGN)
_CHALLENGE = Key("exclamation_mark", N_("challenge"), shown="!", answers=False, rank=2)
AGREEMENTS = (
    RESIGN,
    action_of(ResignationAccepted, "accept", "accept yes", Key("a", N_("accept"))),
    action_of(ResignationRefused, "refuse", "refuse no", Key("n", N_("refuse"))),
    action_of(TakeBackAsked, "take-back", "takeback", _TAKE_BACK, meant=_last_mover),
    action_of(TakenBack, "agree", "accept yes", Key("y", N_("allow"))),
    action_of(TakeBackRefused, "disagree", "refuse no", Key("n", N_("refuse"))),
    action_of(PlayAccepted, "accept-play", "accept yes", Key("a", N_("accept the play"))),
    action_of(Challenged, "challenge", "challenge", _CHALLENGE),
)
