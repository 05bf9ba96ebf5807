"""The base class of the adapters of engines, the list of all adapters, and the decisions that all engines share.

An engine is loaded on demand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from math import inf
from random import Random

from bgterm.catalog import N_, _
from bgterm.engine import protocol
from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.errors import EngineError, UnknownEngine, engine_failed, engine_missing, no_engine
from bgterm.engine.protocol import CubeAnswer, EngineAnswer, EngineRequest, Measure, QuestionKind, RankedPlay
from bgterm.notation.errors import quoted
from bgterm.rules.board import Player
from bgterm.rules.choices import why_not_double
from bgterm.rules.cube import may_beaver
from bgterm.rules.games import started_here
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Ending, MatchState, Win, result_of, wins_of
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.variants import Variant


class Adapter:
    """The access to one engine, the same for all: the base class of the adapters.

    An adapter is made both in the parent, to list the engine, and in the child process that asks it. Only `answer`
    and `version` may load the engine. `answer` runs in the child, one question after the other; it raises
    EngineError for a question that it cannot answer, and any other exception ends the child. It needs `plays` and
    `chances`, unless a subclass replaces it.
    """

    name: str
    """The name of the engine in flags, settings and answers."""
    label: str
    """The name of the engine that players see."""
    variants: frozenset[str]
    """The slugs of the variants that the engine plays."""
    kinds = frozenset(QuestionKind)
    """The kinds of questions that the engine can answer."""
    deepest: int
    """The most plies that the engine looks ahead."""
    longest = inf
    """The longest match, in points, for which the engine has equities."""

    def missing(self) -> str | None:
        """Return what to do so that the engine can be used here, such as how to install it; None when it can."""
        return None

    def version(self) -> str:
        """Return the version of the engine. Raises EngineError when it is missing or too old."""
        raise NotImplementedError

    def answer(self, question: EngineRequest) -> EngineAnswer:
        """Return the answer to a question about a legal position of one of the variants. Raises EngineError."""
        if question.ruleset.length > self.longest:
            raise engine_failed(self.label, _("it knows matches of up to {most} points", most=self.longest))
        measure = Measure.CUBEFUL if question.ruleset.cube else Measure.CUBELESS
        empty = EngineAnswer(question.id, question.position, self.name, self.version(), measure)
        match = started_here(question.match(), pending=None)
        match question.kind:
            case QuestionKind.PLAYS:
                legal = roll_to_play(match, self.label)
                wanted = None if question.including is None else legal.canonical(question.including)
                plays = self.plays(question, match, legal, wanted)
                count = question.count or len(plays)
                kept = (each for place, each in enumerate(plays) if place < count or each.play == wanted)
                return replace(empty, plays=tuple(kept), recommended=recommended_play(question, plays))
            case QuestionKind.CUBE | QuestionKind.TAKE:
                return replace(empty, cube=cube_answer(question, partial(self.chances, question)))
            case QuestionKind.RESIGN:
                found: RankedPlay | CubeAnswer
                if rolled := legal_plays(match):
                    found = self.plays(question, match, rolled, None)[0]
                else:
                    found = self.chances(question, before_double(match))
                return replace(empty, resign=resign_answer(question.match(), found.probabilities))
            case QuestionKind.ANALYSE:
                return replace(empty, cube=self.chances(question, before_double(match)))

    def plays(
        self, question: EngineRequest, match: MatchState, legal: LegalPlays, wanted: Play | None
    ) -> Sequence[RankedPlay]:
        """Return legal plays of the roll, best first; a `wanted` one is among them and looked ahead in full.

        In full is as far as the level of the question says. `match` is the match of the question without the
        resignation that is offered. If no play is legal, return the play without moves.
        """
        raise NotImplementedError

    def chances(self, question: EngineRequest, match: MatchState) -> CubeAnswer:
        """Return the cube equities and the chances of the player on roll, before the roll.

        `match` is the match of the question before the roll, and before the double that is offered. The `action`
        of the answer is not used.
        """
        raise NotImplementedError

    def close(self) -> None:
        """End the program that the adapter has started for `answer`; the next `answer` starts it again."""
        if program := self.__dict__.pop("program", None):
            program.close()


ADAPTERS: Mapping[str, str] = {
    "gnubg": "gnubg.Gnubg",
    "bgsage": "bgsage.Sage",
    "builtin": "builtin.Builtin",
    "ubgi": "ubgi.Ubgi",
}
"""The adapters by name, strongest first: the module in `bgterm.engine.adapters` and the class.

