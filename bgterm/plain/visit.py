"""A visit to a server in plain mode: the commands in the lobby."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from string import punctuation

from bgterm.catalog import N_, _
from bgterm.lobby import messages as lobby_messages
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.messages import ssh
from bgterm.lobby.open_tables import DICE, OpenTable
from bgterm.lobby.table_code import is_code
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.plain import messages
from bgterm.plain.finished_matches import offer_finished
from bgterm.plain.lists import Option
from bgterm.plain.messages import quoted
from bgterm.plain.server import AtServer
from bgterm.play.match_offer import RULES, MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.ruleset import MAX_LENGTH, why_not_option, without_inapplicable
from bgterm.rules.variants import VARIANTS
from bgterm.text.joining import join_list, join_or
from bgterm.text.options import DeclaredOption, options, shown

_NEED_MORE = frozenset({"challenge", "join", "watch", "say", "name"})
"""The commands that need a text after the word."""


class Visit(AtServer):
    """One session of a user on a server in plain mode, with the commands of the lobby.

    `take` handles the typed lines; answers and notifications are printed.
    """

    # Lines

    async def take(self, line: str) -> None:
        """Carry out a typed line, at the table, in the practice or in the lobby, or print why it is refused."""
        line = " ".join(line.split())
        if not await self.take_at_place(line):
            await self.attempt(self._take(line))

    async def _take(self, line: str) -> None:
        """Carry out a line in the lobby."""
        if not self.lobby_session.number:
            await self._take_name(line)
        elif not line:
            (self.list_again if self.listing else self.welcome)()
        elif self.listing and line.isdecimal():
            self.choose(line)
        else:
            await self._run(*line.split(maxsplit=1))

    async def _take_name(self, line: str) -> None:
        if line in ("quit", "exit"):
            self.end("")
        elif line.lower() in messages.LOBBY_COMMANDS or not line.strip(punctuation):
            self.ask_name()
        else:
            await self.pick_name(line)

    async def _run(self, word: str, rest: str = "") -> None:
        begun = [name for name in messages.LOBBY_COMMANDS if name.startswith(word.lower())]
        names = [name for name in begun if name == word.lower()] or begun
        if len(names) > 1:
            self.say(messages.ambiguous(word, names))
        elif not names and word.lower() == "more":
            self.next_page()
        elif not names and is_code(word):
            await self.go(word)
        elif not names:
            self.say(messages.unknown(word, messages.LOBBY_COMMANDS))
        else:
            self.leave_list()
            if rest or names[0] not in _NEED_MORE:
                await getattr(self, f"_do_{names[0]}")(rest)
            else:
                self.say(_usage(names[0]))

    # A command of the lobby is a method that takes the text after it. Raises LobbyError or BackgammonError.

    _do_join, _do_watch, _do_practise = AtServer.go, AtServer.watch, AtServer.choose_practice

    async def _do_list(self, _text: str) -> None:
        """Offer the matches, tables and bots of the lobby in a numbered list."""
        if options := [*self._entries()]:
            self.offer(_("Where do you want to go?"), options)
        else:
            self.say(
                _(
                    "No table is open, and no match is played. "
                    "Type open to open a table, and tell a friend its code."
                )
            )

    def _entries(self) -> Iterator[Option]:
        """Yield the user's matches, the open tables, challenges first, the matches of others, and the bots."""
        lobby, user = self.lobby, self.user
        for match in lobby.matches_of(user):
            yield self.option(_about_own(match, user), self.go, match.code)
        for table in sorted(lobby.open_tables.seen_by(user), key=lambda table: table.invited != user):
            act = self._wait if table.host == user else self.go
            yield self.option(_about_open(table, user), act, table.code)
        for match in lobby.matches.of_others(user):
            yield self.option(_about_others(match), self.watch, match.code)
        for bot in lobby.bots:
            text = _("{name}, {about}: challenge {name}", name=bot.user.name, about=_(lobby_messages.BOT))
            yield self.option(text, self._do_challenge, bot.user.name)

    async def _do_quick(self, _: str) -> None:
        """Begin a quick game with the player who has waited longest, or open a table for one."""
        match await self.lobby.matchmaking.play_anybody(self.user):
            case OpenTable() as own:
                self._say_opened(own)
            case begun:
                await self.go(begun.code)

    async def _do_open(self, text: str, invited: str = "") -> None:
        """Open a table for anyone, or for the user or bot named `invited`; at a bot's table sit down at once."""
        bot = self.lobby.matchmaking.bot_named(invited) if invited else None
        levels = [level.name for level in bot.levels] if bot else ()
        offer = offer_of(self.workspace.settings.offer, text, levels)
        table = await self.lobby.matchmaking.open_table(self.user, offer, invited=invited)
        if bot:
            await self.go(table.code)
        else:
            self._say_opened(table)

    def _say_opened(self, table: OpenTable) -> None:
        agreed = lobby_messages.agreement(table.offer)
        if table.invited:
            message = N_("Your challenge {code} waits for {name}: {match}. Type withdraw {code} to take it back.")
            self.say(_(message, code=table.code, name=table.invited.name, match=agreed))
            return
        self.say(
            _(
                "Your table {code} waits: {match}. A friend comes to it with {command}, or types join {code}.",
                code=table.code,
                match=agreed,
                command=ssh(self.port, f"plain-{table.code}@..."),
            )
        )

    async def _wait(self, code: str) -> None:
        """Print again how a friend can join the user's table."""
        for table in self.lobby.open_tables.seen_by(self.user):
            if table.code == code:
                self._say_opened(table)

    async def _do_challenge(self, text: str) -> None:
        """Challenge the user or bot whose name begins the text; the rest of the text is the offer."""
        users = (*self.lobby.sessions.users, *(bot.user for bot in self.lobby.bots))
        names = [one.name for one in users if f"{text} ".lower().startswith(f"{one.name} ".lower())]
        if not names:
            known = [*(bot.user.name for bot in self.lobby.bots), _("a name that who lists")]
            message = N_('Nobody here is called "{text}": type {names}.')
            raise LobbyError(message, text=messages.quoted(text), names=join_or(known))
        name = max(names, key=len)
        await self._do_open(text[len(name) :], name)

    async def _do_accept(self, code: str) -> None:
        await self.go(self._challenge("accept", code).code)

    async def _do_decline(self, code: str) -> None:
        challenge = self._challenge("decline", code)
        self.lobby.matchmaking.withdraw(self.user, challenge.code)
        self.say(_("You declined {name}'s challenge.", name=challenge.host.name))

    def _challenge(self, command: str, code: str) -> OpenTable:
        challenges = [table for table in self.lobby.open_tables if table.invited == self.user]
        if not challenges:
            raise LobbyError(N_("Nobody challenges you."))
        return _named(challenges, command, code)

    async def _do_withdraw(self, code: str) -> None:
        """Withdraw the user's own open table or challenge."""
        tables = self.lobby.open_tables.of(self.user)
        if not tables:
            raise LobbyError(N_("You have no open table, and challenge nobody."))
        own = _named(tables, "withdraw", code)
        self.lobby.matchmaking.withdraw(self.user, own.code)
        if own.invited:
            self.say(_("Your challenge to {name} is withdrawn.", name=own.invited.name))
        else:
            self.say(_("Table {code} is withdrawn.", code=own.code))

    async def _do_who(self, _text: str) -> None:
        bots = ((bot.user, _(lobby_messages.BOT)) for bot in self.lobby.bots)
        for one, whereabouts in (*self.lobby.people(self.user), *bots):
            self.say(_("{name}, {whereabouts}.", name=one.name, whereabouts=whereabouts))

    async def _do_results(self, _text: str) -> None:
        """Print the last results."""
        results = [
            _("{result}, {ago}.", result=result.text, ago=lobby_messages.ago(age))
            for result, age in self.lobby.results.with_ages()
        ]
        self.say(*results or [_(lobby_messages.NO_RESULTS)])

    async def _do_finished(self, _text: str) -> None:
        await offer_finished(self)

    async def _do_say(self, text: str) -> None:
        """Send a chat line to everyone in the lobby, and show the chat if it was hidden."""
        self.muted = False
        self.lobby.say(self.user, text)

    async def _do_chat(self, _text: str) -> None:
        """Print the chat of the lobby again."""
        self.say(*messages.chat(self.lobby.chat.lines))

    async def _do_mute(self, _text: str) -> None:
        """Hide the chat of the lobby, or show it again."""
        self.muted = not self.muted
        said = _("The chat is muted: type mute to hear it again.") if self.muted else _("You hear the chat again.")
        self.say(said)

    async def _do_name(self, text: str) -> None:
        renamed = await self.lobby.rename(self.user, text)
        note = _(lobby_messages.FORMER_NAME_STAYS)
        self.say(_("Your name is now {name}. {note}", name=renamed.name, note=note))

    async def _do_delete(self, text: str) -> None:
        """Delete the user's name, which ends the visit, if the text repeats it; otherwise explain the command."""
        if self.user.is_guest:
            raise LobbyError(N_("The name of a guest is free again when they leave."))
        if text.casefold() != self.user.name.casefold():
            message = N_("{question} Type delete and your name for that.")
            raise LobbyError(message, question=_(lobby_messages.DELETED))
        await self.lobby.delete(self.user)

    async def _do_key(self, _text: str) -> None:
        how, code, once = self.lobby.registration.explained_key_code(self.user)
        self.say(f"{how} {code}. {once}")

    async def _do_options(self, _text: str) -> None:
        settings = self.workspace.settings
        spoken = [each for each in options(Settings) if each.about.get("spoken")]
        choices = [self.option(_about_option(each, settings), self._change_option, each) for each in spoken]
        self.offer(_("Your options: which do you want to change?"), choices)

    async def _change_option(self, option: DeclaredOption) -> None:
        settings = self.workspace.settings
        changed = settings.changed(**{option.name: not getattr(settings, option.name)})
        self.say(_("{option}.", option=_about_option(option, changed)))
        self.say(await self.workspace.change(changed))

    async def _do_help(self, _text: str) -> None:
        self.say(
            _("Every answer is a line, and so is everything that happens. An empty line repeats the question."),
            *map(_usage, messages.LOBBY_COMMANDS),
        )

    async def _do_quit(self, _: str) -> None:
        self.end(self.lobby.farewell(self.user))


