"""Whole games and matches in plain mode, played by a reader who knows only the lines that are read.

The reader plays one side or both, by random choices, but always to an end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.plain.session import PlainSession
from bgterm.play.venue import Venue
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.variants import LONG, VARIANTS
from bgterm.storage.durable import Disk
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.cases import rest_long
from tests.plain.seats import HEADER, typed
from tests.tables import begin_table
from tests.waiting import wait

QUICK = Disk(sync=lambda _: None)
"""A disk without waiting for syncs: other tests check when lines are kept."""
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


def play(
    folder, seed: int, *, resigns: float = 0.01, games: int = 2, **agreed: object
) -> tuple[Reader, GameRecord]:
    """Play with a reader until it leaves; return the reader and the record of the match."""
    table = begin_table(folder, HEADER._replace(**{"dice": f"seed:{seed}", **agreed}), disk=QUICK)
    reader = Reader(Random(seed), games=games, resigns=resigns)
    wait(PlainSession(Venue(table), reader.hear).play(typed(reader)))
    table.close().result()
    record = load(find_save(folder, table.name))
    assert record.damage is None
    assert record.match == table.match
    high, low = sorted(record.match.score, reverse=True)
    scores = [line for line in reader.heard if _SCORE.search(line)]
    assert not high or f" {high}-{low}, " in scores[-1]
    return reader, record


LAST_THROW = Ruleset(length=1, cube=False, last_throw=True, koks=True)
BEAVERS = Ruleset(jacoby=True, beavers=2, automatic_doubles=1)
RESIGNATIONS = {"ResignationOffered", "ResignationAccepted", "ResignationRefused"}
OFFERS = {"Doubled", "Taken", "Dropped", *RESIGNATIONS, "TakeBackAsked", "TakenBack", "TakeBackRefused"}
CASES = {
    **{
        name: ({"variant": variant, "ruleset": Ruleset(length=1, cube=variant.cube)}, set())
        for name, variant in VARIANTS.items()
    },
    "Long with last throw and koks": ({"variant": LONG, "ruleset": LAST_THROW}, set()),
    "Long with the cube": ({"variant": LONG, "ruleset": Ruleset(length=3, next_game=NextGame.ALTERNATE)}, set()),
    "Long without gammons": ({"variant": LONG, "ruleset": Ruleset(length=2, cube=False, gammons=False)}, set()),
    "cube and offers": ({"ruleset": Ruleset(length=5), "seeds": range(4)}, OFFERS),
    "money": ({"ruleset": BEAVERS, "seeds": (0, 1), "games": 4, "resigns": 0.05}, {"Beavered"}),
    "their own dice": ({"ruleset": Ruleset(length=5), "dice": "manual"}, set()),
    "no referee": (
        {"ruleset": Ruleset(length=1, policing=True), "seeds": range(3), "resigns": 0.0},
        {"Challenged", "PlayAccepted"},
    ),
}
"""What is agreed, and the kinds of events that must happen, for each case."""


@pytest.mark.parametrize(("agreed", "wanted"), rest_long(1, CASES.values(), tuples=True), ids=CASES)
def test_who_knows_only_the_lines_plays_to_the_end(tmp_path, agreed, wanted):
    agreed, happened = {**agreed}, set()
    for seed in agreed.pop("seeds", [1]):
        reader, record = play(tmp_path, seed, **agreed)
        happened.update(type(event).__name__ for event in record.events)
        assert record.match.winner is not None or SESSION_CLOSED in record.items
        assert ("wins the match" in "\n".join(reader.heard)) == (record.match.winner is not None)
    assert wanted <= happened
