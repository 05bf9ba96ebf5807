"""The menu, forms, pages and the window: opened and closed, with nothing lost on the way."""

import tomllib
from dataclasses import replace

import pytest

from bgterm.profile.settings import Settings, save
from bgterm.profile.settings import load as load_settings
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.match import Phase, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from bgterm.terminal.key_reader import BackgroundReported
from bgterm.text import help as text_help
from bgterm.tui.screens.base import EnlargeScreen
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.screens.practice.preparing import ChoosingScreen
from bgterm.tui.screens.setup.forms import NewMatchScreen, OptionsScreen
from tests.builders import FIRST_TURN, ROLLED_31
from tests.tui.forms import at, values
from tests.tui.seat import HEADER, at_table, kept_at, lay_table, seated, workspace_in

WHITE, BLACK = Player


async def test_escape_leaves_the_form_and_begins_nothing(menu, workspace):
    await menu.press("n", *"xyz", "escape")
    assert menu.shows("Drop what you have changed here?")
    await menu.press("escape", "end")
    assert (menu.screen, at(menu), values(menu)["white"]) == (NewMatchScreen, "white", "xyz")
    await menu.press("escape", "y")
    assert (menu.screen, kept_at(workspace), workspace.settings.offer.white) == (MenuScreen, [], "Ann")


@pytest.mark.long
async def test_every_entry_of_the_menu_can_be_walked_to(menu):
    screens = (NewMatchScreen, LibraryScreen, ChoosingScreen, PositionEditorScreen, OptionsScreen, PageScreen)
    for steps, opened in enumerate(screens):
        await menu.press("home", *["down"] * steps, "enter")
        assert menu.screen is opened
        await menu.press("q" if opened is PositionEditorScreen else "escape")
    await menu.press("down", "enter")
    assert not menu.app.is_running


async def test_menu_and_every_help_lead_to_the_rules_and_back(menu):
    for keys in (("h",), ("question_mark", "h")):
        await menu.press(*keys)
        assert menu.shows("Backgammon is a race for two.")
        await menu.press("end")
        assert menu.shows("The cube is usually left out.")
        await menu.press("escape")
    assert "How to move" in menu.page
    assert "The rules of this match" not in menu.page
    assert menu.key_bar == "Esc back  ↑↓ scroll  h how to play"
    await menu.press("escape")
    assert menu.screen is MenuScreen


async def test_the_menu_names_help_and_quit_in_the_smallest_window(menu):
    await menu.resize(44, 20)
    assert "? help" in menu.key_bar
    assert "q quit" in menu.key_bar
    assert "menu-continue" not in menu.keys
    await menu.press("c")
    assert menu.screen is MenuScreen
    await menu.press("q")
    assert not menu.app.is_running


async def test_match_left_with_dice_resumes_at_the_same_decision(menu, workspace):
    await menu.press("n", "up", "enter")
    while menu.table.match.game.phase is Phase.OPENING:
        await menu.press("space")
    left = kept_at(workspace)[0].match
    await menu.press("q")
    assert menu.screen is MenuScreen
    assert menu.shows(f"{left.names[left.game.on_roll.index]} to move {left.game.dice} begun")
    assert menu.shows("Ann 0 - 0 Bob match to 5, game 1")
    assert (menu.scene.dice, menu.scene.board) == (tuple(left.game.dice), left.game.board)
    await menu.press("c")
    assert (menu.screen, menu.asked) == (MatchScreen, "move")
    assert kept_at(workspace)[0].match == left
    assert str(left.game.dice) in menu.shown


async def test_match_open_in_another_program_is_not_touched(workspace):
    elsewhere = lay_table(workspace.saves, [], past=FIRST_TURN)
    kept = elsewhere.path.read_bytes()
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("c")
        assert seat.screen is MenuScreen
        for size in ((80, 24), (44, 20)):
            await seat.resize(*size)
            assert seat.shows(f"{elsewhere.name} is being played by another bgterm: leave it there first")
    elsewhere.close().result()
    assert elsewhere.path.read_bytes() == kept


