"""The options that can be chosen, as forms, the command line, plain mode and the help name them.

Label, help and values of an option are in the metadata of a field, as `bgterm.rules.ruleset.option` declares it:
of a rule, of an offer of a match, or of the settings of a terminal. A field without it is called by its own name.
"""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from bgterm.catalog import _, ngettext
from bgterm.rules.ruleset import MAX_LENGTH, YES_OR_NO, RuleGroup, Ruleset
from bgterm.rules.variants import VARIANTS, Variant

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = str | int | bool
"""The value of an option; an enum member is its name in lower case, as in files."""

_MOST = 9
"""The largest number that can be chosen as a limit."""


class DeclaredOption(NamedTuple):
    """A rule or setting that players can choose, as its dataclass field declares it."""

    name: str
    """The name of the field."""
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
        """The meaning of the option, in a line."""
        return _(self.about["explanation"]) if "explanation" in self.about else ""

    @property
    def empty(self) -> str:
        """The placeholder that a form shows for an empty text."""
        return _(self.about["empty"]) if "empty" in self.about else ""

    @property
    def group(self) -> RuleGroup:
        """The group of rules under which a form shows the option."""
        return RuleGroup(self.about.get("group", RuleGroup.OTHER))

    @property
    def values(self) -> tuple[tuple[Value, str], ...]:
        """The values to choose from, each with its label; empty for an option that is typed as text."""
        if self.name == "length":
            points = ((n, ngettext("{count} point", "{count} points", n)) for n in range(1, MAX_LENGTH + 1))
            return ((0, _("money session")), *points)
        if issubclass(self.kind, bool):
            yes, no = self._choices
            return ((True, _(yes)), (False, _(no)))
        if issubclass(self.kind, Enum):
            return tuple((member.name.lower(), _(member.value)) for member in self.kind)
        if self.kind is Variant:
            return tuple((slug, _(variant.name)) for slug, variant in VARIANTS.items())
        if issubclass(self.kind, int):
            return ((0, _("none")), *((n, str(n)) for n in range(1, _MOST + 1)))
        return tuple((value, _(label)) for value, label in self.about.get("values", ()))

    def accepts(self, value: object) -> bool:
        """Return whether the option can have the value; JSON's and TOML's `true` is not a number."""
        values = [known for known, _label in self.values]
        return type(value) is self.kind and (not values or value in values)

    def is_yes(self, value: object) -> bool:
        """Return whether `value` is True and the option is one that is answered by yes or no."""
        return value is True and self._choices == YES_OR_NO

    @property
    def _choices(self) -> tuple[str, str]:
        """The labels of True and False, not yet translated."""
        choices: tuple[str, str] = self.about.get("choices", YES_OR_NO)
        return choices


@cache
def options(kind: type["DataclassInstance"] = Ruleset) -> tuple[DeclaredOption, ...]:
    """Return the options that the fields of a dataclass declare, in their order."""
    types = get_type_hints(kind)
    return tuple(
        DeclaredOption(part.name, types[part.name], _written(part.default), part.metadata)
        for part in fields(kind)
        if kind is Ruleset or part.metadata
    )


def shown(option: DeclaredOption, value: object) -> str:
    """Return the label of an option's value."""
    return next((text for known, text in option.values if known == value), str(value))


def _written(value: object) -> Any:  # noqa: ANN401 - one of `Value`
    return value.name.lower() if isinstance(value, Enum) else value
