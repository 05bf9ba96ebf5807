"""Declarations of a command line: commands, their arguments, and groups of arguments."""

import argparse
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Declared = Callable[[argparse._ActionsContainer], object]  # noqa: SLF001 - the base of parsers and groups
"""A declared argument or group: a function that adds it to a parser, or to a group of arguments."""


def argument(
    name: str,
    help_text: str,
    metavar: str | None = None,
    read: Callable[[str], object] | None = None,
    **settings: Any,  # noqa: ANN401 - those of `ArgumentParser.add_argument`
) -> Declared:
    """Return a flag or a positional argument; `read` converts its text to the value."""
    settings |= {key: value for key, value in (("metavar", metavar), ("type", read)) if value is not None}
    return lambda parser: parser.add_argument(name, help=help_text, **settings)


def switch(name: str, help_text: str, **settings: Any) -> Declared:  # noqa: ANN401 - as `argument`
    """Return a flag without a value."""
    return argument(name, help_text, action="store_true", **settings)


def on_or_off(name: str, help_text: str, **settings: Any) -> Declared:  # noqa: ANN401 - as `argument`
    """Return a flag with its opposite: `--name` and `--no-name`."""
    return argument(name, help_text, action=argparse.BooleanOptionalAction, **settings)


def group(members: Iterable[Declared], title: str = "", description: str | None = None) -> Declared:
    """Return a group of arguments with a title; without a title, mutually exclusive arguments."""

    def add(parser: argparse._ActionsContainer) -> None:
        added = parser.add_argument_group(title, description) if title else parser.add_mutually_exclusive_group()
        for member in members:
            member(added)

    return add


class Subcommand(NamedTuple):
    """A command of the program, or a command below another command."""

    name: str
    help: str
    description: str | None = None
    members: Iterable[Declared] = ()
    commands: "tuple[str, str, Iterable[Subcommand]] | None" = None
    """The subcommands: the name of the value that says which was given, their title, and their declarations."""


def add_commands(
    parser: argparse.ArgumentParser, name: str, title: str, commands: Iterable[Subcommand], required: bool = False
) -> None:
    """Add commands to a parser; the value `name` of the result says which command was given."""
    added = parser.add_subparsers(dest=name, metavar="COMMAND", title=title, required=required)
    for command in commands:
        below = added.add_parser(command.name, help=command.help, description=command.description)
        for member in command.members:
            member(below)
        if command.commands:
            add_commands(below, *command.commands, required=True)
