"""A player's workspace at one terminal: settings, matches and engines."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from bgterm.catalog import N_, _
from bgterm.engine.engines import Engines
from bgterm.formats.engine_notes import EngineSeat, engine_seat
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.play.match_offer import MatchOffer, now, rematch_of, shuffled
from bgterm.profile.settings import REVIEWS, Settings, distinct_names, load, save, settings_file, state_folder
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.games import position_in
from bgterm.rules.match import NAMES, Game, Header, MatchState
from bgterm.storage.errors import SaveError, reason_of
from bgterm.storage.writer import Writer
from bgterm.terminal.program import program

if TYPE_CHECKING:
    from bgterm.engine.protocol import EngineAnswer, EngineRequest
    from bgterm.formats.record import GameRecord
    from bgterm.play.analysing import Analyses
    from bgterm.play.table import Table
    from bgterm.play.venue import Venue
    from bgterm.practice.cards import PracticePlace
    from bgterm.profile.presets import Preset
    from bgterm.storage.index import Entry

_BY_BACKGROUND = {False: "walnut", True: "paper"}
"""The default theme of a terminal with many colours: False for a dark background, True for a light one."""
PAUSE = 0.8
"""The seconds that an engine waits before it acts."""
MOST_PRESETS = 50
"""The most presets that a player may save."""


class MatchFile(NamedTuple):
    """A saved match as a replay or a practice gets it: its record, its name and the path of its file."""

    record: "GameRecord"
    name: str
    path: Path
    """The path of the match's file, from which the path of its analysis is derived."""


