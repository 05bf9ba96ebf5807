"""The script that runs inside GNU Backgammon's own Python and answers requests of the adapter `gnubg`.

It reads one JSON object a line on standard input, and writes one to the descriptor that the environment names:
standard output is not usable, since the program writes its banner and its boards there.

    {"variation":"standard","id":"4HPwATDgc/ABMA:cAkZAAAAAAAA","ask":"plays","plies":2,"count":3,"cubeful":true}
    {"id":"4HPwATDgc/ABMA:cAkZAAAAAAAA","plays":[["8/5 6/5",0.16,[0.55,0.17,0.01,0.12,0.0],2]]}
    {"error":"..."}

It uses only the standard library and runs on all Python versions of bgterm, since GNU Backgammon has its own
Python.
"""

import json
import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

ANSWERS = "BGTERM_ANSWERS"
"""The environment variable with the number of the descriptor for answers."""

_SETUP = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set display off",
    "set output matchpc off",
    "set output mwc off",
    "set threads 1",
)
"""The first commands. `set gnubgid` begins a game, in which only the script may act."""

_FILTER = "set evaluation movefilter {plies} 0 {accept} {others}"
"""The command that sets how many of the plays at 0 plies are always looked ahead, and which others."""
_OTHERS = {False: "8 0.16", True: "16 0.32"}
"""The program's own filters for hints (False) and analyses (True): the most other plays, their most loss."""


class Program:
    """The GNU Backgammon in whose Python this script runs, as the settings of the last request left it."""

    def __init__(self, gnubg: ModuleType) -> None:
        """Set the program up with its module `gnubg`."""
        self._gnubg = gnubg
        self._set: dict[str, str] = {}
        for command in _SETUP:
            gnubg.command(command)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request, both JSON objects, with the ids set up, to compare to the request's."""
        self._change("variation", f"set variation {request['variation']}")
        # An id that cannot be read leaves the old board in place; the adapter compares the id that is returned.
        # Setting an id also clears the hint that the program has stored for the position, whichever options the
        # hint was made with.
        self._gnubg.command(f"set gnubgid {request['id']}")
        prune = int(request.get("prune", True))
        context = self._gnubg.evalcontext(int(request["cubeful"]), request["plies"], 1, prune, 0.0)
        cube = dict(self._gnubg.cubeinfo(), beavers=int(request.get("beavers", False)))
        found = self._plays(request) if request["ask"] == "plays" else self._cube(context, cube)
        return {"id": self._gnubg.gnubgid(), **found}

    def _plays(self, request: dict[str, Any]) -> dict[str, Any]:
        plies, cubeful = request["plies"], "on" if request["cubeful"] else "off"
        self._change("plies", f"set evaluation chequerplay evaluation plies {plies}")
        self._change("cubeful", f"set evaluation chequerplay evaluation cubeful {cubeful}")
        others = _OTHERS[request["wide"]]
        if plies:
            self._change(f"filter {plies}", _FILTER.format(plies=plies, accept=request["accept"], others=others))
        hints = self._gnubg.hint(request["count"])["hint"]
        return {
            "plays": [
                [hint["move"], hint["equity"], hint["details"]["probs"], hint["context"]["plies"]]
                for hint in hints
            ]
        }

    def _cube(self, context: object, cube: dict[str, Any]) -> dict[str, Any]:
        board = self._gnubg.board()
        *chances, cubeless = self._gnubg.evaluate(board, cube, context)
        best, no_double, take, drop, *_ = self._gnubg.cfevaluate(board, cube, context)
        return {
            "best": best,
            "no_double": no_double,
            "take": take,
            "drop": drop,
            "chances": chances,
            "cubeless": cubeless,
            "match_chances": [self._gnubg.eq2mwc(equity, cube) for equity in (-1.0, 1.0)]
            if cube["matchto"]
            else [],
        }

    def _change(self, what: str, command: str) -> None:
        """Run a command that sets `what`, unless it was the last one that did."""
        if self._set.get(what) != command:
            self._gnubg.command(command)
            self._set[what] = command


def main() -> None:
    """Answer requests until standard input ends."""
    program = Program(import_module("gnubg"))  # only GNU Backgammon's own Python has this module
    with os.fdopen(int(os.environ[ANSWERS]), "w") as answers:
        for line in sys.stdin:
            try:
                found = program.answer(json.loads(line))
            except Exception as error:  # noqa: BLE001 - reported to the adapter
                found = {"error": f"{type(error).__name__}: {error}"}
            answers.write(json.dumps(found) + "\n")
            answers.flush()
    os._exit(0)  # otherwise the program would read commands now


if __name__ == "__main__":
    main()
