"""The lobby: its visitors, tables opened, joined, declined and watched, and the notifications to all concerned."""

import os
from dataclasses import replace
from datetime import date, timedelta
from time import time

import pytest

from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Redirected, Refreshed
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from tests.builders import Time, header
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, Guest, finish, lobby_in, playing, refusal
from tests.tables import begin_table
from tests.waiting import wait

WHITE, BLACK = Player
KEPT = header(3, "seed:1", seats=(ANN.key, BOB.key))


@pytest.fixture
def ann(lobby):
    return Guest(lobby, ANN)


@pytest.fixture
def bob(lobby):
    return Guest(lobby, BOB)


@pytest.fixture
def cleo(lobby):
    return Guest(lobby, CLEO)


# Who is here


def test_everyone_hears_who_comes_and_goes_however_often(lobby, ann):
    bob, again = Guest(lobby, BOB), Guest(lobby, BOB)
    assert (lobby.sessions.users, ann.heard[-1]) == ((ANN, BOB), Refreshed())
    code = again.open()
    again.leave()
    assert lobby.sessions.users == (ANN, BOB)
    assert [table.code for table in lobby.open_tables.seen_by(BOB)] == [code]
    ann.heard.clear()
    bob.leave()
    bob.leave()
    assert (lobby.sessions.users, ann.heard) == ((ANN,), [Refreshed()])


def test_a_folder_that_cannot_be_is_refused_at_once(tmp_path):
    (tmp_path / "matches").write_text("a file")
    registry = UserRegistry(NamesFile(tmp_path / "people.jsonl"))
    assert "no matches can be kept" in refusal(Lobby, tmp_path / "matches", registry)


# Open tables


def test_a_table_is_open_to_whoever_comes_first(lobby, ann, bob):
    code = ann.open(TO_THREE.changed(variant="hyper", dice="verifiable", white="Zoe", black="Zed"))
    assert [table.code for table in lobby.open_tables.seen_by(BOB)] == [code]
    participant = bob.join(code.lower())
    agreed = participant.table.header
    assert (agreed.variant, agreed.ruleset, agreed.dice) == (HYPER, Ruleset(length=3), "verifiable")
    assert (agreed.names, agreed.seats) == (("Ann", "Bob"), (ANN.key, BOB.key))
    assert (lobby.open_tables.seen_by(ANN), participant.at.code) == ([], code)
    assert "Bob has joined your table and waits for you." in ann.read
    assert (lobby.match_awaiting(ANN), lobby.match_awaiting(BOB)) == (participant.at, None)


def test_a_lot_gives_either_the_first_seat(ann, bob):
    found = set()
    while len(found) < 2:
        participant = bob.join(ann.open(replace(TO_THREE, seats_by_lot=True)))
        assert set(zip(participant.table.header.names, participant.table.header.seats, strict=True)) == {
            ("Ann", ANN.key),
            ("Bob", BOB.key),
        }
        found.add(participant.player)


def test_a_table_that_is_not_listed_is_found_by_its_code(lobby, ann, bob):
    code = ann.open(listed=False)
    assert lobby.open_tables.seen_by(BOB) == []
    assert [table.code for table in lobby.open_tables.seen_by(ANN)] == [code]
    assert bob.join(code).player is BLACK


def test_one_cannot_play_oneself_or_an_absent_player(ann):
    own = "That is your own table: wait for somebody to join it, or tell a friend its code."
    assert refusal(ann.join, ann.open()) == own
    assert refusal(ann.open, invited="ann") == "You cannot challenge yourself: choose somebody else."
    assert "Bob is not here: open a table, and tell its code" in refusal(ann.open, invited="Bob")


def test_an_open_table_is_withdrawn_by_its_host_alone(lobby, ann, bob):
    code = ann.open()
    lobby.matchmaking.withdraw(BOB, code)
    assert [table.code for table in lobby.open_tables.seen_by(ANN)] == [code]
    lobby.matchmaking.withdraw(ANN, code)
    lobby.matchmaking.withdraw(ANN, code)
    assert lobby.open_tables.seen_by(bob.user) == []
    code = ann.open()
    ann.leave()
    assert lobby.open_tables.seen_by(ANN) == []
    assert f"There is no table {code} any more" in refusal(bob.join, code)


