"""Drills: questions that need no match, each with the rule behind it. `docs/practice.md` names the sources.

The best plays of the replies to the opening rolls are in the file `opening_replies.txt`:

    # GNU Backgammon 1.07.001, 2 plies
    2-1 24/23 13/11
    1-1<tab>24/22 6/5(2) +0.160 2<tab>24/23 6/5(3) +0.142 2

After the head, lines that begin with #, come the 15 openings with their best plays. Each is followed by its 21
replies: the roll, and its best plays with their equities and the plies that were looked ahead, separated by tabs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from random import Random
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin.judge import Judge, close_plays
from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.builtin.tables import PIPS_OF_A_ROLL, effective_pips
from bgterm.engine.levels import EXPERT
from bgterm.engine.match_analysis import SHOWN
from bgterm.engine.messages import engine_line
from bgterm.engine.protocol import EngineRequest, Probabilities, QuestionKind, RankedPlay
from bgterm.notation.parse_position import read_position
from bgterm.notation.plays import read_plays
from bgterm.practice.question import Card, Number, Question, question_of_plays
from bgterm.rules.board import HOME, OFF, Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import ROLLS, Dice
from bgterm.rules.games import position_in, started_here
from bgterm.rules.legal_plays import legal_plays, plays_of
from bgterm.rules.match import NAMES, Game, MatchState
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON

MONEY = Ruleset(length=0, jacoby=False)
"""The rules of all drills except that for take points: money play without the Jacoby rule."""
MATCH = Ruleset(length=9)
"""The rules of the matches in the drill for take points."""
START = MatchState(BACKGAMMON, MONEY, NAMES, Game(BACKGAMMON.board, Player.WHITE))
"""The opening position, from which random positions are played."""
_ENDING = Board.of({OFF: 10, 1: 2, 2: 3}, {OFF: 10, 1: 2, 2: 3})
"""A race without gammons, the position of the drill for take points."""
_CLOSE, _DECISIVE = 0.08, 0.010
"""The most equity that a play loses on the way to a random position, and the least by which the best one leads."""
_PLIES = 1
"""The plies of the engine that evaluates plays."""
_NEAR = 6
"""The most rolls between a seed position and a position of the drill."""
_TRIES = 50
"""The attempts for each question of a drill, until enough are different and have a clear answer."""


class Drill(NamedTuple):
    """One drill: a kind of questions that need no match, with its name, and functions that make a question."""

    label: str
    about: str
    """A description of the question in a few words."""
    make: Callable[[Random], Question | None]
    """Returns a random question; None if its answer is not clear."""
    rule: Callable[[Question], str]
    """Returns the rule behind the answer to a question, with its figures."""
    engine: Callable[[], str] = str
    """Returns the engine that evaluated the plays, in words; empty for numbers."""


def seed_in(text: str) -> MatchState:
    """Return a match at an id's position, before a roll, for a drill. Raises NotationError, ImpossiblePosition."""
    match = read_position(text).under().match()
    on_roll = match.game.on_roll or Player.WHITE
    return started_here(match, on_roll=on_roll, dice=None, doubled=False, raises=0, pending=None)


def drill_cards(name: str, count: int, random: Random, seed: MatchState | None = None) -> Sequence[Card]:
    """Return up to `count` different cards of a drill; with `seed`, of positions a few random rolls after it."""
    drill, cards = DRILLS[name], dict[str, Card]()
    make = partial(_position, seed=seed, fewest=0, most=_NEAR) if seed else drill.make
    for _number in range(_TRIES * count):
        if len(cards) == count:
            break
        if question := make(random):
            card = Card(question, match=name, title=_(drill.label), engine=drill.engine())
            cards[card.key] = card
    return [*cards.values()]


# Replies to the opening rolls


@cache
def _lines() -> list[str]:
    text = (files("bgterm.practice") / "opening_replies.txt").read_text(encoding="ascii")
    return text.splitlines()


def reply_engine() -> str:
    """Return the engine that evaluated the replies to the opening rolls, with its version and plies."""
    return _lines()[0].lstrip("# ")


@cache
def replies() -> list[tuple[str, str]]:
    """Return all pairs of an opening's line and the line of one of its replies, as they are in the file."""
    found, opening = [], ""
    for line in _lines():
        if "\t" in line:
            found.append((opening, line))
        else:
            opening = line
    return found


