"""What the help teaches: how to move, the rules of the very match, and the words of the game."""

from collections.abc import Mapping

from bgterm.notation.counted import counted
from bgterm.notation.lines import write_ruleset
from bgterm.notation.options import options, shown
from bgterm.rules.board import Movement
from bgterm.rules.match import Match
from bgterm.rules.options import has_crawford_game
from bgterm.rules.variants import Clock, FirstThrow, Pause, Ruleset, SixInARow

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
_TAKE_BACK = (
    "Take-back: until the other rolls or doubles, or the next game begins, you may ask for your last play back; "
    "it is undone if he agrees."
)
_NO_TAKE_BACK = "Take-back: no. Once the dice are picked up a play stands."

_MOVING: Mapping[Movement, str] = {
    Movement.HITTING: (
        "The sides go opposite ways. A point with two or more opposing checkers is closed; one alone on a point "
        "can be hit, and must enter from the bar in the opponent's home before anything else moves."
    ),
    Movement.NARDE: (
        "Both go the same way round, counter-clockwise, or clockwise where the home boards are shown on the left. "
        "Nobody is hit: a point with even one opposing checker is closed."
    ),
}
_COUNTS: Mapping[Movement, str] = {
    Movement.HITTING: (
        "A single win counts 1, a gammon (the loser has borne off none) 2, a backgammon (and has one on the bar "
        "or in the winner's home) 3"
    ),
    Movement.NARDE: "An oin counts 1, a mars (the loser has borne off none) 2",
}
_ONLY_ONE = "Every win counts 1, however few the loser has borne off"
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
_ROWS: Mapping[SixInARow, str] = {
    SixInARow.IN_FRONT: (
        "you may hold six points in a row or more only with an opposing checker in front of them, which is "
        "further on its own way than the last of them, or off"
    ),
    SixInARow.ONE_IN_HOME: "you may hold six points in a row or more only when an opposing checker has come home",
    SixInARow.FORBIDDEN: "you may never hold six points in a row or more",
    SixInARow.FREE: "you may hold as many points in a row as you like",
}
"""When six points in a row may be held. [RULES L20]"""
_EVERY_STEP = ". That holds after every single move, also when the same turn would open the row again"
"""When it is looked at. [RULES L21]"""
_FORCED_HIT_AND_RUN = "When every play of a roll would be a hit and run, all of them are allowed."
"""What even those may do who forbid it. [RULES H4]"""


def rules_of(match: Match) -> list[str]:
    """Say the rules of this very match, and what they mean in the game at hand; a paragraph each."""
    movement, ruleset = match.variant.movement, match.ruleset
    return [
        _aim(match),
        _series(match),
        _MOVING[movement],
        *(_long_rules(ruleset) if movement is Movement.NARDE else []),
        f"{_COUNTS[movement] if ruleset.gammons else _ONLY_ONE}{', times the cube' * ruleset.cube}.",
        _start(match),
        _ALL_DICE,
        _BEARING_OFF,
        *_cube_rules(match),
        *_clock_rules(ruleset),
        *_chosen(match),
        _RESIGNING,
        _TURN,
        _TAKE_BACK if ruleset.take_back else _NO_TAKE_BACK,
    ]


def _long_rules(ruleset: Ruleset) -> list[str]:
    """Say when checkers may leave the head, and when six points in a row may be held."""
    every_step = "" if ruleset.six_in_a_row is SixInARow.FREE else _EVERY_STEP
    return [
        f"{_HEAD}{_FROM_THE_HEAD[ruleset.first_throw]}.",
        f"Six in a row: {_ROWS[ruleset.six_in_a_row]}{every_step}.",
    ]


def _aim(match: Match) -> str:
    return (
        f"{match.variant.name}: {counted(match.variant.checkers, 'checker')} a side. Both move from 24 towards 1 "
        "by their own numbers, bring all home (6 to 1) and bear them off; who has none left wins."
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
    if has_crawford_game(match.variant, match.ruleset):
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
    """Say each rule that is not as usual and is not told elsewhere, and what it means."""
    values = write_ruleset(match.ruleset)
    chosen = [
        f"{option.label}: {shown(option, value)}. {option.explanation}."
        for option in options()
        if option.name not in _TOLD and (value := values[option.name]) != option.default
    ]
    return chosen if match.ruleset.hit_and_run else [*chosen, _FORCED_HIT_AND_RUN]


_TOLD = {"length", "cube", "crawford", "gammons", "first_throw", "six_in_a_row", "take_back", "clock", "pause"}
"""The options of which the rules are told whatever is chosen."""
