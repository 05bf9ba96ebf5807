"""The analysis of a match by an engine: the cost of each decision and the luck of each roll.

Costs and luck are differences of normalised equities: 1 is a point at the cube of the decision. `docs/engines.md`
has the formulas.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bgterm.catalog import N_, ngettext
from bgterm.engine.levels import EXPERT, Level
from bgterm.engine.protocol import Act, Ask, CubeAnswer, EngineRequest, QuestionKind, RankedPlay
from bgterm.notation.plays import play_text
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.cube import may_beaver
from bgterm.rules.dice import ROLLS, Dice
from bgterm.rules.events import Beavered, Doubled, Dropped, Event, Moved, Taken
from bgterm.rules.games import started_here
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.replay import Step

MARKS = ((0.12, "??"), (0.06, "?"), (0.03, "?!"))
"""The marks of mistakes with their least costs, the worst first."""
CLOSE = 0.16
"""The cost of doubling below which it counts as a decision that the player rolled without a double."""

SHOWN = 4
"""The number of plays that a decision keeps."""


FAULTS = {
    Act.NO_DOUBLE: N_("missed double"),
    Act.DOUBLE: N_("wrong double"),
    Act.TAKE: N_("wrong take"),
    Act.PASS: N_("wrong pass"),
    Act.BEAVER: N_("wrong beaver"),
}
"""The names of mistakes with the cube, by the action that was wrong."""
NO_FAULT = 0.0005
"""The cost below which a decision is shown as 0.000 and is not a mistake."""

ACTS: Mapping[type[Event], Act] = {Doubled: Act.DOUBLE, Taken: Act.TAKE, Dropped: Act.PASS, Beavered: Act.BEAVER}
"""The actions with the cube, by their events."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One play or cube action of a player as judged by an engine: the best action, the cost and the equities."""

    step: int
    """The number of the step of the replay, from 1, in which the player acted."""
    game: int
    player: Player
    act: Act
    made: str
    """The play as text, or the action with the cube."""
    best: str
    """The best play as text, or the best action with the cube."""
    cost: float
    counts: bool
    """Whether the decision counts: it had several plays, or was a close double, one made, or an answer to one."""
    equity: float
    """The equity of the best action."""
    plies: int
    plays: tuple[RankedPlay, ...] = ()
    """The best plays, and the play that was made."""
    cube: CubeAnswer | None = None
    """The equities of the cube, from the side of the player who doubles or might double."""
    level: str = ""
    """The level of another program's analysis, in its own words; empty for bgterm's analysis."""
    trials: int = 0
    """The number of trials in the rollout of the decision; 0 without one."""

    @property
    def source(self) -> str:
        """Where the judgement is from: the level of another program, or the trials of a rollout; else empty."""
        return ngettext("{count} trial", "{count} trials", self.trials) if self.trials else self.level

    @property
    def mark(self) -> str:
        """The mark for the size of the mistake: `?!`, `?` or `??`; empty for a small cost."""
        return next((mark for least, mark in MARKS if self.cost >= least), "")

    @property
    def fault(self) -> str:
        """The name of a mistake with the cube; empty for plays and correct actions."""
        return "" if self.act is Act.PLAY or self.cost < NO_FAULT else FAULTS[self.act]


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of one roll of a player, in a step of a replay."""

    step: int
    game: int
    player: Player
    luck: float
    """The equity of the best play of the roll, less that of the position before the roll."""
    worth: float | None
    """The luck in points, or in a match as a change of the chance to win it; None if that is unknown."""


Finding = Decision | Luck


@dataclass(frozen=True, slots=True)
class Situation:
    """One decision of a player, before it is judged: the match as an engine is asked about it, and the action."""

    step: int
    """The number of the step of the replay, from 1, in which the player acted."""
    match: MatchState
    player: Player
    act: Act
    play: Play = ()
    """The play, which is legal, if `act` is a play."""

    @property
    def is_forced(self) -> bool:
        """Whether the decision was a play, and no other play was legal."""
        return self.act is Act.PLAY and len(_legal(self.match)) == 1

    def request(self, level: Level) -> EngineRequest:
        """Return the question to ask an engine of this level about the decision."""
        request = EngineRequest.of(self.match, self.act.kind, level, count=SHOWN)
        return replace(request, including=self.play) if self.act is Act.PLAY else request

    def judged(self, plays: Sequence[RankedPlay] = (), cube: CubeAnswer | None = None) -> Decision | None:
        """Return the judged decision, with its cost by the evaluated plays, or by the equities of the cube.

        A play needs `plays`, any other action `cube`; a forced play needs neither. None when `plays` does not
        include the play that was made.
        """
        about = self.step, self.match.game.number, self.player, self.act
        if cube:
            worth = worth_of_acts(self.act.kind, cube, self.match)
            act = max(worth, key=lambda each: (worth[each], each is self.act))
            cost, counts = worth[act] - worth[self.act], True
            if self.act is Act.NO_DOUBLE:
                counts = worth[act] - worth[Act.DOUBLE] < CLOSE
            return Decision(*about, self.act.value, act.value, cost, counts, worth[act], cube.plies, cube=cube)
        board, player = self.match.game.board, self.player
        text, after = play_text(board, player, self.play), board.played(player, self.play)
        if self.is_forced:
            return Decision(*about, text, text, 0.0, counts=False, equity=0.0, plies=0)
        made = next((each for each in plays if board.played(player, each.play) == after), None)
        if made is None:
            return None
        best = max(plays, key=lambda ranked: ranked.rank)
        better, cost = play_text(board, player, best.play), max(best.equity - made.equity, 0.0)
        better = text if best is made else better
        return Decision(*about, text, better, cost, True, best.equity, best.plies, tuple(plays))


def situations(number: int, step: Step) -> Iterator[Situation]:
    """Yield the decisions of step `number` of a replay: not to double, if that was allowed, then a legal play."""
    match = step.before.at_next_game()
    match step.event:
        case Moved(player, play):
            before = before_roll(match, player)
            if choices(before, player).double and not match.opening_roll_is_showing:
                yield Situation(number, before, player, Act.NO_DOUBLE)
            if play in _legal(match):
                yield Situation(number, match, player, Act.PLAY, play)
        case Doubled(player) | Taken(player) | Dropped(player) | Beavered(player):
            yield Situation(number, match, player, ACTS[type(step.event)])


class Analyst:
    """The questions that an analysis asks an engine about the steps of one match."""

    def __init__(self, ask: Ask, plies: int) -> None:
        """Use the engine that `ask` asks, at these plies; luck is measured at 0 plies."""
        self._ask = ask
        self._level = EXPERT._replace(plies=plies)
        self._openings: dict[str, float] = {}

    async def findings(self, number: int, step: Step) -> list[Finding]:
        """Return the findings about step `number` of a replay: the luck of a play's roll, then the decisions.

        The decisions of a play are not to double before its roll, and the play. A step with a cube action has that
        one decision, and a step without a decision none.
        """
        found: list[Finding | None] = []
        if isinstance(step.event, Moved):
            found.append(await self._luck(number, step.before.at_next_game(), step.event.player))
        for situation in situations(number, step):
            if situation.is_forced:
                found.append(situation.judged())
            else:
                answer = await self._ask(situation.request(self._level))
                found.append(situation.judged(answer.plays, answer.cube))
        return [each for each in found if each]

    # Luck

    async def _luck(self, number: int, match: MatchState, player: Player) -> Luck:
        """Return the luck of the roll to be played: the equity of its best play less the mean over all rolls.

        The mean is the engine's equity before the roll at one ply, if that has the same unit; otherwise the best
        play of each roll is evaluated.
        """
        before = before_roll(match, player)
        whole = await self._ask(EngineRequest.of(before, QuestionKind.ANALYSE, EXPERT._replace(plies=1)))
        rolled = await self._ask(EngineRequest.of(match, QuestionKind.PLAYS, count=1))
        chances = whole.cube
        if match.opening_roll_is_showing:
            usual = (await self._opening(match, player) - await self._opening(match, player.opponent)) / 2
        elif chances and chances.plies == 1 and whole.measure is rolled.measure:
            usual = chances.no_double
        else:
            usual = await self._mean(before, player, ROLLS)
        luck = rolled.plays[0].equity - usual
        worth = luck * match.game.cube.value if not match.ruleset.length else None
        if chances and chances.match_chances:
            lost, won = chances.match_chances
            worth = luck / 2 * (won - lost)
        return Luck(number, match.game.number, player, luck, worth)

    async def _opening(self, match: MatchState, player: Player) -> float:
        """Return the mean equity of a player's opening rolls, without doubles."""
        before = before_roll(match, player)
        name = EngineRequest.of(before, QuestionKind.ANALYSE).position
        if name not in self._openings:
            rolls = [roll for roll in ROLLS if not roll.is_double]
            self._openings[name] = await self._mean(before, player, rolls)
        return self._openings[name]

    async def _mean(self, before: MatchState, player: Player, rolls: Sequence[Dice]) -> float:
        """Return the mean equity of the best plays of these rolls; a roll that is not a double counts twice."""
        weights = [1 if roll.is_double else 2 for roll in rolls]
        equities = [await self._best(started_here(before, on_roll=player, dice=roll)) for roll in rolls]
        return sum(weight * equity for weight, equity in zip(weights, equities, strict=True)) / sum(weights)

    async def _best(self, match: MatchState) -> float:
        return (await self._ask(EngineRequest.of(match, QuestionKind.PLAYS, count=1))).plays[0].equity


