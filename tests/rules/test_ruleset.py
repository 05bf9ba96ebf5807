"""Each option on and off, as a table plays it, with the arithmetic. [RULES part A, part L]"""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction, IllegalPlay
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
    Taken,
    TakenBack,
)
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Header, MatchState, Phase, Result, TakeBack, Win
from bgterm.rules.referee import apply, event_of_throw
from bgterm.rules.ruleset import (
    Clock,
    NextGame,
    Ruleset,
    inapplicable_options,
    why_not_option,
    without_inapplicable,
)
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, Variant
from tests.builders import board, play
from tests.states import after, refused, to_roll

WHITE, BLACK = Player.WHITE, Player.BLACK


def first_roll(ruleset: Ruleset, *ties: int, variant: Variant = BACKGAMMON) -> MatchState:
    """Return the match after the ties of the opening and a throw that White wins with 3-1."""
    opening = [OpeningThrown(tie, tie) for tie in ties]
    return after(start(Header(variant, ruleset)), *opening, OpeningThrown(3, 1))


def played(match: MatchState, dice: Dice, text: str) -> MatchState:
    return after(match, Rolled(WHITE, dice), Moved(WHITE, play(text)))


# Automatic doubles


@pytest.mark.rule("A-61", "A-62")
@pytest.mark.parametrize(
    ("limit", "ties", "cube"),
    [(0, (), 1), (0, (4,), 1), (1, (4,), 2), (1, (4, 2, 6), 2), (2, (4, 2), 4), (2, (4, 2, 6), 4), (3, (5,), 2)],
)
def test_equal_numbers_in_the_opening_double_the_stake(limit: int, ties: tuple[int, ...], cube: int):
    game = first_roll(Ruleset(automatic_doubles=limit), *ties).game
    assert game.cube == Cube(cube, None)
    assert not game.double_offered


@pytest.mark.rule("A-61")
def test_corrected_equal_numbers_double_nothing():
    tied = after(start(Header(BACKGAMMON, Ruleset(automatic_doubles=1))), OpeningThrown(4, 4))
    assert [apply(tied, OpeningCorrected(*throw)).game.cube.value for throw in ((3, 1), (5, 5))] == [1, 2]


# Beavers


@pytest.mark.rule("A-63", "A-64", "A-65")
@pytest.mark.parametrize(
    ("cube", "turned_by", "asked", "offered", "lost"),
    [
        (Cube(), (BLACK,), WHITE, 4, 2),
        (Cube(2, WHITE), (BLACK,), WHITE, 8, 4),
        (Cube(8, WHITE), (BLACK,), WHITE, 32, 16),
        (Cube(), (BLACK, WHITE), BLACK, 8, 4),
    ],
    ids=["beaver", "beaver of a redouble", "beaver of a third redouble", "raccoon"],
)
def test_the_first_doubled_keeps_the_cube_of_beaver_and_raccoon(cube, turned_by, asked, offered, lost):
    match = after(to_roll(Ruleset(beavers=2), cube=cube), Doubled(WHITE), *map(Beavered, turned_by))
    assert (match.game.to_act, match.game.cube.offered) == (asked, offered)
    taken = apply(match, Taken(asked)).game
    assert (taken.cube, taken.phase, taken.on_roll) == (Cube(offered, BLACK), Phase.TO_ROLL, WHITE)
    dropped = apply(match, Dropped(asked))
    assert dropped.results.last == Result(asked.opponent, Win.SINGLE, Ending.DROPPED, lost)
    assert dropped.score[asked.opponent.index] == lost


@pytest.mark.rule("A-63", "A-65")
@pytest.mark.parametrize(
    ("limit", "rule", "facts"),
    [(0, ActionRule.NO_BEAVERS, {}), *((most, ActionRule.BEAVER_LIMIT, {"most": most}) for most in (1, 2, 3))],
)
def test_limit_counts_every_cube_turn_after_the_double(limit: int, rule: ActionRule, facts: dict[str, int]):
    match = apply(to_roll(Ruleset(beavers=limit)), Doubled(WHITE))
    for raises in range(limit):
        match = apply(match, Beavered((BLACK, WHITE)[raises % 2]))
    asked = match.game.to_act
    assert asked is (BLACK, WHITE)[limit % 2]
    assert not choices(match, asked).beaver
    error = refused(match, Beavered(asked))
    assert (error.rule, vars(error)) == (rule, facts)


# Jacoby, and every win counts one

GAMMON = "1:1 / 6:15"


