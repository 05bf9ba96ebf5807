"""A line of text in an editor: the effect of each key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.tui.widgets.text_edit import TextEdit

KEYS = ("left", "right", "home", "end", "backspace", "delete", "delete_before", "delete_word")


def at(text: str) -> TextEdit:
    """Return the editor of a text with | for the cursor; in [] the text is selected."""
    if text.startswith("["):
        return TextEdit.entered(text[1:-1])
    before, _, after = text.partition("|")
    return TextEdit(before + after, len(before))


def drawn(edit: TextEdit) -> str:
    return f"[{edit.text}]" if edit.selected else f"{edit.text[: edit.cursor]}|{edit.text[edit.cursor :]}"


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("[White]", "left", "|White"),
        ("[White]", "right", "White|"),
        ("[White]", "home", "|White"),
        ("[White]", "end", "White|"),
        ("[White]", "backspace", "|"),
        ("[White]", "delete", "|"),
        ("[White]", "delete_before", "|"),
        ("[White]", "delete_word", "|"),
        ("Wh|ite", "left", "W|hite"),
        ("Wh|ite", "right", "Whi|te"),
        ("|White", "left", "|White"),
        ("White|", "right", "White|"),
        ("Wh|ite", "home", "|White"),
        ("Wh|ite", "end", "White|"),
        ("Wh|ite", "backspace", "W|ite"),
        ("Wh|ite", "delete", "Wh|te"),
        ("|White", "backspace", "|White"),
        ("White|", "delete", "White|"),
        ("Wh|ite", "delete_before", "|ite"),
        ("Ann van  |Dyk", "delete_word", "Ann |Dyk"),
        ("Ann|", "delete_word", "|"),
        ("   |", "delete_word", "|"),
        ("Zoe\u0301|", "backspace", "Zo|"),
        ("|e\u0301t", "right", "e\u0301|t"),
        ("漢字|", "left", "漢|字"),
    ],
)
def test_each_key_does_what_it_does_elsewhere(before, key, after):
    assert drawn(getattr(at(before), key)()) == after


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("[White]", "A", "A|"),
        ("Wh|ite", "xy", "Whxy|ite"),
        ("|", "Ann", "Ann|"),
        ("White|", "abc", "Whiteabc|"),
        ("White|", "abcd", "Whiteabc|"),
        ("[12345678]", "A", "A|"),
    ],
)
def test_typing_replaces_a_selection_and_stops_at_the_longest(before, typed, after):
    assert drawn(at(before).insert(typed, 8)) == after


def test_an_empty_text_has_nothing_to_select():
    assert drawn(TextEdit.entered("")) == "|"


@given(st.text(max_size=9), st.lists(st.sampled_from([*KEYS, "a", "é", " "]), max_size=30))
def test_the_cursor_stays_in_the_text_whatever_is_pressed(text, keys):
    edit = TextEdit.entered(text)
    for key in keys:
        edit = getattr(edit, key)() if key in KEYS else edit.insert(key, 12)
        assert 0 <= edit.cursor <= len(edit.text) <= 12
        assert edit.text or not edit.selected
