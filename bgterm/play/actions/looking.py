"""Looking at a match, and what its players agree on around it. Each front end shows the pages by itself."""

from collections.abc import Callable
from functools import partial

from bgterm.catalog import N_
from bgterm.play.participant import NOT_NOW, Action, Key, Participant, never_refused
from bgterm.rules.errors import BackgammonError, IllegalAction

_NO_HINT = IllegalAction(N_("There is no decision to recommend now."))
_NO_HINTS = IllegalAction(N_("No engine gives hints at this table."))
_NO_REMATCH = IllegalAction(N_("A rematch can begin only when the match is over."))


def _unless(
    possible: Callable[[Participant], object], error: BackgammonError = NOT_NOW
) -> Callable[[Participant], BackgammonError | None]:
    """Return what refuses an action with an error unless it is possible."""
    return lambda here: None if possible(here) else error


def may_hint(here: Participant) -> bool:
    """Return whether an engine can recommend what the player here should do."""
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
    return IllegalAction(here.venue.no_export) if here.view.over and here.venue.no_export else NOT_NOW


def _page(
    name: str,
    key: str,
    label: str,
    help_text: str,
    refusal: Callable[[Participant], BackgammonError | None] = never_refused,
    *,
    shown: str = "",
    is_listed: bool = True,
    is_letter: bool = False,
    rank: int = 0,
    words: tuple[str, ...] = (),
) -> Action:
    """Return an action that a front end does by itself."""
    shown_key = Key(key, label, help_text, shown, False, is_listed, False, is_letter, rank=rank)
    return Action(name, refusal, words=words, key=shown_key)


_letter = partial(_page, is_letter=True)
_NEXT_HINT = N_("what an engine recommends; again for the next best play")
HINT = _page("hint", "H", N_("hint"), _NEXT_HINT, _no_hint, rank=18, words=("hint",))
_SAME_AGAIN = N_("another match with the same seats and rules")
REMATCH = _letter("rematch", "R", N_("rematch"), _SAME_AGAIN, _no_rematch, rank=3, words=("rematch",))
EXPORT = _page("export", "e", N_("export"), N_("write the match as .mat and .sgf files"), _no_export, rank=20)
TURN_BOARD = _letter("turn-board", "f", N_("flip board"), N_("turn the board to the player to act, or not"))
TURN_OWN_BOARD = _letter("turn-board", "f", N_("flip board"), N_("look from the other side, or from your own"))
"""The same where the players have terminals of their own."""
LOOKING = (
    _page(
        "proof",
        "v",
        N_("dice proof"),
        N_("the proof of the dice, to be copied and saved"),
        _unless(
            lambda here: here.view.evidence is not None,
            IllegalAction(N_("The dice of this match are not verifiable.")),
        ),
        rank=22,
    ),
    TURN_BOARD,
    HINT,
    _page(
        "no-hints",
        "N",
        N_("no hints"),
        N_("turn hints off for both players, or decline them"),
        _unless(lambda here: here.venue.may_refuse_hints),
    ),
    _letter("moves", "m", N_("moves"), N_("the moves so far")),
    _letter("dice", "s", N_("dice stats"), N_("how the dice fell")),
    _letter("ids", "i", N_("ids"), N_("the position as ids and as text, to be copied"), is_listed=False),
    _page(
        "ledger",
        "dollar_sign",
        N_("ledger"),
        N_("who owes what"),
        _unless(
            lambda here: not here.view.match.ruleset.length,
            IllegalAction(N_("Only a money session has a ledger.")),
        ),
        shown="$",
        is_listed=False,
    ),
    _letter("settings", "o", N_("options"), N_("theme, home side, automatic play")),
    _page(
        "replay",
        "r",
        N_("replay"),
        N_("look at the match again, play by play"),
        _unless(lambda here: here.view.over),
        rank=13,
    ),
    _page(
        "toggle-result",
        "escape",
        N_("board"),
        N_("hide the result, to see the final board, or show it"),
        _unless(lambda here: here.view.over),
        shown="Esc",
    ),
)
HELP = _page("help", "question_mark f1", N_("help"), N_("keys, rules, words"), shown="?")
LET_WATCH = _letter(
    "let-watch",
    "L",
    N_("spectators"),
    N_("allow spectators, or not"),
    _unless(
        lambda here: here.venue.online and here.seats,
        IllegalAction(N_("Only a match over SSH can have spectators.")),
    ),
)
CHAT = _letter(
    "chat",
    "c",
    N_("chat"),
    N_("all that was said; players say something"),
    _unless(lambda here: here.venue.may_talk),
    rank=14,
)
