"""A match in plain mode: its events, prompts and possible answers, in words.

Most messages are those of `bgterm.text.events` and `bgterm.text.questions`, as whole sentences. The messages here
name commands instead of keys, or contain what a screen shows beside the sentence.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from bgterm.analysis.dice_messages import dice_wanted
from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.notation.plays import play_text
from bgterm.plain import position_speech
from bgterm.play.participant import View
from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule
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
    RollCorrected,
    Rolled,
    TakeBackAsked,
)
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Header, MatchState, Phase
from bgterm.rules.moves.base import Play
from bgterm.rules.replay import Replay
from bgterm.text import events, questions
from bgterm.text import score as text_score
from bgterm.text.joining import join_and, join_list, join_or, sentence
from bgterm.text.score import WinNames

_ASKED_AT_ONCE = Rolled | Doubled | Beavered | ResignationOffered | TakeBackAsked
"""Events that need no line of their own, because the next prompt states them."""
_THE_END = ResignationAccepted | Dropped | FlagClaimed
"""Events that need no line of their own, because the line about the end of the game states them."""


def roll(dice: Dice) -> str:
    """Return the two numbers of a roll, the higher first: `3 1`."""
    return f"{dice.high} {dice.low}"


# What happened


def happened(before: MatchState, event: Event, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the sentence about an event, for which `before` is the match before it; a play includes its roll.

    `vocabulary` has the names of the kinds of wins.
    """
    match event:
        case Moved(player, play) if before.game.dice:
            return _played(before, player, play, before.game.dice)
        case RollCorrected(player, dice):
            return _("Corrected: {name} rolled {roll}.", name=before.names[player.index], roll=roll(dice))
        case _:
            return sentence(events.tell(before, event, vocabulary), before.names)


def _played(match: MatchState, player: Player, play: Play, dice: Dice) -> str:
    """Return the sentence about a player's play and its roll."""
    name, rolled = match.names[player.index], roll(dice)
    if play:
        made = in_words(match.game.board, player, play)
        return _("{name} played {roll}: {play}.", name=name, roll=rolled, play=made)
    plays = legal_plays(match)
    if plays and not plays.moves_needed:
        return _("{name} rolled {roll}: no legal move.", name=name, roll=rolled)
    return _("{name} rolled {roll} and played nothing.", name=name, roll=rolled)


def in_words(board: Board, player: Player, play: Play, text: str = "") -> str:
    """Return a play from this board, with its hits and checkers borne off in words.

    The play is in canonical notation, or as `text` unless that is empty. Points have the player's numbers.

    >>> from bgterm.rules.board import Move
    >>> board = Board.of(white={6: 2, 1: 1}, black={22: 1})
    >>> in_words(board, Player.WHITE, (Move(6, 3), Move(1, 0)))
    '6/3* 1/off, hitting on 3, bearing off 1'
    """
    made = text or play_text(board, player, play)
    hits = sorted({move.dst for move in play if board.hits(player, move)}, reverse=True)
    off = sum(move.dst == OFF for move in play)
    points = join_and(map(str, hits)) if hits else ""
    if points and off:
        return _("{play}, hitting on {points}, bearing off {count}", play=made, points=points, count=off)
    if points:
        return _("{play}, hitting on {points}", play=made, points=points)
    return _("{play}, bearing off {count}", play=made, count=off) if off else made


def news(before: MatchState, event: Event, after: MatchState, vocabulary: WinNames = WinNames.USUAL) -> list[str]:
    """Return the lines about an event, between the states `before` and `after` it, and about a game's end.

    An event that the next prompt or the end of the game states gets no line of its own.
    """
    tie = isinstance(event, OpeningThrown) and after.game.phase is Phase.OPENING
    told = tie or isinstance(event, _ASKED_AT_ONCE | _THE_END)
    said = [] if told else [happened(before, event, vocabulary), *_aside(event, after)]
    return [*said, *_outcome(after, vocabulary)]


def _aside(event: Event, after: MatchState) -> list[str]:
    """Return lines after a play: checkers on the bar, and checkers off if some were borne off."""
    if not isinstance(event, Moved) or after.shown_game.result:
        return []
    off = any(move.dst == OFF for move in event.play)
    board, names = after.shown_game.board, after.names
    return [*position_speech.on_the_bar(names, board), *([position_speech.off(names, board)] if off else [])]


