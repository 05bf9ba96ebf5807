"""The sentences about a game: its events and its prompts.

Front ends lay sentences out; none of them makes one of its own. Why something is refused is said in `refusals`.
"""

from collections.abc import Sequence
from typing import assert_never

from bgterm.notation.dice import roll_text
from bgterm.notation.plays import play_text
from bgterm.rules.board import Board, Player
from bgterm.rules.choices import Choices, choices
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
    return play_text(board, player, play) or "no legal move"


# What happened


def tell(  # noqa: C901 - one line for each event
    before: Match, event: Event, vocabulary: WinNames = WinNames.USUAL
) -> str:
    """Describe what happened in the match as it was `before` the event."""
    names, game = before.names, before.game
    match event:
        case OpeningThrown():
            return opening_throw(apply(before, event))
        case Rolled(player, dice):
            return f"{names[player.index]} rolled {roll_text(dice)}"
        case OpeningCorrected():
            return f"Corrected: {opening_throw(apply(before, event))}"
        case RollCorrected(player, dice):
            return f"Corrected: {names[player.index]} rolled {roll_text(dice)}"
        case Moved(player, play):
            rolled = roll_text(game.dice) if game.dice else ""
            return f"{names[player.index]} {rolled}: {played(game.board, player, play)}"
        case Doubled(player):
            return f"{names[player.index]} doubles to {game.cube.offered}"
        case Beavered(player):
            return f"{names[player.index]} {_turns(game.raises + 1)} to {2 * game.cube.offered}"
        case Taken(player) if game.raises:
            return f"{names[player.index]} takes: the cube is at {game.cube.offered}"
        case Taken(player):
            return f"{names[player.index]} takes and owns the cube at {game.cube.offered}"
        case Dropped(player):
            return f"{names[player.index]} passes"
        case ResignationOffered(player, win):
            return f"{names[player.index]} offers to resign {win_with_article(before.variant, win, vocabulary)}"
        case ResignationAccepted(player):
            return f"{names[player.index]} accepts the resignation"
        case ResignationRefused(player):
            return f"{names[player.index]} refuses the resignation: play goes on"
        case TakeBackAsked(player):
            return f"{names[player.index]} asks to take back the play"
        case TakenBack(player):
            return f"{names[player.index]} agrees: the play is taken back"
        case TakeBackRefused(player):
            return f"{names[player.index]} does not agree: the play stands"
        case Challenged(player):
            return f"{names[player.index]} challenges the play: {_judged(before)}"
        case PlayAccepted(player):
            return f"{names[player.index]} accepts the play"
        case FlagClaimed(player):
            return f"{names[player.index]} claims the flag: {names[player.opponent.index]} has no time left"
        case Unrecorded(winner, points):
            won = f"{names[winner.index]} wins {points}" if winner is not None else "nobody is said to have won"
            return f"The rest of the game is not recorded: {won}"
        case _:
            assert_never(event)


def brief(before: Match, event: Event) -> tuple[Player, str] | None:  # noqa: C901 - the same
    """Describe an action of a player in a few words, for a narrow list; None if its outcome will show it."""
    match event:
        case Moved(player, play):
            dice = before.game.dice
            rolled = f"{dice.high}{dice.low}" if dice else ""
            return player, f"{rolled}: {play_text(before.game.board, player, play) or 'no move'}"
        case Doubled(player):
            return player, f"doubles to {before.game.cube.offered}"
        case Beavered(player):
            return player, f"{_turns(before.game.raises + 1)} to {2 * before.game.cube.offered}"
        case Taken(player):
            return player, "takes"
        case Dropped(player):
            return player, "passes"
        case ResignationOffered(player, win):
            return player, f"resigns {win_with_article(before.variant, win)}?"
        case ResignationAccepted(player):
            return player, "accepts"
        case ResignationRefused(player):
            return player, "refuses"
        case TakeBackAsked(player):
            return player, "takes back?"
        case TakenBack(player):
            return player, "agrees"
        case TakeBackRefused(player):
            return player, "does not agree"
        case Challenged(player):
            return player, "challenges"
        case PlayAccepted(player):
            return player, "accepts"
        case FlagClaimed(player):
            return player, "claims the flag"
        case OpeningThrown() | OpeningCorrected() | Rolled() | RollCorrected() | Unrecorded():
            return None
        case _:
            assert_never(event)


def _turns(raises: int) -> str:
    """Name what a player does who turns the cube again in answer to a double."""
    return {1: "beavers", 2: "raccoons"}.get(raises, "turns the cube again")


def _judged(before: Match) -> str:
    """Describe what a challenge of the last play leads to."""
    return "it was legal and stands" if last_play_was_legal(before) else "it was not legal and is made anew"


