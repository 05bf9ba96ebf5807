"""Match files of eXtreme Gammon: the records that the library gammonview finds in a file, as a transcript."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from bgterm.formats import transcript
from bgterm.formats.foreign_values import Fields, chances, figure, play, transcript_of
from bgterm.formats.record import JudgedCube, JudgedPlay, Judgement
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Dropped, Taken
from bgterm.rules.moves.base import Play

PROGRAM = "eXtreme Gammon"
_PLAYERS = {1: Player.WHITE, -1: Player.BLACK}
_FIRST_DAY = date(1899, 12, 30)
_RESIGNED = 100
"""The least number, among the ways in which a game ends, that is a resignation."""
_NEVER = -999.0
"""Figures up to this one mean that nothing was analysed."""
_ILLEGAL = 2
_BEAVERED = 2
_LEVELS = {
    **{number: f"{number + 1}-ply" for number in range(7)},
    12: "3-ply red",
    100: "Rollout",
    998: "Opening Book",
    999: "Opening Book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
"""The names of the levels, in the words of the program, by their numbers."""


def read(records: list[tuple[str, Fields]]) -> transcript.Transcript:
    """Return the transcript of the records of a file.

    Raises ValueError, TypeError, LookupError or ArithmeticError when the records are damaged.
    """
    head = next(fields for kind, fields in records if kind == "header_match")
    days, names = int(head["date"]), (head["player1"], head["player2"])
    day = _FIRST_DAY + timedelta(days=days) if days > 0 else None
    return transcript_of(head, names, day, _games(records), PROGRAM)


def _games(records: list[tuple[str, Fields]]) -> Iterator[transcript.GameText]:
    begins = [at for at, (kind, _fields) in enumerate(records) if kind == "header_game"]
    for begin, end in zip(begins, [*begins[1:], len(records)], strict=True):
        head = records[begin][1]
        rows = tuple(_rows(begin + 2, records[begin + 1 : end]))
        score = int(head["score1"]), int(head["score2"])
        yield transcript.GameText(begin + 1, score, int(head["game_number"]), rows, head["is_crawford"])


def _rows(first: int, records: list[tuple[str, Fields]]) -> Iterator[transcript.TranscriptRow]:
    """Yield the rows of a game's records; `first` is the number of the first record in the file."""
    cube: Fields | None = None
    for line, (kind, fields) in enumerate(records, first):
        if kind == "cube":
            cube = fields
            judged = Judgement(cube=_cube(cube))
            yield from (transcript.TranscriptRow(line, entry, judged) for entry in _turns(cube))
        elif kind == "move":
            mine = cube if cube and not cube["doubled"] and cube["actif"] == fields["actifp"] else None
            yield transcript.TranscriptRow(line, _entry(fields), _judged(fields, mine))
            cube = None
        elif kind == "footer_game" and fields["winner"] in _PLAYERS:
            resigned = True if fields["termination"] >= _RESIGNED else None
            result = transcript.GameResult(_PLAYERS[fields["winner"]], int(fields["points"]), resigned)
            yield transcript.TranscriptRow(line, result)


def _turns(cube: Fields) -> Iterator[transcript.KnownEntry]:
    """Yield the entries of a double and its answer; nothing for a decision not to double."""
    if cube["doubled"] != 1:
        return
    player = _PLAYERS[cube["actif"]]
    yield transcript.CubeTurned(player)
    if cube["take"] == _BEAVERED:
        yield transcript.CubeTurned(player.opponent)
    elif cube["take"] in (0, 1):
        yield (Taken if cube["take"] else Dropped)(player.opponent)


def _entry(fields: Fields) -> transcript.Entry:
    player, dice = _PLAYERS[fields["actifp"]], Dice.of(*fields["dice"])
    numbers = next((each["moves"] for each in fields["candidates"] if each["is_played"]), fields["moves"])
    if fields["invalid_m"] == _ILLEGAL and not _is_whole(numbers):
        return transcript.RollAndPlay(player, dice)  # not told
    text = " ".join(map(str, _moves(numbers)))
    return transcript.RollAndPlay(player, dice, text, passed=not text)


def _is_whole(numbers: Sequence[int]) -> bool:
    """Return whether the moves of an illegal play are complete: then only -1 follows the first -1."""
    sources = [*numbers[::2], -1]
    return all(source == -1 for source in sources[sources.index(-1) :])


def _moves(numbers: Sequence[int]) -> Play:
    """Return a play from four pairs of points, source and destination, counted from 0."""
    moves = []
    for src, dst in zip(numbers[::2], numbers[1::2], strict=True):
        if src < 0 or src == dst:
            break
        moves.append((src + 1, dst + 1))
    return play(moves)


def _judged(fields: Fields, cube: Fields | None) -> Judgement:
    judged = fields["err_move"] > _NEVER
    plays, cost = (
        (tuple(map(_play, fields["candidates"])), max(-figure(fields["err_move"]), 0.0)) if judged else ((), None)
    )
    luck = figure(fields["err_luck"]) if fields["err_luck"] > _NEVER else None
    return Judgement(plays, cost, _cube(cube) if cube else None, luck)


def _play(candidate: Fields) -> JudgedPlay:
    found = chances(tuple(candidate["probs"]))
    return JudgedPlay(
        _moves(candidate["moves"]), figure(candidate["equity"]), found, _LEVELS.get(candidate["level"], "")
    )


def _cube(cube: Fields) -> JudgedCube | None:
    """Return the judgement of the cube; None when the record has none."""
    if cube["equ_drop"] == 0:
        return None
    lose_backgammon, lose_gammon, _lose, win, win_gammon, win_backgammon, _equity = cube["eval_nd"]
    no_double, take, drop = (figure(cube[name]) for name in ("equ_b", "equ_double", "equ_drop"))
    found = chances((win, win_gammon, win_backgammon, lose_gammon, lose_backgammon))
    return JudgedCube(no_double, take, drop, found, _LEVELS.get(cube["level"], ""))
