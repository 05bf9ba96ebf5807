"""The texts about the score: the kind of match, its standing, and the ends of a game and of the match."""

from collections.abc import Mapping
from enum import Enum, auto

from bgterm.catalog import N_, _, ngettext
from bgterm.rules.board import Movement, Player
from bgterm.rules.match import Ending, MatchState, Result, Win
from bgterm.rules.variants import Variant

_Names = Mapping[Win, tuple[str, str]]
"""The name of each win, without and with its indefinite article."""
_WINS: Mapping[Movement, _Names] = {
    Movement.HITTING: {
        Win.SINGLE: (N_("single game"), N_("a single game")),
        Win.GAMMON: (N_("gammon"), N_("a gammon")),
        Win.BACKGAMMON: (N_("backgammon"), N_("a backgammon")),
    },
    Movement.NARDE: {
        Win.SINGLE: (N_("oin"), N_("an oin")),
        Win.GAMMON: (N_("mars"), N_("a mars")),
        Win.BACKGAMMON: (N_("koks"), N_("a koks")),
    },
}
_MARS_KOKS: _Names = {
    Win.GAMMON: (N_("gammon (Mars)"), N_("a gammon (Mars)")),
    Win.BACKGAMMON: (N_("backgammon (Koks)"), N_("a backgammon (Koks)")),
}
"""The names for `WinNames.MARS_KOKS`, which differ only in Long backgammon."""


class WinNames(Enum):
    """The words that name a win. [RULES, Names]"""

    USUAL = auto()
    """The variant's usual names."""
    MARS_KOKS = auto()
    """The usual names with Mars added to gammon, and Koks to backgammon."""


# Wins


def _names(variant: Variant, win: Win, vocabulary: WinNames) -> tuple[str, str]:
    usual = _WINS[variant.movement]
    if vocabulary is WinNames.MARS_KOKS and variant.movement is Movement.HITTING:
        return _MARS_KOKS.get(win, usual[win])
    return usual[win]


