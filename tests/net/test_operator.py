"""The operator's commands in the process of the server: their messages to players and to the operator."""

import asyncio
import logging
import os
from errno import ENOSPC
from functools import partial
from types import SimpleNamespace

import pytest

from bgterm.lobby.bans import Ban, BansFile
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.notifications import Notice
from bgterm.lobby.users.user_registry import User
from bgterm.net import connection
from bgterm.net.connection import ServerState
from bgterm.net.limits import Limits
from bgterm.net.operator import admin as commands
from bgterm.net.operator.admin import Admin
from bgterm.net.operator.status import combined
from bgterm.net.process import until_orphaned
from bgterm.net.shared_state import Client
from bgterm.plain.visit import Visit
from bgterm.storage.log import LOG
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, Guest, finish, lobby_in, playing
from tests.storage.faults import SlowDisk
from tests.tui.seat import workspace_in
from tests.waiting import HANG, until_all_wait


@pytest.fixture
def lobby(tmp_path):
    return lobby_in(tmp_path)


@pytest.fixture
def state(tmp_path, lobby):
    return ServerState(Limits(), tmp_path, lobby)


def stop():
    raise AssertionError("the server was stopped")


@pytest.fixture
async def admin(state):
    return Admin(state, stop)


async def answered(admin: Admin, command: str, **facts: object) -> str:
    """Return what the operator reads in answer to a command: its lines, or its error."""
    answer = await admin.answer({"command": command, **facts})
    return answer.get("error") or "\n".join(answer["lines"])


async def test_cancelled_shutdown_is_told_and_logged(admin, lobby, caplog):
    ann, bob, *_ = playing(lobby)
    caplog.set_level(logging.INFO, LOG.name)
    await admin.answer({"command": "shutdown", "minutes": 5})
    assert await answered(admin, "cancel") == "The shutdown is cancelled: the server keeps running."
    for one in (ann, bob):
        assert one.read[-2:] == [
            "The server shuts down in 5 minutes. Every match is kept.",
            "The shutdown is cancelled: the server keeps running.",
        ]
    assert await answered(admin, "cancel") == "No shutdown was planned."
    assert bob.read[-1] == "The shutdown is cancelled: the server keeps running."
    assert caplog.messages == ["shutdown planned minutes=5", "shutdown cancelled"]


async def test_shutdown_planned_by_others_only_is_cancelled(state, monkeypatch):
    answers = []

    class Asked:
        def __init__(self, _hub, answer):
            answers.append(answer)

        async def ask(self, question):
            return [await answers[0](question)]

    monkeypatch.setattr(commands, "Questions", Asked)
    state.hub = SimpleNamespace()
    Admin(state, stop)
    await answers[0]({"command": "shutdown", "minutes": 5})
    second = Admin(state, stop)
    assert await answered(second, "cancel") == "The shutdown is cancelled: the server keeps running."
    assert await answered(second, "cancel") == "No shutdown was planned."


async def test_planned_shutdown_is_told_to_those_who_come(admin, lobby):
    await admin.answer({"command": "shutdown", "minutes": 5})
    assert Guest(lobby, ANN).read[-1] == "The server shuts down in 5 minutes. Every match is kept."
    assert lobby.ends_at is not None
    lobby.ends_at -= 150
    assert Guest(lobby, BOB).read[-1] == "The server shuts down in 3 minutes. Every match is kept."
    await admin.answer({"command": "cancel"})
    assert not [one for one in Guest(lobby, CLEO).heard if isinstance(one, Notice)]


async def test_planned_shutdown_is_announced_again_a_minute_before_it(admin, lobby, monkeypatch):
    ann, *_ = playing(lobby)
    await admin.answer({"command": "shutdown", "minutes": 5})
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", partial(lambda now: now() + 240, loop.time))
    await until_all_wait()
    await admin.answer({"command": "cancel"})
    assert [line for line in ann.read if "shuts down" in line] == [
        "The server shuts down in 5 minutes. Every match is kept.",
        "The server shuts down in 1 minute. Every match is kept.",
    ]


