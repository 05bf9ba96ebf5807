"""Chat at a table: plain text, short, limited, and kept."""

import json

import pytest

from bgterm.lobby.chat import Chat, ChatLimits, ChatLine, LobbyChat
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player
from tests.builders import header
from tests.lobby.visitors import refusal
from tests.tables import begin_table, resume_table
from tests.waiting import wait

WHITE, BLACK = Player
HEADER = header(3, "seed:1")


@pytest.fixture
def table(tmp_path):
    return begin_table(tmp_path, HEADER)


def test_what_is_said_is_kept_with_who_said_it(table):
    chat = Chat(table, ChatLimits(), lambda: 0.0)
    assert wait(chat.say(WHITE, "Well rolled."))
    assert wait(chat.say(BLACK, "Thank you!"))
    lines = [json.loads(line) for line in table.path.read_text().splitlines()]
    assert lines[1:] == [
        {"note": "chat", "from": "Ann", "text": "Well rolled."},
        {"note": "chat", "from": "Bob", "text": "Thank you!"},
    ]
    table.close().result()
    again = Chat(resume_table(table.path), ChatLimits(), lambda: 0.0)
    assert again.lines == chat.lines == (ChatLine("Ann", "Well rolled."), ChatLine("Bob", "Thank you!"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("\x1b[2J\x1b[1;1Hgotcha", "gotcha"),
        ("\x1b]52;c;ZXZpbA==\x07hi", "hi"),
        ("\x1bP1;2|aa\x1b\\hi", "hi"),
        ("\x9b31mred", "red"),
        ("two\r\nlines", "two lines"),
        ("abc\u202edef\u2069", "abc def"),
        ("a" * 500, "a" * 200),
        ("  wide 李  ", "wide 李"),
        *((nothing, None) for nothing in ("", "   ", "\x1b[31m", "\u200b\x07")),
    ],
)
def test_only_plain_text_is_left_of_a_line_or_nothing_is_said(table, said, kept):
    chat = Chat(table, ChatLimits(), lambda: 0.0)
    assert wait(chat.say(WHITE, said)) is (kept is not None)
    assert [line.text for line in chat.lines] == ([] if kept is None else [kept])


def test_too_much_chat_at_once_is_refused_until_later(table):
    now = 0.0
    chat = Chat(table, ChatLimits(lines=2, seconds=10), lambda: now)
    wait(chat.say(WHITE, "hi"))
    now = 4.0
    wait(chat.say(WHITE, "hi"))
    now = 9.9
    assert "At most 2 lines in 10 seconds" in refusal(chat.say, WHITE, "hi")
    wait(chat.say(BLACK, "hi"))
    now = 10.0
    wait(chat.say(WHITE, "hi"))
    now = 10.1
    assert refusal(chat.say, WHITE, "hi")
    assert len(chat.lines) == 4


def test_lines_of_all_in_the_lobby_wait_for_their_turn():
    chat = LobbyChat(ChatLimits(of_all_at_once=3), RateLimits(lambda: 10.0))
    for number in range(8):
        chat.say(User(f"key {number}", f"Ann {number}"), f"line {number}")
    assert [len(chat.add_due(now)) for now in (10.0, 10.0, 10.5, 11.0, 20.0)] == [3, 0, 1, 2, 2]
    assert [line.text for line in chat.lines] == [f"line {number}" for number in range(8)]
    assert chat.wait(20.0) == 0.0


def test_a_line_is_refused_while_too_many_of_one_or_of_all_wait():
    chat = LobbyChat(ChatLimits(), RateLimits(lambda: 10.0))
    for number in range(10):
        for _ in range(5):
            chat.say(User(f"key {number}", f"Ann {number}"), "Hello")
        if not number:
            said = refusal(chat.say, User("key 0", "Ann 0"), "Hello")
            assert said == "At most 5 lines in 10 seconds: try again in a moment."
    said = refusal(chat.say, User("key", "Bob"), "Hello")
    assert said == "Too many people are talking: try again in a moment."
