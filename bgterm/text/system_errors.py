"""Errors around a game, with names, files, terminals, dice and a server; and the sentence for each."""

from collections.abc import Mapping
from enum import auto

from bgterm.rules.errors import Reason


class Trouble(Reason):
    """Every error that does not come from a rule of the game or of a notation, with the facts its sentence
    needs.
    """

    # What is asked for by a name or an option.
    NO_PRESET = auto()
    """name, known, left_out: no preset is called so; sentences tell of those that cannot be read."""
    NO_THEME = auto()
    """name, known: no theme is called so."""
    IDLE_OPTION = auto()
    """option, reason: the option cannot apply to the match, for a reason that is an error."""
    TOLD_BY_ID = auto()
    """The id of the position to begin from says something else."""
    NOTHING_TO_SHOW = auto()
    """text, program: it is neither a file, nor a kept match, nor the id of a position."""
    ONLY_OF_A_MATCH = auto()
    """It is about matches, and a position is shown."""
    ONLY_ON_A_SCREEN = auto()
    """It is about how the board is drawn, and plain mode draws none."""
    SAME_NAMES = auto()
    """name: both players would be called so."""

    # What cannot be done at a table.
    DICE_TYPED = auto()
    """The players throw dice of their own and type what they show."""
    DICE_THROWN = auto()
    """The dice of this match are thrown by the program, so nothing is typed or cocked. [RULES A-71]"""
    NO_CONTRIBUTIONS = auto()
    """The dice of this match are not verifiable, so nobody contributes to them."""
    NO_PROOF = auto()
    """The dice of this match are not verifiable, so there is no proof of them."""
    LATE_CONTRIBUTION = auto()
    """Dice have been thrown, or the dice are of the first scheme: nobody contributes to them any more."""
    CONTRIBUTED = auto()
    """player: the player has sealed a contribution or declined; each decides once."""
    NO_WORDS = auto()
    """Words to contribute in which there is nothing that can be shown."""
    LONG_WORDS = auto()
    """length, most: so many characters are too many for a contribution."""
    FINGERPRINT_LENGTH = auto()
    """length: hex digits that are meant as a fingerprint, but not 64 of them."""
    FINGERPRINT_DIGITS = auto()
    """text: a character that is not a hex digit in an intended fingerprint."""
    FINGERPRINT_ALONE = auto()
    """There is something beside the fingerprint."""
    CONTRIBUTION_AWAITED = auto()
    """players: before the first roll they have to contribute or decline. [RULES V4]"""
    OPENING_AWAITED = auto()
    """players: before the first roll they have to open their contributions. [RULES V4]"""
    EARLY_OPENING = auto()
    """player: the opponent has not sealed or declined yet. [RULES V4]"""
    NOTHING_TO_OPEN = auto()
    """player: there is no seal of theirs that only they can open."""
    OTHER_CONTRIBUTION = auto()
    """The typed contribution is not the sealed one."""
    GUESSABLE = auto()
    """The typed contribution is the sealed one, but short enough to be found by trying. [RULES V3]"""
    MATCH_VOID = auto()
    """player: the player did not open their contribution, which ended the match before its first roll."""
    TIME_LEFT = auto()
    """opponent, left: the opponent has that much time left, so that no flag can be claimed."""
    NOT_MONEY = auto()
    """A match has its own end; only a money session is closed by the players."""
    SESSION_CLOSED = auto()
    """The players have closed the money session."""

    # A terminal on which nothing can be shown (IllegalAction).
    NO_TERMINAL = auto()
    """stream, program: `stdin` or `stderr` is not a terminal, so no screen can be shown."""
    NO_STREAM = auto()
    """stream: `stdin`, `stdout` or `stderr` is closed, so that nothing can be read or written."""
    POOR_TERMINAL = auto()
    """term, program: a terminal of this type cannot place text on the screen."""

    NO_METRICS = auto()
    """The package for metrics is not installed."""
    NO_SERVER = auto()
    """name, program: no server runs on this folder."""
    SERVER_SILENT = auto()
    """name: the server of this folder has closed the connection without an answer."""

    # A save that cannot be used (SaveError).
    NO_SAVE = auto()
    """name: no save is called so."""
    SAVE_NAME_TAKEN = auto()
    """name: another save is called so."""
    NO_SAVE_NAME = auto()
    """text: nothing is left of it that the name of a file could be made of."""
    NOTHING_KEPT = auto()
    """program: no match waits to be continued."""
    SAVE_BUSY = auto()
    """name: another program has the save open."""
    SAVE_FAILED = auto()
    """name, reason: the system could not read or write the save; nothing has changed."""
    NO_RECORD = auto()
    """name, reason: the file does not exist, or is not the record of a match; reason is an error or a text."""
    SAVE_DAMAGED = auto()
    """name, line, fault: the save cannot be read at all, because of that line; fault is the error."""

    # A file of settings or of a preset that is wrong (ConfigError).
    CONFIG_FILE = auto()
    """name, reason: the system could not read it."""
    CONFIG_LINE = auto()
    """name, line, fault: that line is wrong; fault is an error or a text."""

    # A server that cannot start (ServerError).
    HOST_KEY_FILE = auto()
    """name, reason: the system could not read or make the file of the host key."""
    HOST_KEY_WRONG = auto()
    """name, reason: the file holds no private key, or one behind a passphrase."""
    HOST_KEY_OPEN = auto()
    """name: others can read the file of the host key."""
    KEYS_FILE = auto()
    """name, reason: the list of the keys that may play cannot be read."""
    KEYS_LINE = auto()
    """name, line: that line of the list of keys that may play is not a key."""
    PORT_BUSY = auto()
    """host, port: another program listens there."""
    NO_PORT = auto()
    """host, port, reason: the system does not let the server listen there."""
    SERVER_FOLDER = auto()
    """name, reason: the system could not make or use the folder of the server."""
    SERVER_FOLDER_OPEN = auto()
    """name: others than its owner can open the folder of the server."""

    # A match file that cannot be read or written at all (FileError).
    FILE_FAILED = auto()
    """name, reason: the system could not read or write it."""
    FILE_UNREADABLE = auto()
    """name, fault: there is nothing in it that can be read as a match; fault is an error."""
    EXPORT_FAILED = auto()
    """folder, reason: no new files can be written there."""
    FILE_TOO_LONG = auto()
    """name, most: it has more than `most` megabytes, and was not read."""
    NO_FORMAT = auto()
    """name, known: its name does not end like any format's."""
    FORMAT_NOT_TOLD = auto()
    """name, option: the stream has no name that tells the format, and the option does not tell it."""
    NOTHING_PLAYED = auto()
    """name: there is a match in it in which nothing has happened."""
    FOREIGN_FILE = auto()
    """name, kind: it is a file of that kind, which only the program reads that has written it."""
    BINARY_FILE = auto()
    """name, kind, known: it is not text; the endings of the files that can be read."""
    SAME_FILE = auto()
    """name: the file would be written over the one that it is made from."""

    # Dice that cannot be had (DiceError).
    DICE_FILE = auto()
    """name, reason: the system could not read the file of rolls."""
    DICE_LINE = auto()
    """name, line, text: that line of the file of rolls says no roll."""
    DICE_ENDED = auto()
    """name, line: the file of rolls ends before that line, where the next roll would be."""
    SECRET_LOST = auto()
    """name: the file beside the save, from which verifiable dice are worked out, is gone or another one."""
    UNKNOWN_SCHEME = auto()
    """scheme: verifiable dice of a scheme that a later version has made."""

    # Dice that are not proven to be right (VerificationError).
    NOT_VERIFIABLE = auto()
    """dice: dice of this kind leave nothing to be checked."""
    NO_COMMITMENT = auto()
    """Nothing was laid down about the secret of the dice before the first roll."""
    NOT_REVEALED = auto()
    """The match is unfinished in the record; the secret of the dice is revealed when it ends."""
    NEVER_REVEALED = auto()
    """The match has ended in the record, and the secret was not revealed. [RULES V6]"""
    VOID_RECORD = auto()
    """player: the match ended before its first roll, since the player did not open the contribution. [RULES V4]"""
    THROWN_UNSETTLED = auto()
    """Dice were thrown before both contributions were opened or declined. [RULES V4]"""
    WRONG_SECRET = auto()
    """The secret that was revealed is not the one that was laid down before the first roll."""
    REVEALED_EARLY = auto()
    """number, game: that roll came after the secret was revealed, so that it could be known before."""
    WRONG_ROLL = auto()
    """number, game, recorded, right: the first roll of the record that is not what the dice had to show."""
    WRONG_LINE = auto()
    """line, fault, number, right: a line that is wrong, the number of the next roll and what it must be."""


