"""What a player is told whose wish is refused, whoever refuses it."""

from bgterm.notation import refusals
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match
from bgterm.table.people import LobbyError

Refusal = (BackgammonError, LobbyError)
"""What the rules, a file and the lobby refuse."""


def why(error: BackgammonError | LobbyError, match: Match | None = None) -> str:
    """Say why; with `match`, by the players' names."""
    return str(error) if isinstance(error, LobbyError) else refusals.why(error, match)
