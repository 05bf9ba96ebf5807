"""Match files of eXtreme Gammon and BGBlitz: the match, the analysis in the file, and damage."""

import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from gvformat.bgf import decode_smile, read_bgf

from bgterm.engine.file_analysis import file_findings, levels
from bgterm.engine.match_analysis import Decision, Luck
from bgterm.engine.protocol import Act
from bgterm.formats import bgf
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.plays import read_plays
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.rules.legal_plays import legal_plays
from bgterm.storage import match_files
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import format_in, kind_of, read_data, read_file, read_foreign
from tests.cases import rest_long
from tests.counting import calls_of
from tests.reference import DATA
from tests.states import states

SAMPLES = DATA / "gammonview"
XG, BGF = sorted(SAMPLES.glob("*.xg")), sorted(SAMPLES.glob("*.bgf"))
MONEY = SAMPLES / "B4_SrGcsKAQmoTyHlgJCbM.xg"
FAULTS = {"baR-U643iUDpvzTC.xg": 1, "hQ8sVn2LbTdF4wRm.xg": 3}
"""The number of faults in each file: results that count only as far as the match goes, and illegal plays."""


@cache
def match_of(path: Path) -> GameRecord:
    return read_file(path)


def named(path: Path) -> str:
    return path.name


def everything(record: GameRecord) -> Iterator[tuple[object, ...]]:
    """Yield the events by the players' names, with the position after each play."""
    names, (_begin, *after) = record.header.names, states(record.header, record.events)
    for event, match in zip(record.events, after, strict=True):
        board = match.shown_game.board
        sides = {names[player.index]: board.counts(player) for player in Player}
        if isinstance(event, Moved):
            yield Moved, names[event.player.index], sides
        elif isinstance(event, OpeningThrown):
            yield OpeningThrown, {names[0]: event.white, names[1]: event.black}
        else:
            facts = [getattr(event, each.name) for each in fields(event)]
            yield type(event), *(names[each.index] if isinstance(each, Player) else each for each in facts)


def scores(record: GameRecord) -> list[tuple[str, int] | None]:
    """Return the winner of each game, and the points."""
    names = record.header.names
    return [
        (names[result.winner.index], result.points) if result.winner else None for result in record.match.results
    ]


@pytest.mark.parametrize("path", rest_long(1, XG), ids=named)
def test_a_file_of_extreme_gammon_is_its_text_analysed_or_not(path):
    found, text = match_of(path), match_of(path.with_suffix(".mat"))
    assert found.header == text.header
    assert [*everything(found)] == [*everything(text)]
    assert scores(found) == scores(text)
    assert len(found.problems) == len(text.problems) == FAULTS.get(path.name, 0)
    unanalysed = read(without_analysis(path.read_bytes()))
    assert [*everything(unanalysed)] == [*everything(found)]
    file_findings(unanalysed)


@pytest.mark.parametrize("path", BGF, ids=named)
def test_a_file_of_bgblitz_is_its_text(path):
    found, text = match_of(path), match_of(path.with_suffix(".mat"))
    assert sorted(found.header.names) == sorted(text.header.names)
    assert found.header.ruleset == text.header.ruleset
    assert not found.problems
    rest = len(text.events) if not text.problems else -2  # the text counts only the points that were needed
    assert [*everything(found)][:rest] == [*everything(text)][:rest]
    assert scores(found)[:-1] == scores(text)[:-1]


# The figures of a file, read from its records without any library

HEAD, RECORD = 8232, 2560
"""The lengths of the head of a file and of a record, whose kind is its ninth byte; their maker publishes them."""
CUBE, MOVE = 2, 3


class RawMove(NamedTuple):
    """The figures of a play."""

    player: int
    equities: tuple[float, ...]
    error: float
    luck: float
    illegal: bool


class RawCube(NamedTuple):
    """The figures of a decision with the cube."""

    doubled: int
    equities: tuple[float, float, float]
    error: float
    error_of_take: float


def unpacked(data: bytes) -> tuple[bytes, bytes]:
    """Return the bytes before the packed records, and the unpacked records."""
    head = HEAD + struct.unpack_from("<I", data, 20)[0]
    return data[:head], zlib.decompress(data[head:])


