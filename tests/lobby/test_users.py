"""The file of names: each key has one name, and nobody can take another's."""

import stat
from datetime import date, timedelta

import pytest

from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import User, UserRegistry
from tests.lobby.visitors import refusal
from tests.storage.faults import Saboteur
from tests.waiting import wait, written

ANN, BOB, CLEO = (User(f"SHA256:{name}", "") for name in ("ann", "bob", "cleo"))
GUEST = User("guest:1", "")


class Calendar:
    def __init__(self) -> None:
        self.day = date(2026, 1, 1)

    def __call__(self) -> date:
        return self.day

    def passes(self, days: int) -> None:
        self.day += timedelta(days=days)


async def keep(_key: str) -> None:
    """Delete nothing besides the names."""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir(0o700)
    return tmp_path / "data" / "names.jsonl"


@pytest.fixture
def calendar():
    return Calendar()


@pytest.fixture
def reopened(path):
    """Return a function that opens the file of names again, after it has closed the one that was open."""
    opened = list[UserRegistry]()

    def reopen(**options):
        for registry in opened:
            registry.close()
        opened.append(UserRegistry(NamesFile(path), **options))
        return opened[-1]

    return reopen


@pytest.fixture
def registry(reopened):
    return reopened()


def test_a_name_is_picked_once_and_kept_in_a_private_file(tmp_path):
    path = tmp_path / "data" / "names.jsonl"
    registry = UserRegistry(NamesFile(path))
    assert registry.name_of(ANN.key) == ""
    assert wait(registry.pick(ANN, "Ann")) == User(ANN.key, "Ann")
    assert wait(registry.pick(ANN, "Zoe")).name == "Ann"
    registry.close()
    assert UserRegistry(NamesFile(path)).name_of(ANN.key) == "Ann"
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)


def test_failed_write_leaves_the_next_name_readable(path, reopened):
    saboteur = Saboteur()
    names = UserRegistry(NamesFile(path, saboteur.disk))
    saboteur.plan = "the disk gets full and stuck"
    assert "No space left" in refusal(names.pick, ANN, "Ann")
    wait(names.pick(BOB, "Bob"))
    names.close()
    again = reopened()
    assert (again.name_of(ANN.key), again.name_of(BOB.key), again.faults) == ("", "Bob", ())


LIKE_ANN = ["Ann", "ANN", "ann", " A n n ", "\uff21nn", "A\x1b[1mnn", "A\u200bn\u202en"]
SKELETON_OF_ANN = ["\u0410nn", "\u0391\u039d\u039d", "\U0001d400nn", "A\u0578\u0578"]
LOOKALIKES = [("Ian", "lan"), ("Al", "A1"), ("B0b", "Bob"), ("Tom", "Torn")]


@pytest.mark.parametrize(("one", "other"), [*(("Ann", name) for name in LIKE_ANN + SKELETON_OF_ANN), *LOOKALIKES])
def test_a_name_that_looks_like_another_is_taken(registry, reopened, one, other):
    wait(registry.pick(ANN, one))
    for names in (registry, reopened()):
        for user in (BOB, GUEST):
            assert "is somebody else here: pick another name" in refusal(names.pick, user, other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Zoe", "Zo\u00eb"), ("Jo", "Joe")])
def test_names_that_differ_visibly_are_both_free(registry, one, other):
    assert [wait(registry.pick(ANN, one)).name, wait(registry.pick(BOB, other)).name] == [one, other]


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("  Ann\t of  Green ", "Ann of Green"),
        ("\x1b[31mAnn\x1b[0m", "Ann"),
        ("\x1b]0;title\x07Ann", "Ann"),
        ("A\x00n\x7fn\x9b2J", "A n n"),
        ("\u202eAnn\u2066", "Ann"),
        ("李小龍", "李小龍"),
        ("x" * 16, "x" * 16),
        ("Z\u0301\u0301\u0301oe", "\u0179\u0301\u0301oe"),
        ("A\ufe0fnn", "Ann"),
    ],
)
def test_what_is_kept_of_a_name_can_be_shown(registry, wanted, kept):
    assert wait(registry.pick(ANN, wanted)).name == kept


