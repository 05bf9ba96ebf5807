"""Plain mode: a match as lines of text, for screen readers, braille lines, dumb terminals and other programs.

A `PlainSession` takes lines, and its `AtTable` says lines; the caller decides where they come from and go to.
"""

from collections.abc import AsyncIterable, Awaitable, Iterator, Sequence
from dataclasses import dataclass

from bgterm.catalog import _
from bgterm.notation.grammar import read_entries
from bgterm.notation.sanitize import visible
from bgterm.plain import messages
from bgterm.plain.answers import ANSWERS
from bgterm.plain.at_table import AtTable
from bgterm.plain.commands import HINT, Command
from bgterm.play.actions.dice import COCKED, ENTER_DICE
from bgterm.play.actions.turn import TYPE
from bgterm.play.participant import Action, Text
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.text.joining import join_list

_SHOWN = 30
"""How many characters of an unknown line are quoted."""


class PlainSession:
    """One player, or two at one keyboard, at a table in plain mode."""

    def __init__(self, seat: AtTable, commands: Sequence[Command] = (*ANSWERS, HINT)) -> None:
        """Hold the place at the table, and the commands that are possible there beside the actions."""
        self._here = seat
        help_ = Command("help", self._tell_help, also=("h", "?"), takes_more=True)
        self._words = {word.name: word for word in (*words_of(seat.actions), *map(_Word.of, (*commands, help_)))}

    async def play(self, lines: AsyncIterable[str], notice: str = "") -> None:
        """Sit down, take lines until the players leave or there are no more, and get up, however this ends."""
        self._here.sit_down(notice)
        try:
            await self._here.settle()
            async for line in lines:
                await self.take(line)
                if self._here.left:
                    break
        finally:
            self._here.get_up()

    @property
    def prompt(self) -> str:
        """The prompt before a line: the name of the player to act, where two share a keyboard."""
        asked = self._here.match.to_act if len(self._here.players) > 1 else None
        return "> " if asked is None else f"{self._here.match.names[asked.index]}> "

    async def take(self, line: str) -> None:
        """Carry out a line, or print why it is refused."""
        seat = self._here
        seat.look()
        try:
            doing = self._take(" ".join(line.split()))
            if isinstance(doing, Awaitable):
                await doing
        except BackgammonError as error:
            seat.refuse(error)
        await seat.settle()
        seat.tell_flag()

    def _take(self, line: str) -> object:
        """Return what the line does; what only answers is done."""
        seat = self._here
        if not line:
            seat.leave_list()
            seat.ask()
            return None
        if seat.listing and line.isdecimal():
            return seat.choose(line)
        if word := self._named(line):
            return self._run(word, "")
        if line[0].isdecimal() and seat.is_possible(COCKED):
            return seat.do(ENTER_DICE, text=line)
        if self._is_play(line):
            seat.leave_list()
            return seat.do(TYPE, text=line)
        return self._run_meant(*line.split(maxsplit=1))

    # What a line means

    def _named(self, text: str) -> "_Word | None":
        """Return the word of exactly that name."""
        names = {text.lower(), text.lower().removesuffix("?")}
        return next((word for word in self._words.values() if {word.name, *word.also} & names), None)

    def _is_play(self, line: str) -> bool:
        """Return whether the line can be a play, or begins with a number where there is a roll to play."""
        try:
            return bool(read_entries(line).entries)
        except NotationError:
            return line[0].isdecimal() and self._here.view.draft is not None

    def _meant(self, text: str) -> "list[_Word]":
        """Return what a text can mean: the word of that name, or those that begin so, if any those possible."""
        if named := self._named(text):
            return [named]
        begun = [word for word in self._words.values() if word.name.startswith(text.lower())]
        return [word for word in begun if word.possible(self._here) is not False] or begun

    # What comes of it

    def _run_meant(self, text: str, rest: str = "") -> object:
        """Run what the text means, if it means one thing only."""
        meant = self._meant(text)
        match meant:
            case []:
                self._say_unknown(text)
            case [word] if word.in_full and self._named(text) is not word:
                self._here.say(_('"{text}" is not enough: type {command} in full.', text=text, command=word.name))
            case [word]:
                return self._run(word, rest)
            case _:
                self._here.say(messages.ambiguous(text, map(_name, meant)))
        return None

    def _run(self, word: "_Word", rest: str) -> object:
        if (word.text is Text.NEEDED and not rest) or (
            word.name == "undo" and word.possible(self._here) and rest.lower() not in ("", messages.EVERYTHING)
        ):
            self._here.say(messages.explained(word.name))
            return None
        if rest and word.text is Text.NONE:
            said = _(
                '{command} stands alone: "{text}" after it means nothing.', command=word.name, text=_shown(rest)
            )
            self._here.say(said)
            return None
        return word.run(self._here, rest)

    def _say_unknown(self, text: str) -> None:
        self._here.say(messages.unknown(_shown(text), [*self._typed_now(), *map(_name, self._now()), "help"]))

    def _now(self) -> "list[_Word]":
        """Return the words that are possible now and not always."""
        return [word for word in self._words.values() if word.possible(self._here)]

    def _typed_now(self) -> list[str]:
        """List what can be typed now besides words."""
        plays = [_("a play like 8/5 6/5")] if self._here.view.draft else []
        return [*plays, *([_("a roll like 31")] if self._here.is_possible(COCKED) else [])]

    # Help

    def _tell_help(self, seat: AtTable, text: str) -> None:
        """Explain what can be typed now, or everything, or one thing."""
        if text and text.lower() != messages.EVERYTHING:
            meant = self._meant(text)
            seat.say(*(messages.explained(command.name) for command in meant))
            if not meant:
                self._say_unknown(text)
            return
        told = [*self._words.values()] if text else self._now()
        if text or seat.view.draft:
            seat.say(
                _(
                    "A play is typed like 8/5 6/5, 13/7(2), bar/22 or 6/off, at once or move by move; "
                    "done ends the turn."
                )
            )
        seat.say(*(messages.explained(command.name) for command in told))
        if not text:
            always = join_list(word.name for word in self._words.values() if word.possible(seat) is None)
            seat.say(_("At any time: {commands}.", commands=always))