async def test_what_was_wrong_with_a_save_is_said_at_the_table(workspace):
    table = lay_table(workspace.saves, [], past=FIRST_TURN)
    table.close().result()
    with table.path.open("ab") as file:
        file.write(b"hello\n")
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("c")
        assert (seat.screen, seat.asked) == (MatchScreen, "roll")
        assert "line 4" in seat.shown


@pytest.mark.parametrize(
    ("past", "rules"),
    [
        (FIRST_TURN, {}),
        ((*FIRST_TURN, Doubled(BLACK)), {}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), {}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE)), {}),
        ((), {"variant": HYPER, "ruleset": Ruleset(length=0, cube=False)}),
    ],
    ids=["to roll", "doubled", "resignation", "game over", "Hyper-backgammon"],
)
async def test_help_lists_every_active_key_and_the_match_rules(tmp_path, past, rules):
    async with at_table(tmp_path, header=HEADER._replace(**rules), past=past) as (seat, table):
        bindings = [one.binding for one in seat.app.screen.active_bindings.values() if one.enabled]
        await seat.press("question_mark")
        keys = [binding.tooltip or binding.description for binding in bindings if binding.id]
        assert [told for told in (*keys, *text_help.rules_of(table.match)) if told not in seat.page] == []
        assert ("Crawford:" in seat.page) is (table.header.ruleset.length > 0)


async def test_preset_name_is_shown_first_and_in_help_after_resuming(tmp_path):
    header = HEADER._replace(ruleset=Ruleset(jacoby=True, beavers=1))
    async with at_table(tmp_path, header=header, past=ROLLED_31) as (seat, _):
        assert seat.shown.splitlines()[0].endswith(" Money")
        await seat.press("question_mark")
        assert "Rules: Money." in seat.page
    unnamed = HEADER._replace(ruleset=Ruleset(take_back=False))
    async with at_table(tmp_path / "unnamed", header=unnamed) as (seat, _):
        assert seat.shown.splitlines()[0].endswith("money session, game 1")


