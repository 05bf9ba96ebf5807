"""A table of the lobby on several screens at once: played, watched, chatted at, left and resumed."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from bgterm.lobby.notifications import Notice, Refreshed, ignore
from bgterm.lobby.session import LobbySession
from bgterm.lobby.users.user_registry import User
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, OpeningThrown, ResignationAccepted, ResignationOffered, Rolled
from bgterm.rules.match import Phase, Win
from bgterm.rules.variants import LONG
from bgterm.text import questions, score
from bgterm.tui.board import styled_rows
from bgterm.tui.board.widget import Board
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.text_line import Line
from tests.builders import play
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, left
from tests.tui.company import company_in
from tests.tui.screen_cells import strips
from tests.tui.seat import Seat

WHITE, BLACK = Player
STARTED = OpeningThrown(3, 1)
FIRST_TURN = Moved(WHITE, play("8/5 6/5"))


@pytest.fixture
async def table(lobby):
    """A match of Ann and Bob, who are both away, in which Ann has rolled 3-1 for the start."""
    return left(lobby, STARTED)


# Playing


async def test_nobody_is_shown_the_keys_of_another_even_at_first(company, lobby, monkeypatch):
    table = left(lobby, STARTED, FIRST_TURN)
    shown = list[str]()
    show = KeyBar.show
    monkeypatch.setattr(KeyBar, "show", lambda bar, text: (shown.append(str(text)), show(bar, text)))
    ann, cleo = await company.come(ANN), await company.come(CLEO, table.code)
    assert [seat.asked for seat in (ann, cleo)] == ["wait", "wait"]
    assert "m moves" in cleo.key_bar
    assert [line for line in shown if "roll" in line or "double" in line] == []
    bob = await company.come(BOB)
    assert "Space roll  d double" in bob.key_bar


async def test_each_plays_from_his_own_side_and_a_third_looks_on(table, company, ann, bob):
    cleo = await company.come(CLEO, table.code)
    assert [seat.asked for seat in (ann, bob, cleo)] == ["move", "wait", "wait"]
    assert [seat.scene.bottom for seat in (ann, bob, cleo)] == [WHITE, BLACK, WHITE]
    for seat, bottom, mover in (
        (cleo, BLACK, BLACK),
        (cleo, WHITE, WHITE),
        (bob, WHITE, BLACK),
        (bob, BLACK, BLACK),
    ):
        await company.press(seat, "f")
        assert (seat.scene.bottom, seat.scene.mover) == (bottom, mover)
    for key in ("8", "slash", "5"):
        await company.press(ann, key)
    before = bob.shown
    assert "8/5" not in before
    await company.press(ann, *" 6/5", "enter", "enter")
    assert table.table.history == (STARTED, FIRST_TURN)
    for seat in (ann, bob, cleo):
        assert seat.shows("Ann 3-1: 8/5 6/5")
    assert [seat.asked for seat in (ann, bob, cleo)] == ["wait", "roll", "wait"]
    await company.press(ann, "space", "r", "d", "enter")
    await company.press(
        cleo, "space", "r", "d", "enter", "x", "1", "z", "c", "w", "Q", "R", "L", "g", "exclamation_mark"
    )
    assert cleo.keys.isdisjoint({"resign", "take-back", "chat", "rematch", "let-watch", "words", "end-session"})
    assert table.table.history == (STARTED, FIRST_TURN)
    await company.press(bob, "space")
    assert table.match.game.phase is Phase.TO_MOVE
    assert ann.shows(questions.question(table.match))


def board_seen(seat: Seat) -> list[str]:
    """Return the rows of the board on the screen, without the words in the middle."""
    rows = [line[:62] for line in seat.shown.splitlines()[1:18]]
    return rows[:7] + rows[10:]


async def test_others_see_the_draft_before_the_dice_are_picked_up(table, company, ann, bob):
    cleo = await company.come(CLEO, table.code)
    before = board_seen(bob)
    await company.press(ann, *"8/5")
    assert (board_seen(bob), "167 pips" in bob.shown) == (before, True)
    await company.press(ann, "enter")
    for seat in (bob, cleo):
        assert ("164 pips" in seat.shown, seat.asked) == (True, "wait")
    assert board_seen(bob) != before
    bob = await company.come(BOB, table.code)
    assert "164 pips" in bob.shown
    await company.press(ann, *"6/5", "enter", "backspace", "backspace")
    assert board_seen(bob) == before
    await company.press(ann, *"8/5", "enter")
    await company.drop(ann)
    assert board_seen(bob) == before
    ann = await company.come(ANN)
    await company.press(ann, *"8/5 6/5", "enter", "enter")
    assert table.table.history == (STARTED, FIRST_TURN)
    assert ["163 pips" in seat.shown for seat in (ann, bob, cleo)] == [True] * 3


@pytest.mark.usefixtures("table")
async def test_lobby_arrivals_redraw_nothing_for_players(company, ann, bob, monkeypatch):
    pictures = []
    for seat in (ann, bob):
        monkeypatch.setattr(seat.app, "_display", lambda screen, _: pictures.append(screen))
    await company.come(CLEO)
    assert pictures == []
    monkeypatch.undo()
    await company.press(ann, "q")
    assert "Cleo" in ann.shown


async def test_the_settings_act_for_ones_own_seat_only(company, lobby):
    table = left(lobby, STARTED, offer=TO_THREE.changed(cube=False))
    by_itself = Settings(auto_roll=True, auto_play_forced=True)
    ann, bob = await company.come(ANN, settings=by_itself), await company.come(BOB)
    await company.press(ann, *"5", "enter", "enter")
    assert table.table.history == (STARTED, FIRST_TURN)
    assert bob.asked == "roll"


async def test_the_bell_rings_when_it_is_ones_turn_if_one_wants_it(table, company, monkeypatch):
    rung = []
    bob = await company.come(BOB, settings=Settings(bell=True))
    quiet = await company.come(CLEO, table.code)
    for seat in (bob, quiet):
        monkeypatch.setattr(seat.app, "bell", lambda seat=seat: rung.append(seat))
    await table.table.apply(FIRST_TURN)
    await company.settle()
    assert rung == [bob]


async def test_how_a_game_ended_is_told_to_who_has_not_gone_on(table, company, ann, bob):
    for event in (ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK)):
        await table.table.apply(event)
    over = table.match
    await company.settle()
    assert (ann.asked, bob.asked) == ("over", "over")
    await company.press(bob, "enter", "space")
    assert table.match.game.number == 2
    assert ann.shows(f"{score.headline(over)}. {score.score_line(over)}.")


# Talking


async def say(company, table, text):
    """Post a line of Ann in the chat, and update everyone's screen."""
    await table.chat.say(WHITE, text)
    table.tell(Refreshed())
    await company.settle()


