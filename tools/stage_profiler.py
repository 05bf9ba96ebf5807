"""Profiles the stages of bgterm: loaded by Python at start, as the `sitecustomize` of `tools.bench_stages`.

SIGRTMIN + 1 begins anew, SIGRTMIN + 2 writes the seconds and the calls of each stage as JSON to the file
$STAGES_OUT. The main thread is profiled from the start, which makes functions of Python dearer than those of C.
"""

import cProfile
import json
import os
import signal

STAGES = {
    "import": (("importlib._bootstrap>", "_find_and_load"),),
    "compose": (("textual/widget.py", "_compose"),),
    "styles": (("textual/css/stylesheet.py", "update_nodes"), ("bgterm/tui/textual_internals.py", "apply")),
    "layout": (("textual/_compositor.py", "reflow"),),
    "draw": (("textual/_compositor.py", "render_update"),),
    "compare": (("bgterm/terminal/cell_diff.py", "reduce"),),
    "search": (("bgterm/terminal/cell_diff.py", "shortest"),),
    "write": (("asyncssh/channel.py", "write"), ("textual/drivers/_writer_thread.py", "write")),
}
"""The functions of each stage, as the ends of their files' paths and their names."""
_INSIDE = {"compose": "styles", "compare": "search"}
"""The stages that contain another stage, whose seconds are not counted as theirs."""

profile = cProfile.Profile()


def begin(*_: object) -> None:
    """Forget what was profiled, and profile from now on."""
    profile.clear()
    profile.enable()


def write(*_: object) -> None:
    """Stop profiling, and write the seconds and the calls of each stage."""
    profile.disable()
    profile.create_stats()
    rows = profile.stats
    found = {
        stage: sum(row[3] for (file, _, name), row in rows.items() if (_ending(file, ends), name) in ends)
        for stage, ends in STAGES.items()
    }
    for outer, inner in _INSIDE.items():
        found[outer] -= min(found[inner], found[outer])
    busy = sum(row[2] for (_, _, name), row in rows.items() if "'select." not in name and "lock'" not in name)
    calls = sum(row[1] for (file, _, _), row in rows.items() if f"{os.sep}bgterm{os.sep}" in file)
    out = os.environ["STAGES_OUT"]
    with open(f"{out}.new", "w", encoding="utf-8") as file:  # noqa: PTH123 - loaded before anything else
        json.dump({"stages": found, "all": busy, "calls": calls}, file)
    os.replace(f"{out}.new", out)  # noqa: PTH105 - in the same way


def _ending(file: str, ends: tuple[tuple[str, str], ...]) -> str:
    return next((end for end, _ in ends if file.endswith(end)), "")


signal.signal(signal.SIGRTMIN + 1, begin)
signal.signal(signal.SIGRTMIN + 2, write)
profile.enable()
