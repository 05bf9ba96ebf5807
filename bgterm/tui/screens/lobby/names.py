"""The dialogs about users' names and keys, for newcomers and for players who change their name."""

from collections.abc import Awaitable
from functools import partial
from typing import Any

from textual.app import App
from textual.content import Content

from bgterm.catalog import _, ngettext
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.table_code import is_key_code
from bgterm.lobby.users.user_registry import User
from bgterm.tui.screens.dialogs import TextDialog
from bgterm.tui.screens.pages.page import PageScreen


async def ask_name(app: App[Any], lobby: Lobby, user: User, wish: str) -> User | None:
    """Ask a newcomer for a free name, or for the code that adds their key to an existing player.

    The dialog begins with the name in `wish`. Return the user with their name, or None if they leave.
    """
    registration = lobby.registration

    if lobby.greeting:
        await app.push_screen_wait(PageScreen(_("Welcome"), Content(lobby.greeting)))
    hint = _(messages.NAME_IS_LENT) if user.is_guest else _(messages.NAME_IS_KEPT, ask=_("press K"))

    def accept(text: str) -> Awaitable[User]:
        return (registration.add_key if is_key_code(text) else registration.pick)(user, text)

    named: User | None = await app.push_screen_wait(
        TextDialog(_("Your name"), _("Name"), wish, hint=hint, accept=accept)
    )
    return named


def rename_dialog(lobby: Lobby, user: User) -> TextDialog:
    """Return the dialog that asks a player for another name, and gives it to them."""
    hint = _(messages.FORMER_NAME_STAYS)
    return TextDialog(_("Your new name"), _("Name"), user.name, hint=hint, accept=partial(lobby.rename, user))


async def show_key_code(app: App[Any], lobby: Lobby, user: User) -> None:
    """Show a code that adds another SSH key to the player. Raises LobbyError for a guest."""
    registration = lobby.registration
    text = ngettext(
        "To play from another computer, or with another key, connect with it and\n"
        "type this code where you are asked for a name:\n\n    {code}\n\n"
        "It works once, within {count} minute. Anyone who has it can play as you.",
        "To play from another computer, or with another key, connect with it and\n"
        "type this code where you are asked for a name:\n\n    {code}\n\n"
        "It works once, within {count} minutes. Anyone who has it can play as you.",
        registration.key_code_minutes,
        code=registration.key_code(user),
    )
    app.push_screen(PageScreen(_("Another key"), Content(text)))
