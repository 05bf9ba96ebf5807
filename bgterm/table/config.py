"""What a player has chosen for his own terminal, kept in a TOML file in the config folder.

    theme = "felt"
    home_right = true
    auto_roll = true
    white = "Ann"

A file that cannot be read costs nothing: the game starts with the defaults and says what was wrong.
"""

import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w


@dataclass(frozen=True, slots=True)
class Settings:
    """What changes only how one terminal looks, and which keys it presses for the player."""

    theme: str = ""
    """The name of the theme; empty to choose by the terminal."""
    home_right: bool = True
    """Whether the home boards are on the right."""
    turn_board: bool = False
    """Whether the board turns to the player who is to act."""
    auto_roll: bool = False
    """Roll by itself where no double could be offered."""
    auto_play_forced: bool = False
    """Play and confirm by itself when there is only one play. [RULES A-74b]"""
    auto_confirm_race: bool = False
    """Pick up the dice by itself when the play is complete and contact is over. [RULES A-74b]"""
    white: str = "White"
    """White's name when last played."""
    black: str = "Black"
    """Black's name when last played."""
    length: int = 5
    """The match length last played; 0 for money."""
    cube: bool = True
    """Whether the cube was last used."""
    crawford: bool = True
    """Whether the Crawford rule was last used."""
    variant: str = "backgammon"
    """The slug of the variant last played."""


def config_folder() -> Path:
    """Give the folder of the user's settings."""
    return platformdirs.user_config_path("bgterm")


def state_folder() -> Path:
    """Give the folder of the user's saved matches."""
    return platformdirs.user_state_path("bgterm")


def load(path: Path) -> tuple[Settings, str]:
    """Give the settings in the file and a sentence about what is wrong with it; empty when nothing is."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Settings(), f"{path} cannot be read ({error}): playing with the default settings."
    return _checked(path, found)


def save(path: Path, settings: Settings) -> None:
    """Write the settings. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.write_text(tomli_w.dumps(asdict(settings)), encoding="utf-8")
    scratch.replace(path)


def clean_name(text: str) -> str:
    """Give a player's name as it can be shown: no control characters, single blanks, at most 24 characters."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:24]


def _checked(path: Path, found: dict[str, Any]) -> tuple[Settings, str]:
    settings, wrong = Settings(), []
    for name, value in found.items():
        if name in _DEFAULTS and type(value) is type(_DEFAULTS[name]):
            settings = replace(settings, **{name: value})
        else:
            wrong.append(name)
    known = ", ".join(_DEFAULTS)
    sentence = f"{path}: {', '.join(wrong)} is not a setting, or not a value for it; there are {known}."
    return settings, sentence if wrong else ""


_DEFAULTS = asdict(Settings())
