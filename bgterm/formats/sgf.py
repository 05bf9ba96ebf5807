"""Match files as GNU Backgammon keeps its own: `.sgf`, one tree of nodes for each game.

    (;FF[4]GM[6]CA[UTF-8]AP[bgterm]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]DT[2026-11-20]RU[Crawford]RE[B+2R]
    XB[{"bgterm":1,"variant":"backgammon","ruleset":{"length":5},"names":["Ann","Bob"\\], ...}]
    ;XB[{"event":"opening_thrown","white":3,"black":3}]W[31hefe]
    ;B[64agln]
    ;W[double]
    ;B[take]
    ;W[55]
    ;PL[B]DI[61])

A play is two digits and two letters for each move, from and to. White's letters a to x are White's own points 1 to
24, and Black's are the same points on the board; y is the bar and z off. `[55]` alone could not be played, or was
not; a roll that was not played can also be told by PL and DI. A beaver is one more `double`. RE is the result,
with an R when the loser gave up, RU the rules, MI the length, the number of the game from 0 and the score before
it. What all these cannot say is said by the property XB, which other programs skip: the line that a journal has
for it (`bgterm.notation.json_codec`), in its place.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from bgterm.catalog import _
from bgterm.formats import messages as words
from bgterm.formats import transcript
from bgterm.formats.exporter import export_games, own_head
from bgterm.formats.foreign_values import chances, figure
from bgterm.formats.importer import import_transcript
from bgterm.formats.record import GameRecord, JudgedCube, JudgedPlay, Judgement, Problem
from bgterm.formats.sgf_parser import Property, SgfParser, Tree
from bgterm.notation.errors import no_match_in_file
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import BAR, OFF, POINTS, Move, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Dropped, Event, Taken
from bgterm.rules.match import Header, named
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import has_crawford_game

_OWN = "XB"
"""The property whose value is a line of a journal."""
_GAME = "6"
"""The number of backgammon in the property GM."""
_NAME = 40
"""The most characters of a name that are read or written."""
_DATE = 40
"""The most characters of a date that are read."""
_BAR, _OFF = "y", "z"
_LETTERS = "abcdefghijklmnopqrstuvwx"

_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z]{2})*+)$")
_RESULT = re.compile(r"([WB])\s*+\+\s*+(\d{1,9})?\s*+([A-Z]?)", re.IGNORECASE)
_PLAYERS = {"W": Player.WHITE, "B": Player.BLACK}
_COLOURS = {player: colour for colour, player in _PLAYERS.items()}
_RULES = frozenset({"nocube", "crawford", "crawfordgame", "jacoby"})
"""The rules in RU besides the variant, in lower case."""
_SET_UP = frozenset({"AE", "AW", "AB", "CV", "CP", "CO"})
"""The properties that set up checkers or the cube."""


# In


def read(text: str) -> GameRecord:
    """Return the match in a text, as far as it is valid.

    Raises NotationError when the text is not a match or names an unknown variant, and ImpossiblePosition when its
    first position cannot occur.
    """
    found = SgfParser(text.removeprefix("\ufeff"))
    games = [tree for tree in found.trees if tree.of_root("GM") == [_GAME]]
    if not games:
        raise no_match_in_file()
    return import_transcript(_told(games, found.problems))


def _told(trees: list[Tree], faults: list[Problem]) -> transcript.Transcript:
    root, first = trees[0], trees[0].of_root
    header, wrong = _header(root)
    rules = None if header else _rules(root)
    for rule in rules or ():
        if rule not in _RULES and not transcript.is_variant(rule):
            unknown = _('the rule "{rule}" is not known: the match is read without it', rule=words.shortened(rule))
            wrong.append(Problem(0, root.line, unknown))
    movement = header.variant.movement if header else Movement.HITTING
    analysed = header is None and _is_by_gnubg(root)
    white, black = (clean_line(" ".join(first(name)), _NAME) for name in ("PW", "PB"))
    return transcript.Transcript(
        header,
        named(white, black),
        _facts(root).get("length", 0),
        None if rules is None else transcript.variant_among(rules),
        None if rules is None else "jacoby" in rules,
        None if rules is None else "crawford" in rules,
        rules is None or "nocube" not in rules,
        clean_line(" ".join(first("DT")), _DATE),
        tuple(_game(number, tree, movement, analysed=analysed) for number, tree in enumerate(trees, 1)),
        (*faults, *wrong),
        " ".join(first("AP")).replace(":", " ") if analysed else "",
    )


def _header(root: Tree) -> tuple[Header | None, list[Problem]]:
    """Return the header that bgterm has written, None without one, and the faults in it."""
    for found in root.root:
        if found.name == _OWN:
            try:
                item = read_line(found.values[0])
            except NotationError:
                return None, [Problem(0, found.line, words.unreadable(found.values[0]))]
            if isinstance(item, Header):
                return item, []
    return None, []


def _facts(tree: Tree) -> dict[str, int]:
    """Return the numbers in MI: the length of the match, the number of the game, the scores of both players."""
    pairs = (value.partition(":") for value in tree.of_root("MI"))
    return {name: int(number) for name, _, number in pairs if _DIGITS.fullmatch(number)}


_DIGITS = re.compile("[0-9]{1,9}")


def _rules(root: Tree) -> list[str] | None:
    """Return the words of RU; None if the file does not state its rules. Files of GNU Backgammon always do."""
    told = root.of_root("RU")
    if not told and not _is_by_gnubg(root):
        return None
    return [rule for each in told for rule in each.casefold().split(":") if rule]


def _is_by_gnubg(root: Tree) -> bool:
    return " ".join(root.of_root("AP")).startswith("GNU Backgammon")


def _game(number: int, tree: Tree, movement: Movement, *, analysed: bool) -> transcript.GameText:
    facts = _facts(tree)
    score = (facts["ws"], facts["bs"]) if {"ws", "bs"} <= facts.keys() else None
    judge = partial(_judged, money=not facts.get("length")) if analysed else None
    rows = [row for node in tree.nodes[1:] for row in _rows(node, movement, judge)]
    rules = _rules(tree) or []
    result = _result(tree)
    return transcript.GameText(
        tree.line,
        score,
        facts.get("game", number - 1) + 1,
        (*rows, *([result] if result else [])),
        "crawfordgame" in rules,
    )


def _result(tree: Tree) -> transcript.TranscriptRow | None:
    for found in tree.root:
        if found.name == "RE" and (told := _RESULT.match(found.values[0].strip())):
            points = int(told[2]) if told[2] else None
            last = max([found.line, *(known.line for node in tree.nodes[-1:] for known in node)])
            winner, resigned = _PLAYERS[told[1].upper()], told[3].upper() == "R"
            return transcript.TranscriptRow(last, transcript.GameResult(winner, points, resigned))
    return None


def _rows(
    node: list[Property],
    movement: Movement,
    judge: Callable[[list[Property], Callable[[str], Play]], Judgement | None] | None,
) -> Iterator[transcript.TranscriptRow]:
    """Yield the rows of a node, in the order of its properties; `judge` returns the analysis in a node."""
    on_roll = next((_PLAYERS.get(found.values[0].upper()) for found in node if found.name == "PL"), None)
    for line, name, values in node:
        if name in _PLAYERS:
            player = _PLAYERS[name]
            found = judge(node, partial(_moves, player, movement)) if judge else None
            yield transcript.TranscriptRow(line, _entry(player, values[0].strip(), movement), found)
        elif name == _OWN:
            yield from (transcript.TranscriptRow(line, entry) for value in values for entry in _kept(value))
        elif name == "DI" and on_roll is not None:
            yield transcript.TranscriptRow(line, _entry(on_roll, values[0].strip(), movement))
        elif name in _SET_UP:
            gap = transcript.Gap(_("a position is set up here that no play has led to"))
            yield transcript.TranscriptRow(line, gap)


def _entry(player: Player, told: str, movement: Movement) -> transcript.Entry:
    match told.casefold():
        case "double":
            return transcript.CubeTurned(player)
        case "take" | "drop" as answer:
            return (Taken if answer == "take" else Dropped)(player)
    if not (found := _PLAY.match(told.casefold())):
        return transcript.Gap(words.unreadable(told) if told else _(words.NOT_TOLD))
    text = " ".join(map(str, _moves(player, movement, found[3])))
    return transcript.RollAndPlay(player, Dice.of(int(found[1]), int(found[2])), text)


def _moves(player: Player, movement: Movement, letters: str) -> Play:
    """Return a play from its letters. Raises ValueError for letters that are not points."""
    numbers = [_number(player, letter, movement) for letter in letters]
    return tuple(Move(*each) for each in zip(numbers[::2], numbers[1::2], strict=True))


def _kept(value: str) -> Iterator[transcript.Entry]:
    """Yield the event in a line of a journal; nothing for a note."""
    try:
        item = read_line(value)
    except NotationError:
        yield transcript.Gap(words.unreadable(value))
        return
    if not isinstance(item, Header | Note):
        yield item


def _number(player: Player, letter: str, movement: Movement) -> int:
    """Return the number of a point, from its letter, as the player counts. Raises ValueError."""
    if letter in (_BAR, _OFF):
        return BAR if letter == _BAR else OFF
    point = _LETTERS.index(letter) + 1
    return point if player is Player.WHITE else movement.opponent_point(point)


# The analysis of GNU Backgammon; `bgterm.engine.annotations` describes its properties

_EVALUATION = "E"
"""The first word of figures from an evaluation; those of rollouts are not read."""
_CHANCES = 5


def _judged(node: Iterable[Property], moves: Callable[[str], Play], *, money: bool) -> Judgement | None:
    """Return the analysis in the properties of a node; None without one, or when it cannot be read.

    `moves` returns a play from its letters. If `money` is false, cube figures are chances to win the
    match.
    """
    found = {name: values for _line, name, values in node}
    try:
        plays = tuple(_play(value, moves) for value in found.get("A", ())[1:])
        cube = _cube(found["DA"][0], money=money) if "DA" in found else None
        luck = figure(float(found["LU"][0])) if "LU" in found else None
    except (ValueError, LookupError):
        return None
    return Judgement(plays, None, cube, luck)


def _play(value: str, moves: Callable[[str], Play]) -> JudgedPlay:
    letters, kind, _ver, _version, *figures, plies, _c, _1, _noise, _2 = value.split()
    *odds, equity = map(float, figures)
    if kind != _EVALUATION or len(odds) != _CHANCES:
        raise ValueError(value)
    return JudgedPlay(moves(letters), figure(equity), chances(tuple(odds)), _level(plies))


def _cube(value: str, *, money: bool) -> JudgedCube:
    kind, _ver, _version, plies, _1, _noise, _2, *figures = value.split()
    *odds, _cubeless, no_double = map(float, figures[: _CHANCES + 2])
    take = float(figures[-1])
    if kind != _EVALUATION or len(figures) != 2 * (_CHANCES + 2):
        raise ValueError(value)
    return JudgedCube(figure(no_double), figure(take), 1.0, chances(tuple(odds)), _level(plies), not money)


def _level(plies: str) -> str:
    """Return the level of an analysis, as GNU Backgammon names it."""
    return f"{'cubeful' if plies.endswith('C') else 'cubeless'} {int(plies.removesuffix('C'))}-ply"


# Out


def write(header: Header, items: tuple[Event | Note, ...], annotations: Mapping[int, str] | None = None) -> str:
    """Return a text that `read` converts back to the same header and events; notes are left out.

    The annotations are properties to be added, by the number of the event, from 1. Raises BackgammonError when the
    events are not a valid match.
    """
    games = enumerate(export_games(header, items))
    return "".join(_tree(header, game, annotations or {}, first=number == 0) for number, game in games)


def _tree(header: Header, game: transcript.GameText, annotations: Mapping[int, str], *, first: bool) -> str:
    """Return the tree of a game; only the first has the header and the date."""
    result = next((row.entry for row in game.rows if isinstance(row.entry, transcript.GameResult)), None)
    root: dict[str, str | tuple[str, ...]] = {
        "FF": "4",
        "GM": _GAME,
        "CA": "UTF-8",
        "AP": "bgterm",
        "MI": _match_facts(header, game),
        "PW": clean_line(header.names[Player.WHITE.index], _NAME),
        "PB": clean_line(header.names[Player.BLACK.index], _NAME),
        "DT": header.date[:10] if first else "",
        "RU": _rules_of(header, game),
        "RE": f"{_COLOURS[result.winner]}+{result.points}{'R' if result.resigned else ''}" if result else "",
        _OWN: own_head(header) if first else "",
    }
    told = "".join(_property(name, value) for name, value in root.items() if value)
    nodes = [
        f"\n;{node}{annotations.get(row.event, '')}"
        for row in game.rows
        if (node := _node(row.entry, header.variant.movement))
    ]
    return f"(;{told}{''.join(nodes)})\n"


def _match_facts(header: Header, game: transcript.GameText) -> tuple[str, ...]:
    white, black = game.score or (0, 0)
    number = (game.number or 1) - 1
    return f"length:{header.ruleset.length}", f"game:{number}", f"ws:{white}", f"bs:{black}"


def _rules_of(header: Header, game: transcript.GameText) -> str:
    rules = {
        "Crawford": has_crawford_game(header.variant, header.ruleset),
        "CrawfordGame": game.crawford,
        "Jacoby": header.ruleset.jacoby,
        "NoCube": not header.ruleset.cube,
        header.variant.sgf_rule: header.variant.sgf_rule,
    }
    return ":".join(rule for rule, holds in rules.items() if holds)


def _property(name: str, value: str | tuple[str, ...]) -> str:
    values = (value,) if isinstance(value, str) else value
    return name + "".join(f"[{_SPECIAL.sub(_ESCAPE, each)}]" for each in values)


_SPECIAL, _ESCAPE = re.compile(r"([\]\\])"), r"\\\1"


def _node(entry: transcript.Entry, movement: Movement) -> str:
    """Return the properties of the node for an entry; empty for a result and for a gap."""
    match entry:
        case transcript.RollAndPlay(player, dice, "", passed=False):
            return f"PL[{_COLOURS[player]}]DI[{dice.high}{dice.low}]"
        case transcript.RollAndPlay(player, dice, text):
            return f"{_COLOURS[player]}[{dice.high}{dice.low}{_letters(player, text, movement)}]"
        case transcript.CubeTurned(player):
            return f"{_COLOURS[player]}[double]"
        case Taken(player) | Dropped(player):
            return f"{_COLOURS[player]}[{'take' if isinstance(entry, Taken) else 'drop'}]"
        case transcript.GameResult() | transcript.Gap():
            return ""
        case _:
            return _property(_OWN, write_line(entry))


def _letters(player: Player, text: str, movement: Movement) -> str:
    numbers = [int(number) for number in text.replace("*", "").replace("/", " ").split()]
    return letters(player, zip(numbers[::2], numbers[1::2], strict=True), movement)


def letters(player: Player, moves: Iterable[tuple[int, int]], movement: Movement) -> str:
    """Return the two letters of each move, as in the properties W and B."""
    return "".join(_letter(player, number, movement) for move in moves for number in move)


def _letter(player: Player, number: int, movement: Movement) -> str:
    if number not in POINTS:
        return _BAR if number == BAR else _OFF
    return _LETTERS[(number if player is Player.WHITE else movement.opponent_point(number)) - 1]