def _about_option(option: DeclaredOption, settings: Settings) -> str:
    """Return an option with its value in the settings."""
    return f"{option.explanation}: {shown(option, getattr(settings, option.name))}"


def _named(tables: Sequence[OpenTable], command: str, code: str) -> OpenTable:
    """Return the table with the code after a command, or without a code the only table. Raises LobbyError."""
    fitting = [table for table in tables if code.upper() in ("", table.code)]
    if len(fitting) == 1:
        return fitting[0]
    commands = join_or(f"{command} {table.code}" for table in fitting or tables)
    message = N_("Which one? Type {commands}.") if fitting else N_("No such table here: type {commands}.")
    raise LobbyError(message, commands=commands)  # a code alone would sit down at its table


def _usage(command: str) -> str:
    return messages.explained(command, messages.LOBBY_COMMANDS)


def _about_own(table: SharedTable, user: User) -> str:
    """Return the entry of the user's own match. Raises LookupError for a user without a seat."""
    me = table.player_of(user)
    if me is None:
        raise LookupError(user)
    here = lobby_messages.at_table(
        opponent=table.seating.is_seated(me.opponent), oneself=table.seating.is_seated(me)
    )
    return _(
        "your match with {name}, {state}: join {code}",
        name=table.header.names[me.opponent.index],
        state=join_list([here, lobby_messages.own_match(table.match, me)]),
        code=table.code,
    )


