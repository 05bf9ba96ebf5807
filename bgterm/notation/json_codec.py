"""A match as lines of JSON: the format of the journal, and of whatever else keeps or sends a match.

    {"bgterm":1,"variant":"backgammon","ruleset":{"length":5,"crawford":false},"names":["Ann","Bob"],
        "dice":"seed:42","date":"2026-11-20T19:30"}                     (all of this is the first line)
    {"event":"opening_thrown","white":3,"black":1}
    {"event":"moved","player":"white","play":"8/5 6/5"}
    {"event":"rolled","player":"black","dice":[6,4]}
    {"event":"moved","player":"black","play":"24/18 18/14"}
    {"event":"doubled","player":"white"}
    {"event":"taken","player":"black"}
    {"event":"resignation_offered","player":"black","win":"gammon"}
    {"note":"chat","from":"Ann","text":"Well rolled."}

The first line is the *header*: what was agreed before the match. The others are *events*, which make the match,
and *notes*, which are kept in their place and change nothing. An event's name and fields are those of its class in
`bgterm.rules.events`. A play is written move by move, as it was made, in the mover's own numbers; a play of no
moves is the empty text. A field of the header or the ruleset that is left out has its default; one that is not
known is an error, since it might change the rules, and so is an event that is not known. Of the ruleset only what
differs from the default is written, so that an older program reads a match without rules that it does not know. A
note may be anything. A match that begins in the middle has in its header also, with as much of it as is needed:

    "start":{"board":{"white":"24:2 6:5 off:8","black":"bar:1 3:4 off:10"},"on_roll":"black","dice":[3,1],
        "cube":{"value":2,"owner":"white"},"score":[1,2]}
"""

import json
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from bgterm.catalog import N_, _
from bgterm.notation import errors
from bgterm.rules.board import BAR, OFF, POINTS, Board, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Game, Header, Resignation
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import Ruleset, inapplicable_options
from bgterm.rules.variants import VARIANTS, Variant

FORMAT = 1
"""The number of this format. It grows when an older program could misread a match."""
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
"""The errors that reading a damaged line or file can raise; BackgammonError is a ValueError."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a record that changes neither the board nor the score, such as a chat message."""

    name: str
    """The kind of note."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """The fields of the note, as JSON values."""


Line = Header | Event | Note
"""The content of one line: a header, an event or a note."""


def _name(kind: type) -> str:
    """Return the name of an event's class as a line has it: `opening_thrown`."""
    return re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).lower()


_EVENTS: Mapping[str, type[Event]] = {_name(kind): kind for kind in get_args(Event)}
_RESIGNATION = "resignation"
"""The name in JSON of `Game.pending`, because a match can start before the answer to a resignation only."""
_START = tuple(
    _RESIGNATION if name == "pending" else name for name in Game._fields[: Game._fields.index("throws")]
)
"""The names of the fields of a game that make the start of a match."""
_NUMBERS = {"bar": BAR, "off": OFF, **{str(point): point for point in POINTS}}
_WORDS = {number: word for word, number in _NUMBERS.items()}

_Made = TypeVar("_Made", bound=Hashable)
_T = TypeVar("_T")


def write_line(item: Line) -> str:
    """Return an item as a line of JSON without a line end, in text that can be encoded as UTF-8."""
    found: dict[str, object]
    match item:
        case Header():
            told = ((name, value) for name, value in write_fields(item).items() if value is not None)
            found = {"bgterm": FORMAT, **dict(told)}
        case Note(name, facts):
            found = {"note": name, **facts}
        case _:
            found = {"event": _name(type(item)), **write_fields(item)}
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    # A name typed in a broken locale may hold half a surrogate pair: Python's escape for it is JSON's too.
    return text.encode(errors="backslashreplace").decode()


def read_line(text: str) -> Line:
    """Parse a line of JSON. Raises NotationError."""
    match read_object(text):
        case {"bgterm": version, **found}:
            if version != FORMAT:
                message = N_("the record has format {version}, and this bgterm reads {known}: use a newer bgterm")
                raise NotationError(message, version=errors.cleaned(version), known=FORMAT)
            return read_fields(Header, found)
        case {"event": str(name), **found} if name in _EVENTS:
            return read_fields(_EVENTS[name], found)
        case {"note": str(name), **found}:
            return Note(name, found)
        case _:
            raise errors.invalid_line(text)


