"""Match files that bgterm has written are read back exactly, and texts without a match are refused."""

from random import Random
from types import ModuleType

import pytest
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from bgterm.formats import mat, sgf
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.position import position_of
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Doubled, Event, Moved, OpeningThrown, Rolled, Taken, Unrecorded
from bgterm.rules.games import position_in, start
from bgterm.rules.match import Game, Header, Phase
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from bgterm.text.help import rules_of
from tests.builders import FIRST_TURN, board, play
from tests.notation.situations import LOST_ONE, after, under
from tests.players import mistyped, random_match
from tests.sensible import played_match
from tests.states import reached, states
from tests.strategies import headers, in_whole_matches

every_format = pytest.mark.parametrize("form", [mat, sgf], ids=["mat", "sgf"])
ODD = ["", ";", "A : 3  B", "5 point match", "1) 31: 8/5", "]\\"]
names = st.text(min_size=1, max_size=24) | st.sampled_from(ODD)
whole = [Stage.explicit, Stage.reuse, Stage.generate]
"""The stages of Hypothesis without shrinking, which takes too long for a match."""
WHITE, BLACK = Player


def same(form: ModuleType, header: Header, events: tuple[Event, ...]) -> None:
    found = form.read(form.write(header, events))
    assert found.header == header
    assert found.items == events
    assert found.problems == ()
    assert found.match == reached(header, events)


@pytest.mark.parametrize("corrected", [False, True], ids=["thrown", "with throws that were typed wrongly"])
@every_format
@settings(in_whole_matches, phases=whole)
@given(
    headers,
    st.integers(0, 2**32),
    st.tuples(names, names),
    st.floats(0, 1),
    st.sampled_from(["", "2026-11-20T19:30", "once"]),
)
def test_any_match_is_read_back_exactly(form, corrected, header, seed, called, part, date):
    header = header._replace(names=called, date=date, dice="seed:1", stake="0.50 euro")
    events, _ = random_match(seed, header, games=2)
    items = (*mistyped(header, events, seed),) if corrected else (*events,)
    same(form, header, items)
    same(form, header, items[: int(part * len(items))])


@every_format
def test_notes_and_whose_seats_they_were_are_left_out(form):
    header = Header(BACKGAMMON, Ruleset(length=3), seats=("SHA256:one", "SHA256:other"))
    chat, throws = Note("chat", {"from": "Ann", "text": "Hello"}), (OpeningThrown(3, 3), OpeningThrown(3, 1))
    text = form.write(header, (chat, throws[0], chat, throws[1]))
    assert "SHA256" not in text
    assert form.read(text).header == header._replace(seats=("", ""))
    assert form.read(text).items == throws


@every_format
@settings(in_whole_matches, phases=whole)
@given(headers, st.integers(0, 2**32))
def test_a_match_that_begins_in_the_middle_is_read_back_exactly(form, header, seed):
    events, _ = random_match(seed, header, games=1)
    *befores, _ = states(header, events)
    possible = [match for match in befores if match.game.phase is not Phase.TO_ACCEPT]  # there all may be off
    header = header._replace(start=position_in(Random(seed).choice(possible).game))
    events, _ = random_match(seed, header, games=1)
    same(form, header, tuple(events))


@every_format
def test_a_game_that_is_not_recorded_is_read_back_so(form):
    header = Header(HYPER, Ruleset(length=7))
    begun = (OpeningThrown(6, 5), Moved(WHITE, play("24/18 23/18")), Rolled(BLACK, Dice(2, 1)))
    same(form, header, (Unrecorded(BLACK, 2), *begun, Unrecorded(WHITE, 1), Unrecorded(None, 0)))


