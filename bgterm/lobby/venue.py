"""A server as the venue of a match: the other people are at terminals of their own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bgterm.analysis.ledger import settlement
from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.tables.attendance import Attendance
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.play.venue import Venue
from bgterm.rules.match import MatchState

if TYPE_CHECKING:
    from bgterm.engine.protocol import EngineAnswer, EngineRequest


class ServerVenue(Venue):
    """The venue for one session at a table of the server: what the match needs of the lobby and the people there.

    Players have one, and spectators too.
    """

    online = True
    turns_board = True

    def __init__(self, lobby: Lobby, place: Occupancy) -> None:
        """Begin with a session's place at the table."""
        super().__init__(place.table, place.clocks)
        self.lobby, self.place = lobby, place
        self.seats = () if place.player is None else (place.player,)
        self._attendance, self._spoken = self.attendance, len(place.chat.lines)

    @property
    def attendance(self) -> Attendance:
        """The people at the table now, and the wishes of the players."""
        return self.place.at.attendance

    @property
    def may_talk(self) -> bool:  # type: ignore[override]  # constant elsewhere
        """Whether the chat is available: to a player, or to a spectator when there are lines to read."""
        return self.place.player is not None or bool(self.place.chat.lines)

    @property
    def practises(self) -> bool:
        """Whether practice is available: to a player with a key, not to guests and spectators."""
        return self.place.player is not None and not self.place.user.is_guest

    # Drafts

    @property
    def watched(self) -> Draft | None:  # type: ignore[override]  # constant elsewhere
        """The unfinished turn of the player to act, as all at the table see it; None while it has no moves."""
        return self.place.at.turn.draft

    def show_draft(self, draft: Draft) -> None:
        """Show the moves of the draft to everyone else at the table."""
        self.place.at.turn.show(self.place, draft.put_back())

    def announce(self, said: Callable[[], str]) -> bool:
        """Notify all terminals at the table of a contribution to the dice, in the words of `said`; return True."""
        self.place.at.contributed(self.place.table, said)
        return True

    # Notices

    def waiting(self, match: MatchState) -> tuple[str, str]:
        """Return a message in place of the prompt, and a second line with advice or the debt; both may be empty.

        The message is empty when the prompt is to be shown. Otherwise it says that the player to act is away, or
        that the money session is closed, with the debt.
        """
        attendance, actor = self.attendance, match.shown_game.to_act
        if self.table.session_closed:
            owed = settlement(match.names, match.score, self.table.header.stake)
            return _("The money session is closed."), owed
        if actor is None or actor not in attendance.away:
            return "", ""
        away = _("{who_is_away}.", who_is_away=self._who_is_away())
        if self.place.player is None:
            return away, ""
        if actor in attendance.gone:
            return away, _("A guest cannot come back: leave with q.")
        return away, _("Wait, or leave with q: everything is kept.")

    def who_is_here(self, *, waiting: bool) -> str:
        """Return one line about absent players, the bot's level, spectators, and the last line of the chat.

        With `waiting` it omits the absent players, because the prompt names them.
        """
        attendance, lines, engine = self.attendance, self.place.chat.lines, self.place.at.engine
        names = self.table.match.names
        facts = [
            "" if waiting else self._who_is_away(),
            messages.level_of_bot(names[engine.player.index], engine.level) if engine else "",
            messages.audience(attendance),
            messages.chat_line(lines[-1].name, lines[-1].text) if lines else "",
        ]
        return "   ".join(filter(None, facts))

    def _who_is_away(self) -> str:
        return messages.away(self.table.match.names, self.attendance)

    def standing_notice(self) -> str:
        """Return the message about a wished rematch, a problem of the bot, or wished hints; empty without one.

        It stands until it changes.
        """
        attendance, over = self.attendance, self.place.at.over
        names, wanting = self.table.match.names, attendance.rematch if over else ()
        rematch = messages.about_rematch(names, wanting[0], self.place.player) if wanting else ""
        asked = len(attendance.hints) == 1 and not over
        hints = messages.about_hints(names, attendance, self.place.player) if asked else ""
        return rematch or self.place.at.fault() or super().standing_notice() or hints

    def new_notices(self) -> list[str]:
        """Return sentences about changes since the last call: players who are back, and wishes for hints."""
        before, self._attendance = self._attendance, self.attendance
        return messages.notices(before, self._attendance, self.table.match.names, self.place.player)

    def was_spoken(self) -> bool:
        """Return whether a chat line was added since the last call."""
        before, self._spoken = self._spoken, len(self.place.chat.lines)
        return before != self._spoken

    @property
    def instead_of_export(self) -> str:  # type: ignore[override]  # constant elsewhere
        """The message in place of an export: the record is kept on the server, and how to fetch it."""
        if self.table.evidence:
            return _("Kept on the server. Copy the record: v, then 2. Replay: m in the lobby.")
        code = self.place.at.code
        return _("Kept on the server. Fetch: ssh HOST record {code}. Replay: m in the lobby.", code=code)

    # Agreements

    @property
    def allows_hints(self) -> bool:
        """Whether the player may have hints: the server has engines, and both players agree or one is a bot."""
        return bool(self.lobby.bots) and self.place.at.seating.allows_hints

    @property
    def shares_hints(self) -> bool:
        """Whether hints need the agreement of both players: two people play a match that is not over."""
        may = self.place.player is not None and bool(self.lobby.bots)
        return may and not self.place.at.seating.bots and not self.place.at.over

    @property
    def may_ask_for_hints(self) -> bool:  # type: ignore[override]  # constant elsewhere
        """Whether the player can ask for hints for both, or agree to them."""
        return self.shares_hints and self.place.player not in self.attendance.hints

    @property
    def may_refuse_hints(self) -> bool:  # type: ignore[override]  # constant elsewhere
        """Whether the player can turn hints off for both, or decline them."""
        return self.shares_hints and bool(self.attendance.hints)

    def set_hints(self, *, wanted: bool) -> None:
        """Ask for, or agree to, hints for both players; False turns them off. A spectator's call does nothing."""
        if self.place.player is not None:
            self.place.at.set_hints(self.place.player, wanted=wanted)

    async def advise(self, question: "EngineRequest") -> "EngineAnswer":
        """Return the answer of the server's strongest engine for the variant to the player's question.

        Raises LobbyError when no engine plays the variant, EngineError when the engine fails.
        """
        return await self.lobby.bots.advise(question, self.place.user.key)

    @property
    def may_rematch(self) -> bool:
        """Whether the player can ask for a rematch, or agree to one."""
        mine = self.place.player
        return mine is not None and self.place.at.over and mine not in self.attendance.rematch

    async def end_session(self) -> None:
        """Close the money session for both. Raises IllegalAction unless it is between games, and SaveError."""
        await self.place.at.end_session(self.place)

    # Leaving

    def leave(self) -> str:
        """Leave the table on purpose; return an empty message, because the lobby explains how to come back."""
        self.place.leave()
        return ""

    def drop(self) -> None:
        """Leave the table because the connection has dropped; the player returns there with their next session."""
        self.place.drop()
