"""The screens that tests compare cell by cell, drawn by the running program; some are pictures of documents.

Every position comes from a match that was really played, by `tests.sensible` with seeded dice.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

from bgterm.plain.session import PlainSession
from bgterm.play import analysing
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.profile.practising import Wanted
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.match import Header, Pair
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG, Variant
from bgterm.storage.importing import import_match
from bgterm.storage.journal import SUFFIX, load
from bgterm.storage.match_files import read_file
from bgterm.storage.store import FileStore
from bgterm.tui.look.themes import THEMES
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.practice.preparing import PreparingScreen
from tests.sensible import first_events
from tests.tui.seat import Seat, seated
from tools.cells import Rows, Run, rows_of
from tools.engine_answers import keep_analysis, kept_engines
from tools.lobby_scene import SHARED, lobby_screen, seated_header
from tools.season import keep_match, keep_season

NAMES = ("Wilhelmina", "Beatrix")
_OWN_NAMES = "Wilhelmina, Fox, Jade1, Owen Talbot"
"""The names of the person in front of the screen, in all matches."""
_SAMPLES = Path(__file__).parents[1] / "tests" / "data" / "gammonview"
USUAL = (80, 24)
"""The columns and rows of a usual window."""
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
"""The moment of a practice: everywhere on the same day."""
TO_THREE = Ruleset(length=3)
TO_SEVEN = Ruleset(length=7)
LONG_TO_THREE = Ruleset(length=3, cube=False)
MONEY = Ruleset(jacoby=True, beavers=1)


@dataclass(frozen=True)
class Look:
    """A screen that a run of the program shows after some keys, kept under a name."""

    name: str
    keys: Sequence[str] = ()
    """The keys that are pressed after the previous screen was kept."""
    size: Pair | None = None
    """The columns and rows of the window; None to leave its size."""
    theme: str = ""
    """The theme; "" to leave it."""


@dataclass(frozen=True)
class Shot:
    """A run of the program with a match that is played to some event, and the screens that are kept of it."""

    looks: Sequence[Look]
    seed: int = 4
    events: int = 258
    """The number of events of the match that have happened."""
    size: Pair = (80, 24)
    """The columns and rows of the window at first."""
    variant: Variant = BACKGAMMON
    ruleset: Ruleset = TO_SEVEN
    theme: str = "walnut"
    ascii_only: bool = False
    season: bool = False
    """Whether there are other saved matches."""
    analysed: bool = False
    """Whether an analysis of the match is kept."""
    tutor: bool = False
    """Whether the tutor is on, which has an engine judge each play before it is made."""
    practised: bool = False
    """Whether the screen is a practice of the match's worst decisions."""
    imported: Sequence[str] = ()
    """The files of eXtreme Gammon that are imported before the run, with their analysis."""
    menu: bool = False
    """Whether the first screen is the menu instead of the match."""
    shared: str = ""
    """The player who sees a table of the lobby, `white` or `black`, or `lobby` for the lobby; "" for no lobby."""

    @property
    def names(self) -> set[str]:
        """The names of the screens of this run."""
        return {look.name for look in self.looks}

    @property
    def header(self) -> Header:
        """The header of the match: its variant, rules, players and dice."""
        header = Header(self.variant, self.ruleset, NAMES, f"seed:{self.seed}", "2026-11-20T19:30")
        return seated_header(header) if self.shared else header


CHOOSING = ("right", "right", "space")
"""The keys that pick up a checker."""

_HEAD = ("2", "4", "slash")
"""The keys for a play with a checker that leaves the head."""

_EDITED = (*"e2", "left", "3", "left", "left", "6", "tab", "down", "right", *"2d31", "enter", *"cc")
"""The keys that edit a position which is impossible."""

ANALYSED = Shot(
    [Look("analysis", ["b", "r", *["n"] * 7])],
    seed=7,
    events=104,
    size=(120, 40),
    ruleset=TO_THREE,
    analysed=True,
    menu=True,
)

