"""The actions around a match, such as pages, hints, chat and rematches. Front ends show the pages themselves."""

from bgterm.catalog import N_
from bgterm.play.participant import BESIDE, LETTER, NOT_NOW, Action, Participant, unless
from bgterm.rules.errors import BackgammonError, IllegalAction

_NO_HINT = IllegalAction(N_("There is no decision to recommend now."))
_NO_HINTS = IllegalAction(N_("No engine gives hints at this table."))
_NO_PROOF = IllegalAction(N_("The dice of this match are not verifiable."))
_NO_LEDGER = IllegalAction(N_("Only a money session has a ledger."))
_NO_SPECTATORS = IllegalAction(N_("Only a match over SSH can have spectators."))
_NO_REMATCH = IllegalAction(N_("A rematch can begin only when the match is over."))


def may_hint(here: Participant) -> bool:
    """Return whether an engine can give a hint about the present decision of the player here."""
    view = here.view
    if not here.venue.allows_hints or here.behind or view.asked is None:
        return False
    if view.draft:
        return bool(view.draft.plays.moves_needed)
    return view.can.double or view.can.answer_double or view.can.answer_resignation


def _no_hint(here: Participant) -> BackgammonError | None:
    if here.seats and (may_hint(here) or here.venue.may_ask_for_hints):
        return None
    return _NO_HINT if here.venue.allows_hints or not here.seats else _NO_HINTS


def _no_rematch(here: Participant) -> BackgammonError | None:
    if here.venue.may_rematch:
        return None
    if not here.view.over:
        return _NO_REMATCH
    return IllegalAction(N_("You have asked for a rematch already.")) if here.seats else NOT_NOW


def _no_export(here: Participant) -> BackgammonError | None:
    if here.venue.exports and here.view.game_over:
        return None
    if here.view.over and here.venue.instead_of_export:
        return IllegalAction(here.venue.instead_of_export)
    return NOT_NOW


_RECOMMENDED = N_("what an engine recommends; again for the whole table")
HINT = Action("hint", _no_hint, words=("hint",), key=BESIDE("H", N_("hint"), _RECOMMENDED, rank=18))
_AS_TEXT = N_("the position as ids and as text, to be copied")
_SAME_AGAIN = N_("another match with the same seats and rules")
REMATCH = Action("rematch", _no_rematch, words=("rematch",), key=LETTER("R", N_("rematch"), _SAME_AGAIN, rank=3))
_WRITE = N_("write the match as .mat and .sgf files")
EXPORT = Action("export", _no_export, key=BESIDE("e", N_("export"), _WRITE, rank=20))
_TURN = LETTER("f", N_("flip board"), N_("turn the board to the player to act, or not"))
_TURN_OWN = LETTER("f", N_("flip board"), N_("look from the other side, or from your own"))
TURN_BOARD = Action("turn-board", key=_TURN)
TURN_OWN_BOARD = Action("turn-board", key=_TURN_OWN)
"""The action that flips the board of one terminal only."""
IDS = Action("ids", key=LETTER("i", N_("ids"), _AS_TEXT, is_listed=False))
SETTINGS = Action("settings", key=LETTER("o O", N_("options"), N_("theme, home side, automatic play")))
_PROOF = BESIDE("v", N_("dice proof"), N_("the proof of the dice, to be copied and saved"), rank=22)
_NO_MORE_HINTS = BESIDE("N", N_("no hints"), N_("turn hints off for both players, or decline them"))
_LEDGER = BESIDE("dollar_sign", N_("ledger"), N_("who owes what"), "$", is_listed=False)
_REPLAY = BESIDE("r", N_("replay"), N_("look at the match again, play by play"), rank=13)
_PRACTISE = BESIDE("P", N_("practise"), N_("be asked your worst decisions again"), rank=12)
_RESULT = BESIDE("escape", N_("board"), N_("hide the result, to see the final board, or show it"), "Esc")
_OVER = unless(lambda here: here.view.over)
_MAY_PRACTISE = unless(lambda here: here.view.over and here.venue.practises and here.table.saved)
LOOKING = (
    Action("proof", unless(lambda here: here.view.evidence is not None, _NO_PROOF), key=_PROOF),
    TURN_BOARD,
    HINT,
    Action("no-hints", unless(lambda here: here.venue.may_refuse_hints), key=_NO_MORE_HINTS),
    Action("moves", key=LETTER("m", N_("moves"), N_("the moves so far"))),
    Action("dice", key=LETTER("s", N_("dice stats"), N_("how the dice fell"))),
    IDS,
    Action("ledger", unless(lambda here: not here.view.match.ruleset.length, _NO_LEDGER), key=_LEDGER),
    SETTINGS,
    Action("replay", _OVER, key=_REPLAY),
    Action("practise", _MAY_PRACTISE, key=_PRACTISE),
    Action("toggle-result", _OVER, key=_RESULT),
)
HELP = Action("help", key=BESIDE("question_mark f1", N_("help"), N_("keys, rules, words"), "?"))
_MAY_LET_WATCH = unless(lambda here: here.venue.online and here.seats, _NO_SPECTATORS)
LET_WATCH = Action("let-watch", _MAY_LET_WATCH, key=LETTER("L", N_("spectators"), N_("allow spectators, or not")))
_TALK = LETTER("c", N_("chat"), N_("all that was said; players say something"), rank=14)
CHAT = Action("chat", unless(lambda here: here.venue.may_talk), key=_TALK)
