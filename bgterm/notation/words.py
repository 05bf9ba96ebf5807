"""What players are told of a match: what happened, what is to be done, where it stands.

Front ends lay sentences out; none of them makes one of its own. Why something is refused is said in `refusals`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import assert_never

from bgterm.notation.draft import Draft
from bgterm.notation.plays import play_text
from bgterm.notation.rolls import roll_text
from bgterm.rules.board import Board, Move, Movement, Player
from bgterm.rules.choices import Choices
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
    Unrecorded,
)
from bgterm.rules.legal import last_play_was_legal
from bgterm.rules.match import Ending, Game, Match, Phase, Resignation, TakeBack, Win
from bgterm.rules.plays import HeadCount, Play
from bgterm.rules.referee import apply
from bgterm.rules.series import going_on
from bgterm.rules.variants import Variant

_WINS: Mapping[Movement, Mapping[Win, str]] = {
    Movement.HITTING: {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"},
    Movement.NARDE: {Win.SINGLE: "oin", Win.GAMMON: "mars", Win.BACKGAMMON: "koks"},
}


def played(board: Board, player: Player, play: Play) -> str:
    """Name a play on the board before it; one without moves is said to be none."""
    return play_text(board, player, play) or "no legal move"


def win_name(variant: Variant, win: Win) -> str:
    """Name how a game is won, in the words of the variant. [RULES A-55 to A-58, L31, L32]"""
    return _WINS[variant.movement][win]


def _a_win(variant: Variant, win: Win) -> str:
    name = win_name(variant, win)
    return f"an {name}" if name.startswith("o") else f"a {name}"


def with_mars_and_koks(text: str) -> str:
    """Put the other names of gammon and backgammon beside them. [RULES, Names]

    >>> with_mars_and_koks("Ann wins a gammon")
    'Ann wins a gammon (Mars)'
    """
    return re.sub(r"\b(back)?gammon\b", lambda found: f"{found[0]} ({'Koks' if found[1] else 'Mars'})", text)


# What happened


def tell(before: Match, event: Event) -> str:  # noqa: C901 - one line for each event
    """Say what happened in the match as it was `before` the event."""
    names, game = before.names, before.game
    match event:
        case OpeningThrown(white, black):
            return opening_throw(names, (white, black))
        case Rolled(player, dice):
            return f"{names[player]} rolled {roll_text(dice)}"
        case Moved(player, play):
            rolled = roll_text(game.dice) if game.dice else ""
            return f"{names[player]} {rolled}: {played(game.board, player, play)}"
        case Doubled(player):
            return f"{names[player]} doubles to {game.cube.offered}"
        case Beavered(player):
            return f"{names[player]} {_turns(game.raises + 1)} to {2 * game.cube.offered}"
        case Taken(player) if game.raises:
            return f"{names[player]} accepts: the cube is at {game.cube.offered}"
        case Taken(player):
            return f"{names[player]} takes and owns the cube at {game.cube.offered}"
        case Dropped(player):
            return f"{names[player]} passes"
        case ResignationOffered(player, win):
            return f"{names[player]} offers to resign {_a_win(before.variant, win)}"
        case ResignationAccepted(player):
            return f"{names[player]} accepts the resignation"
        case ResignationRefused(player):
            return f"{names[player]} refuses the resignation: play goes on"
        case TakeBackAsked(player):
            return f"{names[player]} asks to take back the play"
        case TakenBack(player):
            return f"{names[player]} agrees: the play is taken back"
        case TakeBackRefused(player):
            return f"{names[player]} does not agree: the play stands"
        case Challenged(player):
            return f"{names[player]} challenges the play: {_judged(before)}"
        case PlayAccepted(player):
            return f"{names[player]} accepts the play"
        case FlagClaimed(player):
            return f"{names[player]} claims the flag: {names[player.opponent]} has no time left"
        case Unrecorded(winner, points):
            won = f"{names[winner]} wins {points}" if winner is not None else "nobody is said to have won"
            return f"The rest of the game is not recorded: {won}"
        case _:
            assert_never(event)


def brief(before: Match, event: Event) -> tuple[Player, str] | None:  # noqa: C901 - the same
    """Say in a few words what a player did, for a narrow list; None for what its outcome will tell."""
    match event:
        case Moved(player, play):
            dice = before.game.dice
            rolled = f"{dice.high}{dice.low}" if dice else ""
            return player, f"{rolled}: {play_text(before.game.board, player, play) or 'no move'}"
        case Doubled(player):
            return player, f"doubles to {before.game.cube.offered}"
        case Beavered(player):
            return player, f"{_turns(before.game.raises + 1)} to {2 * before.game.cube.offered}"
        case Taken(player):
            return player, "accepts" if before.game.raises else "takes"
        case Dropped(player):
            return player, "passes"
        case ResignationOffered(player, win):
            return player, f"resigns {_a_win(before.variant, win)}?"
        case ResignationAccepted(player):
            return player, "accepts"
        case ResignationRefused(player):
            return player, "refuses"
        case TakeBackAsked(player):
            return player, "takes back?"
        case TakenBack(player):
            return player, "agrees"
        case TakeBackRefused(player):
            return player, "does not agree"
        case Challenged(player):
            return player, "challenges"
        case PlayAccepted(player):
            return player, "accepts"
        case FlagClaimed(player):
            return player, "claims the flag"
        case OpeningThrown() | Rolled() | Unrecorded():
            return None
        case _:
            assert_never(event)


def _turns(raises: int) -> str:
    """Name what a player does who turns the cube again in answer to a double."""
    return {1: "beavers", 2: "raccoons"}.get(raises, "turns the cube again")


def _judged(before: Match) -> str:
    """Say what a challenge of the last play leads to."""
    return "it was legal and stands" if last_play_was_legal(before) else "it was not legal and is made anew"


def opening_throw(names: tuple[str, str], throw: tuple[int, int]) -> str:
    """Say what each player threw for the opening and who starts."""
    white, black = throw
    said = f"{names[Player.WHITE]} throws {white}, {names[Player.BLACK]} {black}"
    if white == black:
        return f"{said}: a tie, throw again"
    return f"{said}: {names[Player.WHITE if white > black else Player.BLACK]} starts"


# What is to be done


def question(match: Match) -> str:
    """Say in one line who must do what now."""
    game, names = match.game, match.names
    if game.pending:
        return _asked(match, game.pending)
    match game.phase:
        case Phase.OVER:
            return headline(match)
        case Phase.OPENING:
            throw = opening_throw(names, game.throws[-1]) if game.throws else "Throw one die each for the start"
            return f"Game {game.number}. {throw}."
        case _ if game.on_roll is None:
            return ""
        case Phase.TO_ROLL:
            return f"{names[game.on_roll]} to roll"
        case Phase.DOUBLED:
            return _double_question(names, game, game.on_roll)
        case Phase.TO_MOVE:
            return f"{names[game.on_roll]} to move {roll_text(game.dice) if game.dice else ''}"
        case Phase.TO_ACCEPT:
            asked = names[game.on_roll.opponent]
            return f"{names[game.on_roll]} is off: {asked}, do you accept the play or challenge it?"
        case _:
            assert_never(game.phase)


def _asked(match: Match, pending: Resignation | TakeBack) -> str:
    asking, asked = match.names[pending.player], match.names[pending.player.opponent]
    if isinstance(pending, TakeBack):
        return f"{asking} asks to take back the last play: {asked}, do you agree?"
    return f"{asking} offers to resign {_a_win(match.variant, pending.win)}: {asked}, your answer?"


def _double_question(names: tuple[str, str], game: Game, doubler: Player) -> str:
    if not game.raises:
        return f"{names[doubler]} doubles to {game.cube.offered}: {names[doubler.opponent]}, take or pass?"
    asked = doubler if game.raises % 2 else doubler.opponent
    turned = f"{names[asked.opponent]} {_turns(game.raises)} to {game.cube.offered}"
    return f"{turned}: {names[asked]}, accept or pass?"


def move_question(match: Match, draft: Draft) -> str:
    """Say who plays what, and how: all is played that can be, or a checker is in hand, or neither."""
    plays = draft.plays
    name, rolled = match.names[plays.player], roll_text(plays.dice)
    if not plays.moves_needed:
        return f"{name} rolled {rolled}: no legal move. Enter passes the dice."
    if draft.complete and draft.forced:
        return f"{name} rolled {rolled}: only one play. Enter picks up the dice."
    if draft.complete:
        return f"{name} {rolled}: Enter picks up the dice, Backspace takes back."
    if draft.picked is not None:
        return f"{name} to move {rolled}: choose where to put it down"
    return f"{name} to move {rolled}: choose a checker, or type a move"


POLICED = "No referee: the opponent may challenge the play before rolling or doubling."
"""What players must know who police themselves. [RULES A-73]"""
WHICH_WAY = "Which way? It decides what is hit."
"""The question when a checker can come to a point in several ways."""
WHICH_PLAY = "The legal plays: which?"
"""The question above the list of plays."""


def free_question(match: Match) -> str:
    """Say who plays what when any play may be left."""
    game = match.game
    if game.on_roll is None or game.dice is None:
        return ""
    return f"{match.names[game.on_roll]} to move {roll_text(game.dice)}: make your play; Enter leaves it so"


def several(count: int) -> str:
    """Say that a text can mean several things."""
    return f"that can be played in {count} ways: Enter asks which"


def head_count(count: HeadCount) -> str:
    """Say how many checkers have left the head in this turn, and how many may. [RULES L12]"""
    return f"head: {count.taken} of {count.allowed} taken"


def walls(moves: Iterable[Move]) -> str:
    """Say which moves six in a row forbids; empty when it forbids none. [RULES L20]"""
    texts = [f"{move.src}/{move.dst}" for move in moves]
    return f"would wall in six: {' '.join(texts)}" if texts else ""


def legal_moves(board: Board, player: Player, moves: Iterable[Move]) -> str:
    """Say which moves of one die may come next, hits starred: `legal: 8/5*  6/5`."""
    texts = [play_text(board, player, (move,)) for move in sorted(moves, reverse=True)]
    return f"legal: {'  '.join(texts)}" if texts else ""


def answers_to_double(match: Match) -> tuple[str, str]:
    """Say what passing and what taking makes of the score and the stake."""
    game, asked = match.game, match.game.to_act
    if asked is None or game.on_roll is None:
        return "", ""
    passed = standing(apply(match, Dropped(asked)))
    return passed, f"playing for {game.cube.offered}; {match.names[game.on_roll.opponent]} owns the cube"


def beaver(match: Match) -> str:
    """Say what turning the cube again in answer to a double makes of the stake."""
    game = match.game
    again = {0: "beaver", 1: "raccoon"}.get(game.raises, "turn the cube again")
    return f"{again}: playing for {2 * game.cube.offered}"


def answers_to_resignation(match: Match) -> tuple[str, str]:
    """Say what accepting and what refusing a resignation makes of the score."""
    asked = match.game.to_act
    if asked is None:
        return "", ""
    accepted = apply(match, ResignationAccepted(asked))
    return f"{arithmetic(accepted)}, {standing(accepted)}", "play goes on where it stands"


def which_resignation(match: Match, player: Player) -> str:
    """Ask what the player offers to resign."""
    return f"{match.names[player]}, what do you offer to resign? {match.names[player.opponent]} may refuse."


def resignation_costs(match: Match, player: Player, win: Win) -> str:
    """Say what an accepted resignation makes of the score."""
    offered = apply(match, ResignationOffered(player, win))
    return f"{win_name(match.variant, win)}: {standing(apply(offered, ResignationAccepted(player.opponent)))}"


def standing(match: Match) -> str:
    """Say who leads, or who has won the match."""
    winner, result = match.winner, match.game.result
    if winner is not None:
        on_time = " on time, at" if result and result.ending is Ending.ON_TIME else ""
        return (
            f"{match.names[winner]} wins the match{on_time} {match.score[winner]}-{match.score[winner.opponent]}"
        )
    return lead(match.names, match.score)


def lead(names: tuple[str, str], score: tuple[int, int]) -> str:
    """Say a score: `Ann leads 3-2`, or `3-3`."""
    white, black = score
    if white == black:
        return f"{white}-{black}"
    leader = Player.WHITE if white > black else Player.BLACK
    return f"{names[leader]} leads {max(score)}-{min(score)}"


# How it ended


def headline(match: Match) -> str:
    """Say who won the game, or the match, and how."""
    result = match.game.result
    if result is None:
        return ""
    if result.winner is None:
        return "Both are off: a draw" if result.ending is Ending.DRAWN else "Nobody is said to have won"
    name = match.names[result.winner]
    loser = match.names[result.winner.opponent]
    match result.ending:
        case Ending.BORNE_OFF | Ending.DRAWN:
            said = f"{name} wins {_a_win(match.variant, result.win)}"
        case Ending.DROPPED:
            said = f"{loser} passes: {name} wins"
        case Ending.RESIGNED:
            said = f"{loser} resigns: {name} wins {_a_win(match.variant, result.win)}"
        case Ending.ON_TIME:
            said = f"{loser} has no time left: {name} wins the match"
        case Ending.UNRECORDED:
            said = f"{name} wins, and the record does not tell how"
        case _:
            assert_never(result.ending)
    return said


def arithmetic(match: Match) -> str:
    """Say how the points of the game come about, `gammon 2 x cube 4 = 8`; empty while it goes on."""
    result = match.game.result
    if result is None:
        return ""
    if result.ending is Ending.DROPPED:
        return f"the stake before the double: {result.points}"
    if result.winner is None:
        return "no points"
    if result.ending is Ending.ON_TIME:
        return "the match is lost with the time, whatever the score"
    if result.ending is Ending.UNRECORDED:
        return f"as the record says: {result.points}"
    name = win_name(match.variant, result.win)
    if result.as_single:
        name += f" counts as {_a_win(match.variant, Win.SINGLE)}"
    if not match.ruleset.cube:
        return f"{name} = {result.points}"
    return f"{name}{':' * result.as_single} {result.times} x cube {result.cube} = {result.points}"


def score_line(match: Match) -> str:
    """Say the score after a game: who leads, or who has won the match."""
    if match.winner is not None:
        return standing(match)
    return f"{kind(match)}: {standing(match)}" if match.ruleset.length else f"the session: {standing(match)}"


# What is played


def kind(match: Match) -> str:
    """Say what is played: `match to 7`, `money session`."""
    return kind_of(match.ruleset.length)


def kind_of(length: int) -> str:
    """Say what a match to so many points is; 0 is a money session."""
    return f"match to {length}" if length else "money session"


def where_it_stands(match: Match) -> str:
    """Say which match this is and where it stands: `Ann 3, Bob 2, match to 5, game 4`."""
    return standing_of(match.names, match.score, match.ruleset.length, going_on(match).game.number)


def standing_of(names: tuple[str, str], score: tuple[int, int], length: int, game: int) -> str:
    """Say where a match stands of which this much is known."""
    (white, black), (mine, theirs) = names, score
    return f"{white} {mine}, {black} {theirs}, {kind_of(length)}, game {game}"


def kept(match: Match, name: str, *, closed: bool = False, plain: bool = False) -> str:
    """Say how a match that is left can be gone on with, in plain mode if so; or how it ended, if `closed`.

    Plain mode leaves out a name that not every output can show: the match that was left last needs none.
    """
    if closed or match.winner is not None:
        return f"{'Session closed: ' if closed else ''}{standing(match)}. Kept as {name}."
    resume = "bgterm resume --plain" if plain else "bgterm resume"
    told = "" if plain and not name.isascii() else f" {name}"
    return f"Kept: {where_it_stands(match)}. Go on with: {resume}{told}"


def title(match: Match) -> str:
    """Say what is played and how far it is: `Backgammon, match to 7, game 4, Crawford`."""
    parts = [match.variant.name, kind(match), f"game {match.game.number}"]
    if match.game.crawford:
        parts.append("Crawford")
    return ", ".join(parts)


def hint(match: Match, may: Choices) -> str:
    """Say in a few words what the player may do."""
    if match.game.phase is Phase.OPENING:
        return "the higher number starts and plays both"
    if may.answer_double:
        return "take or pass"
    if may.answer_resignation:
        return "accept or refuse"
    if may.roll and may.double:
        return f"roll, or double to {match.game.cube.offered} first"
    return ""
