"""The rules for somebody who has never played: the game from the board to the cube, then the variants."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bgterm.catalog import N_, _
from bgterm.rules.board import Player
from bgterm.rules.games import start
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Clock, FirstThrow, NextGame, Ruleset, SixInARow, without_inapplicable
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant
from bgterm.text.help import how_to_move, rules_by_topic


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the text under a heading."""

    heading: str
    paragraphs: tuple[str, ...]
    drawing: tuple[str, ...] = ()
    """The lines of a board above the paragraphs, at most 38 columns wide."""

    def text(self, width: int) -> str:
        """Return the section as plain text in lines of at most `width` columns."""
        paragraphs = [textwrap.fill(paragraph, width) for paragraph in self.paragraphs]
        return "\n\n".join([self.heading, *(["\n".join(self.drawing)] if self.drawing else []), *paragraphs])


def how_to_play() -> tuple[Section, ...]:
    """Return the whole text: backgammon, how to play it here, and the variants."""
    others = (variant for variant in VARIANTS.values() if variant is not BACKGAMMON)
    return (*_backgammon(), Section(_("Playing with bgterm"), _here()), *map(_about, others))


def rules_in_full(variant: Variant) -> tuple[Section, ...]:
    """Return the text on one variant, every rule of a usual match of it, and those that can be chosen instead."""
    usual = Ruleset(length=5, cube=variant.cube)
    every = _rules(variant, usual)
    return (
        *(_backgammon() if variant is BACKGAMMON else (_about(variant),)),
        Section(_("All the rules, in a match to {points}", points=usual.length), tuple(every.values())),
        Section(_("Rules that you can choose"), tuple(dict.fromkeys(_chosen(variant, usual, every)))),
    )


def _rules(variant: Variant, ruleset: Ruleset) -> dict[str, str]:
    """Return the paragraphs about the rules of a match, by their topics."""
    return dict(rules_by_topic(start(Header(variant, ruleset))))


def _chosen(variant: Variant, usual: Ruleset, every: Mapping[str, str]) -> Iterator[str]:
    """Yield the paragraphs about rules that can be chosen: those that are not in `usual`, or have other values."""
    for ruleset in (_MONEY, *_other_rules(usual)):
        for topic, rule in _rules(variant, without_inapplicable(variant, ruleset)).items():
            if topic not in every or (topic in _WITH_VALUES and rule != every[topic]):
                yield rule


_WITH_VALUES = {"series", "counts", "later games", "head", "six in a row", "take-back"}
"""The topics of rules with more than two values to choose from."""
_MONEY = Ruleset(jacoby=True, beavers=2, automatic_doubles=1)


def _other_rules(usual: Ruleset) -> Iterator[Ruleset]:
    """Yield copies of the ruleset, each with another value of one rule, so that every value occurs."""
    yield replace(usual, hit_and_run=False, policing=True, take_back=False, koks=True, last_throw=True)
    yield replace(usual, gammons=False)
    yield from (replace(usual, next_game=next_game) for next_game in NextGame)
    yield from (replace(usual, clock=clock) for clock in Clock)
    yield from (replace(usual, first_throw=first_throw) for first_throw in FirstThrow)
    yield from (replace(usual, six_in_a_row=row) for row in SixInARow)


def start_drawing(variant: Variant) -> tuple[str, ...]:
    """Return the lines that draw how a variant starts. X is the reader; the points have the reader's numbers."""
    board = variant.board
    mine, theirs = board.counts(Player.WHITE), board.counts(Player.BLACK)

    def cells(points: range) -> list[str]:
        found = ((mine[point], theirs[board.opponent_point(point)]) for point in points)
        return [f"X{own}" if own else f"O{other}" if other else "." for own, other in found]

    upper, lower = range(13, 25), range(12, 0, -1)
    rows = ([*map(str, upper)], cells(upper), cells(lower), [*map(str, lower)])
    columns = [[f"{cell:>3}" for cell in row] for row in rows]
    return tuple(f"{''.join(row[:6])} |{''.join(row[6:])}" for row in columns)


def _backgammon() -> Iterator[Section]:
    """Yield the sections on backgammon; the second shows how it starts."""
    for heading, text in _BACKGAMMON.items():
        drawing = start_drawing(BACKGAMMON) if heading == _BOARD else ()
        yield Section(_(heading), _paragraphs(text), drawing)


def _here() -> tuple[str, ...]:
    keys = _(
        "Space or r rolls, d doubles, t takes, p passes. The board shows which moves are legal, and ? shows all "
        "keys and the rules of your match at any time."
    )
    return keys, *how_to_move()


def _about(variant: Variant) -> Section:
    paragraphs = _paragraphs(_VARIANTS[variant.slug]) if variant.slug in _VARIANTS else ()
    return Section(_(variant.name), paragraphs, start_drawing(variant))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(_(text).split("\n\n"))


