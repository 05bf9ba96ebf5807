"""Files that earlier versions wrote are read for ever: journals, settings, presets and names.

Everything in `tests/data/first_version` and `tests/data/second_version` was written by that version, `states.json`
among it: how it saw each match end. Of the second version that also has a digest of every state on the way, with
the number of legal plays and what each player could do. None of it is ever regenerated.
"""

import hashlib
import json
import shutil
import tomllib
from pathlib import Path
from random import Random

import pytest

from bgterm.analysis.dice_proof import verify
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.notation.json_codec import read_line, write_line
from bgterm.play.table import Table
from bgterm.profile.presets import own_presets
from bgterm.profile.settings import load as load_settings
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.match import Game, MatchState
from bgterm.storage.journal import load
from tests.cases import rest_long
from tests.players import decision
from tests.states import states
from tests.waiting import wait

OLD = Path(__file__).parent / "data" / "first_version"
STATES = json.loads((OLD / "states.json").read_text(encoding="utf-8"))
SECOND = Path(__file__).parent / "data" / "second_version"
SECOND_STATES = json.loads((SECOND / "states.json").read_text(encoding="utf-8"))


def name_of(player):
    return None if player is None else player.name.lower()


def state(match: MatchState):
    game = match.game
    return {
        "score": [*match.score],
        "game": game.number,
        "phase": game.phase.name.lower(),
        "crawford": game.crawford,
        "to_act": name_of(game.to_act),
        "on_roll": name_of(game.on_roll),
        "dice": [game.dice.high, game.dice.low] if game.dice else None,
        "cube": {"value": game.cube.value, "owner": name_of(game.cube.owner)},
        "winner": name_of(match.winner),
        "turns": game.turns,
        "pending": type(game.pending).__name__ if game.pending else None,
        "white": [*game.board.counts(Player.WHITE)],
        "black": [*game.board.counts(Player.BLACK)],
        "results": [[name_of(won.winner), won.points, won.ending.name.lower()] for won in match.results],
    }


@pytest.mark.parametrize("name", STATES)
def test_old_journal_ends_in_the_same_state(name):
    record = load(OLD / "matches" / f"{name}.jsonl")
    assert record.damage is None
    assert state(record.match) == STATES[name]


