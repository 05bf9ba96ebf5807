"""A match against an engine on the screen: it plays its seat, and its faults cost the player nothing."""

from contextlib import asynccontextmanager

import pytest

from bgterm.engine.engines import Engines
from bgterm.engine.protocol import Act, QuestionKind
from bgterm.formats.engine_notes import EngineSeat, engine_seat
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import Doubled, OpeningThrown
from bgterm.rules.match import Phase
from bgterm.storage.journal import load
from bgterm.tui.screens.match.screen import at_one_keyboard
from tests.builders import FIRST_TURN
from tests.fake_engine import FakePool, answering, cube, fails, sensible
from tests.scripted_dice import ScriptedDice
from tests.tables import begin_table
from tests.tui.seat import HEADER, SIZE, seated, workspace_in
from tests.waiting import wait

WHITE, BLACK = Player
SEAT = EngineSeat(BLACK, "gnubg", "expert")


async def no_pause():
    pass


@asynccontextmanager
async def against(folder, dice=(), past=(), *, header=HEADER, engines=None, seat=SEAT, size=SIZE):
    """Yield a seat against an engine; `engines` are the answers of each engine by its name."""
    workspace = workspace_in(folder)
    answers = engines or {"gnubg": sensible}
    workspace.engines = Engines(lambda name: FakePool(answers[name]))
    workspace.pause = no_pause
    source = ScriptedDice([*[(1, 1)] * (len(past) > 0), *dice]) if header.dice == "random" else None
    table = begin_table(workspace.saves, header, source, notes=[seat.note])
    for event in past:
        wait(table.apply(event))
    async with seated(at_one_keyboard(table, workspace), workspace, size) as at:
        yield at, table
    table.close().result()


async def test_the_engine_tells_its_level_and_answers_a_play(tmp_path):
    async with against(tmp_path, [(3, 1), (6, 5), (2, 1)]) as (seat, table):
        assert seat.shows(f"{table.match.names[1]} is a bot of level Expert.")
        await seat.press("space")
        assert not seat.shows("is a bot of level")
        await seat.press(*"8/5 6/5", "enter", "enter")
        assert seat.shows("Ann to roll")
        assert [type(event).__name__ for event in table.history] == ["OpeningThrown", "Moved", "Rolled", "Moved"]


async def test_a_greeting_leaves_the_legal_moves_in_a_low_window(tmp_path):
    async with against(tmp_path, past=[OpeningThrown(3, 1)], size=(44, 20)) as (seat, _table):
        assert seat.shows("legal: 24/23")
        await seat.press("f4")
        assert "level Expert" in seat.page


async def test_the_player_sees_the_board_from_their_own_side(tmp_path):
    async with against(tmp_path, [(1, 3), (2, 1)], seat=EngineSeat(WHITE, "gnubg", "expert")) as (seat, _):
        bottom = seat.shown.rindex("Bob")
        assert seat.shown.index("Ann") < bottom


async def test_the_player_decides_on_a_double_of_the_engine(tmp_path):
    engines = {"gnubg": answering(QuestionKind.CUBE, **cube(Act.DOUBLE))}
    async with against(tmp_path, [(6, 5)], FIRST_TURN, engines=engines) as (seat, table):
        assert table.history[-1] == Doubled(BLACK)
        assert seat.shows("Bob doubles to 2: Ann, take or pass?")
        await seat.press("t")
        assert table.match.game.cube.value == 2


@pytest.mark.parametrize(
    ("builtin", "said"),
    [(sensible, "The built-in engine plays on."), (fails, "Leave and resume to try again.")],
    ids=["replaced", "without another"],
)
async def test_failing_engine_is_replaced_or_the_match_kept(tmp_path, builtin, said):
    engines = {"gnubg": fails, "builtin": builtin}
    async with against(tmp_path, [(6, 5)], FIRST_TURN, engines=engines) as (seat, table):
        assert seat.shows(f"GNU Backgammon failed (it was killed). {said}")
        assert table.match.to_act is (WHITE if builtin is sensible else BLACK)
        await seat.press("q")
        assert not seat.app.is_running
    assert load(table.path).match == table.match


async def test_the_player_types_the_own_dice_of_the_engine(tmp_path):
    async with against(tmp_path, past=FIRST_TURN, header=HEADER._replace(dice="manual")) as (seat, table):
        assert seat.asked == "dice"
        await seat.press("d")
        assert table.match.game.phase is Phase.TO_ROLL
        await seat.press(*"65", "enter")
        assert table.match.to_act is WHITE


async def test_a_rematch_is_against_the_same_engine(workspace):
    table = workspace.rematch_table(begin_table(workspace.saves, HEADER, notes=[SEAT.note]))
    assert engine_seat(table.notes) == SEAT


@pytest.mark.parametrize("lot", [True, False])
def test_settings_seat_the_engine_as_the_second_player(tmp_path, lot):
    settings = Settings().changed(white="Ann", black="Hal", opponent="builtin", level="casual", seats_by_lot=lot)
    table = workspace_in(tmp_path, settings).new_table()
    seat = engine_seat(table.notes)
    assert (table.header.names[seat.player.index], seat.engine, seat.level) == ("Hal", "builtin", "casual")
