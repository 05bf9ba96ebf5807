"""Every sentence that players read. Front ends lay them out; none of them makes one of its own."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import assert_never

from bgterm.notation.plays import play_text
from bgterm.notation.record import Damage
from bgterm.rules.board import BAR, OFF, Board, Move, Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalAction, Rule
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
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
)
from bgterm.rules.legal import last_play_was_legal, legal_plays
from bgterm.rules.match import Ending, Game, Match, Phase, Resignation, Result, TakeBack, Win
from bgterm.rules.options import misplaced, why_not_option
from bgterm.rules.plays import HeadCount, Play
from bgterm.rules.referee import apply
from bgterm.rules.variants import Ruleset, Variant

_SENTENCES: Mapping[Rule, str] = {
    Rule.NO_CHECKER: "no checker of yours is on {src}",
    Rule.BAR_FIRST: "a checker is on the bar: it must enter first",
    Rule.BLOCKED: "{src}/{dst} is blocked: {opponent} holds it with {count}",
    Rule.WRONG_NUMBER: "{src}/{dst} needs a {need}: you rolled {dice}",
    Rule.NOT_HOME: "not all your checkers are home: one is still on {src}",
    Rule.HIGHER_CHECKER: "{src}/off with a {die} is for the highest checker only: one is on {higher}",
    Rule.BOTH_NUMBERS: "{dice} can both be played: after {done} no {die} is left",
    Rule.LARGER_NUMBER: "only one number can be played: it must be the {die}",
    Rule.UNFINISHED: "not finished: {left} can still be played and must be",
    Rule.NOTHING_LEFT: "no number is left to move with",
    Rule.WRONG_STAR: "nothing is hit on {dst}: leave the star out",
    Rule.BACKWARDS: "{src}/{dst} goes backwards: checkers move to lower numbers",
    Rule.NUMBER_USED: "{src}/{dst} needs a {need}: you have {left} left",
    Rule.NOT_REACHED: "no checker of yours can come to {dst} with what is left of the roll",
    Rule.HIT_AND_RUN: "no hit and run: the checker that hits on {dst} must stay there",
    Rule.HEAD: "head: {taken} of {allowed} taken: no other checker may leave it in this turn",
    Rule.SIX_IN_A_ROW: "{src}/{dst} would wall in six with nobody in front",
    Rule.SIX_AND_NOBODY_HOME: "{src}/{dst} would wall in six before {opponent} has a checker home",
    Rule.NO_SIX_IN_A_ROW: "{src}/{dst} would wall in six, which this table forbids",
    Rule.FEWER_NUMBERS: "{most} numbers can be played: after {done} it would be fewer",
    Rule.UNREADABLE: '"{text}" cannot be read: write moves like {expected}',
    Rule.NO_SUCH_POINT: "there is no point {text}: points are 1 to 24, bar and off",
    Rule.OTHER_ROLL: "{text} is not the roll: you rolled {dice}",
    Rule.NO_PRESET: "there is no preset {name}: there are {known}",
    Rule.IDLE_OPTION: "{option} cannot apply: {reason}",
    Rule.NO_THEME: "there is no theme {name}: there are {known}",
    Rule.BAD_ID: '"{text}" is not a Position ID: {fault}',
    Rule.TOO_LONG: "that is {length} characters long; no play needs more than {most}",
    Rule.BAD_LINE: "{text} is neither the head of a record nor an event in it",
    Rule.OTHER_FORMAT: "the record has format {version}, this bgterm knows {known}: a newer one can read it",
    Rule.UNKNOWN_FIELD: "{field} means nothing there: there are {known}",
    Rule.MISSING_FIELD: "{field} is missing",
    Rule.BAD_VALUE: "{field} cannot be {value}",
    Rule.TORN_LINE: "the last line was not finished",
    Rule.BAD_ROLL: '"{text}" is no roll: write what the two dice show, like 31 or 6-4',
    Rule.NOT_YOUR_TURN: "it is not your turn",
    Rule.NOT_NOW: "you cannot {action} now",
    Rule.NO_CUBE: "no doubling: this match is played without the cube",
    Rule.CRAWFORD: "Crawford game: no doubling",
    Rule.NOT_YOUR_CUBE: "no doubling: {opponent} owns the cube",
    Rule.DEAD_CUBE: "no doubling: the cube at {value} already wins you the match, you need {need}",
    Rule.BAD_STAKE: '"{text}" is no stake: write what a point is worth, like 0.50 euro',
    Rule.DICE_TYPED: "these are your own dice: throw them and type what they show",
    Rule.DICE_THROWN: "the dice of this match are thrown for you: there is nothing to type",
    Rule.NO_WORDS: "no words can be mixed into these dice: only verifiable dice take them",
    Rule.LATE_WORDS: "words can be mixed into the dice only before the first throw of the match",
    Rule.NOT_MONEY: "only a money session is closed: a match ends by itself",
    Rule.SESSION_CLOSED: "this session is closed: begin a new one to play on",
    Rule.LAST_THROW: "no doubling: {opponent} is off, this is the last throw",
    Rule.ONLY_IN_MONEY_PLAY: "only in a money session",
    Rule.ONLY_IN_A_MATCH: "only in a match to two points or more",
    Rule.ONLY_WITH_THE_CUBE: "only with the doubling cube",
    Rule.ONLY_WITH_GAMMONS: "only where gammons count more than one",
    Rule.ONLY_IN_LONG: "only in Long backgammon",
    Rule.NOT_IN_LONG: "not in Long backgammon",
    Rule.NO_TERMINAL: "{stream} is not a terminal, so the board cannot be shown: run bgterm in a terminal window",
    Rule.POOR_TERMINAL: "a terminal of type {term} cannot place text on the screen: set TERM to yours, like xterm",
    Rule.NO_SAVE: "no kept match is called {name}",
    Rule.NOTHING_KEPT: "there is no unfinished match to go on with: start one with bgterm play",
    Rule.SAVE_BUSY: "{name} is being played by another bgterm: leave it there first",
    Rule.SAVE_FAILED: "{name} could not be read or written ({reason}); nothing has changed",
    Rule.SAVE_DAMAGED: "{name} cannot be read: line {line}: {fault}",
    Rule.CONFIG_FILE: "{name} cannot be read ({reason}), so bgterm goes on without it",
    Rule.CONFIG_LINE: "{name}, line {line}: {fault}; bgterm goes on without it",
    Rule.DICE_FILE: "the rolls in {name} cannot be read: {reason}",
    Rule.DICE_LINE: '{name}, line {line}: "{text}" is no roll; write one like 31 or 6-4 and roll again',
    Rule.DICE_ENDED: "{name} has no more rolls: write the next one on line {line} and roll again",
    Rule.SECRET_LOST: "the dice of this match cannot be thrown: {name}, the file of their secret, is not there",
    Rule.NOT_VERIFIABLE: "the dice of this record are {dice}: there is nothing to work them out from",
    Rule.NO_COMMITMENT: "nothing was laid down about the secret of the dice before the first roll",
    Rule.NOT_REVEALED: "the secret of the dice is not yet revealed: that is done when the match or session ends",
    Rule.WRONG_SECRET: "the secret that was revealed is not the one that was laid down before the first roll",
    Rule.REVEALED_EARLY: "roll {number} (game {game}) came after the secret was revealed",
    Rule.WRONG_ROLL: "roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}",
    Rule.WRONG_LINE: "line {line}: {fault}; all before it is right, and roll {number} had to be {right}",
}

_WINS = {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}


def why(error: BackgammonError, match: Match | None = None) -> str:
    """Say which rule is broken and what would be right; with `match`, by the players' names."""
    facts = {name: _fact(name, value) for name, value in error.facts.items()}
    actor = match.game.to_act if match else None
    facts.setdefault("opponent", match.names[actor.opponent] if match and actor is not None else "the opponent")
    return _SENTENCES[error.rule].format_map(facts)


