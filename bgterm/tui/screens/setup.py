"""Setting up a match, and changing how one's own terminal shows it: two forms over the same settings."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from bgterm.notation import lobby_words, refusals
from bgterm.notation.options import options
from bgterm.notation.stakes import read_stake
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import named
from bgterm.rules.variants import VARIANTS
from bgterm.table.config import Settings, clean_name, told_apart
from bgterm.table.desk import Desk
from bgterm.table.presets import SUGGESTED, name_of
from bgterm.tui.screens.ask import AskScreen, FormDialog
from bgterm.tui.screens.help import PageScreen
from bgterm.tui.themes import THEMES
from bgterm.tui.widgets.form import YES_NO, Field, FieldRow, Form, Values, with_usual_cube

Fields = tuple[Field, ...]
"""Rows of a form."""
OWN = "your own"
"""What the rules are called that no preset has."""


class FormScreen(FormDialog[Settings]):
    """A form over the settings, which it gives changed."""

    DEFAULT_CSS = """
    FormScreen { background: $background; }
    FormScreen > Vertical { width: 78; max-height: 1fr; padding: 0 1; }
    FormScreen #explanation { height: 2; margin-top: 1; width: 1fr; color: $text-muted; padding: 0 1; }
    """

    heading: ClassVar[str]

    def __init__(self, settings: Settings, notice: str = "") -> None:
        """Make a form over these settings; `notice` is said before the first field is explained."""
        super().__init__(self.heading)
        self._settings, self._notice = settings, notice

    def inside(self) -> Iterator[Widget]:
        """Give the form and what the field at hand means."""
        yield self.form()
        yield Static(id="explanation")

    def form(self) -> Form:
        """Give the form."""
        raise NotImplementedError

    @on(DescendantFocus)
    def _explain(self) -> None:
        """Explain the field that has the keys now; rows that had them for a moment tell of it in any order."""
        if isinstance(self.focused, FieldRow):
            self.say(self._notice or self.focused.field.explanation)
            self._notice = ""

    def say(self, text: str) -> None:
        """Say something below the form."""
        self.query_one("#explanation", Static).update(Content(text))

    def action_accept(self) -> None:
        """Give the settings as they are now; what cannot be is said."""
        try:
            self.dismiss(self.settings_of(self.query_one(Form).values))
        except BackgammonError as error:
            self.say(refusals.why(error))

    def settings_of(self, values: Values) -> Settings:
        """Give the settings with these values. Raises BackgammonError when they cannot be."""
        return self._settings.changed(**values)


class OptionsScreen(FormScreen):
    """How this terminal shows a match, and what it does by itself."""

    heading = "Options"

    def form(self) -> Form:
        """Give the form."""
        return Form(TERMINAL_FIELDS, self._settings.values)


def ask_options(app: App[Any], desk: Desk, changed: Callable[[str], None]) -> None:
    """Let a player change what his terminal shows and does; `changed` is told what is wrong with that, if so."""

    def take(settings: Settings | None) -> None:
        if settings is not None:
            said = desk.change(settings)
            app.theme = desk.theme
            changed(said)

    app.push_screen(OptionsScreen(desk.settings), take)


class SetupScreen(FormScreen):
    """What two players agree on before a match."""

    heading = "New match"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f2",
            "keep",
            "keep these rules",
            key_display="F2",
            id="setup-keep",
            tooltip="keep the rules under a name",
        ),
        Binding(
            "f3",
            "left_out",
            "what is left out",
            key_display="F3",
            id="setup-left-out",
            tooltip="which presets cannot be read, and why",
        ),
    ]

    def __init__(self, desk: Desk) -> None:
        """Make a form over the settings of a player's desk, with the presets he has."""
        presets, faults = desk.presets()
        super().__init__(desk.settings, refusals.presets_left_out(faults))
        self._desk, self._faults = desk, faults
        self._presets = {preset.name: preset for preset in presets}

    def form(self) -> Form:
        """Give the form."""
        first, last = self.around()
        names = (*self._presets, OWN)
        rules = Field("preset", "Rules", "A set of the rules below under one name", tuple((n, n) for n in names))
        chosen = (Field(option.name, option.label, option.explanation, option.values) for option in options())
        length, *others = chosen
        fields = (*first, length, rules, *others, *last)
        values = {**{field.name: "" for field in last}, **self._settings.values}
        return Form(fields, {**values, "preset": self._preset_of(values)}, self._settle, self._idle)

    def around(self) -> tuple[Fields, Fields]:
        """Give the fields before the rules, and those after them."""
        return PLAYER_FIELDS, OTHER_FIELDS

    def action_keep(self) -> None:
        """Ask for a name, and keep the rules under it."""
        self.app.push_screen(AskScreen("Keep these rules", "Name"), self._keep)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to tell only when a preset is wrong."""
        return bool(self._faults) if action == "left_out" else super().check_action(action, parameters)

    def action_left_out(self) -> None:
        """Tell all that is wrong with the presets."""
        self.app.push_screen(PageScreen("Presets left out", Content("\n\n".join(self._faults))))

    def _keep(self, name: str | None) -> None:
        if not name:
            return
        try:
            settings = self.settings_of(self.query_one(Form).values)
        except BackgammonError as error:
            self.say(refusals.why(error))
        else:
            self.say(self._desk.keep_preset(name, settings) or f"Kept as {clean_name(name)}.")

    def settings_of(self, values: Values) -> Settings:
        """Give the settings. Raises BackgammonError for names that are the same and a stake that is none."""
        values = {**self._settings.values, **values}
        white, black = told_apart(*named(clean_name(str(values["white"])), clean_name(str(values["black"]))))
        stake = str(read_stake(str(values["stake"]))) if values["stake"] else ""
        rest = {name: value for name, value in values.items() if name != "preset"}
        return self._settings.changed(**{**rest, "white": white, "black": black, "stake": stake})

    def _settle(self, values: Values, changed: str) -> Values:
        """A preset sets the rules; rules find their preset; a game has its own custom with the cube."""
        if changed == "preset" and values["preset"] in self._presets:
            settings = self._presets[str(values["preset"])].over(self._played(values))
            rules = {name: value for name, value in settings.values.items() if name in values}
            own = {field.name for part in self.around() for field in part} - {*SUGGESTED}
            return {**values, **rules, **{name: values[name] for name in own}}
        values = with_usual_cube(values, changed)
        return {**values, "preset": self._preset_of(values)}

    def _preset_of(self, values: Values) -> str:
        return name_of(self._played(values), self._presets.values()) or OWN

    def _played(self, values: Values) -> Settings:
        """Give the settings with the game and the rules of these values."""
        rules = {option.name: values[option.name] for option in options()}
        return self._settings.changed(variant=values["variant"], **rules)

    def _idle(self, values: Values) -> Mapping[str, str]:
        """Say which fields do not matter, and why."""
        idle = refusals.idle_options(VARIANTS[str(values["variant"])], self._played(values).ruleset)
        return {**idle, "stake": "only in a money session"} if values["length"] else idle


class OpenTableScreen(SetupScreen):
    """What who opens a table in the lobby would like to play; names are not his to choose, nor dice of his own."""

    def __init__(self, desk: Desk, invited: str = "") -> None:
        """Make a form over the settings of a player's desk, for a table that is open to all or to one."""
        super().__init__(desk)
        self._invited = invited

    def on_mount(self) -> None:
        """Say for whom the table is."""
        self.query_one(Vertical).border_title = escape(lobby_words.table_for(self._invited))

    def around(self) -> tuple[Fields, Fields]:
        """Give the fields before the rules, and those after them."""
        return (VARIANT_FIELD,), (LOBBY_DICE, *MORE_FIELDS, *LOBBY_FIELDS)

    def _idle(self, values: Values) -> Mapping[str, str]:
        idle = super()._idle(values)
        return {**idle, "listed": lobby_words.ONLY_ONE_SEES} if self._invited else idle


