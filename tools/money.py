"""Money games of an engine at `expert` against GNU Backgammon at 0 plies, which also removes the luck.

    python -m tools.money /tmp/money.jsonl --games 2000 --seed 1
    python -m tools.money /tmp/money.jsonl --games 2000 --seed 1 --cube

The rules are those of `Ruleset()`: gammons and backgammons count, without the Jacoby rule, beavers and automatic
doubles. Two games have the same dice, with the sides exchanged; the standard errors are those of such pairs. All
games are played to the end or to a pass, without resignations.

The luck of a roll is the equity after its best play, less the mean of these equities over all rolls, times the
cube, by GNU Backgammon at 0 plies. It is 0 on average, however well the players and the judge play. The points
less the luck therefore have the same mean as the points, and a smaller error.

The games are appended to the file; the same command continues a run that was stopped. The file may also
contain games of other engines, versions and seeds, which do not count.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bgterm.api import Match
from bgterm.engine.adapter import ADAPTERS, Adapter, demand, open_adapter
from bgterm.engine.adapters.gnubg import find_program
from bgterm.engine.file_analysis import file_findings
from bgterm.engine.match_analysis import Luck
from bgterm.engine.protocol import Act, EngineAnswer, EngineRequest, QuestionKind
from bgterm.formats.record import GameRecord
from bgterm.rules.board import Player
from bgterm.rules.dice import HIGHEST, Dice
from bgterm.rules.events import Doubled, Dropped, Event, Moved, OpeningThrown, Rolled, Taken
from bgterm.rules.match import Phase, Win
from bgterm.storage.match_files import read_file

_BATCH = 25
"""The most pairs of games that are played and analysed before they are written."""
_COMMANDS = """\
set threads 1
set analysis moves off
set analysis cube off
set analysis luck on
set analysis luckanalysis plies 0
set analysis luckanalysis cubeful {cubeful}
load match played.sgf
analyse match
save match analysed.sgf
"""


class Score(NamedTuple):
    """A game from the engine's side."""

    points: int
    """The points won; negative for a loss."""
    win: int
    """The kind of win, as in `Win`; negative for a loss."""
    luck: float
    """The luck of the engine's rolls, less that of the opponent's, in points."""

    @property
    def adjusted(self) -> float:
        """The points with the luck removed."""
        return self.points - self.luck


Pair = tuple[Score, Score]
"""Two games with the same dice: the engine plays White in the first and Black in the second."""


def session(engine: Adapter, other: Adapter, dice: Sequence[str], *, cube: bool) -> Match:
    """Return a money session with two games for each seed of dice: one for each side of the engine."""
    match = Match(cube=cube)
    for seed in dice:
        for engines in ((engine, other), (other, engine)):
            match = _with_game(match, engines, Random(seed))
    return match


def _with_game(match: Match, engines: tuple[Adapter, Adapter], rng: Random) -> Match:
    """Return the session after one more game; the engines play White and Black."""
    number = match.state.game.number
    while match.state.game.number == number:
        match = match.apply(_next_event(match, engines, rng))
    return match


def _next_event(match: Match, engines: tuple[Adapter, Adapter], rng: Random) -> Event:
    player = match.to_act
    if player is None:
        return OpeningThrown(rng.randint(1, HIGHEST), rng.randint(1, HIGHEST))
    engine = engines[player.index]
    match match.state.game.phase:
        case Phase.TO_MOVE:
            return Moved(player, _answer(engine, match, QuestionKind.PLAYS).recommended or ())
        case Phase.DOUBLED:
            return Taken(player) if _action(engine, match, QuestionKind.TAKE) is Act.TAKE else Dropped(player)
        case _ if match.choices.double and _action(engine, match, QuestionKind.CUBE) is Act.DOUBLE:
            return Doubled(player)
        case _:
            return Rolled(player, Dice.of(rng.randint(1, HIGHEST), rng.randint(1, HIGHEST)))


def _answer(engine: Adapter, match: Match, kind: QuestionKind) -> EngineAnswer:
    return engine.answer(EngineRequest.of(match.state, kind, count=1))


def _action(engine: Adapter, match: Match, kind: QuestionKind) -> Act:
    cube = _answer(engine, match, kind).cube
    assert cube
    return cube.action


