"""The state of a match in words: board, pips, score and dice.

Points have the numbers of one player, the viewer, also those with checkers of the other player.
"""

from collections.abc import Iterator

from bgterm.analysis.dice_messages import how_unusual
from bgterm.analysis.dice_statistics import EXPECTED_PIPS, DiceCount, unevenness
from bgterm.catalog import _, ngettext
from bgterm.engine.messages import effective_pips_line
from bgterm.rules.board import BAR, OFF, POINTS, Board, Movement, Player
from bgterm.rules.errors import ActionRule
from bgterm.rules.match import MatchState
from bgterm.text import score as text_score
from bgterm.text.joining import join_list, sentence

_NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def board(names: tuple[str, str], position: Board, viewer: Player, *, counted: bool = True) -> list[str]:
    """Return a line with the viewer's checkers, from 24 to 1, on the bar and off, and one with the opponent's.

    Both have the viewer's numbers. If `counted`, each line ends with the side's pips. `names` are White's and
    Black's.
    """
    me, other = viewer, viewer.opponent
    sides = (
        _("{name}: {checkers}", name=names[me.index], checkers=_checkers(position, me, viewer)),
        _(
            "{name}, by {viewer}'s numbers: {checkers}",
            name=names[other.index],
            viewer=names[me.index],
            checkers=_checkers(position, other, viewer),
        ),
    )
    if not counted:
        return [sentence(side, names) for side in sides]
    return [
        ngettext("{side}; {count} pip.", "{side}; {count} pips.", position.pips(player), side=side)
        for side, player in zip(sides, (me, other), strict=True)
    ]


def _checkers(position: Board, player: Player, viewer: Player) -> str:
    counts, points = position.counts(player), _points(position, player, viewer)
    stands = [_("{count} on {point}", count=count, point=point) for point, count in points if count]
    stands += [_("{count} on the bar", count=counts[BAR])] if counts[BAR] else []
    stands += [_("{count} off", count=counts[OFF])] if counts[OFF] else []
    return join_list(stands)


def _points(position: Board, player: Player, viewer: Player) -> Iterator[tuple[int, int]]:
    """Yield each point by the viewer's number, from 24 down, with the number of the player's checkers on it."""
    counts = position.counts(player)
    for number in reversed(POINTS):
        yield number, counts[number if player is viewer else position.opponent_point(number)]


def point(names: tuple[str, str], position: Board, viewer: Player, number: int) -> str:
    """Return the sentence about whose checkers, and how many, are on a point by the viewer's number.

    25 is the bar, and 0 is off. `names` are White's and Black's.
    """
    if number == BAR:
        return bar(names, position)
    if number == OFF:
        return off(names, position)
    for player, own in ((viewer, number), (viewer.opponent, position.opponent_point(number))):
        if count := position.counts(player)[own]:
            return _("{point}: {name} {count}.", point=number, name=names[player.index], count=count)
    return _("{point}: empty.", point=number)


def bar(names: tuple[str, str], position: Board) -> str:
    """Return the sentence with the counts of both players' checkers on the bar; `names` has White's first."""
    if position.movement is Movement.NARDE:
        return _("There is no bar in this game: nobody is hit.")
    return _("Bar: {checkers}.", checkers=_each(names, BAR, position))


def on_the_bar(names: tuple[str, str], position: Board) -> list[str]:
    """Return one line about the checkers on the bar, or no line without any; `names` has White's first."""
    counts = ((names[player.index], position.counts(player)[BAR]) for player in Player)
    checkers = join_list(_("{name} {count}", name=name, count=count) for name, count in counts if count)
    return [_("On the bar: {checkers}.", checkers=checkers)] if checkers else []


def off(names: tuple[str, str], position: Board) -> str:
    """Return the sentence with the counts of both players' checkers borne off; `names` are White's and Black's."""
    return _("Off: {checkers}.", checkers=_each(names, OFF, position))


