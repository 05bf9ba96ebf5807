"""`.mat` files: those of GNU Backgammon, and the crooked ones of others."""

import pytest

from bgterm.notation import mat
from tests.reference import DATA

SAMPLES = sorted((DATA / "matches").glob("*.mat"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_what_was_read_is_written_so_that_the_same_is_read(sample):
    found = mat.read(sample.read_text())
    assert found.faults == ()
    again = mat.read(mat.write(found.header, found.items))
    assert (again.header, again.items, again.faults) == (found.header, found.items, ())
