"""A player's settings in a TOML file: the behaviour of this terminal, and the defaults for a new match.

    theme = "walnut"
    home_right = true
    auto_roll = true
    white = "Ann"

    [ruleset]
    length = 5
    crawford = true

If the file cannot be read, the defaults apply; if single values are invalid, the others apply. A message states
the fault and its line.
"""
# ruff: noqa: RUF009 - `option` makes a field; offers and rulesets never change

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from bgterm.catalog import N_, _
from bgterm.notation.errors import invalid_value, unknown_field
from bgterm.notation.sanitize import clean_line
from bgterm.play.match_offer import RULES, MatchOffer
from bgterm.rules.errors import NotationError
from bgterm.rules.ruleset import option
from bgterm.text.options import options
from bgterm.text.score import WinNames

if TYPE_CHECKING:
    from bgterm.profile.toml_file import ConfigError

_switch: partial[Any] = partial(option, "", values=(("", N_("auto")), ("on", N_("on")), ("off", N_("off"))))
_spoken: partial[Any] = partial(option, False, spoken=True)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one terminal: look, automatic actions, and the match that was last set up there."""

    theme: str = option("", N_("Theme"), N_("Colours and shapes; all themes are colour-blind safe"))
    """The name of the theme; empty to choose it by the terminal."""
    home_right: bool = option(
        True, N_("Home boards"), N_("On which side the home boards are"), choices=(N_("right"), N_("left"))
    )
    half_blocks: bool = option(
        False,
        N_("Half blocks"),
        N_("Draw the board with halves of a cell only, for fonts with gaps in finer blocks"),
    )
    turn_board: bool = option(
        False, N_("Flip the board"), N_("Flip it to the player to act; f does so at the table")
    )
    motion: str = _switch(
        N_("Motion"), N_("Checkers slide, dice tumble, the cube turns; any key ends it. auto: not over SSH")
    )
    """Whether checkers, dice and cube are animated; empty for only on a local terminal. [RULES A-07]"""
    auto_roll: bool = _spoken(N_("Auto-roll"), N_("Roll where no double could be offered"))
    auto_play_forced: bool = _spoken(
        N_("Auto-play forced moves"),
        N_("Play, and end the turn, when there is only one play; not with dice that you type"),
    )
    """Whether forced plays are made, and the turn ended, automatically. [RULES A-74b]"""
    auto_confirm_race: bool = _spoken(
        N_("Auto-end turns in a race"),
        N_("End the turn when a play is complete and the sides have passed each other"),
    )
    """Whether a complete play in a race ends the turn automatically. [RULES A-74b]"""
    mouse: str = _switch(N_("Mouse"), N_("Click checkers, dice and keys. Hold Shift to select text as without it"))
    """Whether the mouse is used; empty for only on a local terminal."""
    bell: bool = option(False, N_("Bell"), N_("Beep when it is your turn, or somebody calls you, over SSH"))
    notices_stay: bool = option(
        False, N_("Keep messages"), N_("Until the next key; off: a few seconds, long enough to read them. F4: all")
    )
    title: bool = option(True, N_("Window title"), N_("Show the score in the title of the terminal's window"))
    plain: bool = _spoken(N_("Plain mode"), N_("Lines of text over SSH, from next time on"))
    """Whether a server uses plain mode, whatever login name the player uses."""
    engine: str = option("auto", N_("Engine"), N_("The engine that gives hints, analyses, and is the tutor"))
    """The name of the engine for hints, analyses and the tutor; `auto` for the strongest that is installed."""
    tutor: bool = _spoken(N_("Tutor"), N_("Ask once before a play or an action with the cube that loses much"))
    tutor_limit: str = option(
        "0.06",
        N_("Tutor's limit"),
        N_("The tutor asks about what loses more equity than this"),
        values=[(limit, limit) for limit in ("0.02", "0.04", "0.06", "0.08", "0.12", "0.16")],
    )
    practice_threshold: str = option(
        "0.05",
        N_("Practise above"),
        N_("Decisions of yours that cost more equity than this are practised"),
        values=[(limit, limit) for limit in ("0.02", "0.03", "0.05", "0.08", "0.12")],
    )
    own_names: str = option(
        "", N_("Your names"), N_("Your names in match files, separated by commas: whose decisions are practised")
    )
    mars_koks: bool = _spoken(N_("Mars and Koks"), N_("Call a gammon Mars and a backgammon Koks"))
    keys: tuple[tuple[str, str], ...] = ()
    """The keys chosen for actions, as in `bgterm.profile.keys`; they apply on this computer only."""
    offer: MatchOffer = MatchOffer()
    """The match that was last set up in the form, with the defaults for the next one."""

    @property
    def values(self) -> dict[str, Any]:
        """All settings, including those of the offer, by name, in the form for a file."""
        return {**{each.name: getattr(self, each.name) for each in options(Settings)}, **self.offer.values}

    @property
    def threshold(self) -> float:
        """The loss of equity above which a decision is practised."""
        return float(self.practice_threshold)

    @property
    def vocabulary(self) -> WinNames:
        """The choice of words for wins: the usual ones, or also Mars and Koks."""
        return WinNames.MARS_KOKS if self.mars_koks else WinNames.USUAL

    def changed(self, **values: object) -> "Settings":
        """Return the settings with other values, in the form of `values`. Raises NotationError."""
        known = self.values
        if unknown := [name for name in values if name not in known]:
            raise unknown_field(unknown[0], tuple(known))
        own = {each.name: values.pop(each.name) for each in options(Settings) if each.name in values}
        for each in options(Settings):
            if each.name in own and not each.accepts(own[each.name]):
                known_values = ", ".join(str(value).lower() or '""' for value, _label in each.values)
                raise invalid_value(each.name, own[each.name], known_values or _("a text"))
        if "theme" in own:
            own["theme"] = current_theme(str(own["theme"]))
        return replace(self, offer=self.offer.changed(**values), **dict[str, Any](own))


def current_theme(name: str) -> str:
    """Return the present name of a theme, which may be given by a former name."""
    return _RENAMED_THEMES.get(name, name)


_RENAMED_THEMES = {"felt": "midnight", "wood": "walnut", "shapes": "contrast", "sixteen": "terminal"}
"""Themes of earlier versions, with the most similar present ones."""

_FORMER = frozenset({"throw_animation"})
"""Settings of earlier versions that are ignored."""


def settings_file() -> Path:
    """Return the path of the user's settings file."""
    return platformdirs.user_config_path("bgterm") / "settings.toml"