def _outcome(match: MatchState, vocabulary: WinNames) -> list[str]:
    """Return the lines about the end of the game and the score; empty while the game is in progress."""
    if match.shown_game.result is None or match.shown_game.pending:
        return []
    result, points = text_score.headline(match, vocabulary), text_score.arithmetic(match)
    return [
        _("{result}: {points}.", result=result, points=points),
        sentence(text_score.score_line(match), match.names),
    ]


def heading(game: int) -> str:
    """Return the heading of a game with this number in the match, from 1: `Game 2.`"""
    return _("Game {number}.", number=game)


def games(
    header: Header, history: Sequence[Event], vocabulary: WinNames = WinNames.USUAL, *, last_only: bool = False
) -> list[str]:
    """Return for each game, or only the last, its heading and a line for each event except a bare roll.

    `history` has the events of the match, and `vocabulary` the names of the kinds of wins.
    """
    steps = (step for step in Replay(header, history).steps() if not isinstance(step.event, Rolled))
    lines = [(after.shown_game.number, happened(before, event, vocabulary)) for before, event, after in steps]
    first = lines[-1][0] if lines and last_only else 0
    shown = groupby((line for line in lines if line[0] >= first), key=itemgetter(0))
    return [text for game, told in shown for text in (heading(game), *(line for _game, line in told))]