TOWER = "A" + "\u0301\u0302\u0303" * 5 + "nn"
REFUSED = {
    "A name has at most 16 characters: type a shorter one.": ["x" * 17, "Bartholomew the Elder", "x" * 5000],
    "That name has invisible characters or piled-up accents: type only letters that can be seen.": [
        *("Ann\u034f", TOWER, "A\u20dd\u20dd\u20ddnn", "\u1100nn")
    ],
    "That name has no visible characters: type letters, up to sixteen of them.": [
        *("", "  ", "\x1b[31m", "\u200b\u202e", "\u3164\u3164")
    ],
    "could be the operator or a bot: pick another name.": [
        *("operator", "0PERATOR", "Admin", "SYSTEM", "Server", "bgterm", "Bot gnubg", "b0t GNUBG")
    ],
}


@pytest.mark.parametrize(("wanted", "why"), [(name, why) for why, names in REFUSED.items() for name in names])
def test_names_that_cannot_be_are_refused_with_the_reason(registry, wanted, why):
    assert refusal(registry.pick, ANN, wanted).endswith(why)
    assert registry.name_of(ANN.key) == ""


def test_old_names_that_look_alike_are_all_kept(path, reopened):
    path.write_text(
        '{"key":"a","name":"Ian"}\n{"key":"b","name":"lan"}\n{"key":"c","name":"Bob"}\n', encoding="utf-8"
    )
    registry = reopened()
    assert [registry.name_of(key) for key in ("a", "b")] == ["Ian", "lan"]
    found = [registry.keys_of(name) for name in ("Ian", "lan", "IAN", "bob", "Eve")]
    assert found == [["a"], ["b"], [], ["c"], []]
    assert refusal(registry.pick, CLEO, "Ian")


def test_renamed_player_keeps_the_last_name_from_others(registry, reopened):
    ann = wait(registry.rename(wait(registry.pick(ANN, "Ann")), "Anna"))
    for names in (registry, reopened()):
        assert (ann.name, names.name_of(ANN.key), names.former_name(ANN.key)) == ("Anna", "Anna", "Ann")
        for taken in ("Ann", "anna"):
            assert refusal(names.pick, BOB, taken)
    ann = wait(names.rename(ann, "Annette"))
    assert refusal(names.pick, CLEO, "Anna")
    assert wait(names.rename(wait(names.rename(ann, "anna")), "ANNA")).name == "ANNA"
    assert wait(names.pick(BOB, "Ann")).name == "Ann"


def test_operator_renames_without_a_former_name(registry, reopened):
    ann = wait(registry.rename(wait(registry.pick(ANN, "Ann")), "Rude"))
    assert wait(registry.rename(ann, "Anna", openly=False)).name == "Anna"
    for names in (registry, reopened()):
        assert (names.name_of(ANN.key), names.former_name(ANN.key)) == ("Anna", "")
        assert not names.keys_of("Rude")
    assert wait(names.pick(BOB, "Rude")).name == "Rude"


def test_deleted_player_is_forgotten_with_all_keys(registry, reopened):
    forgotten = []

    async def forget(key: str) -> None:
        forgotten.append((key, registry.name_of(key)))

    ann = wait(registry.pick(ANN, "Ann"))
    wait(registry.add_key("SHA256:laptop", ann.key))
    wait(registry.delete(ann, forget))
    assert forgotten == [(ANN.key, "Ann")]
    for names in (registry, reopened()):
        assert (names.name_of(ANN.key), names.identity("SHA256:laptop"), names.faults) == ("", "SHA256:laptop", ())
    assert wait(names.pick(BOB, "Ann")).name == "Ann"


def test_former_name_is_shown_for_a_month(reopened, calendar):
    registry = reopened(today=calendar)
    wait(registry.rename(wait(registry.pick(ANN, "Ann")), "Anna"))
    calendar.passes(29)
    assert registry.former_name(ANN.key) == "Ann"
    calendar.passes(1)
    registry.came(User(ANN.key, "Anna"))
    assert registry.former_name(ANN.key) == ""
    assert refusal(registry.pick, BOB, "Ann")


def test_added_key_is_the_same_player_who_has_ten_at_most(registry, reopened):
    wait(registry.pick(ANN, "Ann"))
    wait(registry.add_key("SHA256:laptop", ANN.key))
    for names in (registry, reopened()):
        assert (names.identity("SHA256:laptop"), names.name_of("SHA256:laptop")) == (ANN.key, "Ann")
    assert not registry.faults
    for number in range(8):
        wait(names.add_key(f"SHA256:{number}", ANN.key))
    assert "10 keys already" in refusal(names.add_key, "SHA256:one more", ANN.key)


