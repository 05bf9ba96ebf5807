"""Plain mode: a match as lines of text, for screen readers, braille displays, dumb terminals and other programs.

A `PlainSession` handles typed lines and prints lines; the caller connects both to streams.
"""

from collections.abc import AsyncIterable, Awaitable, Iterable, Sequence
from functools import cached_property

from bgterm.catalog import _
from bgterm.notation.plays import read_entries
from bgterm.plain import messages
from bgterm.plain.at_table import AtTable
from bgterm.plain.commands import ANSWERS, Command, commands_of
from bgterm.play.actions.dice import COCKED, ENTER_DICE
from bgterm.play.actions.leaving import LEAVE
from bgterm.play.actions.turn import TYPE
from bgterm.play.participant import Text
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.text.joining import join_list


class PlainSession(AtTable):
    """The typed lines of one player, or of two at one keyboard, at a table in plain mode."""

    def own_commands(self) -> Iterable[Command]:
        """Return the commands besides the actions, the information and help."""
        return ()

    @cached_property
    def _commands(self) -> Sequence[Command]:
        help_ = Command("help", lambda _, text: self._tell_help(text), also=("h", "?"), text=Text.MAYBE)
        return (*commands_of(self.actions), *ANSWERS, *self.own_commands(), help_)

    async def play(self, lines: AsyncIterable[str], notice: str = "") -> None:
        """Handle lines until the players leave or input ends; print the parting message however this ends."""
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
        """The prompt before a line; at a shared keyboard it has the name of the player to act."""
        asked = self.match.to_act if len(self.players) > 1 else None
        return "> " if asked is None else f"{self.match.names[asked.index]}> "

    def leaves(self, line: str) -> bool:
        """Return whether a line is the command to leave."""
        return [command.name for command in self._meant(line.strip())] == [LEAVE.words[0]]

    async def take(self, line: str) -> None:
        """Carry out a line, or print why it is refused, then print what has happened."""
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
