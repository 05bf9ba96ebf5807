"""Cards for other programs: the text that Anki imports, and game trees of SGF."""

from dataclasses import replace
from random import Random

from bgterm.formats import sgf
from bgterm.practice.drills import drill_cards
from bgterm.practice.export import anki, trees
from tests.practice.questions import card

HEAD = ["#separator:tab", "#html:true", "#guid column:1", "#tags column:4"]


def fields(*cards):
    """Return the columns of each card in the text for Anki."""
    lines = anki(cards).splitlines()
    assert lines[:4] == HEAD
    return [line.split("\t") for line in lines[4:]]


def test_card_is_a_line_with_key_question_answer_and_tags():
    one, other = card(), card(4, 2)
    first, second = fields(one, other)
    assert [first[0], second[0]] == [one.key, other.key]
    assert len(first) == len(second) == 4
    assert first[1].startswith("Ann to move 3-1<pre>XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10<br>")
    assert "| X           O    |   | O              X |<br>" in first[1]
    assert first[2].startswith(
        "Best: 8/5 6/5, equity +0.160.<br>In the match: 24/23 13/10, costs 0.164.<br>Next best, and their costs: "
    )
    assert first[3] == "bgterm backgammon"


def test_names_and_tabs_cannot_break_the_line():
    names = ("A<b>\t", "B&\n")
    ((_key, question, _answer, _tags),) = fields(replace(card(), question=replace(card().question, names=names)))
    assert "A&lt;b&gt;" in question
    assert "<b>" not in question


def test_question_for_pips_does_not_show_them():
    (one,) = drill_cards("pips", 1, Random(1))
    ((_key, question, answer, _tags),) = fields(one)
    assert "Pips:" not in question
    assert answer.startswith(f"Right: {one.question.number:g}.<br>A checker counts the number of its point")


def test_tree_has_the_position_and_the_answer():
    text = trees([card(), card(4, 2)])
    first, second = text.splitlines()
    assert sgf.read(first).header.start == card().question.start
    assert sgf.read(second).header.start == card(4, 2).question.start
    assert "C[Ann to move 3-1 Best: 8/5 6/5, equity +0.160." in first
