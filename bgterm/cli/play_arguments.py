"""The commands that show a match: play, resume and replay."""

import argparse
from collections.abc import Iterable
from functools import partial

from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.common_arguments import Commands, add_terminal
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.text.options import DeclaredOption, options


def add_play_commands(commands: Commands) -> None:
    """Add the commands that show a match."""
    _add_play(commands)
    _add_resume(commands)
    _add_replay(commands)


def _add_play(commands: Commands) -> None:
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
    _add_options(rules, options()[1:])  # all but the length
    _add_plain(play)
    add_terminal(play)


def _add_match_options(match: "argparse._ArgumentGroup") -> None:
    series = match.add_mutually_exclusive_group()
    series.add_argument(
        "--match",
        dest="length",
        type=read.length,
        metavar="N",
        help=_("a match to N points, 1 to {most}; 5 by default", most=MAX_LENGTH),
    )
    series.add_argument(
        "--money", dest="length", action="store_const", const=0, help=_("a money session, with a running score")
    )
    match.add_argument(
        "--names",
        type=read.names,
        metavar="A,B",
        help=_("the players' names, White's first; White and Black by default; with --vs one is enough"),
    )
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
    of_match = {each.name: each for kind in (MatchOffer, Settings) for each in options(kind)}
    _add_options(match, [of_match[name] for name in ("variant", "level", "seats_by_lot", "stake", "mars_koks")])


def _add_options(group: "argparse._ArgumentGroup", declared: Iterable[DeclaredOption]) -> None:
    """Add a flag for each option."""
    for option in declared:
        add = partial(
            group.add_argument, f"--{option.name.replace('_', '-')}", help=option.explanation.replace("%", "%%")
        )
        values = [value for value, _label in option.values]
        if isinstance(option.default, bool):
            add(action=argparse.BooleanOptionalAction)
        elif isinstance(option.default, int):
            add(type=partial(read.one_of, {str(value): value for value in values}), metavar="N")
        elif values:
            add(choices=values)
        else:
            add(metavar="TEXT")


def _add_resume(commands: Commands) -> None:
    resume = commands.add_parser("resume", help=_("resume a saved match"), description=_("Resume a saved match."))
    resume.add_argument(
        "name", nargs="?", metavar="NAME", help=_("the name of the match; the last unfinished one by default")
    )
    _add_plain(resume)
    add_terminal(resume)


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser("replay", help=_("replay a match"), description=_("Replay a match move by move."))
    replay.add_argument(
        "file", metavar="FILE", help=_("a match file of any program, or the name of a saved match")
    )
    add_terminal(replay)


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("play in lines of text instead of on a screen: for screen readers, braille displays, any terminal"),
    )
