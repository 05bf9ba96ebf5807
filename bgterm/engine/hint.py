"""Hints of an engine for the player to act, used by the library, the commands, the screens and plain mode."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bgterm.catalog import N_, _
from bgterm.engine.builtin.cube_window import CubeWindow
from bgterm.engine.levels import EXPERT, MAX_PLIES, Level
from bgterm.engine.match_analysis import worth_of_acts
from bgterm.engine.messages import (
    cube_hint,
    cube_table,
    narrowed,
    play_hint,
    play_table,
    resignation_hint,
    window_lines,
)
from bgterm.engine.protocol import EngineAnswer, Measure, QuestionKind, RankedPlay
from bgterm.notation.errors import invalid_value
from bgterm.notation.json_codec import write_fields
from bgterm.notation.plays import exact_text
from bgterm.rules.choices import Choices, choices
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState

MOST = 5
"""The number of plays in a hint."""
_DETAILS = ("engine", "version", "measure", "plays", "cube", "resign", "trials")
"""The fields of an answer that its JSON contains when they are not empty."""


@dataclass(frozen=True)
class Hint:
    """An engine's answer about the decision of the player to act."""

    match: MatchState
    kind: QuestionKind
    answer: EngineAnswer
    """The full answer: plays, cube or resignation, with chances and plies."""

    @property
    def engine(self) -> str:
        """The name of the engine."""
        return self.answer.engine

    @property
    def measure(self) -> Measure:
        """The unit of the equities."""
        return self.answer.measure

    @property
    def plies(self) -> int:
        """The plies that the engine has looked ahead for the best action."""
        best = (*self.answer.plays, self.answer.cube)[0]
        return best.plies if best else 0

    @cached_property
    def equities(self) -> Mapping[str, float]:
        """The equities of the actions for the player to act, best first; empty for a resignation.

        An action is a play, or one of no double, double, take, pass and beaver.
        """
        if self.answer.cube:
            worth = worth_of_acts(self.kind, self.answer.cube, self.match)
            return {act.value: worth[act] for act in sorted(worth, key=lambda act: -worth[act])}
        return {self._text(ranked): ranked.equity for ranked in self.answer.plays}

    def _text(self, ranked: RankedPlay) -> str:
        """Return a play as text that `bgterm.Match.play` reads; empty when no roll is to be played."""
        plays = legal_plays(self.match)
        return exact_text(plays, ranked.play) if plays else ""

    @property
    def best(self) -> str:
        """The best action: a play, an action with the cube, or for a resignation accept or refuse."""
        if self.answer.resign:
            return "accept" if self.answer.resign.accept else "refuse"
        return next(iter(self.equities))

    @cached_property
    def window(self) -> CubeWindow | None:
        """The doubling window; None for other decisions, and when the chances are unknown."""
        return CubeWindow.of(self.match, self.answer.cube) if self.answer.cube else None

    def table(self, width: int = 0) -> list[list[str]]:
        """Return the actions as a table with a head: rank, action, equity, difference, chances of plays.

        With a `width`, the last columns are left out where the table would be wider.
        """
        if self.answer.plays:
            rows = play_table(self.answer.plays, [*map(self._text, self.answer.plays)])
            return narrowed(rows, width) if width else rows
        return cube_table(self.equities) if self.answer.cube else []

    def notes(self) -> list[str]:
        """Return the sentences below the table: the recommendation about the cube, and the doubling window."""
        window = window_lines(self.match, self.window) if self.window else []
        return [] if self.answer.plays else [self.line(), *window]

    def line(self, number: int = 0) -> str:
        """Return the hint as a sentence; for plays, about the play with this index, from 0."""
        match self.kind:
            case QuestionKind.PLAYS:
                return play_hint(self.match, self.answer, number)
            case QuestionKind.RESIGN:
                return resignation_hint(self.answer)
            case _:
                return cube_hint(self.match, self.kind, self.answer)

    def __str__(self) -> str:
        """Return a line for each play, or the sentence about the cube or the resignation."""
        return "\n".join(map(self.line, range(len(self.answer.plays) or 1)))

    def as_json(self) -> dict[str, object]:
        """Return the hint as a JSON object: kind of decision, best action, equities, and the full answer."""
        told = write_fields(self.answer)
        told["plays"] = [{**write_fields(ranked), "play": self._text(ranked)} for ranked in self.answer.plays]
        about = {"kind": self.kind.value, "best": self.best, "equities": dict(self.equities)}
        window = {"window": write_fields(self.window)} if self.window else {}
        return about | {name: told[name] for name in _DETAILS if told[name]} | window


def kind_of_decision(can: Choices) -> QuestionKind | None:
    """Return the kind of question for a player with these choices; None when there is nothing to decide."""
    if can.plays is not None:
        return QuestionKind.PLAYS if can.plays.moves_needed else None
    if can.answer_double:
        return QuestionKind.TAKE
    if can.answer_resignation:
        return QuestionKind.RESIGN
    return QuestionKind.CUBE if can.double else None


def level_of(plies: int) -> Level:
    """Return the level without noise of this many plies. Raises NotationError."""
    if type(plies) is not int or not 0 <= plies <= MAX_PLIES:
        raise invalid_value("plies", plies, _("0 to {most}", most=MAX_PLIES))
    return EXPERT._replace(plies=plies)


def decision_of(match: MatchState) -> tuple[MatchState, QuestionKind]:
    """Return the match at its present decision, and the kind of decision. Raises IllegalAction without one."""
    current = match.at_next_game()
    if current.to_act is None:
        raise IllegalAction(ActionRule.GAME_NOT_BEGUN if current.winner is None else ActionRule.MATCH_OVER)
    can = choices(current, current.to_act)
    kind = kind_of_decision(can)
    if kind is None:
        raise can.no_double or IllegalAction(N_("there is no decision to recommend now"))
    return current, kind
