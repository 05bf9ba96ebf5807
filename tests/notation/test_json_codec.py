"""The lines of a record: how each is written, and which are refused."""

import json
from contextlib import suppress
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.rules.board import Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import (
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    ResignationOffered,
    RollCorrected,
    Rolled,
    Unrecorded,
)
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, Resignation, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, VARIANTS
from tests.builders import board, play
from tests.players import random_match
from tests.strategies import rulesets

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=5, crawford=False), ("Ann", "Bob"), "seed:42", "2026-11-20T19:30")

EVERYTHING = Header(BACKGAMMON, Ruleset(beavers=2, policing=True))
"""A header with rules under which every event can happen."""

WRITTEN = {
    (
        '{"bgterm":1,"variant":"backgammon","ruleset":{"length":5,"crawford":false},'
        '"names":["Ann","Bob"],"dice":"seed:42","date":"2026-11-20T19:30","stake":"","seats":["",""]}'
    ): HEADER,
    '{"event":"opening_thrown","white":3,"black":1}': OpeningThrown(3, 1),
    '{"event":"rolled","player":"black","dice":[6,4]}': Rolled(BLACK, Dice(6, 4)),
    '{"event":"moved","player":"white","play":"bar/20 24/18 6/off"}': Moved(WHITE, play("bar/20 24/18 6/off")),
    '{"event":"moved","player":"black","play":""}': Moved(BLACK, ()),
    '{"event":"dropped","player":"white"}': Dropped(WHITE),
    '{"event":"resignation_offered","player":"black","win":"gammon"}': ResignationOffered(BLACK, Win.GAMMON),
    '{"note":"chat","from":"Иван","text":"ой"}': Note("chat", {"from": "Иван", "text": "ой"}),
}

texts = st.text(st.characters(codec=None), max_size=30)
variants = st.sampled_from(list(VARIANTS.values()))
headers = st.tuples(variants, rulesets, st.tuples(texts, texts), texts, texts).map(lambda agreed: Header(*agreed))
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(("text", "item"), WRITTEN.items())
def test_what_is_written(text, item):
    assert write_line(item) == text
    assert read_line(text) == item


def test_defaults_are_left_out_and_dice_are_in_any_order():
    assert read_line('{"bgterm":1,"variant":"hyper","ruleset":{}}') == Header(HYPER, Ruleset())
    assert read_line('{"event":"rolled","player":"white","dice":[2,5]}') == Rolled(WHITE, Dice(5, 2))


@given(headers)
def test_any_header_is_read_as_it_was_written(header):
    text = write_line(header)
    assert "\n" not in text
    assert text.encode()
    assert read_line(text) == header


@given(texts, st.dictionaries(texts.filter(lambda key: key not in {"bgterm", "event", "note"}), jsons))
def test_any_note_is_kept_as_it_is_even_one_nobody_knows(name, facts):
    assert read_line(write_line(Note(name, facts))) == Note(name, facts)


def test_every_event_has_a_name_of_its_own():
    corrected = [OpeningCorrected(3, 1), RollCorrected(WHITE, Dice(3, 1))]
    events, kinds = [Unrecorded(WHITE, 2), FlagClaimed(BLACK), *corrected], set(get_args(Event))
    rng = Random(1)
    while {type(event) for event in events} != kinds:
        events += random_match(rng.randrange(10**6), EVERYTHING)[0]
    names = {json.loads(write_line(event))["event"] for event in events}
    assert len(names) == len(kinds)


NO_LINE = "is neither the header of a record nor an event in it"
NO_ROLL = "; expected two numbers from 1 to 6, such as [3, 1]"
NO_PLAY = "; expected moves such as 8/5 6/5"


def hyper(fields: str) -> str:
    """Return the header of a match of Hyper-backgammon with these fields."""
    return f'{{"bgterm":1,"variant":"hyper",{fields}}}'