def _about_open(table: OpenTable, user: User) -> str:
    """Return the entry of an open table or a challenge, worded for the user."""
    host, code, agreed = table.host.name, table.code, lobby_messages.agreement(table.offer)
    if table.invited and table.host == user:
        invited = table.invited.name
        return _("your challenge to {name}, {match}: withdraw {code}", name=invited, match=agreed, code=code)
    if table.host == user:
        return _("your open table, {match}: withdraw {code}", match=agreed, code=code)
    if table.invited:
        return _("{name} challenges you, {match}: accept {code}", name=host, match=agreed, code=code)
    return _("{name} waits, {match}: join {code}", name=host, match=agreed, code=code)


def _about_others(table: SharedTable) -> str:
    """Return the entry of a match of other users."""
    white, black = table.header.names
    state = join_list([lobby_messages.others_match(table.match), lobby_messages.audience(table.attendance)])
    return _(
        "{white} and {black} play, {state}: watch {code}", white=white, black=black, state=state, code=table.code
    )


_YES = {"yes": True, "no": False, "on": True, "off": False}


def offer_of(offer: MatchOffer, text: str, levels: Collection[str] = ()) -> MatchOffer:
    """Return `offer` changed by each word of the text: a variant, `money`, the points of the match, or a rule.

    A rule is `NAME=VALUE`, and further words are `private`, `public` and `dice=KIND`. In an offer to a bot, a word
    may also be one of its `levels`. Raises LobbyError for any other word.
    """
    if offer.dice not in DICE:
        offer = replace(offer, dice=DICE[0])
    for word in text.lower().split():
        offer = replace(offer, level=word) if word in levels else _with(offer, word)
    return replace(offer, ruleset=without_inapplicable(offer.variant, offer.ruleset))


def _with(offer: MatchOffer, word: str) -> MatchOffer:
    if word in VARIANTS:
        return replace(offer, variant=VARIANTS[word]).with_usual_rules()
    if word == "money":
        return offer.changed(length=0)
    if word in ("private", "public"):
        return replace(offer, listed=word == "public")
    if word.isascii() and word.isdecimal() and 1 <= len(word) <= len(str(MAX_LENGTH)) and int(word):
        return offer.changed(length=int(word))
    name, equals, value = word.partition("=")
    if equals and name == "dice" and value in DICE:
        return replace(offer, dice=value)
    if equals and name in RULES - {"length"}:
        return _with_rule(offer, name, value)
    message = N_(
        '"{word}" is not part of an offer: type a variant ({variants}), the points of the '
        "match, money, private, dice=verifiable, or a rule like clock=delay."
    )
    raise LobbyError(message, word=quoted(word), variants=join_or(VARIANTS))


def _with_rule(offer: MatchOffer, name: str, text: str) -> MatchOffer:
    option = next(option for option in options() if option.name == name)
    values = {str(value): value for value, _label in option.values}
    values |= {label: value for value, label in option.values}
    switch = isinstance(option.default, bool)
    if switch:
        values |= _YES
    if text not in values:
        named = join_or([_("yes"), _("no")] if switch else [str(value) for value, _label in option.values])
        raise LobbyError(N_("{rule} can be {values}."), rule=name, values=named)
    changed = offer.changed(**{name: values[text]})
    reason = why_not_option(changed.variant, changed.ruleset, name)
    if reason and values[text] != option.default:
        raise LobbyError(N_("{rule}: {reason}."), rule=name, reason=_(reason))
    return changed
