"""Rolling the dice, or typing what the players' own show."""

from collections.abc import Awaitable, Callable

from bgterm.catalog import N_, _
from bgterm.notation.dice import read_roll
from bgterm.play.participant import LETTER, NOT_NOW, Action, Answer, Key, Participant, Question, Text, unless
from bgterm.play.table import dice_rolled_for_you, own_dice
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Phase

_TWO = 2
"""How many digits a typed roll has."""


def thrower(here: Participant) -> Player | None:
    """Return the player whose dice are rolled at this terminal next; None when there is none."""
    player = here.who(lambda can: can.roll)
    return here.venue.guest if player is None else player


def _nothing_to_roll(here: Participant) -> BackgammonError | None:
    if here.view.paused:
        return here.table.why_closed() or here.why_not(ActionKind.ROLL)
    return here.why_not(ActionKind.ROLL) if thrower(here) is None else None


def _no_own_roll(here: Participant) -> BackgammonError | None:
    """Return the error when the players' own dice cannot be typed now; None when they can."""
    return _nothing_to_roll(here) if here.table.dice_typed else dice_rolled_for_you()


def _enter(here: Participant, text: str = "") -> Awaitable[None]:
    """Enter the roll in `text`, or else the typed digits."""
    return here.table.enter_roll(thrower(here) or here.view.player, *read_roll(text or here.view.typed_digits))


def _unless_typed(*digits: int) -> Callable[[Participant], BackgammonError | None]:
    """Return the refusal of an action while typed dice are not awaited, or fewer or more digits are typed."""
    return unless(lambda here: here.view.question == "dice" and len(here.view.typed_digits) in digits)


def _not_cocked(here: Participant) -> BackgammonError | None:
    return _no_own_roll(here) or (NOT_NOW if len(here.view.typed_digits) == _TWO else None)


def _whose_die(here: Participant, player: Player | None = None) -> Question | None:
    """Return the question in the opening whose die was cocked; None otherwise. [RULES A-71]"""
    match = here.view.match
    if player is not None or match.at_next_game().game.phase is not Phase.OPENING or len(here.seats) == 1:
        return None
    names = match.names
    return Question("player", _("Whose die was cocked?"), [Answer(names[one.index], one) for one in here.seats])


async def _cocked(here: Participant, player: Player | None = None) -> str:
    """Report a cocked die, which is rolled again; digits typed for a flat one stay."""
    who = player or thrower(here) or here.view.player
    match = here.view.match.at_next_game()
    opening = match.game.phase is Phase.OPENING
    here.type_digits(here.view.typed_digits if opening and who is Player.BLACK else "")
    await here.table.report_cocked_dice(who)
    from bgterm.analysis.dice_messages import cocked  # only for dice that are typed

    return cocked(match.names[who.index], opening=opening)


def _may_not_correct(here: Participant) -> BackgammonError | None:
    may = here.who(lambda can: can.correct)
    if not here.table.dice_typed:
        return dice_rolled_for_you()
    return None if may is not None else here.why_not(ActionKind.CORRECT_ROLL)


def _what_fell(here: Participant, text: str = "") -> Question | None:
    if text:
        return None
    from bgterm.analysis.dice_messages import dice_wanted_again  # only for dice that are typed

    hint = dice_wanted_again(here.view.match)
    return Question("text", _("Typed wrongly"), label=_("They show"), hint=hint)


def _correct(here: Participant, text: str) -> Awaitable[None]:
    player = here.who(lambda can: can.correct) or here.view.player
    return here.table.correct_roll(player, *read_roll(text))


_ROLL = ("roll", "r", "throw")
ROLL = Action(
    "roll",
    lambda here: _nothing_to_roll(here) or (own_dice() if here.table.dice_typed else None),
    lambda here: here.table.roll(thrower(here) or here.view.player),
    words=_ROLL,
    key=Key("space r", N_("roll"), shown="Space"),
)
ENTER_DICE = Action("own-dice", _no_own_roll, _enter, words=_ROLL, text=Text.NEEDED)
_COCKED = Key("c", N_("cocked"), N_("a die did not lie flat: throw again"), explains=False)
COCKED = Action("cocked", _not_cocked, _cocked, _whose_die, ("cocked",), key=_COCKED)
_OTHER_DICE = N_("your dice show something other than what you typed")
_WRONG = LETTER("w", N_("wrong roll"), _OTHER_DICE, explains=False, rank=11)
CORRECT = Action("correct-roll", _may_not_correct, _correct, _what_fell, ("wrong",), Text.NEEDED, key=_WRONG)
_DIGITS = Key("1 2 3 4 5 6", N_("dice"), N_("type what the dice show"), shown="1-6", decides=False, rank=4)
TYPE_DICE = Action("type-dice", _unless_typed(0, 1), key=_DIGITS)
_UNLESS_ANY = _unless_typed(1, _TWO)
_UNDO = Key("backspace", N_("undo"), shown="Bksp", decides=False)
_CLEAR = Key("escape", "", decides=False, is_listed=False)
DICE = (
    TYPE_DICE,
    ROLL,
    ENTER_DICE,
    Action("enter-dice", _unless_typed(_TWO), _enter, key=Key("enter", N_("confirm"), shown="Enter", rank=5)),
    Action("undo-dice", _UNLESS_ANY, lambda here: here.type_digits(here.view.typed_digits[:-1]), key=_UNDO),
    Action("clear-dice", _UNLESS_ANY, lambda here: here.type_digits(""), key=_CLEAR),
)
