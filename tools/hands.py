"""Presses the keys of both players at a running bgterm, and reads its screen, to make events happen.

Before each key it waits for what the screen must show, never for time to pass.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle

from bgterm.notation.plays import play_text, read_plays
from bgterm.rules.board import BAR, OFF, Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.match import MatchState, Phase
from bgterm.rules.moves.base import LegalPlays, Play
from tools.terminal import Terminal

ENTER, SPACE, BACKSPACE, RIGHT, TAB = "\r", " ", "\x7f", "\x1b[C", "\t"
ESCAPE = "\x1b[27u"
"""The Escape key as the keyboard protocol has it, which cannot be taken for the start of another."""
_NO_ANSWERS = f"{ENTER}{SPACE}{ESCAPE}"
_KEYS: Mapping[type[Event], str] = {
    Rolled: f"tpan{ESCAPE}{SPACE}",
    Doubled: "tpd",
    Taken: f"{_NO_ANSWERS}rdt",
    Dropped: f"{_NO_ANSWERS}rdp",
    ResignationAccepted: f"{_NO_ANSWERS}tpa",
    ResignationRefused: f"{_NO_ANSWERS}tpn",
}
"""The keys that are pressed for an event; only the last one answers the question, the others do nothing."""
_RESIGNATION = re.compile(r"what are you conceding\?|do you resign\?")
_CURSOR = re.compile(r">(\d+|b\w*|o\w*)<")


class Hands:
    """Presses the keys of both players at one terminal; the plays are entered in all ways in turn."""

    def __init__(self, terminal: Terminal) -> None:
        """Press keys on `terminal`, which shows a game."""
        self.terminal = terminal
        self.ways: list[str] = []
        """How each play was entered, in one word: `walked`, `typed`, `asked`, `named`, `listed` or `forced`."""
        self._styles: Iterator[Callable[[LegalPlays, Play], bool]] = cycle(
            [self._walk, self._type, self._name_points, self._choose_from_list]
        )

    def see_question(self, match: MatchState) -> None:
        """Wait until the screen shows the question that the match is waiting for."""
        self.terminal.wait_for(lambda terminal: bool(re.search(asked(match), terminal.text)))

    def make_happen(self, match: MatchState, event: Event) -> None:
        """Press the keys for the event in the present state of the match, and some that do nothing there."""
        self.see_question(match)
        match event:
            case OpeningThrown():
                self._throw_opening(match)
            case Moved(_, play):
                self._play(match, play)
            case ResignationOffered(_, win):
                self.terminal.send("x")
                self.terminal.wait_for(lambda terminal: bool(re.search(_RESIGNATION, terminal.text)))
                self.terminal.send(f"{ENTER}{SPACE}{win.value}")
            case _:
                self.terminal.send(_KEYS[type(event)])

    def _throw_opening(self, match: MatchState) -> None:
        if match.shown_game.phase is Phase.OVER:
            self.terminal.send(f"tn{ENTER}")
            self.terminal.wait_for(f"Game {match.shown_game.number + 1}. ")
        self.terminal.send(f"ta{SPACE}")

    # Plays

    def _play(self, match: MatchState, play: Play) -> None:
        player = match.game.on_roll
        plays = None if player is None else choices(match, player).plays
        if plays is None:
            raise AssertionError("nobody has a roll to play")
        if len(plays) == 1:
            self.ways.append("forced")
        else:
            while not next(self._styles)(plays, play):
                pass
            self.terminal.wait_for("Enter ends your turn")
        self.terminal.send(ENTER)

    def _walk(self, plays: LegalPlays, play: Play) -> bool:
        """Enter the play with the cursor, and take its first move back once; return True."""
        self.ways.append("walked")
        self.terminal.send(RIGHT)
        self._see_cursor(plays, (), None)
        at = self._carry(plays, play[:1])
        if len(play) > 1:
            self.terminal.send(BACKSPACE)
            self._see_cursor(plays, (), at)
            self._carry(plays, play[:1])
        for count in range(2, len(play) + 1):
            self._carry(plays, play[:count])
        return True

    def _carry(self, plays: LegalPlays, made: Play) -> int | None:
        """Make the last of these moves with the cursor; return the number where the cursor is then."""
        src, dst = made[-1]
        self._go_to(src)
        self.terminal.send(SPACE)
        self._go_to(dst)
        self.terminal.send(SPACE)
        self._see_echo(plays, *zip(made, strict=True))
        return self._see_cursor(plays, made, dst)

    def _see_cursor(self, plays: LegalPlays, made: Play, at: int | None) -> int | None:
        """Wait until the cursor is at `at`, or at the rearmost checker that may move if none may move there."""
        sources = {move.src for move in plays.after(made)}
        wanted = at if at in sources else max(sources, default=None)
        self.terminal.wait_for(lambda terminal: cursor(terminal) == wanted)
        return wanted

    def _go_to(self, stop: int) -> None:
        while (here := cursor(self.terminal)) != stop:
            self.terminal.send(RIGHT)
            self.terminal.wait_for(partial(_has_left, here))

    def _type(self, plays: LegalPlays, play: Play) -> bool:
        """Type an illegal move and read why, then the play with hyphens; return whether it can be typed so."""
        text = play_text(plays.board, plays.player, play).replace("*", "").replace("/", "-")
        found = [is_same(plays, moves, play) for moves in read(text, plays)]
        if not any(found):
            return False
        self.ways.append("typed")
        self.terminal.send(f"24/3{ENTER}")
        self.terminal.wait_for(lambda terminal: bool(re.search(_FAULTS, terminal.text)))
        self.terminal.send(ESCAPE)
        self.terminal.send(text)
        if len(found) > 1:
            self.ways.append("asked")
            self.terminal.send(ENTER)
            self.terminal.wait_for("Which route?")
            self.terminal.send(str(found.index(True) + 1))
            self._see_echo(plays, play)
        else:
            self._see_echo(plays, play)
            self.terminal.send(ENTER)
        return True

    def _name_points(self, plays: LegalPlays, play: Play) -> bool:
        """Type only the points that checkers go to; return whether this names the play without ambiguity."""
        made: Play = ()
        for move in play:
            if len(read(f"{move.dst or 'off'}", plays, made)) != 1:
                return False
            made = (*made, *read(f"{move.dst or 'off'}", plays, made)[0])
        if plays.board.played(plays.player, made) != plays.board.played(plays.player, play):
            return False
        self.ways.append("named")
        for count, move in enumerate(play, 1):
            self.terminal.send(f"{move.dst}{ENTER}" if move.dst else f"/off{ENTER}")
            self._see_echo(plays, *zip(play[:count], strict=True))
        return True

    def _choose_from_list(self, plays: LegalPlays, play: Play) -> bool:
        """Choose the play from the list of legal plays; return whether it was on the first page."""
        self.terminal.send(TAB)
        self.terminal.wait_for("Which legal play?")
        found = re.search(
            rf"(\d) {re.escape(play_text(plays.board, plays.player, play))}(\s|$)", self.terminal.text
        )
        self.terminal.send(found[1] if found else ESCAPE)
        self.terminal.wait_for(lambda terminal: "The legal plays" not in terminal.text)
        if found:
            self.ways.append("listed")
        return bool(found)

    def _see_echo(self, plays: LegalPlays, *made: Play) -> None:
        """Wait until the prompt shows these moves as the turn so far, in the parts in which they were entered."""
        text = play_text(plays.board, plays.player, *made)
        echo = f"= {text}", f"> {text} _"
        self.terminal.wait_for(lambda terminal: any(line.rstrip().endswith(echo) for line in terminal.screen))


_FAULTS = r"is \d+ pips|needs a \d+|is blocked|must enter first|you have no checker"


def asked(match: MatchState) -> str:
    """Return a regular expression for the question that the screen must show in this state of the match."""
    names, game = match.names, match.shown_game
    if game.pending:
        return r", accept\?|do you agree\?"
    match game.phase:
        case Phase.OPENING if game.throws:  # a key that comes before the tie is shown would be refused
            (white, black), ties = game.throws[-1], len(game.throws)
            return f"rolls {white}, .* {black}: {f'tie {ties}' if ties > 1 else 'a tie'}, roll again"
        case Phase.OPENING:
            return "Roll one die"
        case Phase.OVER:
            return r"(x cube \d+|game|gammon|oin|mars|koks) = \d+|points? \(the cube before the double\)"
        case Phase.DOUBLED:
            return "take or pass\\?"
    player = Player.WHITE if game.on_roll is None else game.on_roll
    if match.opening_roll_is_showing and game.phase is Phase.TO_ROLL:
        return f"{names[player.index]} moves first and rolls both dice"
    if game.phase is Phase.TO_ROLL or game.dice is None:
        return f"{names[player.index]} to roll"
    return f"{names[player.index]} (to move|rolled) {game.dice.high}-{game.dice.low}"


def cursor(terminal: Terminal) -> int | None:
    """Return the mover's number that the cursor on the screen is on; None when there is no cursor."""
    found = _CURSOR.search(terminal.text)
    if not found:
        return None
    return int(found[1]) if found[1].isdigit() else BAR if found[1].startswith("b") else OFF


def read(text: str, plays: LegalPlays, made: Play = ()) -> list[Play]:
    """Return every legal play that the text can mean after the moves made; empty if there is none."""
    try:
        return [reading.moves for reading in read_plays(text, plays, made)]
    except BackgammonError:
        return []


def is_same(plays: LegalPlays, moves: Play, play: Play) -> bool:
    """Whether the moves are as many as those of the play and lead to the same board.

    "2/off" can be one die of two, and is then not the same as 2/1/off.
    """
    board, player = plays.board, plays.player
    return len(moves) == len(play) and board.played(player, moves) == board.played(player, play)


def _has_left(point: int | None, terminal: Terminal) -> bool:
    """Return whether the cursor is shown, on another number than `point`."""
    return cursor(terminal) not in (point, None)
