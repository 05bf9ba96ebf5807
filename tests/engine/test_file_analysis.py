"""The analysis in files of GNU Backgammon: its figures are those of that program's own statistics."""

import lzma
from typing import NamedTuple

import pytest

from bgterm.engine.analysis_report import totals
from bgterm.engine.file_analysis import file_findings, levels
from bgterm.formats import sgf
from bgterm.formats.record import GameRecord
from tests.cases import rest_long
from tests.reference import DATA


class Statistics(NamedTuple):
    """The figures of a player that `show statistics match` prints."""

    moves: int
    unforced: int
    plays: float
    decisions: int
    cube: float
    luck: float


PRINTED = {
    "B4_SrGcsKAQmoTyHlgJCbM": (
        Statistics(28, 24, 0.786, 3, 0.109, -1.546),
        Statistics(27, 26, 1.048, 15, 1.062, 0.506),
    ),
    "MYdvw1qGuyaRUH__": (
        Statistics(63, 42, 0.585, 9, 0.269, -1.607),
        Statistics(62, 47, 0.586, 7, 0.384, -0.175),
    ),
}
"""The figures that GNU Backgammon 1.07.001 printed of a money session and a match to 5."""


def text_of(name: str) -> str:
    return lzma.decompress((DATA / "gammonview" / f"{name}.sgf.xz").read_bytes()).decode()


def read(text: str) -> GameRecord:
    record = sgf.read(text)
    assert not record.problems
    return record


@pytest.mark.parametrize("name", rest_long(1, PRINTED))
def test_figures_are_those_of_gnu_backgammon(name):
    record = read(text_of(name))
    found = file_findings(record)
    every = [each for step in found.values() for each in step]
    for total, printed in zip(totals(record.match, every), PRINTED[name], strict=True):
        assert (total.moves, total.unforced, total.cube_decisions) == (
            printed.moves,
            printed.unforced,
            printed.decisions,
        )
        assert (total.play_error, total.cube_error, total.luck) == pytest.approx(
            (printed.plays, printed.cube, printed.luck), abs=0.00051
        )
    assert record.program == "GNU Backgammon 1.07.001"
    assert levels(found) == "cubeful 0-ply"


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        (" E ver 3 ", " X ver 3 "),
        (" 0C 0 1 ", " C 0 1 "),
        ("LU[", "LU[nan"),
        ("A[0][", "A[0][!!"),
        ("LU[", "LU[1e9"),
    ],
    ids=["rollout", "level", "no number", "letters", "large"],
)
def test_what_is_not_understood_is_left_out(there, instead):
    text = text_of("B4_SrGcsKAQmoTyHlgJCbM")
    assert there in text
    found = read(text.replace(there, instead))
    assert found.events == read(text).events
    assert len(found.judged) < len(read(text).judged)


def test_a_file_of_another_program_is_not_judged():
    text = text_of("B4_SrGcsKAQmoTyHlgJCbM").replace("AP[GNU Backgammon:1.07.001]", "AP[other]RU[]")
    assert not read(text).judged
