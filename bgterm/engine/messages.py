"""Sentences about the recommendations of engines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple

from bgterm.catalog import N_, _
from bgterm.engine.builtin.cube_window import CubeWindow
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, QuestionKind, RankedPlay
from bgterm.notation.plays import play_text
from bgterm.rules.match import MatchState


def play_hint(match: MatchState, answer: EngineAnswer, number: int) -> str:
    """Return the sentence about a play by index, from 0: `1 of 5: 8/5 6/5, equity +0.160, win 55.3%, ...`."""
    ranked, best, game = answer.plays[number], answer.plays[0], match.game
    return _(
        "{number} of {count}: {play}, {worth}, win {win}, gammon {gammon}, lose gammon {lose_gammon}",
        number=number + 1,
        count=len(answer.plays),
        play=play_text(game.board, game.on_roll, ranked.play) if game.on_roll else "",
        worth=_("worth {equity}", equity=f"{ranked.equity:+z.3f}")
        if ranked.equity == best.equity
        else _("{loss} worse", loss=f"{best.equity - ranked.equity:.3f}"),
        win=_percent(ranked.probabilities.win),
        gammon=_percent(ranked.probabilities.win_gammon),
        lose_gammon=_percent(ranked.probabilities.lose_gammon),
    )


def action(act: Act, text: str) -> str:
    """Return the text of a play, or of an action with the cube in the language of the session."""
    return text if act is Act.PLAY else _(text)


_HEAD = (N_("#"), N_("play"), N_("equity"), N_("diff"))
_CHANCES = (N_("win"), N_("gammon"), N_("bg"), N_("lose g"), N_("lose bg"), N_("plies"))


def play_table(plays: Sequence[RankedPlay], texts: Sequence[str]) -> list[list[str]]:
    """Return the plays as rows of a table with a head, best first, with all chances."""
    chances = ([*map(_percent, astuple(ranked.probabilities)), str(ranked.plies)] for ranked in plays)
    ranked = _ranked(texts, [(each.equity, each.interval, each.behind) for each in plays])
    head = [_(each) for each in (*_HEAD, *_CHANCES)]
    return [head, *([*row, *more] for row, more in zip(ranked, chances, strict=True))]


def narrowed(rows: list[list[str]], width: int) -> list[list[str]]:
    """Return a table without the last columns that do not fit in `width`, with two blanks between columns."""
    while sum(2 + max(map(len, column)) for column in zip(*rows, strict=True)) - 2 > width:
        rows = [row[:-1] for row in rows]
    return rows


def cube_table(equities: Mapping[str, float]) -> list[list[str]]:
    """Return the actions with the cube as rows of a table with a head, best first."""
    head = [_(each) for each in (_HEAD[0], N_("action"), *_HEAD[2:])]
    texts = [action(Act.DOUBLE, text) for text in equities]
    return [head, *_ranked(texts, [(equity, None, None) for equity in equities.values()])]


def _ranked(
    texts: Sequence[str], equities: Sequence[tuple[float, float | None, float | None]]
) -> Iterator[list[str]]:
    for rank, (text, (equity, interval, behind)) in enumerate(zip(texts, equities, strict=True), 1):
        diff = "" if rank == 1 else _with_interval(equity - equities[0][0], behind)
        yield [str(rank), text, _with_interval(equity, interval), diff]


def _with_interval(equity: float, interval: float | None) -> str:
    """Return an equity as text, with half of its 95 % confidence interval if that is known."""
    return f"{equity:+z.3f}" if interval is None else f"{equity:+z.3f} ± {interval:.3f}"


def window_lines(match: MatchState, window: CubeWindow) -> list[str]:
    """Return sentences about the doubling window."""
    doubler = match.game.on_roll
    assert doubler is not None  # noqa: S101 - a window has one
    mine, theirs = match.names[doubler.index], match.names[doubler.opponent.index]
    lines = [
        _(
            "Take point of {name}: {dead}, or {live} with a live cube.",
            name=theirs,
            dead=_percent(window.take_point),
            live=_percent(window.live_take_point),
        ),
        _(
            "A gammon is worth {mine:.2f} more to {name}, {theirs:.2f} to {other}.",
            name=mine,
            other=theirs,
            mine=window.gammon_values[0],
            theirs=window.gammon_values[1],
        ),
    ]
    if window.market_losers is not None:
        count = round(36 * window.market_losers)
        lines.append(_("Market losers: {count} of 36 rolls.", count=count))
    if window.effective_pips:
        white, black = window.effective_pips[:: -1 if doubler.index else 1]
        lines.append(effective_line(match.names, white, black))
    return lines


def effective_line(names: tuple[str, str], white: float, black: float) -> str:
    """Return the sentence with the effective pip counts of both players."""
    return _(
        "Effective pips: {white} {white_pips:.1f}, {black} {black_pips:.1f}.",
        white=names[0],
        black=names[1],
        white_pips=white,
        black_pips=black,
    )


def cube_hint(match: MatchState, kind: QuestionKind, answer: EngineAnswer) -> str:
    """Return the sentence with the best action with the cube, and each action's equity for the doubler."""
    cube, doubler = answer.cube, match.game.on_roll
    if cube is None or doubler is None:
        return ""
    equities = {"no_double": cube.no_double, "take": cube.double_take, "drop": cube.double_pass}
    action = _reply(cube) if kind is QuestionKind.TAKE else _offer(cube)
    values = {name: f"{equity:+z.3f}" for name, equity in equities.items()}
    name = match.names[doubler.index]
    return _(
        "{action} For {name}: no double {no_double}, take {take}, pass {drop}.", action=action, name=name, **values
    )


def resignation_hint(answer: EngineAnswer) -> str:
    """Return the sentence that recommends to accept or refuse a resignation."""
    accept = answer.resign is not None and answer.resign.accept
    return _("Accept the resignation.") if accept else _("Play on: the game is worth more.")


def tutor_question(loss: float, best: str) -> str:
    """Return the tutor's question about a decision that loses so much equity."""
    return _("This loses {loss}: {best} is better.", loss=f"{loss:.3f}", best=best)


def _offer(cube: CubeAnswer) -> str:
    if cube.action is Act.DOUBLE:
        return _("Double, take.") if cube.take else _("Double, pass.")
    return _("Too good to double.") if cube.too_good else _("Do not double.")


def _reply(cube: CubeAnswer) -> str:
    if cube.action is Act.BEAVER:
        return _("Beaver.")
    return _("Take.") if cube.action is Act.TAKE else _("Pass.")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"
