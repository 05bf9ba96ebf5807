"""A match in lines of text: its events, its prompts, and the possible answers.

What `bgterm.text.events` says to everyone is said here too, as whole sentences; worded anew is only what it
says of keys, and what a screen shows beside it.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from bgterm.analysis.dice_messages import dice_wanted
from bgterm.editing.turn_draft import Draft
from bgterm.editing.unrefereed_draft import FreeDraft
from bgterm.notation.plays import play_text
from bgterm.plain import position_speech
from bgterm.plain.commands_text import OVER, sentence
from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
)
from bgterm.rules.games import next_game
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Header, Match, Phase, Resignation
from bgterm.rules.moves.base import Play
from bgterm.rules.moves.explain import moves_forbidden_by_prime
from bgterm.rules.referee import states
from bgterm.text import drafting, events
from bgterm.text import score as text_score
from bgterm.text.errors import why
from bgterm.text.joining import join_or
from bgterm.text.score import WinNames

_ASKED_AT_ONCE = Rolled | Doubled | Beavered | ResignationOffered | TakeBackAsked
"""Events that the next prompt describes."""
_THE_END = ResignationAccepted | Dropped | FlagClaimed
"""Events that the end of the game describes."""

NOTHING_YET = "Nothing has happened yet."
"""The line about a match that has not begun."""


def roll(dice: Dice) -> str:
    """Return a roll as words: `3 1`."""
    return f"{dice.high} {dice.low}"


# What happened


def happened(before: Match, event: Event, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Describe what happened in the match as it was `before` the event, a play with its roll."""
    match event:
        case Moved(player, play) if before.game.dice:
            return f"{before.names[player.index]} {_played(before, player, play, before.game.dice)}."
        case _:
            return sentence(events.tell(before, event, vocabulary))


def _played(match: Match, player: Player, play: Play, dice: Dice) -> str:
    """Describe what a player did with a roll."""
    if play:
        return f"played {roll(dice)}: {in_words(match.game.board, player, play)}"
    plays = legal_plays(match)
    nothing = ": no legal move" if plays and not plays.moves_needed else " and played nothing"
    return f"rolled {roll(dice)}{nothing}"


def in_words(board: Board, player: Player, play: Play, text: str = "") -> str:
    """Describe a play, by its `text` or the canonical one, with its hits and checkers borne off in words.

    >>> from bgterm.rules.board import Move
    >>> board = Board.of(white={6: 2, 1: 1}, black={22: 1})
    >>> in_words(board, Player.WHITE, (Move(6, 3), Move(1, 0)))
    '6/3* 1/off, hitting on 3, bearing off 1'
    """
    parts = [text or play_text(board, player, play)]
    if hit := sorted({move.dst for move in play if board.hits(player, move)}, reverse=True):
        parts.append(f"hitting on {' and '.join(map(str, hit))}")
    if off := sum(move.dst == OFF for move in play):
        parts.append(f"bearing off {off}")
    return ", ".join(parts)


def news(before: Match, event: Event, after: Match, vocabulary: WinNames = WinNames.USUAL) -> list[str]:
    """Describe what happened, so far as neither the question that follows nor the end of the game tells it."""
    tie = isinstance(event, OpeningThrown) and after.game.phase is Phase.OPENING
    told = tie or isinstance(event, _ASKED_AT_ONCE | _THE_END)
    said = [] if told else [happened(before, event, vocabulary), *_aside(event, after)]
    return [*said, *_outcome(after, vocabulary)]


def _aside(event: Event, after: Match) -> list[str]:
    """Describe after a play who is on the bar, and how many are off when some were borne off."""
    if not isinstance(event, Moved) or after.last_game.result:
        return []
    off = any(move.dst == OFF for move in event.play)
    board, names = after.last_game.board, after.names
    return [*position_speech.on_the_bar(names, board), *([position_speech.off(names, board)] if off else [])]


def _outcome(match: Match, vocabulary: WinNames) -> list[str]:
    """Describe the end of the game, if it is over, and the score."""
    if match.last_game.result is None or match.last_game.pending:
        return []
    won = f"{text_score.headline(match, vocabulary)}: {text_score.arithmetic(match)}."
    return [won, sentence(text_score.score_line(match))]


def heading(game: int) -> str:
    """Return the heading of a game."""
    return f"Game {game}."


def event_lines(
    header: Header, history: Sequence[Event], vocabulary: WinNames = WinNames.USUAL
) -> Iterator[tuple[int, str]]:
    """Yield every event except bare rolls, each with the number of its game."""
    for (before, after), event in zip(pairwise(states(header, history)), history, strict=True):
        if not isinstance(event, Rolled):
            yield after.last_game.number, happened(before, event, vocabulary)


def caught_up(header: Header, history: Sequence[Event], vocabulary: WinNames = WinNames.USUAL) -> list[str]:
    """Return what happened last to those who sit down now, unless the question that follows tells it."""
    told = [text for _, text in event_lines(header, history, vocabulary)]
    asked = bool(history) and isinstance(history[-1], _ASKED_AT_ONCE) and not isinstance(history[-1], Rolled)
    if asked or not told:
        return []
    *_, match = states(header, history)
    return [told[-1], *position_speech.on_the_bar(match.names, match.last_game.board)]


# Who is asked what