@dataclass(frozen=True)
class _Word:
    """Something that can be typed: a command, or actions of which the first possible one is done."""

    name: str
    ways: Sequence[Action] = ()
    also: tuple[str, ...] = ()
    text: Text = Text.NONE
    in_full: bool = False
    command: Command | None = None

    @classmethod
    def of(cls, command: Command) -> "_Word":
        text = Text.NEEDED if command.needs_more else Text.MAYBE if command.takes_more else Text.NONE
        return cls(command.name, (), command.also, text, command=command)

    def possible(self, seat: AtTable) -> bool | None:
        """Return whether it is possible now; None for what is possible at any time and changes nothing."""
        if self.command:
            return None if self.command.possible is None else bool(self.command.possible(seat))
        return any(map(seat.is_possible, self.ways))

    def run(self, seat: AtTable, text: str) -> object:
        """Run it with the text after it."""
        if self.command:
            return self.command.do(seat, text)
        seat.leave_list()
        ways = [way for way in self.ways if way.text is not (Text.NONE if text else Text.NEEDED)]
        way = next(filter(seat.is_possible, ways), ways[0])
        return seat.do(way, **way.by_word, **({"text": text} if text else {}))


def words_of(actions: Sequence[Action]) -> Iterator[_Word]:
    """Yield the words of the actions, each once."""
    names = dict.fromkeys(action.words[0] for action in actions if action.words)
    for name in names:
        ways = sorted((one for one in actions if name in one.words), key=lambda one: one.words[0] != name)
        texts = {way.text for way in ways}
        also = tuple(word for word in ways[0].words if word not in names)
        yield _Word(name, ways, also, texts.pop() if len(texts) == 1 else Text.MAYBE, ways[0].in_full)


def _name(word: _Word) -> str:
    return word.name


def _shown(text: str) -> str:
    """Return the beginning of a typed line, sanitized to be quoted."""
    return visible(text[:_SHOWN])
