"""Hints of an engine for the player to act, used by the library, the commands, the screens and plain mode."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property

from bgterm.catalog import N_, _, ngettext
from bgterm.engine.adapter import engine_for
from bgterm.engine.builtin.cube import CubeWindow
from bgterm.engine.engines import Engines
from bgterm.engine.levels import EXPERT, MAX_PLIES, Level
from bgterm.engine.match_analysis import worth_of_acts
from bgterm.engine.messages import effective_pips_line, engine_line
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, EngineRequest, Measure, QuestionKind, RankedPlay
from bgterm.notation.errors import invalid_value
from bgterm.notation.json_codec import write_fields
from bgterm.notation.plays import exact_text, play_text
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
    """A hint: the match at a decision, and the engine's answer about it to the player to act."""

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
        """The unit of `equities`: with or without further use of the cube."""
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
            return {act.value: equity for act, equity in worth.items()}
        return {self._text(ranked): ranked.equity for ranked in self.answer.plays}

    def _text(self, ranked: RankedPlay) -> str:
        """Return a play as text that `bgterm.Match.play` reads; empty when no roll is to be played."""
        plays = legal_plays(self.match)
        return exact_text(plays, ranked.play) if plays else ""

    @property
    def best(self) -> str:
        """The best action: a play, an action with the cube, or for a resignation `accept` or `refuse`."""
        if self.answer.resign:
            return "accept" if self.answer.resign.accept else "refuse"
        return next(iter(self.equities))

    @cached_property
    def window(self) -> CubeWindow | None:
        """The doubling window; None for other decisions, and when the chances are unknown."""
        return CubeWindow.of(self.match, self.answer.cube) if self.answer.cube else None

    @property
    def title(self) -> str:
        """The heading of a hint in words: the engine and its plies, or a rollout's trials and their error."""
        answer = self.answer
        if not answer.trials:
            return engine_line(answer.engine, answer.version, self.plies)
        line = ngettext(
            "Built-in bot {version}, {count} trial",
            "Built-in bot {version}, {count} trials",
            answer.trials,
            version=answer.version,
        )
        interval = answer.cube.interval if answer.cube else None
        return line if interval is None else f"{line}, ± {interval:.3f}"

    def table(self) -> list[list[str]]:
        """Return the actions as rows of cells, best first, below a row of headings.

        A row has the rank, the action, its equity, the difference from the best, and for a play its chances.
        """
        rows, plays = list[list[str]](), self.answer.plays
        if plays:
            chances = _("win"), _("gammon"), _("bg"), _("lose g"), _("lose bg"), _("plies")
            rows.append(["#", _("play"), _("equity"), _("diff"), *chances])
        elif self.equities:
            rows.append(["#", _("action"), _("equity"), _("diff")])
        for number, each in enumerate(plays):
            diff = _with_interval(each.equity - plays[0].equity, each.behind) if number else ""
            row = [str(number + 1), self._text(each), _with_interval(each.equity, each.interval), diff]
            rows.append([*row, *map(_percent, each.probabilities), str(each.plies)])
        for number, (action, equity) in enumerate(() if plays else self.equities.items()):
            diff = _with_interval(equity - self.equities[self.best]) if number else ""
            rows.append([str(number + 1), _(action), _with_interval(equity), diff])
        return rows

    def notes(self) -> list[str]:
        """Return the sentences below the table: the recommendation about the cube, and the doubling window."""
        if self.answer.plays:
            return []
        doubler, window = self.match.game.on_roll, self.window
        if window is None or doubler is None:
            return [self.line()]
        mine, theirs = self.match.names[doubler.index], self.match.names[doubler.opponent.index]
        dead, live = _percent(window.take_point), _percent(window.live_take_point)
        lines = [
            self.line(),
            _("Take point of {name}: {dead}, or {live} with a live cube.", name=theirs, dead=dead, live=live),
            _(
                "A gammon is worth {mine:.2f} more to {name}, {theirs:.2f} to {other}.",
                name=mine,
                other=theirs,
                mine=window.gammon_values[0],
                theirs=window.gammon_values[1],
            ),
        ]
        if window.market_losers is not None:
            lines.append(_("Market losers: {count} of 36 rolls.", count=round(36 * window.market_losers)))
        return [*lines, *filter(None, [effective_pips_line(self.match.names, self.match.game.board)])]

    def line(self, number: int = 0) -> str:
        """Return the hint as a sentence; for plays, about the play with this index, from 0."""
        if self.answer.plays:
            return self._play_line(number)
        if resign := self.answer.resign:
            return _("Accept the resignation.") if resign.accept else _("Play on: the game is worth more.")
        cube, doubler = self.answer.cube, self.match.game.on_roll
        if cube is None or doubler is None:
            return ""
        return _(
            "{action} For {name}: no double {no_double}, take {take}, pass {drop}.",
            action=_reply(cube) if self.kind is QuestionKind.TAKE else _offer(cube),
            name=self.match.names[doubler.index],
            no_double=_with_interval(cube.no_double),
            take=_with_interval(cube.double_take),
            drop=_with_interval(cube.double_pass),
        )

    def _play_line(self, number: int) -> str:
        """Return the sentence about a play: `1 of 5: 8/5 6/5, worth +0.160, win 55.3%, ...`."""
        ranked, best, game = self.answer.plays[number], self.answer.plays[0], self.match.game
        loss, chances = best.equity - ranked.equity, ranked.probabilities
        return _(
            "{number} of {count}: {play}, {worth}, win {win}, gammon {gammon}, lose gammon {lose_gammon}",
            number=number + 1,
            count=len(self.answer.plays),
            play=play_text(game.board, game.on_roll, ranked.play) if game.on_roll else "",
            worth=_("{loss} worse", loss=f"{loss:.3f}")
            if loss
            else _("worth {equity}", equity=_with_interval(ranked.equity)),
            win=_percent(chances.win),
            gammon=_percent(chances.win_gammon),
            lose_gammon=_percent(chances.lose_gammon),
        )

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


