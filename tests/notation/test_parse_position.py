"""Positions in every form in which a person may paste them, and the diagram of one."""

import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.diagram import diagram
from bgterm.notation.gnubg_id import position_id
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.position import Position, position_of
from bgterm.notation.xgid import xgid
from bgterm.rules.board import Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Game, Header, Resignation, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG
from tests.builders import board
from tests.players import random_match
from tests.reference import IDS, rows
from tests.states import states
from tests.strategies import boards as any_boards
from tests.strategies import headers, in_whole_matches

WHITE, BLACK = Player
OPENING_GAME = Game(BACKGAMMON.board, WHITE)
OFFERED = OPENING_GAME._replace(doubled=True)
POSITION, MATCH = "jOfgEQLgNniAUQ", "8ImlAcAAQAAE"
BOTH = f"{POSITION}:{MATCH}"
START = "XGID=-b----E-C---eE---c-e----B-"
XGID = "XGID=-----aCBBa--dD---c-d-Bb-AA:0:0:1:31:8:12:1:13:10"
FROM_GNU = f"""
 GNU Backgammon  Position ID: {POSITION}
                 Match ID   : {MATCH}
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann
 | X           O    |   | O     X  O     X |     12 points
"""
FROM_A_FORUM = f"How would you play this?\n\n{XGID}\n\nX:Bob   O:Ann\nScore is X:8 O:12 13 pt.(s) match."


@pytest.mark.parametrize(
    "text",
    [
        BOTH,
        f"  {BOTH}\n",
        f"{POSITION}==:{MATCH}",
        f"GNUBGID {BOTH}".replace(" ", "="),
        f"gnubg id: {BOTH}",
        f"Position ID: {POSITION} Match ID: {MATCH}",
        f"Position-ID: {POSITION}    Match-ID: {MATCH}",
        FROM_GNU,
        FROM_GNU.replace("\n", "\r\n"),
        XGID,
        XGID.removeprefix("XGID="),
        XGID.removesuffix(":10"),
        f"\t{XGID} ",
        XGID.replace("XGID=", "xgid= "),
        FROM_A_FORUM,
    ],
)
def test_all_forms_of_a_position_say_the_same(text: str):
    found = read_position(text)
    assert position_id(found.start.board, BLACK) == POSITION
    assert (found.start.on_roll, found.start.dice, found.start.score) == (BLACK, (3, 1), (12, 8))
    assert found.start.crawford
    assert found.ruleset.length == 13


def test_a_position_id_alone_tells_only_where_the_checkers_are():
    assert read_position("4HPwATDgc/ABMA") == Position(Game(BACKGAMMON.board, WHITE), BACKGAMMON)


@pytest.mark.parametrize("row", [row for row in rows(IDS) if row["xgid"]], ids=lambda row: row["xgid"])
def test_the_xgids_of_gnu_backgammon_are_read_and_written(row):
    found, state = read_position(row["xgid"]), row["state"]
    assert xgid(found) == row["xgid"]
    assert found.start == read_position(row["gnubg_id"]).start
    assert (found.ruleset.length, found.ruleset.jacoby) == (state["match_length"], state["jacoby"])


@given(headers, st.integers(0, 2**32), st.floats(0, 1))
@in_whole_matches
def test_what_an_id_tells_of_a_match_is_read_back(header: Header, seed: int, part: float):
    events, _ = random_match(seed, header, games=2)
    seen = list(states(header, events))
    position = position_of(seen[int(part * (len(seen) - 1))])
    _, both, xg = ids_of(position)
    for one in (both, xg):
        if one.text:
            found = read_position(one.text, header.variant)
            again = {each.kind: each.text for each in ids_of(replace(found, ruleset=position.ruleset))}
            assert again[one.kind] == one.text
            assert (found.start.board, found.start.score) == (position.start.board, position.start.score)
        else:
            assert one.fault is not None


