"""Match files of BGBlitz: the document that the library gammonview makes of a file, as a transcript.

The document has the format OGXM: games of numbered actions, with plays by the point numbers of Black.
"""

from datetime import UTC, datetime

from bgterm.catalog import _
from bgterm.formats import messages as words
from bgterm.formats import transcript
from bgterm.formats.foreign_values import Fields, chances, figure, play, transcript_of
from bgterm.formats.record import JudgedCube, JudgedPlay, Judgement
from bgterm.rules.board import BAR, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Dropped, Taken
from bgterm.rules.match import Pair
from bgterm.rules.moves.base import Play

PROGRAM = "BGBlitz"
_LAST_ROLL = 20
"""The greatest action number that is a roll."""
_TURNS = (21, 32, 33)
"""The numbers of a double, a beaver and a raccoon."""
_TAKE, _PASS = 22, 23
_ENDS = range(24, 30)
"""The numbers of the actions that end a game."""
_RESIGNATIONS = (27, 28)
_CHANCES = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")
_EQUITIES = ("no_double_equity", "double_take_equity", "double_pass_equity")


def read(document: Fields) -> transcript.Transcript:
    """Return the transcript of a document.

    Raises ValueError, TypeError, LookupError or ArithmeticError when the document is damaged.
    """
    level, seconds = document["analysis_info"]["eval_level"], document["timestamp"]
    names = document["player_white"], document["player_black"]
    day = datetime.fromtimestamp(seconds, UTC).date() if seconds else None
    return transcript_of(document, names, day, (_game(game, level) for game in document["games"]), PROGRAM)


def _game(game: Fields, level: str) -> transcript.GameText:
    rows = (
        transcript.TranscriptRow(line, _entry(action, game), _judged(action, level))
        for line, action in enumerate(game["plies"], 1)
    )
    return transcript.GameText(1, _score(game), game["game_index"] + 1, tuple(rows), crawford=game["is_crawford"])


def _score(game: Fields) -> Pair | None:
    """Return the score before a game, from the id of its first position; None for a game without actions."""
    if not game["plies"]:
        return None
    parts = game["plies"][0]["ogid_before"].split(":")
    return int(parts[6]), int(parts[7])


def _entry(action: Fields, game: Fields) -> transcript.Entry:
    player = _player(action)
    match action["action_id"]:
        case number if 0 <= number <= _LAST_ROLL:
            text = " ".join(map(str, _moves(player, action["moves"])))
            return transcript.RollAndPlay(player, Dice.of(action["d1"], action["d2"]), text, passed=not text)
        case number if number in _TURNS:
            return transcript.CubeTurned(player)
        case number if number in (_TAKE, _PASS):
            return (Taken if number == _TAKE else Dropped)(player)
        case number if number in _ENDS:
            winner = Player.BLACK if game["winner"] else Player.WHITE
            return transcript.GameResult(winner, game["points_won"], True if number in _RESIGNATIONS else None)
        case _:
            return transcript.Gap(_(words.NOT_TOLD))


def _player(action: Fields) -> Player:
    return Player.WHITE if action["color"] else Player.BLACK


def _moves(player: Player, steps: list[Fields]) -> Play:
    """Return a play by the point numbers of the player who made it."""
    own = [(each["from"] if player is Player.BLACK else BAR - each["from"], each["pips"]) for each in steps]
    return play((src, src - pips) for src, pips in own)


def _judged(action: Fields, level: str) -> Judgement | None:
    found = action.get("analysis")
    if not found:
        return None
    player = _player(action)
    plays = tuple(_play(player, each, level) for each in found.get("alternatives", ()))
    cube = found if action["action_id"] > _LAST_ROLL else found.get("cube_decision") or found.get("missed_double")
    luck = figure(found["luck"]) if "luck" in found else None
    cost = figure(found["equity_loss"]) if plays else None
    return Judgement(plays, cost, _cube(cube, level) if cube else None, luck)


def _play(player: Player, found: Fields, level: str) -> JudgedPlay:
    moves = _moves(player, found["move"])
    return JudgedPlay(moves, figure(found["equity"]), _chances(found), _level(found, level))


def _cube(found: Fields, level: str) -> JudgedCube | None:
    """Return the judgement of the cube; None when the document has none."""
    if not all(name in found for name in _EQUITIES):
        return None
    no_double, take, drop = (figure(found[name]) for name in _EQUITIES)
    return JudgedCube(no_double, take, drop, _chances(found), _level(found, level))


def _chances(found: Fields) -> tuple[float, ...]:
    told = found.get("eval")
    return chances(tuple(told[name] for name in _CHANCES)) if told else ()


def _level(found: Fields, usual: str) -> str:
    """Return the level of an analysis, or the `usual` one where the document has none, in the form `3-ply`."""
    return f"{found.get('eval_level', usual).removesuffix('ply')}-ply"
