"""A player's settings: the behaviour of this terminal, and the defaults of the form for a new match. Kept in a
TOML file.

    theme = "walnut"
    home_right = true
    auto_roll = true
    white = "Ann"

    [ruleset]
    length = 5
    crawford = true

A file that cannot be read costs nothing: the game starts with the defaults and says what was wrong in which line;
where single values are wrong, the others hold.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from bgterm.catalog import N_
from bgterm.notation.errors import invalid_value, unknown_field
from bgterm.notation.json_codec import read_ruleset, write_ruleset
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import NAMES
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS
from bgterm.text.score import WinNames

if TYPE_CHECKING:
    from bgterm.profile.toml_file import ConfigError

_FIRST_RULES = Ruleset(length=5)
"""The match until a player chooses another one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one terminal: its looks, the keys it presses for a player, and the last match played."""

    theme: str = ""
    """The name of the theme; empty to choose by the terminal."""
    half_blocks: bool = False
    """Whether the shapes of the board are cut at halves of a cell only, for fonts that draw eighths badly."""
    home_right: bool = True
    """Whether the home boards are on the right."""
    turn_board: bool = False
    """Whether the board turns to the player who is to act."""
    auto_roll: bool = False
    """Roll automatically where no double could be offered."""
    auto_play_forced: bool = False
    """Play and confirm automatically when there is only one play. [RULES A-74b]"""
    auto_confirm_race: bool = False
    """Pick up the dice automatically when the play is complete and contact is over. [RULES A-74b]"""
    motion: str = ""
    """Whether checkers, dice and cube move, "on" or "off"; empty where the terminal is at this computer.

    [RULES A-07]
    """
    mouse: str = ""
    """Whether clicks are used, "on" or "off"; empty to use them where the terminal is at this computer."""
    bell: bool = False
    """Whether the terminal beeps when the opponent's turn ends, if each player has a terminal."""
    plain: bool = False
    """Whether a server talks to the player in lines of text, whatever name they log in with."""
    tutor: bool = False
    """Whether an engine looks at each play before it is made, and asks once about one that loses much."""
    engine: str = "auto"
    """The engine that plays, hints and analyses: its name, or `auto` for the best one that is installed."""
    mars_koks: bool = False
    """Whether gammon and backgammon are shown with their other names, Mars and Koks."""
    white: str = NAMES[Player.WHITE.index]
    """White's name when last played."""
    black: str = NAMES[Player.BLACK.index]
    """Black's name when last played."""
    seats_by_lot: bool = False
    """Whether a lot decides which of the two plays White."""
    opponent: str = ""
    """The engine that played Black, or the second player's side, when last played; empty for a person."""
    level: str = "expert"
    """How well an engine plays, as in `bgterm.engine.levels`."""
    variant: str = "backgammon"
    """The slug of the variant last played."""
    dice: str = "random"
    """The source of the rolls when last played, as in `Header.dice`."""
    listed: bool = True
    """Whether everyone in the lobby sees the table one opens; else only who knows its code finds it."""
    watchable: bool = True
    """Whether others may look on there."""
    stake: str = ""
    """The stake of a money session when last played, as in `Header.stake`."""
    ruleset: Ruleset = _FIRST_RULES
    """The rules last played by."""

    @property
    def values(self) -> dict[str, Any]:
        """All settings and all fields of the ruleset by their names, as a form or a file has them."""
        return {**_own(self), **write_ruleset(self.ruleset)}

    def with_default_match(self) -> "Settings":
        """Return this terminal's settings with the match that bgterm proposes to a new player."""
        return Settings(**{name: getattr(self, name) for name in TERMINAL_SETTINGS})

    @property
    def vocabulary(self) -> WinNames:
        """The words that name wins."""
        return WinNames.MARS_KOKS if self.mars_koks else WinNames.USUAL

    def with_usual_rules(self) -> "Settings":
        """Return the settings with the rules their game is usually played by, for as long a match. [RULES L35]"""
        return replace(self, ruleset=Ruleset(length=self.ruleset.length, cube=VARIANTS[self.variant].cube))

    def changed(self, **values: object) -> "Settings":
        """Return the settings with other values, named and written as in `values`. Raises NotationError."""
        own = {name: value for name, value in values.items() if name not in _OPTIONS}
        for name, value in own.items():
            _check(name, value)
        if "theme" in own:
            own["theme"] = current_theme(str(own["theme"]))
        options = {name: value for name, value in values.items() if name in _OPTIONS}
        ruleset = read_ruleset({**write_ruleset(self.ruleset), **options}) if options else self.ruleset
        return replace(self, ruleset=ruleset, **dict[str, Any](own))


