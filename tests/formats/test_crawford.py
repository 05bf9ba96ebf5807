"""A match without the cube has no Crawford game, however it is written or told. [RULES A-75]"""

import pytest

from bgterm.formats import mat, sgf
from bgterm.notation.json_codec import read_line, write_line
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.position import position_of
from bgterm.rules.events import OpeningThrown
from bgterm.rules.games import start
from bgterm.rules.match import Game
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.text.help import rules_of
from tests.notation.situations import LOST_ONE, after, under

pytestmark = pytest.mark.rule("A-75")

WITHOUT, WITH = under(length=2, cube=False), under(length=2)
SECOND_GAME = (*LOST_ONE, OpeningThrown(6, 1))
STARTED = Game(BACKGAMMON.board, score=(0, 1), crawford=True)
"""A start that earlier versions kept, with a Crawford game even in a match without the cube."""


@pytest.mark.parametrize(("header", "crawford"), [(WITH, True), (WITHOUT, False)], ids=["cube", "no cube"])
def test_every_form_says_whether_it_is_crawford(header, crawford):
    match = after(*SECOND_GAME, header=header)
    assert match.game.crawford is crawford
    assert any("Crawford" in line for line in rules_of(match)) is crawford
    _, match_id, xgid = (one.text for one in ids_of(position_of(match)))
    assert read_position(match_id).start.crawford is crawford
    assert read_position(xgid).start.crawford is crawford
    assert xgid.split(":")[7] == str(int(crawford))
    in_sgf, in_mat = sgf.write(header, SECOND_GAME), mat.write(header, SECOND_GAME)
    marks = ["RU[Crawford]" in in_sgf, "CrawfordGame" in in_sgf, '[Crawford "On"]' in in_mat]
    without = ["RU[NoCube]" in in_sgf, '; [CubeLimit "1"]' in in_mat]
    assert (marks, without) == ([crawford] * 3, [not crawford] * 2)


@pytest.mark.parametrize("form", [mat, sgf], ids=["mat", "sgf"])
@pytest.mark.parametrize("ours", [True, False], ids=["ours", "another program's"])
def test_files_say_that_there_is_no_cube(form, ours):
    text = form.write(WITHOUT, SECOND_GAME)
    if not ours:
        text = text.replace("; bgterm {", "; ").replace("XB[{", "XX[{")
    found = form.read(text)
    assert (found.header.ruleset.cube, found.match.game.crawford) == (False, False)
    assert found.problems == ()


def test_a_record_that_names_one_without_the_cube_is_still_read():
    header = read_line(write_line(WITHOUT._replace(start=STARTED)))
    assert header.start == STARTED
    assert not start(header).game.crawford


def test_an_id_that_names_one_is_played_without_the_cube():
    crawford_game = ids_of(position_of(after(*SECOND_GAME, header=WITH)))[1].text
    position = read_position(crawford_game).under(Ruleset(cube=False))
    assert not position.start.crawford
