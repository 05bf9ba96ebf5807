"""Drills: their answers by independent counts and published values, and the results that are kept."""

from functools import cache
from random import Random

import pytest

from bgterm.engine.protocol import Act
from bgterm.notation.plays import play_text
from bgterm.practice.cards import apart
from bgterm.practice.drills import DRILLS, drill_cards, replies, reply_engine, reply_question, seed_in
from bgterm.practice.journal import own_journal
from bgterm.practice.messages import number_question, rule
from bgterm.practice.practice import Practice
from bgterm.practice.question import Card, Grade
from bgterm.rules.board import BAR, Player
from bgterm.rules.dice import ROLLS
from bgterm.rules.errors import BackgammonError
from tests.cases import rest_long
from tests.engine.test_tables import after_rolls


def questions(name, count, seed=5):
    """Return `count` questions of a drill; they depend on the seed only."""
    return [card.question for card in drill_cards(name, count, Random(seed))]


def checkers(question, player):
    """Return the points of the checkers of a player that are not borne off; the bar is 25."""
    counts = question.start.board.counts(player)
    return [point for point in range(1, BAR + 1) for _one in range(counts[point])]


@pytest.mark.parametrize("number", rest_long(8, range(15)))
def test_pip_count_is_the_sum_of_the_points(number):
    question = questions("pips", 1, seed=number)[0]
    assert question.number == sum(checkers(question, question.player))


TAKE_POINTS = [
    # needed by the taker and the doubler, the cube before; the chances to win the match of the table Kazaross XG2
    # after a pass, a loss and a win of the doubled game
    (3, 3, 1, 0.40053, 0.24924, 0.75076),
    (2, 2, 1, 0.32264, 0.0, 1.0),
    (4, 4, 1, 0.42850, 0.33130, 0.66870),
    (5, 5, 1, 0.42268, 0.35205, 0.64795),
    (3, 4, 1, 0.50000, 0.40053, 0.81436),
    (4, 3, 1, 0.33130, 0.18564, 0.59947),
    (5, 4, 1, 0.35205, 0.25641, 0.57150),
    (7, 7, 1, 0.43739, 0.37362, 0.62638),
    (9, 9, 1, 0.44558, 0.39146, 0.60854),
    (4, 2, 1, 0.18564, 0.0, 0.50000),
    (2, 4, 1, 0.59947, 0.50000, 1.0),
    (5, 5, 2, 0.35205, 0.15821, 0.84179),
    (4, 4, 2, 0.33130, 0.0, 1.0),
    (7, 7, 2, 0.37362, 0.23791, 0.76209),
]


@pytest.mark.parametrize(("mine", "theirs", "cube", "passed", "lost", "won"), TAKE_POINTS)
def test_take_point_is_risk_by_risk_and_gain(mine, theirs, cube, passed, lost, won):
    def is_meant(question):
        return question.start.score == (9 - mine, 9 - theirs) and question.start.cube.value == cube

    question = next(filter(is_meant, questions("takes", 100)))
    assert question.number == pytest.approx(100 * (passed - lost) / (won - lost), abs=0.06)
    assert question.match.to_act is Player.WHITE
    assert f"pass {100 * passed:.1f} - loss {100 * lost:.1f}" in rule(Card(question, match="takes"))


@cache
def mean_rolls(points):
    """Return the least mean number of rolls until all checkers are off."""
    if not points:
        return 0.0
    return 1 + sum(count * min(map(mean_rolls, ends)) for count, ends in after_rolls(points)) / 36


def test_effective_pips_are_those_of_a_count_of_all_rolls():
    found = [one for one in questions("effective", 150) if len(checkers(one, Player.WHITE)) <= 5]
    assert len(found) >= 10
    for question in found:
        exact = 49 / 6 * mean_rolls(tuple(sorted(checkers(question, Player.WHITE))))
        assert question.number == pytest.approx(exact, abs=0.06)


@pytest.mark.long
def test_bear_off_is_the_play_with_the_fewest_rolls():
    every = questions("bearoffs", 120, seed=2)
    few = [one for one in every if max(len(checkers(one, player)) for player in Player) <= 6]
    assert len(few) >= 10
    for question in few[:10]:
        rolls = after_rolls(tuple(sorted(checkers(question, Player.WHITE))))
        _count, ends = rolls[ROLLS.index(question.start.dice)]
        best = question.board_after(question.best).counts(Player.WHITE)
        left = tuple(point for point in range(1, 7) for _one in range(best[point]))
        assert mean_rolls(left) == pytest.approx(min(map(mean_rolls, ends)), abs=0.02)