def test_the_name_of_a_guest_is_theirs_while_they_are_here(registry, path):
    guest = wait(registry.pick(GUEST, "Zoe"))
    assert refusal(registry.pick, BOB, "zoe")
    registry.forget_guest(guest)
    assert wait(registry.pick(BOB, "zoe")).name == "zoe"
    assert "guest" not in path.read_text()


def test_a_line_that_was_not_finished_is_cut_off(registry, path, reopened):
    wait(registry.pick(ANN, "Ann"))
    with path.open("a") as file:
        file.write('{"key":"SHA256:bob","na')
    again = reopened()
    wait(again.pick(BOB, "Bob"))
    assert [again.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "line",
    [
        *("hello", "{}", "[" * 9999, "\xff"),
        *('{"key":"a","name":""}', '{"key":"a","name":3}', '{"key":"a","name":"Ann","seen":"then"}'),
    ],
)
def test_wrong_line_costs_that_line_only(path, reopened, line):
    good = ('{"key":"a","name":"Ann"}', '{"key":"b","name":"Bob"}')
    path.write_bytes(f"{good[0]}\n".encode() + line.encode("latin-1") + f"\n{good[1]}\n".encode())
    registry = reopened()
    assert [registry.name_of(key) for key in ("a", "b")] == ["Ann", "Bob"]
    (fault,) = registry.faults
    assert "names.jsonl, line 2 passed over: write it like" in fault


@pytest.mark.usefixtures("registry")
def test_a_file_that_cannot_be_used_is_told(path, tmp_path):
    assert "is in use by another server" in refusal(NamesFile, path)
    (tmp_path / "file").touch()
    assert "cannot be read or written: " in refusal(NamesFile, tmp_path / "file" / "names.jsonl")


@pytest.fixture
def full(reopened, calendar):
    """The names of Ann and Bob, who are all that there is room for."""
    names = reopened(most=2, today=calendar)
    for user, name in ((ANN, "Ann"), (BOB, "Bob")):
        wait(names.pick(user, name))
    return names


@pytest.mark.parametrize("is_reopened", [False, True])
def test_longest_absent_user_is_forgotten_when_full(full, reopened, calendar, is_reopened):
    calendar.passes(60)
    full.came(ANN)
    calendar.passes(30)
    names = reopened(most=2, today=calendar) if is_reopened else full
    wait(names.make_room([], keep))
    assert (names.name_of(ANN.key), names.name_of(BOB.key)) == ("Ann", "")
    assert wait(names.pick(CLEO, "bob")).name == "bob"
    wait(names.make_room([], keep))
    assert refusal(names.pick, BOB, "Bobby") == "This server has no room for more names: ask its operator."
    again = reopened(most=2, today=calendar)
    assert [again.name_of(one.key) for one in (ANN, BOB, CLEO)] == ["Ann", "", "bob"]


def test_who_is_needed_and_who_came_of_late_are_not_forgotten(full, calendar):
    calendar.passes(89)
    wait(full.make_room([], keep))
    assert [full.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    calendar.passes(1)
    wait(full.make_room([ANN.key, BOB.key], keep))
    assert [full.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    wait(full.make_room([ANN.key], keep))
    assert [full.name_of(one.key) for one in (ANN, BOB)] == ["Ann", ""]


def test_a_visit_is_written_down_but_once_in_a_month(full, path, calendar):
    size = path.stat().st_size
    calendar.passes(29)
    full.came(ANN)
    written()
    assert path.stat().st_size == size
    calendar.passes(1)
    full.came(ANN)
    full.came(ANN)
    written()
    assert path.read_text().splitlines()[2:] == [f'{{"key":"{ANN.key}","name":"Ann","seen":"2026-01-31"}}']


def test_name_without_a_date_counts_as_longest_absent(path, reopened, calendar):
    path.write_text('{"key":"SHA256:old","name":"Old"}\n')
    names = reopened(most=2, today=calendar)
    wait(names.make_room([], keep))
    assert names.name_of("SHA256:old") == "Old"  # there is room
    wait(names.pick(ANN, "Ann"))
    wait(names.make_room([], keep))
    assert (names.name_of("SHA256:old"), names.name_of(ANN.key)) == ("", "Ann")
