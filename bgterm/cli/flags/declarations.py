"""Declarations of a command line: commands, their arguments, and groups of arguments."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


class Argument(NamedTuple):
    """A flag or a positional argument."""

    name: str
    settings: Mapping[str, Any]
    """The keyword arguments for `ArgumentParser.add_argument`."""


def argument(
    name: str,
    help_text: str,
    metavar: str | None = None,
    read: Callable[[str], object] | None = None,
    **settings: object,
) -> Argument:
    """Return a flag or a positional argument; `read` converts its text to the value."""
    told = {"help": help_text, "metavar": metavar, "type": read, **settings}
    return Argument(name, {name: value for name, value in told.items() if value is not None})


def switch(name: str, help_text: str) -> Argument:
    """Return a flag without a value."""
    return argument(name, help_text, action="store_true")


def on_or_off(name: str, help_text: str) -> Argument:
    """Return a flag with its opposite: `--name` and `--no-name`."""
    return argument(name, help_text, action=argparse.BooleanOptionalAction)


class Flags(NamedTuple):
    """A group of arguments with a title; without a title, mutually exclusive arguments."""

    members: "Iterable[Argument | Flags]"
    title: str = ""
    description: str | None = None


class Subcommand(NamedTuple):
    """A command of the program, or a command below another command."""

    name: str
    help: str
    description: str | None = None
    members: Iterable[Argument | Flags] = ()
    commands: "tuple[str, str, Iterable[Subcommand]] | None" = None
    """The subcommands: the name of the value that says which was given, their title, and their declarations."""


def add(parser: argparse._ActionsContainer, members: Iterable[Argument | Flags]) -> None:
    """Add arguments and groups to a parser, or to a group of arguments."""
    for member in members:
        match member:
            case Argument(name, settings):
                parser.add_argument(name, **settings)
            case Flags(inner, title, description) if title:
                add(parser.add_argument_group(title, description), inner)
            case Flags(inner):
                add(parser.add_mutually_exclusive_group(), inner)


def add_commands(
    parser: argparse.ArgumentParser, name: str, title: str, commands: Iterable[Subcommand], required: bool = False
) -> None:
    """Add commands to a parser; the value `name` of the result says which command was given."""
    added = parser.add_subparsers(dest=name, metavar="COMMAND", title=title, required=required)
    for command in commands:
        below = added.add_parser(command.name, help=command.help, description=command.description)
        add(below, command.members)
        if command.commands:
            add_commands(below, *command.commands, required=True)
