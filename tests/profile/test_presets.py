"""Presets: kept under a name, laid over other settings, and ignored when their file is wrong."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bgterm.profile.presets import BUILT_IN, Preset, find_preset, keep_preset, name_of, own_presets, preset_of
from bgterm.profile.settings import Settings
from bgterm.rules.games import start
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG

CLUB = Preset("Club evening", Ruleset(cube=False, hit_and_run=False), mars_koks=True)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "presets"


def write(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)


@given(st.text(max_size=30), st.booleans(), st.booleans())
@example("as long as names can be and more", False, False)
@example("\ud7fc\ua92b", False, False)
def test_any_preset_is_found_as_it_was_kept(tmp_path_factory, name, cube, mars_koks):
    folder = tmp_path_factory.mktemp("presets")
    preset = Preset.of(name, Settings(mars_koks=mars_koks).changed(cube=cube, length=7))
    if preset.name:
        keep_preset(folder, preset)
        assert own_presets(folder) == ([preset], [])


def test_presets_are_in_the_order_of_their_names_each_once(folder):
    zebra, apple, oil = (Preset(name, Ruleset()) for name in ("zebra", "Apple", "Öl"))
    for preset in (zebra, CLUB._replace(ruleset=Ruleset()), apple, oil, CLUB):
        keep_preset(folder, preset)
    assert own_presets(folder) == ([apple, CLUB, zebra, oil], [])
    assert len([*folder.iterdir()]) == 4
    assert (folder / "club-evening.toml").exists()


def test_what_is_left_out_is_as_it_is_by_default(folder):
    write(folder, "mine.toml", "[ruleset]\ncrawford = false\n")
    assert own_presets(folder) == ([Preset("mine", Ruleset(crawford=False))], [])


def test_preset_sets_its_rules_and_settings_and_keeps_the_rest():
    settings = Settings(theme="mono").changed(white="Ann", length=9, crawford=False)
    assert CLUB.over(settings) == Settings(theme="mono", mars_koks=True).changed(
        white="Ann", length=9, cube=False, hit_and_run=False
    )
    assert Preset("International", Ruleset()).over(CLUB.over(settings)) == Settings(theme="mono").changed(
        white="Ann", length=9
    )


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (Settings().changed(), "International"),
        (CLUB.over(Settings()), "Club evening"),
        (Settings().changed(length=0, crawford=False), ""),
        (Settings().changed(variant="long", cube=False), "International"),
        (Settings().changed(variant="long"), ""),
    ],
)
def test_rules_of_settings_have_their_name_at_any_length(settings, name):
    assert name_of(settings, [*BUILT_IN, CLUB]) == name


@pytest.mark.parametrize(
    ("name", "jacoby"), [("International", False), ("Money", True), ("Without the cube", False)]
)
def test_preset_has_no_cube_in_variants_without_one(name, jacoby):
    settings = find_preset(name, BUILT_IN).over(Settings().changed(variant="long", length=3))
    assert (settings.offer.variant, settings.offer.ruleset.length) == (LONG, 3)
    assert (settings.offer.ruleset.cube, settings.offer.ruleset.jacoby) == (False, jacoby)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 5\n", "line 1: name cannot be 5"),
        ('name = " "\n', "line 1: name cannot be  "),
        ('name = "x"\n\n[ruleset]\ncube = 1\n', "line 4: cube cannot be 1"),
        ('name = "x"\n[ruleset]\nlength = 5\n', "line 3: length is unknown"),
        ('name = "x"\n[ruleset]\ncoffee = true\n', "line 3: coffee is unknown"),
        ('name = "x"\n[settings]\ntheme = "felt"\n', "line 3: theme is unknown; expected mars_koks"),
        ("cube = true\n", "line 1: cube is unknown; expected name"),
        ("ruleset = 5\n", "line 1: ruleset is unknown"),
        ("[rules]\ncube = true\n[ruleset]\ncube = true\n", "line 2: cube is unknown"),
        ("[ruleset]\ncube = maybe\n", "line 2: "),
        (f"[ruleset]\nbeavers = {'9' * 5000}\n", "line 2: a number has too many digits"),
    ],
)
def test_a_file_that_is_wrong_is_left_out_and_told_with_its_line(folder, text, said):
    keep_preset(folder, CLUB)
    write(folder, "broken.toml", text)
    presets, faults = own_presets(folder)
    assert presets == [CLUB]
    assert len(faults) == 1
    assert faults[0].startswith(f"broken.toml, {said}")
    assert faults[0].endswith("; continuing without it.")


@pytest.mark.parametrize(
    ("variant", "ruleset", "name"),
    [
        (BACKGAMMON, Ruleset(length=5), "International"),
        (BACKGAMMON, Ruleset(jacoby=True, beavers=1), "Money"),
        (BACKGAMMON, Ruleset(length=7, hit_and_run=False), "No hit and run"),
        (BACKGAMMON, Ruleset(length=7, cube=False), "Without the cube"),
        (LONG, Ruleset(cube=False), "International"),
        (BACKGAMMON, Ruleset(take_back=False), ""),
    ],
)
def test_match_is_named_after_the_preset_that_matches_it(variant, ruleset, name):
    assert preset_of(start(Header(variant, ruleset, ("Ann", "Bob"))), BUILT_IN) == name


@pytest.mark.rule("Presets")
def test_the_presets_that_come_with_the_game():
    assert (
        Preset("International", Ruleset()),
        Preset("Money", Ruleset(jacoby=True, beavers=1, automatic_doubles=0)),
        Preset("No hit and run", Ruleset(jacoby=True, beavers=1, hit_and_run=False), mars_koks=True),
        Preset("Automatic doubles", Ruleset(jacoby=True, beavers=1, automatic_doubles=1)),
        Preset("Without the cube", Ruleset(cube=False)),
    ) == BUILT_IN


OWN = Preset("House 001", Ruleset(cube=False))


@pytest.mark.rule("Presets")
@pytest.mark.parametrize(
    ("former", "own", "name"),
    [
        ("House 001", CLUB, "No hit and run"),
        ("house 004", CLUB, "Automatic doubles"),
        ("Casual 002", CLUB, "Without the cube"),
        ("house 001", OWN, "House 001"),
        ("Club evening", CLUB, "Club evening"),
        ("CLUB EVENING", CLUB, "Club evening"),
    ],
)
def test_a_preset_is_found_by_its_name_or_a_former_one(former, own, name):
    assert find_preset(former, [*BUILT_IN, own]).name == name
