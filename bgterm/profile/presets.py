"""Presets: named sets of rules, both built-in ones and those that players save.

A player's own presets are TOML files in a folder beside the settings, one each:

    name = "Club evening"

    [ruleset]
    cube = true
    hit_and_run = false

    [settings]
    mars_koks = true

A rule that is left out has its usual value; the cube is an exception, as a variant without it stays so. A preset
does not contain the match length. A file with any fault is left out, and a message states the fault.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.notation.errors import invalid_value, unknown_field
from bgterm.notation.json_codec import write_fields
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings, clean_name
from bgterm.profile.toml_file import ConfigError, TomlFile, write_toml
from bgterm.rules.errors import NotationError
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset, without_inapplicable
from bgterm.storage.journal import slug

_SUFFIX = ".toml"


class Preset(NamedTuple):
    """A named set of rules for matches of any length, with related settings."""

    name: str
    ruleset: Ruleset
    mars_koks: bool = False
    """The setting of that name, the only one that a preset contains."""

    @classmethod
    def of(cls, name: str, settings: Settings) -> "Preset":
        """Return a preset with the rules of the settings."""
        return cls(clean_name(name), replace(settings.offer.ruleset, length=0), settings.mars_koks)

    def over(self, settings: Settings) -> Settings:
        """Return the settings with the preset's rules, other rules at their usual values, and the same length."""
        usual, rules = write_fields(Ruleset()), write_fields(self.ruleset)
        chosen = {name: value for name, value in rules.items() if value != usual[name]}
        usual_match = replace(settings, offer=settings.offer.with_usual_rules())
        return usual_match.changed(**chosen, mars_koks=self.mars_koks)


BUILT_IN = (
    Preset("International", Ruleset()),
    Preset("Money", Ruleset(jacoby=True, beavers=1)),
    Preset("No hit and run", Ruleset(jacoby=True, beavers=1, hit_and_run=False), mars_koks=True),
    Preset("Automatic doubles", Ruleset(jacoby=True, beavers=1, automatic_doubles=1)),
    Preset("Without the cube", Ruleset(cube=False)),
)
"""The built-in presets, the usual one first. [RULES, Presets]"""
_FORMER_NAMES = {"house 001": "No hit and run", "house 004": "Automatic doubles", "casual 002": "Without the cube"}
"""The names of built-in presets in earlier versions, in lower case, which are still accepted."""


def find_preset(name: str, presets: Iterable[Preset], faults: Sequence[str] = ()) -> Preset:
    """Return the preset with that name, ignoring case.

    Raises NotationError for an unknown name. Its message repeats the `faults` of preset files that were left out,
    because the preset may be in one of these.
    """
    known = {preset.name.casefold(): preset for preset in presets}
    found = known.get(name.casefold()) or known.get(_FORMER_NAMES.get(name.casefold(), "").casefold())
    if found is None:
        names = tuple(preset.name for preset in known.values())
        message = N_('there is no preset "{name}"; choose from {known}')
        if faults:
            message = N_('there is no preset "{name}"; choose from {known}. {faults}')
        raise NotationError(message, name=name, known=names, faults=" ".join(faults).removesuffix("."))
    return found


def own_presets(folder: Path) -> tuple[list[Preset], list[str]]:
    """Return the presets in the folder, by name, and a message about each faulty file."""
    found, wrong = [], []
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            found.append(_read(path))
        except ConfigError as error:
            wrong.append(f"{error}.")
    return sorted(found, key=lambda preset: preset.name.casefold()), wrong


def keep_preset(folder: Path, preset: Preset) -> None:
    """Save a preset in the folder, in place of one with the same name. Raises OSError."""
    rules = write_fields(preset.ruleset)
    del rules["length"]
    path = folder / f"{slug(preset.name) or 'preset'}{_SUFFIX}"
    settings = {"mars_koks": True} if preset.mars_koks else {}
    write_toml(path, {"name": preset.name, "ruleset": rules, "settings": settings})


def name_of(settings: Settings, presets: Iterable[Preset]) -> str:
    """Return the name of the preset with the rules of these settings; empty when there is none."""
    return next((one.name for one in presets if one.over(settings).offer == settings.offer), "")


def preset_of(match: MatchState, presets: Iterable[Preset]) -> str:
    """Return the name of the preset with the rules of a match, as far as they apply; empty when there is none."""
    settings = Settings(offer=MatchOffer(variant=match.variant, ruleset=match.ruleset))
    played = without_inapplicable(match.variant, match.ruleset)
    rules = ((one.name, without_inapplicable(match.variant, one.over(settings).offer.ruleset)) for one in presets)
    return next((name for name, ruleset in rules if ruleset == played), "")


def _read(path: Path) -> Preset:
    """Return the preset in a file. Raises ConfigError."""
    file = TomlFile.read(path)
    name, settings = path.stem, Settings()
    for table, key, value in file.entries():
        try:
            if key not in _KEYS.get(table, ()):
                raise unknown_field(key, _KEYS.get(table, _KEYS[""]))
            if table:
                settings = settings.changed(**{key: value})
            elif not (isinstance(value, str) and (name := clean_name(value))):
                raise invalid_value("name", value, _("a text that can be shown"))
        except NotationError as fault:
            raise file.fault(table, key, fault) from fault
    return Preset.of(name, settings)


_KEYS = {
    "": ("name",),
    "ruleset": tuple(name for name in write_fields(Ruleset()) if name != "length"),
    "settings": ("mars_koks",),
}
