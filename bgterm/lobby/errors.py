"""The refusals of the lobby to its users and the operator. Each message is a complete sentence."""

from pathlib import Path
from typing import Annotated

from bgterm.catalog import N_, nN_
from bgterm.rules.errors import BackgammonError

Seconds = Annotated[float, round]
"""A time in seconds, printed as a whole number."""


class LobbyError(BackgammonError):
    """Something that cannot be done on the server."""


# Names and keys


class InvisibleName(LobbyError):
    """The name has characters that cannot be told apart on the screen."""

    message = N_("That name has invisible characters or piled-up accents: type only letters that can be seen.")


class EmptyName(LobbyError):
    """Nothing of the name can be shown."""

    message = N_("Nothing that can be shown is left of that name: type letters, up to sixteen of them.")


class NameTooLong(LobbyError):
    """The name has more than `count` characters."""

    count: int
    message = N_("A name has at most {count} characters: type a shorter one.")


class NameTaken(LobbyError):
    """Another player has that name, or one that looks like it."""

    name: str
    message = N_("{name} is somebody else here: pick another name.")


class NoRoomForNames(LobbyError):
    """The server keeps as many names as it can."""

    message = N_("This server has no room for more names: ask its operator.")


class NameNotKept(LobbyError):
    """The system could not write the name."""

    reason: str
    message = N_("The name could not be kept ({reason}): try again.")


class NamesInUse(LobbyError):
    """Another server has the file of names open."""

    path: Path
    message = N_("{path} is in use by another server: stop it first, or give this one a folder of its own")


class NamesUnreadable(LobbyError):
    """The system could not read or write the file of names."""

    path: Path
    reason: str
    message = N_("the players' names in {path} cannot be read or written: {reason}")


class TooManyNewPlayers(LobbyError):
    """So many players of one address have picked a first name today."""

    message = N_("Too many new players have come from your address today: come back tomorrow.")


class TooManyRenames(LobbyError):
    """The player has changed their name as often as is allowed in a day."""

    message = N_("You have changed your name often enough for today: try again tomorrow.")


class TooManyKeys(LobbyError):
    """The player has the most keys allowed."""

    count: int
    message = N_("You have {count} keys already, which is as many as a player may have.")


class TooManyCodes(LobbyError):
    """So many wrong codes came from one address."""

    message = N_("Too many wrong codes came from your address: try again in an hour.")


class InvalidCode(LobbyError):
    """The code has been used, is too old, or never was one."""

    message = N_("That code is not valid any more: press K in the lobby for a new one, or pick a name.")


class CameWithoutKey(LobbyError):
    """A guest has no player to add a key to."""

    message = N_("You came without a key, so there is no player to add another key to.")


# Tables and matches


class ServerStopping(LobbyError):
    """The server is about to end; its farewell says when."""

    farewell: str
    message = N_("{farewell}")


class OwnDiceOnServer(LobbyError):
    """The players cannot throw dice of their own at two terminals."""

    message = N_(
        "At two terminals the server rolls the dice, because nobody could see yours: "
        "choose random or verifiable dice."
    )


class ChallengedOneself(LobbyError):
    """The user would be their own opponent."""

    message = N_("You cannot challenge yourself: choose somebody else.")


class NotHere(LobbyError):
    """Nobody of that name is on the server."""

    name: str
    message = N_("{name} is not here: open a table, and tell its code.")


class NoFreeTable(LobbyError):
    """There are as many tables as the server allows."""

    message = N_("All tables are taken: wait until one is free, or watch a match.")


class TooManyOpenTables(LobbyError):
    """The user has as many open tables as one may have."""

    count: int
    message, plural = nN_(
        "You have {count} open table already: withdraw it first.",
        "You have {count} open tables already: withdraw one first.",
    )


class TooManyTablesFromAddress(LobbyError):
    """As many tables of one address are open as is allowed."""

    count: int
    message, plural = nN_(
        "{count} table from your address is open already: join it.",
        "{count} tables from your address are open already: join one of them.",
    )


class TablesTooFast(LobbyError):
    """More tables were opened from one address than is allowed in a time."""

    count: int
    seconds: Seconds
    message, plural = nN_(
        "Your address may open {count} table in {seconds} seconds. Try again in a moment.",
        "Your address may open {count} tables in {seconds} seconds. Try again in a moment.",
    )


class ChallengesTooFast(LobbyError):
    """The user has challenged others more often than the limit allows."""

    count: int
    seconds: Seconds
    message, plural = nN_(
        "At most {count} challenge in {seconds} seconds: try again in a moment.",
        "At most {count} challenges in {seconds} seconds: try again in a moment.",
    )


class ChatTooFast(LobbyError):
    """The user has said more than is allowed in a time."""

    count: int
    seconds: Seconds
    message, plural = nN_(
        "At most {count} line in {seconds} seconds: try again in a moment.",
        "At most {count} lines in {seconds} seconds: try again in a moment.",
    )


class SpectatorsSilent(LobbyError):
    """Only players speak at a table."""

    message = N_("Spectators cannot chat: it could be advice.")


class NoTable(LobbyError):
    """There is no table of that code."""

    code: str
    message = N_("There is no table {code} any more.")


class OwnTable(LobbyError):
    """The user has opened the table themselves."""

    message = N_("That is your own table: wait for somebody to join it, or tell a friend its code.")


class TableForAnother(LobbyError):
    """Its host has challenged another user."""

    name: str
    message = N_("{name} waits for somebody else at that table.")


class NoSeat(LobbyError):
    """The user is not a player of the match."""

    code: str
    message = N_("You have no seat at table {code}: you can watch.")


class SeatTaken(LobbyError):
    """A match is not set aside while a player is at its table."""

    message = N_("Somebody sits at that table: it stays on your list.")


class NobodyThere(LobbyError):
    """No player is at the table."""

    white: str
    black: str
    message = N_("Neither {white} nor {black} is at the table.")


class ClosedToSpectators(LobbyError):
    """The players do not let others watch."""

    white: str
    black: str
    message = N_("{white} and {black} allow no spectators now.")


class NoRoomForMatches(LobbyError):
    """The server keeps as many unfinished matches as it can."""

    message = N_("This server keeps as many unfinished matches as it can: finish one, or contact the operator.")


class TooManyUnfinished(LobbyError):
    """The player has as many unfinished matches as one may have."""

    name: str
    count: int
    message, plural = nN_(
        "{name} has {count} match to finish: finish one first.",
        "{name} has {count} matches to finish: finish one first.",
    )


class TooManyBegun(LobbyError):
    """As many matches have begun from one address as is allowed in a day."""

    count: int
    message, plural = nN_(
        "At most {count} match a day may begin from your address: continue one of yours.",
        "At most {count} matches a day may begin from your address: continue one of yours.",
    )


class MatchFolderUnusable(LobbyError):
    """The system could not make the folder of the matches."""

    path: Path
    reason: str
    message = N_("no matches can be kept in {path}: {reason}")


class MatchNotOver(LobbyError):
    """The record of a match is given out after it."""

    code: str
    message = N_("The match {code} is not over: its record can be fetched when it is.")


class NoFinishedMatch(LobbyError):
    """There is no finished match of that code, or the user may not read it."""

    code: str
    message = N_("There is no finished match {code} that you may read.")


class TooManyRecords(LobbyError):
    """So many records were asked for from one address."""

    message = N_("Too many records were asked for from your address: try again later.")
