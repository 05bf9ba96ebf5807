"""The texts of plain mode on a server: in the lobby, and at a table whose players use terminals of their own."""

from collections.abc import Iterable, Mapping, Sequence

from bgterm.lobby import name_messages, table_messages
from bgterm.notation.plural import counted
from bgterm.plain.commands_text import sentence
from bgterm.rules.board import Player
from bgterm.text.joining import join_or

LOBBY_COMMANDS: Mapping[str, str] = {
    "list": "your matches, open tables, matches in play and who is here, numbered: type a number to go there",
    "quick": "a match to 5 at Backgammon with the player who has waited longest for one, or with the next",
    "open": "open a table: open, or open long 5, open hyper money, open 7 private clock=delay",
    "challenge": "challenge somebody: challenge Bob, or challenge Bob long 5",
    "join": "go to a table by its code: join K7Q2M, to play, to go on with your match, or to watch",
    "watch": "watch a match: watch K7Q2M",
    "withdraw": "close your open table, or decline a challenge: withdraw K7Q2M",
    "who": "who is here",
    "results": "how the last matches on this server ended",
    "finished": "your finished matches: their moves, dice and proof, and their text for other programs",
    "say": "say something to everyone in the lobby: say Hello",
    "chat": "what has been said in the lobby; it is not saved when the server ends",
    "mute": "hide the chat of the lobby, or hear it again",
    "name": "change your name: name Anna",
    "key": "a code with which you can come with another key too",
    "options": "what is done for you, and whether you always come in plain mode",
    "help": "these commands",
    "quit": "leave the server; your matches are kept",
}
"""Every command of the lobby with its description."""
NAME_WANTED = "Type the name that you want here. {}"
"""The question to a newcomer."""
NOTHING_HERE = "Nobody else is here yet. Type open to open a table, and tell a friend its code."
"""The text in an empty lobby."""
WHAT_IS_HERE = "Where do you want to go?"
"""The question above the list of the lobby."""
WHICH_OPTION = "Your options: which do you want to change?"
"""The question above the options."""
ONLY_WATCHING = "You are watching: only the players move."
"""The answer to a spectator who types a play."""
NOT_OVER = "The match goes on: a rematch can follow when it is over."
"""The answer to a rematch that is wanted too early."""
SESSION_IS_CLOSED = "The money session is closed. Type rematch for another, or quit."
"""The message when either player has ended it."""
NO_TABLE_TO_WITHDRAW = "You have no open table, and nobody challenges you."
"""The answer when there is nothing to withdraw."""
FINISHED_MATCH: Mapping[str, str] = {
    "summary": "the games and the score",
    "moves": "every move",
    "dice": "how the dice fell",
    "proof": "the proof of its dice",
    "mat": "its text as a mat file, which GNU Backgammon and eXtreme Gammon read",
    "sgf": "its text as an sgf file, which GNU Backgammon reads",
    "record": "its record, which bgterm reads and verifies",
}
"""The details of a finished match."""
CHAT_MUTED = "The chat is muted: type mute to hear it again."
"""The answer to mute."""
CHAT_HEARD = "You hear the chat again."
"""The answer to mute when the chat was muted."""
BACK_IN_LOBBY = "You are in the lobby."
"""The message after leaving a table."""
HELP = "Every answer is a line, and so is everything that happens. An empty line says again what is asked."
"""The first line of the help in the lobby."""
LINE_TOO_LONG = "That line is too long: a line has at most {} characters."
"""The answer to a line that is longer than any command."""
OPTIONS: Mapping[str, str] = {
    "auto_roll": "Roll for you where no double could be offered",
    "auto_play_forced": "Play for you when there is only one play",
    "auto_confirm_race": "End your turn when a play is complete and the sides have passed each other",
    "mars_koks": "Say Mars and Koks for gammon and backgammon",
    "plain": "Come in plain mode whatever name you log in with",
}
"""The options that make a difference in plain mode."""


def welcome(name: str, people: int, playing: int) -> str:
    """Describe the visitor, the activity in the lobby, and the commands."""
    here = counted(people, "person", "people")
    matches = counted(playing, "match", "matches")
    are, played = "is" if people == 1 else "are", "is" if playing == 1 else "are"
    return (
        f"You are {name}, in the lobby. {here} {are} here, {matches} {played} played. "
        "Type list, quick, open, join, help or quit."
    )


