"""A match at a table of the lobby as one terminal takes part in it: a player's, or that of a spectator."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from bgterm.analysis.ledger import settlement
from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Listener, Words
from bgterm.lobby.participant import Participant
from bgterm.lobby.session import LobbySession
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import Match, Phase
from bgterm.text import score
from bgterm.tui.board.scene import Scene
from bgterm.tui.match_session import OneSidedMatch

if TYPE_CHECKING:
    from bgterm.engine.protocol import Answer, Question


class OnlineMatch(OneSidedMatch):
    """A match whose players have terminals of their own."""

    online = True

    def __init__(
        self,
        lobby: Lobby,
        lobby_session: LobbySession,
        participant: Participant,
        workspace: Workspace,
        parting: Callable[[str], None],
    ) -> None:
        """Take part as this `participant`; `parting` is called with the reason why that has to end."""
        self.lobby, self.lobby_session, self.participant, self.parting = lobby, lobby_session, participant, parting
        self._away: tuple[Player, ...] = participant.at.attendance.away
        self._spoken = len(participant.chat.lines)
        super().__init__(
            participant.table,
            workspace,
            () if participant.player is None else (participant.player,),
            participant.clocks,
        )
        self._about_hints_before = self._about_hints()

    def listen(self, listener: Listener) -> None:
        """Hear what happens around the table; the listener must not wait."""
        self.participant.listener = listener

    # Who may do what

    @property
    def viewer(self) -> Player:
        """The player at this terminal; White for spectators, or Black when they have turned the board."""
        return Player.BLACK if self._turned and not self.seats else super().viewer

    @property
    def bottom(self) -> Player:
        """The player here, until the board is turned; for spectators always the viewer."""
        return super().bottom if self.seats else self.viewer

    @property
    def may_talk(self) -> bool:
        """Whether the player here can say something, or a spectator read something."""
        return bool(self.seats) or bool(self.participant.chat.lines)

    @property
    def may_rematch(self) -> bool:
        """Whether the player here can ask for a rematch, or agree to it."""
        return self.participant.may_ask_for_rematch

    @property
    def allows_hints(self) -> bool:
        """Whether the server has engines, and the opponent is a bot or both players agree."""
        return bool(self.lobby.bots) and self.participant.at.seating.allows_hints

    @property
    def may_ask_for_hints(self) -> bool:
        """Whether the player here can ask the opponent for hints for both, or agree to them."""
        return bool(self.lobby.bots) and self.participant.may_ask_for_hints

    @property
    def may_refuse_hints(self) -> bool:
        """Whether a player here can turn hints off for both, or decline them."""
        return bool(self.lobby.bots) and self.participant.may_refuse_hints

    async def set_hints(self, *, wanted: bool) -> None:
        """Ask for hints for both, or agree to them, or turn them off for both."""
        self.participant.set_hints(wanted=wanted)

    async def advice(self, question: "Question") -> "Answer":
        """Return the answer of an engine of the server. Raises EngineError."""
        return await self.lobby.advise(question, self.participant.user)

    # What is shown

    def scene(self) -> Scene:
        """Return the picture of the board, with the moves upon it that the player to move has made so far."""
        scene, draft = super().scene(), self.participant.at.turn.draft
        return scene if draft is None or self.asked is not None or self.behind else scene.with_draft(draft)

    def share_draft(self) -> None:
        """Show all others the moves that were made here."""
        if self.draft and not self.behind:
            self.participant.at.turn.show(self.participant, self.draft.put_back())

    # What is said

    def who_is_here(self) -> str:
        """Describe the people at the table, and the last line of the chat."""
        attendance, lines = self.participant.at.attendance, self.participant.chat.lines
        engine = self.participant.at.engine
        facts = [
            "" if any(self.waiting()) else self._who_is_away(),
            messages.level_of_bot(self.match.names[engine.player.index], engine.level) if engine else "",
            messages.audience(attendance.watchers, watchable=attendance.watchable),
            messages.chat_line(lines[-1].name, lines[-1].text) if lines else "",
        ]
        return "   ".join(filter(None, facts))

    def standing_notice(self) -> str:
        """Describe also what is wrong with a bot, and the players who would like a rematch or hints."""
        attendance = self.participant.at.attendance
        over = self.participant.at.over
        rematch = self._about_rematch() if over and attendance.rematch else ""
        hints = self._about_hints() if len(attendance.hints) == 1 and not over else ""
        return rematch or self.participant.at.fault() or super().standing_notice() or hints

    def _about_hints(self) -> str:
        return messages.about_hints(self.match.names, self.participant.at.attendance, self.participant.player)

    def new_about_hints(self) -> str:
        """Describe who would like hints or none, if that has changed since this was asked last."""
        before, self._about_hints_before = self._about_hints_before, self._about_hints()
        return self._about_hints_before if self._about_hints_before != before else ""

    def _about_rematch(self) -> str:
        """Describe the players who would like a rematch."""
        wanting, mine = self.participant.at.attendance.rematch[0], self.participant.player
        if wanting is mine:
            return _("You would like a rematch: {name} is asked.", name=self.match.names[wanting.opponent.index])
        if mine is None:
            return _("{name} would like a rematch.", name=self.match.names[wanting.index])
        return _("{name} would like a rematch: R agrees.", name=self.match.names[wanting.index])

    def waiting(self) -> tuple[str, str]:
        """Return that the player one waits for is away, and what can be done."""
        attendance, actor = self.participant.at.attendance, self.match.last_game.to_act
        if self.table.session_closed:
            owed = settlement(self.match.names, self.match.score, self.table.header.stake)
            return _("The money session is closed."), owed
        if actor is None or actor not in attendance.away:
            return "", ""
        away = _("{who_is_away}.", who_is_away=self._who_is_away())
        if not self.seats:
            return away, ""
        if actor in attendance.gone:
            return away, _("A guest cannot come back: leave with q.")
        return away, _("Wait, or leave with q: everything is kept.")

    def _who_is_away(self) -> str:
        return messages.away(self.match.names, self.participant.at.attendance)

    def who_is_back(self) -> list[str]:
        """Return what to say of the players who have come back since this was asked last."""
        before, self._away = self._away, self.participant.at.attendance.away
        mine, names = self.participant.player, self.match.names
        back = (player for player in before if player not in self._away and player is not mine)
        return [messages.back(names[player.index]) for player in back]

    def was_spoken(self) -> bool:
        """Return whether anything was said at the table since this was asked last."""
        before, self._spoken = self._spoken, len(self.participant.chat.lines)
        return before != self._spoken

    def result_of_last(self, before: Match) -> str:
        """Return how the game ended that was shown `before`, to players who may not have seen it."""
        begun = before.last_game.phase is Phase.OVER and self.match.last_game.number > before.last_game.number
        if not begun:
            return ""
        result = score.headline(before, self.settings.vocabulary)
        return _("{result}. {score}.", result=result, score=score.score_line(before))

    def comes_to_act(self, before: Match) -> bool:
        """Return whether it has become the turn of the player here."""
        mine = self.participant.player
        return mine is not None and self.match.last_game.to_act is mine and before.last_game.to_act is not mine

    def no_export(self) -> str:
        """Return how to have the match elsewhere."""
        if self.table.exchange.evidence:
            return _("Kept on the server. Copy the record: v, then 2. Replay: m in the lobby.")
        code = self.participant.at.code
        return _("Kept on the server. Fetch: ssh HOST record {code}. Replay: m in the lobby.", code=code)

    # What is done

    async def say(self, text: str) -> None:
        """Add a line to the chat. Raises LobbyError, SaveError."""
        await self.participant.say(text, monotonic())

    async def let_watch(self) -> None:
        """Allow spectators, or not."""
        at = self.participant.at
        await at.let_watch(self.participant, not at.watchable)

    async def rematch(self) -> None:
        """Ask for another match, or agree to it."""
        await self.lobby.rematches.ask(self.participant)

    async def end_session(self) -> None:
        """End the money session for good."""
        await self.participant.at.end_session(self.participant)

    def announce(self, said: Words) -> bool:
        """Show everyone a contribution to the dice."""
        self.participant.at.contributed(self.table, said)
        return True

    async def moved_to(self, code: str) -> "OnlineMatch":
        """Sit down at the next match, or watch it as before. Raises LobbyError, SaveError."""
        take = self.lobby.sit if self.seats else self.lobby.watch
        participant = await take(self.lobby_session, code)
        return OnlineMatch(self.lobby, self.lobby_session, participant, self.workspace, self.parting)

    def close(self) -> str:
        """Get up; in the lobby one is told how to come back."""
        self.participant.leave()
        return ""

    def drop(self) -> None:
        """Get up because the terminal is gone."""
        self.participant.drop()
