"""The fields of the forms in which a match is set up and the options of a terminal are changed."""

from collections.abc import Collection, Iterable
from dataclasses import fields

from bgterm.catalog import _
from bgterm.engine.errors import engine_missing
from bgterm.engine.levels import LEVELS, Level
from bgterm.profile.settings import NAME_LENGTH
from bgterm.rules.applicable_rules import why_not_option
from bgterm.rules.match import NAMES
from bgterm.rules.ruleset import RuleGroup, Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.text.ruleset_options import options
from bgterm.tui.look.themes import THEMES
from bgterm.tui.widgets.form_state import Field, Group, Idle, Values, yes_no


def idle_rules(variant: Variant, ruleset: Ruleset) -> dict[str, Idle]:
    """Return which rules cannot apply beside the others, and why."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: Idle(_(reason)) for name, reason in reasons if reason}


def with_usual_cube(values: Values, changed: str) -> Values:
    """Return the values after one changed: a variant has its own custom with the cube. [RULES L35]"""
    return {**values, "cube": VARIANTS[str(values["variant"])].cube} if changed == "variant" else values


def rule_fields(names: Iterable[str]) -> tuple[Field, ...]:
    """Return the fields of these rules."""
    rules = {rule.name: rule for rule in options()}
    return tuple(
        Field(rule.name, rule.label, rule.explanation, rule.values) for rule in (rules[name] for name in names)
    )


def _fields_of(group: RuleGroup) -> tuple[Field, ...]:
    """Return the fields of the rules of a group, those first that need no other."""
    rules = sorted(options(), key=lambda rule: bool(rule.about.get("needs")))
    return rule_fields(rule.name for rule in rules if rule.group is group)


def match_groups(presets: Iterable[str]) -> tuple[Group, ...]:
    """Return the fields of a match at one keyboard, under their headings."""
    white, black = _("First player"), _("Second player")
    how = _("Thrown by bgterm; thrown so that anyone can check them; or thrown by you on a real table, and typed")
    dice = Field("dice", _("Dice"), how, (*_server_dice(), ("manual", _("your own"))))
    stake = _("What a point is worth, such as 0.50 euro; may be empty")
    players = (
        Field("white", white, _("Plays White: type a name"), longest=NAME_LENGTH, empty=NAMES[0]),
        Field("black", black, _("Plays Black: type a name"), longest=NAME_LENGTH, empty=NAMES[1]),
        _sides(),
        *_engine_fields(),
    )
    return (
        Group(_("Players"), players),
        _length_and_cube(presets, Field("stake", _("Stake per point"), stake, empty=_("none"))),
        Group(_("House rules"), _fields_of(RuleGroup.OTHER)),
        Group(_("Dice and clock"), (dice, *_fields_of(RuleGroup.CLOCK))),
        Group(_("Look"), (*_look(), _win_names())),
    )


def table_groups(presets: Iterable[str], levels: Collection[Level] = ()) -> tuple[Group, ...]:
    """Return the fields of a table in the lobby, under their headings; at a bot's, with the `levels` it has."""
    shown = _("Whether everyone sees the table; otherwise it needs its code")
    rolls = _("The server rolls the dice: at random, or so that anyone can check them afterwards")
    watched = _("Whether others may watch; you can change it at the table, too")
    bot = (Group(_("Bot"), (_level_field(levels),)),) if levels else ()
    return (
        *bot,
        _length_and_cube(presets),
        Group(_("House rules"), _fields_of(RuleGroup.OTHER)),
        Group(
            _("Dice and clock"),
            (Field("dice", _("Dice"), rolls, _server_dice()), *_fields_of(RuleGroup.CLOCK)),
        ),
        Group(
            _("Table"),
            (
                Field("listed", _("Open to all"), shown, yes_no()),
                Field("watchable", _("Spectators"), watched, yes_no()),
                _sides(),
                _win_names(),
            ),
        ),
    )


