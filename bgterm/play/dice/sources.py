"""The sources of rolls.

A roll is requested by its number, so that a resumed match continues with the dice it would have had.
`bgterm.notation.dice.DiceOrigin` names the source.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple, Protocol

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
    """No dice can be thrown now."""


class DiceSource(Protocol):
    """An interface for sources of rolls."""

    def throw(self, number: int) -> Pair:
        """Return both dice of throw `number` of the match, counted from 0 with the opening throws.

        In the opening they are White's die and Black's.
        """


class RandomDice:
    """Unpredictable dice from the system's source of randomness."""

    def throw(self, number: int) -> Pair:  # noqa: ARG002 - no throw knows of another
        """Return two dice."""
        return _RANDOM.randint(1, 6), _RANDOM.randint(1, 6)


class SeededDice(NamedTuple):
    """Dice that are the same for the same seed, however often the match is resumed."""

    seed: int

    def throw(self, number: int) -> Pair:
        """Return the two dice that the seed has at this number."""
        return derive_roll(str(self.seed).encode(), number)


class FileDice(NamedTuple):
    """Rolls from a file, one a line; empty lines and those that begin with `#` are skipped.

    The file is read again for each throw, so that it can be corrected or extended during the match.
    """

    path: Path

    def throw(self, number: int) -> Pair:
        """Return the roll of that number in the file. Raises DiceError, naming the line, when there is none."""
        lines = self._lines()
        line, roll = next(islice(_written(lines), number, None), (len(lines) + 1, ""))
        if not roll:
            message = N_("there are no more rolls in {name}: write the next one on line {line} and roll again")
            raise DiceError(message, name=self.path.name, line=line)
        return self._read(line, roll)

    def check(self) -> None:
        """Raise DiceError when the file cannot be read, has no rolls, or a line of it is not a roll."""
        self.throw(0)
        for line, roll in _written(self._lines()):
            self._read(line, roll)

    def _read(self, line: int, roll: str) -> Pair:
        try:
            return read_roll(roll)
        except NotARoll as fault:
            message = N_(
                'line {line} of {name}: "{text}" is not a roll: write one like 31 or 6-4 there and try again'
            )
            raise DiceError(message, name=self.path.name, line=line, text=quoted(fault.text)) from fault

    def _lines(self) -> list[str]:
        """Return the lines of the file, without the blanks around them and without empty ones at the end."""
        try:
            text = _text_of(self.path)
        except (OSError, ValueError) as error:
            message = N_("the rolls in {name} cannot be read: {reason}")
            raise DiceError(message, name=self.path, reason=reason_of(error)) from error
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
    """Return the dice source for the value of a `Header.dice`; None for dice that depend on more than that.

    Raises NotationError for an unknown or incomplete value.
    """
    match DiceOrigin.read(dice):
        case DiceKind.RANDOM, _:
            return RandomDice()
        case DiceKind.FILE, path:
            return FileDice(Path(path))
        case DiceKind.SEED, seed:
            return SeededDice(int(seed))
    return None


def dice_asked(text: str) -> str:
    """Return the `Header.dice` for a choice: `random`, `verifiable`, `manual` or the path of a file of rolls.

    Raises DiceError for a file that is missing or has an invalid line, NotationError for any other word.
    """
    if text in (DiceKind.RANDOM, DiceKind.VERIFIABLE, DiceKind.MANUAL):
        return text
    path = Path(text).expanduser().absolute()
    if text == path.name and not path.suffix and not path.exists():
        message = N_('unknown dice "{text}": random, verifiable, manual or the path of a file of rolls')
        raise NotationError(message, text=quoted(text))
    FileDice(path).check()
    return str(DiceOrigin(DiceKind.FILE, str(path)))
