"""The help: how to move, the rules of the match, and a glossary."""

from collections.abc import Iterator, Mapping

from bgterm.catalog import N_, _, ngettext
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.notation.dice_evidence import Evidence
from bgterm.notation.json_codec import write_fields
from bgterm.rules.board import Movement
from bgterm.rules.match import Header, MatchState, wins_of
from bgterm.rules.ruleset import Clock, FirstThrow, NextGame, Pause, SixInARow, has_crawford_game
from bgterm.text.events import about_preset
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


def rules_in_force(match: MatchState, preset: str, header: Header, evidence: Evidence | None) -> list[str]:
    """Return the rules of a match under the name of its preset, the stake of a point, and the source of its dice.

    Preset and stake are empty if the players have agreed on none. [RULES A-48]
    """
    worth = [_("Stake: each point is worth {stake}.", stake=header.stake)] if header.stake else []
    dice = about_dice(header.dice, evidence.commitment if evidence else "")
    return [*about_preset(preset), *rules_of(match), *worth, dice]


def about_dice(dice: str, commitment: str) -> str:
    """Return the sentence about the source of the rolls, `Header.dice`, and the commitment if there is one."""
    kind, detail = DiceOrigin.read(dice)
    return _(_ABOUT_DICE[kind], seed=detail, file=detail, commitment=commitment)


_ABOUT_DICE = {
    DiceKind.RANDOM: N_("Dice: thrown by the system's source of randomness."),
    DiceKind.SEED: N_("Dice: the same every time for seed {seed}."),
    DiceKind.FILE: N_("Dice: read from {file}, a roll a line."),
    DiceKind.MANUAL: N_(
        "Dice: your own, thrown on the table and typed in. Both must lie flat in the right-hand half of the "
        "board, or both are thrown again; in the opening it is that player's one."
    ),
    DiceKind.VERIFIABLE: N_(
        "Dice: derived from a secret with the SHA-256 {commitment}, which is revealed at the end, and from what "
        "the players contributed; bgterm verify then checks every roll."
    ),
}


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
        turn = _(_CLOCK[ruleset.clock])
        yield "clock", _paragraph(_(_TIME, turn=turn), _(_PAUSE[ruleset.pause]))
    yield from _other_options(match)
    yield "resigning", _resigning(match)
    yield "turn", _("A turn ends when you pick up the dice. Until then everything can be undone.")
    yield "void roll", _("Void roll: a roll before the opponent has picked up the dice does not count.")
    if ruleset.policing:
        yield "policing", _(_POLICING)
    yield "take-back", _(_TAKE_BACK if ruleset.take_back else _NO_TAKE_BACK)


