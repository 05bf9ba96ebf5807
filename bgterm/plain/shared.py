"""A table of a server in plain mode: one player's place there, or a spectator's."""

from collections import deque
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

from bgterm.catalog import N_, _, ngettext
from bgterm.editing.turn_draft import Draft
from bgterm.lobby import messages as lobby_messages
from bgterm.lobby.attendance import Attendance
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Words
from bgterm.lobby.participant import Participant
from bgterm.plain import messages
from bgterm.plain.answers import ANSWERS
from bgterm.plain.commands import ACTIONS, QUIT, Command
from bgterm.plain.lists import Say
from bgterm.plain.player import Seat
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Match

Later = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""Lets something be done when all before it is done."""


class OnlyWatching(LobbyError):
    """A spectator makes no moves."""

    message = N_("You are watching: only the players move.")


class MatchGoesOn(LobbyError):
    """A rematch follows a match that is over."""

    message = N_("The match goes on: a rematch can follow when it is over.")


class NoHintsHere(LobbyError):
    """There is nobody to agree on hints with, or no engine."""

    message = N_("At this table there are no hints to agree on.")


class SharedSeat(Seat):
    """One player's end of a table of a server, or a spectator's, who hears all and does nothing."""

    def __init__(
        self, lobby: Lobby, participant: Participant, workspace: Workspace, say: Say, later: Later
    ) -> None:
        """Take the lobby, the place at the table, the player's settings, and what takes the lines.

        What others do is told `later`, so that nothing here can hold them up.
        """
        players = () if participant.player is None else (participant.player,)
        preset = workspace.preset_of(participant.table.match)
        super().__init__(participant.table, say, workspace.settings, players, participant.clocks, preset)
        self.participant = participant
        self.lobby, self._later = lobby, later
        self._attendance = participant.at.attendance
        self._untold = deque[tuple[Match, Event]]()
        """The events that are not described here yet, each with the match after it."""
        self._heard_lines = len(participant.chat.lines)
        self._closed = participant.table.session_closed

    def sit_down(self, notice: str = "") -> None:
        """Describe the people present, the state of the match, and the prompt."""
        (white, black), me = self.match.names, self.participant.player
        if me is None:
            self.say(_("You are watching {white} and {black}. Type quit to leave.", white=white, black=black))
        else:
            self.say(
                _(
                    "You sit down with {name} at table {code}. "
                    "Type quit to go back to the lobby: everything is kept.",
                    name=self.match.names[me.opponent.index],
                    code=self.participant.at.code,
                )
            )
        if bot := self.participant.at.engine:
            about = lobby_messages.level_of_bot(self.match.names[bot.player.index], bot.level)
            self.say(_("{about_bot}.", about_bot=about))
        super().sit_down(notice)
        self.say(self.participant.at.fault())
        self._say_who_is_away()

    @property
    def drafted(self) -> Draft:
        """The turn that is made. Raises LobbyError for a spectator, IllegalAction when there is none."""
        if not self.players:
            raise OnlyWatching()
        return super().drafted

    def set_draft(self, draft: Draft) -> None:
        """Take another draft of the turn, and let the others see it."""
        super().set_draft(draft)
        if self.draft is draft:
            self.participant.at.turn.show(self.participant, draft)

    async def close_session(self) -> None:
        """Close the money session for both."""
        await self.participant.at.end_session(self.participant)

    def tell_contribution(self, said: Words) -> None:
        """Notify everyone at the table."""
        self.participant.at.contributed(self.table, said)

    def hear_contribution(self, said: Words) -> None:
        """Describe what somebody has done about a contribution, and print the prompt again."""
        super().tell_contribution(said)

    # The others

    def _hear(self, match: Match, event: Event) -> None:
        """Describe an act of this player at once, and those of others later; all of them in order."""
        self._untold.append((match, event))
        if self._acting:
            self._tell_events()
        else:
            self._later(self._hear_later)

    async def _hear_later(self) -> None:
        if self.hears and self._untold:
            self._tell_events()
            await self.settle()

    def _tell_events(self) -> None:
        while self._untold:
            super()._hear(*self._untold.popleft())

    def look_around(self) -> None:
        """Print changes around the table: arrivals, chat lines, wishes for a rematch and for hints."""
        before, self._attendance = self._attendance, self.participant.at.attendance
        now, names = self._attendance, self.match.names
        self.say(*(lobby_messages.back(names[one.index]) for one in before.away if one not in now.away))
        if now.away != before.away:
            self._say_who_is_away()
        self._say_talk()
        self.say(*(self._about_rematch(one) for one in now.rematch if one not in before.rematch))
        if (now.hints, now.no_hints) != (before.hints, before.no_hints):
            self.say(self._about_hints())
        if (now.watchers, now.watchable) != (before.watchers, before.watchable):
            self.say(_spectators(now))
        if self.table.session_closed and not self._closed:
            self._closed = True
            self.say(_("The money session is closed. Type rematch for another, or quit."))

    def _say_who_is_away(self) -> None:
        away = lobby_messages.away(self.match.names, self.participant.at.attendance)
        if away and self.match.winner is None:
            self.say(_("{who_is_away}. Wait, or type quit: everything is kept.", who_is_away=away))

    def _about_rematch(self, wanting: Player) -> str:
        """Describe that a player would like another match."""
        name, opponent = self.match.names[wanting.index], self.match.names[wanting.opponent.index]
        if wanting is self.participant.player:
            return _("You would like a rematch: {name} is asked.", name=opponent)
        if self.participant.player is None:
            return _("{name} would like a rematch.", name=name)
        return _("{name} would like a rematch: type rematch to agree.", name=name)

    def _say_talk(self) -> None:
        lines = self.participant.chat.lines
        new, self._heard_lines = lines[self._heard_lines :], len(lines)
        self.say(*(messages.says(line.name, line.text) for line in new))

    def tell_chat(self) -> None:
        """Print the chat again."""
        lines = [messages.says(line.name, line.text) for line in self.participant.chat.lines]
        self.say(*lines or [_(lobby_messages.NOBODY_HAS_SPOKEN)])

    @property
    def shares_hints(self) -> bool:
        """Whether the players here can agree on hints."""
        return bool(self.lobby.bots) and self.participant.shares_hints

    def set_hints(self, text: str) -> None:
        """Ask for hints for both, or agree to them, or turn them off for both. Raises LobbyError."""
        if not self.shares_hints:
            raise NoHintsHere()
        wishes = self.participant.at.attendance.hints
        match text.lower():
            case "" if self.participant.player in wishes:
                self.say(self._about_hints())
            case "":
                self.participant.set_hints(wanted=True)
            case messages.OFF if wishes:
                self.participant.set_hints(wanted=False)
            case messages.OFF:
                self.say(_("There are no hints here: type hints to ask for them."))
            case _:
                self.say(messages.explained("hints"))

    def _about_hints(self) -> str:
        attendance, mine = self.participant.at.attendance, self.participant.player
        return lobby_messages.about_hints(self.match.names, attendance, mine, typed=True)

    def want_rematch(self) -> None:
        """Ask for another match, or agree to it. Raises LobbyError."""
        if not self.participant.at.over:
            raise MatchGoesOn()
        self.do(self.lobby.rematches.ask(self.participant))


def _spectators(now: Attendance) -> str:
    """Describe how many watch."""
    if not now.watchable:
        return _("Nobody may watch this match.")
    return ngettext("{count} person is watching.", "{count} people are watching.", now.watchers)


def commands(seat: SharedSeat) -> tuple[Command, ...]:
    """Return what can be typed at the table: of a spectator nothing that changes the match."""
    chat = Command("chat", lambda _seat, _text: seat.tell_chat())
    if not seat.players:
        return (QUIT, *ANSWERS, chat)
    participant, at = seat.participant, seat.participant.at
    return (
        *ACTIONS,
        Command(
            "rematch", lambda _seat, _text: seat.want_rematch(), lambda _seat: seat.participant.may_ask_for_rematch
        ),
        *ANSWERS,
        Command(
            "hints",
            lambda _seat, text: seat.set_hints(text),
            lambda _seat: seat.shares_hints,
            takes_more=True,
        ),
        Command("watchers", lambda _seat, _text: seat.do(at.let_watch(participant, not at.watchable))),
        Command("say", lambda _seat, text: seat.do(participant.say(text, monotonic())), needs_more=True),
        chat,
    )
