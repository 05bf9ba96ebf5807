"""Names and keys of players in the lobby: picked, changed, limited, and added with a code."""

from bgterm.lobby.limits import Limits
from bgterm.lobby.notifications import Refreshed
from bgterm.lobby.users.user_registry import User
from tests.builders import Time
from tests.lobby.visitors import BOB, MONEY, Guest, finish, lobby_in, refusal
from tests.waiting import wait


def test_new_players_a_day_are_limited_by_address(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, Limits(names_a_day=2), now=time)
    here = [User(f"SHA256:{n}", "", "192.0.2.7") for n in range(4)]
    for wish in ("", "\x1b"):  # a name that is refused is not counted
        assert refusal(lobby.registration.pick, here[0], wish)
    assert [wait(lobby.registration.pick(user, f"Player {n}")).name for n, user in enumerate(here[:2])] == [
        "Player 0",
        "Player 1",
    ]
    too_many = "Too many new players have come from your address today: come back tomorrow."
    assert refusal(lobby.registration.pick, here[2], "Player 2") == too_many
    assert wait(lobby.registration.pick(User("SHA256:far", "", "198.51.100.1"), "Player 2")).name == "Player 2"
    assert wait(lobby.registration.pick(lobby.registration.guest("192.0.2.7"), "Zoe")).name == "Zoe"
    time.passes(24 * 60 * 60)
    assert wait(lobby.registration.pick(here[3], "Player 3")).name == "Player 3"


def test_renamed_player_is_shown_to_everyone_by_the_new_name(lobby):
    ann, bob = Guest(lobby, wait(lobby.registration.pick(User("SHA256:a", ""), "Ann"))), Guest(lobby, BOB)
    code = ann.open()
    bob.heard.clear()
    wait(lobby.rename(ann.user, "Anna"))
    assert bob.heard == [Refreshed()]
    assert [user.name for user in lobby.sessions.users] == ["Anna", "Bob"]
    assert [table.host.name for table in lobby.open_tables.seen_by(BOB)] == ["Anna"]
    bob.join(code)
    assert lobby.matches.live[0].header.names == ("Anna", "Bob")


def test_rematch_names_the_players_as_they_are_called_now(lobby):
    users = [wait(lobby.registration.pick(User(f"SHA256:{name}", ""), name)) for name in ("Ann", "Bob")]
    ann, bob = (Guest(lobby, user) for user in users)
    black = bob.join(ann.open(MONEY))
    white = ann.sit(black.at.code)
    finish(white.table)
    wait(lobby.rename(ann.user, "Anna"))
    wait(white.at.end_session(white))
    wait(lobby.matchmaking.ask_rematch(white))
    wait(lobby.matchmaking.ask_rematch(black))
    assert [table.header.names for table in lobby.matches_of(ann.user) if not table.over] == [("Anna", "Bob")]


def test_names_are_changed_three_times_a_day(lobby):
    ann = wait(lobby.registration.pick(User("SHA256:a", ""), "Ann"))
    for name in ("Bea", "Cleo", "Dora"):
        wait(lobby.rename(ann, name))
    assert "often enough for today" in refusal(lobby.rename, ann, "Eve")


def test_code_adds_a_key_once_and_expires(tmp_path):
    time = Time()
    lobby = lobby_in(tmp_path, now=time)
    ann = wait(lobby.registration.pick(User("SHA256:a", ""), "Ann"))
    code = lobby.registration.key_code(ann)
    assert wait(lobby.registration.add_key(User("SHA256:laptop", ""), code.lower())) == ann
    assert lobby.registry.identity("SHA256:laptop") == "SHA256:a"
    assert "not valid any more" in refusal(lobby.registration.add_key, User("SHA256:other", ""), code)
    code = lobby.registration.key_code(ann)
    time.passes(600)
    assert "not valid any more" in refusal(lobby.registration.add_key, User("SHA256:other", ""), code)


def test_codes_that_add_a_key_cannot_be_guessed(lobby):
    code = lobby.registration.key_code(wait(lobby.registration.pick(User("SHA256:a", ""), "Ann")))
    thief = User("SHA256:thief", "", "203.0.113.7")
    for _ in range(5):
        assert "not valid any more" in refusal(lobby.registration.add_key, thief, "A2A2A-A2A2A")
    assert "Too many wrong codes" in refusal(lobby.registration.add_key, thief, code)
    assert wait(lobby.registration.add_key(User("SHA256:laptop", "", "203.0.113.8"), code)).name == "Ann"


def test_guests_have_no_keys_to_add(lobby):
    guest = wait(lobby.registration.pick(lobby.registration.guest(), "Zoe"))
    assert "came without a key" in refusal(lobby.registration.key_code, guest)
    assert "came without a key" in refusal(lobby.registration.add_key, guest, "A2A2A-A2A2A")


def test_mistyped_code_becomes_no_name(lobby):
    for text in ("K7Q2M-B4X9", "k7q2m b4x9w", " k7q2m--b4x9w"):
        assert "looks like a code, but is none" in refusal(lobby.registration.pick, User("SHA256:a", ""), text)
    assert wait(lobby.registration.pick(User("SHA256:a", ""), "Anna-Lena 2")).name == "Anna-Lena 2"