@pytest.mark.rule("A-60", "A-66")
@pytest.mark.parametrize(
    ("rules", "doubled", "loser", "win", "points", "as_single"),
    [
        ({}, False, "6:15", Win.GAMMON, 2, False),
        ({}, True, "6:15", Win.GAMMON, 4, False),
        ({"jacoby": True}, False, "6:15", Win.GAMMON, 1, True),
        ({"jacoby": True}, True, "6:15", Win.GAMMON, 4, False),
        ({}, True, "24:1 6:14", Win.BACKGAMMON, 6, False),
        ({"gammons": False}, True, "24:1 6:14", Win.BACKGAMMON, 2, True),
    ],
)
def test_rules_decide_what_a_win_counts_times_the_cube(rules, doubled, loser, win, points, as_single):
    match = to_roll(Ruleset(**rules), f"1:1 / {loser}")
    match = after(match, Doubled(WHITE), Taken(BLACK)) if doubled else match
    won = played(match, Dice(6, 5), "1/off")
    assert (won.results.last.win, won.results.last.as_single, won.score) == (win, as_single, (points, 0))


PASSED = (Doubled(BLACK), Dropped(WHITE), OpeningThrown(3, 1))
RESIGNED = {
    "a beaver counts when it is accepted": ({"beavers": 1}, (Doubled(BLACK), Beavered(WHITE)), Win.GAMMON, 2 * 2),
    "without Jacoby": ({}, (), Win.BACKGAMMON, 3),
    "Jacoby holds for a resignation": ({"jacoby": True}, (), Win.BACKGAMMON, 1),
    "an offer that is not answered yet is made": ({"jacoby": True}, (Doubled(BLACK),), Win.GAMMON, 2),
    "an automatic double is not an offer": ({"jacoby": True, "automatic_doubles": 1}, (), Win.GAMMON, 2),
    "an offer in the game before does not count": ({"jacoby": True}, PASSED, Win.GAMMON, 1 + 1),
}


@pytest.mark.rule("A-61", "A-63", "A-66", "A-67", "A-83")
@pytest.mark.parametrize(("rules", "events", "win", "points"), RESIGNED.values(), ids=RESIGNED)
def test_points_of_a_resignation(rules: dict[str, int], events: tuple[Event, ...], win: Win, points: int):
    match = after(first_roll(Ruleset(**rules), 5), Moved(WHITE, play("8/5 6/5")), *events)
    lost = after(match, ResignationOffered(WHITE, win), ResignationAccepted(BLACK))
    assert lost.score == (0, points)


# The next game


@pytest.mark.rule("A-19", "next-game")
@pytest.mark.parametrize(
    ("next_game", "loser", "starter"),
    [
        (NextGame.OPENING, WHITE, None),
        (NextGame.WINNER, WHITE, BLACK),
        (NextGame.WINNER, BLACK, WHITE),
        (NextGame.ALTERNATE, WHITE, BLACK),
        (NextGame.ALTERNATE, BLACK, BLACK),
    ],
)
def test_who_starts_the_next_game(next_game: NextGame, loser: Player, starter: Player | None):
    match = first_roll(Ruleset(next_game=next_game))
    over = after(match, ResignationOffered(loser, Win.SINGLE), ResignationAccepted(loser.opponent))
    assert over.game.starter is starter
    if starter is None:
        assert event_of_throw(over, WHITE, 6, 2) == OpeningThrown(6, 2)
        assert refused(over, Rolled(BLACK, Dice(6, 2))).rule is ActionRule.GAME_NOT_BEGUN
        return
    assert refused(over, OpeningThrown(6, 2)).rule is ActionRule.OPENING_DECIDED
    assert refused(over, Rolled(starter.opponent, Dice(6, 2))).rule is ActionRule.NOT_YOUR_TURN
    rolled = apply(over, event_of_throw(over, starter, 5, 5))
    assert (rolled.game.number, rolled.game.dice) == (2, Dice(5, 5))
    doubled = after(over, Doubled(starter), Taken(starter.opponent))
    assert (doubled.game.number, doubled.game.cube) == (2, Cube(2, starter.opponent))


# Taking back by agreement


POLICED = Ruleset(policing=True)
ILLEGAL = "8/4 6/5"
CHALLENGED = after(first_roll(POLICED), Moved(WHITE, play(ILLEGAL)), Challenged(BLACK))


@pytest.mark.rule("A-18b")
@pytest.mark.parametrize("before", [first_roll(Ruleset()), CHALLENGED], ids=["first", "after a challenge"])
def test_a_play_is_taken_back_when_the_opponent_agrees(before: MatchState):
    made = apply(before, Moved(WHITE, play("8/5 6/5")))
    asked = apply(made, TakeBackAsked(WHITE))
    assert (asked.game.pending, asked.game.to_act) == (TakeBack(WHITE), BLACK)
    assert apply(asked, TakenBack(BLACK)) == before
    assert not choices(apply(made, Rolled(BLACK, Dice(6, 1))), WHITE).take_back