def _fact(name: str, value: object) -> str:
    match value:
        case BackgammonError():
            return why(value)
        case Dice():
            return roll(value)
        case Move():
            return f"{_point(value.src)}/{_point(value.dst)}"
        case tuple():
            return ", ".join(map(str, value))
        case int() if name in {"src", "dst", "higher"}:
            return _point(value)
        case _:
            return str(value)


def _point(number: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(number, str(number))


def roll(dice: Dice) -> str:
    """Name a roll: `6-1`."""
    return f"{dice.high}-{dice.low}"


def played(board: Board, player: Player, play: Play) -> str:
    """Name a play on the board before it; one without moves is said to be none."""
    return play_text(board, player, play) or "no legal move"


def win_name(win: Win) -> str:
    """Name how a game is won."""
    return _WINS[win]


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
            return f"{names[player]} rolled {roll(dice)}"
        case Moved(player, play):
            rolled = roll(game.dice) if game.dice else ""
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
            return f"{names[player]} offers to resign a {win_name(win)}"
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
            return player, f"resigns a {win_name(win)}?"
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
        case OpeningThrown() | Rolled():
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
        return _asked(names, game.pending)
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
            return f"{names[game.on_roll]} to move {roll(game.dice) if game.dice else ''}"
        case Phase.TO_ACCEPT:
            asked = names[game.on_roll.opponent]
            return f"{names[game.on_roll]} is off: {asked}, do you accept the play or challenge it?"
        case _:
            assert_never(game.phase)


def _asked(names: tuple[str, str], pending: Resignation | TakeBack) -> str:
    asking, asked = names[pending.player], names[pending.player.opponent]
    if isinstance(pending, TakeBack):
        return f"{asking} asks to take back the last play: {asked}, do you agree?"
    return f"{asking} offers to resign a {win_name(pending.win)}: {asked}, your answer?"


def _double_question(names: tuple[str, str], game: Game, doubler: Player) -> str:
    if not game.raises:
        return f"{names[doubler]} doubles to {game.cube.offered}: {names[doubler.opponent]}, take or pass?"
    asked = doubler if game.raises % 2 else doubler.opponent
    turned = f"{names[asked.opponent]} {_turns(game.raises)} to {game.cube.offered}"
    return f"{turned}: {names[asked]}, accept or pass?"


def move_question(match: Match, *, complete: bool, in_hand: bool) -> str:
    """Say who plays what, and how: all is played that can be, or a checker is in hand, or neither."""
    plays = legal_plays(match)
    if plays is None:
        return ""
    name, rolled = match.names[plays.player], roll(plays.dice)
    if not plays.moves_needed:
        return f"{name} rolled {rolled}: no legal move. Enter passes the dice."
    if len(plays) == 1:
        return f"{name} rolled {rolled}: only one play. Enter picks up the dice."
    if complete:
        return f"{name} {rolled}: Enter picks up the dice, Backspace takes back."
    if in_hand:
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
    return f"{match.names[game.on_roll]} to move {roll(game.dice)}: make your play; Enter leaves it so"


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


def why_not_double(match: Match, can: Choices) -> str:
    """Say why the player who is to roll may not double; empty when he may, or when there is no cube at all."""
    if can.no_double is None or not match.ruleset.cube:
        return ""
    player = match.game.on_roll
    need = 0 if player is None else match.need(player)
    return why(IllegalAction(can.no_double, value=match.game.cube.value, need=need), match)


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
    sums = arithmetic(accepted.game.result) if accepted.game.result else ""
    return f"{sums}, {standing(accepted)}", "play goes on where it stands"


def which_resignation(match: Match, player: Player) -> str:
    """Ask what the player offers to resign."""
    return f"{match.names[player]}, what do you offer to resign? {match.names[player.opponent]} may refuse."


def resignation_costs(match: Match, player: Player, win: Win) -> str:
    """Say what an accepted resignation makes of the score."""
    offered = apply(match, ResignationOffered(player, win))
    return f"{win_name(win)}: {standing(apply(offered, ResignationAccepted(player.opponent)))}"


def standing(match: Match) -> str:
    """Say who leads, or who has won the match."""
    if match.winner is not None:
        return f"{match.names[match.winner]} wins the match {max(match.score)}-{min(match.score)}"
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
        return "Both are off: a draw"
    name = match.names[result.winner]
    loser = match.names[result.winner.opponent]
    match result.ending:
        case Ending.BORNE_OFF | Ending.DRAWN:
            said = f"{name} wins a {win_name(result.win)}"
        case Ending.DROPPED:
            said = f"{loser} passes: {name} wins"
        case Ending.RESIGNED:
            said = f"{loser} resigns: {name} wins a {win_name(result.win)}"
        case _:
            assert_never(result.ending)
    return said


def arithmetic(result: Result) -> str:
    """Say how the points of a result come about: `gammon 2 x cube 4 = 8`."""
    if result.ending is Ending.DROPPED:
        return f"the stake before the double: {result.points}"
    if result.winner is None:
        return "no points"
    counts = " counts as a single game:" if result.as_single else ""
    return f"{win_name(result.win)}{counts} {result.times} x cube {result.cube} = {result.points}"


def score_line(match: Match) -> str:
    """Say the score after a game: who leads, or who has won the match."""
    if match.winner is not None:
        return standing(match)
    return f"{kind(match)}: {standing(match)}" if match.ruleset.length else f"the session: {standing(match)}"


# What is played


def kind(match: Match) -> str:
    """Say what is played: `match to 7`, `money session`."""
    length = match.ruleset.length
    return f"match to {length}" if length else "money session"


def where_it_stands(match: Match) -> str:
    """Say which match this is and where it stands: `Ann 3, Bob 2, match to 5, game 4`."""
    (white, black), score = match.names, match.score
    return f"{white} {score[0]}, {black} {score[1]}, {kind(match)}, game {match.game.number}"


def kept(match: Match, name: str) -> str:
    """Say how a match that is left can be gone on with, or how it ended."""
    if match.winner is not None:
        return f"{score_line(match)}. Kept as {name}."
    return f"Kept: {where_it_stands(match)}. Go on with: bgterm resume {name}"


def damaged(damage: Damage) -> str:
    """Say what is wrong with a save that can be gone on with; empty when nobody can have missed anything."""
    if damage.torn:
        return ""
    return f"The save was damaged at line {damage.line} ({why(damage.fault)}): you go on from before it."


def left_out(variant: Variant, ruleset: Ruleset) -> str:
    """Say which chosen options cannot apply and are left out; empty when all can."""
    dropped = misplaced(variant, ruleset)
    named = (f"{name.replace('_', ' ')} ({_SENTENCES[reason]})" for name, reason in dropped.items())
    return f"Left out: {', '.join(named)}." if dropped else ""


def title(match: Match) -> str:
    """Say what is played and how far it is: `Backgammon, match to 7, game 4, Crawford`."""
    parts = [match.variant.name, kind(match), f"game {match.game.number}"]
    if match.game.crawford:
        parts.append("Crawford")
    return ", ".join(parts)


def idle_options(variant: Variant, ruleset: Ruleset) -> dict[str, str]:
    """Say of the fields of a ruleset that cannot apply why not."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: _SENTENCES[reason] for name, reason in reasons if reason}


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
