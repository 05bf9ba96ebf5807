"""The file of names: who is who, and that nobody can be another."""

import stat
from datetime import date, timedelta

import pytest

from bgterm.notation import name_words
from bgterm.table.people import LobbyError, People, Visitor, find_visitor

ANN, BOB, CLEO = (Visitor(f"SHA256:{name}", "") for name in ("ann", "bob", "cleo"))
GUEST = Visitor("guest:1", "")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "names.jsonl"


@pytest.fixture
def people(path):
    found = People(path)
    yield found
    found.close()


def reopened(people, path):
    people.close()
    again = People(path)
    people._file = again._file  # noqa: SLF001 - so that the fixture closes it
    return again


def test_a_name_is_picked_once(people, path):
    assert people.name_of(ANN.key) == ""
    assert people.pick(ANN, "Ann") == Visitor(ANN.key, "Ann")
    assert people.pick(ANN, "Zoe").name == "Ann"
    assert reopened(people, path).name_of(ANN.key) == "Ann"


def test_the_file_is_private(people, path):
    people.pick(ANN, "Ann")
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)


@pytest.mark.parametrize("wanted", ["Ann", "ANN", "ann", " A n n ", "\uff21nn", "A\x1b[1mnn", "A\u200bn\u202en"])
def test_a_name_that_looks_like_another_is_taken(people, path, wanted):
    people.pick(ANN, "Ann")
    for names in (people, reopened(people, path)):
        with pytest.raises(LobbyError, match="is somebody else here: pick another name"):
            names.pick(BOB, wanted)


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("  Ann\t of  Green ", "Ann of Green"),
        ("\x1b[31mAnn\x1b[0m", "Ann"),
        ("\x1b]0;title\x07Ann", "Ann"),
        ("A\x00n\x7fn\x9b2J", "A n n"),
        ("\u202eAnn\u2066", "Ann"),
        ("李小龍", "李小龍"),
        ("x" * 50, "x" * 16),
        ("Z\u0301\u0301\u0301\u0301\u0301oe", "\u0179\u0301\u0301oe"),
        ("A\ufe0fnn", "Ann"),
    ],
)
def test_what_is_kept_of_a_name_can_be_shown(people, wanted, kept):
    assert people.pick(ANN, wanted).name == kept


@pytest.mark.parametrize("wanted", ["", "  ", "\x1b[31m", "\u200b\u202e", "\u3164\u3164", "\u0301"])
def test_nothing_is_no_name(people, wanted):
    with pytest.raises(LobbyError) as refused:
        people.pick(ANN, wanted)
    assert str(refused.value) == name_words.NO_NAME


def test_the_name_of_a_guest_is_his_while_he_is_here(people, path):
    guest = people.pick(GUEST, "Zoe")
    with pytest.raises(LobbyError):
        people.pick(BOB, "zoe")
    people.forget_guest(guest)
    assert people.pick(BOB, "zoe").name == "zoe"
    assert "guest" not in path.read_text()


def test_a_guest_cannot_have_a_name_that_belongs_to_a_key(people):
    people.pick(ANN, "Ann")
    with pytest.raises(LobbyError):
        people.pick(GUEST, "Ann")


def test_there_is_an_end_to_names(path):
    names = People(path, most=1)
    names.pick(ANN, "Ann")
    with pytest.raises(LobbyError) as refused:
        names.pick(BOB, "Bob")
    assert str(refused.value) == name_words.TOO_MANY_NAMES
    names.close()


def test_a_line_that_was_not_finished_is_cut_off(people, path):
    people.pick(ANN, "Ann")
    with path.open("a") as file:
        file.write('{"key":"SHA256:bob","na')
    again = reopened(people, path)
    again.pick(BOB, "Bob")
    assert [again.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "{}",
        '{"key":"a","name":""}',
        '{"key":"a","name":3}',
        "[" * 9999,
        "\xff",
        '{"key":"a","name":"Ann","seen":"then"}',
    ],
)
def test_a_line_that_is_wrong_is_named(path, line):
    path.parent.mkdir()
    path.write_bytes(b'{"key":"a","name":"Ann"}\n' + line.encode("latin-1") + b"\n")
    with pytest.raises(LobbyError, match=r"names.jsonl, line 2 is no name: write one like"):
        People(path)