async def come(state, lobby, user, folder):
    """Return a new visitor in plain mode, as a session of the server has one."""
    visit = Visit(lobby, user, workspace_in(folder), lambda _: None, lambda _: None, port=22)
    await visit.begin()
    now = asyncio.get_running_loop().time()
    client = Client(user.key, "", "::1", 22)
    session = SimpleNamespace(first=visit, client=client, opened=now, last_key=now, is_ending=False)
    state.connections = [*state.connections, SimpleNamespace(sessions=[session])]
    return visit


async def places(admin):
    """Return the place of each session, by the names of the players."""
    sessions = (await admin.answer({"command": "who"}))["data"]
    return sorted((one["name"], one["where"]) for one in sessions)


async def test_who_names_the_place_of_each_session(admin, state, lobby, tmp_path):
    guest = User("guest:1", "Gus")
    ann, bob = [await come(state, lobby, one, tmp_path) for one in (ANN, BOB)]
    for one in (ANN, guest):
        await come(state, lobby, one, tmp_path)
    code = (await lobby.matchmaking.open_table(ANN, TO_THREE)).code
    await lobby.matchmaking.join(BOB, code)
    participant = await lobby.go(ann.lobby_session, code)
    await lobby.go(bob.lobby_session, code)
    assert f"Bob  plays {code}  ::1  {BOB.key}  0 min, idle 0 s" in (await answered(admin, "who")).splitlines()
    assert await places(admin) == [
        ("Ann", "lobby"),
        ("Ann", f"plays {code}"),
        ("Bob", f"plays {code}"),
        ("Gus", "lobby"),
    ]
    bob.lobby_session.occupancy.leave()
    finish(participant.table)
    finished = f"at {code} (finished)"
    assert await places(admin) == [("Ann", finished), ("Ann", "lobby"), ("Bob", "lobby"), ("Gus", "lobby")]


async def test_finished_match_is_said_to_be_finished(admin, lobby):
    _, _, white, _ = playing(lobby)
    code = white.at.code
    assert await answered(admin, "matches") == f"{code}  Ann 0, Bob 0, match to 3, game 1"
    assert admin.status.figures["matches_unfinished"] == 1
    finish(white.table)
    answer = await admin.answer({"command": "matches"})
    assert answer["lines"] == [f"{code}  Bob won 3-0, match to 3"]
    assert answer["data"][0]["finished"] is True
    assert admin.status.figures["matches_unfinished"] == 0


@pytest.mark.parametrize("by_address", [False, True])
async def test_muted_player_chats_nowhere_until_it_is_lifted(admin, lobby, by_address):
    user = User(f"SHA256:{'a' * 43}", "", "2001:db8::/64")
    muted = await lobby.registry.pick(user, "Cyril")
    what = "2001:db8::7" if by_address else "cyril"
    bob, cyril = Guest(lobby, BOB), Guest(lobby, muted)
    place = cyril.join(bob.open(TO_THREE))
    said = await answered(admin, "mute", what=what, reason="insults", by="tom")
    assert said == f"{what if by_address else 'Cyril'} is muted."
    why = "^The operator of this server has muted you. Reason: insults$"
    with pytest.raises(LobbyError, match=why):
        lobby.say(muted, "Hello")
    with pytest.raises(LobbyError, match=why):
        await place.say("Hello")
    lobby.say(BOB, "Tea?")
    kept = "2001:db8::/64  by tom  insults" if by_address else f"{user.key}  Cyril  by tom  insults"
    assert await answered(admin, "mutes") == kept
    await admin.answer({"command": "unmute", "what": what})
    assert await place.say("Sorry")


async def test_kicked_sessions_end_with_a_reason_and_others_stay(admin, state, lobby, tmp_path):
    for user in (ANN, BOB, await lobby.registry.pick(User("guest:1", ""), "Gus")):
        await come(state, lobby, user, tmp_path)
    ended = []
    for number, session in enumerate(state.open_sessions):
        session.end = lambda message, number=number: ended.append((number, message()))
    assert await answered(admin, "kick", what="gus", reason="Go\nto  bed") == "1 session ended."
    await admin.answer({"command": "kick", "what": ANN.key, "reason": None})
    assert ended == [
        (2, "The operator has ended your session. Go to bed"),
        (0, "The operator has ended your session."),
    ]
    nobody = await answered(admin, "kick", what="Dan")
    assert nobody == "Dan is not connected; bgterm admin who lists who is."


