"""The end of a game, of a match and of a money session: the screen there, and the possible actions."""

import re
from dataclasses import replace

import pytest

from bgterm.analysis.match_summary import game_cells, summary_of
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.games import start as begun
from bgterm.rules.match import Ending, Result, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.replay.screen import ReplayScreen
from bgterm.tui.widgets.match_panels import EndingCard
from tests.builders import play
from tests.cases import rest_long
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, left, playing
from tests.tables import offer_to_resign
from tests.tui.seat import HEADER, at_table, kept_at, seated

WHITE, BLACK = Player
STARTED = OpeningThrown(3, 1)
SIZES = [(44, 20), (80, 24), (120, 40)]
GAMMON_ON_2 = (
    STARTED,
    Moved(WHITE, play("8/5 6/5")),
    Doubled(BLACK),
    Taken(WHITE),
    ResignationOffered(BLACK, Win.GAMMON),
    ResignationAccepted(WHITE),
)
"""Events by which Ann wins a gammon with the cube at 2: 4 points."""


async def test_a_match_left_before_its_first_roll_is_nowhere(workspace):
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("n", "up", "enter")
        assert seat.asked == "roll"
        await seat.press("q")
        assert "Continue" not in seat.shown
        await seat.press("b")
        assert seat.shows(
            "No match is saved yet. Begin one with New match in the menu; every match is saved automatically."
        )
    assert not workspace.saves.exists()


# Money sessions

MONEY = HEADER._replace(ruleset=Ruleset(), stake="2 euro")


async def test_a_money_session_ends_after_a_yes_and_shows_who_owes(tmp_path):
    async with at_table(tmp_path, header=MONEY, past=GAMMON_ON_2) as (seat, table):
        assert seat.shows("Enter starts game 2.")
        for size in SIZES:
            await seat.resize(*size)
            assert "Q end session" in seat.key_bar
            await seat.press("Q")
            assert seat.shows("End the session for good? Bob owes Ann 8 euro: 4 points of 2 euro.")
            await seat.press("escape")
        await seat.press("Q")
        for key in ("enter", "space", "Q", "q", "n", "E"):
            await seat.press(key)
            assert (table.session_closed, seat.app.is_running) == (False, True)
        assert seat.screen is MatchScreen
        await seat.press("Q", "y")
        for size in SIZES:
            await seat.resize(*size)
            assert seat.shows("The session is over")
            assert seat.shows("Bob owes Ann 8 euro: 4 points of 2 euro.")
        assert {"rematch", "replay", "export", "finish"} <= seat.keys
        assert {"go-on", "end-session", "roll"} & seat.keys == set()
        await seat.press("enter")
        assert (table.session_closed, seat.app.is_running) == (True, False)


async def test_a_money_session_without_a_game_is_not_ended(tmp_path):
    async with at_table(tmp_path, header=MONEY) as (seat, _):
        await seat.press("Q")
        assert ("end-session" in seat.keys, type(seat.app.screen)) == (False, MatchScreen)


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Annabelle the Elder of Ross", "Bartholomew the Younger!")])
@pytest.mark.parametrize("stake", rest_long(1, ["1000000.50 New Taiwan dollars", "0.50 euro"]))
async def test_the_end_of_a_session_shows_its_last_game(tmp_path, names, stake):
    header, won = MONEY._replace(names=names, stake=stake), (OpeningThrown(3, 1), *GAMMON_ON_2[-2:])
    async with at_table(tmp_path, header=header, past=won * 4) as (seat, _):
        await seat.press("Q", "y")
        for size in ((44, 20), (60, 24), (80, 24), (120, 40), (200, 60)):
            await seat.resize(*size)
            *_, last = [line.split() for line in card(seat) if line]
            assert (last[0], last[-1]) == ("4", "8-0")


# The result

LOST = HEADER._replace(ruleset=Ruleset(length=3))


def card(seat):
    """Return the lines of the card over the board, without its frame."""
    rows = [row for row in seat.shown.splitlines() if "┃" in row]
    return [row.split("┃")[1].strip() for row in rows]


