"""Open Sage (`bgsage`), a library that is loaded in the child process.

A board is a list of 26 numbers: the opponent's bar, the points 1 to 24 of the player on roll, where the opponent's
checkers are negative, and the player's bar. The library does not check it. It counts plies from 1: its `1-ply` is
0 plies everywhere else.
"""

import platform
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bgterm.catalog import _
from bgterm.engine import protocol
from bgterm.engine.adapter import Adapter, demand
from bgterm.engine.errors import engine_failed
from bgterm.rules.board import BAR, POINTS, Board, Player
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.variants import BACKGAMMON, NACKGAMMON
from bgterm.text.installing import pip_install


class Sage(Adapter):
    """The adapter of the engine Open Sage, a library."""

    name = "bgsage"
    label = "Open Sage"
    variants = frozenset({BACKGAMMON.slug, NACKGAMMON.slug})
    deepest = 3
    longest = 25
    """The longest match for which the library has equities; it returns 0 for longer ones."""

    def missing(self) -> str | None:
        """Return how to install the library, or what the processor lacks; None when it can run."""
        if find_spec("bgsage") is None:
            return _("run {command} (Linux on x86-64, macOS)", command=pip_install("bgsage"))
        return None if _has_avx2() else _("it needs a processor with AVX2")

    def version(self) -> str:
        """Return the version of the library. Raises EngineError when it is missing."""
        demand(self)
        return version("bgsage")

    def plays(
        self, question: protocol.EngineRequest, match: MatchState, legal: LegalPlays, wanted: Play | None
    ) -> Sequence[protocol.RankedPlay]:
        """Return the plays of the roll, best first, including the `wanted` one. Raises EngineFailed."""
        plays = {tuple(_board(after, legal.player)): play for play, after in legal.results()}
        forced = [] if wanted is None else [_board(legal.board.played(legal.player, wanted), legal.player)]
        found = _analyzer(question).checker_play(
            _board(legal.board, legal.player), *legal.dice, force_boards=forced, **_facts(match)
        )
        ranked = [
            protocol.RankedPlay(
                plays[tuple(move.board)], move.equity, _chances(move.probs), _plies(move.eval_level)
            )
            for move in found.moves
            if tuple(move.board) in plays
        ]
        if not ranked:
            raise engine_failed(Sage.label, _("it has no legal play"))
        return sorted(ranked, key=lambda play: play.rank, reverse=True)

    def chances(self, question: protocol.EngineRequest, match: MatchState) -> protocol.CubeAnswer:
        """Return the cube equities and the chances of the player on roll, before the roll."""
        player = match.game.on_roll or Player.WHITE
        found = _analyzer(question).cube_action(_board(match.game.board, player), **_facts(match))
        no_double = found.equity_nd if match.ruleset.cube else found.cubeless_equity
        equities = no_double, found.equity_dt, found.equity_dp
        return protocol.CubeAnswer(
            *equities, _chances(found.probs), protocol.Act.NO_DOUBLE, _plies(found.eval_level)
        )


def _has_avx2() -> bool:
    """Return whether the processor has AVX2, which the library needs."""
    information = Path("/proc/cpuinfo")
    if platform.machine().lower() not in ("x86_64", "amd64") or not information.exists():
        return True
    return " avx2 " in information.read_text()


def _analyzer(question: protocol.EngineRequest) -> Any:  # noqa: ANN401 - the library is optional
    """Return the library's analyzer for a question."""
    return _analyzer_of(min(question.level.plies, Sage.deepest) + 1, cubeful=question.ruleset.cube)


@cache
def _analyzer_of(depth: int, *, cubeful: bool) -> Any:  # noqa: ANN401 - the library is optional
    """Return the library's analyzer of this depth, counted from 1; it uses one processor."""
    module = import_module("bgsage")
    return module.BgBotAnalyzer(eval_level=f"{depth}ply", cubeful=cubeful, parallel_threads=1)


def _facts(match: MatchState) -> Mapping[str, object]:
    """Return cube, score and rules for the library, without beavers, whose equity it gives for that of a take."""
    game, player = match.game, match.game.on_roll or Player.WHITE
    owner = {None: "centered", player: "player", player.opponent: "opponent"}[game.cube.owner]
    return {
        "cube_value": game.cube.value,
        "cube_owner": owner,
        "away1": match.need(player),
        "away2": match.need(player.opponent),
        "is_crawford": game.crawford,
        "jacoby": match.ruleset.jacoby,
        "beaver": False,
    }


def _board(board: Board, player: Player) -> list[int]:
    mine, theirs = board.counts(player), board.counts(player.opponent)
    points = [mine[point] - theirs[board.opponent_point(point)] for point in POINTS]
    return [theirs[BAR], *points, mine[BAR]]


def _chances(found: Any) -> protocol.Probabilities:  # noqa: ANN401 - the library is optional
    return protocol.Probabilities(*found.to_list())


def _plies(level: str) -> int:
    """Return the plies of one of the library's levels, such as `3-ply`, counted from 0."""
    return int(level.partition("-")[0]) - 1
