"""The rules that can be chosen, as the setup screen, the command line and the help name them.

What is said of each is in the metadata of the fields of `Ruleset`. A field without metadata is called by its own
name, so that a new one works at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Any, get_type_hints

from bgterm.catalog import _, ngettext
from bgterm.rules.ruleset import MAX_LENGTH, YES_OR_NO, RuleGroup, Ruleset

Value = str | int | bool
"""The value of a field of a ruleset; an enum by its lower-case name, as in files."""

_MOST = 9
"""The highest limit that can be chosen."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be chosen."""

    name: str
    """The field of `Ruleset`."""
    kind: type
    """The type of its values."""
    default: Value
    about: Mapping[str, Any]
    """The metadata of the field."""

    @property
    def label(self) -> str:
        """The label in a form."""
        label = self.about.get("label", self.name.replace("_", " ").capitalize())
        return _(label)

    @property
    def explanation(self) -> str:
        """The meaning of the rule, in a line."""
        return _(self.about["explanation"]) if "explanation" in self.about else ""

    @property
    def of_plays(self) -> bool:
        """Whether it decides which plays of a roll are legal."""
        return bool(self.about.get("of_plays"))

    @property
    def group(self) -> RuleGroup:
        """The group of a form in which it stands."""
        return RuleGroup(self.about.get("group", RuleGroup.OTHER))

    @property
    def described(self) -> bool:
        """Whether the help has a paragraph of its own about it."""
        return bool(self.about.get("described"))

    @property
    def values(self) -> tuple[tuple[Value, str], ...]:
        """The values, each with its label."""
        if self.name == "length":
            points = ((n, ngettext("{count} point", "{count} points", n)) for n in range(1, MAX_LENGTH + 1))
            return ((0, _("money session")), *points)
        if issubclass(self.kind, bool):
            yes, no = self._choices
            return ((True, _(yes)), (False, _(no)))
        if issubclass(self.kind, Enum):
            return tuple((member.name.lower(), _(member.value)) for member in self.kind)
        return ((0, _("none")), *((n, str(n)) for n in range(1, _MOST + 1)))

    def is_yes(self, value: object) -> bool:
        """Return whether the value is the yes of a rule whose values are yes and no."""
        return value is True and self._choices == YES_OR_NO

    @property
    def _choices(self) -> tuple[str, str]:
        """The labels of True and False, as messages to look up."""
        choices: tuple[str, str] = self.about.get("choices", YES_OR_NO)
        return choices


@cache
def options() -> tuple[Option, ...]:
    """Return every rule that can be chosen, in the order of `Ruleset`."""
    types = get_type_hints(Ruleset)
    return tuple(
        Option(part.name, types[part.name], _written(part.default), part.metadata) for part in fields(Ruleset)
    )


def shown(option: Option, value: object) -> str:
    """Return a value of the option as players read it."""
    return next((text for known, text in option.values if known == value), str(value))


def _written(value: object) -> Any:  # noqa: ANN401 - one of `Value`
    return value.name.lower() if isinstance(value, Enum) else value