async def test_the_board_turns_to_who_is_to_act_and_back(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        boards = [seat.shown.splitlines()[1:18]]
        for _turn in range(2):
            await seat.press("f")
            boards.append(seat.shown.splitlines()[1:18])
            assert tomllib.loads(seat.workspace.config.read_text())["turn_board"] is (len(boards) == 2)
        assert boards[0] == boards[2] != boards[1]
        seat.workspace.config = tmp_path / "matches" / f"{HEADER.date[:10]}-ann-bob.jsonl" / "settings.toml"
        await seat.press("f")
        assert seat.workspace.settings.turn_board
        assert "hold until you leave" in seat.shown


async def test_accepted_options_apply_at_once_cancelled_ones_do_not(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        before = seat.workspace.settings
        assert "▆" in seat.shown
        await seat.press("o", "down", "right", "escape", "y")
        assert (seat.workspace.settings, seat.workspace.config.exists()) == (before, False)
        await seat.press("o", "right", "right", "down", "right", "down", "right", *["down"] * 4, "right")
        await seat.press("enter", "enter")
        theme = seat.app.theme
        assert theme != before.theme
        changed = replace(before, theme=theme, home_right=False, half_blocks=True, auto_roll=True)
        assert seat.workspace.settings == changed
        saved = tomllib.loads(seat.workspace.config.read_text())
        assert saved | {"theme": theme, "half_blocks": True, "auto_roll": True} == saved
        assert ("▆" in seat.shown, "▄" in seat.shown) == (False, True)
        assert (seat.screen, table.history) == (MatchScreen, FIRST_TURN)


async def test_options_inside_a_match_save_only_what_was_changed(tmp_path):
    async with at_table(tmp_path) as (seat, _):
        save(seat.workspace.config, seat.workspace.settings)
        seat.workspace.settings = seat.workspace.settings.changed(white="Cleo", variant="long", dice="manual")
        await seat.press("o", "down", "right", "enter", "enter")
        saved = replace(Settings().changed(white="Ann", black="Bob"), home_right=False)
        assert load_settings(seat.workspace.config) == (saved, [])


async def test_white_is_a_disc_on_a_dark_screen_and_a_ring_on_light(tmp_path):
    async with at_table(tmp_path) as (seat, _):
        seat.workspace.settings = seat.workspace.settings.changed(theme="mono")
        for light, white in ((False, "●"), (True, "○"), (False, "●")):
            seat.app.post_message(BackgroundReported(light=light))
            await seat.settle()
            assert f"{white}  Ann" in seat.shown


@pytest.mark.parametrize("theme", ["walnut", "terminal", "mono"])
async def test_a_window_that_is_too_small_says_so_and_loses_nothing(seat, table, theme):
    seat.app.theme = theme
    await seat.press(*"8/5", "enter", "6")
    before, draft = seat.shown, seat.draft
    await seat.resize(40, 12)
    said = [line.strip() for line in seat.shown.splitlines() if line.strip()]
    assert said == ["Enlarge the window to 44x20", "(it is 40x12).", "Nothing is lost. Ctrl+Q quits."]
    await seat.press("enter", "space", "escape", "q", "x", "1", "5", "backspace", "tab")
    assert (seat.screen, table.history, seat.app.is_running) == (EnlargeScreen, ROLLED_31, True)
    await seat.resize(80, 24)
    assert (seat.screen, seat.draft, seat.shown) == (MatchScreen, draft, before)


async def test_window_enlarged_after_the_start_shows_the_table(tmp_path):
    async with at_table(tmp_path, past=ROLLED_31, size=(30, 8)) as (seat, _):
        assert seat.screen is EnlargeScreen
        await seat.resize(120, 40)
        assert (seat.screen, seat.asked) == (MatchScreen, "move")


async def test_a_page_may_close_while_the_window_changes(tmp_path):
    async with at_table(tmp_path) as (seat, _):
        await seat.press("question_mark")
        page = seat.app.screen
        assert isinstance(page, PageScreen)
        await page.query("VerticalScroll").remove()
        page.on_resize()
        page.dismiss()
        await seat.settle()
        assert isinstance(seat.app.screen, MatchScreen)


async def test_title_of_the_window_follows_the_score_where_wanted(workspace):
    past = (*FIRST_TURN, ResignationOffered(WHITE, Win.SINGLE))
    lay_table(workspace.saves, [], past=past).close().result()
    async with seated(MenuScreen(workspace), workspace) as seat:
        titles = []
        driver = vars(seat.app._driver)  # noqa: SLF001 - no driver of tests has a title and a mouse
        driver.update(show_title=titles.append, use_mouse=bool)
        await seat.press("c", "a")
        assert titles == ["bgterm: Ann 0, Bob 0", "bgterm: Ann 0, Bob 1"]
        await seat.press("o", *["down"] * 5, "right", "enter", "enter")
        assert (workspace.settings.title, set(titles[2:])) == (False, {""})
        await seat.press("q")
        assert seat.app.title == "bgterm"


async def test_chosen_keys_hold_in_the_bar_the_help_and_the_question(tmp_path):
    keys = (("roll", "W"), ("double", "D"), ("take", "T"))
    async with at_table(tmp_path, past=FIRST_TURN, settings=Settings(keys=keys)) as (seat, table):
        assert seat.key_bar.startswith("W roll  D double")
        await seat.press("enter")
        assert seat.shows("Enter does not roll: press W.")
        await seat.press("question_mark")
        assert "D offer to play for twice the stake" in " ".join(seat.page.split())
        await seat.press("escape", "d", "space")
        assert table.history == FIRST_TURN
        await seat.press("D")
        assert seat.key_bar.startswith("T take  p pass")
        assert seat.shows("T take:")
        await seat.press("T")
        assert table.history[len(FIRST_TURN) :] == (Doubled(BLACK), Taken(WHITE))


@pytest.mark.parametrize("key", ["w", "p"])
async def test_chosen_keys_hold_in_the_menu(tmp_path, key):
    """Also a key that was chosen when the menu did not use it yet, such as p for the practice."""
    workspace = workspace_in(tmp_path, Settings(keys=(("menu-how-to-play", key),)))
    async with seated(MenuScreen(workspace), workspace) as seat:
        await seat.press("h")
        assert seat.shows("h does nothing now.")
        await seat.press(key)
        assert seat.shows("Backgammon is a race for two.")
