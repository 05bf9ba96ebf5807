"""The commands about match files, saved matches and their analysis."""

from pathlib import Path

from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.common_arguments import Commands, add_format
from bgterm.rules.variants import VARIANTS


def add_file_commands(commands: Commands) -> None:
    """Add the commands about match files, saved matches and their analysis."""
    _add_verify(commands)
    _add_show(commands)
    _add_list(commands)
    _add_engine(commands)
    _add_analyse(commands)
    _add_import(commands)
    _add_convert(commands)


def _add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help=_("verify the dice of a match"),
        description=_("Derive every roll of a match again from its record alone, and state what that proves."),
    )
    verify.add_argument(
        "file", metavar="FILE|NAME", help=_("the .jsonl file of a match, or the name of a saved one")
    )


def _add_show(commands: Commands) -> None:
    show = commands.add_parser(
        "show",
        help=_("describe a match file, or draw a position"),
        description=_(
            "Show the players, games, scores, results and faults of a match file (.mat, .txt, .sgf or .jsonl). Or "
            "draw the position of a Position ID, alone or with a Match ID after a colon, or of an XGID. The exit "
            "status is 0 without faults, else 1."
        ),
    )
    add = show.add_argument
    add(
        "what",
        metavar="FILE|NAME|ID",
        help=_("a file, - for standard input; the name of a saved match; or the id of a position"),
    )
    add("--json", action="store_true", help=_("print one JSON value with every play, for scripts"))
    add_format(show, _("its format, such as sgf, when its name does not show it"))
    add("--variant", choices=list(VARIANTS), help=_("the variant of the id"))


def _add_list(commands: Commands) -> None:
    listed = commands.add_parser(
        "list", help=_("list the saved matches"), description=_("List the saved matches, the last played first.")
    )
    listed.add_argument("--json", action="store_true", help=_("print one JSON value, for scripts"))


def _add_engine(commands: Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help=_("list the engines"),
        description=_(
            "List the engines that bgterm can ask, with their versions and the variants that they play. For one "
            "that is not installed it shows how to get it. The options have the name of the engine to use."
        ),
    )
    engine.add_argument("--list", action="store_true", help=_("list the engines (the default)"))
    engine.add_argument("--json", action="store_true", help=_("print one JSON value, for scripts"))


def _add_analyse(commands: Commands) -> None:
    analyse = commands.add_parser(
        "analyse",
        help=_("analyse a match by an engine"),
        description=_(
            "Analyse a match: what each play and each cube decision cost, and how lucky each roll was. It is "
            "kept beside the file, so that after Ctrl+C the same command goes on where it stopped."
        ),
    )
    add = analyse.add_argument
    add("file", metavar="FILE|NAME", help=_("a match file of any program, or the name of a saved match"))
    add("--engine", metavar="NAME", help=_("the engine; by default the one in the options"))
    add(
        "--plies",
        type=read.plies,
        metavar="N",
        help=_("how many rolls it looks ahead, 0 to 3; 2 by default; the built-in engine at most 1"),
    )
    add("--json", action="store_true", help=_("print one JSON value with every decision, for scripts"))
    add("--sgf", type=Path, metavar="OUT", help=_("also write the match with its analysis for GNU Backgammon"))
    add_format(analyse, _("its format, when its name does not show it"))


def _add_import(commands: Commands) -> None:
    imported = commands.add_parser(
        "import",
        help=_("import matches from files"),
        description=_(
            "Import matches from files of any program into your match library, to replay them, or to resume "
            "unfinished ones. A match that is in the library already is named and not imported twice. A damaged "
            "file is imported as far as it is valid, the losses are listed, and the exit status is 1."
        ),
    )
    imported.add_argument("files", nargs="+", metavar="FILE", help=_("a match file; - for standard input"))
    add_format(imported, _("its format, when its name does not show it"))


def _add_convert(commands: Commands) -> None:
    convert = commands.add_parser(
        "convert",
        help=_("write a match file in another format"),
        description=_(
            "Convert a match file to another format: .mat or .txt, .sgf, or .jsonl, by the endings of the names. "
            "An existing OUT is replaced atomically. A damaged file is converted as far as it is valid, its "
            "faults are listed, and the exit status is 1."
        ),
    )
    add = convert.add_argument
    add("source", metavar="IN", help=_("the file or the saved match to read; - for standard input"))
    add("target", metavar="OUT", help=_("the file to write; - for standard output"))
    add_format(convert, _("the format of IN, for -"), "--from", "source_form")
    add_format(convert, _("the format of OUT, for -"), "--to", "target_form")
