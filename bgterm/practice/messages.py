"""The sentences of a practice, on the screen and in plain mode."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from bgterm.catalog import N_, _, ngettext
from bgterm.engine.match_analysis import NO_FAULT
from bgterm.engine.messages import action
from bgterm.engine.protocol import Act
from bgterm.notation.plays import play_text
from bgterm.practice.practice import Practice
from bgterm.practice.question import Card, Choice, Grade, Question
from bgterm.text.joining import join_list, sentence

_NEXT_BEST = 3
"""The number of plays that are named besides the best."""
GRADES = {Grade.AGAIN: N_("again"), Grade.HARD: N_("hard"), Grade.GOOD: N_("good"), Grade.EASY: N_("easy")}
"""The names of the grades."""


def number_question(question: Question) -> str:
    """Return the question for a number; empty for other questions."""
    kind, match, player = question.number_kind, question.match, question.player
    if kind is None:
        return ""
    name, opponent = (question.names[one.index] for one in (player, player.opponent))
    mine, theirs = match.need(player), match.need(player.opponent)
    cube = match.game.cube.offered
    return _(kind.value, name=name, opponent=opponent, mine=mine, theirs=theirs, cube=cube)


def choice_text(question: Question, choice: Choice) -> str:
    """Return an answer as text: a play, an action with the cube, or a number."""
    if choice.number is not None:
        return f"{choice.number:g}"
    if choice.act is None or choice.act is Act.PLAY:
        return play_text(question.start.board, question.player, choice.play)
    return action(choice.act, choice.act.value)


def cost_text(choice: Choice) -> str:
    """Return the cost of an answer in words; `at least` for a play that the analysis has not evaluated."""
    if choice.number is not None:
        return _("is off by {count}", count=f"{choice.cost:g}")
    if choice.is_least and choice.cost < NO_FAULT:
        return _("is not among the best plays")
    if choice.is_least:
        return _("costs at least {cost:.3f}", cost=choice.cost)
    return _("costs {cost:.3f}", cost=choice.cost)


def verdict(card: Card, answer: Choice) -> str:
    """Return the sentence whether the answer was right, or what it costs."""
    text = choice_text(card.question, answer)
    if _is_right(answer):
        return sentence(_("{answer} is right.", answer=text))
    return sentence(_("{answer} {cost}.", answer=text, cost=cost_text(answer)))


def best(card: Card) -> str:
    """Return the sentence with the best answer and its equity, or with the right number."""
    question = card.question
    text = choice_text(question, question.best)
    if question.number_kind:
        return _("Right: {answer}.", answer=text)
    return _("Best: {answer}, equity {equity:+z.3f}.", answer=text, equity=question.best.equity)


def in_match(card: Card) -> str:
    """Return the sentence with the player's answer in the match; empty for a drill."""
    if card.made is None:
        return ""
    made = choice_text(card.question, card.made)
    if card.made.cost < NO_FAULT:
        return _("In the match: {answer}.", answer=made)
    return _("In the match: {answer}, {cost}.", answer=made, cost=cost_text(card.made))


def next_best(card: Card) -> str:
    """Return the sentence with the next best answers and their costs; empty when there are none."""
    known = [one for one in card.question.choices[1:] if one.cost >= NO_FAULT or not one.is_least]
    others = [f"{choice_text(card.question, one)} {one.cost:.3f}" for one in known[:_NEXT_BEST]]
    return _("Next best, and their costs: {answers}.", answers=join_list(others)) if others else ""


def about_answer(card: Card, answer: Choice) -> Iterator[str]:
    """Yield sentences about an answer, the most important first; some may be empty."""
    yield verdict(card, answer)
    yield best(card)
    yield in_match(card) or (rule(card) if card.question.choices else "")
    yield next_best(card) or rule(card)
    yield f"{card.engine}." if card.engine else ""


def to_compare(card: Card, answer: Choice) -> list[tuple[str, Choice]]:
    """Return the different answers to compare, with headings: the player's, the best, and that in the match."""
    named = [(_("Yours:"), answer), (_("Best:"), card.question.best)]
    if card.made:
        named.append((_("In the match:"), card.made))
    texts = [choice_text(card.question, choice) for _heading, choice in named]
    return [one for number, one in enumerate(named) if texts[number] not in texts[:number]]


def rule(card: Card) -> str:
    """Return the rule behind a card of a drill; empty for a card of a match."""
    from bgterm.practice.drills import DRILLS  # only where a drill is answered

    drill = None if card.made else DRILLS.get(card.match)
    return drill.rule(card.question) if drill else ""


def sources(card: Card) -> list[str]:
    """Return the rule behind a drill's answer, and the match and engine that the card comes from."""
    source = ", ".join(filter(None, (card.title, card.engine)))
    return [*filter(None, (rule(card), source))]


def about_grade(grade: Grade, due: datetime | None) -> str:
    """Return the sentence with the grade and the day when the card is due, in local time; None for no day."""
    if due is None:
        return _("Grade: {grade}.", grade=_(GRADES[grade]))
    day = due.astimezone().date().isoformat()
    return _("Grade: {grade}. Asked again on {day}.", grade=_(GRADES[grade]), day=day)


def progress(practice: Practice) -> str:
    """Return the number of the current card, from 1, and the number of cards, in words."""
    return _("Practice: {number} of {count}", number=len(practice.done) + 1, count=len(practice.cards))


def summary(practice: Practice) -> str:
    """Return the sentences about the results of a practice, and the number of cards still due."""
    answered, due = practice.answered, len(practice.journal.schedule.due(practice.clock()))
    right = sum(_is_right(review.answer) for review, _card in answered)
    answers = ngettext(
        "{count} answer, {right} right.", "{count} answers, {right} right.", len(answered), right=right
    )
    compared = [(review.answer.cost, card.made.cost) for review, card in answered if card.made]
    costs = ""
    if compared:
        now, before = (sum(costs) for costs in zip(*compared, strict=True))
        costs = _("Cost {now:.3f}, in the matches {then:.3f}.", now=now, then=before)
    still = ngettext("{count} card is due.", "{count} cards are due.", due) if due else ""
    notice = "" if practice.card and not practice.answer else practice.notice
    return " ".join(filter(None, (notice, answers, costs, still)))


def damaged(path: object, lines: Sequence[int]) -> str:
    """Return the sentence about unreadable lines of the journal; empty without any."""
    if not lines:
        return ""
    return ngettext(
        "{count} line of {path} cannot be read and is left out, the first is line {line}.",
        "{count} lines of {path} cannot be read and are left out, the first is line {line}.",
        len(lines),
        path=path,
        line=lines[0],
    )


def _is_right(answer: Choice) -> bool:
    return answer.cost < NO_FAULT and not answer.is_least
