"""The fields of the forms in which a match is set up and the options of a terminal are changed."""

from collections.abc import Collection, Iterable
from dataclasses import fields, replace
from typing import Any

from bgterm.catalog import _
from bgterm.engine.errors import engine_missing
from bgterm.engine.levels import Level
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import NAME_LENGTH, Settings
from bgterm.rules.match import NAMES, named
from bgterm.rules.ruleset import RuleGroup, Ruleset, why_not_option
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.text.joining import join_list
from bgterm.text.options import options
from bgterm.tui.look.themes import THEMES
from bgterm.tui.widgets.form_state import Field, Group, Idle, Values, reading


def idle_rules(variant: Variant, ruleset: Ruleset) -> dict[str, Idle]:
    """Return, by field name, the rules that have no effect under the others in `ruleset`, with the reasons."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: Idle(_(reason)) for name, reason in reasons if reason}


def with_usual_cube(values: Values, changed: str) -> Values:
    """Return the values of a form after `changed` was edited: a new variant sets its usual cube. [RULES L35]"""
    return {**values, "cube": VARIANTS[str(values["variant"])].cube} if changed == "variant" else values


def declared(*names: str) -> tuple[Field, ...]:
    """Return the fields with these names, in this order, made from declared rules, match options or settings."""
    known = {each.name: each for kind in (Ruleset, MatchOffer, Settings) for each in options(kind)}
    return tuple(
        Field(each.name, each.label, each.explanation, each.values, empty=each.empty)
        for each in (known[name] for name in names)
    )


def _own(name: str, **changes: Any) -> Field:  # noqa: ANN401 - values of the fields of `Field`
    """Return the field of that name with changes of a form's own."""
    return replace(declared(name)[0], **changes)


def _rules(group: RuleGroup) -> tuple[Field, ...]:
    """Return the fields of a group of rules, first those without conditions."""
    rules = sorted(options(), key=lambda rule: bool(rule.about.get("needs")))
    return declared(*(rule.name for rule in rules if rule.group is group))


def match_groups(presets: Iterable[str]) -> tuple[Group, ...]:
    """Return the groups of fields of the form for a match at one keyboard; `presets` are names to choose from."""
    names = (
        _own("white", longest=NAME_LENGTH, empty=_(NAMES[0])),
        _own("black", longest=NAME_LENGTH, empty=usual_opponent),
    )
    dice = _own("dice", options=(*_server_dice(), ("manual", _("your own"))))
    return (
        Group(_("Players"), (*names, *declared("seats_by_lot"), *opponent_fields())),
        _length_and_cube(presets, *declared("stake")),
        Group(_("House rules"), _rules(RuleGroup.OTHER)),
        Group(_("Dice and clock"), (dice, *_rules(RuleGroup.CLOCK))),
        Group(_("Look"), (_theme(), *declared("home_right", "mars_koks"))),
    )


def table_groups(presets: Iterable[str], levels: Collection[Level] = ()) -> tuple[Group, ...]:
    """Return the groups of fields of the form for a table in the lobby.

    `presets` are names of presets to choose from. For a table with a bot, `levels` are the bot's.
    """
    rolls = _("The server rolls the dice: at random, or so that anyone can check them afterwards")
    dice = Field("dice", _("Dice"), rolls, _server_dice())
    level = _own("level", options=tuple((one.name, _(one.label)) for one in levels))
    return (
        *((Group(_("Bot"), (level,)),) if levels else ()),
        _length_and_cube(presets),
        Group(_("House rules"), _rules(RuleGroup.OTHER)),
        Group(_("Dice and clock"), (dice, *_rules(RuleGroup.CLOCK))),
        Group(_("Table"), declared("listed", "watchable", "seats_by_lot", "mars_koks")),
    )


def terminal_groups(*, own_names: bool = True) -> tuple[Group, ...]:
    """Return the groups of fields of the form for a terminal's settings.

    `own_names` is whether to include the field for names under which the player appears in other records.
    """
    names = [_own("own_names", longest=4 * NAME_LENGTH, prose=True)] if own_names else []
    return (
        Group(_("Look"), (_theme(), *declared("home_right", "half_blocks", "turn_board", "motion", "title"))),
        Group(_("Automatic actions"), declared("auto_roll", "auto_play_forced", "auto_confirm_race")),
        Group(_("Mouse, sound and text"), declared("mouse", "bell", "notices_stay", "plain")),
        Group(_("Engine"), (engine_field("engine"), *declared("tutor", "tutor_limit"))),
        Group(_("Practice"), (*declared("practice_threshold"), *names)),
    )


def _length_and_cube(presets: Iterable[str], *others: Field) -> Group:
    """Return the group of preset, length and cube; the preset with an empty name stands for any other rules."""
    names = (*((name, name) for name in presets), ("", _("your own")))
    preset = Field("preset", _("Preset"), _("Fills in the rules below"), names)
    fields = (*declared("variant", "length"), preset, *_rules(RuleGroup.STAKE), *others)
    return Group(_("Length and cube"), fields)


def _server_dice() -> tuple[tuple[str, str], ...]:
    return ("random", _("random")), ("verifiable", _("verifiable"))


def opponent_fields() -> tuple[Field, ...]:
    """Return the two fields for the opponent: a person or an engine, and the engine's level."""
    return engine_field("opponent", ("", _("a person"))), *declared("level")


def usual_opponent(values: Values) -> str:
    """Return the default name of the second player for these form values: the engine's name if one plays."""
    from bgterm.engine.adapter import AUTO, installed_engines

    opponent = str(values["opponent"])
    if opponent == AUTO:
        strongest = next(installed_engines(VARIANTS[str(values["variant"])]), None)
        return strongest.label if strongest else opponent
    return dict(engine_field("opponent").options).get(opponent, opponent) or _(NAMES[1])


def player_names(offer: MatchOffer) -> tuple[str, str]:
    """Return White's and Black's names in a match offer; an empty name is replaced by its default."""
    return named(offer.white, offer.opponent_name or usual_opponent(offer.values))


def idle_level(values: Values) -> dict[str, Idle]:
    """Return the reason why the field "level" has no effect, when the opponent is a person; else an empty dict."""
    return {} if values["opponent"] else {"level": Idle(_("only for an engine"))}


def check_engine(variant: Variant, values: Values, name: str = "opponent") -> None:
    """Raise FieldFault if the engine chosen in the field called `name` cannot play the variant or is missing."""
    if values[name]:
        from bgterm.engine.adapter import engine_for  # only where an engine is chosen

        with reading(name):
            engine_for(variant, str(values[name]))


def engine_field(name: str, *others: tuple[str, str]) -> Field:
    """Return the field called `name` for choosing an engine.

    `others` are values, each with its label, offered before the engines. A missing engine is explained in its
    details.
    """
    from bgterm.engine.adapter import ADAPTERS, AUTO, open_adapter

    engines = [open_adapter(name) for name in ADAPTERS]
    remedies = ((each, each.missing()) for each in engines)
    missing = [str(engine_missing(each.label, remedy)) if remedy else "" for each, remedy in remedies]
    installed = join_list(each.label for each, fault in zip(engines, missing, strict=True) if not fault)
    auto = _("The first that plays the variant: {engines}", engines=installed)
    named = ((each.name, each.label) for each in engines)
    choices = (*others, (AUTO, _("strongest engine")), *named)
    return _own(name, options=choices, details=(*[""] * len(others), auto, *missing))


def _theme() -> Field:
    details = ("", *(_(look.description) for look in THEMES.values()))
    return _own("theme", options=(("", _("auto")), *((name, name) for name in THEMES)), details=details)
