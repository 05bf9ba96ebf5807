"""The sentences of the rules; `help` chooses those of a match."""

from collections.abc import Mapping

from bgterm.catalog import N_
from bgterm.rules.ruleset import Clock, FirstThrow, NextGame, Pause, SixInARow

# The course of a game

MOVING = N_(
    "The players move in opposite directions. A checker may land on any point without two or more opposing "
    "checkers; any number of your own may share one. A single opposing checker is hit and goes to the bar; "
    "nobody has to hit."
)
BAR = N_(
    "Bar: before any other move a hit checker enters the opponent's home, on the point of a die. If that is "
    "closed for both dice, the turn is lost; after the last has entered, the numbers left must be played."
)
DICE = N_(
    "Dice: two numbers are two moves, of two checkers or of one, which then lands on an open point in "
    "between and hits a single checker there too. Doubles are four moves, in any combination."
)
MOVING_LONG = N_(
    "Both move the same way round, counter-clockwise, or clockwise where the home boards are shown on the "
    "left. Nobody is hit: a point with even one opposing checker is closed. Any number of your own may "
    "share a point. Nobody passes the end of their own path but by bearing off."
)
DICE_LONG = N_(
    "Dice: one pair, which is handed over. Each die is one step, of one checker or several, and every "
    "landing must be allowed. Doubles are four steps."
)
ALL_DICE = N_(
    "You must play both numbers if you can, and as many of a double as you can; if only one of two can be "
    "played, it must be the larger if it can. A number that cannot be played is lost."
)
BEARING_OFF = N_(
    "Bearing off: with all your checkers home, a number takes one off its point. If none is there, one on a "
    "higher point must move; if none is higher, the highest is borne off. You may move inside home instead."
)
HIT_MEANWHILE = N_("If a checker is hit during the bear-off, it must come home before you bear off another.")
AIM = N_(
    "{variant}: {checkers} a side, at first {start}. Both move from 24 towards 1 by their own numbers, bring all "
    "home (6 to 1) and bear them off; {end}."
)
LOT = N_("Lot: one die each, a tie is rolled again; the higher moves first and rolls both dice.")
START = N_("Start: one die each, a tie is rolled again; the higher die starts and plays both numbers.")
START_WITH_CUBE = N_(
    "Start: one die each, a tie is rolled again; the higher die starts and plays both numbers, and cannot double "
    "before that."
)
AUTOMATIC_DOUBLES = N_(
    "Automatic doubles: a tie there doubles the stake, {often}; the cube stays in the middle. Further ties are "
    "only rolled again."
)
TURN = N_("A turn ends when you pick up the dice. Until then everything can be undone.")
VOID_ROLL = N_("Void roll: a roll before the opponent has picked up the dice does not count.")
LATER_GAMES: Mapping[NextGame, str] = {
    NextGame.OPENING: N_("Later games: each begins in the same way."),
    NextGame.WINNER: N_("Later games: the winner of the last one starts, and rolls both dice."),
    NextGame.ALTERNATE: N_("Later games: the players start in turn; the one who starts rolls both dice."),
}
DOUBLE_BEFORE = N_("They may double before that roll.")
AFTER_DRAW = N_("After a draw a new opening decides.")
HEAD = N_("Head: one checker a turn may leave the 24 point, where all start; it may go on.")
FROM_THE_HEAD: Mapping[FirstThrow, str] = {
    FirstThrow.EACH: N_(
        "In a player's first turn two may with 3-3, 4-4 or 6-6, where one alone is stopped by the opponent's "
        "head and by nothing before it."
    ),
    FirstThrow.SECOND: N_("In the second player's first turn two may with 3-3, 4-4 or 6-6."),
    FirstThrow.ANY_DOUBLE: N_("In a player's first turn two may with any double."),
    FirstThrow.NONE: N_("That holds in the first turn too."),
}
"""The sentences on when two checkers may leave the head. [RULES L12 to L14]"""
ROWS: Mapping[SixInARow, str] = {
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
EVERY_STEP = N_(
    "That holds after every single move, also when the same turn would open the row again. A row across the "
    "end of the opponent's path does not count."
)
"""The sentence on when and where a six-prime is checked. [RULES L21, L22]"""
LAST_THROW = N_(
    "Last throw: when the player who started is the first to finish, the other rolls once more, without "
    "doubling; if they finish too, the game is a draw."
)
HIT_AND_RUN = N_(
    "No hit and run: a checker that hits on a point of its own home stays there, unless another takes its place. "
    "When every play of a roll would be a hit and run, all of them are allowed."
)
POLICING = N_(
    "No referee: you may leave any play of up to four moves forward by any number, off from anywhere, onto "
    "points without two or more opposing checkers. The opponent may challenge it before rolling or doubling: an "
    "illegal play is taken back, and a legal one must be made with the same dice; a legal play stands. Rolling "
    "or doubling accepts it, and a play that ends the game waits for that answer."
)
TAKE_BACK = N_(
    "Take-back: until the opponent rolls or doubles, or the next game begins, you may ask for your last play "
    "back; it is undone if they agree. Once they refuse, the play stands."
)
NO_TAKE_BACK = N_("Take-back: no. Once the dice are picked up a play stands.")

# The value of a win

ONLY_ONE = N_("Every win counts 1, however few the loser has borne off")
COUNTS = N_(
    "A single win counts 1, a gammon (the loser has borne off none) 2, a backgammon (the loser has borne off "
    "none and has a checker on the bar or in the winner's home) 3"
)
COUNTS_LONG = N_("An oin counts 1, a mars (the loser has borne off none) 2")
COUNTS_KOKS = N_(
    "An oin counts 1, a mars (the loser has borne off none) 2, a koks (nothing off and a checker in the loser's "
    "first quarter, 24 to 19) 3"
)
NO_CUBE = N_("No doubling cube in this match.")
CUBE = N_(
    "Cube: a game starts at 1, with the cube in the middle. Before rolling you may double if the cube is in the "
    "middle or yours, even when you cannot move. The opponent takes, and owns the cube at twice the stake, or "
    "passes and loses the stake before the double as a single game. Only the owner of the cube may redouble."
)
NO_LIMIT = N_("There is no limit to redoubles.")
BEAVERS = N_(
    "Beavers: a doubled player may at once turn the cube again and keep it: after a double from 1 to 2, at 4. "
    "The doubler accepts, or refuses and loses 2."
)
RACCOONS = N_(
    "The doubler may turn it once more in answer (a raccoon), and so on, {most} turns in all; the cube stays "
    "with the player who was doubled, and a refusal costs half of what is offered."
)
JACOBY = N_(
    "Jacoby: {wins} count as a single win until somebody has offered a double in the game, at its end and in a "
    "resignation."
)
NO_OFFER = N_("An automatic double is not an offer.")
CRAWFORD = N_(
    "Crawford: the first game after a player comes within one point of the match is played without doubling; "
    "afterwards the cube is back."
)
DEAD_CUBE = N_(
    "Dead cube: nobody may double when the cube as it stands is enough for them to win the match. Cube and win "
    "are counted in full, beyond the length of the match too."
)
RESIGNING = N_(
    "Resigning: at any moment of a game you may offer to lose it as {wins}; the opponent accepts or plays on. A "
    "refused offer may be repeated once something else has happened in the game."
)
DOUBLE_PENDING = N_("While a double is being answered, the cube counts as before it.")
SAME_CLOCK = N_("No offer changes a clock.")
TIME = N_(
    "Clock: each has 2 minutes for every point of the match; {turn}. A player whose time is up loses the match, "
    "once the opponent claims the flag. Between games the clocks stand."
)
CLOCK: Mapping[Clock, str] = {
    Clock.DELAY: N_("the first 12 seconds of each turn are free"),
    Clock.BRONSTEIN: N_("what you use of the first 12 seconds of each turn is given back after it"),
}
PAUSE: Mapping[Pause, str] = {
    Pause.NEVER: N_("They go on while a player is away."),
    Pause.FIVE_MINUTES: N_("While a player is away they stand too, five minutes in all for each."),
    Pause.TEN_MINUTES: N_("While a player is away they stand too, ten minutes in all for each."),
    Pause.THIRTY_MINUTES: N_("While a player is away they stand too, thirty minutes in all for each."),
    Pause.UNLIMITED: N_("While a player is away they stand too, however long it is."),
}
