"""The form of a new match: presets and their rules, and rules that cannot apply."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual import events

from bgterm.profile.presets import Preset, keep_preset
from bgterm.profile.settings import Settings
from bgterm.rules.match import Pair
from bgterm.rules.ruleset import Ruleset
from bgterm.text.options import options
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.screens.setup.fields import terminal_groups
from bgterm.tui.screens.setup.forms import NewMatchScreen, SetupScreen
from tests.tui.forms import at, form, marked, row, rows, values
from tests.tui.seat import Seat, seated, workspace_in

WIDE = (100, 40)
"""The columns and rows of a window that hides rules that cannot apply."""
TALL = (108, 50)
"""The columns and rows of a window with room to explain rules that cannot apply."""


@asynccontextmanager
async def new_match(folder: Path, size: Pair = WIDE, **offer: object) -> AsyncIterator[Seat]:
    """Yield a seat at the form of a new match of Ann and Bob, in which the offer differs from the usual one."""
    workspace = workspace_in(folder, Settings().changed(**{"white": "Ann", "black": "Bob"} | offer))
    async with seated(MenuScreen(workspace), workspace, size) as seat:
        await seat.press("n")
        yield seat


def test_the_options_are_the_settings_of_the_terminal():
    assert {field.name for group in terminal_groups() for field in group.fields} == {
        option.name for option in options(Settings)
    } - {"mars_koks"}


def rules(seat: Seat) -> dict[str, object]:
    """Return the rules on the form that differ from the defaults."""
    return {rule.name: values(seat)[rule.name] for rule in options() if values(seat)[rule.name] != rule.default}


async def walk_to(seat: Seat, name: str) -> None:
    """Move the cursor down to the row of a field."""
    while at(seat) != name:
        await seat.press("down")


async def choose(seat: Seat, name: str, value: object) -> None:
    """Move the cursor to a field, and change its value until it is `value`."""
    await walk_to(seat, name)
    while values(seat)[name] != value:
        await seat.press("right")


async def paste_position(seat: Seat, text: str) -> None:
    await walk_to(seat, "position")
    seat.app.post_message(events.Paste(text))
    await seat.settle()


@pytest.mark.parametrize("downs", [1, 9, 24, 28, 40, 57])
async def test_the_row_with_the_keys_is_in_view_however_fast_one_walks(tmp_path, downs):
    async with new_match(tmp_path, (80, 24), length=0) as seat:
        await seat.burst(*["down"] * downs)
        field = form(seat).state.field
        assert (field.label if field else "[ Start ]") in marked(seat)
        assert seat.shows(field.explanation if field else "Backgammon, money session")


async def test_changing_a_rule_of_a_preset_makes_it_custom(tmp_path):
    async with new_match(tmp_path, length=0) as seat:
        assert (values(seat)["preset"], "setup-left-out" in seat.keys) == ("International", False)
        await choose(seat, "preset", "No hit and run")
        assert rules(seat) == {"jacoby": True, "beavers": 1, "hit_and_run": False}
        assert values(seat)["mars_koks"] is True
        await choose(seat, "beavers", 2)
        assert (values(seat)["preset"], rules(seat)["beavers"]) == ("", 2)
        await choose(seat, "beavers", 1)
        assert values(seat)["preset"] == "No hit and run"
        await seat.press("enter", "enter")
        assert seat.workspace.settings.offer.ruleset == Ruleset(jacoby=True, beavers=1, hit_and_run=False)


async def test_own_presets_are_listed_kept_and_wrong_ones_reported(tmp_path):
    keep_preset(tmp_path / "presets", Preset("Club evening", Ruleset(cube=False, policing=True)))
    for name in ("ann", "bob", "cleo"):
        (tmp_path / "presets" / f"{name}.toml").write_text("[ruleset]\ncoffee = true\n")
    async with new_match(tmp_path, length=0) as seat:
        before = seat.workspace.settings
        assert seat.shows("3 presets left out, F3 shows why: ann.toml, line 2: coffee is unknown")
        await seat.press("down", "f3")
        assert all(f"{name}.toml, line 2: coffee is unknown" in seat.shown for name in ("ann", "bob", "cleo"))
        await seat.press("escape")
        assert at(seat) == "black"
        await choose(seat, "preset", "Club evening")
        assert rules(seat) == {"cube": False, "policing": True}
        await choose(seat, "take_back", False)
        await seat.press("f2", *"Strict", "enter")
        assert "Saved as Strict." in seat.shown
    strict = Preset("Strict", Ruleset(cube=False, policing=True, take_back=False))
    assert strict in seat.workspace.presets()[0]
    assert (seat.workspace.settings, seat.workspace.config.exists()) == (before, False)


async def test_theme_and_home_side_are_chosen_with_the_match(tmp_path):
    async with new_match(tmp_path) as seat:
        await choose(seat, "theme", "mono")
        await choose(seat, "home_right", False)
        await seat.press("enter", "enter")
        assert (seat.app.theme, seat.workspace.settings.home_right) == ("mono", False)
        assert seat.screen is MatchScreen


@pytest.mark.parametrize(
    ("settings", "field", "reason"),
    [
        (Settings(), "jacoby", "only in a money session"),
        (Settings(), "stake", "only in a money session"),
        (Settings().changed(variant="long"), "policing", "not in Long backgammon"),
    ],
)
async def test_inapplicable_rule_is_grey_with_its_reason(tmp_path, settings, field, reason):
    workspace = workspace_in(tmp_path, settings)
    async with seated(SetupScreen(workspace), workspace, TALL) as seat:
        await walk_to(seat, field)
        before, label = values(seat), form(seat).state.field.label
        shown = marked(seat)
        assert (label in shown, f"({reason})" in shown, "<" in shown) == (True, True, False)
        await seat.press("right", "left", "left", "space", "1", "x", "backspace")
        assert values(seat) == before
        assert seat.shows(f"{label}: {reason}.")
    async with seated(SetupScreen(workspace), workspace) as seat:
        for _group in range(5):
            await seat.press("pagedown")
            assert not any(line.removeprefix("> ").startswith(label) for line in rows(seat))
        await seat.press("question_mark")
        assert f"- {label}: {reason}" in seat.page


async def test_match_begins_from_a_pasted_position_with_its_rules(tmp_path):
    async with new_match(tmp_path) as seat:
        await paste_position(seat, "Position ID: jOfgEQLgNniAUQ\n Match ID : 8ImlAcAAQAAE\n")
        assert values(seat)["length"] == 13
        assert "(set by the position)" in seat.shown
        await seat.press("enter", "enter")
        assert "match to 13, game 1, Crawford" in seat.shown
        assert seat.shows("12 of 13")


async def test_text_of_a_position_is_checked_and_chooses_the_preset(tmp_path):
    async with new_match(tmp_path, length=0) as seat:
        await walk_to(seat, "position")
        await seat.press(*"hello", "enter", "enter")
        assert seat.shows('"hello" is not a position')
        assert (seat.screen, at(seat)) == (NewMatchScreen, "position")
        await seat.press("ctrl+u")
        await paste_position(seat, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")
        assert (rules(seat), values(seat)["preset"]) == ({"jacoby": True, "beavers": 1}, "Money")


@pytest.mark.parametrize(
    ("offer", "keys", "name", "refused_at"),
    [
        ({"black": ""}, ("enter", *" ann", "enter", "enter", "enter"), "ann", "black"),
        ({}, (*"Bob", "up", "enter"), "Bob", "white"),
        ({"white": "", "black": "White"}, ("up", "enter"), "White", "black"),
        ({"white": "Built-in bot", "black": "", "opponent": "builtin"}, ["enter"] * 4, "Built-in bot", "black"),
    ],
    ids=["of both players", "changed last", "of a side", "of an engine"],
)
async def test_equal_names_are_refused_and_the_form_stays(tmp_path, offer, keys, name, refused_at):
    async with new_match(tmp_path, **offer) as seat:
        await seat.press(*keys)
        assert seat.shows(f"both players would be called {name}: give them different names")
        assert (seat.screen, at(seat)) == (NewMatchScreen, refused_at)
        await seat.press("x")
        assert "would be called" not in seat.shown


async def test_an_engine_that_cannot_play_is_refused(tmp_path, monkeypatch):
    async with new_match(tmp_path, TALL) as seat:
        await choose(seat, "opponent", "bgsage")
        assert seat.shows("Open Sage is not installed: run")
        await seat.press("enter")
        assert at(seat) == ""
        await seat.press("enter")
        assert at(seat) == "opponent"
        assert seat.shows("Open Sage is not installed: run")
        assert seat.workspace.settings.offer.opponent == ""
        monkeypatch.setattr("bgterm.engine.adapters.bgsage.Sage.missing", lambda _engine: None)
        await choose(seat, "variant", "long")
        await seat.press("enter", "enter")
        assert at(seat) == "opponent"
        assert seat.shows("Open Sage does not play")


@pytest.mark.parametrize(("typed", "name"), [("", "Built-in bot"), ("Deep", "Deep")])
async def test_an_engine_plays_under_a_name_of_its_own(tmp_path, typed, name):
    async with new_match(tmp_path, TALL) as seat:
        await choose(seat, "opponent", "auto")
        assert seat.shows("The first that plays the variant: Built-in bot")
        assert row(seat, "Second player").endswith("Built-in bot")
        await choose(seat, "opponent", "builtin")
        assert not seat.shows("Bob")
        await walk_to(seat, "black")
        await seat.press(*typed, "enter", "enter", "enter")
        assert seat.app.screen.view.match.names == ("Ann", name)
        await seat.press("q", "n")
        assert row(seat, "Second player").endswith(name)


@pytest.mark.parametrize("stored", ["", "Black"])
async def test_an_engine_without_a_chosen_name_is_shown_under_its_own(tmp_path, stored):
    async with new_match(tmp_path, TALL, black=stored, opponent="builtin") as seat:
        assert row(seat, "Second player").endswith("Built-in bot")
        await seat.press("escape", "e")
        assert seat.screen is PositionEditorScreen
        assert seat.shows("Ann 0 - 0 Built-in bot")
        await seat.press("q", "n")
        await walk_to(seat, "white")
        await seat.press("enter", "enter", "enter")
        assert seat.workspace.settings.offer.opponent_name == ""


async def test_the_engine_of_the_options_is_chosen_from_the_list(tmp_path):
    async with new_match(tmp_path, (80, 24), engine="builtin") as seat:
        await seat.press("escape", "o")
        assert seat.shows("Built-in bot"), "the preview has room beside it"
        await seat.press("end", "up")
        assert seat.shows("Your names"), "the last option is in sight"
        await walk_to(seat, "engine")
        assert seat.shows("< Built-in bot >")
        await choose(seat, "engine", "bgsage")
        assert seat.shows("Open Sage is not installed: run")
        await seat.press("enter", "enter")
        assert at(seat) == "engine"
        await choose(seat, "engine", "builtin")
        await seat.press("enter", "enter")
        assert seat.workspace.settings.engine == "builtin"