def read_ruleset(found: Mapping[str, object], variant: Variant) -> Ruleset:
    """Return the ruleset with these fields; all others have their defaults.

    Raises NotationError, also for a rule that cannot apply to the variant and the other rules.
    """
    ruleset = read_fields(Ruleset, found)
    for name, reason in inapplicable_options(variant, ruleset).items():
        raise errors.inapplicable_rule(name, _(reason))
    return ruleset


def read_object(text: str) -> dict[str, object]:
    """Return the fields of a line of JSON. Raises NotationError."""
    try:
        return _exactly(dict, json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise errors.invalid_line(text) from error


def write_fields(made: Hashable) -> dict[str, object]:
    """Convert a dataclass or named tuple, such as a header, a ruleset or an event, to JSON values by field."""
    return {name: form.write(getattr(made, name)) for name, form in _forms(type(made)).items()}


def _chosen(made: Hashable) -> dict[str, object]:
    """Return the JSON values of the fields that differ from their defaults."""
    usual = _defaults(type(made))
    return {name: value for name, value in write_fields(made).items() if getattr(made, name) != usual[name]}


def read_fields(kind: type[_Made], found: Mapping[str, object]) -> _Made:
    """Make a dataclass or named tuple, such as a header, a ruleset or an event, from its JSON values by field.

    Raises NotationError.
    """
    forms = _forms(kind)
    for name in found:
        if name not in forms:
            raise errors.unknown_field(name, tuple(forms))
    for name, usual in _defaults(kind).items():
        if name not in found and usual is MISSING:
            raise errors.missing_field(name)
    values = {_field(kind, name): _value(name, forms[name], value) for name, value in found.items()}
    try:
        return kind(**values)
    except NotationError:
        raise
    except ValueError as error:
        raise errors.invalid_value(_name(kind), dict(found), ", ".join(forms)) from error


def read_value(kind: type[_T], name: str, value: object) -> _T:
    """Convert the JSON value of the field `name` to its type. Raises NotationError."""
    found: _T = _value(name, _form(kind), value)
    return found


class _FieldForm(NamedTuple):
    """A pair of functions that write values of one type as JSON and read them, with ValueError and the like."""

    write: Callable[[Any], object]
    read: Callable[[Any], object]
    expected: str
    """The JSON values that can be read, for an error."""


def _value(name: str, form: _FieldForm, value: object) -> Any:  # noqa: ANN401 - of the type of the form
    try:
        return form.read(value)
    except NotationError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise errors.invalid_value(name, value, _(form.expected)) from error


@cache
def _forms(kind: type[Hashable]) -> Mapping[str, _FieldForm]:
    hints = {**get_type_hints(kind), **({_RESIGNATION: Resignation | None} if kind is Game else {})}
    return {name: _form(hints[name]) for name in _defaults(kind)}


def _field(kind: type, name: str) -> str:
    """Return the name of the field that JSON calls `name`; only that of a pending resignation differs."""
    return "pending" if kind is Game and name == _RESIGNATION else name


@cache
def _defaults(kind: type[Hashable]) -> Mapping[str, object]:
    """Return the default of each field, MISSING for a field without one."""
    if is_dataclass(kind):
        return {
            part.name: part.default_factory if part.default is MISSING else part.default for part in fields(kind)
        }
    names: tuple[str, ...] = _START if kind is Game else kind._fields  # type: ignore[attr-defined]  # a named tuple's
    return {name: kind._field_defaults.get(_field(kind, name), MISSING) for name in names}  # type: ignore[attr-defined]


def _form(hint: object) -> _FieldForm:
    """Return the JSON form of a type.

    An enum member is written as its name. Of a dataclass or named tuple in a field, only the values that differ
    from their defaults are written.
    """
    if hint in _FORMS:
        return _FORMS[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = {member.name.lower(): member for member in hint}
        return _FieldForm(
            lambda member: member.name.lower(),
            lambda value: value if isinstance(value, hint) else members[_exactly(str, value)],
            ", ".join(members),
        )
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return _FieldForm(_chosen, lambda value: read_fields(hint, _exactly(dict, value)), N_("an object"))
    form = _form(get_args(hint)[0])
    if isinstance(hint, UnionType):
        return _FieldForm(
            lambda value: None if value is None else form.write(value),
            lambda value: None if value is None else form.read(value),
            form.expected,
        )
    return _FieldForm(
        lambda values: [form.write(value) for value in values],
        lambda values: tuple(form.read(value) for value in _exactly(list, values)),
        N_("a list"),
    )


def _exactly(kind: type[_T], value: object) -> _T:
    """Return the value if it has exactly this type, so that JSON's `true` is not a number as it is in Python."""
    if isinstance(value, kind) and type(value) is kind:
        return value
    raise TypeError(value)


def _plain(kind: type, expected: str) -> _FieldForm:
    return _FieldForm(lambda value: value, lambda value: _exactly(kind, value), expected)


def _number(value: object) -> float:
    """Return a finite number: Python's parser also reads `NaN` and `Infinity`, which JSON does not have."""
    number = float(value) if type(value) is int else _exactly(float, value)
    if not isfinite(number):
        raise ValueError(value)
    return number


def _read_pair(kind: type[_T], value: object) -> tuple[_T, _T]:
    one, other = _exactly(list, value)
    return _exactly(kind, one), _exactly(kind, other)


def _read_variant(value: object) -> Variant:
    slug = _exactly(str, value)
    if slug not in VARIANTS:
        raise errors.unknown_variant(slug, tuple(VARIANTS))
    return VARIANTS[slug]


def _write_play(play: Play) -> str:
    return " ".join(f"{_WORDS[src]}/{_WORDS[dst]}" for src, dst in play)


def _read_play(value: object) -> Play:
    steps = [word.split("/") for word in _exactly(str, value).split()]
    return tuple(Move(_NUMBERS[src], _NUMBERS[dst]) for src, dst in steps)


def _write_board(board: Board) -> dict[str, str]:
    movement = {} if board.movement is Movement.HITTING else {"movement": board.movement.name.lower()}
    return {player.name.lower(): _write_side(board.counts(player)) for player in Player} | movement


def _write_side(counts: bytes) -> str:
    return " ".join(f"{_WORDS[number]}:{count}" for number, count in reversed([*enumerate(counts)]) if count)


def _read_board(value: object) -> Board:
    match value:
        case {"white": str(white), "black": str(black), **rest} if set(rest) <= {"movement"}:
            movement = Movement[str(rest.get("movement", "hitting")).upper()]
            return Board.of(_read_side(white), _read_side(black), movement)
        case _:
            raise ValueError(value)


def _read_side(text: str) -> dict[int, int]:
    words = (word.split(":") for word in text.split())
    return {_NUMBERS[number]: int(count) for number, count in words}


_FORMS: Mapping[object, _FieldForm] = {
    int: _plain(int, N_("a whole number")),
    float: _FieldForm(lambda value: value, _number, N_("a number")),
    bool: _plain(bool, N_("true or false")),
    str: _plain(str, N_("a text")),
    tuple[int, int]: _FieldForm(list, lambda value: _read_pair(int, value), N_("two numbers, such as [2, 0]")),
    tuple[str, str]: _FieldForm(list, lambda value: _read_pair(str, value), N_("two texts")),
    Mapping[str, str]: _plain(dict, N_("an object")),
    Mapping[str, object]: _plain(dict, N_("an object")),
    Dice: _FieldForm(
        list, lambda value: Dice.of(*_read_pair(int, value)), N_("two numbers from 1 to 6, such as [3, 1]")
    ),
    Play: _FieldForm(_write_play, _read_play, N_("moves such as 8/5 6/5")),
    Variant: _FieldForm(lambda variant: variant.slug, _read_variant, ", ".join(VARIANTS)),
    Board: _FieldForm(_write_board, _read_board, N_("the checkers of white and black")),
}
