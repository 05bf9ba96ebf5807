"""Counting the calls of functions."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, FunctionType


@contextmanager
def calls_of(*functions: FunctionType) -> Iterator[Counter[str]]:
    """Yield a count of the calls of each of the functions in the block."""
    names, counted = {function.__code__: function.__name__ for function in functions}, Counter[str]()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            counted[names[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(before)
