"""`bgterm`, `bgterm play` and `bgterm resume`: the menu or a table, on the full screen."""

import argparse
import os
import sys
from dataclasses import replace

from bgterm.notation import words
from bgterm.notation.options import Value, options
from bgterm.rules.errors import BackgammonError, NotationError, Rule
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.table.config import Settings, config_folder, load, state_folder
from bgterm.table.desk import Desk
from bgterm.tui.driver import TerminalDriver, why_no_screen
from bgterm.tui.themes import THEMES, ascii_wanted, default_theme


def run(asked: argparse.Namespace) -> int:
    """Show the screen that is asked for and give the exit status."""
    try:
        return _run(asked)
    except BackgammonError as error:
        print(f"bgterm: {words.why(error)}.", file=sys.stderr)
        return 1


def _run(asked: argparse.Namespace) -> int:
    if error := why_no_screen(sys.stdin, sys.stderr, os.environ):
        raise error
    from bgterm.tui.app import BgTerm
    from bgterm.tui.screens.base import BaseScreen
    from bgterm.tui.screens.game import GameScreen

    path = config_folder() / "settings.toml"
    found, notice = load(path)
    settings = _chosen(found, asked)
    default = default_theme(os.environ)
    desk = Desk(
        settings,
        path,
        state_folder() / "matches",
        default,
        theme_for_now=_theme_for_now(asked.theme, default),
        ascii_only=ascii_wanted(os.environ, sys.stderr.encoding) if asked.ascii is None else asked.ascii,
    )
    first: BaseScreen
    match asked.command:
        case "play":
            first = GameScreen(desk.new_table(asked.seed), desk, notice)
        case "resume":
            first = GameScreen(desk.resumed_table(asked.name), desk, notice)
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


def _chosen(settings: Settings, asked: argparse.Namespace) -> Settings:
    """Give the settings with what the options change."""
    if asked.home:
        settings = replace(settings, home_right=asked.home == "right")
    if asked.turn:
        settings = replace(settings, turn_board=True)
    if asked.command == "play":
        settings = _match_chosen(settings, asked)
    return settings


def _match_chosen(settings: Settings, asked: argparse.Namespace) -> Settings:
    """Give the settings with the match that was asked for."""
    if asked.names:
        white, black = asked.names
        settings = replace(settings, white=white, black=black)
    if asked.dice:
        from bgterm.table.cup import dice_asked  # only for who asks

        settings = replace(settings, dice=dice_asked(asked.dice))
    if asked.stake:
        from bgterm.notation.stakes import read_stake  # only for who asks

        settings = replace(settings, stake=str(read_stake(asked.stake)))
    variant = asked.variant or settings.variant
    return settings.changed(variant=variant, **_rules(settings, VARIANTS[variant], asked))


def _rules(settings: Settings, variant: Variant, asked: argparse.Namespace) -> dict[str, Value]:
    """Give every rule: as asked for, or as usual."""
    length = asked.match or (0 if asked.money else settings.ruleset.length)
    rules: dict[str, Value] = {option.name: option.default for option in options()}
    chosen = {name: getattr(asked, name) for name in rules if name != "length"}
    return {
        **rules,
        "cube": variant.cube,
        **{name: value for name, value in chosen.items() if value is not None},
        "length": length,
    }