def last_line(replay: Replay, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the sentence about the last event of a match that is not a bare roll; empty when there is none.

    `vocabulary` has the names of the kinds of wins.
    """
    for step in range(replay.last, 0, -1):
        event = replay.event(step)
        if event and not isinstance(event, Rolled):
            return happened(replay.at(step - 1), event, vocabulary)
    return ""


def caught_up(header: Header, history: Sequence[Event], vocabulary: WinNames = WinNames.USUAL) -> list[str]:
    """Return the lines about the last event of a match for a player who sits down; empty if the prompt states it.

    `history` has all events so far, and `vocabulary` the names of the kinds of wins.
    """
    if history and isinstance(history[-1], _ASKED_AT_ONCE) and not isinstance(history[-1], Rolled):
        return []
    replay = Replay(header, history)
    match = replay.at(replay.last)
    told = "" if history and isinstance(history[-1], _THE_END) else last_line(replay, vocabulary)
    if match.shown_game.result:
        return [*([told] if told else []), *_outcome(match, vocabulary)]
    return [told, *position_speech.on_the_bar(match.names, match.shown_game.board)] if told else []


# Questions


def question(view: View, typed_for: Player | None = None, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the prompt for the players or the spectator whose view this is; empty when there is nothing to ask.

    Of a roll to be played it only states the dice; `turn` returns the rest. The dice of an absent player, the
    `typed_for`, are typed at this terminal. `vocabulary` has the names of the kinds of wins.
    """
    match, here, can = view.match, view.seats, view.can
    actor = match.to_act
    if actor is None or view.over:
        return _end(view) if view.over else _start(view)
    if actor is typed_for:
        return _("Roll for {name}: type what the dice show, like 31.", name=match.names[actor.index])
    if actor not in here:
        return sentence(questions.question(match, vocabulary), match.names)
    if match.shown_game.pending:
        return _offer(match, vocabulary)
    match match.game.phase:
        case Phase.DOUBLED:
            return _double(match, can)
        case Phase.TO_ACCEPT:
            return _("{question} Type accept or challenge.", question=questions.question(match))
        case Phase.TO_ROLL:
            return _sentences(*_begun(match), _throw(view))
    if match.game.dice is None:
        return ""
    if len(here) > 1:
        return _("{name}, you rolled {roll}.", name=match.names[actor.index], roll=roll(match.game.dice))
    return _("You rolled {roll}.", roll=roll(match.game.dice))


def _end(view: View) -> str:
    """Return the prompt after the end of the match or of the money session."""
    if not view.seats:
        if view.session_closed:
            return _("The money session is closed: type quit to leave.")
        return _("The match is over: type quit to leave.")
    if view.session_closed:
        return _("The money session is closed. Type rematch for another, or quit.")
    return _("The match is over: type rematch, or quit to leave.")


def _start(view: View) -> str:
    """Return the prompt to roll for the start."""
    match = view.match
    if not view.seats:
        return sentence(questions.question(match), match.names)
    how = _("Now {type_dice}.", type_dice=dice_wanted(match)) if view.dice_typed else _("Type roll.")
    return _sentences(questions.question(match), _crawford(match), how)


def _sentences(*sentences: str) -> str:
    """Return the sentences that are not empty, in one line."""
    return " ".join(filter(None, sentences))


def _begun(match: MatchState) -> list[str]:
    """Return the heading of a game that begins without an opening throw, and the Crawford rule; else empty."""
    new = not match.game.turns and not match.game.throws
    return [heading(match.game.number), _crawford(match)] if new else []


def _crawford(match: MatchState) -> str:
    """Return the sentence about the Crawford rule at the start of the Crawford game; else empty."""
    return f"{_(ActionRule.CRAWFORD_GAME)}." if match.game.crawford and not match.game.throws else ""


def _offer(match: MatchState, vocabulary: WinNames) -> str:
    asked = questions.question(match, vocabulary)
    if not match.shown_game.resignation:
        return _("{question} Type accept or refuse.", question=asked)
    *accepted, refused = questions.answers_to_resignation(match)
    accepting = join_list(accepted)
    return _(
        "{question} Accept: {accepted}. Refuse: {refused}.", question=asked, accepted=accepting, refused=refused
    )


def _double(match: MatchState, can: Choices) -> str:
    passed, taken = questions.answers_to_double(match)
    asked = _(
        "{question} Take: {taken}. Pass: {passed}.", question=questions.question(match), taken=taken, passed=passed
    )
    return _sentences(asked, sentence(questions.beaver(match)) if can.beaver else "")


def _throw(view: View) -> str:
    """Return the prompt to roll, with the player's name if both players read it."""
    match, can = view.match, view.can
    others = [name for name, may in (("double", can.double), ("challenge", can.challenge)) if may]
    answers = dice_wanted(match) if view.dice_typed else join_or(["roll", *others])
    if view.dice_typed and others:
        answers = _("{type_dice}, or {commands}", type_dice=answers, commands=join_or(others))
    if len(view.seats) > 1 and match.to_act:
        return _("{name}, {answers}.", name=match.names[match.to_act.index], answers=answers)
    return _("Your turn: {answers}.", answers=answers)


# Drafts


def turn(draft: Draft) -> str:
    """Return the sentences about an unfinished turn: its moves so far, the numbers left, and how to continue."""
    made = in_words(draft.plays.board, draft.plays.player, draft.moves) if draft.moves else ""
    if draft.free:
        if made:
            return _("So far {play}. Go on, or type done.", play=made)
        return _sentences(_("Your move."), _(questions.POLICED))
    if not made:
        on_bar = draft.plays.board.counts(draft.plays.player)[BAR]
        barred = _("You have {count} on the bar.", count=on_bar) if on_bar else ""
        return _sentences(barred, _("No legal move. Type done.") if draft.complete else _("Your move."))
    if not draft.complete:
        return _("So far {play}. Left to play: {numbers}.", play=made, numbers=left(draft))
    if draft.forced:
        return _("Only one play: {play}. Type done.", play=made)
    return _("{play}. Type done, or undo.", play=made)


def left(draft: Draft) -> str:
    """Return the numbers of the roll that the draft has not played, with spaces between: `4 4`."""
    return " ".join(map(str, draft.unused))


def dice(match: MatchState, draft: Draft | None) -> str:
    """Return the sentence about the roll on the board, or that there is none, and the numbers left to play.

    `draft` is the unfinished turn; without one only the roll is named.
    """
    game = match.game
    if game.dice is None or game.on_roll is None:
        return _("No dice lie on the board.")
    name, rolled = match.names[game.on_roll.index], roll(game.dice)
    if draft is None or draft.free or not draft.moves:
        return _("{name} rolled {roll}.", name=name, roll=rolled)
    if not draft.unused:
        return _("{name} rolled {roll}. Left: nothing.", name=name, roll=rolled)
    return _("{name} rolled {roll}. Left: {numbers}.", name=name, roll=rolled, numbers=left(draft))


def legal(draft: Draft) -> str:
    """Return the sentences about the legal next moves of the draft, and which of them hit.

    In Long backgammon they also explain the limits of the head and of walls.
    """
    if draft.free:
        return _(questions.POLICED)
    board, player = draft.board, draft.plays.player
    moves = [play_text(board, player, (move,)) for move in sorted(draft.next_moves, reverse=True)]
    hits = [text.removesuffix("*") for text in moves if text.endswith("*")]
    return _sentences(
        _("Legal: {moves}.", moves=join_list(moves))
        if moves
        else _("Nothing is left to play: type done, or undo."),
        _("Hitting: {moves}.", moves=join_list(hits)) if hits else "",
        *map(sentence, questions.limits_of_long(draft)),
    )
