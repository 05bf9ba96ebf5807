"""The help: how to move, the rules of the match, and a glossary."""

from collections.abc import Iterator

from bgterm.catalog import _, ngettext
from bgterm.notation.json_codec import write_fields
from bgterm.rules.board import Movement
from bgterm.rules.match import MatchState, wins_of
from bgterm.rules.ruleset import Clock, NextGame, SixInARow, has_crawford_game
from bgterm.text import rule_texts as texts
from bgterm.text.joining import join_and, join_or
from bgterm.text.options import options, shown
from bgterm.text.score import win_with_article


def how_to_move() -> list[str]:
    """Return the ways to enter a move, one paragraph each."""
    return [
        _("Walk: arrows or hjkl move over what is legal; Enter or Space picks a checker up and puts it down."),
        _("Type: 8/5 6/5, 13/7(2), bar/22, 6/off, 24/18/13; * marks a hit, but you may leave it out."),
        _("Or type only the destination: 5 with 3-1 makes the five point."),
        _("Backspace undoes a move, Escape all of them; Enter ends your turn."),
        _(
            "Click: a checker and then its destination, the dice to roll and to end your turn, the cube, or a key "
            "in the last line; the right button undoes. Hold Shift to select text. An option turns it off."
        ),
        _(
            "On the board, [6] and a hollow checker mark a place to move to. Until your first move the opponent's "
            "last play is marked: a hollow checker or -12 where one left, an amber edge or +17 where one arrived."
        ),
    ]


def glossary() -> dict[str, str]:
    """Return backgammon's terms, each with its meaning in one line."""
    return {
        _("bar"): _("the ridge in the middle, where hit checkers wait to enter"),
        _("bear off"): _("take a checker off the board from home"),
        _("beaver"): _("turn the cube again at once when doubled, and keep it; the answer to that is a raccoon"),
        _("blot"): _("a single checker on a point: it can be hit"),
        _("Crawford game"): _("the one game without doubling, when a player first needs one point"),
        _("cube"): _("the doubling cube; shows what the game is worth"),
        _("dance"): _("have no legal move from the bar"),
        _("enter"): _("put a checker from the bar into the opponent's home"),
        _("gammon"): _("a win before the loser has borne off any (Mars)"),
        _("backgammon"): _("a gammon with a loser's checker on the bar or in the winner's home (Koks)"),
        _("head"): _("Long: the 24 point, where all checkers start"),
        _("hit"): _("move to an opponent's blot, which goes to the bar"),
        _("lot"): _("Long: one die each, which decides who moves first"),
        _("oin"): _("Long: a single win; mars, a win before the loser has borne off any"),
        _("pass"): _("refuse a double, and lose the game at its present value"),
        _("pip"): _("one point's distance; the pip count is what is left to go"),
        _("point"): _("one of the 24 triangles; two checkers hold it, in Long one does"),
        _("prime"): _("a row of held points that blocks the way"),
        _("stone"): _("another word for a throw of the dice"),
        _("take"): _("accept a double, and own the cube"),
    }


def about_stake(stake: str) -> list[str]:
    """Describe what a point is worth, if the players have agreed on it. [RULES A-48]"""
    return [_("Stake: each point is worth {stake}.", stake=stake)] if stake else []


def rules_of(match: MatchState) -> list[str]:
    """Return the rules of this match, and their meaning in the current game; a paragraph each."""
    return [paragraph for topic, paragraph in rules_by_topic(match)]


def rules_by_topic(match: MatchState) -> Iterator[tuple[str, str]]:
    """Yield the topic of each rule of the match, by a name for programs, and its paragraph."""
    ruleset = match.ruleset
    yield "aim", _aim(match)
    yield "series", _series(match)
    yield from _start(match)
    yield from _moving(match)
    yield "counts", _counts(match)
    yield from _cube_rules(match)
    if ruleset.clock is not Clock.NONE:
        turn = _(texts.CLOCK[ruleset.clock])
        yield "clock", _paragraph(_(texts.TIME, turn=turn), _(texts.PAUSE[ruleset.pause]))
    yield from _other_options(match)
    yield "resigning", _resigning(match)
    yield "turn", _(texts.TURN)
    yield "void roll", _(texts.VOID_ROLL)
    if ruleset.policing:
        yield "policing", _(texts.POLICING)
    yield "take-back", _(texts.TAKE_BACK if ruleset.take_back else texts.NO_TAKE_BACK)


