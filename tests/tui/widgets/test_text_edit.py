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


AFTER = {
    "[White]": {"left": "|White", "right": "White|", "home": "|White", "end": "White|"}
    | dict.fromkeys(("backspace", "delete", "delete_before", "delete_word"), "|"),
    "Wh|ite": {"left": "W|hite", "right": "Whi|te", "home": "|White", "end": "White|"}
    | {"backspace": "W|ite", "delete": "Wh|te", "delete_before": "|ite"},
    "|White": {"left": "|White", "backspace": "|White"},
    "White|": {"right": "White|", "delete": "White|"},
    "Ann van  |Dyk": {"delete_word": "Ann |Dyk"},
    "Ann|": {"delete_word": "|"},
    "   |": {"delete_word": "|"},
    "Zoe\u0301|": {"backspace": "Zo|"},
    "|e\u0301t": {"right": "e\u0301|t"},
    "漢字|": {"left": "漢|字"},
}
"""The text after each key, by the text before."""


@pytest.mark.parametrize(
    ("before", "key", "after"), [(before, *effect) for before, keys in AFTER.items() for effect in keys.items()]
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
