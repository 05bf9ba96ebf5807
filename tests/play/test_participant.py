"""The part that one terminal takes in a match, without a screen and without lines of text."""

from dataclasses import replace
from functools import partial

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.lobby.venue import ServerVenue
from bgterm.play.actions.everything import KEYS, KEYS_OF_SPECTATORS, KEYS_ONLINE, WORDS
from bgterm.play.participant import NOT_NOW, Participant
from bgterm.play.venue import Venue
from bgterm.profile.automation import automatic_action
from bgterm.profile.settings import Settings
from bgterm.rules import choices as rules_choices
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import PlayRule
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from tests.builders import FIRST_TURN, FIVE_POINT, ROLLED_31, play
from tests.counting import calls_of
from tests.lobby.visitors import CLEO, Guest, lobby_in, playing
from tests.positions import FORCED
from tests.tui.seat import HEADER, lay_table, workspace_in
from tests.waiting import wait

WHITE, BLACK = Player
ALWAYS = {"dice", "help", "ids", "leave", "moves", "settings", "turn-board"}


@pytest.fixture
def participants(tmp_path):
    """Return a function that makes a participant for two players at one keyboard."""
    tables = []

    def participant(past=ROLLED_31, dice=(), header=HEADER) -> Participant:
        workspace = workspace_in(tmp_path)
        tables.append(lay_table(workspace.saves, dice, header=header, past=past))
        return Participant(Venue(tables[-1], None, workspace.advise, exports=True), KEYS)

    yield participant
    for table in tables:
        table.close().result()


def shown(here: Participant) -> None:
    for _ in here.news():
        pass


def test_turn_is_entered_and_an_illegal_move_left_in_the_draft(participants):
    here = participants()
    here.edit(partial(Draft.typed, text="13/12"))
    assert here.view.fault is None
    here.edit(Draft.entered, whole=True)
    assert (here.view.draft.moves, here.view.draft.text) == ((), "13/12")
    assert here.view.fault.rule is PlayRule.POINT_BLOCKED
    here.edit(lambda draft: draft.typed("8/5").entered().picked_up_at_cursor(), whole=True)
    draft = here.view.draft
    assert (draft.moves, draft.picked, draft.cursor, here.view.fault) == (play("8/5"), 24, 24, None)
    here.edit(Draft.cleared)
    here.edit(lambda draft: draft.typed("6/5").entered(), whole=True)
    assert (here.view.draft.complete, here.view.draft.stops) == (True, frozenset())


def test_events_are_shown_one_after_the_other_until_the_end(participants):
    here, told = participants(dice=[(6, 5)]), []
    here.watchers.add(lambda: told.append("told"))
    wait(here.table.apply(FIVE_POINT))
    wait(here.table.roll(BLACK))
    assert (told, here.behind, here.view.asked) == (["told", "told"], True, WHITE)
    news = here.news()
    first = next(news)
    assert (first.before.shown_game.to_act, first.event) == (WHITE, FIVE_POINT)
    assert (here.view.asked, here.view.draft) == (BLACK, None)
    assert automatic_action(Settings(auto_roll=True, auto_play_forced=True), here) is None
    next(news)
    assert (here.view.draft.plays.dice, next(news, None), here.behind) == (Dice(6, 5), None, False)
    assert here.view.match is here.table.match
    here.stop()
    wait(here.table.apply(Moved(BLACK, play("24/18 18/13"))))
    assert (told, here.behind) == (["told", "told"], False)


def test_forced_play_is_laid_out_after_the_saved_board_was_shown(participants):
    begun = HEADER._replace(start=FORCED)
    assert participants((), header=begun).view.draft.moves == ()
    here = participants((), dice=[(6, 4)], header=HEADER._replace(start=FORCED._replace(dice=None)))
    wait(here.table.roll(WHITE))
    shown(here)
    assert here.view.draft.moves == play("bar/21")


@pytest.mark.parametrize(
    ("past", "possible"),
    [
        ((), {"roll"}),
        (ROLLED_31, {"resign", "hint", "pick-up", "plays", "walk-left", "walk-right", "walk-up", "walk-down"}),
        (FIRST_TURN, {"roll", "double", "resign", "take-back", "hint"}),
        ((*FIRST_TURN, Doubled(BLACK)), {"take", "pass", "resign", "hint"}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE)), {"go-on", "export"}),
        (
            (*FIRST_TURN, ResignationOffered(BLACK, Win.BACKGAMMON), ResignationAccepted(WHITE)),
            {"finish", "export", "practise", "rematch", "replay", "toggle-result"},
        ),
    ],
    ids=["opening", "to move", "to roll", "doubled", "game over", "match over"],
)
def test_actions_are_possible_as_the_match_stands(participants, past, possible):
    here = participants(past, header=HEADER._replace(ruleset=replace(HEADER.ruleset, length=3)))
    assert here.view.possible - ALWAYS == possible


def test_reasons_have_no_effects(participants):
    here = participants(FIRST_TURN)
    before = here.view
    for action in (*KEYS, *WORDS):
        assert (error := action.refusal(here)) is None or error is NOT_NOW or str(error)
    assert (here.view, here.table.history, here.behind) == (before, FIRST_TURN, False)


def test_legality_is_computed_once_and_not_by_edits(participants):
    here = participants(dice=[(6, 5)])
    for act in (lambda: here.table.apply(FIVE_POINT), lambda: here.table.roll(BLACK)):
        with calls_of(rules_choices.choices, rules_choices.legal_plays) as counted:
            wait(act())
            shown(here)
            automatic_action(Settings(auto_roll=True), here)
        assert counted["choices"] <= len(Player)
        assert counted["legal_plays"] <= 1
    with calls_of(rules_choices.choices, rules_choices.legal_plays, rules_choices.refusal) as counted:
        here.edit(Draft.picked_up_at_cursor)
    edited = here.view
    here.tick()
    assert (counted, edited.draft.picked, edited) == ({}, 24, here.view)


def test_terminal_asks_its_player_and_shows_moves_of_others(tmp_path):
    lobby = lobby_in(tmp_path)
    *players, white, black = playing(lobby)
    spectator = Guest(lobby, CLEO)
    places = (white, black, spectator.watch(white.at.code))
    keys = (KEYS_ONLINE, KEYS_ONLINE, KEYS_OF_SPECTATORS)
    online = [Participant(ServerVenue(lobby, place), each) for place, each in zip(places, keys, strict=True)]
    ann, bob, cleo = online
    wait(ann.table.apply(OpeningThrown(3, 1)))
    for here in online:
        shown(here)
    assert [here.view.asked for here in online] == [WHITE, None, None]
    assert [here.view.draft is not None for here in online] == [True, False, False]
    assert [here.view.player for here in online] == [WHITE, BLACK, WHITE]
    assert ["chat" in here.view.possible for here in online] == [True, True, False]
    assert ["resign" in here.view.possible for here in online] == [True, True, False]
    ann.edit(lambda draft: draft.typed("8/5").entered())
    ann.edit(partial(Draft.typed, text="6"))
    seen = [here.venue.watched for here in (bob, cleo)]
    assert [(draft.moves, draft.text) for draft in seen] == [(play("8/5"), "")] * 2
    assert bob.view.match.shown_game.board != seen[0].board
    for one in (*players, spectator):
        one.leave()