def _paragraph(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


# The course of a game


def _aim(match: MatchState) -> str:
    at_once = not match.ruleset.last_throw
    start = ((_("{number} on {point}", number=number, point=point)) for point, number in match.variant.start)
    return _(
        texts.AIM,
        variant=_(match.variant.name),
        checkers=ngettext("{count} checker", "{count} checkers", match.variant.checkers),
        start=join_and(start),
        end=_("the first player with none left wins at once")
        if at_once
        else _("the first player with none left wins"),
    )


def _series(match: MatchState) -> str:
    length = match.ruleset.length
    if not length:
        return _("Money session: every game adds its points to a running score, as long as you like.")
    if length == 1:
        return _("Match to 1: this game decides.")
    return _("Match to {points}: the first player with {points} points or more wins it.", points=length)


def _start(match: MatchState) -> Iterator[tuple[str, str]]:
    """Describe who starts, and what happens on equal dice. [RULES A-14, A-50, A-61, L6, L7]"""
    ruleset = match.ruleset
    double_before = _(texts.DOUBLE_BEFORE) if ruleset.cube else ""
    if match.variant.fresh_first_roll:
        yield "start", _paragraph(_(texts.LOT), double_before)
    else:
        yield "start", _(texts.START_WITH_CUBE if ruleset.cube else texts.START)
    if times := ruleset.automatic_doubles:
        often = ngettext("{count} time a game at most", "{count} times a game at most", times)
        yield "automatic doubles", _(texts.AUTOMATIC_DOUBLES, often=often)
    if ruleset.length != 1:
        later = _(texts.LATER_GAMES[ruleset.next_game])
        if ruleset.next_game is not NextGame.OPENING:
            later = _paragraph(later, double_before, _(texts.AFTER_DRAW) if ruleset.last_throw else "")
        yield "later games", later


def _moving(match: MatchState) -> Iterator[tuple[str, str]]:
    """Describe how checkers move and are borne off."""
    ruleset, hitting = match.ruleset, match.variant.movement is Movement.HITTING
    if hitting:
        yield "moving", _(texts.MOVING)
        yield "bar", _(texts.BAR)
        yield "dice", _(texts.DICE)
    else:
        yield "moving", _(texts.MOVING_LONG)
        yield "dice", _(texts.DICE_LONG)
        yield "head", _paragraph(_(texts.HEAD), _(texts.FROM_THE_HEAD[ruleset.first_throw]))
        free = ruleset.six_in_a_row is SixInARow.FREE
        yield "six in a row", _paragraph(_(texts.ROWS[ruleset.six_in_a_row]), "" if free else _(texts.EVERY_STEP))
    yield "all dice", _(texts.ALL_DICE)
    if not ruleset.hit_and_run:
        yield "hit and run", _(texts.HIT_AND_RUN)
    yield "bearing off", _paragraph(_(texts.BEARING_OFF), _(texts.HIT_MEANWHILE) if hitting else "")
    if ruleset.last_throw:
        yield "last throw", _(texts.LAST_THROW)


# The value of a win


def _counts(match: MatchState) -> str:
    """Describe what each win counts. [RULES A-55 to A-60, L31, L32]"""
    ruleset = match.ruleset
    if not ruleset.gammons:
        wins = _(texts.ONLY_ONE)
    elif match.variant.movement is Movement.HITTING:
        wins = _(texts.COUNTS)
    else:
        wins = _(texts.COUNTS_KOKS if ruleset.koks else texts.COUNTS_LONG)
    return _("{wins}, times the cube.", wins=wins) if ruleset.cube else f"{wins}."


def _cube_rules(match: MatchState) -> Iterator[tuple[str, str]]:
    ruleset = match.ruleset
    if not ruleset.cube:
        yield "no cube", _(texts.NO_CUBE)
        return
    yield "cube", _paragraph(_(texts.CUBE), "" if ruleset.length else _(texts.NO_LIMIT))
    if ruleset.beavers:
        raccoons = _(texts.RACCOONS, most=ruleset.beavers) if ruleset.beavers > 1 else ""
        yield "beavers", _paragraph(_(texts.BEAVERS), raccoons)
    if ruleset.jacoby:
        hitting = match.variant.movement is Movement.HITTING
        more = [_("gammons"), _("backgammons")] if hitting else [_("mars wins"), _("koks wins")]
        wins = join_and(more[: len(wins_of(match.variant, ruleset)) - 1])
        yield (
            "jacoby",
            _paragraph(_(texts.JACOBY, wins=wins), _(texts.NO_OFFER) if ruleset.automatic_doubles else ""),
        )
    if has_crawford_game(match.variant, ruleset):
        yield "crawford", _paragraph(_(texts.CRAWFORD), _("This is it.") if match.shown_game.crawford else "")
    if ruleset.length:
        yield "dead cube", _(texts.DEAD_CUBE)


def _resigning(match: MatchState) -> str:
    """Describe how a game is given up. [RULES A-83]"""
    wins = join_or(win_with_article(match.variant, win) for win in wins_of(match.variant, match.ruleset))
    return _paragraph(
        _(texts.RESIGNING, wins=wins),
        _(texts.DOUBLE_PENDING) if match.ruleset.cube else "",
        _(texts.SAME_CLOCK) if match.timed else "",
    )


def _other_options(match: MatchState) -> Iterator[tuple[str, str]]:
    """Describe each rule that differs from the default and has no paragraph of its own."""
    values = write_fields(match.ruleset)
    for option in options():
        value = values[option.name]
        if not option.about.get("described") and value != option.default:
            yield option.name, f"{option.label}: {shown(option, value)}. {option.explanation}."
