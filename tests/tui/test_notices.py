"""Messages beside a question and in the line of keys, which go in time, and those on leaving and quitting."""

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.input import key_in
from bgterm.tui.screens.match.screen import MatchScreen
from tests.builders import FIRST_TURN
from tests.lobby.visitors import ANN, BOB, left
from tests.tui.seat import HEADER, at_table, kept_at, lay_table, screen_of, seated

WHITE, BLACK = Player


async def test_first_notice_goes_with_the_first_event(workspace):
    table = lay_table(workspace.saves, [(6, 5)], past=FIRST_TURN)
    async with seated(screen_of(table, workspace, notice="A new match from here."), workspace) as seat:
        assert seat.shows("A new match from here.")
        await seat.press("f", "o", "escape")
        assert seat.shows("A new match from here.")
        await seat.press("r")
        assert not seat.shows("A new match from here.")


async def test_notice_does_not_outlive_its_game(tmp_path):
    past = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE))
    async with at_table(tmp_path, past=past) as (seat, _):
        seat.app.screen.say("Written to somewhere.")
        await seat.press("m", "escape")
        assert seat.shows("Written to somewhere.")
        await seat.press("enter")
        assert seat.shows("game 2")
        assert not seat.shows("Written to somewhere.")


async def test_header_follows_the_window_at_once(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        assert seat.shows("Ann 0 - 0 Bob Backgammon, match to 5, game 1")
        await seat.resize(50, 24)
        assert seat.shows("Ann 0/5 163")
        assert not seat.shows("match to 5, game 1")
        await seat.resize(80, 24)
        assert seat.shows("Ann 0 - 0 Bob Backgammon, match to 5, game 1")


# In the line of keys

NO_ENTER = "Enter does not roll: press Space or r."


async def test_message_goes_when_it_has_been_read_or_at_the_next_key(tmp_path, going_back):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        await seat.press("enter")
        assert (seat.shows(NO_ENTER), going_back.running) == (True, True)
        assert going_back.pace == pytest.approx(2 + 0.06 * len(NO_ENTER))
        going_back.tick()
        await seat.settle()
        assert (seat.shows(NO_ENTER), going_back.running) == (False, False)
        assert seat.key_bar.startswith("Space roll  d double")
        await seat.press("enter", "f")
        assert (seat.shows(NO_ENTER), going_back.running) == (False, False)


async def test_message_has_no_timer_where_it_stays(tmp_path, going_back):
    async with at_table(tmp_path, past=FIRST_TURN, settings=Settings(notices_stay=True)) as (seat, _):
        await seat.press("enter")
        assert (seat.shows(NO_ENTER), going_back.running) == (True, False)


@pytest.mark.parametrize(
    ("past", "key", "named"),
    [
        (FIRST_TURN, "enter", {"Space"}),
        ((*FIRST_TURN, Doubled(BLACK)), "space", {"t", "p"}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), "escape", {"a", "n"}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)), "dollar_sign", set()),
    ],
)
@pytest.mark.parametrize("size", [(44, 20), (80, 24)])
async def test_keys_that_a_message_names_stay_keys(tmp_path, past, key, named, size):
    async with at_table(tmp_path, past=past, size=size) as (seat, _):
        await seat.press(key)
        *_, last = seat.shown.rstrip().splitlines()
        styles = [seat.app.screen.get_style_at(x, size[1] - 1) for x in range(len(last))]
        cells = [(key_in(style.meta), character) for style, character in zip(styles, last, strict=True)]
        shown = {"".join(of for key, of in cells if key == name) for name in {key for key, _ in cells if key}}
        assert shown == named


async def test_last_ten_messages_are_listed(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, _):
        await seat.press("f4")
        assert seat.shows("There is no message yet.")
        await seat.press("f4", *"ktktgtgkgktg", "enter", "enter", "f4")
        assert len(seat.page.splitlines()) == 10
        assert seat.page.startswith(f"- {NO_ENTER}\n- No flag to claim")
        await seat.press("f4")
        assert type(seat.app.screen) is MatchScreen


# On leaving and quitting


@pytest.mark.parametrize(
    ("keys", "size"),
    [
        (["q"], (80, 24)),
        (["ctrl+q"], (80, 24)),
        (["m", "ctrl+c", "ctrl+q"], (80, 24)),
        (["m", "ctrl+c", "ctrl+q"], (40, 10)),
    ],
    ids=["leaving", "quitting", "quitting under a page", "quitting in a window that is too small"],
)
async def test_leaving_a_match_says_how_it_is_resumed(tmp_path, keys, size):
    async with at_table(tmp_path, past=FIRST_TURN, size=size) as (seat, table):
        assert seat.shows("Ctrl+Q quits.") is (size == (40, 10))
        await seat.press(*keys)
        assert not seat.app.is_running
    said = f"Saved: Ann 0, Bob 0, match to 5, game 1. Resume with: bgterm resume {table.name}"
    assert seat.app.return_value == said


async def test_leaving_a_match_that_is_not_kept_is_asked(workspace):
    table = lay_table(workspace.saves, [], past=FIRST_TURN)
    table.journal.kept = False
    async with seated(screen_of(table, workspace), workspace) as seat:
        await seat.press("question_mark")
        assert "q leave the table; asks first if the match is not kept" in " ".join(seat.page.split())
        await seat.press("escape", "q")
        assert seat.shows("This match is not kept: leave it for good?")
        await seat.press("escape")
        assert type(seat.app.screen) is MatchScreen
        await seat.press("q", "y")
        assert not seat.app.is_running
    assert seat.app.return_value == "This match was not kept."


async def test_rematch_of_a_match_that_is_not_kept_is_not_kept(workspace):
    header = HEADER._replace(ruleset=Ruleset(length=1))
    past = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE))
    table = lay_table(workspace.saves, [], header=header, past=past)
    table.journal.kept = False
    async with seated(screen_of(table, workspace), workspace) as seat:
        await seat.press("R", "space")
        assert seat.table.history
        assert (seat.table.journal.kept, len(kept_at(workspace))) == (False, 1)


async def test_player_who_quits_a_shared_table_has_left_it(company, lobby):
    code = left(lobby).code
    ann, bob = await company.come(ANN, code), await company.come(BOB, code)
    await company.press(ann, "ctrl+q")
    assert not ann.app.is_running
    assert ann.app.return_value == "Come again: your matches wait for you."
    assert bob.shows("Ann has left")


async def test_ctrl_c_at_a_table_says_how_to_leave(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN) as (seat, table):
        await seat.press("ctrl+c")
        assert seat.shows("Press q to leave or Ctrl+Q to quit; the match is saved.")
        assert not seat.app.screen.query("Toast")
        assert (seat.app.is_running, table.history) == (True, FIRST_TURN)
        await seat.press("m")
        assert "Esc back" in seat.key_bar
        await seat.press("ctrl+c")
        assert "Press Ctrl+Q to quit bgterm." in seat.shown
        await seat.press("down")
        assert "Press Ctrl+Q to quit bgterm." not in seat.shown
        assert "Esc back" in seat.key_bar


@pytest.mark.parametrize("keys", [(), ("n",), ("b",), ("e",), ("o",), ("question_mark",)])
async def test_ctrl_c_says_how_to_quit_on_every_screen(menu, workspace, keys):
    await menu.press(*keys, "ctrl+c")
    assert "Press Ctrl+Q to quit bgterm." in menu.shown
    assert not menu.app.screen.query("Toast")
    assert kept_at(workspace) == []
