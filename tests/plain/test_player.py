"""Which lines each player reads at a table in plain mode, what the settings automate, hints and the tutor."""

import asyncio

import pytest

from bgterm.engine.errors import engine_failed
from bgterm.formats.record import Problem
from bgterm.notation.errors import invalid_line
from bgterm.plain.session import PlainSession
from bgterm.play.venue import Venue
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from tests.builders import play
from tests.plain.seats import HEADER, Talk, typed
from tests.positions import FORCED
from tests.storage.faults import Saboteur
from tests.tables import begin_table
from tests.tui.moments import race
from tests.tui.seat import played_until
from tests.tui.test_hints import ROLLED_31, TUTORED, answers
from tests.waiting import wait

ANN, BOB = Player


@pytest.fixture
def table(tmp_path):
    return begin_table(tmp_path, HEADER._replace(dice="manual"))


def test_each_hears_of_the_other_at_an_end_of_his_own(table):
    ann_heard, bob_heard, seats = list[str](), list[str](), []
    for player, heard in zip(Player, (ann_heard, bob_heard), strict=True):
        venue = Venue(table)
        venue.seats = (player,)
        seats.append(PlainSession(venue, heard.append))
        seats[-1].sit_down()
        heard.clear()

    def type_at(player: Player, line: str) -> None:
        wait(seats[player.index].take(line))
        for seat in seats:
            wait(seat.settle())

    type_at(BOB, "13")
    assert ann_heard == ["Ann rolls 1, Bob 3: Bob starts.", "Bob to move 3-1."]
    assert bob_heard == ["Ann rolls 1, Bob 3: Bob starts.", "You rolled 3 1. Your move."]
    type_at(BOB, "done 8/5 6/5")
    assert ann_heard[2:] == [
        "Bob played 3 1: 8/5 6/5.",
        "Your turn: type what your dice show, like 31, or double.",
    ]
    assert bob_heard[2:] == ["Bob played 3 1: 8/5 6/5.", "Ann to roll."]
    type_at(BOB, "double")
    assert bob_heard[4:] == ["It is not your turn."]
    type_at(BOB, "board")
    assert bob_heard[5].startswith("Bob: 2 on 24")
    type_at(ANN, "board")
    assert ann_heard[4].startswith("Ann: 2 on 24")
    type_at(BOB, "takeback")
    assert ann_heard[-1] == "Bob asks to take back the last play: Ann, do you agree? Type accept or refuse."
    assert bob_heard[-1] == "Bob asks to take back the last play: Ann, do you agree?"
    type_at(BOB, "accept")
    assert bob_heard[-1] == "Ann has to answer first."
    assert [seat.prompt for seat in seats] == ["> ", "> "]


def test_who_got_up_hears_no_more(table):
    heard: list[str] = []
    wait(PlainSession(Venue(table), heard.append).play(typed([])))
    heard.clear()
    wait(table.enter_roll(ANN, 3, 1))
    assert heard == []


@pytest.mark.parametrize(
    ("length", "title", "score", "asked"),
    [
        (5, "game 2", "Bob leads 1-0, match to 5.", "Game 2. Roll one die each to see who starts. Type roll."),
        (1, "game 1", "Bob wins the match 1-0, match to 1.", "The match is over: type rematch, or quit to leave."),
        (0, "game 2", "Bob leads 1-0, money session.", "Game 2. Roll one die each to see who starts. Type roll."),
    ],
)
def test_a_game_that_has_ended_is_told_to_who_resumes(tmp_path, length, title, score, asked):
    past = OpeningThrown(3, 1), ResignationOffered(ANN, Win.SINGLE), ResignationAccepted(BOB)
    talk = Talk(tmp_path, past=past, ruleset=Ruleset(length=length))
    welcome, *told = resumed(talk)
    assert f", {title}; Ann 0, Bob 1." in welcome
    assert told == ["Ann resigns: Bob wins a single game: single game 1 x cube 1 = 1.", score, asked]
    if not length:
        wait(talk.table.close_session())
        assert resumed(talk)[-1] == "The money session is closed. Type rematch for another, or quit."


def resumed(talk: Talk) -> list[str]:
    """Return the first lines of a new session at the table."""
    heard: list[str] = []
    PlainSession(Venue(talk.table), heard.append).sit_down()
    return heard


def test_notices_are_told_first(table):
    table.damage = Problem(1, 7, str(invalid_line("x")))
    heard: list[str] = []
    PlainSession(Venue(table), heard.append).sit_down("Left out: jacoby.")
    assert heard[1] == "Left out: jacoby."
    assert heard[2].startswith("The save was damaged at line 7")


