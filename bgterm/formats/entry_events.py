"""The conversion of the entries of a match file to events, in the state of the match before each entry.

A file omits what can be inferred: the first roll is the opening throw, and a game that ends without a reason was
resigned. Only this module infers events; the exporter uses it to check that its file is read back unchanged.
"""

from bgterm.catalog import _
from bgterm.formats import transcript
from bgterm.notation.errors import invalid_value, unreadable_play
from bgterm.notation.plays import Entries, read_entries, read_plays
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState, Phase, Win, wins_of
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.unrefereed import FreePlays
from bgterm.rules.referee import apply, apply_recorded
from bgterm.rules.replay import Step


def steps_for(match: MatchState, entry: transcript.KnownEntry) -> tuple[Step, ...]:
    """Return the events of an entry, each with the match before and after it. Raises BackgammonError."""
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

    Raises BackgammonError for an impossible roll, such as a double that begins a game.
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
