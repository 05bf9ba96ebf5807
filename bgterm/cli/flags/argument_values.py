"""The functions that read options and arguments: each returns the value that a text stands for.

For any other text it raises ArgumentTypeError with a sentence that describes the right ones.
"""

import argparse
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from bgterm.catalog import N_, _
from bgterm.engine.levels import LEVELS, MAX_PLIES, WORLD_CLASS
from bgterm.rules.ruleset import MAX_LENGTH

if TYPE_CHECKING:
    from datetime import datetime

    from bgterm.rules.match import MatchState
    from bgterm.storage.match_files import Format

SCHEMES = ("postgresql://", "postgres://")
"""The beginnings of the addresses of databases."""

_T = TypeVar("_T")


def _number(low: int, high: int, refusal: str) -> Callable[[str], int]:
    """Return a function that reads whole numbers from `low` to `high`; `refusal` is its error message."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) <= len(str(high)) and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(_(refusal, most=high, text=text))

    return read


length = _number(1, MAX_LENGTH, N_("a match length is 1 to {most} points, not {text!r}"))
port = _number(0, 65535, N_("a port is a number from 1 to {most}, or 0 for any, not {text!r}"))
count = _number(1, 10_000, N_("a number from 1 to {most} is needed, not {text!r}"))
minutes = _number(0, 10_000, N_("a number of minutes from 0 to {most} is needed, not {text!r}"))


def moment(text: str) -> "datetime":
    """Return the time in an ISO 8601 text such as `2026-11-20T19:30`, by default in the local time zone."""
    from datetime import datetime  # loaded on demand

    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        message = _("a moment is written as 2026-11-20T19:30, not {text!r}", text=text)
        raise argparse.ArgumentTypeError(message) from None


def drill(text: str) -> str:
    """Return the text itself if it is the name of a drill."""
    from bgterm.practice.drills import DRILLS  # loaded on demand

    return one_of({name: name for name in DRILLS}, text)


def seed(text: str) -> "MatchState":
    """Return a match at the position with this id, before a roll: the start of the drill near it."""
    from bgterm.practice.drills import seed_in  # loaded on demand
    from bgterm.rules.errors import BackgammonError

    try:
        return seed_in(text)
    except BackgammonError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def endpoint(text: str) -> tuple[str, int]:
    """Return the host and the port in `HOST:PORT`, `[::1]:PORT` or `PORT`; the host is 127.0.0.1 by default."""
    parts = re.fullmatch(r"(?:\[(.+)\]|([^:]+)):(\d+)", text)
    host, number = (parts[1] or parts[2], parts[3]) if parts else ("127.0.0.1", text)
    return host, port(number)


def match_format(text: str) -> "Format":
    """Return the format of match files with that name, such as `mat`."""
    from bgterm.storage.match_files import FORMATS  # loaded on demand

    return one_of({suffix.removeprefix("."): form for suffix, form in FORMATS.items()}, text)


def plies(text: str) -> int:
    """Return the number in the text of rolls that an engine looks ahead, from 0 to `MAX_PLIES`."""
    return one_of({str(number): number for number in range(MAX_PLIES + 1)}, text)


def bots(text: str) -> dict[str, str]:
    """Return the strongest level of each engine, by name, in a text such as `builtin,gnubg:expert`."""
    levels = {level: level for level in LEVELS}
    named = [part.partition(":") for part in text.split(",")]
    strongest = {name: one_of(levels, level or WORLD_CLASS.name) for name, _colon, level in named}
    if "" in strongest or len(strongest) < len(named):
        message = N_("different engines with a comma between are needed, like builtin,gnubg:expert, not {text!r}")
        raise argparse.ArgumentTypeError(_(message, text=text))
    return strongest


def database(text: str) -> str:
    """Return the address of a database, `postgresql://...`; no error repeats it: it may hold a password."""
    if text.startswith(SCHEMES):
        return text
    raise argparse.ArgumentTypeError(_("the address of a database is needed, like postgresql://HOST/DATABASE"))


def whole(text: str) -> int:
    """Return the whole number in the text, of any size and perhaps negative."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(_("a whole number like 42 is needed, not {text!r}", text=text)) from None


def one_of(values: Mapping[str, _T], text: str) -> _T:
    """Return the one of `values` whose key is the text; the error for any other text lists the keys."""
    if text in values:
        return values[text]
    from bgterm.text.joining import join_or  # loaded on demand

    raise argparse.ArgumentTypeError(_("{values} is needed, not {text!r}", values=join_or(values), text=text))


def names(text: str) -> tuple[str, str]:
    """Return the names of White and Black in a text like `Ann,Bob`; the second is empty if only one is given."""
    from bgterm.notation.sanitize import clean_line
    from bgterm.profile.settings import NAME_LENGTH, clean_name, distinct_names
    from bgterm.rules.errors import NotationError

    try:
        for name in text.split(","):
            if (characters := len(clean_line(name, len(name)))) > NAME_LENGTH:
                message = N_("a name has at most {most} characters: {name!r} has {length}")
                facts = {"most": NAME_LENGTH, "name": name.strip(), "length": characters}
                raise argparse.ArgumentTypeError(_(message, **facts))
        match [clean_name(name) for name in text.split(",")]:
            case [white, black] if white and black:
                return distinct_names(white, black)
            case [white] if white:
                return white, ""
            case _:
                message = _("two names with a comma between, like Ann,Bob, not {text!r}", text=text)
                raise argparse.ArgumentTypeError(message)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