def current_theme(name: str) -> str:
    """Return the name of a theme that may be called by one of the names it had before."""
    return _RENAMED_THEMES.get(name, name)


_RENAMED_THEMES = {"felt": "midnight", "wood": "walnut", "shapes": "contrast", "sixteen": "terminal"}
"""Themes of earlier versions, and the ones nearest to them now."""

_FORMER = frozenset({"throw_animation"})
"""Settings of earlier versions: the dice tumble now wherever things move."""

TERMINAL_SETTINGS = (
    "theme",
    "half_blocks",
    "home_right",
    "turn_board",
    "auto_roll",
    "auto_play_forced",
    "auto_confirm_race",
    "motion",
    "mouse",
    "bell",
    "plain",
    "engine",
    "tutor",
)
"""The settings for every match on this terminal; the others are those of the match last set up in the form."""


def config_folder() -> Path:
    """Return the folder of the user's settings."""
    return platformdirs.user_config_path("bgterm")


def settings_file() -> Path:
    """Return the file of the user's settings."""
    return config_folder() / "settings.toml"


def state_folder() -> Path:
    """Return the folder of the user's saved matches."""
    return platformdirs.user_state_path("bgterm")


def server_folder() -> Path:
    """Return the folder of a server that is given no other."""
    return state_folder() / "server"


def export_folder() -> Path:
    """Return the folder for exported matches: `bgterm` in the user's documents, or at home if there are none."""
    documents = platformdirs.user_documents_path()
    return (documents if documents.is_dir() else Path.home()) / "bgterm"


def load(path: Path) -> "tuple[Settings, list[ConfigError]]":
    """Return the settings in the file, and its faults."""
    with suppress(OSError):  # which reading it will report
        if not path.exists():
            return Settings(), []
    from bgterm.profile.toml_file import ConfigError, TomlFile  # only where there is something to read

    try:
        file = TomlFile.read(path)
    except ConfigError as error:
        return Settings(), [error]
    settings, faults = Settings(), list[ConfigError]()
    for table, key, value in file.entries():
        try:
            _check_table(table, key)
            if key not in _FORMER:
                settings = settings.changed(**{key: value})
        except NotationError as error:
            faults.append(file.fault(table, key, error))
    return settings, faults


def save(path: Path, settings: Settings) -> None:
    """Write the settings. Raises OSError."""
    from bgterm.profile.toml_file import write_toml  # not before something is written

    write_toml(path, {**_own(settings), _RULESET: write_ruleset(settings.ruleset)})


NAME_LENGTH = 24
"""How many characters a player's name has at most."""


def clean_name(text: str) -> str:
    """Return a player's name as it can be shown, of at most `NAME_LENGTH` characters."""
    return clean_line(text, NAME_LENGTH)


def distinct_names(white: str, black: str) -> tuple[str, str]:
    """Return the names of two players as they can be shown. Raises NotationError when they are the same."""
    names = clean_name(white), clean_name(black)
    if names[0].casefold() == names[1].casefold():
        raise NotationError(N_("both players would be called {name}: give them different names"), name=names[1])
    return names


def _own(settings: Settings) -> dict[str, Any]:
    """Return the settings without the ruleset."""
    return {part.name: getattr(settings, part.name) for part in fields(settings) if part.name != _RULESET}


def _check_table(table: str, key: str) -> None:
    """The rules have a table of their own; all else is at the top."""
    if table not in {"", _RULESET} or (table and key not in _OPTIONS):
        raise unknown_field(f"{key} in [{table}]", tuple(Settings().values))


def _check(name: str, value: object) -> None:
    if name not in _DEFAULTS:
        raise unknown_field(name, tuple(Settings().values))
    fits = type(value) is type(_DEFAULTS[name])
    if not fits or (name in _CHOICES and value not in _CHOICES[name]):
        raise invalid_value(name, value)


_SWITCH = ("", "on", "off")
_CHOICES: Mapping[str, Collection[str]] = {"variant": VARIANTS, "motion": _SWITCH, "mouse": _SWITCH}
"""The values of the settings that are one of a few words."""
_RULESET = "ruleset"
_DEFAULTS = _own(Settings())
_OPTIONS = frozenset(write_ruleset(Ruleset()))
