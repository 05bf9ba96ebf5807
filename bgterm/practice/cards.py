"""Cards from analysed matches: a player's own decisions that cost more than a threshold."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from bgterm.engine.match_analysis import Decision
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.record import GameRecord
from bgterm.play.analysing import MatchAnalysis
from bgterm.play.analysis_file import Head, Kept, read_analysis
from bgterm.practice.question import question_of
from bgterm.practice.reviews import Card
from bgterm.practice.schedule import Schedule
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Moved
from bgterm.storage.journal import ANALYSIS, SUFFIX, load


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text that separates them by commas."""
    return tuple(filter(None, (name.strip() for name in text.split(","))))


def without_commas(name: str) -> str:
    """Return a name as it is kept among others: `Smith, John` is `Smith John`."""
    return " ".join(name.replace(",", " ").split())


def own_seats(record: GameRecord, names: Collection[str]) -> tuple[Player, ...]:
    """Return the players of a match whose decisions are practised by the person of these names.

    Against an engine that is the other player. Empty where nobody has one of the names.
    """
    if seat := engine_seat(record.items):
        return (seat.player.opponent,)
    own = {name.casefold() for name in names}
    here = record.header.names
    return tuple(player for player in Player if without_commas(here[player.index]).casefold() in own)


def cards_of(analysis: MatchAnalysis, seats: Collection[Player], threshold: float) -> list[Card]:
    """Return the cards of the players with these seats, the one that cost most first."""
    decisions = [each for each in analysis.findings if isinstance(each, Decision) and each.player in seats]
    cards = (_card(analysis, each) for each in decisions if _is_worth_it(each, threshold))
    return sorted(filter(None, cards), key=cost_of, reverse=True)


def cost_of(card: Card) -> float:
    """Return the cost of the answer in the match."""
    return card.made.cost if card.made else 0.0


def _is_worth_it(decision: Decision, threshold: float) -> bool:
    return decision.counts and decision.cost > threshold


def _card(analysis: MatchAnalysis, decision: Decision) -> Card | None:
    step, header = analysis.steps[decision.step - 1], analysis.record.header
    question = question_of(step.before, decision)
    if question is None:
        return None
    play = step.event.play if isinstance(step.event, Moved) else ()
    made = question.judged(decision.act, play)
    title = " ".join(filter(None, (" - ".join(header.names), header.date[:10])))
    return Card(question, made, analysis.head.match, decision.step, title, decision.game, analysis.engine_line)


def library_cards(
    saves: Path, names: Collection[str], threshold: float, schedule: Schedule, most: int
) -> list[Card]:
    """Return cards that are not in the schedule, from the saved matches of a folder, the latest analysis first.

    Reading ends with the match that makes them `most` or more. Matches that cannot be read, or were played on
    since their analysis, are left out.
    """
    cards: dict[str, Card] = {}
    for path in sorted(saves.glob(f"*{ANALYSIS}"), key=_changed, reverse=True):
        if len(cards) >= most:
            break
        for card in _new_cards(path, names, threshold, schedule):
            cards.setdefault(card.key, card)
    return list(cards.values())


def _new_cards(path: Path, names: Collection[str], threshold: float, schedule: Schedule) -> Iterator[Card]:
    with suppress(BackgammonError, OSError):
        kept = read_analysis(path.read_bytes())
        if not _has_new(kept, threshold, schedule.decisions):
            return
        record = load(path.with_suffix(SUFFIX))
        analysis = analysis_of(record, kept)
        if analysis:
            cards = cards_of(analysis, own_seats(record, names), threshold)
            yield from (card for card in cards if card.key not in schedule.cards and schedule.may_ask(card))


def analysis_of(record: GameRecord, kept: Kept) -> MatchAnalysis | None:
    """Return the analysis of a record that is kept; None where it is of another state of the match, or damaged."""
    steps = (each.step for found in kept.found.values() for each in found)
    if kept.head is None or kept.head.match != Head.of(record, "", "", 0).match:
        return None
    if any(step > len(record.events) for step in steps):
        return None
    return MatchAnalysis(record, kept.head, kept.found)


def _has_new(kept: Kept, threshold: float, known: Collection[tuple[str, int]]) -> bool:
    """Return whether one of the decisions could be a new card: it is of no `known` match and step."""
    decisions = (each for found in kept.found.values() for each in found if isinstance(each, Decision))
    costly = (each for each in decisions if _is_worth_it(each, threshold))
    return any(kept.head and (kept.head.match, each.step) not in known for each in costly)


def _changed(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


APART = 8
"""Decisions of one game that are fewer steps apart are consecutive: their answers tell something of each other."""


def apart(cards: Sequence[Card]) -> list[Card]:
    """Return the cards in an order in which no two consecutive decisions of one match follow each other.

    A card that could only follow such a decision is left out: it is for another practice.
    """
    rest, order = list(cards), list[Card]()
    while rest:
        card = next((one for one in rest if not (order and _consecutive(order[-1], one))), None)
        if card is None:
            break
        rest.remove(card)
        order.append(card)
    return order


def _consecutive(one: Card, other: Card) -> bool:
    same_game = one.made and (one.match, one.game) == (other.match, other.game)
    return bool(same_game) and abs(one.step - other.step) < APART


def mixed(due: Sequence[Card], new: Sequence[Card], most: int) -> list[Card]:
    """Return up to `most` cards, those that are due in their order, with the new ones spread among them."""
    new = new[: max(most - len(due), most // 2)]
    order = [*due[: most - len(new)]]
    gap = max(len(order) // (len(new) + 1), 1)
    for number, card in enumerate(new, 1):
        order.insert(number * (gap + 1) - 1, card)
    return apart(order)
