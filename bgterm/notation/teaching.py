"""What the help teaches: how to move, the rules of the very match, and the words of the game."""

from collections.abc import Mapping

from bgterm.notation.lines import write_ruleset
from bgterm.notation.options import options, shown
from bgterm.rules.board import Movement
from bgterm.rules.match import Match
from bgterm.rules.variants import Clock, FirstThrow, Pause, Ruleset

HOW_TO_MOVE = (
    "Walk: arrows or hjkl go over what is legal, Enter or Space picks a checker up and puts it down.",
    "Type: 8/5 6/5, 13/7(2), bar/22, 6/off, 24/18/13; * marks a hit, but you may leave it out.",
    "Or type where to go: 5 with 3-1 makes the five point.",
    "Backspace takes a move back, Escape all of them; Enter picks up the dice, and the turn is over.",
)
"""The ways to move."""

GLOSSARY: Mapping[str, str] = {
    "bar": "the ridge in the middle, where hit checkers wait to enter",
    "bear off": "take a checker off the board from home",
    "blot": "a single checker on a point: it can be hit",
    "cube": "the doubling cube: what the game counts",
    "dance": "have no legal move from the bar",
    "gammon": "a win before the loser has borne off any (Mars)",
    "backgammon": "a gammon with a loser's checker on the bar or in the winner's home (Koks)",
    "head": "Long: the 24 point, where all checkers start",
    "oin": "Long: a single win; mars, a win before the loser has borne off any",
    "pip": "one point's distance; the pip count is what is left to go",
    "point": "one of the 24 triangles; two checkers hold it, in Long one does",
    "prime": "a row of held points that blocks the way",
    "stone": "another word for a checker",
}
"""The words of the game, each in a line."""

_ALL_DICE = (
    "Both numbers must be played if that is possible, of a double as many as possible; if only one of two can "
    "be played it must be the larger if it can."
)
_BEARING_OFF = (
    "Bearing off: with all checkers home, a number takes one off its point, or off the highest point when none is "
    "higher. You may move inside instead."
)
_RESIGNING = "You may offer to resign; the other accepts or plays on."
_TURN = "A turn ends when you pick up the dice. Until then everything can be taken back."

_MOVING: Mapping[Movement, str] = {
    Movement.HITTING: (
        "The sides go opposite ways. A point with two or more opposing checkers is closed; one alone on a point "
        "can be hit, and must enter from the bar in the opponent's home before anything else moves."
    ),
    Movement.NARDE: (
        "Both go the same way round, and nobody is hit: a point with even one opposing checker is closed."
    ),
}
_COUNTS: Mapping[Movement, str] = {
    Movement.HITTING: (
        "A single win counts 1, a gammon (the loser has borne off none) 2, a backgammon (and has one on the bar "
        "or in the winner's home) 3"
    ),
    Movement.NARDE: "An oin counts 1, a mars (the loser has borne off none) 2",
}
_CLOCK: Mapping[Clock, str] = {
    Clock.NONE: "",
    Clock.DELAY: "the first 12 seconds of each turn are free",
    Clock.BRONSTEIN: "what you use of the first 12 seconds of each turn is given back after it",
}
_PAUSE: Mapping[Pause, str] = {
    Pause.NEVER: "They go on while a player is away.",
    Pause.FIVE_MINUTES: "While a player is away they stand too, five minutes in all for each.",
    Pause.TEN_MINUTES: "While a player is away they stand too, ten minutes in all for each.",
    Pause.THIRTY_MINUTES: "While a player is away they stand too, thirty minutes in all for each.",
    Pause.UNLIMITED: "While a player is away they stand too, however long it is.",
}
_HEAD = "Head: one checker a turn may leave the 24 point, where all start"
_FROM_THE_HEAD: Mapping[FirstThrow, str] = {
    FirstThrow.EACH: (
        "; in a player's first turn two with 3-3, 4-4 or 6-6, where one alone is stopped by the opponent's head"
    ),
    FirstThrow.SECOND: "; in the second player's first turn two with 3-3, 4-4 or 6-6",
    FirstThrow.ANY_DOUBLE: "; in a player's first turn two with any double",
    FirstThrow.NONE: ", in the first turn too",
}
"""When two may leave the head. [RULES L12 to L14]"""


def rules_of(match: Match) -> list[str]:
    """Say the rules of this very match, and what they mean in the game at hand; a paragraph each."""
    movement, ruleset = match.variant.movement, match.ruleset
    return [
        _aim(match),
        _series(match),
        _MOVING[movement],
        *([f"{_HEAD}{_FROM_THE_HEAD[ruleset.first_throw]}."] if movement is Movement.NARDE else []),
        f"{_COUNTS[movement]}{', times the cube' * ruleset.cube}.",
        _start(match),
        _ALL_DICE,
        _BEARING_OFF,
        *_cube_rules(match),
        *_clock_rules(ruleset),
        *_chosen(match),
        _RESIGNING,
        _TURN,
    ]


def _aim(match: Match) -> str:
    return (
        f"{match.variant.name}: {match.variant.checkers} checkers a side. Both move from 24 towards 1 by their "
        "own numbers, bring all home (6 to 1) and bear them off; who has none left wins."
    )


def about_stake(stake: str) -> list[str]:
    """Say what a point is worth, if the players have agreed on it. [RULES A-48]"""
    return [f"Stake: each point is worth {stake}."] if stake else []


def _series(match: Match) -> str:
    length = match.ruleset.length
    if not length:
        return "Money session: every game adds its points to a running score, as long as you like."
    if length == 1:
        return "Match to 1: this game decides."
    return f"Match to {length}: who first has {length} points or more wins it."


def _start(match: Match) -> str:
    first = (
        "throws both dice anew for his first roll"
        if match.variant.fresh_first_roll
        else "plays both numbers first"
    )
    return f"Start: one die each, a tie is thrown again; the higher {first}."


def _cube_rules(match: Match) -> list[str]:
    if not match.ruleset.cube:
        return ["No doubling cube in this match."]
    lines = [
        "Cube: before rolling you may double, if the cube is in the middle or yours. The other takes, owning the "
        "cube for twice the stake, or passes and loses the stake as it was."
    ]
    if match.ruleset.length > 1 and match.ruleset.crawford:
        state = "This is it." if match.game.crawford else "It is not this one."
        lines.append(
            "Crawford: the first game after a player comes within one point of the match is played without "
            f"doubling. {state}"
        )
    if match.ruleset.length:
        lines.append("Dead cube: who wins the match with the cube as it stands may not double.")
    return lines


def _clock_rules(ruleset: Ruleset) -> list[str]:
    """Say how the time is limited, if it is."""
    if not _CLOCK[ruleset.clock]:
        return []
    return [
        f"Clock: each has 2 minutes for every point of the match; {_CLOCK[ruleset.clock]}. Whose time is up loses "
        f"the match, once the other claims the flag. Between games the clocks stand. {_PAUSE[ruleset.pause]}"
    ]


def _chosen(match: Match) -> list[str]:
    """Say each rule that is not as usual, and in Long also those of its own that are, and what they mean."""
    values = write_ruleset(match.ruleset)
    told = {"length", "cube", "crawford", "first_throw", "clock", "pause"}
    always = {"six_in_a_row"} if match.variant.movement is Movement.NARDE else set()
    return [
        f"{option.label}: {shown(option, value)}. {option.explanation}."
        for option in options()
        if option.name not in told and ((value := values[option.name]) != option.default or option.name in always)
    ]