@pytest.mark.parametrize("dice", ["manual", "seed:42", "file:/etc/passwd", "loaded"])
def test_dice_that_one_of_the_two_would_know_are_refused(ann, dice):
    assert refusal(ann.open, replace(TO_THREE, dice=dice)) == (
        "At two terminals the server rolls the dice, because nobody could see yours: choose random or "
        "verifiable dice."
    )


def test_who_is_challenged_is_told_and_alone_may_join(lobby, ann, bob, cleo):
    code = ann.open(invited="bob")
    assert "Ann challenges you: see the lobby." in bob.read
    assert lobby.open_tables.seen_by(CLEO) == []
    assert [table.invited for table in lobby.open_tables.seen_by(BOB)] == [BOB]
    assert "Ann waits for somebody else at that table" in refusal(cleo.join, code)
    lobby.matchmaking.withdraw(BOB, code)
    assert "Bob would rather not play now." in ann.read
    assert lobby.open_tables.seen_by(ANN) == lobby.open_tables.seen_by(bob.user) == []
    assert bob.join(ann.open(invited="bob")).player is BLACK


# Looking on, finding again


def test_matches_in_play_are_seen_and_those_left_are_not(lobby):
    ann, bob, white, black = playing(lobby)
    assert [table.match for table in lobby.matches.live] == [white.table.match]
    white.leave()
    black.drop()
    assert lobby.matches.live == []
    assert [one.code for one in lobby.matches_of(ann.user)] == [white.at.code]
    assert lobby.matches_of(Guest(lobby, CLEO).user) == []
    assert lobby.matches.at(white.at.code.lower()) is white.at
    assert bob.sit(white.at.code).player is BLACK


def test_a_match_without_a_code_keeps_the_one_it_is_given(tmp_path):
    for seats in (KEPT.seats, ("", "")):
        begin_table(tmp_path / "matches", KEPT._replace(seats=seats)).close().result()
    ann = Guest(lobby_in(tmp_path), ANN)
    (match,) = ann.lobby.matches_of(ANN)
    code = match.code
    assert ann.sit(code).at.code == code != ""
    assert ann.lobby.matches.at("") is None  # matches at one keyboard are not in the lobby
    assert ann.lobby.matches_of(User("", "")) == []


def test_the_lobby_hears_of_a_score_and_its_players_of_a_turn(lobby, cleo):
    ann, bob, white, black = playing(lobby)
    again = Guest(lobby, ANN)
    for guest in (ann, bob, again, cleo):
        guest.heard.clear()
    wait(white.table.apply(OpeningThrown(1, 3)))
    assert [guest.heard for guest in (ann, bob, again, cleo)] == [[], [], [Refreshed()], []]
    black.drop()
    for guest in (ann, bob, again, cleo):
        guest.heard.clear()
    wait(white.table.apply(ResignationOffered(BLACK, Win.SINGLE)))
    assert [guest.heard for guest in (ann, bob, again, cleo)] == [[], [Refreshed()], [Refreshed()], []]
    wait(white.table.apply(ResignationAccepted(WHITE)))
    assert cleo.heard == [Refreshed()]


# Rematch


def test_rematch_begins_with_the_same_seats_and_rules(lobby, cleo):
    ann, bob, white, black = playing(lobby, TO_THREE.changed(variant="hyper"), watchable=True)
    onlooker = cleo.watch(white.at.code)
    finish(white.table)
    wait(lobby.matchmaking.ask_rematch(black))
    assert (white.at.attendance.rematch, Redirected(white.at.code) in ann.heard) == ((BLACK,), False)
    wait(lobby.matchmaking.ask_rematch(white))
    (moved,) = [notification for notification in ann.heard if isinstance(notification, Redirected)]
    assert moved in bob.heard
    assert moved in cleo.heard
    participants = [ann.sit(moved.code), bob.sit(moved.code)]
    assert [participant.player for participant in participants] == [WHITE, BLACK]
    before, after = white.table.header, participants[0].table.header
    assert after._replace(date=before.date) == before
    assert after.seats == (ANN.key, BOB.key)
    for participant in (white, black, onlooker):
        participant.leave()
    assert lobby.matches.at(white.at.code) is None