async def test_operator_renames_and_deletes_a_player(admin, lobby):
    cyril = await lobby.registry.pick(User(f"SHA256:{'a' * 43}", "", "::1"), "Cyril")
    here = Guest(lobby, cyril)
    code = here.open(TO_THREE)
    assert await answered(admin, "rename", what="cyril", name="Cecil") == "Cyril is now called Cecil."
    assert (here.lobby_session.user.name, lobby.open_tables.at(code).host.name) == ("Cecil", "Cecil")
    refused = await answered(admin, "rename", what="Cecil", name="admin")
    assert refused == "admin could be the operator or a bot: pick another name."
    assert await answered(admin, "delete", what=cyril.key) == "Cecil is deleted; the matches are kept."
    assert here.heard[-2].said() == "Your name was deleted. Connect again to pick another."
    gone = await answered(admin, "delete", what="Cecil")
    assert gone == "Cecil is not a player with a key: give a name, or SHA256:..."


async def test_slow_disk_holds_up_only_the_ban(admin, state):
    slow, key = SlowDisk(), f"SHA256:{'a' * 43}"
    state.bans = BansFile(state.folder / "bans.txt", slow.disk)
    async with slow.held():
        bans = [asyncio.create_task(admin.answer({"command": "ban", "what": what})) for what in (key, "::1")]
        await slow.reached()
        assert await answered(admin, "bans") == "Nobody is banned."
    await asyncio.gather(*bans)
    assert [*state.bans] == [*BansFile(state.folder / "bans.txt")] == [Ban(key), Ban("::1")]


async def test_ban_that_cannot_be_kept_changes_nothing(admin, state):
    slow = SlowDisk()
    state.bans = BansFile(state.folder / "bans.txt", slow.disk)
    slow.fault = OSError(ENOSPC, "No space left on device")
    refused = await answered(admin, "ban", what="::1")
    assert refused == "The list could not be written (No space left on device); nothing has changed."
    assert not {*state.bans} | {*BansFile(state.folder / "bans.txt")}


def test_answers_of_several_workers_are_one():
    nobody = {"lines": ["Nobody is connected."], "data": []}
    ann, bob = ({"lines": [name], "data": [{"name": name}]} for name in ("Ann", "Bob"))
    who = combined("who", [nobody, ann, bob])
    assert who == {"lines": ["Ann", "Bob"], "data": [{"name": "Ann"}, {"name": "Bob"}]}
    assert combined("who", [nobody, nobody]) == nobody
    one, two = ({"lines": [text], "data": [{"code": code}]} for text, code in (("a", "K7Q2M"), ("b", "A2B3C")))
    matches = combined("matches", [one, two, one])
    assert matches == {"lines": ["a", "b"], "data": [{"code": "K7Q2M"}, {"code": "A2B3C"}]}
    figures = [{"data": {"sessions": 3, "players": 5}}, {"data": {"sessions": 2, "players": 5, "drops": 1}}]
    assert combined("stats", figures)["lines"] == ["sessions 5", "players 5", "drops 1"]


async def test_a_worker_that_is_still_starting_is_not_listed(state, monkeypatch):
    async def ask(_question):
        return [{}]

    monkeypatch.setattr(commands, "Questions", lambda _hub, _answer: SimpleNamespace(ask=ask))
    state.hub = SimpleNamespace(lease=SimpleNamespace(name="here:1"))
    answer = await Admin(state, stop).answer({"command": "workers"})
    assert [one["worker"] for one in answer["data"]] == ["here:1"]


async def test_connections_are_checked_again_after_a_fault(state, monkeypatch):
    monkeypatch.setattr(connection, "_SWEEP", 0.0)
    checks = asyncio.Queue()

    def broken():
        checks.put_nowait("checked")
        raise ValueError

    state.connections = [SimpleNamespace(packets_since=broken)]
    sweeping = asyncio.create_task(state.sweep())
    async with asyncio.timeout(HANG):
        assert [await checks.get(), await checks.get()] == ["checked", "checked"]
    sweeping.cancel()


async def test_a_worker_ends_with_its_parent():
    stopped = asyncio.Event()
    await until_orphaned(os.getppid() + 1, stopped)
    assert stopped.is_set()
    stopped.clear()
    await until_orphaned(0, stopped)
    assert not stopped.is_set()