def random_reply(random: Random) -> Question | None:
    """Return a question about a random reply to an opening roll; None if only one play is legal."""
    return reply_question(*random.choice(replies()))


def reply_question(opening: str, line: str) -> Question | None:
    """Return the question of two lines, as of `replies`; None if only one play is legal."""
    roll, play = opening.split(" ", 1)
    board = BACKGAMMON.board
    first = _plays(board, Player.BLACK, roll)
    board = board.played(Player.BLACK, read_plays(play, first)[0].moves)
    roll, *texts = line.split("\t")
    legal = _plays(board, Player.WHITE, roll)
    ranked = tuple(_ranked(text, legal) for text in texts)
    setup = Game(board, Player.WHITE, legal.dice, turns=1)
    match = MatchState(BACKGAMMON, MONEY, NAMES, setup)
    return question_of_plays(match, ranked)


def _plays(board: Board, player: Player, roll: str) -> LegalPlays:
    return plays_of(MONEY, board, player, Dice.of(*map(int, roll.split("-"))))


def _ranked(text: str, legal: LegalPlays) -> RankedPlay:
    """Return the play in a text like `24/22 6/5(2) +0.160 2`, with its equity and plies."""
    play, equity, plies = text.rsplit(" ", 2)
    return RankedPlay(read_plays(play, legal)[0].moves, float(equity), Probabilities(), int(plies))


# Random positions


def _reached(random: Random, plies: int, match: MatchState = START) -> MatchState:
    """Return a match so many rolls after a position, reached by plays close to the best at 0 plies."""
    for _ply in range(plies):
        match = _rolled(match, random)
        judge, legal = Judge(match), legal_plays(match)
        if legal is None or 0 in match.game.board.pips_of_both:
            break
        ranked = judge.ranked(legal)
        chosen = random.choice(close_plays(ranked, len(ranked), _CLOSE))
        board = legal.board.played(legal.player, chosen.play)
        match = started_here(match, board=board, on_roll=legal.player.opponent, dice=None)
    return match


def _rolled(match: MatchState, random: Random) -> MatchState:
    weights = [1 if dice.is_double else 2 for dice in ROLLS]
    return started_here(match, dice=random.choices(ROLLS, weights)[0])


def _judged(match: MatchState) -> Question | None:
    """Return the question about a roll, evaluated by the built-in engine; None if the best plays are close."""
    request = EngineRequest.of(match, QuestionKind.PLAYS, EXPERT._replace(plies=_PLIES), count=SHOWN)
    plays = Builtin().answer(request).plays
    question = question_of_plays(match, plays)
    return question if question and question.choices[1].cost >= _DECISIVE else None


def _position(random: Random, seed: MatchState = START, fewest: int = 3, most: int = 12) -> Question | None:
    """Return a question about a random position from `fewest` to `most` rolls after `seed`.

    Return None if the best plays are close.
    """
    match = _rolled(_reached(random, random.randint(fewest, most), seed), random)
    if 0 in match.game.board.pips_of_both:
        return None
    ranked = Judge(match).ranked(legal) if (legal := legal_plays(match)) else []
    is_clear = len(ranked) > 1 and ranked[0].equity - ranked[1].equity >= _DECISIVE
    return _judged(match) if is_clear else None


# Bear-offs


def _home(random: Random, most: int) -> dict[int, int]:
    """Return a random home board with 3 to `most` checkers, and the others off, as checkers by point."""
    points = [random.randint(1, HOME) for _checker in range(random.randint(3, most))]
    return {OFF: 15 - len(points)} | {point: points.count(point) for point in points}


def _ending(random: Random, most: int) -> MatchState:
    board = Board.of(_home(random, most), _home(random, most))
    return MatchState(BACKGAMMON, MONEY, NAMES, Game(board, Player.WHITE))


def _bear_off(random: Random) -> Question | None:
    return _judged(_rolled(_ending(random, 9), random))


# Numbers


def _number(match: MatchState, kind: Number, number: float, good: float, hard: float) -> Question:
    return Question(
        match.variant, match.ruleset, position_in(match.game), number_kind=kind, number=number, limits=(good, hard)
    )


def _pips(random: Random) -> Question:
    match = _reached(random, random.randint(4, 24))
    return _number(match, Number.PIPS, match.game.board.pips(match.game.on_roll or Player.WHITE), 0, 3)


def _effective_pips(random: Random) -> Question:
    match = _ending(random, 15)
    pips = effective_pips(match.game.board.counts(Player.WHITE)) or 0.0
    return _number(match, Number.EFFECTIVE_PIPS, round(pips, 1), 1, 2)