def figures(data: bytes) -> Iterator[RawMove | RawCube]:
    """Yield the figures of every play and of every decision whether to double."""
    records = unpacked(data)[1]
    for at in range(0, len(records), RECORD):
        if records[at + 8] == CUBE:
            yield RawCube(
                struct.unpack_from("<i", records, at + 16)[0],
                struct.unpack_from("<3f", records, at + 64 + 88),
                struct.unpack_from("<d", records, at + 200)[0],
                struct.unpack_from("<d", records, at + 216)[0],
            )
        elif records[at + 8] == MOVE:
            plays = struct.unpack_from("<i", records, at + 120)[0]
            yield RawMove(
                struct.unpack_from("<i", records, at + 64)[0],
                tuple(struct.unpack_from("<f", records, at + 1408 + 28 * n + 24)[0] for n in range(plays)),
                struct.unpack_from("<d", records, at + 2312)[0],
                struct.unpack_from("<d", records, at + 2320)[0],
                struct.unpack_from("<i", records, at + 2480)[0] == 2,
            )


def without_analysis(data: bytes) -> bytes:
    """Return a file with plays that have no candidates, as eXtreme Gammon saves it before an analysis."""
    head, records = unpacked(data)
    found = bytearray(records)
    for at in range(0, len(found), RECORD):
        if found[at + 8] == MOVE:
            found[at + 120 : at + 124] = bytes(4)
    return head + zlib.compress(found, 1)


def test_a_date_that_a_file_of_bgblitz_does_not_have_is_left_out():
    data = BGF[0].read_bytes()
    undated = kind_of(data)._replace(read=lambda document: bgf.read({**document, "timestamp": 0}))
    assert read_foreign(undated, data).header.date == ""


# The analysis


@pytest.mark.parametrize("path", rest_long(1, XG), ids=named)
def test_the_figures_of_a_play_are_those_of_the_file(path):
    record = match_of(path)
    found = [each for step in file_findings(record).values() for each in step]
    played = {each.step: each for each in found if isinstance(each, Decision) and each.act is Act.PLAY}
    luck = {each.step: each for each in found if isinstance(each, Luck)}
    raw = iter([each for each in figures(path.read_bytes()) if isinstance(each, RawMove)])
    compared = 0
    for number, event in enumerate(record.events, 1):
        if not isinstance(event, Moved):
            continue
        told = next(each for each in raw if number in luck and luck[number].luck == each.luck)
        assert (1 if event.player is Player.WHITE else -1) == told.player
        decision = played.get(number)
        assert (decision is None) is told.illegal
        if decision and decision.counts:
            compared += 1
            assert [each.equity for each in decision.plays[:4]] == [*told.equities[:4]]
            assert decision.equity == told.equities[0]
            assert max(decision.plays, key=lambda each: each.rank) == decision.plays[0]
            assert decision.cost == -told.error
    assert compared > 30


@pytest.mark.parametrize("path", rest_long(1, XG), ids=named)
def test_the_figures_of_the_cube_are_those_of_the_file(path):
    found = [each for step in file_findings(match_of(path)).values() for each in step]
    cubes = [each for each in found if isinstance(each, Decision) and each.cube and each.act is not Act.PLAY]
    costs: list[tuple[tuple[float, ...], float]] = []
    for each in figures(path.read_bytes()):
        if isinstance(each, RawCube) and each.doubled in (0, 1) and each.equities[2]:
            costs.append((each.equities, abs(each.error)))
            costs += [(each.equities, abs(each.error_of_take))] if each.doubled == 1 else []
    told = [((one.cube.no_double, one.cube.double_take, one.cube.double_pass), one.cost) for one in cubes]
    rest = iter(costs)
    for equities, cost in told:
        assert cost == pytest.approx(next(other for known, other in rest if known == equities), abs=1e-6)
    missing = 14 if path.name.startswith("hQ8") else 0  # in a game that is not read to its end
    assert len(costs) - len(told) == missing


@pytest.mark.parametrize("path", BGF, ids=named)
def test_the_equities_of_a_file_of_bgblitz_are_kept(path):
    _head, packed = read_bgf(path)
    moves = [move for game in decode_smile(packed)["games"] for move in game["moves"]]
    told = [[equity_of(each["eq"]) for each in move["moveAnalysis"]] for move in moves if move.get("moveAnalysis")]
    judged = match_of(path).judged.values()
    found = [[each.equity for each in one.plays] for one in judged if one.plays and one.plays[0].moves]
    assert found == told


