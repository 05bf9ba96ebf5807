"""The flags of `bgterm play`: the match that they make, and which of them are refused."""

from dataclasses import replace

import pytest

from bgterm.cli.flags.arguments import parser
from bgterm.cli.flags.match_options import Chosen, match_chosen
from bgterm.cli.flags.usage import UsageError
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.formats.engine_notes import engine_seat
from bgterm.profile.presets import Preset, keep_preset
from bgterm.profile.settings import Settings, load, save
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Header
from bgterm.rules.ruleset import FirstThrow, NextGame, Ruleset, SixInARow
from bgterm.rules.variants import BACKGAMMON, HYPER
from tests.waiting import wait

LAST_PLAYED = Settings(theme="walnut", home_right=False, auto_roll=True, mars_koks=True).changed(
    opponent="gnubg",
    white="Ann",
    black="Bob",
    seats_by_lot=True,
    variant="long",
    dice="manual",
    stake="2 euro",
    length=7,
    cube=False,
    gammons=False,
    koks=True,
)
"""Settings with the values of the last match in the form of a new one, and of the look of this terminal."""
CRAWFORD = "jOfgEQLgNniAUQ:8ImlAcAAQAAE"
MONEY_WITH_JACOBY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"


@pytest.fixture
def workspace(tmp_path):
    return Workspace(LAST_PLAYED, tmp_path / "settings.toml", tmp_path / "matches")


def choose(workspace: Workspace, *flags: str) -> Chosen:
    return match_chosen(workspace, parser().parse_args(["play", *flags]))


def header(workspace: Workspace, chosen: Chosen) -> Header:
    """Return the header, without its date, of the match that begins with these choices."""
    table = workspace.new_table(chosen.settings.offer, start=chosen.start)
    table.close().result()
    return table.header._replace(date="")


@pytest.mark.parametrize(
    ("flags", "ruleset"),
    [
        ([], Ruleset(length=5)),
        (["--match", "3"], Ruleset(length=3)),
        (["--money"], Ruleset()),
        (["--match", "3", "--no-crawford"], Ruleset(length=3, crawford=False)),
        (["--money", "--no-cube"], Ruleset(cube=False)),
        (["--money", "--no-crawford", "--no-koks", "--clock=none"], Ruleset(crawford=False)),
        (["--money", "--beavers", "2"], Ruleset(beavers=2)),
        (["--money", "--automatic-doubles", "1"], Ruleset(automatic_doubles=1)),
        (["--next-game", "winner"], Ruleset(length=5, next_game=NextGame.WINNER)),
        (["--policing"], Ruleset(length=5, policing=True)),
        (["--variant", "long"], Ruleset(length=5, cube=False)),
        (["--variant", "long", "--cube"], Ruleset(length=5)),
        (
            ["--variant", "long", "--first-throw", "any_double", "--koks", "--last-throw"],
            Ruleset(length=5, cube=False, first_throw=FirstThrow.ANY_DOUBLE, koks=True, last_throw=True),
        ),
        (
            ["--variant", "long", "--six-in-a-row", "free"],
            Ruleset(length=5, cube=False, six_in_a_row=SixInARow.FREE),
        ),
        (["--money", "--preset", "money"], Ruleset(jacoby=True, beavers=1)),
        (["--money", "--preset", "Automatic doubles", "--no-jacoby"], Ruleset(beavers=1, automatic_doubles=1)),
        (["--variant", "long", "--preset", "International", "--cube"], Ruleset(length=5)),
        (["--position", "4HPwATDgc/ABMA"], Ruleset(length=5)),
        (["--position", "4HPwATDgc/ABMA", "--match", "3"], Ruleset(length=3)),
        (["--position", CRAWFORD], Ruleset(length=13)),
        (["--position", CRAWFORD, "--match", "13", "--no-gammons"], Ruleset(length=13, gammons=False)),
        (["--position", MONEY_WITH_JACOBY], Ruleset(jacoby=True, beavers=1)),
        (["--position", MONEY_WITH_JACOBY, "--beavers", "3"], Ruleset(jacoby=True, beavers=3)),
    ],
)
def test_the_rules_are_the_usual_ones_but_for_flags_and_id(workspace, flags, ruleset):
    chosen = choose(workspace, *flags)
    assert (chosen.notice, chosen.settings.offer.ruleset) == ("", ruleset)


@pytest.mark.parametrize("flags", [(), ("--match", "7"), ("--crawford", "--match", "5"), ("--money", "--jacoby")])
def test_the_match_does_not_depend_on_the_one_before(workspace, tmp_path, flags):
    new_player = Workspace(Settings(), tmp_path / "new.toml", tmp_path / "matches")
    assert header(workspace, choose(workspace, *flags)) == header(new_player, choose(new_player, *flags))


