"""Each command of plain mode in each phase: its effect, or a sentence that names the rule against it."""

from collections.abc import Mapping

import pytest

from bgterm.plain.session import ANSWERS, commands_of
from bgterm.play.actions.everything import WORDS
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, Event, ResignationAccepted, ResignationOffered, TakeBackAsked
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from tests.builders import FIRST_TURN, ROLLED_31, Time
from tests.plain.seats import Talk

ACTIONS = tuple(commands_of(WORDS))

ANN, BOB = Player
FIVE = Ruleset(length=5)

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
AT_THE_END = (
    {"hint": "No engine gives hints at this table.", "flag": NO_FLAG}
    | {"beaver": NO_BEAVERS, "challenge": NO_CHALLENGES}
    | dict.fromkeys(["decline", "void"], NO_PART)
    | dict.fromkeys(["cocked", "wrong 31"], THROWN)
)
ALWAYS = AT_THE_END | {"rematch": "A rematch can begin only when the match is over."}
FIRST_ROLL = "The game has not begun: roll for the start first."
ANSWER = "Answer the double first: take or pass."
RESIGNS = "Bob offers to resign: accept or refuse first."
ASKS = "Ann asks to take back the play: agree or refuse first."
WAIT = "Bob has to answer first."
OVER = "The match is over."
IN_PLAY = ["roll", "double", "done", "undo", "plays", "legal", "take", "pass", "resign"]
NOT_ASKED = dict.fromkeys(["take", "pass"], NO_DOUBLE) | dict.fromkeys(["accept", "refuse"], NO_OFFER)
NO_ROLL = dict.fromkeys(["done", "undo", "plays", "legal", "8/5 6/5"], "Roll first.")
TOO_EARLY = dict.fromkeys(["double", "resign"], FIRST_ROLL) | {"takeback": NO_PLAY, "end": MATCH}
TO_PLAY = {"done": "You must still play 3 and 1.", "undo": "There is no move to undo.", "takeback": NO_PLAY}
ROLLED = {"roll": "Finish your move first.", "double": "Too late to double: you have rolled."}
ASKED = dict.fromkeys([*NO_ROLL, "roll", "double", "refuse"], ANSWER) | {"takeback": LATE}
OFFERED, REQUESTED = ResignationOffered(BOB, Win.SINGLE), TakeBackAsked(ANN)

PHASES: Mapping[str, tuple[Ruleset, tuple[Event, ...], Mapping[str, str]]] = {
    "opening": (FIVE, (), ALWAYS | NO_ROLL | NOT_ASKED | TOO_EARLY),
    "to move": (FIVE, ROLLED_31, ALWAYS | ROLLED | NOT_ASKED | TO_PLAY),
    "to roll": (FIVE, FIRST_TURN, ALWAYS | NO_ROLL | NOT_ASKED),
    "doubled": (FIVE, (*FIRST_TURN, Doubled(BOB)), ALWAYS | ASKED),
    "resignation": (FIVE, (*FIRST_TURN, OFFERED), ALWAYS | dict.fromkeys([*IN_PLAY, "takeback"], RESIGNS)),
    "take-back": (FIVE, (*FIRST_TURN, REQUESTED), ALWAYS | dict.fromkeys(IN_PLAY, ASKS) | {"takeback": WAIT}),
    "match over": (
        Ruleset(length=1),
        (*FIRST_TURN, OFFERED, ResignationAccepted(ANN)),
        AT_THE_END | dict.fromkeys([*IN_PLAY, "accept", "refuse", "takeback"], OVER),
    ),
}
"""For each phase the rules, the events before it, and the lines that are refused then, with the answers."""


def talk_in(folder, phase: str) -> Talk:
    ruleset, past, _ = PHASES[phase]
    return Talk(folder, past=past, ruleset=ruleset, now=Time())


SENTENCES = {said for _, _, refused in PHASES.values() for said in refused.values()}
ONLY_EXPLAINED = {"wrong", "words", "open", "end", "more"}
"""Actions that another sentence refuses in all these phases, or that are explained when nothing follows them."""


@pytest.mark.parametrize("phase", PHASES)
def test_each_command_has_its_effect_or_is_refused_by_its_rule(tmp_path, phase):
    talk, refused = talk_in(tmp_path, phase), PHASES[phase][2]
    actions, before = [command.name for command in ACTIONS], talk.table.match
    for line in dict.fromkeys([*refused, *actions, *(command.name for command in ANSWERS)]):
        heard = talk(line)
        done = talk.table.match is not before or talk.seat.participant.left or bool(talk.seat.listing)
        assert " now." not in heard, (line, heard)
        if line in refused:
            assert (heard, done) == (refused[line], False), line
        elif line in actions:
            assert done == (line not in ONLY_EXPLAINED), (line, heard)
        else:
            assert talk.table.match is before
            assert heard not in {"", *SENTENCES}, line
        if done:
            talk = talk_in(tmp_path / line, phase)
            before = talk.table.match
