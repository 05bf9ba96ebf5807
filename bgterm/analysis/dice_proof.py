"""The proof of verifiable dice in words: its page, its lines in plain mode, and `bgterm verify`. [RULES V]"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from bgterm.catalog import N_, _, ngettext
from bgterm.formats.record import GameRecord
from bgterm.notation.dice_evidence import SCHEME, SCHEMES, Evidence, Made, PlayerContribution
from bgterm.notation.sanitize import visible
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, Rolled
from bgterm.rules.replay import Replay

FIRST_SCHEME = N_(
    "Scheme 1, the weaker one: words were added in the clear. The last to add words could have chosen the dice "
    "if they knew the secret."
)
"""The note about records of the first scheme. [RULES V8]"""

_MADE = {
    Made.TYPED: N_("{name}: sealed, words typed into bgterm:"),
    Made.DRAWN: N_("{name}: sealed, digits drawn by bgterm:"),
    Made.ELSEWHERE: N_("{name}: sealed, a fingerprint made elsewhere:"),
}


def proof(record: GameRecord) -> list[str]:
    """Return the proof of the dice as lines: all that the record states about them so far. [RULES V6]"""
    found = record.evidence
    if found.secret:
        secret = [_("Secret:"), found.secret]
    elif record.over:
        secret = [_("The match has ended without its secret: these dice are unproven.")]
    else:
        secret = [_("Secret: recorded when the match ends.")]
    rolls = [
        _("Game {number}: {rolls}", number=number, rolls=", ".join(rolls))
        for number, rolls in rolls_by_game(record).items()
    ]
    return [*record_of_dice(record.header.names, found), "", *secret, *([""] if rolls else []), *rolls]


def record_of_dice(names: tuple[str, str], found: Evidence) -> Iterator[str]:
    """Yield lines with the commitment and the contributions, with all their digits."""
    yield _("Commitment, the SHA-256 of the secret:")
    yield found.commitment
    if found.scheme == SCHEME:
        for player in Player:
            yield from _contribution(names[player.index], found.contributions[player.index])
    elif found.scheme in SCHEMES:
        yield _(FIRST_SCHEME)
        yield _("Words: {words}", words=", ".join(map(visible, found.words)) or _("none"))


def _contribution(name: str, one: PlayerContribution) -> Iterator[str]:
    if one.declined:
        yield _("{name}: declined", name=name)
    elif not one.seal:
        yield _("{name}: undecided", name=name)
    else:
        yield _(_MADE[one.made], name=name)
        yield one.seal
        if one.text:
            yield _("opened: {text}", text=visible(one.text.strip()))
        else:
            yield _("not opened") if one.void else _("not yet opened")


def standing(record: GameRecord) -> str:
    """Return how far a record proves its verifiable dice, in a line. [RULES V6]"""
    found = record.evidence
    if found.void is not None:
        name = record.header.names[found.void.index]
        return _("verifiable, and the match is void: {name} did not open the contribution", name=name)
    if record.over and not found.secret:
        if found.scheme == SCHEME:
            return _("unproven: the match has ended and the secret was not revealed")
        scheme = found.scheme
        return _(
            "unproven: the match has ended under scheme {number} and the secret was not revealed", number=scheme
        )
    verifiable = _("verifiable")
    if found.scheme != SCHEME:
        verifiable = _("verifiable under scheme {number}", number=found.scheme)
    if found.secret:
        return _("{verifiable}; bgterm verify checks the rolls", verifiable=verifiable)
    return _("{verifiable}; the secret is revealed when the match ends", verifiable=verifiable)


def rolls_by_game(record: GameRecord) -> dict[int, list[str]]:
    """Return the throws of each game, by its number; an opening throw is White's die and Black's."""
    rolls = defaultdict[int, list[str]](list)
    for step in Replay(record.header, record.events).steps():
        number = step.after.game.number
        match step.event:
            case OpeningThrown(white, black):
                rolls[number].append(f"{white}-{black}")
            case Rolled(_, dice):
                rolls[number].append(str(dice))
    return rolls


# The output of `bgterm verify`


def verdict(names: tuple[str, str], found: Evidence, rolls: int, games: int, *, finished: bool) -> list[str]:
    """Return the lines of a verdict: the facts that a verified record proves, and those it does not. [RULES V7]"""
    second = found.scheme == SCHEME
    yes = ngettext(
        "yes: {checked} right: it follows from the secret and the players' {texts}.",
        "yes: {checked} right: each follows from the secret and the players' {texts}.",
        rolls,
        checked=_checked(rolls, games),
        texts=_("contributions") if second else _("words"),
    )
    return [
        yes,
        *_unfinished(finished=finished),
        "",
        *record_of_dice(names, found),
        "",
        _("Proven:"),
        *_listed(map(_, _PROVEN if second else _PROVEN_FIRST)),
        "",
        _("Not proven:"),
        *_listed(map(_, _NOT_PROVEN)),
        *_listed(_who_could_choose(names, found) if second else [_(FIRST_SCHEME)]),
    ]


def verdict_of_seed(seed: str, rolls: int, games: int, *, finished: bool) -> list[str]:
    """Return the lines of a verdict on dice from a seed, which anyone may have known."""
    return [
        _("yes: {checked} right for the seed {seed}.", checked=_checked(rolls, games), seed=visible(seed)),
        *_unfinished(finished=finished),
        _("Everybody who knew the seed knew the dice from the start."),
    ]


def _unfinished(*, finished: bool) -> list[str]:
    return [] if finished else [_("The match is unfinished in this record.")]


def _checked(rolls: int, games: int) -> str:
    return _(
        "{rolls} of {games} checked, every one",
        rolls=ngettext("{count:,} roll", "{count:,} rolls", rolls),
        games=ngettext("{count:,} game", "{count:,} games", games),
    )


_PROVEN = (
    N_("Each roll follows from the secret and the contributions above."),
    N_("The commitment comes first in this record, and both had sealed or declined before anything was opened."),
)
_PROVEN_FIRST = (
    N_("Each roll follows from the secret and the words above."),
    N_("The commitment came before the words in this record."),
)
_NOT_PROVEN = (
    N_("That this is the record the players saw: compare the digits above with those that you kept."),
    N_("That nobody knew the dice to come: anyone who could read the secret knew them from the first roll on."),
    N_("That no match was abandoned before because somebody did not like its dice."),
    N_("That the plays and the names are true."),
)


def _listed(texts: Iterable[str]) -> Iterator[str]:
    return (f"- {text}" for text in texts)


def _who_could_choose(names: tuple[str, str], found: Evidence) -> list[str]:
    """Return for each player the assumption under which nobody could choose the dice against them."""
    if all(one.declined for one in found.contributions):
        return [
            _(
                "That the dice were not chosen: both declined, so anyone who drew the secret could have chosen "
                "them."
            )
        ]
    return [_could_choose(names, player, found.contributions[player.index]) for player in Player]


def _could_choose(names: tuple[str, str], player: Player, one: PlayerContribution) -> str:
    message = _COULD_CHOOSE[one.made]
    if one.declined:
        message = _DECLINED
    elif one.made is Made.TYPED and one.second:
        message = _TYPED_SECOND
    return _(message, name=names[player.index], other=names[player.opponent.index])


_DECLINED = N_(
    "That the dice were not chosen against {name}, who declined: anyone who knew the secret could have helped "
    "{other} to choose them."
)
_TYPED_SECOND = N_(
    "That {other}'s decision was shown before {name} typed words, and that nobody could guess them. Then nobody "
    "could choose the dice against {name}."
)
_COULD_CHOOSE = {
    Made.ELSEWHERE: N_(
        "That {name} alone knew the contribution until {other}'s decision was shown. Then nobody could choose the "
        "dice against {name}."
    ),
    Made.TYPED: N_(
        "That nobody read the words that {name} typed: anyone who read them and the secret could have helped "
        "{other} to choose the dice."
    ),
    Made.DRAWN: N_(
        "That the digits drawn for {name} are random: anyone who controlled the program could have helped {other} "
        "to choose the dice."
    ),
}
