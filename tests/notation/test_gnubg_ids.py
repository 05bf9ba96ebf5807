"""Ids and diagrams, compared with those of GNU Backgammon."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bgterm.notation.diagram import diagram
from bgterm.notation.parse_position import ids_of
from bgterm.notation.position import Position, position_of
from bgterm.rules.board import Player
from bgterm.rules.match import Header, Phase
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.players import random_match
from tests.states import states

pytestmark = pytest.mark.gnubg

QUIETLY = (
    "set player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\nset confirm new off"
)
MARK = re.compile(r"^GNU Backgammon \d.*$", re.MULTILINE)
"""The first line that GNU Backgammon prints for `show version`, and when it begins."""
BOARD = re.compile(r"Position ID: (\S+)\s+Match ID\s+: (\S+)\n(.*?)\n\n", re.DOTALL)


def positions(length: int, jacoby: bool) -> Iterator[Position]:
    """Yield positions of a random match in which a player is to roll or to move."""
    header = Header(BACKGAMMON, Ruleset(length=length, jacoby=jacoby))
    events, _ = random_match(length, header, games=2)
    for match in [*states(header, events)][::5]:
        going = match.game.phase in (Phase.TO_ROLL, Phase.TO_MOVE) and not match.game.pending
        if going and match.game.board.contact:
            yield position_of(match)


def shown(commands: list[str], folder: Path) -> list[tuple[str, str, list[str]]]:
    """Return the Position ID, Match ID and rows of the board that GNU Backgammon shows after each command."""
    script = "".join(f"{command}\nshow board\nshow version\n" for command in commands)
    answer = subprocess.run(
        ["gnubg", "-t", "-q"],
        input=f"{QUIETLY}\n{script}",
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C"},
        check=True,
    ).stdout
    last = [BOARD.findall(part)[-1] for part in MARK.split(answer)[1:-1]]
    return [(one, two, rows.splitlines()) for one, two, rows in last]


@pytest.mark.parametrize(("length", "jacoby"), [(7, False), (0, True), (0, False)])
def test_gnu_backgammon_reads_our_ids_and_shows_the_same(length: int, jacoby: bool, tmp_path):
    found = list(positions(length, jacoby))
    assert len(found) > 10
    commands = [command for position in found for command in _commands(position)]
    for command, position, (one, two, rows) in zip(
        commands, [position for position in found for _ in range(2)], shown(commands, tmp_path), strict=True
    ):
        _, both, _ = ids_of(position)
        if position.start.on_roll is Player.WHITE and "xgid" in command:  # it puts who is on roll at the bottom
            assert one == both.text.partition(":")[0], command
            continue
        assert f"{one}:{two}" == both.text, command
        if position.start.on_roll is Player.BLACK:
            assert [row[1:44] for row in rows] == [line[1:44] for line in diagram(position).splitlines()[2:15]]


def _commands(position: Position) -> list[str]:
    _, both, xg = ids_of(position)
    return [f"set gnubgid {both.text}", f"set xgid {xg.text}"]
