"""Lines are broken between words, in terminals of any width."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bgterm.terminal.wrapping import wrapped

WORDS = st.text("ab\u6f22", min_size=1, max_size=9)


@given(st.lists(WORDS), st.integers(1, 12))
def test_rows_fit_and_have_every_word_whole(words, columns):
    rows = [*wrapped(" ".join(words), columns)]
    assert " ".join(rows).split() == words
    assert all(cell_len(row) <= columns or " " not in row for row in rows)
    assert all(rows) or not words


def test_spaces_of_a_drawing_stay():
    assert [*wrapped(" |  X  O |", 10)] == [" |  X  O |"]