@every_format
@pytest.mark.parametrize("rule", NextGame)
def test_a_double_may_open_a_game_after_a_turned_cube(form, rule):
    header = Header(BACKGAMMON, Ruleset(length=7, next_game=rule))
    starter = WHITE if rule is NextGame.WINNER else BLACK
    thrown = FIRST_TURN if rule is NextGame.OPENING else ()
    doubled = (*FIRST_TURN, Doubled(BLACK), Taken(WHITE))
    same(form, header, (*doubled, Unrecorded(WHITE, 2), *thrown, Doubled(starter)))


@every_format
@pytest.mark.parametrize("made", ["", "8/5", "8/5 bar/23", "bar/23 8/5", "8/4 8/4", "8/off 8/off"])
def test_any_play_without_a_referee_is_read_back_as_it_was_made(form, made):
    begun = Game(board("bar:1 8:2 6:5 / 6:5"), WHITE)
    header = Header(BACKGAMMON, Ruleset(length=3, policing=True), start=begun)
    same(form, header, (Rolled(WHITE, Dice(3, 2)), Moved(WHITE, play(made))))


@pytest.mark.parametrize(("form", "mark"), [(mat, "; bgterm"), (sgf, "XB[")])
def test_what_the_format_can_say_is_said_in_its_own_way(form, mark):
    header = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"))
    events = tuple(event for _, event in played_match(7, header))
    ties = sum(isinstance(event, OpeningThrown) and event.white == event.black for event in events)
    text = form.write(header, events)
    assert text.count(mark) == 1 + text.count('"opening_thrown"') == 1 + ties


def test_long_backgammon_is_told_with_the_points_of_the_players():
    header = Header(LONG, Ruleset(length=3))
    events = (OpeningThrown(6, 1), Rolled(WHITE, Dice(3, 1)), Moved(WHITE, play("24/21 21/20")))
    assert "31: 24/21 21/20" in mat.write(header, events)
    assert ";W[31xuut]" in sgf.write(header, events)
    black = (*events, Rolled(BLACK, Dice(3, 1)), Moved(BLACK, play("24/21 21/20")))
    assert ";B[31liih]" in sgf.write(header, black)


NO_MATCH = [(mat, text) for text in ("", "\n\n", "Hello", '; [Player 1 "Ann"]', "\0" * 99)]
NO_MATCH += [(sgf, text) for text in ("", "()", "(;GM[1]SZ[19];B[aa])", "(;FF[4]", "Hello (;)")]


@pytest.mark.parametrize(("form", "text"), NO_MATCH)
def test_what_has_no_match_in_it_is_refused(form, text):
    with pytest.raises(NotationError, match="there is no match in it"):
        form.read(text)


# A match without the cube has no Crawford game, however it is written or told

WITHOUT, WITH = under(length=2, cube=False), under(length=2)
SECOND_GAME = (*LOST_ONE, OpeningThrown(6, 1))
STARTED = Game(BACKGAMMON.board, score=(0, 1), crawford=True)
"""A start that earlier versions kept, with a Crawford game even in a match without the cube."""


@pytest.mark.rule("A-75")
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


@pytest.mark.rule("A-75")
@every_format
@pytest.mark.parametrize("ours", [True, False], ids=["ours", "another program's"])
def test_files_say_that_there_is_no_cube(form, ours):
    text = form.write(WITHOUT, SECOND_GAME)
    if not ours:
        text = text.replace("; bgterm {", "; ").replace("XB[{", "XX[{")
    found = form.read(text)
    assert (found.header.ruleset.cube, found.match.game.crawford) == (False, False)
    assert found.problems == ()


@pytest.mark.rule("A-75")
def test_a_record_that_names_one_without_the_cube_is_still_read():
    header = read_line(write_line(WITHOUT._replace(start=STARTED)))
    assert header.start == STARTED
    assert not start(header).game.crawford


@pytest.mark.rule("A-75")
def test_an_id_that_names_one_is_played_without_the_cube():
    crawford_game = ids_of(position_of(after(*SECOND_GAME, header=WITH)))[1].text
    position = read_position(crawford_game).under(Ruleset(cube=False))
    assert not position.start.crawford
