"""Why something is refused: the sentence for each `Rule`, and what is said of options and files that break one."""

from collections.abc import Mapping
from dataclasses import fields

from bgterm.notation.clean import clean_line
from bgterm.notation.record import Damage
from bgterm.notation.rolls import roll_text
from bgterm.rules.board import BAR, OFF, Move, Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalAction, Rule
from bgterm.rules.match import Match, Win
from bgterm.rules.options import misplaced, why_not_option
from bgterm.rules.variants import Ruleset, Variant

_SENTENCES: Mapping[Rule, str] = {
    Rule.NO_CHECKER: "no checker of yours is on {place}",
    Rule.BAR_FIRST: "a checker is on the bar: it must enter first",
    Rule.BLOCKED: "{src}/{dst} is blocked: {opponent} holds it with {count}",
    Rule.WRONG_NUMBER: "{src}/{dst} needs a {need}: you rolled {dice}",
    Rule.NOT_HOME: "not all your checkers are home: one is still on {place}",
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
    Rule.BAD_ID: '"{text}" is no {kind}: {fault}',
    Rule.NO_ID: '"{text}" is no position: give a Position ID, a Position ID and a Match ID with a colon between, '
    "or an XGID",
    Rule.NO_BOARD: "the Match ID {text} does not tell where the checkers stand: put a Position ID and a colon "
    "before it",
    Rule.TOLD_BY_ID: "the id of the position says otherwise",
    Rule.NO_FORM: "no {kind} has a form for {what}",
    Rule.TOO_LONG: "that is {length} characters long; no play needs more than {most}",
    Rule.BAD_LINE: "{text} is neither the head of a record nor an event in it",
    Rule.OTHER_FORMAT: "the record has format {version}, this bgterm knows {known}: a newer one can read it",
    Rule.UNKNOWN_FIELD: "{field} means nothing there: there are {known}",
    Rule.MISSING_FIELD: "{field} is missing",
    Rule.BAD_VALUE: "{field} cannot be {value}",
    Rule.TORN_LINE: "the last line was not finished",
    Rule.BAD_ROLL: '"{text}" is no roll: write what the two dice show, like 31 or 6-4',
    Rule.NO_MATCH_IN_FILE: "there is no match in it",
    Rule.NOT_YOUR_TURN: "it is not your turn",
    Rule.NOT_NOW: "you cannot {action} now",
    Rule.NO_CUBE: "no doubling: this match is played without the cube",
    Rule.CRAWFORD: "Crawford game: no doubling",
    Rule.NOT_YOUR_CUBE: "no doubling: {opponent} owns the cube",
    Rule.DEAD_CUBE: "no doubling: the cube at {value} already wins you the match, you need {need}",
    Rule.BAD_STAKE: '"{text}" is no stake: write what a point is worth, like 0.50 euro',
    Rule.SAME_NAMES: "both players would be called {name}: give them different names",
    Rule.EMPTY_WORDS: "nothing is mixed into the dice: write words that can be read",
    Rule.DICE_TYPED: "these are your own dice: throw them and type what they show",
    Rule.DICE_THROWN: "the dice of this match are thrown for you: there is nothing to type",
    Rule.NO_WORDS: "no words can be mixed into these dice: only verifiable dice take them",
    Rule.LATE_WORDS: "words can be mixed into the dice only before the first throw of the match",
    Rule.NO_CLOCK: "no flag to claim: this match is played without a clock",
    Rule.TIME_LEFT: "no flag to claim yet: {opponent} has {left} left",
    Rule.NOT_MONEY: "only a money session is closed: a match ends by itself",
    Rule.SESSION_CLOSED: "this session is closed: begin a new one to play on",
    Rule.VOID_ROLL: "no roll yet, it would not count: the dice on the board are not picked up",
    Rule.LAST_THROW: "no doubling: {opponent} is off, this is the last throw",
    Rule.ONLY_IN_MONEY_PLAY: "only in a money session",
    Rule.NOT_IN_MONEY_PLAY: "only in a match",
    Rule.ONLY_IN_A_MATCH: "only in a match to two points or more",
    Rule.ONLY_WITH_THE_CUBE: "only with the doubling cube",
    Rule.ONLY_WITH_GAMMONS: "only where gammons count more than one",
    Rule.ONLY_ON_A_SCREEN: "plain mode draws no board",
    Rule.ONLY_IN_LONG: "only in Long backgammon",
    Rule.NOT_IN_LONG: "not in Long backgammon",
    Rule.NO_TERMINAL: (
        "{stream} is not a terminal, so the board cannot be shown: run bgterm in a terminal window, "
        "or play in lines of text: bgterm play --plain"
    ),
    Rule.NO_STREAM: "{stream} is closed, and bgterm needs it: send it to or from a file, or /dev/null, instead",
    Rule.POOR_TERMINAL: (
        "a terminal of type {term} cannot place text on the screen: set TERM to yours, like xterm, "
        "or play in lines of text: bgterm play --plain"
    ),
    Rule.OTHER_MOVEMENT: "on this board the checkers do not go as in {variant}",
    Rule.CHECKER_COUNT: "{player} has {count} checkers, not {checkers}",
    Rule.ALL_OFF: "{player} has borne off all: the game is over",
    Rule.BOTH_ON_POINT: "both stand on White's {point} point, which is Black's {facing}",
    Rule.BOTH_SHUT_OUT: "both are on the bar before a closed home: nobody can ever move",
    Rule.BAR_IN_LONG: "{player} has a checker on the bar: in Long backgammon nobody is hit",
    Rule.STANDS_SIX_IN_A_ROW: "{player} holds six in a row, {row}, which is not allowed here",
    Rule.MATCH_WON: "{player} has {score} points: a match to {length} is over",
    Rule.CRAWFORD_IN_MONEY_PLAY: "a money session has no Crawford game",
    Rule.NO_CRAWFORD_RULE: "there is no Crawford game where the Crawford rule is not played",
    Rule.CRAWFORD_SCORE: "it is no Crawford game: in that just one player is one point short of {length}",
    Rule.CUBE_VALUE: "no cube shows {value}: it shows 1, 2, 4, 8 and so on",
    Rule.CUBE_UNUSED: "the cube has been turned, and the match is played without it",
    Rule.CUBE_IN_CRAWFORD: "the cube has been turned, and the Crawford game is played without it",
    Rule.CUBE_OF_ONE: "{player} owns the cube at 1: it lies in the middle until it is turned",
    Rule.CUBE_OF_NOBODY: "the cube is at {value} and nobody owns it: who took it does",
    Rule.BEFORE_OPENING: "nobody is on roll yet, so nobody has thrown, doubled or resigned",
    Rule.DOUBLE_AFTER_ROLL: "a double waits for its answer, so no dice have been thrown",
    Rule.RAISES: "the cube was turned again {raises} times, and may be {most} times",
    Rule.RAISED_CUBE: "the cube was turned again, and it is not with who was doubled",
    Rule.RESIGNED_TOO_MUCH: "a {win} cannot be resigned in this game",
    Rule.GAME_OVER: "the game is over: nobody can go on from there",
    Rule.NO_SAVE: "no kept match is called {name}",
    Rule.SAVE_NAME_TAKEN: "there is another match called {name}: choose a name of its own",
    Rule.NO_SAVE_NAME: '"{text}" cannot be a name: write letters or digits',
    Rule.NOTHING_KEPT: "there is no unfinished match to go on with: start one with bgterm play",
    Rule.SAVE_BUSY: "{name} is being played by another bgterm: leave it there first",
    Rule.SAVE_FAILED: "{name} could not be read or written ({reason}); nothing has changed",
    Rule.NO_RECORD: "{name}: {reason}; what is checked is the .jsonl file of a kept match",
    Rule.SAVE_DAMAGED: "{name} cannot be read: line {line}: {fault}",
    Rule.CONFIG_FILE: "{name} cannot be read ({reason}), so bgterm goes on without it",
    Rule.CONFIG_LINE: "{name}, line {line}: {fault}; bgterm goes on without it",
    Rule.HOST_KEY_FILE: "the host key {name} cannot be read or made: {reason}",
    Rule.HOST_KEY_WRONG: "{name} is no host key ({reason}): name another file, or none, and one is made for you",
    Rule.HOST_KEY_OPEN: "others can read the host key {name}: run chmod 600 on it, or make a new one",
    Rule.KEYS_FILE: "the list of keys {name} cannot be read ({reason}): write one public key on each line",
    Rule.KEYS_LINE: "{name}, line {line} is no public key: write one as in ~/.ssh/authorized_keys, or remove it",
    Rule.PORT_BUSY: "port {port} of {host} is taken by another program: end it, or choose another with --port",
    Rule.NO_PORT: "no port {port} can be had on {host} ({reason}): choose others with --host and --port",
    Rule.SERVER_FOLDER: "the folder {name} cannot be used ({reason}): choose another with --data",
    Rule.FILE_FAILED: "{name}: {reason}",
    Rule.FILE_UNREADABLE: "{name}: {fault}",
    Rule.FILE_TOO_LONG: "{name}: more than {most} MB, which no match needs: it was not read",
    Rule.FORMAT_NOT_TOLD: "the name of {name} does not tell the format: say it with {option}, like {option} mat",
    Rule.SAME_FILE: "{name} is the file that is read: give the new one another name",
    Rule.NO_FORMAT: "{name}: the format is told by the end of the name: {known}",
    Rule.DICE_FILE: "the rolls in {name} cannot be read: {reason}",
    Rule.DICE_LINE: 'line {line} of {name}: "{text}" is no roll: write one like 31 or 6-4 there, and try again',
    Rule.DICE_ENDED: "there are no more rolls in {name}: write the next one on line {line} and roll again",
    Rule.SECRET_LOST: "the dice of this match cannot be thrown: {name}, the file of their secret, is not there",
    Rule.NOT_VERIFIABLE: "the dice of this record are {dice}: there is nothing to work them out from",
    Rule.NO_COMMITMENT: "nothing was laid down about the secret of the dice before the first roll",
    Rule.NOT_REVEALED: "the secret of the dice is not yet revealed: that is done when the match or session ends",
    Rule.WRONG_SECRET: "the secret that was revealed is not the one that was laid down before the first roll",
    Rule.REVEALED_EARLY: "roll {number} (game {game}) came after the secret was revealed",
    Rule.WRONG_ROLL: "roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}",
    Rule.WRONG_LINE: "line {line}: {fault}; all before it is right, and roll {number} had to be {right}",
}

