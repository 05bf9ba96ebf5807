"""How a record says that its match is shared, and the codes of tables."""

from dataclasses import replace

import pytest

from bgterm.formats.sharing_notes import TAKEN_UP, Sharing, set_aside, sharing, went, wish_for_hints
from bgterm.lobby.table_code import is_code, new_code
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown

WHITE, BLACK = Player


def test_the_last_note_counts():
    shared, chat = Sharing("K7Q2M").note, Note("chat", {"from": "Ann", "text": "hi"})
    assert sharing([OpeningThrown(3, 1), chat]) == Sharing()
    gone = [went(WHITE, back=False), OpeningThrown(3, 1), went(BLACK, back=False), went(WHITE, back=True)]
    unwatched = Sharing("K7Q2M", watchable=False)
    assert sharing([shared, *gone, unwatched.note]) == replace(unwatched, left=frozenset({BLACK}))


def test_what_is_set_aside_is_so_until_it_is_taken_up():
    items = [Sharing("K7Q2M").note, set_aside(WHITE), set_aside(BLACK)]
    assert sharing(items) == Sharing("K7Q2M", aside=frozenset({WHITE, BLACK}))
    assert sharing([*items, TAKEN_UP]) == Sharing("K7Q2M")
    assert sharing([*items, TAKEN_UP, set_aside(BLACK)]) == Sharing("K7Q2M", aside=frozenset({BLACK}))


def test_hints_are_wished_for_until_a_player_turns_them_off():
    items = [wish_for_hints(WHITE, wanted=True), wish_for_hints(BLACK, wanted=True)]
    assert sharing(items) == Sharing(hints=frozenset(Player))
    items.append(wish_for_hints(BLACK, wanted=False))
    assert sharing(items) == Sharing(no_hints=BLACK)
    items.append(wish_for_hints(WHITE, wanted=True))
    assert sharing(items) == Sharing(hints=frozenset({WHITE}))


@pytest.mark.parametrize(
    "note",
    [
        Sharing("K7Q2M").note,
        went(WHITE, back=True),
        set_aside(WHITE),
        TAKEN_UP,
        wish_for_hints(BLACK, wanted=False),
    ],
)
def test_the_notes_are_lines_of_a_record(note):
    assert read_line(write_line(note)) == note


@pytest.mark.parametrize(
    "note",
    [Note("shared"), Note("shared", {"code": 3, "watchers": 1}), Note("left", {"player": "red"}), Note("came")],
)
def test_what_is_no_such_note_is_passed_over(note):
    shared = Sharing("K7Q2M")
    assert write_line(shared.note) == '{"note":"shared","code":"K7Q2M","watchers":true}'
    assert sharing([shared.note, note]) == shared


def test_codes_are_five_characters_that_nobody_mistakes():
    codes = {new_code(()) for _ in range(200)}
    assert len(codes) > 190
    assert all(is_code(code) and is_code(code.lower()) for code in codes)
    assert not set("01IO") & set("".join(codes))


def test_a_code_that_is_taken_is_not_given():
    class AllButOne:
        """All codes but the first that is asked for twice."""

        def __init__(self):
            self.asked = []

        def __contains__(self, code):
            self.asked.append(code)
            return len(self.asked) < 5

    taken = AllButOne()
    assert new_code(taken) == taken.asked[4]


@pytest.mark.parametrize("text", ["", "ann", "K7Q2", "K7Q2MM", "77777", "KKKKK", "K1Q2M", "ann99"])
def test_names_are_no_codes(text):
    assert not is_code(text)
