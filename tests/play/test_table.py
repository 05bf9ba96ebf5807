"""The table: events are checked, kept and told; and the offer of a match, which becomes the header of a table."""

import asyncio

import pytest

from bgterm.notation.json_codec import Note
from bgterm.play.dice.sources import dice_source
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction, IllegalPlay, NotationError
from bgterm.rules.events import (
    Doubled,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    RollCorrected,
    Rolled,
    Taken,
)
from bgterm.rules.match import Header, Phase
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import load
from tests.builders import FIVE_POINT, play
from tests.scripted_dice import ScriptedDice
from tests.tables import begin_table, reopened, resign, resume_table
from tests.waiting import wait

NO_SESSION = "only a money session is closed: a match ends by itself"
NO_GAME_PLAYED = "no game of the session has been played: leave the table instead"
SAVE_DAMAGED = "{name} cannot be read: line {line}: {fault}"

HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "random", "2026-11-20T19:30")
WHITE, BLACK = Player


@pytest.fixture
def table(tmp_path):
    return begin_table(tmp_path, HEADER, ScriptedDice([(3, 1), (2, 6), (5, 5)]))


def test_what_the_referee_refuses_is_neither_kept_nor_told(table):
    told = []
    wait(table.roll(WHITE))
    table.event_watchers.add(lambda *news: told.append(news))
    before = table.match
    with pytest.raises(IllegalPlay):
        wait(table.apply(Moved(WHITE, play("8/5 8/5"))))
    with pytest.raises(IllegalAction):
        wait(table.apply(Doubled(WHITE)))
    assert (table.match, table.history, told) == (before, (OpeningThrown(3, 1),), [])
    assert load(table.path).events == (OpeningThrown(3, 1),)


def test_a_watcher_that_fails_or_goes_keeps_news_from_nobody(table):
    told = []

    def fails(*_):
        raise RuntimeError("out of ink")

    unwatch = table.event_watchers.add(fails)
    table.event_watchers.add(lambda _match, event: told.append(event))
    with pytest.raises(ExceptionGroup) as caught:
        wait(table.roll(WHITE))
    assert [str(fault) for fault in caught.value.exceptions] == ["out of ink"]
    assert told == list(table.history) == [OpeningThrown(3, 1)]
    assert load(table.path).events == table.history
    unwatch()
    unwatch()
    wait(table.apply(FIVE_POINT))
    assert told == [OpeningThrown(3, 1), FIVE_POINT]


async def test_what_a_watcher_makes_happen_is_told_in_order(table):
    told, acts = [], []

    def plays(match, _event):
        if match.game.phase is Phase.TO_MOVE:
            acts.append(asyncio.create_task(table.apply(FIVE_POINT)))

    table.event_watchers.add(plays)
    table.event_watchers.add(lambda match, event: told.append((match.game.phase, event)))
    await table.roll(WHITE)
    await acts[0]
    assert told == [(Phase.TO_MOVE, OpeningThrown(3, 1)), (Phase.TO_ROLL, FIVE_POINT)]


def test_match_resumes_at_the_same_decision_and_dice(table):
    wait(table.roll(WHITE))
    wait(table.note(Note("chat")))
    wait(table.apply(FIVE_POINT))
    wait(table.apply(Doubled(BLACK)))
    table.close().result()
    assert Note("chat") in load(table.path).items
    with ScriptedDice([(3, 1), (2, 6)]) as cup:
        again = resume_table(table.path, cup)
        assert (again.match, again.history, again.header) == (table.match, table.history, HEADER)
        assert (again.name, again.damage) == ("2026-11-20-ann-bob", None)
        wait(again.apply(Taken(WHITE)))
        wait(again.roll(BLACK))
        assert again.history[-1] == Rolled(BLACK, Dice(6, 2))
        assert cup.thrown == {1}
        again.close().result()
        cup(0)


def test_unknown_dice_source_is_named_and_the_save_released(tmp_path):
    table = begin_table(tmp_path, Header(BACKGAMMON, Ruleset(), dice="loaded"), dice_source("random"))
    table.close().result()
    path = table.path
    for _ in range(2):
        with pytest.raises(SaveError) as caught:
            resume_table(path)
        assert (caught.value.msgid, caught.value.line) == (SAVE_DAMAGED, 1)
    with pytest.raises(NotationError):
        begin_table(tmp_path, Header(BACKGAMMON, Ruleset(), dice="loaded"))
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def manual(tmp_path):
    """A table of a money session with dice that the players throw."""
    return begin_table(tmp_path, Header(BACKGAMMON, Ruleset(), ("Ann", "Bob"), "manual", "2026-11-20"))


