"""The states of a match after each of its events, and the steps of its games, plays and doubles.

A step is the number of events that have happened, from 0 to all of them. States are computed lazily: the first
board of a long match is there as soon as that of a short one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bgterm.rules.events import Beavered, Doubled, Event, Moved, RollCorrected, Rolled, Unrecorded
from bgterm.rules.games import start
from bgterm.rules.legal_plays import last_play_was_legal
from bgterm.rules.match import Header, MatchState, Pair
from bgterm.rules.referee import apply_recorded


class Step(NamedTuple):
    """One event of a replay, with the match before and after it."""

    before: MatchState
    event: Event
    after: MatchState


class Replay:
    """All states of a match, made from its header and its events, by step."""

    def __init__(self, header: Header, events: Iterable[Event]) -> None:
        """Use the events of a record, all of which must be legal."""
        self._events = tuple(events)
        self._states = [start(header)]

    @property
    def last(self) -> int:
        """The number of the last step, which is the number of events."""
        return len(self._events)

    def at(self, step: int) -> MatchState:
        """Return the match after its first `step` events. Raises IllegalAction or IllegalPlay for a wrong one."""
        while len(self._states) <= step:
            self._states.append(apply_recorded(self._states[-1], self._events[len(self._states) - 1]))
        return self._states[step]

    def event(self, step: int) -> Event | None:
        """Return the event that led to a step, the event with this number from 1; None for step 0."""
        return self._events[step - 1] if step else None

    def until(self, step: int) -> Sequence[Event]:
        """Return the first `step` events."""
        return self._events[:step]

    def steps(self) -> Iterator[Step]:
        """Yield every event of the match as a `Step`."""
        for number, event in enumerate(self._events, 1):
            yield Step(self.at(number - 1), event, self.at(number))

    def games(self) -> Iterator[list[Step]]:
        """Yield for each game, in order, the list of its steps; a game without an event is left out."""
        for _, steps in groupby(self.steps(), lambda step: step.after.shown_game.number):
            yield [*steps]

    # Ways through the replay

    def next_play(self, step: int) -> int:
        """Return the next step after `step` whose event is not just a roll; the last step when there is none."""
        return self._forward(step, self._is_more_than_roll)

    def previous_play(self, step: int) -> int:
        """Return the last step before `step` that is not just a roll; 0 when there is none."""
        return self._back(step, self._is_more_than_roll)

    def next_game(self, step: int) -> int:
        """Return the first step of the game after that at `step`; the last step when there is none."""
        return min(self.game(step).stop, self.last)

    def previous_game(self, step: int) -> int:
        """Return the first step of the game at `step`; if `step` is that already, of the game before."""
        return self.game(max(step - 1, 0)).start

    def next_mark(self, step: int) -> int:
        """Return the next step after `step` for which `is_marked` is true; the last step when there is none."""
        return self._forward(step, self.is_marked)

    def previous_mark(self, step: int) -> int:
        """Return the last step before `step` for which `is_marked` is true; 0 when there is none."""
        return self._back(step, self.is_marked)

    def is_irregular(self, step: int) -> bool:
        """Whether an illegal play led to this step, from another program's file or a match without a referee."""
        turn = self.at(step).shown_game.last_turn
        return (
            isinstance(self.event(step), Moved)
            and bool(turn and turn.unchecked)
            and not last_play_was_legal(self.at(step))
        )

    def _is_more_than_roll(self, step: int) -> bool:
        return not isinstance(self.event(step), Rolled | RollCorrected)

    def is_marked(self, step: int) -> bool:
        """Whether a double, a beaver, an irregular play or a gap in the record led to this step."""
        return isinstance(self.event(step), Doubled | Beavered | Unrecorded) or self.is_irregular(step)

    def _forward(self, step: int, wanted: Callable[[int], bool]) -> int:
        return next((at for at in range(step + 1, self.last) if wanted(at)), self.last)

    def _back(self, step: int, wanted: Callable[[int], bool]) -> int:
        return next((at for at in range(step - 1, 0, -1) if wanted(at)), 0)

    # One game of the replay

    def game(self, step: int) -> range:
        """Return all steps, numbers of events so far, at which the same game is shown as at `step`."""
        number = self.at(step).shown_game.number
        first = next((at + 1 for at in range(step - 1, -1, -1) if self.at(at).shown_game.number != number), 0)
        end = next(
            (at for at in range(step + 1, self.last + 1) if self.at(at).shown_game.number != number), self.last + 1
        )
        return range(first, end)

    def _is_played(self, step: int) -> bool:
        """Return whether the event of a step changed the board: a play, or a take-back."""
        before, after = self.at(step - 1).shown_game, self.at(step).shown_game
        return isinstance(self.event(step), Moved) or after.board != before.board

    def pips(self, game: range) -> list[tuple[int, Pair]]:
        """Return the pips of White and Black at the start of a game and after each of its plays, with the step.

        `game` is the range of its steps, as `Replay.game` returns it; steps that leave the board unchanged are
        left out.
        """
        steps = [game.start, *(step for step in game[1:] if self._is_played(step))]
        return [(step, self.at(step).shown_game.board.pips_of_both) for step in steps]
