"""The commands that show a match: play, resume and replay."""

import argparse
from functools import partial

from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.common_arguments import Commands, add_terminal
from bgterm.engine.levels import LEVELS
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.rules.variants import VARIANTS
from bgterm.text.ruleset_options import Option, options


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
    for option in options():
        if option.name != "length":
            _add_rule(rules, option)
    _add_plain(play)
    add_terminal(play)


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
        help=_("the players' names, White's first; White and Black by default; with --vs one is enough"),
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
