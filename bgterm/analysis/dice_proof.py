"""The proof of dice: its page, its lines in plain mode, and `bgterm verify`. [RULES V]

`verify` derives every roll of a record again from the record alone. That is possible for verifiable dice whose
secret is in the record (`bgterm.play.dice.verifiable`), and for dice from a seed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from bgterm.catalog import N_, _, ngettext
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.notation.dice_evidence import (
    SCHEME,
    SCHEMES,
    UNKNOWN_SCHEME,
    Evidence,
    Made,
    PlayerContribution,
    commitment,
    derive_roll,
    evidence,
)
from bgterm.notation.json_codec import Note, read_line
from bgterm.notation.sanitize import visible
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.events import OpeningCorrected, OpeningThrown, RollCorrected, Rolled
from bgterm.rules.match import Pair, Phase
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
    """Return whether the verifiable dice of a record can be verified now, later or never, in a line. [RULES V6]"""
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
    for _number, game, event in _throws(record):
        if isinstance(event, OpeningThrown | Rolled):
            rolls[game].append(_shown(_pair(event)))
    return rolls


# Verification


class VerificationError(BackgammonError):
    """The dice of a record are not proven: a roll is wrong, or something that the proof needs is missing."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of `verify` for a record whose rolls are all correct: how many there are, and the evidence."""

    record: GameRecord
    rolls: int
    """How many rolls there are, including those for the openings."""
    games: int
    """How many games the rolls belong to."""
    evidence: Evidence
    """The evidence in the record about verifiable dice, including notes after a damaged line."""


def verify(text: bytes) -> Verified:
    """Derive every roll of a record again.

    Raises VerificationError with the first thing that is wrong, NotationError when the first line is not a header,
    ImpossiblePosition when the match begins from a position that cannot occur.
    """
    record = read_record(text)
    found = evidence((*record.items, *_notes(text[record.size :])))
    verifiable = record.header.dice == DiceKind.VERIFIABLE
    right = _derivation(record, found)
    rolls, games = 0, set[int]()
    for rolls, game, recorded in _throws(record):
        _check(rolls, game, recorded, right(rolls - 1))
        if verifiable and rolls > found.throws_before:
            message = N_("roll {number} (game {game}) came after the secret was revealed")
            raise VerificationError(message, number=rolls, game=game)
        games.add(game)
    if record.damage:
        dice_due = right(rolls) if record.match.game.phase is not Phase.TO_ROLL else Dice.of(*right(rolls))
        message = N_("line {line}: {fault}; all before it is right, and roll {number} had to be {right}")
        raise VerificationError(
            message, line=record.damage.line, fault=record.damage.reason, number=rolls + 1, right=_shown(dice_due)
        )
    return Verified(record, rolls, len(games), found)


def _derivation(record: GameRecord, found: Evidence) -> Callable[[int], Pair]:
    """Return the function that derives the dice of a throw from its number, counted from 0.

    Raises VerificationError when there is none.
    """
    dice = record.header.dice
    if dice == DiceKind.VERIFIABLE:
        return partial(derive_roll, found.key(_proven_secret(record, found)))
    with suppress(NotationError):
        kind, seed = DiceOrigin.read(dice)
        if kind is DiceKind.SEED:
            return partial(derive_roll, str(int(seed)).encode())
    message = N_("the dice of this record are {dice}: there is nothing to verify them with")
    raise VerificationError(message, dice=dice.partition(":")[0])


def _proven_secret(record: GameRecord, found: Evidence) -> bytes:
    """Return the committed secret. Raises VerificationError when the protocol was not followed. [RULES V]"""
    if not found.commitment:
        raise VerificationError(N_("the record contains no commitment to the dice before the first roll"))
    if found.scheme not in SCHEMES:
        raise VerificationError(UNKNOWN_SCHEME, scheme=found.scheme)
    if found.void is not None:
        raise VerificationError(
            N_("the match is void: {player} did not open the sealed contribution, so there is no roll to check"),
            player=record.header.names[found.void.index],
        )
    for name, contribution in zip(record.header.names, found.contributions, strict=True):
        if contribution.altered:
            message = N_("the contribution of {player} in this record is not what {player} sealed")
            raise VerificationError(message, player=name)
    if found.thrown_unsettled:
        message = N_(
            "dice were thrown before both players had declined or opened what they sealed: the dice are unproven"
        )
        raise VerificationError(message)
    if not found.secret:
        unproven = N_(
            "the match has ended and the secret of the dice was not revealed: no roll can be checked, and the "
            "dice are unproven"
        )
        unfinished = N_(
            "the match is unfinished in this record, and the secret of the dice is revealed when it ends: no roll "
            "can be checked yet"
        )
        raise VerificationError(unproven if record.over else unfinished)
    with suppress(ValueError):
        secret = bytes.fromhex(found.secret)
        if commitment(secret) == found.commitment:
            return secret
    raise VerificationError(N_("the secret that was revealed is not the one that was committed to"))


_Throw = OpeningThrown | OpeningCorrected | Rolled | RollCorrected
"""The events that contain rolls."""


def _throws(record: GameRecord) -> Iterator[tuple[int, int, _Throw]]:
    """Yield (number, game, event) for each throw and each correction of one; throws are counted from 1."""
    number = 0
    for _before, event, after in Replay(record.header, record.events).steps():
        number += isinstance(event, OpeningThrown | Rolled)
        if isinstance(event, _Throw):
            yield number, after.game.number, event


def _check(number: int, game: int, recorded: _Throw, right: Pair) -> None:
    shown = _pair(recorded)
    right = Dice.of(*right) if isinstance(shown, Dice) else right
    if shown != right:
        message = N_("roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}")
        raise VerificationError(message, number=number, game=game, recorded=_shown(shown), right=_shown(right))


def _pair(event: _Throw) -> Pair:
    """Return the dice of a throw: White's die and Black's in an opening, else the larger number first."""
    return event.dice if isinstance(event, Rolled | RollCorrected) else (event.white, event.black)


def _shown(pair: Pair) -> str:
    one, other = pair
    return f"{one}-{other}"


def _notes(text: bytes) -> Iterator[Note]:
    """Yield all readable notes, also those after a damaged line, because the secret is near the end."""
    for line in text.split(b"\n"):
        with suppress(NotationError, UnicodeDecodeError):
            item = read_line(line.decode())
            if isinstance(item, Note):
                yield item


# The output of `bgterm verify`


def verdict(verified: Verified) -> list[str]:
    """Return the lines of a verdict: the facts that a verified record proves, and those it does not. [RULES V7]"""
    record, found, checked = verified.record, verified.evidence, _checked(verified)
    names = record.header.names
    unfinished = [] if record.over else [_("The match is unfinished in this record.")]
    if seed := DiceOrigin.read(record.header.dice).detail:
        yes = _("yes: {checked} right for the seed {seed}.", checked=checked, seed=visible(seed))
        return [yes, *unfinished, _("Everybody who knew the seed knew the dice from the start.")]
    second = found.scheme == SCHEME
    yes = ngettext(
        "yes: {checked} right: it follows from the secret and the players' {texts}.",
        "yes: {checked} right: each follows from the secret and the players' {texts}.",
        verified.rolls,
        checked=checked,
        texts=_("contributions") if second else _("words"),
    )
    return [
        yes,
        *unfinished,
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


def _checked(verified: Verified) -> str:
    return _(
        "{rolls} of {games} checked, every one",
        rolls=ngettext("{count:,} roll", "{count:,} rolls", verified.rolls),
        games=ngettext("{count:,} game", "{count:,} games", verified.games),
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
