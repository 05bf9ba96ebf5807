"""The sentences about a game: its events and its prompts.

Front ends lay sentences out; none of them makes one of its own. Why something is refused is in its error.
"""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from bgterm.catalog import _
from bgterm.notation.dice import roll_text
from bgterm.notation.plays import play_text
from bgterm.rules.board import Board, Player
from bgterm.rules.choices import Choices, may_challenge
from bgterm.rules.cube import doubles_by_itself
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
    Unrecorded,
)
from bgterm.rules.legal_plays import last_play_was_legal
from bgterm.rules.match import Game, Match, Pair, Phase, Resignation, TakeBack, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply
from bgterm.text.score import WinNames, arithmetic, headline, standing, win_name, win_with_article


def played(board: Board, player: Player, play: Play) -> str:
    """Name a play on the board before it; one without moves is said to be none."""
    return play_text(board, player, play) or _("no legal move")


# What happened


def tell(before: Match, event: Event, vocabulary: WinNames = WinNames.USUAL) -> str:  # noqa: C901 - a line each
    """Describe what happened in the match as it was `before` the event."""
    names, game = before.names, before.game
    match event:
        case OpeningThrown():
            return opening_throw(apply(before, event))
        case OpeningCorrected():
            return _("Corrected: {roll}", roll=opening_throw(apply(before, event)))
        case Unrecorded(winner, points):
            if winner is None:
                return _("The rest of the game is not recorded: nobody is said to have won")
            name = names[winner.index]
            return _("The rest of the game is not recorded: {name} wins {points}", name=name, points=points)
        case Beavered():
            return _turned(names[event.player.index], game.raises + 1, 2 * game.cube.offered)
    name, opponent = names[event.player.index], names[event.player.opponent.index]
    match event:
        case Rolled(dice=dice):
            return _("{name} rolled {roll}", name=name, roll=roll_text(dice))
        case RollCorrected(dice=dice):
            return _("Corrected: {name} rolled {roll}", name=name, roll=roll_text(dice))
        case Moved(player, play):
            rolled = roll_text(game.dice) if game.dice else ""
            return _("{name} {roll}: {play}", name=name, roll=rolled, play=played(game.board, player, play))
        case Doubled():
            return _("{name} doubles to {value}", name=name, value=game.cube.offered)
        case Taken() if game.raises:
            return _("{name} takes: the cube is at {value}", name=name, value=game.cube.offered)
        case Taken():
            return _("{name} takes and owns the cube at {value}", name=name, value=game.cube.offered)
        case Dropped():
            return _("{name} passes", name=name)
        case ResignationOffered(win=win):
            return _(
                "{name} offers to resign {win}", name=name, win=win_with_article(before.variant, win, vocabulary)
            )
        case ResignationAccepted():
            return _("{name} accepts the resignation", name=name)
        case ResignationRefused():
            return _("{name} refuses the resignation: play goes on", name=name)
        case TakeBackAsked():
            return _("{name} asks to take back the play", name=name)
        case TakenBack():
            return _("{name} agrees: the play is taken back", name=name)
        case TakeBackRefused():
            return _("{name} does not agree: the play stands", name=name)
        case Challenged() if last_play_was_legal(before):
            return _("{name} challenges the play: it was legal and stands", name=name)
        case Challenged():
            return _("{name} challenges the play: it was not legal and is made anew", name=name)
        case PlayAccepted():
            return _("{name} accepts the play", name=name)
        case FlagClaimed():
            return _("{name} claims the flag: {opponent} has no time left", name=name, opponent=opponent)
        case _:
            assert_never(event)


class Brief(NamedTuple):
    """An action of a player in a few words."""

    player: Player
    text: str
    roll: str = ""
    """The dice that were played, as `52`."""


