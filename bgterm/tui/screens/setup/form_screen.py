"""The base of the forms over the settings."""

from bgterm.profile.settings import Settings
from bgterm.tui.screens.base import Result
from bgterm.tui.screens.dialogs import FormDialog
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import FieldFault, Values


class FormScreen(FormDialog[Result]):
    """A form over the settings."""

    DEFAULT_CSS = "FormScreen { background: $background; }"

    def __init__(self, heading: str, settings: Settings) -> None:
        """Make a form over these settings."""
        super().__init__(heading)
        self._settings = settings

    async def action_accept(self) -> None:
        """Finish with the settings as the form has them, if they can be accepted."""
        if settings := self.accepted():
            await self.finish(settings)

    def accepted(self) -> Settings | None:
        """Return the settings as the form has them; None, and an error in the form, if they cannot be accepted."""
        form = self.query_one(Form)
        try:
            return self.settings_of(form.values)
        except FieldFault as fault:
            form.refuse(str(fault), fault.name)
            return None

    async def finish(self, settings: Settings) -> None:
        """Leave the form with these settings."""
        raise NotImplementedError

    def settings_of(self, values: Values) -> Settings:
        """Return the settings with these values. Raises FieldFault when they cannot be accepted."""
        return self._settings.changed(**values)
