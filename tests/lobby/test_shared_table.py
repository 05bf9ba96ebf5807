"""Two seats and the spectators: no player loses a seat, and all know who is present."""

import asyncio
from dataclasses import replace

import pytest

from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.notifications import Refreshed
from bgterm.lobby.users.user_registry import User
from bgterm.lobby.venue import ServerVenue
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.storage.errors import SaveBusy
from tests.builders import Time
from tests.lobby.visitors import ANN, BOB, CLEO, MONEY, TO_THREE, Guest, lobby_in, playing, refusal
from tests.tables import resume_table
from tests.waiting import wait, written

WHITE, BLACK = Player
STARTED = OpeningThrown(3, 1)


def restarted(lobby, tmp_path):
    """Return the lobby of a server that is started again after it was killed."""
    written()
    for table in lobby.matches.live:
        table.table.close().result()
    lobby.registry.close()
    again = lobby_in(tmp_path)
    lobby.registry = again.registry
    return again


def test_who_leaves_may_come_back_and_who_drops_is_waited_for(lobby):
    ann, bob, white, black = playing(lobby)
    white.leave()
    assert (black.at.attendance.left, black.at.awaits(ANN)) == ((WHITE,), False)
    white = ann.sit(black.at.code)
    assert (white.player, black.at.attendance.away) == (WHITE, ())
    wait(white.table.apply(STARTED))
    bob.heard.clear()
    ann.leave()
    assert Refreshed() in bob.heard
    assert black.at.attendance.dropped == (WHITE,)
    assert lobby.match_awaiting(ANN) is black.at
    back = Guest(lobby, ANN)
    bob.heard.clear()
    seat = back.sit(black.at.code)
    assert Refreshed() in bob.heard
    assert (seat.player, seat.table.history) == (WHITE, (STARTED,))


def test_player_in_the_lobby_is_called_and_not_disconnected(lobby):
    ann, bob = Guest(lobby, ANN), Guest(lobby, BOB)
    black = bob.join(ann.open())
    assert (black.at.attendance.elsewhere, black.at.attendance.dropped) == ((WHITE,), ())
    bob.heard.clear()
    ann.leave()
    assert (black.at.attendance.elsewhere, black.at.attendance.dropped) == ((), (WHITE,))
    assert Refreshed() in bob.heard


def test_second_session_takes_the_seat_and_the_first_is_told(lobby):
    ann, _, white, black = playing(lobby)
    second = Guest(lobby, ANN)
    occupancy = second.sit(white.at.code)
    assert "You are at this table from another terminal now." in ann.read
    assert "You are at this table from another terminal now." not in second.read
    white.drop()
    assert black.at.attendance.away == ()
    occupancy.leave()
    assert black.at.attendance.left == (WHITE,)


def deserted(lobby):
    """Return Ann and Bob as visitors of the lobby, and the match that both have left."""
    ann, bob, white, black = playing(lobby)
    wait(white.table.apply(STARTED))
    white.leave()
    black.leave()
    return ann, bob, white.at


def test_a_match_is_taken_off_the_list_of_one_and_kept(lobby, tmp_path):
    _, _, table = deserted(lobby)
    wait(lobby.matches.find(table.code).set_aside(ANN))
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB)) == ([], [table])
    again = restarted(lobby, tmp_path)
    (kept,) = again.matches_of(BOB)
    assert again.matches_of(ANN) == []
    assert kept.code == table.code
    assert again.match_awaiting(ANN) is None
    Guest(again, BOB)
    assert kept.match == table.match


@pytest.mark.parametrize("who", [ANN, BOB])
def test_it_is_on_the_list_again_when_either_sits_down(lobby, tmp_path, who):
    *guests, table = deserted(lobby)
    wait(lobby.matches.find(table.code).set_aside(ANN))
    (guest,) = [one for one in guests if one.user == who]
    guest.sit(table.code).leave()
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB)) == ([table], [table])
    assert len(restarted(lobby, tmp_path).matches_of(ANN)) == 1


@pytest.mark.parametrize(("host", "invited"), [(0, "Bob"), (1, "Ann")])
def test_it_is_on_both_lists_again_when_one_challenges_the_other(lobby, host, invited):
    *guests, table = deserted(lobby)
    cleo = Guest(lobby, CLEO)
    for user in (ANN, BOB):
        wait(lobby.matches.find(table.code).set_aside(user))
    cleo.open(invited="Ann")
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB)) == ([], [])
    guests[host].open(invited=invited)
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB)) == ([table], [table])


