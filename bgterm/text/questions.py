"""The prompts of a game: who is asked, what the answers make of the score and the stake, and what is possible.

The limits on a turn of Long backgammon are described here too.
"""

from collections.abc import Sequence
from typing import assert_never

from bgterm.catalog import N_, _
from bgterm.editing.turn_draft import Draft
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, may_challenge
from bgterm.rules.events import Dropped, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Game, MatchState, Pair, Phase, Resignation, TakeBack, Win
from bgterm.rules.moves.explain import moves_forbidden_by_prime
from bgterm.rules.referee import apply
from bgterm.text.events import cube_turned, opening_throw
from bgterm.text.score import WinNames, arithmetic, headline, standing, win_name, win_with_article


def question(match: MatchState, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the prompt: one line with the player to act and the action."""
    game, phase, names = match.shown_game, match.shown_game.phase, match.names
    if game.pending:
        return _asked(match, game.pending, vocabulary)
    if phase is Phase.OVER:
        return headline(match, vocabulary)
    if phase is Phase.OPENING or game.on_roll is None:
        return _("Game {number}. {what}.", number=game.number, what=_opening(match))
    name, opponent = names[game.on_roll.index], names[game.on_roll.opponent.index]
    match phase:
        case Phase.TO_ROLL if match.opening_roll_is_showing:
            return f"{opening_throw(match)}."
        case Phase.TO_ROLL if may_challenge(match, game.on_roll):
            return _("{name} to roll, or to challenge the play", name=name)
        case Phase.TO_ROLL:
            return _("{name} to roll", name=name)
        case Phase.DOUBLED:
            return _double_question(names, game, game.on_roll)
        case Phase.TO_MOVE:
            return _("{name} to move {roll}", name=name, roll=game.dice or "")
        case Phase.TO_ACCEPT:
            return _(
                "{name} is off: {opponent}, do you accept the play or challenge it?", name=name, opponent=opponent
            )
        case _:
            assert_never(phase)


def _opening(match: MatchState) -> str:
    """Return the prompt for the opening roll, or a description of the last tie. [RULES A-14, L6]"""
    if match.shown_game.throws:
        return opening_throw(match)
    if match.variant.fresh_first_roll:
        return _("Roll one die each for the lot: the higher moves first")
    return _("Roll one die each to see who starts")


def _asked(match: MatchState, pending: Resignation | TakeBack, vocabulary: WinNames) -> str:
    name, opponent = match.names[pending.player.index], match.names[pending.player.opponent.index]
    if isinstance(pending, TakeBack):
        return _("{name} asks to take back the last play: {opponent}, do you agree?", name=name, opponent=opponent)
    win = win_with_article(match.variant, pending.win, vocabulary)
    return _("{name} resigns {win}: {opponent}, accept?", name=name, win=win, opponent=opponent)


def _double_question(names: tuple[str, str], game: Game, doubler: Player) -> str:
    asked = doubler if game.raises % 2 else doubler.opponent
    name, value = names[asked.opponent.index], game.cube.offered
    offer = (
        cube_turned(name, game.raises, value)[0]
        if game.raises
        else _("{name} doubles to {value}", name=name, value=value)
    )
    return _("{offer}: {name}, take or pass?", offer=offer, name=names[asked.index])


def answers_to_double(match: MatchState) -> tuple[str, str]:
    """Describe the score and the stake after a pass and after a take."""
    game, asked = match.game, match.game.to_act
    if asked is None or game.on_roll is None:
        return "", ""
    owner = match.names[game.on_roll.opponent.index]
    taken = _("playing for {value}; {name} owns the cube", value=game.cube.offered, name=owner)
    return standing(apply(match, Dropped(asked))), taken


def beaver(match: MatchState) -> str:
    """Describe the stake after a beaver, or after a further turn of the cube."""
    value = 2 * match.game.cube.offered
    match match.game.raises:
        case 0:
            return _("beaver: playing for {value}", value=value)
        case 1:
            return _("raccoon: playing for {value}", value=value)
        case _:
            return _("turn the cube again: playing for {value}", value=value)


def answers_to_resignation(match: MatchState) -> tuple[str, str, str]:
    """Describe the points and the score after a resignation is accepted, and what a refusal means."""
    asked = match.game.to_act
    if asked is None:
        return "", "", ""
    accepted = apply(match, ResignationAccepted(asked))
    return arithmetic(accepted), standing(accepted), _("play goes on where it stands")


def resignation_offers(
    match: MatchState, player: Player, wins: Sequence[Win], vocabulary: WinNames = WinNames.USUAL
) -> list[tuple[Win, str]]:
    """Return those `wins` that differ in what they cost the player, each with a text, `gammon: Ann leads 4-2`.

    A gammon costs no more than a single game when the match is lost either way, or when all wins count as single.
    """
    offers = dict[Pair | None, tuple[Win, str]]()
    for win in wins:
        accepted = apply(apply(match, ResignationOffered(player, win)), ResignationAccepted(player.opponent))
        outcome = accepted.score if accepted.winner is None else None
        offers.setdefault(outcome, (win, f"{win_name(match.variant, win, vocabulary)}: {standing(accepted)}"))
    return list(offers.values())


def which_resignation(match: MatchState, player: Player, offers: int) -> str:
    """Return the question what the player resigns; if there is only one of the `offers`, whether they resign."""
    name, opponent = match.names[player.index], match.names[player.opponent.index]
    if offers > 1:
        return _("{name}, what do you resign? {opponent} may refuse.", name=name, opponent=opponent)
    return _("{name}, do you resign? {opponent} may refuse.", name=name, opponent=opponent)


def meaning_of_roll(match: MatchState, may: Choices) -> str:
    """Return what a roll decides: the opening, or that it accepts the opponent's play; otherwise an empty text."""
    if match.game.phase is Phase.OPENING:
        if match.variant.fresh_first_roll:
            return _("The higher die starts and rolls both dice.")
        return _("The higher die starts and plays both dice.")
    value = match.game.cube.offered
    match may.double, may.challenge:
        case True, True:
            return _("Roll, or double to {value} first: that accepts the play; ! challenges it.", value=value)
        case False, True:
            return _("Roll: that accepts the play; ! challenges it.")
        case _:
            return ""


# Drafts

POLICED = N_("No referee: the opponent may challenge the play before rolling or doubling.")
"""The note for players in a match without a referee. [RULES A-73]"""
WHICH_ROUTE = N_("Which route? It changes what you hit.")
"""The question when a checker can come to a point in several ways."""
WHICH_MOVE = N_("Which move do you mean?")
"""The question when a text can mean several moves."""
WHICH_PLAY = N_("Which legal play?")
"""The question above the list of plays."""
LEAVE_DICE = N_("End the turn without a move?")
"""The confirmation before a turn ends although its roll can be played. [RULES A-73]"""
LEAVE_THEM = N_("end the turn")
"""The answer to `LEAVE_DICE` that ends the turn."""


def limits_of_long(draft: Draft) -> Sequence[str]:
    """Return the limits on head and six-primes in a turn; none but in Long backgammon. [RULES L12, L20]"""
    head = draft.plays.head(draft.moves)
    if head is None:
        return ()
    walls = [f"{move.src}/{move.dst}" for move in moves_forbidden_by_prime(draft.plays, draft.moves)]
    return (
        _("head: {taken} of {allowed} used", taken=head.taken, allowed=head.allowed),
        _("would build a six-prime: {moves}", moves=" ".join(walls)) if walls else "",
    )
