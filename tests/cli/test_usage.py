"""Wrong command lines: one sentence, and an exit status of its own; `bgterm rules` and `bgterm engine`."""

import json
import re

import pytest

from bgterm import __version__
from bgterm.cli.flags.arguments import parse
from bgterm.cli.main import parsed
from bgterm.engine import adapter
from bgterm.engine.adapter import ADAPTERS, engine_for
from bgterm.engine.adapters.bgsage import Sage
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.errors import EngineError
from bgterm.profile.settings import Settings, save
from bgterm.rules.variants import BACKGAMMON, LONG, VARIANTS
from tests.cli.command import bgterm
from tests.cli.test_match_files import SAMPLE
from tests.engine.positions import MATCHES

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


REFUSED = {
    2: [
        ("nonsense",),
        ("rules", "chess"),
        ("show",),
        ("show", "--nonsense"),
        ("show", "-"),
        ("show", "4HPwATDgc/ABMA", "--json"),
        ("hint", "nonsense"),
        ("hint", "AAAAAAAAAAAAAA"),
        ("hint", "4HPwATDgc/ABMA:QQkAAAAAAAAA"),
        ("hint", "4HPwATDgc/ABMA", "--engine", "nosuch"),
        ("hint", "4HPwATDgc/ABMA", "--plies", "4"),
        ("hint", OPENING, "--variant", "long"),
        ("analyse", OPENING),
        ("analyse", "4HPwATDgc/ABMA"),
        ("convert", SAMPLE),
        ("convert", SAMPLE, "-"),
        ("convert", SAMPLE, "out.doc"),
        ("play", "--match", "9" * 5000),
        ("play", "--seed", "9" * 5000),
        ("play", "--jacoby", "--plain"),
        ("play", "--plain", "--position", "nonsense"),
        ("serve", "--port", "9" * 5000),
        ("serve", "--bots", "builtin:good"),
        ("serve", "--bots", "builtin,"),
        ("serve", "--bots", "builtin,builtin:casual"),
    ],
    1: [
        ("hint", "none.mat"),
        ("hint", SAMPLE),
        ("hint", OPENING, "--engine", "ubgi"),
        ("convert", SAMPLE, "none/out.sgf"),
        ("resume", "--plain", "nonsense"),
        ("play", "--plain", "--dice", "none.txt"),
        ("play",),
    ],
}
"""Command lines that cannot be, and others that cannot be carried out, by the status of the program."""


@pytest.mark.parametrize(
    ("status", "arguments"), [(status, each) for status in REFUSED for each in REFUSED[status]]
)
def test_a_refused_command_line_is_one_sentence_and_a_status(status, arguments):
    ended, told, complaint = bgterm(*arguments)
    assert (ended, told, complaint.count("\n")) == (status, "", 1)
    assert complaint.startswith("bgterm")
    assert len(complaint) < 600


@pytest.mark.parametrize("flags", [("--theme", "mono"), ("--home", "left"), ("--turn",), ("--export-dir", "x")])
def test_flag_about_a_screen_is_refused_in_plain_mode(flags):
    said = f"bgterm: {flags[0]} cannot apply: plain mode draws no board.\n"
    assert bgterm("play", "--plain", *flags) == (2, "", said)


def test_position_is_not_analysed_but_hinted_at():
    assert "bgterm hint says what an engine recommends" in bgterm("analyse", OPENING)[2]
    status, told, _ = bgterm("hint", OPENING, "--engine", "builtin", "--plies", "0")
    first, _space, head, best, *others = told.splitlines()
    assert (status, len(others)) == (0, 4)
    assert re.fullmatch(r"Built-in bot \d+, 0 plies", first)
    assert head.split()[:4] == ["#", "play", "equity", "diff"]
    assert max(map(len, told.splitlines())) < 80
    assert re.match(r"1 +8/5 6/5 +\+0\.1", best)
    status, told, _ = bgterm("hint", OPENING, "--engine", "builtin", "--plies", "0", "--json")
    assert (status, json.loads(told)["best"]) == (0, "8/5 6/5")


def test_hint_about_a_damaged_match_names_the_fault(tmp_path):
    path = tmp_path / "cut.sgf"
    path.write_text((MATCHES / "s10_match3_unfinished.sgf").read_text()[:-3])
    status, told, complaint = bgterm("hint", path, "--engine", "builtin", "--plies", "0")
    assert (status, complaint.count("\n")) == (1, 1)
    assert told.startswith("Built-in bot ")
    assert complaint.startswith(f"bgterm: {path}: ")


def test_no_arguments_have_the_options_that_the_parser_gives():
    assert vars(parsed([])) == vars(parse([]))


def test_version_is_printed():
    assert bgterm("--version") == (0, f"bgterm {__version__}\n", "")


# The rules


def test_beginners_read_how_to_play(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    status, text, _ = bgterm("rules")
    assert (status, text.startswith("The aim\n\nBackgammon is a race for two.")) == (0, True)
    assert max(map(len, text.splitlines())) <= 60
    assert all(f"\n{variant.name}\n" in text for variant in VARIANTS.values() if variant.slug != "backgammon")


def test_the_name_of_a_variant_gives_all_its_rules():
    status, text, _ = bgterm("rules", "long")
    assert (status, text.startswith("Long backgammon\n")) == (0, True)
    assert "All the rules, in a match to 5" in text
    assert "\nHead: " in text
    assert "Hitting" not in text


# The engines


def test_every_engine_is_listed_with_what_is_missing():
    lines = bgterm("engine", "--list")[1].splitlines()
    assert lines[0].split() == ["name", "engine", "version", "variants"]
    assert [line.split()[0] for line in lines[1 : 1 + len(ADAPTERS)]] == [*ADAPTERS]
    assert " ".join(lines[1].split()).startswith("gnubg GNU Backgammon - install it")
    assert lines[-1] == "Chosen in the options: auto"


def test_the_list_is_json_for_scripts(tmp_path):
    save(tmp_path / "bgterm" / "settings.toml", Settings(engine="gnubg"))
    told = json.loads(bgterm("engine", "--json")[1])
    assert told["chosen"] == "gnubg"
    assert [engine["name"] for engine in told["engines"]] == [*ADAPTERS]
    assert "apt install gnubg" in told["engines"][0]["fault"]


def test_auto_is_the_first_that_is_installed_for_what_it_plays(monkeypatch):
    monkeypatch.setattr(Sage, "missing", lambda _self: None)
    assert engine_for(BACKGAMMON) == "bgsage"
    with pytest.raises(EngineError, match="Open Sage does not play Long backgammon"):
        engine_for(LONG, "bgsage")
    monkeypatch.setattr(Gnubg, "missing", lambda _self: None)
    assert engine_for(BACKGAMMON) == "gnubg"


def test_without_any_engine_it_says_where_to_look(monkeypatch):
    monkeypatch.setattr(adapter, "ADAPTERS", {})
    with pytest.raises(EngineError, match="no engine that is installed plays Backgammon: bgterm engine --list"):
        engine_for(BACKGAMMON)