def test_match_is_open_and_listed_while_somebody_sits_there(lobby):
    ann, _, white, black = playing(lobby)
    path = white.table.path
    white.leave()
    with pytest.raises(SaveBusy):
        resume_table(path)
    assert refusal(black.at.set_aside, ANN) == "Somebody sits at that table: it stays on your list."
    assert lobby.matches_of(ANN) == [black.at]
    assert "You have no seat at table" in refusal(black.at.set_aside, CLEO)
    black.drop()
    written()
    resume_table(path).close().result()
    assert ann.sit(white.at.code).table.path == path


def test_restart_keeps_seats_code_hints_and_who_had_left(lobby, tmp_path):
    _, _, white, black = playing(lobby, watchable=False)
    for player in Player:
        white.at.set_hints(player, wanted=True)
    wait(white.table.apply(STARTED))
    black.leave()
    again = restarted(lobby, tmp_path)
    table = again.matches.at(white.at.code)
    assert (table.attendance.dropped, table.attendance.left, table.watchable) == ((WHITE,), (BLACK,), False)
    assert table.seating.allows_hints
    assert (again.match_awaiting(ANN), again.match_awaiting(BOB)) == (table, None)
    bob = Guest(again, BOB)
    assert [one.code for one in again.matches_of(BOB)] == [table.code]
    assert bob.sit(table.code).table.history == (STARTED,)


def test_a_guest_has_the_seat_until_they_have_gone(lobby, tmp_path):
    zoe = Guest(lobby, wait(lobby.registry.pick(lobby.registration.guest(), "Zoe")))
    bob = Guest(lobby, BOB)
    occupancy = bob.join(zoe.open())
    assert occupancy.table.header.seats == ("guest", BOB.key)
    zoe.sit(occupancy.at.code).leave()
    again = zoe.sit(occupancy.at.code)
    assert again.player is WHITE
    again.drop()
    zoe.leave()
    assert occupancy.at.attendance.gone == (WHITE,)
    for other in (User("guest:1", "Zoe"), User("guest:2", "Zoe"), User("guest", "Zoe")):
        assert occupancy.at.player_of(other) is None
    occupancy.leave()
    assert lobby.matches_of(BOB) == []
    assert restarted(lobby, tmp_path).matches_of(BOB) == []


def test_spectators_are_counted_once_and_decide_nothing(lobby):
    ann, bob, white, black = playing(lobby)
    cleo = Guest(lobby, CLEO)
    occupancies = [cleo.watch(black.at.code), cleo.sit(black.at.code)]
    assert (black.at.attendance.watchers, [one.player for one in occupancies]) == (1, [None, None])
    for one in (ann, bob, cleo):
        one.heard.clear()
    assert wait(white.say("Well rolled."))
    assert [one.heard for one in (ann, bob, cleo)] == [[Refreshed()], [Refreshed()], [Refreshed()] * 2]
    wait(black.at.let_watch(occupancies[0], False))
    assert black.at.attendance.watchable
    assert not occupancies[0].want_rematch()
    assert refusal(occupancies[0].say, "double!") == "Spectators cannot chat: it could be advice."
    for occupancy in occupancies:
        occupancy.leave()
    assert black.at.attendance.watchers == 0


def test_match_is_watched_where_players_are_and_allow_it(lobby):
    _, _, white, black = playing(lobby)
    wait(white.table.apply(STARTED))
    cleo = Guest(lobby, CLEO)
    cleo.watch(black.at.code)
    wait(white.at.let_watch(white, False))
    assert "Ann and Bob allow no spectators now." in cleo.read
    assert (black.at.attendance.watchers, black.at.attendance.watchable) == (0, False)
    assert refusal(cleo.watch, black.at.code)
    wait(black.at.let_watch(black, True))
    assert cleo.watch(black.at.code).player is None
    white.leave()
    black.leave()
    assert "Neither Ann nor Bob is at the table" in refusal(cleo.watch, black.at.code)


def test_either_may_end_a_money_session_between_two_games(lobby):
    ann, _, white, black = playing(lobby, MONEY)
    for event in (STARTED, ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK)):
        wait(white.table.apply(event))
    ann.heard.clear()
    wait(black.at.end_session(black))
    assert Refreshed() in ann.heard
    assert (white.at.over, white.table.session_closed) == (True, True)
    white.leave()
    black.leave()
    assert lobby.matches_of(ANN) == []


