"""Two processes that serve one lobby, joined without a database: the visitors and tables that each sees."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.lobby.hub import Advanced, Begun, Drafted, Hub, HubMessage, KeyCode, MovedOn, Sent, Told
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Closed, DraftChanged, Message, Redirected
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.attendance import Seating, Visitor
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.rules.board import Move, Player
from bgterm.rules.events import OpeningThrown
from bgterm.storage.open_match import ListChange
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, Guest, finish, lobby_in, playing, refusal
from tests.waiting import wait, written

WHITE, BLACK = Player


class Recorder(Hub):
    """A hub that keeps the messages that the lobby sends."""

    name, is_alone = "1.", False

    def __init__(self) -> None:
        self.sent: list[HubMessage] = []
        self.withdrawn: set[str] = set()
        """The codes of the open tables that the lobby has withdrawn."""

    def send(self, message: HubMessage) -> None:
        self.sent.append(message)

    def withdraw(self, codes: Iterable[str], _players: Iterable[User] = ()) -> None:
        self.withdrawn.update(codes)


def broken(_self):
    raise ValueError


@pytest.fixture
def hub():
    return Recorder()


@pytest.fixture
def lobby(tmp_path, hub):
    return lobby_in(tmp_path, hub=hub)


@pytest.fixture
def elsewhere(tmp_path):
    """The lobby of another process, which keeps its matches in the same folder."""
    registry = UserRegistry(NamesFile(tmp_path / "others.jsonl"))
    return Lobby(tmp_path / "matches", registry, hub=Recorder())


def hear(lobby: Lobby, *messages: HubMessage) -> None:
    for message in messages:
        wait(lobby.hear(message))


def test_visitors_of_all_processes_are_at_the_table(lobby):
    _ann, bob, white, black = playing(lobby)
    code = white.at.code
    assert [session.visitor for session in lobby.sessions] == [
        Visitor(ANN, code, WHITE, white.order, session=1),
        Visitor(BOB, code, BLACK, black.order, session=2),
    ]
    bob.leave()
    assert white.at.attendance.dropped == (BLACK,)
    lobby.set_remote([Visitor(BOB, code, BLACK, 1), *[Visitor(CLEO, code)] * 2])
    assert (white.at.attendance.away, white.at.attendance.watchers) == ((), 1)
    assert [one.user for one in white.at.seating.players] == [ANN, BOB]


def test_the_later_of_two_sessions_has_the_seat(lobby):
    ann, _bob, white, _black = playing(lobby)
    code = white.at.code
    lobby.set_remote([Visitor(ANN, code, WHITE, white.order - 1)])
    assert white.taken
    lobby.set_remote([Visitor(ANN, code, WHITE, white.order + 1)])
    assert not white.taken
    assert ann.read[-1] == "You are at this table from another terminal now."
    assert white.at.attendance.away == ()


def test_a_match_that_begins_withdraws_all_tables(lobby, hub):
    ann, bob = Guest(lobby, ANN), Guest(lobby, BOB)
    codes = [ann.open(), bob.open(), ann.open()]
    bob.join(codes[-1])
    assert hub.withdrawn == {*codes}
    (begun,) = [message for message in hub.sent if isinstance(message, Begun)]
    assert begun == Begun(lobby.matches_of(ANN)[0].name)


def test_a_code_for_a_key_works_once_on_any_process(lobby):
    wait(lobby.registration.pick(User("SHA256:Ann", ""), "Ann"))
    new = User("SHA256:laptop", "")
    hear(lobby, KeyCode("K7Q2M-B4X9W", "SHA256:Ann", 60.0), KeyCode("A2B3C-D4E5F", "SHA256:Bob", 60.0))
    hear(lobby, KeyCode("A2B3C-D4E5F"))
    assert refusal(lobby.registration.add_key, new, "A2B3C-D4E5F")
    assert wait(lobby.registration.add_key(new, "K7Q2M-B4X9W")).name == "Ann"


def test_a_table_follows_what_others_say_of_it(lobby):
    ann, bob, white, _black = playing(lobby)
    code = white.at.code
    hear(lobby, Drafted(code, ()), MovedOn(code, "A2B3C"))
    assert DraftChanged() not in ann.heard
    assert ann.heard[-1] == Redirected("A2B3C")
    hear(lobby, Sent(code, Message("Closed.")))
    assert ann.heard[-1] == bob.heard[-1] == Closed(Message("Closed."))


def test_a_draft_of_another_process_is_seen(lobby, hub):
    ann, bob, white, _black = playing(lobby)
    code = white.at.code
    wait(white.table.apply(OpeningThrown(3, 1)))
    bob.leave()
    lobby.set_remote([Visitor(BOB, code, BLACK, 1)])
    hear(lobby, Drafted(code, ((8, 5), (6, 5))))
    assert white.at.turn.draft is not None
    assert white.at.turn.draft.moves == (Move(8, 5), Move(6, 5))
    hear(lobby, Drafted(code, ((8, 2),)))
    assert len(white.at.turn.draft.moves) == 2
    white.at.turn.show(white, None)
    assert hub.sent[-1] == Drafted(code, ())
    assert ann.heard.count(DraftChanged()) == 1


def test_who_comes_to_another_process_is_sent_the_draft(lobby, hub):
    _ann, bob, white, _black = playing(lobby)
    code = white.at.code
    wait(white.table.apply(OpeningThrown(3, 1)))
    bob.leave()
    plays = white.table.choices(WHITE).plays
    assert plays
    white.at.turn.show(white, Draft(plays, ((Move(8, 5),),)))
    assert not any(isinstance(message, Drafted) for message in hub.sent)
    lobby.set_remote([Visitor(BOB, code, BLACK, 1)])
    assert [message for message in hub.sent if isinstance(message, Drafted)] == [Drafted(code, ((8, 5),))]


def test_a_draft_that_comes_before_its_roll_is_seen(lobby):
    ann, _bob, _white, black = playing(lobby)
    code = black.at.code
    ann.leave()
    lobby.set_remote([Visitor(ANN, code, WHITE, 1)])
    hear(lobby, Drafted(code, ((8, 5),)))
    assert black.at.turn.draft is None
    wait(black.table.apply(OpeningThrown(3, 1)))
    assert black.at.turn.draft is not None
    assert black.at.turn.draft.moves == (Move(8, 5),)


def test_a_rematch_begins_once_when_both_want_it(lobby, hub):
    ann, bob, white, _black = playing(lobby)
    code = white.at.code
    finish(white.table)
    bob.leave()
    place = Visitor(BOB, code, BLACK, 1)
    lobby.set_remote([place])
    wait(lobby.matchmaking.ask_rematch(white))
    assert not isinstance(ann.heard[-1], Redirected)

    async def wish() -> None:
        both = replace(place, wants_rematch=True)
        lobby.set_remote([both])
        lobby.set_remote([both, Visitor(CLEO, code)])  # before the rematch has begun
        await lobby.matchmaking.tasks.until_idle()

    wait(wish())
    (moved,) = [message for message in hub.sent if isinstance(message, MovedOn)]
    assert moved.code == code
    assert ann.heard[-1] == Redirected(moved.to)


@pytest.mark.parametrize("what", ["rematch failed", "match not read"])
def test_an_error_of_a_task_is_logged(lobby, monkeypatch, caplog, what):
    _ann, _bob, white, _black = playing(lobby)
    monkeypatch.setattr(Seating, "both_want_rematch", property(broken))
    monkeypatch.setattr(SharedTable, "read_on", broken)

    async def begin() -> None:
        if what == "match not read":
            lobby.matches.catch_up(ANN)
        else:
            lobby.matchmaking.begin_rematch_soon(white.at)
        await lobby.matches.tasks.until_idle()
        await lobby.matchmaking.tasks.until_idle()

    wait(begin())
    (failed,) = caplog.records
    assert failed.message == what
    assert failed.exc_info


def test_who_comes_from_another_process_sees_whose_turn_it_is(lobby, elsewhere):
    _ann, _bob, white, black = playing(elsewhere)
    hear(lobby, Begun(white.at.name))
    wait(white.table.apply(OpeningThrown(3, 1)))
    hear(lobby, Advanced(white.at.name, ListChange.TURN))
    (table,) = lobby.matches_of(ANN)
    assert table.match.to_act is None

    async def come() -> None:
        Guest(lobby, ANN)
        await lobby.matches.tasks.until_idle()

    wait(come())
    assert table.match.to_act is WHITE
    white.drop()
    black.drop()


def test_a_match_that_others_have_played_stays(lobby, elsewhere):
    _ann, _bob, white, black = playing(elsewhere)
    code, name = white.at.code, white.at.name
    hear(lobby, Begun(name))
    lobby.set_remote([Visitor(ANN, code, WHITE, 1), Visitor(BOB, code, BLACK, 1)])
    wait(white.table.apply(OpeningThrown(3, 1)))
    white.leave()
    black.leave()
    hear(lobby, Advanced(name, ListChange.TURN), Advanced(name, ListChange.NOTE), Advanced(name, ListChange.NOTE))
    lobby.set_remote([Visitor(ANN), Visitor(BOB)])
    assert lobby.matches.at(code)


def test_a_match_that_others_have_removed_goes(lobby, elsewhere):
    _ann, _bob, white, black = playing(elsewhere)
    hear(lobby, Begun(white.at.name))
    white.leave()
    black.leave()
    written()
    hear(lobby, Advanced(white.at.name, ListChange.NOTE))
    assert lobby.matches.at(white.at.code) is None


def test_guests_of_two_processes_have_keys_of_their_own(lobby):
    assert [lobby.registration.guest().key for _ in range(2)] == ["guest:1.1", "guest:1.2"]


def test_a_table_of_another_process_can_be_joined(lobby, hub):
    bob = Guest(lobby, BOB)
    lobby.set_remote([Visitor(ANN)])
    table = OpenTable("K7Q2M", ANN, TO_THREE)
    lobby.set_open_tables([table])
    assert bob.join("k7q2m").at.header.names == ("Ann", "Bob")
    assert Told(ANN.key, Message("{name} has joined your table and waits for you.", {"name": "Bob"})) in hub.sent
