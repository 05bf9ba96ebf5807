"""The verification of the dice of a record: every roll is derived again from the record alone.

That is possible for verifiable dice whose secret is in the record (`bgterm.play.dice.verifiable`), and for dice
from a seed. `bgterm.analysis.dice_proof` says what is proven by it, and what not. [RULES V7]
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from bgterm.catalog import N_
from bgterm.formats.record import GameRecord, read_record
from bgterm.notation.dice import DiceOrigin, has_verifiable_dice
from bgterm.notation.dice_evidence import SCHEMES, Evidence, commitment, evidence
from bgterm.notation.json_codec import Note, read_line
from bgterm.play.dice.errors import UNKNOWN_SCHEME, VerificationError
from bgterm.play.dice.sources import SeededDice, derive_roll, dice_source
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import OpeningCorrected, OpeningThrown, RollCorrected, Rolled
from bgterm.rules.match import Pair, Phase
from bgterm.rules.replay import Replay

Derivation = Callable[[int], Pair]
"""A function that returns the dice for the number of a throw, counted from 0."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for a record whose rolls are all correct."""

    names: tuple[str, str]
    rolls: int
    """How many rolls there are, including those for the openings."""
    games: int
    """How many games the rolls belong to."""
    finished: bool
    """Whether the match has ended in this record."""
    evidence: Evidence
    """The evidence in the record about verifiable dice."""
    seed: str = ""
    """The seed, when the dice came from one; empty when they came from a secret."""


def verify(text: bytes) -> Verified:
    """Derive every roll of a record again.

    Raises VerificationError with the first thing that is wrong, NotationError when the first line is not a header.
    """
    record = read_record(text)
    found = evidence((*record.items, *_notes(text[record.size :])))
    verifiable = has_verifiable_dice(record.header)
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
    seed = "" if verifiable else DiceOrigin.read(record.header.dice).detail
    return Verified(record.header.names, rolls, len(games), record.over, found, seed)


def _derivation(record: GameRecord, found: Evidence) -> Derivation:
    """Return the function that derives the rolls of a record. Raises VerificationError when there is none."""
    dice = record.header.dice
    if has_verifiable_dice(record.header):
        secret = _proven_secret(record, found)
        return partial(derive_roll, found.key(secret))
    with suppress(NotationError):
        source = dice_source(dice)
        if isinstance(source, SeededDice):
            return source.throw
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
    """Yield (number, game, event) for each throw. Raises VerificationError for a correction of rolled dice."""
    number = 0
    for _, event, after in Replay(record.header, record.events).steps():
        number += isinstance(event, OpeningThrown | Rolled)
        if isinstance(event, _Throw):
            yield number, after.game.number, event


def _check(number: int, game: int, recorded: _Throw, right: Pair) -> None:
    shown: Pair
    if isinstance(recorded, Rolled | RollCorrected):
        shown, right = recorded.dice, Dice.of(*right)
    else:
        shown = recorded.white, recorded.black
    if shown != right:
        message = N_("roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}")
        raise VerificationError(message, number=number, game=game, recorded=_shown(shown), right=_shown(right))


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
