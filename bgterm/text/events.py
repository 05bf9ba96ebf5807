"""The sentences about the events of a game.

Front ends lay sentences out; none of them makes one of its own. What a player is asked is in `questions`. Why
something is refused is in its error.
"""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from bgterm.catalog import _
from bgterm.notation.plays import play_text
from bgterm.rules import events
from bgterm.rules.board import Board, Player
from bgterm.rules.cube import doubles_by_itself
from bgterm.rules.legal_plays import last_play_was_legal
from bgterm.rules.match import Header, MatchState, Pair
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply
from bgterm.rules.replay import Replay
from bgterm.text.score import WinNames, lead, win_with_article

_Resignation = events.ResignationOffered | events.ResignationAccepted | events.ResignationRefused
_TakeBack = events.TakeBackAsked | events.TakenBack | events.TakeBackRefused
_Decision = (
    events.Beavered
    | events.Doubled
    | events.Taken
    | events.Dropped
    | _Resignation
    | _TakeBack
    | events.Challenged
    | events.PlayAccepted
    | events.FlagClaimed
)
"""The decisions of a player that are events, except plays."""


def played(board: Board, player: Player, play: Play) -> str:
    """Return the text of a play on the board before it, or "no legal move" for a play without moves."""
    return play_text(board, player, play) or _("no legal move")