def opening_throw(match: Match) -> str:
    """Describe what each player rolled last for the opening, and who starts or what a tie makes of the cube.

    Further ties are counted, so that the same numbers rolled twice are seen to be a new roll.
    """
    names, game = match.names, match.game
    white, black = game.throws[-1]
    said = f"{names[Player.WHITE.index]} rolls {white}, {names[Player.BLACK.index]} {black}"
    if white != black:
        starts = "moves first and rolls both dice" if match.variant.fresh_first_roll else "starts"
        return f"{said}: {names[(Player.WHITE if white > black else Player.BLACK).index]} {starts}"
    ties = len(game.throws)
    tie = f"tie {ties}" if ties > 1 else "a tie"
    if doubles_by_itself(match.ruleset, ties - 1):
        return f"{said}: {tie}, cube at {game.cube.value} now, roll again"
    beyond = " beyond the limit" if match.ruleset.automatic_doubles else ""
    return f"{said}: {tie}{beyond}, roll again"


# What is to be done


def question(match: Match, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the prompt: one line with the player to act and the action."""
    game, names = match.last_game, match.names
    if game.pending:
        return _asked(match, game.pending, vocabulary)
    match game.phase:
        case Phase.OVER:
            return headline(match, vocabulary)
        case Phase.OPENING:
            return f"Game {game.number}. {opening_throw(match) if game.throws else _opening(match)}."
        case _ if game.on_roll is None:
            return ""
        case Phase.TO_ROLL if match.opening_roll_is_showing:
            return f"{opening_throw(match)}."
        case Phase.TO_ROLL:
            challenge = ", or to challenge the play" * choices(match, game.on_roll).challenge
            return f"{names[game.on_roll.index]} to roll{challenge}"
        case Phase.DOUBLED:
            return _double_question(names, game, game.on_roll)
        case Phase.TO_MOVE:
            return f"{names[game.on_roll.index]} to move {roll_text(game.dice) if game.dice else ''}"
        case Phase.TO_ACCEPT:
            asked = names[game.on_roll.opponent.index]
            return f"{names[game.on_roll.index]} is off: {asked}, do you accept the play or challenge it?"
        case _:
            assert_never(game.phase)


def _opening(match: Match) -> str:
    """Ask for the dice that decide who starts. [RULES A-14, L6]"""
    if match.variant.fresh_first_roll:
        return "Roll one die each for the lot: the higher moves first"
    return "Roll one die each to see who starts"


def _asked(match: Match, pending: Resignation | TakeBack, vocabulary: WinNames) -> str:
    asking, asked = match.names[pending.player.index], match.names[pending.player.opponent.index]
    if isinstance(pending, TakeBack):
        return f"{asking} asks to take back the last play: {asked}, do you agree?"
    offered = win_with_article(match.variant, pending.win, vocabulary)
    return f"{asking} offers to resign {offered}: {asked}, your answer?"


def _double_question(names: tuple[str, str], game: Game, doubler: Player) -> str:
    if not game.raises:
        name, opponent = names[doubler.index], names[doubler.opponent.index]
        return f"{name} doubles to {game.cube.offered}: {opponent}, take or pass?"
    asked = doubler if game.raises % 2 else doubler.opponent
    turned = f"{names[asked.opponent.index]} {_turns(game.raises)} to {game.cube.offered}"
    return f"{turned}: {names[asked.index]}, take or pass?"


def answers_to_double(match: Match) -> tuple[str, str]:
    """Describe the score and the stake after a pass and after a take."""
    game, asked = match.game, match.game.to_act
    if asked is None or game.on_roll is None:
        return "", ""
    passed = standing(apply(match, Dropped(asked)))
    return passed, f"playing for {game.cube.offered}; {match.names[game.on_roll.opponent.index]} owns the cube"


def beaver(match: Match) -> str:
    """Describe what turning the cube again in answer to a double makes of the stake."""
    game = match.game
    again = {0: "beaver", 1: "raccoon"}.get(game.raises, "turn the cube again")
    return f"{again}: playing for {2 * game.cube.offered}"


def answers_to_resignation(match: Match) -> tuple[str, str]:
    """Describe the score after a resignation is accepted and after it is refused."""
    asked = match.game.to_act
    if asked is None:
        return "", ""
    accepted = apply(match, ResignationAccepted(asked))
    return f"{arithmetic(accepted)}, {standing(accepted)}", "play goes on where it stands"


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
    asked = "what are you conceding?" if offers > 1 else "do you resign?"
    return f"{match.names[player.index]}, {asked} {match.names[player.opponent.index]} may refuse."


def about_preset(name: str) -> list[str]:
    """Describe what the rules of the match are called, if they have a name."""
    return [f"Rules: {name}."] if name else []


def hint(match: Match, may: Choices) -> str:
    """Describe in a few words what the player may do."""
    if match.game.phase is Phase.OPENING:
        anew = (
            "moves first and rolls both dice anew"
            if match.variant.fresh_first_roll
            else "starts and plays both numbers"
        )
        return f"The higher die {anew}."
    if may.answer_double:
        return "Take or pass."
    if may.answer_resignation:
        return "Accept or refuse."
    double = f", or double to {match.game.cube.offered} first" * may.double
    if may.challenge:
        return f"Roll{double}: that accepts the play; ! challenges it."
    return f"Roll{double}." * may.double
