"""A practice at a server in plain mode."""

import pytest

from bgterm.engine.engines import Engines
from bgterm.formats.record import SESSION_CLOSED
from bgterm.lobby.bots import Bot, Bots
from bgterm.profile.practising import Wanted, find_practice
from bgterm.storage.journal import keep
from tests.lobby.visitors import TO_THREE
from tests.plain.seats import Company
from tests.practice.test_cards import WORSE
from tests.tui.test_practice_at_server import FINISHED
from tests.tui.test_replay_analysis import Pool


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
    assert any(
        line.endswith("costs 0.080.")
        for line in [*await company.type(ann, "13/7 13/11"), *await company.type(ann, "done")]
    )
    assert await company.type(ann, "") == [
        "1 answer, 0 right. Cost 0.080, in the matches 0.080.",
        "You are in the lobby.",
    ]
    assert [line[:5] for line in company.lobby.practices.reviews.read("SHA256:Ann")] == [
        b'{"pra',
        b'{"car',
        b'{"rev',
    ]


async def test_lobby_lists_drills_and_figures(company):
    ann = await company.come("Ann")
    _question, *rows = await company.type(ann, "practise")
    assert rows[0] == "1: Your own mistakes, the cards that are due, and new ones"
    assert rows[-1] == "8: Your mistakes by kind, what they cost, and your PR over time"
    assert (await company.type(ann, "8"))[-1] == "No analysed match has five decisions of yours."
    await company.type(ann, "practise")
    assert "how many pips do you need?" in (await company.type(ann, "3"))[-1]
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
    await company.type(ann, "open 1")
    (table,) = company.lobby.open_tables.seen_by(ann.user)
    await company.type(ann, "practise")
    await company.type(ann, "3")
    await company.type(bob, f"join {table.code}")
    assert (await company.type(ann, "help"))[0] != "Type a number, back or quit."


async def test_match_that_is_over_is_practised_from_its_table(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    await company.type(ann, "open 1")
    (table,) = company.lobby.open_tables.seen_by(ann.user)
    await company.type(bob, f"join {table.code}")
    assert all("practise:" not in line for line in await company.type(ann, "help"))
    for line in ("roll", "roll"):
        await company.type(ann, line)
    await company.type(bob, "resign single")
    await company.type(ann, "accept")
    said = await company.type(ann, "practise")
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
    await company.type(bob, "open 1")
    (table,) = company.lobby.open_tables.seen_by(ann.user)
    await begin_analysis(company, ann)
    await company.type(ann, f"join {table.code}")
    pool.may_go_on.set()
    assert [line[:8] for line in await rest_of_analysis(company, ann)] == ["Analysed"]


async def test_match_that_waits_comes_before_a_practice(tmp_path, monkeypatch):
    company = Company(tmp_path)
    ann, bob, dan = [await company.come(name) for name in ("Ann", "Bob", "Dan")]
    await company.type(ann, "open 1")
    await company.type(bob, f"join {company.lobby.open_tables.of(ann.user)[0].code}")
    for visit, line in ((ann, "roll"), (ann, "resign single"), (bob, "accept")):
        await company.type(visit, line)
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
