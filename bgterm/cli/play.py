"""`bgterm`, `bgterm play` and `bgterm resume`: the menu or a table, on the full screen."""

import argparse
import os
import sys
from dataclasses import replace

from bgterm.notation import words
from bgterm.notation.stakes import read_stake
from bgterm.rules.errors import BackgammonError, NotationError, Rule
from bgterm.table.config import Settings, config_folder, load, state_folder
from bgterm.table.cup import dice_asked
from bgterm.table.desk import Desk
from bgterm.tui.driver import TerminalDriver, why_no_screen
from bgterm.tui.themes import THEMES, ascii_wanted, default_theme


def run(options: argparse.Namespace) -> int:
    """Show the screen that the options ask for and give the exit status."""
    try:
        return _run(options)
    except BackgammonError as error:
        print(f"bgterm: {words.why(error)}.", file=sys.stderr)
        return 1


def _run(options: argparse.Namespace) -> int:
    if error := why_no_screen(sys.stdin, sys.stderr, os.environ):
        raise error
    from bgterm.tui.app import BgTerm
    from bgterm.tui.screens.base import BaseScreen
    from bgterm.tui.screens.game import GameScreen

    path = config_folder() / "settings.toml"
    found, notice = load(path)
    settings = _chosen(found, options)
    default = default_theme(os.environ)
    desk = Desk(
        settings,
        path,
        state_folder() / "matches",
        default,
        theme_for_now=_theme_for_now(options.theme, default),
        ascii_only=ascii_wanted(os.environ, sys.stderr.encoding) if options.ascii is None else options.ascii,
    )
    first: BaseScreen
    match options.command:
        case "play":
            first = GameScreen(desk.new_table(options.seed), desk, notice)
        case "resume":
            first = GameScreen(desk.resumed_table(options.name), desk, notice)
        case _:
            from bgterm.tui.screens.menu import MenuScreen  # with all it leads to: a board needs none of it

            first = MenuScreen(desk, notice)
    app = BgTerm(first, desk.theme, TerminalDriver, ascii_only=desk.ascii_only)
    said = app.run(mouse=False)
    if said:
        print(said)
    return app.return_code or 0


def _theme_for_now(asked: str | None, default: str) -> str:
    """Give the theme asked for, or the one without colour where that is wanted. Raises NotationError."""
    if asked is not None and asked not in THEMES:
        raise NotationError(Rule.NO_THEME, name=asked, known=", ".join(THEMES))
    return asked or (default if default == "mono" else "")


def _chosen(settings: Settings, options: argparse.Namespace) -> Settings:
    """Give the settings with what the options change."""
    if options.home:
        settings = replace(settings, home_right=options.home == "right")
    if options.turn:
        settings = replace(settings, turn_board=True)
    if options.command == "play":
        settings = _match_chosen(settings, options)
    return settings


def _match_chosen(settings: Settings, options: argparse.Namespace) -> Settings:
    if options.names:
        white, black = options.names
        settings = replace(settings, white=white, black=black)
    if options.match or options.money:
        settings = settings.changed(length=options.match or 0)
    if options.dice:
        settings = replace(settings, dice=dice_asked(options.dice))
    if options.stake:
        settings = replace(settings, stake=str(read_stake(options.stake)))
    return settings.changed(
        variant=options.variant or settings.variant,
        cube=not options.no_cube,
        crawford=not options.no_crawford,
    )
