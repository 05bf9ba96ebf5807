"""Actions that await dialogs."""

from typing import ClassVar

import pytest
from textual.binding import Binding, BindingType

from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from tests.tui.seat import seated, workspace_in


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


async def test_answers_come_back_one_after_the_other(tmp_path):
    screen = Asking()
    async with seated(screen, workspace_in(tmp_path)) as seat:
        await seat.press("n", *"Ann", "enter", "y")
        assert screen.answers == ["Ann", True]


async def test_keys_typed_ahead_go_to_the_dialog(tmp_path):
    screen = Asking()
    async with seated(screen, workspace_in(tmp_path)) as seat:
        await seat.burst("n", "x")
        assert isinstance(seat.app.screen, TextDialog)
        await seat.press(*"Ann")
        await seat.burst("enter", "x")
        assert isinstance(seat.app.screen, ConfirmDialog)
        assert not screen.answers


async def test_dialogs_have_ascii_frames_where_all_is_ascii(tmp_path):
    workspace = workspace_in(tmp_path)
    workspace.ascii_only = True
    async with seated(Asking(), workspace) as seat:
        await seat.press("n")
        assert seat.shown.isascii()
        await seat.press(*"Ann", "enter")
        assert isinstance(seat.app.screen, ConfirmDialog)
        assert seat.shown.isascii()


async def test_an_error_after_a_dialog_ends_the_program(tmp_path):
    with pytest.raises(LookupError):
        async with seated(Asking(), workspace_in(tmp_path)) as seat:
            await seat.press("f", "y")


async def test_a_session_is_cut_while_a_dialog_is_open(tmp_path):
    screen = Asking()
    async with seated(screen, workspace_in(tmp_path)) as seat:
        await seat.press("n")
        (worker,) = seat.app.workers
        seat.app.exit()
        await seat.settle()
    assert worker.is_finished
    assert screen.answers == []
