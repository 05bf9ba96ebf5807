"""`bgterm hint`: what an engine recommends in a position."""

import json
from argparse import Namespace

from bgterm.cli.flags.usage import usage, usage_error
from bgterm.cli.listing import laid_out
from bgterm.cli.match_file_io import put_lines, tell
from bgterm.cli.show import match_or_position
from bgterm.engine.adapter import engine_for
from bgterm.engine.analysis_report import engine_line
from bgterm.engine.asking import ask_once
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.profile.settings import load, settings_file
from bgterm.rules.errors import IllegalAction


def run(options: Namespace) -> int:
    """Print what an engine recommends; return the exit status.

    Raises UsageError for arguments that cannot be, and another BackgammonError where a file or an engine fails.
    """
    settings, _faults = load(settings_file())
    with usage():
        found = match_or_position(options)
        match = found.match if isinstance(found, GameRecord) else found.under().match()
        engine = engine_for(match.variant, options.engine or settings.engine)
    try:
        hint = ask_once(match, engine, DEFAULT_PLIES if options.plies is None else options.plies)
    except IllegalAction as error:
        error.about(match.names)
        raise error if isinstance(found, GameRecord) else usage_error(error) from None
    line = engine_line(hint.engine, hint.answer.version, hint.plies)
    text = [line, "", *laid_out(hint.table()), *hint.notes()] if hint.equities else [line, *str(hint).splitlines()]
    put_lines([json.dumps(hint.as_json())] if options.json else text)
    return tell(map(fault_line, found.problems), options.what) if isinstance(found, GameRecord) else 0
