"""A player's workspace at one terminal: settings, and matches to begin and to resume."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bgterm.catalog import N_
from bgterm.engine.engines import Engines
from bgterm.formats.engine_notes import EngineSeat, engine_seat
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.notation.json_codec import Note
from bgterm.play.match_offer import MatchOffer, now, rematch_of, shuffled
from bgterm.play.table import Table
from bgterm.profile.settings import Settings, distinct_names, save
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.games import setup_from
from bgterm.rules.match import NAMES, GameSetup, Header, MatchState
from bgterm.storage.errors import SaveError, reason_of
from bgterm.storage.journal import REVIEWS, SUFFIX
from bgterm.storage.writer import Writer
from bgterm.terminal.program import program

if TYPE_CHECKING:
    from bgterm.engine.protocol import EngineAnswer, EngineRequest
    from bgterm.formats.record import GameRecord
    from bgterm.play.analysing import Analyses
    from bgterm.practice.place import PracticePlace
    from bgterm.profile.presets import Preset
    from bgterm.storage.index import Entry

_BY_BACKGROUND = {False: "walnut", True: "paper"}
"""The default theme of a terminal with many colours, by whether its background is light."""
PAUSE = 0.8
"""Seconds that an engine waits before it acts."""
MOST_PRESETS = 50
"""How many presets of their own a player may keep."""


class SettingsNotSaved(BackgammonError):
    """Settings are in force, but their file cannot be written."""


class MatchFile(NamedTuple):
    """A match, to be analysed or practised."""

    record: "GameRecord"
    name: str
    path: Path
    """The path of its file, beside which or for which the analysis is kept."""


@dataclass
class Workspace:
    """One player's place: their settings, the file of these, and the folder of their matches."""

    settings: Settings
    """The settings in force. Flags of the command line change them for as long as the program runs."""
    config: Path | None
    """The file of the settings; None where nothing is kept, as for guests."""
    saves: Path
    """The folder of the matches."""
    default_theme: str = "walnut"
    """The theme that fits the terminal, while none is chosen."""
    exports: Path | None = None
    """The folder that matches are exported to; None where the player's files are elsewhere, as over SSH."""
    ascii_only: bool = False
    """Whether the terminal shows ASCII characters only."""
    engines: Engines = field(default_factory=Engines)
    """The engines that play against the player, and give hints."""
    pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(PAUSE)
    """Waits before an engine acts, so that the player can follow."""
    local: bool = False
    """Whether the terminal is at this computer, where a mouse is at hand and bytes cost nothing."""
    marked_match: str = ""
    """The match that was marked last in a list of matches; empty for none."""
    _saved: Settings = field(init=False)
    """The contents of the settings file."""
    _writer: Writer = field(init=False, default_factory=Writer)

    def __post_init__(self) -> None:
        """Take the settings for those in the file."""
        self._saved = self.settings

    @cached_property
    def analyses(self) -> "Analyses":
        """The analysis that is made in the background."""
        from bgterm.play.analysing import Analyses  # not before a match is analysed

        return Analyses(self.engines, self.saves)

    @cached_property
    def practice(self) -> "PracticePlace":
        """The place of practice, at one keyboard the player's own files; a server sets another."""
        from bgterm.profile.own_practice import own_place  # only where something is practised

        return own_place(self.saves, lambda: self.settings.own_names)

    @property
    def has_reviews(self) -> bool:
        """Whether anything was practised at one keyboard."""
        return self.saves.with_name(REVIEWS).exists()

    def path_of(self, name: str) -> Path:
        """Return the path of the match of that name, beside which its analysis is."""
        return self.saves / f"{name}{SUFFIX}"

    def due_cards(self) -> int:
        """Return how many cards are due. Raises FileError."""
        from bgterm.practice.practice import utc_now  # only where something is practised

        return len(self.practice.reviews.read().due(utc_now()))

    def stop_analysis(self) -> None:
        """Stop the analysis; what is done is kept."""
        if "analyses" in vars(self):
            self.analyses.stop()

    async def aclose(self) -> None:
        """Stop the analysis, and wait until the engines have ended."""
        if "analyses" in vars(self):
            await self.analyses.aclose()
        await self.engines.aclose()

    async def advise(self, question: "EngineRequest") -> "EngineAnswer":
        """Return the answer of the engine that the settings name. Raises EngineError."""
        from bgterm.engine.adapter import engine_for  # only where an engine is asked

        return await self.engines.pool(engine_for(question.variant, self.settings.engine)).ask(question)

    @property
    def theme(self) -> str:
        """The theme to show."""
        return self.settings.theme or self.default_theme

    @property
    def mouse(self) -> bool:
        """Whether clicks are used."""
        return self.settings.mouse == "on" or (self.local and not self.settings.mouse)

    @property
    def motion(self) -> bool:
        """Whether things move on the board: where they are not chosen, only where they can be drawn well."""
        fits = self.local and not self.ascii_only and self.default_theme in _BY_BACKGROUND.values()
        return self.settings.motion == "on" or (fits and not self.settings.motion)

    def theme_on(self, light: bool) -> str:
        """Return the theme to show on a light or a dark background, which decides while none is chosen."""
        if self.default_theme in _BY_BACKGROUND.values():
            self.default_theme = _BY_BACKGROUND[light]
        return self.theme

    async def change(self, settings: Settings) -> None:
        """Put other settings in force, and save what differs from those before; what a flag set is not saved.

        Raises SettingsNotSaved; the settings are in force then, too.
        """
        before, after = self.settings.values, settings.values
        changed = {name: value for name, value in after.items() if value != before[name]}
        self.settings, self._saved = settings, self._saved.changed(**changed)
        if self.config is None or not changed:
            return
        try:
            await self._writer.run(partial(save, self.config, self._saved))
        except OSError as error:
            message = N_("the settings hold until you leave: {file} cannot be written ({reason})")
            raise SettingsNotSaved(message, file=self.config, reason=reason_of(error)) from error

    def presets(self) -> "tuple[list[Preset], list[str]]":
        """Return all presets, the player's own last, and a sentence about each own preset that cannot be read."""
        from bgterm.profile.presets import BUILT_IN, own_presets  # only where rules are chosen

        if self.config is None:
            return [*BUILT_IN], []
        own, faults = own_presets(_presets_beside(self.config))
        return [*BUILT_IN, *own], faults

    def preset_of(self, match: MatchState) -> str:
        """Return the name of the preset that a match is played by; empty when by none."""
        from bgterm.profile.presets import preset_of  # not before a match is looked at

        return preset_of(match, self.presets()[0])

    async def keep_preset(self, name: str, settings: Settings) -> None:
        """Save the rules of these settings under a name. Raises PresetError when that is not possible."""
        from bgterm.profile import presets  # only where rules are kept

        preset = presets.Preset.of(name, settings)
        if preset.name.casefold() in {one.name.casefold() for one in presets.BUILT_IN}:
            message = N_("{name} is not saved: the rules of that name come with bgterm; choose another name")
            raise presets.PresetError(message, name=preset.name)
        if self.config is None:
            message = N_("{name} is not saved: a guest cannot be recognised again")
            raise presets.PresetError(message, name=preset.name)
        folder = _presets_beside(self.config)
        own = {one.name.casefold() for one in presets.own_presets(folder)[0]} | {preset.name.casefold()}
        if len(own) > MOST_PRESETS:
            message = N_("{name} is not saved: you have {most} presets already, as many as there can be")
            raise presets.PresetError(message, name=preset.name, most=MOST_PRESETS)
        try:
            await self._writer.run(partial(presets.keep_preset, folder, preset))
        except OSError as error:
            message = N_("{name} is not saved: {folder} cannot be written ({reason})")
            raise presets.PresetError(message, name=preset.name, folder=folder, reason=reason_of(error)) from error

    def new_table(
        self,
        offer: MatchOffer | None = None,
        *,
        start: GameSetup | None = None,
        seed: int | None = None,
        side: Player | None = None,
    ) -> Table:
        """Begin the match of an offer, or of the settings in force, with dice that `seed` repeats.

        It begins at `start`, or with an opening, and is saved as soon as something happens. The second player is
        the engine that the offer names; without a name, a person. Against an engine the person plays the given
        `side`, or else the side that is on roll at the start. Raises NotationError for an unknown kind of
        dice, and when both players have the same name, and EngineError when the engine cannot play here.
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
        return Table.begin(
            self.saves, header._replace(start=start, dice=dice), lazily=True, notes=_notes_of(engine)
        )

    def rematch_table(self, header: Header, engine: EngineSeat | None = None, *, kept: bool = True) -> Table:
        """Begin a match with the seats and rules of another, from the opening; a seed goes on to the next one.

        An `engine` plays it again. It is saved as soon as something happens, if it is `kept`. Raises NotationError
        when there are no such dice any more.
        """
        again = rematch_of(header)._replace(seats=("", ""))
        table = Table.begin(self.saves, again, lazily=True, notes=_notes_of(engine))
        table.journal.kept = kept
        return table

    def table_from(self, found: "GameRecord", match: MatchState, engine: EngineSeat | None) -> Table:
        """Begin a new match where the one of a file stood; what is wrong in the file is allowed in no new one.

        An `engine` plays it, or nobody but people. It is saved as soon as something happens. Raises NotationError
        when both players would have one name, and EngineError when the engine cannot play here.
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
            start=setup_from(match),
            date=now(),
            dice=self.settings.offer.dice,
            seats=("", ""),
        )
        return Table.begin(self.saves, header, lazily=True, notes=_notes_of(engine))

    def unfinished(self, most: int | None = None) -> "Entry | None":
        """Return what is known of the match that was played last and is not finished.

        Of those that nobody has looked at yet no more than `most` are read.
        """
        if not self.saves.is_dir():
            return None
        from bgterm.storage.library import last_unfinished  # later: a new match needs no library

        return last_unfinished(self.saves, most)

    def resumed_table(self, name: str | None = None) -> Table:
        """Go on with the match of that name, or the last unfinished one. Raises SaveError."""
        if name is None:
            latest = self.unfinished()
            if latest is None:
                message = N_("there is no unfinished match to resume: start one with {program} play")
                raise SaveError(message, program=program())
            name = latest.name
        from bgterm.storage.library import find_save  # later, in the same way

        return Table.resume(find_save(self.saves, name))


def _with_engine(offer: MatchOffer) -> MatchOffer:
    """Return the offer with the engine that plays, which has its own name where no other is chosen.

    Raises EngineError when it cannot play the variant here.
    """
    from bgterm.engine.adapter import engine_for, open_adapter  # only for matches against engines

    engine = engine_for(offer.variant, offer.opponent)
    unnamed = offer.black in ("", NAMES[Player.BLACK.index])
    return replace(offer, opponent=engine, black=open_adapter(engine).label if unnamed else offer.black)


def _sides(offer: MatchOffer, start: GameSetup | None, side: Player | None) -> tuple[Player, Player]:
    """Return the sides of the two players of an offer."""
    if offer.seats_by_lot and side is None:
        return shuffled((Player.WHITE, Player.BLACK))
    first = side or (start and offer.opponent and start.on_roll) or Player.WHITE
    return first, first.opponent


def _notes_of(engine: EngineSeat | None) -> tuple[Note, ...]:
    return (engine.note,) if engine else ()


def _presets_beside(config: Path) -> Path:
    return config.parent / "presets"
