"""Contributions to verifiable dice: one that a player makes elsewhere, the secret, and what is refused."""

import hashlib
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from tests.waiting import wait

CONTRIBUTION = "3b5c0a94d7e16f28813ac4b2f09d5e67"
FINGERPRINT = hashlib.sha256(CONTRIBUTION.encode()).hexdigest()

ALREADY_CONTRIBUTED = "{player} has contributed or declined already: each player decides once"
FILE_LOST = "the dice of this match cannot be rolled: {name}, the file with their secret, is missing"
NOTHING_TO_OPEN = "there is no sealed contribution of {player} to open"
OPENING_AWAITED = "no roll yet: {players} must open the sealed contribution first"
OTHER_CONTRIBUTION = (
    "that is not what was sealed: type the contribution exactly as it was when you made the fingerprint"
)
UNKNOWN_SCHEME = "these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm"


def refusal(action: Callable[..., Coroutine[Any, Any, object]], *args: object) -> str:
    """Return the message of the error with which an action at a table is refused, before it is filled in."""
    with pytest.raises(BackgammonError) as caught:
        wait(action(*args))
    return caught.value.msgid


def secret_of(table: Table) -> bytes:
    """Return the secret of a match that goes on, from its file."""
    return bytes.fromhex(json.loads(table.path.with_suffix(".secret").read_text())["secret"])


def contribute(table: Table, player: Player, text: str | None) -> None:
    """Contribute a text of a player to the dice; None adds nothing."""
    act = (VerifiableDice.add_nothing, player) if text is None else (VerifiableDice.contribute, player, text)
    wait(table.exchange(*act))


def decide(table: Table, *texts: str | None) -> None:
    """Contribute the texts of White and of Black to the dice; None adds nothing."""
    for player, text in zip(Player, texts, strict=True):
        contribute(table, player, text)


def decline(table: Table) -> None:
    """Add nothing to the dice for both players."""
    decide(table, None, None)
