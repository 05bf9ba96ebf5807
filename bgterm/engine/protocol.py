"""Questions to engines and their answers: one JSON object a line, over the pipes of a child process.

    {"message":"question","id":1,"kind":"plays","position":"4HPwATDgc/ABMA:cAkZAAAAAAAA","variant":"backgammon",
        "ruleset":{},"turns":0,"level":{"name":"expert","label":"Expert"},"count":3,"seed":0}  (all in one line)
    {"message":"answer","id":1,"position":"4HPwATDgc/ABMA:cAkZAAAAAAAA","engine":"gnubg","version":"1.08.003",
        "measure":"cubeful","plays":[{"play":"8/5 6/5","equity":0.16,"probabilities":{"win":0.55},"plies":2}],
        "recommended":"8/5 6/5"}                                                               (all in one line)

The child sends one `EngineAnswer` or `Failure` for each question. Fields with default values may be left out.
Equities are of the player who is asked: the player on roll; for a take, the doubler.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Self

from bgterm.catalog import N_
from bgterm.engine.levels import EXPERT, Level
from bgterm.notation.errors import invalid_line
from bgterm.notation.gnubg_id import match_id, position_id, read_ids
from bgterm.notation.json_codec import read_fields, read_object, write_fields
from bgterm.notation.position import EVERY_RULE, Position
from bgterm.rules.board import Player
from bgterm.rules.games import position_in
from bgterm.rules.match import NAMES, MatchState, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import Variant


class QuestionKind(Enum):
    """The kinds of questions that an engine is asked about a position."""

    PLAYS = "plays"
    """The best plays of the roll, the best one first."""
    CUBE = "cube"
    """Whether to double before the roll."""
    TAKE = "take"
    """Whether to take, pass or beaver the double that is offered."""
    RESIGN = "resign"
    """Whether to accept the resignation that is offered; without one, which resignation to offer."""
    ANALYSE = "analyse"
    """The chances and cube equities of the player on roll, before the roll."""


class Measure(Enum):
    """The units of equities, in which 1 is the value of the present cube."""

    CUBELESS = "cubeless"
    """Points, if the cube is never turned again."""
    CUBEFUL = "cubeful"
    """Points with the cube in use; in a match, normalised: 1 for a single win, -1 for a single loss."""


class Act(Enum):
    """The actions of players in decisions that are analysed: a play, and the actions with the cube."""

    PLAY = N_("play")
    NO_DOUBLE = N_("no double")
    DOUBLE = N_("double")
    TAKE = N_("take")
    PASS = N_("pass")
    BEAVER = N_("beaver")

    @property
    def kind(self) -> QuestionKind:
        """The kind of question that the decision answers."""
        if self is Act.PLAY:
            return QuestionKind.PLAYS
        return QuestionKind.CUBE if self in (Act.NO_DOUBLE, Act.DOUBLE) else QuestionKind.TAKE


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A question about a position. Make one from a match with `EngineRequest.of`."""

    id: int
    kind: QuestionKind
    position: str
    """A Position ID and a Match ID, joined by a colon, for every variant; the answer repeats them."""
    variant: Variant
    ruleset: Ruleset
    turns: int = 0
    """The rolls played in the game so far; each player's first roll in Long backgammon has its own rules."""
    level: Level = EXPERT
    count: int = 0
    """The number of plays wanted; 0 for all."""
    seed: int = 0
    """The seed of the level's noise: equal questions have equal answers."""
    including: Play | None = None
    """A play that must be among the answers, looked ahead as far as the level says; None for none."""

    @classmethod
    def of(
        cls, match: MatchState, kind: QuestionKind, level: Level = EXPERT, count: int = 0, seed: int = 0
    ) -> Self:
        """Return a question, still without an id, about the decision in a match in which a player is on roll.

        `count` is the number of plays wanted, 0 for all; `seed` is that of the level's noise. Raises NotationError
        when the cube is too large for a Match ID.
        """
        game = position_in(match.game)
        position = Position(game, match.variant, match.ruleset, EVERY_RULE)
        text = f"{position_id(game.board, game.on_roll or Player.WHITE)}:{match_id(position)}"
        return cls(0, kind, text, match.variant, match.ruleset, game.turns, level, count, seed)

    def match(self) -> MatchState:
        """Return the match of the question, with as little history as an engine needs. Raises NotationError."""
        board, match = self.position.split(":")
        start = read_ids(board, match, self.variant).start._replace(turns=self.turns)
        return MatchState(self.variant, self.ruleset, NAMES, start)


