"""A match from the entries of a file, as far as they are valid, with every fault listed.

A file of another program does not state the rules in force. Common rule sets are tried in order, the usual one
first, and the one that loses the least of the file is kept.

In a match without a referee, an illegal play is kept and listed as a fault; a play that cannot be made at all ends
the reading of its game. The next game begins from the score that the file states.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from bgterm.catalog import N_, _
from bgterm.formats import messages as words
from bgterm.formats import transcript
from bgterm.formats.entry_events import applied, steps_for, throw
from bgterm.formats.record import GameRecord, Judgement, Problem
from bgterm.formats.transcript import CubeTurned, GameText, Transcript
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.events import Event, Moved, PlayAccepted, Unrecorded
from bgterm.rules.games import start
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Game, Header, MatchState, Pair, Phase
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.replay import Step
from bgterm.rules.ruleset import MAX_LENGTH, Ruleset
from bgterm.rules.validation import why_not_crawford
from bgterm.rules.variants import BACKGAMMON, VARIANTS


def import_transcript(told: Transcript) -> GameRecord:
    """Return the match in a transcript."""
    if told.header:
        return Interpretation(told, told.header).file()
    if told.length > MAX_LENGTH:
        too_long = Problem(0, 1, words.too_long(told.length, MAX_LENGTH))
        told = replace(told, length=0, problems=(*told.problems, too_long))
    best = Interpretation(told, _usual(told))
    if best.doubtful and told.variant is None:
        beginning = replace(told, games=told.games[: best.doubtful])
        header = _of_best_variant(beginning, best.header)
        best = best if header == best.header else Interpretation(told, header)
    for change in _other_rules(told):
        if best.doubtful:
            header = best.header._replace(ruleset=change(best.header.ruleset))
            best = min(best, Interpretation(told, header, best.cost()), key=Interpretation.cost)
    return best.file()


def _of_best_variant(told: Transcript, header: Header) -> Header:
    """Return the header with the variant that loses the least of the transcript."""
    best = Interpretation(told, header)
    for variant in (variant for variant in VARIANTS.values() if variant.sgf_rule):
        begun = header.start and header.start._replace(board=variant.board)
        other = header._replace(variant=variant, start=begun)
        best = min(best, Interpretation(told, other, best.cost()), key=Interpretation.cost)
    return best.header


def _usual(told: Transcript) -> Header:
    """Return the header of a match by the usual rules, with as many beavers as occur in the transcript."""
    ruleset = Ruleset(
        told.length,
        crawford=told.crawford is not False,
        cube=told.cube,
        jacoby=bool(told.jacoby) and not told.length,
        beavers=0 if told.length else _most_raises(told),
    )
    header = Header(told.variant or BACKGAMMON, ruleset, told.names, date=told.date)
    return header._replace(start=_start(told, header))


def _most_raises(told: Transcript) -> int:
    """Return the most times that the cube was turned again in answer to one double."""
    most = raises = 0
    for row in (row for game in told.games for row in game.rows):
        raises = raises + 1 if isinstance(row.entry, CubeTurned) else 0
        most = max(most, raises - 1)
    return most


def _start(told: Transcript, header: Header) -> Game | None:
    """Return the first game of a file that begins with a later game or score; None for the usual beginning."""
    first = told.games[0] if told.games else GameText(0)
    score, number = first.score or (0, 0), first.number or 1
    over = told.length and max(score) >= told.length
    if over or (score == (0, 0) and number == 1):
        return None
    doubled = any(isinstance(row.entry, CubeTurned) for row in first.rows)
    seems = first.crawford or (told.crawford is None and not doubled)
    crawford = seems and why_not_crawford(header.ruleset, score) is None
    return Game(header.variant.board, score=score, crawford=crawford, number=max(number, 1))


def _other_rules(told: Transcript) -> Iterator[Callable[[Ruleset], Ruleset]]:
    """Yield the changes of the ruleset that may explain faults in a file, one rule at a time."""
    if told.jacoby is None and not told.length:
        yield lambda ruleset: replace(ruleset, jacoby=True)
    if told.crawford is None and told.length > 1:
        yield lambda ruleset: replace(ruleset, crawford=False)
    yield lambda ruleset: replace(ruleset, policing=True)


# One reading of a transcript


Cost = tuple[int, int]
"""The number of rows that are lost, and the number of faults."""


class RestLost(NotationError):
    """The error that ends the reading of a game: its entries from a line of the file on are lost.

    The entries before the line are kept."""

    line: int


def _rest_lost(line: int, reason: str) -> RestLost:
    return RestLost(N_("{reason}; the rest of the game is not read"), line=line, reason=reason)


class Interpretation:
    """One reading of a transcript: the events that its rows stand for, under the rules of one header."""

    def __init__(self, told: transcript.Transcript, header: Header, limit: Cost | None = None) -> None:
        """Read the whole transcript, or until the cost reaches `limit`."""
        self.header = header
        self.doubtful = 0
        """The number of the first game with a fault that other rules may explain, from 1; 0 for none."""
        self._begun = 0
        """The number of games that have been begun."""
        self._foreign = told.header is None
        self._match = start(header)
        self._number = self._match.game.number
        """The number of the current game, by the rules."""
        self._before: tuple[MatchState, int] = self._match, 0
        self._items: list[Event] = []
        self._problems = list(told.problems)
        self._lost = self._done = 0
        self._judged: dict[int, Judgement] = {}
        self._program = told.program
        self._rolled = 0
        """The line of the last roll."""
        for number, game in enumerate(told.games, 1):
            if limit and self.cost() >= limit:
                break
            after = told.games[number] if number < len(told.games) else None
            self._begun = number
            self._begin(game)
            if self._match.winner is not None:
                self._doubt(game.line, _("the match is over, and the file goes on: what follows is not read"))
                break
            self._read(game, after.score if after else None, last=after is None)

    def cost(self) -> Cost:
        """Return the number of rows that this reading loses, and of its faults, by which readings are compared."""
        return self._lost, len(self._problems)

    def file(self) -> GameRecord:
        """Return the record of the match as read."""
        problems = tuple(sorted(self._problems, key=lambda problem: problem.line))
        return GameRecord(
            self.header,
            self._match,
            tuple(self._items),
            problems,
            self._foreign,
            program=self._program,
            judged=self._judged,
        )

    def _problem(self, line: int, reason: str) -> None:
        self._problems.append(Problem(self._number, line, reason))

    def _doubt(self, line: int, reason: str) -> None:
        """Record a fault that other rules may explain."""
        self._problem(line, reason)
        self._suspect_rules()

    def _suspect_rules(self) -> None:
        self.doubtful = self.doubtful or self._begun

    def _add(self, *steps: Step) -> None:
        for step in steps:
            self._before = step.before, len(self._items)
            self._match = step.after
            self._items.append(step.event)

    def _happen(self, event: Event) -> None:
        self._add(*applied(self._match, event))

    # A game

    def _read(self, game: transcript.GameText, after: Pair | None, *, last: bool) -> None:
        """Read a game; `after` is the score that the file states after it, and `last` if no game follows.

        A row that comes after a stated number of events waits for them.
        """
        self._number, self._done = self._match.game.number, len(self._match.results)
        begun, rows = len(self._items), deque(row for row in game.rows if row.after is None)
        waiting = deque(row for row in game.rows if row.after is not None)
        while rows or waiting:
            is_due = waiting and (not rows or (waiting[0].after or 0) <= len(self._items) - begun)
            row = (waiting if is_due else rows).popleft()
            try:
                self._row(row.line, row.entry, after)
                if row.judged and row.judged != Judgement():
                    self._judged[len(self._items)] = row.judged
            except RestLost as error:
                self._problem(error.line, str(error))
                self._lost += 1 + len(rows) + len(waiting)
                if not self._closed:
                    self._break((row, *rows, *waiting), after, last=last)
                return
        if not (last or self._closed):
            self._finish(game, after)

    @property
    def _closed(self) -> bool:
        """Whether the current game is over."""
        return len(self._match.results) > self._done

    def _begin(self, game: transcript.GameText) -> None:
        """Add events that lead to the score stated before the game, if it differs from the present score."""
        if game.score in (None, self._match.score) or self._match.winner is not None:
            return
        told = game.score or self._match.score
        self._number = self._match.game.number
        self._doubt(game.line, words.other_score(told, self._match.score))
        for player in Player:
            ahead = told[player.index] - self._match.score[player.index]
            if ahead > 0 and self._match.winner is None:
                self._happen(Unrecorded(player, ahead))

    def _row(self, line: int, entry: transcript.Entry, after: Pair | None) -> None:
        """Add the events of an entry. Raises RestLost when the game cannot be read further."""
        if isinstance(entry, transcript.Gap):
            raise _rest_lost(line, entry.reason)
        if self._goes_past_roll(entry):
            self._suspect_rules()
            raise _rest_lost(self._rolled, _(words.NOT_TOLD))
        if isinstance(entry, transcript.CubeTurned):
            self._check_cube(line, entry)
        try:
            for step in self._meaning(entry):
                if self._foreign and self.header.ruleset.policing and isinstance(step.event, Moved):
                    self._check_play(line, entry, step.event)
                self._add(step)
        except BackgammonError as error:
            reason = words.refused(self._match, entry, error)
            self._suspect_rules()
            self._keep_roll(entry)
            raise _rest_lost(line, reason) from error
        if isinstance(entry, transcript.RollAndPlay):
            self._rolled = line
        if isinstance(entry, transcript.GameResult):
            self._check_result(line, entry, after)

    def _goes_past_roll(self, entry: transcript.KnownEntry) -> bool:
        """Return whether the entry follows a roll whose play is missing."""
        game = self._match.game
        if isinstance(entry, transcript.RollAndPlay) and (entry.player, entry.dice) == (game.on_roll, game.dice):
            return False
        turns = transcript.RollAndPlay | transcript.CubeTurned | transcript.CubeReply
        return game.phase is Phase.TO_MOVE and isinstance(entry, turns)

    def _keep_roll(self, entry: transcript.KnownEntry) -> None:
        """Add the roll of an entry whose play is impossible, if the roll itself is possible."""
        if isinstance(entry, transcript.RollAndPlay):
            with suppress(BackgammonError):
                self._add(*throw(self._match, entry.player, entry.dice))

    def _meaning(self, entry: transcript.KnownEntry) -> tuple[Step, ...]:
        """Return the steps of an entry; a result before any event of a game is that of an unrecorded game."""
        if (
            isinstance(entry, transcript.GameResult)
            and entry.points
            and not self._closed
            and self._match.shown_game.phase is Phase.OVER
        ):
            return applied(self._match, Unrecorded(entry.winner, entry.points))
        return steps_for(self._match, entry)

    def _check_cube(self, line: int, entry: transcript.CubeTurned) -> None:
        game = self._match.game
        right = 2 * game.cube.offered if game.phase is Phase.DOUBLED else game.cube.offered
        if entry.value not in (None, right):
            told = entry.value or 0
            self._doubt(line, _("the cube is said to be at {told}; it is at {right}", told=told, right=right))

    def _check_play(self, line: int, entry: transcript.KnownEntry, event: Moved) -> None:
        plays = legal_plays(self._match)
        if plays is not None and event.play not in plays:
            self._doubt(line, words.illegal(self._match, entry, why_not_play(plays, event.play)))

    def _check_result(self, line: int, entry: transcript.GameResult, after: Pair | None) -> None:
        """Compare the stated result with the plays; it holds, unless the score after the game differs."""
        result = self._match.shown_game.result
        if result is None or entry.points is None:
            return
        told, right = (entry.winner, entry.points), (result.winner, result.points)
        if told == right or (told[1] == right[1] and after in (None, self._match.score)):
            return
        self._doubt(line, words.other_result(self._match.names, told, right))
        if after != self._match.score:
            self._match, kept = self._before
            del self._items[kept:]
            self._happen(Unrecorded(*told))

    def _break(self, rest: tuple[transcript.TranscriptRow, ...], after: Pair | None, *, last: bool) -> None:
        """Close a game whose `rest` is lost, by the result in it; else, unless `last`, by the score after it."""
        results = (row.entry for row in rest if isinstance(row.entry, transcript.GameResult))
        closed = next((entry for entry in results if entry.points), None)
        if closed and closed.points:
            self._happen(Unrecorded(closed.winner, closed.points))
        elif not last:
            self._close_by_score(after)

    def _finish(self, game: transcript.GameText, after: Pair | None) -> None:
        """Close a game that has no result although another game follows."""
        stands = self._match.game
        if stands.phase is Phase.TO_ACCEPT and stands.on_roll is not None:
            self._happen(PlayAccepted(stands.on_roll.opponent))
        else:
            self._problem(game.line, _("the game has no result"))
            self._close_by_score(after)

    def _close_by_score(self, after: Pair | None) -> None:
        before = self._match.score
        white, black = (new - old for old, new in zip(before, after or before, strict=True))
        points, winner = max(white, black), Player.WHITE if white > black else Player.BLACK
        self._happen(Unrecorded(winner, points) if points > 0 else Unrecorded(None, 0))