def win_name(variant: Variant, win: Win, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the name of a win in the words of the variant. [RULES A-55 to A-58, L31, L32]"""
    return _(_names(variant, win, vocabulary)[0])


def win_with_article(variant: Variant, win: Win, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the name of a win after its indefinite article: `an oin`."""
    return _(_names(variant, win, vocabulary)[1])


# The kind of match


def kind(match: MatchState) -> str:
    """Return the kind of a match: `match to 7`, `money session`."""
    return kind_of(match.ruleset.length)


def kind_of(length: int) -> str:
    """Return the kind of a match to `length` points; 0 is a money session."""
    return _("match to {points}", points=length) if length else _("money session")


def title(match: MatchState) -> str:
    """Return the variant, the kind of match and its progress: `Backgammon, match to 7, game 4, Crawford`."""
    parts = [_(match.variant.name), kind(match), _("game {number}", number=match.shown_game.number)]
    if match.shown_game.crawford:
        parts.append(_("Crawford"))
    return ", ".join(parts)


def where_it_stands(match: MatchState) -> str:
    """Return the score, the kind of match and its progress: `Ann 3, Bob 2, match to 5, game 4`."""
    game = _("game {number}", number=match.game.number)
    return standing_of(match.names, match.score, match.ruleset.length, game)


def standing_of(names: tuple[str, str], score: tuple[int, int], length: int, state: str) -> str:
    """Return the score, the kind of match and its `state`, which is a text such as `game 4` or `closed`."""
    (white, black), (mine, theirs) = names, score
    return ", ".join([f"{white} {mine}", f"{black} {theirs}", kind_of(length), state])


def farewell(match: MatchState, name: str, *, plain: bool = False, program: str = "bgterm") -> str:
    """Return how a match that was left can be resumed, in the shell or in plain mode; or how it ended.

    `program` is the command that starts bgterm. Plain mode leaves out a `name` that is not ASCII: without one
    `resume` continues the match that was left last.
    """
    if match.winner is not None:
        return _("{result}. Saved as {name}.", result=standing(match), name=name)
    command = [
        program,
        "resume",
        *(["--plain"] if plain else []),
        *([name] if name.isascii() or not plain else []),
    ]
    return _(
        "Saved: {standing}. Resume with: {command}", standing=where_it_stands(match), command=" ".join(command)
    )


# Who leads


def standing(match: MatchState) -> str:
    """Describe who leads, or who has won the match."""
    winner, result = match.winner, match.shown_game.result
    if winner is not None:
        name, won, lost = match.names[winner.index], match.score[winner.index], match.score[winner.opponent.index]
        if result and result.ending is Ending.ON_TIME:
            return _("{name} wins the match on time, at {won}-{lost}", name=name, won=won, lost=lost)
        return _("{name} wins the match {won}-{lost}", name=name, won=won, lost=lost)
    return lead(match.names, match.score)


def on_scoreboard(names: tuple[str, str], score: tuple[int, int]) -> str:
    """Format a score as on a scoreboard: `Ann 3 - 2 Bob`."""
    (white, black), (won, lost) = names, score
    return _("{white} {won} - {lost} {black}", white=white, won=won, lost=lost, black=black)


def lead(names: tuple[str, str], score: tuple[int, int]) -> str:
    """Describe a score: `Ann leads 3-2`, or `3-3`."""
    white, black = score
    if white == black:
        return f"{white}-{black}"
    leader = Player.WHITE if white > black else Player.BLACK
    return _("{name} leads {more}-{less}", name=names[leader.index], more=max(score), less=min(score))


def score_line(match: MatchState) -> str:
    """Format the score after a game: `Ann leads 3-2, match to 5`, `Ann wins the match 5-1, match to 3`."""
    white, black = match.score
    if white == black and match.winner is None:
        return _("Level at {score}, {kind}", score=standing(match), kind=kind(match))
    return _("{standing}, {kind}", standing=standing(match), kind=kind(match))


# The end of a game


def headline(match: MatchState, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return how the game or match ended, without a full stop; an empty text while it goes on."""
    result = match.shown_game.result
    if result is None:
        return ""
    if result.winner is None:
        return _("Both are off: a draw") if result.ending is Ending.DRAWN else _("Nobody is said to have won")
    name = match.names[result.winner.index]
    loser = match.names[result.winner.opponent.index]
    win = win_with_article(match.variant, result.win, vocabulary)
    return _(_HEADLINES[result.ending], name=name, loser=loser, win=win)


_HEADLINES: Mapping[Ending, str] = {
    Ending.BORNE_OFF: N_("{name} wins {win}"),
    Ending.DRAWN: N_("{name} wins {win}"),
    Ending.DROPPED: N_("{loser} passes: {name} wins"),
    Ending.RESIGNED: N_("{loser} resigns: {name} wins {win}"),
    Ending.ON_TIME: N_("{loser} has no time left: {name} wins the match"),
    Ending.UNRECORDED: N_("{name} wins, and the record does not state how"),
}


def arithmetic(match: MatchState) -> str:
    """Return how the points of a finished game come about, `gammon 2 x cube 4 = 8`; otherwise an empty text.

    The win has one name here, because `headline`, which is shown beside it, has both where there are two.
    """
    result = match.shown_game.result
    if result is None:
        return ""
    points = result.points
    if result.ending is Ending.DROPPED:
        return ngettext(
            "{count} point (the cube before the double)", "{count} points (the cube before the double)", points
        )
    if result.winner is None:
        return _("no points")
    if result.ending is Ending.ON_TIME:
        return _("the match is lost with the time, whatever the score")
    if result.ending is Ending.UNRECORDED:
        return _("as the record says: {points}", points=points)
    win = win_name(match.variant, result.win)
    if result.as_single:
        return _as_single(match, result, win)
    if not match.ruleset.cube:
        return _("{win} = {points}", win=win, points=points)
    return _(
        "{win} {times} x cube {cube} = {points}", win=win, times=result.times, cube=result.cube, points=points
    )


def _as_single(match: MatchState, result: Result, win: str) -> str:
    """Return how a win comes to count as a single one, and which rule says so. [RULES A-60, A-66]"""
    single = win_with_article(match.variant, Win.SINGLE)
    fields = {"win": win, "single": single, "times": result.times, "cube": result.cube, "points": result.points}
    if match.ruleset.gammons:
        return _("Jacoby: {win} counts 1, no double was offered: {times} x cube {cube} = {points}", **fields)
    if match.ruleset.cube:
        return _("{win} counts as {single}: {times} x cube {cube} = {points}", **fields)
    return _("{win} counts as {single} = {points}", **fields)
