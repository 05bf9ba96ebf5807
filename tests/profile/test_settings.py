"""Settings and the table of keys: kept as they were, and left out where their file is wrong."""

from dataclasses import fields
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.play.match_offer import MatchOffer
from bgterm.profile.keys import MENU, read_keys
from bgterm.profile.settings import Settings, clean_name, load, save
from bgterm.rules.errors import NotationError
from bgterm.rules.ruleset import Ruleset
from bgterm.text.options import options
from bgterm.tui.screens.menu import MenuScreen

INVALID_VALUE, UNKNOWN_FIELD = "cannot be", "is unknown; expected"

OTHERS = Settings(theme="mono", home_right=False, auto_roll=True).changed(
    white="Ann",
    black="Чёрный",
    variant="hyper",
    dice="file:/home/ann/rolls",
    stake="0.50 €",
    length=0,
    crawford=False,
)
KEYS = (("double", "D"), ("end-session", "W"), ("menu-library", "l"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "bgterm" / "settings.toml"


def written(path, text):
    path.parent.mkdir()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    settings, faults = load(path)
    return settings, " ".join(f"{fault}." for fault in faults)


@pytest.mark.parametrize("settings", [Settings(), OTHERS, Settings(keys=KEYS)], ids=["default", "others", "keys"])
def test_settings_are_loaded_as_they_were_saved(path, settings):
    save(path, settings)
    assert load(path) == (settings, [])
    assert list(path.parent.iterdir()) == [path]


CHOICES = {name: st.from_type(kind) for name, kind in get_type_hints(Ruleset).items() if kind is not int}


@given(st.builds(Ruleset, length=st.integers(0, 99), **CHOICES))
def test_any_rules_are_loaded_as_they_were_saved(tmp_path_factory, ruleset):
    path = tmp_path_factory.mktemp("config") / "settings.toml"
    settings = Settings(offer=MatchOffer(ruleset=ruleset))
    save(path, settings)
    assert load(path) == (settings, [])


def test_the_rules_are_a_table_of_their_own(path):
    save(path, OTHERS)
    own, _, rules = path.read_text().partition("[ruleset]\n")
    assert 'stake = "0.50 €"' in own
    assert {"length = 0", "crawford = false", "cube = true"} <= set(rules.splitlines())


TOO_MANY_DIGITS = "settings.toml, line 4: a number has too many digits; continuing without it."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('theme = "felt"\nhome_right = yes\n', "settings.toml, line 2: "),
        ('theme = "felt"\n\nwhite = "Ann', "settings.toml, line 3: "),
        ("a = 1\na = 2\n", "settings.toml, line 2: "),
        (b'theme = "felt"\nwhite = "\xff"\n', "settings.toml, line 2: "),
        ("[ruleset\n", "settings.toml, line 1: "),
        (f'theme = "felt"\n\n[ruleset]\nlength = {"9" * 5000}\n', TOO_MANY_DIGITS),
        (f'theme = "felt"\n\n[ruleset]\nlength = -{"1_" * 4999}1\n', TOO_MANY_DIGITS),
        ("a = " + "[" * 100_000, "cannot read settings.toml ("),
    ],
    ids=["no value", "open", "twice", "no UTF-8", "no table", "5000 digits", "with underscores", "brackets"],
)
def test_invalid_toml_names_its_line_and_defaults_apply(path, text, told):
    settings, said = written(path, text)
    assert settings == Settings()
    assert said.startswith(told)
    assert said.endswith("; continuing without it.")
    assert "\n" not in said


def test_number_of_5000_hexadecimal_digits_names_its_line(path):
    settings, said = written(
        path, f'black = "Bob"\nhome_right = 0x{"f" * 5000}\n[ruleset]\nlength = 0x{"f" * 5000}\n'
    )
    assert settings == Settings().changed(black="Bob")
    number, rest = "a number with too many digits", "; continuing without it."
    assert said == (
        f"settings.toml, line 2: home_right cannot be {number}; expected true, false{rest} "
        f"settings.toml, line 4: a match length is 1 to 99 points, not {number}{rest}"
    )


def test_defaults_apply_where_the_file_is_absent_or_a_folder(path, tmp_path):
    assert load(path) == (Settings(), [])
    settings, (fault,) = load(tmp_path)
    assert settings == Settings()
    assert str(fault) == f"cannot read {tmp_path.name} (Is a directory); continuing without it"


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ('black = "Bob"\nhome_right = 1\n', 2, "home_right cannot be 1; expected true, false;"),
        ('black = "Bob"\nvariant = "chess"\n', 2, 'unknown variant "chess"; bgterm knows'),
        ('black = "Bob"\n\n[ruleset]\nlength = 100\n', 4, "a match length is 1 to 99 points, not 100"),
        (
            'black = "Bob"\n[ruleset]\ncube = true\ncrawford = "no"\n',
            4,
            "crawford cannot be no; expected true or false;",
        ),
        ('black = "Bob"\n[ruleset]\ncoffee = true\n', 3, "coffee in [ruleset] is unknown"),
        ('black = "Bob"\n[coffee]\ncube = true\n', 3, "cube in [coffee] is unknown"),
        ('coffee = 1\nblack = "Bob"\n', 1, "coffee is unknown"),
        ('ruleset = 5\nblack = "Bob"\n', 1, "ruleset is unknown"),
    ],
)
def test_bad_value_names_its_line_and_the_others_apply(path, text, line, fault):
    settings, said = written(path, text)
    assert settings == Settings().changed(black="Bob")
    assert said.startswith(f"settings.toml, line {line}: {fault}")


def test_settings_that_cannot_be_written_leave_nothing(path):
    path.mkdir(parents=True)
    with pytest.raises(OSError, match="Is a directory"):
        save(path, Settings())
    assert [*path.parent.iterdir()] == [path]


def test_settings_and_rules_are_changed_by_their_names():
    changed = Settings().changed(white="Ann", length=7)
    assert (changed.offer.white, changed.offer.ruleset) == ("Ann", Ruleset(length=7))
    assert OTHERS.changed(**OTHERS.values) == OTHERS.changed() == OTHERS


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"coffee": True}, UNKNOWN_FIELD),
        ({"white": 1}, INVALID_VALUE),
        ({"length": "5"}, INVALID_VALUE),
        ({"length": 100}, "a match length is 1 to 99 points"),
        ({"ruleset": {}}, UNKNOWN_FIELD),
    ],
)
def test_what_is_no_setting_is_refused(values, rule):
    with pytest.raises(NotationError, match=rule):
        Settings().changed(**values)


def test_settings_offers_and_rules_have_different_names():
    parts = [{part.name for part in fields(kind)} for kind in (Settings, MatchOffer, Ruleset)]
    assert set(Settings().values) == set.union(*parts) - {"offer", "ruleset", "keys"}
    assert len(Settings().values) == sum(map(len, parts)) - 3


def test_every_option_of_a_terminal_and_of_an_offer_is_declared():
    for kind, rest in ((Settings, {"offer", "keys"}), (MatchOffer, {"ruleset"})):
        assert {option.name for option in options(kind)} == {part.name for part in fields(kind)} - rest
        assert all(option.label and option.explanation for option in options(kind))


def test_names_are_cut_and_cleaned_so_that_they_can_be_shown():
    assert clean_name("  A\tnn\x1b \n O'Neil ") == "A nn O'Neil"
    assert len(clean_name("ä" * 50)) == 24


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
