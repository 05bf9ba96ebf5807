"""bgterm as a library: the names of `bgterm`, and the examples of README and docs/library.md."""

import doctest
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import bgterm
from bgterm import api
from bgterm.notation.gnubg_id import position_id
from bgterm.rules.choices import choices
from bgterm.rules.events import Rolled
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.ruleset import FirstThrow, NextGame, Ruleset
from tests.builders import board
from tests.cases import rest_long
from tests.counting import calls_of
from tests.reference import match_files

ROOT = Path(__file__).parents[1]
DANCE = bgterm.Match.from_id(position_id(board("25:1 6:14 / 6:3 5:3 4:3 3:2 2:2 1:2"), bgterm.Player.WHITE))
ANN_STARTS = bgterm.Match(5, names=("Ann", "Bob")).opening(3, 1)
BOB_ROLLED = ANN_STARTS.play("8/5 6/5").roll(6, 5)
SIX_FIVE = Rolled(bgterm.Player.WHITE, bgterm.Dice(6, 5))


@pytest.mark.parametrize("document", ["README.md", "docs/library.md"])
def test_the_examples_of_the_documents_are_true(document):
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False)
    assert tried >= 5
    assert not failed


def test_import_loads_nothing_but_itself():
    program = "import sys; before = set(sys.modules); import bgterm; print(sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "['bgterm']\n"


def test_every_public_name_and_every_rule_is_there_and_no_other():
    assert {"length", *api.Rules.__annotations__} == {part.name for part in fields(Ruleset)}
    assert set(bgterm.__all__) == set(api.__all__) <= set(dir(bgterm))
    for name in bgterm.__all__:
        assert getattr(bgterm, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="has no attribute 'Matches'"):
        _ = bgterm.Matches


