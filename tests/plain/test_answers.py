"""Questions that can be asked at any time in plain mode, and the answers: also hints, and what the tutor asks."""

import asyncio

import pytest

from bgterm.engine.errors import engine_failed
from bgterm.notation.parse_position import read_position
from bgterm.plain.session import PlainSession
from bgterm.play.venue import Venue
from bgterm.rules.board import Player
from bgterm.rules.match import Ending
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import LONG
from tests.builders import Time
from tests.plain.seats import HEADER, Talk
from tests.tables import begin_table
from tests.tui.seat import played_until
from tests.tui.test_hints import ROLLED_31, TUTORED, answers

ANN, BOB = Player


@pytest.fixture
def talk(tmp_path):
    """Two players after Ann's throw of 3 1, which she has not played."""
    talk = Talk(tmp_path, [(3, 1), (6, 4), (2, 1)])
    talk("roll")
    return talk


IN_A_TURN = {
    "board": [
        "Ann: 2 on 24, 5 on 13, 3 on 8,",
        "Ann: 1 on 24, 1 on 21, 5 on 13,",
        "Ann: 1 on 23, 1 on 21, 5 on 13,",
        "Bob: 2 on 24, 5 on 13, 3 on 8,",
    ],
    "blots": [
        "Ann's blots: none. Bob's blots: none.",
        "Ann's blots: 24, 21. Bob's blots: none.",
        "Ann's blots: 23, 21. Bob's blots: none.",
        "Bob's blots: none. Ann's blots: 4, 2.",
    ],
    "pips": [
        "Ann 167, Bob 167: even.",
        "Ann 164, Bob 167: Ann leads by 3.",
        "Ann 163, Bob 167: Ann leads by 4.",
        "Ann 163, Bob 167: Ann leads by 4.",
    ],
    "dice": [
        "Ann rolled 3 1.",
        "Ann rolled 3 1. Left: 1.",
        "Ann rolled 3 1. Left: nothing.",
        "No dice lie on the board.",
    ],
    "legal": [
        "Legal: 24/23, 24/21, 13/10, 8/7, 8/5, 6/5, 6/3.",
        "Legal: 24/23, 21/20, 8/7, 6/5.",
        "Nothing is left to play: type done, or undo.",
        "Roll first.",
    ],
}
"""The answers before a turn, after each of its two moves, and after its end; of a board, the beginning."""


@pytest.mark.parametrize("asked", IN_A_TURN)
def test_answers_follow_the_moves_of_the_turn(talk, asked):
    answers = [talk(asked)]
    for line in ("24/21", "24/23", "done"):
        talk(line)
        answers.append(talk(asked))
    assert [told[: len(said)] for told, said in zip(answers, IN_A_TURN[asked], strict=True)] == IN_A_TURN[asked]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p 13", "13: Ann 5."),
        ("P 12", "12: Bob 5."),
        ("point bar", "Bar: Ann none, Bob none."),
        ("p 0", "Off: Ann none, Bob none."),
        ("p 6 5, 4", "6: Ann 5.\n5: empty.\n4: empty."),
        ("p 26", "There is no point 26: points are 1 to 24, bar and off."),
        ("p", "p: what stands on a point: p 13, p bar, p off, or several, p 6 5 4."),
        ("p thirteen", "p: what stands on a point: p 13, p bar, p off, or several, p 6 5 4."),
    ],
)
def test_what_stands_on_a_point_is_told(talk, line, said):
    assert talk(line) == said


def test_what_long_backgammon_forbids_is_told_with_what_is_legal(tmp_path):
    talk = Talk(tmp_path, [(5, 1), (3, 2), (6, 3), (4, 1)], variant=LONG, ruleset=Ruleset(cube=False))
    for line in ("roll", "roll", "done", "roll", "done", "roll"):
        talk(line)
    assert talk("legal") == "Legal: 24/23, 24/20, 19/18, 19/15. Head: 0 of 1 used."
    talk("24/20")
    assert talk("legal") == "Legal: 20/19, 19/18. Head: 1 of 1 used."
    assert talk("bar?") == "There is no bar in this game: nobody is hit."


def test_what_happened_is_told_again(talk):
    assert talk("last") == "Ann rolls 3, Bob 1: Ann starts."
    for line in ("done 8/5 6/5", "roll"):
        talk(line)
    assert talk("last") == "Ann played 3 1: 8/5 6/5."
    for line in ("done 24/14", "resign single", "accept", "roll"):
        talk(line)
    assert talk("moves").splitlines() == ["Game 2.", "Ann rolls 2, Bob 1: Ann starts."]
    assert talk("moves all").splitlines() == [
        "Game 1.",
        "Ann rolls 3, Bob 1: Ann starts.",
        "Ann played 3 1: 8/5 6/5.",
        "Bob played 6 4: 24/14.",
        "Ann offers to resign a single game.",
        "Bob accepts the resignation.",
        "Game 2.",
        "Ann rolls 2, Bob 1: Ann starts.",
    ]


