"""The base of every refusal: a typed exception that prints its sentence.

    class PointBlocked(IllegalPlay):
        src: Point
        ...
        message = N_("{src}/{dst} is blocked: {opponent} holds it with {count}")

Each subclass of `BackgammonError` is a dataclass. Its fields are the facts, and its message is the sentence with a
place for each of them. The classes are beside the code that raises them, or in the `errors` module of its package.
"""

from dataclasses import Field, dataclass, fields
from typing import Annotated, Any, ClassVar, Self, dataclass_transform

from bgterm.catalog import _, ngettext
from bgterm.rules.board import Player, point_text

_LONGEST = 80
"""How many characters of a value are repeated."""


@dataclass_transform(eq_default=False)
class BackgammonError(ValueError):
    """The error for a request of a player, a file or a program that is not possible."""

    message: ClassVar[str] = ""
    """The sentence, without a capital and a full stop."""
    plural: ClassVar[str] = ""
    """The sentence for a `count` other than one, where there is such a fact."""

    def __init__(self) -> None:
        """Make an error without facts; the subclasses with fields take them."""
        super().__init__()

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass; one without facts of its own is one already."""
        super().__init_subclass__()
        if cls.__annotations__ or not hasattr(cls, "__dataclass_fields__"):
            dataclass(eq=False, repr=False, init=bool(cls.__annotations__))(cls)

    def describe(self, names: tuple[str, str] | None = None) -> str:
        """Return the sentence, with the names of White and Black where they are known.

        Otherwise a player is named by the side, and the one in a field `opponent` is "the opponent".
        """
        values = ((part, getattr(self, part.name)) for part in _fields(self))
        return self.sentence(**{part.name: _printed(part, value, names) for part, value in values})

    def sentence(self, **values: str) -> str:
        """Return the message with these values; an error whose message has variants overrides this."""
        if self.plural:
            return ngettext(self.message, self.plural, getattr(self, "count"), **values)  # noqa: B009 - a fact
        return _(self.message, **values)

    def about(self, names: tuple[str, str]) -> Self:
        """Remember the names of White and Black, which the error prints then, and return it."""
        vars(self)["names"] = names
        return self

    def __str__(self) -> str:
        """Return the sentence."""
        return self.describe(vars(self).get("names"))

    def __repr__(self) -> str:
        """Return an expression that makes this error."""
        facts = ", ".join(f"{part.name}={getattr(self, part.name)!r}" for part in _fields(self))
        return f"{type(self).__name__}({facts})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make the error again: an exception by itself would leave the facts out."""
        return type(self), tuple(getattr(self, part.name) for part in _fields(self))


class NotationError(BackgammonError):
    """A text that cannot be read."""


class IllegalPlay(BackgammonError):
    """A play that was read, and that the rules do not allow here."""


class IllegalAction(BackgammonError):
    """An action that is not possible now."""


class ImpossiblePosition(BackgammonError):
    """A position that no game comes to."""


# How the values of fields are printed. A type says so with `Annotated`; the others print themselves.


def _fields(error: BackgammonError) -> "tuple[Field[Any], ...]":
    return fields(error)  # type: ignore[arg-type] # each subclass is a dataclass


def _printed(part: "Field[Any]", value: object, names: tuple[str, str] | None) -> str:
    for printer in getattr(part.type, "__metadata__", ()):
        return str(printer(value))
    match value:
        case BackgammonError():
            return value.describe(names)
        case Player() if names:
            return names[value.index]
        case Player() if part.name == "opponent":
            return _("the opponent")
        case Player():
            return _("White") if value is Player.WHITE else _("Black")
        case _ if type(value) is tuple:
            return ", ".join(map(str, value))
        case _:
            return str(value)


def shortened(value: object) -> str:
    """Return a value from a file or a form, of any type and length, as a short text."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of thousands of digits
        return _("a number with too many digits")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _joined(numbers: tuple[int, ...]) -> str:
    *others, last = map(str, numbers)
    return _("{others} and {last}", others=", ".join(others), last=last) if others else last


Point = Annotated[int, point_text]
"""A point, the bar or the tray, in the numbers of the player who moves."""
Number = Annotated[int, shortened]
"""A number of any size."""
Numbers = Annotated[tuple[int, ...], _joined]
"""The numbers on some dice."""