def test_rematch_is_wanted_only_after_the_end_and_at_the_table(lobby):
    *_, white, black = playing(lobby)
    for participant in (white, black):
        wait(lobby.matchmaking.ask_rematch(participant))
    assert white.at.attendance.rematch == ()
    finish(white.table)
    wait(lobby.matchmaking.ask_rematch(white))
    assert black.at.attendance.rematch == (WHITE,)
    white.leave()
    assert black.at.attendance.rematch == ()


def test_player_at_the_limit_of_matches_joins_and_begins_none(tmp_path):
    lobby = lobby_in(tmp_path, Limits(matches_each=1))
    ann, _, white, black = playing(lobby)
    cleo = Guest(lobby, CLEO)
    code = cleo.open()
    assert "Ann has 1 match to finish: finish one first" in refusal(ann.join, code)
    finish(white.table)
    ann.join(code)
    for participant in (white, black):
        assert "Ann has 1 match to finish" in refusal(lobby.matchmaking.ask_rematch, participant)
    assert white.at.attendance.rematch == ()
    assert len(lobby.matches_of(ANN)) == 1


# Limits and the end


def test_nobody_challenges_more_often_than_he_may(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, Limits(challenges=2, challenge_seconds=60), now=time)
    ann, _ = Guest(lobby, ANN), Guest(lobby, BOB)
    for _ in range(2):
        lobby.matchmaking.withdraw(ANN, ann.open(invited="Bob"))
    assert "At most 2 challenges in 60 seconds" in refusal(ann.open, invited="Bob")
    ann.open()
    time.passes(60)
    assert ann.open(invited="Bob")


def from_home(lobby, *users):
    """Return visitors who have come from one address."""
    return [Guest(lobby, replace(user, address="192.0.2.7")) for user in users]


def test_tables_of_one_address_are_limited_in_number_and_pace(tmp_path):
    time = Time()
    limits = Limits(openings=3, opening_seconds=60, open_from_one_address=2)
    lobby = lobby_in(tmp_path, limits, now=time)
    ann, bob = from_home(lobby, ANN, BOB)
    codes = [ann.open(), bob.open()]
    assert "2 tables from your address are open already" in refusal(bob.open)
    lobby.matchmaking.withdraw(ANN, codes[0])
    lobby.matchmaking.withdraw(ANN, ann.open())
    assert "Your address may open 3 tables in 60 seconds" in refusal(ann.open)
    assert [table.code for table in lobby.open_tables.seen_by(CLEO)] == codes[1:]
    assert Guest(lobby, replace(CLEO, address="192.0.2.8")).open()
    time.passes(60)
    assert ann.open()


def test_new_matches_a_day_are_limited_by_address(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, Limits(matches_a_day=2), now=time)
    ann, bob = from_home(lobby, ANN, BOB)
    white = ann.sit(wait(lobby.matchmaking.join(bob.user, ann.open())).code)
    black = bob.sit(white.at.code)
    finish(white.table)
    for participant in (white, black):
        wait(lobby.matchmaking.ask_rematch(participant))
    assert len(lobby.matches_of(ANN)) == 1
    code = ann.open()
    assert "At most 2 matches a day" in refusal(lobby.matchmaking.join, bob.user, code)
    assert "At most 2 matches a day" in refusal(lobby.matchmaking.ask_rematch, black)
    Guest(lobby, CLEO).join(code)
    time.passes(24 * 60 * 60)
    assert wait(lobby.matchmaking.join(bob.user, ann.open()))


@pytest.mark.parametrize("is_restarted", [False, True])
def test_finished_match_goes_and_its_code_is_not_given_again(tmp_path, monkeypatch, is_restarted):
    lobby = lobby_in(tmp_path)
    ann, _, white, black = playing(lobby)
    code = white.at.code
    finish(white.table)
    assert (white.at.over, lobby.matches_of(ANN), lobby.match_awaiting(ANN)) == (True, [], None)
    white.leave()
    assert lobby.matches.at(code)
    black.leave()
    if is_restarted:
        lobby.registry.close()
        lobby = lobby_in(tmp_path)
        ann = Guest(lobby, ANN)
    assert lobby.matches.at(code) is None
    letters = iter(f"{code}A2A2A")
    monkeypatch.setattr("secrets.choice", lambda _letters: next(letters))
    assert ann.open() == "A2A2A"


