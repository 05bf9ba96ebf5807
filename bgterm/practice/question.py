"""Questions of a practice, the cards that ask them, and their reviews: the entries of a journal of reviews.

A question is about a play, an action with the cube, or a number: a position, the possible answers, and the cost of
each. It contains all that is needed to judge an answer, so that no engine is asked again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, IntEnum
from hashlib import sha256
from math import isfinite

from bgterm.catalog import N_
from bgterm.engine.match_analysis import ACTS, Decision, Situation, before_roll, worth_of_acts
from bgterm.engine.protocol import Act, RankedPlay
from bgterm.notation.json_codec import write_fields
from bgterm.rules.board import Board, Player
from bgterm.rules.events import Event, Moved, Rolled
from bgterm.rules.games import position_in, start
from bgterm.rules.match import NAMES, Game, Header, MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import Variant

_KEY_LENGTH = 20
"""The number of hexadecimal digits of a key."""
GOOD = 0.010
"""The largest cost of an answer that is graded good."""


class Number(Enum):
    """The numbers that a question can ask for, with its text; a journal stores their names."""

    PIPS = N_("{name}: how many pips do you need?")
    """The pip count of the player to act."""
    EFFECTIVE_PIPS = N_("{name}: what is your effective pip count?")
    """The effective pip count: the mean number of rolls until all checkers are off, times 49/6 pips."""
    TAKE_POINT = N_("{name} needs {mine}, {opponent} {theirs}, doubled to {cube}: take with how many percent?")
    """The take point: the least chance to win the game with which a double is taken, in percent."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question, with its cost."""

    act: Act | None
    """The play or action with the cube; None for a number."""
    cost: float
    """The loss of normalised equity; for a number, the absolute error."""
    equity: float = 0.0
    """The equity after the answer, for the player who is asked."""
    play: Play = ()
    """The play, if `act` is a play."""
    number: float | None = None
    """The typed number; None for other answers."""
    is_least: bool = False
    """Whether the cost is a lower bound, because the analysis has not evaluated this play."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position, with the answers that an analysis has evaluated."""

    variant: Variant
    ruleset: Ruleset
    start: Game
    """The position, with score and cube; its phase shows whether a play or a cube action is asked for."""
    choices: tuple[Choice, ...] = ()
    """The evaluated answers, best first; empty for a number."""
    names: tuple[str, str] = NAMES
    """The names of White and Black."""
    number_kind: Number | None = None
    """The number that is asked for; None for a play or cube action."""
    number: float = 0.0
    """The right number."""
    least: float = 0.0
    """The least cost of a play that was not evaluated."""
    limits: tuple[float, ...] = ()
    """The largest errors of a number that are graded good and hard; empty for plays and cube actions."""

    @property
    def header(self) -> Header:
        """The header of a match that begins with the position."""
        return Header(self.variant, self.ruleset, self.names, start=self.start)

    @property
    def match(self) -> MatchState:
        """The match in the position of the question. Raises ImpossiblePosition."""
        return start(self.header)

    def check(self) -> None:
        """Raise ImpossiblePosition or ValueError if the question cannot be asked."""
        if self.match.to_act is None or (self.number_kind is None and not self.choices):
            raise ValueError(self)

    @property
    def player(self) -> Player:
        """The player who is asked."""
        return self.match.to_act or Player.WHITE

    @property
    def key(self) -> str:
        """A digest of the question; equal questions of different matches have the same key."""
        kind = self.number_kind and self.number_kind.name
        asked = [self.variant.slug, write_fields(self.ruleset), write_fields(self.start), kind]
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:_KEY_LENGTH]

    @property
    def best(self) -> Choice:
        """The best answer, or the right number."""
        return self.choices[0] if self.choices else Choice(None, 0.0, number=self.number)

    def board_after(self, choice: Choice) -> Board:
        """Return the board after an answer's play; for other answers the board of the question."""
        return self.start.board.played(self.player, choice.play)

    def judged(self, act: Act, play: Play = ()) -> Choice:
        """Return an answer with its cost in normalised equity; `play` is needed for `Act.PLAY` only.

        A play that the analysis has not evaluated gets a lower bound of its cost.
        """
        made = Choice(act, self.least, self.best.equity - self.least, play, is_least=True)
        after = self.board_after(made)
        same = (one for one in self.choices if one.act is act and self.board_after(one) == after)
        return next(same, made)

    def judged_event(self, event: Event) -> Choice | None:
        """Return the answer that an event of the match stands for; None for other events."""
        if isinstance(event, Moved):
            return self.judged(Act.PLAY, event.play)
        act = Act.NO_DOUBLE if isinstance(event, Rolled) else ACTS.get(type(event))
        return self.judged(act) if act else None

    def judged_number(self, number: float) -> Choice:
        """Return a typed number as an answer, with its error as the cost. Raises ValueError for nan and inf."""
        if not isfinite(number):
            raise ValueError(number)
        return Choice(None, abs(number - self.number), number=number)


