"""Plain mode: a match as lines of text, for screen readers, braille lines, dumb terminals and other programs.

A `Session` takes lines, and its `Seat` says lines; the caller decides where they come from and go to.
"""

from collections.abc import AsyncIterable, Sequence
from functools import partial

from bgterm.catalog import _
from bgterm.notation.grammar import read_entries
from bgterm.notation.sanitize import visible
from bgterm.plain import messages
from bgterm.plain.actions import may_be_cocked, roll
from bgterm.plain.answers import ANSWERS
from bgterm.plain.commands import ACTIONS, HINT, Command
from bgterm.plain.player import Seat
from bgterm.rules.errors import NotationError
from bgterm.text.joining import join_list

_SHOWN = 30
"""How many characters of an unknown line are quoted."""


class Session:
    """One player, or two at one keyboard, at a table in plain mode."""

    def __init__(self, seat: Seat, commands: Sequence[Command] = (*ACTIONS, *ANSWERS, HINT)) -> None:
        """Hold the place at the table, and the commands that are possible there."""
        self._seat = seat
        self._help = Command("help", self._tell_help, also=("h", "?"), takes_more=True)
        self._commands = (*commands, self._help)

    async def play(self, lines: AsyncIterable[str], notice: str = "") -> None:
        """Sit down, take lines until the players leave or there are no more, and get up, however this ends."""
        self._seat.sit_down(notice)
        try:
            await self._seat.settle()
            async for line in lines:
                await self.take(line)
                if self._seat.left:
                    break
        finally:
            self._seat.get_up()

    @property
    def prompt(self) -> str:
        """The prompt before a line: the name of the player to act, where two share a keyboard."""
        asked = self._seat.asked if len(self._seat.players) > 1 else None
        return "> " if asked is None else f"{self._seat.match.names[asked.index]}> "

    async def take(self, line: str) -> None:
        """Carry out a line, or print why it is refused."""
        self._seat.attempt(partial(self._take, " ".join(line.split())))
        await self._seat.settle()
        self._seat.tell_flag()

    def _take(self, line: str) -> None:
        seat = self._seat
        if not line:
            seat.leave_list()
            seat.ask()
        elif seat.listing and line.isdecimal():
            seat.choose(line)
        elif command := self._named(line):
            self._run(command, "")
        elif line[0].isdecimal() and may_be_cocked(seat):
            roll(seat, line)
        elif self._is_play(line):
            seat.leave_list()
            if draft := seat.read(line):
                seat.set_draft(draft)
        else:
            self._run_meant(*line.split(maxsplit=1))

    # What a line means

    def _named(self, text: str) -> Command | None:
        """Return the command of exactly that name."""
        names = (text.lower(), text.lower().removesuffix("?"))
        return next((command for command in self._commands if {command.name, *command.also} & {*names}), None)

    def _is_play(self, line: str) -> bool:
        """Return whether the line can be a play, or begins with a number where there is a roll to play."""
        try:
            return bool(read_entries(line).entries)
        except NotationError:
            return line[0].isdecimal() and self._seat.draft is not None

    def _meant(self, word: str) -> list[Command]:
        """Return what a word can mean: the command of that name, or those that begin so, if any those possible."""
        if named := self._named(word):
            return [named]
        begun = [command for command in self._commands if command.name.startswith(word.lower())]
        return [command for command in begun if self._possible(command)] or begun

    def _possible(self, command: Command) -> bool:
        return command.possible is None or bool(command.possible(self._seat))

    # What comes of it

    def _run_meant(self, word: str, rest: str = "") -> None:
        """Run what the word means, if it means one thing only."""
        meant = self._meant(word)
        match meant:
            case []:
                self._say_unknown(word)
            case [command] if command.never_guessed and self._named(word) is not command:
                self._seat.say(
                    _('"{text}" is not enough: type {command} in full.', text=word, command=command.name)
                )
            case [command]:
                self._run(command, rest)
            case _:
                self._seat.say(messages.ambiguous(word, map(_name, meant)))

    def _run(self, command: Command, rest: str) -> None:
        if command.needs_more and not rest:
            self._seat.say(messages.explained(command.name))
            return
        if rest and not (command.takes_more or command.needs_more):
            said = _(
                '{command} stands alone: "{text}" after it means nothing.', command=command.name, text=_shown(rest)
            )
            self._seat.say(said)
            return
        if command in ACTIONS:
            self._seat.leave_list()
        command.do(self._seat, rest)

    def _say_unknown(self, word: str) -> None:
        self._seat.say(messages.unknown(_shown(word), [*self._typed_now(), *map(_name, self._now()), "help"]))

    def _now(self) -> list[Command]:
        """Return the commands that are possible now and not always."""
        return [command for command in self._commands if command.possible and command.possible(self._seat)]

    def _typed_now(self) -> list[str]:
        """List what can be typed now besides commands."""
        plays = [_("a play like 8/5 6/5")] if self._seat.draft else []
        return [*plays, *([_("a roll like 31")] if may_be_cocked(self._seat) else [])]

    # Help

    def _tell_help(self, seat: Seat, text: str) -> None:
        """Explain what can be typed now, or everything, or one thing."""
        if text and text.lower() != messages.EVERYTHING:
            meant = self._meant(text)
            seat.say(*(messages.explained(command.name) for command in meant))
            if not meant:
                self._say_unknown(text)
            return
        told = self._commands if text else self._now()
        if text or seat.draft:
            seat.say(
                _(
                    "A play is typed like 8/5 6/5, 13/7(2), bar/22 or 6/off, at once or move by move; "
                    "done ends the turn."
                )
            )
        seat.say(*(messages.explained(command.name) for command in told))
        if not text:
            always = join_list(command.name for command in self._commands if not command.possible)
            seat.say(_("At any time: {commands}.", commands=always))


def _name(command: Command) -> str:
    return command.name


def _shown(text: str) -> str:
    """Return the beginning of a typed line, sanitized to be quoted."""
    return visible(text[:_SHOWN])
