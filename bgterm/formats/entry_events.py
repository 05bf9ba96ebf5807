"""The conversion of the entries of a match file to events, in the state of the match before each entry; and back.

A file omits what can be inferred: the first roll is the opening throw, and a game that ends without a reason was
resigned. Only this module infers events.

A match is written as the rows of a match file, with events that the format cannot express written as in a journal.
Each entry is first converted back to events. If these are the original ones, the entry is written; if not, or if a
play was taken back, the event itself is written.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from bgterm.catalog import _
from bgterm.formats import transcript
from bgterm.notation.errors import invalid_value, unreadable_play
from bgterm.notation.json_codec import Note, write_line
from bgterm.notation.plays import Entries, read_entries, read_plays
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import ActionKind, Choices, choices, refusal
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Ending, Header, MatchState, Phase, Win, wins_of
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.unrefereed import FreePlays
from bgterm.rules.referee import apply, apply_recorded
from bgterm.rules.replay import Replay, Step


def steps_for(match: MatchState, entry: transcript.KnownEntry) -> tuple[Step, ...]:
    """Return the events that the entry stands for, with the match before and after each of them.

    Raises BackgammonError when the entry cannot be read, or is impossible there.
    """
    match entry:
        case transcript.RollAndPlay():
            return _playing(match, entry)
        case transcript.CubeTurned(player):
            turned = events.Beavered(player) if match.game.phase is Phase.DOUBLED else events.Doubled(player)
            return applied(match, turned)
        case transcript.GameResult():
            return _closing(match, entry)
        case _:
            return applied(match, entry)


def applied(match: MatchState, *happened: events.Event) -> tuple[Step, ...]:
    """Return the steps of these events. Raises BackgammonError for an event that is impossible."""
    return tuple(Step(match, event, match := apply_recorded(match, event)) for event in happened)


# Rolls and plays


def _playing(match: MatchState, entry: transcript.RollAndPlay) -> tuple[Step, ...]:
    """Return the roll, unless it was made already, the answer to a double before it, and the play after it."""
    before = throw(match, entry.player, entry.dice)
    match = before[-1].after if before else match
    may = choices(match, entry.player)
    play = _play(may, entry)
    if play is None:
        return before
    moved = events.Moved(entry.player, play)
    return (*before, Step(match, moved, apply(match, moved, may)))


def throw(match: MatchState, player: Player, dice: Dice) -> tuple[Step, ...]:
    """Return the steps that give a player this roll to play; empty when the roll was made already.

    Raises NotationError for a double that begins a game.
    """
    game = match.game
    match game.phase:
        case Phase.OPENING if dice.is_double:
            raise invalid_value(_("the first roll of a game"), str(dice), _("two different numbers"))
        case Phase.OPENING:
            return applied(match, events.OpeningThrown(*(dice if player is Player.WHITE else reversed(dice))))
        case Phase.TO_MOVE if (game.on_roll, game.dice) == (player, dice):
            return ()
        case Phase.DOUBLED if game.on_roll is player and not game.pending:
            taken = events.Taken(player if game.raises % 2 else player.opponent)
            return applied(match, taken, events.Rolled(player, dice))
        case _:
            return applied(match, events.Rolled(player, dice))


def _play(may: Choices, entry: transcript.RollAndPlay) -> Play | None:
    """Return the play of an entry, of those that its player may make; None when the file omits a possible play."""
    if may.plays is None:
        return None
    text = read_entries(entry.text)
    if not text.entries:
        if entry.passed and may.plays.moves_needed and may.free_plays is None:
            raise why_not_play(may.plays, ())
        return () if entry.passed or not may.plays.moves_needed else None
    if any(len(moves.points) < 2 for moves in text.entries):
        raise unreadable_play(entry.text, "8/5 6/5")
    if text.moves in may.plays and text.starred <= _hits(may.plays, text.moves):
        return text.moves
    if may.free_plays is None:
        return _legal(may.plays, entry.text, text.starred)
    return _free(may.plays, may.free_plays, entry.text, text)


def _free(plays: LegalPlays, free: FreePlays, written: str, text: Entries) -> Play:
    """Return a play that need not be legal: as written, or the legal play that the text means."""
    moves = text.moves
    impossible = free.why_not(moves)
    try:
        legal = _legal(plays, written, text.starred)
    except BackgammonError:
        if impossible:
            raise
        return moves
    if impossible or len(moves) != len(legal):
        return legal
    board = plays.board
    return moves if board.played(plays.player, moves) == board.played(plays.player, legal) else legal


def _legal(plays: LegalPlays, written: str, starred: frozenset[int]) -> Play:
    """Return the legal play that a text means; of several, the one whose hits are the marked ones."""
    found = [reading.moves for reading in read_plays(written, plays)]
    whole = [moves for moves in found if moves in plays]
    if not whole:
        raise why_not_play(plays, found[0] if found else ())
    return min(whole, key=lambda moves: len(_hits(plays, moves) ^ starred))


def _hits(plays: LegalPlays, moves: Play) -> frozenset[int]:
    return frozenset(move.dst for move in moves if plays.board.hits(plays.player, move))


# The end of a game


def _closing(match: MatchState, entry: transcript.GameResult) -> tuple[Step, ...]:
    """Return the steps that end the game with this result; empty when the game has ended already."""
    winner, game = entry.winner, match.shown_game
    if game.phase is Phase.OVER:
        return ()
    if game.phase is Phase.TO_ACCEPT and game.on_roll is winner:
        return applied(match, events.PlayAccepted(winner.opponent))
    for way in _ways_to_resign(match, entry) if entry.resigned is not False else ():
        steps = applied(match, *way)
        result = steps[-1].after.shown_game.result
        if entry.points in (None, result.points if result else 0):
            return steps
    return applied(match, events.Unrecorded(winner, entry.points or game.cube.value))


def _ways_to_resign(match: MatchState, entry: transcript.GameResult) -> list[tuple[events.Event, ...]]:
    """Return the sequences of events by which the loser may have resigned, the smallest loss first."""
    winner, loser, game = entry.winner, entry.winner.opponent, match.game
    if game.resignation:
        return [(events.ResignationAccepted(winner),)] if game.resignation.player is loser else []
    wins: tuple[Win, ...] = wins_of(match.variant, match.ruleset) if choices(match, loser).resign else ()
    return [(events.ResignationOffered(loser, win), events.ResignationAccepted(winner)) for win in wins]


# A match as the rows of a match file


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
                yield _roll_and_play(match, player, play), 1
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
            yield _roll_and_play(thrown, player, following.play), 2
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


def _roll_and_play(match: MatchState, player: Player, play: Play) -> transcript.RollAndPlay:
    """Return the entry for a play: its roll, and its moves one by one, with a star for each hit."""
    plays, dice, board = legal_plays(match), match.game.dice, match.game.board
    if plays is None or dice is None:
        raise refusal(match, player, ActionKind.MOVE)
    told = []
    for move in play:
        told.append(f"{move.src}/{move.dst}{'*' if board.hits(player, move) else ''}")
        board = board.moved(player, move)
    return transcript.RollAndPlay(player, dice, " ".join(told), passed=not (play or plays.moves_needed))
