"""One sitting, in which cards are answered, graded, undone, set aside and deleted, and the journal of reviews."""

import asyncio
import json
import multiprocessing
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bgterm.practice import messages
from bgterm.practice.journal import ReviewJournal, _line, own_journal
from bgterm.practice.practice import Practice
from bgterm.practice.question import Choice, Grade, Mark, Marked, Number, Review, Undone
from bgterm.practice.schedule import usual_scheduler
from bgterm.storage.errors import FileError
from bgterm.storage.keyed_lines import LinesFolder
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.reviews import ReviewLines
from tests.practice.questions import PLAYS, card
from tests.storage.faults import DEATHS, FAILURES, PLANS, Died, Saboteur

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
FIRST, SECOND, THIRD = card(), card(4, 2), card(6, 1)


@pytest.fixture
def practice(tmp_path):
    moments = (NOW + timedelta(seconds=number) for number in range(1000))
    return Practice(own_journal(tmp_path / "p.jsonl"), [FIRST, SECOND, THIRD], clock=lambda: next(moments))


def schedule_of(practice):
    journal = own_journal(practice.journal.name)
    journal.read()
    return journal.schedule


async def test_answers_are_kept_with_the_grades_that_were_chosen(practice):
    practice.take(PLAYS[1])
    assert practice.grade is Grade.AGAIN
    await practice.confirm()
    assert practice.card == SECOND
    assert schedule_of(practice).reviews[FIRST.key][0].answer == PLAYS[1]
    assert schedule_of(practice).next_due() == NOW + timedelta(days=1)
    practice.take(PLAYS[0])
    assert (practice.grade, (practice.due_after() - NOW).days) == (Grade.GOOD, 2)
    practice.grade = Grade.EASY
    assert (practice.due_after() - NOW).days == 8
    await practice.confirm()
    assert schedule_of(practice).reviews[SECOND.key][0].grade is Grade.EASY


async def test_undone_grades_and_marks_ask_again_with_one_card_kept(practice):
    practice.take(PLAYS[1])
    await practice.confirm()
    await practice.undo()
    assert (practice.card, practice.answer, practice.grade) == (FIRST, PLAYS[1], Grade.AGAIN)
    assert schedule_of(practice).due_at(FIRST.key) is None
    await practice.mark(Mark.ASIDE)
    assert (practice.card, practice.done[0].mark) == (SECOND, Mark.ASIDE)
    assert schedule_of(practice).aside == {FIRST.key}
    await practice.undo()
    assert (practice.card, practice.answer, schedule_of(practice).aside) == (FIRST, None, set())
    practice.take(PLAYS[1])
    practice.grade = Grade.GOOD
    await practice.confirm()
    assert [one.grade for one in schedule_of(practice).reviews[FIRST.key]] == [Grade.GOOD]
    assert sum(entry == FIRST for entry in practice.journal.entries) == 1


async def test_deleted_card_is_gone(practice):
    practice.take(PLAYS[1])
    await practice.confirm()
    practice.take(PLAYS[1])
    await practice.mark(Mark.DELETED)
    assert (practice.card, practice.cards) == (THIRD, [FIRST, THIRD])
    assert schedule_of(practice).deleted == {SECOND.key}
    await practice.undo()
    assert practice.card == FIRST


async def test_last_card_ends_the_practice(practice):
    for _ in range(3):
        practice.take(PLAYS[0])
        await practice.confirm()
    assert (practice.card, len(practice.answered)) == (None, 3)
    assert messages.summary(practice) == "3 answers, 3 right. Cost 0.000, in the matches 0.492."
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


def test_sentences_name_what_was_best_and_what_was_played():
    assert [*messages.about_answer(FIRST, PLAYS[2])][:4] == [
        "13/10 6/5 costs 0.210.",
        "Best: 8/5 6/5, equity +0.160.",
        "In the match: 24/23 13/10, costs 0.164.",
        "Next best, and their costs: 24/23 13/10 0.164, 13/10 6/5 0.210.",
    ]
    assert messages.verdict(FIRST, PLAYS[0]) == "8/5 6/5 is right."
    shallow = replace(PLAYS[1], cost=0.0, is_least=True)
    question = replace(FIRST.question, choices=(PLAYS[0], shallow, PLAYS[2]))
    assert messages.next_best(replace(FIRST, question=question)) == "Next best, and their costs: 13/10 6/5 0.210."
    unknown = replace(PLAYS[0], is_least=True)
    assert messages.verdict(FIRST, unknown) == "8/5 6/5 is not among the best plays."
    assert messages.verdict(FIRST, replace(unknown, cost=0.2)) == "8/5 6/5 costs at least 0.200."


# The journal

