"""Each command of plain mode in each phase: its effect, or a sentence that names the rule against it."""

from collections.abc import Mapping

import pytest

from bgterm.plain.session import ANSWERS, commands_of
from bgterm.play.actions.everything import WORDS
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
)
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Clock, Ruleset
from tests.builders import Time, play
from tests.first_turn import FIRST_TURN, ROLLED_31
from tests.plain.seats import Talk

ACTIONS = tuple(commands_of(WORDS))

ANN, BOB = Player
ROLLED = (*FIRST_TURN, Rolled(BOB, Dice(6, 4)))
DOUBLED = (*FIRST_TURN, Doubled(BOB))
LOST = (ResignationOffered(BOB, Win.SINGLE), ResignationAccepted(ANN))
FIVE, ONE = Ruleset(length=5), Ruleset(length=1)
HOUSE = Ruleset(length=5, policing=True, clock=Clock.DELAY)
MONEY = Ruleset(beavers=1)

NO_FLAG = "No flag to claim: this match is played without a clock."
THROWN = "The dice of this match are rolled for you: there is nothing to type."
NO_BEAVERS = "No beavers in this match."
NO_CHALLENGES = "No challenges: only legal plays can be made in this match."
NO_DOUBLE = "Nobody has doubled."
NO_OFFER = "There is no offer to answer."
MATCH = "Only a money session is closed: a match ends by itself."
NO_PLAY = "No play has been made yet."
LATE = "Too late to take it back: Bob has already acted."
NO_PART = "Nothing can be added to these dice: only verifiable dice take contributions."
AT_THE_END = {"decline": NO_PART, "void": NO_PART, "hint": "No engine gives hints at this table."} | {
    "cocked": THROWN,
    "wrong 31": THROWN,
    "flag": NO_FLAG,
    "beaver": NO_BEAVERS,
    "challenge": NO_CHALLENGES,
}
ALWAYS = AT_THE_END | {"rematch": "A rematch can begin only when the match is over."}
FIRST_ROLL = "The game has not begun: roll for the start first."
ANSWER = "Answer the double first: take or pass."
RESIGNS = "Bob offers to resign: accept or refuse first."
ASKS = "Ann asks to take back the play: agree or refuse first."
OVER = "The match is over."
IN_PLAY = ["roll", "double", "done", "undo", "plays", "legal", "take", "pass", "resign"]

