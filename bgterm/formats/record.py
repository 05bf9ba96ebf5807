"""A match record, with the analysis of another program, and its lines of JSON, read up to the first fault."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bgterm.notation.dice_evidence import Evidence, evidence
from bgterm.notation.errors import UnfinishedLine, invalid_line, unfinished_line
from bgterm.notation.json_codec import Line, Note, read_line
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply_recorded


class JudgedPlay(NamedTuple):
    """A play in a match file with the equity that another program gave it."""

    moves: Play
    """The moves as the file has them, which may join those of one checker."""
    equity: float
    chances: tuple[float, ...]
    """The chances of wins, gammons and backgammons won, gammons and backgammons lost; empty if not given."""
    level: str
    """The level of the analysis, in the words of the program that made it."""


class JudgedCube(NamedTuple):
    """The equities of the cube from another program, for the player who doubles or might double."""

    no_double: float
    double_take: float
    double_pass: float
    chances: tuple[float, ...]
    level: str
    in_chances: bool = False
    """Whether `no_double` and `double_take` are chances to win the match instead of equities."""


class Judgement(NamedTuple):
    """Another program's analysis of a roll and its play, or of a decision about the cube, in a match file."""

    plays: tuple[JudgedPlay, ...] = ()
    """The plays, best first, including the one that was made."""
    cost: float | None = None
    """The loss of equity by the play that was made; None if not given."""
    cube: JudgedCube | None = None
    """The cube decision; for a play, the double that was not offered before its roll."""
    luck: float | None = None


SESSION_CLOSED = Note("session_closed")
"""The note that the players have closed a money session; no event follows it."""

_NOTE = re.compile(rb'^\{"note":.*\n', re.MULTILINE)
"""A line with a note."""


class Problem(NamedTuple):
    """A fault in a journal or a match file, or something missing there, with its game and line."""

    game: int
    """The number of the game; 0 before the first game."""
    line: int
    """The number of the line, from 1."""
    reason: str
    """The fault in a sentence, without the full stop."""
    error: BackgammonError | None = None
    """The error of a journal's line, which cannot be parsed or is impossible there; None in match files."""

    @property
    def torn(self) -> bool:
        """Whether only an unfinished last line is lost, which nobody has seen."""
        return isinstance(self.error, UnfinishedLine)


class GameRecord(NamedTuple):
    """A match from a journal or a match file: its valid part, and the faults."""

    header: Header
    match: MatchState
    """The state of the match after all events."""
    items: tuple[Event | Note, ...] = ()
    """The events, and the notes if the format has them, in order."""
    problems: tuple[Problem, ...] = ()
    """The faults by line; a journal has at most one, before which it ends."""
    foreign: bool = False
    """Whether the file does not state the rules of the match; then `problems` lists illegal plays."""
    size: int = 0
    """The number of valid bytes of a journal."""
    is_outline: bool = False
    """Whether only the header and the notes were read, although the match has events."""
    program: str = ""
    """The program whose analysis is in the match file; empty without one."""
    judged: Mapping[int, Judgement] = MappingProxyType({})
    """The analysis by `program`, by the number of the event, from 1."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, without the notes."""
        return tuple(item for item in self.items if not isinstance(item, Note))

    @property
    def over(self) -> bool:
        """Whether the match has ended: it is won, or a note has ended it."""
        return self.match.winner is not None or is_closed(self.items)

    @property
    def evidence(self) -> Evidence:
        """The evidence about verifiable dice in the notes."""
        return evidence(self.items)

    @property
    def damage(self) -> Problem | None:
        """The first fault; None without one."""
        return self.problems[0] if self.problems else None


def read_record(text: bytes) -> GameRecord:
    """Return the record in lines of a journal, each event checked by the rules, up to the first fault.

    A line counts once its line end is written. Raises NotationError when the first line is not a header,
    ImpossiblePosition when the match begins from a position that cannot occur.
    """
    *lines, torn = text.split(b"\n")
    header = _read(lines[0]) if lines else None
    if not isinstance(header, Header):
        raise invalid_line(lines[0].decode()) if lines else unfinished_line()
    match, items, size = start(header), list[Event | Note](), len(lines[0]) + 1
    wrong: tuple[int, BackgammonError] | None = (len(lines) + 1, unfinished_line()) if torn else None
    for number, line in enumerate(lines[1:], 2):
        try:
            item = read_item(line)
            match = match if isinstance(item, Note) else apply_recorded(match, item)
        except BackgammonError as fault:
            wrong = number, fault
            break
        items.append(item)
        size += len(line) + 1
    problems = [
        Problem(match.shown_game.number, number, fault.describe(match.names), fault)
        for number, fault in ([wrong] if wrong else [])
    ]
    return GameRecord(header, match, tuple(items), tuple(problems), size=size)


def read_outline(text: bytes) -> GameRecord:
    """Return the header and the notes in the lines of a journal without damage; its events are not read.

    Raises NotationError when the first line is not a header, ImpossiblePosition when the match begins from a
    position that cannot occur.
    """
    header, notes = text[: text.find(b"\n") + 1], _NOTE.findall(text)
    record = read_record(b"".join((header, *notes)))
    return record._replace(is_outline=text.count(b"\n") > 1 + len(notes))


def is_closed(items: Collection[Event | Note]) -> bool:
    """Return whether a note of a record has ended the match: a money session was closed, or the match is void."""
    return SESSION_CLOSED in items or evidence(items).void is not None


def _read(line: bytes) -> Line:
    try:
        return read_line(line.decode())
    except UnicodeDecodeError as error:
        raise invalid_line(line.decode(errors="replace")) from error


def read_item(line: bytes) -> Event | Note:
    """Return the event or note in a line after the first. Raises NotationError."""
    item = _read(line)
    if isinstance(item, Header):
        raise invalid_line(line.decode())
    return item
