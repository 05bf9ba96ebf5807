"""The rules help tells every rule that holds in the match, and none that does not. [RULES parts A, H, L]"""

from typing import NamedTuple

import pytest

from bgterm.rules.games import start
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Clock, NextGame, Pause, Ruleset, SixInARow
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, NACKGAMMON, VARIANTS, Variant
from bgterm.text.help import about_dice, glossary, rules_of
from bgterm.text.how_to_play import how_to_play, rules_in_full, start_drawing


class Match(NamedTuple):
    """The ruleset and the variant of a match."""

    variant: Variant
    ruleset: Ruleset

    @property
    def help(self) -> str:
        return "\n".join(rules_of(start(Header(self.variant, self.ruleset))))


ALL = {
    "tournament": Match(BACKGAMMON, Ruleset(length=5)),
    "money": Match(BACKGAMMON, Ruleset(jacoby=True, beavers=1, automatic_doubles=2)),
    "raccoons": Match(NACKGAMMON, Ruleset(beavers=3)),
    "house": Match(HYPER, Ruleset(length=5, hit_and_run=False, policing=True, take_back=False)),
    "no cube": Match(BACKGAMMON, Ruleset(length=5, cube=False)),
    "timed": Match(BACKGAMMON, Ruleset(length=5, clock=Clock.DELAY)),
    "narde": Match(LONG, Ruleset(length=5, cube=False)),
    "narde with the cube": Match(
        LONG, Ruleset(jacoby=True, koks=True, last_throw=True, next_game=NextGame.WINNER)
    ),
    "winner starts": Match(BACKGAMMON, Ruleset(next_game=NextGame.WINNER)),
    "each in turn": Match(BACKGAMMON, Ruleset(next_game=NextGame.ALTERNATE, cube=False)),
}
EVERYWHERE = frozenset(ALL)
NARDE = frozenset({"narde", "narde with the cube"})
HITTING = EVERYWHERE - NARDE
CUBE = EVERYWHERE - {"no cube", "narde", "each in turn"}
MATCHES = {"tournament", "house", "no cube", "timed", "narde"}
WINNER_STARTS = {"winner starts", "narde with the cube"}
MONEY_PLAY = {"money", "raccoons", "narde with the cube", "winner starts"}

