"""`bgterm admin`: the operator's commands to a server that runs on this machine."""

import argparse
import json
import os
import shlex
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from bgterm.catalog import N_, _
from bgterm.cli.flags.arguments import parse
from bgterm.cli.flags.usage import STATUS
from bgterm.cli.streams import complain
from bgterm.profile.settings import server_folder
from bgterm.rules.errors import BackgammonError
from bgterm.terminal.program import program
from bgterm.text.joining import sentence

_SOCKETS = "admin*.sock"
"""The pattern of the sockets in the data folder; of several workers each has one, and answers for all."""
Answer = Callable[[object], Awaitable[dict[str, Any]]]
"""A function that answers requests to the server."""
_ARGUMENTS = ("what", "name", "text", "code", "minutes", "worker", "reason", "days", "by")


def run(options: argparse.Namespace) -> int:
    """Send a command, or copy here, and print the answer; return 1 if refused, else 0. Raises BackgammonError."""
    if options.order == "copy":
        from bgterm.cli.copying import run as copy  # loaded on demand

        return copy(options)
    user = os.environ.get("SUDO_USER") or os.environ.get("USER", "")
    answer = request_answer(options.data or server_folder(), _request(options, user))
    if error := answer.get("error"):
        complain(error)
        return 1
    print(_shown(options, answer))
    return 0


async def run_over_ssh(answer: Answer, by: str, command: str) -> tuple[str, str, int]:
    """Carry out an operator's `ssh HOST admin ...`; return the output, the error output and the exit status.

    `command` is the command line from `admin` on, `answer` answers a request to the server, and `by` names the
    operator.
    """
    printed = StringIO()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            options = parse(shlex.split(command))
    except SystemExit as ended:
        return ("", printed.getvalue().rstrip(), STATUS) if ended.code else (printed.getvalue(), "", 0)
    except ValueError as error:  # a quotation mark too few
        return "", sentence(str(error)), STATUS
    if options.order == "copy" or options.data:
        return "", _("copy and --data are only for the machine on which the server runs."), STATUS
    answered = await answer(_request(options, by))
    if refused := answered.get("error"):
        return "", refused, 1
    return f"{_shown(options, answered)}\n", "", 0


def _request(options: argparse.Namespace, user: str) -> dict[str, object]:
    """Return the request for a command that `user` gives."""
    given = {name: getattr(options, name) for name in _ARGUMENTS if hasattr(options, name)}
    by = {"by": options.by or user} if hasattr(options, "by") else {}
    return {"command": "cancel" if getattr(options, "cancel", False) else options.order, **given, **by}


def _shown(options: argparse.Namespace, answer: Mapping[str, Any]) -> str:
    """Return the lines of an answer, or with `--json` its data."""
    if options.json and "data" in answer:
        return json.dumps(answer["data"], ensure_ascii=False, indent=2)
    return "\n".join(answer["lines"])


def request_answer(folder: Path, request: dict[str, object]) -> dict[str, Any]:
    """Send a request, a JSON object, to the server with that data folder, and return the object that answers it.

    Raises BackgammonError when no server answers.
    """
    with _connected(folder) as connection:
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile("rb") as reading:
            line = reading.readline()
    if not line:
        raise BackgammonError(N_("the server of {name} did not answer: see server.log there"), name=folder)
    answer: dict[str, Any] = json.loads(line)
    return answer


def _connected(folder: Path) -> socket.socket:
    """Return a connection to the first process of the server that accepts one. Raises BackgammonError."""
    for path in sorted(folder.glob(_SOCKETS)):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(path))
        except OSError:
            connection.close()
        else:
            return connection
    message = N_("no server runs on {name}: start one with {program} serve, or name its folder with --data")
    raise BackgammonError(message, name=folder, program=program())
