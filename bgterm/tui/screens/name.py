"""The name of who comes for the first time."""

from bgterm.notation import name_words
from bgterm.table.lobby import Lobby
from bgterm.table.people import LobbyError, Visitor
from bgterm.tui.screens.ask import AskScreen


class NameScreen(AskScreen):
    """Asks a visitor for a name that nobody has. Enter takes it, Escape goes."""

    def __init__(self, lobby: Lobby, visitor: Visitor, wish: str) -> None:
        """Make the question, with what he may be called."""
        hint = name_words.NAME_IS_LENT if visitor.is_guest else name_words.NAME_IS_KEPT
        super().__init__(name_words.PICK_NAME, "Name", wish, hint=hint, accept=self._pick)
        self._lobby = lobby
        self.visitor = visitor
        """Who he is: with his name, once it is taken."""

    def _pick(self, text: str) -> str:
        """Take the name; give a sentence when it cannot be his."""
        try:
            self.visitor = self._lobby.pick(self.visitor, text)
        except LobbyError as error:
            return str(error)
        return ""
