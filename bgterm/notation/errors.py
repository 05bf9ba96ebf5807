"""Texts and files that cannot be read."""

from typing import Annotated

from bgterm.catalog import N_
from bgterm.notation.sanitize import clean_line
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError, shortened

_LONGEST = 80
"""How many characters of a text are quoted."""


def _quoted(text: str) -> str:
    return clean_line(text, _LONGEST)


def _cleaned(value: object) -> str:
    text = shortened(value)
    return text if len(text) <= _LONGEST else f"{clean_line(text, _LONGEST)}..."


Text = Annotated[str, _quoted]
"""A text that somebody typed or sent."""
Value = Annotated[object, _cleaned]
"""A value from a file or a form."""


class UnreadablePlay(NotationError):
    """A word of a play that cannot be read, and an example of one that can."""

    text: Text
    expected: str
    message = N_('"{text}" cannot be read: write moves like {expected}')


class NoSuchPoint(NotationError):
    """A number above 25 where a point is meant."""

    text: Text
    message = N_("there is no point {text}: points are 1 to 24, bar and off")


class OtherRoll(NotationError):
    """A roll was typed before the play and it is not the roll on the board."""

    text: Text
    dice: Dice
    message = N_("{text} is not the roll: you rolled {dice}")


class PlayTooLong(NotationError):
    """More characters than any play has."""

    length: int
    most: int
    message = N_("that is {length} characters long; no play needs more than {most}")


class InvalidId(NotationError):
    """The text is not an id of its kind."""

    kind: str
    text: Text
    fault: str
    message = N_('"{text}" is not a valid {kind}: {fault}')


class NotAPosition(NotationError):
    """The text is not an id at all."""

    text: Text
    message = N_(
        '"{text}" is not a position: paste a Position ID, a Position ID and a Match ID joined by a colon, or an '
        "XGID"
    )


class MatchIdAlone(NotationError):
    """A Match ID alone does not contain the checkers."""

    text: Text
    message = N_("the Match ID {text} does not contain the position: put a Position ID and a colon before it")


class NotExpressible(NotationError):
    """An id of that kind cannot express this."""

    kind: str
    what: str
    message = N_("no {kind} can express {what}")


class InvalidLine(NotationError):
    """A line of a record that is neither header, event nor note."""

    text: Text
    message = N_("{text} is neither the header of a record nor an event in it")


class NewerFormat(NotationError):
    """A record in a format this program does not know, made by a later one."""

    version: Value
    known: int
    message = N_("the record has format {version}, and this bgterm reads {known}: use a newer bgterm")


class UnknownField(NotationError):
    """A line has a field that lines of its kind never have."""

    field: str
    known: tuple[str, ...]
    message = N_("{field} is unknown; expected {known}")


class MissingField(NotationError):
    """A line lacks a field that lines of its kind must have."""

    field: str
    message = N_("{field} is missing")


class InvalidValue(NotationError):
    """A field has a value that it cannot have."""

    field: str
    value: Value
    message = N_("{field} cannot be {value}")


class UnfinishedLine(NotationError):
    """The last line of a record is not finished: its writing was interrupted."""

    message = N_("the last line was not finished")


class NotARoll(NotationError):
    """The text does not say what two dice show."""

    text: Text
    message = N_('"{text}" is not a roll: write what the two dice show, like 31 or 6-4')


class NotAStake(NotationError):
    """The text does not say what a point is worth."""

    text: Text
    message = N_('"{text}" is not a stake: write what a point is worth, like 0.50 euro')


class UnknownVariant(NotationError):
    """A file names a variant that is not among the known ones."""

    text: Text
    known: tuple[str, ...]
    message = N_('unknown variant "{text}"; bgterm knows {known}')


class NoMatchInFile(NotationError):
    """A file has no match in it, in the format that its name says."""

    message = N_("there is no match in it")