# Settings


@pytest.mark.rule("Names")
def test_names_of_wins_are_told_as_the_settings_say(tmp_path):
    talk = Talk(tmp_path, [(3, 1)], settings=Settings(mars_koks=True), names=("Mr gammon", "Bob"))
    assert talk("roll", "resign").splitlines()[2:] == [
        "2: gammon (Mars): Bob leads 2-0",
        "3: backgammon (Koks): Bob leads 3-0",
    ]
    assert talk("resign koks").startswith("Mr gammon resigns a backgammon (Koks): Bob, accept?")
    assert talk("accept").startswith("Mr gammon resigns: Bob wins a backgammon (Koks): backgammon 3 x cube 1 = 3.")
    talk.seat.get_up()
    assert talk.news()[-1].endswith(f" {talk.table.name}")


def test_a_full_disk_is_told_and_costs_nothing(tmp_path):
    saboteur, cubeless = Saboteur(), Ruleset(length=5, cube=False)
    settings = Settings(auto_roll=True)
    talk = Talk(tmp_path, [(3, 1), (4, 2)], settings=settings, disk=saboteur.disk, ruleset=cubeless)
    before, saboteur.plan = talk.table.match, "the disk is full"
    assert talk("roll") == "No space left on device: nothing changed. Try again."
    assert talk.table.match is before
    talk("roll")
    assert talk.kept().events == (OpeningThrown(3, 1),)
    saboteur.plan, saboteur.spared = "the disk is full", 1  # the play is kept, and the roll after it is not
    _, fault, question = talk("done 8/5 6/5").splitlines()
    assert (fault[:23], question) == ("No space left on device", "Bob, roll.")
    assert talk("roll") == "Bob, you rolled 4 2. Your move."


def test_settings_automate_rolls_forced_plays_and_races(tmp_path):
    talk = Talk(tmp_path, settings=Settings(auto_play_forced=True), start=FORCED)
    assert talk.table.history == ()  # before the player is told
    assert talk.news()[-1] == "Ann, you rolled 6 4. Only one play: bar/21. Type done."
    talk("done")
    assert talk.table.history == (Moved(ANN, play("bar/21")),)
    settings = Settings(auto_roll=True, auto_play_forced=True)
    talk = Talk(tmp_path, [(3, 1), (4, 2)], settings=settings, ruleset=Ruleset(length=5, cube=False))
    told = talk("roll", "done 8/5 6/5")
    assert told.splitlines() == ["Ann played 3 1: 8/5 6/5.", "Bob, you rolled 4 2. Your move."]
    talk = Talk(tmp_path, past=played_until(race), settings=Settings(auto_confirm_race=True))
    before = len(talk.table.history)
    talk("plays", "1")
    assert isinstance(talk.table.history[before], Moved)


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
    assert advised("24/23 13/10", "done").splitlines() == TUTOR
    assert advised("").splitlines() == TUTOR
    assert advised("2").endswith("Type done, or undo.")
    assert advised("undo all") == "Your move."
    assert advised("done 24/23 13/10").splitlines()[-3:] == TUTOR
    assert advised("1").splitlines()[0] == "Ann played 3 1: 24/23 13/10."


def test_cube_hint_has_the_take_point_and_tutor_asks_at_a_double(advised):
    advice, take_point, gammons = advised("done 8/5 6/5", "hint").splitlines()
    assert advice == "Do not double. For Bob: no double +0.400, take +0.300, pass +1.000."
    assert take_point.startswith("Take point of Ann: ")
    assert gammons == "A gammon is worth 0.66 more to Bob, 0.66 to Ann."
    assert advised("double").splitlines()[0].startswith("This loses 0.100: no double is better.")
    assert advised("1").startswith("Bob doubles to 2")


def test_engine_that_fails_is_reported_once(tmp_path):
    async def fail(_question):
        raise engine_failed("GNU Backgammon", "out of order")

    talk = Talk(tmp_path, past=ROLLED_31, settings=TUTORED, advise=fail)
    asked, *ways = talk("8/5 6/5", "done").splitlines()
    assert asked.endswith("The tutor is off for this match. Type a number.")
    assert ways == TUTOR[1:]
    assert "out of order" in talk("hint")


async def test_server_takes_other_lines_while_an_engine_thinks(tmp_path):
    may_answer, queue, asked = asyncio.Event(), asyncio.Queue(), []

    async def slowly(question):
        asked.append(question)
        await may_answer.wait()
        return await answers(question)

    table, heard = begin_table(tmp_path, HEADER), []
    for event in ROLLED_31:
        await table.apply(event)
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
