"""A player for tests of plain mode, who picks at random from the commands in the lines read so far.

The reader plays one side or both, by random choices, but always to an end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

_SESSION = ", money session."
"""The end of the line that tells the score of a money session."""
_SCORE = re.compile(r", (?:money session|match to \d+)\.$")
_NUMBERED = re.compile(r"^(\d+): ", re.MULTILINE)
_STANDS = re.compile(r"\d+ on (\d+|the bar)")
_ROLLED = re.compile(r"rolled (\d) (\d)")


@dataclass
class Reader:
    """A player who reads lines through `hear`, and is an iterator of the lines that are typed."""

    rng: Random
    games: int = 3
    """The number of games after which the reader ends a money session."""
    resigns: float = 0.01
    """The probability of resigning instead of rolling."""
    heard: list[str] = field(default_factory=list)
    """All lines read so far."""
    said: list[str] = field(default_factory=list)
    """All lines typed so far."""
    _read: int = 0
    _roll: tuple[int, ...] = ()

    def hear(self, line: str) -> None:
        """Read a line."""
        self.heard.append(line)

    def __iter__(self) -> Iterator[str]:
        """Yield the typed lines until the player has left."""
        while not self.said or self.said[-1] != "quit":
            told = "\n".join(self.heard[self._read :])
            self._read = len(self.heard)
            self.said.append(self.answer(told))
            yield self.said[-1]

    def answer(self, told: str) -> str:
        """Return the answer to the lines since the last one typed; "" to have the question repeated."""
        if rolled := _ROLLED.findall(told):
            self._roll = tuple(map(int, rolled[-1]))
        if "Type a number." in told or "type more" in told:
            return "more" if "type more" in told and self.rng.random() < 0.3 else self._number(told)
        if "The match is over" in told:
            return "quit"
        last = told.splitlines()[-1] if told else ""
        if _SCORE.search(last) or not last:
            return ""
        return self._in_turn(told, last)

    def _number(self, told: str) -> str:
        return str(self.rng.choice(_NUMBERED.findall(told)))

    def _in_turn(self, told: str, last: str) -> str:
        if "No referee" in last or "Go on, or type done" in last:
            return self._freely(last)
        if "Type done" in last:
            return "undo" if "undo" in last and self.rng.random() < 0.1 else "done"
        if "Your move." in last or "Left to play" in last:
            return "plays" if self.rng.random() < 0.1 else "legal"
        if last.startswith("Legal: "):
            return self.rng.choice(last.removeprefix("Legal: ").split(".")[0].split(", "))
        if by_numbers := re.search(r"by .*'s numbers", last):
            return self._walk(told[: told.index(by_numbers[0])])
        return self._asked(told, last)

    def _asked(self, told: str, last: str) -> str:
        if ", accept?" in last or "Type accept or refuse" in last:
            return self.rng.choice(["accept", "refuse"])
        if "take or pass?" in last:
            more = ["beaver"] if re.search("[Bb]eaver:|[Rr]accoon:|[Tt]urn the cube again:", last) else []
            return self.rng.choice(["take", "take", "pass", *more, *more])
        if "accept or challenge" in last:
            return self.rng.choice(["accept", "challenge"])
        if self._over(told):
            return "end"
        return self._throw(last)

    def _over(self, told: str) -> bool:
        """Whether the money session has had `games` games."""
        return _SESSION in told and sum(line.endswith(_SESSION) for line in self.heard) >= self.games

    def _throw(self, last: str) -> str:
        if "dice show" in last or "die and then" in last:
            return "cocked" if self.rng.random() < 0.1 else f"{self.rng.randint(1, 6)}{self.rng.randint(1, 6)}"
        if not re.search(r"\broll\b", last):
            return ""
        for name, often in (("double", 0.1), ("challenge", 0.3)):
            if name in last and self.rng.random() < often:
                return name
        if self.rng.random() < self.resigns:
            return "resign"
        return "takeback" if self.rng.random() < 0.02 else "roll"

    # Without a referee

    def _freely(self, last: str) -> str:
        """Return `done` now and then, and otherwise `board`, to see which checker to move."""
        return "done" if "done" in last and self.rng.random() < 0.4 else "board"

    def _walk(self, mine: str) -> str:
        """Return a move of one of the player's checkers, by a die of the roll or rarely by another number."""
        sources = _STANDS.findall(mine)
        if not sources:
            return "done"
        source = self.rng.choice(sources)
        die = self.rng.randint(1, 6) if self.rng.random() < 0.1 else self.rng.choice(self._roll)
        number = 25 if source == "the bar" else int(source)
        return f"{'bar' if number == 25 else number}/{number - die if number > die else 'off'}"
