"""How sure a mean is."""

from collections.abc import Sequence
from math import sqrt

_SURE = 1.96
"""The standard errors on either side of a mean that contain the true one in 95 of 100 cases."""


def half_interval(values: Sequence[float]) -> float:
    """Return half of the interval around the mean that contains the true one in 95 of 100 cases.

    It needs two values at least; ZeroDivisionError otherwise.
    """
    count = len(values)
    mean = sum(values) / count
    return _SURE * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
