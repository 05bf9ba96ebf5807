"""Contributing to verifiable dice in plain mode."""

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from tests.plain.seats import Talk
from tests.sealed import CONTRIBUTION, FINGERPRINT

ANN, BOB = Player
ASKED = (
    "Do you want to add to the dice? Type words and then a fingerprint made on your own machine, or words: "
    "those can be read by anyone who runs this program here, who can load the dice together with your opponent. "
    "Or type decline."
)


def sit_down(folder, **agreed):
    return Talk(folder, dice="verifiable", **agreed)


def test_the_question_comes_first_and_can_be_declined(tmp_path):
    talk = sit_down(tmp_path)
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
    talk = sit_down(tmp_path)
    assert talk("words").startswith("words: add to verifiable dice before the first roll")
    assert talk(f"words {FINGERPRINT}").splitlines() == [
        "Who adds to the dice? Type a number.",
        "1: Ann",
        "2: Bob",
    ]
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
    talk = sit_down(tmp_path)
    talk(f"words {FINGERPRINT}")
    talk("1")
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
