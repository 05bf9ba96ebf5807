"""The table of `make coverage`: statements and branches together, summed for each package."""

from tools.coverage_table import missing, table

REPORT = {
    "files": {
        "bgterm/__main__.py": {
            "summary": {"num_statements": 3, "covered_lines": 3, "num_branches": 0, "covered_branches": 0},
            "missing_lines": [],
            "missing_branches": [],
        },
        "bgterm/rules/board.py": {
            "summary": {"num_statements": 30, "covered_lines": 30, "num_branches": 10, "covered_branches": 10},
            "missing_lines": [],
            "missing_branches": [],
        },
        "bgterm/rules/moves/narde.py": {
            "summary": {"num_statements": 30, "covered_lines": 27, "num_branches": 10, "covered_branches": 6},
            "missing_lines": [7, 8, 9],
            "missing_branches": [[5, 7], [6, 9], [11, -1], [12, 14]],
        },
    }
}


def test_statements_and_branches_are_summed_for_each_package():
    assert [line.split() for line in table(REPORT)] == [
        ["package", "statements", "branches", "run"],
        [".", "3", "0", "100.0", "%"],
        ["rules", "60", "20", "91.2", "%"],  # 73 of 80
        ["all", "63", "20", "91.6", "%"],  # 76 of 83
    ]


def test_a_module_below_ninety_percent_shows_what_is_missing():
    assert missing(REPORT) == [
        "bgterm/rules/moves/narde.py 82.5 %: lines [7, 8, 9], branches [[5, 7], [6, 9], [11, -1], [12, 14]]"
    ]
