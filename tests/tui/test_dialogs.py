"""Actions that await dialogs."""

from typing import ClassVar

import pytest
from textual.binding import Binding, BindingType

from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from tests.tui.seat import seated


class Asking(BaseScreen):
    """A screen that asks two questions one after another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rename", "rename"),
        Binding("f", "fail", "fail"),
        Binding("x", "count", "count"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[object] = []

    @asks
    async def action_rename(self) -> None:
        name = await self.app.push_screen_wait(TextDialog("Rename", "Name"))
        sure = await self.app.push_screen_wait(ConfirmDialog("Sure?"))
        self.answers += [name, sure]

    @asks
    async def action_fail(self) -> None:
        await self.app.push_screen_wait(ConfirmDialog("Sure?"))
        raise LookupError

    def action_count(self) -> None:
        self.answers.append("counted")


async def test_dialogs_get_the_keys_typed_ahead_and_answer_in_turn(workspace):
    asking, workspace.ascii_only = Asking(), True
    async with seated(asking, workspace) as seat:
        for keys, dialog, text in (
            (("n", "x"), TextDialog, ("backspace", *"Ann")),
            (("enter", "x"), ConfirmDialog, ()),
        ):
            await seat.burst(*keys)
            assert isinstance(seat.app.screen, dialog)
            assert seat.shown.isascii()
            assert asking.answers == []
            await seat.press(*text)
        await seat.press("y")
        assert asking.answers == ["Ann", True]


async def test_an_error_after_a_dialog_ends_the_program(workspace):
    with pytest.raises(LookupError):
        async with seated(Asking(), workspace) as seat:
            await seat.press("f", "y")


async def test_a_session_is_cut_while_a_dialog_is_open(workspace):
    asking = Asking()
    async with seated(asking, workspace) as seat:
        await seat.press("n")
        (worker,) = seat.app.workers
        seat.app.exit()
        await seat.settle()
    assert worker.is_finished
    assert asking.answers == []
