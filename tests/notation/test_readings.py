"""Plays as text: the canonical text, the readings of what is typed, the rules that it breaks, and its keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.plays import MAX_TEXT, may_follow, play_text, read_plays
from bgterm.rules.board import OFF, Board, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, NotationError, PlayRule
from bgterm.rules.moves.hitting import HittingPlays
from tests.builders import START, blocked, board, legal, play
from tests.cases import rest_long
from tests.positions import board_of_id, id_of_board
from tests.reference import STANDARD, rows
from tests.strategies import boards, rolls

WHITE = Player.WHITE
ENTERING = "bar:1 24:1 8:3 6:3 / 6:2"
HOME = "6:2 5:3 1:2 / 1:2"
SLOTTED = "8:2 6:2 5:1 / 6:2"
BLOT_ON_4 = "6:2 / 21:1"
"""A board on which White can go from 6 to 3 by way of 5, or of 4, where Black has a blot."""
BLOT_ON_5 = "8:2 6:2 / 20:1"
PASTED = {"8–5 6−5", "8⁄5 6∕5", "  8/5 ,, 6/5 ", " , ", "13/7 X 2", "off"}
"""Texts that can be read, of which a character is not a key that continues a play."""


@pytest.mark.parametrize(
    ("position", "dice", "text", "meant"),
    [
        # Pairs, joined by anything or nothing
        (START, "31", "8/5 6/5", "8/5 6/5"),
        (START, "31", "8-5 6-5", "8/5 6/5"),
        (START, "31", "8–5 6−5", "8/5 6/5"),
        (START, "31", "8⁄5 6∕5", "8/5 6/5"),
        (START, "31", "8 5 6 5", "8/5 6/5"),
        (START, "31", "8 / 5 6 / 5", "8/5 6/5"),
        # Separators, order, case
        (START, "31", "8/5,6/5", "8/5 6/5"),
        (START, "31", "8/5; 6/5", "8/5 6/5"),
        (START, "31", "  8/5 ,, 6/5 ", "8/5 6/5"),
        (START, "31", "6/5 8/5", "8/5 6/5"),
        (START, "31", "08/05 06/05", "8/5 6/5"),
        (ENTERING, "31", "8/7 bar/22", "bar/22 8/7"),
        # A roll before it
        (START, "31", "31: 8/5 6/5", "8/5 6/5"),
        (START, "31", "13: 8/5 6/5", "8/5 6/5"),
        (START, "31", "3-1 : 8/5 6/5", "8/5 6/5"),
        (START, "65", "65:24/13", "24/13"),
        (START, "65", "65:", ""),
        (START, "65", "", ""),
        (START, "65", " , ", ""),
        # The bar and the tray
        (ENTERING, "31", "bar/22", "bar/22"),
        (ENTERING, "31", "b/22", "bar/22"),
        (ENTERING, "31", "25/22", "bar/22"),
        (ENTERING, "31", "bar 22", "bar/22"),
        (ENTERING, "31", "Bar 22 24 23", "bar/22 24/23"),
        (ENTERING, "31", "BAR/22/21", "bar/21"),
        (HOME, "65", "6/off", "6/off"),
        (HOME, "65", "6/o", "6/off"),
        (HOME, "65", "6/0", "6/off"),
        (HOME, "65", "6/home", "6/off"),
        (HOME, "65", "6/H 5/h", "6/off 5/off"),
        (HOME, "65", "6 off", "6/off"),
        ("6:2 / 1:2", "63", "6/off", "6/off"),  # with the six: the three is still to be played
        ("2:2 / 1:2", "65", "2/off", "2/off"),
        ("6:2 / 1:2", "42", "6/off", "6/off"),  # with both
        ("7:1 3:2 / 1:2", "61", "7/off", "7/off"),
        # Counts and chains
        (START, "66", "13/7(2)", "13/7(2)"),
        (START, "66", "13/7x2", "13/7(2)"),
        (START, "66", "13/7 X 2", "13/7(2)"),
        (START, "66", "13/7 (2) 24/18(2)", "24/18(2) 13/7(2)"),
        (START, "66", "13/7(2", "13/7(2)"),
        (START, "44", "24/20/16", "24/16"),
        (START, "44", "13/9/5(2)", "13/5(2)"),
        (START, "44", "13/9(2)/5", "13/5(2)"),
        (START, "44", "13(2)/9", "13/9(2)"),
        (START, "11", "8(2) 6(2)", "8/7(2) 6/5(2)"),
        # Jumps over the middle
        (START, "65", "24/13", "24/13"),
        (START, "65", "24/18/13", "24/13"),
        (START, "65", "24 13", "24/13"),
        (START, "11", "8/4", "8/4"),
        (START, "11", "8/6 6/5(2)", "8/5 6/5"),
        (START, "11", "8/6 6/4", "8/4"),
        # Hits
        (BLOT_ON_5, "31", "8/5* 6/5", "8/5* 6/5"),
        (BLOT_ON_5, "31", "8/5 6/5", "8/5* 6/5"),
        (BLOT_ON_5, "31", "8/5* 6/5*", "8/5* 6/5"),
        (BLOT_ON_5, "31", "8/5 6/5*", "8/5* 6/5"),
        (BLOT_ON_5, "31", "8/5*/4", "8/5*/4"),
        (BLOT_ON_5, "31", "8 5*", "8/5*"),
        (BLOT_ON_5, "31", "8/4", "8/7/4 | 8/5*/4"),
        (BLOT_ON_4, "21", "6/3", "6/5/3 | 6/4*/3"),
        (BLOT_ON_4, "21", "6/4*/3", "6/4*/3"),
        (BLOT_ON_4, "21", "6/4/3", "6/4*/3"),
        (BLOT_ON_4, "21", "6/5/3", "6/3"),
        (BLOT_ON_4, "21", "6/4 4/3", "6/4*/3"),
        # Origins alone
        (START, "31", "8 6", "8/5 6/5"),
        (START, "31", "6 8", "8/7 6/3"),
        (START, "31", "8, 6", "8/5 6/5"),
        (START, "31", "8/5 6", "8/5 6/5"),
        (START, "66", "24 24 13 13", "24/18(2) 13/7(2)"),
        (ENTERING, "31", "bar 8", "bar/22 8/7"),
        ("bar:1 8:2 / 3:2", "31", "bar 8", "bar/24 8/5"),  # 22 is held, so the bar takes the one
        (START, "31", "8", "8/5 | 8/7"),
        (START, "66", "13", "13/7"),
        # A destination alone
        (START, "31", "5", "8/5 6/5"),
        (START, "42", "4", "8/4 6/4"),
        (START, "31", "7", "8/7"),
        (START, "65", "18", "24/18"),
        (START, "65", "13", "13/7 | 13/8 | 24/13"),
        (START, "11", "5", "8/5 6/5 | 6/5(2)"),
        (START, "11", "5(3)", "6/5(3)"),
        (SLOTTED, "31", "5", "5/2 | 5/4 | 8/5 6/5"),
        (HOME, "65", "off", "6/off 5/off"),
        (ENTERING, "31", "22", "bar/22"),
    ],
)
def test_what_can_be_typed(position: str, dice: str, text: str, meant: str):
    found = [reading.text for reading in read_plays(text, legal(position, dice))]
    assert found == meant.split(" | ")
    assert can_be_typed(text) is (text not in PASTED)


def can_be_typed(text: str) -> bool:
    return all(may_follow(text[:count], character) for count, character in enumerate(text))


@pytest.mark.parametrize(
    ("position", "dice", "made", "text", "added"),
    [
        # It goes on from what has been made
        (START, "31", "8/5", "6/5", "6/5"),
        (START, "31", "8/5", "6", "6/5"),
        (START, "31", "8/5", "31: 5/4", "5/4"),
        (START, "33", "8/5", "8/5", "8/5"),
        (START, "33", "8/5 6/3", "8/5 6/3", "8/5 6/3"),
        # It tells the whole turn, what has been made with it
        (START, "31", "8/5", "8/5 6/5", "6/5"),
        (START, "31", "6/5", "8/5 6/5", "8/5"),
        (START, "31", "8/5", "8/4", "5/4"),
        (START, "31", "8/5", "8 5 6 5", "6/5"),
        (START, "65", "24/18", "24/13", "18/13"),
        (START, "65", "24/18", "24/18 13/8", "13/8"),
        (START, "33", "8/5 6/3", "8/5(2) 6/3(2)", "8/5 6/3"),
        (BLOT_ON_4, "21", "6/5", "6/3", "5/3"),
        (BLOT_ON_4, "21", "6/4", "6/4*/3", "4/3"),
    ],
)
def test_a_text_goes_on_from_the_moves_made_or_tells_them_too(position, dice, made, text, added):
    (reading,) = read_plays(text, legal(position, dice), play(made))
    assert reading.text == added


@pytest.mark.parametrize(
    ("position", "dice", "made", "text", "rule", "facts"),
    [
        (START, "31", "", "8/3", PlayRule.NUMBER_NOT_ROLLED, {"src": 8, "dst": 3, "need": 5, "dice": Dice(3, 1)}),
        (START, "31", "", "8 3", PlayRule.NUMBER_NOT_ROLLED, {"src": 8, "dst": 3, "need": 5, "dice": Dice(3, 1)}),
        (START, "31", "", "8/7(2)", PlayRule.NUMBER_USED, {"src": 8, "dst": 7, "need": 1, "left": (3,)}),
        (START, "31", "8/5", "24/20", PlayRule.NUMBER_USED, {"src": 24, "dst": 20, "need": 4, "left": (1,)}),
        ("24:2 / 4:3 2:2", "31", "", "24/20", PlayRule.POINT_BLOCKED, blocked(24, 21, 3)),
        (START, "65", "", "24 24", PlayRule.POINT_BLOCKED, blocked(24, 19, 5)),
        (START, "55", "", "24", PlayRule.POINT_BLOCKED, blocked(24, 19, 5)),
        ("24:2 / 8:2 4:2 2:2 1:1", "52", "", "24/17", PlayRule.POINT_BLOCKED, blocked(24, 17, 2)),
        ("24:2 / 4:2", "11", "24/23", "23/20", PlayRule.POINT_BLOCKED, blocked(22, 21, 2)),
        ("bar:1 8:2 / 6:2", "31", "", "8", PlayRule.BAR_FIRST, {}),
        ("8:1 7:1 / 1:1", "62", "", "8/off", PlayRule.NOT_ALL_HOME, {"src": 8}),
        ("8:1 5:3 / 6:1", "65", "", "5 5", PlayRule.NOT_ALL_HOME, {"src": 8}),
        (START, "54", "", "off", PlayRule.NOT_ALL_HOME, {"src": 24}),
        ("6:1 5:1 / 1:2", "43", "", "5/off", PlayRule.HIGHER_CHECKER, {"src": 1, "die": 3, "higher": 6}),
        (START, "31", "", "off/3", PlayRule.MOVE_BACKWARDS, {"src": OFF, "dst": 3}),
        (START, "31", "8/5 6/5", "24/23", PlayRule.NO_DICE_LEFT, {}),
        (START, "31", "8/5 6/5", "24", PlayRule.NO_DICE_LEFT, {}),
        (START, "11", "", "8/7(99)", PlayRule.NO_CHECKER, {"src": 8}),
        (START, "31", "", "16", PlayRule.POINT_OUT_OF_REACH, {"dst": 16, "left": (3, 1)}),
        (START, "31", "", "8/5*", PlayRule.NOTHING_HIT, {"dst": 5}),
        (BLOT_ON_4, "21", "", "6/3*", PlayRule.NOTHING_HIT, {"dst": 3}),
        (BLOT_ON_4, "21", "", "6/4/3*", PlayRule.NOTHING_HIT, {"dst": 3}),
        (HOME, "65", "", "6/off*", PlayRule.NOTHING_HIT, {"dst": OFF}),
    ],
)
def test_the_rule_that_a_text_breaks(position, dice, made, text, rule, facts):
    with pytest.raises(IllegalPlay) as caught:
        read_plays(text, legal(position, dice), play(made))
    assert (caught.value.rule, vars(caught.value)) == (rule, facts)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", '"hello" cannot be read: write moves like '),
        ("8/5 6!5", '"6!5" cannot be read: write moves like '),
        ("8/", '"8/" cannot be read: write moves like '),
        ("8/5 6/ ", '"6/" cannot be read: write moves like '),
        ("8/5 6/\n", '"6/" cannot be read: write moves like '),
        ("8/\t", '"8/" cannot be read: write moves like '),
        ("/5", '"/5" cannot be read: write moves like '),
        ("8//5", '"8//5" cannot be read: write moves like '),
        ("*", '"*" cannot be read: write moves like '),
        ("(2)", '"(2)" cannot be read: write moves like '),
        ("8/5(0)", '"8/5(0)" cannot be read: write moves like '),
        ("8/5(2)(2)", '"8/5(2)(2)" cannot be read: write moves like '),
        ("8/5(2) (2)", '"(2)" cannot be read: write moves like '),
        ("31", "31 is your roll: type a play, like "),
        ("63", "there is no point 63: points are 1 to 24, bar and off"),
        ("13/72", "there is no point 72: points are 1 to 24, bar and off"),
        ("99/1", "there is no point 99: points are 1 to 24, bar and off"),
        ("65: 24/13", "6-5 is not the roll: you rolled 3-1"),
        ("77: 24/13", "7-7 is not the roll: you rolled 3-1"),
        ("11: 8/5", "1-1 is not the roll: you rolled 3-1"),
    ],
)
def test_what_no_play_is_written_like(text, sentence):
    with pytest.raises(NotationError) as caught:
        read_plays(text, legal(START, "31"))
    assert str(caught.value).startswith(sentence)


def test_a_long_text_is_not_read():
    assert read_plays(f"{'8/5 6/5':{MAX_TEXT}}", legal(START, "31"))
    message = f"that is {MAX_TEXT + 1} characters long; no play needs more than {MAX_TEXT}"
    with pytest.raises(NotationError, match=message):
        read_plays(f"{'8/5 6/5':{MAX_TEXT + 1}}", legal(START, "31"))


@pytest.mark.parametrize(
    ("position", "dice", "text", "moves"),
    [(BLOT_ON_4, "21", "6/3", ["6/5 5/3", "6/4 4/3"]), (START, "31", "6/5 8/5", ["6/5 8/5"])],
)
def test_a_reading_adds_the_moves_of_its_text_in_their_order(position, dice, text, moves):
    assert [reading.moves for reading in read_plays(text, legal(position, dice))] == [*map(play, moves)]


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.soak)])
def test_a_reference_play_is_read_back_from_its_canonical_text(step: int):
    for row in rows(STANDARD)[::step]:
        for player in Player:
            plays = HittingPlays(board_of_id(row["position_id"], player), player, Dice.of(*row["dice"]))
            for text, result in zip(row["plays"], row["results"], strict=True):
                reached = {
                    id_of_board(plays.board.played(player, reading.moves), player.opponent)
                    for reading in read_plays(text, plays)
                }
                assert result in reached


WORDS = ["bar", "off", "24", "13", "8", "6", "5", "/", "/", "-", " ", " ", "*", "(2)", "x3", "31:", ","]
writing = st.text("0123456789/-* ()x:,;barofhme", max_size=40) | st.lists(st.sampled_from(WORDS)).map("".join)


@given(boards(), rolls, st.text() | writing, st.data())
def test_any_text_is_read_or_refused_with_a_rule(position: Board, dice: Dice, text: str, data: st.DataObject):
    plays = HittingPlays(position, WHITE, dice)
    whole = data.draw(st.sampled_from([*plays]))
    made = whole[: data.draw(st.integers(0, len(whole)))]
    try:
        found = read_plays(text, plays, made)
    except (NotationError, IllegalPlay):
        return
    reached = [position.played(WHITE, made + reading.moves) for reading in found]
    assert len(set(reached)) == len(reached)
    for reading in found:
        assert made + reading.moves in plays or plays.after(made + reading.moves)


# The canonical text


@pytest.mark.parametrize("player", rest_long(1, Player))
def test_every_reference_play_has_its_canonical_text(player: Player):
    for row in rows(STANDARD):
        position = board_of_id(row["position_id"], player)
        plays = HittingPlays(position, player, Dice.of(*row["dice"]))
        texts = {
            id_of_board(after, player.opponent): play_text(position, player, made)
            for made, after in plays.results()
        }
        expected = dict(zip(row["results"], row["plays"], strict=True)) or {row["pass_result"]: ""}
        assert texts == expected


@pytest.mark.parametrize("moves", ["11/9 6/4 13/11 13/11", "13/11 13/11 6/4 11/9"])
def test_the_order_of_the_moves_does_not_change_the_text(moves):
    assert play_text(board("13:2 6:1 / 14:1"), WHITE, play(moves)) == "13/11*/9 13/11 6/4"


# The keys that go on with a play


def test_every_canonical_play_can_be_typed_letter_by_letter():
    texts = {text for row in rows(STANDARD) for text in row["plays"]}
    assert len(texts) > 10_000
    assert [text for text in texts if not can_be_typed(text)] == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", "acdefghijklmnopqrstuvwxyz?! ,;:-*()+é٣"),
        *(("8/5", "qo"), ("8/5 ", "x"), ("8/", "x"), ("6/o", "r"), ("6/off", "f"), ("ba", "x"), ("8", "٣")),
    ],
)
def test_key_that_goes_on_with_no_play_keeps_its_meaning(text, keys):
    assert [key for key in keys if may_follow(text, key)] == []
