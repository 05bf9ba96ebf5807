"""The workspace: the settings with which a match begins, and where the cards of a practice come from."""

from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bgterm.lobby.errors import LobbyError
from bgterm.practice.cards import PracticePlace
from bgterm.practice.drills import DRILLS
from bgterm.practice.journal import own_journal
from bgterm.profile.practising import DUE, Wanted, find_practice
from bgterm.profile.presets import BUILT_IN, Preset
from bgterm.profile.settings import Settings, load
from bgterm.profile.workspace import MOST_PRESETS, Workspace
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from tests.tui.seat import workspace_in
from tests.waiting import wait

SETTINGS = Settings().changed(
    white="Ann", black="Bob", variant="hyper", dice="manual", stake="2 euro", length=0, cube=False
)


@pytest.fixture
def workspace(tmp_path):
    return Workspace(SETTINGS, tmp_path / "settings.toml", tmp_path / "matches")


def header(workspace, **options):
    table = workspace.new_table(**options)
    table.close().result()
    return table.header


def test_a_match_begins_as_the_settings_say_but_for_its_seed(workspace):
    assert header(workspace, seed=7).dice == "seed:7"
    found = header(workspace)
    assert found == Header(HYPER, Ruleset(cube=False), ("Ann", "Bob"), "manual", found.date, "2 euro")
    assert len(found.date) > len("2026-11-20T19:30")


def test_a_stake_is_for_money(workspace):
    wait(workspace.change(SETTINGS.changed(length=5)))
    assert header(workspace).stake == ""
    assert load(workspace.config)[0].offer.stake == "2 euro"


def test_a_lot_gives_each_player_either_seat(workspace):
    wait(workspace.change(SETTINGS.changed(seats_by_lot=True)))
    assert {header(workspace).names for _ in range(100)} == {("Ann", "Bob"), ("Bob", "Ann")}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dice": "loaded"}, "dice cannot be loaded; expected random, manual"),
        ({"black": "ANN"}, "both players would be called ANN: give them different names"),
    ],
)
def test_match_that_cannot_be_is_not_begun(workspace, change, said):
    workspace.settings = SETTINGS.changed(**change)
    with pytest.raises(NotationError) as caught:
        workspace.new_table()
    assert str(caught.value).startswith(said)
    assert not workspace.saves.exists()


def test_rules_are_kept_under_a_name_of_their_own(workspace):
    with pytest.raises(BackgammonError, match="choose another name"):
        wait(workspace.keep_preset("international", SETTINGS))
    assert workspace.presets() == ([*BUILT_IN], [])
    wait(workspace.keep_preset(" no  cube ", SETTINGS))
    assert workspace.presets() == ([*BUILT_IN, Preset("no cube", Ruleset(cube=False))], [])


def test_a_preset_that_cannot_be_kept_is_told(workspace):
    folder = workspace.config.parent / "presets"
    folder.touch()
    with pytest.raises(BackgammonError, match=r"cannot be written \(") as refused:
        wait(workspace.keep_preset("mine", SETTINGS))
    assert str(refused.value) == f"mine is not saved: {folder} cannot be written (File exists)"
    assert workspace.presets() == ([*BUILT_IN], [])


def test_a_player_may_keep_many_presets_but_not_any_number(workspace):
    wait(workspace.keep_preset("mine 0", SETTINGS))
    (first,) = (path for path in workspace.config.parent.rglob("mine-0.toml"))
    for number in range(1, MOST_PRESETS):
        text = first.read_text(encoding="utf-8").replace("mine 0", f"mine {number}")
        first.with_name(f"mine-{number}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BackgammonError, match="is not saved"):
        wait(workspace.keep_preset("one more", SETTINGS))
    wait(workspace.keep_preset("MINE 7", SETTINGS))
    assert len(workspace.presets()[0]) == len(BUILT_IN) + MOST_PRESETS


def test_a_guest_keeps_nothing(workspace):
    guest = replace(workspace, config=None)
    wait(guest.change(SETTINGS.changed(white="Cat")))
    assert guest.settings.offer.white == "Cat"
    with pytest.raises(BackgammonError, match="is not saved"):
        wait(guest.keep_preset("mine", SETTINGS))
    assert guest.presets() == ([*BUILT_IN], [])
    assert not [*workspace.config.parent.iterdir()]


def test_players_without_names_are_called_by_their_sides(workspace):
    workspace.settings = SETTINGS.changed(white="", black="")
    assert header(workspace).names == ("White", "Black")


@pytest.mark.parametrize(
    ("chosen", "default", "light", "theme"),
    [
        ("", "walnut", True, "paper"),
        ("", "walnut", False, "walnut"),
        ("", "paper", False, "walnut"),
        ("midnight", "walnut", True, "midnight"),
        ("", "terminal", True, "terminal"),
        ("", "mono", True, "mono"),
    ],
)
def test_theme_follows_the_background(workspace, chosen, default, light, theme):
    workspace.settings, workspace.default_theme = replace(workspace.settings, theme=chosen), default
    assert workspace.theme_on(light) == workspace.theme == theme


async def test_nothing_is_read_for_a_player_who_is_refused(tmp_path):
    read = []

    async def matches():
        read.append("matches")
        return ()

    @asynccontextmanager
    async def refused():
        raise LobbyError("too many")
        yield

    workspace = workspace_in(tmp_path)
    journal = own_journal(tmp_path / "reviews.jsonl")
    workspace.practice = PracticePlace(journal, matches, lambda _record: (), work=refused)
    with pytest.raises(LobbyError):
        await find_practice(workspace, DUE)
    assert not read


async def test_drill_without_a_clear_question_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(DRILLS, "pips", DRILLS["pips"]._replace(make=lambda _random: None))
    practice = await find_practice(workspace_in(tmp_path), Wanted(drill="pips"))
    assert practice.notice == "The drill found no question with a clear answer: try again."