_LONGEST = 80
"""How many characters of a text that makes no sense are told."""


def why(error: BackgammonError, match: Match | None = None) -> str:
    """Say which rule is broken and what would be right; with `match`, by the players' names."""
    facts = {name: _fact(name, value, match) for name, value in error.facts.items()}
    actor = match.game.to_act if match else None
    facts["place"] = "the bar" if facts.get("src") == "bar" else facts.get("src", "")
    facts.setdefault("opponent", match.names[actor.opponent] if match and actor is not None else "the opponent")
    return _SENTENCES[error.rule].format_map(facts)


def _fact(name: str, value: object, table: Match | None) -> str:
    match value:
        case BackgammonError():
            return why(value, table)
        case Player():
            return table.names[value] if table else value.name.title()
        case Win():
            return value.name.lower()
        case str() if name == "text":
            return clean_line(value, _LONGEST)
        case Dice():
            return roll_text(value)
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


def why_not_double(match: Match, can: Choices) -> str:
    """Say why the player who is to roll may not double; empty when he may, or when there is no cube at all."""
    if can.no_double is None or not match.ruleset.cube:
        return ""
    player = match.game.on_roll
    need = 0 if player is None else match.need(player)
    return why(IllegalAction(can.no_double, value=match.game.cube.value, need=need), match)


def idle_options(variant: Variant, ruleset: Ruleset) -> dict[str, str]:
    """Say of the fields of a ruleset that cannot apply why not."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: _SENTENCES[reason] for name, reason in reasons if reason}


def left_out(variant: Variant, ruleset: Ruleset) -> str:
    """Say which chosen options cannot apply and are left out; empty when all can."""
    dropped = misplaced(variant, ruleset)
    named = (f"{name.replace('_', ' ')} ({_SENTENCES[reason]})" for name, reason in dropped.items())
    return f"Left out: {', '.join(named)}." if dropped else ""


def damaged(damage: Damage) -> str:
    """Say what is wrong with a save that can be gone on with; empty when nobody can have missed anything."""
    if damage.torn:
        return ""
    return f"The save was damaged at line {damage.line} ({why(damage.fault)}): you go on from before it."
