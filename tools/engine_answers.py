"""Answers of GNU Backgammon that are kept for the pictures, so that they are the same on every machine.

    python -m tools.engine_answers

asks it again, at 2 plies, and writes `tests/data/engine`: `answers.jsonl` with an answer a line, as engines send
them, and `match3.analysis`, which `bgterm analyse --engine gnubg` keeps of the match that is analysed.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from bgterm.cli.main import main as bgterm
from bgterm.engine.engines import Engines
from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.pool import EnginePool
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind, read_message, write_message
from bgterm.play.analysis_file import analysis_path
from bgterm.rules.match import MatchState
from bgterm.storage.journal import load

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "engine"
ANSWERS = FOLDER / "answers.jsonl"
ANALYSIS = FOLDER / "match3.analysis"


class KeptAnswers:
    """An engine pool that answers from the file of kept answers."""

    def __init__(self, _name: str) -> None:
        """Read the file of answers; the engine's name does not matter."""
        self._answers = {answer.position: answer for answer in _read()}

    async def ask(self, question: EngineRequest, **_named: object) -> EngineAnswer:
        """Return the kept answer to a question about plays. Raises KeyError for a position without an answer."""
        answer = self._answers[question.position]
        return replace(answer, plays=answer.plays[: question.count or None])

    async def aclose(self) -> None:
        """Do nothing, since no engine process runs."""


def kept_engines() -> Engines:
    """Return engines that give only the kept answers."""
    return Engines(KeptAnswers)  # type: ignore[arg-type]  # not a pool, but it answers like one


def keep_analysis(path: Path) -> None:
    """Copy the kept analysis to the place where bgterm looks for that of the match file at `path`."""
    copyfile(ANALYSIS, analysis_path(path))


def _read() -> Iterator[EngineAnswer]:
    for line in ANSWERS.read_text().splitlines():
        answer = read_message(line)
        assert isinstance(answer, EngineAnswer)
        yield answer


async def _asked(match: MatchState) -> str:
    pool = EnginePool("gnubg")
    try:
        return write_message(await pool.ask(EngineRequest.of(match, QuestionKind.PLAYS, WORLD_CLASS)))
    finally:
        await pool.aclose()


def main() -> None:
    """Ask GNU Backgammon again, and write the answers and the analysis."""
    from tools.screens import ANALYSED, HINT, match_of

    with TemporaryDirectory() as folder:
        ANSWERS.write_text(asyncio.run(_asked(load(match_of(Path(folder), HINT)).match)) + "\n")
        path = match_of(Path(folder), ANALYSED)
        assert bgterm(["analyse", str(path), "--engine", "gnubg", "--beside"]) == 0
        copyfile(analysis_path(path), ANALYSIS)


if __name__ == "__main__":
    main()
