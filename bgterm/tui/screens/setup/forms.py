"""The forms in which a match is set up, at one keyboard or in the lobby, and the form of a terminal's options."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _, ngettext
from bgterm.formats.engine_notes import EngineSeat
from bgterm.lobby import messages
from bgterm.notation.json_codec import write_fields
from bgterm.notation.parse_position import read_position
from bgterm.notation.position import Position
from bgterm.notation.stake import read_stake
from bgterm.profile.presets import name_of
from bgterm.profile.settings import NAME_LENGTH, Settings, clean_name, distinct_names
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Game, named
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.terminal.window import use_mouse
from bgterm.text.options import options
from bgterm.tui.input import bind
from bgterm.tui.look.themes import HALF_BLOCKS, board_variables, glyphs_of, set_terminal_class
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import FormDialog, PageScreen, TextDialog
from bgterm.tui.screens.setup.fields import (
    check_engine,
    idle_level,
    idle_rules,
    match_groups,
    opponent_fields,
    table_groups,
    terminal_groups,
    usual_opponent,
    with_usual_cube,
)
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FieldFault, FormState, Group, Idle, Values, reading
from bgterm.tui.widgets.look_preview import LookPreview

if TYPE_CHECKING:
    from bgterm.lobby.bots import Bot


_LEFT_OUT = N_("which presets cannot be read, and why")


class SetupScreen(FormDialog[Settings]):
    """A base for forms with the rules of a match between two players. The result is the changed settings."""

    DEFAULT_CSS = "SetupScreen { background: $background; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("f2", "keep", "setup-keep", N_("save as preset"), N_("save the rules under a name"), "F2"),
        bind("f3", "left_out", "setup-left-out", N_("what is left out"), _LEFT_OUT, "F3"),
    ]

    button = N_("Start")
    shows_look = True
    """Whether the form includes the look of the board, with a preview."""
    _named = "black"
    """The field of the name that was changed last."""

    def __init__(self, workspace: Workspace, heading: str = "") -> None:
        """Make a form with the settings and presets of a player."""
        super().__init__(heading or _("New match"), self._form, self.settings_of)
        presets, self._faults = workspace.presets()
        self._workspace, self._settings = workspace, workspace.settings
        self._presets = {preset.name: preset for preset in presets}

    def _form(self) -> Form:
        groups = self.groups()
        values = {**{field.name: "" for group in groups for field in group.fields}, **self._settings.values}
        if values["opponent"]:
            values["black"] = self._settings.offer.opponent_name
        values = {**values, "preset": self._preset_of(values)}
        state = FormState(groups, values, self._settle, self._idle, _(self.button))
        preview = LookPreview(self._workspace) if self.shows_look else None
        return Form(state, self._summary, self._notice(), preview)

    def _notice(self) -> str:
        """Return the message about unreadable presets: their number and the first reason; empty without any."""
        if not self._faults:
            return ""
        return ngettext(
            "{count} preset left out, F3 shows why: {reason}",
            "{count} presets left out, F3 shows why: {reason}",
            len(self._faults),
            reason=self._faults[0],
        )

    def _summary(self, values: Values) -> str:
        """Return the summary of the match on the button."""
        return messages.agreement(replace(self._played(values).offer, dice=str(values["dice"])))

    def groups(self) -> tuple[Group, ...]:
        """Return the groups of fields in the form, from top to bottom."""
        return match_groups(self._presets)

    @asks
    async def action_keep(self) -> None:
        """Ask for a name, and save the form's rules as a preset with that name."""
        ask = TextDialog(_("Save as preset"), _("Name"), longest=NAME_LENGTH)
        if name := await self.app.push_screen_wait(ask):
            try:
                await self._workspace.keep_preset(name, self.settings_of(self.form.values))
                self.form.say(_("Saved as {name}.", name=clean_name(name)))
            except FieldFault as fault:
                self.form.refuse(str(fault), fault.name)
            except BackgammonError as error:
                self.form.say(f"{error}.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: listing faults does only if a preset cannot be read."""
        return bool(self._faults) if action == "left_out" else super().check_action(action, parameters)

    def action_left_out(self) -> None:
        """Open a page that says why each unreadable preset is left out."""
        self.app.push_screen(PageScreen(_("Presets left out"), Content("\n\n".join(self._faults))))

    def settings_of(self, values: Values) -> Settings:
        """Return the player's settings changed to the values of the form.

        Raises FieldFault for names that are equal, and for a stake that is not an amount.
        """
        values = {**self._settings.values, **values}
        white, black = clean_name(str(values["white"])), clean_name(str(values["black"]))
        with reading(self._named):
            distinct_names(*named(white, black or usual_opponent(values)))
        with reading("stake"):
            stake = str(read_stake(str(values["stake"]))) if values["stake"] else ""
        rest = {name: value for name, value in values.items() if name != "preset"}
        return self._settings.changed(**{**rest, "white": white, "black": black, "stake": stake})

    def _settle(self, values: Values, changed: str) -> Values:
        """Return consistent values: a preset sets the rules, rules select a preset, a variant sets the cube."""
        if changed == "preset" and values["preset"] in self._presets:
            settings = self._presets[str(values["preset"])].over(self._played(values))
            rules = (*(rule.name for rule in options()), "mars_koks")
            return {**values, **{name: settings.values[name] for name in rules if name in values}}
        if changed in ("white", "black"):
            self._named = changed
        values = with_usual_cube(values, changed)
        return {**values, "preset": self._preset_of(values)}

    def _preset_of(self, values: Values) -> str:
        return name_of(self._played(values), self._presets.values())

    def _played(self, values: Values) -> Settings:
        """Return the settings with the variant and the rules in these values."""
        rules = {option.name: values[option.name] for option in options()}
        return self._settings.changed(variant=values["variant"], **rules)

    def _idle(self, values: Values) -> Mapping[str, Idle]:
        """Return why fields cannot apply."""
        idle = idle_rules(VARIANTS[str(values["variant"])], self._played(values).offer.ruleset)
        return {**idle, "stake": Idle(_("only in a money session"))} if values["length"] else idle


class OpenTableScreen(SetupScreen):
    """The form for a new table in the lobby. Its players keep their names, and the server rolls the dice."""

    button = N_("Open")
    shows_look = False

    def __init__(self, workspace: Workspace, invited: str = "", bot: "Bot | None" = None) -> None:
        """Make a form with the settings of a player, for a table open to all, to one user, or to a bot."""
        super().__init__(workspace, _("A match with {name}", name=invited) if invited else _("A table for anyone"))
        self._invited, self._bot = invited, bot
        if bot and self._settings.offer.level not in [level.name for level in bot.levels]:
            self._settings = self._settings.changed(level=bot.strongest.name)

    def groups(self) -> tuple[Group, ...]:
        """Return the groups of fields in the form, from top to bottom."""
        return table_groups(self._presets, self._bot.levels if self._bot else ())

    def settings_of(self, values: Values) -> Settings:
        """Return the player's settings changed to the values of the form.

        Raises FieldFault as `SetupScreen` does, and for a variant that the bot cannot play.
        """
        if self._bot:
            with reading("variant"):
                self._bot.check(VARIANTS[str(values["variant"])])
        return super().settings_of(values)

    def _idle(self, values: Values) -> Mapping[str, Idle]:
        idle = super()._idle(values)
        return {**idle, "listed": Idle(_("only the challenged player sees it"))} if self._invited else idle


class NewMatchScreen(SetupScreen):
    """The form for a new match at one keyboard, which may begin from a position given by its id."""

    start: Game | None = None
    """The position from which the match begins, once chosen; None for the opening."""

    def groups(self) -> tuple[Group, ...]:
        """Return the groups of fields in the form, from top to bottom; the last is the position."""
        position = Field(
            "position",
            _("Starting position"),
            _("Begin from a Position ID, one with a Match ID after a colon, or an XGID; empty for the opening"),
            longest=400,
            empty=_("the opening"),
        )
        return (*super().groups(), Group(_("Position"), (position,)))

    def settings_of(self, values: Values) -> Settings:
        """Return the player's settings changed to the values of the form, and set `start` to the position.

        Raises FieldFault as `SetupScreen` does, and for an engine that cannot play or an id that cannot be read.
        """
        settings = super().settings_of({name: value for name, value in values.items() if name != "position"})
        offer = settings.offer
        check_engine(offer.variant, values)
        with reading("position"):
            position = self._position(values)
            self.start = position.under(offer.ruleset).start if position else None
        return settings

    def _settle(self, values: Values, changed: str) -> Values:
        """Return consistent values: a new opponent has a new name, and a position's rules override all others."""
        values = super()._settle({**values, "black": ""} if changed == "opponent" else values, changed)
        values = {**values, **self._stated(values)}
        return {**values, "preset": self._preset_of(values)}

    def _idle(self, values: Values) -> Mapping[str, Idle]:
        stated = dict.fromkeys(self._stated(values), Idle(_("set by the position"), in_force=True))
        return {**super()._idle(values), **idle_level(values), **stated}

    def _stated(self, values: Values) -> Values:
        """Return the values of the rules that the position states; empty while it cannot be read."""
        try:
            position = self._position(values)
        except BackgammonError:
            return {}
        if position is None:
            return {}
        rules = write_fields(position.rules_over(self._played(values).offer.ruleset))
        return {name: value for name, value in rules.items() if name in position.told and isinstance(value, int)}

    def _position(self, values: Values) -> Position | None:
        """Return the position, or None for the opening. Raises NotationError for a text that is not a position."""
        text = str(values["position"]).strip()
        return read_position(text, VARIANTS[str(values["variant"])]) if text else None


def opponent_form(
    variant: Variant, seat: EngineSeat | None, side: Player, level: str
) -> FormDialog[tuple[EngineSeat | None]]:
    """Return the form that asks for the opponent in a match that continues from a position.

    Its result is a tuple of the engine's seat, or of None for two people; Escape returns None itself. `seat` is
    the engine in the record, selected at first; None if there was none. Another engine takes the seat of `side` if
    the record has no engine, with `level` as the level shown at first.
    """

    def choice(values: Values) -> tuple[EngineSeat | None]:
        check_engine(variant, values)
        if not values["opponent"]:
            return (None,)
        return (EngineSeat(seat.player if seat else side, str(values["opponent"]), str(values["level"])),)

    chosen: Values = {"opponent": seat.engine if seat else "", "level": seat.level if seat else level}
    state = FormState([Group("", opponent_fields())], chosen, idle=idle_level, button=_("Play"))
    return FormDialog(_("Play on from here"), partial(Form, state), choice)


class OptionsScreen(FormDialog[str]):
    """The form for the settings of this terminal: look, automatic actions, mouse, sound, engine and practice.

    Submitting it applies and saves the settings. Its result is a message if they could not be saved, else an empty
    text; None after Escape.
    """

    DEFAULT_CSS = "OptionsScreen { background: $background; }"

    def __init__(self, workspace: Workspace) -> None:
        """Make the form with the settings of the player."""
        super().__init__(_("Options"), self._form, self._save)
        self._workspace = workspace

    def _form(self) -> Form:
        groups = terminal_groups(own_names=self._workspace.exports is not None)
        values, preview = self._workspace.settings.values, LookPreview(self._workspace)
        return Form(FormState(groups, values, idle=self._idle, button=_("Save")), preview=preview)

    def _idle(self, values: Values) -> Mapping[str, Idle]:
        """Return why fields cannot apply."""
        theme = str(values["theme"]) or self._workspace.default_theme
        variables = board_variables(self.app, theme, half_blocks=False)
        blocks = glyphs_of(variables).solid
        return {} if blocks else {"half_blocks": Idle(_("only where the theme draws blocks"))}

    async def _save(self, values: Values) -> str:
        """Save the settings before leaving, so that they are safe once the player sees the screen below."""
        settings = self._workspace.settings
        if values["engine"] != settings.engine:
            check_engine(settings.offer.variant, values, "engine")
        warning = await self._workspace.change(settings.changed(**values))
        self.app.theme = self._workspace.theme
        set_terminal_class(self.app, HALF_BLOCKS, self._workspace.settings.half_blocks)
        use_mouse(self.app, self._workspace.mouse)
        self.app.title = ""  # the screen below shows its own, if the player wants one
        return warning