def question_of(match: MatchState, decision: Decision) -> Question | None:
    """Return the question about a decision; None if there was only one choice.

    `match` is the match before the step of the decision.
    """
    choices = _plays(decision) if decision.act is Act.PLAY else _acts(match, decision)
    if len(choices) < 2:
        return None
    here = match.at_next_game()
    if decision.act is Act.NO_DOUBLE:
        here = before_roll(here, decision.player)
    ruleset = replace(here.ruleset, clock=Clock.NONE, policing=False)
    setup = position_in(here.game)._replace(number=1, starter=None, must_be_legal=False)
    return Question(here.variant, ruleset, setup, choices, here.names, least=_least(choices, decision.cost))


def question_of_plays(match: MatchState, plays: Sequence[RankedPlay]) -> Question | None:
    """Return the question about a roll by its evaluated plays, best first; None if there was only one choice."""
    situation = Situation(1, match, match.game.on_roll or Player.WHITE, Act.PLAY, plays[0].play)
    decision = situation.judged(plays)
    return question_of(match, decision) if decision else None


def _plays(decision: Decision) -> tuple[Choice, ...]:
    """Return the plays by cost. The cost of a play that was looked ahead less than the best is a lower bound."""
    ranked = sorted(decision.plays, key=lambda one: one.rank, reverse=True)
    choices = [_play(one, ranked[0]) for one in ranked]
    return tuple(sorted(choices, key=lambda choice: choice.cost))


def _play(one: RankedPlay, best: RankedPlay) -> Choice:
    cost = max(best.equity - one.equity, 0.0)
    return Choice(Act.PLAY, cost, one.equity, one.play, is_least=one.plies < best.plies)


def _least(choices: Sequence[Choice], made: float) -> float:
    """Return the least cost of plays that were not evaluated: that of the worst one except the play made."""
    return max((choice.cost for choice in choices if choice.cost != made), default=made)


def _acts(match: MatchState, decision: Decision) -> tuple[Choice, ...]:
    if decision.cube is None:
        return ()
    worth = worth_of_acts(decision.act.kind, decision.cube, match.at_next_game())
    best = max(worth.values())
    return tuple(Choice(act, best - equity, equity) for act, equity in worth.items())


class Grade(IntEnum):
    """The grades of an answer to a card, with the numbers that the scheduler FSRS uses."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4
    """Easily remembered; this grade is never proposed, only chosen by the player."""


@dataclass(frozen=True, slots=True)
class Card:
    """A question that is asked repeatedly, with the decision that it was made from."""

    question: Question
    made: Choice | None = None
    """The answer in the match; None for a drill."""
    match: str = ""
    """A digest of the match, or the name of the drill."""
    step: int = 0
    """The number of the step in the replay of the match."""
    title: str = ""
    """The names of the match's players and its date."""
    game: int = 0
    """The number of the game in the match."""
    engine: str = ""
    """The engine of the analysis with its version and plies, in words."""
    key: str = ""
    """The key of the question; the journal stores it, so that it never changes."""

    def __post_init__(self) -> None:
        """Set the key if it is not given."""
        if not self.key:
            object.__setattr__(self, "key", self.question.key)

    @property
    def cost(self) -> float:
        """The cost of the answer in the match; 0 for a drill."""
        return self.made.cost if self.made else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A review: an answer to a card with its grade and its moment, as the journal stores it."""

    card: str
    """The key of the card."""
    at: str
    """The moment of the answer, in ISO 8601 and UTC."""
    grade: Grade
    answer: Choice


@dataclass(frozen=True, slots=True)
class Undone:
    """The entry of the journal that takes a review of a card back."""

    card: str
    at: str
    """The moment of the review, in ISO 8601 and UTC."""


class Mark(Enum):
    """The marks that decide whether a card is asked."""

    ASIDE = "aside"
    """The card is not asked until it is restored."""
    RESTORED = "restored"
    DELETED = "deleted"
    """The card is never asked again, and no new card is made from the same decision."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The entry of the journal that sets a card aside, restores or deletes it."""

    card: str
    at: str
    mark: Mark


Entry = Card | Review | Undone | Marked
"""An entry of a journal, after its first line."""


def moment(text: str) -> datetime:
    """Return the moment in an ISO 8601 text, in UTC. Raises ValueError when it has no time zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found.astimezone(UTC)


def proposed_grade(question: Question, answer: Choice, threshold: float) -> Grade:
    """Return the proposed grade of an answer by its cost; up to `threshold`, a decision is hard."""
    good, hard = question.limits or (GOOD, threshold)
    if answer.cost <= good and not answer.is_least:
        return Grade.GOOD
    return Grade.HARD if answer.cost <= hard else Grade.AGAIN
