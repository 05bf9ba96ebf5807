"""A match as one terminal takes part in it, without a screen."""

from dataclasses import replace
from functools import partial

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.profile.settings import Settings
from bgterm.rules import choices as rules_choices
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from bgterm.rules.moves.errors import PointBlocked
from bgterm.tui.board.cursor import Way
from bgterm.tui.local_match import LocalMatch
from bgterm.tui.online_match import OnlineMatch
from bgterm.tui.screens.match.keys import POSSIBLE
from tests.builders import play
from tests.counting import calls_of
from tests.lobby.visitors import CLEO, Guest, lobby_in, playing
from tests.positions import FORCED
from tests.tui.seat import HEADER, lay_table, workspace_in
from tests.waiting import wait

WHITE, BLACK = Player
ROLLED_31 = (OpeningThrown(3, 1),)
FIVE_POINT = Moved(WHITE, play("8/5 6/5"))
FIRST_TURN = (*ROLLED_31, FIVE_POINT)


@pytest.fixture
def sessions(tmp_path):
    """Return what makes a session of two players at one keyboard."""
    tables = []

    def session(past=ROLLED_31, dice=(), header=HEADER, settings=None) -> LocalMatch:
        workspace = workspace_in(tmp_path, settings)
        tables.append(lay_table(workspace.saves, dice, header=header, past=past))
        return LocalMatch(tables[-1], workspace)

    yield session
    for table in tables:
        table.close().result()


def test_turn_is_entered_without_a_screen(sessions):
    session = sessions()
    draft = session.edit(lambda draft: draft.typed("8/5").entered().picked_up_at_cursor(), whole=True)
    assert (draft.moves, draft.picked, draft.cursor) == (play("8/5"), 24, 24)
    session.edit(Draft.cleared, whole=False)
    session.walk(Way.RIGHT)
    draft = session.edit(lambda draft: draft.typed("6/5").entered(), whole=True)
    assert (draft.complete, draft.stops) == (True, frozenset())


def test_illegal_move_leaves_the_draft_and_says_why(sessions):
    session = sessions()
    session.edit(partial(Draft.typed, text="13/12"), whole=False)
    assert session.refusal is None
    session.edit(Draft.entered, whole=True)
    assert (session.draft.moves, session.draft.text) == ((), "13/12")
    assert isinstance(session.refusal, PointBlocked)
    session.edit(partial(Draft.typed, text="8/5"), whole=False)
    assert session.refusal is None


def test_events_are_shown_one_after_the_other(sessions):
    session, told = sessions(dice=[(6, 5)]), []
    session.follow(lambda: told.append("told"), lambda: told.append("exchanged"), lambda: None)
    wait(session.table.apply(FIVE_POINT))
    wait(session.table.roll(BLACK))
    assert (told, session.behind, session.asked, session.viewer) == (["told", "told"], True, WHITE, WHITE)
    before, event = session.advance()
    assert (before.last_game.to_act, event, session.asked, session.draft) == (WHITE, FIVE_POINT, BLACK, None)
    assert session.automatic() is None
    session.advance()
    assert (session.draft.plays.dice, session.advance(), session.behind) == (Dice(6, 5), None, False)
    assert session.match is session.table.match


def test_nothing_is_heard_after_the_end(sessions):
    session, told = sessions(), []
    session.follow(lambda: told.append("told"), lambda: None, lambda: None)
    session.stop()
    wait(session.table.apply(FIVE_POINT))
    assert (told, session.behind) == ([], False)


def test_forced_play_is_laid_out_after_the_saved_board_was_shown(sessions):
    begun = replace(HEADER, start=FORCED)
    assert sessions((), header=begun).draft.moves == ()
    session = sessions((), dice=[(6, 4)], header=replace(HEADER, start=replace(FORCED, dice=None)))
    session.follow(lambda: None, lambda: None, lambda: None)
    wait(session.table.roll(WHITE))
    session.advance()
    assert session.draft.moves == play("bar/21")


@pytest.mark.parametrize(
    ("past", "possible"),
    [
        ((), set()),
        (ROLLED_31, {"resign", "hint"}),
        (FIRST_TURN, {"resign", "take_back", "hint"}),
        ((*FIRST_TURN, Doubled(BLACK)), {"resign", "hint"}),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE), ResignationAccepted(WHITE)), {"export"}),
        (
            (*FIRST_TURN, ResignationOffered(BLACK, Win.BACKGAMMON), ResignationAccepted(WHITE)),
            {"export", "rematch", "replay", "toggle_result"},
        ),
    ],
    ids=["opening", "to move", "to roll", "doubled", "game over", "match over"],
)
def test_keys_are_possible_as_the_match_stands(sessions, past, possible):
    session = sessions(past, header=replace(HEADER, ruleset=replace(HEADER.ruleset, length=3)))
    assert {action for action, can in POSSIBLE.items() if can(session)} == possible