async def test_the_end_of_a_match_shows_its_games_and_can_be_replayed(tmp_path):
    won = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
    async with at_table(tmp_path, header=LOST, past=(*won, *GAMMON_ON_2)) as (seat, _):
        for size in SIZES:
            await seat.resize(*size)
            lines = card(seat)
            assert lines[:2] == ["Ann wins the match", "4-1, match to 3"]
            assert not re.search(r"[34] of 3", seat.shown), "more points than the match has"
            games = [line.split() for line in lines if line[:1].isdigit() and "-" in line][1:]
            resigned = ["resigned"] if size[0] >= 80 else []
            assert games == [
                ["1", "Bob", *resigned, "single", "game", "1", "0-1"],
                ["2", "Ann", *resigned, "gammon", "2", "4-1"],
            ]
            assert "R rematch" in seat.key_bar
        await seat.press("r")
        assert type(seat.app.screen) is ReplayScreen
        await seat.press("q")
        assert seat.asked == "over"


async def test_escape_hides_the_result_and_shows_it_again(tmp_path):
    async with at_table(tmp_path, header=LOST, past=GAMMON_ON_2) as (seat, _):
        assert card(seat)
        assert seat.shows("Press R for a rematch, or Enter to leave. Game 1: gammon 2 x cube 2 = 4")
        await seat.press("escape")
        assert card(seat) == []
        assert not seat.shows("Press R for a rematch")
        assert seat.shows(
            "Bob resigns: Ann wins a gammon gammon 2 x cube 2 = 4 Ann wins the match 4-0, match to 3"
        )
        await seat.press("escape")
        assert card(seat)
        await seat.resize(44, 20)
        assert card(seat)[:2] == ["Ann wins the match", "4-0, match to 3"]


async def test_the_end_of_a_game_is_over_the_board_without_a_rematch(tmp_path):
    async with at_table(tmp_path, past=GAMMON_ON_2) as (seat, _):
        lines = ["Bob resigns: Ann wins a gammon", "gammon 2 x cube 2 = 4", "Ann leads 4-0, match to 5"]
        for size in ((44, 20), (120, 40), (80, 24)):
            await seat.resize(*size)
            assert [line for line in card(seat) if line][: len(lines)] == lines
            assert seat.shows("Enter starts game 2, the Crawford game.")
            figures = [" ".join(line.split()) for line in card(seat)[-3:]]
            assert (figures == ["▄ ▄ ▄▄▄", "Ann █▄█ - █ █ Bob", "█ █▄█"]) is (size == (120, 40))
        assert seat.scene.board.pips(WHITE) == 163
        assert {"rematch", "replay", "toggle-result"} & seat.keys == set()
        assert seat.shows("Bob resigns: Ann wins a gammon gammon 2 x cube 2 = 4 Ann leads 4-0, match to 5")
        assert "Enter next game" in seat.key_bar
        await seat.press("enter")
        assert card(seat) == []
        assert seat.shows("game 2, Crawford")


@pytest.mark.long
async def test_the_place_of_a_result_is_drawn_again(tmp_path, monkeypatch):
    async with at_table(tmp_path, past=GAMMON_ON_2) as (seat, _):
        compositor, drawn = seat.app.screen._compositor, []  # noqa: SLF001 - Textual tells nobody
        update = compositor.render_update

        def noted(*args, **kwargs):
            drawn.extend(compositor._dirty_regions)  # noqa: SLF001 - in the same way
            return update(*args, **kwargs)

        monkeypatch.setattr(compositor, "render_update", noted)
        covered = seat.app.screen.query_one(EndingCard).region
        await seat.press("enter")
        assert any(region.contains_region(covered) for region in drawn)


