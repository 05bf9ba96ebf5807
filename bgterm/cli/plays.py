"""`bgterm plays`: the legal plays of rolls, for other programs.

Every line read, such as

    {"variant": "backgammon", "position": "4HPwATDgc/ABMA", "dice": [3, 1]}

gives one line written, at once, so that a program can ask and wait for the answer:

    {"position": "4HPwATDgc/ABMA", "dice": [3, 1],
     "plays": [{"play": "8/7 8/5", "result": "0FfwATDgc/ABMA"}, {"play": "24/23 8/5", "result": ...}, ...]}

`position` is a Position ID, `dice` are what the player on roll has thrown, in any order. `plays` has one entry for
each distinct `result`, a Position ID with the opponent on roll, and is sorted by it. To a line that is wrong the
answer is {"error": "..."}.

A line may also say by which rules: `"hit_and_run": false` where a checker may not hit and run; for the variant
`long` `"first_turn": true` in the player's first turn of the game, and `"first_throw"` and `"six_in_a_row"` as in
the ruleset of a match, such as `"any_double"` and `"free"`.
"""

import json
import sys
from argparse import Namespace
from typing import BinaryIO

from bgterm.catalog import N_, _
from bgterm.cli.streams import discard, lines_of
from bgterm.notation.errors import inapplicable_rule, missing_field
from bgterm.notation.gnubg_id import position_id, read_position_id
from bgterm.notation.json_codec import read_ruleset, read_value
from bgterm.notation.plays import play_text
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.ruleset import IN_LONG, Ruleset
from bgterm.rules.variants import Variant
from bgterm.storage.errors import reason_of
from bgterm.text.options import options

Json = dict[str, object]

_KEYS = ("variant", "position", "dice")
_RULES = tuple(option.name for option in options() if option.about.get("of_plays"))
_FIRST_TURN = "first_turn"
_KNOWN = (*_KEYS, _FIRST_TURN, *_RULES)
_LONGEST_LINE = 1 << 14
"""The most bytes of a line; further bytes are discarded."""


def run(_options: Namespace) -> int:
    """Answer the lines of standard input on standard output; return the exit status."""
    return answer(sys.stdin.buffer, sys.stdout.buffer)


def answer(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answer every line of `stdin` on `stdout`; return the exit status, 1 if any line was invalid, else 0.

    A closed output ends the stream quietly; any other error of reading or writing ends it with a message and
    status 1.
    """
    status = 0
    try:
        for line in lines_of(stdin, _LONGEST_LINE):
            reply = _reply(line)
            status |= "error" in reply
            stdout.write(json.dumps(reply).encode() + b"\n")
            stdout.flush()
    except BrokenPipeError:
        discard(stdout)
    except OSError as error:
        discard(stdout)
        print(f"bgterm plays: {reason_of(error)}", file=sys.stderr)
        status = 1
    return status


def _reply(line: bytes) -> Json:
    try:
        request = _request(line)
        return {"position": request["position"], "dice": request["dice"], "plays": _plays(request)}
    except BackgammonError as error:
        return {"error": str(error)}


def _plays(request: Json) -> list[dict[str, str]]:
    """Return the legal plays and their results, sorted by result; empty when no move is legal."""
    variant, player = read_value(Variant, "variant", request["variant"]), Player.WHITE
    dice = read_value(Dice, "dice", request["dice"])
    rules = {key: request[key] for key in _RULES if key in request}
    position = read_value(str, "position", request["position"])
    board = read_position_id(position, player, variant.checkers, variant.movement)
    legal = plays_of(read_ruleset(rules, variant), board, player, dice, first_turn=_first_turn(request, variant))
    played = {position_id(after, player.opponent): play for play, after in legal.results() if play}
    return [{"play": play_text(board, player, played[result]), "result": result} for result in sorted(played)]


def _request(line: bytes) -> Json:
    if len(line) > _LONGEST_LINE:
        raise NotationError(N_("a line has no more than {most} bytes"), most=_LONGEST_LINE)
    try:
        request = json.loads(line.decode())
    except UnicodeDecodeError:
        raise NotationError(N_("the line is not UTF-8")) from None
    except (ValueError, RecursionError) as error:
        raise NotationError(N_("the line is not JSON: {reason}"), reason=str(error)) from None
    if not isinstance(request, dict):
        message = N_("a line is an object: {example}")
        raise NotationError(message, example='{"variant": "backgammon", "position": "...", "dice": [3, 1]}')
    if unknown := sorted(request.keys() - _KNOWN):
        message = N_("unknown key {key}: the keys are {known}")
        raise NotationError(message, key=json.dumps(unknown[0]), known=_KNOWN)
    if missing := [key for key in _KEYS if key not in request]:
        raise missing_field(missing[0])
    return request


def _first_turn(request: Json, variant: Variant) -> bool:
    value = read_value(bool, _FIRST_TURN, request.get(_FIRST_TURN, False))
    if value and not IN_LONG.met(variant, Ruleset()):
        raise inapplicable_rule(_FIRST_TURN, _(IN_LONG.otherwise))
    return value
