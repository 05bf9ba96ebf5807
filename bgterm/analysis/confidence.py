"""The confidence interval of a mean."""

from collections.abc import Sequence
from math import sqrt

_SURE = 1.96
"""The number of standard errors on either side of a mean in a 95 % confidence interval."""


def half_interval(values: Sequence[float]) -> float:
    """Return half the width of the 95 % confidence interval of the mean.

    At least two values are needed; ZeroDivisionError otherwise.
    """
    count = len(values)
    mean = sum(values) / count
    return _SURE * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
