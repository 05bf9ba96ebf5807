"""The faults of a position that was set up by hand or comes from a file: why no game can have it."""

from collections.abc import Iterator

from bgterm.catalog import N_, _, nN_
from bgterm.rules.board import BAR, HOME, POINTS, Board, Movement, Player
from bgterm.rules.cube import beavers_left, largest_automatic, why_no_double
from bgterm.rules.errors import BackgammonError, ImpossiblePosition
from bgterm.rules.match import Game, Pair, is_answered, win_not_possible, wins_of
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import Variant


def faults(variant: Variant, ruleset: Ruleset, game: Game) -> list[BackgammonError]:
    """Return the reasons why no match under these rules can start from this game; empty when one can."""
    return [
        *_of_board(variant, ruleset, game),
        *_of_score(ruleset, game),
        *_of_cube(ruleset, game),
        *_of_turn(variant, ruleset, game),
    ]


# The checkers


def _of_board(variant: Variant, ruleset: Ruleset, game: Game) -> Iterator[BackgammonError]:
    board = game.board
    if board.movement is not variant.movement:
        yield ImpossiblePosition(N_("checkers on this board do not move as in {variant}"), variant=_(variant.name))
    for player in Player:
        if (count := sum(board.counts(player))) != variant.checkers:
            messages = nN_(
                "{player} has {count} checker instead of {checkers}",
                "{player} has {count} checkers instead of {checkers}",
            )
            yield ImpossiblePosition(*messages, player=player, count=count, checkers=variant.checkers)
        elif _is_over(board, player, ruleset, game):
            yield ImpossiblePosition(N_("{player} has borne off all: the game is over"), player=player)
    mine, theirs = (board.counts(player) for player in Player)
    for point in POINTS:
        if mine[point] and theirs[board.opponent_point(point)]:
            message = N_("both stand on White's {point} point, which is Black's {facing}")
            yield ImpossiblePosition(message, point=point, facing=board.opponent_point(point))
    if board.movement is Movement.NARDE:
        yield from _of_narde(board, ruleset)
    elif all(_is_shut_out(board, player) for player in Player):
        yield ImpossiblePosition(N_("both are on the bar against a closed board: nobody can ever move"))


def _is_over(board: Board, player: Player, ruleset: Ruleset, game: Game) -> bool:
    """Whether the player has borne off all checkers and no last throw follows. [RULES A-47, L30, L32]"""
    if not board.is_off(player):
        return False
    last_throw = is_answered(ruleset, player, game.starter) and game.on_roll is player.opponent
    return not last_throw or board.is_off(player.opponent)


def _is_shut_out(board: Board, player: Player) -> bool:
    """Whether the player has a checker on the bar and cannot enter with any roll."""
    home = board.counts(player.opponent)[1 : HOME + 1]
    return board.counts(player)[BAR] > 0 and min(home) >= board.movement.holding


def _of_narde(board: Board, ruleset: Ruleset) -> Iterator[BackgammonError]:
    from bgterm.rules.moves.narde import row_of_six  # only for its variants

    for player in Player:
        if board.counts(player)[BAR]:
            message = N_("{player} has a checker on the bar: in Long backgammon nobody is hit")
            yield ImpossiblePosition(message, player=player)
        if row := row_of_six(board, player, ruleset.six_in_a_row):
            message = N_("{player} holds a six-prime, {row}, which is not allowed here")
            yield ImpossiblePosition(message, player=player, row=", ".join(map(str, row)))


# The score


def _of_score(ruleset: Ruleset, game: Game) -> Iterator[BackgammonError]:
    for player in Player:
        score, length = game.score[player.index], ruleset.length
        if length and score >= length:
            messages = nN_(
                "{player} has {count} point: a match to {length} is over",
                "{player} has {count} points: a match to {length} is over",
            )
            yield ImpossiblePosition(*messages, player=player, count=score, length=length)
    scores = (("a score", score, 0) for score in game.score)
    for field, value, least in (*scores, ("number", game.number, 1), ("turns", game.turns, 0)):
        if value < least:
            message = N_("{field} cannot be {value}; expected at least {least}")
            yield ImpossiblePosition(message, field=field, value=value, least=least)
    if game.crawford and (fault := why_not_crawford(ruleset, game.score)):
        yield fault


