"""The answers of the commands of plain mode that are possible at any time and change nothing."""

from bgterm.analysis import dice_proof
from bgterm.analysis.dice_messages import about_dice
from bgterm.analysis.dice_statistics import count_dice
from bgterm.catalog import _
from bgterm.notation.diagram import diagram
from bgterm.notation.errors import UnreadablePlay
from bgterm.notation.grammar import read_entries
from bgterm.notation.parse_position import ids_of
from bgterm.notation.position import position_of
from bgterm.plain import messages, position_speech, speech
from bgterm.plain.player import Seat
from bgterm.play.errors import NoProof
from bgterm.rules.board import Player
from bgterm.rules.games import next_game
from bgterm.text import clock as text_clock
from bgterm.text import events
from bgterm.text import help as text_help
from bgterm.text import ids as text_ids


def board(seat: Seat, _: str) -> None:
    """Describe the board."""
    seat.say(*position_speech.board(seat.match.names, seat.board, seat.default_player))


def bar(seat: Seat, _: str) -> None:
    """Describe the checkers on the bar."""
    seat.say(position_speech.bar(seat.match.names, seat.board))


def point(seat: Seat, text: str) -> None:
    """Describe one point or several."""
    numbers = _numbers(text)
    if not numbers:
        seat.say(messages.explained("p"))
    for number in numbers:
        seat.say(position_speech.point(seat.match.names, seat.board, seat.default_player, number))


def _numbers(text: str) -> list[int]:
    """Return the points that are named. Raises NotationError for a point that does not exist."""
    try:
        return [number for entry in read_entries(text).entries for number in entry.points]
    except UnreadablePlay:
        return []


def blots(seat: Seat, _: str) -> None:
    """Describe the blots."""
    seat.say(position_speech.blots(seat.match.names, seat.board, seat.default_player))


def pips(seat: Seat, _: str) -> None:
    """Describe the race."""
    seat.say(position_speech.pips(seat.match.names, seat.board))


def dice(seat: Seat, _: str) -> None:
    """Describe the roll, and what is left of it."""
    seat.say(speech.dice(seat.match, seat.draft))


def legal(seat: Seat, _: str) -> None:
    """Describe the next legal moves."""
    seat.say(speech.legal(seat.drafted))


def last(seat: Seat, _text: str) -> None:
    """Describe the last event."""
    lines = speech.event_lines(seat.table.header, seat.table.history, seat.settings.vocabulary)
    seat.say(*[line for _game, line in lines][-1:] or [_("Nothing has happened yet.")])


def moves(seat: Seat, text: str) -> None:
    """Describe the events of this game, or of all."""
    told = list(speech.event_lines(seat.table.header, seat.table.history, seat.settings.vocabulary))
    first = 0 if text.lower() == messages.EVERYTHING or not told else told[-1][0]
    number = 0
    for game, line in told:
        if game >= first and game != number:
            number = game
            seat.say(speech.heading(game))
        if game >= first:
            seat.say(line)
    if not told:
        seat.say(_("Nothing has happened yet."))


def score(seat: Seat, _: str) -> None:
    """Describe the score."""
    seat.say(position_speech.score(next_game(seat.match), seat.table.header.stake))


def rules(seat: Seat, _: str) -> None:
    """Describe the rules of this match."""
    header, evidence = seat.table.header, seat.table.dice_evidence
    commitment = evidence.commitment if evidence else ""
    seat.say(
        *events.about_preset(seat.preset),
        *text_help.rules_of(seat.match),
        *text_help.about_stake(header.stake),
        about_dice(header.dice, commitment),
    )


def proof(seat: Seat, _: str) -> None:
    """Describe the proof of verifiable dice."""
    table = seat.table
    if table.dice_evidence is None:
        raise NoProof()
    over = table.closed or table.match.winner is not None
    seat.say(*dice_proof.proof(table.header, table.dice_evidence, table.history, over=over))


def terms(seat: Seat, _text: str) -> None:
    """Describe the terms of the game."""
    seat.say(*(f"{term}: {meaning}." for term, meaning in text_help.glossary().items()))


def ids(seat: Seat, _: str) -> None:
    """Return the ids of the position before the current turn, for other programs."""
    seat.say(*map(text_ids.named, ids_of(position_of(seat.match))), _before_the_turn(seat))


def drawn(seat: Seat, _: str) -> None:
    """Draw the position of the ids."""
    seat.say(*diagram(position_of(seat.match), seat.match.names).splitlines(), _before_the_turn(seat))


def _before_the_turn(seat: Seat) -> str:
    return (
        _("This is the position before the turn: board tells it with the moves so far.")
        if seat.draft and seat.draft.moves
        else ""
    )


def clock(seat: Seat, _text: str) -> None:
    """Describe the time left for both."""
    clocks = seat.clocks
    if clocks is None:
        seat.say(_("This match is played without a clock."))
    else:
        white, black = (clocks.left(player) for player in Player)
        seat.say(text_clock.times_left(seat.match.names, white, black))


def luck(seat: Seat, _: str) -> None:
    """Describe the statistics of the dice."""
    counts = count_dice(seat.table.header, seat.table.history)
    seat.say(*position_speech.luck(seat.match.names, counts))
