"""The commands about match files, saved matches and their analysis."""

from collections.abc import Iterator
from pathlib import Path

from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.declarations import Declared, Subcommand, argument, group, switch
from bgterm.engine.levels import TRIALS
from bgterm.rules.variants import VARIANTS


def file_commands() -> Iterator[Subcommand]:
    """Yield the commands about match files and saved matches."""
    yield Subcommand(
        "verify",
        _("verify the dice of a match"),
        _("Derive every roll of a match again from its record alone, and state what that proves."),
        [argument("file", _("the .jsonl file of a match, or the name of a saved one"), "FILE|NAME")],
    )
    json = switch("--json", _("print one JSON value, for scripts"))
    yield Subcommand(
        "show",
        _("describe a match file, or draw a position"),
        _(
            "Show the players, games, scores, results and faults of a match file (.mat, .txt, .sgf, .xg, .bgf or "
            ".jsonl). Or draw the position of a Position ID, alone or with a Match ID after a colon, or of an "
            "XGID. The exit status is 0 without faults, else 1."
        ),
        [*_shown(), switch("--json", _("print one JSON value with every play, for scripts"))],
    )
    trials = _(
        "roll it out with the built-in engine, TRIALS times (36 by default); after Ctrl+C the same command "
        "continues"
    )
    yield Subcommand(
        "hint",
        _("ask an engine what to do in a position"),
        _(
            "Ask an engine for the best plays of the roll, whether to double or to take, and what that is worth. "
            "The position is that of an id, or the last one of a match."
        ),
        [*_shown(), *_engine(), _rollout(trials), json],
    )
    saved = _("List the saved matches, the last played first.")
    names = switch("--names", _("print the names alone, one a line"))
    yield Subcommand("list", _("list the saved matches"), saved, [group([json, names])])
    yield Subcommand(
        "engine",
        _("list the engines"),
        _(
            "List the engines that bgterm can ask, with their versions and the variants that they play. For one "
            "that is not installed it shows how to get it. The options have the name of the engine to use."
        ),
        [
            switch("--list", _("list the engines (the default)")),
            argument("--equities", _("print the match equity table up to so many points"), "POINTS", read.length),
            json,
        ],
    )
    yield _analyse()
    yield from _import_and_convert()


def _shown() -> Iterator[Declared]:
    """Yield the arguments that name a match or a position."""
    what = _("a file, - for standard input; the name of a saved match; or the id of a position")
    yield argument("what", what, "FILE|NAME|ID")
    yield _format(_("its format, such as sgf, when its name does not show it"))
    yield argument("--variant", _("the variant of the id"), choices=list(VARIANTS))


def _engine() -> Iterator[Declared]:
    """Yield the arguments that name an engine and its depth."""
    ahead = _("how many rolls it looks ahead, 0 to 3; 2 by default; the built-in engine at most 1")
    yield argument("--engine", _("the engine; by default the one in the options"), "NAME")
    yield argument("--plies", ahead, "N", read.plies)


def _rollout(help_text: str) -> Declared:
    """Return the option for a rollout and the number of its trials."""
    return argument("--rollout", help_text, "TRIALS", read.count, nargs="?", const=TRIALS)


def _analyse() -> Subcommand:
    return Subcommand(
        "analyse",
        _("analyse a match by an engine"),
        _(
            "Analyse a match: what each play and each cube decision cost, and how lucky each roll was. The "
            "analysis is saved, so that the same command continues after Ctrl+C. A file that another program has "
            "analysed is shown with that analysis, unless an engine or its plies are named."
        ),
        [
            argument("file", _("a match file of any program, or the name of a saved match"), "FILE|NAME"),
            *_engine(),
            _rollout(
                _(
                    "then roll out each mistake (a cost of at least 0.03) with the built-in engine, TRIALS times "
                    "(36 by default); after Ctrl+C the same command continues"
                )
            ),
            switch("--json", _("print one JSON value with every decision, for scripts")),
            switch("--beside", _("keep the analysis beside the file, as FILE.analysis")),
            argument("--sgf", _("also write the match with its analysis for GNU Backgammon"), "OUT", Path),
            _format(_("its format, when its name does not show it")),
        ],
    )


def _import_and_convert() -> Iterator[Subcommand]:
    yield Subcommand(
        "import",
        _("import matches from files"),
        _(
            "Import matches from files of any program into your match library, to replay them, or to resume "
            "unfinished ones. A match that is in the library already is named and not imported twice. A damaged "
            "file is imported as far as it is valid, the losses are listed, and the exit status is 1."
        ),
        [
            argument("files", _("a match file; - for standard input"), "FILE", nargs="+"),
            _format(_("its format, when its name does not show it")),
        ],
    )
    yield Subcommand(
        "convert",
        _("write a match file in another format"),
        _(
            "Convert a match file to another format: .mat or .txt, .sgf, or .jsonl, by the endings of the names. "
            "An existing OUT is replaced atomically. A damaged file is converted as far as it is valid, its "
            "faults are listed, and the exit status is 1."
        ),
        [
            argument("source", _("the file or the saved match to read; - for standard input"), "IN"),
            argument("target", _("the file to write; - for standard output"), "OUT"),
            _format(_("the format of IN, for -"), dest="source_form"),
            _format(_("the format of OUT, for -"), "--to", "target_form"),
        ],
    )


def _format(help_text: str, flag: str = "--from", dest: str = "form") -> Declared:
    """Return the option that names the format of a match file."""
    return argument(flag, help_text, "FORMAT", read.match_format, dest=dest)
