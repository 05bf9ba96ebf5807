"""A match as the rows of a match file, with events that the format cannot express written as in a journal.

Each entry is first converted back to events (`bgterm.formats.entry_events`). If these are the original ones, the
entry is written; if not, or if a play was taken back, the event itself is written.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from bgterm.formats import transcript
from bgterm.formats.entry_events import steps_for
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind, refusal
from bgterm.rules.errors import BackgammonError
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Ending, Header, MatchState, Phase
from bgterm.rules.moves.base import Play
from bgterm.rules.replay import Replay, Step

_Told = tuple[transcript.KnownEntry, int]
"""An entry, and the number of events that it stands for."""
_TURNS = (events.OpeningThrown, events.Rolled, events.Moved)


def own_head(header: Header) -> str:
    """Return the line of the header for a file, without the keys of the players, because files are passed on."""
    return write_line(header._replace(seats=("", "")))


def export_games(header: Header, items: Iterable[events.Event | Note]) -> Iterator[transcript.GameText]:
    """Yield the entries of each game. Raises BackgammonError when the events are not a valid match."""
    return _Exporter(header, [item for item in items if not isinstance(item, Note)]).games()


def withdrawn_plays(steps: Iterable[Step]) -> frozenset[int]:
    """Return the indices of the plays that were taken back, or were illegal and challenged."""
    found, last = set[int](), 0
    for at, step in enumerate(steps):
        if isinstance(step.event, events.Moved):
            last = at
        withdrawn = isinstance(step.event, events.TakenBack | events.Challenged)
        if withdrawn and step.after.game.phase is Phase.TO_MOVE:
            found.add(last)
    return frozenset(found)


class _Exporter:
    """The events of a match and the states between them, from which entries are made."""

    def __init__(self, header: Header, history: list[events.Event]) -> None:
        self._events, self._states = history, Replay(header, history)
        self._remade = withdrawn_plays(self._states.steps())

    def games(self) -> Iterator[transcript.GameText]:
        """Yield the entries of each game."""
        game, told = self._states.at(0), list[transcript.TranscriptRow]()
        at = begun = 0
        while at < len(self._events):
            now = self._states.at(at)
            is_next = now.game.number != game.game.number
            if is_next and self._states.at(at + 1).shown_game.number != game.game.number:
                yield _game(game, told, now)
                game, told, begun = now, [], at
            entry, count = self._entry(at) or (None, 1)
            after = None if entry else at - begun
            told.append(transcript.TranscriptRow(0, entry or self._events[at], after=after, event=at + count))
            at += count
        yield _game(game, told, self._states.at(at))

    def _entry(self, at: int) -> _Told | None:
        """Return an entry for the event at an index; None when no entry is read back as the same events."""
        for entry, count in self._candidates(at) if at not in self._remade else ():
            try:
                steps = steps_for(self._states.at(at), entry)
                if [step.event for step in steps] == [*self._events[at : at + count]]:
                    return entry, count
            except BackgammonError:
                pass
        return None

    def _candidates(self, at: int) -> Iterator[_Told]:
        """Yield entries that may stand for the event at an index, perhaps with the next event."""
        event, match = self._events[at], self._states.at(at)
        match event:
            case events.OpeningThrown() | events.Rolled():
                yield from self._of_roll(at)
            case events.Moved(player, play):
                yield _playing(match, player, play), 1
            case events.Doubled(player):
                yield transcript.CubeTurned(player, match.game.cube.offered), 1
            case events.Beavered(player):
                yield transcript.CubeTurned(player, 2 * match.game.cube.offered, again=True), 1
            case events.Taken() | events.Dropped():
                yield event, 1
            case events.ResignationOffered() | events.PlayAccepted():
                yield from self._of_end(at)
            case _:
                pass

    def _of_roll(self, at: int) -> Iterator[_Told]:
        """Yield a roll with its play, or a roll that was never played; nothing for one that was corrected."""
        thrown = self._states.at(at + 1)
        player, dice = thrown.game.on_roll, thrown.game.dice
        following = next(islice(self._events, at + 1, None), None)
        mistyped = isinstance(following, events.OpeningCorrected | events.RollCorrected)
        if player is None or dice is None or mistyped:
            return
        if isinstance(following, events.Moved) and at + 1 not in self._remade:
            yield _playing(thrown, player, following.play), 2
        later = (self._events[i] for i in range(at + 1, len(self._events)) if i not in self._remade)
        if not isinstance(next((event for event in later if isinstance(event, _TURNS)), None), events.Moved):
            yield transcript.RollAndPlay(player, dice), 1

    def _of_end(self, at: int) -> Iterator[_Told]:
        """Yield the game's result, if the next events are a resignation or accept the last play, which end it."""
        for count in range(1, len(self._events[at : at + 2]) + 1):
            if result := _result(self._states.at(at + count)):
                yield result, count
                return


def _result(match: MatchState) -> transcript.GameResult | None:
    """Return the result of the game; None while it is in progress, or when nobody has won it."""
    result = match.shown_game.result
    if result is None or result.winner is None:
        return None
    return transcript.GameResult(result.winner, result.points, resigned=result.ending is Ending.RESIGNED)


def _game(begun: MatchState, told: list[transcript.TranscriptRow], ended: MatchState) -> transcript.GameText:
    """Return the entries of a game between two states of the match, with its result added if no entry has it."""
    result = _result(ended)
    if result and result.points and not any(isinstance(row.entry, transcript.GameResult) for row in told):
        told = [*told, transcript.TranscriptRow(0, result)]
    return transcript.GameText(0, begun.score, begun.game.number, tuple(told), begun.game.crawford)


def _playing(match: MatchState, player: Player, play: Play) -> transcript.RollAndPlay:
    """Return the entry for a play: its roll, and its moves one by one, with a star for each hit."""
    plays, dice, board = legal_plays(match), match.game.dice, match.game.board
    if plays is None or dice is None:
        raise refusal(match, player, ActionKind.MOVE)
    told = []
    for move in play:
        told.append(f"{move.src}/{move.dst}{'*' if board.hits(player, move) else ''}")
        board = board.moved(player, move)
    return transcript.RollAndPlay(player, dice, " ".join(told), passed=not (play or plays.moves_needed))
