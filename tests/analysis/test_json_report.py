"""The report for scripts, against what another program knows of its own matches."""

import json

import pytest

from bgterm.analysis.json_report import report
from bgterm.formats import mat, sgf
from bgterm.formats.record import GameRecord
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Event, Moved, OpeningThrown, Rolled, TakeBackAsked, TakenBack
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import play
from tests.cases import rest_long
from tests.reference import match_files
from tests.states import states

FORMATS = {"mat": mat.read, "sgf": sgf.read}
NOT_TOLD_BY = {"mat": {"jacoby"}, "sgf": set[str]()}
"""The facts of a match that a format cannot hold, by its suffix."""


def told(header: Header, *events: Event) -> dict:
    *_, match = states(header, events)
    return json.loads(json.dumps(report(GameRecord(header, match, events))))


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("sample", rest_long(4, match_files("expected.json")))
def test_matches_of_another_program_are_read_as_it_knows_them(sample, suffix):
    expected = json.loads(sample.read_text())
    text = sample.with_name(sample.name.replace("expected.json", suffix)).read_text()
    found = json.loads(json.dumps(report(FORMATS[suffix](text))))
    assert found.pop("faults") == []
    assert found.keys() == expected.keys()
    for key in expected.keys() - NOT_TOLD_BY[suffix]:
        assert found[key] == expected[key], key


def test_a_play_that_was_taken_back_is_not_told():
    white, black = Player
    header = Header(BACKGAMMON, Ruleset(), ("Ann", "Bob"))
    first, second = play("24/23 13/10"), play("8/5 6/5")
    answered = (TakeBackAsked(white), TakenBack(black), Moved(white, second), Rolled(black, Dice(6, 4)))
    (game,) = told(header, OpeningThrown(3, 1), Moved(white, first), *answered)["games"]
    assert [(ply["action"], ply.get("play")) for ply in game["plies"]] == [
        ("move", "8/5 6/5"),
        ("roll_only", None),
    ]
    assert (game["winner"], game["points"], game["resigned"]) == (None, None, False)
