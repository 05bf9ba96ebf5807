"""Setting up a match, and changing how one's own terminal shows it: two forms over the same settings."""

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import ModalScreen
from textual.widgets import Static

from bgterm.rules.variants import MAX_LENGTH, VARIANTS
from bgterm.table.config import Settings, clean_name
from bgterm.tui.screens.base import Attentive
from bgterm.tui.themes import THEMES
from bgterm.tui.widgets.form import YES_NO, Field, FieldRow, Form
from bgterm.tui.widgets.panels import KeyBar

MATCH_FIELDS = (
    Field("white", "First player", "White: the name shown on the board"),
    Field("black", "Second player", "Black: the name shown on the board"),
    Field(
        "variant",
        "Game",
        "Which game of the family is played",
        tuple((slug, variant.name) for slug, variant in VARIANTS.items()),
    ),
    Field(
        "length",
        "Match to",
        "Points to win the match; type a number. Money: every game counts, without an end",
        ((0, "money session"), *((n, f"{n} point{'s' * (n > 1)}") for n in range(1, MAX_LENGTH + 1))),
    ),
    Field("cube", "Doubling cube", "Whether the stake may be doubled", YES_NO),
    Field(
        "crawford",
        "Crawford rule",
        "No doubling in the first game after a player comes within one point of the match",
        YES_NO,
        "length",
        "only in a match",
    ),
)
"""What two players agree on before a match."""

TERMINAL_FIELDS = (
    Field(
        "theme",
        "Theme",
        "Colours and shapes; every one reads without telling red from green",
        (("", "as the terminal can"), *((name, name) for name in THEMES)),
    ),
    Field("home_right", "Home boards", "On which side the home boards are", ((True, "right"), (False, "left"))),
    Field("turn_board", "Turn the board", "Turn it to the player who is to act (also f at the table)", YES_NO),
    Field("auto_roll", "Roll by itself", "Where no double could be offered", YES_NO),
    Field(
        "auto_play_forced",
        "Forced plays by itself",
        "Play and pick up the dice when there is only one play",
        YES_NO,
    ),
    Field("auto_confirm_race", "Races by itself", "Pick up the dice when a race play is complete", YES_NO),
)
"""What each terminal has for itself."""


class SetupScreen(Attentive, ModalScreen[Settings | None]):
    """A form over the settings. Enter gives them changed, Escape gives None."""

    DEFAULT_CSS = """
    SetupScreen { align: center middle; background: $background; }
    SetupScreen > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 1fr; border: solid $primary; padding: 1 2;
    }
    SetupScreen #explanation { height: 2; margin-top: 1; width: 1fr; color: $text-muted; }
    SetupScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "done", key_display="Enter", id="setup-done"),
        Binding("escape", "cancel", "back", key_display="Esc", id="setup-back"),
    ]

    def __init__(self, title: str, fields: tuple[Field, ...], settings: Settings) -> None:
        """Make a form of these fields of the settings."""
        super().__init__()
        self._title, self._fields, self._settings = title, fields, settings

    def compose(self) -> ComposeResult:
        """Give the form and what the field at hand means."""
        with Vertical() as box:
            box.border_title = self._title
            yield Form(self._fields, self._settings.values)
            yield Static(id="explanation")
        yield KeyBar()

    @on(DescendantFocus)
    def _explain(self, event: DescendantFocus) -> None:
        if isinstance(event.widget, FieldRow):
            self.query_one("#explanation", Static).update(Content(event.widget.field.explanation))

    def action_accept(self) -> None:
        """Give the settings as they are now."""
        self.dismiss(_named(self._settings.changed(**self.query_one(Form).values)))

    def action_cancel(self) -> None:
        """Change nothing."""
        self.dismiss(None)


def _named(settings: Settings) -> Settings:
    """Give the settings with names that can be shown and told apart."""
    white, black = clean_name(settings.white) or "White", clean_name(settings.black) or "Black"
    return replace(settings, white=white, black=black if black != white else f"{black} 2")