@pytest.mark.rule("A-18b")
def test_a_winning_play_is_taken_back_before_the_next_game():
    before = apply(to_roll(Ruleset(), GAMMON), Rolled(WHITE, Dice(6, 5)))
    won = apply(before, Moved(WHITE, play("1/off")))
    assert (won.game.number, won.score) == (2, (2, 0))
    asked = apply(won, TakeBackAsked(WHITE))
    assert (asked.to_act, asked.game.number) == (BLACK, 2)
    assert isinstance(refused(asked, OpeningThrown(2, 1)), IllegalAction)
    assert apply(asked, TakenBack(BLACK)) == before
    assert not choices(after(won, OpeningThrown(4, 1)), WHITE).take_back
    match_won = played(to_roll(Ruleset(length=2), GAMMON), Dice(6, 5), "1/off")
    assert match_won.winner is WHITE
    assert not choices(match_won, WHITE).take_back


# Policing by the players


@pytest.mark.rule("A-73")
def test_challenged_illegal_play_is_replaced_by_a_legal_one():
    before = first_roll(POLICED)
    made = apply(before, Moved(WHITE, play(ILLEGAL)))
    assert [choices(made, player).challenge for player in Player] == [False, True]
    again = apply(made, Challenged(BLACK))
    assert again.game == before.game._replace(must_be_legal=True)
    assert isinstance(refused(again, Moved(WHITE, play(ILLEGAL))), IllegalPlay)
    legal = apply(again, Moved(WHITE, play("8/5 6/5")))
    assert not choices(legal, BLACK).challenge
    assert choices(legal, BLACK).roll


@pytest.mark.rule("A-73")
def test_a_legal_play_that_is_challenged_stands_or_is_given_back():
    made = apply(first_roll(POLICED), Moved(WHITE, play("8/5 6/5")))
    stands = apply(made, Challenged(BLACK))
    assert (stands.game.board, stands.game.on_roll, stands.game.phase) == (made.game.board, BLACK, Phase.TO_ROLL)
    again = after(stands, TakeBackAsked(WHITE), TakenBack(BLACK))
    assert again.game.phase is Phase.TO_MOVE
    assert choices(apply(again, Moved(WHITE, play(ILLEGAL))), BLACK).challenge


@pytest.mark.rule("A-73")
@pytest.mark.parametrize(
    ("left", "possible"),
    [
        ("", True),  # incomplete
        ("8/4", True),
        ("24/off 24/off 13/off 13/off", True),  # from anywhere
        ("13/11 11/10 10/9 9/8", True),
        ("13/11 11/10 10/9 9/8 8/7", False),  # five moves
        ("24/19", False),  # held
        ("8/9", False),  # backwards
        ("7/6", False),  # nobody is there
    ],
)
def test_what_may_be_left_when_nobody_sees_to_it(left: str, possible: bool):
    match, moves = first_roll(POLICED), play(left)
    may = choices(match, WHITE)
    assert (moves in may.free_plays) == possible
    if possible:
        assert apply(match, Moved(WHITE, moves)).game.board == match.game.board.played(WHITE, moves)
    else:
        assert isinstance(refused(match, Moved(WHITE, moves)), IllegalPlay)


@pytest.mark.rule("A-73")
def test_the_bar_is_ignored_and_a_blot_is_hit():
    match = apply(to_roll(POLICED, "bar:1 8:2 / 20:1 6:2"), Rolled(WHITE, Dice(6, 6)))
    assert apply(match, Moved(WHITE, play("8/5"))).game.board == board("bar:1 8:1 5:1 / bar:1 6:2")


@pytest.mark.rule("A-73")
def test_the_play_that_ends_the_game_waits_to_be_accepted():
    made = played(to_roll(POLICED, GAMMON), Dice(6, 5), "1/off")
    assert (made.game.phase, made.game.to_act, made.score) == (Phase.TO_ACCEPT, BLACK, (0, 0))
    assert not choices(made, BLACK).roll
    for answer in (PlayAccepted(BLACK), Challenged(BLACK)):
        won = apply(made, answer)
        assert (won.shown_game.phase, won.score) == (Phase.OVER, (2, 0))
        assert not choices(won, WHITE).take_back
    assert refused(made, PlayAccepted(WHITE)).rule is ActionRule.ANSWER_AWAITED