@pytest.mark.parametrize(
    ("found", "variant", "what"),
    [
        (Game(LONG.board, WHITE), LONG, "Long backgammon"),
        (Game(BACKGAMMON.board), BACKGAMMON, "opening throw"),
        (Game(BACKGAMMON.board, WHITE, pending=Resignation(WHITE, Win.SINGLE)), BACKGAMMON, "resign"),
        (OFFERED._replace(cube=Cube(8, BLACK), raises=3), BACKGAMMON, "turned again"),
        (OFFERED._replace(cube=Cube(4, BLACK), raises=1), BACKGAMMON, "automatic"),
    ],
)
def test_what_has_no_xgid_says_so(found: Game, variant, what: str):
    *_, none = ids_of(Position(found, variant, Ruleset(beavers=3, automatic_doubles=1)))
    assert (none.kind, none.text) == ("XGID", "")
    assert what in str(none.fault)


def test_a_large_cube_has_no_match_id_and_an_xgid():
    _, both, xg = ids_of(Position(OPENING_GAME._replace(cube=Cube(1 << 16, WHITE))))
    assert "32768" in str(both.fault)
    assert read_position(xg.text).start.cube == Cube(1 << 16, WHITE)


def test_beavers_and_jacoby_come_from_an_xgid_of_a_money_session():
    for number, jacoby, beavers in ((0, False, 0), (1, True, 0), (2, False, 1), (3, True, 1)):
        found = read_position(f"{START}:0:0:1:00:0:0:{number}:0:10")
        assert (found.ruleset.jacoby, found.ruleset.beavers) == (jacoby, beavers)
        assert found.told == {"length", "jacoby", "beavers"}


@pytest.mark.parametrize(
    ("told", "raises", "cube", "written"),
    [
        ("0:0:1:D", 0, Cube(), "0:0:1:D"),
        ("0:0:1:B", 1, Cube(2, WHITE), "0:0:1:B"),
        ("1:-1:1:B", 1, Cube(2, WHITE), "0:0:1:B"),
        ("1:1:1:b", 1, Cube(4, WHITE), "1:1:1:B"),
        ("0:0:1:R", 2, Cube(4, WHITE), "0:0:1:R"),
        ("1:1:1:R", 2, Cube(8, WHITE), "1:1:1:R"),
        ("2:1:1:r", 2, Cube(16, WHITE), "2:1:1:R"),
    ],
)
def test_a_beaver_and_a_raccoon_are_read_and_written(told: str, raises: int, cube: Cube, written: str):
    found = read_position(f"{START}:{told}:0:0:2:0:10")
    offered = Game(BACKGAMMON.board, BLACK, cube=cube, doubled=True, raises=raises, double_offered=True)
    assert (found.start, found.to_act, found.faults) == (offered, BLACK if raises == 1 else WHITE, [])
    assert xgid(found) == f"{START}:{written}:0:0:2:0:10"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MATCH, "does not contain the position"),
        (f"Match ID : {MATCH}", "does not contain the position"),
        ("", "is not a position"),
        ("hello", "is not a position"),
        (f"{POSITION}:", "is not a valid Match ID: it has 0 characters"),
        (f"{POSITION}:{MATCH}A", "is not a valid Match ID: it has 13 characters"),
        ("4HPwATDgc/ABMB", "is not a valid Position ID"),
        (XGID.replace(":10", "").replace(":13", ""), "is not a valid XGID: it has 8 fields, not 10"),
        (XGID.replace("=-", "=z"), "is not the board"),
        (XGID.replace("=-", "=A"), "on the bar of the other side"),
        (XGID.replace("=-", "=o"), "more than 15 checkers"),
        (XGID.replace(":31:", ":71:"), '"71" is not the dice'),
        (XGID.replace(":31:", ":C:"), '"C" is not the dice'),
        (XGID.replace(":1:31", ":0:31"), '"0" is not who is on roll'),
        (XGID.replace(":13:", ":130:"), "1 to 99 points, not 130"),
        (XGID.replace(":1:13:", ":2:13:"), "the rules of a match are 0 or 1, not 2"),
        (XGID.replace(":8:", f":{'8' * 5000}:"), "is not the score of the bottom player"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str, said: str):
    with pytest.raises(NotationError) as refused:
        read_position(text)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_variant_has_its_own_ids():
    with pytest.raises(NotationError, match="can express"):
        read_position(XGID, LONG)
    assert read_position(position_id(LONG.board, WHITE), LONG).start.board == LONG.board
    with pytest.raises(NotationError, match="more than 3 checkers"):
        read_position(BOTH, HYPER)


