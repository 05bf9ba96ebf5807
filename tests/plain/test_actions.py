"""Commands of plain mode that change a match: resignation, challenge, own dice, time, contributions to dice."""

import pytest

from bgterm.notation.json_codec import Note
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import Time
from tests.plain.seats import Talk
from tests.sealed import CONTRIBUTION, FINGERPRINT

ANN, BOB = Player
MONEY = Ruleset(beavers=2, jacoby=True)


@pytest.mark.parametrize(
    ("variant", "said"), [(BACKGAMMON, "resign gammon"), (LONG, "resign gammon"), (LONG, "resign MAR")]
)
def test_resigning_knows_the_names_of_a_win(variant, said, tmp_path):
    talk = Talk(tmp_path, [(3, 1), (2, 1)], variant=variant)
    assert "Bob, accept? Accept:" in talk("roll", "roll", said)
    assert talk.kept().events[-1] == ResignationOffered(ANN, Win.GAMMON)


def test_who_polices_the_other_challenges_him(tmp_path):
    talk = Talk(tmp_path, [(3, 1), (2, 1), (4, 2)], ruleset=Ruleset(length=5, policing=True))
    policed = "No referee: the opponent may challenge the play before rolling or doubling."
    assert talk("roll").splitlines()[-1] == f"Ann, you rolled 3 1. Your move. {policed}"
    assert talk("plays") == talk("legal") == policed
    assert talk("done").splitlines()[0] == "End the turn without a move? Type a number."
    assert talk("24/20") == "So far 24/20. Go on, or type done."
    assert talk("20/16") == "So far 24/16. Go on, or type done."
    assert talk("done").splitlines() == ["Ann played 3 1: 24/16.", "Bob, roll, double or challenge."]
    assert talk("challenge").splitlines() == [
        "Bob challenges the play: it was not legal and is made again.",
        "Ann, you rolled 3 1. Your move.",
    ]
    assert talk("24/20").startswith("24/20. ")
    assert talk("done") == "Ann played 3 1: 24/20.\nBob, roll or double."


def test_dice_of_their_own_are_typed(tmp_path):
    talk = Talk(tmp_path, dice="manual")
    assert talk.news()[-1] == "Game 1. Roll one die each to see who starts. Now type Ann's die and then Bob's."
    assert talk("last") == talk("moves") == "Nothing has happened yet."
    assert talk("roll") == "These are your own dice: roll them and type what they show."
    assert talk("71") == '"71" is not a roll: write what the two dice show, like 31 or 6-4.'
    assert talk("xyz") == 'Unknown command "xyz": type a roll like 31, roll, cocked, quit or help.'
    assert talk("cocked").splitlines() == ["Whose die was cocked? Type a number.", "1: Ann", "2: Bob"]
    assert talk("2") == "Cocked: Bob rolls the die again."
    assert Note("cocked", {"player": "black", "dice": "one"}) in talk.kept().items
    assert talk("44") == "Game 1. Ann rolls 4, Bob 4: a tie, roll again. Now type Ann's die and then Bob's."
    assert talk("2-5").splitlines() == ["Ann rolls 2, Bob 5: Bob starts.", "Bob, you rolled 5 2. Your move."]
    assert talk("done 13/8 13/11").splitlines() == [
        "Bob played 5 2: 13/11 13/8.",
        "Ann, type what your dice show, like 31, or double.",
    ]
    assert talk("cocked") == "Cocked: Ann rolls both dice again."
    assert talk("roll 6 4") == "Ann, you rolled 6 4. Your move."
    assert Note("cocked", {"player": "white", "dice": "both"}) in talk.kept().items


def test_mistyped_dice_can_be_corrected_until_picked_up(tmp_path):
    talk = Talk(tmp_path, dice="manual")
    assert talk("wrong 31") == "There is no roll to correct yet."
    assert talk("31").splitlines()[-1] == "Ann, you rolled 3 1. Your move."
    assert talk("wrong").startswith("wrong: your dice show something other than what you typed")
    assert talk("wrong 77") == '"77" is not a roll: write what the two dice show, like 31 or 6-4.'
    assert talk("wrong 13").splitlines() == [
        "Corrected: Ann rolls 1, Bob 3: Bob starts.",
        "Bob, you rolled 3 1. Your move.",
    ]
    talk("done 8/5 6/5", "64", "13/7")
    assert talk("wrong 6-5").splitlines() == ["Corrected: Ann rolled 6 5.", "Ann, you rolled 6 5. Your move."]
    assert "wrong" in talk("help")
    talk("done 24/13")
    assert "wrong" not in talk("help").partition("At any time")[0]
    assert talk("wrong 6-5") == "Too late to correct the roll: the dice are picked up."


