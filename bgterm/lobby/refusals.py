"""Error messages from the rules and from the lobby."""

from bgterm.lobby.users import LobbyError
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match

Refusal = (BackgammonError, LobbyError)
"""The errors of the rules, of a file and of the lobby."""


def why(error: BackgammonError | LobbyError, match: Match | None = None) -> str:
    """Return the reason; with `match`, by the players' names."""
    return str(error) if isinstance(error, LobbyError) else error.describe(match.names if match else None)
