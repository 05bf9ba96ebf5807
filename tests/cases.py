"""The cases of a table that run each time."""

from collections.abc import Iterable
from typing import Any

import pytest


def rest_long(few: int, cases: Iterable[Any], *, tuples: bool = False) -> list[Any]:
    """Return the cases of a table; all but the first `few` are marked long, so that only `make check` runs them.

    A case is a value, or a `pytest.param`; with `tuples`, one value for each name that is parametrized.
    """
    listed = list(cases)
    return listed[:few] + [_long(case, unpacked=tuples) for case in listed[few:]]


def _long(case: Any, *, unpacked: bool) -> Any:
    if isinstance(case, type(pytest.param())):
        return case._replace(marks=(*case.marks, pytest.mark.long))
    return pytest.param(*(case if unpacked else (case,)), marks=pytest.mark.long)