def explained(commands: Mapping[str, str]) -> list[str]:
    """Return a line about each of the commands."""
    return [f"{name}: {about}." for name, about in commands.items()]


def entry(name: str, detail: str, code: str, todo: str) -> str:
    """Return an entry of the list: `Bob waits, Backgammon, match to 5: join K7Q2M`."""
    return f"{name}, {detail}: {todo} {code}"


def match_with(name: str) -> str:
    """Name a match of the player's own."""
    return f"your match with {name}"


def own_table(invited: str) -> str:
    """Name the player's own table that waits."""
    return f"your table for {invited}" if invited else "your open table"


def waits(host: str) -> str:
    """Name a table at which somebody waits."""
    return f"{host} waits"


def pair(names: tuple[str, str]) -> str:
    """Name a match of others."""
    return f"{names[0]} and {names[1]} play"


def withdrawn(code: str) -> str:
    """Return the message that a table is closed, or a challenge declined."""
    return f"Table {code} is withdrawn."


def renamed(name: str) -> str:
    """Describe what the player is called now."""
    return f"You are called {name} now. {name_messages.FORMER_NAME_STAYS}"


def opened(code: str, agreement: str, target: str) -> str:
    """Return the message that the own table waits, and how a friend comes to it."""
    return f"Your table {code} waits: {agreement}. A friend comes to it with {target}, or types join {code}."


def new_table(host: str, code: str, agreement: str) -> str:
    """Return the message that somebody has opened a table."""
    return f"{host} has opened table {code}: {agreement}. Type join {code}."


def invited(host: str, code: str, agreement: str) -> str:
    """Return the message that somebody challenges the player."""
    return f"{host} challenges you: {agreement}. Type join {code}, or withdraw {code} to decline."


def not_known(word: str, variants: Iterable[str]) -> str:
    """Return the message that a word of an offer means nothing."""
    return (
        f'"{word}" is not part of an offer: type a variant ({join_or(variants)}), the points of the match, '
        "money, private, dice=verifiable, or a rule like clock=delay."
    )


def not_a_value(name: str, values: Sequence[str]) -> str:
    """Describe which values a rule has."""
    return f"{name} can be {join_or(values)}."


def about_finished(names: tuple[str, str]) -> str:
    """Return the prompt for the details of a finished match."""
    return f"{names[0]} and {names[1]}: what do you want to know?"


def wanted(command: str) -> str:
    """Describe what must follow a command."""
    return f"{command}: {LOBBY_COMMANDS[command]}."


def option(name: str, *, on: bool) -> str:
    """Return an option with its value."""
    return f"{OPTIONS[name]}: {'yes' if on else 'no'}"


def changed_option(name: str, *, on: bool) -> str:
    """Describe what an option is now."""
    return f"{option(name, on=on)}."


def watching(names: tuple[str, str]) -> str:
    """Describe whose match is watched."""
    return f"You are watching {names[0]} and {names[1]}. Type quit to leave."


def at_table(code: str, opponent: str) -> str:
    """Describe the table at which the visitor sits down."""
    return f"You sit down with {opponent} at table {code}. Type quit to go back to the lobby: everything is kept."


def says(name: str, text: str) -> str:
    """Describe what somebody has said."""
    return f"{name} says: {text}"


def rematch(names: tuple[str, str], wanting: Player, me: Player | None) -> str:
    """Describe who would like another match."""
    if wanting is me:
        return f"You would like a rematch: {names[wanting.opponent.index]} is asked."
    return f"{names[wanting.index]} would like a rematch" + (": type rematch to agree." if me is not None else ".")


def spectators(count: int, *, watchable: bool) -> str:
    """Describe how many watch."""
    if not watchable:
        return "Nobody may watch this match."
    return f"{counted(count, 'person', 'people')} {'is' if count == 1 else 'are'} watching."


def away(text: str) -> str:
    """Describe who is not at the table, from `table_messages.away`; empty when both are."""
    return sentence(f"{text}. {table_messages.WAIT_PLAIN}") if text else ""
