"""The note in a match record that names the engine of a seat, so that the match is resumed with the engine.

{"note":"engine","player":"black","engine":"gnubg","level":"expert"}
"""

from collections.abc import Iterable
from typing import NamedTuple

from bgterm.notation.json_codec import Note
from bgterm.rules.board import Player
from bgterm.rules.events import Event


class EngineSeat(NamedTuple):
    """The seat of an engine in a match: its player, the name of the engine, and its level."""

    player: Player
    engine: str
    """The name of the engine, as in flags and settings."""
    level: str
    """The name of the engine's level, as in `bgterm.engine.levels`."""

    @property
    def note(self) -> Note:
        """The note for the record of the match."""
        return Note("engine", {"player": self.player.name.lower(), "engine": self.engine, "level": self.level})


def engine_seat(items: Iterable[Event | Note]) -> EngineSeat | None:
    """Return the engine's seat in the notes of a record; None when two people play."""
    for item in items:
        match item:
            case Note("engine", {"player": "white" | "black" as who, "engine": str(engine), "level": str(level)}):
                return EngineSeat(Player[who.upper()], engine, level)
    return None
