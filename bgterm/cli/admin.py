"""`bgterm admin`: look after a server that runs on this machine."""

import argparse
import json
import os
import socket
from pathlib import Path
from typing import Any

from bgterm.catalog import N_
from bgterm.cli.streams import complain
from bgterm.profile.settings import server_folder
from bgterm.rules.errors import BackgammonError
from bgterm.terminal.program import program

_SOCKETS = "admin*.sock"
"""The sockets in the data folder: one, or that of each worker, which answers for all."""
_ARGUMENTS = ("what", "text", "code", "minutes", "worker", "reason", "days", "by")


def run(options: argparse.Namespace) -> int:
    """Ask the server, print what it answers, and return the exit status. Raises BackgammonError."""
    if options.order == "copy":
        from bgterm.cli.copying import run as copy  # loaded on demand

        return copy(options)
    given = {name: getattr(options, name) for name in _ARGUMENTS if hasattr(options, name)}
    if options.order in ("ban", "mute"):
        given["by"] = options.by or os.environ.get("SUDO_USER") or os.environ.get("USER", "")
    command = "cancel" if getattr(options, "cancel", False) else options.order
    answer = asked(options.data or server_folder(), {"command": command, **given})
    if error := answer.get("error"):
        complain(error)
        return 1
    if options.json and "data" in answer:
        print(json.dumps(answer["data"], ensure_ascii=False, indent=2))
    else:
        print(*answer["lines"], sep="\n")
    return 0


def asked(folder: Path, request: dict[str, object]) -> dict[str, Any]:
    """Return what the server of that folder answers to a request. Raises BackgammonError when none does."""
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
