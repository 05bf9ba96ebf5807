"""The offer of a match: changed by names, written and read, and the header of the match that it becomes."""

import pytest

from bgterm.play.match_offer import MatchOffer
from bgterm.rules.errors import NotationError
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG

OFFER = MatchOffer(white="Ann", variant=LONG, stake="0.50 euro", ruleset=Ruleset(cube=False))


def test_offer_is_read_as_its_values_are_or_were_written():
    assert MatchOffer.read(OFFER.values) == OFFER
    assert MatchOffer.read({}) == MatchOffer()
    earlier = {"theme": "mono", "bell": True, "mars_koks": False}  # settings of a terminal
    assert MatchOffer.read({**earlier, **OFFER.values}) == OFFER


def test_rules_and_options_are_changed_by_their_names():
    assert MatchOffer().changed(variant="long", length=7, level="casual") == MatchOffer(
        variant=LONG, ruleset=Ruleset(length=7), level="casual"
    )


@pytest.mark.parametrize("values", [{"theme": "mono"}, {"length": 100}, {"variant": "chess"}, {"listed": 1}])
def test_value_that_an_offer_cannot_have_is_refused(values):
    with pytest.raises(NotationError):
        MatchOffer().changed(**values)


@pytest.mark.parametrize(("length", "stake"), [(0, "0.50 euro"), (5, "")])
def test_only_a_money_session_has_a_stake(length, stake):
    header = OFFER.changed(length=length).header(("Ann", "Bob"))
    assert (header.variant, header.names, header.stake) == (LONG, ("Ann", "Bob"), stake)


@pytest.mark.parametrize(("variant", "cube"), [(BACKGAMMON, True), (LONG, False)])
def test_usual_rules_of_a_variant_keep_the_length(variant, cube):
    offer = MatchOffer(variant=variant, ruleset=Ruleset(length=3, jacoby=True))
    assert offer.with_usual_rules().ruleset == Ruleset(length=3, cube=cube)