async def test_chat_is_plain_reaches_everyone_and_loses_no_line(table, company, ann, bob):
    cleo = await company.come(CLEO, table.code)
    await company.press(bob, "c", *"Hi")
    await table.table.apply(FIRST_TURN)
    await company.settle()
    assert bob.screen is ChatScreen
    await company.press(bob, *" [b]!", "enter")
    assert (bob.screen, bob.asked) == (OnlineMatchScreen, "roll")
    await say(company, table, "\x1b[2J\x1b[31mboo\u202e\x07")
    for seat in (ann, bob, cleo):
        assert seat.shows("Ann: boo")
        assert "\x1b" not in seat.shown
    for _ in range(5):
        await company.press(bob, "c", "a", "enter")
    assert bob.screen is ChatScreen
    assert bob.shows("At most 5 lines in 10 seconds: try again in a moment.")
    assert [line.text for line in table.chat.lines] == ["Hi [b]!", "boo", *["a"] * 4]


@pytest.mark.parametrize("size", [(80, 24), (44, 20)])
async def test_long_lines_can_be_read_whole(table, company, size):
    bob = await company.come(BOB, size=size)
    for n in range(4):
        await say(company, table, " ".join(f"word{n}-{k}" for k in range(20)))
    await company.press(bob, "c")
    assert bob.shows(" ".join(f"word3-{k}" for k in range(20)))
    assert ".." not in bob.shown.partition("Say")[0].rpartition("word3-0")[2]
    await company.press(bob, *["pageup"] * 4)
    assert bob.shows(f"Ann: {' '.join(f'word0-{k}' for k in range(20))}")
    await say(company, table, "the last")
    assert bob.shows("Ann: the last")


