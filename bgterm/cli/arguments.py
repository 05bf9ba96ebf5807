"""The parser of the `bgterm` command."""

import argparse
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bgterm import __version__
from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.usage import Parser
from bgterm.engine.levels import LEVELS
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.rules.variants import VARIANTS
from bgterm.text.ruleset_options import Option, options

_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no public name
_DASHED_XGID = re.compile(r"-[-A-Za-z]{25}:\S*")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments. An XGID pasted without its `XGID=` may begin with a dash, but it is not a flag."""
    pasted = (f"XGID={text}" if _DASHED_XGID.fullmatch(text) else text for text in arguments)
    return parser().parse_args([*pasted])


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="bgterm",
        description=_(
            "Backgammon for two people in a terminal. Without a command it opens the menu, where the form of a "
            "new match starts from your last choices; the flags of play start from the international rules."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"bgterm {__version__}",
        help=_("show program's version number and exit"),
    )
    _add_terminal(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=_("commands"))
    _add_play(commands)
    _add_resume(commands)
    _add_replay(commands)
    _add_serve(commands)
    _add_admin(commands)
    _add_rules(commands)
    _add_plays(commands)
    _add_verify(commands)
    _add_show(commands)
    _add_list(commands)
    _add_engine(commands)
    _add_analyse(commands)
    _add_import(commands)
    _add_convert(commands)
    return parser


def _add_play(commands: _Commands) -> None:
    play = commands.add_parser(
        "play",
        help=_("start a match at once"),
        description=_(
            "Start a match at once. Without flags it is backgammon to 5 points by the international rules, with "
            "random dice, between White and Black. The same flags always start the same match, whatever you "
            "played before. Theme, home side, automatic actions and bell are taken from your options."
        ),
    )
    _add_match_options(play.add_argument_group(_("the match")))
    dice = play.add_argument_group(_("the dice"))
    source = dice.add_mutually_exclusive_group()
    source.add_argument(
        "--dice",
        metavar="KIND",
        help=_("random; manual: roll your own; verifiable: anyone can check them; or a file with one roll a line"),
    )
    source.add_argument(
        "--seed", type=read.whole, metavar="N", help=_("repeatable dice: the same rolls for the same N")
    )
    rules = play.add_argument_group(_("the rules"), _("the international rules, unless a flag changes them"))
    rules.add_argument("--preset", metavar="NAME", help=_("a named set of rules; a wrong name lists them"))
    for option in options():
        if option.name != "length":
            _add_rule(rules, option)
    _add_plain(play)
    _add_terminal(play)


def _add_match_options(match: "argparse._ArgumentGroup") -> None:
    series = match.add_mutually_exclusive_group()
    series.add_argument(
        "--match",
        type=read.length,
        metavar="N",
        help=_("a match to N points, 1 to {most}; 5 by default", most=MAX_LENGTH),
    )
    series.add_argument("--money", action="store_true", help=_("a money session, with a running score"))
    match.add_argument(
        "--names",
        type=read.names,
        metavar="A,B",
        help=_("the players' names, White's first; White and Black by default"),
    )
    switch = argparse.BooleanOptionalAction
    match.add_argument("--seats-by-lot", action=switch, help=_("decide by lot who plays White"))
    match.add_argument("--mars-koks", action=switch, help=_("call a gammon Mars, and a backgammon Koks"))
    match.add_argument("--variant", choices=list(VARIANTS), help=_("which game is played"))
    match.add_argument(
        "--position",
        metavar="ID",
        help=_("begin from a position: a Position ID, one with a Match ID after a colon, or an XGID"),
    )
    match.add_argument(
        "--vs",
        nargs="?",
        const="auto",
        metavar="ENGINE",
        help=_("play against an engine, the strongest by default; bgterm engine --list names them"),
    )
    match.add_argument("--level", choices=list(LEVELS), help=_("how well the engine plays; expert by default"))
    match.add_argument("--stake", metavar="TEXT", help=_("what a point is worth in a money session: 0.50 euro"))


def _add_rule(rules: "argparse._ArgumentGroup", option: Option) -> None:
    flag = f"--{option.name.replace('_', '-')}"
    values = [value for value, _label in option.values]
    explanation = option.explanation.replace("%", "%%")
    if isinstance(option.default, bool):
        rules.add_argument(flag, action=argparse.BooleanOptionalAction, help=explanation)
    elif isinstance(option.default, int):
        rules.add_argument(
            flag,
            type=partial(read.one_of, {str(value): int(value) for value in values}),
            metavar="N",
            help=explanation,
        )
    else:
        rules.add_argument(flag, choices=values, help=explanation)


def _add_resume(commands: _Commands) -> None:
    resume = commands.add_parser("resume", help=_("resume a saved match"), description=_("Resume a saved match."))
    resume.add_argument(
        "name", nargs="?", metavar="NAME", help=_("the name of the match; the last unfinished one by default")
    )
    _add_plain(resume)
    _add_terminal(resume)


def _add_replay(commands: _Commands) -> None:
    replay = commands.add_parser("replay", help=_("replay a match"), description=_("Replay a match move by move."))
    replay.add_argument(
        "file", metavar="FILE", help=_("a match file of any program, or the name of a saved match")
    )
    _add_terminal(replay)


def _add_serve(commands: _Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help=_("serve tables over SSH"),
        description=_(
            "Anyone with an ssh client can sit down at a table. Players are identified by their SSH key and need "
            "no account. Matches survive a restart."
        ),
    )
    add = serve.add_argument
    add(
        "--host",
        default="127.0.0.1",
        help=_("the address to listen on; only this machine by default, :: for all, including IPv4"),
    )
    add("--port", type=read.port, default=2222, metavar="N", help=_("the port to listen on; 2222 by default"))
    add(
        "--host-key",
        type=Path,
        metavar="FILE",
        help=_("the private key of the server; created on the first start"),
    )
    who = serve.add_mutually_exclusive_group()
    who.add_argument(
        "--authorized-keys", type=Path, metavar="FILE", help=_("only players with one of these keys may play")
    )
    who.add_argument(
        "--open", action="store_true", help=_("players without a key may play too, but cannot return to a match")
    )
    add("--data", type=Path, metavar="DIR", help=_("the folder of matches, settings and the log"))
    add(
        "--database",
        default="",
        metavar="URL",
        help=_("keep matches and names in PostgreSQL, so that several processes serve: postgresql://..."),
    )
    add(
        "--workers",
        type=read.count,
        default=1,
        metavar="N",
        help=_("how many processes serve, with --database; 1 by default"),
    )
    add("--worker", type=read.count, default=0, metavar="N", help=_("serve as worker N of those of a database"))
    add(
        "--bots",
        type=read.bots,
        default={},
        metavar="ENGINE[:LEVEL],...",
        help=_(
            "engines that play with visitors, and their strongest levels: builtin,gnubg:expert; "
            "bgterm engine --list names them"
        ),
    )
    add("--max-sessions", type=read.count, metavar="N", help=_("how many sessions at once; 100 by default"))
    add(
        "--max-per-address",
        type=read.count,
        metavar="N",
        help=_("how many sessions from one address; 16 by default"),
    )
    add(
        "--metrics",
        type=read.port,
        metavar="PORT",
        help=_("serve metrics for Prometheus on a local port; off by default"),
    )
    add(
        "--idle",
        type=read.minutes,
        metavar="MINUTES",
        help=_("disconnect after MINUTES without input (60; 0: never)"),
    )


def _add_admin(commands: _Commands) -> None:
    admin = commands.add_parser(
        "admin",
        help=_("manage a running server"),
        description=_(
            "Manage a server that runs on this machine: show its users and matches, ban, announce, shut down. The "
            "commands use a socket in the server's data folder, which only the user who runs the server can open."
        ),
    )
    admin.add_argument(
        "--data", type=Path, metavar="DIR", help=_("the data folder of the server, unless it is the default one")
    )
    admin.add_argument(
        "--json", action="store_true", help=_("print one JSON value instead of lines (who, matches, stats)")
    )
    orders = admin.add_subparsers(dest="order", metavar="COMMAND", title=_("commands"), required=True)
    for name, help_text in (
        ("who", _("the connected users, with addresses and times")),
        ("matches", _("the matches with somebody at the table")),
        ("workers", _("the processes that serve, where there are several")),
        ("health", _("whether the server answers, and its database")),
        ("stats", _("the statistics of the server")),
        ("bans", _("the bans in force")),
    ):
        orders.add_parser(name, help=help_text)
    ban = orders.add_parser("ban", help=_("ban a player, a key or an address, and end their sessions"))
    unban = orders.add_parser("unban", help=_("lift a ban"))
    for parser in (ban, unban):
        parser.add_argument(
            "what", metavar="WHO", help=_("a player's name, SHA256:..., 203.0.113.7 or 2001:db8::/64")
        )
    announce = orders.add_parser("announce", help=_("send a message to everybody"))
    announce.add_argument("text", metavar="TEXT", help=_("the message"))
    close = orders.add_parser("close", help=_("close a table; its match is saved"))
    close.add_argument("code", metavar="CODE", help=_("the code of the table"))
    copy = orders.add_parser(
        "copy", help=_("copy all matches, and the names of the players, between a data folder and a database")
    )
    copy.add_argument("source", metavar="FROM", help=_("a data folder, or postgresql://..."))
    copy.add_argument("target", metavar="TO", help=_("the same; what is there already stays as it is"))
    drain = orders.add_parser("drain", help=_("end one of several workers; its players connect again to another"))
    drain.add_argument("worker", metavar="WORKER", help=_("the number of the worker, or its name"))
    shutdown = orders.add_parser("shutdown", help=_("announce the end, and stop the server"))
    when = shutdown.add_mutually_exclusive_group()
    when.add_argument(
        "--in", dest="minutes", type=read.minutes, default=0, metavar="MINUTES", help=_("0 by default: now")
    )
    when.add_argument("--cancel", action="store_true", help=_("cancel a planned shutdown"))


def _add_rules(commands: _Commands) -> None:
    rules = commands.add_parser(
        "rules",
        help=_("how to play, for beginners"),
        description=_("Print the rules for beginners, or all rules of one variant."),
    )
    rules.add_argument("variant", nargs="?", choices=list(VARIANTS), metavar="VARIANT", help=", ".join(VARIANTS))


def _add_plays(commands: _Commands) -> None:
    commands.add_parser(
        "plays",
        help=_("answer positions and rolls with their legal plays, as JSON lines"),
        description=_(
            "Read lines like {example} on standard input, and answer each with a line of its legal plays and the "
            "positions they lead to.",
            example='{"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[3,1]}',
        ),
    )


def _add_verify(commands: _Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help=_("verify the dice of a match"),
        description=_("Derive every roll of a match again from its record alone, and state what that proves."),
    )
    verify.add_argument(
        "file", metavar="FILE|NAME", help=_("the .jsonl file of a match, or the name of a saved one")
    )


def _add_show(commands: _Commands) -> None:
    show = commands.add_parser(
        "show",
        help=_("describe a match file, or draw a position"),
        description=_(
            "Show the players, games, scores, results and faults of a match file (.mat, .txt, .sgf or .jsonl). Or "
            "draw the position of a Position ID, alone or with a Match ID after a colon, or of an XGID. The exit "
            "status is 0 without faults, else 1."
        ),
    )
    add = show.add_argument
    add(
        "what",
        metavar="FILE|NAME|ID",
        help=_("a file, - for standard input; the name of a saved match; or the id of a position"),
    )
    add("--json", action="store_true", help=_("print one JSON value with every play, for scripts"))
    add(
        "--from",
        dest="form",
        type=read.match_format,
        metavar="FORMAT",
        help=_("its format, such as sgf, when its name does not show it"),
    )
    add("--variant", choices=list(VARIANTS), help=_("the variant of the id"))


def _add_list(commands: _Commands) -> None:
    listed = commands.add_parser(
        "list", help=_("list the saved matches"), description=_("List the saved matches, the last played first.")
    )
    listed.add_argument("--json", action="store_true", help=_("print one JSON value, for scripts"))


def _add_engine(commands: _Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help=_("list the engines"),
        description=_(
            "List the engines that bgterm can ask, with their versions and the variants that they play. For one "
            "that is not installed it shows how to get it. The options have the name of the engine to use."
        ),
    )
    engine.add_argument("--list", action="store_true", help=_("list the engines (the default)"))
    engine.add_argument("--json", action="store_true", help=_("print one JSON value, for scripts"))


def _add_analyse(commands: _Commands) -> None:
    analyse = commands.add_parser(
        "analyse",
        help=_("analyse a match by an engine"),
        description=_(
            "Analyse a match: what each play and each cube decision cost, and how lucky each roll was. It is "
            "kept beside the file, so that after Ctrl+C the same command goes on where it stopped."
        ),
    )
    add = analyse.add_argument
    add("file", metavar="FILE|NAME", help=_("a match file of any program, or the name of a saved match"))
    add("--engine", metavar="NAME", help=_("the engine; by default that of the options"))
    add(
        "--plies",
        type=read.plies,
        default=2,
        metavar="N",
        help=_("how many rolls it looks ahead, 0 to 3; 2 by default"),
    )
    add("--json", action="store_true", help=_("print one JSON value with every decision, for scripts"))
    add("--sgf", type=Path, metavar="OUT", help=_("also write the match with its analysis for GNU Backgammon"))
    add(
        "--from",
        dest="form",
        type=read.match_format,
        metavar="FORMAT",
        help=_("its format, when its name does not show it"),
    )


def _add_import(commands: _Commands) -> None:
    imported = commands.add_parser(
        "import",
        help=_("import matches from files"),
        description=_(
            "Import matches from files of any program into your match library, to replay them, or to resume "
            "unfinished ones. A match that is in the library already is named and not imported twice. A damaged "
            "file is imported as far as it is valid, the losses are listed, and the exit status is 1."
        ),
    )
    imported.add_argument("files", nargs="+", metavar="FILE", help=_("a match file; - for standard input"))
    imported.add_argument(
        "--from",
        dest="form",
        type=read.match_format,
        metavar="FORMAT",
        help=_("its format, when its name does not show it"),
    )


def _add_convert(commands: _Commands) -> None:
    convert = commands.add_parser(
        "convert",
        help=_("write a match file in another format"),
        description=_(
            "Convert a match file to another format: .mat or .txt, .sgf, or .jsonl, by the endings of the names. "
            "An existing OUT is replaced atomically. A damaged file is converted as far as it is valid, its "
            "faults are listed, and the exit status is 1."
        ),
    )
    add = convert.add_argument
    add("source", metavar="IN", help=_("the file or the saved match to read; - for standard input"))
    add("target", metavar="OUT", help=_("the file to write; - for standard output"))
    add("--from", dest="source_form", type=read.match_format, metavar="FORMAT", help=_("the format of IN, for -"))
    add("--to", dest="target_form", type=read.match_format, metavar="FORMAT", help=_("the format of OUT, for -"))


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("play in lines of text instead of on a screen: for screen readers, braille displays, any terminal"),
    )


def _add_terminal(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    """Add the options of every command that shows a screen; they may come before or after the command."""
    terminal = parser.add_argument_group(_("this terminal"))
    add = partial(terminal.add_argument, default=default)
    add("--theme", metavar="NAME", help=_("walnut, midnight, paper, contrast, terminal or mono"))
    add("--ascii", action=argparse.BooleanOptionalAction, help=_("draw with ASCII characters only, or not"))
    add("--home", choices=["right", "left"], help=_("the side of the home boards"))
    add("--turn", action="store_true", help=_("turn the board to the player to act"))
    add(
        "--export-dir",
        type=Path,
        metavar="DIR",
        help=_("the folder for exported matches (key e); by default bgterm in your documents or home folder"),
    )