def _paragraph(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


# The course of a game


def _aim(match: MatchState) -> str:
    at_once = not match.ruleset.last_throw
    start = ((_("{number} on {point}", number=number, point=point)) for point, number in match.variant.start)
    return _(
        _AIM,
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
    double_before = _("They may double before that roll.") if ruleset.cube else ""
    if match.variant.fresh_first_roll:
        yield "start", _paragraph(_(_LOT), double_before)
    else:
        yield "start", _(_START_WITH_CUBE if ruleset.cube else _START)
    if times := ruleset.automatic_doubles:
        often = ngettext("{count} time a game at most", "{count} times a game at most", times)
        yield "automatic doubles", _(_AUTOMATIC_DOUBLES, often=often)
    if ruleset.length != 1:
        later = _(_LATER_GAMES[ruleset.next_game])
        if ruleset.next_game is not NextGame.OPENING:
            later = _paragraph(later, double_before, _(_AFTER_DRAW) if ruleset.last_throw else "")
        yield "later games", later


def _moving(match: MatchState) -> Iterator[tuple[str, str]]:
    """Describe how checkers move and are borne off."""
    ruleset, hitting = match.ruleset, match.variant.movement is Movement.HITTING
    if hitting:
        yield "moving", _(_MOVING)
        yield "bar", _(_BAR)
        yield "dice", _(_DICE)
    else:
        yield "moving", _(_MOVING_LONG)
        yield "dice", _(_DICE_LONG)
        yield "head", _paragraph(_(_HEAD), _(_FROM_THE_HEAD[ruleset.first_throw]))
        free = ruleset.six_in_a_row is SixInARow.FREE
        yield "six in a row", _paragraph(_(_ROWS[ruleset.six_in_a_row]), "" if free else _(_EVERY_STEP))
    yield "all dice", _(_ALL_DICE)
    if not ruleset.hit_and_run:
        yield "hit and run", _(_HIT_AND_RUN)
    yield "bearing off", _paragraph(_(_BEARING_OFF), _(_HIT_MEANWHILE) if hitting else "")
    if ruleset.last_throw:
        yield "last throw", _(_LAST_THROW)


# The value of a win


def _counts(match: MatchState) -> str:
    """Describe what each win counts. [RULES A-55 to A-60, L31, L32]"""
    ruleset = match.ruleset
    if not ruleset.gammons:
        wins = _("Every win counts 1, however few the loser has borne off")
    elif match.variant.movement is Movement.HITTING:
        wins = _(_COUNTS)
    else:
        wins = _(_COUNTS_KOKS if ruleset.koks else _COUNTS_LONG)
    return _("{wins}, times the cube.", wins=wins) if ruleset.cube else f"{wins}."


def _cube_rules(match: MatchState) -> Iterator[tuple[str, str]]:
    ruleset = match.ruleset
    if not ruleset.cube:
        yield "no cube", _("No doubling cube in this match.")
        return
    yield "cube", _paragraph(_(_CUBE), "" if ruleset.length else _("There is no limit to redoubles."))
    if ruleset.beavers:
        raccoons = _(_RACCOONS, most=ruleset.beavers) if ruleset.beavers > 1 else ""
        yield "beavers", _paragraph(_(_BEAVERS), raccoons)
    if ruleset.jacoby:
        hitting = match.variant.movement is Movement.HITTING
        more = [_("gammons"), _("backgammons")] if hitting else [_("mars wins"), _("koks wins")]
        wins = join_and(more[: len(wins_of(match.variant, ruleset)) - 1])
        yield (
            "jacoby",
            _paragraph(_(_JACOBY, wins=wins), _(_NO_OFFER) if ruleset.automatic_doubles else ""),
        )
    if has_crawford_game(match.variant, ruleset):
        yield "crawford", _paragraph(_(_CRAWFORD), _("This is it.") if match.shown_game.crawford else "")
    if ruleset.length:
        yield "dead cube", _(_DEAD_CUBE)


def _resigning(match: MatchState) -> str:
    """Describe how a game is given up. [RULES A-83]"""
    wins = join_or(win_with_article(match.variant, win) for win in wins_of(match.variant, match.ruleset))
    return _paragraph(
        _(_RESIGNING, wins=wins),
        _("While a double is being answered, the cube counts as before it.") if match.ruleset.cube else "",
        _("No offer changes a clock.") if match.timed else "",
    )


def _other_options(match: MatchState) -> Iterator[tuple[str, str]]:
    """Describe each rule that differs from the default and has no paragraph of its own."""
    values = write_fields(match.ruleset)
    for option in options():
        value = values[option.name]
        if not option.about.get("described") and value != option.default:
            yield option.name, f"{option.label}: {shown(option, value)}. {option.explanation}."


# The sentences of the rules

_MOVING = N_(
    "The players move in opposite directions. A checker may land on any point without two or more opposing "
    "checkers; any number of your own may share one. A single opposing checker is hit and goes to the bar; "
    "nobody has to hit."
)
_BAR = N_(
    "Bar: before any other move a hit checker enters the opponent's home, on the point of a die. If that is "
    "closed for both dice, the turn is lost; after the last has entered, the numbers left must be played."
)
_DICE = N_(
    "Dice: two numbers are two moves, of two checkers or of one, which then lands on an open point in "
    "between and hits a single checker there too. Doubles are four moves, in any combination."
)
_MOVING_LONG = N_(
    "Both move the same way round, counter-clockwise, or clockwise where the home boards are shown on the "
    "left. Nobody is hit: a point with even one opposing checker is closed. Any number of your own may "
    "share a point. Nobody passes the end of their own path but by bearing off."
)
_DICE_LONG = N_(
    "Dice: one pair, which is handed over. Each die is one step, of one checker or several, and every "
    "landing must be allowed. Doubles are four steps."
)
_ALL_DICE = N_(
    "You must play both numbers if you can, and as many of a double as you can; if only one of two can be "
    "played, it must be the larger if it can. A number that cannot be played is lost."
)
_BEARING_OFF = N_(
    "Bearing off: with all your checkers home, a number takes one off its point. If none is there, one on a "
    "higher point must move; if none is higher, the highest is borne off. You may move inside home instead."
)
_HIT_MEANWHILE = N_("If a checker is hit during the bear-off, it must come home before you bear off another.")
_AIM = N_(
    "{variant}: {checkers} a side, at first {start}. Both move from 24 towards 1 by their own numbers, bring all "
    "home (6 to 1) and bear them off; {end}."
)
_LOT = N_("Lot: one die each, a tie is rolled again; the higher moves first and rolls both dice.")
_START = N_("Start: one die each, a tie is rolled again; the higher die starts and plays both numbers.")
_START_WITH_CUBE = N_(
    "Start: one die each, a tie is rolled again; the higher die starts and plays both numbers, and cannot double "
    "before that."
)
_AUTOMATIC_DOUBLES = N_(
    "Automatic doubles: a tie there doubles the stake, {often}; the cube stays in the middle. Further ties are "
    "only rolled again."
)
_LATER_GAMES: Mapping[NextGame, str] = {
    NextGame.OPENING: N_("Later games: each begins in the same way."),
    NextGame.WINNER: N_("Later games: the winner of the last one starts, and rolls both dice."),
    NextGame.ALTERNATE: N_("Later games: the players start in turn; the one who starts rolls both dice."),
}
_AFTER_DRAW = N_("After a draw a new opening decides.")
_HEAD = N_("Head: one checker a turn may leave the 24 point, where all start; it may go on.")
_FROM_THE_HEAD: Mapping[FirstThrow, str] = {
    FirstThrow.EACH: N_(
        "In a player's first turn two may with 3-3, 4-4 or 6-6, where one alone is stopped by the opponent's "
        "head and by nothing before it."
    ),
    FirstThrow.SECOND: N_("In the second player's first turn two may with 3-3, 4-4 or 6-6."),
    FirstThrow.ANY_DOUBLE: N_("In a player's first turn two may with any double."),
    FirstThrow.NONE: N_("That holds in the first turn too."),
}
"""The sentences on when two checkers may leave the head. [RULES L12 to L14]"""
_ROWS: Mapping[SixInARow, str] = {
    SixInARow.IN_FRONT: N_(
        "Six in a row: you may hold six points in a row or more only with an opposing checker ahead of them, "
        "which is further on its own way than the last of them, or off."
    ),
    SixInARow.ONE_IN_HOME: N_(
        "Six in a row: you may hold six points in a row or more only when an opposing checker has come home."
    ),
    SixInARow.FORBIDDEN: N_("Six in a row: you may never hold six points in a row or more."),
    SixInARow.FREE: N_("Six in a row: you may hold as many points in a row as you like."),
}
"""The sentences on when a six-prime may be held. [RULES L20]"""
_EVERY_STEP = N_(
    "That holds after every single move, also when the same turn would open the row again. A row across the "
    "end of the opponent's path does not count."
)
"""The sentence on when and where a six-prime is checked. [RULES L21, L22]"""
_LAST_THROW = N_(
    "Last throw: when the player who started is the first to finish, the other rolls once more, without "
    "doubling; if they finish too, the game is a draw."
)
_HIT_AND_RUN = N_(
    "No hit and run: a checker that hits on a point of its own home stays there, unless another takes its place. "
    "When every play of a roll would be a hit and run, all of them are allowed."
)
_POLICING = N_(
    "No referee: you may leave any play of up to four moves forward by any number, off from anywhere, onto "
    "points without two or more opposing checkers. The opponent may challenge it before rolling or doubling: an "
    "illegal play is taken back, and a legal one must be made with the same dice; a legal play stands. Rolling "
    "or doubling accepts it, and a play that ends the game waits for that answer."
)
_TAKE_BACK = N_(
    "Take-back: until the opponent rolls or doubles, or the next game begins, you may ask for your last play "
    "back; it is undone if they agree. Once they refuse, the play stands."
)
_NO_TAKE_BACK = N_("Take-back: no. Once the dice are picked up a play stands.")

_COUNTS = N_(
    "A single win counts 1, a gammon (the loser has borne off none) 2, a backgammon (the loser has borne off "
    "none and has a checker on the bar or in the winner's home) 3"
)
_COUNTS_LONG = N_("An oin counts 1, a mars (the loser has borne off none) 2")
_COUNTS_KOKS = N_(
    "An oin counts 1, a mars (the loser has borne off none) 2, a koks (nothing off and a checker in the loser's "
    "first quarter, 24 to 19) 3"
)
_CUBE = N_(
    "Cube: a game starts at 1, with the cube in the middle. Before rolling you may double if the cube is in the "
    "middle or yours, even when you cannot move. The opponent takes, and owns the cube at twice the stake, or "
    "passes and loses the stake before the double as a single game. Only the owner of the cube may redouble."
)
_BEAVERS = N_(
    "Beavers: a doubled player may at once turn the cube again and keep it: after a double from 1 to 2, at 4. "
    "The doubler accepts, or refuses and loses 2."
)
_RACCOONS = N_(
    "The doubler may turn it once more in answer (a raccoon), and so on, {most} turns in all; the cube stays "
    "with the player who was doubled, and a refusal costs half of what is offered."
)
_JACOBY = N_(
    "Jacoby: {wins} count as a single win until somebody has offered a double in the game, at its end and in a "
    "resignation."
)
_NO_OFFER = N_("An automatic double is not an offer.")
_CRAWFORD = N_(
    "Crawford: the first game after a player comes within one point of the match is played without doubling; "
    "afterwards the cube is back."
)
_DEAD_CUBE = N_(
    "Dead cube: nobody may double when the cube as it stands is enough for them to win the match. Cube and win "
    "are counted in full, beyond the length of the match too."
)
_RESIGNING = N_(
    "Resigning: at any moment of a game you may offer to lose it as {wins}; the opponent accepts or plays on. A "
    "refused offer may be repeated once something else has happened in the game."
)
_TIME = N_(
    "Clock: each has 2 minutes for every point of the match; {turn}. A player whose time is up loses the match, "
    "once the opponent claims the flag. Between games the clocks stand."
)
_CLOCK: Mapping[Clock, str] = {
    Clock.DELAY: N_("the first 12 seconds of each turn are free"),
    Clock.BRONSTEIN: N_("what you use of the first 12 seconds of each turn is given back after it"),
}
_PAUSE: Mapping[Pause, str] = {
    Pause.NEVER: N_("They go on while a player is away."),
    Pause.FIVE_MINUTES: N_("While a player is away they stand too, five minutes in all for each."),
    Pause.TEN_MINUTES: N_("While a player is away they stand too, ten minutes in all for each."),
    Pause.THIRTY_MINUTES: N_("While a player is away they stand too, thirty minutes in all for each."),
    Pause.UNLIMITED: N_("While a player is away they stand too, however long it is."),
}