def test_equal_matches_compare_equal_and_none_changes():
    again = bgterm.Match(5, names=("Ann", "Bob")).opening(3, 1)
    assert again == ANN_STARTS
    assert len({again, ANN_STARTS, again.play("8/5 6/5")}) == 2
    assert again != bgterm.Match(7, names=("Ann", "Bob")).opening(3, 1)
    assert ANN_STARTS.play("8/5 6/5").to_act is bgterm.Player.BLACK
    assert ANN_STARTS.to_act is bgterm.Player.WHITE
    assert ANN_STARTS.checkers(bgterm.Player.WHITE) == {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize(
    ("action", "error", "sentence"),
    [
        (lambda: ANN_STARTS.play("8/2"), bgterm.IllegalPlay, "8/2 needs a 6: you rolled 3-1"),
        (lambda: ANN_STARTS.play("13/12"), bgterm.IllegalPlay, "13/12 is blocked: Bob holds it with 5"),
        (lambda: ANN_STARTS.play("8/5"), bgterm.IllegalPlay, "you must still play 1"),
        (lambda: ANN_STARTS.roll(3, 1), bgterm.IllegalAction, " "),
        (lambda: ANN_STARTS.double(), bgterm.IllegalAction, "too late to double: you have rolled"),
        (lambda: ANN_STARTS.take(), bgterm.IllegalAction, "nobody has doubled"),
        (lambda: BOB_ROLLED.apply(SIX_FIVE), bgterm.IllegalAction, "Bob has not picked up the dice"),
        (lambda: ANN_STARTS.play("hello"), bgterm.NotationError, '"hello" cannot be read'),
    ],
)
def test_a_refusal_is_a_sentence_with_the_names_of_the_players(action, error, sentence):
    with pytest.raises(error) as refused:
        action()
    assert sentence in str(refused.value)
    assert "names" not in repr(refused.value)
    assert isinstance(refused.value, bgterm.BackgammonError)


def test_a_text_that_can_mean_two_plays_names_both():
    blots = board("24:1 6:2 / 7:1 3:1 6:2")
    match = bgterm.Match.from_id(position_id(blots, bgterm.Player.WHITE)).roll(6, 2)
    with pytest.raises(bgterm.NotationError, match=r"cannot be read: write moves like 24/22") as refused:
        match.play("24/16")
    assert " or 24/18" in str(refused.value)


@pytest.mark.parametrize(
    ("position", "dice", "told"),
    [("4PPgASKGZ/ABMA", (4, 3), {"8/5/1*", "8/4*/1*"}), ("AwAA+N8jAAAAAA", (5, 1), {"5/4/off", "5/off 2/1"})],
)
def test_each_play_that_is_listed_can_be_played(position, dice, told):
    match = bgterm.Match.from_id(position).roll(*dice)
    plays = list(match.legal_plays)
    assert told <= {*plays} >= match.hint("builtin", 0).equities.keys()
    assert len({match.play(text).position_id for text in plays}) == len(plays)


def test_each_method_makes_its_event_happen():
    next_game = ANN_STARTS.play("8/5 6/5").double().drop()
    assert (next_game.score, next_game.to_act) == ((0, 1), None)
    assert next_game.opening(2, 5).to_act is bgterm.Player.BLACK
    beavered = bgterm.Match(beavers=1).opening(3, 1).play("8/5 6/5").double().beaver().take()
    assert beavered.cube == bgterm.Cube(4, bgterm.Player.WHITE)
    resigned = bgterm.Match(2).opening(3, 1).play("8/5 6/5").resign().accept()
    assert resigned.score == (1, 0)
    assert resigned.opening(2, 5).cube is None  # in the Crawford game


async def test_hint_is_given_inside_an_event_loop():
    assert ANN_STARTS.hint("builtin", 0).best == "8/5 6/5"
    assert ANN_STARTS.resign("backgammon").hint("builtin").best == "accept"


def test_long_has_no_cube_unless_it_is_asked_for():
    """[RULES L35]"""
    start = bgterm.Match(variant="long").ids["Position ID"]
    assert bgterm.Match(variant="long").cube is bgterm.Match.from_id(start, variant="long").cube is None
    assert bgterm.Match(variant="long", cube=True).cube == bgterm.Cube()


@pytest.mark.parametrize(
    ("match", "kind", "actions"),
    [
        (ANN_STARTS, "plays", {"8/5 6/5"}),
        (ANN_STARTS.play("8/5 6/5"), "cube", {"no double", "double"}),
        (ANN_STARTS.play("8/5 6/5").double(), "take", {"take", "pass"}),
        (bgterm.Match(variant="long").opening(3, 1).roll(6, 1), "plays", {"24/17"}),
    ],
)
def test_hint_is_the_same_in_words_and_for_scripts(match, kind, actions):
    hint = match.hint("builtin", plies=0)
    assert (hint.kind.value, hint.engine, hint.plies) == (kind, "builtin", kind == "take")  # looked at further
    assert actions <= hint.equities.keys()
    assert hint.equities[hint.best] == max(hint.equities.values())
    told = hint.as_json()
    assert told == json.loads(json.dumps(told))
    assert (told["best"], told["equities"]) == (hint.best, hint.equities)
    if kind == "plays":
        assert [play["play"] for play in told["plays"]] == [*hint.equities]
        assert f": {hint.best}, worth" in str(hint).splitlines()[0]


@pytest.mark.parametrize(
    ("match", "asked", "sentence"),
    [
        (ANN_STARTS, ("nosuch",), 'unknown engine "nosuch"'),
        (ANN_STARTS, ("builtin", 4), "plies cannot be 4"),
        (ANN_STARTS, ("builtin", True), "plies cannot be True"),
        (bgterm.Match(5), (), "the game has not begun"),
        (bgterm.Match(1).opening(3, 1).resign().accept(), (), "the match is over"),
        (bgterm.Match(1).opening(3, 1).play("8/5 6/5"), (), "no doubling"),
        (DANCE.roll(6, 6), (), "there is no decision"),
    ],
)
def test_hint_that_cannot_be_given_says_why(match, asked, sentence):
    with pytest.raises(bgterm.BackgammonError, match=sentence):
        match.hint(*asked)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: bgterm.Match(2.5), "length cannot be 2.5"),
        (lambda: bgterm.Match("5"), "length cannot be 5"),
        (lambda: bgterm.Match(True), "length cannot be True"),
        (lambda: bgterm.Match(100), "a match length is 1 to 99 points, not 100"),
        (lambda: bgterm.Match(names=("a",)), "names cannot be ['a']"),
        (lambda: bgterm.Match(names=("a", "b", "c")), "names cannot be ['a', 'b', 'c']"),
        (lambda: bgterm.Match(names="ab"), "names cannot be ab"),
        (lambda: bgterm.Match(names=("a\x1b[31m", "b")), r"names cannot be ('a\x1b[31m', 'b')"),
        (lambda: bgterm.Match(names=("", "b")), "names cannot be ('', 'b')"),
        (lambda: bgterm.Match.from_id("4HPwATDgc/ABMA", names=("a\n", "b")), "names cannot be"),
        (lambda: bgterm.Match.from_id(5), "text cannot be 5"),
        (lambda: bgterm.Match(jacoby="yes"), "jacoby cannot be yes"),
        (lambda: bgterm.Match(beavers=True), "beavers cannot be True"),
        (lambda: bgterm.Match(beaver=1), "beaver is unknown; expected length, crawford"),
        (lambda: bgterm.Match(next_game="loser"), "next_game cannot be loser"),
        (lambda: bgterm.Match(5, clock=FirstThrow.NONE), "clock cannot be FirstThrow.NONE"),
        (lambda: bgterm.Match(5, jacoby=True), "jacoby: only in a money session"),
        (lambda: bgterm.Match(variant="chess"), 'unknown variant "chess"; bgterm knows backgammon'),
        (lambda: bgterm.Match.from_id("4HPwATDgc/ABMA", variant="chess"), 'unknown variant "chess"'),
        (lambda: bgterm.Match().opening("3", 1), "white cannot be 3"),
        (lambda: bgterm.Match().opening(7, 1), "dice show 1 to 6, not 7 and 1"),
        (lambda: ANN_STARTS.play("8/5 6/5").roll(6), "dice cannot be"),
        (lambda: ANN_STARTS.play("8/5 6/5").roll(6, 5, 4), "dice cannot be"),
        (lambda: ANN_STARTS.play(5), "play cannot be 5"),
        (lambda: ANN_STARTS.resign(5), "win cannot be 5"),
        (lambda: ANN_STARTS.resign(player="red"), "player cannot be red"),
        (lambda: ANN_STARTS.checkers(1), "player cannot be 1"),
        (lambda: ANN_STARTS.apply("doubled"), "event cannot be 'doubled'"),
    ],
)
def test_a_wrong_argument_is_refused_where_it_comes_in(wrong, sentence):
    with pytest.raises(bgterm.BackgammonError) as refused:
        wrong()
    assert sentence in str(refused.value)