def test_who_has_no_time_left_loses_when_the_other_claims_it(tmp_path):
    time = Time()
    talk = Talk(tmp_path, [(3, 1)], now=time, ruleset=Ruleset(length=5, clock=Clock.DELAY))
    assert "with the next line you type" in talk("help clock")
    talk("roll")
    time.passes(112)
    assert talk("clock") == "Time left: Ann 9 min, Bob 10 min."
    time.passes(12 + 600 - 83 - 112)
    assert talk("") == "Ann, you rolled 3 1. Your move. 1:23 left."
    assert talk("flag") == "No flag to claim yet: Bob has 10 min left."
    time.passes(83)
    assert talk.news() == []
    assert talk("pips").splitlines() == [
        "Ann 167, Bob 167: even.",
        "Ann has no time left: Bob may type flag and win the match.",
    ]
    assert talk("pips") == "Ann 167, Bob 167: even."
    assert "flag" in talk("xyz")
    assert talk("flag").splitlines()[-1] == "The match is over: type rematch, or quit to leave."
    assert talk.table.match.winner is BOB


# Contributions to verifiable dice

ASKED = (
    "Do you want to add to the dice? Type words and then a fingerprint made on your own machine, or words: "
    "those can be read by anyone who runs this program here, who can load the dice together with your opponent. "
    "Or type decline."
)


def test_the_question_comes_first_and_can_be_declined(tmp_path):
    talk = Talk(tmp_path, dice="verifiable")
    welcome = talk.news()
    assert welcome[-1] == ASKED
    committed = talk.table.evidence.commitment
    assert f"Dice committed: SHA-256 {committed[:16]}, all of it with proof." in welcome
    assert talk("roll") == "No roll yet: Ann and Bob must contribute to the dice or decline first."
    assert talk("decline").splitlines() == [
        "Ann declines to add to the dice.",
        "Neither Ann nor Bob adds to the dice.",
        "Game 1. Roll one die each to see who starts. Type roll.",
    ]
    assert talk("decline") == "Ann has contributed or declined already: each player decides once."
    talk("roll")
    assert len(talk.table.history) == 1


def test_words_and_a_fingerprint_are_sealed_and_opened(tmp_path):
    talk = Talk(tmp_path, dice="verifiable")
    assert talk("words").startswith("words: add to verifiable dice before the first roll")
    assert talk(f"words {FINGERPRINT}") == "Who adds to the dice? Type a number.\n1: Ann\n2: Bob"
    assert talk("2").splitlines() == [
        "Bob has sealed a fingerprint.",
        "Ann, do you want to add to the dice? Type words and then your words, or a fingerprint. "
        "Or type decline, and bgterm draws digits for you.",
    ]
    assert talk("words seven   bells").splitlines() == [
        "Ann has sealed words.",
        "Bob, open your contribution: type open and then the contribution itself.",
    ]
    assert talk("open 123").startswith("That is not what was sealed")
    assert talk("roll") == "No roll yet: Bob must open the sealed contribution first."
    assert talk(f"open {CONTRIBUTION}").splitlines()[0] == "Bob has opened the contribution."
    assert [one.text for one in talk.table.evidence.contributions] == ["seven bells", CONTRIBUTION]
    talk("roll")
    assert talk("words late") == "Nothing can be added to the dice now: contributions come before the first roll."


def test_the_match_is_void_when_a_contribution_cannot_be_opened(tmp_path):
    talk = Talk(tmp_path, dice="verifiable")
    talk(f"words {FINGERPRINT}", "1")
    assert talk("proof").splitlines() == [
        "Commitment, the SHA-256 of the secret:",
        talk.table.evidence.commitment,
        "Ann: sealed, a fingerprint made elsewhere:",
        FINGERPRINT,
        "not yet opened",
        "Bob: undecided",
        "Secret: recorded when the match ends.",
    ]
    talk("decline")
    assert talk("voi") == '"voi" is not enough: type void in full.'
    assert talk("void").splitlines() == [
        "Void: Ann did not open the contribution.",
        "Void: Ann did not open the contribution. Type quit to leave.",
    ]
    assert talk("roll") == "This match is void: Ann did not open the sealed contribution. Begin a new one."
    talk.seat.get_up()
    assert talk.news() == [f"Void: Ann did not open the contribution. Saved as {talk.table.name}."]


def test_nothing_rolls_by_itself_before_the_contributions(tmp_path):
    talk = Talk(tmp_path, dice="verifiable", settings=Settings(auto_roll=True))
    assert (talk.news()[-1], talk.table.history) == (ASKED, ())
