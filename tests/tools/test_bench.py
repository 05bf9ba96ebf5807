"""The bench measures bgterm and other programs, and comes to its end."""

import json

import pytest

from tools import bench_engine, bench_keys, bench_screen, bench_stages


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


@pytest.mark.long
def test_each_kind_of_key_is_compared_with_that_of_a_bare_app(monkeypatch):
    monkeypatch.setattr(bench_keys, "PAIRS", 2)
    figures = [*bench_keys.rows()]
    assert {figure.what for figure in figures} > {"key: step", "key: pick up", "key: roll", "key: f"}
    assert all("x a bare app's key" in figure.measured for figure in figures)


def test_the_shares_of_a_profile_are_printed(tmp_path):
    out, stages = tmp_path / "stages.json", {"import": 0.5, "draw": 0.25, "search": 0.001}
    out.write_text(json.dumps({"stages": stages, "all": 1.0, "calls": 1200}), encoding="utf-8")
    told = "import 50%, draw 25%, other 25%; 1,200 calls of our functions"
    assert bench_stages.figure_of("a start", out) == ("a start", told, "")