@pytest.mark.rule("A-73")
def test_a_play_that_ends_the_game_illegally_is_made_again():
    made = played(to_roll(POLICED, "20:1 1:1 / 6:15"), Dice(2, 1), "20/off 1/off")
    again = apply(made, Challenged(BLACK))
    assert (again.game.phase, again.game.board) == (Phase.TO_MOVE, board("20:1 1:1 / 6:15"))
    assert again.score == (0, 0)
    unplayed = played(to_roll(POLICED, GAMMON), Dice(6, 5), "")
    assert after(unplayed, Challenged(BLACK), Moved(WHITE, play("1/off"))).score == (2, 0)


# Long backgammon


@pytest.mark.rule("L31", "L32", "toggles")
@pytest.mark.parametrize(
    ("koks", "loser", "win"),
    [
        (False, "24:15", Win.GAMMON),
        (True, "24:15", Win.BACKGAMMON),
        (True, "19:1 6:14", Win.BACKGAMMON),
        (True, "18:1 6:14", Win.GAMMON),
        (True, "24:14", Win.SINGLE),
        (False, "24:14", Win.SINGLE),
    ],
)
def test_how_a_game_of_long_backgammon_is_won(koks: bool, loser: str, win: Win):
    match = to_roll(Ruleset(cube=False, koks=koks), f"1:1 / {loser}", LONG)
    assert played(match, Dice(6, 5), "1/off").results.last.win is win


@pytest.mark.rule("L32", "toggles")
@pytest.mark.parametrize(("koks", "wins"), [(False, (1, 2)), (True, (1, 2, 3))])
def test_what_can_be_resigned_in_long_backgammon(koks: bool, wins: tuple[int, ...]):
    match = to_roll(Ruleset(koks=koks), "24:15 / 24:15", LONG)
    assert choices(match, BLACK).resign == wins
    if not koks:
        error = refused(match, ResignationOffered(WHITE, Win.BACKGAMMON))
        assert (error.rule, vars(error)) == (ActionRule.WIN_NOT_POSSIBLE, {"win": "backgammon"})


@pytest.mark.rule("L30", "L32", "L34")
def test_without_the_last_throw_the_first_off_has_won():
    won = played(to_roll(Ruleset(), "1:1 / 1:1", LONG, starter=WHITE), Dice(6, 5), "1/off")
    assert won.results.last == Result(WHITE, Win.SINGLE, Ending.BORNE_OFF, 1)
    assert (won.game.phase, won.game.on_roll, won.game.board) == (Phase.OPENING, None, LONG.board)
    lot = apply(won, OpeningThrown(2, 5))
    assert (lot.game.phase, lot.game.on_roll, lot.game.dice) == (Phase.TO_ROLL, BLACK, None)


@pytest.mark.rule("toggles")
def test_with_the_last_throw_the_second_player_rolls_once_more():
    made = played(to_roll(Ruleset(last_throw=True), "1:1 / 2:1", LONG, starter=WHITE), Dice(6, 5), "1/off")
    assert (made.game.phase, made.game.on_roll, made.score) == (Phase.TO_ROLL, BLACK, (0, 0))
    assert choices(made, BLACK).no_double.rule is ActionRule.LAST_ROLL
    drawn = after(made, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("2/off")))
    assert drawn.results.last == Result(None, Win.SINGLE, Ending.DRAWN, 1)
    assert (drawn.score, drawn.shown_game.phase, drawn.game.number) == ((0, 0), Phase.OVER, 2)
    second = to_roll(Ruleset(last_throw=True), "1:1 / 1:1", LONG)
    assert played(second, Dice(6, 5), "1/off").results.last.winner is WHITE


@pytest.mark.rule("toggles")
@pytest.mark.parametrize(
    ("dice", "text", "win"), [(Dice(2, 1), "6/4 6/5", Win.GAMMON), (Dice(6, 5), "6/off 6/1", Win.SINGLE)]
)
def test_who_does_not_get_off_with_the_last_throw_has_lost(dice: Dice, text: str, win: Win):
    made = played(to_roll(Ruleset(last_throw=True), GAMMON, LONG, starter=WHITE), Dice(6, 5), "1/off")
    lost = after(made, Rolled(BLACK, dice), Moved(BLACK, play(text)))
    assert lost.results.last == Result(WHITE, win, Ending.BORNE_OFF, 1)


