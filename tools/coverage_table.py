"""Print how much of each package the tests have run: statements and branches, from the data of `make coverage`.

`--missing` prints for each module below 90 % the lines and the branches that no test has run.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

_ROW = "{:10}{:>11}{:>10}{:>9}"
_COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def package(path: str) -> str:
    """Return the package of a module such as `bgterm/rules/board.py`, and `.` for a module beside the packages."""
    parts = Path(path).parts
    return parts[1] if len(parts) > 2 else "."


def percent(counts: Counter[str]) -> float:
    """Return what percentage of statements and branches the tests have run."""
    everything = counts["num_statements"] + counts["num_branches"]
    return 100 * (counts["covered_lines"] + counts["covered_branches"]) / everything if everything else 100.0


def by_package(report: dict[str, Any]) -> dict[str, Counter[str]]:
    """Return the sums of each package in a JSON report of coverage, those of all packages last as `all`."""
    sums: dict[str, Counter[str]] = {}
    for path, module in sorted(report["files"].items()):
        for name in (package(path), "all"):
            sums.setdefault(name, Counter()).update({count: module["summary"][count] for count in _COUNTS})
    sums["all"] = sums.pop("all", Counter())
    return sums


def table(report: dict[str, Any]) -> list[str]:
    """Return the lines of the table that `main` prints."""
    rows = [_ROW.format("package", "statements", "branches", "run")]
    for name, counts in by_package(report).items():
        share = f"{percent(counts):.1f} %"
        rows.append(_ROW.format(name, counts["num_statements"], counts["num_branches"], share))
    return rows


def missing(report: dict[str, Any]) -> list[str]:
    """Return for each module below 90 % the lines and the branches that have not been run."""
    return [
        f"{path} {percent(Counter(module['summary'])):.1f} %: lines {module['missing_lines']},"
        f" branches {module['missing_branches']}"
        for path, module in sorted(report["files"].items())
        if percent(Counter(module["summary"])) < 90
    ]


def measured() -> dict[str, Any]:
    """Return coverage's JSON report of the data in the project's folder."""
    coverage = Coverage()
    coverage.load()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        coverage.json_report(outfile=str(report))
        result: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", action="store_true", help="print what is missing in each module below 90 %%")
    report = measured()
    print(*table(report), *(missing(report) if parser.parse_args().missing else ()), sep="\n")


if __name__ == "__main__":
    main()
