"""A match as the rows of a match file: what they can say in their own way, everything else as it is in a journal.

Each entry that is written is first read back where the match stands (`bgterm.formats.entry_events`). When that
gives the events it was made of it is written; when not, or when a play was taken back, the event is kept as it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bgterm.formats import transcript
from bgterm.formats.entry_events import events_for
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.board import Board, Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    PlayAccepted,
    ResignationOffered,
    RollCorrected,
    Rolled,
    Taken,
    TakenBack,
)
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Ending, Header, MatchState, Phase
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply_recorded
from bgterm.rules.refusal import ActionKind, refusal
from bgterm.rules.replay import Replay, Step


def own_head(header: Header) -> str:
    """Return the line by which a file is read back, without the keys of the players, since files are passed on."""
    return write_line(replace(header, seats=("", "")))


def export_games(header: Header, items: Iterable[Event | Note]) -> Iterator[transcript.GameText]:
    """Yield what a file says of each game. Raises BackgammonError when the events are not a match."""
    events = [item for item in items if not isinstance(item, Note)]
    states = Replay(header, events)
    remade = withdrawn_plays(states.steps())
    game, told = states.at(0), list[transcript.KnownEntry]()
    at = begun = 0
    while at < len(events):
        now = states.at(at)
        if now.game.number != game.game.number and states.at(at + 1).shown_game.number != game.game.number:
            yield _game(game, told, now)
            game, told, begun = now, [], at
        entry, count = _entry(now, events, at, remade) or (transcript.RawEvent(events[at], at - begun), 1)
        told.append(entry)
        at += count
    yield _game(game, told, states.at(states.last))


def withdrawn_plays(steps: Iterable[Step]) -> frozenset[int]:
    """Return which plays were taken back, or challenged and not legal, by their places among the events."""
    found, last = set[int](), 0
    for at, step in enumerate(steps):
        if isinstance(step.event, Moved):
            last = at
        elif isinstance(step.event, TakenBack | Challenged) and step.after.game.phase is Phase.TO_MOVE:
            found.add(last)
    return frozenset(found)


def _game(begun: MatchState, told: list[transcript.KnownEntry], ended: MatchState) -> transcript.GameText:
    """Return the text of one game, with its result when that is not yet told."""
    result = ended.shown_game.result
    if (
        result
        and result.winner is not None
        and result.points
        and not any(isinstance(entry, transcript.GameResult) for entry in told)
    ):
        told = [
            *told,
            transcript.GameResult(result.winner, result.points, resigned=result.ending is Ending.RESIGNED),
        ]
    rows = tuple(transcript.TranscriptRow(0, entry) for entry in told)
    return transcript.GameText(0, begun.score, begun.game.number, rows, begun.game.crawford)


def _entry(
    match: MatchState, events: Sequence[Event], at: int, remade: frozenset[int]
) -> tuple[transcript.KnownEntry, int] | None:
    """Return the entry for the event at a place, and how many events it tells; None when no entry tells it."""
    if at not in remade:
        for entry, count in _candidates(match, events, at, remade):
            if _says(match, entry, tuple(events[at : at + count])):
                return entry, count
    return None


def _says(match: MatchState, entry: transcript.KnownEntry, events: tuple[Event, ...]) -> bool:
    """Whether the entry is read back as the events."""
    try:
        return events_for(match, entry) == events
    except BackgammonError:
        return False


def _candidates(
    match: MatchState, events: Sequence[Event], at: int, remade: frozenset[int]
) -> Iterator[tuple[transcript.KnownEntry, int]]:
    """Yield what could tell the event at a place, and the one after it, in a file's own way."""
    event, game = events[at], match.game
    match event:
        case OpeningThrown() | Rolled():
            yield from _of_roll(match, events, at, remade)
        case Moved(player, play):
            yield _playing(match, player, play), 1
        case Doubled(player):
            yield transcript.CubeTurned(player, game.cube.offered), 1
        case Beavered(player):
            yield transcript.CubeTurned(player, 2 * game.cube.offered, again=True), 1
        case Taken(player) | Dropped(player):
            yield transcript.CubeReply(player, isinstance(event, Taken)), 1
        case ResignationOffered() | PlayAccepted():
            yield from _of_end(match, events, at)
        case _:
            pass


def _of_roll(
    match: MatchState, events: Sequence[Event], at: int, remade: frozenset[int]
) -> Iterator[tuple[transcript.KnownEntry, int]]:
    """Yield a roll with its play; alone only when it was never played; nothing for a mistyped one."""
    thrown = apply_recorded(match, events[at])
    player, dice = thrown.game.on_roll, thrown.game.dice
    if player is None or dice is None:
        return
    following = events[at + 1] if at + 1 < len(events) else None
    if isinstance(following, OpeningCorrected | RollCorrected):
        return
    if isinstance(following, Moved) and at + 1 not in remade:
        yield _playing(thrown, player, following.play), 2
    later = (events[i] for i in range(at + 1, len(events)) if i not in remade)
    if not isinstance(next((event for event in later if isinstance(event, _TURNS)), None), Moved):
        yield transcript.RollAndPlay(player, dice), 1


_TURNS = (OpeningThrown, Rolled, Moved)


def _of_end(match: MatchState, events: Sequence[Event], at: int) -> Iterator[tuple[transcript.KnownEntry, int]]:
    """Yield only the result when a game was resigned, or when its last play was accepted."""
    ended = match
    for count, event in enumerate(events[at : at + 2], 1):
        ended = apply_recorded(ended, event)
        result = ended.shown_game.result
        if result and result.winner is not None:
            yield (
                transcript.GameResult(result.winner, result.points, resigned=result.ending is Ending.RESIGNED),
                count,
            )
            return


def _playing(match: MatchState, player: Player, play: Play) -> transcript.RollAndPlay:
    """Return the entry for a play of the roll that is to be played."""
    plays, dice = legal_plays(match), match.game.dice
    if plays is None or dice is None:
        raise refusal(match, player, ActionKind.MOVE)
    return transcript.RollAndPlay(
        player, dice, _moves(match.game.board, player, play), passed=not (play or plays.moves_needed)
    )


def _moves(board: Board, player: Player, play: Play) -> str:
    """Return a play move by move in its order, a star where a blot is hit."""
    told = []
    for move in play:
        told.append(f"{move.src}/{move.dst}{'*' if board.hits(player, move) else ''}")
        board = board.moved(player, move)
    return " ".join(told)
