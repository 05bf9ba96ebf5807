"""Error messages: the sentence for each `Rule`, and sentences about options and presets that break one.

The other messages are in `bgterm.text.system_errors`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from bgterm.catalog import _
from bgterm.notation.dice import roll_text
from bgterm.notation.plural import counted
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import BAR, OFF, Move, Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalAction, Reason, Rule
from bgterm.rules.match import Match, Win
from bgterm.rules.ruleset import Ruleset, inapplicable_options, why_not_option
from bgterm.rules.variants import Variant
from bgterm.text.ruleset_options import options
from bgterm.text.system_errors import TROUBLES

_SENTENCES: Mapping[Reason, str] = {
    Rule.NO_CHECKER: "you have no checker on {place}",
    Rule.BAR_FIRST: "a checker is on the bar: it must enter first",
    Rule.BLOCKED: "{src}/{dst} is blocked: {opponent} holds it with {count}",
    Rule.WRONG_NUMBER: "{src}/{dst} needs a {need}: you rolled {dice}",
    Rule.TOO_FAR: "{src}/{dst} is {need} pips: not possible with {dice}",
    Rule.NOT_HOME: "not all your checkers are home: one is still on {place}",
    Rule.HIGHER_CHECKER: "{src}/off with a {die} is for the highest checker only: one is on {higher}",
    Rule.BOTH_NUMBERS: "{dice} can both be played: after {done} no {die} is left",
    Rule.LARGER_NUMBER: "only one number can be played: it must be the {die}",
    Rule.UNFINISHED: "you must still play {left}",
    Rule.NOTHING_LEFT: "both dice have been used",
    Rule.WRONG_STAR: "nothing is hit on {dst}: leave the star out",
    Rule.BACKWARDS: "{src}/{dst} goes backwards: checkers move to lower numbers",
    Rule.NUMBER_USED: "{src}/{dst} needs a {need}; only your {left} is left",
    Rule.NOT_REACHED: "no checker of yours can reach {dst} with the rest of the roll",
    Rule.HIT_AND_RUN: "no hit and run: the checker that hits on {dst} must stay there",
    Rule.HEAD: "head: {taken} of {allowed} used; no other checker may leave it in this turn",
    Rule.SIX_IN_A_ROW: "{src}/{dst} would build a six-prime with no opposing checker ahead of it",
    Rule.SIX_AND_NOBODY_HOME: "{src}/{dst} would build a six-prime before {opponent} has a checker home",
    Rule.NO_SIX_IN_A_ROW: "{src}/{dst} would build a six-prime, which this match forbids",
    Rule.FEWER_NUMBERS: "{most} numbers can be played: after {done} it would be fewer",
    Rule.UNREADABLE: '"{text}" cannot be read: write moves like {expected}',
    Rule.NO_SUCH_POINT: "there is no point {text}: points are 1 to 24, bar and off",
    Rule.OTHER_ROLL: "{text} is not the roll: you rolled {dice}",
    Rule.BAD_ID: '"{text}" is not a valid {kind}: {fault}',
    Rule.NO_ID: '"{text}" is not a position: paste a Position ID, a Position ID and a Match ID joined by a colon, '
    "or an XGID",
    Rule.NO_BOARD: "the Match ID {text} does not contain the position: put a Position ID and a colon before it",
    Rule.NO_FORM: "{kind}s cannot express {what}",
    Rule.TOO_LONG: "that is {length} characters long; no play needs more than {most}",
    Rule.BAD_LINE: "{text} is neither the header of a record nor an event in it",
    Rule.OTHER_FORMAT: "the record has format {version}, and this bgterm reads {known}: use a newer bgterm",
    Rule.UNKNOWN_FIELD: "{field} is unknown; expected {known}",
    Rule.MISSING_FIELD: "{field} is missing",
    Rule.BAD_VALUE: "{field} cannot be {value}",
    Rule.TORN_LINE: "the last line was not finished",
    Rule.BAD_ROLL: '"{text}" is not a roll: write what the two dice show, like 31 or 6-4',
    Rule.UNKNOWN_VARIANT: 'unknown variant "{text}"; bgterm knows {known}',
    Rule.NO_MATCH_IN_FILE: "there is no match in it",
    Rule.NOT_YOUR_TURN: "it is not your turn",
    Rule.AWAIT_ANSWER: "{opponent} has to answer first",
    Rule.MATCH_OVER: "the match is over",
    Rule.NOT_BEGUN: "the game has not begun: roll for the start first",
    Rule.OPENING_DECIDED: "the opening roll has been made",
    Rule.ROLL_FIRST: "roll first",
    Rule.LATE_DOUBLE: "too late to double: you have rolled",
    Rule.NOT_PICKED_UP: "too early to roll: {opponent} has not picked up the dice",
    Rule.PICKED_UP: "too late to correct the roll: the dice are picked up",
    Rule.NOTHING_ROLLED: "there is no roll to correct yet",
    Rule.ROLL_STANDS: "the roll stands: it is played again after a challenge",
    Rule.ANSWER_DOUBLE: "answer the double first: take or pass",
    Rule.ANSWER_PLAY: "accept or challenge the last play first",
    Rule.ANSWER_RESIGNATION: "{opponent} offers to resign: accept or refuse first",
    Rule.ANSWER_TAKE_BACK: "{opponent} asks to take back the play: agree or refuse first",
    Rule.NOTHING_OFFERED: "there is no offer to answer",
    Rule.NO_DOUBLE_OFFERED: "nobody has doubled",
    Rule.NO_BEAVERS: "no beavers in this match",
    Rule.BEAVER_LIMIT: "no more beavers: this match allows {most} for each double",
    Rule.OFFER_REFUSED: "{opponent} has refused: offer again after the next roll, play or double",
    Rule.NO_TAKE_BACKS: "no take-backs in this match",
    Rule.NO_PLAY_YET: "no play has been made yet",
    Rule.OTHERS_PLAY: "only the player who made the last play can ask for it back",
    Rule.LATE_TAKE_BACK: "too late to take it back: {opponent} has already acted",
    Rule.TAKE_BACK_REFUSED: "{opponent} has refused: the play stands",
    Rule.NO_CHALLENGES: "no challenges: only legal plays can be made in this match",
    Rule.OWN_PLAY: "you cannot challenge your own play",
    Rule.LATE_CHALLENGE: "too late to challenge: rolling or doubling accepted the play",
    Rule.CHALLENGED_BEFORE: "too late to challenge: the play has been judged and stands",
    Rule.NO_GAME_YET: "no game of the session has been played: leave the table instead",
    Rule.GAME_GOES_ON: "finish the game first: a session ends between two games",
    Rule.NOTHING_TO_UNDO: "there is no move to undo",
    Rule.NO_LIST: "there is no list to continue",
    Rule.NO_CUBE: "no doubling: this match is played without the cube",
    Rule.CRAWFORD: "Crawford game: no doubling",
    Rule.NOT_YOUR_CUBE: "no doubling: {opponent} owns the cube",
    Rule.DEAD_CUBE: "no doubling: with the cube at {value}, this game already wins you the match",
    Rule.BAD_STAKE: '"{text}" is not a stake: write what a point is worth, like 0.50 euro',
    Rule.NO_CLOCK: "no flag to claim: this match is played without a clock",
    Rule.VOID_ROLL: "finish your move first",
    Rule.LAST_THROW: "no doubling: {opponent} has borne off all checkers, and this is the last roll",
    Rule.OTHER_MOVEMENT: "checkers on this board do not move as in {variant}",
    Rule.CHECKER_COUNT: "{player} has {count} checkers instead of {checkers}",
    Rule.ALL_OFF: "{player} has borne off all: the game is over",
    Rule.BOTH_ON_POINT: "both stand on White's {point} point, which is Black's {facing}",
    Rule.BOTH_SHUT_OUT: "both are on the bar against a closed board: nobody can ever move",
    Rule.BAR_IN_LONG: "{player} has a checker on the bar: in Long backgammon nobody is hit",
    Rule.STANDS_SIX_IN_A_ROW: "{player} holds a six-prime, {row}, which is not allowed here",
    Rule.MATCH_WON: "{player} has {score} points: a match to {length} is over",
    Rule.CRAWFORD_IN_MONEY_PLAY: "a money session has no Crawford game",
    Rule.NO_CRAWFORD_RULE: "there is no Crawford game where the Crawford rule is not played",
    Rule.CRAWFORD_WITHOUT_CUBE: "a match without the cube has no Crawford game",
    Rule.CRAWFORD_SCORE: "this cannot be the Crawford game: exactly one player must be one point from {length}",
    Rule.CUBE_VALUE: "the cube cannot show {value}: it shows 1, 2, 4, 8 and so on",
    Rule.CUBE_UNUSED: "the cube has been turned, and the match is played without it",
    Rule.CUBE_IN_CRAWFORD: "the cube has been turned, and the Crawford game is played without it",
    Rule.CUBE_OF_ONE: "{player} owns the cube at 1: it stays in the middle until it is turned",
    Rule.CUBE_OF_NOBODY: "the cube is at {value} and nobody owns it: it belongs to the player who took it",
    Rule.BEFORE_OPENING: "nobody is on roll yet, so nobody can have rolled, doubled or resigned",
    Rule.DOUBLE_AFTER_ROLL: "a double waits for its answer, so no dice can have been rolled",
    Rule.RAISES: "the cube was turned again {raises} times; this match allows {most}",
    Rule.RAISED_CUBE: "after a beaver the cube belongs to the player who was doubled",
    Rule.RESIGNED_TOO_MUCH: "a {win} cannot be resigned in this game",
    Rule.GAME_OVER: "the game is over: it cannot be continued from there",
    **TROUBLES,
}

_LONGEST = 80
"""How many characters of an unreadable text are quoted."""


def why(error: BackgammonError, match: Match | None = None) -> str:
    """Describe the rule that is broken and the correction; with `match`, by the players' names."""
    facts = {name: _fact(name, value, match) for name, value in error.facts.items()}
    actor = match.last_game.to_act if match else None
    need = error.facts.get("need")
    facts["points"] = counted(need, "point") if isinstance(need, int) else ""
    facts["place"] = "the bar" if facts.get("src") == "bar" else facts.get("src", "")
    facts.setdefault(
        "opponent", match.names[actor.opponent.index] if match and actor is not None else "the opponent"
    )
    return _SENTENCES[error.rule].format_map(facts)


