"""The sources of rolls.

A roll is requested by its number, so that a resumed match continues with the dice it would have had.
`bgterm.notation.dice.DiceOrigin` names the source.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import SystemRandom

from bgterm.catalog import N_
from bgterm.notation.dice import DiceKind, DiceOrigin, read_roll
from bgterm.notation.dice_evidence import derive_roll
from bgterm.notation.errors import NotARoll, quoted
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.match import Pair
from bgterm.storage.errors import reason_of

_RANDOM = SystemRandom()
"""The system's source of randomness; `secrets` draws from it, too, and loads OpenSSL."""


class DiceError(BackgammonError):
    """The dice cannot be thrown: a file of rolls has no valid roll for this throw, or a secret is missing."""


DiceSource = Callable[[int], Pair]
"""A function that returns both dice of a throw of the match by its number, from 0 with the opening throws.

In the opening they are White's die and Black's.
"""


def _random_dice(_number: int) -> Pair:
    """Return two unpredictable dice from the system's source of randomness."""
    return _RANDOM.randint(1, 6), _RANDOM.randint(1, 6)


def roll_in(path: Path, number: int) -> Pair:
    """Return the roll of throw `number`, counted from 0, in the file of rolls at `path`.

    The file has one roll a line; empty lines and those that begin with `#` are skipped. The file is read again for
    each throw, so that it can be corrected or extended during the match. Raises DiceError, naming the line, when
    the roll is missing or invalid.
    """
    lines = _lines(path)
    line, roll = next(islice(_written(lines), number, None), (len(lines) + 1, ""))
    if not roll:
        message = N_("there are no more rolls in {name}: write the next one on line {line} and roll again")
        raise DiceError(message, name=path.name, line=line)
    return _read(path, line, roll)


def _check(path: Path) -> None:
    """Raise DiceError when the file cannot be read, has no rolls, or a line of it is not a roll."""
    roll_in(path, 0)
    for line, roll in _written(_lines(path)):
        _read(path, line, roll)


def _read(path: Path, line: int, roll: str) -> Pair:
    try:
        return read_roll(roll)
    except NotARoll as fault:
        message = N_('line {line} of {name}: "{text}" is not a roll: write one like 31 or 6-4 there and try again')
        raise DiceError(message, name=path.name, line=line, text=quoted(fault.text)) from fault


def _lines(path: Path) -> list[str]:
    """Return the lines of the file, without the blanks around them and without empty ones at the end."""
    try:
        text = _text_of(path)
    except (OSError, ValueError) as error:
        message = N_("the rolls in {name} cannot be read: {reason}")
        raise DiceError(message, name=path, reason=reason_of(error)) from error
    lines = [line.strip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _written(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that contain a roll, or should, each with its line number."""
    return ((line, text) for line, text in enumerate(lines, 1) if text and not text.startswith("#"))


def _text_of(path: Path) -> str:
    """Return the text of a regular file: others, such as pipes and terminals, cannot be read twice."""
    if path.exists() and not path.is_file():
        raise ValueError("it is not a regular file")
    return path.read_text(encoding="utf-8", errors="replace")


def dice_source(dice: str) -> DiceSource | None:
    """Return the function that throws the dice named by a `Header.dice`.

    None for verifiable dice and the players' own. Raises NotationError for an unknown or incomplete value.
    """
    match DiceOrigin.read(dice):
        case DiceKind.RANDOM, _:
            return _random_dice
        case DiceKind.FILE, path:
            return partial(roll_in, Path(path))
        case DiceKind.SEED, seed:
            return partial(derive_roll, str(int(seed)).encode())
    return None


def dice_asked(text: str) -> str:
    """Return the value of `Header.dice` for what a player chose: a word or the path of a file of rolls.

    The words are `random`, `verifiable` and `manual`. Raises DiceError for a file that is missing or has an
    invalid line, NotationError for any other word.
    """
    if text in (DiceKind.RANDOM, DiceKind.VERIFIABLE, DiceKind.MANUAL):
        return text
    path = Path(text).expanduser().absolute()
    if text == path.name and not path.suffix and not path.exists():
        message = N_('unknown dice "{text}": random, verifiable, manual or the path of a file of rolls')
        raise NotationError(message, text=quoted(text))
    _check(path)
    return str(DiceOrigin(DiceKind.FILE, str(path)))
