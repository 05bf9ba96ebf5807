"""What a newcomer adds stays a matter of one place: a variant is one entry, and all else knows it."""

from random import Random

import pytest

from bgterm.cli import main
from bgterm.notation.json_codec import read_line, write_line
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.match import Header
from bgterm.rules.referee import states
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.players import decision
from tests.waiting import wait

FIVERS = Variant("fivers", "Five a side", ((24, 2), (12, 3)))
"""A game that nobody plays: five checkers a side."""


@pytest.fixture
def variant():
    """Add the game where all games are."""
    VARIANTS[FIVERS.slug] = FIVERS
    yield FIVERS
    del VARIANTS[FIVERS.slug]


def play_a_game(table: Table) -> None:
    rng = Random(1)
    while not table.match.results:
        event = decision(table.match, rng)
        if event:
            wait(table.apply(event))
        else:
            wait(table.roll(next(player for player in Player if choices(table.match, player).roll)))


def test_it_is_played_kept_and_replayed(variant, tmp_path):
    table = Table.begin(tmp_path, Header(variant, Ruleset(), ("Ann", "Bob"), "seed:1"))
    play_a_game(table)
    path, played = find_save(tmp_path, table.name), (table.header, table.history, table.match)
    table.close().result()
    record = load(path)
    assert (record.header, record.events, record.match) == played
    *_, replayed = states(record.header, record.events)
    assert replayed == played[-1]
    resumed = Table.resume(path)
    assert (resumed.header, resumed.history, resumed.match) == played
    resumed.close().result()


@pytest.mark.usefixtures("variant")
def test_it_is_listed(capsys):
    with pytest.raises(SystemExit):
        main.main(["play", "--help"])
    assert "fivers" in capsys.readouterr().out


def test_its_name_is_enough_in_a_record(variant):
    header = Header(variant, Ruleset(length=3))
    assert '"variant":"fivers"' in write_line(header)
    assert read_line(write_line(header)) == header
