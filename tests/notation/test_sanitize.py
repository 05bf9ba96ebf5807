"""Text of strangers is shown as plain text, whatever is in it."""

from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.sanitize import clean_line

UNSEEN = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x200B, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066)}


@given(st.text(max_size=60) | st.text("ab\x1b\x9b\x9d[]0;31m\x07\\ \n", max_size=40), st.integers(0, 100))
def test_it_is_one_line_of_what_can_be_seen(text, longest):
    shown = clean_line(text, longest)
    assert shown.isprintable()
    assert not UNSEEN & set(shown)
    assert len(shown) <= longest
    assert shown == " ".join(shown.split())


def test_plain_text_stays_as_it_is():
    for text in ("Ann", "Zoë", "李小龍", "a [b] c", "50 % off!", "Ünïcödé", "🎲"):
        assert clean_line(text, 100) == text


@given(st.text(st.characters() | st.sampled_from(" a\u0301\ua92b\ud7fc\u1160\ufe0f\x1b["), max_size=12))
def test_what_is_clean_stays_as_it_is(text):
    clean = clean_line(text, 8)
    assert clean_line(clean, 8) == clean
