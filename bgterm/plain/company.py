"""The other people at a table of a server, in plain mode."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby import messages as lobby_messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.tables.attendance import Attendance
from bgterm.lobby.venue import ServerVenue
from bgterm.plain import messages
from bgterm.plain.at_table import AtTable
from bgterm.plain.lists import Later, Say
from bgterm.plain.session import Command, PlainSession
from bgterm.play.participant import Text
from bgterm.profile.workspace import Workspace


class Company(PlainSession):
    """A place at a table of a server in plain mode: it also prints who comes and goes, the chat and wishes."""

    venue: ServerVenue

    def __init__(
        self,
        venue: ServerVenue,
        workspace: Workspace,
        say: Say,
        later: Later,
        practise: Callable[[], Awaitable[None]],
    ) -> None:
        """Prepare the place of the venue.

        `practise` leaves the table and begins a practice with the worst decisions of the match.
        """
        occupancy = self.occupancy = venue.place
        self._practise = practise
        self._attendance = occupancy.at.attendance
        self._heard_lines = len(occupancy.chat.lines)
        self._closed = venue.table.session_closed
        rematch = partial(venue.lobby.matchmaking.ask_rematch, occupancy)
        preset = workspace.preset_of(venue.table.match)
        super().__init__(venue, say, workspace.settings, preset, later, rematch=rematch)

    def sit_down(self, notice: str = "") -> None:
        """Print the opponent or the players, the state of the match, the notice, the prompt, and who is away."""
        (white, black), me = self.match.names, self.occupancy.player
        if me is None:
            self.say(_("You are watching {white} and {black}. Type quit to leave.", white=white, black=black))
        else:
            self.say(
                _(
                    "You sit down with {name} at table {code}. "
                    "Type quit to go back to the lobby: everything is kept.",
                    name=self.match.names[me.opponent.index],
                    code=self.occupancy.at.code,
                )
            )
        if bot := self.occupancy.at.engine:
            about = lobby_messages.level_of_bot(self.match.names[bot.player.index], bot.level)
            self.say(_("{about_bot}.", about_bot=about))
        super().sit_down(notice)
        self.say(self.occupancy.at.fault())
        self._say_who_is_away()

    def look_around(self) -> None:
        """Print what has changed at the table since the last call: people, chat, wishes for a rematch or hints."""
        before, self._attendance = self._attendance, self.occupancy.at.attendance
        now, names, mine = self._attendance, self.match.names, self.occupancy.player
        self.say(*lobby_messages.notices(before, now, names, mine, typed=True))
        if now.away != before.away:
            self._say_who_is_away()
        lines = self.occupancy.chat.lines
        new, self._heard_lines = lines[self._heard_lines :], len(lines)
        self.say(*messages.spoken(new))
        wanting = (one for one in now.rematch if one not in before.rematch)
        self.say(*(lobby_messages.about_rematch(names, one, mine, typed=True) for one in wanting))
        if (now.watchers, now.watchable) != (before.watchers, before.watchable):
            self.say(_spectators(now))
        if self.venue.table.session_closed and not self._closed:
            self._closed = True
            self.ask()

    def _say_who_is_away(self) -> None:
        away = lobby_messages.away(self.match.names, self.occupancy.at.attendance)
        if away and self.venue.table.match.winner is None:
            self.say(_("{who_is_away}. Wait, or type quit: everything is kept.", who_is_away=away))

    def set_hints(self, _here: AtTable, text: str) -> None:
        """Run the command `hints`: without `text`, ask for hints for both players or agree; `off` ends them.

        Raises LobbyError when hints need no agreement at this table.
        """
        if not self.venue.shares_hints:
            raise LobbyError(N_("At this table there are no hints to agree on."))
        wishes = self.occupancy.at.attendance.hints
        match text.lower():
            case "" if self.occupancy.player in wishes:
                names, mine = self.match.names, self.occupancy.player
                self.say(lobby_messages.about_hints(names, self.occupancy.at.attendance, mine, typed=True))
            case "":
                self.venue.set_hints(wanted=True)
            case messages.OFF if wishes:
                self.venue.set_hints(wanted=False)
            case messages.OFF:
                self.say(_("There are no hints here: type hints to ask for them."))
            case _:
                self.say(messages.explained("hints"))

    def own_commands(self) -> Iterator[Command]:
        """Yield the commands that a table has only at a server, such as `say`; for a spectator only `chat`."""
        occupancy, venue, at = self.occupancy, self.venue, self.occupancy.at
        if venue.seats:
            yield Command("hints", self.set_hints, lambda _: venue.shares_hints, text=Text.MAYBE)
            yield Command(
                "practise", lambda _, _text: self._practise(), lambda here: here.view.over and venue.practises
            )
            yield Command("watchers", lambda _, _text: at.let_watch(occupancy, not at.watchable))
            yield Command("say", lambda _, text: occupancy.say(text), text=Text.NEEDED)
        yield Command("chat", lambda _, _text: self.say(*messages.chat(occupancy.chat.lines)))


def _spectators(now: Attendance) -> str:
    """Return the sentence about the number of spectators."""
    if not now.watchable:
        return _("Nobody may watch this match.")
    return ngettext("{count} person is watching.", "{count} people are watching.", now.watchers)
