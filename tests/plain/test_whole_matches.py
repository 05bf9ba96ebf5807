"""Whole games and matches in plain mode, played by a reader who knows only the lines that are read."""

import re
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
from tests.plain.reader import Reader
from tests.plain.seats import HEADER, typed
from tests.tables import begin_table
from tests.waiting import wait

QUICK = Disk(sync=lambda _: None)
"""A disk without waiting for syncs: other tests check when lines are kept."""
_SCORE = re.compile(
    r"^(?:(\w+) leads |Level at )(\d+)-(\d+), (?:money session|match to \d+)\.$"
    r"|^(\w+) wins the match (\d+)-(\d+), match to \d+\.$"
)
_SUM = re.compile(r"(\d) x cube (\d+) = (\d+)\.$")


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
    assert score_heard(reader) == sorted(record.match.score, reverse=True)
    return reader, record


def score_heard(reader: Reader) -> list[int]:
    """Return the last score that was told, after checking every sum."""
    score = [0, 0]
    for line in reader.heard:
        if found := _SUM.search(line):
            times, cube, points = map(int, found.groups())
            assert times * cube == points, line
        if found := _SCORE.search(line):
            score = [int(found[2] or found[5]), int(found[3] or found[6])]
    return score


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
