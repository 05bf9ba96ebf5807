"""The form for the settings of a player's terminal."""

from collections.abc import Mapping

from bgterm.catalog import _
from bgterm.profile.workspace import Workspace
from bgterm.terminal.window import use_mouse
from bgterm.tui.look.themes import HALF_BLOCKS, board_variables, glyphs_of, set_screen
from bgterm.tui.screens.dialogs import FormDialog
from bgterm.tui.screens.setup.fields import check_engine, terminal_groups
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Idle, Values
from bgterm.tui.widgets.look_preview import LookPreview


class OptionsScreen(FormDialog[str]):
    """The settings of this terminal: look and automatic actions.

    It returns a message if the settings apply but could not be saved; otherwise an empty text.
    """

    DEFAULT_CSS = "OptionsScreen { background: $background; }"

    def __init__(self, workspace: Workspace) -> None:
        """Make the form with the settings of the player."""
        super().__init__(_("Options"), self._form, self._save)
        self._workspace = workspace

    def _form(self) -> Form:
        groups = terminal_groups(own_names=self._workspace.exports is not None)
        values, preview = self._workspace.settings.values, LookPreview(self._workspace)
        return Form(groups, values, idle=self._idle, button=_("Save"), preview=preview)

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
        set_screen(self.app, HALF_BLOCKS, self._workspace.settings.half_blocks)
        use_mouse(self.app, self._workspace.mouse)
        self.app.title = ""  # the screen below shows its own, if the player wants one
        return warning