def test_the_terminal_keeps_its_own_settings(workspace):
    settings = choose(workspace, "--match", "7").settings
    assert (settings.theme, settings.home_right, settings.auto_roll) == ("walnut", False, True)


def test_flags_are_not_saved_with_a_change_of_settings(workspace):
    save(workspace.config, LAST_PLAYED)
    workspace.settings = choose(workspace, "--names", "Cleo,Dan", "--match", "3", "--dice", "verifiable").settings
    wait(workspace.change(replace(workspace.settings, bell=True)))
    assert load(workspace.config) == (replace(LAST_PLAYED, bell=True), [])


@pytest.mark.parametrize(
    ("flags", "begun"),
    [
        ("", Header(BACKGAMMON, Ruleset(length=5), ("White", "Black"), "random")),
        (
            "--money --names Cleo,Dan --variant hyper --dice manual --stake 0.50",
            Header(HYPER, Ruleset(), ("Cleo", "Dan"), "manual", stake="0.50"),
        ),
    ],
)
def test_the_header_of_the_match_is_as_the_flags_say(workspace, flags, begun):
    assert header(workspace, choose(workspace, *flags.split())) == begun


@pytest.mark.parametrize("flag", ["seats_by_lot", "mars_koks"])
def test_sides_by_lot_and_names_of_wins_are_off_without_flags(workspace, flag):
    typed = flag.replace("_", "-")
    assert choose(workspace, f"--{typed}").settings.values[flag] is True
    assert choose(workspace).settings.values[flag] is False
    assert choose(workspace, "--preset", "no HIT and run").settings.values[flag] is (flag == "mars_koks")
    assert choose(workspace, "--preset", "No hit and run", f"--no-{typed}").settings.values[flag] is False


def test_own_presets_are_found_and_named_with_their_faults(workspace, tmp_path):
    keep_preset(tmp_path / "presets", Preset("Club evening", Ruleset(policing=True)))
    chosen = choose(workspace, "--preset", "club evening")
    assert chosen.settings.offer.ruleset == Ruleset(length=5, policing=True)
    (tmp_path / "presets" / "club.toml").write_text('name = "Club"\n[ruleset]\ncoffee = true\n')
    with pytest.raises(UsageError) as caught:
        choose(workspace, "--preset", "club")
    assert str(caught.value).startswith(
        'there is no preset "club"; choose from International, Money, '
        "No hit and run, Automatic doubles, Without the cube, Club evening. club.toml, line 3: coffee is unknown"
    )
    assert str(caught.value).endswith("; continuing without it")


def test_inapplicable_rules_of_a_preset_are_left_out_and_named(workspace):
    chosen = choose(workspace, "--match", "5", "--preset", "Money")
    assert chosen.notice == "Left out: Jacoby rule (only in a money session), Beavers (only in a money session)."
    table = workspace.new_table(chosen.settings.offer)
    table.close().result()
    assert table.match.ruleset == Ruleset(length=5)


