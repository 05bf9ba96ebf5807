"""`bgterm`, `bgterm play`, `resume`, `replay` and `practise`: the menu, or a match, on the full screen.

The module of each screen is imported when the screen is opened.
"""

import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bgterm.catalog import N_
from bgterm.profile.settings import Settings, current_theme, export_folder
from bgterm.profile.workspace import Workspace, own_workspace
from bgterm.terminal.driver import TerminalDriver, is_local, why_no_screen
from bgterm.tui.look.themes import THEMES, ascii_wanted, colours_of, default_theme

if TYPE_CHECKING:
    from argparse import Namespace

    from bgterm.cli.flags.usage import UsageError
    from bgterm.tui.screens.base import BaseScreen


def run(asked: "Namespace") -> int:
    """Show the screen that the arguments ask for, and return the exit status.

    Raises BackgammonError when the terminal cannot show it, or there is no such match.
    """
    if error := why_no_screen(sys.stdin, sys.stderr, os.environ):
        raise error
    from bgterm.tui.app import BgTerm

    workspace, notice = own_workspace(
        default_theme=default_theme(colours_of(os.environ)),
        exports=(asked.export_dir or export_folder()).expanduser().absolute(),
        ascii_only=ascii_wanted(os.environ, sys.stderr.encoding) if asked.ascii is None else asked.ascii,
        local=is_local(os.environ),
    )
    if (theme := workspace.settings.theme) and theme not in THEMES:
        from bgterm.text.joining import sentence  # only for a fault

        notice = f"{notice} {sentence(str(_no_theme(theme)))}".lstrip()
    workspace.settings = _shown_by(workspace, asked)
    if asked.command == "practise":
        from bgterm.cli.practise import wanted_by
        from bgterm.tui.screens.practice.preparing import PreparingScreen

        first: BaseScreen = PreparingScreen(workspace, wanted_by(asked, workspace))
    elif asked.command is None:
        from bgterm.tui.screens.menu import MenuScreen

        first = MenuScreen(workspace, notice)
    else:
        first = _board(asked, workspace, notice)
    app = BgTerm(first, workspace, TerminalDriver, colours_of(os.environ))
    gc.freeze()  # keep the loaded objects out of collections
    said = app.run(mouse=workspace.mouse)
    if said:
        print(said)
    return app.return_code or 0


def _board(asked: "Namespace", workspace: Workspace, notice: str) -> "BaseScreen":
    """Return the screen of a match to play or to replay. Raises BackgammonError when there is no such match."""
    from bgterm.tui.screens.match.screen import at_one_keyboard

    if asked.command == "replay":
        from bgterm.cli.match_file_io import file_asked
        from bgterm.tui.screens.replay.screen import ReplayScreen

        record, file = file_asked(workspace.saves, asked.file)
        return ReplayScreen(record, workspace, Path(asked.file).stem, at_one_keyboard, file)
    from bgterm.cli.flags.match_options import table_asked

    table, about_match = table_asked(workspace, asked)
    return at_one_keyboard(table, workspace, about_match or notice)


def _shown_by(workspace: Workspace, asked: "Namespace") -> Settings:
    """Return the settings of the workspace, changed by the flags. Raises UsageError for an unknown theme."""
    settings = workspace.settings
    chosen = current_theme(asked.theme or "")
    if chosen and chosen not in THEMES:
        raise _no_theme(chosen)
    if theme := chosen or (workspace.default_theme if workspace.default_theme == "mono" else ""):
        settings = replace(settings, theme=theme)
    if asked.home:
        settings = replace(settings, home_right=asked.home == "right")
    if asked.turn:
        settings = replace(settings, turn_board=True)
    if asked.command == "practise":
        from bgterm.cli.practise import with_flags

        settings = with_flags(settings, asked)
    return settings


def _no_theme(name: str) -> "UsageError":
    from bgterm.cli.flags.usage import UsageError  # only for a fault

    return UsageError(N_("there is no theme {name}; choose from {known}"), name=name, known=", ".join(THEMES))
