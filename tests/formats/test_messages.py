"""Messages about match files."""

import pytest

from bgterm.formats import messages
from bgterm.formats.record import Problem
from bgterm.rules.board import Player

WHITE, BLACK = Player
NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            messages.other_result(NAMES, (WHITE, 2), (None, 0)),
            "the file says that Ann wins 2; after the plays nobody wins",
        ),
        (messages.fault_line(Problem(0, 3, "what?")), "line 3: what?"),
        (messages.fault_line(Problem(2, 17, "what?")), "game 2, line 17: what?"),
        (messages.not_imported("old.mat", "line 3: what?"), "lost when old.mat was imported: line 3: what?"),
        (
            messages.imported("old.mat", "ann-bob", "bgterm", duplicate=True, finished=False),
            "old.mat is saved already, as ann-bob.",
        ),
        (
            messages.imported("old.mat", "ann-bob", "bgterm", duplicate=False, finished=True),
            "old.mat imported as ann-bob. Replay it with bgterm replay ann-bob.",
        ),
        (
            messages.imported("old.mat", "ann-bob", "bgterm", duplicate=False, finished=False),
            "old.mat imported as ann-bob. Continue it with bgterm resume ann-bob.",
        ),
    ],
)
def test_the_message(said, message):
    assert said == message
