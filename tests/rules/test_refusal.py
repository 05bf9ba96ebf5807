"""What cannot be done now is refused with the rule that forbids it, not only with "not now"."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.match import Header, Win
from bgterm.rules.referee import apply, states
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import play

WHITE, BLACK = Player
OPENING = (OpeningThrown(3, 1),)
PLAYED = (*OPENING, Moved(WHITE, play("8/5 6/5")))
ROLLED = (*PLAYED, Rolled(BLACK, Dice(6, 5)))
DOUBLED = (*PLAYED, Doubled(BLACK))
RESIGNING = (*PLAYED, ResignationOffered(BLACK, Win.SINGLE))
TAKING_BACK = (*PLAYED, TakeBackAsked(WHITE))
REFUSED_ONCE = (*RESIGNING, ResignationRefused(WHITE))
CHALLENGED = (*OPENING, Moved(WHITE, play("8/4")), Challenged(BLACK))
LOST = (*RESIGNING, ResignationAccepted(WHITE))
SIX_FIVE = Rolled(BLACK, Dice(6, 5))
FIVE_POINT = Moved(WHITE, play("8/5 6/5"))
TO_FIVE, TO_ONE, MONEY = Ruleset(length=5), Ruleset(length=1), Ruleset(beavers=1)
POLICED = Ruleset(length=5, policing=True)

REFUSED = [
    # the dice
    (TO_FIVE, OPENING, Rolled(WHITE, Dice(6, 5)), Rule.VOID_ROLL),
    (TO_FIVE, OPENING, SIX_FIVE, Rule.NOT_PICKED_UP),
    (TO_FIVE, PLAYED, Rolled(WHITE, Dice(6, 5)), Rule.NOT_YOUR_TURN),
    (TO_FIVE, DOUBLED, Rolled(WHITE, Dice(6, 5)), Rule.ANSWER_DOUBLE),
    (TO_FIVE, DOUBLED, SIX_FIVE, Rule.AWAIT_ANSWER),
    (TO_FIVE, TAKING_BACK, SIX_FIVE, Rule.ANSWER_TAKE_BACK),
    (TO_FIVE, (), Rolled(WHITE, Dice(6, 5)), Rule.NOT_BEGUN),
    (TO_FIVE, OPENING, OpeningThrown(6, 5), Rule.OPENING_DECIDED),
    (TO_ONE, LOST, OpeningThrown(6, 5), Rule.MATCH_OVER),
    (TO_FIVE, (), RollCorrected(WHITE, Dice(6, 5)), Rule.NOTHING_ROLLED),
    (TO_FIVE, (), OpeningCorrected(6, 5), Rule.NOTHING_ROLLED),
    (TO_FIVE, PLAYED, RollCorrected(WHITE, Dice(6, 5)), Rule.PICKED_UP),
    (TO_FIVE, PLAYED, OpeningCorrected(6, 5), Rule.PICKED_UP),
    (TO_FIVE, ROLLED, RollCorrected(WHITE, Dice(6, 5)), Rule.NOT_YOUR_TURN),
    (POLICED, CHALLENGED, RollCorrected(WHITE, Dice(6, 5)), Rule.ROLL_STANDS),
    (TO_ONE, LOST, SIX_FIVE, Rule.MATCH_OVER),
    # moves
    (TO_FIVE, (), FIVE_POINT, Rule.ROLL_FIRST),
    (TO_FIVE, PLAYED, Moved(BLACK, play("8/5 6/5")), Rule.ROLL_FIRST),
    (TO_FIVE, DOUBLED, FIVE_POINT, Rule.ANSWER_DOUBLE),
    (TO_FIVE, ROLLED, FIVE_POINT, Rule.NOT_YOUR_TURN),
    # the cube
    (TO_FIVE, (), Doubled(WHITE), Rule.NOT_BEGUN),
    (TO_FIVE, OPENING, Doubled(WHITE), Rule.LATE_DOUBLE),
    (TO_FIVE, OPENING, Doubled(BLACK), Rule.NOT_YOUR_TURN),
    (TO_FIVE, RESIGNING, Doubled(WHITE), Rule.ANSWER_RESIGNATION),
    (Ruleset(length=5, cube=False), OPENING, Doubled(BLACK), Rule.NO_CUBE),
    (Ruleset(length=2), LOST, Doubled(WHITE), Rule.CRAWFORD),
    (TO_ONE, LOST, Doubled(BLACK), Rule.MATCH_OVER),
    (TO_FIVE, PLAYED, Taken(BLACK), Rule.NO_DOUBLE_OFFERED),
    (TO_FIVE, PLAYED, Dropped(WHITE), Rule.NO_DOUBLE_OFFERED),
    (TO_FIVE, DOUBLED, Taken(BLACK), Rule.AWAIT_ANSWER),
    (TO_FIVE, RESIGNING, Taken(WHITE), Rule.ANSWER_RESIGNATION),
    (TO_FIVE, DOUBLED, Beavered(WHITE), Rule.NO_BEAVERS),
    (MONEY, PLAYED, Beavered(BLACK), Rule.NO_DOUBLE_OFFERED),
    (MONEY, (*DOUBLED, Beavered(WHITE)), Beavered(BLACK), Rule.BEAVER_LIMIT),
    (MONEY, DOUBLED, Beavered(BLACK), Rule.AWAIT_ANSWER),
    # resigning
    (TO_FIVE, (), ResignationOffered(WHITE, Win.SINGLE), Rule.NOT_BEGUN),
    (TO_FIVE, RESIGNING, ResignationOffered(WHITE, Win.SINGLE), Rule.ANSWER_RESIGNATION),
    (TO_FIVE, RESIGNING, ResignationOffered(BLACK, Win.GAMMON), Rule.AWAIT_ANSWER),
    (TO_FIVE, REFUSED_ONCE, ResignationOffered(BLACK, Win.GAMMON), Rule.OFFER_REFUSED),
    (TO_ONE, LOST, ResignationOffered(WHITE, Win.SINGLE), Rule.MATCH_OVER),
    (TO_FIVE, PLAYED, ResignationAccepted(WHITE), Rule.NOTHING_OFFERED),
    (TO_FIVE, PLAYED, ResignationRefused(BLACK), Rule.NOTHING_OFFERED),
    (TO_FIVE, RESIGNING, ResignationAccepted(BLACK), Rule.AWAIT_ANSWER),
    (TO_FIVE, TAKING_BACK, ResignationAccepted(BLACK), Rule.ANSWER_TAKE_BACK),
    # taking back
    (Ruleset(length=5, take_back=False), PLAYED, TakeBackAsked(WHITE), Rule.NO_TAKE_BACKS),
    (TO_FIVE, OPENING, TakeBackAsked(WHITE), Rule.NO_PLAY_YET),
    (TO_FIVE, PLAYED, TakeBackAsked(BLACK), Rule.OTHERS_PLAY),
    (TO_FIVE, ROLLED, TakeBackAsked(WHITE), Rule.LATE_TAKE_BACK),
    (TO_FIVE, ROLLED, TakeBackAsked(BLACK), Rule.LATE_TAKE_BACK),
    (TO_FIVE, TAKING_BACK, TakeBackAsked(WHITE), Rule.AWAIT_ANSWER),
    (TO_FIVE, (*TAKING_BACK, TakeBackRefused(BLACK)), TakeBackAsked(WHITE), Rule.TAKE_BACK_REFUSED),
    (TO_FIVE, PLAYED, TakenBack(BLACK), Rule.NOTHING_OFFERED),
    (TO_FIVE, PLAYED, TakeBackRefused(BLACK), Rule.NOTHING_OFFERED),
    (TO_FIVE, DOUBLED, TakenBack(WHITE), Rule.ANSWER_DOUBLE),
    # challenging
    (TO_FIVE, PLAYED, Challenged(BLACK), Rule.NO_CHALLENGES),
    (POLICED, OPENING, Challenged(BLACK), Rule.NO_PLAY_YET),
    (POLICED, PLAYED, Challenged(WHITE), Rule.OWN_PLAY),
    (POLICED, ROLLED, Challenged(BLACK), Rule.LATE_CHALLENGE),
    (POLICED, (*PLAYED, Challenged(BLACK)), Challenged(BLACK), Rule.CHALLENGED_BEFORE),
    (POLICED, TAKING_BACK, Challenged(BLACK), Rule.ANSWER_TAKE_BACK),
    (POLICED, PLAYED, PlayAccepted(BLACK), Rule.NOTHING_OFFERED),
    # the clock
    (TO_FIVE, PLAYED, FlagClaimed(WHITE), Rule.NO_CLOCK),
    (Ruleset(length=1, clock=Clock.DELAY), LOST, FlagClaimed(BLACK), Rule.MATCH_OVER),
]


@pytest.mark.parametrize(("ruleset", "past", "event", "rule"), REFUSED)
def test_refusal_names_the_rule(ruleset: Ruleset, past: tuple[Event, ...], event: Event, rule: Rule):
    *_, match = states(Header(BACKGAMMON, ruleset), past)
    with pytest.raises(IllegalAction) as caught:
        apply(match, event)
    assert caught.value.rule is rule


def test_win_too_large_for_the_game_is_named():
    *_, match = states(Header(LONG, Ruleset(cube=False)), OPENING)
    with pytest.raises(IllegalAction) as caught:
        apply(match, ResignationOffered(WHITE, Win.BACKGAMMON))
    assert (caught.value.rule, caught.value.facts) == (Rule.RESIGNED_TOO_MUCH, {"win": Win.BACKGAMMON})
