"""The actions that end a match beside the board, or leave it, and the one that begins the next game."""

from collections.abc import Awaitable
from functools import partial

from bgterm.catalog import N_, _
from bgterm.play.participant import BESIDE, LETTER, Action, Answer, Key, Participant, Question, unless
from bgterm.rules.board import Player
from bgterm.rules.errors import ActionRule, BackgammonError, IllegalAction


def _claimant(here: Participant) -> Player:
    clocks = here.venue.clocks
    claimant, actor = clocks.claimant if clocks else None, here.view.match.shown_game.to_act
    if claimant is not None and claimant in here.seats:
        return claimant
    on_screen = here.pauses and actor is not None and actor.opponent in here.seats
    return actor.opponent if on_screen and actor is not None else here.view.player


def _no_claim(here: Participant) -> BackgammonError | None:
    clocks = here.venue.clocks
    if closed := here.table.why_closed():
        return closed
    if clocks is None:
        return IllegalAction(ActionRule.NO_CLOCK)
    return None if clocks.claimant in here.seats else clocks.why_not_claim(_claimant(here))


def _claim(here: Participant) -> Awaitable[None] | None:
    return here.venue.clocks.claim(_claimant(here)) if here.venue.clocks else None


def _may_not_end(here: Participant) -> BackgammonError | None:
    return here.table.why_closed() or here.table.why_not_close()


def _sure_to_end(here: Participant, end: bool = False) -> Question | None:
    """Return the confirmation before a money session ends for good; None once it is answered."""
    if end:
        return None
    from bgterm.analysis.ledger import sure_to_end  # only for money sessions

    asked = sure_to_end(here.view.match, here.table.header.stake)
    return Question("end", asked, [Answer(_("end the session"), True)], is_final=True)


def _leave(here: Participant, **_sure: object) -> None:
    here.leave()


async def _end(here: Participant, **_sure: object) -> None:
    await here.venue.end_session()
    here.leave()


def _sure_not_kept(here: Participant, reason: str, sure: bool = False) -> Question | None:
    """Return the confirmation before a match that cannot be saved; None once it is answered."""
    question = _(
        "No match can be saved in {folder} ({reason}). The environment variable XDG_STATE_HOME names another "
        "place. Play a match that is not kept?",
        folder=here.table.path.parent,
        reason=reason,
    )
    answer = Answer(_("play a match that is not kept"), True)
    return None if sure else Question("sure", question, [answer], is_final=True)


async def _do_not_keep(here: Participant, **_sure: object) -> str:
    here.table.journal.kept = False
    return _("This match is not kept. Go on.")


def _sure_to_lose(here: Participant, sure: bool = False) -> Question | None:
    """Return the confirmation before leaving an unsaved match in which something was played; else None."""
    if sure or here.table.journal.kept or here.view.over or not here.table.history:
        return None
    question = _("This match is not kept: leave it for good?")
    return Question("sure", question, [Answer(_("leave"), True)], is_final=True)


_onward = partial(Key, "space enter", shown="Enter")
_NOT_OVER = unless(lambda here: here.view.question == "over" and here.view.over)
_FLAG = Key("g", N_("claim the flag"), N_("the opponent has no time left"), answers=False, is_letter=True, rank=1)
_END_SESSION = BESIDE("Q", N_("end session"), N_("end the money session for good; asks first"), rank=12)
_LEAVE = LETTER("q", N_("leave"), N_("leave the table; asks first if the match is not kept"), leaves=True)
_QUIT = ("quit", "exit", "leave")
_NO_NEXT_GAME = unless(lambda here: here.view.question == "over" and not here.view.over)
GO_ON = Action("go-on", _NO_NEXT_GAME, Participant.go_on, key=_onward(N_("next game")))
FINISH = Action("finish", _NOT_OVER, Participant.leave, key=_onward(N_("leave")))
CLAIM_FLAG = Action("claim-flag", _no_claim, _claim, words=("flag",), key=_FLAG)
END_SESSION = Action(
    "end-session", _may_not_end, _end, _sure_to_end, ("end",), in_full=True, asks_again=True, key=_END_SESSION
)
NOT_KEPT = Action("not-kept", do=_do_not_keep, question=_sure_not_kept, asks_again=True)
"""The action that starts an unsaved match after a save failed."""
LEAVE = Action("leave", do=_leave, question=_sure_to_lose, words=_QUIT, by_word={"sure": True}, key=_LEAVE)
