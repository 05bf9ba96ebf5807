"""The state of a match in words: the board, the race, the score, the dice.

Points are told by the numbers of one player, the viewer, and the checkers of both on them.
"""

from collections.abc import Iterator

from bgterm.analysis.dice_messages import how_unusual
from bgterm.analysis.dice_statistics import EXPECTED_PIPS, DiceCount, unevenness
from bgterm.notation.plural import counted
from bgterm.rules.board import BAR, OFF, POINTS, Board, Movement, Player
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.match import Match
from bgterm.text import score as text_score
from bgterm.text.errors import why

_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def board(names: tuple[str, str], position: Board, viewer: Player) -> list[str]:
    """Describe the checkers of both sides from 24 to 1, on the bar and off, and the pips; a line a side."""
    mine, theirs = (_side(position, player, viewer) for player in (viewer, viewer.opponent))
    return [
        f"{names[viewer.index]}: {mine}",
        f"{names[viewer.opponent.index]}, by {names[viewer.index]}'s numbers: {theirs}",
    ]


def _side(position: Board, player: Player, viewer: Player) -> str:
    counts = position.counts(player)
    stands = [f"{count} on {number}" for number, count in _points(position, player, viewer) if count]
    stands += [f"{counts[BAR]} on the bar"] if counts[BAR] else []
    stands += [f"{counts[OFF]} off"] if counts[OFF] else []
    return f"{', '.join(stands)}; {position.pips(player)} pips."


def _points(position: Board, player: Player, viewer: Player) -> Iterator[tuple[int, int]]:
    """Yield each point by the viewer's number, from 24 down, and how many checkers of the player are there."""
    counts = position.counts(player)
    for number in reversed(POINTS):
        yield number, counts[number if player is viewer else position.opponent_point(number)]


def point(names: tuple[str, str], position: Board, viewer: Player, number: int) -> str:
    """Describe what stands on a point by the viewer's number, on the bar (25), or has been borne off (0)."""
    if number == BAR:
        return bar(names, position)
    if number == OFF:
        return off(names, position)
    for player, own in ((viewer, number), (viewer.opponent, position.opponent_point(number))):
        if count := position.counts(player)[own]:
            return f"{number}: {names[player.index]} {count}."
    return f"{number}: empty."


def bar(names: tuple[str, str], position: Board) -> str:
    """Describe how many checkers of each player are on the bar."""
    if position.movement is Movement.NARDE:
        return "There is no bar in this game: nobody is hit."
    return f"Bar: {_each(names, BAR, position)}."


def on_the_bar(names: tuple[str, str], position: Board) -> list[str]:
    """Return a line about the players who have checkers on the bar; none when nobody has."""
    counts = ((names[player.index], position.counts(player)[BAR]) for player in Player)
    told = ", ".join(f"{name} {count}" for name, count in counts if count)
    return [f"On the bar: {told}."] if told else []


def off(names: tuple[str, str], position: Board) -> str:
    """Describe how many checkers each player has borne off."""
    return f"Off: {_each(names, OFF, position)}."


def _each(names: tuple[str, str], number: int, position: Board) -> str:
    return ", ".join(f"{names[player.index]} {position.counts(player)[number] or 'none'}" for player in Player)


def blots(names: tuple[str, str], position: Board, viewer: Player) -> str:
    """Describe on which points a player has a blot."""
    said = []
    for player in (viewer, viewer.opponent):
        alone = [str(number) for number, count in _points(position, player, viewer) if count == 1]
        said.append(f"{names[player.index]}'s blots: {', '.join(alone) or 'none'}.")
    return " ".join(said)


def pips(names: tuple[str, str], position: Board) -> str:
    """Describe how far both have to go, and who leads."""
    white, black = (position.pips(player) for player in Player)
    leader = names[(Player.WHITE if white < black else Player.BLACK).index]
    ahead = f"{leader} leads by {abs(white - black)}" if white != black else "even"
    return f"{names[Player.WHITE.index]} {white}, {names[Player.BLACK.index]} {black}: {ahead}."


def score(match: Match, stake: str) -> str:
    """Describe the score, the match, the cube, and the agreed stake."""
    worth = f" Each point is worth {stake}." if stake else ""
    return f"{text_score.where_it_stands(match)}. {_cube(match)}{worth}"


def _cube(match: Match) -> str:
    cube = match.last_game.cube
    if not match.ruleset.cube:
        return "No doubling cube."
    if match.last_game.crawford:
        return f"{why(IllegalAction(Rule.CRAWFORD))}."
    holder = "in the middle" if cube.owner is None else f"with {match.names[cube.owner.index]}"
    return f"The cube is at {cube.value}, {holder}."


def luck(names: tuple[str, str], counts: tuple[DiceCount, DiceCount]) -> list[str]:
    """Describe how the dice fell for both, a line for each, and how usual that is."""
    return [*map(_luck, names, counts), how_unusual(unevenness(*counts))]


def _luck(name: str, count: DiceCount) -> str:
    numbers = ", ".join(f"{face} {fell}" for face, fell in zip(_FACES, count.numbers, strict=True))
    parts = [
        f"{counted(count.rolls, 'roll')} of {count.average_pips:.2f} pips, {EXPECTED_PIPS:.2f} expected",
        f"{numbers}, each {count.number_expected:.1f} expected",
        f"{counted(sum(count.doubles), 'double')}, {6 * count.double_expected:.1f} expected",
        f"{counted(count.from_bar, 'roll')} from the bar, {count.danced} danced, "
        f"{count.danced_expected:.1f} expected",
        f"{count.unplayed} could not be played",
    ]
    return f"{name}: {'; '.join(parts)}."