def _take_point(random: Random) -> Question:
    value = random.choice((1, 2))
    score = tuple(MATCH.length - random.randint(1 + value, MATCH.length) for _player in Player)
    cube = Cube(value, Player.BLACK if value > 1 else None)
    setup = Game(_ENDING, Player.BLACK, cube=cube, doubled=True, double_offered=True, score=(score[0], score[1]))
    match = MatchState(BACKGAMMON, MATCH, NAMES, setup)
    passed, lost, won = after_a_double(match)
    return _number(match, Number.TAKE_POINT, round(100 * (passed - lost) / (won - lost), 1), 2, 5)


def after_a_double(match: MatchState) -> tuple[float, float, float]:
    """Return White's chances to win the match, from 0 to 1: after a pass, a take and a loss, a take and a win."""
    stakes = stakes_of(match, Player.WHITE)
    return stakes.value(-stakes.cube), stakes.value(-2 * stakes.cube), stakes.value(2 * stakes.cube)


# Rules

_TAKE_POINT_RULE = N_(
    "Risk / (risk + gain) = (pass {passed:.1f} - loss {lost:.1f}) / (win {won:.1f} - loss {lost:.1f})."
)
_EFFECTIVE_PIPS_RULE = N_("{rolls:.2f} rolls of 8 1/6 pips on average: {pips} pips and {waste:.1f} wasted.")


def _pips_rule(_question: Question) -> str:
    return _("A checker counts the number of its point, on the bar 25.")


def _take_point_rule(question: Question) -> str:
    passed, lost, won = (100 * chance for chance in after_a_double(question.match))
    return _(_TAKE_POINT_RULE, passed=passed, lost=lost, won=won)


def _effective_pips_rule(question: Question) -> str:
    board = question.start.board
    effective, pips = effective_pips(board.counts(question.player)) or 0.0, board.pips(question.player)
    return _(_EFFECTIVE_PIPS_RULE, rolls=effective / PIPS_OF_A_ROLL, pips=pips, waste=effective - pips)


def _opening_rule(_question: Question) -> str:
    return _("Hit, or make a good point; else split against a gap, or bring builders down.")


def _bear_off_rule(_question: Question) -> str:
    return _("Bear off as many as you can; else fill an empty point, and leave no gap.")


def _position_rule(_question: Question) -> str:
    return _("Bold with an anchor and the stronger home board, safe without.")


def _builtin() -> str:
    return engine_line("builtin", Builtin().version(), _PLIES)


POSITIONS = "positions"
"""The name of the drill that can have a seed position."""
DRILLS: Mapping[str, Drill] = {
    "openings": Drill(
        N_("Opening replies"),
        N_("the 21 rolls after each of the 15 openings"),
        random_reply,
        _opening_rule,
        reply_engine,
    ),
    "pips": Drill(N_("Pip counts"), N_("the pips of a random position"), _pips, _pips_rule),
    "takes": Drill(N_("Take points"), N_("the least chance with which you take"), _take_point, _take_point_rule),
    "effective": Drill(
        N_("Effective pip counts"),
        N_("the pips of a bear-off, with what is wasted"),
        _effective_pips,
        _effective_pips_rule,
    ),
    "bearoffs": Drill(N_("Bear-offs"), N_("the best play of a bear-off"), _bear_off, _bear_off_rule, _builtin),
    POSITIONS: Drill(
        N_("Random positions"), N_("the best play a few rolls from the start"), _position, _position_rule, _builtin
    ),
}
"""The drills, by the names on the command line."""
FIGURES = "figures"
"""The name of the list entry that shows the figures of the player's mistakes."""


class Offer(NamedTuple):
    """A practice that a player can choose from a list: a drill, or their own mistakes."""

    name: str
    """The name of a drill, or FIGURES; empty for the player's own mistakes."""
    label: str
    about: str


def offers(*, own: bool) -> Iterator[Offer]:
    """Yield the practices that a player can choose; `own` includes those about the player's own mistakes."""
    if own:
        yield Offer("", _("Your own mistakes"), _("the cards that are due, and new ones"))
    yield from (Offer(name, _(drill.label), _(drill.about)) for name, drill in DRILLS.items())
    if own:
        yield Offer(FIGURES, _("Your mistakes by kind"), _("what they cost, and your PR over time"))