def terminal_groups() -> tuple[Group, ...]:
    """Return the options that each terminal has for itself, under their headings."""
    flip = _("Flip it to the player to act; f does so at the table")
    halves = _("Draw the board with halves of a cell only, for fonts with gaps in finer blocks")
    forced = _("Play, and end the turn, when there is only one play; not with dice that you type")
    race = _("End the turn when a play is complete and the sides have passed each other")
    switch = (("", _("auto")), ("on", _("on")), ("off", _("off")))
    bell = _("Beep when it is your turn, or somebody calls you, over SSH")
    return (
        Group(
            _("Look"),
            (
                *_look(),
                Field("half_blocks", _("Half blocks"), halves, yes_no()),
                Field("turn_board", _("Flip the board"), flip, yes_no()),
                Field(
                    "motion",
                    _("Motion"),
                    _("Checkers slide, dice tumble, the cube turns; any key ends it. auto: not over SSH"),
                    switch,
                ),
            ),
        ),
        Group(
            _("Automatic actions"),
            (
                Field("auto_roll", _("Auto-roll"), _("Roll where no double could be offered"), yes_no()),
                Field("auto_play_forced", _("Auto-play forced moves"), forced, yes_no()),
                Field("auto_confirm_race", _("Auto-end turns in a race"), race, yes_no()),
            ),
        ),
        Group(
            _("Mouse and sound"),
            (
                Field(
                    "mouse",
                    _("Mouse"),
                    _("Click checkers, dice and keys. Hold Shift to select text as without it"),
                    switch,
                ),
                Field("bell", _("Bell"), bell, yes_no()),
            ),
        ),
        Group(
            _("Screen readers"),
            (Field("plain", _("Plain mode"), _("Lines of text over SSH, from next time on"), yes_no()),),
        ),
        Group(
            _("Engine"),
            (
                Field("engine", _("Engine"), _("auto, or a name that bgterm engine --list shows")),
                Field("tutor", _("Tutor"), _("Ask once before a play that loses much"), yes_no()),
            ),
        ),
    )


def variant_field() -> Field:
    """Return the field of the variant."""
    variants = tuple((slug, _(variant.name)) for slug, variant in VARIANTS.items())
    return Field("variant", _("Variant"), _("Which game of the backgammon family is played"), variants)


def _length_and_cube(presets: Iterable[str], *others: Field) -> Group:
    """Return the group of length and cube; the preset of no name stands for rules that are not a preset."""
    names = (*((name, name) for name in presets), ("", _("your own")))
    preset = Field("preset", _("Preset"), _("Fills in the rules below"), names)
    fields = (variant_field(), *rule_fields(["length"]), preset, *_fields_of(RuleGroup.STAKE), *others)
    return Group(_("Length and cube"), fields)


def _server_dice() -> tuple[tuple[str, str], ...]:
    return ("random", _("random")), ("verifiable", _("verifiable"))


def _sides() -> Field:
    return Field("seats_by_lot", _("Random sides"), _("Whether a lot decides who plays White"), yes_no())


def _engine_fields() -> tuple[Field, Field]:
    """Return the fields of an engine as the second player."""
    from bgterm.engine.adapter import ADAPTERS, AUTO, open_adapter

    engines = [open_adapter(name) for name in ADAPTERS]
    opponents = (
        ("", _("a person")),
        (AUTO, _("strongest engine")),
        *((each.name, each.label) for each in engines),
    )
    remedies = ((each, each.missing()) for each in engines)
    missing = (str(engine_missing(each.label, remedy)) if remedy else "" for each, remedy in remedies)
    said = _("The second player is somebody here, or an engine")
    return (
        Field("opponent", _("Opponent"), said, opponents, ("", "", *missing)),
        _level_field(LEVELS.values()),
    )


def _level_field(levels: Iterable[Level]) -> Field:
    named = tuple((level.name, _(level.label)) for level in levels)
    return Field("level", _("Level"), _("How well it plays; lower levels make more mistakes"), named)


def _win_names() -> Field:
    return Field("mars_koks", _("Mars and Koks"), _("Call a gammon Mars and a backgammon Koks"), yes_no())


def _look() -> tuple[Field, Field]:
    themes = (("", _("auto")), *((name, name) for name in THEMES))
    details = ("", *(_(look.description) for look in THEMES.values()))
    sides = ((True, _("right")), (False, _("left")))
    return (
        Field("theme", _("Theme"), _("Colours and shapes; all themes are colour-blind safe"), themes, details),
        Field("home_right", _("Home boards"), _("On which side the home boards are"), sides),
    )