TROUBLES: Mapping[Reason, str] = {
    Trouble.NO_PRESET: "there is no preset {name}; choose from {known}{left_out}",
    Trouble.NO_THEME: "there is no theme {name}; choose from {known}",
    Trouble.IDLE_OPTION: "{option} cannot apply: {reason}",
    Trouble.TOLD_BY_ID: "the id of the position says otherwise",
    Trouble.NOTHING_TO_SHOW: (
        '"{text}" is not a file, a kept match or an id of a position: {program} list names the kept matches; '
        "an id is a Position ID, a Position ID and a Match ID with a colon between, or an XGID"
    ),
    Trouble.ONLY_OF_A_MATCH: "that is a position, not a match",
    Trouble.ONLY_ON_A_SCREEN: "plain mode draws no board",
    Trouble.SAME_NAMES: "both players would be called {name}: give them different names",
    Trouble.DICE_TYPED: "these are your own dice: roll them and type what they show",
    Trouble.DICE_THROWN: "the dice of this match are rolled for you: there is nothing to type",
    Trouble.NO_CONTRIBUTIONS: "nothing can be added to these dice: only verifiable dice take contributions",
    Trouble.NO_PROOF: "the dice of this match are not verifiable, so there is no proof of them",
    Trouble.LATE_CONTRIBUTION: "nothing can be added to the dice now: contributions come before the first roll",
    Trouble.CONTRIBUTED: "{player} has contributed or declined already: each player decides once",
    Trouble.NO_WORDS: "type some words, or a fingerprint of 64 hex digits",
    Trouble.LONG_WORDS: "that is {length} characters long: type at most {most}",
    Trouble.FINGERPRINT_LENGTH: (
        "a fingerprint has 64 hex digits and this has {length}: type the fingerprint. A contribution typed here "
        "is not secret any more: if this was yours, make a new one"
    ),
    Trouble.FINGERPRINT_DIGITS: 'a fingerprint has 64 hex digits, 0-9 and a-f: "{text}" is not one of them',
    Trouble.FINGERPRINT_ALONE: "type the 64 hex digits of the fingerprint and nothing else",
    Trouble.CONTRIBUTION_AWAITED: "no roll yet: {players} must contribute to the dice or decline first",
    Trouble.OPENING_AWAITED: "no roll yet: {players} must open the sealed contribution first",
    Trouble.EARLY_OPENING: "{player} has not contributed or declined yet: open yours after that",
    Trouble.NOTHING_TO_OPEN: "there is no sealed contribution of {player} to open",
    Trouble.OTHER_CONTRIBUTION: (
        "that is not what was sealed: type the contribution exactly as it was when you made the fingerprint"
    ),
    Trouble.GUESSABLE: (
        "that is what was sealed, but it can be found by trying: a contribution sealed elsewhere needs at least "
        "32 hex digits in a row"
    ),
    Trouble.MATCH_VOID: "this match is void: {player} did not open the sealed contribution. Begin a new one",
    Trouble.TIME_LEFT: "no flag to claim yet: {opponent} has {left} left",
    Trouble.NOT_MONEY: "only a money session is closed: a match ends by itself",
    Trouble.SESSION_CLOSED: "this session is closed: begin a new one to play on",
    Trouble.NO_TERMINAL: (
        "{stream} is not a terminal, so the board cannot be shown: run bgterm in a terminal window, "
        "or play in lines of text: {program} play --plain"
    ),
    Trouble.NO_STREAM: "{stream} is closed, and bgterm needs it: send it to or from a file, or /dev/null, instead",
    Trouble.POOR_TERMINAL: (
        "a terminal of type {term} cannot place text on the screen: set TERM to yours, like xterm, "
        "or play in lines of text: {program} play --plain"
    ),
    Trouble.NO_SAVE: "no kept match is called {name}",
    Trouble.SAVE_NAME_TAKEN: "there is another match called {name}: choose a name of its own",
    Trouble.NO_SAVE_NAME: '"{text}" cannot be a name: write letters or digits',
    Trouble.NOTHING_KEPT: "there is no unfinished match to resume: start one with {program} play",
    Trouble.SAVE_BUSY: "{name} is being played by another bgterm: leave it there first",
    Trouble.SAVE_FAILED: "{name} could not be read or written ({reason}); nothing has changed",
    Trouble.NO_RECORD: "{name}: {reason}; what is checked is the .jsonl file of a kept match",
    Trouble.SAVE_DAMAGED: "{name} cannot be read: line {line}: {fault}",
    Trouble.CONFIG_FILE: "{name} cannot be read ({reason}), so bgterm goes on without it",
    Trouble.CONFIG_LINE: "{name}, line {line}: {fault}; bgterm goes on without it",
    Trouble.HOST_KEY_FILE: "the host key {name} cannot be read or made: {reason}",
    Trouble.HOST_KEY_WRONG: (
        "{name} is not a host key ({reason}); name another file, or omit --host-key and one is created"
    ),
    Trouble.HOST_KEY_OPEN: "others can read the host key {name}: run chmod 600 on it, or make a new one",
    Trouble.KEYS_FILE: "the list of keys {name} cannot be read ({reason}): write one public key on each line",
    Trouble.KEYS_LINE: (
        "{name}, line {line} is not a public key: write one as in ~/.ssh/authorized_keys, or remove it"
    ),
    Trouble.PORT_BUSY: (
        "port {port} of {host} is in use by another program: stop it, or choose another port with --port"
    ),
    Trouble.NO_PORT: "cannot listen on {host}:{port} ({reason}); choose another with --host or --port",
    Trouble.SERVER_FOLDER: "the folder {name} cannot be used ({reason}): choose another with --data",
    Trouble.SERVER_FOLDER_OPEN: (
        "others can open the folder {name}: choose a new one with --data, which bgterm then creates, "
        "or run chmod 700 on this one if only bgterm uses it"
    ),
    Trouble.NO_METRICS: "--metrics needs another package: install it with pip install 'bgterm[metrics]'",
    Trouble.NO_SERVER: "no server runs on {name}: start one with {program} serve, or name its folder with --data",
    Trouble.SERVER_SILENT: "the server of {name} did not answer: see server.log there",
    Trouble.FILE_FAILED: "{name}: {reason}",
    Trouble.FILE_UNREADABLE: "{name}: {fault}",
    Trouble.EXPORT_FAILED: "cannot write to {folder} ({reason}); choose another folder with --export-dir",
    Trouble.FILE_TOO_LONG: "{name}: larger than {most} MB, which no match needs; not read",
    Trouble.NO_FORMAT: "{name}: the end of the name selects the format: {known}",
    Trouble.FORMAT_NOT_TOLD: (
        "the name of {name} does not show the format: set it with {option}, like {option} mat"
    ),
    Trouble.NOTHING_PLAYED: "{name}: nothing was played in it, so there is nothing to import",
    Trouble.FOREIGN_FILE: "{name} is {kind} (binary): export it there as text (.mat)",
    Trouble.BINARY_FILE: "{name} is {kind}, not a match in text: {known}",
    Trouble.SAME_FILE: "{name} is the input file: choose another name for the output",
    Trouble.DICE_FILE: "the rolls in {name} cannot be read: {reason}",
    Trouble.DICE_LINE: (
        'line {line} of {name}: "{text}" is not a roll: write one like 31 or 6-4 there and try again'
    ),
    Trouble.DICE_ENDED: "there are no more rolls in {name}: write the next one on line {line} and roll again",
    Trouble.SECRET_LOST: "the dice of this match cannot be rolled: {name}, the file with their secret, is missing",
    Trouble.UNKNOWN_SCHEME: (
        "these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm"
    ),
    Trouble.NOT_VERIFIABLE: "the dice of this record are {dice}: there is nothing to verify them with",
    Trouble.NO_COMMITMENT: "the record contains no commitment to the dice before the first roll",
    Trouble.NOT_REVEALED: (
        "the match is unfinished in this record, and the secret of the dice is revealed when it ends: "
        "no roll can be checked yet"
    ),
    Trouble.NEVER_REVEALED: (
        "the match has ended and the secret of the dice was not revealed: no roll can be checked, "
        "and the dice are unproven"
    ),
    Trouble.VOID_RECORD: (
        "the match is void: {player} did not open the sealed contribution, so there is no roll to check"
    ),
    Trouble.THROWN_UNSETTLED: (
        "dice were thrown before both players had declined or opened what they sealed: the dice are unproven"
    ),
    Trouble.WRONG_SECRET: "the secret that was revealed is not the one that was committed to",
    Trouble.REVEALED_EARLY: "roll {number} (game {game}) came after the secret was revealed",
    Trouble.WRONG_ROLL: "roll {number} (game {game}) is recorded as {recorded}; the dice showed {right}",
    Trouble.WRONG_LINE: "line {line}: {fault}; all before it is right, and roll {number} had to be {right}",
}
"""The sentence for each; `program` is the command that starts bgterm."""


def reason_of(error: OSError | ValueError) -> str:
    """Return the message of the system, like `No space left on device`, or that of a decoding error."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error)
