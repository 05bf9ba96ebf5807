"""A match as one JSON value, for scripts: what `bgterm show --json` prints.

    {"names": ["Ann", "Bob"], "length": 5, "variation": "Standard", "jacoby": false, "final_score": [2, 0],
     "finished": false, "games": [
       {"score": [0, 0], "crawford": false, "winner": 0, "points": 2, "resigned": true, "cube": 2, "plies": [
          {"player": 0, "action": "move", "dice": [3, 1], "play": "8/5 6/5", "before": ID, "after": ID},
          {"player": 1, "action": "double", "cube": 2}, {"player": 0, "action": "take", "cube": 2},
          {"player": 1, "action": "roll_only", "dice": [6, 5]}, {"player": 1, "action": "resign", "level": 1}]}],
     "faults": [{"game": 1, "line": 12, "reason": "..."}]}

Player 0 is White. `score` is the score before the game, `cube` what the cube counted in the end; of an answer or
an offer, what is offered. `winner` and `points` are null for a game that is not over. Other actions are `beaver`,
`raccoon` and `drop`. `play` is canonical, and empty when nothing could be played; `before` and `after` are
Position IDs, each with the player who is on roll then. Plays that were taken back, and questions that were
answered with no, are left out: these are the plays that count. `faults` is what is wrong with the file. Where
something was irregular in the match itself (a play that was not legal and stands, a challenge, a play taken back,
a throw that was cocked or typed wrongly), it is told too: "irregular": [{"game": 1, "what": "..."}].
"""

from bgterm.analysis.irregularities import irregularities
from bgterm.formats.exporter import withdrawn_plays
from bgterm.formats.record import GameRecord
from bgterm.notation.gnubg_id import position_id
from bgterm.notation.plays import play_text
from bgterm.rules.events import Beavered, Doubled, Dropped, Event, Moved, ResignationAccepted, Taken, Unrecorded
from bgterm.rules.match import Ending, MatchState, Phase
from bgterm.rules.replay import Replay, Step
from bgterm.rules.variants import Variant

Json = dict[str, object]


def report(found: GameRecord) -> Json:
    """Return the JSON object for a match."""
    match = found.match
    unusual = [{"game": game, "what": said} for game, said in irregularities(found)]
    return {
        "names": [*match.names],
        "length": match.ruleset.length,
        "variation": variation(match.variant),
        "jacoby": match.ruleset.jacoby,
        "final_score": [*match.score],
        "finished": match.shown_game.result is not None and (match.winner is not None or not match.ruleset.length),
        "games": [*map(_game, Replay(found.header, found.events).games())],
        "faults": [{"game": fault.game, "line": fault.line, "reason": fault.reason} for fault in found.problems],
        **({"irregular": unusual} if unusual else {}),
    }


def variation(variant: Variant) -> str:
    """Return the name of a variant that other programs' files use."""
    return next(filter(None, (variant.sgf_rule, *variant.other_names, variant.name)))


def _game(steps: list[Step]) -> Json:
    begun, ended = steps[0].before, steps[-1].after
    result = ended.shown_game.result
    winner = result.winner if result else None
    return {
        "score": [*begun.score],
        "crawford": begun.game.crawford,
        "winner": None if winner is None else winner.index,
        "points": result and result.points,
        "resigned": result is not None and result.ending is Ending.RESIGNED,
        "cube": ended.shown_game.cube.value,
        "plies": _plies(steps),
    }


def _plies(steps: list[Step]) -> list[Json]:
    plies = list[Json]()
    remade = withdrawn_plays(steps)
    for at, step in enumerate(steps):
        if at not in remade:
            plies += _ply(*step)
    return plies + _rolled_only(steps[-1].after)


def _ply(before: MatchState, event: Event, after: MatchState) -> list[Json]:
    game = before.game
    match event:
        case Moved(player, play):
            return [
                {
                    "player": player.index,
                    "action": "move",
                    "dice": [*(game.dice or ())],
                    "play": play_text(game.board, player, play),
                    "before": position_id(game.board, player),
                    "after": position_id(after.shown_game.board, player.opponent),
                }
            ]
        case Doubled(player):
            return [{"player": player.index, "action": "double", "cube": game.cube.offered}]
        case Beavered(player):
            raised = "raccoon" if game.raises else "beaver"
            return [{"player": player.index, "action": raised, "cube": 2 * game.cube.offered}]
        case Taken(player):
            return [{"player": player.index, "action": "take", "cube": game.cube.offered}]
        case Dropped(player):
            return [{"player": player.index, "action": "drop"}]
        case ResignationAccepted(player):
            resigned: Json = {"player": player.opponent.index, "action": "resign", "level": after.results.last.win}
            return [*_rolled_only(before), resigned]
        case Unrecorded():
            return _rolled_only(before)
        case _:
            return []


def _rolled_only(match: MatchState) -> list[Json]:
    """Return the entry of a roll that was not played; empty without one."""
    game = match.game
    if game.phase is not Phase.TO_MOVE or game.on_roll is None or game.dice is None:
        return []
    return [{"player": game.on_roll.index, "action": "roll_only", "dice": [*game.dice]}]