OPENINGS = [
    # well-known replies that make a point or escape, at once beyond doubt
    ("24/13", "3-1", "8/5 6/5"),
    ("24/13", "4-2", "8/4 6/4"),
    ("24/13", "6-1", "13/7 8/7"),
    ("24/13", "5-3", "8/3 6/3"),
    ("24/13", "6-6", "24/18(2) 13/7(2)"),
    ("8/5 6/5", "6-6", "24/18(2) 13/7(2)"),
    ("8/5 6/5", "4-2", "8/4 6/4"),
    ("24/18 13/10", "1-1", "8/7*(2) 6/5(2)"),
    ("24/18 13/10", "6-1", "13/7* 8/7"),
    ("24/18 13/10", "6-6", "24/18(2) 13/7*(2)"),
    ("24/22 13/8", "5-3", "8/3* 6/3"),
    ("24/22 13/8", "5-5", "8/3*(2) 6/1*(2)"),
]


@pytest.mark.parametrize(("opening", "roll", "reply"), OPENINGS)
def test_reply_makes_the_well_known_point(opening, roll, reply):
    lines = next(lines for lines in replies() if lines[0].endswith(opening) and lines[1].startswith(roll))
    found = reply_question(*lines)
    assert str(found.start.dice) == roll
    assert play_text(found.start.board, Player.WHITE, found.best.play) == reply


def test_replies_are_those_to_all_openings():
    assert len({opening[:3] for opening, _line in replies()}) == 15
    assert len({(opening, line[:3]) for opening, line in replies()}) == len(replies()) == 15 * 21
    assert reply_engine() == "GNU Backgammon 1.07.001, 2 plies"


@pytest.mark.parametrize("lines", replies()[::9], ids=lambda lines: f"{lines[0][:3]} {lines[1][:3]}")
def test_reply_can_be_asked(lines):
    found = reply_question(*lines)
    found.check()
    board, opponent = found.start.board, found.start.board.counts(Player.BLACK)
    assert sum(opponent) == sum(board.counts(Player.WHITE)) == 15
    assert 167 - board.pips(Player.BLACK) == sum(map(int, lines[0][:3].split("-")))


@pytest.mark.long
def test_random_position_has_a_clear_answer():
    (question,) = questions("positions", 1, seed=3)
    costs = [choice.cost for choice in question.choices]
    assert (question.best.act, costs, costs[1] >= 0.01) == (Act.PLAY, sorted(costs), True)


def test_position_of_the_drill_is_near_its_seed():
    seed = seed_in("+L4PAAD4vg8AAA")
    cards = drill_cards("positions", 2, Random(1), seed)
    assert len(cards) == 2
    for card in cards:
        card.question.check()
        assert card.title == "Random positions"
        for player in Player:
            assert card.question.start.board.pips(player) <= seed.game.board.pips(player)
        assert card.question.match.ruleset == seed.ruleset
    assert drill_cards("positions", 1, Random(1), seed_in("AQAABAAAAAAAAA")) == []  # a seed without a question


@pytest.mark.parametrize("text", ["nonsense", "AAAAAAAAAAAAAA"])
def test_seed_that_is_no_position_is_refused(text):
    with pytest.raises(BackgammonError):
        seed_in(text)


@pytest.mark.parametrize("name", [name for name in DRILLS if name != "positions"])
def test_cards_of_a_drill_differ_and_have_a_rule(name):
    cards = drill_cards(name, 8, Random(4))
    assert len({card.key for card in cards}) == 8
    assert apart(cards) == cards
    for card in cards:
        card.question.check()
        assert rule(card).endswith(".")
        assert len(rule(card)) <= 78  # as a line of a window of 80 columns
        assert bool(number_question(card.question)) == (card.question.number_kind is not None)


async def test_drill_keeps_only_what_was_not_known(tmp_path):
    journal = own_journal(tmp_path / "practice.jsonl")
    cards = drill_cards("pips", 2, Random(1))
    practice = Practice(journal, cards)
    first, second = (card.question for card in cards)
    practice.take(first.judged_number(first.number))
    assert (practice.grade, practice.due_after()) == (Grade.GOOD, None)
    await practice.confirm()
    assert journal.entries == []
    await practice.undo()
    await practice.confirm()
    practice.take(second.judged_number(second.number + 4))
    assert practice.grade is Grade.AGAIN
    await practice.confirm()
    journal.read()
    assert [*journal.schedule.cards] == [cards[1].key]
    again = Practice(journal, cards[1:])
    again.take(second.judged_number(second.number))
    assert again.due_after() is not None