_BOARD = N_("The board")
_BACKGAMMON: Mapping[str, str] = {
    N_("The aim"): N_(
        "Backgammon is a race for two. Each player has 15 checkers and moves them around the board into their "
        "own home, then off the board. The first player with no checkers left wins the game."
    ),
    _BOARD: N_(
        "X are your checkers, O those of your opponent; the number says how many stand there. The 24 narrow "
        "triangles are the points. You number them from your side: 24 is the farthest from home, 1 the last. "
        "Points 6 to 1 are your home. Your opponent counts the other way: your 24 point is their 1 point.\n\n"
        "The line in the middle is the bar. Checkers that were hit wait there."
    ),
    N_("A turn"): N_(
        "To begin, each player rolls one die. The higher number starts and plays both numbers; equal numbers "
        "are rolled again. From then on the players take turns with two dice.\n\n"
        "Each number moves one checker that many points towards home. With 6-1 you move one checker 6 points "
        "and another 1 point, or the same checker both, one after the other.\n\n"
        "Equal numbers are a double and count twice: with 3-3 you make four moves of 3 points each.\n\n"
        "You must play both numbers if you can, and as many as possible of a double. If you can play either "
        "number but not both, you must play the larger. A number that cannot be played is lost."
    ),
    N_("Where you may land"): N_(
        "On a point that is empty, holds your own checkers, or holds just one of your opponent's. Two or more "
        "opposing checkers block a point, and a checker that plays both numbers may not stop there in between "
        "either. Six blocked points in a row cannot be passed at all."
    ),
    N_("Hitting"): N_(
        "One checker alone on a point is a blot. If you land on your opponent's blot, you hit it: it goes to "
        "the bar and has to start again. You never have to hit when there is another play.\n\n"
        "With a checker on the bar you must enter it before you move anything else. It enters in your "
        "opponent's home: a 1 on your 24 point, a 6 on your 19 point. If those points are blocked for both "
        "dice, you lose your turn."
    ),
    N_("Bearing off"): N_(
        "Once all your checkers are in your home you may take them off. A 4 bears a checker off your 4 point. "
        "If none is there, you must move one from a higher point; if there is none on a higher point either, "
        "you take one off the highest point you have. Instead of bearing off you may always move inside your "
        "home.\n\n"
        "If a checker of yours is hit meanwhile, it must come home again before you go on."
    ),
    N_("What a game counts"): N_(
        "A win counts 1 point. If the loser has not borne off a single checker it is a gammon and counts 2. If"
        " the loser also has a checker on the bar or in the winner's home, it is a backgammon and counts 3."
    ),
    N_("The doubling cube"): N_(
        "The cube shows what the game is worth, at first 1. When it is your turn, before you roll, you may "
        "offer to double. Your opponent passes, and loses what the game was worth so far, or takes, and plays "
        "on for twice as much.\n\n"
        "The player who takes owns the cube, and only they may double next. A gammon counts twice the cube, a "
        "backgammon three times. As a rule of thumb, take if you still win one game in four."
    ),
    N_("Matches"): N_(
        "A match is played to a number of points: the first player to reach it wins. When a player comes "
        "within one point of winning, the next game is played without the cube, once: that is the Crawford "
        "game. A money session has no end; every game adds its points to a running score."
    ),
}

_VARIANTS: Mapping[str, str] = {
    "nackgammon": N_(
        "Backgammon with another start: each side has two more checkers far from home, and the games take "
        "longer. All else is the same."
    ),
    "hyper": N_(
        "Backgammon with three checkers a side, on the three points farthest from home.\n\n"
        "A gammon and a backgammon count as in backgammon. The games are short, and the cube turns often."
    ),
    "hyper-2": N_(
        "Backgammon with two checkers a side, which begin on the two points farthest from home.\n\n"
        "A gammon and a backgammon count as in backgammon. The games are short, and the cube turns often."
    ),
    "hyper-1": N_(
        "Backgammon with one checker a side.\n\n"
        "A gammon and a backgammon count as in backgammon. The games are short, and the cube turns often."
    ),
    "long": N_(
        "Long backgammon, or narde. Both players move the same way round. All 15 checkers begin on the 24 "
        "point, the head; your opponent's head is your 12 point.\n\n"
        "Nobody is hit. A point with even one opposing checker is blocked.\n\n"
        "Only one checker a turn may leave the head. In your first turn two may leave it with 3-3, 4-4 or 6-6,"
        " where your opponent's head stops the first one.\n\n"
        "You may not hold six points in a row while no opposing checker is in front of them.\n\n"
        "The player who rolls the higher number starts, with a fresh roll of both dice. Bearing off is as in "
        "backgammon. A win counts 1; if the loser has borne off none it is a mars and counts 2. The cube is "
        "usually left out."
    ),
}
"""The differences of each variant, by its slug."""