def _fact(name: str, value: object, table: Match | None) -> str:
    match value:
        case BackgammonError():
            return why(value, table)
        case Player():
            return table.names[value.index] if table else value.name.title()
        case Win():
            return value.name.lower()
        case str() if name == "text":
            return clean_line(value, _LONGEST)
        case Dice():
            return roll_text(value)
        case Move():
            return f"{_point(value.src)}/{_point(value.dst)}"
        case tuple():
            return _listed(value, last=" and " if name == "left" else ", ")
        case int() if name in {"src", "dst", "higher"}:
            return _point(value)
        case _ if name == "value":
            return _shortened(value)
        case _:
            return str(value)


def _shortened(value: object) -> str:
    """Return a wrong value from a file or a form, of any type and length, as a short text."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of so many digits"
    return text if len(text) <= _LONGEST else f"{clean_line(text, _LONGEST)}..."


def _listed(values: tuple[object, ...], last: str) -> str:
    *others, end = map(str, values)
    return last.join([", ".join(others), end]) if others else end


def _point(number: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(number, str(number))


def why_not_double(match: Match, can: Choices) -> str:
    """Describe why the player to roll may not double; empty when they may, or when there is no cube."""
    if can.no_double is None or not match.ruleset.cube:
        return ""
    player = match.game.on_roll
    need = 0 if player is None else match.need(player)
    return why(IllegalAction(can.no_double, value=match.game.cube.value, need=need), match)


def idle_options(variant: Variant, ruleset: Ruleset) -> dict[str, str]:
    """Return the fields of a ruleset that cannot apply, each with the reason."""
    reasons = ((part.name, why_not_option(variant, ruleset, part.name)) for part in fields(ruleset))
    return {name: _(reason) for name, reason in reasons if reason}


def left_out(variant: Variant, ruleset: Ruleset) -> str:
    """Describe which chosen options cannot apply and are left out; empty when all can."""
    dropped = inapplicable_options(variant, ruleset)
    labels = {option.name: option.label for option in options()}
    named = (f"{labels[name]} ({_(reason)})" for name, reason in dropped.items())
    return f"Left out: {', '.join(named)}." if dropped else ""


def presets_left_out(faults: Sequence[str]) -> str:
    """Describe how many presets cannot be read, with the first reason and the key for more; empty for none."""
    return f"{counted(len(faults), 'preset')} left out, F3 tells why: {faults[0]}" if faults else ""