PHASES: Mapping[str, tuple[Ruleset, tuple[Event, ...], Mapping[str, str]]] = {
    "opening": (
        FIVE,
        (),
        ALWAYS
        | dict.fromkeys(["done", "undo", "plays", "legal", "8/5 6/5"], "Roll first.")
        | dict.fromkeys(["double", "resign"], FIRST_ROLL)
        | dict.fromkeys(["take", "pass"], NO_DOUBLE)
        | dict.fromkeys(["accept", "refuse"], NO_OFFER)
        | {"takeback": NO_PLAY, "end": MATCH},
    ),
    "to move": (
        FIVE,
        ROLLED_31,
        ALWAYS
        | {"roll": "Finish your move first.", "double": "Too late to double: you have rolled."}
        | dict.fromkeys(["take", "pass"], NO_DOUBLE)
        | dict.fromkeys(["accept", "refuse"], NO_OFFER)
        | {"done": "You must still play 3 and 1.", "undo": "There is no move to undo.", "takeback": NO_PLAY},
    ),
    "to roll": (
        FIVE,
        FIRST_TURN,
        ALWAYS
        | dict.fromkeys(["done", "undo", "plays", "legal", "8/5 6/5"], "Roll first.")
        | dict.fromkeys(["take", "pass"], NO_DOUBLE)
        | dict.fromkeys(["accept", "refuse"], NO_OFFER),
    ),
    "later to move": (
        FIVE,
        ROLLED,
        ALWAYS
        | {
            "takeback": LATE,
            "double": "Too late to double: you have rolled.",
            "8/7": "8/7 needs a 1: you rolled 6-4.",
        },
    ),
    "doubled": (
        FIVE,
        DOUBLED,
        ALWAYS
        | dict.fromkeys(["roll", "double", "done", "undo", "plays", "legal", "refuse", "8/5 6/5"], ANSWER)
        | {"takeback": LATE},
    ),
    "resignation": (
        FIVE,
        (*FIRST_TURN, ResignationOffered(BOB, Win.SINGLE)),
        ALWAYS | dict.fromkeys(IN_PLAY, RESIGNS) | {"takeback": RESIGNS},
    ),
    "resignation refused": (
        FIVE,
        (*FIRST_TURN, ResignationOffered(BOB, Win.SINGLE), ResignationRefused(ANN)),
        ALWAYS | {"resign": "Ann has refused: offer again after the next roll, play or double."},
    ),
    "take-back": (
        FIVE,
        (*FIRST_TURN, TakeBackAsked(ANN)),
        ALWAYS | dict.fromkeys(IN_PLAY, ASKS) | {"takeback": "Bob has to answer first."},
    ),
    "take-back refused": (
        FIVE,
        (*FIRST_TURN, TakeBackAsked(ANN), TakeBackRefused(BOB)),
        ALWAYS | {"takeback": "Bob has refused: the play stands."},
    ),
    "match over": (
        ONE,
        (*FIRST_TURN, *LOST),
        AT_THE_END | dict.fromkeys([*IN_PLAY, "accept", "refuse", "takeback"], OVER),
    ),
    "no take-backs": (
        Ruleset(length=5, take_back=False),
        FIRST_TURN,
        {"takeback": "No take-backs in this match."},
    ),
    "no cube": (
        Ruleset(length=5, cube=False),
        FIRST_TURN,
        dict.fromkeys(["double", "take", "pass"], "No doubling: this match is played without the cube."),
    ),
    "Crawford": (
        Ruleset(length=2),
        (*FIRST_TURN, *LOST, OpeningThrown(3, 1), Moved(ANN, play("8/5 6/5"))),
        {"double": "Crawford game: no doubling."},
    ),
    "dead cube": (
        ONE,
        FIRST_TURN,
        {"double": "No doubling: with the cube at 1, this game already wins you the match."},
    ),
    "beaver": (
        MONEY,
        (*DOUBLED, Beavered(ANN)),
        {"beaver": "No more beavers: this match allows 1 per double.", "refuse": ANSWER},
    ),
    "not doubled": (MONEY, FIRST_TURN, {"beaver": NO_DOUBLE}),
    "session": (MONEY, FIRST_TURN, {"end": "Finish the game first: a session ends between two games."}),
    "no referee": (
        HOUSE,
        (*ROLLED_31, Moved(ANN, play("8/4 6/5")), Rolled(BOB, Dice(6, 4))),
        {"challenge": "Too late to challenge: rolling or doubling accepted the play."},
    ),
    "no referee yet": (HOUSE, ROLLED_31, {"challenge": NO_PLAY}),
    "clock": (HOUSE, ROLLED_31, {"flag": "No flag to claim yet: Bob has 10 min left."}),
}


def talk_in(folder, phase: str) -> Talk:
    ruleset, past, _ = PHASES[phase]
    return Talk(folder, past=past, ruleset=ruleset, now=Time())


@pytest.mark.parametrize("phase", PHASES)
def test_refusals_name_their_rules(tmp_path, phase):
    talk = talk_in(tmp_path, phase)
    before = talk.table.match
    for command, said in PHASES[phase][2].items():
        assert talk(command) == said
        assert talk.table.match is before


DESCRIBED = ["opening", "to move", "to roll", "doubled", "resignation", "take-back", "match over"]
"""The phases for which the table has every command that is refused."""
SENTENCES = {said for _, _, refused in PHASES.values() for said in refused.values()}
ONLY_EXPLAINED = {"wrong", "words", "open", "end", "more"}
"""Actions that another sentence refuses in all these phases, or that are explained when nothing follows them."""


@pytest.mark.parametrize("phase", PHASES)
def test_each_command_is_answered_and_has_its_effect(tmp_path, phase):
    talk, refused = talk_in(tmp_path, phase), PHASES[phase][2]
    before = talk.table.match
    for command in (*ACTIONS, *ANSWERS):
        heard = talk(command.name)
        done = talk.table.match is not before or talk.seat.participant.left or bool(talk.seat.listing)
        assert " now." not in heard, (command.name, heard)
        if phase in DESCRIBED and command in ACTIONS:
            assert done == (command.name not in {*refused, *ONLY_EXPLAINED}), (command.name, heard)
        elif phase in DESCRIBED:
            assert talk.table.match is before
            assert heard, command.name
            assert (heard in SENTENCES) == (command.name in refused), (command.name, heard)
        if done:
            talk = talk_in(tmp_path / command.name, phase)
            before = talk.table.match
