"""The notes in a match record about sharing: the table, its spectators, and players who left.

{"note":"shared","code":"K7Q2M","watchers":true}     the code of the table, and whether spectators may watch
{"note":"left","player":"white"}                     the player left the table; a dropped connection leaves no note
{"note":"came","player":"white"}                     the player is back
{"note":"set_aside","player":"white"}                the player hid the match from their list
{"note":"taken_up"}                                  somebody sat down or challenged: it is on both lists again
{"note":"hints","player":"white","wanted":true}      the player would like hints for both, or wants none
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from bgterm.formats.record import SESSION_CLOSED
from bgterm.notation.json_codec import Note
from bgterm.rules.board import Player
from bgterm.rules.events import Event


@dataclass(frozen=True, slots=True)
class Sharing:
    """How a match is shared by players at terminals of their own."""

    code: str = ""
    """The code of the table; empty when the record does not contain it."""
    watchable: bool = True
    """Whether spectators may watch."""
    left: frozenset[Player] = frozenset()
    """The players who have left on purpose and are not back."""
    aside: frozenset[Player] = frozenset()
    """The players on whose lists the match is hidden, until somebody sits down there or challenges them."""
    hints: frozenset[Player] = frozenset()
    """The players who would like hints for both."""
    no_hints: Player | None = None
    """The player who has turned hints off for both; None until then, and when somebody asks for them again."""

    def after(self, item: Event | Note) -> "Sharing":
        """Return the sharing after an event or a note of the record."""
        match item:
            case Note("shared", {"code": str(code), "watchers": bool(watchable)}):
                return replace(self, code=code, watchable=watchable)
            case Note("left", {"player": "white" | "black" as who}):
                return replace(self, left=self.left | {Player[who.upper()]})
            case Note("came", {"player": "white" | "black" as who}):
                return replace(self, left=self.left - {Player[who.upper()]})
            case Note("set_aside", {"player": "white" | "black" as who}):
                return replace(self, aside=self.aside | {Player[who.upper()]})
            case Note("taken_up"):
                return replace(self, aside=frozenset())
            case Note("hints", {"player": "white" | "black" as who, "wanted": True}):
                return replace(self, hints=self.hints | {Player[who.upper()]}, no_hints=None)
            case Note("hints", {"player": "white" | "black" as who, "wanted": False}):
                return replace(self, hints=frozenset(), no_hints=Player[who.upper()])
        return self

    @property
    def note(self) -> Note:
        """The note with the code and the permission for spectators."""
        return Note("shared", {"code": self.code, "watchers": self.watchable})


def went(player: Player, *, back: bool) -> Note:
    """Return the note that a player has left the table, or with `back` has come back."""
    return Note("came" if back else "left", {"player": player.name.lower()})


def set_aside(player: Player) -> Note:
    """Return the note that a player has hidden the match from their list."""
    return Note("set_aside", {"player": player.name.lower()})


def wish_for_hints(player: Player, *, wanted: bool) -> Note:
    """Return the note that a player would like hints for both, or has turned them off."""
    return Note("hints", {"player": player.name.lower(), "wanted": wanted})


TAKEN_UP = Note("taken_up")
"""The note that the match is on both players' lists again."""
_SHARING = {"shared", "left", "came", "set_aside", TAKEN_UP.name, "hints"}


def changes_lists(note: Note) -> bool:
    """Return whether a note changes how a match is shared, or says that the match has begun or ended."""
    return note.name in _SHARING or note == SESSION_CLOSED or note.name.startswith("dice_")


def sharing(items: Iterable[Event | Note]) -> Sharing:
    """Return how a match is shared, from the notes of its record."""
    return reduce(Sharing.after, items, Sharing())
