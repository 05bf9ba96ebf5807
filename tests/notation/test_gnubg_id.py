"""Position IDs and Match IDs, as GNU Backgammon writes and reads them."""

import re
import string
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.diagram import diagram
from bgterm.notation.gnubg_id import match_id, position_id, read_ids, read_position_id
from bgterm.notation.parse_position import ids_of
from bgterm.notation.position import Position, position_of
from bgterm.rules.board import Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Doubled, Dropped, OpeningThrown, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Game, Header, Phase, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, NACKGAMMON
from tests.engine.gnubg_text import output_of
from tests.players import random_match
from tests.reference import IDS, rows
from tests.states import reached, states
from tests.strategies import boards

WHITE, BLACK = Player
OPENING = "4HPwATDgc/ABMA"
BASE64 = string.ascii_letters + string.digits + "+/"
ENDINGS = {2: Ending.BORNE_OFF, 3: Ending.RESIGNED, 4: Ending.DROPPED}


def packed(**found: int) -> str:
    """Return a Match ID whose fields have these numbers of bits and values, packed independently of bgterm."""
    at = {"cube": 0, "owner": 4, "on_roll": 6, "crawford": 7, "state": 8, "turn": 11, "doubled": 12}
    at |= {"resigned": 13, "high": 15, "low": 18, "length": 21, "white": 36, "black": 51, "no_jacoby": 66}
    at |= {"unused": 67}
    usual = {"owner": 3, "state": 1, "no_jacoby": 1}
    number = sum(value << at[name] for name, value in (usual | found).items())
    return b64encode(number.to_bytes(9, "little")).decode()


@pytest.mark.parametrize("row", rows(IDS), ids=lambda row: row["match_id"])
def test_the_ids_of_gnu_backgammon_are_read_and_written(row):
    state, position = row["state"], read_ids(row["position_id"], row["match_id"])
    found = position.start
    assert [list(found.board.counts(player)[1:]) for player in Player] == [state["player0"], state["player1"]]
    assert (found.on_roll, position.to_act) == (Player(state["on_roll"]), Player(state["turn"]))
    owner = None if state["cube_owner"] is None else Player(state["cube_owner"])
    assert (found.cube.value, found.cube.owner) == (state["cube"], owner)
    assert [*(found.dice or (0, 0))] == state["dice"]
    assert (position.ruleset.length, [*found.score]) == (state["match_length"], state["score"])
    assert (position.ruleset.jacoby, found.crawford) == (state["jacoby"], state["crawford"])
    resigned = found.resignation.win if found.resignation else 0
    assert (found.doubled, resigned) == (state["doubled"], state["resigned"])
    assert position.ending is ENDINGS.get(state["game_state"])
    assert (position_id(found.board, found.on_roll), match_id(position)) == (row["position_id"], row["match_id"])


def test_what_a_match_comes_to_has_the_id_of_its_bits():
    header = Header(BACKGAMMON, Ruleset(length=5))
    past = [OpeningThrown(3, 1), ResignationOffered(BLACK, Win.GAMMON), ResignationAccepted(WHITE)]
    opening, thrown, offered, over = (position_of(match) for match in states(header, past))
    assert match_id(opening) == packed(state=0, length=5)
    assert match_id(thrown) == packed(high=3, low=1, length=5)
    assert match_id(offered) == packed(high=3, low=1, length=5, resigned=2)
    assert match_id(over) == packed(state=3, length=5, resigned=2, white=2)


def test_a_dropped_double_tells_who_dropped():
    begun = Header(BACKGAMMON, Ruleset(length=3), start=Game(BACKGAMMON.board, BLACK, score=(0, 1)))
    over = reached(begun, [Doubled(BLACK), Dropped(WHITE)])
    assert match_id(position_of(over)) == packed(state=4, on_roll=1, turn=0, length=3, black=2, crawford=1)


def test_beaver_is_answered_by_the_roller_raccoon_by_the_other():
    for raises, turn, cube in ((1, WHITE, 2), (2, BLACK, 4)):
        found = read_ids(OPENING, packed(cube=cube.bit_length() - 1, owner=1, doubled=1, turn=turn.index))
        assert (found.start.raises, found.to_act) == (raises, turn)
        assert "beavers" in found.told
        assert found.faults == []


