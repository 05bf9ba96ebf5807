"""`python -m tools.agreement`: how often two engines choose the same play, and where they do not."""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from bgterm.engine.adapter import open_adapter
from bgterm.engine.levels import EXPERT
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.plays import play_text
from bgterm.rules.board import Board
from bgterm.rules.legal_plays import legal_plays
from tests.engine.positions import COMMON_MATCHES, asked


class Compared(NamedTuple):
    question: EngineRequest
    texts: tuple[str, str]
    equal: bool


def questions(many: int, plies: int) -> list[EngineRequest]:
    """Return questions for the best play at `many` positions, spread over the matches of both engines."""
    found = [match for name in COMMON_MATCHES for kind, match in asked(name) if kind is QuestionKind.PLAYS]
    chosen = [found[at * len(found) // many] for at in range(many)]
    return [EngineRequest.of(match, QuestionKind.PLAYS, EXPERT._replace(plies=plies), count=1) for match in chosen]


def compared(one: str, other: str, many: int, plies: int) -> Iterator[Compared]:
    """Yield each question with both engines' best plays as text, and whether these lead to the same board."""
    adapters = [open_adapter(name) for name in (one, other)]
    for question in questions(many, plies):
        answers = [adapter.answer(question) for adapter in adapters]
        boards, texts = zip(*(_best(question, answer) for answer in answers), strict=True)
        yield Compared(question, texts, boards[0] == boards[1])
    for adapter in adapters:
        adapter.close()


def _best(question: EngineRequest, answer: EngineAnswer) -> tuple[Board, str]:
    legal = legal_plays(question.match())
    assert legal is not None
    play = answer.plays[0].play
    return legal.board.played(legal.player, play), play_text(legal.board, legal.player, play)


def main() -> None:
    """Print the positions for which the engines' best plays differ, and at how many positions they are equal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", nargs="?", default="gnubg")
    parser.add_argument("other", nargs="?", default="bgsage")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--plies", type=int, default=2)
    chosen = parser.parse_args()
    found = [*compared(chosen.one, chosen.other, chosen.positions, chosen.plies)]
    for pair in found:
        if not pair.equal:
            one, other = pair.texts
            print(f"{pair.question.position}  {chosen.one}: {one:24}  {chosen.other}: {other}")
    same = sum(pair.equal for pair in found)
    print(f"{same} of {len(found)} equal ({same / len(found):.0%}) at {chosen.plies} plies")


if __name__ == "__main__":
    main()