CARD = card()
AT = datetime(2026, 11, 23, 20, tzinfo=UTC).isoformat()
REVIEW = Review(CARD.key, AT, Grade.AGAIN, Choice(None, 0.2))
ENTRIES = [CARD, REVIEW, Undone(CARD.key, AT), Marked(CARD.key, AT, Mark.DELETED)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "practice.jsonl"


def read(path):
    journal = own_journal(path)
    journal.read()
    return journal


def test_journal_has_what_two_terminals_appended_and_begins_anew(path):
    journal, other = read(path), own_journal(path)
    assert (journal.entries, journal.faults, path.exists()) == ([], [], False)
    assert journal.schedule.due(datetime.now(UTC)) == []
    journal.append(CARD)
    other.append(REVIEW)
    journal.append(*ENTRIES[2:])
    assert journal.entries == read(path).entries == ENTRIES
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
    journal.read()
    journal.append(CARD)
    assert read(path).entries == [CARD]


def test_first_journals_are_read_and_have_the_same_head(path):
    first = Path("tests/data/first_reviews.jsonl")
    journal = read(first)
    asked, review, marked = journal.entries
    assert (asked.question.number_kind, asked.question.number, journal.faults) == (Number.PIPS, 129, [])
    assert (review.grade, marked.mark) == (Grade.GOOD, Mark.ASIDE)
    own_journal(path).append(CARD)
    assert path.read_bytes().split(b"\n")[0] == first.read_bytes().split(b"\n")[0]


def test_parameters_of_the_head_hold_in_a_newer_version(path):
    own_journal(path).append(CARD, REVIEW)
    path.write_text(path.read_text().replace("[0.212,", "[9.5,"))
    journal = read(path)
    assert journal.scheduler.parameters[0] == 9.5
    assert (journal.schedule.due_at(CARD.key) - datetime.fromisoformat(AT)).days == 10


def test_torn_last_line_is_cut_off_by_the_next_append(path):
    own_journal(path).append(CARD)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"review":{"card":"5f')
    journal = read(path)
    assert (journal.entries, journal.faults) == ([CARD], [])
    journal.append(REVIEW)
    assert path.read_bytes().startswith(whole + b'{"review":')
    assert read(path).entries == [CARD, REVIEW]


def test_line_that_cannot_be_read_is_reported_and_kept(path):
    own_journal(path).append(CARD)
    with path.open("ab") as file:
        file.write(
            b'{"review":{"card":"a","at":"never","grade":"good","answer":{"act":null,"cost":0}}}\n\xff\n[]\n{}\n'
        )
    journal = read(path)
    journal.append(REVIEW)
    assert (journal.faults, journal.entries) == ([3, 4, 5, 6], [CARD, REVIEW])
    assert read(path).faults == [3, 4, 5, 6]


HEAD = usual_scheduler().to_dict()
WRONG = [HEAD | {"parameters": [99.0] * 21}, HEAD | {"parameters": [1.0]}, HEAD | {"maximum_interval": "all"}]
WRONG_HEADS = [json.dumps({"practice": 1} | wrong).encode() for wrong in WRONG]


@pytest.mark.parametrize("head", [b"", b"{}", b"\xff", b'{"practice":2}', b'{"practice":1}', *WRONG_HEADS])
def test_file_of_another_kind_is_refused_and_stays(head, path):
    path.parent.mkdir()
    path.write_bytes(head + b"\n")
    with pytest.raises(FileError, match="not a journal of reviews"):
        own_journal(path).append(REVIEW)
    assert path.read_bytes() == head + b"\n"


def append_many(journal, name):
    for number in range(40):
        journal.append(Review(f"{name}{number}", AT, Grade.GOOD, Choice(None, 0.0)))


def has_all_of_two(journal):
    journal.read()
    assert {entry.card for entry in journal.entries} == {f"{name}{n}" for name in "ab" for n in range(40)}
    assert (len(journal.entries), journal.faults) == (80, [])


@pytest.mark.long
def test_two_programs_at_once_lose_no_review(path):
    starting = multiprocessing.get_context("forkserver")
    programs = [starting.Process(target=append_many, args=(own_journal(path), name)) for name in "ab"]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    has_all_of_two(own_journal(path))


@pytest.mark.parametrize("plan", PLANS)
def test_no_fault_of_the_disk_loses_an_earlier_review(plan, path):
    own_journal(path).append(CARD)
    try:
        own_journal(path, Saboteur(plan).disk).append(REVIEW)
    except (FileError, Died):
        assert plan in (*FAILURES, *DEATHS)
    journal = read(path)
    journal.append(ENTRIES[2])
    assert (journal.entries[0], journal.entries[-1], journal.faults) == (CARD, ENTRIES[2], [])


def test_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="file"):
        own_journal(tmp_path / "file" / "practice.jsonl").append(CARD)


def test_journal_takes_no_more_than_it_may_have(path):
    journal = ReviewJournal(LinesFolder(path.parent, path), path.stem, 2 * len(_line(CARD)))
    journal.append(CARD)
    with pytest.raises(FileError, match="no room for more reviews"):
        journal.append(CARD)
    assert read(path).entries == [CARD]


@pytest.mark.long
async def test_two_programs_with_a_database_lose_no_review(database_url):
    databases = [await Database.open(database_url, most=2) for _program in range(2)]
    journals = [ReviewJournal(ReviewLines(database), "SHA256:a") for database in databases]
    await asyncio.gather(*(asyncio.to_thread(append_many, *each) for each in zip(journals, "ab", strict=True)))
    for journal in journals:
        await asyncio.to_thread(has_all_of_two, journal)
    rows = ReviewLines(databases[0])
    await asyncio.to_thread(ReviewLines(databases[1]).append, "SHA256:b", lambda _there: [b"{}"])
    assert await asyncio.to_thread(rows.players) == ["SHA256:a", "SHA256:b"]
    await asyncio.to_thread(rows.remove, "SHA256:a")
    assert await asyncio.to_thread(rows.players) == ["SHA256:b"]
    for database in databases:
        await database.close()
