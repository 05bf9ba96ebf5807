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
# ruff: noqa: RUF009 - `option` makes a field; offers and rulesets never change

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from bgterm.catalog import N_
from bgterm.notation.errors import invalid_value, unknown_field
from bgterm.notation.sanitize import clean_line
from bgterm.play.match_offer import RULES, MatchOffer
from bgterm.rules.errors import NotationError
from bgterm.rules.ruleset import option
from bgterm.text.options import options
from bgterm.text.score import WinNames

if TYPE_CHECKING:
    from bgterm.play.automation import Automation
    from bgterm.profile.toml_file import ConfigError

_SWITCH = (("", N_("auto")), ("on", N_("on")), ("off", N_("off")))


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one terminal: its looks, the keys it presses for a player, and the match last set up there."""

    theme: str = option("", N_("Theme"), N_("Colours and shapes; all themes are colour-blind safe"))
    """The name of the theme; empty to choose by the terminal."""
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
    motion: str = option(
        "",
        N_("Motion"),
        N_("Checkers slide, dice tumble, the cube turns; any key ends it. auto: not over SSH"),
        values=_SWITCH,
    )
    """Whether checkers, dice and cube move; empty where the terminal is at this computer. [RULES A-07]"""
    auto_roll: bool = option(False, N_("Auto-roll"), N_("Roll where no double could be offered"), spoken=True)
    auto_play_forced: bool = option(
        False,
        N_("Auto-play forced moves"),
        N_("Play, and end the turn, when there is only one play; not with dice that you type"),
        spoken=True,
    )
    """[RULES A-74b]"""
    auto_confirm_race: bool = option(
        False,
        N_("Auto-end turns in a race"),
        N_("End the turn when a play is complete and the sides have passed each other"),
        spoken=True,
    )
    """[RULES A-74b]"""
    mouse: str = option(
        "",
        N_("Mouse"),
        N_("Click checkers, dice and keys. Hold Shift to select text as without it"),
        values=_SWITCH,
    )
    """Whether clicks are used; empty to use them where the terminal is at this computer."""
    bell: bool = option(False, N_("Bell"), N_("Beep when it is your turn, or somebody calls you, over SSH"))
    notices_stay: bool = option(
        False, N_("Keep messages"), N_("Until the next key; off: a few seconds, long enough to read them. F4: all")
    )
    title: bool = option(True, N_("Window title"), N_("Show the score in the title of the terminal's window"))
    plain: bool = option(False, N_("Plain mode"), N_("Lines of text over SSH, from next time on"), spoken=True)
    """Whether a server talks to the player in lines of text, whatever name they log in with."""
    engine: str = option("auto", N_("Engine"), N_("The engine that gives hints, analyses, and is the tutor"))
    """The engine that plays, hints and analyses: its name, or `auto` for the best one that is installed."""
    tutor: bool = option(
        False,
        N_("Tutor"),
        N_("Ask once before a play or an action with the cube that loses much"),
        spoken=True,
    )
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
    mars_koks: bool = option(
        False, N_("Mars and Koks"), N_("Call a gammon Mars and a backgammon Koks"), spoken=True
    )
    keys: tuple[tuple[str, str], ...] = ()
    """The keys that were chosen for actions at this computer. See `bgterm.profile.keys`."""
    offer: MatchOffer = MatchOffer()
    """The match last set up in the form: the defaults for the next one."""

    @property
    def values(self) -> dict[str, Any]:
        """All settings, and those of the offer, by their names, as a form or a file has them."""
        return {**{each.name: getattr(self, each.name) for each in options(Settings)}, **self.offer.values}

    def with_default_match(self) -> "Settings":
        """Return this terminal's settings with the match that bgterm proposes to a new player."""
        return replace(self, offer=MatchOffer(), mars_koks=False)

    @property
    def threshold(self) -> float:
        """The cost in equity above which a decision is practised."""
        return float(self.practice_threshold)

    @property
    def vocabulary(self) -> WinNames:
        """The words that name wins."""
        return WinNames.MARS_KOKS if self.mars_koks else WinNames.USUAL

    @property
    def automation(self) -> "Automation":
        """The actions that this terminal performs for its player."""
        from bgterm.play.automation import Automation  # only at a table

        return Automation(self.auto_roll, self.auto_play_forced, self.auto_confirm_race)

    def changed(self, **values: object) -> "Settings":
        """Return the settings with other values, named and written as in `values`. Raises NotationError."""
        known = self.values
        if unknown := [name for name in values if name not in known]:
            raise unknown_field(unknown[0], tuple(known))
        own = {each.name: values.pop(each.name) for each in options(Settings) if each.name in values}
        for each in options(Settings):
            if each.name in own and not each.accepts(own[each.name]):
                raise invalid_value(each.name, own[each.name])
        if "theme" in own:
            own["theme"] = current_theme(str(own["theme"]))
        return replace(self, offer=self.offer.changed(**values), **dict[str, Any](own))


def current_theme(name: str) -> str:
    """Return the name of a theme that may be called by one of the names it had before."""
    return _RENAMED_THEMES.get(name, name)


_RENAMED_THEMES = {"felt": "midnight", "wood": "walnut", "shapes": "contrast", "sixteen": "terminal"}
"""Themes of earlier versions, and the ones nearest to them now."""

_FORMER = frozenset({"throw_animation"})
"""Settings of earlier versions: the dice tumble now wherever things move."""


def settings_file() -> Path:
    """Return the file of the user's settings."""
    return platformdirs.user_config_path("bgterm") / "settings.toml"


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
    """Write the settings. Raises OSError."""
    from bgterm.profile.toml_file import write_toml  # not before something is written

    values = settings.values
    rules = {name: values.pop(name) for name in [*values] if name in RULES}
    keys = {_KEYS: dict(settings.keys)} if settings.keys else {}
    write_toml(path, {**values, _RULESET: rules, **keys})


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


_RULESET, _KEYS = "ruleset", "keys"
