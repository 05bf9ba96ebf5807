"""A match without the cube has no Crawford game, however it is written or told. [RULES A-75]"""

from dataclasses import replace

import pytest

from bgterm.formats import mat, sgf
from bgterm.notation.json_codec import read_line, write_line
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.position import position_of
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.validation import why_not_crawford
from bgterm.rules.variants import BACKGAMMON
from bgterm.text.help import rules_of
from bgterm.text.score import title
from tests.notation.situations import LOST_ONE, after, under
from tests.plain.seats import asked

CRAWFORD_WITHOUT_CUBE = "a match without the cube has no Crawford game"

pytestmark = pytest.mark.rule("A-75")

WITHOUT, WITH = under(length=2, cube=False), under(length=2)
SECOND_GAME = (*LOST_ONE, OpeningThrown(6, 1))
STARTED = Game(BACKGAMMON.board, score=(0, 1), crawford=True)
"""A start that earlier versions kept, with a Crawford game even in a match without the cube."""


def second_game(header: Header) -> MatchState:
    return after(*SECOND_GAME, header=header)


@pytest.mark.parametrize(("header", "crawford"), [(WITH, True), (WITHOUT, False)], ids=["cube", "no cube"])
def test_every_form_says_whether_it_is_crawford(header, crawford):
    match = second_game(header)
    assert match.game.crawford is crawford
    assert ("Crawford" in title(match)) is crawford
    assert any("Crawford" in line for line in rules_of(match)) is crawford
    assert ("Crawford" in asked(after(*LOST_ONE, header=header).at_next_game(), Player)) is crawford
    _, match_id, xgid = (one.text for one in ids_of(position_of(match)))
    assert read_position(match_id).start.crawford is crawford
    assert read_position(xgid).start.crawford is crawford
    assert xgid.split(":")[7] == str(int(crawford))
    assert ("RU[Crawford]" in sgf.write(header, SECOND_GAME)) is crawford
    assert ("CrawfordGame" in sgf.write(header, SECOND_GAME)) is crawford
    assert ('[Crawford "On"]' in mat.write(header, SECOND_GAME)) is crawford


@pytest.mark.parametrize("form", [mat, sgf], ids=["mat", "sgf"])
@pytest.mark.parametrize("ours", [True, False], ids=["ours", "another program's"])
def test_files_say_that_there_is_no_cube(form, ours):
    text = form.write(WITHOUT, SECOND_GAME)
    if not ours:
        text = text.replace("; bgterm {", "; ").replace("XB[{", "XX[{")
    found = form.read(text)
    assert (found.header.ruleset.cube, found.match.game.crawford) == (False, False)
    assert found.problems == ()


def test_the_cube_is_named_as_other_programs_name_it():
    assert '; [CubeLimit "1"]' in mat.write(WITHOUT, ())
    assert "CubeLimit" not in mat.write(WITH, ())
    assert "RU[NoCube]" in sgf.write(WITHOUT, SECOND_GAME)
    assert "NoCube" not in sgf.write(WITH, SECOND_GAME)


def test_crawford_position_without_the_cube_is_refused():
    reason = why_not_crawford(WITHOUT.ruleset, (0, 1))
    assert reason.msgid == CRAWFORD_WITHOUT_CUBE
    position = replace(position_of(second_game(WITHOUT)), start=STARTED)
    assert [str(fault) for fault in position.faults] == ["a match without the cube has no Crawford game"]


def test_a_record_that_names_one_without_the_cube_is_still_read():
    header = read_line(write_line(WITHOUT._replace(start=STARTED)))
    assert isinstance(header, Header)
    assert header.start == STARTED
    assert not start(header).game.crawford


def test_an_id_that_names_one_is_played_without_the_cube():
    crawford_game = ids_of(position_of(second_game(WITH)))[1].text
    position = read_position(crawford_game).under(Ruleset(cube=False))
    assert not position.start.crawford
