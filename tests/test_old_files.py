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
from bgterm.tui.look.themes import THEMES
from tests.cases import rest_long
from tests.states import states
from tests.tables import play_to_the_end, resume_table

OLD = Path(__file__).parent / "data" / "first_version"
STATES = json.loads((OLD / "states.json").read_text(encoding="utf-8"))
SECOND = Path(__file__).parent / "data" / "second_version"
SECOND_STATES = json.loads((SECOND / "states.json").read_text(encoding="utf-8"))


def name_of(player):
    return None if player is None else player.name.lower()


def state(match: MatchState, game: Game):
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
    assert state(record.match, record.match.game) == STATES[name]


@pytest.mark.parametrize(
    ("version", "name"), [*((OLD, name) for name in STATES), *((SECOND, name) for name in SECOND_STATES)]
)
def test_journal_is_written_again_byte_for_byte(version, name):
    lines = (version / "matches" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    if version is SECOND and "damage" in SECOND_STATES[name]:
        del lines[SECOND_STATES[name]["damage"][0] - 1 :]
    assert [write_line(read_line(line)) for line in lines] == lines


def test_every_old_journal_has_a_state():
    assert {path.stem for path in (OLD / "matches").glob("*.jsonl")} == set(STATES)


@pytest.mark.parametrize("version", [OLD, SECOND], ids=["first", "second"])
@pytest.mark.parametrize("name", ["defaults", "everything-changed"])
def test_old_settings_are_read(version, name):
    path = version / "settings" / f"{name}.toml"
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    settings, fault = load_settings(path)
    assert not fault
    values, rules = settings.values, written.pop("ruleset")
    assert {key: values[key] for key in rules} == rules
    theme, _tumbling = written.pop("theme"), written.pop("throw_animation")  # which motion has taken over
    assert (bool(settings.theme), settings.motion) == (bool(theme), "")
    assert {key: values[key] for key in written} == written


@pytest.mark.parametrize("theme", ["felt", "shapes", "sixteen", "mono"])
def test_old_themes_are_still_names_of_themes(theme):
    settings, fault = load_settings(OLD / "settings" / f"theme-{theme}.toml")
    assert not fault
    assert settings.theme in THEMES


@pytest.mark.parametrize(
    ("version", "names", "option", "values"),
    [
        (OLD, ["Cafe", "Club evening"], "koks", [False, True]),
        (SECOND, ["Café", "Club evening"], "hit_and_run", [False, False]),
        (SECOND, ["Café", "Club evening"], "beavers", [0, 9]),
    ],
)
def test_old_presets_are_read(version, names, option, values):
    presets, faults = own_presets(version / "presets")
    assert not faults
    assert [preset.name for preset in presets] == names
    assert [getattr(preset.ruleset, option) for preset in presets] == values
    assert presets[1].mars_koks


@pytest.mark.parametrize(
    ("version", "key"), [(OLD, "SHA256:cccc"), (SECOND, "SHA256:bbbb")], ids=["first", "second"]
)
def test_old_names_are_read(tmp_path, version, key):
    registry = UserRegistry(NamesFile(Path(shutil.copy(version / "people.jsonl", tmp_path))))
    names = [registry.name_of(each) for each in ("SHA256:aaaa", key)]
    registry.close()
    assert names == ["Wilhelmina", "Öxné"]


def played_to_the_end(table: Table):
    """Play a match to its end, and return what is verified of its dice."""
    play_to_the_end(table, 3)
    return verify(table.path.read_bytes())


def test_old_verifiable_match_ends_under_its_own_scheme(tmp_path):
    for path in (OLD / "matches").glob("verifiable-dice-unfinished.*"):
        shutil.copy(path, tmp_path)
    table = resume_table(tmp_path / "verifiable-dice-unfinished.jsonl")
    assert (table.evidence.scheme, table.awaited) == (1, ())
    found = played_to_the_end(table)
    assert (found.record.over, found.evidence.scheme) == (True, 1)
    assert found.evidence.words == ("blue elephant", "Österreich 🐘")


def second_state(match: MatchState, game: Game):
    """Return the state of a game in the form in which the second version kept it."""
    return state(match, game) | {"cube": [game.cube.value, name_of(game.cube.owner)]}


def can_do(match: MatchState, player: Player):
    """Return the actions that the second version offered a player."""
    can = choices(match, player)
    actions = (can.roll, can.double, can.answer_double, can.beaver, can.accept, can.challenge, can.take_back)
    answers = (can.answer_take_back, can.answer_resignation)
    plays = None if can.plays is None else len([*can.plays])
    return [*actions, *answers, [win.name for win in can.resign], plays]


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


@pytest.mark.parametrize("name", ["damaged-torn", "damaged-inside"])
def test_damage_of_the_second_version_is_found_where_it_was(name):
    record, known = load(SECOND / "matches" / f"{name}.jsonl"), SECOND_STATES[name]
    assert record.damage is not None
    assert [record.damage.line, record.damage.torn] == known["damage"]
    assert record.size == known["size"]


@pytest.mark.long
def test_verifiable_match_of_the_second_version_is_verified(tmp_path):
    found = verify((SECOND / "matches" / "verifiable.jsonl").read_bytes())
    assert (found.record.over, found.evidence.scheme) == (True, 2)
    for path in (SECOND / "matches").glob("verifiable-unfinished.*"):
        shutil.copy(path, tmp_path)
    assert played_to_the_end(resume_table(tmp_path / "verifiable-unfinished.jsonl")).record.over
