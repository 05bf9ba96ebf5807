"""The names of users: the question to a newcomer, and to a player who wants another name."""

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.table_code import is_key_code
from bgterm.lobby.users import User
from bgterm.tui.screens.dialogs import TextDialog


class NameScreen(TextDialog):
    """Asks a newcomer for a name that nobody has, or for the code that adds their key to a player's."""

    def __init__(self, lobby: Lobby, user: User, wish: str) -> None:
        """Prepare the question, with a name to begin with."""
        hint = _(messages.NAME_IS_LENT) if user.is_guest else _(messages.NAME_IS_KEPT)
        super().__init__(_("Your name"), _("Name"), wish, hint=hint, accept=self._pick)
        self._lobby = lobby
        self.user = user
        """The user: with their name, once they have one."""

    async def _pick(self, text: str) -> str:
        """Take the name or the code; return a sentence when that is refused."""
        registration = self._lobby.registration
        take = registration.add_key if is_key_code(text) else registration.pick
        try:
            self.user = await take(self.user, text)
        except LobbyError as error:
            return str(error)
        return ""


class RenameScreen(TextDialog):
    """Asks a player for another name."""

    def __init__(self, lobby: Lobby, user: User) -> None:
        """Prepare the question, with the name the player has."""
        super().__init__(
            _("Your new name"), _("Name"), user.name, hint=_(messages.FORMER_NAME_STAYS), accept=self._rename
        )
        self._lobby, self._user = lobby, user

    async def _rename(self, text: str) -> str:
        """Take the name; return a sentence when it is refused."""
        try:
            await self._lobby.rename(self._user, text)
        except LobbyError as error:
            return str(error)
        return ""
