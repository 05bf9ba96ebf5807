"""What the commands of plain mode tell that can be asked at any time and changes nothing."""

from bgterm.notation import (
    clock_words,
    command_words,
    id_words,
    position_words,
    proof_words,
    spoken,
    teaching,
    words,
)
from bgterm.notation.diagram import diagram
from bgterm.notation.dice_words import about_dice
from bgterm.notation.entries import read_entries
from bgterm.notation.pasted import ids_of
from bgterm.notation.position import position_of
from bgterm.notation.statistics import count_dice
from bgterm.notation.troubles import Trouble
from bgterm.plain.seat import Seat
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, NotationError, Rule
from bgterm.rules.series import going_on


def board(seat: Seat, _: str) -> None:
    """Tell where everything stands."""
    seat.say(*position_words.board(seat.match.names, seat.board, seat.acting))


def bar(seat: Seat, _: str) -> None:
    """Tell who is on the bar."""
    seat.say(position_words.bar(seat.match.names, seat.board))


def point(seat: Seat, text: str) -> None:
    """Tell what stands on one point or several."""
    numbers = _numbers(text)
    if not numbers:
        seat.say(command_words.explained("p"))
    for number in numbers:
        seat.say(position_words.point(seat.match.names, seat.board, seat.acting, number))


def _numbers(text: str) -> list[int]:
    """Give the points that are named; none when it says something else. Raises NotationError for no such point."""
    try:
        return [number for entry in read_entries(text).entries for number in entry.points]
    except NotationError as fault:
        if fault.rule is Rule.UNREADABLE:
            return []
        raise


def blots(seat: Seat, _: str) -> None:
    """Tell of the single checkers."""
    seat.say(position_words.blots(seat.match.names, seat.board, seat.acting))


def pips(seat: Seat, _: str) -> None:
    """Tell of the race."""
    seat.say(position_words.pips(seat.match.names, seat.board))


def dice(seat: Seat, _: str) -> None:
    """Tell what was rolled, and what of it is left."""
    seat.say(spoken.dice(seat.match, seat.draft))


def legal(seat: Seat, _: str) -> None:
    """Tell which moves may come next."""
    seat.say(spoken.legal(seat.drafted))


def last(seat: Seat, _: str) -> None:
    """Tell what happened last."""
    told = [text for _, text in spoken.story(seat.table.header, seat.table.history, seat.settings.vocabulary)]
    seat.say(*told[-1:] or [spoken.NOTHING_YET])


def moves(seat: Seat, text: str) -> None:
    """Tell what happened in this game, or in all."""
    told = list(spoken.story(seat.table.header, seat.table.history, seat.settings.vocabulary))
    first = 0 if text.lower() == command_words.EVERYTHING or not told else told[-1][0]
    number = 0
    for game, line in told:
        if game >= first and game != number:
            number = game
            seat.say(spoken.heading(game))
        if game >= first:
            seat.say(line)
    if not told:
        seat.say(spoken.NOTHING_YET)


def score(seat: Seat, _: str) -> None:
    """Tell the score."""
    seat.say(position_words.score(going_on(seat.match), seat.table.header.stake))


def rules(seat: Seat, _: str) -> None:
    """Tell the rules of this match."""
    header, evidence = seat.table.header, seat.table.dice_evidence
    commitment = evidence.commitment if evidence else ""
    seat.say(
        *words.about_preset(seat.preset),
        *teaching.rules_of(seat.match),
        *teaching.about_stake(header.stake),
        about_dice(header.dice, commitment),
    )


def proof(seat: Seat, _: str) -> None:
    """Tell the proof of verifiable dice."""
    table = seat.table
    if table.dice_evidence is None:
        raise IllegalAction(Trouble.NO_PROOF)
    over = table.closed or table.match.winner is not None
    seat.say(*proof_words.proof(table.header, table.dice_evidence, table.history, over=over))


def terms(seat: Seat, _: str) -> None:
    """Tell the terms of the game."""
    seat.say(*(f"{term}: {meaning}." for term, meaning in teaching.GLOSSARY.items()))


def ids(seat: Seat, _: str) -> None:
    """Tell the position, before the turn that is made, as other programs read it."""
    seat.say(*map(id_words.named, ids_of(position_of(seat.match))), _before_the_turn(seat))


def drawn(seat: Seat, _: str) -> None:
    """Draw the position of the ids."""
    seat.say(*diagram(position_of(seat.match), seat.match.names).splitlines(), _before_the_turn(seat))


def _before_the_turn(seat: Seat) -> str:
    return id_words.BEFORE_THE_TURN if seat.draft and seat.draft.moves else ""


def clock(seat: Seat, _: str) -> None:
    """Tell what time both have left."""
    clocks = seat.clocks
    if clocks is None:
        seat.say(clock_words.NO_CLOCK)
    else:
        white, black = (clocks.left(player) for player in Player)
        seat.say(clock_words.times_left(seat.match.names, white, black))


def luck(seat: Seat, _: str) -> None:
    """Tell how the dice fell."""
    counts = count_dice(seat.table.header, seat.table.history)
    seat.say(*position_words.luck(seat.match.names, counts))