def test_a_match_can_be_played_from_one():
    found = read_ids(OPENING, packed(cube=1, owner=0, on_roll=0, doubled=1, turn=1, length=7, white=2, black=4))
    match = start(Header(BACKGAMMON, found.ruleset, start=found.start))
    after = apply(match, Taken(BLACK))
    assert (after.game.cube, after.score) == (Cube(4, BLACK), (2, 4))
    assert found.told == {"length", "cube"}


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (packed(state=0), Game(BACKGAMMON.board)),
        (packed(high=1, low=3), Game(BACKGAMMON.board, WHITE, Dice(3, 1))),
        (packed(cube=15, owner=0), Game(BACKGAMMON.board, WHITE, cube=Cube(1 << 15, WHITE), double_offered=True)),
    ],
    ids=["nobody is on roll before a game is going", "dice in any order", "the largest cube"],
)
def test_a_game_is_read_from_a_match_id(text: str, game: Game):
    assert read_ids(OPENING, text).start == game


def test_centred_money_cube_shows_automatic_doubles():
    found = read_ids(OPENING, packed(cube=2))
    assert (found.ruleset.automatic_doubles, found.faults) == (2, [])


def test_the_checkers_that_are_missing_follow_from_the_variant():
    assert read_ids("AACgAgAAKgAAAA", packed(length=3), HYPER).faults == []
    assert len(read_ids("AACgAgAAKgAAAA", packed(length=3)).faults) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cAkAAAAAAAA", "11 characters"),
        ("cAkAAAAAAAA=", "base64"),
        ("cAkAAAAAAAAé", "base64"),
        (packed(owner=2), "cube is nobody's"),
        (packed(state=5), "its game state is not one that is known"),
        (packed(high=7, low=1), "no dice show 7-1"),
        (packed(high=3), "no dice show 3-0"),
        (packed(length=100), "1 to 99 points, not 100"),
        (packed(turn=1), "the player to act is not on roll, though nothing is offered"),
        (packed(unused=1), "something follows"),
    ],
)
def test_an_id_that_no_match_has_says_what_is_wrong(text: str, reason: str):
    with pytest.raises(NotationError, match='" is not a valid') as refused:
        read_ids(OPENING, text)
    assert reason in str(refused.value.fault)


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (Game(BACKGAMMON.board, WHITE, cube=Cube(1 << 16, WHITE)), "a cube over 32768"),
        (Game(BACKGAMMON.board, WHITE, score=(32768, 0)), "a score over 32767"),
        (Game(BACKGAMMON.board, WHITE, score=(0, 40000)), "a score over 32767"),
    ],
)
def test_what_is_too_large_has_no_match_id(game: Game, what: str):
    with pytest.raises(NotationError, match=f"^no Match ID can express {what}$"):
        match_id(Position(game))
    assert match_id(Position(Game(BACKGAMMON.board, WHITE, cube=Cube(1 << 15, WHITE)))) == packed(cube=15, owner=0)


# Position IDs


def bits_id(bits: str) -> str:
    """Return the id of 80 bits, of which the first is the lowest one of the first byte."""
    return b64encode(int(bits.ljust(80, "0")[::-1], 2).to_bytes(10, "little")).decode()[:14]


def test_the_starts_have_the_ids_every_program_knows():
    assert position_id(BACKGAMMON.board, Player.WHITE) == "4HPwATDgc/ABMA"
    assert position_id(NACKGAMMON.board, Player.BLACK) == "4Dl4ADbgOXgANg"
    assert position_id(HYPER.board, Player.WHITE) == "AACgAgAAKgAAAA"