base64 = st.text(string.ascii_letters + string.digits + "+/", min_size=10, max_size=16)
boards = st.text("-ABCabc", min_size=25, max_size=27)
FIELDS = ["0", "1", "-1", "2", "00", "31", "D", "B", "R", "7", "13", "99", "x", ""]
fields = st.lists(st.sampled_from(FIELDS), max_size=11)


@given(
    st.text(max_size=60)
    | base64
    | st.builds("{}:{}".format, st.just("4HPwATDgc/ABMA") | base64, st.text(max_size=14) | base64)
    | st.builds(lambda board, rest: ":".join([board, *rest]), boards, fields)
    | st.builds("XGID={}".format, st.text(max_size=60)),
    st.sampled_from([BACKGAMMON, HYPER, LONG]),
)
def test_any_text_is_a_position_or_a_sentence(text: str, variant):
    try:
        found = read_position(text, variant)
    except NotationError as error:
        assert str(error)  # noqa: PT017 - most texts fail, some do not
    else:
        assert all(str(fault) for fault in found.faults)


# The diagram

RESIGNED = Resignation(BLACK, Win.GAMMON)
ON_THE_BAR = """\
 X: Bob   O: Ann
 Score: X 8, O 12, match to 13, Crawford game
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O     X  O     X |
 | X           O    |   | O     X  O       |
 | X           O    |   | O                |
 | X                |   | O                |
 |                  |   |                  |
 |                  |BAR|                  |
 |                  |   |                  |
 | O                |   |                  |
 | O                |   | X                |
 | O           X  X |   | X                |
 | O        O  X  X | X | X  O             |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
 Pips: X 191, O 142
 Cube: 1
 X to play 31
"""
NARDE = """\
 X: White   O: Black
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |               15 |
 |                  |   |                  |
 |15                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
 Pips: X 360, O 360
 X on roll
"""


@pytest.mark.parametrize(
    ("found", "names", "drawn"),
    [
        (read_position("jOfgEQLgNniAUQ:8ImlAcAAQAAE"), ("Ann", "Bob"), ON_THE_BAR),
        (Position(Game(LONG.board, WHITE), LONG), ("White", "Black"), NARDE),
    ],
)
def test_a_position_looks_as_players_know_it(found: Position, names: tuple[str, str], drawn: str):
    assert diagram(found, names) == drawn


@pytest.mark.parametrize(
    ("position", "last"),
    [
        (read_position(f"{START}:1:-1:-1:D:3:2:0:7:10"), "X doubles to 4, O to take or pass"),
        (read_position("4HPwATDgc/ABMA:FREAAAAAaAAA"), "The cube is turned again to 64, X to take or pass"),
        (read_position("4HPwATDgc/ABMA:cAgAAAAAAAAA"), "Nobody is on roll: the opening throw decides"),
        (read_position("4HPwATDgc/ABMA:MAwgATAAEAAE"), "The game is over: X has won"),
        (read_position("4HPwATDgc/ABMA:cAkAAAAAAAAA"), "X on roll"),
        (Position(OPENING_GAME._replace(pending=RESIGNED)), "O offers to resign a gammon, X to answer"),
    ],
)
def test_the_last_line_says_whose_turn_it_is(position: Position, last: str):
    assert diagram(position).splitlines()[-1].strip() == last


def test_a_money_session_tells_its_rules():
    scored = OPENING_GAME._replace(score=(3, 4))
    session = Position(scored, ruleset=Ruleset(jacoby=True), told=frozenset({"length"}))
    assert "Score: X 3, O 4, money session, Jacoby" in diagram(session)


def test_borne_off_and_stacked_checkers_are_shown_by_numbers():
    drawn = diagram(Position(Game(board("bar:6 6:7 / 1:12"), WHITE)))
    assert "Off: X 2, O 3" in drawn
    rows = drawn.splitlines()
    assert rows[2].count("O") == 1
    assert "12 " in rows[6]
    assert " 6 | 7 " in rows[8]
    assert " 5 " not in diagram(Position(OPENING_GAME))  # five checkers fit


@given(any_boards())
def test_every_board_is_drawn_in_the_same_place(position: Board):
    lines = diagram(Position(Game(position, BLACK))).splitlines()[1:14]
    assert {len(line) for line in lines} == {44}