@pytest.mark.long
def test_a_last_play_that_is_given_back_stays_in_its_game(tmp_path):
    def won_by_bearing_off(match):
        return match.shown_game.result is not None and match.shown_game.result.ending is Ending.BORNE_OFF

    talk = Talk(tmp_path, past=played_until(won_by_bearing_off))
    talk("takeback")
    talk("accept")
    game, *_ = talk("moves").splitlines()
    assert game == f"Game {talk.table.match.game.number}."
    assert talk("moves").splitlines()[-1].endswith("agrees: the play is taken back.")


def test_diagram_and_ids_agree_in_the_middle_of_a_turn(talk):
    before, drawn = talk("ids"), talk("diagram")
    assert before.splitlines()[0] == "Position ID: 4HPwATDgc/ABMA"
    assert drawn.startswith(" X: Ann   O: Bob\n")
    assert drawn.endswith("\n X to play 31")
    talk("24/20")
    note = "This is the position before the turn: board shows it with the moves so far."
    assert talk("ids") == f"{before}\n{note}"
    assert talk("diagram") == f"{drawn}\n{note}"
    assert talk("board").startswith("Ann: 1 on 24, 1 on 20,")
    assert read_position(before.splitlines()[1].partition(": ")[2]).start.board == talk.table.match.game.board
    talk("undo all")
    assert talk("diagram") == drawn


def test_the_clock_is_told(talk, tmp_path):
    assert talk("clock") == "This match is played without a clock."
    time = Time()
    timed = Talk(tmp_path / "timed", [(3, 1)], now=time, ruleset=Ruleset(length=5, clock=Clock.DELAY))
    timed("roll")
    time.passes(112)
    assert timed("clock") == "Time left: Ann 9 min, Bob 10 min."


@pytest.mark.parametrize("line", ["board now", "pips please", "bar? 5", "score 3-2"])
def test_what_stands_alone_takes_nothing_after_it(talk, line):
    name, rest = line.split(maxsplit=1)
    assert talk(line) == f'{name} stands alone: "{rest}" after it means nothing.'


# Hints and the tutor

BEST = "1 of 2: 8/5 6/5, worth +0.160, win 55.3%, gammon 15.2%, lose gammon 12.4%."
TUTOR = ["This loses 0.174: 8/5 6/5 is better. Type a number.", "1: go ahead anyway", "2: think again"]


@pytest.fixture
def advised(tmp_path):
    """Two players with an engine that advises and checks them; Ann has rolled 3 1."""
    return Talk(tmp_path, [(2, 1)], past=ROLLED_31, settings=TUTORED, advise=answers)


def test_hint_is_the_best_play_or_the_next_beside_an_open_list(advised):
    listed = advised("plays").splitlines()
    assert advised("hint") == BEST
    assert advised("hint").startswith("2 of 2: 24/23 13/10, 0.174 worse")
    assert advised("hint") == BEST
    assert advised("1").startswith(listed[1].removeprefix("1: "))


def test_tutor_asks_before_a_play_that_loses_much(advised):
    advised("24/23 13/10")
    assert advised("done").splitlines() == TUTOR
    assert advised("").splitlines() == TUTOR
    assert advised("2").endswith("Type done, or undo.")
    assert advised("undo all") == "Your move."
    assert advised("done 24/23 13/10").splitlines()[-3:] == TUTOR
    assert advised("1").splitlines()[0] == "Ann played 3 1: 24/23 13/10."


def test_a_hint_about_the_cube_has_the_take_point(advised):
    advised("done 8/5 6/5")
    advice, take_point, gammons = advised("hint").splitlines()
    assert advice == "Do not double. For Bob: no double +0.400, take +0.300, pass +1.000."
    assert take_point.startswith("Take point of Ann: ")
    assert gammons == "A gammon is worth 0.66 more to Bob, 0.66 to Ann."


def test_tutor_looks_at_a_double_and_at_rolling(advised):
    advised("done 8/5 6/5")
    assert advised("double").splitlines()[0].startswith("This loses 0.100: no double is better.")
    assert advised("1").startswith("Bob doubles to 2")


def test_engine_that_fails_is_reported_once(tmp_path):
    async def fail(_question):
        raise engine_failed("GNU Backgammon", "out of order")

    talk = Talk(tmp_path, past=ROLLED_31, settings=TUTORED, advise=fail)
    talk("8/5 6/5")
    asked, *ways = talk("done").splitlines()
    assert asked.endswith("The tutor is off for this match. Type a number.")
    assert ways == TUTOR[1:]
    assert "out of order" in talk("hint")


async def test_server_takes_other_lines_while_an_engine_thinks(tmp_path):
    may_answer, queue, asked = asyncio.Event(), asyncio.Queue(), []

    async def slowly(question):
        asked.append(question)
        await may_answer.wait()
        return await answers(question)

    table = begin_table(tmp_path, HEADER)
    for event in ROLLED_31:
        await table.apply(event)
    heard = []
    venue = Venue(table, None, slowly)
    venue.seats = (Player.WHITE,)
    seat = PlainSession(venue, heard.append, TUTORED, later=queue.put_nowait)
    for line in ("24/23 13/10", "done", "done"):
        await seat.take(line)
    assert heard[-2:] == ["The tutor is checking your decision."] * 2
    await seat.take("pips")
    assert heard[-1].startswith("Ann 163, Bob 167")
    may_answer.set()
    await (await queue.get())()
    assert heard[-3:] == TUTOR
    assert len(asked) == 1
    seat.stop()