def _each(names: tuple[str, str], number: int, position: Board) -> str:
    counts = ((names[player.index], position.counts(player)[number]) for player in Player)
    return join_list(
        _("{name} {count}", name=name, count=count) if count else _("{name} none", name=name)
        for name, count in counts
    )


def blots(names: tuple[str, str], position: Board, viewer: Player) -> str:
    """Return sentences with the points of the viewer's and the opponent's blots, by the viewer's numbers."""
    return " ".join(_blots(names, position, viewer, player) for player in (viewer, viewer.opponent))


def _blots(names: tuple[str, str], position: Board, viewer: Player, player: Player) -> str:
    name = names[player.index]
    points = join_list(str(number) for number, count in _points(position, player, viewer) if count == 1)
    if not points:
        return _("{name}'s blots: none.", name=name)
    return _("{name}'s blots: {points}.", name=name, points=points)


def pips(names: tuple[str, str], position: Board) -> str:
    """Return the sentence with both pip counts and the leader; at the end of a race also the effective pips."""
    return " ".join(filter(None, (_lead(names, position), effective_pips_line(names, position))))


def _lead(names: tuple[str, str], position: Board) -> str:
    mine, theirs = (position.pips(player) for player in Player)
    white, black = (_("{name} {count}", name=names[one.index], count=position.pips(one)) for one in Player)
    if mine == theirs:
        return _("{white}, {black}: even.", white=white, black=black)
    return _(
        "{white}, {black}: {leader} leads by {lead}.",
        white=white,
        black=black,
        leader=names[(Player.WHITE if mine < theirs else Player.BLACK).index],
        lead=abs(mine - theirs),
    )


def score(match: MatchState, stake: str) -> str:
    """Return the sentences about score, match and cube and, unless `stake` is empty, the worth of a point."""
    said = [_("{score}.", score=text_score.where_it_stands(match)), _cube(match)]
    return " ".join([*said, _("Each point is worth {stake}.", stake=stake)] if stake else said)


def _cube(match: MatchState) -> str:
    cube = match.cube
    if match.shown_game.crawford:
        return f"{_(ActionRule.CRAWFORD_GAME)}."
    if cube is None:
        return _("No doubling cube.")
    if cube.owner is None:
        return _("The cube is at {value}, in the middle.", value=cube.value)
    return _("The cube is at {value}, with {name}.", value=cube.value, name=match.names[cube.owner.index])


def luck(names: tuple[str, str], counts: tuple[DiceCount, DiceCount]) -> list[str]:
    """Return a line about White's dice, one about Black's, and one about how unusual their difference is.

    Both `names` and `counts` have White first.
    """
    return [*map(_luck, names, counts), how_unusual(unevenness(*counts))]


def _luck(name: str, count: DiceCount) -> str:
    numbers = dict(zip(_NUMBERS, count.numbers, strict=True))
    facts = [
        ngettext(
            "{count:,} roll of {average:.2f} pips, {expected:.2f} expected",
            "{count:,} rolls of {average:.2f} pips, {expected:.2f} expected",
            count.rolls,
            average=count.average_pips,
            expected=EXPECTED_PIPS,
        ),
        _(
            "ones {ones}, twos {twos}, threes {threes}, fours {fours}, fives {fives}, sixes {sixes}, "
            "each {expected:.1f} expected",
            **numbers,
            expected=count.number_expected,
        ),
        ngettext(
            "{count:,} double, {expected:.1f} expected",
            "{count:,} doubles, {expected:.1f} expected",
            sum(count.doubles),
            expected=6 * count.double_expected,
        ),
        ngettext(
            "{count:,} roll from the bar, {danced} danced, {expected:.1f} expected",
            "{count:,} rolls from the bar, {danced} danced, {expected:.1f} expected",
            count.from_bar,
            danced=count.danced,
            expected=count.danced_expected,
        ),
        _("{count} could not be played", count=count.unplayed),
    ]
    return _("{name}: {facts}.", name=name, facts="; ".join(facts))
