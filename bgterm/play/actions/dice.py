"""The actions of dice: contributing to verifiable dice, rolling, and typing the numbers of the players' own."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from bgterm.catalog import N_, _
from bgterm.notation.dice import read_roll
from bgterm.notation.dice_evidence import Evidence
from bgterm.play.dice.verifiable import VerifiableDice, why_not_contribute, why_not_open
from bgterm.play.kept_match import no_contributions
from bgterm.play.participant import LETTER, NOT_NOW, Action, Answer, Key, Participant, Question, Text, unless
from bgterm.play.table import dice_rolled_for_you, own_dice
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Phase
from bgterm.text import contributions as said

# Rolls

_TWO = 2
"""How many digits a typed roll has."""


def thrower(here: Participant) -> Player | None:
    """Return the player whose dice this terminal rolls or types next; None when no dice are awaited here."""
    player = here.who(lambda can: can.roll)
    return here.venue.typed_for if player is None else player


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
    """Return the refusal of an action unless typed dice are awaited, and so many `digits` are typed."""
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
    """Report a cocked die, which is rolled again; if it is Black's in the opening, White's typed number stays."""
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


# Contributions to verifiable dice before the first roll [RULES V3, V4]

_LONGEST_TYPED = 5000
"""How many characters can be typed; a longer contribution is refused, never cut."""
_TYPE_FIRST = N_(
    "Type the 64 hex digits of a fingerprint made on your own machine (docs/dice.md shows how), or words. Words "
    "can be read by anyone who runs this program here, who can load the dice together with your opponent."
)
_TYPE_LAST = N_(
    "Type words that are hard to guess, or the 64 hex digits of a fingerprint made on your own machine."
)
_TYPE_CONTRIBUTION = N_(
    "Type what you made the fingerprint of, exactly. Have you kept the commitment and the seals that v shows? "
    "From here on they must not change."
)
_Answers = Mapping[str, object]
_Ask = Callable[..., Question | None]


def _asked(here: Participant) -> list[Player]:
    """Return the players here who must contribute, decline or open."""
    found = here.view.evidence
    return [player for player in found.awaited if player in here.seats] if found else []


def _unless(
    why_not: Callable[[Evidence, Player], BackgammonError | None],
) -> Callable[[Participant], BackgammonError | None]:
    """Return the refusal of an action on a contribution, by `why_not` for the player here who is prompted."""

    def refusal(here: Participant) -> BackgammonError | None:
        found = here.view.evidence
        if found is None:
            return no_contributions()
        return here.table.why_closed() or why_not(found, (*_asked(here), here.view.player)[0])

    return refusal


def _whose(question: str, after: Callable[[Participant, Player, _Answers], Question | None]) -> _Ask:
    """Return a function for the next question of an action on a contribution.

    `question` asks which player acts, if both players here may; then come the questions of `after`.
    """

    def ask(here: Participant, player: Player | None = None, **answers: object) -> Question | None:
        names, players = here.view.match.names, _asked(here)
        if player is None and len(players) > 1:
            return Question("player", _(question), [Answer(names[one.index], one) for one in players])
        return after(here, player or (*players, here.view.player)[0], answers)

    return ask


def _typed(label: str, hint: str, late: str = "") -> Callable[[Participant, Player, _Answers], Question | None]:
    """Return a function that asks for the text of a contribution; the hint is `late` after the opponent's seal."""

    def ask(here: Participant, player: Player, answers: _Answers) -> Question | None:
        name, found = here.view.match.names[player.index], here.view.evidence
        told = late if late and found and found.sealed else hint
        return None if "text" in answers else Question("text", name, (), False, _(label), _(told), _LONGEST_TYPED)

    return ask


def _act(act: Callable[..., None]) -> Callable[..., Awaitable[str]]:
    """Return an action's function that runs `act` for a player's contribution and announces it."""

    async def do(here: Participant, player: Player | None = None, text: str | None = None, **_sure: object) -> str:
        who = player or (*_asked(here), here.view.player)[0]
        await here.table.exchange(act, who, *([] if text is None else [text]))
        return _told(here, who)

    return do


async def _decline(here: Participant, **_sure: object) -> str:
    """Decline for all players here who are undecided."""
    told = []
    for player in _asked(here) or [here.view.player]:
        await here.table.exchange(VerifiableDice.add_nothing, player)
        told.append(_told(here, player))
    return "\n".join(told)


def _told(here: Participant, player: Player) -> str:
    """Announce a player's act at the server, or return the sentence about it at one keyboard."""
    words = partial(said.changed, here.view.match.names, here.table.evidence or Evidence(), player)
    return "" if here.venue.announce(words) else words()


def _sure_to_decline(here: Participant, sure: bool = False) -> Question | None:
    """Return the confirmation before declining, because words typed without `w` may begin with this key."""
    found = here.view.evidence
    answer = _("let bgterm draw digits") if found and found.sealed else _("add nothing")
    question = _("Add nothing of your own? You cannot change this later.")
    return None if sure else Question("sure", question, [Answer(answer, True)])


def _sure_to_end(here: Participant, player: Player, answers: _Answers) -> Question | None:
    question = _(
        "{name}, end this match? There is no roll without your contribution. The record will say that you did "
        "not open it.",
        name=here.view.match.names[player.index],
    )
    return None if "sure" in answers else Question("sure", question, [Answer("", True)], is_final=True)


_CONTRIBUTE, _OPEN = _unless(why_not_contribute), _unless(why_not_open)
_at_word = partial(Action, asks_again=True, by_word={"sure": True})
_key = partial(Key, explains=False)
_WORDS = _whose(said.WHO_CONTRIBUTES, _typed(N_("Words"), _TYPE_FIRST, _TYPE_LAST))
_OPENED = _whose(said.WHO_OPENS, _typed(N_("Contribution"), _TYPE_CONTRIBUTION))
_ENDED = _whose(said.WHO_CANNOT_OPEN, _sure_to_end)
_ADD = _key("w", N_("add to the dice"), N_("type a contribution to the dice"))
_NOTHING = _key("n", N_("no"), N_("add nothing of your own to the dice"))
_TYPE = _key("w", N_("type it"), N_("open your contribution"))
_END = _key("n", N_("cannot: end the match"), N_("end the match: you cannot open your contribution"))
_EARLY = unless(lambda here: here.view.contributing and here.seats)
_contribute, _open = _act(VerifiableDice.contribute), _act(VerifiableDice.open)
_give_up = _act(VerifiableDice.give_up_opening)
_ROLL_EARLY = Key("space r", "", is_listed=False)
OPENING = (
    _at_word("contribute", _CONTRIBUTE, _contribute, _WORDS, ("words",), Text.NEEDED, key=_ADD),
    _at_word("contribute-nothing", _CONTRIBUTE, _decline, _sure_to_decline, ("decline",), key=_NOTHING),
    _at_word("open-contribution", _OPEN, _open, _OPENED, ("open",), Text.NEEDED, key=_TYPE),
    _at_word("cannot-open", _OPEN, _give_up, _ENDED, ("void",), in_full=True, key=_END),
    Action("early-roll", _EARLY, lambda here: here.table.roll(here.view.player), key=_ROLL_EARLY),
)