def event(name: str, fields: str, player: str = "white") -> str:
    return f'{{"event":"{name}","player":"{player}",{fields}}}'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", NO_LINE),
        ("hello", NO_LINE),
        ("17", NO_LINE),
        ("[" * 100_000, NO_LINE),
        ("[" + "9" * 5000 + "]", NO_LINE),
        ('{"event":"moved","player":"white","play":"8/', NO_LINE),
        ('{"player":"white"}', NO_LINE),
        ('{"event":"teleported","player":"white"}', NO_LINE),
        ('{"event":["moved"],"player":"white"}', NO_LINE),
        ('{"note":17}', NO_LINE),
        ('{"bgterm":2}', "the record has format 2, and this bgterm reads 1: use a newer bgterm"),
        ('{"bgterm":1,"variant":"hyper"}', "ruleset is missing"),
        ('{"bgterm":1,"variant":"chess","ruleset":{}}', 'unknown variant "chess"; bgterm knows backgammon, '),
        ('{"bgterm":1,"variant":["hyper"],"ruleset":{}}', "; expected backgammon, nackgammon, "),
        (hyper('"ruleset":[]'), "ruleset cannot be []; expected an object"),
        (hyper('"ruleset":{"length":100}'), "a match length is 1 to 99 points, not 100"),
        (hyper('"ruleset":{"length":true}'), "; expected a whole number"),
        (hyper('"ruleset":{"fog":true}'), "fog is unknown; expected "),
        (hyper('"ruleset":{},"names":"AB"'), "names cannot be AB; expected two texts"),
        (hyper('"ruleset":{},"names":["A"]'), "; expected two texts"),
        ('{"event":"rolled","player":"white"}', "dice is missing"),
        (event("rolled", '"dice":[3,1]', "red"), "player cannot be red; expected white, black"),
        (event("rolled", '"dice":[7,1]'), "dice show 1 to 6, not 7 and 1"),
        (event("rolled", '"dice":[true,1]'), NO_ROLL),
        (event("rolled", '"dice":[3.0,1]'), NO_ROLL),
        ('{"event":"opening_thrown","white":0,"black":3}', "dice show 1 to 6, not 0 and 3"),
        (event("taken", '"at":3'), "at is unknown; expected "),
        (event("moved", '"play":"8/5/3"'), NO_PLAY),
        (event("moved", '"play":"26/20"'), NO_PLAY),
        (event("moved", '"play":"8-5"'), NO_PLAY),
        (event("moved", '"play":["8/5"]'), NO_PLAY),
        (event("resignation_offered", '"win":2'), "win cannot be 2; expected "),
    ],
)
def test_what_is_wrong_with_a_line_is_said(text, sentence):
    with pytest.raises(NotationError) as caught:
        read_line(text)
    assert sentence in str(caught.value)


@given(st.dictionaries(st.sampled_from(["bgterm", "event", "note", "player", "dice", "play", "ruleset"]), jsons))
def test_no_line_is_refused_in_any_other_way(found):
    with suppress(NotationError):
        read_line(json.dumps(found))


START = (
    '"start":{"board":{"white":"24:2 6:13","black":"13:15"},"on_roll":"black","cube":{"value":4,"owner":"white"},'
    '"doubled":true,"raises":1,"double_offered":true,"resignation":{"player":"white","win":"gammon"},"score":[1,2],'
    '"number":4,"starter":"white","turns":7}'
)


def test_start_in_mid_game_is_written_as_ever():
    doubled = {"cube": Cube(4, WHITE), "doubled": True, "raises": 1, "double_offered": True}
    game = Game(board("24:2 6:13 / 13:15"), BLACK, score=(1, 2), number=4, starter=WHITE, turns=7, **doubled)
    game = game._replace(pending=Resignation(WHITE, Win.GAMMON))
    line = write_line(Header(BACKGAMMON, Ruleset(), start=game))
    assert START in line
    assert read_line(line).start == game


@pytest.mark.parametrize("name", ["pending", "throws", "last_turn", "result"])
def test_start_has_no_other_fields_of_a_game(name):
    line = write_line(Header(BACKGAMMON, Ruleset(), start=Game(BACKGAMMON.board)))
    with pytest.raises(NotationError, match=f"^{name} is unknown; expected board, .*, resignation, .*, turns$"):
        read_line(line.replace('"start":{', f'"start":{{"{name}":null,'))


def test_pending_double_of_an_old_start_counts_as_offered():
    game = Game(BACKGAMMON.board, WHITE, doubled=True)
    line = write_line(Header(BACKGAMMON, Ruleset(), start=game))
    assert '"double_offered"' not in line
    assert start(read_line(line)).game.double_offered