def _legal(match: MatchState) -> Collection[Play]:
    return legal_plays(match) or ()


def before_roll(match: MatchState, player: Player) -> MatchState:
    """Return the match with `player` on roll and no dice thrown."""
    return started_here(match, on_roll=player, dice=None)


def worth_of_acts(kind: QuestionKind, cube: CubeAnswer, match: MatchState) -> dict[Act, float]:
    """Return the equity of each possible action with the cube to the player who decides, best first.

    `kind` is CUBE for the player who might double, or TAKE for the player who answers. `cube` has the equities of
    the doubling player.
    """
    raises = match.game.raises  # the answers to a double or a further turn of the cube
    beavers = may_beaver(match.ruleset, 0 if kind is QuestionKind.CUBE else raises)
    if kind is QuestionKind.CUBE:
        replies = [cube.double_take, cube.double_pass, *([2 * cube.double_take] if beavers else [])]
        worth = {Act.NO_DOUBLE: cube.no_double, Act.DOUBLE: min(replies)}
    else:
        side, times = (1, 1 << raises) if raises % 2 else (-1, 1 << raises)
        worth = {Act.TAKE: side * times * cube.double_take, Act.PASS: -times * cube.double_pass}
        worth |= {Act.BEAVER: 2 * worth[Act.TAKE]} if beavers else {}
    return dict(sorted(worth.items(), key=lambda item: -item[1]))
