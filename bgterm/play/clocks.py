"""The clocks of a match, which follow its table: the time left to each player, and the flag that can be claimed.

`bgterm.rules.time_control` says how time is counted. The current time comes from a monotonic clock that is passed
as an argument; all times are in seconds. The time left is recorded at the end of each turn and when the table is
left, so that a resumed match continues with it, and so is the time that each player has been absent, once they are
back or the table is left:

    {"note":"clock","white":587.25,"black":600}
    {"note":"clock","white":587.25,"black":600,"turn":"white","spent":7.5}
    {"note":"away","white":0,"black":72.5}

The second note is of a table that was left in the middle of White's turn, with 7.5 of its free seconds used. A
turn that was interrupted by the end of the program starts over. Saving takes no player's time: the clocks stop
from the moment an act is received until it is saved or refused. A player whose time has run out stops both clocks,
so that there is one flag to claim, and it stays down. While a player is absent the clocks are paused, up to the
agreed total; then they run on without them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from bgterm.catalog import N_
from bgterm.notation.json_codec import Note
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind, refusal
from bgterm.rules.errors import IllegalAction
from bgterm.rules.events import FlagClaimed
from bgterm.rules.games import start
from bgterm.rules.time_control import PAUSES, Times, reserve, runs_for
from bgterm.text.clock import time_left

_CLOCK = "clock"
"""The name of the note with the time left to each player."""
_AWAY = "away"
"""The name of the note with the seconds for which the clocks have been paused in each player's absences so far."""
_LONGEST = 1e9
"""The seconds above which a time in a note is not believed."""


class _Watch:
    """A monotonic clock that can be paused."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lost, self._since, self._holders = 0.0, 0.0, 0

    def __call__(self) -> float:
        """Return the time now."""
        return (self._since if self._holders else self._now()) - self._lost

    @contextmanager
    def held(self) -> Iterator[None]:
        """Pause the clock. It resumes when every holder has released it."""
        if not self._holders:
            self._since = self._now()
        self._holders += 1
        try:
            yield
        finally:
            self._holders -= 1
            if not self._holders:
                self._lost += self._now() - self._since


class Clocks:
    """The running clocks of both players in a match at a table, which follow the events of the table."""

    def __init__(
        self, table: Table, now: Callable[[], float], notes: Callable[[Player], bool] = lambda _: True
    ) -> None:
        """Set the clocks from the record of the table, and start the one of the player to act.

        `now` returns the time. `notes` returns whether this process records the times of a player, when several
        play the match.
        """
        self._table, self._now, self._notes = table, _Watch(now), notes
        self._times = _set(table, self._now())
        table.hold, table.claimant = self._now.held, lambda: self.claimant
        self._stop_watching = (table.event_watchers.add(self._follow), table.exchange_watchers.add(self._follow))

    @property
    def running(self) -> Player | None:
        """The player whose clock runs, or would if nobody were away; None between games or with a flag down."""
        return None if self.fallen is not None else self._times.turn

    @property
    def standing(self) -> bool:
        """Whether both clocks are paused because a player is away."""
        return self._now() < self._times.since

    @property
    def fallen(self) -> Player | None:
        """The player whose time has run out; None while both have time left."""
        return self._times.fallen(self._now())

    @property
    def claimant(self) -> Player | None:
        """The player who may claim the opponent's flag now; None when neither may."""
        fallen = self.fallen
        return None if fallen is None or self._table.match.winner is not None else fallen.opponent

    def left(self, player: Player) -> float:
        """Return the seconds left to the player now."""
        return self._times.left_to(player, self._now())

    async def claim(self, player: Player) -> None:
        """Claim the match, as the opponent's time is up. Raises IllegalAction while it is not, SaveError."""
        await self._table.apply(FlagClaimed(player), why_not=lambda: self.why_not_claim(player))

    def why_not_claim(self, player: Player) -> IllegalAction | None:
        """Return why the player cannot claim the opponent's flag, or None."""
        match, left = self._table.match, self.left(player.opponent)
        if match.winner is not None:
            return refusal(match, player, ActionKind.CLAIM_FLAG)
        message = N_("no flag to claim yet: {opponent} has {left} left")
        return IllegalAction(message, opponent=player.opponent, left=time_left(left)) if left else None

    def pause(self, player: Player) -> None:
        """Pause both clocks because this player has left; do nothing when the player is away already."""
        self._times = self._times.without(player, self._now())

    def resume(self, player: Player) -> None:
        """End the pause for this player, who is back; do nothing when the player was not away."""
        before, self._times = self._times, self._times.with_again(player, self._now())
        if before.away != self._times.away and self._notes(player.opponent):
            self._keep(_AWAY, self._times.stood)

    def stop(self) -> None:
        """Stop both clocks for good and save the time left; stopping again does nothing."""
        for stop_watching in self._stop_watching:
            stop_watching()
        left = self.save()
        self._times = replace(self._times.interrupted(self._now()), turn=None, left=left)
        for player in tuple(self._times.away):
            self.resume(player)

    def save(self) -> Mapping[Player, float]:
        """Save the time left in the middle of a turn without stopping the clocks; return each player's seconds."""
        now = self._now()
        times = self._times.interrupted(now)
        left = {player: times.left_to(player, now) for player in Player}
        if times.turn is not None and self._notes(times.turn):
            self._keep(_CLOCK, left, turn=_name(times.turn), spent=times.spent)
        return left

    def hear(self, note: Note) -> None:
        """Take the time left from another process's note at the end of a turn; ignore any other note."""
        left = _of_both(note.facts)
        if note.name == _CLOCK and left and "turn" not in note.facts:
            self._times = replace(self._times, left=left)

    def _follow(self, *_happened: object) -> None:
        """Switch to the clock of the player to act, and record the time left after the turn before."""
        before, self._times = self._times, self._times.turned_to(_to_act(self._table), self._now())
        if before.turn is not None and before is not self._times and self._notes(before.turn):
            self._keep(_CLOCK, self._times.left)

    def _keep(self, name: str, times: Mapping[Player, float], **more: object) -> None:
        """Record a note with a time for each player."""
        self._table.post(Note(name, {_name(player): times[player] for player in Player} | more))