TOLD = [
    # where all stand at first
    ("15 checkers a side, at first 2 on 24, 5 on 13, 3 on 8 and 5 on 6.", HITTING - {"raccoons", "house"}),
    ("15 checkers a side, at first 2 on 24, 2 on 23, 4 on 13, 3 on 8 and 4 on 6.", {"raccoons"}),
    ("3 checkers a side, at first 1 on 24, 1 on 23 and 1 on 22.", {"house"}),
    ("15 checkers a side, at first 15 on 24.", NARDE),
    # the course of a game
    ("Match to 5: the first player with 5 points or more wins it.", MATCHES),
    ("Money session: every game adds its points to a running score", EVERYWHERE - MATCHES),
    ("the first player with none left wins", EVERYWHERE),
    ("wins at once.", EVERYWHERE - {"narde with the cube"}),
    ("The players move in opposite directions.", HITTING),
    ("Both move the same way round", NARDE),
    ("ny number of your own may share", EVERYWHERE),
    ("nobody has to hit.", HITTING),
    ("Bar: before any other move a hit checker enters", HITTING),
    ("after the last has entered, the numbers left must be played.", HITTING),
    ("of one, which then lands on an open point in between and hits a single checker there too.", HITTING),
    ("Doubles are four moves, in any combination.", HITTING),
    ("Doubles are four steps.", NARDE),
    ("every landing must be allowed", NARDE),
    ("You must play both numbers if you can", EVERYWHERE),
    ("if none is higher, the highest is borne off.", EVERYWHERE),
    ("If a checker is hit during the bear-off, it must come home before you bear off another.", HITTING),
    ("A turn ends when you pick up the dice.", EVERYWHERE),
    ("Void roll: a roll before the opponent has picked up the dice does not count.", EVERYWHERE),
    ("Nobody passes the end of their own path", NARDE),
    ("clockwise where the home boards are shown on the left.", NARDE),
    ("only with an opposing checker ahead of them, which is further on its own way", NARDE),
    ("That holds after every single move", NARDE),
    ("Head: one checker a turn may leave the 24 point, where all start; it may go on.", NARDE),
    ("A row across the end of the opponent's path does not count.", NARDE),
    ("Last throw: when the player who started is the first to finish", {"narde with the cube"}),
    # the start
    ("the higher die starts and plays both numbers", HITTING),
    ("and cannot double before that.", HITTING & CUBE),
    ("the higher moves first and rolls both dice.", NARDE),
    ("Automatic doubles: a tie there doubles the stake, 2 times a game at most; the cube", {"money"}),
    ("; the cube stays in the middle.", {"money"}),
    ("Later games: each begins in the same way.", EVERYWHERE - WINNER_STARTS - {"each in turn"}),
    ("Later games: the winner of the last one starts, and rolls both dice.", WINNER_STARTS),
    ("Later games: the players start in turn; the one who starts rolls both dice.", {"each in turn"}),
    ("They may double before that roll.", WINNER_STARTS),
    ("After a draw a new opening decides.", {"narde with the cube"}),
    ("3-3, 4-4 or 6-6, where one alone is stopped by the opponent's head and by nothing before it.", NARDE),
    # the cube
    ("No doubling cube in this match.", {"no cube", "narde", "each in turn"}),
    ("a game starts at 1, with the cube in the middle.", CUBE),
    ("Before rolling you may double if the cube is in the middle or yours, even when you cannot move.", CUBE),
    ("passes and loses the stake before the double as a single game.", CUBE),
    ("Only the owner of the cube may redouble.", CUBE),
    ("There is no limit to redoubles.", MONEY_PLAY),
    ("may at once turn the cube again and keep it", {"money", "raccoons"}),
    ("The doubler accepts, or refuses and loses 2.", {"money", "raccoons"}),
    ("(a raccoon), and so on, 3 turns in all; the cube stays with the player who was doubled", {"raccoons"}),
    ("Jacoby: gammons and backgammons count as a single win", {"money"}),
    ("Jacoby: mars wins and koks wins count as a single win", {"narde with the cube"}),
    ("An automatic double is not an offer.", {"money"}),
    ("Crawford: the first game after", {"tournament", "house", "timed"}),
    ("Dead cube: nobody may double", {"tournament", "house", "timed"}),
    # what it counts
    ("(the loser has borne off none and has a checker on the bar or in the winner's home) 3", HITTING),
    ("An oin counts 1, a mars (the loser has borne off none) 2", NARDE),
    ("a koks (nothing off and a checker in the loser's first quarter, 24 to 19) 3", {"narde with the cube"}),
    ("times the cube", CUBE),
    ("offer to lose it as a single game, a gammon or a backgammon", HITTING),
    ("offer to lose it as an oin or a mars;", {"narde"}),
    ("A refused offer may be repeated once something else has happened in the game.", EVERYWHERE),
    ("While a double is being answered, the cube counts as before it.", CUBE),
    ("No offer changes a clock.", {"timed"}),
    # options
    ("No hit and run: a checker that hits on a point of its own home stays there", {"house"}),
    ("When every play of a roll would be a hit and run, all of them are allowed.", {"house"}),
    ("No referee: you may leave any play", {"house"}),
    ("Take-back: no. Once the dice are picked up a play stands.", {"house"}),
    ("you may ask for your last play back", EVERYWHERE - {"house"}),
    ("Once they refuse, the play stands.", EVERYWHERE - {"house"}),
]


@pytest.mark.parametrize(("rule", "where"), TOLD, ids=[rule for rule, _ in TOLD])
def test_rule_is_told_where_it_holds_and_nowhere_else(rule, where):
    assert {name for name, match in ALL.items() if rule in match.help} == set(where)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_rules_text_has_no_gammon_where_every_win_counts_one(variant):
    told = Match(variant, Ruleset(gammons=False)).help
    assert "Every win counts 1" in told
    assert not any(said in told for said in ("a gammon (", "a mars ("))


def test_no_move_is_said_to_break_a_row_that_is_free():
    assert "That holds after every single move" not in Match(LONG, Ruleset(six_in_a_row=SixInARow.FREE)).help


@pytest.mark.parametrize(
    ("length", "crawford", "told"), [(1, True, ""), (2, True, "Crawford: the first"), (99, False, "Match to 99:")]
)
def test_rules_name_the_length_and_the_crawford_game(length, crawford, told):
    rules = Match(BACKGAMMON, Ruleset(length, crawford=crawford)).help
    assert told in rules
    assert ("Match to 1: this game decides." in rules) is (length == 1)
    assert ("Crawford" in rules) is (length == 2)


