"""The parser of the `bgterm` command, and the commands that show a match or ask questions."""

import argparse
import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from bgterm import __version__
from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.usage import AddCommand, Arguments, Parser
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.rules.variants import VARIANTS
from bgterm.text.options import DeclaredOption, options

_DASHED_XGID = re.compile(r"-[-A-Za-z]{25}:\S*")

_AMERICAN = "practice"
"""The American spelling of the command `practise`."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options and arguments in a command line, given without the name of the program.

    An XGID that begins with a dash, without its `XGID=`, is not taken for a flag. Exits after `--help` and for an
    invalid command line.
    """
    if arguments and arguments[0] == _AMERICAN:
        arguments = ("practise", *arguments[1:])
    pasted = (f"XGID={text}" if _DASHED_XGID.fullmatch(text) else text for text in arguments)
    return parser(arguments[0] if arguments else "").parse_args([*pasted])


def parser(word: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of a command line whose first argument is `word`.

    For the name of a command the parser has only that command, which loads faster; for "" it has no commands, for
    any other word and for None all of them.
    """
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
    add_terminal(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=_("commands"))
    asked = {name: add for name, add in PLAY_COMMANDS.items() if name == word}
    if not asked and word != "":
        from bgterm.cli.flags.file_arguments import FILE_COMMANDS  # only where they may be asked for
        from bgterm.cli.flags.server_arguments import SERVER_COMMANDS

        every = {**PLAY_COMMANDS, **SERVER_COMMANDS, "rules": _rules, "plays": _plays, **FILE_COMMANDS}
        asked = {name: add for name, add in every.items() if name == word} or every
    for name, add in asked.items():
        add(partial(commands.add_parser, name))
    return parser


def _play(add: AddCommand) -> None:
    about = _(
        "Start a match at once. Without flags it is backgammon to 5 points by the international rules, with "
        "random dice, between White and Black. The same flags always start the same match, whatever you "
        "played before. Theme, home side, automatic actions and bell are taken from your options."
    )
    parser = add(help=_("start a match at once"), description=about)
    _add_match(parser)
    _add_dice_and_rules(parser)
    _add_plain(parser)
    add_terminal(parser)


def _resume(add: AddCommand) -> None:
    parser = add(help=_("resume a saved match"), description=_("Resume a saved match."))
    latest = _("the name of the match; the last unfinished one by default")
    parser.add_argument("name", help=latest, metavar="NAME", nargs="?")
    _add_plain(parser)
    add_terminal(parser)


def _replay(add: AddCommand) -> None:
    about = _("Replay a match move by move.")
    parser = add(help=_("replay a match"), description=about)
    file = _("a match file of any program, or the name of a saved match")
    parser.add_argument("file", help=file, metavar="FILE|NAME")
    add_terminal(parser)


def _practise(add: AddCommand) -> None:
    about = _(
        "Be asked your own mistakes of analysed matches as questions, again when they are about to be "
        "forgotten. With a match, its three worst decisions are asked; it is analysed first where it is not."
    )
    parser = add(help=_("practise your own mistakes"), description=about)
    match = _("a match file of any program, or the name of a saved match")
    drill = _("questions that need no match: openings, pips, takes, effective, bearoffs or positions")
    seed = _("random positions a few rolls after a Position ID, one with a Match ID after a colon, or an XGID")
    export = _("write your cards to a text file that Anki imports, or to an .sgf file")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("file", help=match, metavar="FILE|NAME", nargs="?")
    one.add_argument("--drill", help=drill, metavar="NAME", type=read.drill)
    one.add_argument("--position", help=seed, metavar="ID", type=read.seed)
    one.add_argument("--export", help=export, metavar="FILE", type=Path)
    one.add_argument("--due", help=_("print how many cards are due"), action="store_true")
    one.add_argument("--restore", help=_("ask all cards again that you set aside"), action="store_true")
    cards = _("how many cards are asked; 10 by default, 5 in a drill")
    parser.add_argument("--cards", help=cards, metavar="N", type=read.count)
    at = _("the moment to practise at, as 2026-11-20T19:30; now by default")
    parser.add_argument("--at", help=at, metavar="TIME", type=read.moment)
    _add_flags(parser, (each for each in options(Settings) if each.name in ("practice_threshold", "own_names")))
    plain = _("practise in lines of text instead of on a screen")
    parser.add_argument("--plain", help=plain, action="store_true")
    add_terminal(parser)


PLAY_COMMANDS = {"play": _play, "resume": _resume, "replay": _replay, "practise": _practise}
"""The commands that show a match or ask questions, as functions that add them."""


def _add_plain(parser: Parser) -> None:
    plain = _("play in lines of text instead of on a screen: for screen readers, braille displays, any terminal")
    parser.add_argument("--plain", help=plain, action="store_true")


def add_terminal(parser: Parser, default: str | None = argparse.SUPPRESS) -> None:
    """Add the options of every command that shows a screen, which may come before or after the command."""
    add = partial(parser.add_argument_group(_("this terminal")).add_argument, default=default)
    add("--theme", help=_("walnut, midnight, paper, contrast, terminal or mono"), metavar="NAME")
    add("--ascii", help=_("draw with ASCII characters only, or not"), action=argparse.BooleanOptionalAction)
    add("--home", help=_("the side of the home boards"), choices=["right", "left"])
    add("--turn", help=_("turn the board to the player to act"), action="store_true")
    exports = _("the folder for exported matches (key e); by default bgterm in your documents or home folder")
    add("--export-dir", help=exports, metavar="DIR", type=Path)


def _add_match(parser: Parser) -> None:
    match = parser.add_argument_group(_("the match"))
    points = _("a match to N points, 1 to {most}; 5 by default", most=MAX_LENGTH)
    money = _("a money session, with a running score")
    length = match.add_mutually_exclusive_group()
    length.add_argument("--match", help=points, metavar="N", type=read.length, dest="length")
    length.add_argument("--money", help=money, dest="length", action="store_const", const=0)
    names = _("the players' names, White's first; White and Black by default; with --vs one is enough")
    match.add_argument("--names", help=names, metavar="A,B", type=read.names)
    position = _("begin from a position: a Position ID, one with a Match ID after a colon, or an XGID")
    match.add_argument("--position", help=position, metavar="ID")
    engine = _("play against an engine, the strongest by default; bgterm engine --list names them")
    match.add_argument("--vs", help=engine, metavar="ENGINE", nargs="?", const="auto")
    side = _("with --vs, your side: white or black; by default White, or the side to play in a position")
    sides = {one.name.lower(): one for one in Player}
    match.add_argument("--side", help=side, metavar="SIDE", type=partial(read.one_of, sides))
    match.add_argument("--no-save", help=_("play a match that is not kept"), action="store_true")
    of_match = {each.name: each for kind in (MatchOffer, Settings) for each in options(kind)}
    _add_flags(match, (of_match[name] for name in ("variant", "level", "seats_by_lot", "stake", "mars_koks")))


def _add_dice_and_rules(parser: Parser) -> None:
    dice = parser.add_argument_group(_("the dice")).add_mutually_exclusive_group()
    kinds = _("random; manual: roll your own; verifiable: anyone can check them; or a file with one roll a line")
    dice.add_argument("--dice", help=kinds, metavar="KIND")
    seed = _("repeatable dice: the same rolls for the same N")
    dice.add_argument("--seed", help=seed, metavar="N", type=read.whole)
    rules = parser.add_argument_group(_("the rules"), _("the international rules, unless a flag changes them"))
    rules.add_argument("--preset", help=_("a named set of rules; a wrong name lists them"), metavar="NAME")
    _add_flags(rules, (option for option in options() if option.name != "length"))


def _add_flags(group: Arguments, declared: Iterable[DeclaredOption]) -> None:
    """Add a flag for each option of a match, a ruleset or the settings."""
    for option in declared:
        name = f"--{option.name.replace('_', '-')}"
        add = partial(group.add_argument, name, help=option.explanation.replace("%", "%%"))
        values = [value for value, _label in option.values]
        if isinstance(option.default, bool):
            add(action=argparse.BooleanOptionalAction)
        elif isinstance(option.default, int):
            add(metavar="N", type=partial(read.one_of, {str(value): value for value in values}))
        elif values:
            add(choices=values)
        else:
            add(metavar="TEXT")


def _rules(add: AddCommand) -> None:
    about = _("Print the rules for beginners, or all rules of one variant.")
    parser = add(help=_("how to play, for beginners"), description=about)
    parser.add_argument("variant", help=", ".join(VARIANTS), metavar="VARIANT", nargs="?", choices=list(VARIANTS))


def _plays(add: AddCommand) -> None:
    about = _(
        "Read lines like {example} on standard input, and answer each with a line of its legal plays and the "
        "positions they lead to.",
        example='{"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[3,1]}',
    )
    add(help=_("answer positions and rolls with their legal plays, as JSON lines"), description=about)
