"""Keys that come early: what is typed becomes a draft, nothing is decided, and what is not used is named."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Dropped, Moved, OpeningThrown, ResignationOffered, Rolled, Taken
from bgterm.rules.match import Phase, Win
from bgterm.terminal.key_reader import KeyReader
from bgterm.tui.prompts.choice import ChoicePrompt
from bgterm.tui.prompts.move import MovePrompt
from bgterm.tui.prompts.simple import CubePrompt, GameOverPrompt, RollPrompt
from bgterm.tui.screens.base import EnlargeScreen
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.pages.moves import MovesScreen
from bgterm.tui.screens.setup.forms import NewMatchScreen
from bgterm.tui.widgets.marked_list import MarkedList
from bgterm.tui.widgets.menu import Menu
from tests.builders import play
from tests.lobby.visitors import ANN, TO_THREE, lobby_in, playing
from tests.positions import TWO_WAYS
from tests.tui.company import company_in
from tests.tui.forms import at, values
from tests.tui.seat import HEADER, Seat, at_table, kept_at, key_event, lay_table, seated, workspace_in

WHITE, BLACK = Player
ROLLED_31 = (OpeningThrown(3, 1),)
FIRST_TURN = (*ROLLED_31, Moved(WHITE, play("8/5 6/5")))


async def post(seat: Seat, *keys: str, pressed_at: float) -> None:
    """Deliver keys that were pressed at an earlier moment."""
    for key in keys:
        seat.app.post_message(key_event(key, at=pressed_at))
    await seat.settle()


# Enter has just ended the turn


async def test_double_press_of_enter_only_ends_one_turn(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=ROLLED_31) as (seat, table):
        await seat.press(*"8/5 6/5", "enter")
        await seat.burst("enter", "enter")
        assert (table.history, seat.asked) == (FIRST_TURN, RollPrompt)
        assert seat.shows("Pressed too early and ignored: Enter")


async def test_second_enter_does_not_roll_however_late_it_comes(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=ROLLED_31) as (seat, table):
        await seat.press(*"8/5 6/5", "enter", "enter", "enter")
        assert (table.history, seat.asked) == (FIRST_TURN, RollPrompt)
        assert seat.shows("Enter does not roll: press Space or r.")
        await seat.press("d")
        assert table.history == (*FIRST_TURN, Doubled(BLACK))


async def test_enter_does_not_roll_for_the_opening(tmp_path):
    async with at_table(tmp_path, [(3, 1)]) as (seat, table):
        await seat.press("enter")
        assert table.history == ()
        assert seat.shows("Enter does not roll: press Space or r.")
        await seat.press("r")
        assert table.history == ROLLED_31


async def test_double_press_of_space_ends_no_turn(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=ROLLED_31) as (seat, table):
        await seat.press(*"8/5 6/5", "enter")
        await seat.burst("space", "space")
        await seat.press("space")
        assert (table.history, seat.asked) == (ROLLED_31, MovePrompt)
        assert seat.shows("Space does nothing now: Enter end turn, Bksp undo, Esc clear.")


# A play typed ahead


@pytest.mark.parametrize("keys", ["8/5 6/5", "31: 8-5 6-5"])
async def test_play_typed_ahead_of_the_roll_becomes_a_draft(tmp_path, keys):
    async with at_table(tmp_path, [(3, 1)]) as (seat, table):
        await seat.burst("r", *keys, "enter", "enter", "enter")
        assert (table.history, seat.asked) == (ROLLED_31, MovePrompt)
        draft = seat.app.screen.query_one(MovePrompt).draft
        assert (draft.moves, draft.complete) == (play("8/5 6/5"), True)
        assert seat.shows("Pressed too early and ignored: Enter Enter")
        await seat.press("enter")
        assert table.history == FIRST_TURN


async def test_play_typed_ahead_that_is_not_legal_names_the_rule(tmp_path):
    async with at_table(tmp_path, [(3, 1)]) as (seat, table):
        await seat.burst("r", *"13/7", "enter", "enter")
        assert table.history == ROLLED_31
        assert seat.shows("13/7 needs a 6: you rolled 3-1")


async def test_play_typed_before_the_roll_is_not_lost_silently(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("8")
        assert seat.shows("Roll before you move: press Space or r.")
        assert table.history == FIRST_TURN


# Pasted


async def paste(seat: Seat, text: str) -> None:
    from textual.events import Paste

    seat.app.post_message(Paste(text))
    await seat.settle()


@pytest.mark.parametrize("text", ["8/5 6/5", "8/5 6/5\n", "  31:\t8-5\r\n6-5\n\n", "\x1b[31m8/5 6/5"])
async def test_pasted_play_becomes_a_draft_and_ends_nothing(tmp_path, text):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await paste(seat, text)
        assert table.history == ROLLED_31
        assert seat.shows("= 8/5 6/5")
        await seat.press("enter", "enter")
        assert table.history == FIRST_TURN


async def test_paste_goes_on_with_what_is_typed(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, _):
        await seat.write("8/")
        await paste(seat, "5 6/5")
        assert seat.shows("> 8/5 6/5_ = 8/5 6/5")


async def test_paste_that_can_be_played_in_two_ways_asks_which(tmp_path):
    async with at_table(tmp_path, header=replace(HEADER, start=TWO_WAYS)) as (seat, table):
        await paste(seat, "8/4")
        assert seat.shows("Which route? It changes what you hit.")
        await seat.press("2", "enter")
        assert table.history == (Moved(WHITE, play("8/5 5/4")),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", '"hello" cannot be read: write moves like 8/5 6/5'),
        ("13/7", "13/7 needs a 6: you rolled 3-1"),
        ("8/5 " * 100, "that is 399 characters long; no play needs more than 120"),
    ],
)
async def test_paste_that_is_no_legal_play_says_why(tmp_path, text, said):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await paste(seat, text)
        assert seat.shows(said)
        assert table.history == ROLLED_31


async def test_paste_where_no_play_is_made_is_refused(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await paste(seat, "r8/5 6/5\n")
        assert seat.shows("There is nothing to paste into now.")
        assert table.history == FIRST_TURN


async def test_paste_into_the_menu_is_refused(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await paste(seat, "q")
        assert seat.shows("There is nothing to paste into now.")


async def test_paste_that_is_too_long_costs_nothing(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31) as (seat, table):
        await seat.write("8/")
        for message in KeyReader().read(b"\x1b[200~" + b"8/5 6/5\r" * 1000 + b"\x1b[201~"):
            seat.app.post_message(message)
        await seat.settle()
        assert seat.shows("That paste is too long: nothing of it is used.")
        assert seat.shows("> 8/_")
        assert table.history == ROLLED_31
        await seat.press("5")
        assert seat.shows("> 8/5_")


async def test_paste_after_a_roll_in_one_packet_is_drafted(tmp_path):
    from textual.events import Paste

    async with at_table(tmp_path, [(3, 1)]) as (seat, table):
        seat.app.post_message(key_event("r"))
        seat.app.post_message(Paste("8/5 6/5\n"))
        await seat.settle()
        assert table.history == ROLLED_31
        assert seat.shows("= 8/5 6/5")


# Decisions


@pytest.mark.parametrize(
    ("past", "keys", "happened", "asked", "ignored"),
    [
        (FIRST_TURN, ("r", "r", "enter"), (Rolled(BLACK, Dice(6, 5)),), MovePrompt, "r"),
        (FIRST_TURN, ("d", "t", "r"), (Doubled(BLACK),), CubePrompt, "t r"),
        (FIRST_TURN, ("d", "d", "p", "space"), (Doubled(BLACK),), CubePrompt, "d p Space"),
        (FIRST_TURN, ("x", "1", "2", "a"), (), ChoicePrompt, "1 2 a"),
        ((*FIRST_TURN, Doubled(BLACK)), ("p", "space", "r"), (Dropped(WHITE),), GameOverPrompt, "Space r"),
        ((*FIRST_TURN, Doubled(BLACK)), ("t", "space", "z"), (Taken(WHITE),), RollPrompt, "Space z"),
        (
            (*FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON)),
            ("n", "r", "d"),
            None,
            RollPrompt,
            "r d",
        ),
    ],
)
async def test_burst_decides_one_thing_and_the_rest_is_named(tmp_path, past, keys, happened, asked, ignored):
    async with at_table(tmp_path, [(6, 5), (6, 5)], past=past) as (seat, table):
        await seat.burst(*keys)
        assert seat.asked is asked
        if happened is None:
            assert len(table.history) == len(past) + 1
        else:
            assert table.history == (*past, *happened)
        assert seat.shows(f"Pressed too early and ignored: {ignored}")


async def test_what_is_said_of_early_keys_goes_with_the_next_key(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        await seat.burst("d", "p")
        assert seat.shows("Pressed too early and ignored: p")
        await seat.press("m", "escape")
        assert not seat.shows("Pressed too early and ignored: p")
        assert seat.shows("t take p pass")


async def test_a_long_burst_names_the_first_keys(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        await seat.burst("d", *"pppppppppp")
        assert seat.shows("Pressed too early and ignored: p p p p p p p p ...")


async def test_the_result_that_was_not_seen_is_not_passed_over(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("d")
        await seat.burst("p", "space", "enter")
        assert seat.asked is GameOverPrompt
        await seat.burst("space", "space", "space")
        assert seat.asked is RollPrompt
        assert table.match.last_game.phase is Phase.OVER


async def test_keys_that_decide_nothing_may_come_early(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.burst("d", "m")
        assert type(seat.app.screen) is MovesScreen
        await seat.burst("down", "escape", "question_mark", "escape")
        assert (type(seat.app.screen), seat.asked) == (MatchScreen, CubePrompt)
        await seat.burst("t", "q")
        assert not seat.app.is_running
        assert table.history == (*FIRST_TURN, Doubled(BLACK), Taken(WHITE))


# Before the first picture


async def test_keys_pressed_before_the_first_picture_decide_nothing(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN) as (seat, table):
        await post(seat, "r", "space", "d", pressed_at=0.0)
        assert table.history == FIRST_TURN
        assert seat.shows("Pressed too early and ignored: r Space d")


async def test_menu_names_a_key_that_came_before_it(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await post(seat, "n", "enter", pressed_at=0.0)
        assert type(seat.app.screen) is MenuScreen
        assert seat.shows("Pressed too early and ignored: n Enter")


async def test_form_takes_what_is_typed_before_it_is_shown(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("n", "down", "down", "down")
        field = at(seat)
        before = values(seat)
        await seat.press("right")
        changed = values(seat)
        assert changed != before
        await seat.press("escape")
        await seat.burst("n", "down", "down", "down", "right", "escape")
        assert (at(seat), values(seat)) == (field, changed)
        assert seat.shows("Pressed too early and ignored: Esc")


async def test_form_is_not_finished_by_keys_that_came_before_it(tmp_path):
    workspace = workspace_in(tmp_path)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.burst("n", "end", *"Zoe", "enter", *"Max", *["enter"] * 9, "space")
        assert isinstance(seat.app.screen, NewMatchScreen)
        assert not kept_at(workspace)


async def test_list_is_walked_by_keys_that_came_before_it(tmp_path):
    workspace = workspace_in(tmp_path)
    for day in (20, 21, 22):
        lay_table(workspace.saves, [], header=replace(HEADER, date=f"2026-11-{day}T19:30"), past=FIRST_TURN)
    async with seated(MenuScreen(workspace), workspace) as seat:
        await post(seat, "down", pressed_at=0.0)
        assert seat.app.screen.query_one(Menu).place == 0
        await seat.burst("b", "down", "down", "enter")
        assert type(seat.app.screen) is LibraryScreen
        assert seat.app.screen.query_one(MarkedList).place == 2
        assert seat.shows("Pressed too early and ignored: Enter")


async def test_text_typed_ahead_of_the_chat_stands_in_its_line(tmp_path):
    lobby = lobby_in(tmp_path)
    ann, bob, white, _ = playing(lobby, TO_THREE)
    ann.leave()
    bob.leave()
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(ANN, white.at.code)
        await seat.burst("c", *"hello, you?", "enter")
        assert values(seat) == {"text": "hello, you?"}
        assert seat.shows("Pressed too early and ignored: Enter")
        assert white.at.chat.lines == ()
        await company.press(seat, "enter")
        assert [line.text for line in white.at.chat.lines] == ["hello, you?"]


async def test_no_key_counts_under_a_window_that_is_too_small(tmp_path):
    async with at_table(tmp_path, [(6, 5)], past=FIRST_TURN, size=(40, 10)) as (seat, table):
        await seat.press("r", "d", "q")
        assert (type(seat.app.screen), table.history) == (EnlargeScreen, FIRST_TURN)