@pytest.mark.usefixtures("people")
def test_two_servers_cannot_have_one_file(path):
    with pytest.raises(LobbyError, match="is in use by another server"):
        People(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "data").touch()
    with pytest.raises(LobbyError, match="cannot be read or written: "):
        People(tmp_path / "data" / "names.jsonl")


def test_somebody_is_found_by_name_in_capitals_or_not():
    ann, bob = Visitor("a", "Ann"), Visitor("b", "Bob")
    assert find_visitor("BOB", [ann, bob]) == bob
    assert find_visitor("Cleo", [ann, bob]) is None


# Those who have not come for long


class Calendar:
    def __init__(self) -> None:
        self.day = date(2026, 1, 1)

    def __call__(self) -> date:
        return self.day

    def passes(self, days: int) -> None:
        self.day += timedelta(days=days)


def full(path, calendar) -> People:
    """Give a file of names with room for two, which Ann and Bob have."""
    names = People(path, most=2, today=calendar)
    for visitor, name in ((ANN, "Ann"), (BOB, "Bob")):
        names.pick(visitor, name)
    return names


@pytest.mark.parametrize("reopened", [False, True])
def test_who_has_been_away_longest_is_forgotten_when_there_is_no_room(path, reopened):
    calendar = Calendar()
    names = full(path, calendar)
    calendar.passes(60)
    names.came(ANN)
    calendar.passes(30)
    if reopened:
        names.close()
        names = People(path, most=2, today=calendar)
    names.make_room([])
    assert (names.name_of(ANN.key), names.name_of(BOB.key)) == ("Ann", "")
    assert names.pick(CLEO, "bob").name == "bob"
    names.make_room([])
    with pytest.raises(LobbyError, match="no room for more names"):
        names.pick(BOB, "Bobby")
    names.close()
    again = People(path, most=2, today=calendar)
    assert [again.name_of(one.key) for one in (ANN, BOB, CLEO)] == ["Ann", "", "bob"]
    again.close()


def test_who_is_needed_and_who_came_of_late_are_not_forgotten(path):
    calendar = Calendar()
    names = full(path, calendar)
    calendar.passes(89)
    names.make_room([])
    assert [names.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    calendar.passes(1)
    names.make_room([ANN.key, BOB.key])
    assert [names.name_of(one.key) for one in (ANN, BOB)] == ["Ann", "Bob"]
    names.make_room([ANN.key])
    assert [names.name_of(one.key) for one in (ANN, BOB)] == ["Ann", ""]
    names.close()


def test_as_long_as_there_is_room_nobody_is_forgotten(path):
    calendar = Calendar()
    names = People(path, most=2, today=calendar)
    names.pick(ANN, "Ann")
    calendar.passes(10_000)
    names.make_room([])
    assert names.name_of(ANN.key) == "Ann"
    names.close()


def test_a_visit_is_written_down_but_once_in_a_month(path):
    calendar = Calendar()
    names = full(path, calendar)
    size = path.stat().st_size
    calendar.passes(29)
    names.came(ANN)
    assert path.stat().st_size == size
    calendar.passes(1)
    names.came(ANN)
    names.came(ANN)
    assert path.read_text().splitlines()[2:] == [f'{{"key":"{ANN.key}","name":"Ann","seen":"2026-01-31"}}']
    names.close()


def test_a_name_of_which_no_day_is_known_counts_as_that_of_who_was_away_longest(path):
    path.parent.mkdir()
    path.write_text('{"key":"SHA256:old","name":"Old"}\n')
    calendar = Calendar()
    names = People(path, most=2, today=calendar)
    names.pick(ANN, "Ann")
    names.make_room([])
    assert (names.name_of("SHA256:old"), names.name_of(ANN.key)) == ("", "Ann")
    names.close()
