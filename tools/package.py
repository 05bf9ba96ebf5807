"""Build the wheel and the sdist into `dist/`, after installing and running each in an empty environment.

    python -m tools.package

The tests of the documents run in the unpacked sdist, so that nothing they need is left out of it.
"""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

from bgterm import __version__
from tools.manual import generated
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
ROLL = '{"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[6,5]}\n'
TESTS = ("tests/test_readme.py", "tests/test_rules_document.py", "tests/tools/test_manual.py")


class PackageError(Exception):
    """Raised for a package that lacks something or does not run."""


def build(folder: Path) -> tuple[Path, Path]:
    """Return the wheel and the sdist after building them into the folder; the wheel is built from the sdist."""
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def check(package: Path, folder: Path) -> None:
    """Install the package into an empty environment in the folder, and run it. Raises PackageError."""
    venv.create(folder, with_pip=True)
    python, program = folder / "bin" / "python", folder / "bin" / "bgterm"
    _run(python, "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", package)
    _run(python, "-m", "pip", "check")
    _expect(_run(program, "--version") == f"bgterm {__version__}\n", "its version")
    _expect('"play": "24/13"' in _run(program, "plays", text=ROLL), "the legal plays of a roll")
    _expect("Long backgammon" in _run(program, "rules", "long"), "its rules")
    for name, text in generated():
        _expect((folder / "share" / name).read_text(encoding="utf-8") == text, f"share/{name}")
    home = {
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    with Terminal([program], env=home, cwd=folder) as terminal:
        terminal.wait_for("New match")
        terminal.send("q")
        _expect(terminal.wait() == 0, "its menu")


def check_tests(sdist: Path, folder: Path) -> None:
    """Unpack the sdist and run the tests of its documents there."""
    folder.mkdir()
    _run("tar", "-xzf", sdist, "-C", folder)
    (unpacked,) = folder.iterdir()
    _run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, cwd=unpacked)


def _expect(shown: bool, what: str) -> None:
    if not shown:
        raise PackageError(f"the installed program does not show {what}")


def _run(*command: str | Path, text: str = "", cwd: Path | None = None) -> str:
    """Return what the command prints. Raises PackageError with all its output when it fails."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=cwd, env=clean, check=False)
    if done.returncode:
        raise PackageError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Build both packages, check them, and leave them in `dist/`."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        packages = build(folder / "dist")
        for number, package in enumerate(packages):
            check(package, folder / f"environment{number}")
            print(f"{package.name} installs and runs")
        check_tests(packages[1], folder / "sdist")
        print(f"{packages[1].name} holds all that the tests of the documents need")
        DIST.mkdir(exist_ok=True)
        for package in packages:
            print(shutil.copy(package, DIST))


if __name__ == "__main__":
    main()
