"""The work to read a file grows no faster than the file, whatever is in it."""

import gc
import re
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import pytest

from bgterm.analysis.json_report import report
from bgterm.analysis.text_report import summary
from bgterm.formats import mat, sgf, sgf_parser
from bgterm.notation import parse_position, sanitize
from bgterm.notation.sanitize import clean_line
from bgterm.rules.errors import NotationError
from tests.cases import rest_long
from tests.hostile import HOSTILE, Hostile

SIZE = 1024
FEW = 250
"""The number of calls that reading a file of any length may cost."""
PARSER = import_module("re._parser")
"""Python's parser of regular expressions, which is not public."""
READERS = (mat, sgf, sgf_parser, parse_position, sanitize)


def calls(work: Callable[[], object]) -> int:
    """Return how many functions `work` calls, Python's own included."""
    called = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal called
        called += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return called


def peak(work: Callable[[], object]) -> int:
    """Return the largest number of bytes that `work` allocates at one time, the smaller of two runs.

    Tables of the interpreter, such as that of all interned strings, double when they are full: in one run at most.
    """
    return min(traced(work), traced(work))


def traced(work: Callable[[], object]) -> int:
    """Return the peak without the interpreter's free lists of earlier work, and with all garbage.

    A tuple that is no longer used stays in such a list, up to 2,000 of each length, until a full collection.
    """
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.enable()


def read(kind: Hostile, size: int) -> None:
    try:
        found = kind.read(kind.text(size))
    except NotationError:
        return
    summary(found)
    report(found)


@pytest.mark.parametrize("size", [SIZE, pytest.param(4 * SIZE, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", rest_long(13, HOSTILE.values()), ids=HOSTILE)
def test_twice_the_file_is_twice_the_work(kind, size):
    read(kind, size)  # what is only done once is done now
    assert calls(lambda: read(kind, 2 * size)) <= 2.1 * calls(lambda: read(kind, size)) + FEW


@pytest.mark.long
@pytest.mark.parametrize("size", [SIZE, 8 * SIZE])
@pytest.mark.parametrize("kind", HOSTILE.values(), ids=HOSTILE)
def test_twice_the_file_is_no_four_times_the_memory(kind, size):
    read(kind, size)
    assert peak(lambda: read(kind, 2 * size)) < 3 * peak(lambda: read(kind, size))


@pytest.mark.parametrize("module", READERS, ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_no_pattern_tries_again_with_less(module: ModuleType):
    """A repetition without a limit is possessive, so that what it has matched is matched once."""
    patterns = [found for found in vars(module).values() if isinstance(found, re.Pattern)]
    assert patterns
    for pattern in patterns:
        assert not greedy(PARSER.parse(pattern.pattern, pattern.flags)), pattern.pattern


def greedy(tree: object) -> bool:
    """Return whether something in a parsed pattern may give back what it has matched, without a limit."""
    if isinstance(tree, tuple) and tree and str(tree[0]) in {"MAX_REPEAT", "MIN_REPEAT"}:
        _, (_, most, inside) = tree
        return most == PARSER.MAXREPEAT or greedy(inside)
    if isinstance(tree, str | bytes | int) or tree is None:
        return False
    return any(map(greedy, tree))


def test_a_long_text_is_cleaned_at_its_beginning():
    accents = "\u0301\u0316" * SIZE
    assert clean_line(f"a{accents}", 8) == clean_line(f"a{accents}{accents}", 8)
    assert calls(lambda: clean_line(f"a{accents}{accents}", 8)) == calls(lambda: clean_line(f"a{accents}", 8))
