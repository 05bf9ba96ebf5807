"""Plain mode: a match as lines of text, for screen readers, braille displays, dumb terminals and other programs.

A `PlainSession` handles typed lines and prints lines; the caller connects both to streams.
"""

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from bgterm.analysis import dice_proof
from bgterm.analysis.dice_statistics import count_dice
from bgterm.catalog import N_, _
from bgterm.notation.diagram import diagram
from bgterm.notation.errors import UnreadablePlay
from bgterm.notation.parse_position import ids_of
from bgterm.notation.plays import read_entries
from bgterm.notation.position import position_of
from bgterm.plain import messages, position_speech, speech
from bgterm.plain.at_table import AtTable
from bgterm.play.actions.dice import COCKED, ENTER_DICE
from bgterm.play.actions.leaving import LEAVE
from bgterm.play.actions.turn import TYPE
from bgterm.play.participant import Action, Text
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, IllegalAction, NotationError
from bgterm.rules.replay import Replay
from bgterm.text import clock as text_clock
from bgterm.text import help as text_help
from bgterm.text import ids as text_ids
from bgterm.text.joining import join_list


class Command(NamedTuple):
    """A command at a table: the word that is typed for it, and the function that runs it.

    `bgterm.plain.messages` has the explanation of the word.
    """

    name: str
    do: Callable[[AtTable, str], object]
    """Runs the command with the text after the word. Raises BackgammonError when it is not possible."""
    possible: Callable[[AtTable], object] | None = None
    """Returns whether the command is possible now; None for a command that is always possible and only gives
    information.
    """
    also: tuple[str, ...] = ()
    """Other names of the command, and abbreviations that take precedence over those of others."""
    text: Text = Text.NONE
    """Whether a text may or must follow the word."""
    in_full: bool = False
    """Whether the word cannot be abbreviated."""


def commands_of(actions: Sequence[Action]) -> Iterator[Command]:
    """Yield a command for each first word of the actions; it performs the first possible action with the word."""
    names = dict.fromkeys(action.words[0] for action in actions if action.words)
    for name in names:
        ways = sorted((one for one in actions if name in one.words), key=lambda one: one.words[0] != name)
        yield Command(
            name,
            partial(_do_first, ways),
            partial(_is_any_possible, ways),
            tuple(word for word in ways[0].words if word not in names),
            ways[0].text if len({way.text for way in ways}) == 1 else Text.MAYBE,
            ways[0].in_full,
        )


def _is_any_possible(ways: Sequence[Action], seat: AtTable) -> bool:
    return any(map(seat.is_possible, ways))


def _do_first(ways: Sequence[Action], seat: AtTable, text: str) -> object:
    """Perform the first possible action that fits the text after the word."""
    fitting = [way for way in ways if way.text is not (Text.NONE if text else Text.NEEDED)]
    way = next(filter(seat.is_possible, fitting), fitting[0])
    return seat.do(way, **way.by_word, **({"text": text} if text else {}))


# Information


def _point(seat: AtTable, text: str) -> None:
    """Print the checkers on one point or several."""
    numbers = _numbers(text)
    if not numbers:
        seat.say(messages.explained("p"))
    for number in numbers:
        seat.say(position_speech.point(seat.match.names, seat.view.board, seat.view.player, number))


def _numbers(text: str) -> list[int]:
    """Return the points in a text. Raises NotationError for a point that does not exist."""
    try:
        return [number for entry in read_entries(text).entries for number in entry.points]
    except UnreadablePlay:
        return []


_NOTHING_YET = N_("Nothing has happened yet.")


def _last(seat: AtTable) -> str:
    replay = Replay(seat.table.header, seat.table.history)
    return speech.last_line(replay, seat.settings.vocabulary) or _(_NOTHING_YET)


def _moves(seat: AtTable, text: str) -> None:
    """Print the events of this game or, with `all`, of all games."""
    table, last_only = seat.table, text.lower() != messages.EVERYTHING
    lines = speech.games(table.header, table.history, seat.settings.vocabulary, last_only=last_only)
    seat.say(*lines or [_(_NOTHING_YET)])


