"""Our match files, as GNU Backgammon reads them."""

import re
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from bgterm.analysis.json_report import report
from bgterm.formats import mat, sgf
from bgterm.formats.record import GameRecord
from bgterm.rules.events import Beavered, Event, Moved, ResignationOffered, ResignationRefused
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Header, MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, HYPER_2, NACKGAMMON
from tests.engine.gnubg_text import output_of
from tests.players import random_match
from tests.sensible import played_match
from tests.states import reached, states

pytestmark = [pytest.mark.gnubg, pytest.mark.long]
VARIANTS = (BACKGAMMON, NACKGAMMON, HYPER, HYPER_1, HYPER_2)
BOARD = re.compile(r"\s*$|.*\|.*|\s*[+^v]?\s*\+[-0-9]+\+.*| *GNU Backgammon  Position ID: .*| *Match ID   : .*")
"""A line that is empty or a part of the board that GNU Backgammon draws; all other lines are complaints."""


class Match(NamedTuple):
    name: str
    header: Header
    events: tuple[Event, ...]

    @property
    def in_mat(self) -> bool:
        """Whether a `.mat` file can tell GNU Backgammon all of the match: no beavers, no Jacoby, a cube."""
        rules = self.header.ruleset
        return rules.cube and not (rules.jacoby or any(isinstance(event, Beavered) for event in self.events))

    def games(self) -> list:
        """Return the games of the match as the JSON report for scripts has them."""
        return report(GameRecord(self.header, reached(self.header, self.events), self.events))["games"]


def matches(many: int) -> Iterator[Match]:
    """Yield matches that GNU Backgammon can read: no automatic doubles, policing or refused resignations."""
    seeds = count()
    for number, variant in zip(range(many), cycle(VARIANTS)):
        length = number % 8
        cube = number % 7 != 3
        rules = Ruleset(length, crawford=number % 6 > 0, cube=cube, jacoby=number % 16 == 0, beavers=3)
        header = Header(variant, rules, ("Ann", "Bob"), date="2026-11-20")
        if number % 4 == 3:
            events = tuple(event for _, event in played_match(number, header, games=3))
        else:
            tried = (random_match(seed, header) for seed in seeds)
            events = next(tuple(found) for found, ended in tried if _known(header, found, ended))
        yield Match(f"match{number}", header, events)


def _known(header: Header, events: list[Event], ended: MatchState) -> bool:
    """Return whether GNU Backgammon can express all events of a match.

    It cannot express a gammon resigned under Jacoby, which costs one point. In a `.mat` file it can express a
    resignation between two turns, and one after a roll that could be played in several ways; before and after the
    answer to a double, after a roll with a single play and in the first turn it reads or writes another one.
    """
    refused = any(isinstance(event, ResignationRefused) for event in events)
    moments = zip(events, [*states(header, events)][1:], events[1:], strict=False)
    resigned = [(last, match) for last, match, event in moments if isinstance(event, ResignationOffered)]
    usual = all(_is_usual(last, match) for last, match in resigned)
    return usual and not refused and not any(result.as_single for result in ended.results)


def _is_usual(last: Event, match: MatchState) -> bool:
    plays = legal_plays(match)
    if plays is None:
        return isinstance(last, Moved)
    return match.game.turns > 0 and len([*plays.results()]) > 1


def complaints(folder: Path, *commands: str) -> str:
    """Return GNU Backgammon's output for the commands, without its boards and what it always prints."""
    errors, _name, printed = output_of(commands, folder).partition("GNU Backgammon ")
    shown = printed.split("`show copying' for details.")[1]
    return errors + "\n".join(line for line in shown.splitlines() if not BOARD.fullmatch(line))


@pytest.fixture(scope="module", params=[10, pytest.param(50, marks=pytest.mark.soak)])
def played(request: pytest.FixtureRequest) -> list[Match]:
    return list(matches(request.param))


def test_it_reads_our_mat_files_and_writes_the_same_plays(played, tmp_path):
    told = [match for match in played if match.in_mat]
    for match in told:
        (tmp_path / f"{match.name}.mat").write_text(mat.write(match.header, match.events))
    commands = [line for m in told for line in (f"import mat {m.name}.mat", f"export match mat {m.name}.out.mat")]
    assert complaints(tmp_path, *commands) == ""
    assert len(told) > len(played) * 3 / 4
    for match in told:
        text = (tmp_path / f"{match.name}.out.mat").read_text()
        own = re.sub(r"^; bgterm .*\n", "", text, flags=re.MULTILINE)  # it writes our comments again
        assert report(mat.read(own))["games"] == match.games(), match.name


def test_it_reads_our_sgf_files_and_writes_the_same_plays(played, tmp_path):
    for match in played:
        (tmp_path / f"{match.name}.sgf").write_text(sgf.write(match.header, match.events))
    commands = [line for m in played for line in (f"load match {m.name}.sgf", f"save match {m.name}.out.sgf")]
    assert complaints(tmp_path, *commands) == ""
    for match in played:
        found = report(sgf.read((tmp_path / f"{match.name}.out.sgf").read_text()))
        assert found["games"] == match.games(), match.name
        assert (found["faults"], found["length"]) == ([], match.header.ruleset.length)