def test_player_with_an_unfinished_match_keeps_the_name(tmp_path):
    day = [date(2026, 1, 1)]
    registry = UserRegistry(NamesFile(tmp_path / "names.jsonl"), most=3, today=lambda: day[0])
    lobby = Lobby(tmp_path / "matches", registry)
    for user in (ANN, BOB, CLEO):
        wait(lobby.registration.pick(user, user.name))
    ann, bob, *_ = playing(lobby)
    for guest in (ann, bob):
        guest.leave()
    new = User("SHA256:new", "")
    day[0] += timedelta(days=60)
    Guest(lobby, CLEO).leave()
    day[0] += timedelta(days=60)
    full = refusal(lobby.registration.pick, new, "Eve")  # Ann and Bob have a match, and Cleo was here of late
    assert "no room for more names" in full
    day[0] += timedelta(days=30)
    assert wait(lobby.registration.pick(new, "Eve")).name == "Eve"
    assert [registry.name_of(one.key) for one in (ANN, BOB, CLEO)] == ["Ann", "Bob", ""]


@pytest.mark.parametrize(
    ("played", "days", "found"), [(False, 29, 1), (False, 31, 0), (True, 31, 1), (True, 4000, 1)]
)
def test_match_without_a_roll_is_not_kept_for_ever(tmp_path, played, days, found):
    lobby = lobby_in(tmp_path, Limits(unplayed_days=30))
    ann, bob, white, _ = playing(lobby)
    if played:
        wait(white.table.apply(OpeningThrown(3, 1)))
    path = white.table.path
    for guest in (ann, bob):
        guest.leave()
    lobby.registry.close()
    then = path.stat().st_mtime - days * 24 * 60 * 60
    os.utime(path, (then, then))
    again = lobby_in(tmp_path, Limits(unplayed_days=30))
    assert len(again.matches_of(ANN)) == found
    assert path.exists()


@pytest.mark.parametrize(
    ("limits", "opened", "said"),
    [
        (Limits(open_each=2), 2, "You have 2 open tables already: withdraw one first."),
        (Limits(tables=2), 1, "All tables are taken: wait until one is free, or watch a match."),
        (Limits(matches_each=1), 0, "Ann has 1 match to finish: finish one first."),
        (
            Limits(matches=1),
            0,
            "This server keeps as many unfinished matches as it can: finish one, or contact the operator.",
        ),
    ],
    ids=["open tables of a player", "tables", "matches of a player", "matches"],
)
def test_no_more_tables_are_opened_than_there_may_be(tmp_path, limits, opened, said):
    lobby = lobby_in(tmp_path, limits)
    ann, _, white, black = playing(lobby)
    codes = {ann.open() for _ in range(opened)}
    assert refusal(ann.open) == said
    assert {table.code for table in lobby.open_tables.seen_by(ANN)} == codes
    finish(white.table)
    white.leave()
    black.leave()
    for code in codes:
        lobby.matchmaking.withdraw(ANN, code)
    assert ann.open()


def test_at_the_end_everyone_is_told_and_nobody_comes_any_more(lobby):
    ann, bob, white, black = playing(lobby)
    wait(white.table.apply(OpeningThrown(3, 1)))
    lobby.close(lambda: "The server goes down. Everything is kept.")
    for one in (ann, bob):
        assert "The server goes down. Everything is kept." in one.read
    assert "The server goes down" in refusal(Guest, lobby, CLEO)
    for participant in (white, black):
        participant.drop()
    for one in (ann, bob):
        one.leave()
    assert lobby.sessions.users == ()


def test_last_results_are_known_after_a_restart(tmp_path):
    day = 24 * 60 * 60
    for number, names in enumerate((("Ann", "Bob"), ("Bob", "Cleo"))):
        table = begin_table(tmp_path / "matches", KEPT._replace(names=names, seats=("a", "b")))
        finish(table)
        table.close().result()
        os.utime(table.path, (0, time() - (3 - number) * day))
    results = [(result.names, round(age / day)) for result, age in lobby_in(tmp_path).results.with_ages()]
    assert results == [(("Bob", "Cleo"), 2), (("Ann", "Bob"), 3)]


async def test_match_that_was_removed_at_once_is_not_found(lobby):
    await lobby.matches.find_begun("2026-11-20-ann-bob", {})
    assert [*lobby.matches] == []