REVIEWS = "practice.jsonl"
"""The name of the journal of reviews at one keyboard, beside the folder of the matches."""


def state_folder() -> Path:
    """Return the folder of the user's data, such as saved matches."""
    return platformdirs.user_state_path("bgterm")


def server_folder() -> Path:
    """Return the default data folder of a server."""
    return state_folder() / "server"


def export_folder() -> Path:
    """Return the folder for exported matches: `bgterm` in the user's documents, or else in the home folder."""
    documents = platformdirs.user_documents_path()
    return (documents if documents.is_dir() else Path.home()) / "bgterm"


def load(path: Path) -> "tuple[Settings, list[ConfigError]]":
    """Return the settings in the file, and its faults; the defaults if there is no file."""
    with suppress(OSError):  # reading the file will report this
        if not path.exists():
            return Settings(), []
    from bgterm.profile.toml_file import ConfigError, TomlFile  # only where there is something to read

    try:
        file = TomlFile.read(path)
    except ConfigError as error:
        return Settings(), [error]
    settings, faults, keys = Settings(), list[ConfigError](), dict[str, object]()
    for table, key, value in file.entries():
        if table == _KEYS:
            keys[key] = value
            continue
        try:
            if table not in {"", _RULESET} or (table and key not in RULES):  # the rules have a table of their own
                raise unknown_field(f"{key} in [{table}]", tuple(Settings().values))
            if key not in _FORMER:
                settings = settings.changed(**{key: value})
        except NotationError as error:
            faults.append(file.fault(table, key, error))
    if keys:
        from bgterm.profile.keys import read_keys  # only where keys are chosen

        try:
            settings = replace(settings, keys=read_keys(keys))
        except NotationError as error:
            faults.append(file.fault("", _KEYS, error))
    return settings, faults


def save(path: Path, settings: Settings) -> None:
    """Write the settings to the file. Raises OSError."""
    from bgterm.profile.toml_file import write_toml  # not before something is written

    values = settings.values
    rules = {name: values.pop(name) for name in [*values] if name in RULES}
    keys = {_KEYS: dict(settings.keys)} if settings.keys else {}
    write_toml(path, {**values, _RULESET: rules, **keys})


NAME_LENGTH = 24
"""The most characters of a player's name."""


def clean_name(text: str) -> str:
    """Return a player's name without control characters, cut to `NAME_LENGTH` characters."""
    return clean_line(text, NAME_LENGTH)


def distinct_names(white: str, black: str) -> tuple[str, str]:
    """Return the cleaned names of two players. Raises NotationError when they are the same, ignoring case."""
    names = clean_name(white), clean_name(black)
    if names[0].casefold() == names[1].casefold():
        raise NotationError(N_("both players would be called {name}: give them different names"), name=names[1])
    return names


_RULESET, _KEYS = "ruleset", "keys"
