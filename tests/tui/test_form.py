"""Forms on the screen: their appearance, and their values when a player hurries."""

import pytest
from textual import events

from bgterm.profile.settings import Settings
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.dialogs import PageScreen, TextDialog
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.setup.forms import NewMatchScreen, OpenTableScreen, OptionsScreen
from tests.cases import rest_long
from tests.tui.forms import at, form, row, rows
from tests.tui.seat import kept_at, seated, workspace_in

SIZES = [(44, 20), (80, 24), (120, 40)]
NEW = Settings()
"""The settings of a new player."""


@pytest.fixture
def workspace(tmp_path):
    return workspace_in(tmp_path, NEW)


@pytest.fixture
async def seat(workspace):
    async with seated(NewMatchScreen(workspace), workspace) as seat:
        yield seat


async def test_a_hasty_newcomer_types_two_names_and_plays(menu, workspace):
    await menu.press("n", *"Ann", "enter")
    assert at(menu) == "black"
    await menu.press(*"Bob", "enter")
    assert at(menu) == "seats_by_lot"
    await menu.press("enter")
    assert (at(menu), kept_at(workspace)) == ("", [])
    assert row(menu, "[ Start ]").startswith("> [ Start ]")
    await menu.press("enter")
    assert isinstance(menu.app.screen, MatchScreen)
    assert menu.table.header.names == ("Ann", "Bob")


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_the_button_is_above_the_first_row_too_and_starts(menu, key):
    await menu.press("n", "up")
    assert "Backgammon, match to 5" in menu.shown
    await menu.press(key)
    assert isinstance(menu.app.screen, MatchScreen)


@pytest.mark.parametrize("theme", ["walnut", "mono"])
async def test_a_selection_is_seen_without_colour(tmp_path, theme):
    workspace = workspace_in(tmp_path, Settings(theme=theme))
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("n")
        assert row(seat, "First player") == "> First player       [White]"
        await seat.press("end")
        assert row(seat, "First player") == "> First player        White"
        await seat.press("down", "up")
        assert row(seat, "First player") == "> First player       [White]"


async def test_keys_that_edit_a_text_do_so_in_a_form(menu):
    await menu.press(
        "n", *"Ann Lee", "ctrl+w", *"Doe", "home", "delete", "A", "right", "right", "left", "x", "end", "!"
    )
    assert form(menu).values["white"] == "Anxn Doe!"
    await menu.press("ctrl+u")
    assert form(menu).values["white"] == ""
    assert row(menu, "First player") == "> First player"
    await menu.press("down")
    assert row(menu, "First player") == "First player        White"


async def test_a_text_longer_than_its_room_shows_the_cursor(workspace):
    async with seated(NewMatchScreen(workspace), workspace, (44, 20)) as seat:
        await seat.press("up", "up")
        assert at(seat) == "position"
        await seat.press(*"abcdefghijklmnopqrstuvwxyz0123456789")
        assert row(seat, "Starting position").endswith("0123456789")
        await seat.press("home")
        assert "abcdefgh" in row(seat, "Starting position")


@pytest.mark.parametrize("size", rest_long(1, SIZES))
async def test_a_form_shows_that_there_is_more(workspace, size):
    async with seated(NewMatchScreen(workspace), workspace, size) as seat:
        state = form(seat).state
        for _ in range(len(state.shown) + 1):
            labels = [field.label for field in state.shown]
            lines = [line.removeprefix("> ") for line in rows(seat)]
            seen = [label for label in labels if any(line.startswith(label) for line in lines)]
            above, below = labels.index(seen[0]), len(labels) - 1 - labels.index(seen[-1])
            foot = row(seat, "[ Start ]")
            assert (f"↑ {above} " in f"{foot} ", f"↓ {below} " in f"{foot} ") == (above > 0, below > 0)
            await seat.press("down")


