"""`bgterm engine`, the list of engines."""

import json
from pathlib import Path

import pytest

from bgterm.engine import adapter
from bgterm.engine.adapter import ADAPTERS, engine_for
from bgterm.engine.adapters.bgsage import Sage
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.errors import EngineError
from bgterm.profile.settings import Settings, save
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.cli.command import bgterm


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "bgterm" / "settings.toml"


@pytest.mark.usefixtures("config")
def test_every_engine_is_listed_with_what_is_missing():
    lines = bgterm("engine", "--list")[1].splitlines()
    assert lines[0].split() == ["name", "engine", "version", "variants"]
    assert [line.split()[0] for line in lines[1 : 1 + len(ADAPTERS)]] == [*ADAPTERS]
    assert " ".join(lines[1].split()).startswith("gnubg GNU Backgammon - install it")
    assert lines[-1] == "Chosen in the options: auto"


def test_the_list_is_json_for_scripts(config):
    save(config, Settings(engine="gnubg"))
    told = json.loads(bgterm("engine", "--json")[1])
    assert told["chosen"] == "gnubg"
    assert [engine["name"] for engine in told["engines"]] == [*ADAPTERS]
    assert "apt install gnubg" in told["engines"][0]["fault"]


def test_auto_is_the_first_that_is_installed(monkeypatch):
    monkeypatch.setattr(Sage, "missing", lambda _self: None)
    assert engine_for(BACKGAMMON) == "bgsage"
    monkeypatch.setattr(Gnubg, "missing", lambda _self: None)
    assert engine_for(BACKGAMMON) == "gnubg"


def test_an_engine_that_is_named_must_be_there(monkeypatch):
    with pytest.raises(EngineError, match="GNU Backgammon is not installed: install it"):
        engine_for(BACKGAMMON, "gnubg")
    with pytest.raises(EngineError, match='unknown engine "'):
        engine_for(BACKGAMMON, "hal")
    monkeypatch.setattr(Sage, "missing", lambda _self: None)
    with pytest.raises(EngineError, match="Open Sage does not play Long backgammon"):
        engine_for(LONG, "bgsage")


def test_without_any_engine_it_says_where_to_look(monkeypatch):
    monkeypatch.setattr(adapter, "ADAPTERS", {})
    with pytest.raises(EngineError, match="no engine that is installed plays Backgammon: bgterm engine --list"):
        engine_for(BACKGAMMON)