def why_not_crawford(ruleset: Ruleset, score: Pair) -> ImpossiblePosition | None:
    """Return why a Crawford game cannot be played, or None where exactly one side needs a point. [RULES A-75]"""
    if not ruleset.length:
        return ImpossiblePosition(N_("a money session has no Crawford game"))
    if not ruleset.crawford:
        return ImpossiblePosition(N_("there is no Crawford game where the Crawford rule is not played"))
    if not ruleset.cube:
        return ImpossiblePosition(N_("a match without the cube has no Crawford game"))
    if score.count(ruleset.length - 1) == 1:
        return None
    message = N_("this cannot be the Crawford game: exactly one player must be one point from {length}")
    return ImpossiblePosition(message, length=ruleset.length)


def without_idle_crawford(ruleset: Ruleset, game: Game) -> Game:
    """Return the game without a Crawford mark if the match has no cube; old records and ids may have one."""
    return game if ruleset.cube else game._replace(crawford=False)


# The cube


def _of_cube(ruleset: Ruleset, game: Game) -> Iterator[BackgammonError]:
    value, owner = game.cube.value, game.cube.owner
    untouched = value == 1 and owner is None
    if value < 1 or value & (value - 1):
        yield ImpossiblePosition(N_("the cube cannot show {value}: it shows 1, 2, 4, 8 and so on"), value=value)
    elif not untouched and not ruleset.cube:
        yield ImpossiblePosition(N_("the cube has been turned, and the match is played without it"))
    elif not untouched and game.crawford:
        yield ImpossiblePosition(N_("the cube has been turned, and the Crawford game is played without it"))
    elif value == 1 and owner is not None:
        message = N_("{player} owns the cube at 1: it stays in the middle until it is turned")
        yield ImpossiblePosition(message, player=owner)
    elif owner is None and value > largest_automatic(ruleset):
        message = N_("the cube is at {value} and nobody owns it: it belongs to the player who took it")
        yield ImpossiblePosition(message, value=value)


# The player on roll


def _of_turn(variant: Variant, ruleset: Ruleset, game: Game) -> Iterator[BackgammonError]:
    if game.on_roll is None:
        if game.dice or game.doubled or game.raises or game.resignation:
            yield ImpossiblePosition(N_("nobody is on roll yet, so nobody can have rolled, doubled or resigned"))
        return
    if game.doubled:
        yield from _of_double(ruleset, game, game.on_roll)
    elif game.raises:
        yield _too_many_beavers(game.raises, 0)
    if game.resignation and game.resignation.win not in wins_of(variant, ruleset):
        yield ImpossiblePosition(N_("{reason}"), reason=win_not_possible(game.resignation.win))


def _of_double(ruleset: Ruleset, game: Game, doubler: Player) -> Iterator[BackgammonError]:
    """Yield the faults of a pending double. [RULES A-49, A-63]"""
    need = max(ruleset.length - game.score[doubler.index], 0)
    if game.dice:
        yield ImpossiblePosition(N_("a double waits for its answer, so no dice can have been rolled"))
    if game.raises < 0 or beavers_left(ruleset, game.raises) < 0:
        yield _too_many_beavers(game.raises, beavers_left(ruleset))
    elif game.raises:
        if game.cube.owner is not doubler.opponent:
            yield ImpossiblePosition(N_("after a beaver the cube belongs to the player who was doubled"))
    elif reason := why_no_double(ruleset, game.cube, doubler, game.crawford, need):
        yield ImpossiblePosition(N_("{reason}"), reason=reason)


def _too_many_beavers(count: int, most: int) -> ImpossiblePosition:
    """Return the error for too many beavers, or for a beaver without a double. [RULES A-63]"""
    sentences = nN_(
        "the cube was turned again {count} time; this match allows {most}",
        "the cube was turned again {count} times; this match allows {most}",
    )
    return ImpossiblePosition(*sentences, count=count, most=most)
