"""The bench measures programs of its own and others, and comes to its end."""

import pytest

from tests.tools import bench_screen

pytestmark = pytest.mark.pty


def test_start_is_compared_with_that_of_a_bare_app(tmp_path):
    figure = bench_screen.start_up({"HOME": str(tmp_path)}, runs=1)
    assert "x a bare Textual app" in figure.measured