NO_AUTOMATIC_DOUBLES = "--automatic-doubles cannot apply: only with the doubling cube"
TOO_LONG = "argument --names: a name has at most 24 characters: 'Bartholomew of the Long Name' has 28"
SAME_NAME = "argument --names: both players would be called"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--match", "0"], "argument --match: "),
        (["play", "--match", "100"], "argument --match: "),
        (["play", "--match", "5", "--money"], "argument --money: "),
        (["play", "--beavers", "-1"], "argument --beavers: "),
        (["play", "--beavers", "x"], "argument --beavers: 0, 1"),
        (["play", "--automatic-doubles", "-1"], "is needed, not '-1'"),
        (["play", "--seed", "x"], "argument --seed: a whole number like 42 is needed, not 'x'"),
        (["play", "--variant", "chess"], "argument --variant: "),
        (["play", "--first-throw", "sometimes"], "argument --first-throw: "),
        (["play", "--names", "Ann,"], "argument --names: "),
        (["play", "--names", "Ann,Bartholomew of the Long Name"], TOO_LONG),
        (["play", "--names", "Ann,Ann"], f"{SAME_NAME} Ann: give them different"),
        (["play", "--names", "Ann, ann "], f"{SAME_NAME} ann: give them different"),
        (["play", "--names", "A\tnn,A nn"], f"{SAME_NAME} A nn: give them different"),
        (["serve", "--database", "club"], "the address of a database is needed, like postgresql://HOST/DATABASE"),
        (["serve", "--idle", "-1"], "argument --idle: a number of minutes from 0 to 10000 is needed, not '-1'"),
        (["admin", "shutdown", "--in", "soon"], "a number of minutes from 0 to 10000 is needed, not 'soon'"),
    ],
)
def test_what_no_flag_can_be_is_refused_by_the_parser(arguments, said, capsys):
    with pytest.raises(SystemExit) as caught:
        parser().parse_args(arguments)
    assert caught.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_match_begins_from_a_position(workspace):
    chosen = choose(workspace, "--position", CRAWFORD, "--names", "Eve,Max")
    table = workspace.new_table(chosen.settings.offer, start=chosen.start, seed=1)
    match = table.match
    table.close().result()
    assert (match.names, match.score, match.game.crawford) == (("Eve", "Max"), (12, 8), True)
    assert (match.game.on_roll, match.game.dice) == (Player.BLACK, (3, 1))


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--match", "5", "--jacoby"], "--jacoby cannot apply: only in a money session"),
        (["--money", "--preset", "Without the cube", "--automatic-doubles", "1"], NO_AUTOMATIC_DOUBLES),
        (["--variant", "long", "--hit-and-run"], "--hit-and-run cannot apply: not in Long backgammon"),
        (["--match", "5", "--stake", "1 euro"], "--stake cannot apply: only in a money session"),
        (["--money", "--stake", "a lot"], '"a lot" is not a stake: write what a point is worth, like 0.50 euro'),
        (["--position", CRAWFORD, "--match", "7"], "--match cannot apply: the id of the position says otherwise"),
        (["--position", CRAWFORD, "--money"], "--money cannot apply: the id of the position says otherwise"),
        (["--position", CRAWFORD, "--no-crawford"], "--no-crawford cannot apply"),
        (["--position", MONEY_WITH_JACOBY, "--no-jacoby"], "--no-jacoby cannot apply"),
        (["--position", "nonsense"], '"nonsense" is not a position'),
        (["--position", MONEY_WITH_JACOBY, "--variant", "long"], "no XGID can express Long backgammon"),
        (["--position", "4HPwATDgc/ABMA:UQkqAAAAAAAE", "--no-cube"], "--no-cube cannot apply"),
        (["--names", "Ann"], "--names cannot apply: a match of two people needs two names"),
        (["--vs", "gnubg"], "GNU Backgammon is not installed: install it"),
        (["--vs", "hal"], 'unknown engine "hal"'),
        (["--level", "casual"], "--level cannot apply: --vs names the engine"),
        (["--side", "black"], "--side cannot apply: --vs names the engine"),
        (["--dice", "verifable"], 'unknown dice "verifable": random, verifiable, manual or'),
    ],
)
def test_flags_that_cannot_apply_are_refused_and_change_nothing(workspace, flags, said):
    with pytest.raises(BackgammonError) as refused:
        choose(workspace, *flags)
    assert str(refused.value).startswith(said)
    assert workspace.settings == LAST_PLAYED


@pytest.mark.parametrize(
    ("flags", "level", "names"),
    [
        ((), "expert", ("White", "GNU Backgammon")),
        (("--level", "casual", "--names", "Cid,Hal"), "casual", ("Cid", "Hal")),
    ],
)
def test_an_engine_is_named_and_plays_expert_without_flags(workspace, monkeypatch, flags, level, names):
    monkeypatch.setattr(Gnubg, "missing", lambda _: None)
    chosen = choose(workspace, "--vs", "gnubg", *flags)
    assert (chosen.settings.offer.opponent, chosen.settings.offer.level) == ("gnubg", level)
    assert header(workspace, chosen).names == names


X_TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


@pytest.mark.parametrize(
    ("flags", "person", "names"),
    [
        (["--position", X_TO_PLAY], Player.BLACK, ("Built-in bot", "Black")),
        (["--position", X_TO_PLAY, "--names", "Ann"], Player.BLACK, ("Built-in bot", "Ann")),
        (["--position", X_TO_PLAY, "--side", "white"], Player.WHITE, ("White", "Built-in bot")),
        (["--side", "black", "--names", "Ann"], Player.BLACK, ("Built-in bot", "Ann")),
        (["--names", "Ann"], Player.WHITE, ("Ann", "Built-in bot")),
        ([], Player.WHITE, ("White", "Built-in bot")),
    ],
)
def test_the_person_plays_the_side_to_play_or_the_chosen_one(workspace, flags, person, names):
    chosen = choose(workspace, "--vs", "builtin", *flags)
    table = workspace.new_table(chosen.settings.offer, start=chosen.start, side=chosen.side)
    table.close().result()
    assert engine_seat(table.notes).player is person.opponent
    assert table.header.names == names
