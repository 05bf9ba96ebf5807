"""Fixtures for all tests of the screens."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.screen import Screen

from bgterm.lobby.lobby import Lobby
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.events import OpeningThrown
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.widgets.key_bar import KeyBar
from tests.lobby.visitors import ANN, BOB, lobby_in
from tests.tui.company import Company, company_in
from tests.tui.seat import Seat, at_table, seated, workspace_in
from tests.tui.ticker import Ticker, ticker_of


@pytest.fixture(autouse=True)
def nothing_is_drawn_unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a screen when a test looks at it, and not after each change, unless the test counts what is drawn.

    The profiles of `make check` and `make soak` draw each change.
    """
    if "drawn" not in request.keywords and request.config.getoption("hypothesis_profile") is None:
        monkeypatch.setattr(Compositor, "render_update", _leave_undrawn)


@pytest.fixture(autouse=True)
def going_back(monkeypatch: pytest.MonkeyPatch) -> Ticker:
    """Keep each message in the line of keys until the test calls the ticker, which brings the keys back."""
    return ticker_of(KeyBar, monkeypatch)


@pytest.fixture(autouse=True)
def no_double_press(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count no press as a double press, which depends on the machine's speed, unless the tests set the times."""
    if request.path.stem not in ("test_key_rule", "test_which_keys_count"):
        monkeypatch.setattr("bgterm.tui.input._DOUBLE_PRESS", 0)


@pytest.fixture
def lobby(tmp_path: Path) -> Lobby:
    """Return a lobby with all files in the folder of the test."""
    return lobby_in(tmp_path)


@pytest.fixture
async def company(tmp_path: Path, lobby: Lobby) -> AsyncIterator[Company]:
    """Yield the company of the lobby's visitors, whose sessions end after the test."""
    async with company_in(tmp_path, lobby) as company:
        yield company


@pytest.fixture
async def ann(company: Company) -> Seat:
    """Return the seat of Ann, who has come into the lobby."""
    return await company.come(ANN)


@pytest.fixture
async def bob(company: Company) -> Seat:
    """Return the seat of Bob, who has come into the lobby."""
    return await company.come(BOB)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a workspace with all files in the folder of the test."""
    return workspace_in(tmp_path)


@pytest.fixture
async def menu(workspace: Workspace) -> AsyncIterator[Seat]:
    """Yield a seat at the menu."""
    async with seated(MenuScreen(workspace), workspace) as seat:
        yield seat


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[tuple[Seat, Table]]:
    """Yield a seat and its table, where Ann has rolled 3-1 for the start; files of tests have others."""
    async with at_table(tmp_path, past=[OpeningThrown(3, 1)]) as at:
        yield at


@pytest.fixture
def seat(at: tuple[Seat, Table]) -> Seat:
    """Return the seat of the test."""
    return at[0]


@pytest.fixture
def table(at: tuple[Seat, Table]) -> Table:
    """Return the table of the test's seat."""
    return at[1]


def _leave_undrawn(compositor: Compositor, *, screen_stack: list[Screen[object]]) -> None:
    visible_screen_stack.set(screen_stack)
    compositor._dirty_regions.clear()  # noqa: SLF001 - as drawing does
