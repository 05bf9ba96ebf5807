"""The sentences for the recommendations of engines."""

from bgterm.catalog import _
from bgterm.engine.protocol import CubeAction, CubeAnswer, EngineAnswer, QuestionKind
from bgterm.notation.plays import play_text
from bgterm.rules.match import MatchState


def play_hint(match: MatchState, answer: EngineAnswer, number: int) -> str:
    """Return what the play of this number, from 0, is worth: `1 of 5: 8/5 6/5, equity +0.160, win 55.3%, ...`."""
    ranked, best, game = answer.plays[number], answer.plays[0], match.game
    return _(
        "{number} of {count}: {play}, {worth}, win {win}, gammon {gammon}, lose gammon {lose_gammon}",
        number=number + 1,
        count=len(answer.plays),
        play=play_text(game.board, game.on_roll, ranked.play) if game.on_roll else "",
        worth=_("worth {equity}", equity=f"{ranked.equity:+.3f}")
        if ranked.equity == best.equity
        else _("{loss} worse", loss=f"{best.equity - ranked.equity:.3f}"),
        win=_percent(ranked.probabilities.win),
        gammon=_percent(ranked.probabilities.win_gammon),
        lose_gammon=_percent(ranked.probabilities.lose_gammon),
    )


def cube_hint(match: MatchState, kind: QuestionKind, answer: EngineAnswer) -> str:
    """Return the proper action with the cube, and what each action is worth to the player who doubles, by name."""
    cube, doubler = answer.cube, match.game.on_roll
    if cube is None or doubler is None:
        return ""
    equities = {"no_double": cube.no_double, "take": cube.double_take, "drop": cube.double_pass}
    action = _reply(cube) if kind is QuestionKind.TAKE else _offer(cube)
    values = {name: f"{equity:+.3f}" for name, equity in equities.items()}
    name = match.names[doubler.index]
    return _(
        "{action} For {name}: no double {no_double}, take {take}, pass {drop}.", action=action, name=name, **values
    )


def resignation_hint(answer: EngineAnswer) -> str:
    """Return whether a resignation is to be accepted."""
    accept = answer.resign is not None and answer.resign.accept
    return _("Accept the resignation.") if accept else _("Play on: the game is worth more.")


def tutor_question(loss: float, best: str) -> str:
    """Return the question of the tutor about a decision that loses so much."""
    return _("This loses {loss}: {best} is better.", loss=f"{loss:.3f}", best=best)


def _offer(cube: CubeAnswer) -> str:
    if cube.action is CubeAction.DOUBLE:
        return _("Double, and it is a take.") if cube.take else _("Double, and it is a pass.")
    return _("Too good to double.") if cube.too_good else _("Do not double.")


def _reply(cube: CubeAnswer) -> str:
    if cube.action is CubeAction.BEAVER:
        return _("Beaver.")
    return _("Take.") if cube.action is CubeAction.TAKE else _("Pass.")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"
