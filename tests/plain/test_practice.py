"""A practice in lines of text."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bgterm.plain.practice import PlainPractice
from bgterm.practice.drills import drill_cards
from bgterm.practice.journal import own_journal
from bgterm.practice.practice import Practice
from bgterm.profile.settings import Settings
from tests.plain.seats import typed
from tests.practice.questions import ANSWERS, CUBE, TO_DOUBLE, TO_TAKE, card
from tests.storage.faults import Saboteur

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
FIRST, SECOND = card(), card(6, 1)
DOUBLE = replace(card(match="d"), question=TO_DOUBLE, made=CUBE[1], key="double")
TAKE = replace(card(match="t"), question=TO_TAKE, made=ANSWERS[0], key="take")


@pytest.fixture
def practised(tmp_path):
    """Return a function that practises with typed lines, and returns the lines that were said and the journal."""

    async def practise(*lines, cards=(FIRST, SECOND), disk=None):
        said, journal = [], own_journal(tmp_path / "practice.jsonl", *filter(None, [disk]))
        practice = Practice(journal, cards, clock=lambda: NOW)
        await PlainPractice(practice, said.append, Settings()).run(typed(lines))
        return "\n".join(said), journal.schedule

    return practise


def grades(schedule):
    return [review.grade.name for reviews in schedule.reviews.values() for review in reviews]


async def test_question_says_the_board_and_is_left_without_a_grade(practised):
    said, schedule = await practised("8/5", "back", "help all", "quit")
    assert said.splitlines()[0] == "Practice: 1 of 2"
    assert "Ann: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips." in said
    assert "You rolled 3 1. Your move." in said
    assert " cost" not in said
    assert "There is no grade to take back." in said
    assert "back: take the last grade of the practice back, and give another." in said
    assert "resign:" not in said
    assert grades(schedule) == []
    assert said.endswith("0 answers, 0 right.")


async def test_answer_is_graded_by_enter(practised):
    said, schedule = await practised("24/23 13/10", "done", "")
    assert "24/23 13/10 costs 0.164." in said
    assert "Best: 8/5 6/5, equity +0.160." in said
    assert "Grade: again. Asked again on 2026-11-27." in said
    assert "Bob to roll" not in said
    assert grades(schedule) == ["AGAIN"]


@pytest.mark.parametrize(
    ("question", "word", "verdict"),
    [
        (DOUBLE, "double", "Double costs 0.400."),
        (DOUBLE, "roll", "No double is right."),
        (TAKE, "take", "Take is right."),
    ],
)
async def test_cube_is_answered_by_the_words_of_a_match(question, word, verdict, practised):
    said, _schedule = await practised(word, cards=[question])
    assert verdict in said


async def test_grade_is_changed_and_taken_back(practised):
    lines = ("done 8/5 6/5", "easy", "back", "hard", "done 13/7 8/7", "nonsense", "quit")
    said, schedule = await practised(*lines)
    assert grades(schedule) == ["HARD", "AGAIN"]
    assert 'Unknown command "nonsense"' in said


async def test_boards_of_the_answers_are_described(practised):
    said, _schedule = await practised("done 13/10 6/5", "board")
    for line in ("Yours: 13/10 6/5.", "Best: 8/5 6/5.", "In the match: 24/23 13/10."):
        assert line in said.splitlines()


async def test_card_is_set_aside_and_another_deleted(practised):
    said, schedule = await practised("done 8/5 6/5", "aside", "done 8/2 6/5", "delete")
    assert "Practice: 2 of 2\nThe last card is set aside until you restore it." in said
    assert "The last card is deleted. 0 answers" in said
    assert (schedule.aside, schedule.deleted) == ({FIRST.key}, {SECOND.key})


async def test_full_disk_is_one_sentence_and_the_grade_asked_again(practised):
    said, schedule = await practised("done 8/5 6/5", "", "", disk=Saboteur("the disk is full").disk)
    assert "No space left on device." in said
    assert grades(schedule) == ["GOOD"]


async def test_number_is_typed_and_its_error_is_said(practised):
    cards = drill_cards("pips", 2, Random(1))
    right = cards[0].question.number
    said, schedule = await practised("many", "nan", "", str(right + 4), "", "quit", cards=cards)
    assert "Type a number, back or quit.\n" * 3 + f"{right + 4} is off by 4." in said
    assert f"Right: {right}." in said
    assert "A checker counts the number of its point, on the bar 25." in said
    assert f"{right} pips" not in said
    assert grades(schedule) == ["AGAIN"]


async def test_chance_is_a_percentage(practised):
    cards = drill_cards("takes", 1, Random(1))
    said, _schedule = await practised("101", "99999", "-1", "100", cards=cards)
    assert said.count("A chance is a number from 0 to 100.") == 3
    assert "100 is off by" in said
