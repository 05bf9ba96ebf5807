"""A practice at a server, on the screen: the matches there, the engines of its bots, reviews by the key."""

import pytest

from bgterm.engine.engines import Engines
from bgterm.engine.levels import EXPERT
from bgterm.formats.record import SESSION_CLOSED
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.play.analysing import kept_analysis
from bgterm.profile.practising import Wanted, find_practice
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.journal import keep, load
from bgterm.storage.keyed_lines import LinesFolder
from tests.lobby.visitors import ANN, BOB
from tests.practice.test_cards import HEADER, WORSE
from tests.tui.company import company_in
from tests.tui.seat import workspace_in
from tests.tui.test_replay_analysis import Pool
from tests.waiting import wait

FINISHED = HEADER._replace(ruleset=Ruleset(0), seats=(ANN.seat, BOB.seat))
GUEST = User("guest:1", "Dee")


def lobby_of(folder, *bots):
    """Return a lobby with a finished match of Ann and Bob, and bots whose engine is the tests' pool."""
    keep(folder / "matches", FINISHED, (*WORSE, SESSION_CLOSED))
    registry = UserRegistry(NamesFile(folder / "names.jsonl"))
    for user in (ANN, BOB):
        wait(registry.pick(user, user.name))
    return Lobby(folder / "matches", registry, bots=Bots(bots, Engines(lambda _name: Pool())) if bots else None)


@pytest.fixture
def lobby(tmp_path):
    return lobby_of(tmp_path, Bot("builtin", EXPERT))


def entries(lobby, user):
    return [line.split(b'"')[1].decode() for line in lobby.practices.reviews.read(user.key)]


async def test_finished_match_is_analysed_by_the_server(tmp_path, company, lobby):
    seat = await company.come(ANN)
    await company.press(seat, "m", "enter")
    assert {"replay-analyse", "replay-practise"} <= seat.keys
    assert "replay-analyse-by" not in seat.keys
    await company.press(seat, "P")
    assert seat.shows("Practice: 1 of 1")
    await company.press(seat, *"13/7 13/11", "enter", "enter")
    assert seat.shows("In the match: 13/11 13/7, costs 0.080.")
    assert entries(lobby, ANN) == []
    await company.press(seat, "space")
    assert entries(lobby, ANN) == ["practice", "card", "review"]
    assert seat.shows("1 answer, 0 right.")
    (path,) = (tmp_path / "matches").glob("*.jsonl")
    analysis, _remark = kept_analysis(load(path), path, tmp_path / "matches")
    assert (analysis.head.engine, analysis.head.plies) == ("builtin", 0)  # no deeper than the bot plays


async def test_guest_has_drills_and_no_grade_is_kept(company, lobby):
    seat = await company.come(GUEST)
    await company.press(seat, "p")
    assert "own mistakes" not in seat.shown
    assert "by kind" not in seat.shown
    await company.press(seat, "down", "enter", "0", "enter")
    assert seat.shows("Grade: again.")
    assert "Asked again" not in seat.shown
    await company.press(seat, "space", "z", "a", "q")
    assert lobby.practices.reviews.players() == []
    assert not seat.workspace.saves.with_name("practice.jsonl").exists()


async def test_server_without_engines_says_so(tmp_path):
    async with company_in(tmp_path, lobby_of(tmp_path)) as company:
        seat = await company.come(ANN)
        await company.press(seat, "m", "P")
        assert seat.shows("This server has no engine that plays Backgammon.")


async def test_analysis_stops_when_the_player_goes(company, lobby):
    pool = Pool(3, waits=True)
    lobby.bots._engines = Engines(lambda _name: pool)  # noqa: SLF001 - the engine hangs
    seat = await company.come(ANN)
    analyses = seat.workspace.analyses
    await company.press(seat, "m", "P")
    assert analyses.is_running
    await company.drop(seat)
    await analyses.ended()
    assert not analyses.is_running


async def test_names_in_options_are_not_asked(company):
    seat = await company.come(ANN, size=(80, 70))
    await company.press(seat, "o")
    assert seat.shows("Practise above")
    assert not seat.shows("Your names")
    await company.press(seat, "escape")


async def test_practices_of_one_address_are_limited(tmp_path, lobby):
    workspace = workspace_in(tmp_path / "ann")
    lobby.practices.admit(ANN, workspace)
    wanted = Wanted(drill="takes", most=1)
    for _practice in range(Limits().practices_a_minute):
        assert (await find_practice(workspace, wanted)).cards
    with pytest.raises(LobbyError, match="Too many practices begin from your address"):
        await find_practice(workspace, wanted)


async def test_deleted_player_leaves_no_reviews(tmp_path, lobby):
    workspace = workspace_in(tmp_path / "ann")
    lobby.practices.admit(ANN, workspace)
    lobby.practices.reviews.append(ANN.key, lambda _there: [b"{}"])
    lobby.practices.reviews.append(BOB.key, lambda _there: [b"{}"])
    renamed = await lobby.rename(ANN, "Anna")
    assert lobby.practices.reviews.players() == [ANN.key, BOB.key]
    await lobby.delete(renamed)
    assert lobby.practices.reviews.players() == [BOB.key]
    assert LinesFolder(tmp_path / "reviews", "").players() == [BOB.key]
