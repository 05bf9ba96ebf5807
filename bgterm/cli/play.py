"""`bgterm`, `bgterm play` and `bgterm resume`: the menu or a table, on the full screen."""

import argparse
import os
import sys
from dataclasses import replace

from bgterm.notation import refusals
from bgterm.notation.options import Value, options
from bgterm.rules.errors import BackgammonError, NotationError, Rule
from bgterm.rules.options import misplaced
from bgterm.rules.variants import VARIANTS, Ruleset
from bgterm.table.config import Settings, config_folder, load, state_folder
from bgterm.table.desk import Desk
from bgterm.tui.driver import TerminalDriver, why_no_screen
from bgterm.tui.themes import THEMES, ascii_wanted, default_theme


def run(asked: argparse.Namespace) -> int:
    """Show the screen that is asked for and give the exit status."""
    try:
        return _run(asked)
    except BackgammonError as error:
        print(f"bgterm: {refusals.why(error)}.", file=sys.stderr)
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
            notice = match_chosen(desk, asked) or notice
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
    return settings


def match_chosen(desk: Desk, asked: argparse.Namespace) -> str:
    """Put the match that is asked for on the desk; give a sentence about what a preset brings that cannot apply.

    Raises BackgammonError for what cannot be.
    """
    settings = desk.settings
    if asked.names:
        white, black = asked.names
        settings = replace(settings, white=white, black=black)
    if asked.dice:
        from bgterm.table.cup import dice_asked  # only for who asks

        settings = replace(settings, dice=dice_asked(asked.dice))
    settings = replace(settings, variant=asked.variant or settings.variant)
    usual = Ruleset(length=settings.ruleset.length, cube=VARIANTS[settings.variant].cube)
    settings = replace(settings, ruleset=usual)
    if asked.preset:
        from bgterm.table.presets import find_preset

        settings = find_preset(asked.preset, desk.presets()[0]).over(settings)
    chosen = _rules_asked(asked)
    settings = settings.changed(**chosen)
    _refuse_idle(settings, chosen)
    if asked.stake:
        from bgterm.notation.stakes import read_stake

        if settings.ruleset.length:
            raise NotationError(Rule.IDLE_OPTION, option="--stake", reason=NotationError(Rule.ONLY_IN_MONEY_PLAY))
        settings = replace(settings, stake=str(read_stake(asked.stake)))
    desk.settings = settings
    return refusals.left_out(VARIANTS[settings.variant], settings.ruleset)


def _rules_asked(asked: argparse.Namespace) -> dict[str, Value]:
    """Give the rules that the flags name."""
    flags = ((option.name, getattr(asked, option.name, None)) for option in options())
    chosen = {name: value for name, value in flags if value is not None}
    if asked.match or asked.money:
        chosen["length"] = asked.match or 0
    return chosen


def _refuse_idle(settings: Settings, chosen: dict[str, Value]) -> None:
    """Raise NotationError for a flag that cannot apply beside the others."""
    for name, reason in misplaced(VARIANTS[settings.variant], settings.ruleset).items():
        if name in chosen:
            flag = f"--{name.replace('_', '-')}"
            raise NotationError(Rule.IDLE_OPTION, option=flag, reason=NotationError(reason))
