"""What cannot be done now is refused with the rule that forbids it, not only with "not now"."""

import pytest

from bgterm.rules import illegal_actions as illegal
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalAction
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
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.scoring import WinNotPossible
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import play
from tests.states import states

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
    (TO_FIVE, OPENING, Rolled(WHITE, Dice(6, 5)), illegal.TurnUnfinished),
    (TO_FIVE, OPENING, SIX_FIVE, illegal.DiceNotPickedUp),
    (TO_FIVE, PLAYED, Rolled(WHITE, Dice(6, 5)), illegal.NotYourTurn),
    (TO_FIVE, DOUBLED, Rolled(WHITE, Dice(6, 5)), illegal.DoubleUnanswered),
    (TO_FIVE, DOUBLED, SIX_FIVE, illegal.AnswerAwaited),
    (TO_FIVE, TAKING_BACK, SIX_FIVE, illegal.TakeBackUnanswered),
    (TO_FIVE, (), Rolled(WHITE, Dice(6, 5)), illegal.GameNotBegun),
    (TO_FIVE, OPENING, OpeningThrown(6, 5), illegal.OpeningDecided),
    (TO_ONE, LOST, OpeningThrown(6, 5), illegal.MatchOver),
    (TO_FIVE, (), RollCorrected(WHITE, Dice(6, 5)), illegal.NothingRolled),
    (TO_FIVE, (), OpeningCorrected(6, 5), illegal.NothingRolled),
    (TO_FIVE, PLAYED, RollCorrected(WHITE, Dice(6, 5)), illegal.DicePickedUp),
    (TO_FIVE, PLAYED, OpeningCorrected(6, 5), illegal.DicePickedUp),
    (TO_FIVE, ROLLED, RollCorrected(WHITE, Dice(6, 5)), illegal.NotYourTurn),
    (POLICED, CHALLENGED, RollCorrected(WHITE, Dice(6, 5)), illegal.RollStands),
    (TO_ONE, LOST, SIX_FIVE, illegal.MatchOver),
    # moves
    (TO_FIVE, (), FIVE_POINT, illegal.RollFirst),
    (TO_FIVE, PLAYED, Moved(BLACK, play("8/5 6/5")), illegal.RollFirst),
    (TO_FIVE, DOUBLED, FIVE_POINT, illegal.DoubleUnanswered),
    (TO_FIVE, ROLLED, FIVE_POINT, illegal.NotYourTurn),
    # the cube
    (TO_FIVE, (), Doubled(WHITE), illegal.GameNotBegun),
    (TO_FIVE, OPENING, Doubled(WHITE), illegal.DoubleTooLate),
    (TO_FIVE, OPENING, Doubled(BLACK), illegal.NotYourTurn),
    (TO_FIVE, RESIGNING, Doubled(WHITE), illegal.ResignationUnanswered),
    (Ruleset(length=5, cube=False), OPENING, Doubled(BLACK), illegal.NoCube),
    (Ruleset(length=2), LOST, Doubled(WHITE), illegal.CrawfordGame),
    (TO_ONE, LOST, Doubled(BLACK), illegal.MatchOver),
    (TO_FIVE, PLAYED, Taken(BLACK), illegal.NoDoubleOffered),
    (TO_FIVE, PLAYED, Dropped(WHITE), illegal.NoDoubleOffered),
    (TO_FIVE, DOUBLED, Taken(BLACK), illegal.AnswerAwaited),
    (TO_FIVE, RESIGNING, Taken(WHITE), illegal.ResignationUnanswered),
    (TO_FIVE, DOUBLED, Beavered(WHITE), illegal.NoBeavers),
    (MONEY, PLAYED, Beavered(BLACK), illegal.NoDoubleOffered),
    (MONEY, (*DOUBLED, Beavered(WHITE)), Beavered(BLACK), illegal.BeaverLimit),
    (MONEY, DOUBLED, Beavered(BLACK), illegal.AnswerAwaited),
    # resigning
    (TO_FIVE, (), ResignationOffered(WHITE, Win.SINGLE), illegal.GameNotBegun),
    (TO_FIVE, RESIGNING, ResignationOffered(WHITE, Win.SINGLE), illegal.ResignationUnanswered),
    (TO_FIVE, RESIGNING, ResignationOffered(BLACK, Win.GAMMON), illegal.AnswerAwaited),
    (TO_FIVE, REFUSED_ONCE, ResignationOffered(BLACK, Win.GAMMON), illegal.OfferRefused),
    (TO_ONE, LOST, ResignationOffered(WHITE, Win.SINGLE), illegal.MatchOver),
    (TO_FIVE, PLAYED, ResignationAccepted(WHITE), illegal.NothingOffered),
    (TO_FIVE, PLAYED, ResignationRefused(BLACK), illegal.NothingOffered),
    (TO_FIVE, RESIGNING, ResignationAccepted(BLACK), illegal.AnswerAwaited),
    (TO_FIVE, TAKING_BACK, ResignationAccepted(BLACK), illegal.TakeBackUnanswered),
    # taking back
    (Ruleset(length=5, take_back=False), PLAYED, TakeBackAsked(WHITE), illegal.NoTakeBacks),
    (TO_FIVE, OPENING, TakeBackAsked(WHITE), illegal.NoPlayYet),
    (TO_FIVE, PLAYED, TakeBackAsked(BLACK), illegal.OpponentsPlay),
    (TO_FIVE, ROLLED, TakeBackAsked(WHITE), illegal.TakeBackTooLate),
    (TO_FIVE, ROLLED, TakeBackAsked(BLACK), illegal.TakeBackTooLate),
    (TO_FIVE, TAKING_BACK, TakeBackAsked(WHITE), illegal.AnswerAwaited),
    (TO_FIVE, (*TAKING_BACK, TakeBackRefused(BLACK)), TakeBackAsked(WHITE), illegal.PlayStands),
    (TO_FIVE, PLAYED, TakenBack(BLACK), illegal.NothingOffered),
    (TO_FIVE, PLAYED, TakeBackRefused(BLACK), illegal.NothingOffered),
    (TO_FIVE, DOUBLED, TakenBack(WHITE), illegal.DoubleUnanswered),
    # challenging
    (TO_FIVE, PLAYED, Challenged(BLACK), illegal.NoChallenges),
    (POLICED, OPENING, Challenged(BLACK), illegal.NoPlayYet),
    (POLICED, PLAYED, Challenged(WHITE), illegal.OwnPlay),
    (POLICED, ROLLED, Challenged(BLACK), illegal.ChallengeTooLate),
    (POLICED, (*PLAYED, Challenged(BLACK)), Challenged(BLACK), illegal.PlayJudged),
    (POLICED, TAKING_BACK, Challenged(BLACK), illegal.TakeBackUnanswered),
    (POLICED, PLAYED, PlayAccepted(BLACK), illegal.NothingOffered),
    # the clock
    (TO_FIVE, PLAYED, FlagClaimed(WHITE), illegal.NoClock),
    (Ruleset(length=1, clock=Clock.DELAY), LOST, FlagClaimed(BLACK), illegal.MatchOver),
]


@pytest.mark.parametrize(("ruleset", "past", "event", "rule"), REFUSED)
def test_refusal_names_the_rule(
    ruleset: Ruleset, past: tuple[Event, ...], event: Event, rule: type[BackgammonError]
):
    *_, match = states(Header(BACKGAMMON, ruleset), past)
    with pytest.raises(rule):
        apply(match, event)


def test_win_too_large_for_the_game_is_named():
    *_, match = states(Header(LONG, Ruleset(cube=False)), OPENING)
    with pytest.raises(IllegalAction) as caught:
        apply(match, ResignationOffered(WHITE, Win.BACKGAMMON))
    assert (type(caught.value), vars(caught.value)) == (WinNotPossible, {"win": Win.BACKGAMMON})
