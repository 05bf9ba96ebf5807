"""The cost of one visitor for the others: changes are drawn together, and only where something changed."""

from math import ceil
from time import monotonic

from textual.widget import Widget

from bgterm.editing.turn_draft import Draft
from bgterm.lobby.chat import ChatLimits
from bgterm.lobby.limits import Limits
from bgterm.lobby.notifications import Refreshed
from bgterm.rules.board import Move, Player
from bgterm.rules.events import OpeningThrown
from bgterm.tui.screens.gathered import SOONEST
from bgterm.tui.screens.match.chat import ChatLines
from bgterm.tui.widgets.text_line import RowList
from tests.lobby.visitors import ANN, BOB, CLEO, Guest, lobby_in, playing
from tests.tui.company import company_in
from tests.waiting import until_all_wait

CHANGES = 40
OF_A_TABLE = 6
"""The number of lines of the list that change when a table is opened: a heading, the table, a gap, three moved."""


class Pictures:
    """Counts how often the list of a seat is asked for new rows, and how many lines of it are drawn."""

    def __init__(self, seat):
        listing = seat.app.screen.query_one(RowList)
        self.count = self.lines = 0
        self._fill, self._line = listing.fill, listing.render_line
        listing.fill, listing.render_line = self._counted, self._counted_line

    def _counted(self, rows):
        self.count += 1
        return self._fill(rows)

    def _counted_line(self, y):
        self.lines += 1
        return self._line(y)


async def test_tables_opened_and_withdrawn_are_drawn_together(tmp_path):
    lobby = lobby_in(tmp_path, Limits(openings=CHANGES))
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(CLEO)
        ann = Guest(lobby, ANN)
        await company.settle()
        pictures, began = Pictures(seat), monotonic()
        for _ in range(CHANGES):
            code = ann.open()
            await until_all_wait()  # the screen hears of each by itself
            lobby.matchmaking.withdraw(ANN, code)
        await company.settle()
        most = ceil((monotonic() - began) / SOONEST) + 1
        assert 0 < pictures.count <= most  # fewer than changes, unless the machine is very slow
        assert pictures.lines <= pictures.count * OF_A_TABLE
        assert code not in seat.shown


async def test_chat_and_drafts_of_others_are_drawn_together(tmp_path):
    lobby = lobby_in(tmp_path, Limits(chat=ChatLimits(lines=CHANGES)))
    ann, bob, white, _ = playing(lobby)
    await white.table.apply(OpeningThrown(3, 1))
    bob.leave()
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(BOB)
        view, pictures = seat.app.screen.table_view, list[str]()
        show_around, sheet = view.show_around, view.sheet
        hear = sheet.hear
        view.show_around = lambda scene: (pictures.append("draft"), show_around(scene))
        sheet.hear = lambda lines: (pictures.append("chat"), hear(lines))
        draft = Draft(white.table.choices(Player.WHITE).plays, ((Move(8, 5),),))
        began = monotonic()
        for number in range(CHANGES):
            white.at.turn.show(white, draft if number % 2 else None)
            await white.at.chat.say(Player.WHITE, f"Line {number}")
            white.at.tell(Refreshed())
            await until_all_wait()
        await company.settle()
        most = ceil((monotonic() - began) / SOONEST) + 1
        assert {*pictures} == {"draft", "chat"}
        assert max(map(pictures.count, ("draft", "chat"))) <= most
        assert seat.shows(f"Ann: Line {CHANGES - 1}")
        board = white.table.match.game.board
        assert seat.scene.board == board.moved(Player.WHITE, Move(8, 5))
    ann.leave()


async def test_of_a_line_in_an_open_chat_only_the_chat_is_drawn(tmp_path, monkeypatch):
    lobby, drawn = lobby_in(tmp_path), list[type]()
    async with company_in(tmp_path, lobby) as company:
        seat = await company.come(BOB)
        await company.press(seat, "c")
        lobby.say(ANN, "first")
        await company.settle()
        refresh = Widget.refresh
        monkeypatch.setattr(
            Widget, "refresh", lambda of, *some, **how: (drawn.append(type(of)), refresh(of, *some, **how))[1]
        )
        lobby.say(ANN, "second")
        await company.settle()
        assert seat.shows("Ann: second")
        assert drawn == [ChatLines]


async def test_keys_do_what_the_screen_shows_until_it_shows_a_change(tmp_path):
    lobby = lobby_in(tmp_path)
    async with company_in(tmp_path, lobby) as company:
        seat, ann = await company.come(BOB), Guest(lobby, ANN)
        code = ann.open(invited="Bob")
        await company.settle()
        await company.press(seat, "end")
        assert seat.shows("Enter: accept and play   Delete: decline")
        lobby.matchmaking.withdraw(ANN, code)
        assert seat.app.screen.check_action("withdraw", ())
        await company.settle()
        assert seat.shows("Enter: challenge to a match")
        assert not seat.app.screen.check_action("withdraw", ())