def analysed(match: Match) -> GameRecord:
    """Return the record of a session with the luck of each roll, as GNU Backgammon has saved it."""
    with TemporaryDirectory(prefix="bgterm-money-") as name:
        folder = Path(name)
        match.write(folder / "played.sgf")
        commands = _COMMANDS.format(cubeful="on" if match.state.ruleset.cube else "off")
        (folder / "commands").write_text(commands, encoding="utf-8")
        program = find_program()
        assert program
        subprocess.run(
            [program, "-t", "-q", "-r", "-s", ".", "-c", "commands"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            env={"HOME": name, "LC_ALL": "C"},
            check=True,
        )
        record = read_file(folder / "analysed.sgf")
    assert not record.problems
    assert _rolls(record.events) == _rolls(match.events)
    assert record.match.score == match.score
    return record


def _rolls(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Rolled)]


def pairs_of(record: GameRecord) -> list[Pair]:
    """Return the pairs of games in an analysed session, in which every roll has its luck."""
    rolls = [each for found in file_findings(record).values() for each in found if isinstance(each, Luck)]
    assert len(rolls) == sum(isinstance(event, Moved) for event in record.events)
    scores = []
    for number, result in enumerate(record.match.results, 1):
        side = Player.WHITE if number % 2 else Player.BLACK
        sign = 1 if result.winner is side else -1
        of_game = [roll for roll in rolls if roll.game == number]
        luck = sum((roll.worth or 0) * (1 if roll.player is side else -1) for roll in of_game)
        scores.append(Score(sign * result.points, sign * result.win, luck))
    return [*zip(scores[::2], scores[1::2], strict=True)]


def read(path: Path, run: Sequence[object]) -> dict[int, Pair]:
    """Return the pairs of a run in a file, by their numbers; none if there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = map(json.loads, lines)
    return {number: (Score(*one), Score(*two)) for of_run, number, one, two in pairs if of_run == [*run]}


def play(path: Path, engine: Adapter, *, games: int, seed: int, cube: bool) -> Iterator[list[Pair]]:
    """Play the games that are not in the file yet; yield all pairs so far, at first and after each batch."""
    other = open_adapter("gnubg")
    run = engine.name, engine.version(), other.version(), seed, cube
    numbers = range(games // 2)
    done = {number: pair for number, pair in read(path, run).items() if number in numbers}
    missing = [number for number in numbers if number not in done]
    yield [*done.values()]
    for begin in range(0, len(missing), _BATCH):
        batch = missing[begin : begin + _BATCH]
        match = session(engine, other, [f"{seed} {number}" for number in batch], cube=cube)
        found = dict(zip(batch, pairs_of(analysed(match)), strict=True))
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps([run, number, *pair]) + "\n" for number, pair in found.items())
        done |= found
        yield [*done.values()]
    other.close()


def summary(pairs: Sequence[Pair]) -> str:
    """Return the points a game, with their standard errors, and the shares of games and gammons won and lost."""
    games = [game for pair in pairs for game in pair]
    points = _mean([fmean(game.points for game in pair) for pair in pairs])
    adjusted = _mean([fmean(game.adjusted for game in pair) for pair in pairs])
    won, gammons, lost = (
        sum(least <= sign * game.win for game in games) / len(games)
        for sign, least in ((1, Win.SINGLE), (1, Win.GAMMON), (-1, Win.GAMMON))
    )
    return (
        f"{len(games):,} games: {points} points a game, {adjusted} with the luck removed; "
        f"won {won:.1%}, gammons {gammons:.1%}, lost gammons {lost:.1%}"
    )


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):+.4f} ± {pstdev(values) / len(values) ** 0.5:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the file to which the games are appended")
    parser.add_argument("--games", type=int, default=2000, help="an even number")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    parser.add_argument("--cube", action="store_true", help="play with the doubling cube")
    parser.add_argument("--engine", choices=ADAPTERS, default="builtin")
    asked = parser.parse_args()
    engine, gnubg = open_adapter(asked.engine), open_adapter("gnubg")
    demand(gnubg)
    cube = "with the cube, without the Jacoby rule and beavers" if asked.cube else "without the cube"
    players = f"{engine.label} {engine.version()} against {gnubg.label} {gnubg.version()}, both at expert"
    print(f"{players}, for money {cube}, seed {asked.seed}")
    for pairs in play(asked.file, engine, games=asked.games, seed=asked.seed, cube=asked.cube):
        if pairs:
            print(summary(pairs), flush=True)
    engine.close()


if __name__ == "__main__":
    main()
