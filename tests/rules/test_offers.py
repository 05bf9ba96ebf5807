"""A refused resignation or take-back may be repeated only when something else has happened. [RULES A-83, A-18b]"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.formats.record import read_record
from bgterm.notation.json_codec import write_line
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.events import (
    Challenged,
    Doubled,
    Event,
    Moved,
    ResignationOffered,
    ResignationRefused,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
)
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState, Win
from bgterm.rules.referee import apply, apply_recorded
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import play
from tests.first_turn import FIRST_TURN
from tests.players import random_event
from tests.states import states
from tests.strategies import headers, in_whole_matches

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(policing=True))
RESIGNED_IN_VAIN = (ResignationOffered(BLACK, Win.SINGLE), ResignationRefused(WHITE))
ASKED_IN_VAIN = (TakeBackAsked(WHITE), TakeBackRefused(BLACK))
SIX_FIVE = Rolled(BLACK, Dice(6, 5))


def after(*events: Event) -> MatchState:
    return [*states(HEADER, events)][-1]


def refused(match: MatchState, event: Event) -> ActionRule:
    with pytest.raises(IllegalAction) as caught:
        apply(match, event)
    return caught.value.rule


@pytest.mark.rule("A-83")
@pytest.mark.parametrize("win", Win)
def test_refused_resignation_is_not_repeated(win):
    match = after(*FIRST_TURN, *RESIGNED_IN_VAIN)
    assert choices(match, BLACK).resign == ()
    assert refused(match, ResignationOffered(BLACK, win)) is ActionRule.OFFER_REFUSED
    assert choices(match, WHITE).resign == (1, 2, 3)


@pytest.mark.rule("A-83")
@pytest.mark.parametrize(
    ("before", "events", "wins"),
    [
        ((), (SIX_FIVE,), (1, 2, 3)),
        ((), (Doubled(BLACK),), (1, 2, 3)),
        ((), (Doubled(BLACK), Taken(WHITE)), (1, 2, 3)),
        ((), (Challenged(BLACK),), (1, 2, 3)),
        ((), (SIX_FIVE, Moved(BLACK, play("24/18 18/13"))), (1, 2, 3)),
        ((), ASKED_IN_VAIN, ()),
        ((), (ResignationOffered(WHITE, Win.SINGLE), ResignationRefused(BLACK)), ()),
        ((SIX_FIVE,), (RollCorrected(BLACK, Dice(6, 4)),), ()),
    ],
    ids=[
        "after a roll",
        "after a double",
        "after a take",
        "after a challenge",
        "after a play",
        "not after a refused take-back",
        "not after a resignation of the opponent",
        "not after a corrected roll",
    ],
)
def test_offer_is_made_again_after_another_event(
    before: tuple[Event, ...], events: tuple[Event, ...], wins: tuple[int, ...]
):
    match = after(*FIRST_TURN, *before, *RESIGNED_IN_VAIN, *events)
    assert choices(match, BLACK).resign == wins


@pytest.mark.rule("A-83", "A-18b")
@given(headers, st.integers(0, 2**32))
@in_whole_matches
def test_no_offer_follows_its_refusal_at_once(header: Header, seed: int):
    rng, match, told = Random(seed), start(header), set[tuple[type[Event], Player]]()
    for _ in range(150):
        if match.winner is not None:
            return
        event = _eager(match, rng) or random_event(match, rng)
        match = apply(match, event)
        match event:
            case ResignationOffered(player) | TakeBackAsked(player):
                assert (type(event), player) not in told
                told.add((type(event), player))
            case ResignationRefused() | TakeBackRefused():
                pass
            case _:
                told.clear()


def _eager(match: MatchState, rng: Random) -> Event | None:
    """Return the event of a player who wants to stop the game, and offers or refuses whatever is possible."""
    if match.shown_game.pending:
        asked = match.shown_game.pending.player.opponent
        resigning = choices(match, asked).answer_resignation
        return ResignationRefused(asked) if resigning else TakeBackRefused(asked)
    player = rng.choice([*Player])
    can = choices(match, player)
    if can.resign and rng.random() < 0.5:
        return ResignationOffered(player, rng.choice(can.resign))
    return TakeBackAsked(player) if can.take_back and rng.random() < 0.5 else None


# Records of earlier versions, which let offers be repeated

REPEATED = (*FIRST_TURN, *RESIGNED_IN_VAIN, *RESIGNED_IN_VAIN, *ASKED_IN_VAIN, *ASKED_IN_VAIN, *RESIGNED_IN_VAIN)


def test_record_with_repeated_offers_is_read():
    text = "".join(f"{write_line(line)}\n" for line in (HEADER, *REPEATED)).encode()
    record = read_record(text)
    assert (record.damage, record.events) == (None, REPEATED)
    assert record.match == after(*REPEATED)


@pytest.mark.rule("A-83", "A-18b")
def test_play_goes_on_by_the_rule_after_such_a_record():
    match = after(*REPEATED)
    assert refused(match, ResignationOffered(BLACK, Win.SINGLE)) is ActionRule.OFFER_REFUSED
    assert refused(match, TakeBackAsked(WHITE)) is ActionRule.PLAY_STANDS
    assert choices(apply(match, SIX_FIVE), BLACK).resign


@given(headers, st.integers(0, 2**32))
@in_whole_matches
def test_replay_changes_nothing_that_apply_accepts(header: Header, seed: int):
    rng, match = Random(seed), start(header)
    for _ in range(80):
        if match.winner is not None:
            return
        event = _eager(match, rng) or random_event(match, rng)
        assert apply_recorded(match, event) == apply(match, event)
        match = apply(match, event)