def test_words_are_texts_or_enums(tmp_path):
    assert bgterm.Match(next_game="winner") == bgterm.Match(next_game=NextGame.WINNER)
    bgterm.Match(5, clock="delay").write(tmp_path / "match.jsonl")
    assert bgterm.read(tmp_path / "match.jsonl").match == bgterm.Match(5, clock="delay")
    for word in ("any_double", FirstThrow.ANY_DOUBLE):
        assert len(bgterm.Match(variant="long", first_throw=word).opening(3, 1).roll(5, 5).legal_plays) == 3
    assert ANN_STARTS.resign("gammon", "black") == ANN_STARTS.resign(bgterm.Win.GAMMON, bgterm.Player.BLACK)
    assert ANN_STARTS.checkers("white") == ANN_STARTS.checkers(bgterm.Player.WHITE)


@pytest.mark.parametrize("path", rest_long(4, match_files("mat")))
def test_files_are_read_written_and_read_again(path, tmp_path):
    record = bgterm.read(path)
    assert len([*record.states()]) == len(record.events) + 1
    record.write(tmp_path / "copy.jsonl")
    copy = bgterm.read(tmp_path / "copy.jsonl")
    assert copy.events == record.events
    assert not copy.problems
    assert copy.match.state == record.match.state


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path):
    with pytest.raises(bgterm.FileError, match="No such file"):
        bgterm.read(tmp_path / "missing.mat")
    (tmp_path / "match.xg").write_bytes(b"RGMH")
    with pytest.raises(bgterm.FileError, match="match file of eXtreme Gammon"):
        bgterm.read(tmp_path / "match.xg")


def test_legality_is_computed_once_for_a_play():
    match = bgterm.Match(length=5).opening(3, 1)
    with calls_of(choices, legal_plays) as counted:
        assert "8/5 6/5" in match.legal_plays
        match.play("8/5 6/5")
    assert counted == {"choices": 1, "legal_plays": 1}
