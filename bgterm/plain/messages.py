"""The explanations of plain mode's commands, and messages that several of its modules print."""

from collections.abc import Iterable, Mapping

from bgterm.catalog import N_, _
from bgterm.lobby.chat import ChatLine
from bgterm.lobby.messages import NOBODY_HAS_SPOKEN
from bgterm.notation.sanitize import visible
from bgterm.text.joining import join_or

COMMANDS: Mapping[str, str] = {
    "roll": N_("throw the dice; your own dice are typed as they show, like 31"),
    "cocked": N_("one of your dice did not lie flat: roll again"),
    "wrong": N_(
        "your dice show something other than what you typed; wrong 64 corrects it, until you pick them up"
    ),
    "double": N_("offer to play for twice the stake"),
    "take": N_("accept the double"),
    "pass": N_("refuse the double, and lose what was at stake before it; never abbreviated"),
    "beaver": N_("turn the cube once more and keep it; in answer to a beaver, a raccoon"),
    "done": N_("pick up the dice, so that your turn is over; done 8/5 6/5 plays that and picks up"),
    "undo": N_("take back what you entered last, a whole play or one move; undo all takes back everything"),
    "plays": N_("the legal plays, numbered, to choose one"),
    "resign": N_("offer to lose the game: resign single, resign gammon, resign backgammon"),
    "accept": N_("accept what the other offers or asks"),
    "refuse": N_("refuse what the other offers or asks"),
    "takeback": N_("ask to take back the play you have just made"),
    "challenge": N_("claim that the other's last play was not legal"),
    "flag": N_("win the match because the other has no time left"),
    "words": N_(
        "add to verifiable dice before the first roll: words lucky seven, or a fingerprint of 64 hex digits"
    ),
    "decline": N_("add nothing of your own to verifiable dice"),
    "open": N_("open a contribution whose fingerprint you typed: open, and then the contribution"),
    "void": N_("end the match before its first roll because you cannot open your contribution; never abbreviated"),
    "hint": N_("what an engine recommends; hint again for the next best play"),
    "rematch": N_("another match with the same seats and rules; over SSH the opponent is asked"),
    "end": N_("end the money session for good; asks first; never abbreviated"),
    "quit": N_("leave the table; everything is kept"),
    "more": N_("show more of a list"),
    "board": N_("the board, from 24 to 1 by the numbers of the player to act"),
    "bar?": N_("who is on the bar"),
    "p": N_("what stands on a point: p 13, p bar, p off, or several, p 6 5 4"),
    "blots": N_("the single checkers of both"),
    "pips": N_("how far both have to go"),
    "dice": N_("the roll, and the numbers that are left"),
    "clock": N_(
        "the time both have left; a fallen flag is reported with the next line you type, even an empty one"
    ),
    "legal": N_("the moves that may come next"),
    "last": N_("what happened last"),
    "moves": N_("the moves of this game; moves all lists those of the whole match"),
    "score": N_("the score, the match and the cube"),
    "rules": N_("the rules of this match"),
    "terms": N_("the terms of the game"),
    "ids": N_("the position as other programs read it, before the turn that is being made"),
    "diagram": N_("the same position drawn with characters"),
    "proof": N_("the proof of verifiable dice: commitment, contributions, and at the end the secret"),
    "luck": N_("how the dice fell for both"),
    "help": N_("what can be typed now; help all explains everything, help roll one command"),
}
"""The explanation of every command at a table, in the order of the help."""
TABLE_COMMANDS: Mapping[str, str] = {
    "say": N_("say something to the others at the table: say Well rolled"),
    "chat": N_("what has been said at the table"),
    "hints": N_(
        "ask for hints of an engine for both players, or agree to them; hint shows one; "
        "hints off turns them off for both, or declines"
    ),
    "practise": N_("once the match is over: be asked your worst decisions of it, in the lobby"),
    "watchers": N_("let others watch this match, or not"),
}
"""The explanations of the further commands at a table of a server."""
PRACTICE_COMMANDS: Mapping[str, str] = {
    "back": N_("take the last grade of the practice back, and give another"),
}
"""The explanations of the further commands at a question of a practice."""
LOBBY_COMMANDS: Mapping[str, str] = {
    "list": N_("your matches, open tables and matches in play, numbered: type a number to go there"),
    "quick": N_("a match to 5 at Backgammon with the player who has waited longest for one, or with the next"),
    "open": N_("open a table: open, or open long 5, open hyper money, open 7 private clock=delay"),
    "challenge": N_(
        "challenge somebody: challenge Bob, or challenge Bob long 5; "
        "or a bot, at a level: challenge Bot bgterm 5 casual"
    ),
    "accept": N_("play a match to which you are challenged: accept K7Q2M"),
    "decline": N_("refuse a challenge: decline K7Q2M"),
    "join": N_("go to a table by its code: join K7Q2M, to play, to go on with your match, or to watch"),
    "watch": N_("watch a match: watch K7Q2M"),
    "withdraw": N_("close your open table, or take a challenge back: withdraw K7Q2M"),
    "who": N_("who is here"),
    "results": N_("how the last matches on this server ended"),
    "finished": N_("your finished matches: their moves, dice and proof, and their text for other programs"),
    "practise": N_(
        "your own mistakes in matches here as questions, or a drill; practise ID: positions near this one"
    ),
    "say": N_("say something to everyone in the lobby: say Hello"),
    "chat": N_("what has been said in the lobby; it is not saved when the server ends"),
    "mute": N_("hide the chat of the lobby, or hear it again"),
    "name": N_("change your name: name Anna"),
    "key": N_("a code with which you can come with another key too"),
    "delete": N_("delete your name, for good: delete Anna"),
    "options": N_("what is done automatically, and whether you always use plain mode"),
    "help": N_("these commands"),
    "quit": N_("leave the server; your matches are kept"),
}
"""The explanations of the commands in the lobby."""
EVERYTHING = "all"
"""The word after a command that means everything."""
OFF = "off"
"""The word after a command that turns something off."""
_QUOTED = 30
"""The most characters of a typed text that a message quotes."""


_AT_A_TABLE: Mapping[str, str] = {**COMMANDS, **TABLE_COMMANDS, **PRACTICE_COMMANDS}


def explained(command: str, commands: Mapping[str, str] = _AT_A_TABLE) -> str:
    """Return the line about a command, `who: who is here.`; `commands` has the explanations by command."""
    return _("{command}: {explanation}.", command=command, explanation=_(commands[command]))


def quoted(text: str) -> str:
    """Return the first 30 characters of a typed text, without control characters, to be repeated in a message."""
    return visible(text[:_QUOTED])


def ambiguous(text: str, names: Iterable[str]) -> str:
    """Return the message that the typed text is the beginning of several commands, those in `names`."""
    return _('"{text}" can be {commands}: type more of it.', text=quoted(text), commands=join_or(names))


def unknown(text: str, possible: Iterable[str]) -> str:
    """Return the message that the typed text is not a command, with the `possible` commands."""
    return _('Unknown command "{text}": type {commands}.', text=quoted(text), commands=join_or(possible))


def spoken(lines: Iterable[ChatLine]) -> list[str]:
    """Return the chat lines as they are printed: `Ann says: Well rolled.`"""
    return [_("{name} says: {text}", name=line.name, text=line.text) for line in lines]


def chat(lines: Iterable[ChatLine]) -> list[str]:
    """Return these lines of a chat as they are printed, or without any the sentence that nothing was said."""
    return spoken(lines) or [_(NOBODY_HAS_SPOKEN)]