VARIANT_FIELD = Field(
    "variant",
    "Game",
    "Which game of the family is played",
    tuple((slug, variant.name) for slug, variant in VARIANTS.items()),
)
"""What is played."""

PLAYER_FIELDS = (
    Field("white", "First player", "White: the name shown on the board"),
    Field("black", "Second player", "Black: the name shown on the board"),
    VARIANT_FIELD,
)
"""Who plays, and what."""

MORE_FIELDS = (
    Field("seats_by_lot", "Seats by lot", "Whether a lot decides who plays White", YES_NO),
    Field("stake", "Stake a point", "What a point of a money session is worth, such as 0.50 euro; may be empty"),
    Field("mars_koks", "Mars and Koks", "Call a gammon Mars and a backgammon Koks", YES_NO),
)
"""Who sits where, and what is paid and said."""

LOOK_FIELDS = (
    Field(
        "theme",
        "Theme",
        "Colours and shapes; every one reads without telling red from green",
        (
            ("", "as the terminal can"),
            *((look.name, f"{look.name}: {look.description}") for look in THEMES.values()),
        ),
    ),
    Field("home_right", "Home boards", "On which side the home boards are", ((True, "right"), (False, "left"))),
)
"""How the board looks."""

OTHER_FIELDS = (
    Field(
        "dice",
        "Dice",
        "Thrown by bgterm; thrown so that anyone can check them; or thrown by you on the table, and typed",
        (("random", "random"), ("verifiable", "verifiable"), ("manual", "your own")),
    ),
    *MORE_FIELDS,
    *LOOK_FIELDS,
)
"""What the rolls come from as well, and how the board looks."""

LOBBY_DICE = Field("dice", "Dice", lobby_words.SERVER_THROWS, (("random", "random"), ("verifiable", "verifiable")))
"""What the rolls come from where each player has a terminal of his own."""

LOBBY_FIELDS = (
    Field("listed", "Open to all", "Whether everyone sees the table; else only who knows its code", YES_NO),
    Field("watchable", "Others may look on", "You can change it at the table, too", YES_NO),
)
"""Who may come to a table of the lobby."""

TERMINAL_FIELDS = (
    *LOOK_FIELDS,
    Field("turn_board", "Turn the board", "Turn it to the player who is to act (also f at the table)", YES_NO),
    Field("auto_roll", "Roll by itself", "Where no double could be offered", YES_NO),
    Field(
        "auto_play_forced",
        "Forced plays by itself",
        "Play, and pick up, when there is only one play; not of dice that you type",
        YES_NO,
    ),
    Field(
        "bell", "Bell", "Ring when it is your turn, or somebody wants you, at a table with two terminals", YES_NO
    ),
    Field("throw_animation", "Dice tumble", "For a moment before they lie; never over SSH", YES_NO),
    Field("auto_confirm_race", "Races by itself", "Pick up the dice when a race play is complete", YES_NO),
)
"""What each terminal has for itself."""