def test_board_turns_to_the_player_to_act_or_stays(sessions):
    session = sessions(FIRST_TURN, settings=Settings(turn_board=True))
    assert (session.viewer, session.bottom, session.scene().bottom) == (BLACK, BLACK, BLACK)
    session.workspace.settings = Settings(turn_board=False)
    assert (session.viewer, session.bottom) == (BLACK, WHITE)


def test_choices_are_computed_once_for_each_state(sessions):
    session = sessions()
    session.follow(lambda: None, lambda: None, lambda: None)
    with calls_of(rules_choices.choices, rules_choices.legal_plays) as counted:
        for action in POSSIBLE.values():
            action(session)
        assert session.view.choices.plays is not None
        session.draft = session.draft.picked_up(24).put_down(21)
        assert session.scene().sources
    assert counted["choices"] <= len(Player)
    assert counted["legal_plays"] == 0


def test_keys_of_the_turn_ask_the_rules_for_nothing_more(sessions):
    session = sessions()
    assert all(session.choices(player) for player in Player)
    with calls_of(rules_choices.choices, rules_choices.legal_plays) as counted:
        session.draft = session.draft.picked_up_at_cursor()
        assert (session.view.draft.picked, session.scene().picked) == (24, 24)
    assert counted == {}


def test_legality_is_computed_once_from_key_to_screen(sessions):
    session = sessions(dice=[(6, 5)])
    session.follow(lambda: None, lambda: None, lambda: None)

    def look() -> None:
        for can in POSSIBLE.values():
            can(session)
        session.scene(), session.view, session.automatic()

    look()
    for act in (lambda: session.table.apply(FIVE_POINT), lambda: session.table.roll(BLACK)):
        with calls_of(rules_choices.choices, rules_choices.legal_plays) as counted:
            wait(act())
            session.advance()
            look()
        assert counted["choices"] <= len(Player)
        assert counted["legal_plays"] <= 1


# At two terminals


@pytest.fixture
def online(tmp_path):
    """Return the sessions of Ann, of Bob and of a spectator at one table."""
    lobby, workspace = lobby_in(tmp_path), workspace_in(tmp_path)
    ann, bob, white, black = playing(lobby)
    cleo = Guest(lobby, CLEO)
    seats = ((ann, white), (bob, black), (cleo, cleo.watch(white.at.code)))
    sessions = [OnlineMatch(lobby, one.lobby_session, place, workspace, lambda _: None) for one, place in seats]
    for session in sessions:
        session.follow(lambda: None, lambda: None, lambda: None)
    yield sessions
    for one, _ in seats:
        one.leave()
    lobby.registry.close()


def shown(session) -> None:
    while session.advance():
        pass


def test_each_terminal_asks_its_own_player(online):
    ann, *_ = online
    wait(ann.table.apply(OpeningThrown(3, 1)))
    for session in online:
        shown(session)
    assert [session.asked for session in online] == [WHITE, None, None]
    assert [session.viewer for session in online] == [WHITE, BLACK, WHITE]
    assert [session.draft is not None for session in online] == [True, False, False]
    assert [session.speaking for session in online] == [WHITE, BLACK, None]
    assert [session.may_talk for session in online] == [True, True, False]


def test_others_see_the_moves_that_are_entered(online):
    ann, bob, _ = online
    wait(ann.table.apply(OpeningThrown(3, 1)))
    for session in online:
        shown(session)
    ann.draft = ann.draft.typed("8/5").entered()
    ann.share_draft()
    after = ann.draft.board
    assert [session.scene().board for session in online] == [after, after, after]
    assert bob.match.last_game.board != after


def test_turning_the_board_changes_one_terminal_only(online):
    _, bob, _ = online
    wait(bob.turn_board())
    assert [session.bottom for session in online] == [WHITE, WHITE, WHITE]
    wait(bob.turn_board())
    assert [session.bottom for session in online] == [WHITE, BLACK, WHITE]


def test_player_who_leaves_is_told_as_away(online):
    ann, bob, _ = online
    assert bob.close() == ""
    wait(ann.table.apply(OpeningThrown(1, 3)))
    shown(ann)
    away, what_to_do = ann.waiting()
    assert "Bob" in away
    assert what_to_do
    assert "1 spectator" in ann.who_is_here() or "1 watching" in ann.who_is_here()
