"""Which lines each player reads at a table in plain mode, and what the settings automate there."""

import pytest

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


def test_what_happened_last_is_told_to_who_sits_down(tmp_path):
    talk = Talk(tmp_path, [(3, 1), (6, 4)])
    for line in ("roll", "done 8/5 6/5"):
        talk(line)
    assert resumed(talk)[1:] == ["Ann played 3 1: 8/5 6/5.", "Bob, roll or double."]
    talk("roll")
    assert resumed(talk)[1:] == ["Ann played 3 1: 8/5 6/5.", "Bob, you rolled 6 4. Your move."]


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
    talk("roll")
    assert talk("resign").splitlines()[2:] == [
        "2: gammon (Mars): Bob leads 2-0",
        "3: backgammon (Koks): Bob leads 3-0",
    ]
    assert talk("resign koks").startswith("Mr gammon resigns a backgammon (Koks): Bob, accept?")
    assert talk("accept").startswith("Mr gammon resigns: Bob wins a backgammon (Koks): backgammon 3 x cube 1 = 3.")
    talk.seat.get_up()
    assert talk.news()[-1].endswith(f" {talk.table.name}")


def test_a_full_disk_is_told_and_costs_nothing(tmp_path):
    saboteur = Saboteur()
    settings = Settings(auto_roll=True)
    talk = Talk(
        tmp_path, [(3, 1), (4, 2)], settings=settings, disk=saboteur.disk, ruleset=Ruleset(length=5, cube=False)
    )
    before, saboteur.plan = talk.table.match, "the disk is full"
    assert talk("roll") == "No space left on device: nothing changed. Try again."
    assert talk.table.match is before
    talk("roll")
    assert talk.kept().events == (OpeningThrown(3, 1),)
    saboteur.plan, saboteur.spared = (
        "the disk is full",
        1,
    )  # the play is kept, and the roll after it is not
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
    talk("roll")
    assert talk("done 8/5 6/5").splitlines() == ["Ann played 3 1: 8/5 6/5.", "Bob, you rolled 4 2. Your move."]
    talk = Talk(tmp_path, past=played_until(race), settings=Settings(auto_confirm_race=True))
    before = len(talk.table.history)
    talk("plays")
    talk("1")
    assert isinstance(talk.table.history[before], Moved)