def test_what_is_missing_is_borne_off_and_padding_is_accepted():
    assert read_position_id(bits_id("1"), Player.WHITE, 3) == Board.of({0: 3}, {1: 1, 0: 2})
    assert read_position_id("4HPwATDgc/ABMA==", Player.WHITE) == BACKGAMMON.board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (bits_id("1" * 4), "more than 3"),
        ("", "characters"),
        ("4HPwATDgc/ABM", "characters"),
        ("4HPwATDgc/ABMAA", "characters"),
        ("4HPwATDgc/ABMA=", "base64"),
        ("4HPwATDgc/ABMA====", "base64"),
        ("4HPwATDgc_ABMA", "base64"),
        ("4HPwATDgc/ABM\n", "base64"),
        ("4HPwATDgc/ABMé", "base64"),
        ("4HPwATDgc/ABM٣", "base64"),
        ("4HPwATDgc/ABMB", "last character"),
        ("//////////////", "last character"),
        ("/////////////w", "more than 15"),
        (bits_id("1" * 16), "more than 15"),
        (bits_id("0" * 25 + "1" * 16), "more than 15"),
        (bits_id("0" * 50 + "1"), "follows the last checker"),
        (bits_id("0" * 79 + "1"), "follows the last checker"),
        (bits_id("1" + "0" * 48 + "10"), "24 point"),
    ],
)
def test_an_id_that_no_position_has_says_what_is_wrong(text: str, reason: str):
    with pytest.raises(NotationError, match='" is not a valid') as caught:
        read_position_id(text, Player.WHITE, 3 if reason == "more than 3" else 15)
    assert caught.value.text == text.strip()
    assert reason in str(caught.value.fault)


@given(
    st.text() | st.text(BASE64, min_size=12, max_size=16) | st.text("01", max_size=80).map(bits_id),
    st.sampled_from([15, 3, 1]),
)
def test_any_text_is_a_position_or_a_bad_id(text: str, checkers: int):
    try:
        read = read_position_id(text, Player.WHITE, checkers)
    except NotationError as error:
        assert " is not a valid Position ID: " in str(error)  # noqa: PT017 - most texts fail, some do not
    else:
        assert position_id(read, Player.WHITE) == text.removesuffix("==")


@given(boards(), st.sampled_from(Player))
def test_ids_round_trip(position: Board, player: Player):
    assert read_position_id(position_id(position, player), player) == position


# GNU Backgammon itself

QUIETLY = (
    *("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off"),
    "set confirm new off",
)
MARK = re.compile(r"^GNU Backgammon \d.*$", re.MULTILINE)
"""The first line that GNU Backgammon prints for `show version`, and when it begins."""
BOARD = re.compile(r"Position ID: (\S+)\s+Match ID\s+: (\S+)\n(.*?)\n\n", re.DOTALL)


def positions(length: int, jacoby: bool) -> Iterator[Position]:
    """Yield positions of a random match in which a player is to roll or to move."""
    header = Header(BACKGAMMON, Ruleset(length=length, jacoby=jacoby))
    events, _ = random_match(length, header, games=2)
    for match in [*states(header, events)][::5]:
        going = match.game.phase in (Phase.TO_ROLL, Phase.TO_MOVE) and not match.game.pending
        if going and match.game.board.contact:
            yield position_of(match)


def shown(commands: list[str], folder: Path) -> list[tuple[str, str, list[str]]]:
    """Return the Position ID, Match ID and rows of the board that GNU Backgammon shows after each command."""
    script = [line for command in commands for line in (command, "show board", "show version")]
    parts = MARK.split(output_of([*QUIETLY, *script], folder))[1:-1]
    return [(one, two, board.splitlines()) for one, two, board in (BOARD.findall(part)[-1] for part in parts)]


@pytest.mark.gnubg
@pytest.mark.parametrize(("length", "jacoby"), [(7, False), (0, True), (0, False)])
def test_gnu_backgammon_reads_our_ids_and_shows_the_same(length: int, jacoby: bool, tmp_path):
    commands = [
        (position, f"set {kind} {form.text}")
        for position in positions(length, jacoby)
        for kind, form in zip(("gnubgid", "xgid"), ids_of(position)[1:], strict=True)
    ]
    assert len(commands) > 20
    answers = shown([command for _position, command in commands], tmp_path)
    for (position, command), (one, two, drawn) in zip(commands, answers, strict=True):
        _, both, _ = ids_of(position)
        if position.start.on_roll is Player.WHITE and "xgid" in command:  # it puts who is on roll at the bottom
            assert one == both.text.partition(":")[0], command
            continue
        assert f"{one}:{two}" == both.text, command
        if position.start.on_roll is Player.BLACK:
            assert [row[1:44] for row in drawn] == [line[1:44] for line in diagram(position).splitlines()[2:15]]
