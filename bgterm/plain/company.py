"""The other people at a table of a server, in plain mode."""

from collections.abc import Awaitable, Callable

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby import messages as lobby_messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.tables.attendance import Attendance
from bgterm.lobby.venue import ServerVenue
from bgterm.plain import messages
from bgterm.plain.answers import ANSWERS
from bgterm.plain.at_table import AtTable
from bgterm.plain.commands import Command
from bgterm.plain.session import PlainSession
from bgterm.play.participant import Text


class Company:
    """The people at a table of a server, and the commands of one of them besides playing."""

    def __init__(self, venue: ServerVenue, seat: AtTable, practise: Callable[[], Awaitable[None]]) -> None:
        """Print changes at the venue to the players or the spectator on the `seat`.

        `practise` leaves the table, and asks the worst decisions of the match.
        """
        self._practise = practise
        self._venue, self.seat, self.occupancy = venue, seat, venue.place
        self._attendance = self.occupancy.at.attendance
        self._heard_lines = len(self.occupancy.chat.lines)
        self._closed = venue.table.session_closed
        self.say, self._names = seat.say, venue.table.match.names
        self.session = PlainSession(seat, self._commands())

    def sit_down(self) -> None:
        """Print who is at the table, the state of the match, and the prompt."""
        (white, black), me = self._names, self.occupancy.player
        if me is None:
            self.say(_("You are watching {white} and {black}. Type quit to leave.", white=white, black=black))
        else:
            self.say(
                _(
                    "You sit down with {name} at table {code}. "
                    "Type quit to go back to the lobby: everything is kept.",
                    name=self._names[me.opponent.index],
                    code=self.occupancy.at.code,
                )
            )
        if bot := self.occupancy.at.engine:
            about = lobby_messages.level_of_bot(self._names[bot.player.index], bot.level)
            self.say(_("{about_bot}.", about_bot=about))
        self.seat.sit_down()
        self.say(self.occupancy.at.fault())
        self._say_who_is_away()

    def look_around(self) -> None:
        """Print changes at the table: arrivals, chat lines, wishes for a rematch and for hints."""
        before, self._attendance = self._attendance, self.occupancy.at.attendance
        now, names, mine = self._attendance, self._names, self.occupancy.player
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
        if self._venue.table.session_closed and not self._closed:
            self._closed = True
            self.seat.ask()

    def _say_who_is_away(self) -> None:
        away = lobby_messages.away(self._names, self.occupancy.at.attendance)
        if away and self._venue.table.match.winner is None:
            self.say(_("{who_is_away}. Wait, or type quit: everything is kept.", who_is_away=away))

    def set_hints(self, _here: AtTable, text: str) -> None:
        """Ask for hints for both players, agree to them, or turn them off. Raises LobbyError."""
        if not self._venue.shares_hints:
            raise LobbyError(N_("At this table there are no hints to agree on."))
        wishes = self.occupancy.at.attendance.hints
        match text.lower():
            case "" if self.occupancy.player in wishes:
                names, mine = self._names, self.occupancy.player
                self.say(lobby_messages.about_hints(names, self.occupancy.at.attendance, mine, typed=True))
            case "":
                self._venue.set_hints(wanted=True)
            case messages.OFF if wishes:
                self._venue.set_hints(wanted=False)
            case messages.OFF:
                self.say(_("There are no hints here: type hints to ask for them."))
            case _:
                self.say(messages.explained("hints"))

    def _commands(self) -> tuple[Command, ...]:
        """Return the commands at the table besides actions; a spectator's do not change the match."""
        chat = Command("chat", lambda _here, _text: self.say(*messages.chat(self.occupancy.chat.lines)))
        occupancy, at = self.occupancy, self.occupancy.at
        if occupancy.player is None:
            return (*ANSWERS, chat)
        return (
            *ANSWERS,
            Command("hints", self.set_hints, lambda _: self._venue.shares_hints, text=Text.MAYBE),
            Command(
                "practise",
                lambda _here, _text: self._practise(),
                lambda here: here.view.over and self._venue.practises,
            ),
            Command("watchers", lambda _here, _text: at.let_watch(occupancy, not at.watchable)),
            Command("say", lambda _here, text: occupancy.say(text), text=Text.NEEDED),
            chat,
        )


def _spectators(now: Attendance) -> str:
    """Return the sentence about the number of spectators."""
    if not now.watchable:
        return _("Nobody may watch this match.")
    return ngettext("{count} person is watching.", "{count} people are watching.", now.watchers)
