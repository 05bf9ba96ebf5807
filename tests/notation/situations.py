"""Matches at certain moments, for the tests of the sentences about them."""

from typing import Any

from rich.cells import cell_len

from bgterm.rules.board import Player
from bgterm.rules.events import Event, OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, MatchState, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.states import reached

WHITE, BLACK = Player
NAMES = ("Wilhelmina", "Beatrix")
HEADER = Header(BACKGAMMON, Ruleset(length=7), NAMES)
WIDTH = 78
"""The number of cells of a line at the table, when the window has 80 columns."""
LOST_ONE = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))


def after(*happened: Event, header: Header = HEADER) -> MatchState:
    return reached(header, happened)


def under(**rules: Any) -> Header:
    return HEADER._replace(ruleset=Ruleset(**rules))


def assert_fits(*sentences: str) -> None:
    for sentence in sentences:
        assert cell_len(sentence) <= WIDTH, sentence
