"""The errors of texts and files that cannot be read."""

from bgterm.catalog import N_
from bgterm.notation.sanitize import clean_line
from bgterm.rules.errors import NotationError, shortened

_LONGEST = 80
"""How many characters of an unreadable text are quoted."""


class UnreadablePlay(NotationError):
    """A word of a play that cannot be read, and an example of one that can."""


class NotAPosition(NotationError):
    """The text is not a position's id at all."""


class UnfinishedLine(NotationError):
    """The last line of a record is not finished: its writing was interrupted."""


class NotARoll(NotationError):
    """The text does not say what two dice show."""

    text: str


def quoted(text: str) -> str:
    """Return a text from a user for quoting in an error: shortened, and without control characters."""
    return clean_line(text, _LONGEST)


def cleaned(value: object) -> object:
    """Return a value from a file or a form for quoting in an error: a short text; whole numbers stay numbers."""
    if isinstance(value, int):
        return value
    text = shortened(value)
    return text if len(text) <= _LONGEST else f"{clean_line(text, _LONGEST)}..."


def unreadable_play(text: str, expected: str) -> UnreadablePlay:
    """Return the error for a word that is not a move; `expected` is an example of moves."""
    message = N_('"{text}" cannot be read: write moves like {expected}')
    return UnreadablePlay(message, text=quoted(text), expected=expected)


def invalid_id(kind: str, text: str, fault: str) -> NotationError:
    """Return the error for a text that is not an id of this `kind`."""
    return NotationError(N_('"{text}" is not a valid {kind}: {fault}'), kind=kind, text=quoted(text), fault=fault)


def not_expressible(kind: str, what: str) -> NotationError:
    """Return the error for something in a position that an id of this `kind` cannot express."""
    return NotationError(N_("no {kind} can express {what}"), kind=kind, what=what)


def invalid_line(text: str) -> NotationError:
    """Return the error for a line of a record that is neither header, event nor note."""
    return NotationError(N_("{text} is neither the header of a record nor an event in it"), text=quoted(text))


def unknown_field(field: str, known: tuple[str, ...]) -> NotationError:
    """Return the error for a field that a line or a file of this kind never has."""
    return NotationError(N_("{field} is unknown; expected {known}"), field=field, known=known)


def missing_field(field: str) -> NotationError:
    """Return the error for a line without a field that it must have."""
    return NotationError(N_("{field} is missing"), field=field)


def invalid_value(field: str, value: object, expected: str) -> NotationError:
    """Return the error for a field with a value that it cannot have; `expected` describes the possible ones."""
    message = N_("{field} cannot be {value}; expected {expected}")
    return NotationError(message, field=field, value=cleaned(value), expected=expected)


def inapplicable_rule(name: str, reason: str) -> NotationError:
    """Return the error for a rule that cannot apply to the variant and the other rules."""
    return NotationError(N_("{name}: {reason}"), name=name, reason=reason)


def unknown_variant(text: str, known: tuple[str, ...]) -> NotationError:
    """Return the error for a variant that is not among the known ones."""
    return NotationError(N_('unknown variant "{text}"; bgterm knows {known}'), text=quoted(text), known=known)


def unfinished_line() -> UnfinishedLine:
    """Return the error for a record whose last line was not written to its end."""
    return UnfinishedLine(N_("the last line was not finished"))


def no_match_in_file() -> NotationError:
    """Return the error for a file without a match in the format that its suffix names."""
    return NotationError(N_("there is no match in it"))