async def test_marks_of_more_are_ascii_where_all_is(workspace):
    workspace.ascii_only = True
    async with seated(NewMatchScreen(workspace), workspace) as seat:
        seat.app.set_class(True, "-ascii")
        form(seat).refresh()
        await seat.press("pagedown")
        assert seat.shown.isascii()
        assert "more below" in row(seat, "[ Start ]")


async def test_groups_have_headings(workspace):
    async with seated(NewMatchScreen(workspace), workspace, (100, 50)) as seat:
        headings = ["Players", "Length and cube", "House rules", "Dice and clock", "Look", "Position"]
        assert [line for line in rows(seat) if line in headings] == headings


@pytest.mark.long
async def test_question_mark_explains_field_and_keys_in_forms(menu, workspace):
    for asked in (NewMatchScreen, OpenTableScreen, OptionsScreen):
        menu.app.push_screen(asked(workspace))
        for size in SIZES:
            await menu.resize(*size)
            field = form(menu).state.field
            assert menu.shows("? help")
            await menu.press("question_mark")
            assert isinstance(menu.app.screen, PageScreen)
            assert field.explanation in menu.page
            assert "Keys" in menu.page
            await menu.press("escape")
            assert form(menu).state.field == field


async def test_a_line_of_prose_takes_a_question_mark_and_f1_helps(menu):
    menu.app.push_screen(TextDialog("Say", "Say", prose=True))
    await menu.settle()
    await menu.press("question_mark")
    assert form(menu).values == {"text": "?"}
    await menu.press("f1")
    assert isinstance(menu.app.screen, PageScreen)


async def test_hidden_rules_are_told_by_the_help(seat):
    await seat.press("question_mark")
    assert "- Jacoby rule: only in a money session" in seat.page
    assert "- Koks: only in Long backgammon" in seat.page


WRONG = ["tab", "f7", "ctrl+a", "x", "!", "delete", "backspace", "ctrl+w", "home", "end", "pagedown", "shift+tab"]


@pytest.mark.parametrize("asked", [NewMatchScreen, OpenTableScreen])
async def test_wrong_keys_start_nothing_and_leave_the_form(menu, workspace, asked):
    results: list[Settings | None] = []
    menu.app.push_screen(asked(workspace), results.append)
    await menu.settle()
    for _ in range(3):
        await menu.press(*WRONG, "down")
    assert isinstance(menu.app.screen, asked)
    await menu.press("escape")
    if form_is_changed := not results:
        await menu.press("y")
    assert (results, form_is_changed) == ([None], asked is NewMatchScreen)


async def test_a_key_that_is_refused_says_why_until_the_next(seat):
    await seat.press("down", "down", "x")
    assert seat.shows('No choice starts with "x". Left and right change it.')
    await seat.press("backspace")
    assert seat.shows("Left and right change it.")
    await seat.press("right")
    assert not seat.shows("Left and right change it.")
    assert seat.shows("Whether a lot decides who plays White")


async def test_text_pasted_replaces_the_selection_in_one_line(seat):
    seat.app.post_message(events.Paste("Ann\n Lee\n"))
    await seat.settle()
    assert form(seat).values["white"] == "Ann Lee"
    await seat.press("down", "down")
    seat.app.post_message(events.Paste("yes"))
    await seat.settle()
    assert seat.shows("There is nothing to paste into here.")


async def test_the_form_remembers_what_it_started(workspace):
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("n", *"Ann", *["down"] * 5, "9", "enter", "enter", "q", "n")
        assert (form(seat).values["white"], form(seat).values["length"]) == ("Ann", 9)
    assert workspace.settings.offer.ruleset == Ruleset(length=9)


async def test_the_key_bar_says_what_enter_does_at_each_row(seat):
    for size in SIZES:
        await seat.resize(*size)
        assert "Enter next" in seat.key_bar
    for keys, field, action in (
        (("down", "down"), "seats_by_lot", "Enter go to Start"),
        (("end",), "", "Enter start"),
        (("home",), "white", "Enter next"),
        (("down", "down", "enter"), "", "Enter start"),
    ):
        await seat.press(*keys)
        assert (at(seat), action in seat.key_bar) == (field, True)
