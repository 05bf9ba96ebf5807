"""What cannot be done now is refused with the rule that forbids it, not only with "not now"."""

import pytest

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
from bgterm.rules.illegal_actions import (
    AnswerAwaited,
    BeaverLimit,
    ChallengeTooLate,
    CrawfordGame,
    DiceNotPickedUp,
    DicePickedUp,
    DoubleTooLate,
    DoubleUnanswered,
    GameNotBegun,
    MatchOver,
    NoBeavers,
    NoChallenges,
    NoClock,
    NoCube,
    NoDoubleOffered,
    NoPlayYet,
    NoTakeBacks,
    NothingOffered,
    NothingRolled,
    NotYourTurn,
    OfferRefused,
    OpeningDecided,
    OpponentsPlay,
    OwnPlay,
    PlayJudged,
    PlayStands,
    ResignationUnanswered,
    RollFirst,
    RollStands,
    TakeBackTooLate,
    TakeBackUnanswered,
    TurnUnfinished,
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
    (TO_FIVE, OPENING, Rolled(WHITE, Dice(6, 5)), TurnUnfinished),
    (TO_FIVE, OPENING, SIX_FIVE, DiceNotPickedUp),
    (TO_FIVE, PLAYED, Rolled(WHITE, Dice(6, 5)), NotYourTurn),
    (TO_FIVE, DOUBLED, Rolled(WHITE, Dice(6, 5)), DoubleUnanswered),
    (TO_FIVE, DOUBLED, SIX_FIVE, AnswerAwaited),
    (TO_FIVE, TAKING_BACK, SIX_FIVE, TakeBackUnanswered),
    (TO_FIVE, (), Rolled(WHITE, Dice(6, 5)), GameNotBegun),
    (TO_FIVE, OPENING, OpeningThrown(6, 5), OpeningDecided),
    (TO_ONE, LOST, OpeningThrown(6, 5), MatchOver),
    (TO_FIVE, (), RollCorrected(WHITE, Dice(6, 5)), NothingRolled),
    (TO_FIVE, (), OpeningCorrected(6, 5), NothingRolled),
    (TO_FIVE, PLAYED, RollCorrected(WHITE, Dice(6, 5)), DicePickedUp),
    (TO_FIVE, PLAYED, OpeningCorrected(6, 5), DicePickedUp),
    (TO_FIVE, ROLLED, RollCorrected(WHITE, Dice(6, 5)), NotYourTurn),
    (POLICED, CHALLENGED, RollCorrected(WHITE, Dice(6, 5)), RollStands),
    (TO_ONE, LOST, SIX_FIVE, MatchOver),
    # moves
    (TO_FIVE, (), FIVE_POINT, RollFirst),
    (TO_FIVE, PLAYED, Moved(BLACK, play("8/5 6/5")), RollFirst),
    (TO_FIVE, DOUBLED, FIVE_POINT, DoubleUnanswered),
    (TO_FIVE, ROLLED, FIVE_POINT, NotYourTurn),
    # the cube
    (TO_FIVE, (), Doubled(WHITE), GameNotBegun),
    (TO_FIVE, OPENING, Doubled(WHITE), DoubleTooLate),
    (TO_FIVE, OPENING, Doubled(BLACK), NotYourTurn),
    (TO_FIVE, RESIGNING, Doubled(WHITE), ResignationUnanswered),
    (Ruleset(length=5, cube=False), OPENING, Doubled(BLACK), NoCube),
    (Ruleset(length=2), LOST, Doubled(WHITE), CrawfordGame),
    (TO_ONE, LOST, Doubled(BLACK), MatchOver),
    (TO_FIVE, PLAYED, Taken(BLACK), NoDoubleOffered),
    (TO_FIVE, PLAYED, Dropped(WHITE), NoDoubleOffered),
    (TO_FIVE, DOUBLED, Taken(BLACK), AnswerAwaited),
    (TO_FIVE, RESIGNING, Taken(WHITE), ResignationUnanswered),
    (TO_FIVE, DOUBLED, Beavered(WHITE), NoBeavers),
    (MONEY, PLAYED, Beavered(BLACK), NoDoubleOffered),
    (MONEY, (*DOUBLED, Beavered(WHITE)), Beavered(BLACK), BeaverLimit),
    (MONEY, DOUBLED, Beavered(BLACK), AnswerAwaited),
    # resigning
    (TO_FIVE, (), ResignationOffered(WHITE, Win.SINGLE), GameNotBegun),
    (TO_FIVE, RESIGNING, ResignationOffered(WHITE, Win.SINGLE), ResignationUnanswered),
    (TO_FIVE, RESIGNING, ResignationOffered(BLACK, Win.GAMMON), AnswerAwaited),
    (TO_FIVE, REFUSED_ONCE, ResignationOffered(BLACK, Win.GAMMON), OfferRefused),
    (TO_ONE, LOST, ResignationOffered(WHITE, Win.SINGLE), MatchOver),
    (TO_FIVE, PLAYED, ResignationAccepted(WHITE), NothingOffered),
    (TO_FIVE, PLAYED, ResignationRefused(BLACK), NothingOffered),
    (TO_FIVE, RESIGNING, ResignationAccepted(BLACK), AnswerAwaited),
    (TO_FIVE, TAKING_BACK, ResignationAccepted(BLACK), TakeBackUnanswered),
    # taking back
    (Ruleset(length=5, take_back=False), PLAYED, TakeBackAsked(WHITE), NoTakeBacks),
    (TO_FIVE, OPENING, TakeBackAsked(WHITE), NoPlayYet),
    (TO_FIVE, PLAYED, TakeBackAsked(BLACK), OpponentsPlay),
    (TO_FIVE, ROLLED, TakeBackAsked(WHITE), TakeBackTooLate),
    (TO_FIVE, ROLLED, TakeBackAsked(BLACK), TakeBackTooLate),
    (TO_FIVE, TAKING_BACK, TakeBackAsked(WHITE), AnswerAwaited),
    (TO_FIVE, (*TAKING_BACK, TakeBackRefused(BLACK)), TakeBackAsked(WHITE), PlayStands),
    (TO_FIVE, PLAYED, TakenBack(BLACK), NothingOffered),
    (TO_FIVE, PLAYED, TakeBackRefused(BLACK), NothingOffered),
    (TO_FIVE, DOUBLED, TakenBack(WHITE), DoubleUnanswered),
    # challenging
    (TO_FIVE, PLAYED, Challenged(BLACK), NoChallenges),
    (POLICED, OPENING, Challenged(BLACK), NoPlayYet),
    (POLICED, PLAYED, Challenged(WHITE), OwnPlay),
    (POLICED, ROLLED, Challenged(BLACK), ChallengeTooLate),
    (POLICED, (*PLAYED, Challenged(BLACK)), Challenged(BLACK), PlayJudged),
    (POLICED, TAKING_BACK, Challenged(BLACK), TakeBackUnanswered),
    (POLICED, PLAYED, PlayAccepted(BLACK), NothingOffered),
    # the clock
    (TO_FIVE, PLAYED, FlagClaimed(WHITE), NoClock),
    (Ruleset(length=1, clock=Clock.DELAY), LOST, FlagClaimed(BLACK), MatchOver),
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