async def test_a_large_window_shows_the_chat_beside_the_board(table, company):
    bob = await company.come(BOB, size=(160, 50))
    for line in ("Good luck", "Well played"):
        await say(company, table, line)
        assert bob.shows("Chat")
        assert bob.shown.count(f"Ann: {line}") == 2  # and in the line of those who are there


@pytest.mark.parametrize("width", [80, 44])
@pytest.mark.parametrize("word", ["word ", "李", "é", "👍🏽 "])
async def test_of_a_long_line_as_much_is_shown_as_fits_and_dots_say_so(table, company, width, word):
    bob = await company.come(BOB, size=(width, 24))
    await say(company, table, (word * 200)[:200])
    line = bob.app.screen.query_one("#company", Line).render_line(0).text
    assert line.rstrip().endswith("…")
    assert width - 2 - cell_len(word) <= cell_len(line.strip()) <= width - 2


async def test_spectators_read_the_chat_but_cannot_write(table, company):
    await company.come(BOB)
    cleo = await company.come(CLEO, table.code)
    await company.press(cleo, "c")
    assert (cleo.screen, "chat" in cleo.keys) == (OnlineMatchScreen, False)
    await say(company, table, "word " * 30 + "end")
    assert "chat" in cleo.keys
    await company.press(cleo, "c")
    assert cleo.screen is PageScreen
    assert cleo.page.endswith("word end")
    await company.press(cleo, *"x", "enter")
    assert cleo.screen is OnlineMatchScreen
    assert len(table.chat.lines) == 1


@pytest.mark.parametrize("size", [(44, 20), (80, 24), (120, 40)])
async def test_the_chat_leaves_the_whole_board_in_sight(table, company, size):
    bob = await company.come(BOB, size=size)
    board = bob.shown.splitlines()[: bob.app.screen.query_one(Board).region.bottom]
    for seconds in (0, 20, 40):
        await table.chat.say(WHITE, f"said at {seconds}")
    await company.press(bob, "c")
    assert bob.screen is ChatScreen
    assert bob.shows("Ann: said at 40")
    assert bob.shown.splitlines()[: len(board)] == board
    assert bob.key_bar.startswith("Enter say  Esc board")


# Leaving and coming back


async def test_who_drops_or_leaves_goes_back_to_the_same_decision(table, company, ann, bob):
    await company.drop(ann)
    assert not ann.app.is_running
    assert bob.shows("Ann has lost the connection")
    assert bob.shows("Wait, or leave with q: everything is kept.")
    back = await company.come(ANN)
    assert (back.screen, back.asked) == (OnlineMatchScreen, "move")
    assert back.shows("Ann to move 3-1")
    assert table.table.history == (STARTED,)
    assert not bob.shows("Ann has lost the connection")
    assert bob.shows("Ann is here.")
    await company.press(back, "q")
    assert back.screen is LobbyScreen
    assert bob.shows("Ann has left")
    assert table.attendance.left == (WHITE,)
    await company.press(back, "enter")
    assert (back.screen, back.asked) == (OnlineMatchScreen, "move")


async def test_host_in_the_options_is_not_called_disconnected(company, lobby):
    ann = await company.come(ANN)
    await company.press(ann, "n", "enter", "enter", "o")
    (table,) = lobby.open_tables.seen_by(BOB)
    bob = await company.come(BOB, table.code)
    await company.press(bob, "space")
    assert bob.shows("Ann is in the lobby and has been called")
    assert not bob.shows("lost the connection")
    assert ann.shows("Bob has joined your table and waits for you.")
    await company.press(ann, "escape")
    assert ann.screen is OnlineMatchScreen
    assert bob.shows("Ann is here.")


async def test_a_second_session_takes_over_the_seat(table, company):
    first, bob = await company.come(ANN), await company.come(BOB)
    second = await company.come(ANN, table.code)
    assert (first.screen, second.screen) == (LobbyScreen, OnlineMatchScreen)
    assert first.shows("You are at this table from another terminal now.")
    assert first.shows("your turn, 0-0, match to 3, game 1 open elsewhere")
    await company.drop(first)
    assert table.attendance.away == ()
    assert bob.asked == "wait"


