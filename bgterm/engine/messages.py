"""Sentences about engines and their answers, for screens, plain mode and the command line."""

from bgterm.catalog import _, ngettext
from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.builtin.tables import effective_pips_of_both
from bgterm.engine.protocol import Act
from bgterm.rules.board import Board


def engine_line(engine: str, version: str, plies: int) -> str:
    """Return the engine of an analysis in words: its label, its version and its plies.

    For the analysis of another program, with `plies` below 0, return its name and its levels.
    """
    if plies < 0:
        return f"{engine}, {version}" if version else engine
    return ngettext(
        "{engine} {version}, {count} ply",
        "{engine} {version}, {count} plies",
        plies,
        engine=open_adapter(engine).label if engine in ADAPTERS else engine,
        version=version,
    )


def action(act: Act, text: str) -> str:
    """Return a play, or the name of a cube action translated; `text` is the play as written, or the msgid."""
    return text if act is Act.PLAY else _(text)


def effective_pips_line(names: tuple[str, str], board: Board) -> str:
    """Return the sentence with the effective pip counts of White and Black, by their `names`.

    Empty while a checker is not at home yet.
    """
    if not (both := effective_pips_of_both(board)):
        return ""
    return _(
        "Effective pips: {white} {white_pips:.1f}, {black} {black_pips:.1f}.",
        white=names[0],
        black=names[1],
        white_pips=both[0],
        black_pips=both[1],
    )