@pytest.mark.parametrize("name", STATES)
def test_old_journal_is_written_again_byte_for_byte(name):
    lines = (OLD / "matches" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [write_line(read_line(line)) for line in lines] == lines


def test_every_old_journal_has_a_state():
    assert {path.stem for path in (OLD / "matches").glob("*.jsonl")} == set(STATES)


@pytest.mark.parametrize("name", ["defaults", "everything-changed"])
def test_old_settings_are_read(name):
    path = OLD / "settings" / f"{name}.toml"
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    settings, fault = load_settings(path)
    assert not fault
    values = settings.values
    assert {key: values[key] for key in written["ruleset"]} == written["ruleset"]
    del written["ruleset"], written["theme"], written["throw_animation"]  # which motion has taken over
    assert settings.motion == ""
    assert {key: values[key] for key in written} == written


@pytest.mark.parametrize("theme", ["felt", "shapes", "sixteen", "mono"])
def test_old_themes_are_still_names_of_themes(theme):
    settings, fault = load_settings(OLD / "settings" / f"theme-{theme}.toml")
    assert not fault
    assert settings.theme


def test_old_presets_are_read():
    presets, faults = own_presets(OLD / "presets")
    assert not faults
    assert [preset.name for preset in presets] == ["Cafe", "Club evening"]
    assert [preset.ruleset.koks for preset in presets] == [False, True]
    assert presets[1].mars_koks


def test_old_names_are_read(tmp_path):
    path = tmp_path / "people.jsonl"
    path.write_bytes((OLD / "people.jsonl").read_bytes())
    registry = UserRegistry(NamesFile(path))
    names = [registry.name_of(key) for key in ("SHA256:aaaa", "SHA256:cccc")]
    registry.close()
    assert names == ["Wilhelmina", "Öxné"]


def test_old_verifiable_match_ends_under_its_own_scheme(tmp_path):
    for path in (OLD / "matches").glob("verifiable-dice-unfinished.*"):
        shutil.copy(path, tmp_path)
    table, rng = Table.resume(tmp_path / "verifiable-dice-unfinished.jsonl"), Random(3)
    assert (table.exchange.evidence.scheme, table.exchange.awaited) == (1, ())
    while table.match.winner is None:
        if event := decision(table.match, rng):
            wait(table.apply(event))
        else:
            wait(table.roll(table.match.game.on_roll or Player.WHITE))
    table.close().result()
    found = verify(table.path.read_bytes())
    assert (found.finished, found.evidence.scheme, found.evidence.words) == (
        True,
        1,
        ("blue elephant", "Österreich 🐘"),
    )


def second_state(match: MatchState, game: Game):
    """Return the state of a game in the form in which the second version kept it."""
    return {
        "score": [*match.score],
        "game": game.number,
        "phase": game.phase.name.lower(),
        "crawford": game.crawford,
        "to_act": name_of(game.to_act),
        "on_roll": name_of(game.on_roll),
        "dice": [game.dice.high, game.dice.low] if game.dice else None,
        "cube": [game.cube.value, name_of(game.cube.owner)],
        "winner": name_of(match.winner),
        "turns": game.turns,
        "pending": type(game.pending).__name__ if game.pending else None,
        "white": [*game.board.counts(Player.WHITE)],
        "black": [*game.board.counts(Player.BLACK)],
        "results": [[name_of(won.winner), won.points, won.ending.name.lower()] for won in match.results],
    }


def can_do(match: MatchState, player: Player):
    """Return the actions that the second version offered a player."""
    can = choices(match, player)
    return [
        can.roll,
        can.double,
        can.answer_double,
        can.beaver,
        can.accept,
        can.challenge,
        can.take_back,
        can.answer_take_back,
        can.answer_resignation,
        [win.name for win in can.resign],
        None if can.plays is None else len([*can.plays]),
    ]


@pytest.mark.parametrize("name", rest_long(15, SECOND_STATES))
def test_second_version_journal_replays_to_the_same_states(name):
    record, known = load(SECOND / "matches" / f"{name}.jsonl"), SECOND_STATES[name]
    digest = hashlib.sha256()
    for match in states(record.header, record.events):
        facts = [second_state(match, match.shown_game), [can_do(match, player) for player in Player]]
        digest.update(json.dumps(facts).encode())
    assert len(record.events) == known["events"]
    assert second_state(record.match, record.match.shown_game) == known["end"]
    assert second_state(record.match, record.match.game) == known["goes_on"]
    assert digest.hexdigest() == known["every_state"]


@pytest.mark.parametrize("name", SECOND_STATES)
def test_second_version_journal_is_written_byte_for_byte(name):
    lines = (SECOND / "matches" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    lines = lines[: SECOND_STATES[name].get("damage", [None])[0] and SECOND_STATES[name]["damage"][0] - 1]
    assert [write_line(read_line(line)) for line in lines] == lines


@pytest.mark.parametrize("name", ["damaged-torn", "damaged-inside"])
def test_damage_of_the_second_version_is_found_where_it_was(name):
    record, known = load(SECOND / "matches" / f"{name}.jsonl"), SECOND_STATES[name]
    assert record.damage is not None
    assert [record.damage.line, record.damage.torn] == known["damage"]
    assert record.size == known["size"]


@pytest.mark.parametrize("name", ["defaults", "everything-changed"])
def test_settings_of_the_second_version_are_read(name):
    path = SECOND / "settings" / f"{name}.toml"
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    settings, fault = load_settings(path)
    assert not fault
    values, rules = settings.values, written.pop("ruleset")
    assert {key: values[key] for key in rules} == rules
    theme, _tumbling = written.pop("theme"), written.pop("throw_animation")  # which motion has taken over
    assert (bool(settings.theme), settings.motion) == (bool(theme), "")
    assert {key: values[key] for key in written} == written


def test_presets_of_the_second_version_are_read():
    presets, faults = own_presets(SECOND / "presets")
    assert not faults
    assert [preset.name for preset in presets] == ["Café", "Club evening"]
    assert [preset.ruleset.hit_and_run for preset in presets] == [False, False]
    assert [preset.ruleset.beavers for preset in presets] == [0, 9]
    assert presets[1].mars_koks


def test_names_of_the_second_version_are_read(tmp_path):
    path = tmp_path / "people.jsonl"
    path.write_bytes((SECOND / "people.jsonl").read_bytes())
    registry = UserRegistry(NamesFile(path))
    names = [registry.name_of(key) for key in ("SHA256:aaaa", "SHA256:bbbb")]
    registry.close()
    assert names == ["Wilhelmina", "Öxné"]


@pytest.mark.long
def test_verifiable_match_of_the_second_version_is_verified(tmp_path):
    found = verify((SECOND / "matches" / "verifiable.jsonl").read_bytes())
    assert (found.finished, found.evidence.scheme) == (True, 2)
    for path in (SECOND / "matches").glob("verifiable-unfinished.*"):
        shutil.copy(path, tmp_path)
    table, rng = Table.resume(tmp_path / "verifiable-unfinished.jsonl"), Random(3)
    while table.match.winner is None:
        if event := decision(table.match, rng):
            wait(table.apply(event))
        else:
            wait(table.roll(table.match.game.on_roll or Player.WHITE))
    table.close().result()
    assert verify(table.path.read_bytes()).finished