async def test_who_looks_on_goes_when_the_players_want_to_be_alone(table, company):
    bob, cleo = await company.come(BOB), await company.come(CLEO, table.code)
    assert bob.shows("1 spectator")
    await company.press(bob, "L")
    assert cleo.screen is LobbyScreen
    assert cleo.shows("Ann and Bob allow no spectators now.")
    assert bob.shows("no spectators allowed")
    await company.press(cleo, "down")
    assert cleo.shows("These players allow no spectators now.")
    assert not cleo.shows("Enter: watch")


# Small windows and odd names

SMALL = (44, 20)


async def test_smallest_window_shows_the_chat_and_the_keys(company, lobby):
    table = left(lobby, STARTED, FIRST_TURN)
    ann, bob = await company.come(ANN, size=SMALL), await company.come(BOB, size=SMALL)
    for seat, answers in ((ann, ""), (bob, "Space roll  d double  ")):
        assert seat.key_bar.startswith(f"{answers}c chat")
        assert seat.key_bar.endswith(" ? help")
    assert "q leave" in ann.key_bar
    await company.press(ann, "c", *"Your turn", "enter")
    for seat in (ann, bob):
        assert seat.shows("Ann: Your turn")
    table.tell(Notice(lambda: "Cleo wants to play with you."))
    await company.settle()
    assert ann.shows("Cleo wants to play with you.")
    await company.press(bob, "space")
    assert ann.shows("Ann: Your turn")


async def test_smallest_window_shows_absent_players_and_spectators(company, lobby):
    table = left(lobby, STARTED, FIRST_TURN, Rolled(BLACK, Dice(6, 5)))
    bob = await company.come(BOB, size=SMALL)
    assert bob.key_bar == "Enter pick up  c chat … q leave  ? help"
    ann = await company.come(ANN, size=SMALL)
    await company.come(CLEO, table.code)
    assert ann.shows("1 spectator")
    await company.press(bob, "q")
    assert ann.shows("Bob has left")


def left_edge_of_cube(seat):
    """Return the column where each row of the cube begins, and the text of that row."""
    (cube,) = styled_rows.strip(styled_rows.blank(1, "board-cube"), seat.app.theme_variables)
    columns, text = set(), ""
    for strip in strips(seat.app):
        x = 0
        for segment in strip:
            if segment.style.bgcolor == cube.style.bgcolor:
                columns.add(x)
                text += strip.text
                break
            x += segment.cell_length
    return columns, text


@pytest.mark.parametrize("size", [(80, 24), (44, 20)])
async def test_odd_names_do_not_shear_the_table(tmp_path, lobby, size):
    odd = [
        await lobby.registry.pick(User(f"SHA256:{n}", ""), name)
        for n, name in enumerate(("\x1b[7m李小龍李小龍李小龍李", "[b]x[/b][/nope]"))
    ]
    host = lobby.enter(LobbySession(odd[0], ignore))
    code = (await lobby.matchmaking.open_table(odd[0], TO_THREE)).code
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(odd[1], code, size=size)
        table = lobby.matches.at(code).table
        await company.press(seat, "c", *"hi", "enter")
        await table.apply(STARTED)
        await company.settle()
        plain = await company.come(ANN, code, size=size)
        for one in (seat, plain):
            assert one.shows("李小龍李小龍李小龍李 to move 3-1")
            assert one.shows("李小龍李小龍李小龍李 starts")
            assert "\x1b" not in one.shown
            columns, text = left_edge_of_cube(one)
            assert len(columns) == 1
            assert "李" in text
    lobby.leave(host)


async def test_the_rules_are_those_that_were_agreed(company, lobby):
    table = left(lobby, offer=replace(TO_THREE, variant=LONG, dice="verifiable"))
    ann = await company.come(ANN)
    cleo = await company.come(CLEO, table.code)
    for seat in (ann, cleo):
        assert f"Commitment: {table.table.evidence.commitment}" in seat.shown
    assert table.match.variant is LONG
