"""Keys that come faster than they can be shown, as over a slow line, count in the order they were pressed."""

import pytest

from tests.tui.seat import at_table


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["8", "/", "4", "backspace", "5"], "> 8/5_   = 8/5"),
        (["8", "/", "5", "enter", "6", "/", "5"], "> 6/5_   = 8/5 6/5"),
        (["2", "4", "escape", "6"], "> 6_"),
        (["8", "/", "5", "enter", "u", "6", "/", "3"], "> 6/3_   = 6/3"),
        (["3", "1", ":", " ", "8", "-", "5", ";", "6", "-", "5"], "> 31: 8-5;6-5_   = 8/5 6/5"),
        (["6", "(", "2", ")"], "> 6(2)_"),
    ],
)
async def test_a_burst_of_keys_keeps_its_order(tmp_path, keys, shown):
    async with at_table(tmp_path, [(3, 1)]) as (seat, _):
        await seat.press("space")
        await seat.burst(*keys)
        assert shown in seat.shown


async def test_typed_text_is_deleted_at_once_or_by_words(tmp_path):
    async with at_table(tmp_path, [(3, 1)]) as (seat, _):
        await seat.press("space", *"8/5 6/", "ctrl+w")
        assert "> 8/5 _" in seat.shown
        await seat.press("ctrl+u")
        assert "> _" in seat.shown
        assert "is not part of a play" not in seat.shown
        await seat.press(*"8/5 6/5", "enter", "ctrl+u")
        assert seat.shows("Ctrl+U does nothing now")
