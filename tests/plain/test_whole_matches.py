"""Whole games and matches in plain mode, played by a reader who knows only the lines that are read."""

import re
from collections import Counter
from random import Random

import pytest

from bgterm.formats.record import SESSION_CLOSED, GameRecord
from bgterm.plain.session import PlainSession
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.match import Ending
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.variants import LONG, VARIANTS
from bgterm.storage.durable import Disk
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.cases import rest_long
from tests.plain.reader import Reader
from tests.plain.seats import HEADER, typed
from tests.states import states
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
    wait(PlainSession(table, reader.hear).play(typed(reader)))
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


RULES = {variant.name: (variant, Ruleset(length=1, cube=variant.cube)) for variant in VARIANTS.values()} | {
    "Long with last throw and koks": (LONG, Ruleset(length=1, cube=False, last_throw=True, koks=True)),
    "Long with the cube": (LONG, Ruleset(length=3, next_game=NextGame.ALTERNATE)),
    "Long without gammons": (LONG, Ruleset(length=2, cube=False, gammons=False)),
}


@pytest.mark.parametrize(("variant", "ruleset"), rest_long(1, RULES.values(), tuples=True), ids=RULES)
def test_a_match_is_played_to_its_end_by_each_rules(tmp_path, variant, ruleset):
    reader, record = play(tmp_path, 1, resigns=0.0, variant=variant, ruleset=ruleset)
    assert record.match.winner is not None
    winner = record.match.names[record.match.winner.index]
    assert f"{winner} wins the match" in "\n".join(reader.heard)


@pytest.mark.long
def test_matches_with_cube_resignations_take_backs_and_crawford(tmp_path):
    happened, endings, crawford = Counter[type[Event]](), set(), False
    for seed in range(4):
        reader, record = play(tmp_path, seed, ruleset=Ruleset(length=5))
        assert record.match.winner is not None
        happened.update(map(type, record.events))
        endings |= {result.ending for result in record.match.results}
        crawford |= any(match.game.crawford for match in states(record.header, record.events))
        assert ("Crawford game: no doubling." in "\n".join(reader.heard)) == any(
            match.game.crawford for match in states(record.header, record.events)
        )
    assert crawford
    assert endings == {Ending.BORNE_OFF, Ending.DROPPED, Ending.RESIGNED}
    wanted = {Doubled, Taken, Dropped, ResignationOffered, ResignationAccepted, ResignationRefused}
    assert wanted | {TakeBackAsked, TakenBack, TakeBackRefused} <= set(happened)


@pytest.mark.long
def test_money_with_jacoby_beavers_and_automatic_doubles(tmp_path):
    ruleset = Ruleset(jacoby=True, beavers=2, automatic_doubles=1, next_game=NextGame.WINNER)
    happened, singled, raised = Counter[type[Event]](), False, 0
    for seed in (0, 1, 20):  # in the last one a gammon counts as a single win
        reader, record = play(tmp_path, seed, resigns=0.05, games=4, ruleset=ruleset)
        assert SESSION_CLOSED in record.items
        happened.update(map(type, record.events))
        singled |= any(result.as_single for result in record.match.results)
        raised = max(raised, *(match.game.raises for match in states(record.header, record.events)))
        assert reader.heard[-1].startswith("The session is over. ")
    assert Beavered in happened
    assert singled
    assert raised == 2


@pytest.mark.long
def test_players_who_police_themselves(tmp_path):
    told = ""
    for seed in range(3):
        reader, record = play(tmp_path, seed, resigns=0.0, ruleset=Ruleset(length=1, policing=True))
        assert record.match.winner is not None
        assert Challenged in map(type, record.events)
        told += "\n".join(reader.heard)
    assert "challenges the play: it was not legal and is made again." in told
    assert "challenges the play: it was legal and stands." in told
    assert "accepts the play." in told


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_dice_of_their_own(tmp_path, variant):
    rules = Ruleset(length=1 if variant.checkers > 3 else 9, cube=variant.cube)  # enough rolls for a cocked one
    reader, record = play(tmp_path, 5, variant=variant, dice="manual", ruleset=rules)
    assert record.match.winner is not None
    assert "cocked" in reader.said
    notes = [item for item in record.items if getattr(item, "name", "") == "cocked"]
    assert len(notes) == reader.said.count("cocked")
