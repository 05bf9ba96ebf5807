"""What a player is told whose wish is refused, whoever refuses it."""

from bgterm.lobby.users import LobbyError
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match
from bgterm.text import errors

Refusal = (BackgammonError, LobbyError)
"""What the rules, a file and the lobby refuse."""


def why(error: BackgammonError | LobbyError, match: Match | None = None) -> str:
    """Say why; with `match`, by the players' names."""
    return str(error) if isinstance(error, LobbyError) else errors.why(error, match)
