"""A practice in lines of text, at one keyboard and at a server."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bgterm.engine.engines import Engines
from bgterm.formats.record import SESSION_CLOSED
from bgterm.lobby.bots import Bot, Bots
from bgterm.plain.practice import PlainPractice
from bgterm.practice.drills import drill_cards
from bgterm.practice.journal import own_journal
from bgterm.practice.practice import Practice
from bgterm.profile.practising import Wanted, find_practice
from bgterm.profile.settings import Settings
from bgterm.storage.journal import keep
from tests.lobby.visitors import TO_THREE
from tests.plain.seats import Company, typed
from tests.practice.questions import ANSWERS, CUBE, TO_DOUBLE, TO_TAKE, card
from tests.practice.test_cards import WORSE
from tests.storage.faults import Saboteur
from tests.tui.test_practice_at_server import FINISHED
from tests.tui.test_replay_analysis import Pool

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
    said, schedule = await practised("done 8/5 6/5", "easy", "back", "hard", "done 13/7 8/7", "nonsense", "quit")
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


# At a server


@pytest.fixture
def company(tmp_path):
    keep(tmp_path / "matches", FINISHED, (*WORSE, SESSION_CLOSED))
    return Company(tmp_path, bots=Bots([Bot("builtin")], Engines(lambda _name: Pool())))


async def begin_analysis(company, visit):
    """Choose the practice of the only finished match."""
    await company.type(visit, "finished")
    *_, offer = await company.type(visit, "1")
    number, about = offer.split(": ")
    assert about == "your worst decisions, as questions"
    (said,) = await company.type(visit, number)
    assert said.endswith("is being analysed: the questions come when it is done.")


async def rest_of_analysis(company, visit):
    """Return the lines until the match is analysed."""
    before = len(company.heard[visit])
    await visit.workspace.analyses.ended()
    await company.settle()
    return company.heard[visit][before:]


async def test_finished_match_is_analysed_and_practised(company):
    ann = await company.come("Ann")
    await begin_analysis(company, ann)
    said = await rest_of_analysis(company, ann)
    *progress, outcome = said[: said.index("Practice: 1 of 1")]
    assert all(line.endswith("% is analysed.") for line in progress)
    assert progress == sorted(set(progress)) != []
    assert outcome.startswith("Analysed by")
    told = await company.type(ann, "13/7 13/11", "done")
    assert any(line.endswith("costs 0.080.") for line in told)
    assert await company.type(ann, "") == [
        "1 answer, 0 right. Cost 0.080, in the matches 0.080.",
        "You are in the lobby.",
    ]
    reviews = company.lobby.practices.reviews.read("SHA256:Ann")
    assert [line[:5] for line in reviews] == [b'{"pra', b'{"car', b'{"rev']


async def test_lobby_lists_drills_and_figures(company):
    ann = await company.come("Ann")
    _question, *rows = await company.type(ann, "practise")
    assert rows[0] == "1: Your own mistakes, the cards that are due, and new ones"
    assert rows[-1] == "8: Your mistakes by kind, what they cost, and your PR over time"
    assert (await company.type(ann, "8"))[-1] == "No analysed match has five decisions of yours."
    assert "how many pips do you need?" in (await company.type(ann, "practise", "3"))[-1]
    assert await company.type(ann, "who") == ["Type a number, back or quit."]
    assert (await company.type(ann, "quit"))[-1] == "You are in the lobby."
    assert (await company.type(ann, "who"))[0].startswith("Ann")


async def test_drill_is_near_the_position_of_an_id(company):
    ann = await company.come("Ann")
    assert (await company.type(ann, "practise nonsense"))[0].startswith('"nonsense" is not a position: ')
    said = await company.type(ann, "practise +L4PAAD4vg8AAA")
    assert said[0] == "Practice: 1 of 5"
    assert not any("167 pips" in line for line in said)


async def test_player_who_is_awaited_leaves_the_practice(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    code = await company.open(ann)
    await company.type(ann, "practise", "3")
    await company.type(bob, f"join {code}")
    assert (await company.type(ann, "help"))[0] != "Type a number, back or quit."


async def test_match_that_is_over_is_practised_from_its_table(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    await company.type(bob, f"join {await company.open(ann)}")
    assert all("practise:" not in line for line in await company.type(ann, "help"))
    await company.type(ann, "roll", "roll")
    await company.type(bob, "resign single")
    said = await company.type(ann, "accept", "practise")
    assert "You are in the lobby." in said
    assert said[-1].endswith("is being analysed: the questions come when it is done.")
    assert (await rest_of_analysis(company, ann))[-1] == "No decision of yours in this match cost more than 0.050."


async def test_analysis_stops_when_the_visitor_goes(company):
    pool = Pool(3, waits=True)
    company.lobby.bots._engines = Engines(lambda _name: pool)  # noqa: SLF001 - the engine hangs
    ann = await company.come("Ann")
    await begin_analysis(company, ann)
    analyses = ann.workspace.analyses
    assert analyses.is_running
    company.go(ann)
    await analyses.ended()
    told = [*company.heard[ann]]
    analyses.watchers.tell()
    await company.settle()
    assert (analyses.is_running, company.heard[ann]) == (False, told)


async def test_player_who_sits_down_meanwhile_is_not_asked(company):
    pool = Pool(3, waits=True)
    company.lobby.bots._engines = Engines(lambda _name: pool)  # noqa: SLF001 - the engine waits
    ann, bob = await company.come("Ann"), await company.come("Bob")
    code = await company.open(bob)
    await begin_analysis(company, ann)
    await company.type(ann, f"join {code}")
    pool.may_go_on.set()
    assert [line[:8] for line in await rest_of_analysis(company, ann)] == ["Analysed"]


async def test_match_that_waits_comes_before_a_practice(tmp_path, monkeypatch):
    company = Company(tmp_path)
    ann, bob, dan = [await company.come(name) for name in ("Ann", "Bob", "Dan")]
    await company.type(bob, f"join {await company.open(ann)}")
    await company.type(ann, "roll", "resign single")
    await company.type(bob, "accept")
    waiting = await company.lobby.matchmaking.open_table(ann.user, TO_THREE)
    await company.type(dan, f"join {waiting.code}")

    async def drill(workspace, _wanted):
        return await find_practice(workspace, Wanted(drill="pips"))

    monkeypatch.setattr("bgterm.plain.server.find_practice", drill)
    await company.type(ann, "practise")
    assert [each.user.name for each in company.lobby.matches.at(waiting.code).seating.everyone] == ["Dan", "Ann"]
    assert (await company.type(ann, "board"))[0] != "Unknown command"
    assert await company.type(ann, "quit")
    assert [each.user.name for each in company.lobby.matches.at(waiting.code).seating.everyone] == ["Dan"]
