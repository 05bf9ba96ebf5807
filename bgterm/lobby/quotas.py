"""The limits for the tables, challenges and matches of users, and the checks against them."""

from collections.abc import Callable

from bgterm.catalog import N_, nN_
from bgterm.lobby.errors import LobbyError, no_free_table
from bgterm.lobby.limits import Limits
from bgterm.lobby.matches import Matches
from bgterm.lobby.rate_limit import RateLimits
from bgterm.lobby.users.user_registry import User

_DAY = 24 * 60 * 60.0


class Quotas:
    """Counts the acts of users, and raises LobbyError for an act beyond a limit."""

    def __init__(self, limits: Limits, now: Callable[[], float], matches: Matches, rates: RateLimits) -> None:
        """Begin with nothing counted; `now` returns the time in seconds."""
        self._limits, self._now, self._matches = limits, now, matches
        self._challenges = rates.add("challenges", limits.challenges, limits.challenge_seconds)
        self._openings = rates.add("openings", limits.openings, limits.opening_seconds)
        self._begun = rates.add("begun", limits.matches_a_day, _DAY)

    def check_opening(self, user: User, open_tables: int, *, challenges: bool) -> None:
        """Raise LobbyError unless the user may open another table; `challenges` if it is for one opponent.

        `open_tables` is the number of tables that are open now.
        """
        if open_tables + len(self._matches.live) >= self._limits.tables:
            raise no_free_table()
        if challenges and not self._challenges.allows(user.key, self._now()):
            messages = nN_(
                "At most {count} challenge in {seconds} seconds: try again in a moment.",
                "At most {count} challenges in {seconds} seconds: try again in a moment.",
            )
            raise LobbyError(
                *messages, count=self._limits.challenges, seconds=round(self._limits.challenge_seconds)
            )
        if not self._openings.allows(user.address, self._now()):
            messages = nN_(
                "Your address may open {count} table in {seconds} seconds. Try again in a moment.",
                "Your address may open {count} tables in {seconds} seconds. Try again in a moment.",
            )
            raise LobbyError(*messages, count=self._limits.openings, seconds=round(self._limits.opening_seconds))
        self.check_matches(user)

    def record_opening(self, user: User, *, challenges: bool) -> None:
        """Count a table that the user has opened; `challenges` if it was for one opponent."""
        self._openings.record(user.address, self._now())
        if challenges:
            self._challenges.record(user.key, self._now())

    def check_matches(self, *users: User) -> None:
        """Raise LobbyError if the server or one of the users has as many unfinished matches as allowed."""
        if len(self._matches) >= self._limits.matches:
            raise LobbyError(
                N_("This server keeps as many unfinished matches as it can: finish one, or contact the operator.")
            )
        for user in (user for user in users if not user.is_bot):
            if sum(table.goes_on for table in self._matches.of(user)) >= self._limits.matches_each:
                messages = nN_(
                    "{name} has {count} match to finish: finish one first.",
                    "{name} has {count} matches to finish: finish one first.",
                )
                raise LobbyError(*messages, name=user.name, count=self._limits.matches_each)

    def check_beginning(self, user: User, *players: User) -> None:
        """Raise LobbyError unless the user may begin another match with these players."""
        self.check_matches(*players)
        if not self._begun.allows(user.address, self._now()):
            messages = nN_(
                "At most {count} match a day may begin from your address: continue one of yours.",
                "At most {count} matches a day may begin from your address: continue one of yours.",
            )
            raise LobbyError(*messages, count=self._limits.matches_a_day)

    def record_beginning(self, user: User) -> None:
        """Count a match that the user has begun."""
        self._begun.record(user.address, self._now())

    def forget(self, user: User) -> None:
        """Forget the challenges of a guest who has left."""
        self._challenges.forget(user.key)