A name contains no command, because it may come from a record or from a visitor of a server.
"""
AUTO = "auto"
"""The name for the strongest engine that is installed and plays the variant."""


def engine_for(variant: Variant, name: str = AUTO) -> str:
    """Return the name of the engine to ask about the variant: `name`, or for `auto` the strongest.

    Raises EngineError when the engine is unknown, not installed or does not play the variant; for `auto`, when no
    installed engine does.
    """
    if name != AUTO:
        demand(open_adapter(name), variant)
        return name
    if first := next(installed_engines(variant), None):
        return first.name
    raise no_engine(_(variant.name))


def demand(adapter: Adapter, variant: Variant | None = None) -> None:
    """Raise EngineError when the engine is not installed, or when it does not play `variant`, if one is given."""
    if remedy := adapter.missing():
        raise engine_missing(adapter.label, remedy)
    if variant and variant.slug not in adapter.variants:
        message = N_("{engine} does not play {variant}: choose another engine")
        raise EngineError(message, engine=adapter.label, variant=_(variant.name))


def installed_engines(variant: Variant, kind: QuestionKind = QuestionKind.PLAYS) -> Iterator[Adapter]:
    """Yield the installed engines that play the variant and answer questions of the kind, strongest first."""
    for adapter in map(open_adapter, ADAPTERS):
        if variant.slug in adapter.variants and kind in adapter.kinds and not adapter.missing():
            yield adapter


def open_adapter(name: str) -> Adapter:
    """Return the adapter of an engine. Raises EngineError for an unknown name."""
    if name not in ADAPTERS:
        message = N_('unknown engine "{name}"; bgterm knows {known}')
        raise UnknownEngine(message, name=quoted(name), known=tuple(ADAPTERS))
    module, made = ADAPTERS[name].rsplit(".", 1)
    adapter: Adapter = getattr(import_module(f"bgterm.engine.adapters.{module}"), made)()
    return adapter


# Decisions from equities and chances, for every engine: noise, the cube and resignations


_LOST = 0.001
"""The chance to win up to which a game is resigned."""
_ROUNDING = 1e-9
"""The difference of two values that counts as none."""
_CERTAIN = 0.99
"""The chance of a gammon or backgammon from which it is offered as the resignation."""


def roll_to_play(match: MatchState, engine: str) -> LegalPlays:
    """Return the legal plays of the roll in the match; `engine` is the name for the error.

    Raises EngineFailed when there is no roll to play.
    """
    legal = legal_plays(match)
    if legal is None:
        raise engine_failed(engine, _("no roll is to be played"))
    return legal


def before_double(match: MatchState) -> MatchState:
    """Return the match before the roll, and before a double that waits for its answer."""
    cube = match.game.cube.before_double(match.game.raises, match.game.on_roll)
    return started_here(match, dice=None, doubled=False, raises=0, cube=cube)


def recommended_play(question: EngineRequest, plays: Sequence[RankedPlay]) -> Play:
    """Return the play to make at the level of the question: the best after noise is added to each equity.

    Plays that were looked ahead less than the first are left out, because their equities cannot be compared.
    """
    random = _random(question)
    comparable = [ranked for ranked in plays if ranked.plies == plays[0].plies]
    return max(comparable, key=lambda ranked: ranked.equity + random.gauss(0.0, question.level.noise)).play


def cube_answer(question: EngineRequest, evaluate: Callable[[MatchState], CubeAnswer]) -> CubeAnswer:
    """Return the answer about the cube; `evaluate` returns the equities before the double and the roll."""
    random, match = _random(question), question.match()
    found = evaluate(before_double(started_here(match, pending=None)))
    no_double, take, drop = (equity + random.gauss(0.0, question.level.noise) for equity in found.equities)
    if question.kind is QuestionKind.TAKE:
        action = _reply(match, take)
    else:
        may_double = why_not_double(match, match.game.on_roll or Player.WHITE) is None
        double = may_double and min(take, drop) >= no_double
        action = protocol.Act.DOUBLE if double else protocol.Act.NO_DOUBLE
    return replace(found, action=action)


def _reply(match: MatchState, take: float) -> protocol.Act:
    """Return the answer to a double, a beaver or a raccoon, from the equity of a take for the first doubler.

    Each beaver doubles the equities of both answers, so the same limits apply to all of them. [RULES A-63]
    """
    raises = match.game.raises
    lost, worse_for_opponent = (take < -1, take > 0) if raises % 2 else (take > 1, take < 0)
    if worse_for_opponent and may_beaver(match.ruleset, raises):
        return protocol.Act.BEAVER
    return protocol.Act.PASS if lost else protocol.Act.TAKE


def resign_answer(match: MatchState, on_roll: protocol.Probabilities) -> protocol.ResignAnswer:
    """Return the resignation to offer, or whether to accept the one that is offered, for the player to act.

    `on_roll` are the chances of the player on roll. A resignation is accepted when it is worth at least as much as
    playing on without the cube. One is offered when the game is surely lost, and surely as a single game, a gammon
    or a backgammon.
    """
    player = match.to_act or match.game.on_roll or Player.WHITE
    chances = on_roll if player is match.game.on_roll else on_roll.inverted
    if offer := match.game.resignation:
        stakes, points = stakes_of(match, player), result_of(match, player, offer.win, Ending.RESIGNED).points
        return protocol.ResignAnswer(accept=stakes.value(points) > stakes.cubeless(chances) - _ROUNDING)
    undecided = max(min(chance, 1 - chance) for chance in (chances.lose_gammon, chances.lose_backgammon))
    if chances.win > _LOST or undecided > 1 - _CERTAIN:
        return protocol.ResignAnswer()
    lost = 1 + (chances.lose_gammon > _CERTAIN) + (chances.lose_backgammon > _CERTAIN)
    return protocol.ResignAnswer(offer=min(Win(lost), max(wins_of(match.variant, match.ruleset))))


def _random(question: EngineRequest) -> Random:
    """Return the source of noise for a question, which is the same for equal questions."""
    return Random(f"{question.seed}:{question.kind.value}:{question.position}")  # noqa: S311 - no secret
