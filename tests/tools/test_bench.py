"""The bench measures programs of its own and others, and comes to its end."""

import pytest

from tools import bench_engine, bench_screen


@pytest.mark.long
@pytest.mark.pty
def test_start_is_compared_with_that_of_a_bare_app(tmp_path):
    figures = bench_screen.start_up({"HOME": str(tmp_path)}, runs=1)
    assert all("x a bare Textual app" in figure.measured for figure in figures)


@pytest.mark.long
async def test_hints_are_measured_at_each_depth():
    first, shallow, deep, memory = await bench_engine.hints("builtin", many=1)
    assert (first.what, memory.what) == ("the first answer of Built-in bot", "memory of Built-in bot")
    assert shallow.what == "a hint of Built-in bot, novice to expert"
    assert deep.what == "a hint of Built-in bot, world-class"
    assert int(memory.measured.removesuffix(" MB")) > 5