PRACTISED = Shot(
    [
        Look("question"),
        Look("question-wide", size=(120, 40)),
        Look("answer", ["tab", "1", "enter"], size=(80, 24)),
        Look("answer-wide", size=(120, 40)),
    ],
    seed=7,
    events=104,
    ruleset=TO_THREE,
    analysed=True,
    practised=True,
)

MISTAKES = Shot(
    [Look("mistakes", ["p", "end", "enter"]), Look("mistakes-wide", size=(120, 40))],
    seed=7,
    events=104,
    ruleset=TO_THREE,
    analysed=True,
    imported=("B4_SrGcsKAQmoTyHlgJCbM.xg", "baR-U643iUDpvzTC.xg", "hQ8sVn2LbTdF4wRm.xg"),
    menu=True,
)

HINT = Shot([Look("hint", ["H"])])

SHOTS = (
    Shot([Look("opening", ["space"])], seed=6, events=0),
    Shot([Look("bar", ["space", "space"]), Look("compact", size=(44, 20))], seed=3, events=182),
    Shot([Look("doubling")], events=248),
    Shot([Look("bearoff", ["space", "space"])], seed=16, events=179),
    Shot([Look("gameend")], seed=14, events=92),
    Shot([Look("big", ["space", "right", "space"])], events=180, size=(120, 40)),
    Shot([Look("ascii", CHOOSING)], theme="mono", ascii_only=True),
    Shot(
        [
            Look("ids", ["i", "3"]),
            Look("help", ["escape", "question_mark"]),
            Look("moves", ["escape", "m"]),
            Look("resign", ["escape", "x"]),
        ]
    ),
    HINT,
    Shot([Look("tutor", ["9", "slash", "1", "enter", "enter"])], tutor=True),
    Shot([Look("matchend"), Look("dice", ["s"])], events=570),
    Shot([Look("narde", ["space"])], seed=11, events=6, variant=LONG, ruleset=LONG_TO_THREE),
    Shot(
        [Look("head", [*_HEAD, "1", "8", "enter", *_HEAD, "2", "3"])],
        seed=11,
        events=6,
        variant=LONG,
        ruleset=LONG_TO_THREE,
    ),
    Shot(
        [Look("rules", ["question_mark", *["down"] * 4]), Look("six", ["escape", "space"])],
        seed=31,
        events=26,
        variant=LONG,
        ruleset=LONG_TO_THREE,
    ),
    Shot([Look("beaver")], seed=1, events=22, ruleset=MONEY),
    Shot(
        [
            Look("menu"),
            Look("setup", ["n"]),
            Look("preset", ["f2"]),
            Look("options", ["escape", "escape", "o"]),
            Look("howto", ["escape", "h"]),
        ],
        menu=True,
    ),
    Shot([Look("editor", _EDITED)], menu=True),
    Shot(
        [Look("book", ["b", "down", "down"]), Look("delete", ["D"]), Look("ledger", ["escape", "dollar_sign"])],
        menu=True,
        season=True,
    ),
    Shot([Look("replay", ["b", "r", "pagedown", *["right"] * 30])], size=(120, 40), menu=True),
    Shot([Look("lobby"), Look("finished", ["m"])], shared="lobby"),
    Shot([Look("chat", ["c"]), Look("white", ["escape", *CHOOSING])], shared="white"),
    Shot([Look("black")], events=259, shared="black"),
    ANALYSED,
    PRACTISED,
    MISTAKES,
    Shot(
        [Look("better", ["b", "r", *["n"] * 3, "b"]), Look("figures", ["b", "a"])],
        seed=7,
        events=104,
        ruleset=TO_THREE,
        analysed=True,
        menu=True,
    ),
)
"""The runs for all screens of the program, but for the board in other themes and sizes."""

SIZES = ((44, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))
"""The columns and rows of windows; each has a larger board than the one before."""


def board_name(theme: str, size: Pair) -> str:
    """Return the name of the picture of a match, in a theme and in a window of `size` columns and rows."""
    columns, rows = size
    return f"{theme}-{columns}x{rows}"


