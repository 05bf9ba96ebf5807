"""One sitting, in which cards are answered, graded and marked; its journal; and cards for other programs."""

import asyncio
import json
import multiprocessing
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act, CubeAnswer, Probabilities, RankedPlay
from bgterm.formats import sgf
from bgterm.notation.json_codec import read_fields, write_fields
from bgterm.practice import messages
from bgterm.practice.drills import drill_cards
from bgterm.practice.export import anki, trees
from bgterm.practice.journal import ReviewJournal, _line, own_journal
from bgterm.practice.practice import Practice
from bgterm.practice.question import (
    Choice,
    Grade,
    Mark,
    Marked,
    Number,
    Question,
    Review,
    Undone,
    proposed_grade,
    question_of,
)
from bgterm.practice.schedule import usual_scheduler
from bgterm.rules.board import Move, Player
from bgterm.rules.match import Phase
from bgterm.storage.errors import FileError
from bgterm.storage.keyed_lines import LinesFolder
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.reviews import ReviewLines
from tests.practice.questions import BEST, BUILDER, PLAYS, SPLIT, THREE_ONE, TO_DOUBLE, TO_TAKE, card
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


WRONG_LINES = b'{"review":{"card":"a","at":"never","grade":"good","answer":{"act":null,"cost":0}}}\n\xff\n[]\n{}\n'


@pytest.mark.parametrize(
    ("damage", "kept", "faults"),
    [(b'{"review":{"card":"5f', b"", []), (WRONG_LINES, WRONG_LINES, [3, 4, 5, 6])],
    ids=["torn", "wrong"],
)
def test_torn_line_is_cut_off_by_an_append_and_wrong_ones_stay(path, damage, kept, faults):
    own_journal(path).append(CARD)
    whole = path.read_bytes()
    path.write_bytes(whole + damage)
    journal = read(path)
    assert (journal.entries, journal.faults) == ([CARD], faults)
    journal.append(REVIEW)
    assert path.read_bytes().startswith(whole + kept + b'{"review":{"card":"' + CARD.key.encode())
    assert (read(path).entries, read(path).faults) == ([CARD, REVIEW], faults)


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


def test_journal_that_has_no_room_or_no_folder_is_one_sentence(path, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="file"):
        own_journal(tmp_path / "file" / "practice.jsonl").append(CARD)
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


# Questions and their answers


@pytest.mark.parametrize(
    ("question", "answer", "cost", "is_least"),
    [
        (THREE_ONE, (Act.PLAY, (Move(6, 5), Move(8, 5))), 0, False),
        (THREE_ONE, (Act.PLAY, SPLIT), 0.164, False),
        (THREE_ONE, (Act.PLAY, (Move(13, 9),)), 0.164, True),
        (TO_DOUBLE, (Act.DOUBLE,), 0.4, False),
        (TO_TAKE, (Act.PASS,), 1.33, False),
    ],
    ids=["the best play in another order", "another play", "a play not judged", "a double", "a pass"],
)
def test_answer_is_judged_by_what_it_leads_to(question, answer, cost, is_least):
    judged = question.judged(*answer)
    assert (judged.cost, judged.is_least, question.player) == (cost, is_least, Player.WHITE)


def test_number_is_judged_by_its_error_and_has_its_own_key():
    asked = THREE_ONE.variant, THREE_ONE.ruleset, THREE_ONE.start
    pips = Question(*asked, number_kind=Number.PIPS, number=167, limits=(0, 3))
    answer = pips.judged_number(165)
    assert answer.cost == 2
    assert proposed_grade(pips, answer, 0.05) is Grade.HARD
    assert proposed_grade(pips, pips.judged_number(167), 0.05) is Grade.GOOD
    assert pips.key not in {THREE_ONE.key, TO_DOUBLE.key}
    assert Question(*asked, names=("Eve", "Max")).key == THREE_ONE.key != TO_DOUBLE.key


@pytest.mark.parametrize(
    ("cost", "is_least", "grade"),
    [(0.010, False, 3), (0.011, False, 2), (0.050, False, 2), (0.051, False, 1), (0.0, True, 2)],
)
def test_grade_follows_from_the_cost(cost, is_least, grade):
    assert proposed_grade(THREE_ONE, Choice(Act.PLAY, cost, is_least=is_least), 0.050) == grade


@pytest.mark.parametrize("question", [THREE_ONE, TO_DOUBLE, TO_TAKE])
def test_question_is_written_and_read(question):
    assert read_fields(Question, write_fields(question)) == question


def test_question_of_a_play_unless_forced_has_those_of_analysis():
    forced = Decision(2, 1, Player.WHITE, Act.PLAY, "24/18", "24/18", 0.0, False, 0.0, 0)
    assert question_of(THREE_ONE.match, forced) is None
    ranked = (BEST, 0.160, 2), ((Move(13, 9),), 0.15, 0), (BUILDER, 0.1, 2), (SPLIT, -0.004, 2)
    plays = tuple(RankedPlay(play, equity, Probabilities(), plies) for play, equity, plies in ranked)
    decision = Decision(2, 1, Player.WHITE, Act.PLAY, "24/23 13/10", "8/5 6/5", 0.164, True, 0.160, 2, plays)
    question = question_of(THREE_ONE.match, decision)
    assert [choice.play for choice in question.choices] == [BEST, (Move(13, 9),), BUILDER, SPLIT]
    assert [round(choice.cost, 3) for choice in question.choices] == [0, 0.010, 0.060, 0.164]
    assert [choice.is_least for choice in question.choices] == [False, True, False, False]
    assert question.least == 0.16 - 0.1
    assert question.match.game.phase is Phase.TO_MOVE


def test_question_of_a_double_not_offered_is_before_the_roll():
    cube = CubeAnswer(0.5, 0.7, 1.0, Probabilities(), Act.DOUBLE, 2)
    decision = Decision(2, 1, Player.WHITE, Act.NO_DOUBLE, "no double", "double", 0.2, True, 0.7, 2, cube=cube)
    question = question_of(THREE_ONE.match, decision)
    assert question.match.game.phase is Phase.TO_ROLL
    costs = [(choice.act, round(choice.cost, 3)) for choice in question.choices]
    assert costs == [(Act.DOUBLE, 0), (Act.NO_DOUBLE, 0.2)]


# Cards for other programs

COLUMNS = ["#separator:tab", "#html:true", "#guid column:1", "#tags column:4"]


def fields(*cards):
    """Return the columns of each card in the text for Anki."""
    lines = anki(cards).splitlines()
    assert lines[:4] == COLUMNS
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


def test_line_is_broken_by_no_name_and_gives_no_pips_away():
    names = ("A<b>\t", "B&\n")
    ((_key, question, _answer, _tags),) = fields(replace(card(), question=replace(card().question, names=names)))
    assert "A&lt;b&gt;" in question
    assert "<b>" not in question
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