class Probabilities(NamedTuple):
    """The chances of the outcomes of a game for one player, mostly the player on roll, from 0 to 1.

    A gammon includes backgammons; a win includes both.
    """

    win: float = 0.0
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    @property
    def inverted(self) -> "Probabilities":
        """The chances from the other player's side."""
        lost = self.lose_gammon, self.lose_backgammon
        return Probabilities(1 - self.win, *lost, self.win_gammon, self.win_backgammon)


class RankedPlay(NamedTuple):
    """A legal play with its equity, the chances after it, and how far it was looked ahead."""

    play: Play
    equity: float
    probabilities: Probabilities
    plies: int = 0
    """The rolls that were looked ahead for this play, perhaps fewer than for better plays."""
    interval: float | None = None
    """Half the width of the 95 % confidence interval of the equity; None without several trials of a rollout."""
    behind: float | None = None
    """Half the width of the 95 % confidence interval of the difference from the best play."""

    @property
    def rank(self) -> tuple[int, float]:
        """The key that orders plays: first by `plies`, because other equities cannot be compared."""
        return self.plies, self.equity


@dataclass(frozen=True, slots=True)
class CubeAnswer:
    """The equities and chances of the player who doubles or might double, and the recommended action."""

    no_double: float
    double_take: float
    double_pass: float
    probabilities: Probabilities
    action: Act
    """The action recommended at the level of the question; for a take one of `TAKE`, `PASS` and `BEAVER`."""
    plies: int = 0
    match_chances: tuple[float, ...] = ()
    """The chances to win the match after losing this game, and after winning it, at the present cube.

    Empty in a money session, and when the engine does not know them.
    """
    market_losers: float | None = None
    """The share of rolls after which the opponent would pass a double; None when the engine does not know it."""
    interval: float | None = None
    """Half the width of the 95 % confidence interval of the cubeless equity; None without several trials."""

    @property
    def equities(self) -> tuple[float, float, float]:
        """The doubler's equities for comparing: without a double, after a double and a take, and after a pass."""
        return self.no_double, self.double_take, self.double_pass

    @property
    def take(self) -> bool:
        """Whether the opponent loses no more by taking a double than by passing it."""
        return self.double_take <= self.double_pass

    @property
    def too_good(self) -> bool:
        """Whether the position is too good to double: playing for a gammon is worth more than a pass."""
        return not self.take and self.no_double > self.double_pass


@dataclass(frozen=True, slots=True)
class ResignAnswer:
    """The resignation to offer, or the answer to the one offered."""

    offer: Win | None = None
    """The loss to offer; None to play on, and when a resignation is being answered."""
    accept: bool | None = None
    """Whether to accept the opponent's resignation; None when none is offered."""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The answer to a question: `plays` and `recommended` for PLAYS, otherwise `cube` or `resign`."""

    id: int
    position: str
    """The position of the question, or the one that the engine reports."""
    engine: str
    version: str
    measure: Measure
    plays: tuple[RankedPlay, ...] = ()
    """Legal plays, best first."""
    recommended: Play | None = None
    """The play to make at the level of the question, which is not always the best if the level has noise."""
    cube: CubeAnswer | None = None
    """The answer about the cube; for ANALYSE its action is not a recommendation."""
    resign: ResignAnswer | None = None
    trials: int = 0
    """The trials of a rollout; 0 for other answers."""


Ask = Callable[[EngineRequest], Awaitable[EngineAnswer]]
"""A function that returns an engine's answer to a question. Raises EngineError."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The message of a child instead of an answer: the reason why a question has none."""

    id: int
    reason: str


Reply = EngineAnswer | Failure
"""A message from the child."""

_MESSAGES: Mapping[str, type[EngineRequest | Reply]] = {
    "question": EngineRequest,
    "answer": EngineAnswer,
    "failure": Failure,
}
MESSAGE_NAMES = {kind: name for name, kind in _MESSAGES.items()}


def write_message(message: EngineRequest | Reply) -> str:
    """Return a message as a line of JSON, without its line end."""
    found = {"message": MESSAGE_NAMES[type(message)], **write_fields(message)}
    return json.dumps({name: value for name, value in found.items() if value is not None}, separators=(",", ":"))


def read_message(line: str) -> EngineRequest | Reply:
    """Return the message in a line of JSON. Raises NotationError."""
    match read_object(line):
        case {"message": str(name), **values} if name in _MESSAGES:
            return read_fields(_MESSAGES[name], values)
        case _:
            raise invalid_line(line)