def _with_interval(equity: float, interval: float | None = None) -> str:
    """Return an equity as text, with half of its 95 % confidence interval if that is known."""
    return f"{equity:+z.3f}" if interval is None else f"{equity:+z.3f} ± {interval:.3f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def _offer(cube: CubeAnswer) -> str:
    if cube.action is Act.DOUBLE:
        return _("Double, take.") if cube.take else _("Double, pass.")
    return _("Too good to double.") if cube.too_good else _("Do not double.")


def _reply(cube: CubeAnswer) -> str:
    if cube.action is Act.BEAVER:
        return _("Beaver.")
    return _("Take.") if cube.action is Act.TAKE else _("Pass.")


def kind_of_decision(can: Choices) -> QuestionKind | None:
    """Return the kind of question to ask an engine for a player with these choices.

    None when there is nothing to decide.
    """
    if can.plays is not None:
        return QuestionKind.PLAYS if can.plays.moves_needed else None
    if can.answer_double:
        return QuestionKind.TAKE
    if can.answer_resignation:
        return QuestionKind.RESIGN
    return QuestionKind.CUBE if can.double else None


def decision_of(match: MatchState) -> tuple[MatchState, QuestionKind]:
    """Return the match as an engine is asked about its present decision, and the kind of the question.

    Raises IllegalAction when there is nothing to decide.
    """
    current = match.at_next_game()
    if current.to_act is None:
        raise IllegalAction(ActionRule.GAME_NOT_BEGUN if current.winner is None else ActionRule.MATCH_OVER)
    can = choices(current, current.to_act)
    kind = kind_of_decision(can)
    if kind is None:
        raise can.no_double or IllegalAction(N_("there is no decision to recommend now"))
    return current, kind


def ask_once(match: MatchState, engine: str, plies: int) -> Hint:
    """Return a hint of the engine with this name, or of the strongest for `auto`, from a process of its own.

    The call blocks and needs no event loop. Raises EngineError, NotationError for plies out of range, and
    IllegalAction when there is nothing to decide.
    """
    if type(plies) is not int or not 0 <= plies <= MAX_PLIES:
        raise invalid_value("plies", plies, _("0 to {most}", most=MAX_PLIES))
    asking = _ask(match, engine_for(match.variant, engine), EXPERT._replace(plies=plies))
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asking)
    with ThreadPoolExecutor(1) as thread:  # such as in a notebook, whose loop runs already
        return thread.submit(asyncio.run, asking).result()


async def _ask(match: MatchState, engine: str, level: Level) -> Hint:
    current, kind = decision_of(match)
    question = EngineRequest.of(current, kind, level, MOST)
    async with aclosing(Engines()) as engines:
        return Hint(current, kind, await engines.analyse(engine, question))
