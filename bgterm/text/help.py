"""The help: how to move, the rules of the match, and a glossary."""

from collections.abc import Iterator, Mapping

from bgterm.notation.json_codec import write_ruleset
from bgterm.notation.plural import counted
from bgterm.rules.board import Movement
from bgterm.rules.match import Match
from bgterm.rules.ruleset import NextGame, Ruleset, SixInARow, has_crawford_game
from bgterm.rules.scoring import wins_of
from bgterm.text import rule_texts as texts
from bgterm.text.ruleset_options import options, shown
from bgterm.text.score import win_with_article

HOW_TO_MOVE = (
    "Walk: arrows or hjkl move over what is legal; Enter or Space picks a checker up and puts it down.",
    "Type: 8/5 6/5, 13/7(2), bar/22, 6/off, 24/18/13; * marks a hit, but you may leave it out.",
    "Or type only the destination: 5 with 3-1 makes the five point.",
    "Backspace undoes a move, Escape all of them; Enter ends your turn.",
)
"""The ways to move."""

GLOSSARY: Mapping[str, str] = {
    "bar": "the ridge in the middle, where hit checkers wait to enter",
    "bear off": "take a checker off the board from home",
    "beaver": "turn the cube again at once when doubled, and keep it; the answer to that is a raccoon",
    "blot": "a single checker on a point: it can be hit",
    "Crawford game": "the one game without doubling, when a player first needs one point",
    "cube": "the doubling cube; shows what the game is worth",
    "dance": "have no legal move from the bar",
    "enter": "put a checker from the bar into the opponent's home",
    "gammon": "a win before the loser has borne off any (Mars)",
    "backgammon": "a gammon with a loser's checker on the bar or in the winner's home (Koks)",
    "head": "Long: the 24 point, where all checkers start",
    "hit": "move to an opponent's blot, which goes to the bar",
    "lot": "Long: one die each, which decides who moves first",
    "oin": "Long: a single win; mars, a win before the loser has borne off any",
    "pass": "refuse a double, and lose the game at its present value",
    "pip": "one point's distance; the pip count is what is left to go",
    "point": "one of the 24 triangles; two checkers hold it, in Long one does",
    "prime": "a row of held points that blocks the way",
    "stone": "another word for a throw of the dice",
    "take": "accept a double, and own the cube",
}
"""The words of the game, each in a line."""


def rules_of(match: Match) -> list[str]:
    """Return the rules of this match, and their meaning in the current game; a paragraph each."""
    movement, ruleset = match.variant.movement, match.ruleset
    hitting = movement is Movement.HITTING
    return [
        _aim(match),
        _series(match),
        *_start(match),
        *texts.MOVING[movement],
        *([] if hitting else _long_rules(ruleset)),
        texts.ALL_DICE,
        *([] if ruleset.hit_and_run else [texts.HIT_AND_RUN]),
        texts.BEARING_OFF + texts.HIT_MEANWHILE * hitting,
        *([texts.LAST_THROW] if ruleset.last_throw else []),
        _counts(match),
        *_cube_rules(match),
        *_clock_rules(ruleset),
        *_chosen(match),
        _resigning(match),
        texts.TURN,
        texts.VOID_ROLL,
        *([texts.POLICING] if ruleset.policing else []),
        texts.TAKE_BACK if ruleset.take_back else texts.NO_TAKE_BACK,
    ]


def about_stake(stake: str) -> list[str]:
    """Describe what a point is worth, if the players have agreed on it. [RULES A-48]"""
    return [f"Stake: each point is worth {stake}."] if stake else []


# The course of a game


def _aim(match: Match) -> str:
    at_once = "" if match.ruleset.last_throw else " at once"
    *others, last = (f"{count} on {point}" for point, count in match.variant.start)
    start = f"{', '.join(others)} and {last}" if others else last
    return (
        f"{match.variant.name}: {counted(match.variant.checkers, 'checker')} a side, at first {start}. Both move "
        "from 24 towards 1 by their own numbers, bring all home (6 to 1) and bear them off; the first player with "
        f"none left wins{at_once}."
    )


def _series(match: Match) -> str:
    length = match.ruleset.length
    if not length:
        return "Money session: every game adds its points to a running score, as long as you like."
    if length == 1:
        return "Match to 1: this game decides."
    return f"Match to {length}: the first player with {length} points or more wins it."