def _rules(seat: AtTable) -> list[str]:
    return text_help.rules_in_force(seat.match, seat.preset, seat.table.header, seat.table.evidence)


def _proof(seat: AtTable) -> list[str]:
    if seat.table.evidence is None:
        raise IllegalAction(N_("the dice of this match are not verifiable, so there is no proof of them"))
    return dice_proof.proof(seat.table.record)


def _before_the_turn(seat: AtTable) -> str:
    if seat.view.draft and seat.view.draft.moves:
        return _("This is the position before the turn: board shows it with the moves so far.")
    return ""


def _ids(seat: AtTable) -> list[str]:
    return [*map(text_ids.named, ids_of(position_of(seat.match))), _before_the_turn(seat)]


def _diagram(seat: AtTable) -> list[str]:
    return [*diagram(position_of(seat.match), seat.match.names).splitlines(), _before_the_turn(seat)]


def _clock(seat: AtTable) -> str:
    clocks = seat.venue.clocks
    if clocks is None:
        return _("This match is played without a clock.")
    return text_clock.times_left(seat.match.names, *(clocks.left(player) for player in Player))


def _answer(name: str, lines: Callable[[AtTable], str | Iterable[str]], *also: str) -> Command:
    """Return a command that prints a line or several, and has no argument."""

    def say(seat: AtTable, _text: str) -> None:
        said = lines(seat)
        seat.say(*([said] if isinstance(said, str) else said))

    return Command(name, say, also=also)


ANSWERS = (
    _answer("board", lambda seat: position_speech.board(seat.match.names, seat.view.board, seat.view.player), "b"),
    _answer("bar?", lambda seat: position_speech.bar(seat.match.names, seat.view.board), "bar"),
    Command("p", _point, also=("point",), text=Text.MAYBE),
    _answer("blots", lambda seat: position_speech.blots(seat.match.names, seat.view.board, seat.view.player)),
    _answer("pips", lambda seat: position_speech.pips(seat.match.names, seat.view.board)),
    _answer("dice", lambda seat: speech.dice(seat.match, seat.view.draft)),
    _answer("clock", _clock, "time"),
    _answer("legal", lambda seat: speech.legal(seat.participant.drafted)),
    _answer("last", _last),
    Command("moves", _moves, text=Text.MAYBE),
    _answer("score", lambda seat: position_speech.score(seat.match, seat.table.header.stake), "cube"),
    _answer("rules", _rules),
    _answer(
        "terms", lambda _: (f"{term}: {meaning}." for term, meaning in text_help.glossary().items()), "glossary"
    ),
    _answer("ids", _ids),
    _answer("diagram", _diagram),
    _answer(
        "luck",
        lambda seat: position_speech.luck(seat.match.names, count_dice(seat.table.header, seat.table.history)),
    ),
    _answer("proof", _proof),
    Command("more", lambda seat, _: seat.next_page(), lambda seat: seat.more_to_list),
)
"""The commands that only give information, except help."""