def equity_of(figures):
    """Return the equity by which BGBlitz compares plays, with the four digits that are read."""
    equity = figures["emg"] if figures.get("hasEMG", True) else figures["cubeDecision"]["eqCubeFul"]
    return round(float(equity), 4)


@pytest.mark.parametrize("path", [XG[0], BGF[0]], ids=named)
def test_moves_that_a_file_names_are_looked_up_once(path):
    data = path.read_bytes()
    with calls_of(legal_plays) as counted:
        record = read(data)
    assert counted["legal_plays"] == sum(isinstance(event, Moved) for event in record.events)
    with calls_of(read_plays) as counted:
        file_findings(record)
    assert counted == {}


def test_levels_are_in_the_words_of_their_program():
    every = levels(file_findings(match_of(MONEY)))
    assert ", ".join(sorted(every.split(", "))) == (
        "2-ply, 3-ply, Opening Book, Rollout, XG Roller, XG Roller+, XG Roller++"
    )
    assert levels(file_findings(match_of(MONEY.with_suffix(".bgf")))) == "3-ply"


# What is refused

DAMAGED = "it: a match file of eXtreme Gammon that is damaged, or too large to be read"


def refusal(data: bytes) -> str:
    with pytest.raises(FileError) as caught:
        read(data)
    return str(caught.value)


def read(data: bytes) -> GameRecord:
    return read_data(data, "it", format_in(data, "it.mat"))


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setattr(match_files, "find_spec", lambda name: None if name == "gvformat" else find_spec(name))
    told = refusal(MONEY.read_bytes())
    assert told.startswith("it: a match file of eXtreme Gammon needs gammonview, the extra xg: ")
    assert told.endswith(" -m pip install gammonview")


def test_an_error_of_ours_is_named_with_its_place():
    def broken(_records):
        return {}["names"]

    data, line = MONEY.read_bytes(), broken.__code__.co_firstlineno + 1
    with pytest.raises(NotationError) as caught:
        read_foreign(kind_of(data)._replace(read=broken), data)
    assert str(caught.value) == (
        f"the records of this match file of eXtreme Gammon cannot be read (KeyError in {Path(__file__).name}, "
        f"line {line}): it is damaged, or bgterm does not know all of its format"
    )


def zeros(megabytes: int) -> bytes:
    packer = zlib.compressobj(1)
    return b"".join(packer.compress(bytes(2**20)) for _ in range(megabytes)) + packer.flush()


@pytest.mark.long
@pytest.mark.parametrize("pack", [lambda: zeros(65), lambda: zlib.compress(zeros(600))], ids=["once", "twice"])
def test_what_is_packed_too_large_is_refused(pack):
    head, _records = unpacked(MONEY.read_bytes())
    assert refusal(head + pack()) == DAMAGED


def mutated(number: int) -> bytes:
    """Return a damaged sample; every other one is damaged inside its records, which are packed again."""
    random = Random(number)
    data = random.choice([*XG, *BGF]).read_bytes()
    if number % 2 == 0:
        return damaged(data, random)
    if data.startswith(b"RGMH"):
        head, records = unpacked(data)
        return head + zlib.compress(damaged(records, random), 1)
    end = data.index(b"\n") + 1
    return data[:end] + zlib.compress(damaged(zlib.decompress(data[end:], 47), random), 1)


def damaged(data: bytes, random: Random) -> bytes:
    """Return the data with some bytes changed, or cut off."""
    if random.random() < 0.2:
        return data[: random.randrange(30, len(data))]
    found = bytearray(data)
    for _ in range(random.choice([1, 3, 30, 300])):
        found[random.randrange(30, len(found))] = random.randrange(256)
    return bytes(found)


def outcome(number: int) -> str:
    """Return the sentence about a damaged file, "" if it is read."""
    try:
        record = read(mutated(number))
    except FileError as error:
        return str(error)
    assert all("\n" not in fault_line(fault) for fault in record.problems)
    assert all(
        each.cost >= 0 for step in file_findings(record).values() for each in step if isinstance(each, Decision)
    )
    return ""


@pytest.mark.parametrize("count", [12, pytest.param(2000, marks=pytest.mark.soak)], ids=["some", "many"])
def test_a_damaged_file_is_read_or_one_sentence(count):
    with ThreadPoolExecutor(2) as pool:
        told = [*pool.map(outcome, range(count))]
    refused = [said for said in told if said]
    assert 0 < len(refused) < count
    assert all(said.startswith("it: ") and "\n" not in said for said in refused)