def question(
    match: Match,
    here: Collection[Player],
    *,
    dice_typed: bool = False,
    vocabulary: WinNames = WinNames.USUAL,
) -> str:
    """Return the prompt with its answers, addressed to the players `here`.

    Of a roll to be played it says no more than the roll: how to go on says `turn`.
    """
    match = next_game(match)
    actor = match.to_act
    if actor is None and match.winner is not None:
        return OVER
    if actor is None:
        return _opening(match, dice_typed) if here else sentence(events.question(match, vocabulary))
    if actor not in here:
        return sentence(events.question(match, vocabulary))
    if match.last_game.pending:
        return _offer(match, vocabulary)
    match match.game.phase:
        case Phase.DOUBLED:
            return _double(match, choices(match, actor))
        case Phase.TO_ACCEPT:
            return f"{events.question(match)} Type accept or challenge."
        case Phase.TO_ROLL:
            turn = "your turn: " if len(here) == 1 else ""
            return _begun(match) + _to(match, actor, here, turn + _throw(match, choices(match, actor), dice_typed))
        case _:
            return _to(match, actor, here, f"you rolled {roll(match.game.dice)}." if match.game.dice else "")


def _opening(match: Match, dice_typed: bool) -> str:
    how = f"Now {dice_wanted(match)}." if dice_typed else "Type roll."
    return f"{events.question(match)} {_crawford(match)}{how}"


def _begun(match: Match) -> str:
    """Describe which game begins, when no opening throw is told of it."""
    new = not match.game.turns and not match.game.throws
    return f"Game {match.game.number}. {_crawford(match)}" if new else ""


def _crawford(match: Match) -> str:
    """Describe at the start of the Crawford game what it means."""
    return f"{why(IllegalAction(Rule.CRAWFORD))}. " if match.game.crawford and not match.game.throws else ""


def _offer(match: Match, vocabulary: WinNames) -> str:
    asked = events.question(match, vocabulary)
    if not isinstance(match.last_game.pending, Resignation):
        return f"{asked} Type accept or refuse."
    accepted, refused = events.answers_to_resignation(match)
    return f"{asked} Accept: {accepted}. Refuse: {refused}."


def _double(match: Match, can: Choices) -> str:
    passed, taken = events.answers_to_double(match)
    answers = [f"Take: {taken}", f"pass: {passed}", *([events.beaver(match)] if can.beaver else [])]
    return " ".join([events.question(match), *map(sentence, answers)])


def _throw(match: Match, can: Choices, dice_typed: bool) -> str:
    others = [name for name, may in (("double", can.double), ("challenge", can.challenge)) if may]
    if not dice_typed:
        return f"{join_or(['roll', *others])}."
    return f"{dice_wanted(match)}{''.join(f', or {other}' for other in others)}."


def _to(match: Match, player: Player, here: Collection[Player], text: str) -> str:
    """Address a sentence to a player, by name where the opponent reads it too."""
    return f"{match.names[player.index]}, {text}" if len(here) > 1 else sentence(text)


# The turn that is made


def turn(draft: Draft) -> str:
    """Describe how far a turn is made, and how to go on."""
    if isinstance(draft, FreeDraft):
        made = in_words(draft.plays.board, draft.plays.player, draft.moves)
        return f"So far {made}. Go on, or type done." if draft.moves else f"Your move. {drafting.POLICED}"
    made = in_words(draft.plays.board, draft.plays.player, draft.moves)
    if not draft.complete:
        return f"So far {made}. Left to play: {left(draft)}." if draft.moves else f"{_barred(draft)}Your move."
    if draft.forced:
        return (
            f"Only one play: {made}. Type done." if draft.moves else f"{_barred(draft)}No legal move. Type done."
        )
    return f"{made}. Type done, or undo."


def _barred(draft: Draft) -> str:
    """Describe how many checkers must enter before anything else."""
    count = draft.plays.board.counts(draft.plays.player)[BAR]
    return f"You have {count} on the bar. " if count else ""


def left(draft: Draft) -> str:
    """Describe which numbers are still to be played."""
    return " ".join(map(str, draft.unused))


def dice(match: Match, draft: Draft | None) -> str:
    """Describe the roll, and the numbers left to play."""
    game = match.game
    if game.dice is None or game.on_roll is None:
        return "No dice lie on the board."
    told = f"{match.names[game.on_roll.index]} rolled {roll(game.dice)}."
    if draft is None or isinstance(draft, FreeDraft) or not draft.moves:
        return told
    return f"{told} Left: {left(draft) or 'nothing'}."


def legal(draft: Draft) -> str:
    """Describe which moves may come next, and in Long backgammon what its head and rows forbid."""
    if isinstance(draft, FreeDraft):
        return drafting.POLICED
    board, player = draft.board, draft.plays.player
    moves = [play_text(board, player, (move,)) for move in sorted(draft.next_moves, reverse=True)]
    hits = [text.removesuffix("*") for text in moves if text.endswith("*")]
    head = draft.plays.head(draft.moves)
    long = (
        [drafting.head_count(head), drafting.walls(moves_forbidden_by_prime(draft.plays, draft.moves))]
        if head
        else []
    )
    told = f"legal: {', '.join(moves)}" if moves else "nothing is left to play: type done, or undo"
    hitting = f"hitting: {', '.join(hits)}" if hits else ""
    return " ".join(sentence(text) for text in (told, hitting, *long) if text)
