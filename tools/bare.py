"""`make bare`: the two commands of the README in a fresh clone, on a machine that has Python, make and a shell.

    python3 -m tools.bare

The clone has the last commit. Its environment contains an empty home, what pip needs to reach an index, and a PATH
of links to the interpreter, make, sh and basic utilities. `make play` runs on a pseudo-terminal, on which the menu
must appear and `q` must end it. The status is that of the command that fails, or 0.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
UTILITIES = """
awk basename cat chmod cp cut date dirname env expr false find grep gzip head id ln ls make mkdir mktemp mv od
printf pwd readlink rm rmdir sed sh sleep sort stat tail tar tee test touch tr true tty uname uniq wc
"""
FOR_PIP = re.compile(r"PIP_.*|SSL_CERT_FILE|\w+_proxy", re.IGNORECASE)
"""The names of the variables that pip may need."""
MENU = b"New match"
_SILENCE = 600.0
"""Seconds without output after which `make play` is taken to hang."""
_ESCAPES = re.compile(rb"\x1b\[[0-9;:?<>=]*[A-Za-z]")


def clone(folder: Path) -> None:
    """Clone the repository, whoever owns its files."""
    trust = folder.with_name("gitconfig")
    trust.write_text("[safe]\n\tdirectory = *\n", encoding="utf-8")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": str(trust)}
    subprocess.run(("git", "clone", "--quiet", ROOT, folder), env=environment, check=True)


def bare_environment(folder: Path) -> dict[str, str]:
    """Return the environment, with a home and the programs on the PATH in the folder."""
    home, programs = folder / "home", folder / "programs"
    home.mkdir()
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    for name in UTILITIES.split():
        if program := shutil.which(name):
            (programs / name).symlink_to(program)
    kept = {name: value for name, value in os.environ.items() if FOR_PIP.fullmatch(name)}
    no_folders = {"BGTERM_GNUBG": "gnubg"}  # GNU Backgammon is looked for on the PATH only
    return {**kept, **no_folders, "HOME": str(home), "LANG": "C.UTF-8", "PATH": str(programs)}


def play(folder: Path, environment: Mapping[str, str]) -> int:
    """Run `make play` on a pseudo-terminal, quit at the menu when it appears, and return the exit status."""
    child, terminal = pty.fork()
    if child == 0:
        _become_make(folder, {**environment, "TERM": "xterm-256color"})
    output, left = b"", False
    while more := _read(terminal):
        output += more
        if not left and MENU in _ESCAPES.sub(b"", output):
            os.write(terminal, b"q")
            left = True
    os.close(terminal)  # ends a program that still runs
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not left:
        print(f"make play has not shown the menu, but:\n{output.decode(errors='replace')}")
    return status if left else status or 1


def _become_make(folder: Path, environment: Mapping[str, str]) -> NoReturn:
    try:
        termios.tcsetwinsize(0, (40, 120))
        os.chdir(folder)
        os.execvpe("make", ("make", "play"), environment)  # noqa: S606  # no shell is needed
    finally:
        os._exit(127)


def _read(terminal: int) -> bytes:
    """Return the next output, or b"" when the program has ended or has printed nothing for ten minutes."""
    if not select.select([terminal], [], [], _SILENCE)[0]:
        return b""
    try:
        return os.read(terminal, 65_536)
    except OSError:  # Linux's way to say so
        return b""


def main() -> int:
    """Run `make play` and then `make test` in a fresh clone; return the first status that is not 0, or 0."""
    with TemporaryDirectory(prefix="bgterm-bare-") as folder:
        repository = Path(folder, "bgterm")
        clone(repository)
        environment = bare_environment(Path(folder))
        print("make play, on a bare machine", flush=True)
        if status := play(repository, environment):
            return status
        print("make test, on a bare machine", flush=True)
        command = (shutil.which("make") or "make", "test")
        return subprocess.run(
            command, cwd=repository, env=environment, stdin=subprocess.DEVNULL, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