def boards(size: Pair) -> Shot:
    """Return the run that shows a match in a window of that size, in one theme after another."""
    first, *others = THEMES
    return Shot(
        [
            Look(board_name(first, size), CHOOSING),
            *(Look(board_name(theme, size), theme=theme) for theme in others),
        ],
        size=size,
        theme=first,
    )


BOARDS = tuple(boards(size) for size in SIZES)

_TURN = ("space", "right", "space", "right", "space", "enter")
TURN = Shot(
    [Look("turn-0"), *(Look(f"turn-{number}", [key]) for number, key in enumerate(_TURN, 1))],
    events=257,
)
"""A turn from the roll to its end, with a look after each key."""


PLAIN = ("roll", "roll", "24/18", "13/9", "done", "roll", "board", "13/7* 8/7")
"""The lines that are typed in plain mode."""


async def draw_plain() -> Rows:
    """Return what plain mode prints, with the typed lines in bold."""
    said: list[str] = []
    with TemporaryDirectory() as folder:
        header = Header(BACKGAMMON, TO_THREE, ("Ann", "Bob"), "seed:3", "2026-11-20T19:30")
        table = Table.create(FileStore(Path(folder)), header)
        seat = PlainSession(Venue(table), said.append)
        seat.sit_down()
        await seat.settle()
        for line in PLAIN:
            said.append(f"> {line}")
            await seat.take(line)
        table.close()
    rows = [row for line in said for row in wrap(line, USUAL[0] - 2) or [""]]
    return [[Run("bold" if row.startswith("> ") else "none", f" {row}".ljust(USUAL[0]))] for row in rows]


async def draw(shot: Shot) -> dict[str, Rows]:
    """Run the program and return its screens by their names."""
    async with _running(shot) as seat:
        return {look.name: await _seen(seat, look) for look in shot.looks}


async def _seen(seat: Seat, look: Look) -> Rows:
    """Press the keys of the look, in its window and theme, and return the cells of the screen."""
    await seat.press(*look.keys)
    if look.size:
        await seat.resize(*look.size)
    if look.theme:
        seat.app.theme = look.theme
        await seat.settle()
    return rows_of(seat.app)


@asynccontextmanager
async def _running(shot: Shot) -> AsyncIterator[Seat]:
    """Run the program on the match of the shot."""
    with TemporaryDirectory() as folder, ExitStack() as leaving:
        saves = Path(folder) / "matches"
        path = match_of(saves, shot)
        if shot.analysed:
            keep_analysis(path)
        if shot.season:
            keep_season(saves)
        for name in shot.imported:
            record = read_file(_SAMPLES / name)
            analysing.keep_analysis(record, saves / f"{import_match(saves, record, name).name}{SUFFIX}")
        workspace = Workspace(
            Settings(theme=shot.theme, engine="builtin", tutor=shot.tutor, own_names=_OWN_NAMES),
            Path(folder) / "settings.toml",
            saves,
            ascii_only=shot.ascii_only,
            engines=kept_engines(),
        )
        first = _first_screen(shot, path, workspace, leaving)
        async with seated(first, workspace, shot.size) as seat:
            yield seat


def _first_screen(shot: Shot, path: Path, workspace: Workspace, leaving: ExitStack) -> BaseScreen:
    """Return the first screen of the run."""
    if shot.shared:
        return lobby_screen(path.parents[1], workspace, shot.shared)
    if shot.menu:
        return MenuScreen(workspace)
    if shot.practised:
        match = MatchFile(load(path), path.stem, path)
        return PreparingScreen(workspace, Wanted(match, clock=lambda: NOON))
    table = Table.open(FileStore(path.parent), path.stem)
    leaving.callback(table.close)
    return at_one_keyboard(table, workspace)


def match_of(folder: Path, shot: Shot) -> Path:
    """Write the match, with as many events as the shot has, and return the path of its file."""
    events = first_events(shot.seed, shot.header, shot.events)
    return keep_match(folder, shot.header, (*events, *SHARED) if shot.shared else events)
