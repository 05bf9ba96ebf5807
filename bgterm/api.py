"""The public interface of bgterm as a library: matches as values, and records of matches.

Everything here is also an attribute of `bgterm`. A `Match` never changes: each action returns the match after it.
An action that the rules do not allow raises a `BackgammonError`, whose text is a sentence that names the rule.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Literal, Self, TypedDict, Unpack, get_args

from bgterm.catalog import _
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.diagram import diagram
from bgterm.notation.errors import invalid_value, unreadable_play
from bgterm.notation.gnubg_id import position_id
from bgterm.notation.json_codec import Note, read_fields, read_ruleset, read_value
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.plays import exact_text, read_plays
from bgterm.notation.position import position_of
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.cube import Cube
from bgterm.rules.dice import HIGHEST, Dice
from bgterm.rules.errors import ActionRule, BackgammonError, IllegalAction, IllegalPlay, NotationError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import NAMES, Header, MatchState, Pair, Win
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.referee import actor, apply
from bgterm.rules.replay import Replay
from bgterm.rules.ruleset import Clock, FirstThrow, NextGame, Pause, SixInARow
from bgterm.rules.variants import Variant
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import format_of, read_file, write_file
from bgterm.text.joining import join_or

if TYPE_CHECKING:
    from bgterm.engine.hint import Hint

__all__ = [
    "BackgammonError",
    "Cube",
    "Dice",
    "EngineError",
    "FileError",
    "IllegalAction",
    "IllegalPlay",
    "Match",
    "NotationError",
    "Player",
    "Plays",
    "Record",
    "Win",
    "read",
]


class Rules(TypedDict, total=False):
    """The rules of a `Match`, as in `bgterm.rules.ruleset.Ruleset`; values of enums may be given as texts."""

    crawford: bool
    cube: bool
    jacoby: bool
    beavers: int
    automatic_doubles: int
    gammons: bool
    next_game: NextGame | Literal["opening", "winner", "alternate"]
    take_back: bool
    hit_and_run: bool
    policing: bool
    clock: Clock | Literal["none", "delay", "bronstein"]
    pause: Pause | Literal["never", "five_minutes", "ten_minutes", "thirty_minutes", "unlimited"]
    first_throw: FirstThrow | Literal["each", "second", "any_double", "none"]
    six_in_a_row: SixInARow | Literal["in_front", "one_in_home", "forbidden", "free"]
    koks: bool
    last_throw: bool


_Side = Player | Literal["white", "black"]


class Match:
    """A match or a money session at one moment.

    >>> match = Match(length=5, names=("Ann", "Bob")).opening(3, 1)
    >>> match.to_act.name, "8/5 6/5" in match.legal_plays
    ('WHITE', True)
    """

    def __init__(
        self,
        length: int = 0,
        *,
        variant: str = "backgammon",
        names: tuple[str, str] = NAMES,
        **rules: Unpack[Rules],
    ) -> None:
        """Begin a match to `length` points, or a money session when that is 0, between White and Black.

        `variant` is one of backgammon, nackgammon, hyper, hyper-2, hyper-1 and long. `rules` are further rules,
        such as `jacoby=True` or `next_game="winner"`; by default each has the usual value for the variant, so Long
        backgammon is played without the cube. Raises NotationError for an invalid argument, and for a rule that
        cannot apply.
        """
        game = read_value(Variant, "variant", variant)
        chosen = {"length": length, "cube": game.cube, **rules}
        self._set(Header(game, read_ruleset(chosen, game), _names(names)), ())

    @classmethod
    def from_id(cls, text: str, *, variant: str = "backgammon", names: tuple[str, str] = NAMES) -> Self:
        """Return a match that begins at a position: a Position ID, one with a Match ID after a colon, or an XGID.

        Raises NotationError for a text that is not a position, and BackgammonError for one that no game reaches.
        """
        position = read_position(read_value(str, "text", text), read_value(Variant, "variant", variant)).under()
        header = Header(position.variant, position.ruleset, _names(names), start=position.start)
        return cls._of(header, ())

    @classmethod
    def _of(cls, header: Header, events: tuple[Event, ...], state: MatchState | None = None) -> Self:
        match = cls.__new__(cls)
        match._set(header, events, state)  # noqa: SLF001 - of this class
        return match

    def _set(self, header: Header, events: tuple[Event, ...], state: MatchState | None = None) -> None:
        self._header, self._events = header, events
        self._state = state or start(header)

    # The state of the match

    @property
    def state(self) -> MatchState:
        """The state of the match in the form of `bgterm.rules`, with all details."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since the match began."""
        return self._events

    @property
    def names(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self._state.names

    @property
    def score(self) -> Pair:
        """The points of White and Black."""
        return self._state.score

    @property
    def to_act(self) -> Player | None:
        """The player who must act now; None when either may roll for the opening, and when the match is over."""
        return self._state.to_act

    @property
    def winner(self) -> Player | None:
        """The player who has won the match; None while it goes on."""
        return self._state.winner

    @property
    def dice(self) -> Dice | None:
        """The roll to be played; None before a roll."""
        return self._current.shown_game.dice

    @property
    def cube(self) -> Cube | None:
        """The doubling cube; None in a match without it."""
        return self._current.cube

    @property
    def board(self) -> str:
        """The board as text, with score, pips, cube and the player whose turn it is; X is the player on roll."""
        return diagram(position_of(self._current), self.names)

    def checkers(self, player: _Side) -> Mapping[int, int]:
        """Return the number of checkers on each point that has any, as the player counts; 25 is the bar, 0 off."""
        counts = self._current.shown_game.board.counts(_side(player))
        return {point: count for point, count in enumerate(counts) if count}

    def pips(self, player: _Side) -> int:
        """Return the pip count of the player."""
        return self._current.shown_game.board.pips(_side(player))

    @property
    def position_id(self) -> str:
        """The Position ID of the position, as GNU Backgammon writes it."""
        game = self._current.shown_game
        return position_id(game.board, game.on_roll or Player.WHITE)

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the position by kind: Position ID, Match ID and XGID, unless a kind cannot express it."""
        return {one.kind: one.text for one in ids_of(position_of(self._current)) if one.text}

    @cached_property
    def choices(self) -> Choices:
        """The choices of the player to act; White's before the opening roll, and when the match is over."""
        return choices(self._state, self.to_act or Player.WHITE)

    @property
    def legal_plays(self) -> "Plays":
        """The legal plays of the roll. Raises IllegalAction when there is no roll to play."""
        return Plays(self._demand_plays())

    def _demand_plays(self) -> LegalPlays:
        found = self.choices.plays
        if found is None:
            raise IllegalAction(ActionRule.ROLL_FIRST)
        return found

    def hint(self, engine: str = "auto", plies: int = DEFAULT_PLIES) -> "Hint":
        """Return the recommendation of an engine for the player to act: `hint.best`, `hint.equities`, `str(hint)`.

        `auto` is the strongest engine that is installed; it looks `plies` rolls ahead, 0 to 3, in a process that
        ends with the answer. Raises EngineError, NotationError for an invalid engine or depth, and IllegalAction
        when there is nothing to decide.
        """
        from bgterm.engine.hint import ask_once  # only where an engine is asked

        return ask_once(self._state, read_value(str, "engine", engine), read_value(int, "plies", plies))

    @property
    def _current(self) -> MatchState:
        """The state of the match, with the next game begun if a game has just ended and the match goes on."""
        return self._state.at_next_game()

    # Actions of the player to act

    def opening(self, white: int, black: int) -> Self:
        """Return the match after each player has rolled one die to see who starts; equal dice are rolled again.

        Raises NotationError for a number that no die shows.
        """
        return self.apply(read_fields(events.OpeningThrown, {"white": white, "black": black}))

    def roll(self, *dice: int) -> Self:
        """Return the match after a roll of two dice, which are random if none are given.

        Raises NotationError for another number of dice, and for a number that no die shows.
        """
        shown = dice or (_RANDOM.randint(1, HIGHEST), _RANDOM.randint(1, HIGHEST))
        return self.apply(events.Rolled(self._player, read_value(Dice, "dice", [*shown])))

    def play(self, text: str) -> Self:
        """Return the match after a play in any usual notation, such as `8/5 6/5`; an empty text moves no checker.

        Raises NotationError for a text that is not a play or is ambiguous, and IllegalPlay.
        """
        with self._named():
            found = read_plays(read_value(str, "play", text), self._demand_plays())
        if len(found) > 1:
            raise unreadable_play(text, join_or(one.text for one in found))
        return self.apply(events.Moved(self._player, found[0].moves))

    def double(self) -> Self:
        """Return the match after a double."""
        return self.apply(events.Doubled(self._player))

    def take(self) -> Self:
        """Return the match after the player to act has taken the double."""
        return self.apply(events.Taken(self._player))

    def drop(self) -> Self:
        """Return the match after the double is dropped, which loses the game."""
        return self.apply(events.Dropped(self._player))

    def beaver(self) -> Self:
        """Return the match after a beaver: the double is taken, and the cube is doubled again."""
        return self.apply(events.Beavered(self._player))

    def resign(
        self, win: Win | Literal["single", "gammon", "backgammon"] = Win.SINGLE, player: _Side | None = None
    ) -> Self:
        """Return the match after `player`, by default the player to act, has offered to resign with this loss."""
        resigning = self._player if player is None else _side(player)
        return self.apply(events.ResignationOffered(resigning, read_value(Win, "win", win)))

    def accept(self) -> Self:
        """Return the match after the resignation is accepted."""
        return self.apply(events.ResignationAccepted(self._player))

    def refuse(self) -> Self:
        """Return the match after the resignation is refused."""
        return self.apply(events.ResignationRefused(self._player))

    def apply(self, event: Event) -> Self:
        """Return the match after any event of `bgterm.rules.events`. Raises IllegalAction or IllegalPlay."""
        if not isinstance(event, get_args(Event)):
            raise invalid_value("event", repr(event), _("an event of bgterm.rules.events"))
        player = actor(self._state, event)
        can = self.choices if player is (self.to_act or Player.WHITE) else None
        with self._named():
            return self._of(self._header, (*self._events, event), apply(self._state, event, can))

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Add the players' names to errors that are raised inside."""
        try:
            yield
        except BackgammonError as error:
            error.about(self.names)
            raise

    @property
    def _player(self) -> Player:
        """The player to act. Raises IllegalAction when there is none."""
        player = self.to_act
        if player is None:
            raise IllegalAction(ActionRule.GAME_NOT_BEGUN if self.winner is None else ActionRule.MATCH_OVER)
        return player

    def write(self, path: str | PathLike[str]) -> None:
        """Write the match to a `.jsonl`, `.mat` or `.sgf` file, replaced atomically. Raises FileError."""
        Record(GameRecord(self._header, self._state, self._events)).write(path)

    def __eq__(self, other: object) -> bool:
        """Return whether the other match began in the same way and has the same events."""
        return isinstance(other, Match) and (self._header, self._events) == (other._header, other._events)

    def __hash__(self) -> int:
        """Return a hash of the events; matches that only differ in their beginnings collide."""
        return hash(self._events)

    def __repr__(self) -> str:
        """Return a description with names, score and phase of the game."""
        game = self._current.shown_game
        return (
            f"<Match {self.names[0]} {self.score[0]}, {self.names[1]} {self.score[1]}: {game.phase.name.lower()}>"
        )


class Plays(Collection[str]):
    """The legal plays of a roll as text: one for each position that can be reached, in canonical notation."""

    def __init__(self, plays: LegalPlays) -> None:
        """Wrap the legal plays of `bgterm.rules`."""
        self._plays = plays

    def __contains__(self, text: object) -> bool:
        """Return whether the text, in any usual notation, is a complete legal play."""
        if not isinstance(text, str):
            return False
        try:
            return any(one.moves in self._plays for one in read_plays(text, self._plays))
        except BackgammonError:
            return False

    def __iter__(self) -> Iterator[str]:
        """Yield the plays in the form that `Match.play` reads, which is empty text if no move is legal."""
        return map(partial(exact_text, self._plays), self._plays)

    def __len__(self) -> int:
        """Return the number of positions that can be reached."""
        return len(self._plays)


class Record:
    """The record of a match that was read from a file."""

    def __init__(self, found: GameRecord) -> None:
        """Wrap a record of `bgterm.formats`."""
        self._found = found

    @property
    def names(self) -> tuple[str, str]:
        """The names of White and Black."""
        return self._found.header.names

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in order."""
        return self._found.events

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence for each fault in the file."""
        return tuple(fault_line(fault) for fault in self._found.problems)

    @property
    def match(self) -> Match:
        """The match after the last event."""
        return Match._of(self._found.header, self.events, self._found.match)  # noqa: SLF001 - of this module

    def states(self) -> Iterator[Match]:
        """Yield the match at its start and after each event."""
        header, events = self._found.header, self.events
        replay = Replay(header, events)
        for step in range(replay.last + 1):
            yield Match._of(header, events[:step], replay.at(step))  # noqa: SLF001 - of this module

    def write(self, path: str | PathLike[str]) -> None:
        """Write the record to a `.jsonl`, `.mat` or `.sgf` file, replaced atomically. Raises FileError."""
        target = Path(path)
        items: tuple[Event | Note, ...] = self._found.items
        write_file(target, format_of(target.name).write(self._found.header, items).encode())


def read(path: str | PathLike[str]) -> Record:
    """Read a `.jsonl`, `.mat`, `.txt`, `.sgf`, `.xg` or `.bgf` file, as far as it is valid. Raises FileError."""
    return Record(read_file(Path(path)))


def _side(player: _Side) -> Player:
    """Return a player, who may be given as text. Raises NotationError."""
    return read_value(Player, "player", player)


def _names(names: tuple[str, str]) -> tuple[str, str]:
    """Return the names of two players. Raises NotationError for names that are empty or cannot be shown."""
    pair = read_value(tuple[str, str], "names", [*names] if isinstance(names, tuple) else names)
    if not all(name.strip() and name.isprintable() for name in pair):
        raise invalid_value("names", repr(names), _("two names that can be shown"))
    return pair


_RANDOM = SystemRandom()