def test_mistyped_rolls_can_be_corrected_until_picked_up(manual):
    assert manual.dice_typed
    wait(manual.enter_roll(WHITE, 3, 2))
    assert manual.choices(WHITE).correct
    wait(manual.correct_roll(WHITE, 3, 1))
    wait(manual.apply(FIVE_POINT))
    for player in Player:
        with pytest.raises(IllegalAction, match=ActionRule.DICE_PICKED_UP):
            wait(manual.correct_roll(player, 3, 2))
    wait(manual.enter_roll(BLACK, 2, 6))
    wait(manual.correct_roll(BLACK, 6, 6))
    corrected = (OpeningThrown(3, 2), OpeningCorrected(3, 1), FIVE_POINT)
    assert manual.history == (*corrected, Rolled(BLACK, Dice(6, 2)), RollCorrected(BLACK, Dice(6, 6)))
    assert manual.match.game.dice == Dice(6, 6)
    again = reopened(manual)
    assert (again.dice_typed, again.match, again.history) == (True, manual.match, manual.history)


@pytest.mark.parametrize("pair", [(0, 1), (1, 7), (-1, 3), None])
def test_dice_of_the_players_are_not_thrown_and_show_1_to_6(manual, pair):
    said = "1 to 6" if pair else "these are your own dice: roll them and type what they show"
    with pytest.raises((ValueError, IllegalAction), match=said):
        wait(manual.enter_roll(WHITE, *pair) if pair else manual.roll(WHITE))
    assert manual.history == ()


def test_only_who_is_to_roll_rolls_types_or_calls_cocked_dice(table, manual):
    wait(table.roll(WHITE))
    wait(manual.enter_roll(WHITE, 3, 1))
    for action in (table.roll, lambda player: manual.enter_roll(player, 6, 5), manual.report_cocked_dice):
        for player, rule in ((WHITE, ActionRule.TURN_UNFINISHED), (BLACK, ActionRule.DICE_NOT_PICKED_UP)):
            with pytest.raises(IllegalAction) as caught:
                wait(action(player))
            assert caught.value.rule is rule
    assert [load(one.path).items for one in (table, manual)] == [(OpeningThrown(3, 1),)] * 2


def test_dice_of_the_program_are_not_typed_corrected_or_cocked(table):
    assert not table.dice_typed
    wait(table.roll(WHITE))
    assert not table.choices(WHITE).correct
    for act, *dice in ((table.enter_roll, 6, 6), (table.correct_roll, 6, 5), (table.report_cocked_dice,)):
        with pytest.raises(IllegalAction, match="the dice of this match are rolled for you: there is nothing"):
            wait(act(WHITE, *dice))
    assert load(table.path).items == (OpeningThrown(3, 1),)


def test_cocked_dice_are_only_noted(manual):
    wait(manual.report_cocked_dice(BLACK))
    wait(manual.enter_roll(WHITE, 3, 1))
    wait(manual.apply(FIVE_POINT))
    before = manual.match
    wait(manual.report_cocked_dice(BLACK))
    assert manual.match == before
    wait(manual.enter_roll(BLACK, 5, 5))
    assert load(manual.path).items == (
        Note("cocked", {"player": "black", "dice": "one"}),
        OpeningThrown(3, 1),
        FIVE_POINT,
        Note("cocked", {"player": "black", "dice": "both"}),
        Rolled(BLACK, Dice(5, 5)),
    )


def test_session_is_closed_after_a_game_and_accepts_nothing_more(manual, table):
    for closing, said in ((manual, NO_GAME_PLAYED), (table, NO_SESSION)):
        with pytest.raises(IllegalAction) as caught:
            wait(closing.close_session())
        assert (caught.value.msgid, closing.session_closed) == (said, False)
    wait(manual.enter_roll(WHITE, 3, 1))
    with pytest.raises(IllegalAction, match="finish the game first: a session ends between two games"):
        wait(manual.close_session())
    resign(manual)
    wait(manual.close_session())
    assert manual.session_closed
    for session in (manual, reopened(manual)):
        for act, *values in (
            (session.close_session,),
            (session.enter_roll, WHITE, 3, 1),
            (session.report_cocked_dice, WHITE),
            (session.apply, OpeningThrown(3, 1)),
        ):
            with pytest.raises(IllegalAction, match="this session is closed: begin a new one to play on"):
                wait(act(*values))
        session.close().result()


# The offer of a match

OFFER = MatchOffer(white="Ann", variant=LONG, stake="0.50 euro", ruleset=Ruleset(cube=False))


def test_offer_is_read_from_values_and_changed_by_their_names():
    assert MatchOffer.read(OFFER.values) == OFFER
    assert MatchOffer.read({}) == MatchOffer()
    earlier = {"theme": "mono", "bell": True, "mars_koks": False}  # settings of a terminal
    assert MatchOffer.read({**earlier, **OFFER.values}) == OFFER
    changed = MatchOffer().changed(variant="long", length=7, level="casual")
    assert changed == MatchOffer(variant=LONG, ruleset=Ruleset(length=7), level="casual")


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