def test_clocks_pause_for_absent_players_and_are_saved(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, now=time)
    ann, _, white, black = playing(lobby, replace(TO_THREE, ruleset=Ruleset(length=3, clock=Clock.DELAY)))
    wait(white.table.apply(STARTED))
    time.passes(42)
    assert white.clocks.left(WHITE) == 6 * 60 - 30
    black.drop()
    time.passes(100)
    assert (white.clocks.standing, white.clocks.left(WHITE)) == (True, 330)
    bob = Guest(lobby, BOB)
    bob.sit(white.at.code)
    time.passes(10)
    assert white.clocks.left(WHITE) == 320
    white.leave()
    bob.leave()
    time.passes(1000)
    assert ann.sit(white.at.code).clocks.left(WHITE) == 320


# A match without a single roll


def saved(tmp_path) -> list[str]:
    """Return the names of the files of matches."""
    written()
    return sorted(path.suffix for path in (tmp_path / "matches").iterdir())


def test_both_leave_before_the_first_roll_and_nothing_is_left(lobby, tmp_path):
    _, _, white, black = playing(lobby, replace(TO_THREE, dice="verifiable"))
    code = white.at.code
    white.leave()
    assert lobby.matches_of(ANN) == lobby.matches_of(BOB) == [black.at]
    assert saved(tmp_path) == [".jsonl", ".secret"]
    black.leave()
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB), lobby.matches.at(code)) == ([], [], None)
    assert saved(tmp_path) == []
    assert restarted(lobby, tmp_path).matches_of(ANN) == []


def test_dropped_connection_keeps_seat_before_the_first_roll(lobby, tmp_path):
    ann, bob, white, black = playing(lobby)
    white.drop()
    black.leave()
    bob.leave()
    assert lobby.match_awaiting(ANN) is white.at
    again = restarted(lobby, tmp_path)
    assert [table.code for table in again.matches_of(ANN)] == [white.at.code]
    ann = Guest(again, ANN)
    occupancy = ann.sit(white.at.code)
    wait(occupancy.table.roll(WHITE))
    occupancy.leave()
    assert saved(tmp_path) == [".jsonl"]


def test_who_comes_back_and_leaves_as_well_ends_it(lobby, tmp_path):
    ann, _, white, black = playing(lobby)
    white.drop()
    black.leave()
    ann.sit(white.at.code).leave()
    assert (lobby.matches_of(ANN), saved(tmp_path)) == ([], [])


def test_unplayed_match_is_deleted_while_other_lines_are_read(lobby):
    _, _, white, black = playing(lobby)

    async def leave(table: Table) -> None:
        white.leave()
        table._look()  # noqa: SLF001 - as when another process has added a line
        await asyncio.sleep(0)
        black.leave()
        await table._follower  # noqa: SLF001 - as above

    wait(leave(black.table))
    assert lobby.matches.at(black.at.code) is None


def test_unplayed_match_hidden_by_both_players_is_deleted(lobby, tmp_path):
    _, _, white, black = playing(lobby)
    white.drop()
    black.drop()
    wait(lobby.matches.find(white.at.code).set_aside(ANN))
    assert saved(tmp_path) == [".jsonl"]
    wait(lobby.matches.find(white.at.code).set_aside(BOB))
    assert (lobby.matches.at(white.at.code), saved(tmp_path)) == (None, [])


def test_an_unplayed_match_with_a_guest_who_has_gone_is_removed(lobby, tmp_path):
    guest = wait(lobby.registration.pick(lobby.registration.guest(), "Gus"))
    ann, gus = Guest(lobby, ANN), Guest(lobby, guest)
    occupancy = ann.sit(gus.join(ann.open()).at.code)
    gus.leave()
    assert saved(tmp_path) == [".jsonl"]
    occupancy.leave()
    assert (lobby.matches_of(ANN), saved(tmp_path)) == ([], [])


def test_who_may_ask_for_hints_and_who_may_refuse_them(lobby):
    lobby.bots = Bots([Bot("builtin")])  # their engines give the hints
    _, _, *players = playing(lobby)
    places = (*players, Guest(lobby, CLEO).watch(players[0].at.code))
    white, black, cleo = (ServerVenue(lobby, place) for place in places)
    assert [each.may_ask_for_hints for each in (white, black, cleo)] == [True, True, False]
    assert not any(each.may_refuse_hints for each in (white, black, cleo))
    white.set_hints(wanted=True)
    assert [each.may_ask_for_hints for each in (white, black, cleo)] == [False, True, False]
    assert [each.may_refuse_hints for each in (white, black, cleo)] == [True, True, False]
    black.set_hints(wanted=True)
    for event in (STARTED, ResignationOffered(WHITE, Win.BACKGAMMON), ResignationAccepted(BLACK)):
        wait(white.table.apply(event))
    assert not any(each.may_ask_for_hints or each.may_refuse_hints for each in (white, black, cleo))
