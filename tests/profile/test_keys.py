"""The table of keys in the settings: which entries are used, and the faults of the others."""

from dataclasses import replace

import pytest

from bgterm.profile.keys import MENU, read_keys
from bgterm.profile.settings import Settings, load, save
from bgterm.rules.errors import NotationError
from bgterm.tui.screens.menu import MenuScreen

KEYS = (("double", "D"), ("end-session", "W"), ("menu-library", "l"))


def test_keys_are_loaded_as_they_were_saved(tmp_path):
    path = tmp_path / "settings.toml"
    save(path, replace(Settings(), keys=KEYS))
    assert load(path) == (replace(Settings(), keys=KEYS), [])


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ({"double": "H"}, "double and hint would have the same key, H"),
        ({"menu-new": "q"}, "menu-new and menu-quit would have the same key, q"),
        ({"double": "D", "roll": "D"}, "double and roll would have the same key, D"),
        ({"refuse": "j"}, "refuse and walk-down would have the same key, j"),
        ({"challenge": "?"}, "challenge and help would have the same key, ?"),
        *(
            ({"double": key}, f"double cannot have the key {key}: choose a character that begins no play")
            for key in ("7", "enter", "escape", "left", "b", "/", "xx")
        ),
        ({"double": 3}, "double cannot have the key 3: choose a character that begins no play"),
        ({"go-away": "x"}, "go-away is not an action with a key to choose: docs/keys.md lists those"),
        ({"finish": "x"}, "finish and resign would have the same key, x"),
    ],
)
def test_table_with_a_mistake_is_refused_with_the_reason(tmp_path, table, error):
    with pytest.raises(NotationError, match=error.replace("?", "[?]")):
        read_keys(table)
    path = tmp_path / "settings.toml"
    rows = "".join(f"{name} = {key!r}\n" for name, key in table.items())
    path.write_text(f"bell = true\n[keys]\n{rows}")
    settings, (fault,) = load(path)
    assert settings == Settings(bell=True)
    assert str(fault) == f"settings.toml, line 2: {error}; continuing without it"


def test_actions_that_share_a_key_may_share_another():
    table = {"refuse": "D", "disagree": "D"}
    assert read_keys(table) == tuple(table.items())


@pytest.mark.parametrize("table", [{"menu-how-to-play": "p"}, {"turn-board": "P"}])
def test_key_chosen_before_there_was_a_practice_still_holds(table):
    assert read_keys(table) == tuple(table.items())
    with pytest.raises(NotationError, match="the same key"):
        read_keys({**table, "menu-practise": "p", "practise": "P"})


def test_keys_of_the_menu_are_those_that_it_has():
    bindings = {binding.id: binding.key for binding in MenuScreen.BINDINGS}
    assert {name: bindings[name] for name in MENU} == MENU