def tell(before: MatchState, event: events.Event, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Describe what happened in the match as it was `before` the event."""
    names, game = before.names, before.game
    match event:
        case events.OpeningThrown():
            return opening_throw(apply(before, event))
        case events.OpeningCorrected():
            return _("Corrected: {roll}", roll=opening_throw(apply(before, event)))
        case events.Unrecorded(winner, points):
            if winner is None:
                return _("The rest of the game is not recorded: nobody is said to have won")
            name = names[winner.index]
            return _("The rest of the game is not recorded: {name} wins {points}", name=name, points=points)
        case events.Rolled(player, dice):
            return _("{name} rolled {roll}", name=names[player.index], roll=dice)
        case events.RollCorrected(player, dice):
            return _("Corrected: {name} rolled {roll}", name=names[player.index], roll=dice)
        case events.Moved(player, play):
            name, rolled = names[player.index], game.dice or ""
            return _("{name} {roll}: {play}", name=name, roll=rolled, play=played(game.board, player, play))
        case _:
            return _decided(before, event, vocabulary)[0]


def _decided(before: MatchState, event: _Decision, vocabulary: WinNames) -> tuple[str, str]:  # noqa: C901 - a line each
    """Describe a decision of a player in full, and in a few words."""
    game, name, opponent = before.game, before.names[event.player.index], before.names[event.player.opponent.index]
    match event:
        case events.Beavered():
            return cube_turned(name, game.raises + 1, 2 * game.cube.offered)
        case events.Doubled():
            value = game.cube.offered
            return _("{name} doubles to {value}", name=name, value=value), _("doubles to {value}", value=value)
        case events.Taken() if game.raises:
            return _("{name} takes: the cube is at {value}", name=name, value=game.cube.offered), _("takes")
        case events.Taken():
            full = _("{name} takes and owns the cube at {value}", name=name, value=game.cube.offered)
            return full, _("takes")
        case events.Dropped():
            return _("{name} passes", name=name), _("passes")
        case events.ResignationOffered(win=win):
            win_name = win_with_article(before.variant, win, vocabulary)
            full = _("{name} offers to resign {win}", name=name, win=win_name)
            return full, _("resigns {win}?", win=win_name)
        case events.ResignationAccepted():
            return _("{name} accepts the resignation", name=name), _("accepts")
        case events.ResignationRefused():
            return _("{name} refuses the resignation: play goes on", name=name), _("refuses")
        case events.TakeBackAsked():
            return _("{name} asks to take back the play", name=name), _("takes back?")
        case events.TakenBack():
            return _("{name} agrees: the play is taken back", name=name), _("agrees")
        case events.TakeBackRefused():
            return _("{name} does not agree: the play stands", name=name), _("does not agree")
        case events.Challenged() if last_play_was_legal(before):
            return _("{name} challenges the play: it was legal and stands", name=name), _("challenges")
        case events.Challenged():
            return _("{name} challenges the play: it was not legal and is made again", name=name), _("challenges")
        case events.PlayAccepted():
            return _("{name} accepts the play", name=name), _("accepts")
        case events.FlagClaimed():
            full = _("{name} claims the flag: {opponent} has no time left", name=name, opponent=opponent)
            return full, _("claims the flag")
        case _:
            assert_never(event)


class LastEvent(NamedTuple):
    """The last event: for a play a heading and the moves, for other events one sentence."""

    text: str = ""
    heading: str = ""
    """The player and the roll."""
    danced: bool = False
    """Whether the player had no legal move."""
    short: str = ""
    """The sentence where there is no room for the whole one; empty if it has no other."""


def note(before: MatchState, event: events.Event, vocabulary: WinNames = WinNames.USUAL) -> LastEvent:
    """Describe an event in the match as it was `before` it; a play has a heading and the moves."""
    game = before.game
    if not isinstance(event, events.Moved):
        short = _opening_outcome(apply(before, event)) if isinstance(event, events.OpeningThrown) else ""
        return LastEvent(tell(before, event, vocabulary), short=short)
    name, rolled = before.names[event.player.index], game.dice or ""
    play = play_text(game.board, event.player, event.play)
    return LastEvent(play or _("no legal move"), _("{name} {roll}:", name=name, roll=rolled), danced=not play)


class Brief(NamedTuple):
    """An action of a player in a few words, as a line of the score sheet."""

    player: Player
    text: str
    roll: str = ""
    """The dice that were played, as `52`."""


def brief(before: MatchState, event: events.Event, vocabulary: WinNames = WinNames.USUAL) -> Brief | None:
    """Describe a play or a decision in a few words, for a narrow list; return None for a roll or a correction."""
    if isinstance(event, events.Moved):
        rolled, play = before.game.dice, play_text(before.game.board, event.player, event.play)
        return Brief(event.player, play or _("no move"), f"{rolled.high}{rolled.low}" if rolled else "")
    return Brief(event.player, _decided(before, event, vocabulary)[1]) if isinstance(event, _Decision) else None


class LogLine(NamedTuple):
    """A line of the list of moves on the screen: an event, or the heading of a game."""

    text: str
    brief: Brief | None = None
    """The line in a few words, for a score sheet; None where the score sheet has no line for the event."""
    heading: bool = False
    """Whether this line is the heading of a game."""


class GameLog:
    """The lines of the moves of a match: of all games, of the current game in brief, and of the last event."""

    def __init__(self, header: Header, history: Sequence[events.Event], vocabulary: WinNames) -> None:
        """Log all events of `history`, naming wins by `vocabulary`."""
        self._vocabulary = vocabulary
        self.all: list[LogLine] = []
        """Every line, a heading before each game."""
        self.last = LastEvent()
        """The last event in full, except a roll: the dice are on the board, so the play before it stays
        readable.
        """
        self.brief: list[Brief] = []
        """The short lines of the current game."""
        self.pips: list[Pair] = []
        """The pips of both players before each play of the current game."""
        self._results = -1
        self._rolled = False
        for step in Replay(header, history).steps():
            self.add(step.before, step.event)

    def add(self, before: MatchState, event: events.Event) -> None:
        """Add an event, given the match before it. The line of a play replaces the line of its roll."""
        if len(before.results) > self._results:
            self._results = len(before.results)
            standing = lead(before.names, before.score)
            game = _("Game {number}, {lead}", number=self._results + 1, lead=standing)
            self.all.append(LogLine(game, heading=True))
            self.clear()
        line = brief(before, event, self._vocabulary)
        if isinstance(event, events.Moved):
            self.pips.append(before.game.board.pips_of_both)
            if self._rolled:
                self.all.pop()
        self.all.append(LogLine(tell(before, event, self._vocabulary), line))
        self._rolled = isinstance(event, events.Rolled)
        if not isinstance(event, events.Rolled | events.RollCorrected):
            self.last = note(before, event, self._vocabulary)
        if line:
            self.brief.append(line)

    def clear(self) -> None:
        """Clear the lines of the current game, because the next one begins."""
        self.brief.clear()
        self.pips.clear()
        self.last = LastEvent()


def cube_turned(name: str, raises: int, value: int) -> tuple[str, str]:
    """Describe that a player turns the cube again in answer to a double: in full, and in a few words.

    `raises` is 1 for a beaver, 2 for a raccoon and so on; `value` is what the cube then shows.
    """
    match raises:
        case 1:
            return _("{name} beavers to {value}", name=name, value=value), _("beavers to {value}", value=value)
        case 2:
            return _("{name} raccoons to {value}", name=name, value=value), _("raccoons to {value}", value=value)
        case _:
            full = _("{name} turns the cube again to {value}", name=name, value=value)
            return full, _("turns the cube again to {value}", value=value)


def opening_throw(match: MatchState) -> str:
    """Describe what each player rolled last for the opening, and who starts or what a tie makes of the cube.

    Further ties are counted, so that the same numbers rolled twice are seen to be a new roll.
    """
    names, (white, black) = match.names, match.game.throws[-1]
    rolls = _("{white} rolls {die}, {black} {other}", white=names[0], die=white, black=names[1], other=black)
    return _("{rolls}: {outcome}", rolls=rolls, outcome=_opening_outcome(match))


def _opening_outcome(match: MatchState) -> str:
    game = match.game
    white, black = game.throws[-1]
    if white != black:
        name = match.names[(Player.WHITE if white > black else Player.BLACK).index]
        if match.variant.fresh_first_roll:
            return _("{name} moves first and rolls both dice", name=name)
        return _("{name} starts", name=name)
    ties = len(game.throws)
    tie = _("tie {number}", number=ties) if ties > 1 else _("a tie")
    if doubles_by_itself(match.ruleset, ties - 1):
        return _("{tie}, cube at {value} now, roll again", tie=tie, value=game.cube.value)
    if match.ruleset.automatic_doubles:
        return _("{tie} beyond the limit, roll again", tie=tie)
    return _("{tie}, roll again", tie=tie)


def about_preset(name: str) -> list[str]:
    """Return a sentence with the name of the preset that the match is played by; nothing without a name."""
    return [_("Rules: {name}.", name=name)] if name else []