@dataclass
class Workspace:
    """One player's workspace: the settings, their file, and the folder of the matches."""

    settings: Settings
    """The settings in force, including changes by flags of the command line, which are not saved."""
    config: Path | None
    """The settings file; None if the settings are not saved, as for guests."""
    saves: Path
    """The folder of the saved matches."""
    default_theme: str = "walnut"
    """The theme when the settings name none, chosen by the terminal."""
    exports: Path | None = None
    """The folder for exported matches; None over SSH, where the player's files are elsewhere."""
    ascii_only: bool = False
    """Whether the terminal can show ASCII characters only."""
    engines: Engines = field(default_factory=Engines)
    """The engines for matches, hints and analyses."""
    pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(PAUSE)
    """Waits before an engine acts, so that the player can follow the match."""
    local: bool = False
    """Whether the terminal is at this computer, so that a mouse is likely and output is cheap."""
    marked_match: str = ""
    """The name of the match last highlighted in a list; empty for none."""
    _saved: Settings = field(init=False)
    """The settings as they are in the file."""
    _writer: Writer = field(init=False, default_factory=Writer)

    def __post_init__(self) -> None:
        """Begin with the settings of the file."""
        self._saved = self.settings

    @cached_property
    def analyses(self) -> "Analyses":
        """The analyses, which run in the background."""
        from bgterm.play.analysing import Analyses  # not before a match is analysed

        return Analyses(self.engines, self.saves)

    @cached_property
    def practice(self) -> "PracticePlace":
        """The player's matches and reviews, for practice: at one keyboard their files; a server sets others."""
        from bgterm.practice.cards import own_place  # only where something is practised

        return own_place(self.saves, self.saves.with_name(REVIEWS), lambda: self.settings.own_names)

    def path_of(self, name: str) -> Path:
        """Return the path of the saved match with this name."""
        from bgterm.storage.journal import SUFFIX  # not for the menu

        return self.saves / f"{name}{SUFFIX}"

    def due_cards(self) -> int:
        """Return the number of cards that are due at one keyboard. Raises FileError and SaveError."""
        if not self.saves.with_name(REVIEWS).exists():
            return 0
        from bgterm.practice.practice import utc_now  # only where something is practised

        return len(self.practice.reviews.read().due(utc_now()))

    def stop_analysis(self) -> None:
        """Stop the analysis; its results so far are saved."""
        if "analyses" in vars(self):
            self.analyses.stop()

    async def aclose(self) -> None:
        """Stop the analysis, and wait until the engines have ended."""
        if "analyses" in vars(self):
            await self.analyses.aclose()
        await self.engines.aclose()

    async def advise(self, question: "EngineRequest") -> "EngineAnswer":
        """Return the answer of the engine in the settings. Raises EngineError."""
        from bgterm.engine.adapter import engine_for  # only where an engine is asked

        return await self.engines.pool(engine_for(question.variant, self.settings.engine)).ask(question)

    @property
    def theme(self) -> str:
        """The theme in use."""
        return self.settings.theme or self.default_theme

    @property
    def mouse(self) -> bool:
        """Whether the mouse is used."""
        return self.settings.mouse == "on" or (self.local and not self.settings.mouse)

    @property
    def motion(self) -> bool:
        """Whether the board is animated; by default only on a local terminal that can show it well."""
        fits = self.local and not self.ascii_only and self.default_theme in _BY_BACKGROUND.values()
        return self.settings.motion == "on" or (fits and not self.settings.motion)

    def theme_on(self, light: bool) -> str:
        """Choose the default theme for a light or a dark background; return the theme then in use."""
        if self.default_theme in _BY_BACKGROUND.values():
            self.default_theme = _BY_BACKGROUND[light]
        return self.theme

    async def change(self, settings: Settings) -> str:
        """Put settings in force and save the changes, but not flags; return a warning if saving fails, else ""."""
        before, after = self.settings.values, settings.values
        changed = {name: value for name, value in after.items() if value != before[name]}
        self.settings, self._saved = settings, self._saved.changed(**changed)
        if self.config is None or not changed:
            return ""
        try:
            await self._writer.run(partial(save, self.config, self._saved))
        except OSError as error:
            message = N_("The settings hold until you leave: {file} cannot be written ({reason}).")
            return _(message, file=self.config, reason=reason_of(error))
        return ""

    def presets(self) -> "tuple[list[Preset], list[str]]":
        """Return all presets, the player's own last, and a message about each own preset with a fault."""
        from bgterm.profile.presets import BUILT_IN, own_presets  # only where rules are chosen

        if self.config is None:
            return [*BUILT_IN], []
        own, faults = own_presets(_presets_beside(self.config))
        return [*BUILT_IN, *own], faults

    def preset_of(self, match: MatchState) -> str:
        """Return the name of the preset with the rules of a match; empty when there is none."""
        from bgterm.profile.presets import preset_of  # not before a match is looked at

        return preset_of(match, self.presets()[0])

    async def keep_preset(self, name: str, settings: Settings) -> None:
        """Save the rules of these settings as a preset. Raises BackgammonError when that is not possible."""
        from bgterm.profile import presets  # only where rules are kept

        preset = presets.Preset.of(name, settings)
        if preset.name.casefold() in {one.name.casefold() for one in presets.BUILT_IN}:
            message = N_("{name} is not saved: the rules of that name come with bgterm; choose another name")
            raise BackgammonError(message, name=preset.name)
        if self.config is None:
            message = N_("{name} is not saved: a guest cannot be recognised again")
            raise BackgammonError(message, name=preset.name)
        folder = _presets_beside(self.config)
        own = {one.name.casefold() for one in presets.own_presets(folder)[0]} | {preset.name.casefold()}
        if len(own) > MOST_PRESETS:
            message = N_("{name} is not saved: you have {most} presets already, as many as there can be")
            raise BackgammonError(message, name=preset.name, most=MOST_PRESETS)
        try:
            await self._writer.run(partial(presets.keep_preset, folder, preset))
        except OSError as error:
            message = N_("{name} is not saved: {folder} cannot be written ({reason})")
            raise BackgammonError(message, name=preset.name, folder=folder, reason=reason_of(error)) from error

    def new_table(
        self,
        offer: MatchOffer | None = None,
        *,
        start: Game | None = None,
        seed: int | None = None,
        side: Player | None = None,
    ) -> "Table":
        """Begin a match from an offer, by default that of the settings; `seed` makes its dice repeatable.

        It begins at `start`, or with an opening, and is saved with its first event. The second player is the
        engine that the offer names; a person without one. The first player plays `side`: by default a random one
        if the offer says so, otherwise against an engine the side on roll at `start`, otherwise White. Raises
        NotationError for an unknown kind of dice, or when both players have the same name, and EngineError when
        the engine cannot play.
        """
        offer = offer or self.settings.offer
        if offer.opponent:
            offer = _with_engine(offer)
        sides = _sides(offer, start, side)
        unnamed = [
            NAMES[side.index] if name in ("", usual) else name
            for name, usual, side in zip((offer.white, offer.black), NAMES, sides, strict=True)
        ]
        names = distinct_names(*unnamed)
        header = offer.header((names[sides[0].index], names[sides[1].index]))
        engine = EngineSeat(sides[1], offer.opponent, offer.level) if offer.opponent else None
        dice = header.dice if seed is None else str(DiceOrigin(DiceKind.SEED, str(seed)))
        return self._begin(header._replace(start=start, dice=dice), engine)

    def rematch_table(self, before: "Table") -> "Table":
        """Begin a rematch with the same seats and rules, from the opening; a seed is increased by one.

        An engine plays again. The match is saved with its first event, if the one before it is kept. Raises
        NotationError for an unknown kind of dice.
        """
        table = self._begin(rematch_of(before.header)._replace(seats=("", "")), engine_seat(before.notes))
        table.journal.kept = before.journal.kept
        return table

    def table_from(self, found: "GameRecord", match: MatchState, engine: EngineSeat | None) -> "Table":
        """Begin a new match from a state of a recorded one, by its rules.

        An `engine` plays, or with None two people. The match is saved with its first event. Raises NotationError
        when both players would have the same name, and EngineError when the engine cannot play.
        """
        ruleset, names = found.header.ruleset, [*found.header.names]
        before = engine_seat(found.items)
        if engine:
            from bgterm.engine.adapter import engine_for, open_adapter  # only for matches against engines

            engine = engine._replace(engine=engine_for(match.variant, engine.engine))
            if before is None or before.engine != engine.engine:
                names[engine.player.index] = open_adapter(engine.engine).label
        elif before:
            names[before.player.index] = NAMES[before.player.index]
        header = found.header._replace(
            names=found.header.names if (*names,) == found.header.names else distinct_names(*names),
            ruleset=replace(ruleset, policing=ruleset.policing and not found.problems),
            start=position_in(match.game),
            date=now(),
            dice=self.settings.offer.dice,
            seats=("", ""),
        )
        return self._begin(header, engine)

    def _begin(self, header: Header, engine: EngineSeat | None) -> "Table":
        from bgterm.play.table import Table  # not for the menu
        from bgterm.storage.store import FileStore  # in the same way

        notes = (engine.note,) if engine else ()
        return Table.create(FileStore(self.saves), header, lazily=True, notes=notes)

    def venue(self, table: "Table") -> "Venue":
        """Return the venue of a match at this keyboard, of two people or one and an engine; start its clocks."""
        from bgterm.play.venue import Venue  # not for the menu

        clocks = None
        if table.match.timed:
            from bgterm.play.clocks import Clocks  # only where time is limited

            clocks = Clocks(table, monotonic)
        exports, seat = self.exports is not None, engine_seat(table.notes)
        if seat is None:
            return Venue(table, clocks, self.advise, exports=exports)
        from bgterm.play.engine_player import EngineVenue  # only for matches against engines

        return EngineVenue(table, clocks, self.advise, seat, self.engines, self.pause, exports=exports)

    def unfinished(self, most: float = inf) -> "Entry | None":
        """Return the entry of the last played unfinished match; None when there is none.

        At most `most` matches that are not indexed are read.
        """
        if not self.saves.is_dir():
            return None
        from bgterm.storage.library import last_unfinished  # later: a new match needs no library

        return last_unfinished(self.saves, most)

    def resumed_table(self, name: str | None = None) -> "Table":
        """Open the match with this name, or the last unfinished one. Raises SaveError."""
        if name is None:
            latest = self.unfinished()
            if latest is None:
                message = N_("there is no unfinished match to resume: start one with {program} play")
                raise SaveError(message, program=program())
            name = latest.name
        from bgterm.play.table import Table  # not for the menu
        from bgterm.storage.library import find_save  # later, in the same way
        from bgterm.storage.store import FileStore

        return Table.open(FileStore(self.saves), find_save(self.saves, name).stem)


