"""The commands that show a match or ask questions: play, resume, replay and practise."""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.declarations import Declared, Subcommand, argument, group, on_or_off, switch
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.ruleset import MAX_LENGTH
from bgterm.text.options import DeclaredOption, options


def play_commands() -> Iterator[Subcommand]:
    """Yield the commands that show a match or ask questions."""
    plain = _("play in lines of text instead of on a screen: for screen readers, braille displays, any terminal")
    yield Subcommand(
        "play",
        _("start a match at once"),
        _(
            "Start a match at once. Without flags it is backgammon to 5 points by the international rules, with "
            "random dice, between White and Black. The same flags always start the same match, whatever you "
            "played before. Theme, home side, automatic actions and bell are taken from your options."
        ),
        [*_match(), switch("--plain", plain), terminal()],
    )
    latest = _("the name of the match; the last unfinished one by default")
    resumed = argument("name", latest, "NAME", nargs="?"), switch("--plain", plain), terminal()
    yield Subcommand("resume", _("resume a saved match"), _("Resume a saved match."), resumed)
    replayed = argument("file", _("a match file of any program, or the name of a saved match"), "FILE|NAME")
    yield Subcommand("replay", _("replay a match"), _("Replay a match move by move."), [replayed, terminal()])
    yield _practise()


def _practise() -> Subcommand:
    match = _("a match file of any program, or the name of a saved match")
    drill = _("questions that need no match: openings, pips, takes, effective, bearoffs or positions")
    seed = _("random positions a few rolls after a Position ID, one with a Match ID after a colon, or an XGID")
    export = _("write your cards to a text file that Anki imports, or to an .sgf file")
    cards = _("how many cards are asked; 10 by default, 5 in a drill")
    at = _("the moment to practise at, as 2026-11-20T19:30; now by default")
    plain = _("practise in lines of text instead of on a screen")
    declared = [each for each in options(Settings) if each.name in ("practice_threshold", "own_names")]
    return Subcommand(
        "practise",
        _("practise your own mistakes"),
        _(
            "Be asked your own mistakes of analysed matches as questions, again when they are about to be "
            "forgotten. With a match, its three worst decisions are asked; it is analysed first where it is not."
        ),
        [
            group(
                [
                    argument("file", match, "FILE|NAME", nargs="?"),
                    argument("--drill", drill, "NAME", read.drill),
                    argument("--position", seed, "ID", read.seed),
                    argument("--export", export, "FILE", Path),
                    switch("--due", _("print how many cards are due")),
                    switch("--restore", _("ask all cards again that you set aside")),
                ]
            ),
            argument("--cards", cards, "N", read.count),
            argument("--at", at, "TIME", read.moment),
            *_flags(declared),
            switch("--plain", plain, dest="in_lines"),
            terminal(),
        ],
    )


def terminal(default: str | None = argparse.SUPPRESS) -> Declared:
    """Return the options of every command that shows a screen, which may come before or after the command."""
    exports = _("the folder for exported matches (key e); by default bgterm in your documents or home folder")
    members = (
        argument("--theme", _("walnut, midnight, paper, contrast, terminal or mono"), "NAME", default=default),
        on_or_off("--ascii", _("draw with ASCII characters only, or not"), default=default),
        argument("--home", _("the side of the home boards"), choices=["right", "left"], default=default),
        switch("--turn", _("turn the board to the player to act"), default=default),
        argument("--export-dir", exports, "DIR", Path, default=default),
    )
    return group(members, _("this terminal"))


def _match() -> Iterator[Declared]:
    """Yield the groups of flags for a match, its dice and its rules."""
    points = _("a match to N points, 1 to {most}; 5 by default", most=MAX_LENGTH)
    names = _("the players' names, White's first; White and Black by default; with --vs one is enough")
    position = _("begin from a position: a Position ID, one with a Match ID after a colon, or an XGID")
    engine = _("play against an engine, the strongest by default; bgterm engine --list names them")
    side = _("with --vs, your side: white or black; by default White, or the side to play in a position")
    sides = {one.name.lower(): one for one in Player}
    money = _("a money session, with a running score")
    length = (
        argument("--match", points, "N", read.length, dest="length"),
        argument("--money", money, dest="length", action="store_const", const=0),
    )
    of_match = {each.name: each for kind in (MatchOffer, Settings) for each in options(kind)}
    yield group(
        [
            group(length),
            argument("--names", names, "A,B", read.names),
            argument("--position", position, "ID"),
            argument("--vs", engine, "ENGINE", nargs="?", const="auto"),
            argument("--side", side, "SIDE", partial(read.one_of, sides)),
            switch("--no-save", _("play a match that is not kept")),
            *_flags(of_match[name] for name in ("variant", "level", "seats_by_lot", "stake", "mars_koks")),
        ],
        _("the match"),
    )
    kinds = _("random; manual: roll your own; verifiable: anyone can check them; or a file with one roll a line")
    seed = _("repeatable dice: the same rolls for the same N")
    dice = group([argument("--dice", kinds, "KIND"), argument("--seed", seed, "N", read.whole)])
    yield group([dice], _("the dice"))
    preset = argument("--preset", _("a named set of rules; a wrong name lists them"), "NAME")
    rules = (option for option in options() if option.name != "length")
    usual = _("the international rules, unless a flag changes them")
    yield group([preset, *_flags(rules)], _("the rules"), usual)


def _flags(declared: Iterable[DeclaredOption]) -> Iterator[Declared]:
    """Yield a flag for each option of a match, a ruleset or the settings."""
    for option in declared:
        name, explanation = f"--{option.name.replace('_', '-')}", option.explanation.replace("%", "%%")
        values = [value for value, _label in option.values]
        if isinstance(option.default, bool):
            yield on_or_off(name, explanation)
        elif isinstance(option.default, int):
            yield argument(name, explanation, "N", partial(read.one_of, {str(value): value for value in values}))
        elif values:
            yield argument(name, explanation, choices=values)
        else:
            yield argument(name, explanation, "TEXT")
