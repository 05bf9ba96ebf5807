"""The operator's commands in the process of the server: what the players hear, and what the operator reads."""

import logging

import pytest

from bgterm.net.admin import Admin
from bgterm.net.house import House
from bgterm.net.limits import Limits
from bgterm.notation import admin_words
from bgterm.table.company import Told
from bgterm.table.log import LOG
from tests.net.small_screen import Party
from tests.table.visitors import lobby_in, playing


@pytest.fixture
def lobby(tmp_path):
    lobby = lobby_in(tmp_path)
    yield lobby
    lobby.people.close()


@pytest.fixture
def house(tmp_path):
    return House(Limits(), tmp_path, Party().screen)


def stop():
    raise AssertionError("the server was stopped")


async def test_cancelled_shutdown_is_told_and_logged(house, lobby, caplog):
    ann, bob, *_ = playing(lobby)
    admin = Admin(house, lobby, stop)
    caplog.set_level(logging.INFO, LOG.name)
    admin.answer({"command": "shutdown", "minutes": 5})
    said = admin.answer({"command": "cancel"})
    assert said == {"lines": ["The shutdown is cancelled: the server keeps running."]}
    for one in (ann, bob):
        assert one.heard[-2:] == [Told(admin_words.shutting_down_in(5)), Told(admin_words.SHUTDOWN_CANCELLED)]
    assert admin.answer({"command": "cancel"}) == {"lines": [admin_words.NO_SHUTDOWN]}
    assert bob.heard[-1] == Told(admin_words.SHUTDOWN_CANCELLED)
    assert caplog.messages == ["shutdown planned minutes=5", "shutdown cancelled"]
