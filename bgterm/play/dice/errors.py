"""Dice that cannot be thrown, contributed to or verified."""

from bgterm.catalog import N_
from bgterm.notation.errors import Text
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, IllegalAction, NotationError
from bgterm.storage.errors import Name


class DiceError(BackgammonError):
    """There are no dice to throw now."""


class VerificationError(BackgammonError):
    """Dice that are not shown to be what they had to be."""


class ContributionTooLate(IllegalAction):
    """Dice have been thrown, or are of the first scheme: nobody contributes to them any more."""

    message = N_("nothing can be added to the dice now: contributions come before the first roll")


class AlreadyContributed(IllegalAction):
    """The player has sealed a contribution or declined; each decides once."""

    player: Player
    message = N_("{player} has contributed or declined already: each player decides once")


class OpeningTooEarly(IllegalAction):
    """The opponent of the player who would open has not sealed or declined yet. [RULES V4]"""

    player: Player
    message = N_("{player} has not contributed or declined yet: open yours after that")


class NothingToOpen(IllegalAction):
    """There is no seal of the player's that only they can open."""

    player: Player
    message = N_("there is no sealed contribution of {player} to open")


class NoWords(NotationError):
    """Words to contribute in which there is nothing that can be shown."""

    message = N_("type some words, or a fingerprint of 64 hex digits")


class ContributionTooLong(NotationError):
    """So many characters are too many for a contribution."""

    length: int
    most: int
    message = N_("that is {length} characters long: type at most {most}")


class FingerprintLength(NotationError):
    """Hex digits that are meant as a fingerprint, but not 64 of them."""

    length: int
    message = N_(
        "a fingerprint has 64 hex digits and this has {length}: type the fingerprint. A contribution typed here "
        "is not secret any more: if this was yours, make a new one"
    )


class FingerprintDigit(NotationError):
    """A character that is not a hex digit in an intended fingerprint."""

    text: Text
    message = N_('a fingerprint has 64 hex digits, 0-9 and a-f: "{text}" is not one of them')


class FingerprintNotAlone(NotationError):
    """There is something beside the fingerprint."""

    message = N_("type the 64 hex digits of the fingerprint and nothing else")


class OtherContribution(NotationError):
    """The typed contribution is not the sealed one."""

    message = N_(
        "that is not what was sealed: type the contribution exactly as it was when you made the fingerprint"
    )


class GuessableContribution(NotationError):
    """The typed contribution is the sealed one, but short enough to be found by trying. [RULES V3]"""

    message = N_(
        "that is what was sealed, but it can be found by trying: a contribution sealed elsewhere needs at least "
        "32 hex digits in a row"
    )


class DiceFileUnreadable(DiceError):
    """The system could not read the file of rolls."""

    name: Name
    reason: str
    message = N_("the rolls in {name} cannot be read: {reason}")


class DiceLineInvalid(DiceError):
    """A line of the file of rolls is not a roll."""

    name: Name
    line: int
    text: Text
    message = N_('line {line} of {name}: "{text}" is not a roll: write one like 31 or 6-4 there and try again')


class DiceFileEnded(DiceError):
    """The file of rolls ends before that line, where the next roll would be."""

    name: Name
    line: int
    message = N_("there are no more rolls in {name}: write the next one on line {line} and roll again")


class SecretLost(DiceError):
    """The file with the secret of verifiable dice, beside the save, is missing or another one."""

    name: Name
    message = N_("the dice of this match cannot be rolled: {name}, the file with their secret, is missing")


class UnknownScheme(DiceError, VerificationError):
    """Verifiable dice of a scheme that a later version has made."""

    scheme: int
    message = N_("these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm")


class NotVerifiable(VerificationError):
    """Dice of this kind leave nothing to be checked."""

    dice: str
    message = N_("the dice of this record are {dice}: there is nothing to verify them with")


class NoCommitment(VerificationError):
    """There is no commitment to the secret of the dice before the first roll."""

    message = N_("the record contains no commitment to the dice before the first roll")


class NotRevealed(VerificationError):
    """The match is unfinished in the record; the secret of the dice is revealed when it ends."""

    message = N_(
        "the match is unfinished in this record, and the secret of the dice is revealed when it ends: no roll can "
        "be checked yet"
    )


class NeverRevealed(VerificationError):
    """The match has ended in the record, and the secret was not revealed. [RULES V6]"""

    message = N_(
        "the match has ended and the secret of the dice was not revealed: no roll can be checked, and the dice "
        "are unproven"
    )


class VoidRecord(VerificationError):
    """The match ended before its first roll, since the player did not open the contribution. [RULES V4]"""

    player: str
    message = N_("the match is void: {player} did not open the sealed contribution, so there is no roll to check")


class RolledUnsettled(VerificationError):
    """Dice were thrown before both contributions were opened or declined. [RULES V4]"""

    message = N_(
        "dice were thrown before both players had declined or opened what they sealed: the dice are unproven"
    )


class WrongSecret(VerificationError):
    """The secret that was revealed is not the one that was committed to."""

    message = N_("the secret that was revealed is not the one that was committed to")


class RevealedEarly(VerificationError):
    """The roll came after the secret was revealed, so it could be known before."""

    number: int
    game: int
    message = N_("roll {number} (game {game}) came after the secret was revealed")


class WrongRoll(VerificationError):
    """The first roll of the record that is not what the dice had to show."""

    number: int
    game: int
    recorded: str
    right: str
    message = N_("roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}")


class WrongLine(VerificationError):
    """A line that is wrong, the number of the next roll and what it must be."""

    line: int
    fault: str
    number: int
    right: str
    message = N_("line {line}: {fault}; all before it is right, and roll {number} had to be {right}")
