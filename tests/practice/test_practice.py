"""One sitting: cards are answered, graded, undone, set aside and deleted."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bgterm.practice import messages
from bgterm.practice.journal import own_journal
from bgterm.practice.practice import Practice
from bgterm.practice.question import Grade, Mark
from bgterm.storage.errors import FileError
from tests.practice.questions import PLAYS, card
from tests.storage.faults import Saboteur

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
FIRST, SECOND, THIRD = card(), card(4, 2), card(6, 1)


@pytest.fixture
def practice(tmp_path):
    moments = (NOW + timedelta(seconds=number) for number in range(1000))
    return Practice(own_journal(tmp_path / "p.jsonl"), [FIRST, SECOND, THIRD], clock=lambda: next(moments))


def read(practice):
    journal = own_journal(practice.journal.name)
    journal.read()
    return journal.schedule


async def test_graded_answer_is_kept_and_the_next_card_is_asked(practice):
    practice.take(PLAYS[1])
    assert practice.grade is Grade.AGAIN
    await practice.confirm()
    assert practice.card == SECOND
    assert read(practice).reviews[FIRST.key][0].answer == PLAYS[1]
    assert read(practice).next_due() == NOW + timedelta(days=1)


async def test_grade_can_be_changed_before_it_is_kept(practice):
    practice.take(PLAYS[0])
    assert (practice.grade, (practice.due_after() - NOW).days) == (Grade.GOOD, 2)
    practice.grade = Grade.EASY
    assert (practice.due_after() - NOW).days == 8
    await practice.confirm()
    assert read(practice).reviews[FIRST.key][0].grade is Grade.EASY


async def test_undone_grade_asks_for_another(practice):
    practice.take(PLAYS[1])
    await practice.confirm()
    await practice.undo()
    assert (practice.card, practice.answer, practice.grade) == (FIRST, PLAYS[1], Grade.AGAIN)
    assert read(practice).due_at(FIRST.key) is None
    practice.grade = Grade.GOOD
    await practice.confirm()
    assert [one.grade for one in read(practice).reviews[FIRST.key]] == [Grade.GOOD]


async def test_card_set_aside_comes_back_by_undo(practice):
    practice.take(PLAYS[1])
    await practice.mark(Mark.ASIDE)
    assert (practice.card, read(practice).aside) == (SECOND, {FIRST.key})
    await practice.undo()
    assert (practice.card, practice.answer, read(practice).aside) == (FIRST, None, set())


async def test_deleted_card_is_gone(practice):
    practice.take(PLAYS[1])
    await practice.confirm()
    practice.take(PLAYS[1])
    await practice.mark(Mark.DELETED)
    assert (practice.card, practice.cards) == (THIRD, [FIRST, THIRD])
    assert read(practice).deleted == {SECOND.key}
    await practice.undo()
    assert practice.card == FIRST


async def test_last_card_ends_the_practice(practice):
    for _ in range(3):
        practice.take(PLAYS[0])
        await practice.confirm()
    assert practice.card is None
    assert len(practice.answered) == 3
    said = messages.summary(practice)
    assert said == "3 answers, 3 right. Cost 0.000, in the matches 0.492."
    await practice.undo()
    assert practice.card == THIRD


async def test_full_disk_changes_nothing(practice):
    practice.journal.append(FIRST)
    practice.journal._file._disk = Saboteur("the disk is full").disk  # noqa: SLF001 - for the next write
    practice.take(PLAYS[1])
    with pytest.raises(FileError, match="No space"):
        await practice.confirm()
    assert (practice.card, practice.answer) == (FIRST, PLAYS[1])
    await practice.confirm()
    assert practice.card == SECOND


async def test_each_card_is_kept_once(practice):
    practice.take(PLAYS[1])
    await practice.confirm()
    await practice.undo()
    await practice.mark(Mark.ASIDE)
    assert sum(entry == FIRST for entry in practice.journal.entries) == 1
    assert practice.done[0].mark is Mark.ASIDE


def test_sentences_name_what_was_best_and_what_was_played():
    said = [*messages.about_answer(FIRST, PLAYS[2])]
    assert said[0] == "13/10 6/5 costs 0.210."
    assert said[1] == "Best: 8/5 6/5, equity +0.160."
    assert said[2] == "In the match: 24/23 13/10, costs 0.164."
    assert said[3] == "Next best, and their costs: 24/23 13/10 0.164, 13/10 6/5 0.210."
    assert messages.verdict(FIRST, PLAYS[0]) == "8/5 6/5 is right."
    shallow = replace(PLAYS[1], cost=0.0, is_least=True)
    question = replace(FIRST.question, choices=(PLAYS[0], shallow, PLAYS[2]))
    assert messages.next_best(replace(FIRST, question=question)) == "Next best, and their costs: 13/10 6/5 0.210."
    unknown = replace(PLAYS[0], is_least=True)
    assert messages.verdict(FIRST, unknown) == "8/5 6/5 is not among the best plays."
    assert messages.verdict(FIRST, replace(unknown, cost=0.2)) == "8/5 6/5 costs at least 0.200."