async def test_a_rematch_has_the_same_seats_and_rules(tmp_path):
    async with at_table(tmp_path, header=LOST._replace(dice="seed:7"), past=GAMMON_ON_2) as (seat, table):
        await seat.press("R")
        again = seat.table
        assert again is not table
        assert (again.header.names, again.header.ruleset) == (("Ann", "Bob"), LOST.ruleset)
        assert (again.header.dice, again.match.score, seat.asked) == ("seed:8", (0, 0), "roll")
        assert card(seat) == []
        await seat.press("q")
    assert [record.match.score for record in kept_at(seat.workspace)] == [(4, 0)]


def test_many_games_are_cut_to_the_last_ones():
    match = begun(MONEY)._replace(results=(Result(WHITE, Win.SINGLE, Ending.DROPPED, 1),) * 30)
    summary = summary_of(match._replace(game=match.game._replace(number=31, score=(30, 0))), (), "")
    wide, narrow = (game_cells(summary.match, summary.games, narrow=narrow) for narrow in (False, True))
    assert len(summary.games) == 30
    assert (wide[-1], narrow[-1]) == (
        ("30", "Ann", "double passed", "1", "30-0"),
        ("30", "Ann", "passed", "1", "30-0"),
    )
    assert summary.luck == ()


# At a server


@pytest.mark.long
async def test_all_see_the_result_and_can_replay_and_a_rematch_begins(company, lobby):
    table = left(lobby, STARTED, ResignationOffered(WHITE, Win.BACKGAMMON))
    ann, bob = await company.come(ANN), await company.come(BOB)
    cleo = await company.come(CLEO, table.code)
    await company.press(bob, "a")
    for seat in (ann, bob, cleo):
        assert seat.shows("Bob wins the match 3-0, match to 3")
        assert ("export" in seat.keys, "replay" in seat.keys) == (False, True)
        await company.press(seat, "r")
        assert {"replay-export", "replay-play-on"} & seat.keys == set()
        await company.press(seat, "q")
    assert bob.shows("Press R for a rematch, or Enter to leave.")
    await company.press(bob, "R")
    assert ann.shows("Bob would like a rematch: R agrees.")
    assert ann.shows("Press R for a rematch, or Enter to leave.")
    assert bob.shows("You would like a rematch: Ann is asked.")
    assert bob.shows("Press Enter to leave.")
    assert "R rematch" not in bob.shown
    assert cleo.shows("Bob would like a rematch.")
    assert ann.key_bar.startswith("R rematch  Enter leave")
    await company.press(ann, "R")
    for seat in (ann, bob, cleo):
        assert seat.screen is OnlineMatchScreen
        assert seat.shows("match to 3, game 1")
    assert [seat.asked for seat in (ann, bob, cleo)] == ["roll", "roll", "wait"]
    assert lobby.matches.at(table.code) is None
    await company.press(bob, "space")
    assert len(lobby.matches_of(ANN)[0].table.history) == 1


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("random", "Kept on the server. Fetch: ssh HOST record {code}. Replay: m in the lobby."),
        ("verifiable", "Kept on the server. Copy the record: v, then 2. Replay: m in the lobby."),
    ],
)
async def test_export_on_a_server_names_the_ways_to_the_record(company, lobby, dice, said):
    *_, white, black = playing(lobby, replace(TO_THREE, dice=dice))
    offer_to_resign(white.table, Win.BACKGAMMON)
    for participant in (white, black):
        participant.drop()
    ann, bob = await company.come(ANN), await company.come(BOB)
    await company.press(ann, "e")
    assert not ann.shows("Kept on the server")
    await company.press(bob, "a", "e")
    assert bob.shows(said.format(code=white.at.code))


async def test_a_money_session_is_ended_by_either_and_both_see_it(company, lobby):
    past = (STARTED, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))
    table = left(lobby, *past, offer=TO_THREE.changed(length=0))
    ann, bob = await company.come(ANN), await company.come(BOB)
    await company.press(bob, "Q", "y")
    assert table.table.session_closed
    for seat in (ann, bob):
        assert seat.shows("The money session is closed.")
        assert seat.shows("Ann owes Bob 1 point.")
        assert "rematch" in seat.keys
    await company.press(ann, "q")
    assert ann.screen is LobbyScreen