@pytest.mark.rule("A-62", "L6", "L7", "L14", "L35")
def test_who_wins_the_lot_throws_both_dice_and_may_double_before():
    match = first_roll(Ruleset(automatic_doubles=1), 2, variant=LONG)
    assert (match.game.phase, match.game.on_roll, match.game.dice) == (Phase.TO_ROLL, WHITE, None)
    assert match.game.cube == Cube(2, None)
    assert choices(match, WHITE).double
    rolled = apply(match, Rolled(WHITE, Dice(6, 6)))
    assert list(choices(rolled, WHITE).plays or ()) == [play("24/18 24/18")]


@pytest.mark.rule("L1", "L12", "L13")
def test_first_turn_exception_holds_for_the_second_player_too():
    white = after(
        first_roll(Ruleset(), variant=LONG), Rolled(WHITE, Dice(2, 1)), Moved(WHITE, play("24/22 22/21"))
    )
    black = apply(white, Rolled(BLACK, Dice(6, 6)))
    assert list(choices(black, BLACK).plays or ()) == [play("24/18 24/18")]
    later = after(black, Moved(BLACK, play("24/18 24/18")), Rolled(WHITE, Dice(6, 6)))
    assert choices(later, WHITE).plays.head(()) == (0, 1)


# Which options can apply

ALWAYS = ("length", "cube", "gammons", "next_game", "take_back")


@pytest.mark.rule("A-62", "A-63", "A-68", "A-75")
@pytest.mark.parametrize(
    ("variant", "ruleset", "option", "reason"),
    [
        (BACKGAMMON, Ruleset(length=5), "jacoby", "only in a money session"),
        (BACKGAMMON, Ruleset(), "clock", "only in a match"),
        (LONG, Ruleset(length=1, cube=False), "clock", None),
        (LONG, Ruleset(length=1), "pause", "only with a clock"),
        (BACKGAMMON, Ruleset(clock=Clock.DELAY), "pause", "only in a match"),
        (BACKGAMMON, Ruleset(length=5, clock=Clock.BRONSTEIN), "pause", None),
        (BACKGAMMON, Ruleset(length=5), "beavers", "only in a money session"),
        (BACKGAMMON, Ruleset(length=5), "automatic_doubles", "only in a money session"),
        (BACKGAMMON, Ruleset(), "crawford", "only in a match to two points or more"),
        (BACKGAMMON, Ruleset(length=1), "crawford", "only in a match to two points or more"),
        (BACKGAMMON, Ruleset(length=2), "crawford", None),
        (BACKGAMMON, Ruleset(length=2, cube=False), "crawford", "only with the doubling cube"),
        (HYPER, Ruleset(cube=False), "beavers", "only with the doubling cube"),
        (HYPER, Ruleset(cube=False), "jacoby", "only with the doubling cube"),
        (HYPER, Ruleset(gammons=False), "jacoby", "only where gammons count more than one"),
        (LONG, Ruleset(), "beavers", None),
        (LONG, Ruleset(), "policing", "not in Long backgammon"),
        (LONG, Ruleset(), "hit_and_run", "not in Long backgammon"),
        (LONG, Ruleset(), "koks", None),
        (HYPER, Ruleset(), "koks", "only in Long backgammon"),
        (HYPER, Ruleset(), "last_throw", "only in Long backgammon"),
        (HYPER, Ruleset(), "first_throw", "only in Long backgammon"),
        (HYPER, Ruleset(), "six_in_a_row", "only in Long backgammon"),
        *((BACKGAMMON, Ruleset(cube=False), option, None) for option in ALWAYS),
        *((LONG, Ruleset(cube=False), option, None) for option in ALWAYS),
    ],
)
def test_why_an_option_cannot_apply(variant: Variant, ruleset: Ruleset, option: str, reason: str | None):
    assert why_not_option(variant, ruleset, option) == reason


@pytest.mark.rule("A-62", "A-63", "A-68")
def test_options_that_cannot_apply_are_left_out_and_named():
    house = Ruleset(length=5, jacoby=True, beavers=1, automatic_doubles=1, hit_and_run=False)
    money = dict.fromkeys(("jacoby", "beavers", "automatic_doubles"), "only in a money session")
    assert inapplicable_options(BACKGAMMON, house) == money
    assert without_inapplicable(BACKGAMMON, house) == Ruleset(length=5, hit_and_run=False)
    assert start(Header(BACKGAMMON, house)).ruleset == Ruleset(length=5, hit_and_run=False)


@pytest.mark.rule("A-75")
@pytest.mark.parametrize(
    ("option", "number", "sentence"),
    [(option, -1, "0 or more") for option in ("beavers", "automatic_doubles")]
    + [("length", number, "1 to 99") for number in (-1, 100)],
)
def test_a_number_that_no_ruleset_has_is_refused(option: str, number: int, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        Ruleset(**{option: number})
