"""`bgterm show`: print a match as text or JSON, or a position as a diagram with its ids."""

import json
from argparse import Namespace

from bgterm.analysis.json_report import report
from bgterm.analysis.text_report import count_of_faults, faults, summary
from bgterm.catalog import N_, _
from bgterm.cli.flags.usage import UsageError, option_inapplicable
from bgterm.cli.match_file_io import STREAM, Source, kept_match, put_lines, source, tell
from bgterm.formats.record import GameRecord
from bgterm.notation.diagram import diagram
from bgterm.notation.errors import NotAPosition, quoted
from bgterm.notation.parse_position import ids_of, read_position
from bgterm.notation.position import Position
from bgterm.rules.errors import BackgammonError, NotationError
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Variant
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import decoded, is_file_meant
from bgterm.terminal.program import program
from bgterm.text.ids import named


def run(options: Namespace) -> int:
    """Print the match or position that the options name; return 1 when it has faults, else 0: the exit status.

    Raises BackgammonError when there is nothing to show.
    """
    found, name = match_or_position(options), options.what
    if isinstance(found, GameRecord):
        return _show_match(found, name, as_json=options.json)
    if options.json:
        reason = _("that is a position, not a match")
        raise option_inapplicable(option="--json", reason=reason)
    return _show_position(found, name)


def match_or_position(options: Namespace) -> GameRecord | Position:
    """Return the match in the file or saved match that `options.what` names, or the position of that id or file.

    Raises BackgammonError when there is none.
    """
    name: str = options.what
    game = VARIANTS[options.variant] if options.variant else BACKGAMMON
    if options.form or name == STREAM or is_file_meant(name) or kept_match(name):
        return _in_file(source(name, options.form), game)
    return _position(name, game)


def _position(text: str, variant: Variant) -> Position:
    """Return the position of an id. Raises NotationError for a text that is not an id."""
    try:
        return read_position(text, variant)
    except NotAPosition as error:
        message = N_(
            '"{text}" is not a file, a saved match or an id of a position: {program} list names '
            "the saved matches; an id is a Position ID, a Position ID and a Match ID with a colon between, "
            "or an XGID"
        )
        raise NotationError(message, text=quoted(text), program=program()) from error


def _in_file(found: Source, variant: Variant) -> GameRecord | Position:
    """Return the match in a file, or the position in its text. Raises FileError, UsageError."""
    try:
        return found.match()
    except (FileError, UsageError) as error:
        try:
            return read_position(decoded(found.data), variant)
        except BackgammonError:
            raise error from None


def _show_match(found: GameRecord, name: str, *, as_json: bool) -> int:
    put_lines([json.dumps(report(found))] if as_json else summary(found))
    if as_json:
        return tell(faults(found), name)
    return tell([count_of_faults(found)] if found.problems else [], name)


def _show_position(position: Position, name: str) -> int:
    wrong = position.faults
    ids = [] if wrong and not position.ending else ["", *(f" {named(one)}" for one in ids_of(position))]
    put_lines([*diagram(position).splitlines(), *ids])
    return tell([] if position.ending else map(str, wrong), name)