def _start(match: Match) -> Iterator[str]:
    """Describe who starts, and what happens on equal dice. [RULES A-14, A-50, A-61, L6, L7]"""
    ruleset, double_before = match.ruleset, texts.DOUBLE_BEFORE * match.ruleset.cube
    if match.variant.fresh_first_roll:
        lot = "Lot: one die each, a tie is rolled again; the higher moves first and rolls both dice."
        yield lot + double_before
    else:
        before = ", and cannot double before that" * ruleset.cube
        yield f"Start: one die each, a tie is rolled again; the higher die starts and plays both numbers{before}."
    if ruleset.automatic_doubles:
        often = counted(ruleset.automatic_doubles, "time")
        yield (
            f"Automatic doubles: a tie there doubles the stake, {often} a game at most; the cube stays in the "
            "middle. Further ties are only rolled again."
        )
    if ruleset.length != 1:
        yield _later_games(ruleset, double_before)


def _later_games(ruleset: Ruleset, double_before: str) -> str:
    """Describe who starts the games after the first. [RULES A-19, L34]"""
    later = texts.LATER_GAMES[ruleset.next_game]
    if ruleset.next_game is NextGame.OPENING:
        return later
    return later + double_before + texts.AFTER_DRAW * ruleset.last_throw


def _long_rules(ruleset: Ruleset) -> list[str]:
    """Describe when checkers may leave the head, and when six points in a row may be held."""
    every_step = "" if ruleset.six_in_a_row is SixInARow.FREE else texts.EVERY_STEP
    return [
        f"{texts.HEAD}{texts.FROM_THE_HEAD[ruleset.first_throw]}.",
        f"Six in a row: {texts.ROWS[ruleset.six_in_a_row]}{every_step}.",
    ]


# What it counts


def _counts(match: Match) -> str:
    """Describe what each win counts. [RULES A-55 to A-60, L31, L32]"""
    ruleset = match.ruleset
    wins = texts.COUNTS[match.variant.movement] + texts.KOKS * ruleset.koks if ruleset.gammons else texts.ONLY_ONE
    return f"{wins}{', times the cube' * ruleset.cube}."


def _cube_rules(match: Match) -> Iterator[str]:
    ruleset = match.ruleset
    if not ruleset.cube:
        yield texts.NO_CUBE
        return
    yield texts.CUBE + texts.NO_LIMIT * (not ruleset.length)
    if ruleset.beavers:
        yield texts.BEAVERS + texts.RACCOONS.format(most=ruleset.beavers) * (ruleset.beavers > 1)
    if ruleset.jacoby:
        more = texts.MORE_THAN_SINGLE[match.variant.movement][: len(wins_of(match.variant, ruleset)) - 1]
        yield texts.JACOBY.format(more=" and ".join(more)) + texts.NO_OFFER * bool(ruleset.automatic_doubles)
    if has_crawford_game(match.variant, ruleset):
        yield texts.CRAWFORD + " This is it." * match.last_game.crawford
    if ruleset.length:
        yield texts.DEAD_CUBE


def _clock_rules(ruleset: Ruleset) -> list[str]:
    """Describe how the time is limited, if it is."""
    if not texts.CLOCK[ruleset.clock]:
        return []
    return [
        f"Clock: each has 2 minutes for every point of the match; {texts.CLOCK[ruleset.clock]}. A player whose "
        "time is up loses the match, once the opponent claims the flag. Between games the clocks stand. "
        f"{texts.PAUSE[ruleset.pause]}"
    ]


def _resigning(match: Match) -> str:
    """Describe how a game is given up. [RULES A-83]"""
    *others, last = (win_with_article(match.variant, win) for win in wins_of(match.variant, match.ruleset))
    offer = texts.RESIGNING.format(wins=f"{', '.join(others)} or {last}")
    return f"{offer}{texts.DOUBLE_PENDING * match.ruleset.cube}{texts.SAME_CLOCK * match.timed}"


def _chosen(match: Match) -> list[str]:
    """Describe each rule that differs from the default and is not described elsewhere."""
    values = write_ruleset(match.ruleset)
    return [
        f"{option.label}: {shown(option, value)}. {option.explanation}."
        for option in options()
        if option.name not in _TOLD and (value := values[option.name]) != option.default
    ]


_TOLD = {
    "length",
    "crawford",
    "cube",
    "jacoby",
    "beavers",
    "automatic_doubles",
    "gammons",
    "next_game",
    "take_back",
    "hit_and_run",
    "policing",
    "clock",
    "pause",
    "first_throw",
    "six_in_a_row",
    "koks",
    "last_throw",
}
"""The options of which the rules are told whatever is chosen."""
