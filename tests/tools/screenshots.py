"""The pictures of the documents, drawn by the running program: `python -m tests.tools.screenshots [FOLDER]`.

Every position comes from a match that was really played, by `tests.sensible` with seeded dice. The pictures are
the same bytes every time, so `git diff --exit-code screenshots` tells whether the screen has changed.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG, Variant
from bgterm.tui.app import BgTerm
from bgterm.tui.local_match import LocalMatch
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.themes import THEMES
from tests.sensible import played_match
from tests.tools.animation import Frame, animated
from tests.tools.engine_answers import keep_analysis, kept_engines
from tests.tools.lobby_scene import lobby_screen, seated_header, share
from tests.tools.season import keep_season
from tests.tools.vector import in_sixteen, redrawn
from tests.tui.idle import until_idle
from tests.waiting import wait

FOLDER = Path(__file__).parents[2] / "screenshots"
NAMES = ("Wilhelmina", "Beatrix")
TO_THREE = Ruleset(length=3)
TO_SEVEN = Ruleset(length=7)
LONG_TO_THREE = Ruleset(length=3, cube=False)
MONEY = Ruleset(jacoby=True, beavers=1)


@dataclass(frozen=True)
class Shot:
    """A picture: which match, how far it is played, and the keys that are pressed then."""

    name: str
    seed: int
    events: int
    """How much of the match has happened."""
    keys: Sequence[str] = ()
    size: tuple[int, int] = (80, 24)
    """Columns and rows."""
    variant: Variant = BACKGAMMON
    ruleset: Ruleset = TO_SEVEN
    theme: str = "walnut"
    ascii_only: bool = False
    season: bool = False
    """Whether other matches are kept as well."""
    analysed: bool = False
    """Whether an analysis of it is kept."""
    tutor: bool = False
    """Whether an engine looks at each play before it is made."""
    menu: bool = False
    """Whether to look at the menu instead of the table."""
    shared: str = ""
    """The seat of the viewer at a table of the lobby, `white` or `black`; or `lobby` for the lobby itself."""

    @property
    def header(self) -> Header:
        """The variant, the players and the dice."""
        header = Header(self.variant, self.ruleset, NAMES, f"seed:{self.seed}", "2026-11-20T19:30")
        return seated_header(header) if self.shared else header


_HEAD = ("2", "4", "slash")
"""The keys for a checker that leaves the head."""

_EDITED = (*"e2", "left", "3", "left", "left", "6", "tab", "down", "right", *"2d31", "enter", *"cc")
"""The keys for a position that cannot be."""

SCREENS = (
    Shot("opening", seed=6, events=0, keys=["space"]),
    Shot("choosing", seed=4, events=258, keys=["right", "right", "space"]),
    Shot("bar", seed=3, events=182, keys=["space", "space"]),
    Shot("doubling", seed=4, events=248),
    Shot("bearoff", seed=16, events=179, keys=["space", "space"]),
    Shot("gameend", seed=14, events=92),
    Shot("big", seed=4, events=180, keys=["space", "right", "space"], size=(120, 40)),
    Shot("mono", seed=4, events=258, keys=["right", "right", "space"], theme="mono"),
    Shot("help", seed=4, events=258, keys=["question_mark"]),
    Shot("menu", seed=4, events=258, menu=True),
    Shot("compact", seed=3, events=182, keys=["space", "space"], size=(44, 20)),
    Shot("sixteen", seed=4, events=258, keys=["right", "right", "space"], theme="terminal"),
    Shot("ascii", seed=4, events=258, keys=["right", "right", "space"], theme="mono", ascii_only=True),
    Shot("narde", seed=11, events=6, keys=["space"], variant=LONG, ruleset=LONG_TO_THREE),
    Shot(
        "head",
        seed=11,
        events=6,
        keys=[*_HEAD, "1", "8", "enter", *_HEAD, "2", "3"],
        variant=LONG,
        ruleset=LONG_TO_THREE,
    ),
    Shot("six", seed=31, events=26, keys=["space"], variant=LONG, ruleset=LONG_TO_THREE),
    Shot("setup", seed=4, events=258, keys=["n"], menu=True),
    Shot(
        "rules",
        seed=31,
        events=26,
        keys=["question_mark", *["down"] * 4],
        variant=LONG,
        ruleset=LONG_TO_THREE,
    ),
    Shot("dice", seed=4, events=570, keys=["s"]),
    Shot("beaver", seed=1, events=22, ruleset=MONEY),
    Shot("editor", seed=4, events=258, keys=[*_EDITED], menu=True),
    Shot("ids", seed=4, events=258, keys=["i", "3"]),
    Shot("book", seed=4, events=258, keys=["b", "down", "down"], menu=True, season=True),
    Shot("ledger", seed=4, events=258, keys=["b", "down", "down", "dollar_sign"], menu=True, season=True),
    Shot(
        "replay",
        seed=4,
        events=258,
        keys=["b", "r", "pagedown", *["right"] * 30],
        size=(120, 40),
        menu=True,
    ),
    Shot("options", seed=4, events=258, keys=["o"], menu=True),
    Shot("preset", seed=4, events=258, keys=["n", "f2"], menu=True),
    Shot("howto", seed=4, events=258, keys=["h"], menu=True),
    Shot("moves", seed=4, events=258, keys=["m"]),
    Shot("resign", seed=4, events=258, keys=["x"]),
    Shot("matchend", seed=4, events=570),
    Shot("delete", seed=4, events=258, keys=["b", "down", "down", "D"], menu=True, season=True),
    Shot("lobby", seed=4, events=258, shared="lobby"),
    Shot("finished", seed=4, events=258, keys=["m"], shared="lobby"),
    Shot("chat", seed=4, events=258, keys=["c"], shared="white"),
    Shot("white", seed=4, events=258, keys=["right", "right", "space"], shared="white"),
    Shot("black", seed=4, events=259, shared="black"),
    Shot("hint", seed=4, events=258, keys=["H"]),
    Shot("tutor", seed=4, events=258, keys=["9", "slash", "1", "enter", "enter"], tutor=True),
    Shot(
        "analysis",
        seed=7,
        events=104,
        keys=["b", "r", *["n"] * 7],
        size=(120, 40),
        ruleset=TO_THREE,
        analysed=True,
        menu=True,
    ),
    Shot(
        "better", seed=7, events=104, keys=["b", "r", *["n"] * 3, "b"], ruleset=TO_THREE, analysed=True, menu=True
    ),
    Shot("figures", seed=7, events=104, keys=["b", "r", "a"], ruleset=TO_THREE, analysed=True, menu=True),
)


SIZES = ((44, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))
"""The windows of which each gets a larger board than the one before."""

TURN = Shot("turn", seed=4, events=257, keys=["space", "right", "space", "right", "space", "enter"])
"""A turn from the roll to its end, of which `draw_turn` draws every key."""
_SECONDS = {"enter": 3.0, "right": 1.1, "space": 1.6}
_CAPTIONS = {"space": "Space", "right": "→", "enter": "Enter"}


async def draw(shot: Shot) -> str:
    """Return the picture as SVG."""
    async with _running(shot) as (app, pilot):
        for key in shot.keys:
            await _press(pilot, key)
        await until_idle(app)
        return _picture(app, shot)


async def draw_themes(size: tuple[int, int]) -> AsyncIterator[tuple[str, str]]:
    """Yield a picture of a match in a window of that size for each theme, with its name, as SVG."""
    shot = replace(SCREENS[1], size=size)
    async with _running(shot) as (app, pilot):
        for key in shot.keys:
            await _press(pilot, key)
        for theme in THEMES:
            app.theme = theme
            await until_idle(app)
            yield board_name(theme, size), _picture(app, replace(shot, theme=theme))


def board_name(theme: str, size: tuple[int, int]) -> str:
    """Return the name of the picture of a match in a theme, in a window of that size."""
    columns, rows = size
    return f"{theme}-{columns}x{rows}"


async def draw_turn() -> str:
    """Return the turn as an animated SVG, each key named while its picture is shown."""
    async with _running(TURN) as (app, pilot):
        frames = [Frame(_picture(app, TURN), 2.5)]
        for key in TURN.keys:
            await _press(pilot, key)
            frames.append(Frame(_picture(app, TURN, key), _SECONDS.get(key, 0.9)))
    return animated(frames)


async def _press(pilot: Pilot[None], key: str) -> None:
    """Press a key, and wait for what it shows."""
    await pilot.press(key)
    await pilot.pause()


@asynccontextmanager
async def _running(shot: Shot) -> AsyncIterator[tuple[BgTerm, Pilot[None]]]:
    """Run the program on the match of the shot."""
    with TemporaryDirectory() as folder, ExitStack() as leaving:
        table = table_of(Path(folder) / "matches", shot)
        if shot.analysed:
            keep_analysis(table)
        if shot.season:
            keep_season(Path(folder) / "matches")
        if shot.shared:
            share(table)
        if shot.menu or shot.shared:
            table.close().result()
        else:
            leaving.callback(table.close)
        workspace = Workspace(
            Settings(theme=shot.theme, engine="builtin", tutor=shot.tutor),
            Path(folder) / "settings.toml",
            Path(folder) / "matches",
            ascii_only=shot.ascii_only,
            engines=kept_engines(),
        )
        first = _first_screen(Path(folder), shot, table, workspace)
        app = BgTerm(first, workspace)
        async with app.run_test(size=shot.size) as pilot:
            await pilot.pause()
            yield app, pilot


def _picture(app: BgTerm, shot: Shot, key: str = "") -> str:
    """Return what is on the screen as SVG, with the key that was pressed in its title."""
    svg = app.export_screenshot(title=f"bgterm   [ {_CAPTIONS.get(key, key)} ]" if key else "bgterm")
    return redrawn(in_sixteen(svg) if THEMES[shot.theme].ansi else svg)


def _first_screen(folder: Path, shot: Shot, table: Table, workspace: Workspace) -> BaseScreen:
    """Return what is looked at."""
    if shot.shared:
        return lobby_screen(folder, workspace, shot.shared)
    return MenuScreen(workspace) if shot.menu else MatchScreen(LocalMatch(table, workspace))


def table_of(folder: Path, shot: Shot) -> Table:
    """Return the table of the match, played as far as the shot says."""
    table = Table.begin(folder, shot.header)
    for _, event in played_match(shot.seed, shot.header)[: shot.events]:
        wait(table.apply(event))
    return table


async def pictures() -> AsyncIterator[tuple[str, str]]:
    """Yield every picture with its name."""
    for shot in SCREENS:
        yield shot.name, await draw(shot)
    for size in SIZES:
        async for name, svg in draw_themes(size):
            yield name, svg
    yield TURN.name, await draw_turn()


NAMES_OF_PICTURES = (
    *(shot.name for shot in SCREENS),
    *(board_name(theme, size) for size in SIZES for theme in THEMES),
    TURN.name,
)


async def main(folder: Path = FOLDER) -> None:
    """Draw every picture into the folder, and delete those that are drawn no more."""
    folder.mkdir(exist_ok=True)
    async for name, svg in pictures():
        path = folder / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path)
    for path in folder.glob("*.svg"):
        if path.stem not in NAMES_OF_PICTURES:
            path.unlink()


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:2])))
