"""Refused actions name the rule that forbids them; refused offers may be repeated only when something happened."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.formats.record import read_record
from bgterm.notation.json_codec import write_line
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, PlayRule
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
from bgterm.rules.games import start
from bgterm.rules.match import Header, Win
from bgterm.rules.referee import apply, apply_recorded
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import FIRST_TURN, FIVE_POINT, ROLLED_31, play
from tests.players import offering_event
from tests.states import reached, refused
from tests.strategies import headers, in_whole_matches

WHITE, BLACK = Player
ROLLED = (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)))
DOUBLED = (*FIRST_TURN, Doubled(BLACK))
RESIGNING = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE))
TAKING_BACK = (*FIRST_TURN, TakeBackAsked(WHITE))
REFUSED_ONCE = (*RESIGNING, ResignationRefused(WHITE))
ILLEGAL = Moved(WHITE, play("8/4"))
CHALLENGED = (*ROLLED_31, ILLEGAL, Challenged(BLACK))
LOST = (*RESIGNING, ResignationAccepted(WHITE))
SIX_FIVE = Rolled(BLACK, Dice(6, 5))
TO_FIVE, TO_ONE, MONEY = Ruleset(length=5), Ruleset(length=1), Ruleset(beavers=1)
POLICED = Ruleset(length=5, policing=True)

REFUSED = [
    # the dice
    (TO_FIVE, ROLLED_31, Rolled(WHITE, Dice(6, 5)), ActionRule.TURN_UNFINISHED),
    (TO_FIVE, ROLLED_31, SIX_FIVE, ActionRule.DICE_NOT_PICKED_UP),
    (TO_FIVE, FIRST_TURN, Rolled(WHITE, Dice(6, 5)), ActionRule.NOT_YOUR_TURN),
    (TO_FIVE, DOUBLED, Rolled(WHITE, Dice(6, 5)), ActionRule.DOUBLE_UNANSWERED),
    (TO_FIVE, DOUBLED, SIX_FIVE, ActionRule.ANSWER_AWAITED),
    (TO_FIVE, TAKING_BACK, SIX_FIVE, ActionRule.TAKE_BACK_UNANSWERED),
    (TO_FIVE, RESIGNING, SIX_FIVE, ActionRule.ANSWER_AWAITED),
    (TO_FIVE, LOST, SIX_FIVE, ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, DOUBLED, OpeningThrown(6, 5), ActionRule.OPENING_DECIDED),
    (TO_FIVE, (), Rolled(WHITE, Dice(6, 5)), ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, ROLLED_31, OpeningThrown(6, 5), ActionRule.OPENING_DECIDED),
    (TO_ONE, LOST, OpeningThrown(6, 5), ActionRule.MATCH_OVER),
    (TO_FIVE, (), RollCorrected(WHITE, Dice(6, 5)), ActionRule.NOTHING_ROLLED),
    (TO_FIVE, (), OpeningCorrected(6, 5), ActionRule.NOTHING_ROLLED),
    (TO_FIVE, FIRST_TURN, RollCorrected(WHITE, Dice(6, 5)), ActionRule.DICE_PICKED_UP),
    (TO_FIVE, FIRST_TURN, OpeningCorrected(6, 5), ActionRule.DICE_PICKED_UP),
    (TO_FIVE, ROLLED, RollCorrected(WHITE, Dice(6, 5)), ActionRule.NOT_YOUR_TURN),
    (POLICED, CHALLENGED, RollCorrected(WHITE, Dice(6, 5)), ActionRule.ROLL_STANDS),
    (TO_ONE, LOST, SIX_FIVE, ActionRule.MATCH_OVER),
    # moves
    (TO_FIVE, (), FIVE_POINT, ActionRule.ROLL_FIRST),
    (TO_FIVE, ROLLED_31, Moved(WHITE, play("8/4")), PlayRule.NUMBER_NOT_ROLLED),
    (TO_FIVE, ROLLED_31, Moved(BLACK, play("8/5 6/5")), ActionRule.NOT_YOUR_TURN),
    (TO_FIVE, FIRST_TURN, Moved(BLACK, play("8/5 6/5")), ActionRule.ROLL_FIRST),
    (TO_FIVE, DOUBLED, FIVE_POINT, ActionRule.DOUBLE_UNANSWERED),
    (TO_FIVE, ROLLED, FIVE_POINT, ActionRule.NOT_YOUR_TURN),
    (TO_FIVE, LOST, FIVE_POINT, ActionRule.ROLL_FIRST),
    (TO_FIVE, (*ROLLED, ResignationOffered(BLACK, Win.SINGLE)), Moved(BLACK, ()), ActionRule.ANSWER_AWAITED),
    # the cube
    (TO_FIVE, (), Doubled(WHITE), ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, ROLLED_31, Doubled(WHITE), ActionRule.DOUBLE_TOO_LATE),
    (TO_FIVE, ROLLED_31, Doubled(BLACK), ActionRule.NOT_YOUR_TURN),
    (TO_FIVE, ROLLED, Doubled(BLACK), ActionRule.DOUBLE_TOO_LATE),
    (TO_FIVE, ROLLED, Doubled(WHITE), ActionRule.NOT_YOUR_TURN),
    (TO_FIVE, RESIGNING, Doubled(WHITE), ActionRule.RESIGNATION_UNANSWERED),
    (Ruleset(length=5, cube=False), ROLLED_31, Doubled(BLACK), ActionRule.NO_CUBE),
    (Ruleset(length=2), LOST, Doubled(WHITE), ActionRule.CRAWFORD_GAME),
    (TO_ONE, LOST, Doubled(BLACK), ActionRule.MATCH_OVER),
    (TO_FIVE, FIRST_TURN, Taken(BLACK), ActionRule.NO_DOUBLE_OFFERED),
    (TO_FIVE, FIRST_TURN, Dropped(WHITE), ActionRule.NO_DOUBLE_OFFERED),
    (TO_FIVE, DOUBLED, Taken(BLACK), ActionRule.ANSWER_AWAITED),
    (TO_FIVE, DOUBLED, Dropped(BLACK), ActionRule.ANSWER_AWAITED),
    (TO_FIVE, RESIGNING, Taken(WHITE), ActionRule.RESIGNATION_UNANSWERED),
    (TO_FIVE, RESIGNING, Dropped(WHITE), ActionRule.RESIGNATION_UNANSWERED),
    (TO_FIVE, ROLLED_31, Taken(BLACK), ActionRule.NO_DOUBLE_OFFERED),
    (TO_FIVE, DOUBLED, Beavered(WHITE), ActionRule.NO_BEAVERS),
    (MONEY, FIRST_TURN, Beavered(BLACK), ActionRule.NO_DOUBLE_OFFERED),
    (MONEY, (*DOUBLED, Beavered(WHITE)), Beavered(BLACK), ActionRule.BEAVER_LIMIT),
    (MONEY, DOUBLED, Beavered(BLACK), ActionRule.ANSWER_AWAITED),
    # resigning
    (TO_FIVE, (), ResignationOffered(WHITE, Win.SINGLE), ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, LOST, ResignationOffered(WHITE, Win.SINGLE), ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, LOST, ResignationOffered(BLACK, Win.SINGLE), ActionRule.GAME_NOT_BEGUN),
    (TO_FIVE, RESIGNING, ResignationOffered(WHITE, Win.SINGLE), ActionRule.RESIGNATION_UNANSWERED),
    (TO_FIVE, RESIGNING, ResignationOffered(BLACK, Win.GAMMON), ActionRule.ANSWER_AWAITED),
    *((TO_FIVE, REFUSED_ONCE, ResignationOffered(BLACK, win), ActionRule.OFFER_REFUSED) for win in Win),
    (TO_ONE, LOST, ResignationOffered(WHITE, Win.SINGLE), ActionRule.MATCH_OVER),
    (TO_FIVE, FIRST_TURN, ResignationAccepted(WHITE), ActionRule.NOTHING_OFFERED),
    (TO_FIVE, FIRST_TURN, ResignationRefused(BLACK), ActionRule.NOTHING_OFFERED),
    (TO_FIVE, RESIGNING, ResignationAccepted(BLACK), ActionRule.ANSWER_AWAITED),
    (TO_FIVE, RESIGNING, ResignationRefused(BLACK), ActionRule.ANSWER_AWAITED),
    (TO_FIVE, TAKING_BACK, ResignationAccepted(BLACK), ActionRule.TAKE_BACK_UNANSWERED),
    # taking back
    (Ruleset(length=5, take_back=False), FIRST_TURN, TakeBackAsked(WHITE), ActionRule.NO_TAKE_BACKS),
    (TO_FIVE, ROLLED_31, TakeBackAsked(WHITE), ActionRule.NO_PLAY_YET),
    (TO_FIVE, FIRST_TURN, TakeBackAsked(BLACK), ActionRule.OPPONENTS_PLAY),
    (TO_FIVE, ROLLED, TakeBackAsked(WHITE), ActionRule.TAKE_BACK_TOO_LATE),
    (TO_FIVE, ROLLED, TakeBackAsked(BLACK), ActionRule.TAKE_BACK_TOO_LATE),
    (TO_FIVE, DOUBLED, TakeBackAsked(WHITE), ActionRule.TAKE_BACK_TOO_LATE),
    (TO_FIVE, (*DOUBLED, Taken(WHITE)), TakeBackAsked(WHITE), ActionRule.TAKE_BACK_TOO_LATE),
    (TO_FIVE, TAKING_BACK, TakeBackAsked(WHITE), ActionRule.ANSWER_AWAITED),
    (TO_FIVE, (*TAKING_BACK, TakeBackRefused(BLACK)), TakeBackAsked(WHITE), ActionRule.PLAY_STANDS),
    (TO_FIVE, FIRST_TURN, TakenBack(BLACK), ActionRule.NOTHING_OFFERED),
    (TO_FIVE, FIRST_TURN, TakeBackRefused(BLACK), ActionRule.NOTHING_OFFERED),
    (TO_FIVE, DOUBLED, TakenBack(WHITE), ActionRule.DOUBLE_UNANSWERED),
    (TO_FIVE, TAKING_BACK, TakenBack(WHITE), ActionRule.ANSWER_AWAITED),
    # challenging
    (TO_FIVE, FIRST_TURN, Challenged(BLACK), ActionRule.NO_CHALLENGES),
    (POLICED, ROLLED_31, Challenged(BLACK), ActionRule.NO_PLAY_YET),
    (POLICED, FIRST_TURN, Challenged(WHITE), ActionRule.OWN_PLAY),
    (POLICED, (*ROLLED_31, ILLEGAL, SIX_FIVE), Challenged(BLACK), ActionRule.CHALLENGE_TOO_LATE),
    (POLICED, (*ROLLED_31, ILLEGAL, Doubled(BLACK)), Challenged(BLACK), ActionRule.CHALLENGE_TOO_LATE),
    (POLICED, (*FIRST_TURN, Challenged(BLACK)), Challenged(BLACK), ActionRule.PLAY_JUDGED),
    (POLICED, TAKING_BACK, Challenged(BLACK), ActionRule.TAKE_BACK_UNANSWERED),
    (POLICED, FIRST_TURN, PlayAccepted(BLACK), ActionRule.NOTHING_OFFERED),
    # the clock
    (TO_FIVE, FIRST_TURN, FlagClaimed(WHITE), ActionRule.NO_CLOCK),
    (Ruleset(clock=Clock.DELAY), FIRST_TURN, FlagClaimed(WHITE), ActionRule.NO_CLOCK),
    (Ruleset(length=1, clock=Clock.DELAY), LOST, FlagClaimed(BLACK), ActionRule.MATCH_OVER),
]


@pytest.mark.rule("A-18b", "A-49", "A-50", "A-59", "A-63", "A-72", "A-73", "A-74", "A-75", "A-83", "clock")
@pytest.mark.parametrize(("ruleset", "past", "event", "rule"), REFUSED)
def test_refusal_names_the_rule(
    ruleset: Ruleset, past: tuple[Event, ...], event: Event, rule: ActionRule | PlayRule
):
    assert refused(reached(Header(BACKGAMMON, ruleset), past), event).rule is rule


# Offers: a refused resignation or take-back may be repeated only when something else has happened

HEADER = Header(BACKGAMMON, Ruleset(policing=True))
RESIGNED_IN_VAIN = (ResignationOffered(BLACK, Win.SINGLE), ResignationRefused(WHITE))
ASKED_IN_VAIN = (TakeBackAsked(WHITE), TakeBackRefused(BLACK))

OFFERED_AGAIN = {
    "not at once": ((), (), ()),
    "after a roll": ((), (SIX_FIVE,), (1, 2, 3)),
    "after a double": ((), (Doubled(BLACK),), (1, 2, 3)),
    "after a take": ((), (Doubled(BLACK), Taken(WHITE)), (1, 2, 3)),
    "after a challenge": ((), (Challenged(BLACK),), (1, 2, 3)),
    "after a play": ((), (SIX_FIVE, Moved(BLACK, play("24/18 18/13"))), (1, 2, 3)),
    "not after a refused take-back": ((), ASKED_IN_VAIN, ()),
    "not after one of the opponent": ((), (ResignationOffered(WHITE, Win.SINGLE), ResignationRefused(BLACK)), ()),
    "not after a corrected roll": ((SIX_FIVE,), (RollCorrected(BLACK, Dice(6, 4)),), ()),
}


@pytest.mark.rule("A-83")
@pytest.mark.parametrize(("before", "events", "wins"), OFFERED_AGAIN.values(), ids=OFFERED_AGAIN)
def test_offer_is_made_again_after_another_event(
    before: tuple[Event, ...], events: tuple[Event, ...], wins: tuple[int, ...]
):
    match = reached(HEADER, (*FIRST_TURN, *before, *RESIGNED_IN_VAIN, *events))
    assert choices(match, BLACK).resign == wins


@pytest.mark.rule("A-83", "A-18b")
@given(headers, st.integers(0, 2**32))
@in_whole_matches
def test_no_offer_follows_its_refusal_at_once(header: Header, seed: int):
    """What is accepted now is accepted in a record, too."""
    rng, match, offers = Random(seed), start(header), set[tuple[type[Event], Player]]()
    for _ in range(150):
        if match.winner is not None:
            return
        event = offering_event(match, rng)
        before, match = match, apply(match, event)
        assert apply_recorded(before, event) == match
        match event:
            case ResignationOffered(player) | TakeBackAsked(player):
                assert (type(event), player) not in offers
                offers.add((type(event), player))
            case ResignationRefused() | TakeBackRefused():
                pass
            case _:
                offers.clear()


# Records of earlier versions, which let offers be repeated

REPEATED = (*FIRST_TURN, *RESIGNED_IN_VAIN, *RESIGNED_IN_VAIN, *ASKED_IN_VAIN, *ASKED_IN_VAIN, *RESIGNED_IN_VAIN)


@pytest.mark.rule("A-83", "A-18b")
def test_record_with_repeated_offers_is_read_and_goes_on():
    text = "".join(f"{write_line(line)}\n" for line in (HEADER, *REPEATED)).encode()
    record, match = read_record(text), reached(HEADER, REPEATED)
    assert (record.damage, record.events, record.match) == (None, REPEATED, match)
    assert refused(match, ResignationOffered(BLACK, Win.SINGLE)).rule is ActionRule.OFFER_REFUSED
    assert refused(match, TakeBackAsked(WHITE)).rule is ActionRule.PLAY_STANDS
    assert choices(apply(match, SIX_FIVE), BLACK).resign