@pytest.mark.parametrize(
    ("pause", "said"),
    [
        (Pause.NEVER, "They go on while a player is away."),
        (Pause.FIVE_MINUTES, "five minutes in all for each"),
        (Pause.TEN_MINUTES, "ten minutes in all for each"),
        (Pause.THIRTY_MINUTES, "thirty minutes in all for each"),
        (Pause.UNLIMITED, "While a player is away they stand too, however long it is."),
    ],
)
def test_rules_text_states_how_long_clocks_pause_for_an_absence(pause, said):
    told = [said in Match(BACKGAMMON, Ruleset(5, clock=clock, pause=pause)).help for clock in Clock]
    assert told == [False, True, True]


CHOSEN = {
    "Money session": VARIANTS,
    "Automatic doubles": VARIANTS,
    "Beavers": VARIANTS,
    "Jacoby": VARIANTS,
    "No hit and run": VARIANTS.keys() - {"long"},
    "No referee": VARIANTS.keys() - {"long"},
    "Last throw": {"long"},
    "Every win counts 1": VARIANTS,
    "a koks (nothing off": {"long"},
    "Take-back: no.": VARIANTS,
    "Later games: the winner": VARIANTS,
    "Later games: the players start in turn": VARIANTS,
    "the first 12 seconds of each turn are free": VARIANTS,
    "what you use of the first 12 seconds of each turn is given back": VARIANTS,
    "In the second player's first turn": {"long"},
    "first turn two may with any double": {"long"},
    "That holds in the first turn too": {"long"},
    "when an opposing checker has come home": {"long"},
    "you may never hold six points": {"long"},
    "as many points in a row as you like": {"long"},
}


@pytest.mark.parametrize(("rule", "variants"), CHOSEN.items())
def test_rule_that_can_be_chosen_is_told(rule, variants):
    found = {name: rules_in_full(variant)[-1].text(1000).count(rule) for name, variant in VARIANTS.items()}
    assert found == {name: int(name in set(variants)) for name in VARIANTS}


def test_own_dice_say_what_a_cocked_throw_is():
    told = about_dice("manual", "")
    assert "Both must lie flat in the right-hand half of the board, or both are thrown again" in told


@pytest.mark.rule("Names")
def test_the_glossary_explains_the_words_that_the_rules_use():
    words = glossary()
    assert {"bar", "blot", "cube", "head", "lot", "oin", "pip", "point"} <= set(words)
    assert words["stone"] == "another word for a throw of the dice"
    assert words["gammon"].endswith("(Mars)")
    assert words["backgammon"].endswith("(Koks)")


# The rules for beginners

NARROWEST = 40
"""The number of columns of a page in the smallest window."""


@pytest.mark.parametrize(
    ("variant", "upper", "lower"),
    [
        (BACKGAMMON, " X5  .  .  . O3  . | O5  .  .  .  . X2", " O5  .  .  . X3  . | X5  .  .  .  . O2"),
        (NACKGAMMON, " X4  .  .  . O3  . | O4  .  .  . X2 X2", " O4  .  .  . X3  . | X4  .  .  . O2 O2"),
        (HYPER, "  .  .  .  .  .  . |  .  .  . X1 X1 X1", "  .  .  .  .  .  . |  .  .  . O1 O1 O1"),
        (LONG, "  .  .  .  .  .  . |  .  .  .  .  .X15", "O15  .  .  .  .  . |  .  .  .  .  .  ."),
    ],
)
def test_each_variant_shows_its_own_start(variant, upper, lower):
    first, last = " 13 14 15 16 17 18 | 19 20 21 22 23 24", " 12 11 10  9  8  7 |  6  5  4  3  2  1"
    assert start_drawing(variant) == (first, upper, lower, last)


def test_a_beginner_reads_of_everything_a_game_needs():
    headings = [section.heading for section in how_to_play()]
    game = ["The aim", "The board", "A turn", "Where you may land", "Hitting", "Bearing off"]
    match = ["What a game counts", "The doubling cube", "Matches", "Playing with bgterm"]
    assert headings[:10] == game + match
    assert headings[10:] == [variant.name for variant in VARIANTS.values() if variant is not BACKGAMMON]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_is_explained_and_its_rules_are_sentences(variant):
    *about, every, _chosen = rules_in_full(variant)
    assert all(section.paragraphs for section in about)
    assert every.paragraphs[0].startswith(f"{variant.name}: {variant.checkers} checker")
    for rule in rules_of(start(Header(variant, Ruleset(length=5, cube=variant.cube)))):
        assert rule[0].isupper()
        assert rule.endswith(".")
        assert "  " not in rule


def test_it_fits_into_the_smallest_window_and_into_ascii():
    for section in how_to_play():
        text = section.text(NARROWEST)
        assert max(map(len, text.splitlines())) <= NARROWEST
        assert text.isascii()