class PlainSession(AtTable):
    """A place at a table in plain mode that runs typed lines: those of one player, or of two at one keyboard."""

    def own_commands(self) -> Iterable[Command]:
        """Return further commands of this place, beside those for actions, information and help: here none."""
        return ()

    @cached_property
    def _commands(self) -> Sequence[Command]:
        help_ = Command("help", lambda _, text: self._tell_help(text), also=("h", "?"), text=Text.MAYBE)
        return (*commands_of(self.actions), *ANSWERS, *self.own_commands(), help_)

    async def play(self, lines: AsyncIterable[str], notice: str = "") -> None:
        """Sit down with this notice, and handle typed lines until the players leave or the lines end.

        The parting message is printed at the end, also after an error.
        """
        self.sit_down(notice)
        try:
            await self.settle()
            async for line in lines:
                await self.take(line)
                if self.over:
                    break
        finally:
            self.get_up()

    @property
    def prompt(self) -> str:
        """The text to print before each typed line; at a shared keyboard it has the name of the player to act."""
        asked = self.match.to_act if len(self.venue.seats) > 1 else None
        return "> " if asked is None else f"{self.match.names[asked.index]}> "

    def leaves(self, line: str) -> bool:
        """Return whether a typed line is the command to leave the table."""
        return [command.name for command in self._meant(line.strip())] == [LEAVE.words[0]]

    async def take(self, line: str) -> None:
        """Carry out a typed line, or print why it is refused; then print the events since and the next prompt."""
        self.participant.tick()
        try:
            doing = self._take(" ".join(line.split()))
            if isinstance(doing, Awaitable):
                await doing
        except BackgammonError as error:
            self.refuse(error)
        await self.settle()
        self.tell_flag()

    def _take(self, line: str) -> object:
        """Run the command of a line; return its result, which may have to be awaited."""
        if not line:
            (self.list_again if self.listing else self.ask)()
            return None
        if self.listing and line.isdecimal():
            return self.choose(line)
        if command := self._named(line):
            return self._run(command, "")
        if line[0].isdecimal() and self.is_possible(COCKED):
            return self.do(ENTER_DICE, text=line)
        if self._is_play(line):
            return self.do(TYPE, text=line)
        return self._run_meant(*line.split(maxsplit=1))

    # The meaning of a line

    def _named(self, text: str) -> Command | None:
        """Return the command with exactly this name; None when there is none."""
        names = {text.lower(), text.lower().removesuffix("?")}
        return next((command for command in self._commands if {command.name, *command.also} & names), None)

    def _is_play(self, line: str) -> bool:
        """Return whether the line is a play, or while a roll is to be played begins with a digit."""
        try:
            return bool(read_entries(line).entries)
        except NotationError:
            return line[0].isdecimal() and self.view.draft is not None

    def _meant(self, text: str) -> list[Command]:
        """Return the command with this name; otherwise the possible commands that begin so, or all that do."""
        if named := self._named(text):
            return [named]
        begun = [command for command in self._commands if command.name.startswith(text.lower())]
        return [command for command in begun if not command.possible or command.possible(self)] or begun

    # Carrying out a line

    def _run_meant(self, text: str, rest: str = "") -> object:
        """Run the only command that a text can mean; otherwise print a message."""
        meant = self._meant(text)
        match meant:
            case []:
                self._say_unknown(text)
            case [command] if command.in_full and self._named(text) is not command:
                self.say(_('"{text}" is not enough: type {command} in full.', text=text, command=command.name))
            case [command]:
                return self._run(command, rest)
            case _:
                self.say(messages.ambiguous(text, [command.name for command in meant]))
        return None

    def _run(self, command: Command, rest: str) -> object:
        unclear = command.name == "undo" and rest.lower() not in ("", messages.EVERYTHING)
        if (unclear and command in self._now()) or (command.text is Text.NEEDED and not rest):
            self.say(messages.explained(command.name))
            return None
        if rest and command.text is Text.NONE:
            said = _(
                '{command} stands alone: "{text}" after it means nothing.',
                command=command.name,
                text=messages.quoted(rest),
            )
            self.say(said)
            return None
        return command.do(self, rest)

    def _say_unknown(self, text: str) -> None:
        typed = [_("a play like 8/5 6/5")] if self.view.draft else []
        typed += [_("a roll like 31")] if self.is_possible(COCKED) else []
        self.say(messages.unknown(text, [*typed, *(command.name for command in self._now()), "help"]))

    def _now(self) -> list[Command]:
        """Return the commands that are possible now, without those that always are."""
        return [command for command in self._commands if command.possible and command.possible(self)]

    # Help

    def _tell_help(self, text: str) -> None:
        """Explain the commands that are possible now, or with a text all commands or the one that it names."""
        if text and text.lower() != messages.EVERYTHING:
            meant = self._meant(text)
            self.say(*(messages.explained(command.name) for command in meant))
            if not meant:
                self._say_unknown(text)
            return
        told = self._commands if text else self._now()
        if text or self.view.draft:
            self.say(
                _(
                    "A play is typed like 8/5 6/5, 13/7(2), bar/22 or 6/off, at once or move by move; "
                    "done ends the turn."
                )
            )
        self.say(*(messages.explained(command.name) for command in told))
        if not text:
            always = join_list(command.name for command in self._commands if not command.possible)
            self.say(_("At any time: {commands}.", commands=always))
