"""The end of a game, of a match and of a money session: what is shown there, and what can be done."""

import re
from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationAccepted, ResignationOffered, Taken
from bgterm.rules.match import Win
from bgterm.rules.variants import Ruleset
from tests.builders import play
from tests.tui.seat import HEADER, at_table

WHITE, BLACK = Player
SIZES = [(44, 20), (80, 24), (120, 40)]
GAMMON_ON_2 = (
    OpeningThrown(3, 1),
    Moved(WHITE, play("8/5 6/5")),
    Doubled(BLACK),
    Taken(WHITE),
    ResignationOffered(BLACK, Win.GAMMON),
    ResignationAccepted(WHITE),
)
"""Ann wins a gammon with the cube at 2: 4 points."""


@pytest.mark.parametrize("size", SIZES)
async def test_the_score_is_never_more_than_the_match(tmp_path, size):
    header = replace(HEADER, ruleset=Ruleset(length=3))
    async with at_table(tmp_path, header=header, past=GAMMON_ON_2, size=size) as (seat, _):
        assert "Ann wins the match 4-0, match to 3" in seat.shown
        assert not re.search(r"\d of \d", seat.shown)