def brief(before: Match, event: Event) -> Brief | None:  # noqa: C901 - a line each
    """Describe an action of a player in a few words, for a narrow list; None if its outcome will show it."""
    game = before.game
    match event:
        case OpeningThrown() | OpeningCorrected() | Rolled() | RollCorrected() | Unrecorded():
            return None
        case Moved(player, play):
            dice = f"{game.dice.high}{game.dice.low}" if game.dice else ""
            return Brief(player, play_text(game.board, player, play) or _("no move"), dice)
        case Doubled():
            text = _("doubles to {value}", value=game.cube.offered)
        case Beavered() if game.raises == 0:
            text = _("beavers to {value}", value=2 * game.cube.offered)
        case Beavered() if game.raises == 1:
            text = _("raccoons to {value}", value=2 * game.cube.offered)
        case Beavered():
            text = _("turns the cube again to {value}", value=2 * game.cube.offered)
        case Taken():
            text = _("takes")
        case Dropped():
            text = _("passes")
        case ResignationOffered(win=win):
            text = _("resigns {win}?", win=win_with_article(before.variant, win))
        case ResignationAccepted() | PlayAccepted():
            text = _("accepts")
        case ResignationRefused():
            text = _("refuses")
        case TakeBackAsked():
            text = _("takes back?")
        case TakenBack():
            text = _("agrees")
        case TakeBackRefused():
            text = _("does not agree")
        case Challenged():
            text = _("challenges")
        case FlagClaimed():
            text = _("claims the flag")
        case _:
            assert_never(event)
    return Brief(event.player, text)


def _turned(name: str, raises: int, value: int) -> str:
    """Describe that a player turns the cube again in answer to a double."""
    match raises:
        case 1:
            return _("{name} beavers to {value}", name=name, value=value)
        case 2:
            return _("{name} raccoons to {value}", name=name, value=value)
        case _:
            return _("{name} turns the cube again to {value}", name=name, value=value)


def opening_throw(match: Match) -> str:
    """Describe what each player rolled last for the opening, and who starts or what a tie makes of the cube.

    Further ties are counted, so that the same numbers rolled twice are seen to be a new roll.
    """
    names, game = match.names, match.game
    white, black = game.throws[-1]
    rolls = _("{white} rolls {die}, {black} {other}", white=names[0], die=white, black=names[1], other=black)
    if white != black:
        name = names[(Player.WHITE if white > black else Player.BLACK).index]
        if match.variant.fresh_first_roll:
            return _("{rolls}: {name} moves first and rolls both dice", rolls=rolls, name=name)
        return _("{rolls}: {name} starts", rolls=rolls, name=name)
    ties = len(game.throws)
    tie = _("tie {number}", number=ties) if ties > 1 else _("a tie")
    if doubles_by_itself(match.ruleset, ties - 1):
        return _("{rolls}: {tie}, cube at {value} now, roll again", rolls=rolls, tie=tie, value=game.cube.value)
    if match.ruleset.automatic_doubles:
        return _("{rolls}: {tie} beyond the limit, roll again", rolls=rolls, tie=tie)
    return _("{rolls}: {tie}, roll again", rolls=rolls, tie=tie)


# What is to be done


def question(  # noqa: C901 - one line for each state
    match: Match, vocabulary: WinNames = WinNames.USUAL
) -> str:
    """Return the prompt: one line with the player to act and the action."""
    game, names = match.last_game, match.names
    if game.pending:
        return _asked(match, game.pending, vocabulary)
    if game.phase is Phase.OVER:
        return headline(match, vocabulary)
    if game.phase is Phase.OPENING:
        return _("Game {number}. {what}.", number=game.number, what=_opening(match))
    if game.on_roll is None:
        return ""
    name, opponent = names[game.on_roll.index], names[game.on_roll.opponent.index]
    match game.phase:
        case Phase.TO_ROLL if match.opening_roll_is_showing:
            return f"{opening_throw(match)}."
        case Phase.TO_ROLL if may_challenge(match, game.on_roll):
            return _("{name} to roll, or to challenge the play", name=name)
        case Phase.TO_ROLL:
            return _("{name} to roll", name=name)
        case Phase.DOUBLED:
            return _double_question(names, game, game.on_roll)
        case Phase.TO_MOVE:
            return _("{name} to move {roll}", name=name, roll=roll_text(game.dice) if game.dice else "")
        case Phase.TO_ACCEPT:
            return _(
                "{name} is off: {opponent}, do you accept the play or challenge it?", name=name, opponent=opponent
            )
        case _:
            assert_never(game.phase)


def _opening(match: Match) -> str:
    """Ask for the dice that decide who starts, or describe those that were equal. [RULES A-14, L6]"""
    if match.last_game.throws:
        return opening_throw(match)
    if match.variant.fresh_first_roll:
        return _("Roll one die each for the lot: the higher moves first")
    return _("Roll one die each to see who starts")


