"""The commands about match files, saved matches and their analysis."""

from pathlib import Path

from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.usage import AddCommand, Arguments, Parser
from bgterm.engine.levels import TRIALS
from bgterm.rules.variants import VARIANTS


def _verify(add: AddCommand) -> None:
    about = _("Derive every roll of a match again from its record alone, and state what that proves.")
    parser = add(help=_("verify the dice of a match"), description=about)
    file = _("the .jsonl file of a match, or the name of a saved one")
    parser.add_argument("file", help=file, metavar="FILE|NAME")


def _show(add: AddCommand) -> None:
    about = _(
        "Show the players, games, scores, results and faults of a match file (.mat, .txt, .sgf, .xg, .bgf or "
        ".jsonl). Or draw the position of a Position ID, alone or with a Match ID after a colon, or of an "
        "XGID. The exit status is 0 without faults, else 1."
    )
    parser = add(help=_("describe a match file, or draw a position"), description=about)
    _add_shown(parser)
    json = _("print one JSON value with every play, for scripts")
    parser.add_argument("--json", help=json, action="store_true")


def _hint(add: AddCommand) -> None:
    about = _(
        "Ask an engine for the best plays of the roll, whether to double or to take, and what that is worth. "
        "The position is that of an id, or the last one of a match."
    )
    parser = add(help=_("ask an engine what to do in a position"), description=about)
    _add_shown(parser)
    _add_engine(parser)
    trials = _(
        "roll it out with the built-in engine, TRIALS times (36 by default); after Ctrl+C the same command "
        "continues"
    )
    _add_rollout(parser, trials)
    _add_json(parser)


def _list(add: AddCommand) -> None:
    about = _("List the saved matches, the last played first.")
    parser = add(help=_("list the saved matches"), description=about)
    one = parser.add_mutually_exclusive_group()
    _add_json(one)
    one.add_argument("--names", help=_("print the names alone, one a line"), action="store_true")


def _engine(add: AddCommand) -> None:
    about = _(
        "List the engines that bgterm can ask, with their versions and the variants that they play. For one "
        "that is not installed it shows how to get it. The options have the name of the engine to use."
    )
    parser = add(help=_("list the engines"), description=about)
    parser.add_argument("--list", help=_("list the engines (the default)"), action="store_true")
    equities = _("print the match equity table up to so many points")
    parser.add_argument("--equities", help=equities, metavar="POINTS", type=read.length)
    _add_json(parser)


def _analyse(add: AddCommand) -> None:
    about = _(
        "Analyse a match: what each play and each cube decision cost, and how lucky each roll was. The "
        "analysis is saved, so that the same command continues after Ctrl+C. A file that another program has "
        "analysed is shown with that analysis, unless an engine or its plies are named."
    )
    parser = add(help=_("analyse a match by an engine"), description=about)
    file = _("a match file of any program, or the name of a saved match")
    parser.add_argument("file", help=file, metavar="FILE|NAME")
    _add_engine(parser)
    trials = _(
        "then roll out each mistake (a cost of at least 0.03) with the built-in engine, TRIALS times "
        "(36 by default); after Ctrl+C the same command continues"
    )
    _add_rollout(parser, trials)
    json = _("print one JSON value with every decision, for scripts")
    parser.add_argument("--json", help=json, action="store_true")
    beside = _("keep the analysis beside the file, as FILE.analysis")
    parser.add_argument("--beside", help=beside, action="store_true")
    sgf = _("also write the match with its analysis for GNU Backgammon")
    parser.add_argument("--sgf", help=sgf, metavar="OUT", type=Path)
    _add_format(parser, _("its format, when its name does not show it"))


def _import(add: AddCommand) -> None:
    about = _(
        "Import matches from files of any program into your match library, to replay them, or to resume "
        "unfinished ones. A match that is in the library already is named and not imported twice. A damaged "
        "file is imported as far as it is valid, the losses are listed, and the exit status is 1."
    )
    parser = add(help=_("import matches from files"), description=about)
    files = _("a match file; - for standard input")
    parser.add_argument("files", help=files, metavar="FILE", nargs="+")
    _add_format(parser, _("its format, when its name does not show it"))


def _convert(add: AddCommand) -> None:
    about = _(
        "Convert a match file to another format: .mat or .txt, .sgf, or .jsonl, by the endings of the names. "
        "An existing OUT is replaced atomically. A damaged file is converted as far as it is valid, its "
        "faults are listed, and the exit status is 1."
    )
    parser = add(help=_("write a match file in another format"), description=about)
    source = _("the file or the saved match to read; - for standard input")
    parser.add_argument("source", help=source, metavar="IN")
    parser.add_argument("target", help=_("the file to write; - for standard output"), metavar="OUT")
    _add_format(parser, _("the format of IN, for -"), dest="source_form")
    _add_format(parser, _("the format of OUT, for -"), "--to", "target_form")


FILE_COMMANDS = {
    "verify": _verify,
    "show": _show,
    "hint": _hint,
    "list": _list,
    "engine": _engine,
    "analyse": _analyse,
    "import": _import,
    "convert": _convert,
}
"""The commands about match files and saved matches, as functions that add them."""


def _add_shown(parser: Parser) -> None:
    """Add the arguments that name a match or a position."""
    what = _("a file, - for standard input; the name of a saved match; or the id of a position")
    parser.add_argument("what", help=what, metavar="FILE|NAME|ID")
    _add_format(parser, _("its format, such as sgf, when its name does not show it"))
    parser.add_argument("--variant", help=_("the variant of the id"), choices=list(VARIANTS))


def _add_engine(parser: Parser) -> None:
    """Add the arguments that name an engine and its depth."""
    parser.add_argument("--engine", help=_("the engine; by default the one in the options"), metavar="NAME")
    ahead = _("how many rolls it looks ahead, 0 to 3; 2 by default; the built-in engine at most 1")
    parser.add_argument("--plies", help=ahead, metavar="N", type=read.plies)


def _add_rollout(parser: Parser, trials: str) -> None:
    """Add the option for a rollout and the number of its trials."""
    parser.add_argument("--rollout", help=trials, metavar="TRIALS", type=read.count, nargs="?", const=TRIALS)


def _add_json(group: Arguments) -> None:
    group.add_argument("--json", help=_("print one JSON value, for scripts"), action="store_true")


def _add_format(parser: Parser, text: str, flag: str = "--from", dest: str = "form") -> None:
    """Add the option that names the format of a match file."""
    parser.add_argument(flag, help=text, metavar="FORMAT", type=read.match_format, dest=dest)
