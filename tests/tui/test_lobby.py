"""The lobby on the screen: coming in, tables opened and joined while others watch, and odd names."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.widget import Widget

from bgterm.lobby import messages
from bgterm.lobby.open_tables import QUICK
from bgterm.lobby.users.user_registry import User
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.library import find_save
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.lobby.view import RowKind
from bgterm.tui.screens.match.online import OnlineMatchScreen
from bgterm.tui.screens.setup.forms import OpenTableScreen
from bgterm.tui.widgets.text_line import RowList
from tests.builders import Time, play
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, Guest, finish, lobby_in, playing
from tests.tui.company import company_in
from tests.tui.seat import SIZE, key_event

WHITE, BLACK = Player
NOBODY = User("SHA256:new", "")
LARGE = (120, 40)


# Coming in


async def test_new_player_has_a_sanitized_login_name_or_picks_another(company, lobby):
    await lobby.registry.pick(User("SHA256:other", ""), "Zoe")
    seat = await company.come(NOBODY, "\x1b[31mzoe\u202e\x07")
    assert seat.screen is TextDialog
    assert "> Name  [zoe]" in seat.shown
    await seat.press("enter")
    assert seat.shows("zoe is somebody else here: pick another name.")
    assert lobby.sessions.users == ()
    await seat.press("backspace", *"Eve", "enter")
    assert seat.screen is LobbyScreen
    assert (lobby.registry.name_of(NOBODY.key), lobby.sessions.users) == ("Eve", (User(NOBODY.key, "Eve"),))


@pytest.mark.parametrize("name", ["ann", "Maximiliana"])
async def test_name_in_one_packet_is_read_whole_without_earlier_keys(company, lobby, name):
    seat = await company.come(NOBODY)
    before = seat.app.screen.shown_since
    for key in (*"eve", "enter"):
        seat.app.post_message(key_event(key, at=before - 0.1))
    await company.settle()
    assert seat.screen is TextDialog
    await seat.burst(*name, "enter")
    await company.settle()
    assert seat.screen is LobbyScreen
    assert lobby.registry.name_of(NOBODY.key) == name


async def test_a_message_is_highlighted_and_a_long_detail_is_not(company, lobby):
    await lobby.matchmaking.open_table(BOB, MatchOffer(ruleset=Ruleset(length=17, policing=True, take_back=False)))
    seat = await company.come(ANN, size=(44, 20))
    await seat.press("down")
    shown = seat.app.screen.query_one("#message")
    assert "to 17" in str(shown.render())
    assert not shown.styles.text_style.bold
    seat.app.screen.say("Bob is here.")
    assert shown.styles.text_style.bold


async def test_newcomer_is_greeted_and_goes_home_without_a_name(company, lobby):
    lobby.greeting = "Be kind.\nMatches are at eight."
    seat = await company.come(NOBODY)
    assert "Be kind." in seat.shown
    assert "Matches are at eight." in seat.shown
    await seat.press("enter")
    assert seat.screen is TextDialog
    await company.press(seat, "escape")
    assert not seat.app.is_running
    assert lobby.sessions.users == ()


async def test_who_quits_is_not_here_any_more(company, lobby):
    seat = await company.come(ANN)
    assert seat.shows("Nobody else is here yet. Enter opens a table: tell a friend its code.")
    assert seat.shows("1 person here, 0 matches in play")
    await company.press(seat, "q")
    assert (seat.app.return_value, lobby.sessions.users) == ("Come again.", ())


async def test_a_code_leads_straight_to_its_table_if_there_is_one(company, lobby):
    lost = await company.come(BOB, "K7Q2M")
    assert lost.screen is LobbyScreen
    assert lost.shows("There is no table K7Q2M any more.")
    code = Guest(lobby, ANN).open(listed=False)
    bob = await company.come(BOB, code.lower())
    assert (bob.screen, bob.asked) == (OnlineMatchScreen, "roll")
    cleo = await company.come(CLEO, code)
    assert cleo.screen is OnlineMatchScreen
    assert lobby.matches.at(code).attendance.watchers == 1


async def test_the_lobby_is_not_drawn_on_the_way_to_a_table(company, lobby):
    _, _, white, _ = playing(lobby)
    await white.table.apply(OpeningThrown(3, 1))
    white.drop()
    ann = await company.come(ANN, white.at.code)
    assert (ann.screen, len(ann.app.screen_stack[0].query(Widget))) == (OnlineMatchScreen, 0)
    await company.press(ann, "q")
    assert ann.shows(f"{messages.own_match(white.table.match, WHITE)} at the table")
    await company.press(ann, "enter")
    assert ann.shows("Ann to move 3-1")


async def test_a_code_leads_to_its_table_though_another_waits(company, lobby):
    *_, white, black = playing(lobby)
    for participant in (white, black):
        participant.drop()
    code = Guest(lobby, CLEO).open()
    bob = await company.come(BOB, code)
    assert bob.shows("Cleo")
    assert lobby.matches.at(code).seating.is_seated(BLACK)
    assert [type(one) for one in bob.app.screen_stack].count(OnlineMatchScreen) == 1


async def test_a_name_marks_where_that_player_is(company, lobby):
    Guest(lobby, ANN)
    cleo = Guest(lobby, CLEO)
    cleo.open()
    bob = await company.come(BOB, "cleo")
    assert bob.shows("Enter: join and play")
    await company.press(bob, "enter")
    assert bob.screen is OnlineMatchScreen


# Tables


async def test_a_table_is_opened_and_joined_before_everyones_eyes(company, bob, lobby):
    ann = await company.come(ANN, settings=Settings().changed(dice="manual"))
    await company.press(ann, "n")
    assert ann.screen is OpenTableScreen
    await company.press(ann, "down", "7", "enter", "enter")
    (table,) = lobby.open_tables.seen_by(BOB)
    assert (table.offer.ruleset, table.offer.dice) == (Ruleset(length=7), "random")
    assert ann.shows(f"{table.code}, yours")
    assert bob.shows("Ann Backgammon, match to 7")
    await company.press(bob, "down", "enter")
    assert (ann.screen, bob.screen) == (OnlineMatchScreen, OnlineMatchScreen)
    assert (ann.asked, bob.asked) == ("roll", "roll")


# Quick games


async def test_enter_opens_one_table_and_enter_of_the_next_joins_it(company, ann, bob, lobby):
    assert ann.shows("Play anybody Backgammon, match to 5")
    await ann.burst("enter", "enter")
    await company.press(ann, "enter")
    (table,) = lobby.open_tables.seen_by(BOB)
    assert (table.host, table.offer.ruleset) == (ANN, Ruleset(length=5))
    assert ann.shows(f"{table.code}, yours")
    assert not ann.shows("Play anybody")
    assert bob.shows("Play anybody with Ann, Backgammon, match to 5")
    assert bob.shows("Enter: join and play")
    await company.press(bob, "enter", "enter")
    assert (ann.screen, bob.screen) == (OnlineMatchScreen, OnlineMatchScreen)
    (match,) = lobby.matches.live
    assert match.table.history == ()


async def test_quick_game_is_with_the_player_who_has_waited_longest(company, lobby):
    narde = TO_THREE.changed(variant="long", cube=False)
    money = replace(TO_THREE, ruleset=Ruleset(jacoby=True, beavers=1))
    dan, eve = (User(f"SHA256:{name}", name) for name in ("Dan", "Eve"))
    for user, settings in ((BOB, narde), (dan, money), (CLEO, QUICK), (eve, QUICK)):
        Guest(lobby, user).open(settings)
    ann = await company.come(ANN)
    assert ann.shows("Play anybody with Cleo, Backgammon, match to 5")
    await company.press(ann, "enter")
    (match,) = lobby.matches.live
    assert set(match.header.names) == {"Ann", "Cleo"}


async def test_quick_game_is_at_no_table_for_others_or_of_another_game(company, lobby):
    cleo, bob = Guest(lobby, CLEO), Guest(lobby, BOB)
    cleo.open(QUICK, listed=False)
    bob.open(QUICK, invited="Cleo")
    ann = await company.come(ANN)
    await lobby.matchmaking.open_table(ANN, TO_THREE)
    await company.settle()
    assert ann.shows("Play anybody Backgammon, match to 5")
    await company.press(ann, "enter")
    assert [table.is_quick for table in lobby.open_tables.seen_by(ANN)] == [False, True]


async def test_enter_meant_for_another_waiting_player_joins_nobody(company, lobby):
    ann = await company.come(ANN)
    pressed = key_event("enter")
    Guest(lobby, BOB).open(QUICK)
    await company.settle()
    ann.app.post_message(pressed)
    await company.settle()
    assert (ann.screen, lobby.matches.live) == (LobbyScreen, [])


# Challenges


async def test_challenges_are_declined_and_accepted_on_table_or_name(company, ann, bob, lobby):
    for keys in (("delete",), ("end", "delete"), ("end", "enter")):
        await company.press(ann, "i", *"BOB", "enter", "enter", "enter")
        assert bob.shows("Ann challenges you: see the lobby.")
        assert bob.shows("Ann Backgammon, match to 5 challenges you")
        await company.press(bob, *keys[:-1])
        if "end" in keys:
            assert bob.app.screen.query_one(RowList).marked.key == (RowKind.PERSON, "Ann")
        assert bob.shows("Enter: accept and play   Delete: decline")
        await company.press(bob, keys[-1])
        assert lobby.open_tables.seen_by(ANN) == lobby.open_tables.seen_by(BOB) == []
        if keys[-1] == "delete":
            assert ann.shows("Bob would rather not play now.")
            assert bob.shows("Enter: challenge to a match") is ("end" in keys)
    assert (ann.screen, bob.screen) == (OnlineMatchScreen, OnlineMatchScreen)


async def test_a_challenge_is_shown_above_a_form_and_marked_once(company, ann, bob):
    assert bob.shows("> Play anybody")
    await company.press(bob, "o")
    await company.press(ann, "i", *"Bob", "enter", "enter", "enter")
    assert bob.shows("Ann challenges you: see the lobby.")
    await company.press(bob, "escape")
    assert bob.shows("> ! Ann")
    await company.press(bob, "down")
    await company.come(CLEO)
    assert bob.shows("> Play anybody")


async def test_the_cursor_goes_to_a_match_when_it_is_the_users_turn(company, lobby):
    _, _, white, black = playing(lobby)
    await white.table.apply(OpeningThrown(1, 3))
    white.leave()
    ann = await company.come(ANN)
    assert ann.shows("> ! Bob Bob's turn, 0-0, match to 3, game 1 at the table")
    await company.press(ann, "end")
    await black.table.apply(Moved(Player.BLACK, play("8/5 6/5")))
    await company.settle()
    assert ann.shows("> ! Bob your turn")
    await company.press(ann, "q")
    assert ann.app.return_value == "Come again: your matches wait for you."


async def test_a_challenge_is_told_at_the_table_too(tmp_path, lobby):
    before, _, _, black = playing(lobby)
    before.leave()
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN)
        assert ann.screen is OnlineMatchScreen
        Guest(lobby, CLEO).open(invited="Ann")
        await company.settle()
        assert ann.shows("Cleo challenges you: see the lobby.")
    assert black.at.attendance.dropped == (WHITE,)


async def test_everyone_is_told_when_the_server_ends(company, lobby):
    ann = await company.come(ANN)
    _, _, white, _ = playing(lobby)
    bob = await company.come(BOB, white.at.code)
    await company.press(bob, "question_mark")
    lobby.close(lambda: "The server ends. Everything is kept.")
    await company.settle()
    for seat in (ann, bob):
        assert (seat.app.is_running, seat.app.return_value) == (False, "The server ends. Everything is kept.")


# Odd names


async def test_odd_names_do_not_shear_the_lobby(company, lobby):
    names = ["李小龍李小龍李小龍李小龍李小龍龍", "[b]x[/b][/nope]", "e\u0301\u0301\u0301", "\x1b[31mred", "W" * 16]
    users = [await lobby.registry.pick(User(f"SHA256:{n}", ""), name) for n, name in enumerate(names)]
    for user in users:
        Guest(lobby, user).open()
    ann = await company.come(ANN)
    await company.press(ann, *["down"] * 6)
    for size in ((44, 20), LARGE, SIZE):
        await ann.resize(*size)
        shown = ann.shown
        assert "\x1b" not in shown
        assert "[b]x[/b]" in shown
        details = [line for line in shown.splitlines() if "Backgam" in line]
        assert len({cell_len(line[: line.index("Backgam")]) for line in details}) == 1
    await company.press(ann, "i", *"[/b]", "enter")
    assert ann.screen is TextDialog
    assert ann.shows("[/b] is not here: open a table, and tell its code.")


# A large window


RULES = "Backgammon, money session, Jacoby rule, Beavers: 1"


async def test_all_that_is_agreed_is_in_a_row_or_below_a_small_window(company, lobby):
    Guest(lobby, BOB).open(replace(TO_THREE, ruleset=Ruleset(jacoby=True, beavers=1)))
    ann = await company.come(ANN)
    for size in (SIZE, (100, 30), LARGE, (120, 24), (200, 60)):
        await ann.resize(*size)
        assert ann.shows(f"Bob {RULES}")
        assert not ann.cut_off
    await ann.resize(44, 20)
    assert not ann.shows(RULES)
    assert ann.key_bar.endswith("… q quit  ? help")
    await company.press(ann, "down")
    assert ann.shows(RULES)
    await company.press(ann, "up")
    assert not ann.shows(RULES)


# Matches that nobody plays any more


async def left_match(company, *users):
    """Return the seats of visitors who enter the lobby, with a match that Ann and Bob have left, and its table."""
    _, _, white, black = playing(company.lobby)
    await white.table.apply(OpeningThrown(3, 1))
    for participant in (white, black):
        participant.leave()
    return [*[await company.come(user) for user in users], white.at]


@pytest.mark.parametrize("key", ["delete", "backspace"])
async def test_only_a_yes_takes_a_match_off_the_list(tmp_path, company, lobby, key):
    ann, table = await left_match(company, ANN)
    assert ann.shows("Enter: sit down and continue   Delete: take it off your list")
    for wrong in ("enter", "space", "escape", "n", "delete"):
        await company.press(ann, key, wrong)
        if ann.screen is ConfirmDialog:
            assert ann.shows(
                "Take the match with Bob off your list? It is kept as it stands, and is on the list again "
                "when Bob sits down there, or one of you challenges the other."
            )
            await company.press(ann, "n")
        assert (ann.screen, lobby.matches_of(ANN)) == (LobbyScreen, [table])
    await company.press(ann, key, "y")
    assert (ann.screen, lobby.matches_of(ANN)) == (LobbyScreen, [])
    assert "Your matches" not in ann.shown
    assert find_save(tmp_path / "matches", table.name).exists()


async def test_opponent_returning_during_the_dialog_keeps_the_match(company, lobby):
    ann, bob, table = await left_match(company, ANN, BOB)
    await company.press(ann, "delete")
    await company.press(bob, "enter")
    await company.press(ann, "y")
    assert ann.shows("Somebody sits at that table: it stays on your list.")
    assert lobby.matches_of(ANN) == [table]


# Names and keys


async def test_player_changes_their_name_and_deletes_it_after_a_yes(company, lobby):
    named = await lobby.registry.pick(User("SHA256:a", ""), "Ann")
    ann, other, bob = [await company.come(user) for user in (named, named, BOB)]
    await company.press(ann, "N", *"Zoe", "enter")
    assert ann.screen is LobbyScreen
    assert "lobby, Zoe" in ann.shown
    assert "in the lobby, formerly Ann" in bob.shown
    await company.press(ann, "D", "n")
    assert lobby.registry.name_of(named.key) == "Zoe"
    await company.press(ann, "D", "y")
    assert not lobby.registry.name_of(named.key)
    assert (ann.app.is_running, other.app.is_running) == (False, False)


async def test_newcomer_comes_with_the_code_of_another_key(company, lobby):
    named = await lobby.registry.pick(User("SHA256:a", ""), "Ann")
    ann = await company.come(named)
    await company.press(ann, "K")
    code = re.search(r"[A-Z]\d[A-Z]\d[A-Z]-[A-Z]\d[A-Z]\d[A-Z]", ann.shown)[0]
    laptop = await company.come(NOBODY)
    await company.press(laptop, *code, "enter")
    assert "lobby, Ann" in laptop.shown
    assert lobby.sessions.users == (named,)
    assert lobby.registry.identity(NOBODY.key) == named.key


# Times, results and the chat


async def test_waiting_times_and_last_results_stand_in_the_lobby(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, now=time)
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN, size=LARGE)
        assert ann.shows("No match has ended yet.")
        bob = Guest(lobby, BOB)
        bob.open()
        await company.settle()
        assert " min" not in ann.shown
        time.passes(12 * 60)
        Guest(lobby, CLEO)
        await company.settle()
        assert ann.shows("Bob Backgammon, match to 3 12 min")
        time.passes(50 * 60)
        await company.press(ann, "n", "escape")
        assert ann.shows("Bob Backgammon, match to 3 1 h")
        *_, white, _ = playing(lobby)
        finish(white.table)
        await company.settle()
        assert ann.shows("Bob beats Ann 3-0 just now")
        time.passes(5 * 60)
        await company.press(ann, "question_mark", "escape")
        for size in (LARGE, (200, 60)):
            await ann.resize(*size)
            assert ann.shows("Bob beats Ann 3-0 5 min ago")


async def test_everyone_in_the_lobby_reads_the_chat_or_mutes_it(company):
    ann, bob = await company.come(ANN), await company.come(BOB, size=(44, 20))
    await company.press(bob, "c")
    await company.press(ann, "c", *"Hello", "enter")
    assert ann.shows("Ann: Hello")
    assert bob.shows("Ann: Hello")
    await company.press(bob, *"[b]hi", "enter")
    for size in (SIZE, (44, 20), LARGE, (200, 60)):
        for seat in (ann, bob):
            await seat.resize(*size)
            assert seat.shows("Bob: [b]hi")
            assert not seat.cut_off
    await company.press(bob, "escape", "M")
    await company.press(ann, "c", *"Are you here?", "enter")
    for size in (SIZE, LARGE):
        await bob.resize(*size)
        assert not bob.shows("Ann: Are you here?")
        assert bob.shows("The chat is muted: M shows it again.")
    await company.press(bob, "M")
    assert bob.shows("Ann: Are you here?")
