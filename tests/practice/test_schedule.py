from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bgterm.practice.question import Choice, Grade, Mark, Marked, Review, Undone
from bgterm.practice.schedule import Schedule, usual_scheduler
from tests.cases import rest_long
from tests.practice.fsrs6 import Memory, W
from tests.practice.questions import card

MONDAY = datetime(2026, 11, 23, 20, tzinfo=UTC)
ANSWER = Choice(None, 0.0)
CARD, OTHER = card(), card(6, 1)


def review(grade, at=MONDAY, of=CARD):
    return Review(of.key, at.isoformat(), Grade(grade), ANSWER)


def schedule(*entries):
    return Schedule(usual_scheduler(), [CARD, OTHER, *entries])


def test_weights_of_the_library_are_the_published_ones():
    assert usual_scheduler().parameters == W


@pytest.mark.parametrize("seed", rest_long(2, range(4)))
def test_200_reviews_are_due_as_the_published_formula_says(seed):
    random, memory, entries, at, days = Random(seed), Memory(), [], MONDAY, None
    for _ in range(200):
        grade = random.choices([1, 2, 3, 4], [2, 3, 6, 1])[0]
        entries.append(review(grade, at))
        memory.review(grade, days)
        due = at + timedelta(days=min(memory.interval(), 36500))
        assert schedule(*entries).due_at(CARD.key) == due
        wait = timedelta(hours=random.choice([2, 20, 30, 24 * random.randint(1, 40)]))
        at, days = at + wait, wait.days


def test_moments_of_two_terminals_are_put_in_order():
    early, late = review(1), review(3, MONDAY + timedelta(days=2))
    assert schedule(late, early).due_at(CARD.key) == schedule(early, late).due_at(CARD.key)


def test_next_evening_the_forgotten_card_comes_first():
    now = schedule(review(2, of=OTHER), review(1))
    assert [one.key for one in now.due(MONDAY + timedelta(hours=20))] == [CARD.key, OTHER.key]
    assert now.due(MONDAY + timedelta(hours=2)) == []


def test_undone_review_never_was():
    first = review(3)
    assert schedule(first, Undone(CARD.key, first.at)).due_at(CARD.key) is None
    assert schedule(first).due_at(CARD.key) == MONDAY + timedelta(days=2)


def test_card_set_aside_is_not_asked_until_restored():
    aside = Marked(CARD.key, MONDAY.isoformat(), Mark.ASIDE)
    later = MONDAY + timedelta(days=9)
    assert schedule(review(3), aside).due(later) == []
    restored = Marked(CARD.key, later.isoformat(), Mark.RESTORED)
    assert schedule(review(3), aside, restored).due(later) == [CARD]


def test_deleted_card_is_known_and_never_asked():
    now = schedule(Marked(CARD.key, MONDAY.isoformat(), Mark.DELETED), CARD)
    assert now.new() == [OTHER]
    assert (CARD.match, CARD.step) in now.decisions


def test_next_moment_of_a_grade_is_known_before_it_is_given():
    before = schedule()
    assert before.after(review(3)) == MONDAY + timedelta(days=2)
    assert before.due_at(CARD.key) is None
    assert before.next_due() is None