def own_workspace(**facts: Any) -> tuple[Workspace, str]:  # noqa: ANN401 - of the fields of `Workspace`
    """Return the workspace of this computer's user, and a message about faults in the settings file or "".

    `facts` are further fields of `Workspace`.
    """
    path = settings_file()
    settings, faults = load(path)
    return Workspace(settings, path, state_folder() / "matches", **facts), " ".join(
        f"{fault}." for fault in faults
    )


def _with_engine(offer: MatchOffer) -> MatchOffer:
    """Return the offer with its engine resolved, and named after itself if no name was chosen.

    Raises EngineError when it cannot play the variant.
    """
    from bgterm.engine.adapter import engine_for, open_adapter  # only for matches against engines

    engine = engine_for(offer.variant, offer.opponent)
    return replace(offer, opponent=engine, black=offer.opponent_name or open_adapter(engine).label)


def _sides(offer: MatchOffer, start: Game | None, side: Player | None) -> tuple[Player, Player]:
    """Return the sides of the first and the second player of an offer."""
    if offer.seats_by_lot and side is None:
        return shuffled((Player.WHITE, Player.BLACK))
    first = side or (start and offer.opponent and start.on_roll) or Player.WHITE
    return first, first.opponent


def _presets_beside(config: Path) -> Path:
    return config.parent / "presets"