def _asked(match: Match, pending: Resignation | TakeBack, vocabulary: WinNames) -> str:
    name, opponent = match.names[pending.player.index], match.names[pending.player.opponent.index]
    if isinstance(pending, TakeBack):
        return _("{name} asks to take back the last play: {opponent}, do you agree?", name=name, opponent=opponent)
    win = win_with_article(match.variant, pending.win, vocabulary)
    return _("{name} offers to resign {win}: {opponent}, your answer?", name=name, win=win, opponent=opponent)


def _double_question(names: tuple[str, str], game: Game, doubler: Player) -> str:
    asked = doubler if game.raises % 2 else doubler.opponent
    name, value = names[asked.opponent.index], game.cube.offered
    offer = (
        _turned(name, game.raises, value)
        if game.raises
        else _("{name} doubles to {value}", name=name, value=value)
    )
    return _("{offer}: {name}, take or pass?", offer=offer, name=names[asked.index])


def answers_to_double(match: Match) -> tuple[str, str]:
    """Describe the score and the stake after a pass and after a take."""
    game, asked = match.game, match.game.to_act
    if asked is None or game.on_roll is None:
        return "", ""
    owner = match.names[game.on_roll.opponent.index]
    taken = _("playing for {value}; {name} owns the cube", value=game.cube.offered, name=owner)
    return standing(apply(match, Dropped(asked))), taken


def beaver(match: Match) -> str:
    """Describe what turning the cube again in answer to a double makes of the stake."""
    value = 2 * match.game.cube.offered
    match match.game.raises:
        case 0:
            return _("beaver: playing for {value}", value=value)
        case 1:
            return _("raccoon: playing for {value}", value=value)
        case _:
            return _("turn the cube again: playing for {value}", value=value)


def answers_to_resignation(match: Match) -> tuple[str, str]:
    """Describe the score after a resignation is accepted and after it is refused."""
    asked = match.game.to_act
    if asked is None:
        return "", ""
    accepted = apply(match, ResignationAccepted(asked))
    return f"{arithmetic(accepted)}, {standing(accepted)}", _("play goes on where it stands")


def resignation_offers(
    match: Match, player: Player, wins: Sequence[Win], vocabulary: WinNames = WinNames.USUAL
) -> list[tuple[Win, str]]:
    """Return those of the `wins` that cost the player differently, each with the resulting score.

    Once the match is lost, or where each win counts as a single one, it makes no odds how the game is lost.
    """
    offers = dict[Pair | None, tuple[Win, str]]()
    for win in wins:
        accepted = apply(apply(match, ResignationOffered(player, win)), ResignationAccepted(player.opponent))
        outcome = accepted.score if accepted.winner is None else None
        offers.setdefault(outcome, (win, f"{win_name(match.variant, win, vocabulary)}: {standing(accepted)}"))
    return list(offers.values())


def which_resignation(match: Match, player: Player, offers: int) -> str:
    """Ask what the player offers to resign; with a single offer, whether they resign."""
    name, opponent = match.names[player.index], match.names[player.opponent.index]
    if offers > 1:
        return _("{name}, what are you conceding? {opponent} may refuse.", name=name, opponent=opponent)
    return _("{name}, do you resign? {opponent} may refuse.", name=name, opponent=opponent)


def about_preset(name: str) -> list[str]:
    """Describe what the rules of the match are called, if they have a name."""
    return [_("Rules: {name}.", name=name)] if name else []


def hint(match: Match, may: Choices) -> str:
    """Describe in a few words what the player may do."""
    if match.game.phase is Phase.OPENING:
        if match.variant.fresh_first_roll:
            return _("The higher die moves first and rolls both dice anew.")
        return _("The higher die starts and plays both numbers.")
    if may.answer_double:
        return _("Take or pass.")
    if may.answer_resignation:
        return _("Accept or refuse.")
    value = match.game.cube.offered
    match may.double, may.challenge:
        case True, True:
            return _("Roll, or double to {value} first: that accepts the play; ! challenges it.", value=value)
        case True, False:
            return _("Roll, or double to {value} first.", value=value)
        case False, True:
            return _("Roll: that accepts the play; ! challenges it.")
        case _:
            return ""