def _set(table: Table, now: float) -> Times:
    """Return the clocks as the table's record has them, with the clock of the player to act running."""
    match = table.match
    kind, pause = match.ruleset.clock, PAUSES[match.ruleset.pause]
    facts = _last_note(table, _CLOCK)
    left = _of_both(facts) or dict.fromkeys(Player, reserve(match.ruleset.length, sum(start(table.header).score)))
    stood = _of_both(_last_note(table, _AWAY)) or dict.fromkeys(Player, 0.0)
    times = Times(kind, left, now, pause, stood=stood).turned_to(_to_act(table), now)
    match facts:
        case {"turn": str(turn), "spent": int() | float() as spent} if turn == _name(times.turn):
            return times.gone_on(spent) if spent < _LONGEST else times
    return times


def _to_act(table: Table) -> Player | None:
    """Return whose clock runs: nobody's while contributions to the dice are awaited, or once the match is void."""
    return None if table.awaited or table.closed else runs_for(table.match)


def _last_note(table: Table, name: str) -> Mapping[str, object]:
    """Return the fields of the last note of that name with a time for each player; empty without one."""
    facts = (note.facts for note in reversed(table.notes) if note.name == name)
    return next((found for found in facts if _of_both(found)), {})


def _of_both(facts: Mapping[str, object]) -> dict[Player, float] | None:
    match facts:
        case {"white": int() | float() as white, "black": int() | float() as black}:
            times = {Player.WHITE: max(white, 0.0), Player.BLACK: max(black, 0.0)}
            return times if all(time < _LONGEST for time in times.values()) else None
        case _:
            return None


def _name(player: Player | None) -> str:
    return "" if player is None else player.name.lower()
